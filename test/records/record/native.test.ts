/** A record's create answers as a strict route by hand with the same schema, whichever library wrote it. */

import assert from 'node:assert/strict'
import t from 'tap'
import { Type } from '@fastify/type-provider-typebox'
import { type } from 'arktype'
import fc from 'fast-check'
import Fastify from 'fastify'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { runs } from '../../support/runs.js'

type Anything = any

interface Limits {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** What a schema means, in no library's words. */
type Meaning =
  | (Limits & { readonly kind: 'text' | 'integer' | 'number' })
  | { readonly kind: 'boolean' | 'pattern' | 'enum' | 'literal' }
  | { readonly kind: 'nullable' | 'list' | 'map'; readonly of: Meaning }
  | { readonly kind: 'choice' | 'tagged'; readonly of: readonly ObjectMeaning[] }
  | ObjectMeaning

interface ObjectMeaning {
  readonly kind: 'object'
  readonly fields: Readonly<Record<string, { readonly of: Meaning; readonly isOptional: boolean }>>
}

const limits = {
  min: fc.option(fc.nat(3), { nil: undefined }),
  max: fc.option(fc.integer({ min: 4, max: 9 }), { nil: undefined })
}

const { object } = fc.letrec<{ meaning: Meaning; object: ObjectMeaning }>((tie) => ({
  meaning: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: fc.record({ kind: fc.constantFrom('text', 'integer', 'number'), ...limits }), weight: 3 },
    fc.record({ kind: fc.constantFrom('boolean', 'pattern', 'enum', 'literal') }),
    fc.record({ kind: fc.constantFrom('nullable', 'list', 'map'), of: tie('meaning') }),
    fc.record({
      kind: fc.constantFrom('choice', 'tagged'),
      of: fc.array(tie('object'), { minLength: 2, maxLength: 3 })
    }),
    tie('object')
  ),
  object: fc.record({
    kind: fc.constant('object'),
    fields: fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.record({ of: tie('meaning'), isOptional: fc.boolean() }),
      { minKeys: 1 }
    )
  })
}))

/** The parts of each library, by what they mean. */
interface Library {
  readonly text: (limits: Limits) => Anything
  readonly integer: (limits: Limits) => Anything
  readonly number: (limits: Limits) => Anything
  readonly boolean: () => Anything
  readonly pattern: () => Anything
  readonly enum: () => Anything
  readonly literal: (value: string) => Anything
  readonly nullable: (of: Anything) => Anything
  readonly list: (of: Anything) => Anything
  readonly map: (of: Anything) => Anything
  /**
   * Missing where the library leaves out a member that another one covers, whose own properties are unknown
   * then.
   */
  readonly choice?: (of: Anything[]) => Anything
  readonly object: (fields: Array<[name: string, of: Anything, isOptional: boolean]>) => Anything
  readonly jsonSchema: (schema: Anything) => Anything
}

const bound = (
  schema: Anything,
  { min, max }: Limits,
  [atLeast, atMost]: readonly [string, string]
): Anything => {
  const lower = min === undefined ? schema : schema[atLeast](min)
  return max === undefined ? lower : lower[atMost](max)
}

const given = (options: object): Record<string, Anything> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

