/** Issues of zod by the keywords of JSON Schema: one dictionary has words for both. */

import t from 'tap'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { z } from 'zod'
import resourcesPlugin, { draw, sendFieldErrors } from '../../../lib/index.js'
import type { ResourcesPluginOptions } from '../../../lib/index.js'

type Anything = any

const routes = draw((map) => map.resources('posts', { only: ['create', 'update'] }))

async function appWith (posts: object, words?: ResourcesPluginOptions['words']): Promise<FastifyInstance> {
  const app = Fastify()
  app.setErrorHandler((error: Anything, request, reply) =>
    words === undefined ? reply.code(400).send(error.validation) : sendFieldErrors(error, request, reply))
  const handler = async (): Promise<string> => 'done'
  const controller = { load: () => ({ id: 1 }), create: handler, update: handler, ...posts }
  await app.register(resourcesPlugin, { routes, controllers: { posts: controller }, ...words && { words } })
  return app
}

async function create (app: FastifyInstance, post: unknown, headers: object = {}): Promise<Anything> {
  const response = await app.inject({ method: 'POST', url: '/posts', payload: { post }, headers: { ...headers } })
  return response.json()
}

type Case = readonly [property: unknown, value: unknown, keyword: string, params?: object]

const zodCases: readonly Case[] = [
  [z.string(), undefined, 'required', { missingProperty: 'it' }],
  [z.enum(['a', 'b']), undefined, 'required', { missingProperty: 'it' }],
  [z.union([z.string(), z.number()]), undefined, 'required', { missingProperty: 'it' }],
  [z.string(), 1, 'type', { type: 'string' }],
  [z.string(), null, 'type', { type: 'string' }],
  [z.boolean(), 'x', 'type', { type: 'boolean' }],
  [z.array(z.string()), 'x', 'type', { type: 'array' }],
  [z.int(), 1.5, 'type', { type: 'integer' }],
  [z.coerce.date(), 'x', 'type', { type: 'date' }],
  [z.string().min(3), 'a', 'minLength', { limit: 3 }],
  [z.string().max(3), 'abcd', 'maxLength', { limit: 3 }],
  [z.string().length(3), 'a', 'minLength', { limit: 3 }],
  [z.array(z.number()).min(1), [], 'minItems', { limit: 1 }],
  [z.array(z.number()).max(1), [1, 2], 'maxItems', { limit: 1 }],
  [z.number().min(3), 1, 'minimum', { limit: 3 }],
  [z.coerce.number().max(3), '4', 'maximum', { limit: 3 }],
  [z.number().gt(3), 3, 'exclusiveMinimum', { limit: 3 }],
  [z.number().lt(3), 3, 'exclusiveMaximum', { limit: 3 }],
  [z.number().multipleOf(5), 3, 'multipleOf', { multipleOf: 5 }],
  [z.email(), 'x', 'format', { format: 'email' }],
  [z.url(), 'x', 'format', { format: 'uri' }],
  [z.uuid(), 'x', 'format', { format: 'uuid' }],
  [z.iso.date(), 'x', 'format', { format: 'date' }],
  [z.iso.datetime(), 'x', 'format', { format: 'date-time' }],
  [z.cuid(), 'x', 'format', { format: 'cuid' }],
  [z.string().startsWith('a'), 'x', 'pattern', { pattern: '' }],
  [z.string().lowercase(), 'X', 'pattern', { pattern: '^[^A-Z]*$' }],
  [z.string().regex(/^[a-z]+$/i), '1', 'pattern', { pattern: '^[a-z]+$' }],
  [z.enum(['a', 'b']), 'x', 'enum', { allowedValues: ['a', 'b'] }],
  [z.literal('a'), 'x', 'const', { allowedValue: 'a' }],
  [z.union([z.string(), z.number()]), true, 'anyOf', {}],
  [z.record(z.string(), z.int()), 'x', 'type', { type: 'object' }],
  [z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]), {}, 'required', { missingProperty: 'kind' }],
  [z.union([z.object({ of: z.literal('a'), at: z.int() }), z.object({ of: z.literal('b'), to: z.int() })]),
    { of: 'b' }, 'required', { missingProperty: 'to' }],
  [z.coerce.date().max(new Date(0)), '2026-01-01', 'zod', {}],
  [z.string().refine(() => false), 'x', 'zod', {}],
  [z.any().refine((value) => value !== undefined), undefined, 'zod', {}]
]

const text = v.string()

/** Whatever the rule. */
const valibotCases: readonly Case[] = [
  [text, undefined, 'valibot', {}],
  [text, 1, 'valibot', {}],
  [v.pipe(text, v.minLength(3)), 'a', 'valibot', {}],
  [v.pipe(text, v.check(() => false)), 'x', 'valibot', {}]
]

const arkCases: readonly Case[] = [
  ['string', undefined, 'arktype', {}],
  ['string', 1, 'arktype', {}],
  ['string >= 3', 'a', 'arktype', {}],
  [type('string').narrow(() => false), 'x', 'arktype', {}]
]

