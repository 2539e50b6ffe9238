/** How far the answer of a reply has come. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'

interface Progress {
  /** Whether the action has run: a hook before it may answer in its place. */
  hasRun: boolean
  /** Whether something has set the status: Fastify does not tell that of 200. */
  hasStatus: boolean
  /** Whether it has the status and the path of a created record. */
  isCreated: boolean
  /** Whether an error handler answers. */
  hasFailed: boolean
  /** The reply's own. */
  readonly code: (this: FastifyReply, status: number) => FastifyReply
}

const PROGRESS = Symbol('reply.progress')

// A field of the reply costs less than a WeakMap.
export function decorateProgress (fastify: FastifyInstance): void {
  fastify.decorateReply(PROGRESS, null)
}

export function progressOf (reply: FastifyReply & { [PROGRESS]?: Progress | null }): Progress {
  return (reply[PROGRESS] ??= {
    hasRun: false, hasStatus: false, isCreated: false, hasFailed: false, code: reply.code
  })
}

/** A handler that notes that it runs, and on demand its status. A hook would do, and cost more. */
export function noteAction (handler: RouteHandlerMethod, notesStatus: boolean): RouteHandlerMethod {
  return function handle (request: FastifyRequest, reply: FastifyReply) {
    progressOf(reply).hasRun = true
    if (notesStatus) reply.code = reply.status = noteCode as typeof reply.code
    return handler.call(this, request, reply)
  }
}

// One for all replies: a closure for each would cost a third of what such an answer adds.
function noteCode (this: FastifyReply, status: number): FastifyReply {
  const progress = progressOf(this)
  progress.hasStatus = true
  return progress.code.call(this, status)
}
