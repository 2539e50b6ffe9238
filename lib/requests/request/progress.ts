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
}

const PROGRESS = Symbol('reply.progress')

// A field of the reply costs less than a WeakMap.
export function decorateProgress (fastify: FastifyInstance): void {
  fastify.decorateReply(PROGRESS, null)
}

export function progressOf (reply: FastifyReply & { [PROGRESS]?: Progress | null }): Progress {
  return (reply[PROGRESS] ??= { hasRun: false, hasStatus: false, isCreated: false, hasFailed: false })
}

/** A handler that notes that it runs, and on demand its status. A hook would do, and cost more. */
export function noteAction (handler: RouteHandlerMethod, notesStatus: boolean): RouteHandlerMethod {
  return function handle (request: FastifyRequest, reply: FastifyReply) {
    progressOf(reply).hasRun = true
    if (notesStatus) noteStatus(reply)
    return handler.call(this, request, reply)
  }
}

/** Notes whether the action sets a status. */
function noteStatus (reply: FastifyReply): void {
  const { code } = reply
  reply.code = reply.status = function noteCode (status: number) {
    progressOf(reply).hasStatus = true
    return code.call(reply, status)
  } as typeof code
}

/** A controller itself answers a failed request. */
export function cleanAgain (reply: FastifyReply): void {
  progressOf(reply).hasFailed = false
}
