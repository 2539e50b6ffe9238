/** What is the same for all visitors: assets, `/docs` and `/health`. */

import fastifyStatic from '@fastify/static'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { get } from '../models/database.js'

export async function shared (fastify: FastifyInstance, { assets }: { assets: string }): Promise<void> {
  // What is not there has no route, so it is a page like any other.
  await fastify.register(fastifyStatic, { root: assets, prefix: '/assets/', wildcard: false })
  await fastify.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // The pages work over plain http too, and Swagger UI sets styles of elements.
    transformStaticCSP: (policy) => policy
      .replace(/ ?upgrade-insecure-requests;/, '')
      .replace('style-src', "$& 'unsafe-inline'")
  })
  fastify.get('/health', { logLevel: 'warn', schema: { hide: true } }, async () => {
    get(fastify.db, 'SELECT id FROM users LIMIT 1')
    return { status: 'ok' }
  })
}
