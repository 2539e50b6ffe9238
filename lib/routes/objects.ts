/** Which values count as objects: any, or only those written as one. */

export type Properties = Readonly<Record<string, unknown>>

/** A record of any kind, but no list. */
export function isObject (value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Written as `{ … }`: of a Map, a Date or an instance, options would be lost without a word. */
export function isPlainObject (value: unknown): value is Properties {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
