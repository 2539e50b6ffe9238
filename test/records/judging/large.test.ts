/** Large bodies for a library: it tells few faults, and stops soon. */

import { inspect, isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import fc from 'fast-check'
import Fastify from 'fastify'
import * as v from 'valibot'
import { z } from 'zod'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { libraryOf } from '../../../lib/records/judging/index.js'
import { runs } from '../../support/runs.js'

type Anything = any

const routes = draw({ api: true }, (map) => map.resources('posts', {
  only: ['create', 'update'], collection: { import: 'post' }
}))

const names = 'abcdefghij'.split('')
const fieldsOf = (of: unknown): Anything => Object.fromEntries(names.map((name) => [name, of]))

/** Lists of rows with ten required names, and counts how often rows are judged by a rule of the library. */
const LIBRARIES: Readonly<Record<string, (count: () => boolean) => Anything>> = {
  zod: (count) => z.object({ rows: z.array(z.object(fieldsOf(z.string().min(2)))).refine(count) }),
  Valibot: (count) => toStandardJsonSchema(v.object({
    rows: v.pipe(v.array(v.object(fieldsOf(v.pipe(v.string(), v.minLength(2))))), v.check(count))
  })),
  ArkType: (count) => type({ rows: type(fieldsOf('string >= 2')).array().narrow(count) } as Anything)
}

async function appOf (input: Anything): Promise<Anything> {
  const app = Fastify({ bodyLimit: 10_000_000 })
  app.setErrorHandler(async (error: Anything, _request,
    reply) => await reply.code(400).send(error.validation))
  const action = async ({ body }: Anything): Promise<number> => body.post?.rows.length ?? body.rows.length
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: {
        input,
        load: async () => ({ rows: [] }),
        create: action,
        update: action,
        import: { schema: { body: input }, handler: action }
      } as Anything
    }
  })
  return app
}

const ROWS = [['POST', '/posts'], ['PUT', '/posts/1'], ['POST', '/posts/import']] as const

for (const [library, schemaOf] of Object.entries(LIBRARIES)) {
  let count = 0
  const schema = schemaOf(() => ++count > 0)

  t.test(`${library}: a large body of another structure is refused by its first faults`, async (t) => {
    const app = await appOf(schema)
    const bodies: Readonly<Record<string, readonly [payload: object, at: string, keyword: string]>> = {
      'required names': [{ rows: Array(2000).fill({}) }, '/rows/0', 'required'],
      types: [{ rows: [...Array(200).fill(fieldsOf('text')), fieldsOf(1)] }, '/rows/200/a', 'type'],
      items: [{ rows: Array(2000).fill('text') }, '/rows/0', 'type'],
      'a list': [{ rows: { inner: Array(2000).fill('text') } }, '/rows', 'type']
    }
    for (const [name, [payload, at, keyword]] of Object.entries(bodies)) {
      for (const [method, url] of ROWS) {
        const response = await app.inject({ method, url, payload })
        const [first, ...others] = response.json()
        t.equal(first.instancePath.slice(0, at.length), at, `${name}, ${url}`)
        t.strictSame([first.keyword, first.library], [keyword, undefined], `${name}, ${url}`)
        t.ok(others.length < (library === 'zod' ? 20 : 1), `${name}, ${url}`)
      }
    }
    t.equal(count, 0, 'no rule of the library runs')
  })

  t.test(`${library}: of its faults the first 20 places are told`, async (t) => {
    const app = await appOf(schema)
    for (const length of [15, 1500]) {
      for (const [method, url] of ROWS) {
        const response = await app.inject({
          method,
          url,
          payload: { rows: Array(length).fill(fieldsOf('')) }
        })
        const places = response.json().map((fault: Anything) => fault.instancePath)
        const expected = [0, 1].flatMap((row) => names.map((name) => `/rows/${row}/${name}`))
        t.strictSame(places, expected.slice(0, length > 1000 && library === 'ArkType' ? 1 : 20))
      }
    }
  })

  t.test(`${library}: a large valid body is taken`, async (t) => {
    const app = await appOf(schema)
    for (const [method, url] of ROWS) {
      const response = await app.inject({ method, url, payload: { rows: Array(200).fill(fieldsOf('text')) } })
      t.equal(response.body, '200')
    }
  })
}

