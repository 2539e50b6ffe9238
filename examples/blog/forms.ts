/** Forms that are shown again with messages: by what the schema finds, or the action itself. */

import type { FastifyError, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { formErrors } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'
import { httpError } from './errors.js'

type ShowForm = (request: FastifyRequest, reply: FastifyReply, errors?: FormErrors) => Promise<unknown>

const WORDS: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  required: () => 'must not be empty',
  minLength: ({ limit }) => limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  pattern: () => 'must be plain text, and not blank',
  format: () => 'must be an e-mail address',
  anyOf: () => 'must be one of the choices'
}

/**
 * Route options of the action that a form is sent to. What is invalid shows it again, once the record is loaded and
 * `checks` have passed; programs get the error.
 */
export function form (show: ShowForm, ...checks: preHandlerAsyncHookHandler[]) {
  return {
    attachValidation: true,
    preHandler: [...checks, refuseInvalid],
    async errorHandler (error: FastifyError & { errors?: FormErrors }, request: FastifyRequest, reply: FastifyReply) {
      const errors = error.errors ?? (error.validation === undefined ? undefined : formErrors(error, ({ keyword, params = {} }) => WORDS[String(keyword)]?.(params)))
      const isPage = errors !== undefined && (request.format ?? 'html') === 'html' && /html|\*\/\*|^$/.test(request.headers.accept ?? '')
      if (!isPage) throw error
      return await reply.code(error.validation === undefined ? error.statusCode ?? 422 : 422).type('text/html; charset=utf-8').send(await show(request, reply, errors))
    }
  }
}

async function refuseInvalid ({ validationError }: FastifyRequest): Promise<void> {
  if (validationError !== undefined) throw validationError
}

/** What only the action can find: `throw mistake('account[email]', 'is already taken', 409)`. */
export function mistake (field: string, message: string, statusCode = 422): Error {
  return Object.assign(httpError(statusCode, `${field} ${message}`), { errors: { [field]: [message] } })
}
