/** JSON that came without the record's key: errors about it name the paths that the client sent. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { pointerTo } from '../../pointers.js'
import { isObject } from '../../routes/objects.js'
import type { FormErrors } from '../../../types/form-errors.js'
import { mergeOptions } from '../controllers/index.js'
import type { ActionRouteOptions } from '../controllers/index.js'
import type { InvalidPart } from './part-errors.js'

/** An error of a part, or one with messages by field. */
type SentError = InvalidPart & { readonly code: string, readonly fields: FormErrors }

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown

/** The keys that requests have got. */
const added = new WeakMap<FastifyRequest, string>()

const changed = new WeakSet<object>()

/** Puts a body under the key that its client left out. */
export function addKey (request: FastifyRequest, key: string): void {
  request.body = { [key]: request.body }
  added.set(request, key)
}

/** The options of an action, with errors whose paths have no key that was added. */
export function withSentPaths (options: ActionRouteOptions): ActionRouteOptions {
  const next = options.errorHandler as ErrorHandler | undefined
  const errorHandler: ErrorHandler = (error, request, reply) => {
    const sent = leaveOutKey(request, error)
    // A text that is thrown here would be a 200 with that text.
    return next === undefined ? Promise.reject(sent) : next(sent, request, reply)
  }
  const preHandler = async (request: FastifyRequest): Promise<void> => {
    leaveOutKey(request, request.validationError)
  }
  const attached = options.attachValidation === true ? { preHandler } : {}
  return mergeOptions(attached, options, { errorHandler }) as ActionRouteOptions
}

/** Takes an added key out of an error, once. */
export function leaveOutKey<E> (request: FastifyRequest, error: E): E {
  const key = added.get(request)
  if (key === undefined || !isObject(error) || changed.has(error)) return error
  const { code, validation, validationContext, fields, message = '' } = error as Partial<SentError>
  // An app may throw one error of its own many times, so that stays as it is.
  if (code === 'FST_RESOURCES_FIELDS') {
    return Object.assign(Object.create(error) as E & object, sentFields(fields, message, key))
  }
  // The names in FST_RESOURCES_UNKNOWN are those that the client sent.
  if (validation === undefined || validationContext !== 'body' || code === 'FST_RESOURCES_UNKNOWN') {
    return error
  }
  const at = pointerTo(key, '')
  changed.add(error)
  return Object.assign(error, {
    validation: validation.map((fault) => ({ ...fault, instancePath: pathIn(at, fault.instancePath) })),
    message: message.replaceAll(`body${at}`, 'body')
  })
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

/** `/post/title` → `/title`. */
function pathIn (at: string, path: string): string {
  return path === at || path.startsWith(`${at}/`) ? path.slice(at.length) : path
}

/** `post[author][name]` → `author[name]`. */
function fieldIn (key: string, name: string): string {
  if (name === key) return ''
  const end = name.indexOf(']')
  return name.startsWith(`${key}[`) ? name.slice(key.length + 1, end) + name.slice(end + 1) : name
}