t.test('of several faults of one place the first is told', async (t) => {
  const app = await appOf(z.object({ rows: z.string().min(5).regex(/^z/).array() }))
  const response = await app.inject({ method: 'POST', url: '/posts', payload: { rows: ['a', 'b'] } })
  t.match(response.json(), [
    { instancePath: '/rows/0', keyword: 'minLength' }, { instancePath: '/rows/1', keyword: 'minLength' }
  ])
  t.equal(response.json().length, 2)
})

t.test('a library that nobody knows judges alone', async (t) => {
  const jsonSchema = { input: () => ({ type: 'object', properties: { rows: { type: 'array' } } }) }
  const validate = (value: unknown): object => ({ value })
  const app = await appOf({ '~standard': { version: 1, vendor: 'own', validate, jsonSchema } })
  const payload = { rows: { length: 7, inner: Array(2000).fill(1) } }
  t.equal((await app.inject({ method: 'POST', url: '/posts', payload })).body, '7')
})

const ZodTree: Anything = z.object({
  value: z.string(),
  get children () { return z.array(ZodTree).optional() }
})
const lazyTree: Anything = v.object({
  value: v.string(),
  children: v.optional(v.array(v.lazy((): Anything => lazyTree)))
})
const newTree = (): Anything =>
  v.object({ value: v.fallback(v.string(), ''), children: v.optional(v.array(v.lazy(newTree))) })
const shared = z.object({ inner: z.string().meta({ id: 'SharedText' }) }).meta({ id: 'Shared' })

t.test('a tree of Valibot is judged as deep as it is, unless each read makes other parts', async (t) => {
  const payload = { rows: Array(600).fill({ value: 'a', children: [{ value: 1 }] }) }
  const answerOf = async (tree: Anything): Promise<Anything> => {
    const app = await appOf(toStandardJsonSchema(v.object({ rows: v.array(tree) })))
    return await app.inject({ method: 'POST', url: '/posts', payload })
  }
  t.match((await answerOf(lazyTree)).json(), [
    { instancePath: '/rows/0/children/0/value', keyword: 'type', library: undefined }
  ])
  t.equal((await answerOf(newTree())).body, '600')
})

/** Schemas of all kinds. */
const ZOD: readonly Anything[] = [
  z.string(), z.int(), z.number(), z.boolean(), z.null(), z.any(), z.unknown(), z.undefined(), z.never(),
  z.date(),
  z.bigint(), z.custom(), z.custom((value) => value === 'a'), z.file(), z.nan(), z.iso.date(), z.uuid(),
  z.json(),
  z.coerce.string(), z.coerce.number(), z.coerce.boolean(), z.coerce.date(), z.coerce.bigint(),
  z.coerce.number().int().optional(), z.preprocess((value) => value ?? 'a', z.string()),
  z.preprocess(String, z.string()).nullable(), z.string().catch('a'),
  z.array(z.string()).catch([]).readonly(),
  z.object({ a: z.string() }).catch({ a: 'a' }), z.stringbool(), z.success(z.string()),
  z.codec(z.string(), z.number(), { decode: Number, encode: String }), z.string().transform(Number),
  z.transform(String), z.transform(String).pipe(z.string()), z.string().pipe(z.coerce.number()),
  z.string().default('a'), z.string().prefault('a'), z.string().trim(), z.number().overwrite(Math.round),
  z.literal('a'), z.literal([1, 'a', null]), z.literal([undefined, 'a']), z.enum(['a', 'b']),
  z.enum({ one: 1, a: 'a' }),
  z.record(z.string(), z.int()), z.record(z.enum(['a', 'b']), z.any()), z.partialRecord(z.enum(['a', 'b']),
    z.int()),
  z.looseRecord(z.string().regex(/^a/), z.int()), z.looseRecord(z.enum(['a']), z.int()),
  z.record(z.coerce.number(), z.int()),
  z.map(z.string(), z.string()), z.set(z.string()), z.tuple([z.string(), z.int().optional()]),
  z.tuple([z.string()], z.int()), z.object({}).catchall(z.int()), z.looseObject({ a: z.string() }),
  z.strictObject({ a: z.string() }), z.discriminatedUnion('a', [
    z.object({ a: z.literal('a'), b: z.string() }), z.object({ a: z.literal('b'), b: z.int() })
  ]), z.xor([z.string(), z.int()]), z.intersection(z.object({ a: z.string() }),
    z.object({ b: z.coerce.string() })),
  z.any().meta({ type: 'string', required: ['a'] }), z.coerce.date().meta({
    type: 'string',
    format: 'date-time'
  }),
  z.templateLiteral(['a', z.int()]), z.promise(z.string()), z.function(), ZodTree, shared, shared.partial(),
  z.object({ one: shared, two: shared }), z.lazy(() => z.string().optional()), z.string().refine(() => true),
  z.object({ a: z.coerce.string() }).refine(() => true), z.nonoptional(z.string().optional())
]

