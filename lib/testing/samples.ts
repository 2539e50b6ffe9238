/** Bodies and queries from JSON Schemas, without chance: a plain one, and others with one part changed. */

import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import { isPlainObject } from '../routes/objects.js'
import type { RowSchema, WalkRow } from './rows.js'

export interface Sampler {
  /**
   * A valid value; undefined if none is found. `count` keeps values apart, where an app wants unique ones.
   */
  readonly plain: (count: number) => unknown
  /** Valid values that differ from a valid one in one part. */
  readonly odd: (plain: unknown) => Iterable<unknown>
}

/** A schema without references and combinations, and how to ask the app whether it takes a value. */
interface Checked {
  readonly schema: RowSchema
  readonly fits: (value: unknown) => boolean
}

/** The first that fits is taken. */
const plainValues = (
  { default: preset, minLength = 0, minimum, maximum }: RowSchema, count: number
): unknown[] => [
  preset,
  `Text ${count}`.padEnd(Number(minLength), '.'),
  `user${count}@example.org`,
  `text-${count}`,
  'text',
  `${1000 + count}`,
  '2026-01-01',
  '2026-01-01T00:00:00Z',
  '12:00:00Z',
  '#aabbcc',
  `https://example.org/${count}`,
  `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
  'A',
  'a',
  '+491234567',
  1,
  minimum,
  maximum,
  1000,
  0.5,
  true,
  null
]

const LONGEST = 5000

const oddValues = ({ maxLength = LONGEST, minimum, maximum }: RowSchema): unknown[] => [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u202e',
  '💥',
  '\ud800',
  '</textarea><script>',
  "';--",
  '%',
  '([',
  '\\',
  '{{x}}',
  '__proto__',
  'é\r\nX: y',
  '9'.repeat(30),
  ...['x', '💥'].map((letter) => letter.repeat(Math.min(Number(maxLength), LONGEST))),
  minimum,
  maximum,
  0,
  -1,
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  1e300,
  1e-9,
  true,
  false,
  null
]

/** For the body or the query of a row; null where its schema is missing, or no JSON Schema. */
export function createSampler (row: WalkRow, part: 'body' | 'querystring'): Sampler | null {
  const root = row.schema[part]
  if (!isPlainObject(root)) return null

  function check (given: unknown): Checked {
    const schema = resolve(given, root as RowSchema, row)
    let validate: ReturnType<typeof validatorOf> | undefined
    return { schema, fits: (value) => (validate ??= validatorOf(row, part, given))(value) === undefined }
  }

  function plainOf (given: unknown, count: number): unknown {
    const { schema, fits } = check(given)
    const choices = choicesOf(schema)
    if (Object.hasOwn(schema, 'const')) return schema.const
    if (choices.length > 0) {
      const plain = choices.map((choice) => plainOf(choice, count))
      return plain.find((value) => value !== null && value !== '') ?? null
    }
    if (isObjectSchema(schema)) return plainObject(schema, count)
    if (typesOf(schema).includes('array')) {
      const length = Math.max(Number(schema.minItems ?? 1), 1)
      return Array.from({ length }, (_, place) => plainOf(schema.items, count + place))
    }
    const values = plainValues(schema, count).filter((value) => value !== undefined)
    // A validator that coerces takes texts for numbers, and that of a library does not.
    return [...values.filter((value) => hasType(value, schema)), ...values].find(fits)
  }

  function plainObject (schema: RowSchema, count: number): object {
    const entries = writableEntries(schema, check).map(([name, one]) => [name, plainOf(one, count)] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }

  function * oddOf (given: unknown, plain: unknown): Generator {
    const { schema, fits } = check(given)
    for (const choice of choicesOf(schema)) yield plainOf(choice, 1)
    if (Array.isArray(plain)) {
      yield []
      for (const value of oddOf(schema.items, plain[0])) yield [value]
    } else if (isPlainObject(plain)) {
      for (const [name, one] of writableEntries(schema, check)) {
        for (const value of oddOf(one, plain[name])) yield { ...plain, [name]: value }
        const { [name]: _, ...rest } = plain
        yield rest
      }
    } else yield * oddValues(schema).filter((value) => hasType(value, schema) && fits(value))
  }

  const { fits } = check(root)
  return {
    plain (count) {
      const value = plainOf(root, count)
      return fits(value) ? value : undefined
    },
    * odd (plain) {
      for (const value of oddOf(root, plain)) {
        if (fits(value)) yield value
      }
    }
  }
}

/**
 * Asks the validator of the app, with a copy, since it may change the value: gives what is wrong, or
 * undefined. Nothing is wrong where there is no validator: in an app without schemas of requests, and for a
 * part whose references it cannot resolve.
 */
export function validatorOf (
  { compiler, scope, method, route }: WalkRow, httpPart: string, schema: unknown
): (value: unknown) => string | undefined {
  const compile = (compiler ?? scope.validatorCompiler) as FastifySchemaCompiler<FastifySchema>
  try {
    const validate = compile({
      schema: schema as FastifySchema,
      method,
      url: route.path,
      httpPart
    }) as Validate
    return (value) => faultOf(validate, structuredClone(value))
  } catch {
    return () => undefined
  }
}

interface Validate {
  (value: unknown): unknown
  readonly errors?: ReadonlyArray<{ readonly instancePath?: string, readonly message?: string }> | null
}

function faultOf (validate: Validate, value: unknown): string | undefined {
  try {
    const result = validate(value)
    const error: unknown = result === false ? validate.errors?.[0] : Object(result).error
    if (error === undefined || error === null) return undefined
    const { instancePath = '', message = 'it is invalid' } = error as NonNullable<Validate['errors']>[number]
    return `${instancePath} ${message}`.trim()
  } catch (error) {
    return String(error)
  }
}

const SHALLOW = 8

/** Without references, and with all parts of `allOf` in one. */
function resolve (given: unknown, root: RowSchema, row: WalkRow, depth = 0): RowSchema {
  if (!isPlainObject(given) || depth > SHALLOW) return {}
  const inner = (one: unknown): RowSchema => resolve(one, root, row, depth + 1)
  if (typeof given.$ref === 'string') return inner(referred(given.$ref, root, row))
  if (isPlainObject(given.content)) return inner(Object(Object.values(given.content)[0]).schema)
  if (!Array.isArray(given.allOf)) return given
  return given.allOf.map(inner).reduce(mergeSchemas, given)
}

function mergeSchemas (one: RowSchema, other: RowSchema): RowSchema {
  const required = [one.required, other.required].flatMap((names) => names ?? [])
  return {
    ...one,
    ...other,
    properties: { ...Object(one.properties), ...Object(other.properties) },
    required
  }
}

/** `#/definitions/x` of the schema itself, `post#` and `post#/properties/x` of the scope. */
function referred (ref: string, root: RowSchema, { scope }: WalkRow): unknown {
  const [id = '', pointer = ''] = ref.split('#')
  const steps = pointer.split('/').slice(1)
  const start = id === '' ? root : scope.getSchema(id)
  return steps.reduce<unknown>((node, step) => Object(node)[step], start)
}

function choicesOf (schema: RowSchema): readonly unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => ({ const: value }))
  return [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list)) as unknown[] | undefined ?? []
}

function typesOf ({ type }: RowSchema): readonly unknown[] {
  return [type].flat()
}

/** Whether a value has a type of a schema without coercion, which would make the same values of many. */
function hasType (value: unknown, schema: RowSchema): boolean {
  const types = typesOf(schema)
  if (value === undefined || value === null) return value === null && types.includes('null')
  return (
    types.includes(typeof value) ||
    (types.includes('integer') && Number.isInteger(value)) ||
    types[0] === undefined
  )
}

function isObjectSchema (schema: RowSchema): boolean {
  return typesOf(schema).includes('object') || schema.properties !== undefined
}

function writableEntries (
  { properties }: RowSchema, check: (schema: unknown) => Checked
): Array<[string, unknown]> {
  return Object.entries(Object(properties) as object).filter(
    ([, one]) => check(one).schema.readOnly !== true
  )
}
