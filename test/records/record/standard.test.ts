/** Records and schemas of actions as Standard Schemas: zod, ArkType, Valibot. */

import { randomUUID } from 'node:crypto'
import t from 'tap'
import swagger from '@fastify/swagger'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import fc from 'fast-check'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { z } from 'zod'
import resourcesPlugin, { draw, openapiOptions } from '../../../lib/index.js'
import type { Routes } from '../../../lib/index.js'
import { viewOf } from '../../../lib/schemas/index.js'
import { lintDocument, validateDocument } from '../../support/documents.js'
import { URLENCODED } from '../../support/forms.js'
import { runs } from '../../support/runs.js'
import { sendValidatorText } from '../../support/errors.js'

type Anything = any

const routes = draw((map) => map.resources('posts', { member: { publish: 'put' } }))

async function see (request: FastifyRequest): Promise<object> {
  return { params: { ...(request.params as object) }, body: request.body }
}

const seeing = {
  index: see,
  new: see,
  create: see,
  show: see,
  edit: see,
  update: see,
  destroy: see,
  publish: see
}

async function appWith (posts: object, logs: string[] = [], tree: Routes = routes): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: 'warn',
      stream: {
        write: (line: string) => {
          logs.push(JSON.parse(line).msg as string)
        }
      }
    }
  }).setErrorHandler(sendValidatorText)
  await app.register(resourcesPlugin, { routes: tree, controllers: { posts: { ...seeing, ...posts } } })
  await app.ready()
  return app
}

async function refusal (posts: object): Promise<string> {
  return await appWith(posts).then(
    () => 'accepted',
    (error: Error) => error.message
  )
}

async function send (app: FastifyInstance, line: string, payload?: unknown): Promise<Anything> {
  const [method, url] = line.split(' ') as ['POST', string]
  const response = await app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload: payload as object })
  })
  return response.statusCode < 300
    ? response.json()
    : `${response.statusCode} ${response.json().message as string}`
}

const zodPost = z.object({
  id: z.int().meta({ readOnly: true }),
  title: z.string().min(1),
  tags: z.array(z.string()).default([]),
  note: z.string().nullish(),
  count: z.int().optional()
})

const records: Readonly<Record<string, object>> = {
  zod: zodPost,
  ArkType: type({
    'id?': 'number.integer',
    title: 'string > 0',
    tags: type('string[]').default(() => []),
    'note?': 'string | null',
    'count?': 'number.integer'
  }),
  Valibot: toStandardJsonSchema(
    v.object({
      id: v.optional(v.pipe(v.number(), v.integer())),
      title: v.pipe(v.string(), v.minLength(1)),
      tags: v.optional(v.array(v.string()), []),
      note: v.nullish(v.string()),
      count: v.optional(v.pipe(v.number(), v.integer()))
    })
  ),
  'zod of the named kind': zodPost.meta({ id: 'Noted' }),
  'JSON Schema of zod': z.toJSONSchema(zodPost, { io: 'input' })
}

for (const [library, record] of Object.entries(records)) {
  t.test(`a record of ${library} gives bodies, ids and answers`, async (t) => {
    const app = await appWith({
      record,
      responses: true,
      show: async () => ({ id: 1, title: 'A', tags: [], secret: 1 })
    })
    const answered = async (line: string, payload?: unknown): Promise<unknown> =>
      await send(app, line, payload)
    t.match(await answered('POST /posts', { post: {} }), /^400 body\/post.*title/)
    t.match(await answered('POST /posts', { post: { title: '' } }), /^400 body\/post\/title /)
    t.match(await answered('PUT /posts/1', { post: { title: '' } }), /^400 body\/post\/title/)
    t.match(await answered('GET /posts/abc'), /^400 /)
    t.strictSame(await answered('GET /posts/1'), { id: 1, title: 'A', tags: [] })
  })

  t.test(`forms are read by a record of ${library}`, async (t) => {
    const app = await appWith({ record })
    const form = await app.inject({
      method: 'POST',
      url: '/posts',
      headers: { 'content-type': URLENCODED },
      payload: 'post[title]=Hi&post[count]=3&post[note]=&post[admin]=1&post[tags][]=a'
    })
    t.strictSame(form.json().body.post, { title: 'Hi', count: 3, note: null, tags: ['a'] })
    const json = await send(app, 'PUT /posts/1', { post: { count: 2, admin: true } })
    t.strictSame(json.body.post, { count: 2 }, 'an update has no defaults')
  })
}

t.test('what a record of zod marks does not travel', async (t) => {
  const record = z.object({
    id: z.int().meta({ readOnly: true }),
    secret: z.string().meta({ writeOnly: true }),
    title: z.string()
  })
  const app = await appWith({ record, show: async () => ({ id: 1, title: 'A', secret: 'x' }) })
  t.strictSame(await send(app, 'POST /posts', { post: { id: 9, title: 'A', secret: 'x' } }), {
    params: {},
    body: { post: { title: 'A' } }
  })
  t.strictSame(await send(app, 'GET /posts/1'), { id: 1, title: 'A' })
})

