/** Cleans data by its shape: removes `readOnly` or `writeOnly` properties, and those that no schema of an object names. */

import { isPlainObject } from '../../routes/objects.js'
import { isHidden } from './shapes.js'
import type { Named, Shape } from './shapes.js'
import { isFile, readValue } from './texts.js'

/** What is done to data. */
export interface Walk {
  /** Whether the result is a copy, since an app may answer with an object that it keeps. */
  readonly isCopy: boolean
  /** Whether all values are texts of a form. */
  readonly isForm: boolean
  /** Whether names may be missing: they exclude no member of a choice. An invalid empty text stays, since without it an update would keep the old value. */
  readonly isPartial: boolean
  /** Collects unknown names, which are removed; null keeps them. */
  readonly unknown: string[] | null
}

/** An object or a list, and what it becomes: itself or a copy. */
interface Place {
  readonly from: object
  readonly into: object
  readonly shape: Shape
  readonly at: string
}

type Data = Record<string, unknown>

const MOST_LISTS = 10

/** How deep data is only looked at. A client may nest its data very deep. */
const MOST_LEVELS = 20

/** The part of a value that may go in the direction of its shape. `at` is the place of the value, for unknown names. */
export function clean (given: unknown, shape: Shape, walk: Walk, at = ''): unknown {
  if (!walk.isForm && isClean(given, shape, MOST_LEVELS)) return given
  const places: Place[] = []
  const value = enter(given, shape, at, walk, places)
  // A queue and no recursion, since a client may nest its data very deep.
  for (const place of places) (Array.isArray(place.from) ? cleanItems : cleanObject)(place, walk, places)
  return value
}

/** Whether it certainly holds nothing to remove. Most data do, and to see it costs a third of the walk. */
function isClean (given: unknown, shape: Shape, levels: number): boolean {
  if (typeof given !== 'object' || given === null) return typeof given !== 'function'
  if (shape.isFree) return true
  if (levels === 0) return false
  return Array.isArray(given) ? areCleanItems(given, shape, levels) : isCleanObject(given as Data, shape, levels)
}

function areCleanItems (given: readonly unknown[], shape: Shape, levels: number): boolean {
  return shape.isList && given.every((item, index) => isCleanAt(item, shape.itemOf(index), levels))
}

// Without a closure, for which V8 would read each property from a copy of its variables.
function isCleanObject (given: Data, shape: Shape, levels: number): boolean {
  if (shape.isList || !isPlainObject(given)) return false
  for (const name in given) {
    const named = shape.names.get(name)
    if (named === undefined || !isCleanAt(given[name], named, levels)) return false
  }
  // A serializer also reads what is not enumerable.
  for (const name of shape.hidden) if (given[name] !== undefined) return false
  return true
}

function isCleanAt (value: unknown, named: Named, levels: number): boolean {
  if (named.hiding.length > 0) return false
  return typeof value === 'object' ? isClean(value, named.shape, levels - 1) : typeof value !== 'function'
}

/** A value for its place; its contents are still to be cleaned. */
function enter (given: unknown, shape: Shape, at: string, walk: Walk, places: Place[]): unknown {
  const value = walk.isForm ? readValue(given, shape) : given
  if (typeof value !== 'object' || value === null || shape.isFree) return value
  // Fields of @fastify/multipart, which no schema describes, refer to each other.
  if (shape.way === 'seen' ? value instanceof Date : isFile(value)) return value
  const from: unknown = walk.isCopy && 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value
  const place = Array.isArray(from) ? shape : objectPlace(shape)
  if (typeof from !== 'object' || from === null || place === undefined) return from
  const into = !walk.isCopy ? from : Array.isArray(from) ? [] : {}
  places.push({ from, into, shape: place, at })
  return into
}

/** A validator may wrap a value or a list in a list. No object can be an item of a list that contains itself. */
function objectPlace (shape: Shape): Shape | undefined {
  let place = shape
  for (let depth = 0; place.isList && depth < MOST_LISTS; depth++) place = place.itemOf(0).shape
  return place.isList ? undefined : place
}

function cleanItems ({ from, into, shape, at }: Place, walk: Walk, places: Place[]): void {
  const given = from as unknown[]
  const items = into as unknown[]
  let length = 0
  for (let index = 0; index < given.length; index++) {
    const named = shape.itemOf(index)
    if (isHidden(named, given, walk.isPartial)) continue
    const value = enter(given[index], named.shape, `${at}[${index}]`, walk, places)
    if (!walk.isForm || index < shape.length || !isNothing(value, named.shape)) items[length++] = value
  }
  items.length = length
}

function cleanObject ({ from, into, shape, at }: Place, walk: Walk, places: Place[]): void {
  const given = from as Data
  const object = into as Data
  for (const name of walk.isCopy ? readableNames(given, shape) : Object.keys(given)) {
    const named = shape.propertyOf(name)
    if (named === undefined) walk.unknown?.push(`${at}.${name}`)
    if (named === undefined ? walk.unknown !== null : isHidden(named, given, walk.isPartial)) {
      if (!walk.isCopy) delete object[name]
      continue
    }
    const value = named === undefined ? given[name] : enter(given[name], named.shape, `${at}.${name}`, walk, places)
    if (walk.isForm && !walk.isPartial && named?.isRequired === false && isNothing(value, named.shape)) delete object[name]
    // Only an open object holds a name of the prototype.
    else if (value !== object[name] && name !== '__proto__') object[name] = value
  }
}

/** Own keys are not enough: a getter of a class is not an own property of its instances. */
function readableNames (given: Data, shape: Shape): string[] {
  const names = Object.keys(given)
  for (const name of shape.names.keys()) {
    if (name in given && !Object.hasOwn(given, name)) names.push(name)
  }
  return names.filter((name) => name !== '__proto__' && given[name] !== undefined && typeof given[name] !== 'function')
}

/** Whether an empty field is left out, since its text cannot be valid. */
function isNothing (value: unknown, { kinds }: Shape): boolean {
  return value === '' && !kinds.has('empty')
}
