/** Nested names, read by qs: `filter[tag]=x&ids[]=1` → `{ filter: { tag: 'x' }, ids: ['1'] }`. */

import { parse } from 'qs'
import type { IParseOptions } from 'qs'
import { messageOf } from '../../text.js'
import { MAX_DEPTH, MAX_VALUES } from './query.js'

type Fields = Readonly<Record<string, unknown>>

/** What qs makes: its lists may have gaps, and those of more than NEAR items are objects. */
type Parsed = string | ParsedObject

interface ParsedObject { readonly [key: string]: Parsed }

/** Up to here qs makes lists of places, gaps and all. */
const NEAR = 10

/** Places from NEAR on. As keys of an object they would have the engine keep room for all that lie before. */
const FAR = /\[([1-9]\d+)\]/g

/** A place near or far, as qs gives it back. */
const PLACE = /^(?:0|[1-9]\d*|\[[1-9]\d+\])$/

const OPTIONS = {
  depth: MAX_DEPTH,
  parameterLimit: MAX_VALUES,
  arrayLimit: NEAR,
  plainObjects: true,
  // Gaps are left out below, where all is visited anyway.
  allowSparse: true,
  decoder: (text, decode, charset, kind) => kind === 'key' ? hideFar(decode(text, decode, charset)) : decode(text, decode, charset)
} as const satisfies IParseOptions

const STRICT_OPTIONS = { ...OPTIONS, strictDepth: true }

/**
 * Reads a query string: `filter[tag]=x&ids[]=1&ids[]=2` → `{ filter: { tag: 'x' }, ids: ['1', '2'] }`.
 * Give it to `Fastify({ routerOptions: { querystringParser: parseQuery } })`. Objects have no prototype;
 * keys nested deeper than 10 stay as they are written, values after the first 1,000 are left out, since a
 * parser of Fastify's must not throw.
 */
export function parseQuery (query: string): Record<string, unknown> {
  return nestObject(parse(query, OPTIONS) as ParsedObject, (text) => text)
}

/**
 * Nests the fields of a form: `{ 'post[title]': 'Hi' }` → `{ post: { title: 'Hi' } }`. Lists are fields that came several
 * times; all values stay what they are. What goes beyond the bounds is added to `faults`, and then nothing is read.
 */
export function nestFields (fields: Fields, faults: string[]): Record<string, unknown> {
  const values: unknown[] = []
  // By number, since qs would look into files.
  const numbers = Object.entries(fields).map(([name, value]) =>
    [hideFar(name), Array.isArray(value) ? value.map((one) => String(values.push(one) - 1)) : String(values.push(value) - 1)] as const)
  try {
    if (values.length > MAX_VALUES) throw new RangeError(`it has ${values.length}`)
    return nestObject(parse(Object.fromEntries(numbers) as Record<string, string>, STRICT_OPTIONS) as ParsedObject, (number) => values[Number(number)])
  } catch (error) {
    faults.push(`expected at most ${MAX_VALUES} values, and names that nest at most ${MAX_DEPTH} deep (${messageOf(error)})`)
    return {}
  }
}

/** For qs such a place is a name: `a[10]` → `a[[10]]`. */
function hideFar (name: string): string {
  return name.replace(FAR, '[[$1]]')
}

function showFar (key: string): string {
  return key.includes('[') ? key.replace(FAR, '$1') : key
}

function nest (parsed: Parsed, read: (text: string) => unknown): unknown {
  if (typeof parsed === 'string') return read(parsed)
  const keys = Object.keys(parsed)
  const isList = Array.isArray(parsed) || (keys.length > 0 && keys.every((key) => PLACE.test(key)))
  return isList ? sortPlaces(keys).map((key) => nest(parsed[key] as Parsed, read)) : nestObject(parsed, read)
}

function sortPlaces (keys: string[]): string[] {
  // Near ones are in order, and before the far ones.
  if (keys.at(-1)?.startsWith('[') !== true) return keys
  return keys.map((key) => ({ key, place: Number(showFar(key)) })).sort((one, other) => one.place - other.place).map(({ key }) => key)
}

/** Changes what it is given: to make it anew would take longer than to walk it. */
function nestObject (parsed: ParsedObject, read: (text: string) => unknown): Record<string, unknown> {
  const object: Record<string, unknown> = parsed
  for (const key of Object.keys(parsed)) {
    const value = nest(parsed[key] as Parsed, read)
    const shown = showFar(key)
    if (shown !== key) delete object[key]
    object[shown] = value
  }
  return object
}