const unusable: ReadonlyArray<readonly [record: object, message: RegExp]> = [
  [
    z.object({ meta: z.object({ at: z.array(z.date()) }) }),
    /posts\.record: meta\.at\[\]: JSON has no such value \(z\.date\); write z\.coerce\.date\(\)/
  ],
  [z.object({ count: z.bigint() }), /posts\.record: count: JSON has no such value \(z\.bigint\); describe what travels/],
  [
    z.object({ count: z.string().transform(Number) }),
    /posts\.record: count: JSON has no such value \(z\.transform\); write z\.codec/
  ],
  [z.object({ photo: z.instanceof(File) }), /posts\.record: photo: JSON has no such value \(z\.custom\); write z\.file\(\)/],
  [type({ at: 'Date' }), /posts\.record: at: JSON has no such value \(date\)/],
  [type({ at: 'string.date.parse' }), /posts\.record: at: JSON has no such value/],
  [toStandardJsonSchema(v.object({ at: v.date() })), /posts\.record: at: JSON has no such value/],
  [
    toStandardJsonSchema(v.object({ at: v.pipe(v.string(), v.transform(Number)) })),
    /posts\.record: at: JSON has no such value/
  ],
  [
    v.object({ at: v.string() }),
    /posts\.record: this schema of valibot gives no JSON Schema; write toStandardJsonSchema\(schema\)/
  ],
  [
    { '~standard': { version: 1, vendor: 'zod', validate: () => ({}) } },
    /posts\.record: this schema of zod gives no JSON Schema; use zod 4\.2 or later and not zod\/mini, or write z\.toJSONSchema/
  ],
  [
    { '~standard': { version: 1, vendor: 'other', validate: () => ({}) } },
    /posts\.record: this schema of other gives no JSON Schema; use a version with/
  ],
  [
    standardOf('zod', () => {
      throw new Error('no draft-07')
    }),
    /posts\.record: JSON has no such value \(no draft-07\)/
  ],
  [
    standardOf('other', () => {
      throw new Error('no draft-07')
    }),
    /posts\.record: JSON has no such value \(no draft-07\)/
  ],
  [z.string(), /posts\.record: expected a schema of type 'object', got 'string'/],
  [
    { type: 'object', properties: { at: { type: 'string' } }, unevaluatedProperties: false },
    /posts\.record: strict mode: unknown keyword: "unevaluatedProperties"; declare it by the option ajv/
  ]
]

/** A schema of a library that this package does not know. */
function standardOf (vendor: string, convert: () => object): object {
  return {
    '~standard': {
      version: 1,
      vendor,
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: convert, output: convert }
    }
  }
}

for (const [record, message] of unusable) {
  t.test(`refused: a record that says ${message.source}`, async (t) => {
    t.match(await refusal({ record }), message)
  })
}

t.test('a library that the package does not know is read by its JSON Schema', async (t) => {
  const app = await appWith({
    record: standardOf('other', () => ({
      type: 'object',
      required: ['title'],
      properties: { title: { type: 'string' } }
    }))
  })
  t.match(await send(app, 'POST /posts', { post: {} }), /^400 /)
})

const vText = v.string()

/** Schemas of `it`, and the place of the rule that is lost, or null. */
const lostRules: ReadonlyArray<readonly [what: string, schema: Anything, place: string | null]> = [
  ['Valibot check', v.object({ it: v.pipe(vText, v.check(() => true)) }), 'it: '],
  ['Valibot checkAsync', v.objectAsync({ it: v.pipeAsync(vText, v.checkAsync(async () => true)) }), 'it: '],
  ['Valibot rawCheck of the record', v.pipe(v.object({ it: vText }), v.rawCheck(() => {})), ''],
  ['Valibot transform to a schema', v.object({ it: v.pipe(vText, v.transform(Number), v.number()) }), 'it: '],
  ['Valibot trim in a list', v.object({ it: v.array(v.object({ to: v.pipe(vText, v.trim()) })) }), 'it[].to: '],
  ['Valibot toLowerCase', v.object({ it: v.optional(v.pipe(vText, v.toLowerCase())) }), 'it: '],
  ['Valibot two schemas', v.object({ it: v.pipe(vText, v.picklist(['a'])) }), ''],
  ['Valibot regex with a flag', v.object({ it: v.pipe(vText, v.regex(/^a$/i)) }), 'it: '],
  ['Valibot regex with the flag of validators', v.object({ it: v.pipe(vText, v.regex(/^a$/u)) }), null],
  ['Valibot two regexes', v.object({ it: v.pipe(vText, v.regex(/a/), v.regex(/b/)) }), 'it: '],
  ['Valibot brand, readonly', v.object({ it: v.pipe(vText, v.brand('it'), v.readonly()) }), null],
  ['Valibot limits', v.object({ it: v.pipe(vText, v.minLength(1), v.email(), v.title('It')) }), null],
  ['ArkType narrow', type({ it: type('string').narrow(() => true) }), 'it: '],
  ['ArkType narrow of the record', type({ it: 'string' }).narrow(() => true), ''],
  ['ArkType morph', type({ it: type('string').pipe((text) => text.length) }), 'it: '],
  ['ArkType trim in a list', type({ it: type({ to: 'string.trim' }).array() }), 'it[].to: '],
  ['ArkType lower or null', type({ it: 'string.lower | null' }), 'it: '],
  ['ArkType date', type({ it: 'string.date' }), 'it: '],
  ['ArkType two patterns', type({ it: '/^a/ & /b$/' }), 'it: '],
  ['ArkType address', type({ it: 'string.url' }), null],
  ['ArkType address with a rule', type({ it: type('string.url').narrow(() => true) }), 'it: '],
  ['ArkType limits and defaults', type({ it: 'string > 0 = "a"', 'at?': 'number.integer' }), null]
]

