/** The option `problems`: all errors of a scope are problems (RFC 9457). */

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { show } from '../../text.js'
import { isRoot } from '../../controllers/root.js'
import { stateOf } from '../../controllers/state.js'
import type { ErrorChange } from '../../../types/plugin-settings.js'
import { nameFields } from './field-errors.js'
import {
  hasDefaultHandler, hasProblems, isLogged, kProblems, logFailure, writeProblem
} from './send-errors.js'
import type { SentError } from './send-errors.js'

/**
 * Makes problems of all errors in the scope, by the option `problems`, and of paths there that nothing
 * answers, unless the app has a not-found handler for them. In a scope that has problems already, a function
 * takes the place of the outer one. Throws FST_RESOURCES_OPTIONS.
 */
export function answerProblems (fastify: FastifyInstance, problems: boolean | ErrorChange): void {
  const isInner = hasProblems(fastify)
  if (problems === false || (isInner && problems === true)) return
  const mistakes = isInner ? [] : problemMistakes(fastify)
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
  const change = problems === true ? () => undefined : problems
  fastify.setErrorHandler(async (failure, request, reply) =>
    await sendProblem(await changed(failure as FastifyError, request, change), request, reply))
  fastify.decorate(kProblems, fastify.errorHandler)
  if (isInner) return
  stateOf(fastify).problemPrefixes.add(pathOf(fastify))
  try {
    fastify.setNotFoundHandler(sendNotFound)
  } catch {
    // That of the app stays. What it throws is a problem too.
  }
}

function problemMistakes (fastify: FastifyInstance): string[] {
  const parent = isRoot(fastify) ? undefined : Object.getPrototypeOf(fastify) as FastifyInstance
  const isFree = parent === undefined
    ? hasDefaultHandler(fastify)
    : fastify.errorHandler === parent.errorHandler
  return [
    ...(parent !== undefined && pathOf(fastify) === pathOf(parent)
      ? ['problems: the unknown paths of a scope without a prefix are those of its parent; register the ' +
        'scope with a prefix, or set problems in the parent']
      : []),
    ...(stateOf(fastify).problemPrefixes.has(pathOf(fastify))
      ? [`problems: a scope with the prefix ${show(fastify.prefix)} has them already; register both scopes in ` +
        'one with that prefix, and set problems there']
      : []),
    ...(isFree
      ? []
      : ['problems: the scope has an error handler of the app; remove it, and give a function instead of ' +
        'true, as in `problems: (error, request) => error`'])
  ]
}

/** Fastify has one not-found handler for `/api` and `/api/`. */
function pathOf ({ prefix }: FastifyInstance): string {
  return prefix.endsWith('/') ? prefix.slice(0, -1) : prefix
}

function sendProblem (failure: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = Object(nameFields(failure, request)) as SentError
  const status = [error.statusCode, error.status, reply.statusCode].find(isErrorStatus) ?? 500
  reply.headers(error.headers ?? {}).code(status)
  logFailure(error, request, reply)
  return writeProblem(error, reply)
}

/** What the function of the app gives or throws; undefined keeps the error. */
async function changed (
  failure: FastifyError, request: FastifyRequest, change: ErrorChange
): Promise<unknown> {
  try {
    return await change(failure, request) ?? failure
  } catch (thrown) {
    return thrown
  }
}

function isErrorStatus (status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) < 600
}

function sendNotFound (request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `Route ${request.method}:${request.url} not found`
  if (isLogged(request)) request.log.info(message)
  return writeProblem({ message }, reply.code(404))
}
