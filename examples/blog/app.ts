/** The app: plugins, guards and the tree. */

import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { LogController } from 'fastify'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import resourcesPlugin from 'fastify-resources'
import { database, readSecret } from './models/database.js'
import { addFormats } from './models/records.js'
import { routes } from './routes.js'
import { asset, ASSETS, requestLog } from './web/assets.js'
import { documents } from './web/documents.js'
import { routeNowhere } from './web/errors.js'
import { etags } from './web/etags.js'
import { words } from './web/forms.js'
import { requireAdmin } from './web/guards.js'
import { limits } from './web/limits.js'
import { pages, type Site } from './web/pages.js'
import { shared } from './web/shared.js'
import { visitors } from './web/visitors.js'

export interface BlogOptions {
  readonly databaseFile: string
  /** The address of PostgreSQL, in place of a file. */
  readonly databaseUrl?: string | undefined
  /** Signs cookies. Default: that of the file. All instances need the same. */
  readonly secret?: string | undefined
  /** The public address, behind a proxy. Default: that of each request. */
  readonly baseUrl?: string | undefined
  readonly site?: Partial<Site>
  readonly fastify?: FastifyServerOptions
}

const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'https:'],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"]
}

const SITE: Site = { name: 'Blog', description: '', language: 'en', comments: true, signUps: true }

export async function createApp ({
  databaseFile,
  databaseUrl,
  secret: given,
  baseUrl,
  site = {},
  fastify: options = {}
}: BlogOptions): Promise<FastifyInstance> {
  const app = Fastify({
    requestTimeout: 30_000,
    bodyLimit: 128 * 1024,
    logController: new LogController({ disableRequestLogging: true }),
    ajv: { customOptions: { allErrors: true }, onCreate: addFormats },
    frameworkErrors: routeNowhere,
    ...options
  })
  await app.register(requestLog)
  await app.register(database, { file: databaseFile, url: databaseUrl })
  const secret = given ?? await readSecret(app.db)

  await app.register(helmet, {
    // All is of this site, but for the pictures that posts link to. The pages work over plain http too.
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    // Other hosts of the domain are not the blog's.
    strictTransportSecurity: { includeSubDomains: false },
    // Forms name their origin.
    referrerPolicy: { policy: 'same-origin' }
  })
  await app.register(etags)
  await app.register(compress)
  await app.register(cookie, {
    secret,
    parseOptions: {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: baseUrl?.startsWith('https:') === true || 'auto'
    }
  })
  await app.register(limits)
  await app.register(pages, {
    views: `${ASSETS}views`,
    site: { ...SITE, ...site },
    links: {
      stylesheet: asset('blog.css'),
      script: asset('forms.js'),
      icon: asset('icon.svg'),
      docs: '/docs'
    }
  })
  await app.register(visitors)
  await app.register(documents)
  await app.register(shared)
  await app.register(resourcesPlugin, {
    routes,
    controllers: new URL('./controllers/', import.meta.url),
    scopes: {
      admin: async (scope) => {
        scope.addHook('preValidation', requireAdmin)
      }
    },
    words,
    ajv: { plugins: [addFormats] },
    ...(baseUrl !== undefined && { baseUrl })
  })
  return app
}
