/** What does not exist: the app's not-found page for a visitor, and a 404 that names it for a program. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import { answersPage } from '../formats/index.js'

/** Answers with the not-found page, or returns the error. */
export function refuseMissing (
  request: FastifyRequest, reply: FastifyReply, name: string, id: unknown
): ResourcesError | undefined {
  if (!answersPage(request, reply)) {
    return createError('FST_RESOURCES_NOT_FOUND', [name.replaceAll('_', ' '), id])
  }
  answerNotFound(reply)
  return undefined
}

export function answerNotFound (reply: FastifyReply): void {
  // A format that was chosen is that of another answer.
  reply.removeHeader('content-type')
  reply.callNotFound()
}
