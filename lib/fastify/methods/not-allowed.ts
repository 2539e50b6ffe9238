/** 405 where a path is declared and the method is not. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import { METHODS } from '../../routes/actions.js'
import { constraintsOf, findDeclared } from '../routing/index.js'
import type { Settings } from '../options.js'
import { stateOf } from '../state.js'
import type { DeclaredRow } from '../state.js'
import { OVERRIDES, strayOverrideError } from './override.js'

/**
 * Guards what reaches no row of ours, once an app and at the root only, since a request that nothing matched has the
 * root's hooks. Raises FST_RESOURCES_METHOD_NOT_ALLOWED for declared paths, through the app's error handler, where
 * `methodNotAllowed` is on, and FST_RESOURCES_METHOD_OVERRIDE for forms that have reached a route of the app's own. It is
 * raised before parsing, when all onRequest hooks have run and no body has been read.
 */
export function guardRoot (fastify: FastifyInstance, { methodNotAllowed }: Pick<Settings, 'methodNotAllowed'>): void {
  const state = stateOf(fastify)
  if (!isRoot(fastify) || state.hasRoot) return
  state.hasRoot = true
  fastify.addHook('preParsing', methodNotAllowed ? refuseWrongMethod : refuseStrayForm)
}

/** Logs one warning an app where registrations are there, but none at the root that could refuse for them. */
export function warnWhereInactive (fastify: FastifyInstance): void {
  fastify.addHook('onReady', function warnOnce (done) {
    const state = stateOf(this)
    if (!state.hasRoot && !state.hasWarned) {
      state.hasWarned = true
      this.log.warn('fastify-resources: wrong methods get a 404, not a 405, since that needs the plugin at the root too: app.register(resourcesPlugin)')
    }
    done()
  })
}

function isRoot (fastify: FastifyInstance): boolean {
  return !('initialConfig' in (Object.getPrototypeOf(fastify) as object))
}

type Done = (error: Error | null, payload?: RequestPayload) => void

function refuseStrayForm (request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload, done: Done): void {
  finish(strayOverrideError(request), payload, done)
}

function refuseWrongMethod (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply, payload: RequestPayload, done: Done): void {
  finish(request.is404 ? wrongMethodError(this, request, reply, { method: request.method, hasPassedGuard: false }) : strayOverrideError(request), payload, done)
}

function finish (error: Error | undefined, payload: RequestPayload, done: Done): void {
  if (error === undefined) done(null, payload)
  else done(error)
}

/**
 * The 405 of a method that nothing answers. Whoever has not passed the guard before a row is told what an unknown path
 * would be told: undefined where all rows are guarded.
 */
export function wrongMethodError (
  fastify: FastifyInstance, request: FastifyRequest, reply: FastifyReply, { method, hasPassedGuard }: { method: string, hasPassedGuard: boolean }
): ResourcesError | undefined {
  const isHidden = (row: DeclaredRow | undefined): boolean => row?.isGuarded === true && !hasPassedGuard
  const rows = new Map<string, DeclaredRow | undefined>(METHODS.map((method) => [method, findDeclared(fastify, method, request)]))
  if (![...rows.values()].some((row) => row !== undefined && !isHidden(row))) return undefined
  const allowed = allowedMethods(fastify, request).filter((method) => !isHidden(rows.get(method === 'HEAD' ? 'GET' : method)))
  // Only rows under a condition of the app's own may answer.
  if (allowed.length === 0) return undefined
  reply.header('allow', allowed.join(', '))
  const override = method === 'POST' ? OVERRIDES.find((method) => rows.get(method)?.isGuarded === false && rows.get(method)?.override) : undefined
  return createError('FST_RESOURCES_METHOD_NOT_ALLOWED', [method, request.url, allowed, override])
}

/** What the router would take for this URL and host; what a strategy of the app's own would say is not asked. */
export function allowedMethods (fastify: FastifyInstance, { url, headers }: FastifyRequest): string[] {
  return fastify.supportedMethods.filter((method) => fastify.findRoute({ method: method as 'GET', url, constraints: constraintsOf(headers) }) !== null)
}
