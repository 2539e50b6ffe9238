/** The promised statuses: 201 with `Location` for `create`, 204 for a `destroy` that returns nothing. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../types/route.js'
import type { PartOptions } from '../../controllers/layers/index.js'
import { answersPage } from '../../requests/formats/index.js'
import { progressOf } from '../../requests/request/index.js'
import { saysStatus } from './declared-answers.js'
import type { LocationOf } from './location.js'

type Done = (error: Error | null, payload?: unknown) => void

/**
 * The hooks that set the status of a row unless its action does, before its answer is cleaned; none where the
 * action has its own schema for a success.
 */
export function promisedStatus (
  route: Route, response: unknown, locatorOf: (route: Route) => LocationOf
): PartOptions {
  if (saysStatus(response, 200)) return {}
  if (route.action === 'create') return { preSerialization: createdHook(locatorOf(route)) }
  return route.action === 'destroy' ? { preSerialization: setDestroyed, onSend: setDestroyed } : {}
}

function isOpen (reply: FastifyReply): boolean {
  if (reply.statusCode !== 200) return false
  const { hasRun, hasStatus } = progressOf(reply)
  return hasRun && !hasStatus
}

function createdHook (locationOf: LocationOf) {
  return function setCreated (
    request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done
  ): void {
    if (typeof payload === 'object' && payload !== null && isOpen(reply)) {
      reply.code(201)
      progressOf(reply).isCreated = true
      const location = reply.hasHeader('location') ? undefined : locationOf(request, payload)
      if (location !== undefined) reply.header('location', location)
    }
    done(null, payload)
  }
}

/** Before a schema would write null as an object, and for what no schema writes. */
function setDestroyed (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  const isNothing = payload === undefined || payload === null || payload === 'null'
  if (isNothing && isOpen(reply) && !answersPage(request, reply)) reply.code(204)
  done(null, payload)
}
