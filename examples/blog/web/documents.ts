/** The OpenAPI document. */

import swagger, { type SwaggerTransform } from '@fastify/swagger'
import fp from 'fastify-plugin'
import { openapiOptions } from 'fastify-resources'

/** The statuses of guards and models, which no schema knows. */
const addRefusals: SwaggerTransform = ({ schema, url }) => ({
  schema: { ...schema, response: { ...(schema.response as object), '4xx': { $ref: 'ErrorResponse#' } } },
  url
})

export const documents = fp(async function documents (fastify) {
  await fastify.register(
    swagger,
    openapiOptions({
      openapi: { openapi: '3.1.0', info: { title: fastify.site.name, version: '1.0.0' } },
      transform: addRefusals
    })
  )
})
