/** Whether something is an object with properties of its own meaning: no list, no regular expression. */

export function isRecord (value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp)
}
