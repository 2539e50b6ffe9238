/** Errors with messages by field: how an action throws them, and the names that clients see. */

import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { show } from '../../text.js'
import { formName, messagesBy } from '../../forms/error-list.js'
import { validatorText } from '../../forms/fault-words.js'
import { keysAt } from '../../pointers.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import type { FieldErrors, FormErrors, ValidationFault } from '../../../types/form-errors.js'
import type { Words } from '../../../types/plugin-settings.js'
import type { Route } from '../../../types/route.js'
import { isForm } from '../methods/index.js'
import { isKeyless } from './keys.js'

const kWords = Symbol('fastify-resources.words')

/** Keeps the words of a registration for its scope, and for the scopes in it. */
export function decorateWords (fastify: FastifyInstance, words: Words | undefined): void {
  if (words !== undefined) fastify.decorate(kWords, words)
}

/**
 * The error to throw where a handler finds that a field is wrong: `throw fieldError('title', 'is taken')`.
 * The name is that of a property (`title`, `lines.0.sku`), of the form's field (`post[title]`), or a path:
 * `/post/title`. The name `''` is the whole form. `statusCode` is 422 by default. The `invalid` of the action
 * answers a form; JSON gets the status. `fields` has the messages by the names that the client sent.
 */
export function fieldError (
  name: string, message: string, options: { readonly statusCode?: number } = {}
): FieldErrors {
  if (typeof name === 'string') return createFieldErrors('fieldError()', { [name]: message }, options)
  throw createError('FST_RESOURCES_FORM', ['fieldError()', [`expected the name of a field, got ${show(name)}`]])
}

/**
 * The same for several fields: `throw fieldErrors({ title: 'is taken', text: ['is dull'] })`.
 */
export function fieldErrors (
  messages: Readonly<Record<string, string | readonly string[]>>,
  options: { readonly statusCode?: number } = {}
): FieldErrors {
  return createFieldErrors('fieldErrors()', messages, options)
}

/**
 * The error to throw where a handler finds that somebody has changed the record since the version that the
 * request names: `UPDATE … WHERE version = …` has changed no row. It is answered as an old version is.
 */
export function staleError (): Error & { readonly statusCode: number } {
  return createError('FST_RESOURCES_STALE', [])
}

/** Throws FST_RESOURCES_FORM for arguments that would show nothing, or that would be a success. */
function createFieldErrors (
  call: string, messages: Readonly<Record<string, unknown>>, options: { readonly statusCode?: unknown }
): FieldErrors {
  const faults = [...messageFaults(messages), ...optionFaults(options)]
  if (faults.length > 0) throw createError('FST_RESOURCES_FORM', [call, faults])
  const nameOf = (name: string): string => name.startsWith('/') ? formName(keysAt(name)) : name
  const fields = renamed(messages as FormErrors, nameOf)
  const { statusCode = 422 } = options
  return Object.assign(createError('FST_RESOURCES_FIELDS', [textOf(fields)]), {
    statusCode, fields
  }) as FieldErrors
}

function renamed (
  messages: Readonly<Record<string, string | readonly string[]>>, nameOf: (name: string) => string
): FormErrors {
  // Templates may ask for any name, so the object has no prototype.
  const fields = Object.create(null) as Record<string, string[]>
  for (const [name, message] of Object.entries(messages)) {
    ;(fields[nameOf(name)] ??= []).push(...[message].flat())
  }
  return fields
}

/** `title is taken, is dull; text must not be empty`. */
function textOf (fields: FormErrors): string {
  return Object.entries(fields)
    .map(([name, messages]) => `${name} ${messages.join(', ')}`.trim())
    .join('; ')
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

/** Errors whose fields have the names of their clients. */
const named = new WeakSet<object>()

/**
 * An error with `fields` by the names that the client sent, in the words of the app, and with a message that
 * says the same. Any other error comes back as it is.
 */
export function nameFields (failure: unknown, request: FastifyRequest): unknown {
  if (!isObject(failure) || named.has(failure)) return failure
  const error = failure as Partial<FastifyError> & { readonly fields?: unknown }
  const isOfAction = error.code === 'FST_RESOURCES_FIELDS' && fieldsOf(error) !== undefined
  if (!isOfAction && !isOfValidator(error.validation)) return failure
  const nameOf = error.validationContext === 'body' || isOfAction ? namerOf(request, isOfAction) : formName
  const words = (request.server as { [kWords]?: Words })[kWords]
  const fields = isOfAction
    ? renamed(error.fields as FormErrors, (name) => nameOf(keysOf(name)))
    : messagesBy(nameOf, error.validation as ValidationFault[], (fault) => words?.(fault, request))
  const told = { fields, message: isOfAction || isValidatorText(error) ? textOf(fields) : error.message }
  // An app may throw one error of its own many times, so that stays as it is.
  const own = isOfAction
    ? Object.create(error, Object.getOwnPropertyDescriptors(told)) as object
    : Object.assign(error, told)
  named.add(own)
  return own
}

/** Other libraries keep anything there, and an app may give a place and a message alone. */
function isOfValidator (validation: unknown): validation is ValidationFault[] {
  return Array.isArray(validation) && validation.every((fault: Partial<ValidationFault> | null) =>
    typeof fault?.instancePath === 'string' && (fault.keyword === undefined || isObject(fault.params)))
}

/**
 * Whether the message is a validator's for a record or an id. The app writes its own by
 * `schemaErrorFormatter`. That of a schema of the app, which Fastify validates and names a plain `Error`,
 * stays as it is without the plugin.
 */
function isValidatorText ({ name, message, validation, validationContext }: Partial<FastifyError>): boolean {
  const isOfRecord = name === 'FastifyError' || validationContext === 'params'
  return isOfRecord && message === validatorText(String(validationContext), validation as ValidationFault[])
}

/**
 * Names a place in a body as the client did: `lines.0.sku` of JSON, under its key or not, and
 * `order[lines][0][sku]` or `lines[0][sku]` of a form. `isOfAction` for names that may lack the key.
 */
function namerOf (request: FastifyRequest, isOfAction: boolean): (keys: readonly string[]) => string {
  const { body, headers, routeOptions } = request
  const key = (routeOptions.config.resource as Route | undefined)?.resource.singular ?? ''
  const sent = Object(body) as Properties
  const hasRecord = isObject(sent[key])
  const isBare = isKeyless(request)
  const isOfForm = isForm(headers['content-type'])
  return (keys) => {
    const [first] = keys
    const isOfRecord = hasRecord && first === key && (isOfAction || !isBare)
    const own = isOfRecord ? keys.slice(1) : keys
    if (!isOfForm) return own.join('.')
    if (isBare) return formName(own)
    const lacksKey = isOfAction && hasRecord && first !== undefined && !Object.hasOwn(sent, first)
    return formName(lacksKey ? [key, ...keys] : keys)
  }
}

/** `post[lines][0]` and `lines.0`: the keys of a name that an action writes. */
function keysOf (name: string): string[] {
  if (name === '') return []
  return name.includes('[') ? name.replaceAll(']', '').split('[') : name.split('.')
}

/**
 * The messages of an error by field. Other libraries keep something else there, or nothing: Sequelize the
 * values that are not unique.
 */
export function fieldsOf (error: unknown): FormErrors | undefined {
  const { fields } = Object(error) as Properties
  const found = isObject(fields) ? Object.values(fields) : []
  const isOfMessages = found.length > 0 && found.every((messages) =>
    Array.isArray(messages) && messages.every((message) => typeof message === 'string'))
  return isOfMessages ? fields as FormErrors : undefined
}
