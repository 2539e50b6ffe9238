/** The one place for errors: a page for visitors, JSON for programs. */

import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { prefersPage, type FieldErrors } from 'fastify-resources'
import { httpError, isUnavailable } from '../models/errors.js'
import { isRead } from './visitors.js'

type Failure = Error & Partial<FastifyError & FieldErrors>

const AWAY = 'The database cannot be reached at the moment. Nothing was changed; try again soon.'

export async function showError (
  failure: Failure, request: FastifyRequest, reply: FastifyReply
): Promise<unknown> {
  const error: Failure = isUnavailable(failure) ? httpError(503, AWAY) : failure
  const { statusCode = 500, validation } = error
  if (statusCode >= 500) request.log.error(failure)
  if (statusCode === 503) reply.header('retry-after', '5')
  // Other messages and codes are those of bugs.
  const isTold = statusCode < 500 || statusCode === 503
  const { code, fields, message } = isTold ? error : new Error('Something went wrong here.') as Failure
  const shown = { statusCode, code, error: STATUS_CODES[statusCode] ?? 'Error', message, fields }
  // No visitor has written the query.
  const words = validation !== undefined && isRead(request) && { message: 'No page has this address.' }
  const html = () => reply.viewAsync('error', { ...shown, ...words, sent: sentFields(request) })
  return await reply.code(statusCode).respondTo(prefersPage(request) ? { html } : { json: () => shown })
}

export async function showNotFound (request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return await showError(httpError(404, 'There is no such page.'), request, reply)
}

const SECRET = /password/
// What the form adds or offers, and nobody writes.
const NOT_WRITTEN = /^[^[]*$|\[(?:role|\d*)\]$/

interface Sent {
  readonly written: ReadonlyArray<readonly [name: string, value: string]>
  /** All others, to send them again. */
  readonly hidden: Readonly<Record<string, string>>
}

/** The fields of a form that is refused; null if nobody has written one, or if it has a password. */
function sentFields ({ headers, sentBody }: FastifyRequest): Sent | null {
  if (!isForm(headers['content-type'])) return null
  const body = Object(sentBody) as Readonly<Record<string, unknown>>
  const fields = Object.entries(body).flatMap(([key, value]): Array<readonly [string, unknown]> =>
    typeof value === 'object'
      ? Object.entries(Object(value) as object).map(([name, inner]) => [`${key}[${name}]`, inner])
      : [[key, value]]
  )
  // Validation makes numbers of some texts.
  const isPlain = fields.every(
    ([name, value]) => ['string', 'number'].includes(typeof value) && !SECRET.test(name)
  )
  const texts = fields.map(([name, value]) => [name, String(value)] as const)
  const written = texts.filter(([name]) => !NOT_WRITTEN.test(name))
  if (!isPlain || written.length === 0) return null
  return { written, hidden: Object.fromEntries(texts.filter(([name]) => NOT_WRITTEN.test(name))) }
}

function isForm (contentType = ''): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i.test(contentType)
}
