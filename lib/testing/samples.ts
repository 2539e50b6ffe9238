/** Bodies and queries from JSON Schemas, without chance: a plain one, and others with one part changed. */

import {
  CHOICES, contentOf, createReader, isPlainObject, kindsOf, mayBeFile, membersOf, partsOf, propertiesIn,
  remember
} from '../tools.js'
import type { Node, Schema } from '../tools.js'
import { createFile } from './sample-files.js'
import type { FileSchema } from './sample-files.js'
import { validatorOf } from './row-validators.js'
import type { CheckedRow, Validator } from './row-validators.js'

export type Sampler = NonNullable<ReturnType<typeof createSampler>>

/** The first that fits is taken. */
const plainValues = ({ minLength = 0, ...schema }: Schema, count: number): unknown[] => [
  schema.default,
  `Text ${count}`.padEnd(Number(minLength), '.'), `user${count}@example.org`, `text-${count}`, 'text',
  `${1000 + count}`, '2026-01-01', '2026-01-01T00:00:00Z', '12:00:00Z', '#aabbcc',
  `https://example.org/${count}`, `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
  'A', 'a', '+491234567',
  1, schema.minimum, schema.maximum, 1000, 0.5, true, null
]

/** Few schemas of a property take all of them. */
const INVALID: readonly unknown[] = ['', 'x', '-1', ['x', 'y']]

const LONGEST = 5000

const oddValues = ({ maxLength = LONGEST, minimum, maximum }: Schema): unknown[] => [
  '', ' ', '\u0000', 'a\u0000b', '\u202e', '💥', '\ud800', '</textarea><script>', "';--", '%', '([', '\\',
  '{{x}}', '__proto__', 'é\r\nX: y', '9'.repeat(30),
  ...['x', '💥'].map((letter) => letter.repeat(Math.min(Number(maxLength), LONGEST))),
  minimum, maximum, 0, -1, 2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, 2 ** 63, 1e300, 1e-9,
  true, false, null
]

const ANYTHING: Schema = {}

/** By the schema of a body or a query, else by an example; null without both. */
export function createSampler (row: CheckedRow, part: 'body' | 'querystring' | 'headers', example?: unknown) {
  const declared = row.schema[part]
  const partSchema = isPlainObject(declared) ? declared : schemaLike(example)
  if (partSchema === ANYTHING) return null
  const [, content] = contentOf(partSchema)[0] ?? []
  const read = createReader((id) => row.scope.getSchema(id))
  const root = read(content?.schema as Schema | undefined ?? partSchema)
  // A part of a schema may lack what it refers to: then any value fits.
  const validatorFor = (schema: unknown): Validator => validatorOf(row, part, schema) ?? (() => undefined)
  const faultOf = validatorFor(partSchema)
  const isValid = (value: unknown): boolean => faultOf(value) === undefined
  const known = new Map<Node, ReturnType<typeof describe>>()

  /** What a schema says of one value, with all parts of its references and of `allOf` in one. */
  function describe (node: Node) {
    const nodes = partsOf([node], ['allOf']).map((one) => one.node)
    const { $id, $ref, allOf, ...schema }: Record<string, unknown> = Object.assign(
      {},
      ...nodes.map((one) => one.schema)
    )
    const types = [schema.type].flat()
    const properties = propertiesIn(node, ['allOf'])
    const items = nodes.flatMap((one) => membersOf(one, 'items'))[0] ?? read(ANYTHING)
    let validate: Validator | undefined
    return {
      /** Equal for each reference to it. */
      self: nodes.at(-1) as Node,
      schema,
      /** Null if it takes no file. */
      file: fileSchema(node),
      /** The values of `const` and `enum`. */
      fixed: Object.hasOwn(schema, 'const') ? [schema.const] : [schema.enum ?? []].flat(),
      choices: nodes.flatMap((one) => CHOICES.flatMap((keyword) => membersOf(one, keyword))),
      /** Those that a client may send; null if it is no object. */
      properties:
        properties.length > 0 || types.includes('object')
          ? properties.filter(([, property]) => kindsOf(property).has('sent'))
          : null,
      /** Null if it is no list. */
      items: types.includes('array') ? items : null,
      fits: (value: unknown) =>
        kindsOf(node).has(typeOf(value)) &&
        (validate ??= validatorFor(schema))(value) === undefined
    }
  }

  /** The values that a schema names itself. */
  function choose (node: Node, count: number, above: readonly Node[]): readonly unknown[] {
    const { fixed, choices } = remember(known, node, describe)
    return fixed.length > 0 ? fixed : choices.map((choice) => plainOf(choice, count, above))
  }

  function plainOf (node: Node, count: number, outer: readonly Node[]): unknown {
    const { self, schema, file, properties, items, fits } = remember(known, node, describe)
    if (file !== null) return createFile(file)
    // A schema may refer to itself.
    if (outer.includes(self)) return undefined
    const above = properties === null && items === null ? outer : [...outer, self]
    const chosen = choose(node, count, above)
    if (chosen.length > 0) return chosen.find((value) => (value ?? '') !== '') ?? chosen[0]
    if (properties !== null) {
      const entries = properties.map(([name, one]) => [name, plainOf(one, count, above)] as const)
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    }
    if (items !== null) {
      const length = Math.max(Number(schema.minItems ?? 1), 1)
      const values = Array.from({ length }, (_, place) => plainOf(items, count + place, above))
      return values.filter((value) => value !== undefined)
    }
    return plainValues(schema, count).find(fits)
  }

  function oddOf (node: Node, plain: unknown, outer: readonly Node[]): readonly unknown[] {
    const { self, schema, file, choices, properties, items, fits } = remember(known, node, describe)
    const above = [...outer, self]
    if (file !== null) return [createFile({ ...file, maxLength: 0 })]
    if (items !== null && Array.isArray(plain)) {
      const [first = plainOf(items, 1, above)] = plain as readonly unknown[]
      return [[], ...oddOf(items, first, above).map((item) => [item])]
    }
    if (properties !== null && isPlainObject(plain)) {
      return properties.flatMap(([name, property]) => {
        // What it lacks may be odd too.
        const { [name]: value = plainOf(property, 1, above), ...rest } = plain
        return [...oddOf(property, value, above).map((one) => ({ ...plain, [name]: one })), rest]
      })
    }
    // All others fit the choice as a whole.
    const inside = choices.filter((choice) => {
      const { self, properties, items } = remember(known, choice, describe)
      return !above.includes(self) && (properties !== null || items !== null)
    }).flatMap((choice) => oddOf(choice, plainOf(choice, 1, []), above))
    return [...choose(node, 1, []), ...inside, ...oddValues(schema).filter(fits)]
  }

  const plain = (count: number): unknown => [plainOf(root, count, [])].find(isValid)

  return {
    /** A valid value, or undefined. `count` keeps values apart, where an app wants unique ones. */
    plain,
    /** Nothing, if that is valid; else the same. */
    needed: () => isValid({}) ? {} : plain(1),
    /** One that a validator refuses, for a schema of an object that refuses a simple one. */
    invalid: () => INVALID
      .flatMap((value) => propertiesIn(root).map(([name]) => ({ [name]: value })))
      .find((value) => !isValid(value)),
    /** Valid values that differ from a valid one in one part. */
    odd: (valid: unknown) => oddOf(root, valid, []).filter(isValid)
  }
}

/** What all schemas of a value say of a file, the first one above others; null where none takes a file. */
function fileSchema (node: Node): FileSchema | null {
  const nodes = partsOf([node]).map((part) => part.node)
  if (!nodes.some((one) => mayBeFile(kindsOf(one)))) return null
  return Object.assign({}, ...nodes.map((one) => one.schema).reverse())
}

/** What an example tells of its schema. */
function schemaLike (example: unknown): Schema {
  if (example === undefined) return ANYTHING
  if (example instanceof File) return { type: 'string', format: 'binary', contentMediaType: example.type }
  if (Array.isArray(example)) return { type: 'array', items: schemaLike(example[0]) }
  if (!isPlainObject(example)) return { type: typeOf(example) }
  const properties = Object.entries(example).map(([name, value]) => [name, schemaLike(value)])
  return { type: 'object', properties: Object.fromEntries(properties) as Schema }
}

function typeOf (value: unknown): string {
  if (value === null) return 'null'
  return Number.isInteger(value) ? 'integer' : typeof value
}
