/** Nested names, read by qs: `filter[tag]=x&ids[]=1` → `{ filter: { tag: 'x' }, ids: ['1'] }`. */

import decode from 'fast-decode-uri-component'
import { parse } from 'qs'
import type { IParseOptions } from 'qs'
import { messageOf } from '../../text.js'
import { MAX_DEPTH, MAX_VALUES } from './query.js'

type Fields = Readonly<Record<string, unknown>>

/** What qs gives: its lists may have gaps, and lists of more than NEAR items are objects. */
type Parsed = string | ParsedObject

interface ParsedObject { readonly [key: string]: Parsed }

/** Below this index qs makes lists, with gaps. */
const NEAR = 10

/** Indexes from NEAR on. As keys of an object they would make the engine reserve room for all lower ones. */
const FAR = /\[([1-9]\d+)\]/g

/** An index below or above NEAR, as qs gives it back. */
const PLACE = /^(?:0|[1-9]\d*|\[[1-9]\d+\])$/

const OPTIONS = {
  depth: MAX_DEPTH,
  parameterLimit: MAX_VALUES,
  arrayLimit: NEAR,
  plainObjects: true,
  // The walk below visits everything anyway, and leaves out gaps.
  allowSparse: true,
  decoder: (text, _decode, _charset, kind) => kind === 'key' ? hideFar(decodeText(text)) : decodeText(text)
} as const satisfies IParseOptions

const STRICT_OPTIONS = { ...OPTIONS, strictDepth: true }

/**
 * Reads a query string: `filter[tag]=x&ids[]=1&ids[]=2` → `{ filter: { tag: 'x' }, ids: ['1', '2'] }`.
 * Give it to `Fastify({ routerOptions: { querystringParser: parseQuery } })`. Objects have no prototype.
 * Keys nested deeper than 10 stay as they are written. Values after the first 1,000 are left out. A parser of
 * Fastify must not throw.
 */
export function parseQuery (query: string): Record<string, unknown> {
  return nestObject(parse(query, OPTIONS) as ParsedObject, (text) => text)
}

/**
 * Nests the fields of a form: `{ 'post[title]': 'Hi' }` → `{ post: { title: 'Hi' } }`. A repeated field is a list; values
 * stay as they are. A form beyond the limits adds to `faults`, and nothing of it is read.
 */
export function nestFields (fields: Fields, faults: string[]): Record<string, unknown> {
  const values: unknown[] = []
  // qs gets indexes in place of values, since it would walk into files.
  const numbers = Object.entries(fields).map(([name, value]) =>
    [hideFar(name), Array.isArray(value) ? value.map((one) => String(values.push(one) - 1)) : String(values.push(value) - 1)] as const)
  try {
    if (values.length > MAX_VALUES) throw new RangeError(`got ${values.length}`)
    return nestObject(parse(Object.fromEntries(numbers) as Record<string, string>, STRICT_OPTIONS) as ParsedObject, (number) => values[Number(number)])
  } catch (error) {
    faults.push(`expected at most ${MAX_VALUES} values, and names that nest at most ${MAX_DEPTH} deep (${messageOf(error)})`)
    return {}
  }
}

/** As qs decodes, which throws and catches an error for each invalid escape. */
function decodeText (text: string): string {
  const spaced = text.replaceAll('+', ' ')
  return decode(spaced) ?? spaced
}

/** Makes such an index a name for qs: `a[10]` → `a[[10]]`. */
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
  // Lower indexes are in order, and before the higher ones.
  if (keys.length < 2 || keys.at(-1)?.startsWith('[') !== true) return keys
  return keys.map((key) => ({ key, place: Number(showFar(key)) })).sort((one, other) => one.place - other.place).map(({ key }) => key)
}

/** Changes its argument: a copy would take longer than the walk. */
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
