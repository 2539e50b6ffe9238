/** The promised statuses: 201 with `Location` for `create`, 204 for a `destroy` that returns nothing. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { givenId, idText } from '../../helpers/urls/ids.js'
import { namesOf } from '../../routes/names.js'
import type { Route } from '../../../types/route.js'
import { isPageType, prefersHtml } from '../requests/index.js'
import { hasRun } from './acting.js'
import { ownVariable } from './owners.js'
import { saysStatus } from './responses.js'

type Done = (error: Error | null, payload?: unknown) => void

/**
 * The hooks that set the status of a row unless its action does, before its answer is cleaned; none where the
 * action has its own schema for a success.
 */
export function promisedStatus (
  { action }: Route, own: unknown, showing: Route | undefined
): Readonly<Record<string, unknown>> {
  if (saysStatus(own, 200)) return {}
  if (action === 'create') {
    return {
      preHandler: noteStatus,
      ...createdHooks(showing, saysStatus(own, 201)),
      onError: leaveToHandler
    }
  }
  return action === 'destroy'
    ? {
        preHandler: noteStatus,
        preSerialization: setDestroyed,
        onSend: setDestroyed,
        onError: leaveToHandler
      }
    : {}
}

/** The replies whose status is set: Fastify does not tell that of 200. */
const decided = new WeakSet<FastifyReply>()

/** A preHandler hook notes whether the action sets a status. */
function noteStatus (_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { code } = reply
  reply.code = reply.status = function noteCode (status: number) {
    decided.add(reply)
    return code.call(reply, status)
  } as typeof code
  done()
}

function isOpen (reply: FastifyReply): boolean {
  return reply.statusCode === 200 && hasRun(reply) && !decided.has(reply)
}

/** A page that sends HX-Request swaps nothing on a 204. */
export function isSwapping ({ headers }: FastifyRequest): boolean {
  return headers['hx-request'] !== undefined
}

/** What create answered with, before it was cleaned. */
const created = new WeakMap<FastifyReply, object>()

/** An onError hook: the app's error handler decides, and what failed has no path. */
async function leaveToHandler (_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  decided.add(reply)
  if (!created.delete(reply)) return
  reply.code(200)
  reply.removeHeader('location')
}

/**
 * The hooks of a `create`. `isOwn` says that the action has its own schema for a 201. The text of a format,
 * such as CSV, is a 201 too, though Fastify does not serialize it. Without a format it is any text.
 */
function createdHooks (showing: Route | undefined, isOwn: boolean) {
  const locationOf = showing === undefined ? () => undefined : locatorOf(showing)
  const isPromised = (request: FastifyRequest, reply: FastifyReply): boolean =>
    isOpen(reply) && (isOwn || !isSwapping(request))

  function setCreated (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
    if (typeof payload === 'object' && payload !== null && isPromised(request, reply)) {
      created.set(reply, payload)
      reply.code(201)
    }
    done(null, payload)
  }

  function sendCreated (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
    const isText = !isPageType(String(reply.getHeader('content-type'))) && !isNothing(payload)
    if (request.format !== null && isText && isPromised(request, reply)) reply.code(201)
    const record = created.get(reply)
    const location =
      record === undefined || reply.hasHeader('location') ? undefined : locationOf(request, record)
    if (location !== undefined) reply.header('location', location)
    done(null, payload)
  }

  return { preSerialization: setCreated, onSend: sendCreated }
}

function isNothing (payload: unknown): boolean {
  return payload === undefined || payload === null || payload === 'null'
}

/** Before a schema would write null as an object, and for what no schema writes. */
function setDestroyed (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  const isPage = prefersHtml(request) || isSwapping(request)
  if (isNothing(payload) && isOpen(reply) && !isPage) reply.code(204)
  done(null, payload)
}

/**
 * Gives the path of a created record; undefined where its id or the id of a parent is unknown, or where no
 * path can have it: the record is stored by now, so that is no error. A required extension is that of the
 * request, or else the first of the row.
 */
function locatorOf (showing: Route): (request: FastifyRequest, record: object) => string | undefined {
  const own = ownVariable(showing)
  const { needsFormat, formats, controller, action } = showing
  const [routeName] = namesOf(showing)
  // Plain routes may have taken its names.
  const useRoute = routeName === undefined ? { controller, action } : { useRoute: routeName }
  return (request, record) => {
    const params = request.params as Record<string, unknown>
    try {
      const ids = showing.params.map(({ name, property }) =>
        [name, name === own ? givenId(record, property) : params[name]] as const
      )
      if (ids.some(([, id]) => idText(id) === undefined)) return undefined
      const format = formats.find((format) => format === request.format) ?? formats[0]
      const urlFor = request.urlFor as (target: object) => string
      return urlFor({ ...useRoute, ...Object.fromEntries(ids), ...(needsFormat && { format }) })
    } catch (error) {
      request.log.warn(error, 'fastify-resources: the new record has no path, so the answer no Location')
      return undefined
    }
  }
}
