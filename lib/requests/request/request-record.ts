/** `request.record` and its version, null until they are known, and `request.parents`. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NOTHING } from '../../routes/objects.js'

const PARENTS = Symbol('request.parents')

/** A field of the request costs less than its `setDecorator`. */
interface Parents {
  [PARENTS]: object | null
}

export function decorateRecords (fastify: FastifyInstance): void {
  fastify.decorateRequest('record', null)
  fastify.decorateRequest('expectedVersion', null)
  fastify.decorateRequest<object | null>(PARENTS, null)
  fastify.decorateRequest('parents', {
    getter (this: FastifyRequest & Parents) {
      return this[PARENTS] ?? NOTHING
    },
    setter (this: FastifyRequest & Parents, parents) {
      this[PARENTS] = parents
    }
  })
}
