/** Nested names, read by qs: `filter[tag]=x&ids[]=1` → `{ filter: { tag: 'x' }, ids: ['1'] }`. */

import fastQuerystring from 'fast-querystring'
import { parse } from 'qs'
import type { IParseOptions } from 'qs'
import { messageOf } from '../../text.js'
import { MAX_DEPTH, MAX_KEYS } from './query.js'

type Fields = Readonly<Record<string, unknown>>

/** What qs gives: its lists may have gaps, and lists of more than NEAR items are objects. */
type Parsed = string | ParsedObject

interface ParsedObject { [key: string]: Parsed }

/** Below this index qs makes lists, with gaps. */
const NEAR = 10

/** Indexes from NEAR on. As keys of an object they would make the engine reserve room for all lower ones. */
const FAR = /\[([1-9]\d+)\]/g

/** An index below or above NEAR, as qs gives it back. */
const PLACE = /^(?:0|[1-9]\d*|\[[1-9]\d+\])$/

const OPTIONS = {
  depth: MAX_DEPTH,
  strictDepth: true,
  arrayLimit: NEAR,
  plainObjects: true,
  // The walk below visits everything anyway, and leaves out gaps.
  allowSparse: true
} as const satisfies IParseOptions

/**
 * Reads a query string: `filter[tag]=x&ids[]=1&ids[]=2` → `{ filter: { tag: 'x' }, ids: ['1', '2'] }`.
 * Give it to `Fastify({ routerOptions: { querystringParser: parseQuery } })`. Objects have no prototype.
 * Never throws: a query of more than 3,000 keys (`a[b]=1` has two), or with a name that nests deeper than 10, stays
 * flat, as Fastify's own parser reads it.
 */
export function parseQuery (query: string): Record<string, unknown> {
  const fields = fastQuerystring.parse(query)
  const faults: string[] = []
  const nested = nestFields(fields, faults)
  if (faults.length === 0) return nested
  // As a key of data it is harmless, until somebody copies the object.
  Reflect.deleteProperty(fields, '__proto__')
  return fields
}

/**
 * Nests the fields of a form: `{ 'post[title]': 'Hi' }` → `{ post: { title: 'Hi' } }`. A repeated field is a list; values
 * stay as they are. A form beyond the limits adds to `faults`, and nothing of it is read.
 */
export function nestFields (fields: Fields, faults: string[]): Record<string, unknown> {
  try {
    const values: unknown[] = []
    const parsed = parse(numberValues(fields, values), OPTIONS) as ParsedObject
    return nestObject(parsed, Object.keys(parsed), values)
  } catch (error) {
    faults.push(`expected at most ${MAX_KEYS} keys, of all values together, and names that nest at most ${MAX_DEPTH} deep (${messageOf(error)})`)
    return {}
  }
}

/** Puts the values into a list, and gives qs their indexes, since it would walk into files. Counts before it builds anything. */
function numberValues (fields: Fields, values: unknown[]): Record<string, string> {
  const names = Object.keys(fields)
  const count = names.reduce((sum, name) => sum + countValues(fields[name]) * countKeys(name), 0)
  if (count > MAX_KEYS) throw new RangeError(`got ${count} keys`)
  const number = (value: unknown): string => String(values.push(value) - 1)
  const numbers: Record<string, string | string[]> = Object.create(null)
  for (const name of names) {
    const value = fields[name]
    numbers[hideFar(name)] = Array.isArray(value) ? value.map(number) : number(value)
  }
  // The types of qs know strings only.
  return numbers as Record<string, string>
}

function countValues (value: unknown): number {
  return Array.isArray(value) ? Math.max(1, value.length) : 1
}

function countKeys (name: string): number {
  let keys = 1
  for (let at = name.indexOf(']'); at !== -1; at = name.indexOf(']', at + 1)) keys++
  return keys
}

/** Makes such an index a name for qs: `a[10]` → `a[[10]]`. */
function hideFar (name: string): string {
  return name.includes('[') ? name.replace(FAR, '[[$1]]') : name
}

function showFar (key: string): string {
  return key.includes('[') ? key.replace(FAR, '$1') : key
}

function nest (parsed: Parsed, values: readonly unknown[]): unknown {
  if (typeof parsed === 'string') return values[Number(parsed)]
  const keys = Object.keys(parsed)
  const isList = Array.isArray(parsed) || (keys.length > 0 && keys.every((key) => PLACE.test(key)))
  return isList ? sortPlaces(keys).map((key) => nest(parsed[key] as Parsed, values)) : nestObject(parsed, keys, values)
}

function sortPlaces (keys: string[]): string[] {
  // Lower indexes are in order, and before the higher ones.
  if (keys.length < 2 || keys.at(-1)?.startsWith('[') !== true) return keys
  return keys.map((key) => ({ key, place: Number(showFar(key)) })).sort((one, other) => one.place - other.place).map(({ key }) => key)
}

/** Changes its argument: a copy would take longer than the walk. */
function nestObject (parsed: ParsedObject, keys: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = parsed
  for (const key of keys) {
    const value = nest(parsed[key] as Parsed, values)
    const shown = showFar(key)
    if (shown !== key) delete object[key]
    object[shown] = value
  }
  return object
}