t.test('a rule that the JSON Schema of Valibot or ArkType lacks is an error of a record that names input', async (t) => {
  for (const [what, schema, place] of lostRules) {
    const given = what.startsWith('Valibot') ? toStandardJsonSchema(schema) : schema
    const start = appWith({ record: given })
    if (place === null) await t.resolves(start, what)
    else await t.rejects(start, { message: new RegExp(`posts\\.record: ${place.replace('[]', '\\[\\]')}no JSON Schema has this rule .* as input`) }, what)
    await t.resolves(appWith({ input: given, load: () => ({}) }), `${what}, as input`)
  }
})

t.test('a default that a function makes anew is the matter of the library, and a fixed one of the validator', async (t) => {
  let calls = 0
  const count = {
    handler: async (request: FastifyRequest) => request.query,
    schema: {
      querystring: z.object({ until: z.string().default(() => `call ${++calls}`), page: z.int().default(1) })
    }
  }
  const record = z.object({ token: z.uuid().default(() => randomUUID()), tag: z.string().default('new') })
  const app = await appWith({ record, index: count })
  const [one, other] = [await send(app, 'POST /posts', { post: {} }), await send(app, 'POST /posts', { post: {} })]
  t.match(one.body.post, { token: /^[\da-f-]{36}$/, tag: 'new' })
  t.not(one.body.post.token, other.body.post.token)
  const [first, second] = [await send(app, 'GET /posts'), await send(app, 'GET /posts')]
  t.match(first, { page: 1 })
  t.not(first.until, second.until)
})

t.test("a record judges by Valibot's own times, which have no seconds and no zone", async (t) => {
  const rules = [
    [v.pipe(v.string(), v.isoTime()), '12:30'],
    [v.pipe(v.string(), v.isoDateTime()), '2020-01-01T00:00'],
    [v.pipe(v.string(), v.regex(/^a$/u)), 'a']
  ] as const
  for (const [rule, text] of rules) {
    const app = await appWith({ record: toStandardJsonSchema(v.object({ text: rule })) })
    t.match(await send(app, 'POST /posts', { post: { text } }), { body: { post: { text } } })
    t.match(await send(app, 'POST /posts', { post: { text: 'x' } }), /^400 body\/post\/text must match pattern/)
  }
})

t.test('a default that is no JSON is left out', async (t) => {
  const app = await appWith({ record: type({ title: 'string', extra: type('unknown').default(() => 1n) }) })
  t.strictSame((await send(app, 'POST /posts', { post: { title: 'A' } })).body, { post: { title: 'A' } })
})

t.test('what is no schema of these kinds stays as it is', async (t) => {
  class Built {
    readonly type = 'object'
    readonly properties = { id: { type: 'integer' } }
  }
  const app = await appWith({
    show: {
      schema: { querystring: new Built(), response: { 200: new Built() } },
      handler: async () => ({ id: 1, other: 1 })
    }
  })
  t.strictSame(await send(app, 'GET /posts/1?id=2'), { id: 1 })
})

t.test("formats of a library do not stop Fastify's validator", async (t) => {
  const app = await appWith({
    record: z.object({
      code: z.cuid2(),
      mail: z.email(),
      at: z.iso.datetime(),
      day: z.iso.date(),
      url: z.url(),
      ip: z.ipv4(),
      e: z.e164().optional()
    })
  })
  const post = {
    code: 'abc',
    mail: 'a@b.org',
    at: '2026-01-01T00:00:00Z',
    day: '2026-01-01',
    url: 'https://a.org',
    ip: '127.0.0.1'
  }
  t.strictSame((await send(app, 'POST /posts', { post })).body, { post })
  t.match(
    await send(app, 'POST /posts', { post: { ...post, code: 'A B' } }),
    /^400 body\/post\/code /
  )
  t.match(await send(app, 'POST /posts', { post: { ...post, mail: 'a' } }), /^400 body\/post\/mail/)
})

