/** Objects: which values count as one, and frozen copies. */

export type Properties = Readonly<Record<string, unknown>>

/** An object that is not a list. */
export function isObject (value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The empty object of all rows. */
export const NOTHING: Readonly<Record<string, never>> = Object.freeze({})

/** A frozen object of these properties. */
export function freezeEntries<V> (entries: ReadonlyArray<readonly [string, V]>): Readonly<Record<string, V>> {
  return entries.length === 0 ? NOTHING : Object.freeze(Object.fromEntries(entries))
}

/** Written as `{ … }`: options in a Map, a Date or an instance would be ignored without an error. */
export function isPlainObject (value: unknown): value is Properties {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * A frozen copy of a frozen object, with other values. V8 gives frozen copies of one kind the same hidden class only if
 * the original was frozen too. Otherwise each has a class of its own, which is larger than the object.
 */
export function copyWith<T extends object> (frozen: T, changes: Partial<T>): T {
  return Object.freeze({ ...frozen, ...changes })
}
