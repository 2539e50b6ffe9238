/** Form bodies as nested objects: `post[title]=Hi` arrives as `{ post: { title: 'Hi' } }`. */

import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { fieldNames, nestFields, parseFields } from '../../urls/nesting.js'
import { isObject } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { formsOf } from './values.js'

/** A name of a row, such as `lines[][sku]`. */
const ROW = /(?:\[|%5b)(?:\]|%5d)(?:\[|%5b)/i

/** The texts of urlencoded forms with rows, by body. A body does not tell in which order its names came. */
const texts = new WeakMap<object, string>()

/** Registers a parser for urlencoded forms in this scope, unless the app has one. */
export async function parseForms (fastify: FastifyInstance): Promise<void> {
  if (fastify.hasContentTypeParser('application/x-www-form-urlencoded')) return
  await fastify.register(formbody, { parser: parseForm })
}

function parseForm (text: string): Record<string, unknown> {
  const body = parseFields(text)
  if (ROW.test(text)) texts.set(body, text)
  return body
}

/**
 * Nests the fields of a form, whichever parser read it. `names` has those of a multipart form in their order.
 * Returns FST_RESOURCES_FORM_BODY (400) for too many keys or too deep names.
 */
export function nestBody (request: FastifyRequest, names?: readonly string[]): Error | undefined {
  const { body } = request
  if (!isObject(body)) return undefined
  const faults: string[] = []
  const order = (): readonly string[] => names ?? fieldNames(texts.get(body) ?? '')
  const form = formsOf(request.server).get(request.routeOptions.config.resource as Route)
  request.body = nestFields(body, faults, order, form?.takesBoolean)
  return faults.length === 0 ? undefined : createError('FST_RESOURCES_FORM_BODY', [faults.join('; ')])
}
