/** Frozen objects of rows. */

/** The empty object of all rows. */
export const NOTHING: Readonly<Record<string, never>> = Object.freeze({})

/** A frozen object of these properties. */
export function freezeEntries<V> (entries: ReadonlyArray<readonly [string, V]>): Readonly<Record<string, V>> {
  return entries.length === 0 ? NOTHING : Object.freeze(Object.fromEntries(entries))
}

/**
 * A frozen copy of a frozen object, with other values. V8 gives frozen copies of one kind the same hidden class only if
 * the original was frozen too. Otherwise each has a class of its own, which is larger than the object.
 */
export function copyWith<T extends object> (frozen: T, changes: Partial<T>): T {
  return Object.freeze({ ...frozen, ...changes })
}
