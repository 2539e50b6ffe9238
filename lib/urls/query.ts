/** Writes nested query strings: `{ ids: [1, 2] }` → `ids[]=1&ids[]=2`. */

import { isObject, isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { encode } from './encode.js'
import { WORDS } from './url-words.js'

/** How deep keys may nest: `a[b][c]` is 2 deep. */
export const MAX_DEPTH = 10

/** How many keys a query or a form may have, of all values together: `a[b][c]=1` has 3. */
export const MAX_KEYS = 3000

/**
 * Adds a query string to a URL, such that `parseQuery` reads the same back (all values as strings).
 * Undefined, empty lists and empty objects are left out; dates are ISO. So is null, as in Rails, unless
 * `forNull` is an empty text, which schemas read as null, and digits as names. A value that `parseQuery`
 * cannot read back is added to `faults`.
 */
export function addQuery (url: string, query: unknown, faults: string[], forNull?: ''): string {
  // A look at the prototype takes longer.
  if (!isObject(query) || (query.constructor !== Object && !isPlainObject(query))) {
    faults.push(WORDS.query(query))
    return url
  }
  const writer: Writer = { url, keys: 0, faults, forNull }
  addProperties(writer, '', query, 0)
  if (writer.keys > MAX_KEYS) faults.push(WORDS.queryLength(MAX_KEYS, writer.keys))
  return writer.url
}

interface Writer {
  url: string
  keys: number
  readonly faults: string[]
  readonly forNull: '' | undefined
}

function addProperties (writer: Writer, prefix: string, object: Properties, depth: number): void {
  for (const key of Object.keys(object)) {
    const value = sentValue(writer, object[key])
    if (value === undefined) continue
    if (isKey(key, depth > 0 && writer.forNull === undefined)) {
      addValue(writer, depth === 0 ? encode(key) : `${prefix}[${encode(key)}]`, value, depth)
    } else {
      writer.faults.push(WORDS.queryKey(key))
    }
  }
}

function sentValue ({ forNull }: Writer, value: unknown): unknown {
  return value === null ? forNull : value
}

function addValue (writer: Writer, name: string, value: unknown, depth: number): void {
  const text = scalarText(value)
  if (text !== undefined) {
    // Appending to one long text is cheaper than joining short ones first.
    writer.url = writer.url + (writer.keys === 0 ? '?' : '&') + name + '=' + encode(text)
    writer.keys += depth + 1
  } else if (depth === MAX_DEPTH) {
    writer.faults.push(WORDS.queryDepth(name, MAX_DEPTH))
  } else if (Array.isArray(value)) {
    const items = value.map((item) => sentValue(writer, item)).filter((item) => item !== undefined)
    const isFlat = items.every((item) => scalarText(item) !== undefined)
    items.forEach((item, index) => {
      addValue(writer, `${name}[${isFlat ? '' : index}]`, item, depth + 1)
    })
  } else if (isPlainObject(value)) {
    addProperties(writer, name, value, depth + 1)
  } else {
    writer.faults.push(WORDS.queryValue(name, value))
  }
}

/** The text of a value that does not nest, or undefined. */
export function scalarText (value: unknown): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? value : undefined
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  return typeof value === 'bigint' || typeof value === 'boolean' || Number.isFinite(value)
    ? String(value)
    : undefined
}

/** Empty, of the prototype, with a bracket, or with a lone surrogate. */
const NO_KEY = /^(?:__proto__)?$|[[\]]|\p{Cs}/u

/** Whether `parseQuery` reads a key back. A nested number is an index of a list. */
export function isKey (key: string, isNested: boolean): boolean {
  return !NO_KEY.test(key) && !(isNested && /^\d+$/.test(key))
}
