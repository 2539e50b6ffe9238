/** Objects that an answer writes as one value: dates, boxed values, and what converts itself to a text. */

import { isPlainObject } from '../../routes/objects.js'
import type { Kinds } from '../schemas/index.js'

/** Whether a serializer asks the value itself what it is in JSON. A function may have such a method too. */
export function hasJson (value: unknown): value is { readonly toJSON: () => unknown } {
  return typeof (value as { readonly toJSON?: unknown } | null | undefined)?.toJSON === 'function'
}

/** A function is no JSON. A serializer with a schema would write its properties all the same. */
export function isNoJson (value: unknown): boolean {
  return typeof value === 'function' && !hasJson(value)
}

export function isContainer (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const BOXES = [String, Number, Boolean]

/** Whether each serializer writes it as one value. A class may give it a `toJSON` of its own. */
export function isAtom (value: object): boolean {
  if (value instanceof Date) return value.toJSON === Date.prototype.toJSON
  return !hasJson(value) && BOXES.some((box) => value instanceof box)
}

/**
 * What an object gives where its schema wants a text or a number, as the serializer converts it: an amount of
 * money as its text. Undefined where it converts itself to neither.
 */
export function atomOf (value: object, kinds: Kinds): unknown {
  if (kinds.has('object') || kinds.has('array') || kinds.has('any')) return undefined
  const json = hasJson(value) ? value.toJSON() : value
  if (!isContainer(json)) return json
  if (Array.isArray(value) || !isConverting(value)) return undefined
  if (kinds.has('string')) return value instanceof RegExp ? value.source : String(value)
  const number = kinds.has('number') || kinds.has('integer') ? Number(value) : NaN
  return Number.isNaN(number) ? undefined : number
}

/** The text of other plain objects tells nothing, and those without a prototype have none. */
function isConverting (value: object): boolean {
  return !isPlainObject(value) || Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf')
}
