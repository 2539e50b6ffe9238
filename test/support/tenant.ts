/** An app whose routes may depend on the header `tenant`. */

import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'

export function tenantApp (): FastifyInstance {
  const tenant = {
    name: 'tenant',
    storage () {
      const known = new Map<unknown, unknown>()
      return {
        get: (key: unknown) => known.get(key) ?? null,
        set: (key: unknown, store: unknown) => {
          known.set(key, store)
        }
      }
    },
    validate: () => undefined,
    deriveConstraint: (request: { headers: Record<string, string> }) => request.headers.tenant
  }
  return Fastify({ routerOptions: { constraints: { tenant: tenant as never } } })
}
