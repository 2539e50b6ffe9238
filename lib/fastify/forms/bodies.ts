/** Form bodies as nested objects: `post[title]=Hi` arrives as `{ post: { title: 'Hi' } }`. */

import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { nestFields } from '../../helpers/urls/nesting.js'
import { isObject } from '../../routes/objects.js'

/** Registers a parser for urlencoded forms in this scope, unless the app has one. */
export async function parseForms (fastify: FastifyInstance): Promise<void> {
  if (!fastify.hasContentTypeParser('application/x-www-form-urlencoded')) await fastify.register(formbody)
}

/**
 * Nests the fields of a form, whichever parser read it. Returns FST_RESOURCES_FORM_BODY (400) for too many
 * keys or too deep names.
 */
export function nestBody (request: FastifyRequest): Error | undefined {
  if (!isObject(request.body)) return undefined
  const faults: string[] = []
  request.body = nestFields(request.body, faults)
  return faults.length === 0 ? undefined : createError('FST_RESOURCES_FORM_BODY', [faults.join('; ')])
}