t.test('draft 2020-12 is read', async (t) => {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  const record = {
    $schema,
    type: 'object',
    properties: {
      id: { type: 'integer' },
      pair: { type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'boolean' } },
      only: { prefixItems: [{ type: 'string' }] },
      first: { $ref: '#/properties/only/prefixItems/0' },
      tag: { $ref: '#/$defs/tag' },
      card: { type: 'string' },
      address: { type: 'string' },
      zip: { type: 'string' }
    },
    $defs: { tag: { type: 'string', maxLength: 2 } },
    dependentRequired: { card: ['address'], zip: ['address'] },
    dependentSchemas: { card: { required: ['tag'] }, tag: {} },
    unevaluatedProperties: false
  }
  const app = await appWith({ record })
  const cases: ReadonlyArray<readonly [post: object, expected: RegExp | null]> = [
    [{ pair: [1, true], tag: 'ab', only: ['a', 1], first: 'a' }, null],
    [{ first: 1 }, /first must be string/],
    [{ pair: [1, 'x'] }, /pair\/1 must be boolean/],
    [{ tag: 'abc' }, /tag must NOT have more than 2/],
    [{ card: '1', tag: 'a' }, /address/],
    [{ card: '1', address: 'a' }, /tag/],
    [{ zip: '1' }, /address/],
    [{ card: '1', address: 'a', tag: 'a' }, null]
  ]
  for (const [post, expected] of cases) {
    const seen = await send(app, 'POST /posts', { post })
    if (expected === null) t.strictSame(seen.body, { post })
    else t.match(seen, expected)
  }
  const names = {
    $schema,
    type: 'object',
    properties: { a: { type: 'string' } },
    dependentRequired: { a: ['a'] }
  }
  t.match(await send(await appWith({ record: names }), 'POST /posts', { post: { a: 'x' } }), {
    body: { post: { a: 'x' } }
  })
  const schemas = {
    $schema,
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    dependentSchemas: { a: { required: ['b'] } }
  }
  t.match(await send(await appWith({ record: schemas }), 'POST /posts', { post: { a: 'x' } }), /^400/)
})

t.test("an app's own validator gets the later draft of an action as it is", async (t) => {
  const seen: unknown[] = []
  const app = Fastify()
  app.setValidatorCompiler(({ schema }) => {
    seen.push(schema)
    return (value: unknown) => ({ value })
  })
  const body = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { pair: { type: 'array', prefixItems: [{ type: 'integer' }] } }
  }
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'create' })),
    controllers: { posts: { create: { schema: { body }, handler: see } } }
  })
  await app.ready()
  t.strictSame(seen, [body])
})

t.test("the query's schema of an action may be a Standard Schema, by both names that Fastify has for it", async (t) => {
  const schema = z
    .object({ page: z.int().default(1), tags: z.array(z.string()).optional() })
    .refine(({ page }) => page !== 13, { path: ['page'], error: 'is unlucky' })
  for (const name of ['querystring', 'query']) {
    const handler = async (request: FastifyRequest): Promise<object> => ({ query: request.query })
    const app = await appWith({ index: { schema: { [name]: schema }, handler } })
    t.strictSame(await send(app, 'GET /posts?page=2&tags=a'), { query: { page: 2, tags: ['a'] } })
    t.strictSame(await send(app, 'GET /posts'), { query: { page: 1 } })
    t.match(await send(app, 'GET /posts?page=13'), '400 querystring/page is unlucky')
    t.match(await send(app, 'GET /posts?page=x'), '400 querystring/page must be a whole number')
  }
})

t.test("parts of an action's own schema may be Standard Schemas, whose own validation runs", async (t) => {
  const app = await appWith({
    show: {
      schema: {
        params: z.object({ id: z.codec(z.string(), z.int(), { decode: Number, encode: String }) }),
        headers: type({ 'x-tag?': 'string < 3' }),
        response: {
          '2xx': z.object({ id: z.int() }),
          404: { type: 'object', properties: { message: { type: 'string' } } }
        }
      },
      handler: async (request: FastifyRequest) => ({ id: (request.params as Anything).id, other: 1 })
    },
    publish: {
      schema: {
        body: z.object({
          at: z.iso.date().transform((text) => text.split('-').map(Number)),
          loud: z.boolean()
        })
      },
      handler: see
    },
    create: { schema: { body: z.toJSONSchema(z.object({ a: z.tuple([z.int()]) })) }, handler: see }
  })
  t.strictSame(await send(app, 'GET /posts/7'), { id: 7 })
  const refused = await app.inject({ url: '/posts/7', headers: { 'x-tag': 'abc' } })
  t.match(refused.json().message, /^headers\/x-tag must/)
  t.strictSame((await send(app, 'PUT /posts/1/publish', { at: '2026-02-01', loud: true })).body, {
    at: [2026, 2, 1],
    loud: true
  })
  t.match(
    await send(app, 'PUT /posts/1/publish', { at: 'x' }),
    /^400 body\/at must be a date, body must have required property 'loud'/,
    'the library alone judges a body'
  )
  t.match(await send(app, 'PUT /posts/1/publish'), /^400 body /)
  const form = await app.inject({
    method: 'POST',
    url: '/posts/1/publish',
    headers: { 'content-type': URLENCODED },
    payload: '_method=put&at=2026-02-01&loud=on'
  })
  t.match(form.json().body, { at: [2026, 2, 1], loud: true })
  t.match(await send(app, 'POST /posts', { a: ['x'] }), /^400 body\/a\/0 must be integer/)
})