const VALIBOT: readonly Anything[] = [
  v.string(), v.number(), v.boolean(), v.null(), v.any(), v.unknown(), v.undefined(), v.never(), v.date(),
  v.bigint(),
  v.custom(() => true), v.file(), v.nan(), v.pipe(v.string(), v.isoDate()), v.pipe(v.number(), v.integer()),
  v.fallback(v.string(), 'a'), v.fallback(v.pipe(v.string(), v.email()), 'a@b.org'),
  v.pipe(v.fallback(v.string(), 'a'), v.minLength(1)), v.optional(v.fallback(v.number(), 1)),
  v.fallback(v.object({ a: v.string() }), { a: 'a' }), v.object({ fallback: v.string(), kind: v.any() }),
  v.pipe(v.unknown(), v.transform(Number), v.number()), v.pipe(v.string(), v.transform(Number)),
  v.pipe(v.any(), v.toNumber(), v.number()), v.pipe(v.unknown(), v.toString()), v.pipe(v.string(), v.trim()),
  v.pipe(v.string(), v.parseJson(), v.object({ a: v.string() })), v.optional(v.string(), 'a'),
  v.nullish(v.string()),
  v.nullable(v.string()), v.undefinedable(v.string()), v.exactOptional(v.string()), v.literal('a'),
  v.picklist(['a', 1]),
  v.enum({ one: 1, a: 'a' }), v.record(v.string(), v.number()), v.looseObject({ a: v.string() }),
  v.strictObject({ a: v.optional(v.string()) }), v.objectWithRest({ a: v.string() }, v.number()),
  v.tuple([v.string()]), v.tupleWithRest([v.string()], v.number()), v.looseTuple([v.optional(v.string())]),
  v.variant('a', [v.object({ a: v.literal('a') }), v.object({ a: v.literal('b'), b: v.number() })]),
  v.union([v.string(), v.undefined()]), v.intersect([v.object({ a: v.string() }), v.object({ b: v.any() })]),
  v.map(v.string(), v.string()), v.set(v.string()), v.promise(), v.instance(Date), lazyTree, newTree()
]

const ARKTYPE: readonly Anything[] = [
  'string', 'number', 'number.integer', 'boolean', 'null', 'unknown', 'undefined', 'Date', 'bigint',
  'object', 'string.date',
  'string.numeric.parse', 'string.integer.parse', 'string.json.parse', 'string.trim', 'string|undefined',
  'bigint|string',
  "'a'|1", 'string[]', 'Record<string, number>', { 'a?': 'string' }, { a: 'string', b: 'unknown' },
  { a: 'string = "a"' }, { '[string]': 'number' }, { a: 'string', '[/^b/]': 'number' }, ['string', 'number?'],
  ['string', '...', 'number[]'], ['...', 'number[]', 'string'], 'Array', 'Map', 'File', 'FormData'
].map((definition) => type(definition as Anything))

