/** Errors with messages by field: how an action throws them, and how they are answered. */

import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { formErrors, formName } from '../../helpers/forms/errors.js'
import { isObject } from '../../routes/objects.js'
import type {
  FieldErrors, FormErrors, TranslateFault, ValidationFailure
} from '../../../types/form-errors.js'

const kWords = Symbol('fastify-resources.words')

/** Keeps the words of a registration for its scope, and for the scopes in it. */
export function decorateWords (fastify: FastifyInstance, words: TranslateFault | undefined): void {
  if (words !== undefined) fastify.decorate(kWords, words)
}

/**
 * The error to throw where a handler finds that a field is wrong:
 * `throw fieldError('post[title]', 'is taken')`. The name is that of the form's field, or a path:
 * `/post/title`. The name `''` is the whole form. `statusCode` is 422 by default. The `invalid` of the action
 * answers a form; JSON gets the status, with the messages in `fields`.
 */
export function fieldError (
  name: string, message: string, options: { readonly statusCode?: number } = {}
): FieldErrors {
  return fieldErrors({ [name]: message }, options)
}

/**
 * The same for several fields: `throw fieldErrors({ 'post[title]': 'is taken', 'post[text]': ['is dull'] })`.
 */
export function fieldErrors (
  messages: Readonly<Record<string, string | readonly string[]>>,
  { statusCode = 422 }: { readonly statusCode?: number } = {}
): FieldErrors {
  // Templates may ask for any name, so the object has no prototype.
  const fields = Object.create(null) as Record<string, string[]>
  for (const [name, message] of Object.entries(messages)) {
    ;(fields[formName(name)] ??= []).push(...[message].flat())
  }
  const text = Object.entries(fields)
    .map(([name, messages]) => `${name} ${messages.join(', ')}`.trim())
    .join('; ')
  return Object.assign(createError('FST_RESOURCES_FIELDS', [text]), { statusCode, fields })
}

/** The messages of an error by field, in the words of the app; undefined for any other error. */
export function fieldsOf (error: unknown, { server }: FastifyRequest): FormErrors | undefined {
  if (!isObject(error)) return undefined
  if (isObject(error.fields)) return error.fields as FormErrors
  const words = (server as { [kWords]?: TranslateFault })[kWords]
  return error.validation === undefined ? undefined : formErrors(error as ValidationFailure, words)
}

/**
 * Adds `fields`, the messages by field, to Fastify's answer to an invalid request, and to that of
 * `fieldError`: `app.setErrorHandler(sendFieldErrors)`. Any other error goes to the outer handler. A handler
 * of your own may call it.
 */
export async function sendFieldErrors (
  error: FastifyError, request: FastifyRequest, reply: FastifyReply
): Promise<unknown> {
  const fields = fieldsOf(error, request)
  if (fields === undefined) throw error
  const { statusCode = 400, code, message } = error
  return await reply
    .code(statusCode)
    .send({ statusCode, code, error: STATUS_CODES[statusCode], message, fields })
}
