/** Keeps an answer from telling what was not there: of null a serializer makes an empty text, 0 or {}. */

import { isObject, isPlainObject, remember } from '../../routes/objects.js'
import { TYPES } from '../../schemas/index.js'
import type { Place } from '../../schemas/index.js'
import { hasJson, isDate } from './hide.js'
import { isContainer } from './texts.js'

/** What an answer has in place of what its schema requires. */
export interface Lack {
  /** `['author', 'name']`; `'*'` for a name that is data. */
  readonly path: readonly string[]
  readonly value: unknown
  /** `['string', 'null']` */
  readonly types: readonly string[]
}

/** A walk under way. */
interface Run {
  readonly path: string[]
  readonly refuse: (lack: Lack) => Error
}

type Data = Readonly<Record<string, unknown>>

/** What is checked of a property. */
interface Check {
  readonly name: string
  readonly place: Place
  readonly isRequired: boolean
  /** The `typeof` of most of its values, which need no further check; of objects all do. */
  readonly type: string
}

/**
 * The value itself where nothing changes, else a copy: without null where a property may be missing but not
 * null, and with numbers and booleans in place of what databases give for them. Throws what `refuse` makes of
 * any other value that a serializer would make up.
 */
export function dropNulls (value: unknown, place: Place, refuse: Run['refuse']): unknown {
  return keep(value, place, true, { path: [], refuse })
}

/** The same for a list of such values. */
export function dropNullsInItems (list: readonly unknown[], place: Place, refuse: Run['refuse']): unknown {
  return keepEach(list, () => place, { path: [], refuse })
}

/** Undefined for what is left out. */
function keep (value: unknown, place: Place, isRequired: boolean, run: Run): unknown {
  if (isUnchecked(place)) return value
  switch (typeof value) {
    case 'string':
      if (mayBe(place, 'string')) return value
      return mayBe(place, 'number') && isNumeric(value) ? Number(value) : fail(value, place, run)
    case 'number':
    case 'bigint':
      if (mayBe(place, 'string')) return value
      if (mayBe(place, 'number') && (typeof value === 'bigint' || Number.isFinite(value))) return value
      return mayBe(place, 'boolean') && isBit(value) ? Boolean(value) : fail(value, place, run)
    case 'boolean':
      return mayBe(place, 'boolean') || mayBe(place, 'string') ? value : fail(value, place, run)
    case 'object':
      if (value !== null) return keepObject(value, place, isRequired, run)
  }
  return keepNothing(value, place, isRequired, run)
}

/** Null, and what is no value in JSON. */
function keepNothing (value: unknown, place: Place, isRequired: boolean, run: Run): unknown {
  if (value === null && mayBeNull(place)) return value
  return isRequired ? fail(value, place, run) : undefined
}

/** Fastify makes a text of any object, and a number of what has one. */
function keepObject (value: object, place: Place, isRequired: boolean, run: Run): unknown {
  const isAtom = !mayBe(place, 'object') && !mayBe(place, 'array')
  if (Array.isArray(value)) {
    if (mayBe(place, 'array')) return keepItems(value, place, run)
    return mayBe(place, 'string') ? value : fail(value, place, run)
  }
  if (isDate(value)) return isAtom ? value : fail(value, place, run)
  const json = hasJson(value) ? value.toJSON() : value
  if (!isContainer(json)) return keep(json, place, isRequired, run)
  if (isAtom) return isWritten(value, place) ? value : fail(value, place, run)
  if (Array.isArray(json)) return mayBe(place, 'array') ? keepItems(json, place, run) : fail(json, place, run)
  const isRead = mayBe(place, 'object') && !isOpaque(json)
  return isRead ? keepProperties(json as Data, place, run) : fail(json, place, run)
}

function keepItems (list: readonly unknown[], { itemOf }: Place, run: Run): readonly unknown[] {
  return keepEach(list, (index) => itemOf(index).place, run)
}

function keepEach (
  list: readonly unknown[], placeOf: (index: number) => Place, run: Run
): readonly unknown[] {
  let items: unknown[] | null = null
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    run.path.push(String(index))
    const kept = keep(item, placeOf(index), true, run)
    run.path.pop()
    if (kept !== item) (items ??= [...list])[index] = kept
  }
  return items ?? list
}

