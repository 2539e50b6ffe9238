/** Errors as pages, or as JSON for programs. */

import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldErrors } from 'fastify-resources'
import { httpError, isUnavailable } from '../models/errors.js'
import { isRead } from './etags.js'

export async function showError (
  error: Error & Partial<FastifyError & FieldErrors>, request: FastifyRequest, reply: FastifyReply
): Promise<unknown> {
  const { statusCode, message, name } = describe(error)
  if (statusCode >= 500) request.log.error(error)
  if (statusCode === 503) reply.header('retry-after', '5')
  // Other codes are those of the database and of the system.
  const { code, fields } = statusCode < 500 ? error : {}
  const shown = { statusCode, code, error: STATUS_CODES[statusCode] ?? 'Error', message, fields }
  const words =
    statusCode === 400 && isRead(request)
      ? { name: 'Invalid address', message: 'No page has this address.' }
      : { name }
  return await reply.code(statusCode).respondTo({
    html: () => reply.viewAsync('error', { ...shown, ...words, sent: sentFields(request, statusCode) }),
    json: () => shown
  })
}

// A path that no route has.
const NOWHERE = '/%25'

const unroutable = new WeakMap<IncomingMessage, { readonly error: FastifyError, readonly url: string }>()

/**
 * Fastify cannot decode some addresses, and would answer by itself: without a page, hooks and a line in the
 * log. So the request goes the way of one that no route takes, to `showNotFound`.
 */
export function routeNowhere (
  error: FastifyError, { raw, server }: FastifyRequest, reply: FastifyReply
): void {
  unroutable.set(raw, { error, url: String(raw.url) })
  raw.url = NOWHERE
  server.routing(raw, reply.raw)
}

export async function showNotFound (request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { raw } = request
  const { error = httpError(404, 'There is no such page.'), url = raw.url } = unroutable.get(raw) ?? {}
  raw.url = url
  return await showError(error, request, reply)
}

const NAMES: Readonly<Record<number, string>> = {
  401: 'Please log in',
  403: 'Not allowed',
  404: 'Not found',
  503: 'Not at the moment'
}

const MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'No page has this address.',
  FST_ERR_MAX_PARAM_LENGTH: 'No page has so long an address.',
  FST_RESOURCES_METHOD_NOT_ALLOWED: 'This address does not take such requests.'
}

function describe (error: Error & { statusCode?: number, code?: string }): {
  statusCode: number,
  name: string,
  message: string
} {
  const { statusCode = isUnavailable(error) ? 503 : 500, code = '' } = error
  const name = NAMES[statusCode] ?? STATUS_CODES[statusCode] ?? 'Error'
  if (isUnavailable(error)) {
    return {
      statusCode,
      name,
      message: 'The database cannot be reached at the moment. Nothing was changed; try again soon.'
    }
  }
  if (statusCode < 500 || statusCode === 503) {
    return { statusCode, name, message: MESSAGES[code] ?? error.message }
  }
  return { statusCode, name, message: 'Something went wrong here.' }
}

const SECRET = /password|\[current\]/
// What the form adds or offers, and nobody writes.
const NOT_WRITTEN = /\[(?:role|\d+)\]$/

interface Sent {
  readonly written: ReadonlyArray<readonly [name: string, value: string]>
  /** All others, to send them again. */
  readonly hidden: Readonly<Record<string, string>>
}

/** The fields of a form; null if there is no form, if nothing is left to send, or if it has a password. */
function sentFields (request: FastifyRequest, statusCode: number): Sent | null {
  const { headers, sentBody: body } = request
  const mayComeBack = [401, 403, 404, 409, 429, 503].includes(statusCode)
  if (!mayComeBack || isRead(request) || !isForm(headers['content-type'])) return null
  const fields = Object.entries(Object(body) as object).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object'
      ? Object.entries(Object(value) as object).map(([name, inner]) => [`${key}[${name}]`, inner])
      : [[key, value]]
  )
  // Validation makes numbers of some texts.
  const isPlain = fields.every(
    ([name, value]) => ['string', 'number'].includes(typeof value) && !SECRET.test(String(name))
  )
  if (!isPlain || fields.length === 0) return null
  const texts = fields.map(([name, value]) => [String(name), String(value)] as const)
  const isWritten = (name: string) => /\[.+\]$/.test(name) && !NOT_WRITTEN.test(name)
  const written = texts.filter(([name]) => isWritten(name))
  // There another try would fail too.
  if (written.length === 0 && [404, 409].includes(statusCode)) return null
  return { written, hidden: Object.fromEntries(texts.filter(([name]) => !isWritten(name))) }
}

export function isForm (contentType = ''): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i.test(contentType)
}
