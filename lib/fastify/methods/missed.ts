/** Refuses a form that names another method but reached a POST row. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import { isObject } from '../../routes/objects.js'
import { findDeclared } from '../routing/index.js'
import { allowedMethods, wrongMethodError } from './not-allowed.js'
import { readOverride } from './override.js'
import type { Override } from './override.js'

/**
 * The error for a parsed form that names another method: such a form never runs as a POST. If forms may name
 * methods (`takesOverride`) and nothing answers this one, it is the 405 of the native request. Else it is a
 * 400: the field came too late in the body, or no form may name that method there.
 */
export function missedOverrideError (
  request: FastifyRequest, reply: FastifyReply, { takesOverride }: { readonly takesOverride: boolean }
): ResourcesError | undefined {
  const method = namedMethod(request.body)
  if (method === undefined) return undefined
  const row = takesOverride ? findDeclared(request.server, method, request) : undefined
  const isAnswered = row !== undefined || allowedMethods(request.server, request).includes(method)
  return (takesOverride && !isAnswered ? wrongMethodError(request, reply, method) : undefined) ??
    createError('FST_RESOURCES_METHOD_OVERRIDE', [method, (row?.override ?? null) !== null])
}

function namedMethod (body: unknown): Override | undefined {
  const named = isObject(body) ? body._method : undefined
  const field: unknown = Array.isArray(named) ? named[0] : named
  return typeof field === 'string' ? readOverride(field) : undefined
}
