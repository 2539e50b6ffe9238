/** Reads nested names: `filter[tag]=x&ids[]=1` → `{ filter: { tag: 'x' }, ids: ['1'] }`. */

import fastQuerystring from 'fast-querystring'
import { remember } from '../routes/objects.js'
import { MAX_DEPTH, MAX_KEYS } from './query.js'

/** A key, then keys in brackets. Any other name is one key. */
const NESTED = /^[^[\]]+(?:\[[^[\]]*\])+$/

/** A name with a key that could change the prototype of an object that somebody copies. */
const PROTOTYPE = /^__proto__(?:\[|$)|\[__proto__\]/

/** What a text says where a boolean is valid. */
export const TRUE: readonly unknown[] = ['on', '1', 'true']
export const FALSE: readonly unknown[] = ['0', 'false', '']

/**
 * Reads a query string: `filter[tag]=x&ids[]=1&ids[]=2` → `{ filter: { tag: 'x' }, ids: ['1', '2'] }`.
 * Give it to `Fastify({ routerOptions: { querystringParser: parseQuery } })`. Objects have no prototype.
 * Never throws: a query of more than 3,000 keys (`a[b]=1` has two), or with a name that nests deeper than 10,
 * stays flat, as Fastify's own parser reads it.
 */
export function parseQuery (query: string): Record<string, unknown> {
  const fields = parseFields(query)
  const faults: string[] = []
  const nested = nestFields(fields, faults, () => fieldNames(query))
  if (faults.length === 0) return nested
  // As a key of data it is harmless, until somebody copies the object.
  Reflect.deleteProperty(fields, '__proto__')
  return fields
}

/** Reads a query or an urlencoded form flat, as Fastify's own parser does. */
export function parseFields (text: string): Record<string, unknown> {
  return fastQuerystring.parse(text)
}

/** The names of a query or an urlencoded form in their order, each as often as it comes. */
export function fieldNames (text: string): string[] {
  return text.split('&').flatMap((field) => Object.keys(parseFields(field)))
}

type Fields = Readonly<Record<string, unknown>>

/** Whether the schema of the keys takes a boolean: `['parts', '', 'ok']` are those of `parts[][ok]`. */
type TakesBoolean = (keys: readonly string[]) => boolean

/**
 * Nests the fields of a form or a query: `{ 'post[title]': 'Hi' }` → `{ post: { title: 'Hi' } }`. A repeated
 * field is a list; values stay as they are. `order` gives the names in their order, each as often as it came,
 * if that is known. In a row a true directly behind a false of its name is the check box of that hidden
 * field, unless `takesBoolean` says no. Fields beyond the limits add to `faults`, and nothing is read then.
 */
export function nestFields (
  fields: Fields, faults: string[], order?: () => readonly string[] | undefined,
  takesBoolean: TakesBoolean = () => true
): Record<string, unknown> {
  const sent = Object.keys(fields)
  const fault = limitFault(sent, fields)
  if (fault !== undefined) {
    faults.push(fault)
    return {}
  }
  const root = new Level()
  const names = sent.filter((name) => name !== '' && !PROTOTYPE.test(name))
  const rows = rowNames(names, fields)
  for (const name of names) {
    if (!rows.has(name)) addField(root, name, fields[name])
  }
  if (rows.size > 0) addRows(root, { fields, rows, order: order?.(), takesBoolean, faults })
  return readObject(root.levels ?? new Map())
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

/**
 * The names below lists that have several rows: `lines[][sku]` with two values, and `lines[][tags][]` beside
 * it. Which values belong together follows from the order of all their fields.
 */
function rowNames (names: readonly string[], fields: Fields): ReadonlySet<string> {
  const lists = names.filter((name) => Array.isArray(fields[name]) && beginsRow(name)).map(listOf)
  const known = new Set(lists)
  if (known.size === 0) return known
  return new Set(names.filter((name) => isNested(name) && name.includes('[][') && known.has(listOf(name))))
}

/** Whether a second field of the name begins another row: a key follows its last empty brackets. */
function beginsRow (name: string): boolean {
  const empty = name.lastIndexOf('[]')
  return empty !== -1 && empty + 2 < name.length && isNested(name)
}

/** `lines` of `lines[][tags][]`. */
function listOf (name: string): string {
  return name.slice(0, name.indexOf('[]'))
}

interface Rows {
  readonly fields: Fields
  readonly rows: ReadonlySet<string>
  readonly order: readonly string[] | undefined
  readonly takesBoolean: TakesBoolean
  readonly faults: string[]
}

function addRows (root: Level, { fields, rows, order = [], takesBoolean, faults }: Rows): void {
  const values = new Map(Array.from(rows, (name) => [name, [fields[name]].flat()]))
  const sent = order.filter((name) => rows.has(name))
  const counts = new Map<string, number>()
  for (const name of sent) counts.set(name, (counts.get(name) ?? 0) + 1)
  // A hook of the app may have changed the fields since.
  const isKnown = [...values].every(([name, { length }]) => counts.get(name) === length)
  let before: string | undefined
  let level = root
  for (const name of isKnown ? sent : orderOfRows(values, faults)) {
    const value = values.get(name)?.shift()
    const mayBeBox = name === before && FALSE.includes(level.value) && TRUE.includes(value)
    if (mayBeBox && takesBoolean(keysOf(name))) level.value = value
    else level = addField(root, name, value)
    before = name
  }
}

/** `['parts', '', 'ok']` of `parts[][ok]`. */
function keysOf (name: string): string[] {
  return name.replaceAll(']', '').split('[')
}

/** Without the order of the fields, the first values of all names are the first row. */
function orderOfRows (values: ReadonlyMap<string, readonly unknown[]>, faults: string[]): string[] {
  const lengths = new Map<string, number>()
  const names = [...values.keys()]
  const isWhole = names.every((name) => {
    const { length } = values.get(name) as readonly unknown[]
    const hasList = name.lastIndexOf('[]') > name.indexOf('[]')
    return !hasList && remember(lengths, listOf(name), () => length) === length
  })
  if (!isWhole) {
    faults.push(
      'expected each row of a list to have all of its fields, since the order of the fields is lost; ' +
        'number the rows, as in lines[0][sku]'
    )
    return []
  }
  const most = Math.max(...lengths.values())
  const rows = Array.from({ length: most }, (_, row) =>
    names.filter((name) => row < (lengths.get(listOf(name)) as number)))
  return rows.flat()
}

/** What the fields say about one name: its value, the items and the rows of `name[]`, and other keys. */
class Level {
  value: unknown = undefined
  items: unknown[] | undefined = undefined
  rows: Level[] | undefined = undefined
  levels: Map<string, Level> | undefined = undefined
}

/** Gives the level of the value. */
function addField (root: Level, name: string, value: unknown): Level {
  let open = isNested(name) ? name.indexOf('[') : -1
  const lastEmpty = open === -1 ? -1 : name.lastIndexOf('[]')
  let level = levelAt(root, open === -1 ? name : name.slice(0, open))
  while (open !== -1) {
    const start = open
    const close = name.indexOf(']', open)
    open = name.indexOf('[', close)
    if (close > start + 1) level = levelAt(level, name.slice(start + 1, close))
    else if (open === -1) return addItem(level, value)
    else level = rowAt(level, start === lastEmpty ? name.slice(open) : undefined)
  }
  level.value = value
  return level
}

function addItem (level: Level, value: unknown): Level {
  if (level.items === undefined) level.items = Array.isArray(value) ? value : [value]
  else level.items.push(value)
  return level
}

/** The last row of a list; the next one if that has the keys already. */
function rowAt (list: Level, keys: string | undefined): Level {
  list.rows ??= [new Level()]
  const last = list.rows.at(-1) as Level
  if (keys === undefined || !hasKeys(last, keys)) return last
  const next = new Level()
  list.rows.push(next)
  return next
}

function hasKeys (row: Level, keys: string): boolean {
  let level: Level | undefined = row
  for (const key of keys.slice(1, -1).split('][')) level = level?.levels?.get(key)
  return level !== undefined
}

function levelAt (around: Level, key: string): Level {
  around.levels ??= new Map()
  return remember(around.levels, key, createLevel)
}

function createLevel (): Level {
  return new Level()
}

function readObject (levels: ReadonlyMap<string, Level>): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [key, level] of levels) object[key] = readLevel(level)
  // Filled first: an object that begins without a prototype takes twice as long to fill.
  return Object.setPrototypeOf(object, null) as Record<string, unknown>
}

