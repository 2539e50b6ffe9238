/** Cleans data by its shape: removes `readOnly` or `writeOnly` properties, and those that no schema of an object names. */

import { isObject } from '../../routes/objects.js'
import type { Way } from '../schemas/index.js'
import type { Named, Shape } from './shapes.js'
import { isFile, readValue } from './texts.js'

/** One walk through what a client sends. */
interface Walk {
  /** Whether all values are texts of a form. */
  readonly isForm: boolean
  /** Whether an invalid empty text stays: without it, an update would keep the old value. */
  readonly isUpdate: boolean
  /** Collects the unknown names that are removed; null where nothing is removed and only texts are read. */
  readonly unknown: string[] | null
}

const MOST_LISTS = 10

/** The part of a value that a client may send; changes the value. */
export function cleanInput (given: unknown, shape: Shape, at: string, walk: Walk): unknown {
  const value = walk.isForm ? readValue(given, shape) : given
  // Fields of @fastify/multipart, which no schema describes, refer to each other.
  if (typeof value !== 'object' || value === null || (shape.isFree && (!walk.isForm || shape.kinds.has('any'))) || isFile(value)) return value
  if (Array.isArray(value)) return cleanItems(value, shape, at, walk)
  const place = objectPlace(shape)
  if (place !== undefined) cleanObject(value as Record<string, unknown>, place, at, walk)
  return value
}

function cleanItems (items: readonly unknown[], shape: Shape, at: string, walk: Walk): readonly unknown[] {
  if (!walk.isForm && !shape.isLoose && items.every((item) => typeof item !== 'object')) return items
  return items.flatMap((item, index) => {
    const named = shape.itemOf(index)
    if (walk.unknown !== null && named.isHidden('sent', {}, walk.isUpdate)) return []
    const cleaned = cleanInput(item, named.shape, `${at}[${index}]`, walk)
    return walk.isForm && index >= shape.length && isNothing(cleaned, named.shape) ? [] : [cleaned]
  })
}

/** A validator may wrap a value or a list in a list. No object can be an item of a list that contains itself. */
function objectPlace (shape: Shape): Shape | undefined {
  let place = shape
  for (let depth = 0; place.isList && depth < MOST_LISTS; depth++) place = place.itemOf(0).shape
  return place.isList ? undefined : place
}

function cleanObject (object: Record<string, unknown>, shape: Shape, at: string, walk: Walk): void {
  for (const name of Object.keys(object)) {
    const named = shape.propertyOf(name)
    if (named === undefined) walk.unknown?.push(`${at}.${name}`)
    if (walk.unknown !== null && (named === undefined || (named.isMarked && named.isHidden('sent', object, walk.isUpdate)))) delete object[name]
    // In JSON only lists and objects have parts to remove.
    else if (named !== undefined && (walk.isForm || typeof object[name] === 'object')) cleanProperty(object, name, named, `${at}.${name}`, walk)
  }
}

function cleanProperty (object: Record<string, unknown>, name: string, { shape, isRequired }: Named, at: string, walk: Walk): void {
  const value = object[name]
  const cleaned = cleanInput(value, shape, at, walk)
  if (walk.isForm && !walk.isUpdate && !isRequired && isNothing(cleaned, shape)) delete object[name]
  // Only an open object holds a name of the prototype.
  else if (cleaned !== value && name !== '__proto__') object[name] = cleaned
}

/** Whether an empty field is left out, since its text cannot be valid. */
function isNothing (value: unknown, { kinds }: Shape): boolean {
  return value === '' && !kinds.has('empty')
}

/** A copy of a value without what must not go in that direction, since an app may answer with an object that it keeps. `isStrict` removes unknown names. */
export function copyClean (given: unknown, shape: Shape, way: Way, isStrict: boolean): unknown {
  if (typeof given !== 'object' || given === null || given instanceof Date || shape.isFree) return given
  const { toJSON } = given as { toJSON?: unknown }
  const value: unknown = typeof toJSON === 'function' ? toJSON.call(given) : given
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const named = shape.itemOf(index)
      return named.isHidden(way, {}, !isStrict) ? [] : [copyClean(item, named.shape, way, isStrict)]
    })
  }
  const place = objectPlace(shape)
  return !isObject(value) || place === undefined ? value : copyObject(value, place, way, isStrict)
}

function copyObject (value: Readonly<Record<string, unknown>>, shape: Shape, way: Way, isStrict: boolean): unknown {
  const copy: Record<string, unknown> = {}
  // Own keys are not enough: a getter of a class is not an own property of its instances.
  for (const name of new Set([...shape.names.keys(), ...Object.keys(value)])) {
    const inner = value[name]
    const named = shape.propertyOf(name)
    if (inner === undefined || typeof inner === 'function' || name === '__proto__' || (named === undefined ? isStrict : named.isHidden(way, value, !isStrict))) continue
    copy[name] = named === undefined ? inner : copyClean(inner, named.shape, way, isStrict)
  }
  return copy
}
