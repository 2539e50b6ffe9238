/** 405 where a path is declared and the method is not. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import { constraintsOf, findDeclared } from '../routing/index.js'
import { OVERRIDES, refusalOf } from './override.js'

// What nothing matched has the hooks of the root, so the hook stands there, once an app.
const guarded = new WeakSet<object>()

/**
 * Raises FST_RESOURCES_METHOD_NOT_ALLOWED for declared paths (FST_RESOURCES_CROSS_SITE for a form that would have
 * become another request), through the app's error handler; at the root only, since a request that nothing matched
 * has the root's hooks. It is raised before parsing, when all onRequest hooks have run and no body has been read.
 */
export function refuseWrongMethods (fastify: FastifyInstance): void {
  const { initialConfig } = fastify
  if (isRoot(fastify) && !guarded.has(initialConfig)) {
    guarded.add(initialConfig)
    fastify.addHook('preParsing', refuseWrongMethod)
  }
}

/** Logs one warning an app where registrations are there, but none at the root that could refuse for them. */
export function warnWhereInactive (fastify: FastifyInstance): void {
  if (isRoot(fastify)) return
  fastify.addHook('onReady', function warnOnce (done) {
    if (!guarded.has(this.initialConfig)) {
      guarded.add(this.initialConfig)
      this.log.warn('fastify-resources: wrong methods get a 404, not a 405, since that needs the plugin at the root too: app.register(resourcesPlugin)')
    }
    done()
  })
}

function isRoot (fastify: FastifyInstance): boolean {
  return !('initialConfig' in (Object.getPrototypeOf(fastify) as object))
}

function refuseWrongMethod (
  this: FastifyInstance, request: FastifyRequest, reply: FastifyReply, payload: RequestPayload, done: (error: Error | null, payload?: RequestPayload) => void
): void {
  const error = request.is404 ? refusalOf(request) ?? wrongMethodError(this, request, reply) : undefined
  if (error === undefined) done(null, payload)
  else done(error)
}

function wrongMethodError (fastify: FastifyInstance, request: FastifyRequest, reply: FastifyReply): ResourcesError | undefined {
  const declared = findDeclared(fastify, request)
  if (declared === undefined) return undefined
  const allowed = allowedMethods(fastify, request)
  if (allowed.length === 0) return undefined
  reply.header('allow', allowed.join(', '))
  const override = request.method === 'POST' && declared.trust !== null ? OVERRIDES.find((method) => allowed.includes(method)) : undefined
  return createError('FST_RESOURCES_METHOD_NOT_ALLOWED', [request.method, request.url, allowed, override])
}

/** What the router would take for this URL and host; what a strategy of the app's own would say is not asked. */
function allowedMethods (fastify: FastifyInstance, { url, headers }: FastifyRequest): string[] {
  return fastify.supportedMethods.filter((method) => fastify.findRoute({ method: method as 'GET', url, constraints: constraintsOf(headers) }) !== null)
}