t.test('refused: a header that no request has, since its name for a library is not in lower case', async (t) => {
  const handler = see
  t.equal(
    await refusal({ index: { schema: { headers: z.object({ 'X-Key': z.string(), 'x-tag': z.string() }) }, handler } }),
    "The controllers have a mistake: posts.index: schema.headers: names arrive in lower case; write 'x-key' for 'X-Key'"
  )
  t.equal(await refusal({ index: { schema: { headers: z.record(z.string(), z.unknown()) }, handler } }), 'accepted')
  const own = { type: 'object', required: ['X-Key'], properties: { 'X-Key': { type: 'string' } } }
  const app = await appWith({ index: { schema: { headers: own }, handler: async () => ({ a: 1 }) } })
  const answer = await app.inject({ url: '/posts', headers: { 'X-Key': 'a' } })
  t.equal(answer.statusCode, 200, 'Fastify reads those of a JSON Schema')
})

t.test('a schema of an action that no JSON Schema can say is an error that names the part', async (t) => {
  const message = await refusal({
    index: {
      schema: { query: z.object({ at: z.date() }), response: { 200: z.object({ at: z.bigint() }) } },
      handler: see
    }
  })
  t.match(message, /posts\.index: schema\.query: at: JSON has no such value/)
  t.match(message, /posts\.index: schema\.response\.200: at: JSON has no such value/)
})

t.test("a library's schema that a JSON Schema has as a part is an error", async (t) => {
  const part = z.object({ title: z.string() })
  const mixed = { type: 'object', properties: { post: part } }
  const message = 'a schema of a library cannot be part of a JSON Schema'
  t.match(await refusal({ record: mixed }), `posts.record: properties/post: ${message}`)
  t.match(
    await refusal({ create: { schema: { body: mixed }, handler: see } }),
    `posts.create: schema.body: properties/post: ${message}`
  )
  const content = { 'application/json': { schema: part } }
  t.match(
    await refusal({ create: { schema: { body: { content } }, handler: see } }),
    'posts.create: schema.body.content: expected JSON Schemas by media type'
  )
})

t.test('an answer has Standard Schemas by media type too', async (t) => {
  const content = {
    'application/json': { schema: z.object({ id: z.int() }) },
    'text/plain': { schema: { type: 'string' } }
  }
  const app = await appWith({
    show: { schema: { response: { 200: { content } } }, handler: async () => ({ id: 1, other: 1 }) }
  })
  t.strictSame(await send(app, 'GET /posts/1'), { id: 1 })
})

t.test('a body schema holds for no GET of the same action', async (t) => {
  const app = Fastify()
  const touch = { schema: { body: z.object({ a: z.string() }) }, handler: async () => ({ done: true }) }
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'none', member: { touch: 'any' } })),
    controllers: { posts: { touch } }
  })
  t.strictSame(await send(app, 'GET /posts/1/touch'), { done: true })
  t.match(await send(app, 'PUT /posts/1/touch', {}), /^400 a /)
  t.strictSame(await send(app, 'PUT /posts/1/touch', { a: 'x' }), { done: true })
})

t.test('responses may be Standard Schemas', async (t) => {
  const app = await appWith({
    record: records.zod,
    responses: { publish: z.object({ done: z.boolean().default(true) }) },
    publish: async () => ({ done: true, other: 1 })
  })
  t.strictSame(await send(app, 'PUT /posts/1/publish', {}), { done: true })
  t.match(
    await refusal({ record: records.zod, responses: { publish: z.object({ at: z.bigint() }) } }),
    /posts\.responses: publish: at: JSON has no such value/
  )
})

