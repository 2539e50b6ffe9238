/** `request.record`, null until it is loaded, and `request.parents`, until then without any. */

import type { FastifyInstance } from 'fastify'
import { NOTHING } from '../../routes/objects.js'

const PARENTS = Symbol('request.parents')

export function decorateRecords (fastify: FastifyInstance): void {
  fastify.decorateRequest('record', null)
  fastify.decorateRequest<object | null>(PARENTS, null)
  fastify.decorateRequest('parents', {
    getter () {
      return this.getDecorator<object | null>(PARENTS) ?? NOTHING
    },
    setter (parents) {
      this.setDecorator(PARENTS, parents)
    }
  })
}
