/** Cleans data by its shape: removes `readOnly` or `writeOnly` properties, and those that no schema of an object names. */

import type { Way } from '../schemas/index.js'
import { isHidden } from './shapes.js'
import type { Shape } from './shapes.js'
import { isFile, readValue } from './texts.js'

/** What is done to data. */
export interface Walk {
  /** What must not go in this direction is removed; null removes nothing. */
  readonly way: Way | null
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

/** The part of a value that may go in its direction. `at` is the place of the value, for unknown names. */
export function clean (given: unknown, shape: Shape, walk: Walk, at = ''): unknown {
  const places: Place[] = []
  const value = enter(given, shape, at, walk, places)
  // A queue and no recursion, since a client may nest its data very deep.
  for (const place of places) (Array.isArray(place.from) ? cleanItems : cleanObject)(place, walk, places)
  return value
}

/** A value for its place; its contents are still to be cleaned. */
function enter (given: unknown, shape: Shape, at: string, walk: Walk, places: Place[]): unknown {
  const value = walk.isForm ? readValue(given, shape) : given
  // Fields of @fastify/multipart, which no schema describes, refer to each other.
  if (typeof value !== 'object' || value === null || shape.isFree || (walk.way === 'seen' ? value instanceof Date : isFile(value))) return value
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
    if (isHidden(named, given, walk)) continue
    const item = given[index]
    const value = walk.isForm || typeof item === 'object' ? enter(item, named.shape, `${at}[${index}]`, walk, places) : item
    if (!walk.isForm || index < shape.length || !isNothing(value, named.shape)) items[length++] = value
  }
  items.length = length
}

function cleanObject ({ from, into, shape, at }: Place, walk: Walk, places: Place[]): void {
  const given = from as Data
  const object = into as Data
  for (const name of walk.isCopy ? copiedNames(given, shape) : Object.keys(given)) {
    const named = shape.propertyOf(name)
    if (named === undefined) walk.unknown?.push(`${at}.${name}`)
    if (named === undefined ? walk.unknown !== null : isHidden(named, given, walk)) {
      delete object[name]
      continue
    }
    const inner = given[name]
    // In JSON only lists and objects have parts to remove.
    if (typeof inner !== 'object' && !walk.isForm && !walk.isCopy) continue
    const value = named === undefined ? inner : enter(inner, named.shape, `${at}.${name}`, walk, places)
    if (walk.isForm && !walk.isPartial && named?.isRequired === false && isNothing(value, named.shape)) delete object[name]
    // Only an open object holds a name of the prototype.
    else if (value !== object[name] && name !== '__proto__') object[name] = value
  }
}

/** Own keys are not enough: a getter of a class is not an own property of its instances. */
function copiedNames (given: Data, { names }: Shape): string[] {
  return [...new Set([...names.keys(), ...Object.keys(given)])].filter((name) => name !== '__proto__' && given[name] !== undefined && typeof given[name] !== 'function')
}

/** Whether an empty field is left out, since its text cannot be valid. */
function isNothing (value: unknown, { kinds }: Shape): boolean {
  return value === '' && !kinds.has('empty')
}
