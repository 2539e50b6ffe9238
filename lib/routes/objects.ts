/** Plain objects and maps: tests, groups, values that are made once, and frozen copies. */

export type Properties = Readonly<Record<string, unknown>>

/** An object that is not a list. */
export function isObject (value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Written as `{ … }`: options in a Map, a Date or an instance would be ignored without an error. */
export function isPlainObject (value: unknown): value is Properties {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

export function groupBy<K, T> (items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) remember(groups, keyOf(item), () => []).push(item)
  return groups
}

interface Known<K, V> {
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => unknown
}

/** The value of a key, made if it is missing. */
export function remember<K, V> (known: Known<K, V>, key: K, make: (key: K) => V): V {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make(key)
  known.set(key, made)
  return made
}

export type Defined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

/** An object without what is undefined in it. */
export function definedIn<T extends object> (values: T): Defined<Partial<T>> {
  const found = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(found) as Defined<Partial<T>>
}

/** A replacer for JSON, which has no regular expressions: their texts differ just as well. */
export function jsonValue (_key: string, value: unknown): unknown {
  return value instanceof RegExp || typeof value === 'bigint' ? String(value) : value
}

/** The empty object of all rows. Pure, so that bundles leave it out. */
export const NOTHING: Readonly<Record<string, never>> = /* @__PURE__ */ Object.freeze({})

/** The empty list of all rows. */
export const NONE: readonly never[] = /* @__PURE__ */ Object.freeze([])

/** A frozen object of these properties. */
export function freezeEntries<V> (entries: ReadonlyArray<readonly [string, V]>): Readonly<Record<string, V>> {
  return entries.length === 0 ? NOTHING : Object.freeze(Object.fromEntries(entries))
}

/**
 * A frozen copy of a frozen object, with other values. V8 gives frozen copies of one kind the same hidden
 * class only if the original was frozen too. Otherwise each has a class of its own, which is larger than the
 * object.
 */
export function copyWith<T extends object> (frozen: T, changes: Partial<T>): T {
  return Object.freeze({ ...frozen, ...changes })
}
