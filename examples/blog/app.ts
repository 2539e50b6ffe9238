/** The app: plugins, guards and the tree. */

import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import resourcesPlugin from 'fastify-resources'
import { database, readSecret } from './models/database.js'
import { routes } from './routes.js'
import { documents } from './web/documents.js'
import { words } from './web/forms.js'
import { requireAdmin } from './web/guards.js'
import { pages, type Site } from './web/pages.js'
import { shared } from './web/shared.js'
import { visitors } from './web/visitors.js'

export interface BlogOptions {
  readonly databaseFile: string
  /** The public address, behind a proxy. Default: that of each request. */
  readonly baseUrl?: string | undefined
  readonly site?: Partial<Site>
  readonly fastify?: FastifyServerOptions
}

const ASSETS = fileURLToPath(new URL('./assets/', import.meta.url))

/** Addresses outside the tree. */
const LINKS = {
  stylesheet: '/assets/blog.css',
  script: '/assets/forms.js',
  icon: '/assets/icon.svg',
  docs: '/docs'
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

export async function createApp (
  { databaseFile, baseUrl, site = {}, fastify: options = {} }: BlogOptions
): Promise<FastifyInstance> {
  const app = Fastify({
    requestTimeout: 30_000,
    bodyLimit: 128 * 1024,
    ajv: { customOptions: { allErrors: true } },
    ...options
  })
  await app.register(database, { file: databaseFile })
  await app.register(helmet, {
    // All is of this site, but for the pictures that posts link to. The pages work over plain http too.
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    // Other hosts of the domain are not the blog's.
    strictTransportSecurity: { includeSubDomains: false },
    // Forms name their origin.
    referrerPolicy: { policy: 'same-origin' }
  })
  await app.register(cookie, {
    secret: readSecret(app.db),
    parseOptions: {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: baseUrl?.startsWith('https:') === true || 'auto'
    }
  })
  await app.register(rateLimit, { global: false })
  await app.register(pages, {
    views: `${ASSETS}views`,
    site: { name: 'Blog', signUps: true, ...site },
    links: LINKS
  })
  await app.register(visitors)
  await app.register(documents)
  await app.register(shared, { assets: `${ASSETS}public` })
  await app.register(resourcesPlugin, {
    routes,
    controllers: new URL('./controllers/', import.meta.url),
    scopes: {
      admin: async (scope) => {
        scope.addHook('preValidation', requireAdmin)
      }
    },
    words,
    ...(baseUrl !== undefined && { baseUrl })
  })
  return app
}
