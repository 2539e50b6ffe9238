/** 405 where a path is declared and the method is not. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import { ALL_METHODS } from '../../routes/actions.js'
import { constraintsOf, findDeclared } from '../routing/index.js'
import type { Settings } from '../options.js'
import { stateOf } from '../state.js'
import type { DeclaredRow } from '../state.js'
import { OVERRIDES, strayOverrideError } from './override.js'

/**
 * Adds one hook at the root of an app, since Fastify runs only the root's hooks for a request that nothing matched. It
 * raises FST_RESOURCES_METHOD_NOT_ALLOWED for declared paths (with `methodNotAllowed`), and
 * FST_RESOURCES_METHOD_OVERRIDE for overridden forms whose site no row has checked. By then all onRequest hooks have run,
 * and no body has been read.
 */
export function guardRoot (fastify: FastifyInstance, { methodNotAllowed }: Pick<Settings, 'methodNotAllowed'>): void {
  const state = stateOf(fastify)
  if (!isRoot(fastify) || state.hasRoot) return
  state.hasRoot = true
  fastify.addHook('preParsing', methodNotAllowed ? refuseWrongMethod : refuseStrayForm)
}

/** Logs one warning for an app whose registrations are all in child scopes, where they cannot answer a 405. */
export function warnWhereInactive (fastify: FastifyInstance): void {
  fastify.addHook('onReady', function warnOnce (done) {
    const state = stateOf(this)
    if (!state.hasRoot && !state.hasWarned) {
      state.hasWarned = true
      this.log.warn('fastify-resources: wrong methods get a 404 and not a 405; register the plugin at the root too: app.register(resourcesPlugin)')
    }
    done()
  })
}

function isRoot (fastify: FastifyInstance): boolean {
  return !('initialConfig' in (Object.getPrototypeOf(fastify) as object))
}

type Done = (error: Error | null, payload?: RequestPayload) => void

function refuseStrayForm (request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload, done: Done): void {
  done(strayOverrideError(request) ?? null, payload)
}

function refuseWrongMethod (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply, payload: RequestPayload, done: Done): void {
  const error = request.is404 ? wrongMethodError(this, request, reply, { method: request.method, hasPassedGuard: false }) : undefined
  done(error ?? strayOverrideError(request) ?? null, payload)
}

/**
 * The 405 for a method that nothing answers. Undefined if all rows of the path are guarded and the client has not passed
 * the guard: then the path looks unknown. A glob without a word before it declares no path, since it would
 * declare all.
 */
export function wrongMethodError (
  fastify: FastifyInstance, request: FastifyRequest, reply: FastifyReply, { method, hasPassedGuard }: { method: string, hasPassedGuard: boolean }
): ResourcesError | undefined {
  const isHidden = (row: DeclaredRow | undefined): boolean => row?.isGuarded === true && !hasPassedGuard
  const rows = new Map<string, DeclaredRow | undefined>(ALL_METHODS.map((method) => [method, findDeclared(fastify, method, request)]))
  if (![...rows.values()].some((row) => row !== undefined && !isHidden(row) && !row.declaresAll)) return undefined
  const allowed = allowedMethods(fastify, request).filter((method) => !isHidden(rows.get(method === 'HEAD' ? 'GET' : method)))
  // Only rows with a custom constraint match.
  if (allowed.length === 0) return undefined
  reply.header('allow', allowed.join(', '))
  const overrides = method === 'POST' ? OVERRIDES.filter((method) => rows.get(method)?.isGuarded === false && rows.get(method)?.override) : []
  return createError('FST_RESOURCES_METHOD_NOT_ALLOWED', [method, request.url, allowed, overrides])
}

/** The methods that the router accepts for this URL and host. Custom constraint strategies are not evaluated. */
export function allowedMethods (fastify: FastifyInstance, { url, headers }: FastifyRequest): string[] {
  return fastify.supportedMethods.filter((method) => fastify.findRoute({ method: method as 'GET', url, constraints: constraintsOf(headers) }) !== null)
}