function keepProperties (object: Data, place: Place, run: Run): Data {
  let copy: Record<string, unknown> | null = null
  for (const check of remember(plans, place, planOf)) {
    const value = object[check.name]
    if (value === undefined || isPlain(value, check.type)) continue
    const kept = keepProperty(value, check, run)
    if (kept !== value) copy = setKept(copy ?? copyOf(object, place), check.name, kept)
  }
  if (!place.hasOthers) return copy ?? object
  for (const name of Object.keys(object)) {
    const field = place.fields.has(name) ? undefined : place.fieldOf(name)
    if (field === undefined) continue
    const kept = keepProperty(object[name], { name: '*', place: field.place, isRequired: false }, run)
    if (kept !== object[name]) copy = setKept(copy ?? copyOf(object, place), name, kept)
  }
  return copy ?? object
}

/** Whether its type is the usual one of its place. */
function isPlain (value: unknown, type: string): boolean {
  if (typeof value === 'object') return type === 'string' && value !== null && isDate(value)
  const found: string = typeof value
  return found === type && (type !== 'number' || Number.isFinite(value))
}

function keepProperty (value: unknown, { name, place, isRequired }: Omit<Check, 'type'>, run: Run): unknown {
  run.path.push(name)
  const kept = keep(value, place, isRequired, run)
  run.path.pop()
  return kept
}

/** A serializer reads names that nothing lists too, by their schemas. */
function copyOf (object: Data, place: Place): Record<string, unknown> {
  const copy = { ...object }
  for (const name of place.fields.keys()) {
    const isUnlisted = !Object.hasOwn(copy, name) && name in object
    if (isUnlisted) Object.defineProperty(copy, name, { value: object[name], writable: true })
  }
  return copy
}

/** What is left out stays as undefined, since to delete it would cost more. */
function setKept (copy: Record<string, unknown>, name: string, kept: unknown): Record<string, unknown> {
  copy[name] = kept
  return copy
}

const plans = new WeakMap<Place, readonly Check[]>()

/** Of the properties that answers have, and that do not take any value. */
function planOf (place: Place): Check[] {
  const required = place.requiredNames()
  return [...place.fields]
    .filter(([, field]) => !field.isWriteOnly && !isUnchecked(field.place))
    .map(([name, { place }]) => ({ name, place, isRequired: required.has(name), type: typeOf(place) }))
}

function typeOf (place: Place): string {
  return ['string', 'number', 'boolean'].find((type) => mayBe(place, type)) ?? ''
}

function isUnchecked ({ kinds, isFree }: Place): boolean {
  return isFree && kinds.has('any')
}

function mayBe ({ kinds }: Place, type: string): boolean {
  return kinds.has(type) || (type === 'number' && kinds.has('integer'))
}

/** Of what has properties without a type, a serializer makes an object. */
function mayBeNull (place: Place): boolean {
  return place.kinds.has('null') && (!place.kinds.has('any') || place.isFree)
}

/** As databases without booleans have them. */
function isBit (value: number | bigint): boolean {
  return [0, 1].includes(Number(value))
}

function isNumeric (text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

/** Whether it is text or number: of others a serializer writes `[object Object]`, and true for a boolean. */
function isWritten (value: object, place: Place): boolean {
  const { toString, valueOf } = Object.prototype
  const hasText = ![undefined, toString].includes(value.toString)
  const hasNumber = ![undefined, valueOf].includes(value.valueOf)
  return hasText || place.kinds.has('untyped') || (hasNumber && !mayBe(place, 'string'))
}

/** Of a promise, a Map and the like, which keep nothing in properties, a serializer writes `{}`. */
function isOpaque (value: unknown): boolean {
  return isObject(value) && !isPlainObject(value) && Object.keys(value).length === 0 &&
    !('toJSON' in value) && ['then', Symbol.iterator, Symbol.asyncIterator].some((name) => name in value)
}

function fail (value: unknown, { kinds }: Place, { path, refuse }: Run): never {
  const types = TYPES.filter((type) => kinds.has(type) && !(type === 'integer' && kinds.has('number')))
  throw refuse({ path: [...path], value, types })
}