/** Simple schemas, how others are made of them, and a schema of a value that is large. */
const COMPOSED: Readonly<Record<string, readonly [
  simple: readonly Anything[],
  compose: ReadonlyArray<(one: Anything, other: Anything) => Anything>,
  largeOf: (schema: Anything) => Anything
]>> = {
  zod: [ZOD, [
    (one, other) => z.object({ a: one, b: other }), (one) => z.array(one), (one, other) => z.union([one,
      other]),
    (one) => one.optional(), (one) => one.nullable(), (one) => one.readonly(),
    (one, other) => z.intersection(one, other), (one) => one.catch(null), (one, other) => z.tuple([one,
      other]),
    (one) => one.pipe(z.any()), (one) => z.record(z.string(), one)
  ], (it) => z.object({ it, large: z.any() })],
  Valibot: [VALIBOT, [
    (one, other) => v.object({ a: one, b: other }), (one) => v.array(one), (one, other) => v.union([one,
      other]),
    (one) => v.optional(one), (one) => v.nullable(one), (one) => v.fallback(one, null as never),
    (one, other) => v.intersect([one, other]), (one, other) => v.tuple([one, other]),
    (one) => v.pipe(one, v.transform(String)), (one) => v.record(v.string(), one)
  ], (it) => toStandardJsonSchema(v.object({ it, large: v.any() }))],
  ArkType: [ARKTYPE, [
    (one, other) => type({ a: one, b: other }), (one) => one.array(), (one, other) => type([one, '|', other]),
    (one, other) => type({ 'a?': one, b: other }), (one) => one.pipe((value: Anything) => [value])
  ], (it) => type({ it, large: 'unknown' })]
}

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    {
      arbitrary: fc.constantFrom('', 'a', 'b', '1', 'true', '2020-01-01', '{}', 0, 1, 1.5, Infinity, null,
        true),
      weight: 4
    },
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'value', 'children', '1', 'fallback', 'kind'), tie('value'),
      { maxKeys: 3 })
  )
}))

const large = Array(1001).fill(1)

for (const [library, [simple, compose, largeOf]] of Object.entries(COMPOSED)) {
  t.test(`${library}: a large value is accepted where the library accepts it, with the same result`, { timeout: 600_000 },
    async (t) => {
      const schemas = fc.letrec<{ schema: Anything }>((tie) => ({
        schema: fc.oneof(
          { maxDepth: 2 },
          fc.constantFrom(...simple),
          fc.tuple(fc.constantFrom(...compose), tie('schema'), tie('schema')).map(([make, one, other]) => {
            try {
              return make(one, other)
            } catch {
            // The library itself finds that nothing is of both.
              return one
            }
          })
        )
      })).schema
      let accepted = 0
      const check = async (schema: Anything, values: Iterable<unknown>): Promise<void> => {
        const standard = largeOf(schema)
        const { validate } = libraryOf(standard) as Anything
        // The other function of zod drops promises, whose rejection ends the process.
        const validateAlone = async (sent: unknown): Promise<Anything> => {
          if (library !== 'zod') return await standard['~standard'].validate(sent)
          const { data, error } = await standard.safeParseAsync(sent)
          return { value: data, issues: error?.issues }
        }
        for (const sent of [{ large }, ...[...values].map((it) => ({ it, large }))]) {
          // What converts a value may throw.
          const judge = async (by: Anything): Promise<unknown> => {
            const { issues, faults = issues, value } = await by(structuredClone(sent))
            return faults === undefined ? { value } : 'refused'
          }
          const [ours, theirs] = await Promise.all([validate, validateAlone]
            .map(async (by) => await judge(by).catch(() => 'refused')))
          if (theirs !== 'refused') accepted++
          if (!isDeepStrictEqual(ours, theirs)) {
            throw new Error(`${JSON.stringify({ ...sent, large: 0 })}: ${inspect(ours)}, not ${inspect(theirs)}`)
          }
        }
      }
      for (const schema of simple) await check(schema, fc.sample(anyValue, 30))
      await fc.assert(
        fc.asyncProperty(schemas, fc.array(anyValue, { minLength: 20, maxLength: 20 }), check),
        { numRuns: runs(300) }
      )
      t.ok(accepted > 0)
    })
}
