/** What counts as a record among what `load` gives. */

import { createError } from '../../errors.js'
import { isPlainObject } from '../../routes/objects.js'

/** Throws FST_RESOURCES_LOAD for what is neither a plain object nor an instance of a class of the app. */
export function checkLoaded (owner: string, found: unknown): asserts found is object {
  if (!isPlainObject(found) && !isInstance(found)) throw createError('FST_RESOURCES_LOAD', [owner, found])
}

/**
 * Whether it is of a class of the app. What is built in has a tag that names a global, also in a subclass or
 * from another realm; generators have a tag too. A class of the app may have one of its own.
 */
function isInstance (value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1)
  if (tag === 'Object') return true
  const known: unknown = Reflect.get(globalThis, tag)
  const { constructor } = Object(Object.getPrototypeOf(value)) as object
  return typeof known === 'function'
    ? constructor !== known && !(value instanceof known) && constructor.name !== tag
    : !(Symbol.iterator in value) && !(Symbol.asyncIterator in value)
}
