/** Reads nested names: `filter[tag]=x&ids[]=1` → `{ filter: { tag: 'x' }, ids: ['1'] }`. */

import fastQuerystring from 'fast-querystring'
import { remember } from '../../routes/objects.js'
import { MAX_DEPTH, MAX_KEYS } from './query.js'

/** A key, then keys in brackets. Any other name is one key. */
const NESTED = /^[^[\]]+(?:\[[^[\]]*\])+$/

/** A name with a key that could change the prototype of an object that somebody copies. */
const PROTOTYPE = /^__proto__(?:\[|$)|\[__proto__\]/

/**
 * Reads a query string: `filter[tag]=x&ids[]=1&ids[]=2` → `{ filter: { tag: 'x' }, ids: ['1', '2'] }`.
 * Give it to `Fastify({ routerOptions: { querystringParser: parseQuery } })`. Objects have no prototype.
 * Never throws: a query of more than 3,000 keys (`a[b]=1` has two), or with a name that nests deeper than 10,
 * stays flat, as Fastify's own parser reads it.
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
 * Nests the fields of a form or a query: `{ 'post[title]': 'Hi' }` → `{ post: { title: 'Hi' } }`. A repeated
 * field is a list; values stay as they are. Fields beyond the limits add to `faults`, and nothing of them is
 * read.
 */
export function nestFields (
  fields: Readonly<Record<string, unknown>>, faults: string[]
): Record<string, unknown> {
  const names = Object.keys(fields)
  const fault = limitFault(names, fields)
  if (fault !== undefined) {
    faults.push(fault)
    return {}
  }
  const root = new Level()
  for (const name of names) {
    if (name !== '' && !PROTOTYPE.test(name)) addField(root, name, fields[name])
  }
  return readObject(root)
}

/** Counts before anything is built. */
function limitFault (
  names: readonly string[], fields: Readonly<Record<string, unknown>>
): string | undefined {
  let keys = 0
  for (const name of names) {
    const depth = depthOf(name)
    const value = fields[name]
    keys += (depth + 1) * (Array.isArray(value) ? Math.max(1, value.length) : 1)
    if (keys > MAX_KEYS) return `expected at most ${MAX_KEYS} keys, of all values together, got more`
    if (depth > MAX_DEPTH) {
      return `expected names that nest at most ${MAX_DEPTH} deep, got one that nests ${depth} deep`
    }
  }
  return undefined
}

function depthOf (name: string): number {
  let depth = 0
  if (!isNested(name)) return depth
  for (let at = name.indexOf(']'); at !== -1; at = name.indexOf(']', at + 1)) depth++
  return depth
}

function isNested (name: string): boolean {
  return name.includes('[') && NESTED.test(name)
}

/** What the fields say about one name: its own value, the items of `name[]`, and what is below other keys. */
class Level {
  value: unknown = undefined
  items: readonly unknown[] | undefined = undefined
  /** Most levels have one key, and a map takes longer than all else. */
  key = ''
  only: Level | undefined = undefined
  levels: Map<string, Level> | undefined = undefined
}

function addField (root: Level, name: string, value: unknown): void {
  let open = isNested(name) ? name.indexOf('[') : -1
  let level = levelAt(root, open === -1 ? name : name.slice(0, open))
  while (open !== -1) {
    const close = name.indexOf(']', open)
    const key = name.slice(open + 1, close)
    open = name.indexOf('[', close)
    if (open === -1 && key === '') {
      level.items = Array.isArray(value) ? value : [value]
      return
    }
    level = levelAt(level, key)
  }
  level.value = value
}

function levelAt (around: Level, key: string): Level {
  if (around.only === undefined) {
    around.only = new Level()
    around.key = key
  }
  if (around.levels === undefined && around.key === key) return around.only
  around.levels ??= new Map([[around.key, around.only]])
  return remember(around.levels, key, createLevel)
}

function createLevel (): Level {
  return new Level()
}

function readObject ({ key, only, levels }: Level): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  if (levels !== undefined) {
    for (const [key, level] of levels) object[key] = readLevel(level)
  } else if (only !== undefined) {
    object[key] = readLevel(only)
  }
  // Filled first: an object that begins without a prototype takes twice as long to fill.
  return Object.setPrototypeOf(object, null) as Record<string, unknown>
}

/** A name that says several things is a list of them. */
function readLevel (level: Level): unknown {
  const { value, items, only } = level
  if (only === undefined && items === undefined) return value
  const inner = only === undefined ? undefined : readInner(level)
  if (value === undefined && items === undefined) return inner
  return [value, items, inner].filter((part) => part !== undefined).flat()
}

function readInner (level: Level): unknown {
  const { key, only, levels } = level
  if (levels === undefined) {
    return isPlace(key) ? listOf([readLevel(only as Level)], [key]) : readObject(level)
  }
  const keys = [...levels.keys()]
  if (!keys.every(isPlace)) return readObject(level)
  keys.sort(comparePlaces)
  return listOf(keys.map((place) => readLevel(levels.get(place) as Level)), keys)
}

/** The digits by which the items of a list came. */
const places = new WeakMap<readonly unknown[], readonly string[]>()

function listOf (items: readonly unknown[], keys: readonly string[]): readonly unknown[] {
  if (keys[0] !== '') places.set(items, keys)
  return items
}

/** A list as the object that its digits name, where a schema says so; else the list itself. */
export function objectOf (list: readonly unknown[]): unknown {
  const keys = places.get(list)
  if (keys === undefined) return list
  const object = Object.fromEntries(keys.map((key, index) => [key, list[index]]))
  return Object.setPrototypeOf(object, null)
}

/** A place in a list. Empty brackets come before all others. A pattern would take several times as long. */
function isPlace (key: string): boolean {
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at)
    if (code < 48 || code > 57) return false
  }
  return key.length < 2 || key[0] !== '0'
}

/** In the order of their numbers, which may be too large for a number. */
function comparePlaces (one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1)
}
