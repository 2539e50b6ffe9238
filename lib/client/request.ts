/** Makes the `fetch` request of a call. */

import { messageOf } from '../text.js'
import { WORDS } from '../helpers/urls/words.js'
import { isObject } from '../routes/objects.js'
import type { ClientOptions, HeadersGiven } from '../../types/client.js'
import { isRaw } from './call.js'
import type { ClientCall } from './call.js'

/** The second argument of `fetch`. A body that it cannot send is added to `faults`. */
export async function createInit (
  call: ClientCall, { headers, credentials }: ClientOptions, faults: string[]
): Promise<RequestInit> {
  const { query, format, as, wrap, body: _, headers: own, ...init } = call.options
  const all = new Headers({ accept: acceptOf(format, as) })
  for (const given of [
    typeof headers === 'function' ? await headers() : headers,
    own as HeadersGiven | undefined
  ]) {
    for (const [name, value] of headerEntries(given)) {
      if (value !== undefined) all.set(name, String(value))
    }
  }
  // A stream needs `duplex`, which `fetch` reads for no other body.
  return {
    credentials,
    ...init,
    method: call.route.method,
    headers: all,
    body: bodyOf(call.body, all, faults),
    duplex: 'half'
  } as RequestInit
}

/** How to read an answer does not change what the server prefers. */
function acceptOf (format: unknown, as: unknown = 'json'): string {
  if (format !== undefined) return '*/*'
  return as === 'json' ? 'application/json' : 'application/json, */*;q=0.9'
}

function headerEntries (given: HeadersGiven = {}): Iterable<readonly [string, unknown]> {
  return Symbol.iterator in given ? new Headers(given as Headers) : Object.entries(given)
}

function bodyOf (body: unknown, headers: Headers, faults: string[]): RequestInit['body'] | undefined {
  const isText = typeof body === 'string' && headers.has('content-type')
  if (body === undefined || isText || isRaw(body)) return body as RequestInit['body'] | undefined
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  try {
    return JSON.stringify(body, (key, value: unknown) => {
      if (!isLost(value)) return value
      faults.push(WORDS.body(key))
      return undefined
    })
  } catch (error) {
    faults.push(WORDS.circularBody(messageOf(error)))
    return undefined
  }
}

/** What JSON would leave out or change without a word, such as a file among the values. */
function isLost (value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  if (!isObject(value)) return typeof value === 'function' || typeof value === 'symbol'
  if (isRaw(value) || Symbol.asyncIterator in value) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  // A Map, a Set, a Promise and others keep nothing in properties.
  return prototype !== null && prototype !== Object.prototype && Object.keys(value).length === 0
}
