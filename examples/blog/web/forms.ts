/** Forms: `new` and `edit` show them. An invalid form is shown again, with messages. */

import type { FastifyError, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler, preValidationAsyncHookHandler } from 'fastify'
import { formErrors, formValues, type FormErrors } from 'fastify-resources'
import { rowOf, showPage } from './pages.js'

/** The page `form` of a controller: its record, with the values that were sent. */
export async function showForm (request: FastifyRequest, reply: FastifyReply, errors?: FormErrors) {
  const { singular } = rowOf(request).resource
  return await showPage(reply, 'form', { [singular]: { ...request.record, ...formValues(request) }, errors, isPreview: isPreview(request) && errors === undefined })
}

/** The page `delete` of a controller, which asks before a record is deleted. */
export async function showDelete (request: FastifyRequest, reply: FastifyReply) {
  return await showPage(reply, 'delete', { [rowOf(request).resource.singular]: request.record })
}

interface Guards {
  readonly preValidation?: preValidationAsyncHookHandler | preValidationAsyncHookHandler[]
  /** Runs after the record is loaded. */
  readonly preHandler?: preHandlerAsyncHookHandler | preHandlerAsyncHookHandler[]
}

/** Options of the action of a form. After its guards, an invalid form is shown again; programs get the error. */
export function form ({ preValidation = [], preHandler = [] }: Guards = {}) {
  return {
    preValidation: [preValidation, unifyLineBreaks].flat(),
    attachValidation: true,
    preHandler: [preHandler, refuseInvalid, showPreview].flat(),
    errorHandler: showAgain
  }
}

/** Forms have CRLF where JSON has LF. Each counts as one character. */
async function unifyLineBreaks ({ body }: FastifyRequest): Promise<void> {
  for (const record of Object.values(Object(body) as object)) {
    if (record === null || typeof record !== 'object') continue
    for (const [name, value] of Object.entries(record as Record<string, unknown>)) {
      if (typeof value === 'string') (record as Record<string, unknown>)[name] = value.replace(/\r\n?/g, '\n')
    }
  }
}

async function refuseInvalid ({ validationError }: FastifyRequest): Promise<void> {
  if (validationError !== undefined) throw validationError
}

/** Answers with a preview if the second button of the form was pressed. */
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
  return await reply.code(error.statusCode === 409 ? 409 : 422).respondTo({ html: () => showForm(request, reply, errors), json: refuse })
}

const WORDS: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  required: () => 'must not be empty',
  minLength: ({ limit }) => limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  pattern: () => 'must be plain text, and not blank',
  format: () => 'must be an e-mail address',
  anyOf: () => 'must be one of the choices'
}