t.test('a document has what is sent and what is seen', async (t) => {
  const app = Fastify()
  await app.register(
    swagger,
    openapiOptions({ openapi: { openapi: '3.1.0', info: { title: 'A', version: '1' } } })
  )
  const record = z.object({ id: z.int(), title: z.string(), tags: z.array(z.string()).default([]) })
  const publish = {
    schema: { body: z.object({ at: z.iso.date().transform((text) => new Date(text)) }) },
    handler: see
  }
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: {
        ...seeing,
        record,
        input: record.omit({ id: true }).refine(() => true),
        load: () => ({}),
        responses: true,
        publish
      }
    }
  })
  await app.ready()
  const { components, paths } = app.swagger() as Anything
  t.match(components.schemas.Post.required, ['id', 'title', 'tags'])
  t.strictSame(components.schemas.PostInput.required, ['title'])
  t.strictSame(Object.keys(components.schemas.PostInput.properties), ['title', 'tags'])
  t.strictSame(components.schemas.PostPatch.required, undefined)
  t.strictSame(paths['/posts'].post.requestBody.content['application/json'].schema.properties.post, {
    $ref: '#/components/schemas/PostInput'
  })
  t.strictSame(paths['/posts/{id}'].put.requestBody.content['application/json'].schema.properties.post, {
    $ref: '#/components/schemas/PostPatch'
  })
  t.strictSame(
    paths['/posts/{id}/publish'].put.requestBody.content['application/json'].schema.properties.at.format,
    'date'
  )
})

const Reply = z.object({ text: z.string() }).meta({ id: 'Reply' })
const Comment = z.object({ text: z.string(), first: Reply, last: Reply }).meta({ id: 'Remark' })
for (const openapi of ['3.0.3', '3.1.0']) {
  t.test(`documents of libraries' records are valid ${openapi}, and two registrations share their components`, async (t) => {
    const app = Fastify()
    await app.register(
      swagger,
      openapiOptions({
        openapi: {
          openapi,
          info: { title: 'A', version: '1', license: { name: 'MIT', url: 'https://a.org' } },
          servers: [{ url: 'https://a.org' }],
          security: []
        }
      })
    )
    const input = type({ title: 'string > 0', note: 'string | null' }).narrow(() => true)
    const controllers = {
      posts: { ...seeing, record: records.zod as object, input, load: () => ({}), responses: true },
      tags: {
        ...seeing,
        record: z
          .object({
            name: z.string().nullable(),
            day: z.iso.date(),
            kind: z.enum(['a', 'b']),
            pair: z.array(z.int()).max(2)
          })
          .meta({ id: `Named${openapi.replaceAll('.', '')}` })
      },
      trees: { ...seeing, record: records.Valibot as object, responses: true },
      comments: { ...seeing, record: Comment, responses: true }
    }
    const several = draw({ patch: true }, (map) =>
      map.resources('posts').resources('tags').resources('trees').resources('comments')
    )
    for (const prefix of ['/a', '/b']) {
      await app.register(
        async (child) => {
          await child.register(resourcesPlugin, { routes: several, controllers })
        },
        { prefix }
      )
    }
    await app.ready()
    const document = app.swagger() as Anything
    t.strictSame(Object.keys(document.components.schemas).sort(), [
      'ErrorResponse',
      `Named${openapi.replaceAll('.', '')}Input`,
      `Named${openapi.replaceAll('.', '')}Patch`,
      'Post',
      'PostInput',
      'PostPatch',
      'Remark',
      'Remark-Reply',
      'RemarkInput',
      'RemarkInput-Reply',
      'RemarkPatch',
      'Tree',
      'TreeInput',
      'TreePatch'
    ])
    t.strictSame(await validateDocument(document), { valid: true })
    t.strictSame(await lintDocument(document), [])
  })
}

/** What a schema of any library can say. */
type Said =
  | { readonly kind: 'text'; readonly least: number }
  | { readonly kind: 'whole' | 'number' | 'flag' | 'word' }
  | { readonly kind: 'list'; readonly of: Said }
  | {
    readonly kind: 'object'
    readonly of: Readonly<
      Record<string, { readonly said: Said; readonly isOptional: boolean; readonly isNullable: boolean }>
    >
  }

const { object } = fc.letrec<{ said: Said; object: Extract<Said, { kind: 'object' }> }>((tie) => ({
  said: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant('text' as const), least: fc.nat(2) }),
    fc.record({
      kind: fc.constantFrom('whole' as const, 'number' as const, 'flag' as const, 'word' as const)
    }),
    fc.record({ kind: fc.constant('list' as const), of: tie('said') }),
    tie('object')
  ),
  object: fc.record({
    kind: fc.constant('object' as const),
    of: fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.record({ said: tie('said'), isOptional: fc.boolean(), isNullable: fc.boolean() }),
      { minKeys: 1, noNullPrototype: true }
    )
  })
}))

function zodOf (said: Said): z.ZodType {
  if (said.kind === 'list') return z.array(zodOf(said.of))
  if (said.kind === 'text') return z.string().min(said.least)
  if (said.kind !== 'object') {
    return { whole: z.int(), number: z.number(), flag: z.boolean(), word: z.enum(['x', 'y']) }[said.kind]
  }
  return z.object(
    Object.fromEntries(
      Object.entries(said.of).map(([name, { said, isOptional, isNullable }]) => {
        const value = isNullable ? zodOf(said).nullable() : zodOf(said)
        return [name, isOptional ? value.optional() : value]
      })
    )
  )
}

