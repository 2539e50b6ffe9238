/** The OpenAPI document. */

import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { openapiOptions } from 'fastify-resources'
import { COOKIE } from './visitors.js'

interface Operation {
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, unknown>> }>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Programs read JSON: a client that knows of no page or feed gets one type for each answer. */
function tellJsonAlone (paths: Paths): void {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  for (const answer of operations.flatMap(({ responses }) => Object.values(responses))) {
    const json = answer.content?.['application/json']
    if (json !== undefined) answer.content = { 'application/json': json }
  }
}

export const documents = fp(async function documents (fastify) {
  const session = { type: 'apiKey', in: 'cookie', name: COOKIE } as const
  await fastify.register(swagger, openapiOptions({
    openapi: {
      openapi: '3.1.0',
      info: { title: fastify.site.name, version: '1.0.0' },
      components: { securitySchemes: { session } },
      // Some operations need none. The others lead a visitor without one to the log-in.
      security: [{}, { session: [] }]
    },
    transformObject (document) {
      if (!('openapiObject' in document)) return document.swaggerObject
      tellJsonAlone(document.openapiObject.paths as unknown as Paths)
      return document.openapiObject
    }
  }))
})
