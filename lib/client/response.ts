/** Reads a response: an answer, or an error. */

import { messageOf } from '../text.js'
import { WORDS } from '../urls/url-words.js'
import { isObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import type { FormErrors } from '../../types/form-errors.js'

/** The request of a call, and what came back. */
export interface Answered {
  readonly method: string
  readonly url: string
  readonly response: Response
  /** The name of the record that the body is of. */
  readonly key?: string | undefined
}

/** What `try` resolves to. */
export interface Outcome {
  readonly ok: boolean
  readonly status: number
  readonly body: unknown
  readonly response: Response
}

/**
 * An answer that is not 2xx, or a 2xx that is not of the kind that the call expects. Its message has one
 * line.
 */
export class ResponseError extends Error {
  declare readonly status: number
  declare readonly method: string
  declare readonly url: string
  /** Its value as JSON, or its text. */
  declare readonly body: unknown
  /** The server's own code, such as `FST_ERR_VALIDATION`. */
  declare readonly code: string | undefined
  /** `title` of a problem of RFC 9457, or Fastify's `error`. */
  declare readonly title: string | undefined
  /** `detail` of a problem of RFC 9457, or Fastify's `message`. */
  declare readonly detail: string | undefined
  /** Messages by field, where the server sends them; else empty. */
  declare readonly fields: FormErrors
  /** The body of a failure can still be read. */
  declare readonly response: Response

  constructor (
    { method, url, response }: Answered, body: unknown, reason?: string, options?: ErrorOptions
  ) {
    const { status, statusText } = response
    const sent = isObject(body) ? body : {}
    const textOf = (...names: readonly string[]): unknown =>
      names.map((name) => sent[name]).find((value) => typeof value === 'string')
    const facts = {
      status,
      method,
      url,
      body,
      code: textOf('code'),
      title: textOf('title', 'error'),
      detail: textOf('detail', 'message'),
      fields: isObject(sent.fields) ? sent.fields : {},
      response
    }
    super(
      `${method} ${url}: ${status} ${reason ?? facts.detail ?? facts.title ?? statusText}`.trim().replace(/\s+/g, ' '),
      options
    )
    this.name = 'ResponseError'
    // Not enumerable: a log shows the one line, and not a whole response.
    for (const [name, value] of Object.entries(facts)) Object.defineProperty(this, name, { value })
  }
}

/** Messages by property, `lines.0.sku`, though the field is `post[lines][0][sku]` or `lines[0][sku]`. */
function propertiesOf (fields: Properties, key: string): Properties {
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => {
    const start = name.startsWith(`${key}[`) ? key.length + 1 : 0
    return [name.endsWith(']') ? name.slice(start, -1).replace(/\]?\[/g, '.') : name, messages]
  }))
}

/** Reads an answer of 2xx as `as` says; throws a ResponseError for a 2xx of another kind. */
export async function readOutcome (answered: Answered, as: unknown): Promise<Outcome> {
  const { response, key } = answered
  const { ok, status } = response
  const body = await readBody(answered, ok ? as : null)
  if (!ok && key !== undefined && isObject(body) && isObject(body.fields)) {
    ;(body as { fields: Properties }).fields = propertiesOf(body.fields, key)
  }
  return { ok, status, body, response }
}

/**
 * JSON as its value, a text as it is, other bytes as a Blob, an empty body as undefined, unless `as` says
 * otherwise; null for a failure, of which any body is an answer.
 */
async function readBody (answered: Answered, as: unknown): Promise<unknown> {
  const { response } = answered
  if (as === 'response') return response
  if (as === 'text' || as === 'blob') return await response[as]()
  // `application/json`
  const type = (response.headers.get('content-type') ?? '').replace(/\s*;.*/, '').toLowerCase()
  // A page is never the answer of a call, and a stream of events has no end to wait for.
  if (as === undefined && response.body !== null && /html|event-stream/.test(type)) {
    await response.body.cancel()
    throw new ResponseError(answered, undefined, WORDS.type(type))
  }

  const source = as === null ? response.clone() : response
  const isJson = as === 'json' || /[/+]json$/.test(type)
  if (!isJson && !type.startsWith('text/')) {
    const blob = await source.blob()
    return blob.size === 0 ? undefined : blob
  }
  const text = await source.text()
  if (text === '') return undefined
  try {
    return isJson ? JSON.parse(text) : text
  } catch (cause) {
    // Of a failure the text says more than the fault of its JSON.
    if (as === null) return text
    throw new ResponseError(answered, text, `expected JSON: ${messageOf(cause)}`, { cause })
  }
}
