/** Tells whether the action of a row has run: a hook before it may answer in its place. */

import type { FastifyReply, FastifyRequest } from 'fastify'

const acting = new WeakSet<FastifyReply>()

/** The last preHandler hook of a row. */
export function noteAction (_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  acting.add(reply)
  done()
}

export function hasRun (reply: FastifyReply): boolean {
  return acting.has(reply)
}