const inputs = {
  zod: (it: Anything) => z.object({ it }),
  valibot: (it: Anything) => toStandardJsonSchema(v.object({ it })),
  arktype: (it: Anything) => type({ it })
}

for (const [library, cases] of Object.entries({ zod: zodCases, valibot: valibotCases, arktype: arkCases })) {
  const keyword = library === 'zod' ? 'that of JSON Schema, with its parameters' : 'its own name'
  t.test(`the keyword of an issue of ${library} is ${keyword}`, async (t) => {
    for (const [property, value, keyword, params] of cases) {
      const input = inputs[library as keyof typeof inputs](property)
      const app = await appWith({ input, update: { schema: { body: {} }, handler: () => null } })
      const [fault] = await create(app, { it: value })
      const name = `${keyword} of ${JSON.stringify(value)}`
      t.equal(fault.keyword, keyword, name)
      if (params !== undefined) t.strictSame(fault.params, params, name)
      t.equal(fault.library, keyword === library ? library : undefined, name)
      const { missingProperty = 'it' } = fault.params
      t.equal(fault.instancePath, keyword === 'required' && missingProperty === 'it' ? '/post' : '/post/it', name)
    }
  })
}

t.test('one dictionary, in the language of the request, serves zod and JSON Schemas', async (t) => {
  const words: ResourcesPluginOptions['words'] = ({ keyword = '', params = {} }, { headers }) => {
    const german = headers['accept-language'] === 'de'
    return ({
      required: german ? 'fehlt' : 'is missing',
      minLength: `${german ? 'mindestens' : 'at least'} ${String(params.limit)}`,
      format: `${german ? 'keine' : 'no'} ${String(params.format)}`
    } as Readonly<Record<string, string>>)[keyword]
  }
  const line = z.object({ sku: z.string().min(2) })
  const given = z.object({
    name: z.string(),
    title: z.string().min(3),
    mail: z.email(),
    items: z.array(line)
  })
  const ways = {
    record: given,
    input: given.refine(() => true),
    'JSON Schema': z.toJSONSchema(given, { target: 'draft-07' })
  }
  const sent = { title: 'a', mail: 'x', items: [{ sku: 'a' }] }
  const german = {
    name: ['fehlt'],
    title: ['mindestens 3'],
    mail: ['keine email'],
    'items.0.sku': ['mindestens 2']
  }
  const english = {
    name: ['is missing'],
    title: ['at least 3'],
    mail: ['no email'],
    'items.0.sku': ['at least 2']
  }
  for (const [way, schema] of Object.entries(ways)) {
    const app = await appWith({
      [way === 'record' ? 'record' : 'input']: schema, update: { schema: { body: {} }, handler: () => null }
    }, words)
    t.strictSame((await create(app, sent, { 'accept-language': 'de' })).fields, german, way)
    t.strictSame((await create(app, sent)).fields, english, way)
  }
})

/** What a client sends, and the message that it gets from either judge. */
const alike: ReadonlyArray<readonly [property: z.ZodType, value: unknown, message: string]> = [
  [z.string(), undefined, 'it must not be empty'],
  [z.string().min(1), '', 'it must not be empty'],
  [z.string().nullable(), 1, 'it must be a text'],
  [z.string().min(3), 'a', 'it must have at least 3 characters'],
  [z.string().max(3), 'abcd', 'it must have at most 3 characters'],
  [z.string().regex(/^a$/), 'b', 'it is invalid'],
  [z.email(), 'x', 'it must be an e-mail address'],
  [z.iso.date(), 'x', 'it must be a date'],
  [z.int(), 1.5, 'it must be a whole number'],
  [z.int(), 'x', 'it must be a whole number'],
  [z.number(), 'x', 'it must be a number'],
  [z.number().multipleOf(5), 3, 'it must be a multiple of 5'],
  [z.int().max(5), 6, 'it must be 5 or less'],
  [z.number().gt(5), 5, 'it must be more than 5'],
  [z.boolean(), 'x', 'it must be yes or no'],
  [z.object({ in: z.string() }), 'x', 'it must be an object'],
  [z.object({ in: z.string() }), {}, 'it.in must not be empty'],
  [z.array(z.string()), 'x', 'it must be a list'],
  [z.array(z.string()).min(1), [], 'it must not be empty'],
  [z.array(z.string()).max(1), ['a', 'b'], 'it must have at most 1 entries'],
  [z.enum(['a', 'b']), 'c', 'it must be one of the choices'],
  [z.literal('a'), 'c', 'it must be one of the choices']
]

const ways = {
  zod: (it: z.ZodType) => ({ input: z.object({ it }) }),
  'JSON Schema': (it: z.ZodType) => ({ record: z.toJSONSchema(z.object({ it }), { target: 'draft-07' }) })
}

async function ask (controller: object, request: object, options: object = {}): Promise<Anything> {
  const app = Fastify()
  const controllers = { posts: { load: () => ({}), create: async () => 'done', ...controller } }
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'create' })), controllers, ...options
  })
  return (await app.inject({ method: 'POST', url: '/posts', ...request })).json()
}

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