function arkOf (said: Said): Anything {
  if (said.kind === 'list') return arkOf(said.of).array()
  if (said.kind === 'text') return type.raw(`string >= ${said.least}`)
  if (said.kind !== 'object') {
    return type.raw(
      { whole: 'number.integer', number: 'number', flag: 'boolean', word: '"x" | "y"' }[said.kind]
    )
  }
  return type.raw(
    Object.fromEntries(
      Object.entries(said.of).map(([name, { said, isOptional, isNullable }]) => [
        isOptional ? `${name}?` : name,
        isNullable ? arkOf(said).or('null') : arkOf(said)
      ])
    )
  )
}

/** Mostly valid data. A list is an object for ArkType, but none of JSON. */
function dataOf (said: Said): fc.Arbitrary<unknown> {
  const other = fc.constantFrom(null, '', 'x', 1, 1.5, true, {})
  return fc.oneof({ arbitrary: rightDataOf(said), weight: 12 }, { arbitrary: other, weight: 1 })
}

function rightDataOf (said: Said): fc.Arbitrary<unknown> {
  if (said.kind === 'list') return fc.array(dataOf(said.of), { maxLength: 3 })
  if (said.kind === 'object') {
    const fields = Object.entries(said.of)
    return fc.record(Object.fromEntries(fields.map(([name, { said }]) => [name, dataOf(said)])), {
      noNullPrototype: true,
      requiredKeys: fields.filter(([, { isOptional }]) => !isOptional).map(([name]) => name)
    })
  }
  return {
    text: fc.string({ minLength: 2, maxLength: 4 }),
    whole: fc.integer(),
    number: fc.double({ noNaN: true, noDefaultInfinity: true }),
    flag: fc.boolean(),
    word: fc.constantFrom('x', 'y')
  }[said.kind]
}

const samples = object.chain((said) =>
  fc.tuple(fc.constant(said), fc.array(dataOf(said), { minLength: 8, maxLength: 8 }))
)

for (const [library, schemaOf] of Object.entries({ zod: zodOf, ArkType: arkOf })) {
  t.test(`law: what ${library} accepts, its records accept; as an input the library decides alone`, async (t) => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(samples, async ([said, values]) => {
        const schema = schemaOf(said)
        const alone = await appWith({ record: schema })
        const judging = await appWith({ record: schema, input: schema, load: () => ({}) })
        for (const value of JSON.parse(JSON.stringify(values)) as unknown[]) {
          const expected = schema['~standard'].validate(structuredClone(value)) as {
            value?: unknown
            issues?: unknown
          }
          const answers = [
            await send(alone, 'POST /posts', { post: value }),
            await send(judging, 'POST /posts', { post: value })
          ]
          if (expected.issues === undefined) {
            accepted++
            for (const answer of answers) {
              t.strictSame(
                answer.body?.post,
                expected.value,
                `${JSON.stringify(value)} ${JSON.stringify(answer)}`
              )
            }
          } else t.match(answers[1], /^400 body/)
        }
        await Promise.all([alone.close(), judging.close()])
      }),
      { numRuns: runs(140) }
    )
    t.ok(accepted > runs(140), `${accepted} values`)
  })
}

/** A schema whose only rule waits, and refuses or fails as its value says. */
type AsyncSchema = (rule: (name: string) => Promise<boolean>) => object

const asyncRules: Readonly<Record<string, AsyncSchema>> = {
  refine: (rule) => z.object({ name: z.string().refine(rule) }),
  'refine of the whole': (rule) => z.object({ name: z.string() }).refine(async ({ name }) => await rule(name)),
  superRefine: (rule) => z.object({
    name: z.string().superRefine(async (name, { addIssue }) => {
      if (!await rule(name)) addIssue('Invalid input')
    })
  }),
  transform: (rule) => z.object({
    name: z.string().transform(async (name, { issues, value }) => {
      if (!await rule(name)) issues.push({ code: 'custom', message: 'Invalid input', input: value })
      return name
    })
  }),
  pipe: (rule) => z.object({ name: z.string().refine(rule).pipe(z.string().min(1)) }),
  Valibot: (rule) => toStandardJsonSchema(
    v.objectAsync({ name: v.pipeAsync(v.string(), v.checkAsync(rule, 'Invalid input')) }) as Anything
  )
}

