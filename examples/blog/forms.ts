/** Forms: `new` and `edit` show them; where what was sent is invalid, they come back with messages. */

import type { FastifyError, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler, preValidationAsyncHookHandler } from 'fastify'
import { formErrors, formValues, type FormErrors } from 'fastify-resources'
import { rowOf, showPage } from './pages.js'

/** The page `form` of a controller: with its record, and over it what was sent. */
export async function showForm (request: FastifyRequest, reply: FastifyReply, errors?: FormErrors) {
  const { singular } = rowOf(request).resource
  return await showPage(reply, 'form', { [singular]: { ...request.record, ...formValues(request) }, errors, isPreview: isPreview(request) && errors === undefined })
}

interface Guards {
  readonly preValidation?: preValidationAsyncHookHandler
  /** Comes when the record is loaded. */
  readonly preHandler?: preHandlerAsyncHookHandler
}

/** Options of the action that a form is sent to. After its guards, what is invalid shows the form again; programs get the error. */
export function form ({ preHandler, ...guards }: Guards = {}) {
  return { ...guards, attachValidation: true, preHandler: [...preHandler === undefined ? [] : [preHandler], refuseInvalid, showPreview], errorHandler: showAgain }
}

async function refuseInvalid ({ validationError }: FastifyRequest): Promise<void> {
  if (validationError !== undefined) throw validationError
}

/** What the form's second button asks for. */
async function showPreview (request: FastifyRequest, reply: FastifyReply) {
  if (isPreview(request)) return await reply.send(await showForm(request, reply))
}

function isPreview ({ body }: FastifyRequest): boolean {
  return Object(body).preview !== undefined
}

async function showAgain (error: FastifyError & { errors?: FormErrors }, request: FastifyRequest, reply: FastifyReply) {
  const errors = error.errors ?? (error.validation === undefined ? undefined : formErrors(error, ({ keyword, params = {} }) => WORDS[String(keyword)]?.(params)))
  if (errors === undefined) throw error
  const refuse = () => { throw error }
  return await reply.code(error.statusCode === 409 ? 409 : 422).respondTo({ html: () => showForm(request, reply, errors), json: refuse, xml: refuse })
}

const WORDS: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  required: () => 'must not be empty',
  minLength: ({ limit }) => limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  pattern: () => 'must be plain text, and not blank',
  format: () => 'must be an e-mail address',
  anyOf: () => 'must be one of the choices'
}
