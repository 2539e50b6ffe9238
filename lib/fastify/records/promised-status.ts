/** The promised statuses: 201 with `Location` for `create`, 204 for a `destroy` that returns nothing. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { givenId, idText } from '../../helpers/urls/id-checks.js'
import { helperNames, namesOf } from '../../routes/route-names.js'
import { ownVariable } from '../../routes/owners.js'
import type { Route } from '../../../types/route.js'
import type { PartOptions } from '../layers/index.js'
import { isPageType, prefersPage } from '../formats/index.js'
import { progressOf } from '../requests/index.js'
import { saysStatus } from './declared-answers.js'

type Done = (error: Error | null, payload?: unknown) => void

/**
 * The hooks that set the status of a row unless its action does, before its answer is cleaned; none where the
 * action has its own schema for a success.
 */
export function promisedStatus (
  { action }: Route, response: unknown, showing: Route | undefined
): PartOptions {
  if (saysStatus(response, 200)) return {}
  if (action === 'create') return createdHooks(showing, saysStatus(response, 201))
  return action === 'destroy' ? { preSerialization: setDestroyed, onSend: setDestroyed } : {}
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
function createdHooks (showing: Route | undefined, isOwn: boolean) {
  const locationOf = showing === undefined ? () => undefined : locatorOf(showing)
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
  const isPage = prefersPage(request) || isSwapping(request)
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
  const { params, needsFormat, formats } = showing
  const pathOf = pathBuilder(showing)
  return (request, record) => {
    const texts = request.params as Record<string, unknown>
    try {
      const ids = params.map(({ name, property }) => name === own ? givenId(record, property) : texts[name])
      if (ids.some((id) => idText(id) === undefined)) return undefined
      if (!needsFormat) return pathOf(request, ids)
      const format = formats.find((format) => format === request.format) ?? formats[0]
      return pathOf(request, ids, { format })
    } catch (error) {
      request.log.warn(error, 'fastify-resources: the new record has no path, so the answer no Location')
      return undefined
    }
  }
}

type PathOf = (request: FastifyRequest, ids: readonly unknown[], options?: object) => string

type Helper = (...args: readonly unknown[]) => string

type Helpers = Readonly<Record<string, Helper>>

/** By the helper of a row, which costs less than the long form; plain routes may have taken its names. */
function pathBuilder (showing: Route): PathOf {
  const { controller, action, params } = showing
  const [name] = namesOf(showing)
  if (name !== undefined) {
    const { path } = helperNames(name)
    let known: { readonly server: FastifyInstance, readonly helper: Helper | undefined } | undefined
    return ({ server }, ids, ...options) => {
      if (known?.server !== server) known = { server, helper: (server.urlFor as unknown as Helpers)[path] }
      return (known.helper as Helper)(...ids, ...options)
    }
  }
  return ({ server }, ids, options) => {
    const urlFor = server.urlFor as unknown as (row: object) => string
    const byName = Object.fromEntries(params.map(({ name }, position) => [name, ids[position]]))
    return urlFor({ controller, action, ...byName, ...options })
  }
}
