/** `_method`: a form becomes the request that it names, before it is routed. */

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import { METHODS } from '../../routes/actions.js'
import { isObject } from '../../routes/objects.js'
import type { Method } from '../../../types/route.js'
import { editHead } from './head.js'
import { crossSiteError } from './site.js'
import type { Trust } from '../options.js'
import { findDeclared } from '../routing/index.js'
import { isForm, overrideFinder } from './field.js'
import type { OverrideField } from './field.js'

// Part of the source of a function for each route, so short.
const STRATEGY = 'formMethod'

/** A larger one would hold more of bodies that no hook has judged yet. */
const WINDOW = 64 * 1024

/** What a form may name, in any letter case. */
export const OVERRIDES = ['PUT', 'PATCH', 'DELETE']

function isOverride (method: string): boolean {
  return OVERRIDES.includes(method.toUpperCase())
}

const kOverridden = Symbol('fastify-resources.overridden')
const kRefusal = Symbol('fastify-resources.refusal')

interface Judged {
  /** By whose word it has become another request. */
  [kOverridden]?: Trust
  [kRefusal]?: ResourcesError
}

type Done = (error?: Error) => void

/**
 * Reads `_method` of forms posted to declared paths, once an app. Fastify routes before it has a body, and an
 * asynchronous constraint strategy is what it waits for before; its value is always undefined, so that it
 * constrains nothing. The router reads the method afterwards.
 */
export function overrideMethods (fastify: FastifyInstance): void {
  if (fastify.hasConstraintStrategy(STRATEGY)) return
  fastify.addConstraintStrategy({
    name: STRATEGY,
    // What makes the router derive it though no route is constrained by it.
    mustMatchWhenDerived: true,
    storage: () => new Map(),
    deriveConstraint (request: IncomingMessage, _context: unknown, done: (error: null, value: undefined) => void) {
      if (request.method === 'POST') overrideMethod(fastify, request, () => { done(null, undefined) })
      else done(null, undefined)
    }
  } as never)
}

function overrideMethod (fastify: FastifyInstance, request: IncomingMessage & Judged, done: () => void): void {
  const find = overrideFinder(request.headers['content-type'])
  const trustOf = (methods: readonly Method[]): Trust | null => findDeclared(fastify, request, methods)?.trust ?? null
  if (find === undefined || !hasBody(request) || trustOf(METHODS) === null) {
    done()
    return
  }
  editHead(request, WINDOW, function takeOverride (head, whole) {
    const field = find(head.toString('latin1'), whole)
    if (field === undefined || !isOverride(field.value)) return head
    const method = field.value.toUpperCase() as Method
    // Of several registrations, that of the route that it would reach.
    const trust = trustOf([method, ...METHODS])
    if (trust === null) return head
    const refusal = crossSiteError(request.headers, trust)
    if (refusal !== undefined) {
      // It stays the POST that a form of another site may always send, and is refused as such.
      request[kRefusal] = refusal
      return head
    }
    request[kOverridden] = trust
    request.method = method
    return takeOut(field, head, request)
  }, done)
}

/** HTTP/2 has neither header where the body is a stream. */
function hasBody ({ headers, httpVersionMajor }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined || httpVersionMajor > 1 : length !== '0'
}

function takeOut ({ start, end }: OverrideField, head: Buffer, { headers }: IncomingMessage): Buffer {
  const rest = start === 0 ? head.subarray(end) : Buffer.concat([head.subarray(0, start), head.subarray(end)])
  // An empty field, since a stream without bytes would end before its reader comes.
  const left = rest.length === 0 ? Buffer.from('&') : rest
  const length = headers['content-length']
  if (length !== undefined) headers['content-length'] = String(Number(length) - head.length + left.length)
  return left
}

/** `request.originalMethod`. */
export function decorateOriginalMethod (fastify: FastifyInstance): void {
  if (!fastify.hasRequestDecorator('originalMethod')) fastify.decorateRequest('originalMethod', { getter: getOriginalMethod })
}

function getOriginalMethod (this: FastifyRequest): string {
  return (this.raw as Judged)[kOverridden] === undefined ? this.method : 'POST'
}

/** FST_RESOURCES_CROSS_SITE where the request is a form from another site that names another method. */
export function refusalOf ({ raw }: FastifyRequest): ResourcesError | undefined {
  return (raw as Judged)[kRefusal]
}

/** The hooks of declared routes that take forms, before their own. */
export function overrideHooks (methods: readonly string[]): Partial<RouteShorthandOptions> {
  return { onRequest: refuseForeignForm, ...methods.includes('POST') && { preHandler: refuseMissedOverride } }
}

function refuseForeignForm (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
  const trust = (request.raw as Judged)[kOverridden]
  // Judged once more: what a proxy says of the host counts where the app trusts it, which is known only here.
  done(refusalOf(request) ?? (trust === undefined ? undefined : crossSiteError(request.headers, trust, request.host)))
}

/** A form that names another method never runs as a POST. */
function refuseMissedOverride (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
  const named = request.method === 'POST' && isForm(request.headers['content-type']) ? namedMethod(request.body) : undefined
  done(named === undefined ? undefined : createError('FST_RESOURCES_METHOD_OVERRIDE', [named]))
}

function namedMethod (body: unknown): string | undefined {
  const field = isObject(body) ? [body._method].flat()[0] : undefined
  // A field of @fastify/multipart with all that belongs to it.
  const value = isObject(field) ? field.value : field
  return typeof value === 'string' && isOverride(value) ? value : undefined
}
