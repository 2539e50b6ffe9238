/** Takes out of an answer what its record hides, at any depth. */

import { remember } from '../../routes/objects.js'
import type { Member, Place } from '../../schemas/index.js'
import { isContainer } from './texts.js'
import { setOwn } from './walk.js'

export interface Hiding {
  /** Names that leave nowhere, but where the record shows them. */
  readonly names: ReadonlySet<string>
  /** The places of the record: an object that no schema describes counts as a record. */
  readonly record: Place
}

/** What writes an answer: a serializer by the schemas of its places, or anything. */
type Writer = 'serializer' | 'any'

/** A walk under way. */
interface Run extends Hiding {
  readonly writer: Writer
}

type Data = Readonly<Record<string, unknown>>

const HIDDEN = Symbol('fastify-resources.hidden')
/** A function. A property goes with it, and an item keeps its place, as in JSON. */
const NO_VALUE = Symbol('fastify-resources.no-value')

/**
 * The value itself where nothing is hidden, else a copy. `place` is that of the value. It counts as a record
 * where no schema describes it. Functions are no values in JSON, so they go too.
 */
export function hide (value: unknown, { names, record }: Hiding, place: Place, writer: Writer): unknown {
  const shown = hideIn(value, place, { names, record, writer })
  // A hook that gives undefined leaves the value as it is.
  return shown === NO_VALUE ? null : shown
}

function hideIn (value: unknown, described: Place, run: Run): unknown {
  if (typeof value !== 'object' && typeof value !== 'function') return value
  if (value === null || isDate(value) || value instanceof Uint8Array) return value
  const json = hasJson(value) ? value.toJSON() : value
  const shown = hideInJson(json, described, run)
  if (typeof value === 'function' || run.writer !== 'serializer' || !isAtomic(described)) return shown
  // Fastify's serializer converts what should be a text or a number, and others write its JSON.
  return shown === json ? value : Object.create(value, { toJSON: { value: () => shown } })
}

function hideInJson (json: unknown, described: Place, run: Run): unknown {
  if (typeof json === 'function') return NO_VALUE
  if (!isContainer(json)) return json
  const place = described.isFree ? run.record : described
  return Array.isArray(json) ? hideInItems(json, place, run) : hideInProperties(json as Data, place, run)
}

/** A class may give it a `toJSON` of its own. */
export function isDate (value: object): boolean {
  return value instanceof Date && value.toJSON === Date.prototype.toJSON
}

/** Where no schema says a type, a serializer writes objects as they are. */
function isAtomic ({ kinds }: Place): boolean {
  return !['object', 'array', 'untyped'].some((kind) => kinds.has(kind))
}

function hideInItems (list: readonly unknown[], place: Place, run: Run): readonly unknown[] {
  let items: unknown[] | null = null
  for (let index = 0; index < list.length; index++) {
    const field = place.itemOf(index)
    const value = field.isWriteOnly ? HIDDEN : hideIn(list[index], field.place, run)
    if (value !== list[index]) items ??= list.slice(0, index)
    if (value !== HIDDEN) items?.push(value === NO_VALUE ? null : value)
  }
  return items ?? list
}

function isShown (value: unknown): boolean {
  return value !== HIDDEN && value !== NO_VALUE
}

function hideInProperties (object: Data, place: Place, run: Run): Data {
  const isCopied = hasUnlisted(object, run.names) || hasUnlisted(object, containersOf(place))
  let copy: Record<string, unknown> | null = isCopied ? {} : null
  const names = Object.keys(object)
  for (const [index, name] of names.entries()) {
    const value = hideInProperty(object[name], name, place, run)
    if (value !== object[name] && copy === null) {
      copy = {}
      for (const before of names.slice(0, index)) setOwn(copy, before, object[before])
    }
    if (copy !== null && isShown(value)) setOwn(copy, name, value)
  }
  if (copy === null) return object
  for (const name of place.fields.keys()) {
    const value = isUnlisted(object, name) ? hideInProperty(object[name], name, place, run) : HIDDEN
    if (isShown(value)) Object.defineProperty(copy, name, { value })
  }
  return copy
}

function hideInProperty (value: unknown, name: string, place: Place, run: Run): unknown {
  const property = place.fields.get(name)
  // An open object shows no such name.
  if (property === undefined && run.names.has(name)) return HIDDEN
  const field: Member | undefined = property ?? place.fieldOf(name)
  if (field?.isWriteOnly === true) return HIDDEN
  return hideIn(value, field?.place ?? run.record, run)
}

const { propertyIsEnumerable } = Object.prototype

/** Whether only a serializer reads a name, by its schema: the name is of a class, or not enumerable. */
function isUnlisted (object: Data, name: string): boolean {
  return name in object && !propertyIsEnumerable.call(object, name)
}

function hasUnlisted (object: Data, names: Iterable<string>): boolean {
  for (const name of names) if (isUnlisted(object, name)) return true
  return false
}

const containers = new WeakMap<Place, readonly string[]>()

/** Names of properties that may have hidden ones inside. */
function containersOf (place: Place): readonly string[] {
  return remember(containers, place, () =>
    [...place.fields].filter(([, field]) => !isAtomic(field.place)).map(([name]) => name))
}

export function hasJson (value: object): value is { readonly toJSON: () => unknown } {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === 'function'
}