for (const [kind, schemaOf] of Object.entries(asyncRules)) {
  t.test(`an asynchronous rule by ${kind} runs once, and one that rejects is an error of its request alone`, async (t) => {
    const left: unknown[] = []
    const note = (reason: unknown): void => {
      left.push(reason)
    }
    process.on('unhandledRejection', note)
    t.teardown(() => process.off('unhandledRejection', note))
    let calls = 0
    const schema = schemaOf(async (name) => {
      calls++
      await null
      if (name === 'broken') throw new Error('no database')
      return name !== 'taken'
    })
    const app = await appWith({
      record: z.object({ name: z.string() }),
      input: schema,
      load: () => ({ name: 'loaded' }),
      publish: { schema: { body: schema }, handler: see }
    })
    const cases: ReadonlyArray<readonly [line: string, body: (name: string) => object, at: string]> = [
      ['POST /posts', (name) => ({ post: { name } }), '/post'],
      ['PUT /posts/1', (name) => ({ post: { name } }), '/post'],
      ['PUT /posts/1/publish', (name) => ({ name }), '']
    ]
    for (const [line, bodyOf, at] of cases) {
      calls = 0
      t.strictSame((await send(app, line, bodyOf('Ada'))).body, bodyOf('Ada'))
      t.equal(calls, 1, `${line}: once`)
      t.match(await send(app, line, bodyOf('taken')), new RegExp(`^400 body${at}(/name)? Invalid input$`))
      t.equal(await send(app, line, bodyOf('broken')), '500 no database')
      t.equal(calls, 3)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    t.strictSame(left, [], 'nothing ends the process')
  })
}

t.test('where a library writes a pattern and a format for one rule, both hold, and the format speaks', async (t) => {
  const rules = z.object({ mail: z.email(), own: z.email({ pattern: /@corp\.org$/ }), day: z.iso.date() })
  const record = z.toJSONSchema(rules, { target: 'draft-07' })
  const app = await appWith({ record, create: async () => 'done' })
  const valid = { mail: 'a@b.org', own: 'a@corp.org', day: '2026-01-31' }
  const cases: ReadonlyArray<readonly [sent: object, message: RegExp]> = [
    [{ mail: 'a' }, /^body\/post\/mail must match format "email"$/],
    [{ own: 'a' }, /^body\/post\/own must match format "email"$/],
    [{ own: 'a@b.org' }, /^body\/post\/own must match pattern/],
    [{ day: '2026-01-32' }, /^body\/post\/day must match format "date"$/]
  ]
  const ask = async (post: object): Promise<Anything> =>
    await app.inject({ method: 'POST', url: '/posts', payload: { post } })
  t.equal((await ask(valid)).statusCode, 200)
  for (const [sent, message] of cases) {
    t.match((await ask({ ...valid, ...sent })).json().message, message, JSON.stringify(sent))
  }
})

t.test('so it does in a body of many values, in ids and in the own schema of an action', async (t) => {
  const plain = z.toJSONSchema(z.object({ mail: z.email(), tags: z.array(z.int()) }), { target: 'draft-07' })
  const Own = z.object({ day: z.iso.date(), mail: z.email({ pattern: /@corp\.org$/ }).optional() })
  const controller = {
    record: z.object({ id: z.uuid(), mail: z.email(), tags: z.array(z.int()) }),
    create: async () => 'done',
    show: async () => ({}),
    index: { schema: { querystring: Own }, handler: async () => [] }
  }
  const many = { tags: Array(1001).fill(1), mail: 'x' }
  const coded = { schema: { params: z.object({ id: z.string().regex(/^a/) }) }, handler: async () => ({}) }
  const cases: ReadonlyArray<readonly [given: object, line: string, answer: string]> = [
    [{ record: plain }, 'POST /posts', '400 body/post/mail must match format "email"'],
    [{}, 'GET /posts/7', '400 params/id must match format "uuid"'],
    [{ record: plain, show: coded }, 'GET /posts/7', '400 params/id must match pattern "^a"'],
    [{}, 'GET /posts?day=2026-01-32', '400 querystring/day must be a date'],
    [{}, 'GET /posts?day=2026-01-31&mail=x', '400 querystring/mail must be an e-mail address'],
    [{}, 'GET /posts?day=2026-01-31&mail=a@b.org', '400 querystring/mail must be an e-mail address']
  ]
  for (const [given, line, answer] of cases) {
    const app = await appWith({ ...controller, ...given })
    t.equal(await send(app, line, line.startsWith('POST') ? { post: many } : undefined), answer, line)
  }
})

t.test('a default that a library makes anew, such as the time, is no default of a document', async (t) => {
  let count = 0
  const record = z.object({
    at: z.string().default(() => new Date().toISOString()),
    code: z.string().default(() => `c${count++}`),
    kind: z.string().default('plain')
  })
  const { properties } = viewOf(record as Anything, 'sent').schema as Anything
  t.strictSame(properties, { at: { type: 'string' }, code: { type: 'string' }, kind: { default: 'plain', type: 'string' } })
})

t.test('an input or a body of a library without JSON Schema is an error at startup', async (t) => {
  const none = { '~standard': { version: 1, vendor: 'other', validate: () => ({}) } }
  const text = 'this schema of other gives no JSON Schema'
  t.match(await refusal({ input: none, load: () => ({}) }), `posts.input: ${text}`)
  const failing = standardOf('zod', () => { throw new Error('no draft-07') })
  t.match(await refusal({ input: failing, load: () => ({}) }), /posts\.input: no draft-07/)
  t.match(await refusal({ create: { schema: { body: none }, handler: see } }), `posts.create: schema.body: ${text}`)
})
