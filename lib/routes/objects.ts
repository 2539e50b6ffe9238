/** Objects: which values count as one. */

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