const LIBRARIES: Readonly<Record<string, Library>> = {
  TypeBox: {
    text: ({ min, max }) => Type.String(given({ minLength: min, maxLength: max })),
    integer: ({ min, max }) => Type.Integer(given({ minimum: min, maximum: max })),
    number: ({ min, max }) => Type.Number(given({ minimum: min, maximum: max })),
    boolean: () => Type.Boolean(),
    pattern: () => Type.String({ pattern: '^z' }),
    enum: () => Type.Union([Type.Literal('new'), Type.Literal('old')]),
    literal: (value) => Type.Literal(value),
    nullable: (of) => Type.Union([of, Type.Null()]),
    list: (of) => Type.Array(of, { minItems: 1 }),
    map: (of) => Type.Record(Type.String(), of),
    choice: (of) => Type.Union(of),
    object: (fields) =>
      Type.Object(
        Object.fromEntries(
          fields.map(([name, of, isOptional]) => [name, isOptional ? Type.Optional(of) : of])
        )
      ),
    jsonSchema: (schema) => schema
  },
  ArkType: {
    text: (limits) => bound(type('string'), limits, ['atLeastLength', 'atMostLength']),
    integer: (limits) => bound(type('number.integer'), limits, ['atLeast', 'atMost']),
    number: (limits) => bound(type('number'), limits, ['atLeast', 'atMost']),
    boolean: () => type('boolean'),
    pattern: () => type(/^z/),
    enum: () => type("'new'|'old'"),
    literal: (value) => type(`'${value}'` as 'string'),
    nullable: (of) => of.or('null'),
    list: (of) => of.array().atLeastLength(1),
    map: (of) => type({ '[string]': of }),
    object: (fields) =>
      type(
        Object.fromEntries(
          fields.map(([name, of, isOptional]) => [isOptional ? `${name}?` : name, of])
        ) as Anything
      ),
    jsonSchema: (schema) => schema.in.toJsonSchema({ dialect: null })
  }
}

function write (meaning: Meaning, library: Library, tag?: string): Anything {
  switch (meaning.kind) {
    case 'text':
    case 'integer':
    case 'number':
      return library[meaning.kind](meaning)
    case 'boolean':
    case 'pattern':
    case 'enum':
      return library[meaning.kind]()
    case 'literal':
      return library.literal('post')
    case 'nullable':
    case 'list':
    case 'map':
      return library[meaning.kind](write(meaning.of, library))
    case 'choice':
    case 'tagged': {
      return library.choice?.(
        meaning.of.map((one, index) =>
          write(one, library, meaning.kind === 'tagged' ? `k${index}` : undefined)
        )
      )
    }
    case 'object': {
      const fields = Object.entries(meaning.fields).map(
        ([name, { of, isOptional }]): [string, Anything, boolean] => [name, write(of, library), isOptional]
      )
      return library.object(tag === undefined ? fields : [...fields, ['kind', library.literal(tag), false]])
    }
  }
}

function withoutChoices (meaning: Meaning): Meaning {
  switch (meaning.kind) {
    case 'nullable':
    case 'list':
    case 'map':
      return { ...meaning, of: withoutChoices(meaning.of) }
    case 'choice':
    case 'tagged':
      return withoutChoices(meaning.of[0] as Meaning)
    case 'object': {
      const fields = Object.entries(meaning.fields).map(([name, field]) => [
        name,
        { ...field, of: withoutChoices(field.of) }
      ])
      return { ...meaning, fields: Object.fromEntries(fields) }
    }
    default:
      return meaning
  }
}

/** A value that the meaning allows, mostly. */
function valueOf (meaning: Meaning, pick: (count: number) => number): Anything {
  switch (meaning.kind) {
    case 'text':
      return 'abcd'
    case 'integer':
      return 4
    case 'number':
      return 4.5
    case 'boolean':
      return pick(2) === 0
    case 'pattern':
      return 'zoo'
    case 'enum':
      return 'old'
    case 'literal':
      return 'post'
    case 'nullable':
      return pick(3) === 0 ? null : valueOf(meaning.of, pick)
    case 'list':
      return Array.from({ length: 1 + pick(2) }, () => valueOf(meaning.of, pick))
    case 'map':
      return { x: valueOf(meaning.of, pick) }
    case 'choice':
      return valueOf(meaning.of[pick(meaning.of.length)] as Meaning, pick)
    case 'tagged': {
      const index = pick(meaning.of.length)
      return { ...valueOf(meaning.of[index] as Meaning, pick), kind: `k${index}` }
    }
    case 'object': {
      const fields = Object.entries(meaning.fields).filter(
        ([, { isOptional }]) => !isOptional || pick(2) === 0
      )
      return Object.fromEntries(fields.map(([name, { of }]) => [name, valueOf(of, pick)]))
    }
  }
}

