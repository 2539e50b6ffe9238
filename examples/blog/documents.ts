/** `/docs`: what programs may send, and which statuses they get. */

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifySchema } from 'fastify'
import fp from 'fastify-plugin'

/** Actions that have nothing but a page. */
const PAGES = new Set(['new', 'edit', 'delete'])
const STATUSES: Readonly<Record<string, string>> = { create: '201', destroy: '204' }

const problem = {
  description: 'What is wrong',
  type: 'object',
  properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } }
}

export const documents = fp(async function documents (fastify) {
  await fastify.register(swagger, {
    openapi: { info: { title: 'Blog', version: '1.0.0' } },
    transform ({ schema, url, route }) {
      const resource = route.config?.resource
      const { response = {}, ...others } = (schema ?? {}) as FastifySchema & { response?: Record<string, unknown> }
      if (resource === undefined || PAGES.has(resource.action) || resource.path === '/') return { schema: { ...others, hide: true }, url }
      const [success = { description: 'Done', type: 'null' }] = Object.values(response)
      return { schema: { ...others, response: { [STATUSES[resource.action] ?? '200']: success, '4xx': problem, '5xx': problem } }, url }
    }
  })
  await fastify.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
})
