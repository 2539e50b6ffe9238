/** Writes nested query strings: `{ ids: [1, 2] }` → `ids[]=1&ids[]=2`. */

import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { encode, isPlain } from './encode.js'
import { isSmallInteger } from './ids.js'
import { WORDS } from './words.js'

/** How deep keys may nest: `a[b][c]` is 2 deep. */
export const MAX_DEPTH = 10

/** How many keys a query or a form may have, of all values together: `a[b][c]=1` has 3. */
export const MAX_KEYS = 3000

/**
 * Adds a query string to a URL, such that `parseQuery` reads the same back (all values as strings).
 * Undefined, empty lists and empty objects are left out; dates are ISO. So is null, as in Rails, unless
 * `forNull` is an empty text, which schemas read as null. A value that `parseQuery` cannot read back is added
 * to `faults`.
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
    const value = object[key] === null ? writer.forNull : object[key]
    if (value === undefined) continue
    if (prefix === '' && key !== '__proto__' && isPlain(key)) {
      addValue(writer, key, value, depth)
      continue
    }
    const fault = keyFault(key, prefix !== '')
    if (fault !== undefined) writer.faults.push(WORDS.queryKey(key, fault))
    else addValue(writer, prefix === '' ? encodeURIComponent(key) : `${prefix}[${encode(key)}]`, value, depth)
  }
}

function addValue (writer: Writer, name: string, value: unknown, depth: number): void {
  const text = isSmallInteger(value) ? `${value}` : encodedText(value)
  if (text === undefined) {
    addNested(writer, name, value, depth)
  } else {
    // Appending to one long text is cheaper than joining short ones first.
    writer.url = writer.url + (writer.keys === 0 ? '?' : '&') + name + '=' + text
    writer.keys += depth + 1
  }
}

function addNested (writer: Writer, name: string, value: unknown, depth: number): void {
  if (depth === MAX_DEPTH) {
    writer.faults.push(WORDS.queryDepth(name, MAX_DEPTH))
  } else if (Array.isArray(value)) {
    const items = value
      .map((item) => item === null ? writer.forNull : item)
      .filter((item) => item !== undefined)
    const flat = items.every((item) => scalarText(item) !== undefined)
    items.forEach((item, index) => {
      addValue(writer, flat ? `${name}[]` : `${name}[${index}]`, item, depth + 1)
    })
  } else if (isPlainObject(value)) {
    addProperties(writer, name, value, depth + 1)
  } else {
    writer.faults.push(WORDS.queryValue(name, value))
  }
}

function encodedText (value: unknown): string | undefined {
  const text = scalarText(value)
  return text && encode(text)
}

/** The text of a value that does not nest, or undefined. */
export function scalarText (value: unknown): string | undefined {
  switch (typeof value) {
    case 'string': return value.isWellFormed() ? value : undefined
    case 'number': return Number.isFinite(value) ? String(value) : undefined
    case 'bigint':
    case 'boolean': return String(value)
    default: return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined
  }
}

/** Why `parseQuery` could not read a key back, or undefined. */
export function keyFault (key: string, nested: boolean): string | undefined {
  if (key === '') return WORDS.emptyKey()
  if (key === '__proto__') return WORDS.prototypeKey()
  if (/[[\]]/.test(key)) return WORDS.bracketKey()
  if (!key.isWellFormed()) return WORDS.surrogateKey()
  if (nested && /^\d+$/.test(key)) return WORDS.placeKey()
  return undefined
}
