/** Makes the `fetch` request of a call. */

import { messageOf } from '../text.js'
import { WORDS } from '../urls/url-words.js'
import { isObject, isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import type { Route } from '../../types/route.js'
import type { ClientOptions, HeadersGiven } from '../../types/typed-client.js'
import type { ClientCall } from './call.js'

/** The second argument of `fetch`. A body that it cannot send is added to `faults`. */
export async function createInit (
  call: ClientCall, { headers, credentials: shared, ifMatch }: ClientOptions, faults: string[]
): Promise<RequestInit> {
  const { query, format, as, wrap, body, headers: own, credentials = shared, ...init } = call.options
  const all = new Headers()
  for (const source of [
    ownHeaders(call),
    versionHeader(call, ifMatch),
    typeof headers === 'function' ? await headers() : headers ?? {},
    own as HeadersGiven | undefined ?? {}
  ]) {
    const entries = Symbol.iterator in source ? new Headers(source as Headers) : Object.entries(source)
    for (const [name, value] of entries) if (value != null) all.set(name, value as string)
  }
  const record = versionedRecord(call)
  if (ifMatch !== undefined && record !== undefined && !all.has('if-match')) {
    faults.push(WORDS.recordVersion(ifMatch, record))
  }
  // A stream needs `duplex`, which `fetch` reads for no other body.
  return {
    credentials,
    ...init,
    method: call.route.method,
    headers: all,
    body: bodyOf(call, all, faults),
    duplex: 'half'
  } as RequestInit
}

const JSON_TYPE = 'application/json'

/** The client's own headers. How to read an answer does not change what the server prefers. */
function ownHeaders (
  { route: { conditions: { version } }, as = 'json', options }: ClientCall
): Record<string, string | null> {
  const accept = as === 'json' ? JSON_TYPE : `${JSON_TYPE}, */*;q=0.9`
  return {
    accept: options.format === undefined ? accept : '*/*',
    'accept-version': typeof version === 'string' ? version : null
  }
}

/** The position of the id whose record a row writes, and not of one above it; -1 without one. */
export function versionPlace ({ method, params }: Route): number {
  return method === 'GET' ? -1 : params.findIndex(({ name, property }) => name === property)
}

function versionedRecord ({ route, ids }: ClientCall): Properties | undefined {
  const id = ids[versionPlace(route)]
  return isObject(id) ? id : undefined
}

function versionHeader (call: ClientCall, ifMatch = ''): Record<string, string> {
  const version = versionedRecord(call)?.[ifMatch]
  const isVersion = ['string', 'bigint'].includes(typeof version) || Number.isFinite(version)
  return isVersion ? { 'if-match': `"${encodeURIComponent(version as string)}:${JSON_TYPE}"` } : {}
}

/** Under its key JSON has that name around it, and each field of a form that names none under it. */
function bodyOf (
  { body, key, wraps }: ClientCall, headers: Headers, faults: string[]
): RequestInit['body'] | undefined {
  const type = headers.get('content-type')
  const isAsItIs = body === undefined || isRaw(body) || (type !== null && typeof body === 'string')
  if (isAsItIs) return (wraps ? underKey(body, key) : body) as RequestInit['body'] | undefined
  if (type === null) headers.set('content-type', 'application/json')
  else if (!/[/+]json/i.test(type)) faults.push(WORDS.bodyType(type, body))
  try {
    const sent = wraps && key !== undefined ? { [key]: body } : body
    return JSON.stringify(sent, function (name, value: unknown) {
      if (!isLost((this as Properties)[name], value, Array.isArray(this))) return value
      faults.push(WORDS.body(name))
      return undefined
    })
  } catch (error) {
    faults.push(WORDS.circularBody(messageOf(error)))
    return undefined
  }
}

/** A form whose `title` and `lines[0][sku]` are `post[title]` and `post[lines][0][sku]`. */
function underKey (body: unknown, key?: string): unknown {
  if (key === undefined || !(body instanceof FormData || body instanceof URLSearchParams)) return body
  const fields = [...body] as Array<[string, string]>
  if (fields.some(([name]) => name.startsWith(`${key}[`))) return body
  const form = new (body.constructor as typeof FormData)()
  for (const [name, value] of fields) form.append(name.replace(/^[^[]+/, `${key}[$&]`), value)
  return form
}

/** The bodies that `fetch` sends as they are. */
function isRaw (body: unknown): boolean {
  return ArrayBuffer.isView(body) ||
    [FormData, URLSearchParams, Blob, ArrayBuffer, ReadableStream].some((type) => body instanceof type)
}

/**
 * What JSON would leave out or change without a word, such as a file among the values, or an invalid date.
 * `value` is what `toJSON` has made of it. Of undefined, JSON makes null in a list.
 */
function isLost (raw: unknown, value: unknown, isItem: boolean): boolean {
  if (isRaw(raw) || (value === null && raw !== value)) return true
  if (value === undefined) return isItem
  if (typeof value === 'number') return !Number.isFinite(value)
  if (!isObject(value)) return typeof value === 'function' || typeof value === 'symbol'
  if (Symbol.asyncIterator in value) return true
  // A Map, a Set, a Promise and others keep nothing in properties.
  return !isPlainObject(value) && Object.keys(value).length === 0
}
