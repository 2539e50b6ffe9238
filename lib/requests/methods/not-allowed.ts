/** 405 where a path is declared and the method is not, natively or by the `_method` of a form. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import { isObject } from '../../routes/objects.js'
import { isWordless } from '../../routes/path.js'
import { findAnswers } from '../routing/index.js'
import type { MethodAnswer } from '../routing/index.js'
import { rootInstanceOf } from '../../controllers/root.js'
import { stateOf } from '../../controllers/state.js'
import {
  OVERRIDES, isUnreadForm, lastValue, readOverride, secondOverrideError, strayOverrideError
} from './override.js'
import type { Override } from './override.js'

/**
 * Adds one hook at the root of an app, since Fastify runs only the root's hooks for a request that nothing
 * matched. It raises FST_RESOURCES_METHOD_NOT_ALLOWED for declared paths, and FST_RESOURCES_METHOD_OVERRIDE
 * for forms that named a method and reached no row. By then all onRequest hooks have run, and no body has
 * been read.
 */
export function guardRoot (fastify: FastifyInstance): void {
  const state = stateOf(fastify)
  if (state.isRootGuarded) return
  state.isRootGuarded = true
  rootInstanceOf(fastify).addHook('preParsing', refuseUnanswered)
}

type Done = (error: Error | null, payload?: RequestPayload) => void

function refuseUnanswered (
  request: FastifyRequest, reply: FastifyReply, payload: RequestPayload, done: Done
): void {
  const error = request.is404 ? wrongMethodError(request, reply, request.method) : undefined
  done(error ?? strayOverrideError(request) ?? null, payload)
}

/**
 * The 405 for a method that nothing answers. Undefined if all rows of the path are hidden: then the path
 * looks unknown. A glob without a word before it declares no path, since it would declare all.
 */
function wrongMethodError (
  request: FastifyRequest, reply: FastifyReply, method: string
): ResourcesError | undefined {
  const { server: fastify, url } = request
  const answers = findAnswers(fastify, request)
  if (!answers.some(({ row }) => row?.isHidden === false && !isWordless(row.route.path))) return undefined
  const allowed = answers.filter(({ row, isAnswered }) => isAnswered && row?.isHidden !== true)
  // Only rows with a custom constraint match.
  if (allowed.length === 0) return undefined
  const methods = allowed.map(({ method }) => method)
  reply.header('allow', methods.join(', '))
  const isReachable = ({ row }: MethodAnswer): boolean => row?.isHidden === false && row.override !== null
  const reachable = method !== 'POST'
    ? []
    : OVERRIDES.filter((name) => answers.some((answer) => answer.method === name && isReachable(answer)))
  return withoutStack(() => reachable.length > 0 && isUnreadForm(request)
    ? createError('FST_RESOURCES_METHOD_OVERRIDE', [undefined, true])
    : createError('FST_RESOURCES_METHOD_NOT_ALLOWED', [method, url, methods, reachable]))
}

/**
 * The error for a parsed form that names another method, also once more: a POST never runs as such. If forms
 * may name methods (`takesOverride`) and nothing answers this one, it is the 405 of the native request. Else
 * it is a 400: the field came too late in the body, or no form may name that method there.
 */
export function missedOverrideError (
  request: FastifyRequest, reply: FastifyReply, { takesOverride }: { readonly takesOverride: boolean }
): ResourcesError | undefined {
  if (request.method !== 'POST') return secondOverrideError(request)
  const method = namedMethod(request.body)
  if (method === undefined) return undefined
  const [answer] = takesOverride ? findAnswers(request.server, request, [method]) : []
  const isUnanswered = answer?.row === undefined && answer?.isAnswered === false
  return (isUnanswered ? wrongMethodError(request, reply, method) : undefined) ??
    createError('FST_RESOURCES_METHOD_OVERRIDE', [method, (answer?.row?.override ?? null) !== null])
}

function namedMethod (body: unknown): Override | undefined {
  const field = isObject(body) ? lastValue(body._method) : undefined
  return typeof field === 'string' ? readOverride(field) : undefined
}

/**
 * For errors that a client causes at will: the stack trace would take as long as the rest of the answer, and
 * lead to no mistake of the app.
 */
function withoutStack (create: () => ResourcesError): ResourcesError {
  const { stackTraceLimit } = Error
  // An assignment would throw under --frozen-intrinsics.
  Reflect.set(Error, 'stackTraceLimit', 0)
  const error = create()
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
  return error
}
