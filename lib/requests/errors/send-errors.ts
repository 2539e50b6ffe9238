/** Answers an error: as Fastify does, with `fields`, or as a problem (RFC 9457). */

import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ResourcesError } from '../../errors.js'
import { addAcceptToVary } from '../formats/index.js'
import { fieldsOf, nameFields } from './field-errors.js'

/** The error handler that makes problems, in its scope and in those within. */
export const kProblems = Symbol('fastify-resources.problems')

/** Whether all errors of the scope are problems: by a handler of its own, the app would answer them. */
export function hasProblems (fastify: FastifyInstance): boolean {
  const { [kProblems]: handler } = fastify as { [kProblems]?: unknown }
  return handler !== undefined && handler === fastify.errorHandler
}

/** Whether Fastify itself answers the errors of the scope. */
export function hasDefaultHandler ({ errorHandler }: FastifyInstance): boolean {
  return errorHandler.name === 'defaultErrorHandler'
}

/** What an error handler may get. */
export interface SentError extends Partial<FastifyError> {
  readonly status?: unknown
  readonly headers?: Record<string, string>
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
  if (kProblems in request.server) return writeProblem(error, reply)
  addAcceptToVary(reply)
  return asksForProblem(request)
    ? writeProblem(error, reply)
    : reply.send({ statusCode, code, error: STATUS_CODES[statusCode], message, fields: fieldsOf(error) })
}

function asksForProblem ({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /\bapplication\/problem\+json\b(?!\s*;\s*q=0(?:\.0*)?(?![.\d]))/i.test(accept)
}

/** With the status of the reply. What a bug or a driver says is for the log alone. */
export function writeProblem (error: SentError, reply: FastifyReply): FastifyReply {
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

export function logFailure (error: SentError, request: FastifyRequest, reply: FastifyReply): void {
  if (!isLogged(request)) return
  request.log[reply.statusCode < 500 ? 'info' : 'error']({ res: reply, err: error }, error.message)
}

export function isLogged ({ server: { initialConfig } }: FastifyRequest): boolean {
  return initialConfig.disableRequestLogging !== true
}
