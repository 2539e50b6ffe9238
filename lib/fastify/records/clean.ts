/** Cleans data by its shape: takes out what does not go in a direction, and what no schema of an object names. */

import { isObject } from '../../routes/objects.js'
import type { Named, Shape, Shapes } from './shapes.js'
import { isFile, readValue } from './texts.js'

/** One walk through what a client sends. */
interface Walk {
  readonly shapes: Shapes
  /** Whether values are a form's texts. */
  readonly isForm: boolean
  /** Whether an empty text that cannot be valid stays: left out, the old value would. */
  readonly isUpdate: boolean
  /** Where unknown names are told, which are taken out; null where they stay. */
  readonly unknown: string[] | null
}

/** What a client may send of a value; changes it. */
export function cleanInput (given: unknown, shape: Shape, at: string, walk: Walk): unknown {
  const value = walk.isForm ? readValue(given, shape) : given
  if (typeof value !== 'object' || value === null || isClean(shape, walk) || isFile(value)) return value
  if (Array.isArray(value)) {
    const items = value.map((item, index) => cleanInput(item, itemShape(shape, index), `${at}[${index}]`, walk))
    return walk.isForm ? items.filter((item, index) => index < shape.tuple.length || !isNothing(item, shape.items)) : items
  }
  let place = shape
  // A validator makes a list of what is none, and a list of lists; of one that holds itself no object can be an item.
  for (let depth = 0; isListOnly(place) && depth < MOST_LISTS; depth++) place = itemShape(place, 0)
  if (!isListOnly(place)) cleanObject(value as Record<string, unknown>, place, at, walk)
  return value
}

const MOST_LISTS = 10

/** Whether nothing is taken out and no text read; fields of @fastify/multipart, where no type is said, hold each other. */
function isClean ({ isPlain, types }: Shape, { isForm }: Walk): boolean {
  return isPlain && (!isForm || types === undefined)
}

function isListOnly ({ isList, names }: Shape): boolean {
  return isList && names.size === 0
}

function cleanObject (object: Record<string, unknown>, shape: Shape, at: string, walk: Walk): void {
  for (const name of Object.keys(object)) {
    const named = propertyOf(name, shape, walk.shapes)
    if (named === undefined) {
      if (walk.unknown === null) continue
      walk.unknown.push(`${at}.${name}`)
    }
    if (named === undefined || isHidden(named, object, walk.isUpdate)) {
      delete object[name]
      continue
    }
    if (isClean(named.shape, walk)) continue
    const value = object[name]
    const cleaned = cleanInput(value, named.shape, `${at}.${name}`, walk)
    if (walk.isForm && !walk.isUpdate && !named.isRequired && isNothing(cleaned, named.shape)) delete object[name]
    // A name of the prototype's is only ever what an open object holds.
    else if (cleaned !== value && name !== '__proto__') object[name] = cleaned
  }
}

/** Whether an empty field says nothing: its text could not be valid. */
function isNothing (value: unknown, shape: Shape): boolean {
  return value === '' && !shape.takesEmptyText
}

function itemShape ({ tuple, items }: Shape, index: number): Shape {
  return tuple[index] ?? items
}

function propertyOf (name: string, shape: Shape, shapes: Shapes): Named | undefined {
  const named = shape.names.get(name)
  if (named !== undefined || shape.patterns.length === 0) return named ?? shape.rest
  const matched = shape.patterns.filter(([pattern]) => pattern.test(name)).map(([, said]) => said)
  return matched.length === 0 ? shape.rest : shapes.matching(matched)
}

function isHidden ({ isHidden }: Named, object: Readonly<Record<string, unknown>>, isPartial: boolean): boolean {
  return typeof isHidden === 'function' ? isHidden(object, isPartial) : isHidden
}

/** What a client may see of a value: a copy, since an app may answer with what it keeps; names that no schema knows stay unless `isStrict`. */
export function cleanOutput (given: unknown, shape: Shape, isStrict: boolean, shapes: Shapes): unknown {
  if (typeof given !== 'object' || given === null || given instanceof Date || shape.isPlain) return given
  const { toJSON } = given as { toJSON?: unknown }
  const value: unknown = typeof toJSON === 'function' ? toJSON.call(given) : given
  if (Array.isArray(value)) return value.map((item, index) => cleanOutput(item, itemShape(shape, index), isStrict, shapes))
  if (!isObject(value) || isListOnly(shape)) return value
  const copy: Record<string, unknown> = {}
  // By name, since a getter of a class is no key of its instances.
  for (const name of new Set([...shape.names.keys(), ...Object.keys(value)])) {
    const inner = value[name]
    const named = propertyOf(name, shape, shapes)
    if (inner === undefined || typeof inner === 'function' || name === '__proto__' || (named === undefined ? isStrict : isHidden(named, value, !isStrict))) continue
    copy[name] = named === undefined ? inner : cleanOutput(inner, named.shape, isStrict, shapes)
  }
  return copy
}
