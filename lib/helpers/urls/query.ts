/** Nested query strings and forms, queries both ways: `{ ids: [1, 2] }` and `ids[]=1&ids[]=2`. */

import { parse } from 'qs'
import { messageOf, show } from '../../text.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { encode, isPlain } from './encode.js'
import { isSmallInteger } from './ids.js'

/** How deep keys may nest: `a[b][c]` is 2 deep. */
export const MAX_DEPTH = 10

/** How many values a query holds; reading costs the square of it where all have one key. */
export const MAX_VALUES = 1000

const BOUNDS = { depth: MAX_DEPTH, arrayLimit: MAX_VALUES, parameterLimit: MAX_VALUES, plainObjects: true }

/**
 * Reads a query string: `filter[tag]=x&ids[]=1&ids[]=2` → `{ filter: { tag: 'x' }, ids: ['1', '2'] }`.
 * Give it to `Fastify({ routerOptions: { querystringParser: parseQuery } })`. Objects have no prototype;
 * keys nested deeper than 10 stay as they are written, values after the first 1,000 are left out, since a
 * parser of Fastify's must not throw.
 */
export function parseQuery (query: string): Record<string, unknown> {
  return parse(query, BOUNDS)
}

/**
 * Nests the fields of a form, as `parseQuery` does those of a query: `{ 'post[title]': 'Hi' }` →
 * `{ post: { title: 'Hi' } }`. Lists of several values are fields that came several times; all values stay what
 * they are. What goes beyond the bounds is added to `faults`, and then nothing is read.
 */
export function nestFields (fields: Readonly<Record<string, unknown>>, faults: string[]): Record<string, unknown> {
  const values: unknown[] = []
  const pairs: string[] = []
  for (const [name, value] of Object.entries(fields)) {
    // By number, since qs would look into files.
    for (const one of Array.isArray(value) && value.length > 1 ? value : [value]) pairs.push(`${encodeURIComponent(name.toWellFormed())}=${values.push(one) - 1}`)
  }
  try {
    if (pairs.length > MAX_VALUES) throw new RangeError(`it has ${pairs.length}`)
    const nested = parse(pairs.join('&'), { ...BOUNDS, strictDepth: true, throwOnLimitExceeded: true })
    return replaceLeaves(nested, (number) => values[Number(number)]) as Record<string, unknown>
  } catch (error) {
    faults.push(`expected at most ${MAX_VALUES} values, in lists of as many, and names that nest at most ${MAX_DEPTH} deep (${messageOf(error)})`)
    return {}
  }
}

function replaceLeaves (value: unknown, replace: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceLeaves(item, replace))
  if (!isPlainObject(value)) return replace(value)
  const replaced = Object.create(null) as Record<string, unknown>
  for (const key of Object.keys(value)) replaced[key] = replaceLeaves(value[key], replace)
  return replaced
}

/**
 * Adds a query string to a URL, such that `parseQuery` reads the same back (all values as strings).
 * Null and undefined are left out, and so are empty lists and objects; dates are ISO. What cannot be
 * read back is added to `faults`.
 */
export function addQuery (url: string, query: unknown, faults: string[]): string {
  // To ask for the prototype takes longer.
  if (!isObject(query) || (query.constructor !== Object && !isPlainObject(query))) {
    faults.push(`query: expected an object, got ${show(query)}`)
    return url
  }
  const writer: Writer = { url, count: 0, faults }
  addProperties(writer, '', query, 0)
  if (writer.count > MAX_VALUES) faults.push(`query: expected at most ${MAX_VALUES} values, got ${writer.count}`)
  return writer.url
}

interface Writer {
  url: string
  count: number
  readonly faults: string[]
}

function addProperties (writer: Writer, prefix: string, object: Properties, depth: number): void {
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (value === undefined || value === null) continue
    if (prefix === '' && key !== '__proto__' && isPlain(key)) {
      addValue(writer, key, value, depth)
      continue
    }
    const fault = keyFault(key, prefix !== '')
    if (fault !== undefined) writer.faults.push(`query: the key ${show(key)} ${fault}`)
    else addValue(writer, prefix === '' ? encodeURIComponent(key) : `${prefix}[${encode(key)}]`, value, depth)
  }
}

function addValue (writer: Writer, name: string, value: unknown, depth: number): void {
  const text = isSmallInteger(value) ? `${value}` : scalarText(value)
  if (text === undefined) {
    addNested(writer, name, value, depth)
  } else {
    // Making one long text longer is cheaper than joining short ones first.
    writer.url = writer.url + (writer.count === 0 ? '?' : '&') + name + '=' + encode(text)
    writer.count++
  }
}

function addNested (writer: Writer, name: string, value: unknown, depth: number): void {
  if (depth === MAX_DEPTH) {
    writer.faults.push(`query: ${name} nests deeper than ${MAX_DEPTH}`)
  } else if (Array.isArray(value)) {
    const items = value.filter((item) => item !== undefined && item !== null)
    const flat = items.every((item) => scalarText(item) !== undefined)
    items.forEach((item, index) => { addValue(writer, flat ? `${name}[]` : `${name}[${index}]`, item, depth + 1) })
  } else if (isPlainObject(value)) {
    addProperties(writer, name, value, depth + 1)
  } else {
    writer.faults.push(`query: ${name} cannot be ${show(value)}`)
  }
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

/** Why a key could not be read back, or undefined. */
export function keyFault (key: string, nested: boolean): string | undefined {
  if (key === '') return 'is empty'
  if (key === '__proto__') return 'names the prototype'
  if (/[[\]]/.test(key)) return 'holds a bracket, which would be read as nesting'
  if (!key.isWellFormed()) return 'holds a lone surrogate'
  if (nested && /^\d+$/.test(key)) return 'would be read as a place in a list'
  return undefined
}
