/** The OpenAPI document. */

import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { openapiOptions } from 'fastify-resources'
import { COOKIE } from './visitors.js'

export const documents = fp(async function documents (fastify) {
  const session = { type: 'apiKey', in: 'cookie', name: COOKIE } as const
  await fastify.register(swagger, openapiOptions({
    openapi: {
      openapi: '3.1.0',
      info: { title: fastify.site.name, version: '1.0.0' },
      components: { securitySchemes: { session } },
      // Some operations need none. The others lead a visitor without one to the log-in.
      security: [{}, { session: [] }]
    }
  }))
})
