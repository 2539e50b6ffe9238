/** Refuses a form that names another method but reached a POST row. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import { isObject } from '../../routes/objects.js'
import { findDeclared } from '../routing/index.js'
import { allowedMethods, wrongMethodError } from './not-allowed.js'
import { readOverride } from './override.js'
import type { Override } from './override.js'
import { crossSiteError } from './site.js'

/**
 * The error for a parsed form that names another method: such a form never runs as a POST. If forms may name methods
 * (`takesOverride`) and nothing answers this one, it is the 405 of the native request. Else it is a 400: the field came
 * too late in the body, or no form may name that method there. A form of another site gets the 403.
 */
export function missedOverrideError (
  request: FastifyRequest, reply: FastifyReply, { takesOverride }: { readonly takesOverride: boolean }
): ResourcesError | undefined {
  const fastify = request.server
  const method = namedMethod(request.body)
  if (method === undefined) return undefined
  const row = takesOverride ? findDeclared(fastify, method, request) : undefined
  const override = row?.override ?? null
  const foreign = override === null ? undefined : crossSiteError(request, override)
  if (foreign !== undefined) return foreign
  const isAnswered = row !== undefined || allowedMethods(fastify, request).includes(method)
  const hasPassedGuard = findDeclared(fastify, 'POST', request)?.isGuarded === true
  return (takesOverride && !isAnswered ? wrongMethodError(fastify, request, reply, { method, hasPassedGuard }) : undefined) ??
    createError('FST_RESOURCES_METHOD_OVERRIDE', [method, override !== null])
}

function namedMethod (body: unknown): Override | undefined {
  const field = isObject(body) ? [body._method].flat()[0] : undefined
  // With attachFieldsToBody: true, @fastify/multipart gives objects with a value.
  const value = isObject(field) ? field.value : field
  return typeof value === 'string' ? readOverride(value) : undefined
}
