/** Errors with messages by field: how an action throws them, and how they are answered. */

import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { show } from '../../text.js'
import { formErrors, formName } from '../../helpers/forms/error-list.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import type { FieldErrors, FormErrors, ValidationFailure } from '../../../types/form-errors.js'
import type { Words } from '../../../types/plugin-settings.js'

const kWords = Symbol('fastify-resources.words')

/** Keeps the words of a registration for its scope, and for the scopes in it. */
export function decorateWords (fastify: FastifyInstance, words: Words | undefined): void {
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
  const faults = typeof name === 'string' ? [] : [`expected the name of a field, got ${show(name)}`]
  return createFieldErrors('fieldError()', { [name]: message }, options, faults)
}

/**
 * The same for several fields: `throw fieldErrors({ 'post[title]': 'is taken', 'post[text]': ['is dull'] })`.
 */
export function fieldErrors (
  messages: Readonly<Record<string, string | readonly string[]>>,
  options: { readonly statusCode?: number } = {}
): FieldErrors {
  return createFieldErrors('fieldErrors()', messages, options)
}

/** Throws FST_RESOURCES_FORM for arguments that would show nothing, or that would be a success. */
function createFieldErrors (
  call: string, messages: Readonly<Record<string, unknown>>, options: { readonly statusCode?: unknown },
  found: readonly string[] = []
): FieldErrors {
  const faults = found.length > 0 ? found : [...messageFaults(messages), ...optionFaults(options)]
  if (faults.length > 0) throw createError('FST_RESOURCES_FORM', [call, faults])
  // Templates may ask for any name, so the object has no prototype.
  const fields = Object.create(null) as Record<string, string[]>
  for (const [name, message] of Object.entries(messages)) {
    ;(fields[formName(name)] ??= []).push(...[message as string].flat())
  }
  const text = Object.entries(fields)
    .map(([name, messages]) => `${name} ${messages.join(', ')}`.trim())
    .join('; ')
  const { statusCode = 422 } = options
  return Object.assign(createError('FST_RESOURCES_FIELDS', [text]), { statusCode, fields }) as FieldErrors
}

function messageFaults (messages: unknown): string[] {
  if (!isPlainObject(messages)) return [`expected messages by field, got ${show(messages)}`]
  return Object.entries(messages)
    .filter(([, message]) => ![message].flat().every((text) => typeof text === 'string'))
    .map(([name, message]) =>
      `the message of ${show(name)} must be a text or a list of texts, got ${show(message)}`
    )
}

function optionFaults (options: unknown): string[] {
  if (!isPlainObject(options)) return [`expected options such as { statusCode: 409 }, got ${show(options)}`]
  const { statusCode } = options
  const isError = Number.isInteger(statusCode) && Number(statusCode) >= 400 && Number(statusCode) < 600
  return statusCode === undefined || isError ? [] : [`statusCode: expected 400 to 599, got ${show(statusCode)}`]
}

/** The messages of an error by field, in the words of the app; undefined for any other error. */
export function fieldsOf (error: unknown, request: FastifyRequest): FormErrors | undefined {
  if (!isObject(error)) return undefined
  if (isFormErrors(error.fields)) return error.fields
  const words = (request.server as { [kWords]?: Words })[kWords]
  return error.validation === undefined
    ? undefined
    : formErrors(error as ValidationFailure, (fault) => words?.(fault, request))
}

/** Other libraries keep something else there, or nothing: Sequelize the values that are not unique. */
function isFormErrors (fields: unknown): fields is FormErrors {
  if (!isObject(fields)) return false
  const found = Object.values(fields)
  return found.length > 0 && found.every((messages) =>
    Array.isArray(messages) && messages.every((message) => typeof message === 'string'))
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
