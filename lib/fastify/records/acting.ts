/** Tells whether the action of a row has run: a hook before it may answer in its place. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'

const HAS_RUN = Symbol('reply.hasRun')

interface Acting {
  [HAS_RUN]?: boolean
}

export function decorateActing (fastify: FastifyInstance): void {
  fastify.decorateReply(HAS_RUN, false)
}

/** A handler that notes that it runs. A hook would do, and cost more. */
export function noteAction (handler: RouteHandlerMethod): RouteHandlerMethod {
  return function handle (request: FastifyRequest, reply: FastifyReply & Acting) {
    reply[HAS_RUN] = true
    return handler.call(this, request, reply)
  }
}

export function hasRun (reply: FastifyReply & Acting): boolean {
  return reply[HAS_RUN] === true
}
