/** Forms that are shown again with messages: by what the schema finds, or the action itself. */

import type { FastifyError, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler, preValidationAsyncHookHandler } from 'fastify'
import { formErrors } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'
import { httpError } from './errors.js'

const HTML = 'text/html; charset=utf-8'

type ShowForm = (request: FastifyRequest, reply: FastifyReply, errors?: FormErrors) => Promise<unknown>

const WORDS: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  required: () => 'must not be empty',
  minLength: ({ limit }) => limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  pattern: () => 'must be plain text, and not blank',
  format: () => 'must be an e-mail address',
  anyOf: () => 'must be one of the choices'
}

interface Guards {
  readonly preValidation?: preValidationAsyncHookHandler
  /** Comes when the record is loaded. */
  readonly preHandler?: preHandlerAsyncHookHandler
}

/**
 * Route options of the action that a form is sent to. What is invalid shows it again, after the guards; programs get
 * the error. So does the form's second button, `preview`.
 */
export function form (show: ShowForm, { preHandler, ...guards }: Guards = {}) {
  return {
    ...guards,
    attachValidation: true,
    preHandler: [...preHandler === undefined ? [] : [preHandler], refuseInvalid, async function showPreview (request: FastifyRequest, reply: FastifyReply) {
      if (isPreview(request)) return await reply.type(HTML).send(await show(request, reply))
    }],
    async errorHandler (error: FastifyError & { errors?: FormErrors }, request: FastifyRequest, reply: FastifyReply) {
      const errors = error.errors ?? (error.validation === undefined ? undefined : formErrors(error, ({ keyword, params = {} }) => WORDS[String(keyword)]?.(params)))
      const isPage = errors !== undefined && (request.format ?? 'html') === 'html' && /html|\*\/\*|^$/.test(request.headers.accept ?? '')
      if (!isPage) throw error
      return await reply.code(error.validation === undefined ? error.statusCode ?? 422 : 422).type(HTML).send(await show(request, reply, errors))
    }
  }
}

export function isPreview ({ body }: FastifyRequest): boolean {
  return typeof body === 'object' && body !== null && 'preview' in body
}

async function refuseInvalid ({ validationError }: FastifyRequest): Promise<void> {
  if (validationError !== undefined) throw validationError
}

/** What only the action can find: `throw mistake('account[email]', 'is already taken', 409)`. */
export function mistake (field: string, message: string, statusCode = 422): Error {
  return Object.assign(httpError(statusCode, `${field} ${message}`), { errors: { [field]: [message] } })
}
