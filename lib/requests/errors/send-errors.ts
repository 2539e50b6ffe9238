/** Answers errors: as Fastify does, with `fields`, or as problems (RFC 9457). */

import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ResourcesError, createError } from '../../errors.js'
import { isRoot } from '../../controllers/root.js'
import { stateOf } from '../../controllers/state.js'
import { show } from '../../text.js'
import type { ErrorChange } from '../../../types/plugin-settings.js'
import { addAcceptToVary } from '../formats/index.js'
import { fieldsOf, nameFields } from './field-errors.js'

const kProblems = Symbol('fastify-resources.problems')

/** Whether all errors of the scope are problems: `problems` is set there, or in a scope around it. */
export function hasProblems (fastify: FastifyInstance): boolean {
  return kProblems in fastify
}

/** Whether Fastify itself answers the errors of the scope. */
export function hasDefaultHandler ({ errorHandler }: FastifyInstance): boolean {
  return errorHandler.name === 'defaultErrorHandler'
}

/**
 * Makes problems of all errors in the scope, by the option `problems`, and of paths there that nothing
 * answers, unless the app has a not-found handler for them. In a scope that has problems already, a function
 * takes the place of the outer one. Throws FST_RESOURCES_OPTIONS.
 */
export function answerProblems (fastify: FastifyInstance, problems: boolean | ErrorChange): void {
  const { [kProblems]: outer } = fastify as { [kProblems]?: unknown }
  const isInner = outer !== undefined && outer === fastify.errorHandler
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

/** What an error handler may get. */
interface SentError extends Partial<FastifyError> {
  readonly status?: unknown
  readonly headers?: Record<string, string>
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

/**
 * Answers an invalid request, and `fieldError`, as the plugin does in an app without an error handler of its
 * own: `app.setErrorHandler(sendFieldErrors)` for all routes. Any other error goes to the outer handler. A
 * handler of your own may call it.
 */
export async function sendFieldErrors (
  failure: FastifyError, request: FastifyRequest, reply: FastifyReply
): Promise<unknown> {
  const error = nameFields(failure, request)
  if (fieldsOf(error) === undefined) throw error
  return await sendError(error as FastifyError, request, reply)
}

/**
 * What Fastify's own error handler would answer without `fields`, and as a problem for a client that asks for
 * one. Undefined for an error that is not the plugin's.
 */
export function sendByDefault (
  error: unknown, request: FastifyRequest, reply: FastifyReply
): FastifyReply | undefined {
  const { statusCode, validation } = Object(error) as SentError
  const isOfFields = fieldsOf(error) !== undefined && (validation ?? statusCode) !== undefined
  if (!isOfFields && !(error instanceof ResourcesError)) return undefined
  if (!isOfFields && !asksForProblem(request)) {
    addAcceptToVary(reply)
    return undefined
  }
  const answer = sendError(error as FastifyError, request, reply)
  logFailure(error as FastifyError, request, reply)
  return answer
}

function sendError (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 400, code, message } = error
  reply.code(statusCode)
  if (hasProblems(request.server)) return writeProblem(error, reply)
  addAcceptToVary(reply)
  return asksForProblem(request)
    ? writeProblem(error, reply)
    : reply.send({ statusCode, code, error: STATUS_CODES[statusCode], message, fields: fieldsOf(error) })
}

function asksForProblem ({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /\bapplication\/problem\+json\b(?!\s*;\s*q=0(?:\.0*)?(?![.\d]))/i.test(accept)
}

/** With the status of the reply. What a bug or a driver says is for the log alone. */
function writeProblem (error: SentError, reply: FastifyReply): FastifyReply {
  const { statusCode: status } = reply
  const { message, code } = error
  const told = status < 500 && { detail: textOf(message), code: textOf(code), fields: fieldsOf(error) }
  // A text, since the schema of an answer would leave parts out, or fail.
  return reply.type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, ...told }))
}

/** Other libraries keep numbers there, or anything that is thrown. */
function textOf (value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function logFailure (error: SentError, request: FastifyRequest, reply: FastifyReply): void {
  if (!isLogged(request)) return
  request.log[reply.statusCode < 500 ? 'info' : 'error']({ res: reply, err: error }, error.message)
}

function isLogged ({ server: { initialConfig } }: FastifyRequest): boolean {
  return initialConfig.disableRequestLogging !== true
}