const ODD = [
  undefined,
  null,
  '',
  0,
  1,
  -5,
  99,
  1.5,
  '7',
  '1.5',
  'true',
  'x',
  true,
  false,
  [],
  {},
  ['x'],
  [null],
  'abcdefghijk'
]

/** The value with something odd in one of its places. */
function spoil (value: Anything, pick: (count: number) => number): Anything {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (keys.length === 0 || pick(3) === 0) return ODD[pick(ODD.length)]
  const key = keys[pick(keys.length)] as string
  return Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [key]: spoil(value[key], pick) })
}

const see = async ({ body }: FastifyRequest): Promise<unknown> => body
const routes = draw((map) => map.resources('posts', { only: 'create' }))

/** A validator that converts nothing and removes nothing, as that of records. */
const strict = { strict: false, coerceTypes: false, removeAdditional: false, allErrors: true } as const

async function createApp (record: Anything, schema: Anything): Promise<FastifyInstance> {
  const app = Fastify({ ajv: { customOptions: strict } })
  app.setErrorHandler(({ validation }: FastifyError, _request, reply) => reply.code(400).send(validation))
  await app.register(resourcesPlugin, {
    routes,
    ajv: { customOptions: { strict: false } },
    controllers: { posts: { record, create: see } }
  })
  const body = { type: 'object', required: ['post'], properties: { post: schema } }
  app.post('/native', { schema: { body } }, see)
  return app
}

interface Fault {
  readonly instancePath: string
  readonly keyword: string
  readonly message: string
  readonly params: { readonly type?: string, readonly missingProperty?: string }
}

/** Of all that a validator says, the first fault of each of 20 fields, and none that follows from others. */
function firstOfFields (faults: readonly Fault[]): Fault[] {
  const placeOf = ({ instancePath, params: { missingProperty } }: Fault): string =>
    missingProperty === undefined ? instancePath : `${instancePath}/${missingProperty}`
  const isWeak = ({ keyword, params: { type } }: Fault): boolean =>
    ['anyOf', 'oneOf', 'if'].includes(keyword) || (keyword === 'type' && type === 'null')
  const strong = faults.filter((fault) => !isWeak(fault)).map(placeOf)
  const kept = faults.filter((fault) => {
    const place = placeOf(fault)
    return !isWeak(fault) || !strong.some((other) => other === place || other.startsWith(`${place}/`))
  })
  const first = kept.filter((fault, index) =>
    kept.findIndex((other) => placeOf(other) === placeOf(fault)) === index)
  return first.slice(0, 20)
}

function wordsOf ({ instancePath, message }: Fault): string {
  return `${instancePath} ${message}`
}

const place = fc.array(fc.nat(), { minLength: 40, maxLength: 40 })

for (const [name, library] of Object.entries(LIBRARIES)) {
  t.test(
    `a record by ${name} is validated as a strict route by hand with the same JSON Schema: equal answers, equal words`,
    { timeout: 300_000 },
    async (t) => {
      let asked = 0
      await fc.assert(
        fc.asyncProperty(
          object,
          fc.array(place, { minLength: 20, maxLength: 20 }),
          async (whole, choices) => {
            const meaning = library.choice === undefined ? withoutChoices(whole) : whole
            const record = write(meaning, library)
            const app = await createApp(record, library.jsonSchema(record))
            for (const numbers of choices) {
              let next = 0
              const pick = (count: number): number => (numbers[next++ % numbers.length] as number) % count
              const value = valueOf(meaning, pick)
              const post = pick(4) === 0 ? value : spoil(value, pick)
              const answers = await Promise.all(
                ['/posts', '/native'].map(async (url) => {
                  const response = await app.inject({ method: 'POST', url, payload: { post } })
                  if (response.statusCode !== 400) return response.body
                  const faults: Fault[] = response.json()
                  return (url === '/native' ? firstOfFields(faults) : faults).map(wordsOf)
                })
              )
              asked++
              assert.deepEqual(answers[0], answers[1], JSON.stringify(post))
            }
            await app.close()
          }
        ),
        { numRuns: runs(140), endOnFailure: true }
      )
      t.pass(`${asked} requests`)
    }
  )
}
