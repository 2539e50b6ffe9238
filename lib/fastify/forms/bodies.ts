/** Form bodies as nested objects: `post[title]=Hi` arrives as `{ post: { title: 'Hi' } }`. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import { nestFields, parseForm } from '../../helpers/urls/nesting.js'
import { isObject } from '../../routes/objects.js'
import { isForm } from '../methods/index.js'

const URLENCODED = 'application/x-www-form-urlencoded'

/** Bodies that came nested from the parser below. */
const nested = new WeakSet<object>()

/**
 * Has the forms of this scope parsed, and nested at once, where the app does not parse them already. Not by
 * `@fastify/formbody`, whose parser cannot refuse: what it throws ends the process under older releases of Fastify 5.
 */
export function parseForms (fastify: FastifyInstance): void {
  if (fastify.hasContentTypeParser(URLENCODED)) return
  fastify.addContentTypeParser(URLENCODED, { parseAs: 'string' }, function parseNested (_request, text: string, done) {
    const faults: string[] = []
    const body = parseForm(text, faults)
    nested.add(body)
    done(formError(faults) ?? null, body)
  })
}

/**
 * A preValidation hook of declared routes, whoever has parsed the form: its fields by name, nested. Throws
 * FST_RESOURCES_FORM_BODY (400) for more than is read.
 */
export function nestForm (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  done(readForm(request))
}

function readForm (request: FastifyRequest): ResourcesError | undefined {
  const { body } = request
  if (!isForm(request.headers['content-type']) || !isObject(body) || nested.has(body)) return undefined
  const faults: string[] = []
  request.body = nestFields(body, faults)
  return formError(faults)
}

function formError (faults: readonly string[]): ResourcesError | undefined {
  return faults.length === 0 ? undefined : createError('FST_RESOURCES_FORM_BODY', [faults.join('; ')])
}
