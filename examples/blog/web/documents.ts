/** The OpenAPI document. */

import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { openapiOptions } from 'fastify-resources'

export const documents = fp(async function documents (fastify) {
  await fastify.register(
    swagger,
    openapiOptions({ openapi: { openapi: '3.1.0', info: { title: fastify.site.name, version: '1.0.0' } } })
  )
})
