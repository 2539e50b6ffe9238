/** JSON that came without the key of its record: errors tell of what the client sent. */

import type { FastifyRequest } from 'fastify'
import { isObject } from '../../routes/objects.js'
import type { FormErrors } from '../../../types/form-errors.js'
import { fieldErrors } from '../forms/index.js'
import type { ErrorHandler } from '../layers/index.js'

const keyless = new WeakSet<FastifyRequest>()

/** Puts a body under the key that its client left out. */
export function addKey (request: FastifyRequest, key: string): void {
  request.body = { [key]: request.body }
  keyless.add(request)
}

/** The JSON pointer of the record in what the client sent; `at` is that in the body. */
export function sentPointer (request: FastifyRequest, at: string): string {
  return keyless.has(request) ? '' : at
}

/** An error handler that gives the messages of `fieldError` the names that the client sent. */
export function withSentNames (key: string, next: ErrorHandler | undefined): ErrorHandler {
  return (error, request, reply) => {
    const isOfFields = isObject(error) && error.code === 'FST_RESOURCES_FIELDS'
    const sent = isOfFields && keyless.has(request) ? withoutKey(error, key) : error
    // A text that is thrown here would be a 200 with that text.
    return next === undefined ? Promise.reject(sent) : next(sent, request, reply)
  }
}

/** An app may throw one error of its own many times, so that stays as it is. */
function withoutKey (error: object & { readonly fields?: unknown }, key: string): unknown {
  const named = Object.entries(error.fields as FormErrors)
  const sent = Object.fromEntries(named.map(([name, messages]) => [sentName(key, name), messages]))
  const { message, fields } = fieldErrors(sent)
  return Object.assign(Object.create(error) as object, { message, fields })
}

/** `post[author][name]` → `author[name]`. */
function sentName (key: string, name: string): string {
  if (name === key) return ''
  const end = name.indexOf(']')
  return name.startsWith(`${key}[`) ? name.slice(key.length + 1, end) + name.slice(end + 1) : name
}
