/** A record that does not exist: a 404 that names it, or the app's own page where HTML is preferred. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import type { Route } from '../../../types/route.js'
import { prefersHtml } from '../requests/index.js'
import { ownVariable } from './owners.js'

type Done = (error: Error | null, payload?: unknown) => void

/** Answers with the app's not-found page, or returns the error. */
export function refuseMissing (
  request: FastifyRequest, reply: FastifyReply, name: string, id: unknown
): ResourcesError | undefined {
  if (!prefersHtml(request)) return createError('FST_RESOURCES_NOT_FOUND', [name.replaceAll('_', ' '), id])
  // A format that was chosen is that of another answer.
  reply.removeHeader('content-type')
  reply.callNotFound()
  return undefined
}

/** The hooks of a `show` that returns nothing. */
export function missing (route: Route) {
  const variable = ownVariable(route)

  function refuseNothing (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
    if (reply.statusCode !== 200 || (payload !== undefined && payload !== null)) {
      done(null, payload)
      return
    }
    const id = variable === null ? undefined : (request.params as Record<string, unknown>)[variable]
    const error = refuseMissing(request, reply, route.resource.singular, id)
    // The not-found handler takes over, so done is not called.
    if (error !== undefined) done(error)
  }

  return { preSerialization: refuseNothing, onSend: refuseNothing }
}
