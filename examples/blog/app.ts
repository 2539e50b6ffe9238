/** The app: plugins, who is let in where, and the tree. */

import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { fileURLToPath } from 'node:url'
import resourcesPlugin from 'fastify-resources'
import { database } from './database.js'
import { pages } from './pages.js'
import { routes } from './routes.js'
import { seeds } from './seeds.js'
import { requireAdmin, visitors } from './visitors.js'

export interface BlogOptions {
  /** `file:blog.db`, or a libSQL server. */
  readonly databaseUrl: string
  /** Signs cookies. Default: another one at each start, so that forms that are open then must be loaded again. */
  readonly secret?: string | undefined
  /** Where the blog is reached, behind a proxy. Default: what requests say. */
  readonly baseUrl?: string | undefined
  /** The first admin of a new database. */
  readonly admin?: { readonly email?: string | undefined, readonly password?: string | undefined } | undefined
  readonly fastify?: FastifyServerOptions
}

const assets = fileURLToPath(new URL('./assets/', import.meta.url))

export async function createApp ({ databaseUrl, secret, baseUrl, admin = {}, fastify: options = {} }: BlogOptions): Promise<FastifyInstance> {
  const app = Fastify({ requestTimeout: 30_000, ajv: { customOptions: { allErrors: true } }, ...options })
  await app.register(database, { url: databaseUrl })
  await app.register(seeds, admin)

  await app.register(helmet, {
    // So that the pages work on plain http too; and forms over it tell where they come from.
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    referrerPolicy: { policy: 'same-origin' }
  })
  await app.register(cookie, { secret: secret ?? randomBytes(32).toString('hex') })
  await app.register(rateLimit, { global: false })
  await app.register(pages, { views: `${assets}views`, links: { stylesheet: '/assets/blog.css', docs: '/docs' } })
  await app.register(visitors)
  await app.register(swagger, { openapi: { info: { title: 'Blog', version: '1.0.0' } } })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
  await app.register(fastifyStatic, { root: `${assets}public`, prefix: '/assets/' })

  await app.register(resourcesPlugin, {
    routes,
    controllers: new URL('./controllers/', import.meta.url),
    scopes: { admin: async (scope) => { scope.addHook('onRequest', requireAdmin) } },
    ...baseUrl !== undefined && { baseUrl }
  })
  return app
}