/** A name that says several things is a list of them: new items come behind those with a place. */
function readLevel ({ value, items, rows, levels }: Level): unknown {
  const isAlone = items === undefined && rows === undefined
  if (levels === undefined && isAlone) return value
  const inner = levels && readInner(levels)
  if (value === undefined && isAlone) return inner
  const added = [items, rows?.map(readLevel)]
  const parts = Array.isArray(inner) ? [value, inner, ...added] : [value, ...added, inner]
  return parts.filter((part) => part !== undefined).flat()
}

function readInner (levels: ReadonlyMap<string, Level>): unknown {
  const keys = [...levels.keys()]
  if (!keys.every(isPlace)) return readObject(levels)
  keys.sort(comparePlaces)
  const items = keys.map((place) => readLevel(levels.get(place) as Level))
  if (keys[0] !== '') places.set(items, keys)
  return items
}

/** The digits by which the items of a list came. */
const places = new WeakMap<readonly unknown[], readonly string[]>()

/** A list as the object that its digits name, where a schema says so; else the list itself. */
export function objectOf (list: readonly unknown[]): unknown {
  const keys = places.get(list)
  if (keys === undefined) return list
  const object = Object.fromEntries(keys.map((key, index) => [key, list[index]]))
  return Object.setPrototypeOf(object, null)
}

/** A place in a list. A pattern would take several times as long. */
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
