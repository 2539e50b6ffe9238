/** Errors about a body tell what is wrong with what the client sent, and not with what it became. */

import type { FastifyRequest } from 'fastify'
import { pointerTo } from '../../pointers.js'
import { isObject } from '../../routes/objects.js'
import type { FormErrors } from '../../../types/form-errors.js'
import type { ErrorHandler } from '../layers/index.js'
import type { Fault, InvalidPart, RequestPart } from './part-errors.js'

/** What a validator of the app's own says may have another form. */
type AnyFault = Partial<Fault>

/** An error of a part, or one with messages by field. */
interface SentError {
  readonly code: string
  readonly message: string
  readonly fields: FormErrors
  readonly validation: readonly AnyFault[]
  readonly validationContext: RequestPart
}

/** The keys of records that requests have got, since their clients left them out. */
const added = new WeakMap<FastifyRequest, string>()

const changed = new WeakSet<object>()

/** Puts a body under the key that its client left out. */
export function addKey (request: FastifyRequest, key: string): void {
  request.body = { [key]: request.body }
  added.set(request, key)
}

/** An error handler whose errors about the body tell of what was sent. */
export function withSentErrors (next: ErrorHandler | undefined): ErrorHandler {
  return (error, request, reply) => {
    const sent = asSent(request, error)
    // A text that is thrown here would be a 200 with that text.
    return next === undefined ? Promise.reject(sent) : next(sent, request, reply)
  }
}

/** Changes an error about a body, once, to the paths that were sent. */
function asSent<E> (request: FastifyRequest, error: E): E {
  const key = added.get(request)
  if (key === undefined || !isObject(error) || changed.has(error)) return error
  const { code, validation, validationContext, fields, message = '' } = error as Partial<SentError>
  // An app may throw one error of its own many times, so that stays as it is.
  if (code === 'FST_RESOURCES_FIELDS') {
    return Object.assign(Object.create(error) as E & object, sentFields(fields, message, key))
  }
  // The names in FST_RESOURCES_UNKNOWN are those that the client sent.
  if (!Array.isArray(validation) || validationContext !== 'body' || code === 'FST_RESOURCES_UNKNOWN') {
    return error
  }
  changed.add(error)
  const at = pointerTo(key, '')
  return Object.assign(error, {
    validation: validation.map((fault: AnyFault) => withoutKey(fault, at)),
    message: message.replaceAll(`body${at}`, 'body')
  })
}

/** `/post/title` → `/title`. */
function withoutKey (fault: AnyFault, at: string): AnyFault {
  const { instancePath } = fault
  return instancePath === at || instancePath?.startsWith(`${at}/`)
    ? { ...fault, instancePath: instancePath.slice(at.length) }
    : fault
}

function sentFields (
  fields: FormErrors = {}, message: string, key: string
): Pick<SentError, 'fields' | 'message'> {
  // Templates may ask for any name, so the object has no prototype.
  const sent = Object.create(null) as Record<string, readonly string[]>
  let text = message
  for (const [name, messages] of Object.entries(fields)) {
    const words = messages.join(', ')
    sent[fieldIn(key, name)] = messages
    text = text.replace(`${name} ${words}`, () => `${fieldIn(key, name)} ${words}`.trim())
  }
  return { fields: sent, message: text }
}

/** `post[author][name]` → `author[name]`. */
function fieldIn (key: string, name: string): string {
  if (name === key) return ''
  const end = name.indexOf(']')
  return name.startsWith(`${key}[`) ? name.slice(key.length + 1, end) + name.slice(end + 1) : name
}

/** Attaches the error to the request where its action asks for that, else returns it. */
export function attachOrReturn (request: FastifyRequest, error: InvalidPart): InvalidPart | undefined {
  if (request.routeOptions.attachValidation !== true) return error
  request.validationError = asSent(request, error)
  return undefined
}
