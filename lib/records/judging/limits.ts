/** Copies of schemas whose values are judged until their first fault: types and limits come first. */

import { isObject } from '../../routes/objects.js'
import { createReader, mapNode, partsOf } from '../../schemas/index.js'
import type { Node, Schema } from '../../schemas/index.js'

/** What is cheap to judge of a value, by a keyword of its schema or of one that applies to the same value. */
interface Limit {
  readonly keyword: string
  /** That of the keyword. */
  readonly limit: unknown
  readonly allows: (value: unknown) => boolean
}

/** A keyword that a validator judges before all others of its schema: a list of limits. */
export const LIMITS = 'limits:all'

/** A keyword before that one: how many faults there are before those of its value. */
export const START = 'limits:start'

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  // An option of Ajv allows Infinity.
  integer: (value) => typeof value === 'number' && !(value % 1),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject
}

/** The largest sizes, which are the limits of texts, lists and objects. */
const MOST: Readonly<Record<string, (most: number) => Limit['allows']>> = {
  maxLength: (most) => (value) => typeof value !== 'string' || isShort(value, most),
  maxItems: (most) => (value) => !Array.isArray(value) || value.length <= most,
  maxProperties: (most) => (value) => !isObject(value) || Object.keys(value).length <= most
}

const UNITS: Readonly<Record<string, string>> = {
  maxLength: 'characters', maxItems: 'items', maxProperties: 'properties'
}

/** A character has one or two code units. */
function isShort (text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && [...text].length <= most)
}

/** Keywords that cost no more than a limit. To count the characters of a text costs more. */
const CHEAP: readonly string[] = [
  'type', 'nullable', 'const', 'enum', 'then', 'else', 'required', 'multipleOf', 'maximum', 'minimum',
  'exclusiveMaximum', 'exclusiveMinimum', 'minLength', 'maxItems', 'minItems', 'maxProperties',
  'minProperties'
]

/** The limits that a value must keep, whichever members of choices and conditions apply. */
function limitsOf (node: Node, ignoresBesideRef: boolean): Limit[] {
  const found = new Map<string, Limit>()
  for (const { node: { schema } } of partsOf([node], ['allOf'])) {
    if (ignoresBesideRef && schema.$ref !== undefined) continue
    for (const [keyword, limit] of Object.entries(schema)) {
      if (keyword === 'type') {
        const types = [limit].flat().concat(schema.nullable === true ? 'null' : []) as string[]
        const allows = (value: unknown): boolean => types.some((type) => TYPES[type]?.(value))
        found.set(`type ${types.join()}`, { keyword, limit, allows })
      } else if (Object.hasOwn(MOST, keyword) && typeof limit === 'number') {
        const least = Math.min(limit, Number(found.get(keyword)?.limit ?? limit))
        const allowsOf = MOST[keyword] as (most: number) => Limit['allows']
        found.set(keyword, { keyword, limit: least, allows: allowsOf(least) })
      }
    }
  }
  return [...found.values()]
}

/** The first limit that a value does not keep, as an error of Ajv. */
export function limitFault (limits: readonly Limit[], value: unknown): object | undefined {
  const failed = limits.find(({ allows }) => !allows(value))
  if (failed === undefined) return undefined
  const { keyword, limit } = failed
  return keyword === 'type'
    ? { keyword, params: { type: limit }, message: `must be ${String(limit)}` }
    : { keyword, params: { limit }, message: `must NOT have more than ${String(limit)} ${String(UNITS[keyword])}` }
}

/** How a validator knows the keywords of a schema. */
export interface Keywords {
  /** The types whose values a keyword judges, none for all; undefined for one that it does not run. */
  readonly typesOf: (keyword: string) => readonly string[] | undefined
  /** Whether it ignores other keywords beside a `$ref`. */
  readonly ignoresBesideRef: boolean
  /** Gives a keyword that is run before one, and may keep it from running; null where one fault is enough. */
  readonly gateOf: ((keyword: string) => string) | null
}

/** `find` gives the schemas that it refers to. */
export function judgeLimitsFirst (
  schema: Schema, find: (key: string) => unknown, { typesOf, ignoresBesideRef, gateOf }: Keywords
): Schema {
  function copyOf (node: Node): Schema {
    const copy = mapNode(node, copyOf)
    const keywords = Object.keys(node.schema).filter((keyword) => typesOf(keyword) !== undefined)
    const costly = keywords.filter((keyword) => !CHEAP.includes(keyword))
    // Each schema that it refers to has its own.
    if (costly.length === 0 || keywords.join() === '$ref') return copy
    const limits = limitsOf(node, ignoresBesideRef)
    if (gateOf === null) {
      // Those without a type are run first.
      const isLate = limits.length > 0 && costly.some((keyword) => typesOf(keyword)?.length === 0)
      return isLate ? { ...copy, [LIMITS]: limits } : copy
    }
    return {
      ...copy,
      [START]: ['allOf', 'then', 'else'].includes(node.keyword),
      [LIMITS]: limits,
      ...Object.fromEntries(costly.map((keyword) => [gateOf(keyword), true]))
    }
  }
  return copyOf(createReader(find)(schema))
}
