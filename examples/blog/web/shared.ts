/** What is the same for all visitors, so that nobody looks up who they are: assets, `/docs` and `/health`. */

import fastifyStatic from '@fastify/static'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { isAvailable } from '../models/database.js'
import { ASSETS, cacheAsset } from './assets.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Only there in this scope. */
    readonly isShared?: true
  }
}

export async function shared (fastify: FastifyInstance): Promise<void> {
  fastify.decorate('isShared', true)
  fastify.addHook('onRequest', async function askAgain (_request, reply) {
    reply.header('cache-control', 'no-cache')
  })
  await fastify.register(fastifyStatic, {
    root: `${ASSETS}public`,
    prefix: '/assets/',
    // What is not there has no route, so it is a page like any other.
    wildcard: false,
    cacheControl: false,
    setHeaders: cacheAsset
  })
  await fastify.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // The pages work over plain http too, and Swagger UI sets styles of elements.
    transformStaticCSP: (policy) => policy
      .replace(/ ?upgrade-insecure-requests;/, '')
      .replace('style-src', "$& 'unsafe-inline'")
  })
  fastify.get('/health', { logLevel: 'silent', schema: { hide: true } }, async (_request, reply) => {
    if (await isAvailable(fastify.db)) return { status: 'ok' }
    return await reply.code(503).header('retry-after', '5').send({ status: 'unavailable' })
  })
}
