/** The promised statuses: 201 with `Location` for `create`, 204 for a `destroy` that returns nothing. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../types/route.js'
import type { PartOptions } from '../../controllers/layers/index.js'
import { answersPage, isPageType } from '../../requests/formats/index.js'
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
  if (route.action === 'create') return createdHooks(locatorOf(route), saysStatus(response, 201))
  return route.action === 'destroy' ? { preSerialization: setDestroyed, onSend: setDestroyed } : {}
}

function isOpen (reply: FastifyReply): boolean {
  if (reply.statusCode !== 200) return false
  const { hasRun, hasStatus } = progressOf(reply)
  return hasRun && !hasStatus
}

/** A page that sends HX-Request swaps nothing on a 204. */
export function isSwapping ({ headers }: FastifyRequest): boolean {
  return headers['hx-request'] !== undefined
}

/**
 * The hooks of a `create`. `isOwn` says that the action has its own schema for a 201. The text of a format,
 * such as CSV, is a 201 too, though Fastify does not serialize it. Without a format it is any text.
 */
function createdHooks (locationOf: LocationOf, isOwn: boolean) {
  const isPromised = (request: FastifyRequest, reply: FastifyReply): boolean =>
    isOpen(reply) && (isOwn || !isSwapping(request))

  function setCreated (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
    if (typeof payload === 'object' && payload !== null && isPromised(request, reply)) {
      reply.code(201)
      progressOf(reply).isCreated = true
      const location = reply.hasHeader('location') ? undefined : locationOf(request, payload)
      if (location !== undefined) reply.header('location', location)
    }
    done(null, payload)
  }

  function sendCreated (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
    if (request.format !== null && isPromised(request, reply)) {
      const isText = !isPageType(String(reply.getHeader('content-type'))) && !isNothing(payload)
      if (isText) reply.code(201)
    }
    done(null, payload)
  }

  return { preSerialization: setCreated, onSend: sendCreated }
}

function isNothing (payload: unknown): boolean {
  return payload === undefined || payload === null || payload === 'null'
}

/** Before a schema would write null as an object, and for what no schema writes. */
function setDestroyed (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  const isDestroyed = isNothing(payload) && isOpen(reply) && !isSwapping(request)
  if (isDestroyed && !answersPage(request, reply)) reply.code(204)
  done(null, payload)
}