t.test('one fault reads alike, whether zod or the validator of a JSON Schema finds it', async (t) => {
  for (const [property, it, message] of alike) {
    for (const [way, of] of Object.entries(ways)) {
      const payload = { post: { it } }
      t.equal((await ask(of(property), { payload })).message, message, `${way}: ${message}`)
    }
  }
})

t.test('each unknown name in a closed schema of an action has its fault', async (t) => {
  const body = z.object({ post: z.strictObject({ it: z.int() }) })
  const create = { schema: { body }, handler: async () => 'done' }
  const { fields } = await ask({ create }, { payload: { post: { it: 1, a: 1, b: 1 } } })
  t.strictSame(fields, { a: ['is not a known field'], b: ['is not a known field'] })
})

t.test('a required field that is blank in a form must not be empty, whatever its rule', async (t) => {
  const rules = [z.int(), z.number(), z.iso.date(), z.email(), z.enum(['a', 'b']), z.literal(5), z.string().regex(/a/)]
  for (const rule of rules) {
    for (const [way, of] of Object.entries(ways)) {
      const name = `${way}: ${rule.def.type}`
      const words = ({ keyword = '', params }: Anything): string => `${keyword as string} ${params.missingProperty as string}`
      const request = { payload: 'post[it]=', ...FORM }
      t.strictSame((await ask(of(rule), request)).fields, { 'post[it]': ['must not be empty'] }, name)
      t.strictSame((await ask(of(rule), request, { words })).fields, { 'post[it]': ['required it'] }, name)
    }
  }
  const at = await ask({ input: z.object({ at: z.coerce.date() }) }, { payload: 'post[at]=', ...FORM })
  t.strictSame(at.fields, { 'post[at]': ['must not be empty'] }, 'a date that zod makes of a text')
})

t.test('where the app has set a locale of zod, the words of zod stay', async (t) => {
  const german = z.locales.de()
  t.teardown(() => { z.config(z.locales.en()) })
  z.config(german)
  const input = z.object({ it: z.string().min(3), own: z.string('fehlt') })
  const { fields } = await ask({ input }, { payload: { post: { it: 'a' } } })
  t.match(fields, { it: [/^Zu klein: /], own: ['fehlt'] })
  z.config(z.locales.en())
  t.match((await ask({ input }, { payload: { post: { it: 'a' } } })).fields, { it: ['must have at least 3 characters'] })
})

t.test('each locale of zod but the first has a word for a rule without words', async (t) => {
  t.teardown(() => { z.config(z.locales.en()) })
  const rule = z.array(z.int()).refine(() => false)
  const wordless = Object.entries(z.locales).filter(([, locale]) => {
    z.config(locale())
    return rule.safeParse([]).error?.issues[0]?.message === 'Invalid input'
  })
  t.strictSame(wordless.map(([name]) => name), ['en'])
})

t.test('Valibot and ArkType have their own words, in the language that the app sets there', async (t) => {
  v.setSpecificMessage(v.minLength, ({ requirement }) => `mindestens ${requirement}`, 'de')
  v.setGlobalConfig({ lang: 'de' })
  t.teardown(() => { v.deleteGlobalConfig() })
  const title = v.pipe(v.string(), v.minLength(3))
  for (const input of [
    toStandardJsonSchema(v.object({ title })),
    type({ title: type('string >= 3').configure({ problem: () => 'mindestens 3' }) })
  ]) {
    const update = { schema: { body: {} }, handler: () => null }
    const app = await appWith({ input, update }, () => undefined)
    t.strictSame((await create(app, { title: 'a' })).fields, { title: ['mindestens 3'] })
  }
})

t.test('a message of the schema itself stays, under the keyword of its library', async (t) => {
  const input = z.object({
    title: z.string().min(3, 'write more'),
    code: z.string().refine(() => false, 'is taken'),
    name: z.string('give a name'),
    mail: z.email({ error: ({ input }) => input === undefined ? 'give an address' : undefined })
  })
  const own = { title: ['write more'], code: ['is taken'], name: ['give a name'] }
  const mail = ['must be an e-mail address']
  const cases: ReadonlyArray<readonly [words: NonNullable<ResourcesPluginOptions['words']>, fields: object]> = [
    [() => undefined, { ...own, mail }],
    [({ keyword }) => ['minLength', 'required'].includes(keyword ?? '') ? 'short' : undefined, { ...own, mail }],
    [({ keyword, library }) => keyword === library ? undefined : 'invalid', { ...own, mail: ['invalid'] }],
    [({ message }) => message === 'is taken' ? 'vergeben' : undefined, { ...own, code: ['vergeben'], mail }]
  ]
  for (const [words, fields] of cases) {
    const app = await appWith({ input, update: { schema: { body: {} }, handler: () => null } }, words)
    const answer = await create(app, { title: 'a', code: 'x', mail: 'x' })
    t.strictSame(answer.fields, fields)
    const told = Object.entries(fields as typeof own).map(([name, [text]]) => `${name} ${text ?? ''}`)
    t.equal(answer.message, told.join('; '))
  }
})
