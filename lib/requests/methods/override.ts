/** `_method`: a form becomes the request that it names, before Fastify routes it. */

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import { isObject } from '../../routes/objects.js'
import type { Method } from '../../../types/route.js'
import type { MethodOverride } from '../../controllers/plugin-options.js'
import { findRow } from '../routing/index.js'
import { stateOf } from '../../controllers/state.js'
import { overrideFinder } from './field.js'
import type { Find } from './field.js'
import { peek } from './head.js'

// A short name, since find-my-way repeats it in the code that it generates for each route.
const STRATEGY = 'formMethod'

/** How much of a body may be held in memory before any hook has run. */
const WINDOW = 64 * 1024

/** The methods that a form may name, in any letter case. */
export const OVERRIDES = ['PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[]

export type Override = (typeof OVERRIDES)[number]

export function isOverride (method: string): method is Override {
  return (OVERRIDES as readonly string[]).includes(method)
}

/** Whether a request of the method is meant to change something. */
export function isWriting (method: string): boolean {
  return method === 'POST' || isOverride(method)
}

export function readOverride (text: string): Override | undefined {
  return OVERRIDES.find((method) => method === text.toUpperCase())
}

const kAccepted = Symbol('fastify-resources.accepted')
const kIsUnread = Symbol('fastify-resources.isUnread')

interface Marked {
  /** Of a form that became another request: whether it reached a row that accepts forms. */
  [kAccepted]?: boolean
  /** Of a form that stayed a POST: whether it may name a method after what was read. */
  [kIsUnread]?: boolean
}

type Raw = IncomingMessage & Marked

type Done = (error: null, value: undefined) => void

/**
 * Reads `_method` of forms, once an app. Fastify routes before it reads a body, but it waits for an
 * asynchronous constraint strategy. The value of this one is always undefined, so it constrains nothing. The
 * router reads the method afterwards.
 *
 * Throws FST_RESOURCES_STRATEGY if the app has another strategy of that name.
 */
export function overrideMethods (fastify: FastifyInstance): void {
  const state = stateOf(fastify)
  if (state.hasStrategy) return
  if (fastify.hasConstraintStrategy(STRATEGY)) throw createError('FST_RESOURCES_STRATEGY', [STRATEGY])
  state.hasStrategy = true
  fastify.addConstraintStrategy({
    name: STRATEGY,
    // Makes the router derive it although no route is constrained by it.
    mustMatchWhenDerived: true,
    storage: () => new Map(),
    deriveConstraint (request: Raw, _context: unknown, done: Done) {
      const find =
        request.method === 'POST' && hasBody(request)
          ? overrideFinder(request.headers['content-type'])
          : undefined
      if (find === undefined) done(null, undefined)
      else overrideMethod(fastify, request, find, done)
    }
  } as never)
}

/**
 * A form becomes the request that it names only if a row of this plugin answers that method. A hook of the
 * row accepts it. Every other form stays a POST.
 */
function overrideMethod (fastify: FastifyInstance, request: Raw, find: Find, done: Done): void {
  const first = findOverride(fastify, request, OVERRIDES)
  if (first === undefined) {
    done(null, undefined)
    return
  }
  const { timeout } = first.override
  peek(request, {
    size: WINDOW,
    timeout,
    edit (head, whole) {
      const { value = '', rest = '' } = find(head.toString('latin1'), whole) ?? {}
      const method = readOverride(value)
      const isDeclared =
        method === first.method ||
        (method !== undefined && findOverride(fastify, request, [method]) !== undefined)
      if (!isDeclared) {
        request[kIsUnread] = !whole
        return head
      }
      request[kAccepted] = false
      request.method = method
      return replaceHead(head, rest, request)
    },
    giveUp () {
      const { method, url } = request
      request[kIsUnread] = true
      fastify.log.warn(
        { method, url },
        `fastify-resources: the beginning of a form did not arrive within ${timeout} ms, so it stays a POST`
      )
    },
    done: () => { done(null, undefined) }
  })
}

/** The first of these methods by which forms may reach a row at the URL of a request. */
function findOverride (
  fastify: FastifyInstance, request: Raw, methods: readonly Override[]
): { method: Override, override: MethodOverride } | undefined {
  for (const method of methods) {
    const override = findRow(fastify, method, request)?.row.override ?? null
    if (override !== null) return { method, override }
  }
  return undefined
}

/** HTTP/2 has neither header where the body is a stream. A length may be `00`. */
function hasBody ({ headers, httpVersionMajor }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined
    ? headers['transfer-encoding'] !== undefined || httpVersionMajor > 1
    : Number(length) > 0
}

function replaceHead (head: Buffer, rest: string, { headers }: IncomingMessage): Buffer {
  // An empty field, since an empty stream would end before its reader listens.
  const left = Buffer.from(rest === '' ? '&' : rest, 'latin1')
  const length = headers['content-length']
  if (length !== undefined) headers['content-length'] = String(Number(length) - head.length + left.length)
  return left
}

/** `request.originalMethod`. */
export function decorateOriginalMethod (fastify: FastifyInstance): void {
  fastify.decorateRequest('originalMethod', { getter: getOriginalMethod })
}

function getOriginalMethod (this: FastifyRequest): string {
  return (this.raw as Raw)[kAccepted] === undefined ? this.method : 'POST'
}

/**
 * The error for an overridden form that no row has accepted. It reached no row, one that accepts no forms, or
 * one of the app's own routes: those may have the same parameters as the row but another pattern or
 * constraint.
 */
export function strayOverrideError (request: FastifyRequest): ResourcesError | undefined {
  return (request.raw as Raw)[kAccepted] === false
    ? createError('FST_RESOURCES_METHOD_OVERRIDE', [request.method, false])
    : undefined
}

/** Whether a form stayed a POST, and may name a method after what was read of it. */
export function isUnreadForm (request: FastifyRequest): boolean {
  return (request.raw as Raw)[kIsUnread] === true
}

/**
 * The error for a parsed form that became another request and names a method once more, after what was read:
 * the last one counts.
 */
export function secondOverrideError (request: FastifyRequest): ResourcesError | undefined {
  const { raw, body } = request
  return (raw as Raw)[kAccepted] === true && isObject(body) && Object.hasOwn(body, '_method')
    ? createError('FST_RESOURCES_METHOD_OVERRIDE', [lastValue(body._method), true])
    : undefined
}

/** Of several fields of one name the last one counts, as in Rails. */
export function lastValue (value: unknown): unknown {
  return Array.isArray(value) ? value.at(-1) : value
}

/** The onRequest hook of the rows that a form may reach by naming their method. */
export function acceptForm (request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const raw = request.raw as Raw
  if (raw[kAccepted] === false) raw[kAccepted] = true
  done()
}
