/**
 * Records as the docs describe them: one meaning in many spellings, and the walk against a naive version of
 * its rule.
 */

import t from 'tap'
import multipart from '@fastify/multipart'
import { Type } from '@fastify/type-provider-typebox'
import fc from 'fast-check'
import { Ajv } from 'ajv'
import Fastify from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { walk } from '../../../lib/records/texts/index.js'
import { createPlaces, createReader } from '../../../lib/schemas/index.js'
import { MULTIPART, URLENCODED, multipart as multipartBody } from '../../support/forms.js'
import { askRecords } from '../../support/records.js'
import { runs } from '../../support/runs.js'

type Anything = any

const author = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 1 },
    email: { type: 'string', writeOnly: true },
    rank: { type: 'integer', default: 3 }
  }
}
const {
  properties: { id, name, ...others }
} = author
const half = { type: 'object', required: ['id', 'name'], properties: { id, name } }
const rest = { type: 'object', properties: others }

/** An author in the record, in each spelling; `at` is the author's place in the body. */
const authors: Readonly<Record<string, object>> = {
  'in place': author,
  'from definitions': { $ref: '#/definitions/author' },
  'from $defs, by its $id': { $ref: 'writer' },
  'from the app': { $ref: 'owner#' },
  'by a reference beside words': { $ref: '#/definitions/author', description: 'who' },
  allOf: { allOf: [half, rest] },
  'allOf of references': { allOf: [{ $ref: '#/definitions/author' }] },
  'properties beside allOf': { ...half, allOf: [rest] },
  anyOf: {
    anyOf: [author, { type: 'object', required: ['code'], properties: { code: { type: 'string' } } }]
  },
  oneOf: {
    oneOf: [{ type: 'object', required: ['code'], properties: { code: { type: 'string' } } }, author]
  },
  'closed choices': {
    oneOf: [
      {
        type: 'object',
        required: ['code'],
        additionalProperties: false,
        properties: { code: { type: 'string' } }
      },
      { ...author, additionalProperties: false }
    ]
  },
  'if and then': { ...half, if: { required: ['name'] }, then: rest },
  'if and else': { ...half, if: { required: ['code'] }, then: false, else: rest },
  // A serializer writes nothing that only this names.
  dependencies: {
    ...half,
    properties: { ...half.properties, rank: others.rank },
    dependencies: { name: { properties: { email: others.email } } }
  },
  'type with null': { ...author, type: ['object', 'null'] },
  'nullable: true': { ...author, nullable: true },
  'anyOf with null': { anyOf: [author, { type: 'null' }] },
  'oneOf with null': { oneOf: [{ type: 'null' }, { $ref: '#/definitions/author' }] },
  typebox: Type.Object({
    id: Type.Readonly(Type.Integer()),
    name: Type.String({ minLength: 1 }),
    email: Type.Optional(Type.String({ writeOnly: true })),
    rank: Type.Optional(Type.Integer({ default: 3 }))
  })
}
// In a choice the validator sets no defaults, and refuses them where it is strict.
const CHOICES = ['anyOf', 'oneOf', 'closed choices', 'anyOf with null', 'oneOf with null']

const routes = draw((map) => map.resources('posts', { only: ['index', 'create', 'show', 'update'] }))

for (const [what, schema] of Object.entries(authors)) {
  t.test(`an author ${what}: create, update, show and index, in each media type`, async (t) => {
    const record = {
      type: 'object',
      required: ['id', 'author'],
      definitions: { author },
      $defs: { writer: { ...author, $id: 'writer' } },
      properties: {
        id: { type: 'integer', readOnly: true },
        author: schema,
        authors: { type: 'array', items: schema },
        pair: { type: 'array', items: [{ type: 'boolean' }, schema] },
        by: { type: 'object', additionalProperties: schema },
        likes: { type: 'object', patternProperties: { '^l': schema } }
      }
    }
    const app = Fastify()
    app.addSchema({ $id: 'owner', ...author })
    await app.register(multipart, { attachFieldsToBody: 'keyValues' })
    const row = {
      id: 1,
      author: { id: 1, name: 'Ann', email: 'x', rank: 4, column: 1 },
      authors: [{ id: 1, name: 'Bob', email: 'x', rank: 4, column: 1 }],
      column: 1
    }
    const see = async ({ body }: Anything): Promise<unknown> => body.post
    await app.register(resourcesPlugin, {
      routes,
      ajv: CHOICES.includes(what) ? { customOptions: { strict: false } } : {},
      controllers: {
        posts: {
          record,
          responses: { create: false, update: false },
          create: see,
          update: see,
          show: async () => row,
          index: async () => [row]
        }
      }
    })
    const rank = CHOICES.includes(what) ? {} : { rank: 3 }
    const sent = { name: 'Ann', id: 7, email: 'e', ...what !== 'closed choices' && { x: 1 } }
    const kept = { name: 'Ann', email: 'e', ...rank }
    const send = async (
      method: 'POST' | 'PUT',
      payload: Anything,
      type = 'application/json'
    ): Promise<unknown> => {
      const response = await app.inject({
        method,
        url: method === 'POST' ? '/posts' : '/posts/1',
        payload,
        headers: { 'content-type': type }
      })
      return response.statusCode === 200 ? response.json() : response.statusCode
    }
    const json = {
      post: {
        id: 7,
        x: 1,
        author: sent,
        authors: [sent],
        pair: [true, sent],
        by: { ann: sent },
        likes: { lee: sent, x: 1 }
      }
    }
    const form = [
      ['post[x]', '1'],
      ['post[id]', '7'],
      ...['[author]', '[authors][0]', '[by][ann]', '[likes][lee]'].flatMap((place) =>
        Object.entries(sent).map(([name, value]) => [`post${place}[${name}]`, String(value)])
      )
    ] as Array<[string, string]>
    for (const method of ['POST', 'PUT'] as const) {
      t.strictSame(
        await send(method, json),
        { author: kept, authors: [kept], pair: [true, kept], by: { ann: kept }, likes: { lee: kept } },
        method
      )
      const expected = { author: kept, authors: [kept], by: { ann: kept }, likes: { lee: kept } }
      t.strictSame(
        await send(method, new URLSearchParams(form).toString(), URLENCODED),
        expected,
        `${method} of a form`
      )
      t.strictSame(
        await send(method, multipartBody(form), MULTIPART),
        expected,
        `${method} of a form with parts`
      )
      t.equal(await send(method, { post: { author: { x: 1 } } }), 400, 'nested ones need what they must have')
      const empty = await send(
        method,
        new URLSearchParams({ 'post[author][name]': 'Ann', 'post[author][rank]': '' }).toString(),
        URLENCODED
      )
      t.strictSame(empty, method === 'PUT' ? 400 : { author: { name: 'Ann', ...rank } }, 'an empty number')
      t.equal(
        await send(method, multipartBody([['post[author]', ['a.txt', 'A']]]), MULTIPART),
        400,
        'a file is no author'
      )
      t.equal(await send(method, multipartBody([['post', ['a.txt', 'A']]]), MULTIPART), 400, 'nor a record')
    }
    t.equal(await send('POST', { post: {} }), 400)
    t.strictSame(await send('PUT', { post: {} }), {})
    const shown = {
      id: 1,
      author: { id: 1, name: 'Ann', rank: 4 },
      authors: [{ id: 1, name: 'Bob', rank: 4 }]
    }
    t.strictSame((await app.inject('/posts/1')).json(), shown)
    t.strictSame((await app.inject('/posts')).json(), [shown])
    t.equal(row.author.email, 'x', 'an answer is a copy')
  })
}

const nullables = (schema: object): object[] => [
  { ...schema, type: [(schema as Anything).type, 'null'] },
  { ...schema, nullable: true },
  { anyOf: [schema, { type: 'null' }] },
  { anyOf: [{ type: 'null' }, schema] },
  { oneOf: [schema, { type: 'null' }] },
  { anyOf: [{ $ref: '#/definitions/one' }, { type: 'null' }] }
]

t.test('null is null and nothing else is, in every spelling, in JSON and in forms', async (t) => {
  for (const [type, given] of [
    ['string', 'x'],
    ['integer', 1],
    ['number', 1.5],
    ['boolean', false]
  ] as const) {
    for (const schema of nullables({ type })) {
      const app = Fastify()
      const see = async ({ body }: Anything): Promise<unknown> => body.post
      await app.register(resourcesPlugin, {
        routes,
        controllers: {
          posts: {
            record: {
              definitions: { one: { type } },
              properties: { value: schema, list: { type: 'array', items: schema } }
            },
            create: see,
            update: see,
            show: see,
            index: see
          }
        }
      })
      const send = async (payload: Anything, headers = {}): Promise<unknown> =>
        (await app.inject({ method: 'POST', url: '/posts', payload, headers })).json()
      const what = JSON.stringify(schema)
      t.strictSame(
        await send({ post: { value: null, list: [null, given] } }),
        { value: null, list: [null, given] },
        what
      )
      t.strictSame(
        await send(`post[value]=&post[list][]=&post[list][]=${String(given)}`, {
          'content-type': URLENCODED
        }),
        { value: null, list: [null, given] },
        what
      )
      if (type === 'integer') t.strictSame(await send({ post: { value: 0 } }), { value: 0 }, what)
      if (type === 'string') t.strictSame(await send({ post: { value: '' } }), { value: '' }, what)
    }
  }
})

t.test('where null is valid, a value that no other rule takes is not null but a 400, in every spelling', async (t) => {
  const cases: ReadonlyArray<readonly [schema: object, wrong: unknown, text: string]> = [
    [{ type: 'integer', minimum: 1 }, 0, '0'],
    [{ type: 'integer', maximum: -1 }, false, 'false'],
    [{ type: 'boolean', enum: [true] }, false, 'false'],
    [{ type: 'string', minLength: 1 }, '', ''],
    [{ type: 'string', format: 'date' }, '', 'x']
  ]
  for (const [one, wrong, text] of cases) {
    for (const schema of nullables(one)) {
      const app = Fastify()
      const see = async ({ body }: Anything): Promise<unknown> => body.post
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: 'create' })),
        controllers: {
          posts: { record: { definitions: { one }, properties: { value: schema } }, create: see }
        }
      })
      const send = async (payload: Anything, headers = {}): Promise<[number, Anything]> => {
        const response = await app.inject({ method: 'POST', url: '/posts', payload, headers })
        return [response.statusCode, response.json()]
      }
      const what = JSON.stringify(schema)
      t.equal((await send({ post: { value: wrong } }))[0], 400, what)
      const form = await send(`post[value]=${text}`, { 'content-type': URLENCODED })
      if (text === '') t.strictSame(form, [200, { value: null }], `${what}, which forms cannot tell from null`)
      else t.equal(form[0], 400, `a form of ${what}`)
    }
  }
})

t.test('only a schema with format: binary accepts a file, and it accepts nothing else', async (t) => {
  const app = Fastify()
  await app.register(multipart, { attachFieldsToBody: 'keyValues' })
  const see = async ({ body }: Anything): Promise<unknown> =>
    Object.fromEntries(
      Object.entries(body.post as object).map(([name, value]) => [
        name,
        Buffer.isBuffer(value) ? 'file' : value
      ])
    )
  const binary = { type: 'string', format: 'binary' }
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: {
        record: {
          properties: { title: { type: 'string' }, photo: binary, photos: { type: 'array', items: binary } }
        },
        create: see,
        update: see,
        show: see,
        index: see
      }
    }
  })
  const send = async (payload: Anything, headers = {}): Promise<number> =>
    (await app.inject({ method: 'POST', url: '/posts', payload, headers })).statusCode
  const parts = (name: string): Promise<number> =>
    send(
      multipartBody([
        ['post[title]', 'a'],
        [name, ['a.txt', 'A']]
      ]),
      { 'content-type': MULTIPART }
    )
  t.strictSame(
    await Promise.all(['post[photo]', 'post[photos][]', 'post[photos]', 'post[title]'].map(parts)),
    [200, 200, 200, 400]
  )
  t.strictSame(
    await Promise.all(
      [{ photo: {} }, { photo: { byteLength: 1 } }, { photo: [1, 2] }].map((post) => send({ post }))
    ),
    [400, 400, 400]
  )
})

t.test('answers: maps of responses, members, statuses, instances and what an app keeps', async (t) => {
  const tree = draw((map) =>
    map.resources('users', { collection: { search: 'get' }, member: { restore: 'post', stats: 'get' } })
  )
  const record = {
    required: ['id', 'password'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string' },
      password: { type: 'string', writeOnly: true },
      at: { type: 'string', format: 'date' },
      settings: { type: 'object' }
    }
  }
  class User {
    get name (): string {
      return 'Ann'
    }

    get id (): number {
      return 1
    }

    password = 'x'
    settings = { dark: true }
    at = new Date(0)
    column = 1
  }
  const row = { id: 1, name: 'Ann', password: 'x', settings: { dark: true }, column: 1 }
  const seen = { id: 1, name: 'Ann', settings: { dark: true } }
  const actions = {
    index: async () => ({ items: [row], total: 1, next: null }),
    search: async () => [{ toJSON: () => row }],
    show: async () => new User(),
    restore: async () => row,
    stats: async () => ({ visits: 1 }),
    create: async (_: unknown, reply: Anything) => reply.code(409).send({ ...row, error: 'taken' }),
    update: async () => {
      throw Object.assign(new Error('No'), { statusCode: 418 })
    },
    destroy: async () => row,
    new: async () => [row],
    edit: async () => 'form'
  }
  const Envelope = {
    type: 'object',
    properties: { items: { type: 'array', items: { $ref: 'User#' } }, total: { type: 'integer' } }
  }
  const app = Fastify()
  app.addSchema({ $id: 'User', ...record })
  app.setErrorHandler((error: Anything, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ told: error.message, password: 'p' })
  )
  const responses = { index: Envelope, search: 'list', stats: false, new: 'record' }
  await app.register(resourcesPlugin, {
    routes: tree,
    controllers: { users: { record: { $ref: 'User#' }, responses, ...actions } }
  })
  const get = async (method: Anything, url: string, payload?: Anything): Promise<unknown> =>
    (await app.inject({ method, url, payload })).json()
  t.strictSame(await get('GET', '/users'), { items: [seen], total: 1 })
  t.strictSame(await get('GET', '/users/search'), [seen])
  t.strictSame(await get('GET', '/users/1'), { ...seen, at: '1970-01-01' })
  t.strictSame(await get('POST', '/users/1/restore'), seen)
  t.strictSame(await get('GET', '/users/1/stats'), { visits: 1 })
  t.strictSame(
    await get('POST', '/users', { user: { password: 'x' } }),
    { ...seen, column: 1, error: 'taken' },
    'of a failure only what is writeOnly is taken out'
  )
  t.strictSame(
    await get('PUT', '/users/1', { user: {} }),
    { told: 'No', password: 'p' },
    'a thrown error is never rewritten'
  )
  t.match(await get('GET', '/users/new'), {
    told: /^users#new answers with a list with an object, where 'responses' expects a record; change the action, or declare its answer: responses: \{ new: … \}/
  })
  t.equal(row.password, 'x')
  await t.rejects(
    async () =>
      await Fastify().register(resourcesPlugin, {
        routes: tree,
        controllers: { users: { record, responses: { index: 5 }, ...actions } }
      }),
    {
      message:
        "The controllers have a mistake: users.responses: index: expected 'record', 'list', a schema or false, got 5"
    }
  )
})

t.test(
  'random requests for random records, in random spellings, follow the documented rules',
  { timeout: 300_000 },
  async (t) => {
    const { total, differences } = await askRecords(runs(100))
    t.comment(`${total - differences.length} of ${total} as the words have it`)
    t.ok(total > 0)
    t.strictSame(differences, [])
  }
)

// ---- the walk against its rule, read naively
// -----------------------------------------------------------------------

/** Names that begin with r are readOnly wherever a schema names them. */
const NAMES = ['a', 'b', 'p1', 'r1', 'r2'] as const

const { schema: anySchema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: fc.constantFrom({ type: 'string' }, { type: 'integer' }, {}, true), weight: 2 },
    tie('object'),
    tie('list'),
    tie('choice'),
    fc.constantFrom({ $ref: '#/definitions/one' }, { $ref: '#/definitions/two' })
  ),
  object: fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 3 }),
      additionalProperties: fc.oneof(fc.constant(true), fc.constant(false), tie('schema')),
      patternProperties: tie('schema').map((schema) => ({ '^p': schema })),
      allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      then: tie('schema')
    },
    { requiredKeys: ['type'] }
  ),
  list: tie('schema').map((items) => ({ type: 'array', items })),
  choice: fc
    .tuple(fc.constantFrom('anyOf', 'oneOf'), fc.array(tie('schema'), { minLength: 1, maxLength: 3 }))
    .map(([keyword, members]) => ({ [keyword]: members }))
}))

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, 1, 'x', true),
    fc.dictionary(fc.constantFrom(...NAMES, 'x', 'y'), tie('value'), { maxKeys: 5 }),
    fc.array(tie('value'), { maxLength: 3 })
  )
}))

/** Marks the properties whose names ask for it. */
function marked (schema: Anything): Anything {
  if (Array.isArray(schema)) return schema.map(marked)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Anything = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, marked(value)])
  )
  for (const name of Object.keys(copy.properties ?? {})) {
    if (name.startsWith('r') && typeof copy.properties === 'object') {
      copy.properties[name] = { allOf: [copy.properties[name], { readOnly: true }] }
    }
  }
  return copy
}

function naive (value: Anything, schemas: readonly Anything[], root: Anything): Anything {
  const parts = new Set<Anything>()
  const add = (schema: Anything): void => {
    if (typeof schema !== 'object' || parts.has(schema)) return
    parts.add(schema)
    if (schema.$ref !== undefined) add(root.definitions[schema.$ref.split('/').at(-1)])
    for (const member of [schema.allOf, schema.anyOf, schema.oneOf, schema.then].flat()) {
      if (member !== undefined) add(member)
    }
  }
  schemas.forEach(add)
  const all = [...parts]
  const named = (name: string): Anything[] =>
    all
      .filter(({ properties = {} }) => Object.hasOwn(properties, name))
      .map(({ properties }) => properties[name])
  const matched = (name: string): Anything[] =>
    name.startsWith('p') ? all.flatMap(({ patternProperties = {} }) => Object.values(patternProperties)) : []
  const lists = all.filter(({ items }) => items !== undefined).map(({ items }) => items)
  const isObjects = all.some(
    ({ properties = {}, patternProperties = {} }) =>
      Object.keys(properties).length + Object.keys(patternProperties).length > 0
  )
  // hostile.test.ts has the lists that no schema allows.
  fc.pre(!Array.isArray(value) || lists.length > 0 || all.length === 0)
  if (Array.isArray(value)) return value.map((item) => naive(item, lists, root))
  if (typeof value !== 'object' || value === null) return value
  const isNaming = isObjects || all.some(({ additionalProperties }) => additionalProperties === false)
  const others = all
    .filter(({ additionalProperties = false }) => additionalProperties !== false)
    .map(({ additionalProperties }) => additionalProperties)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const own = [...named(name), ...matched(name)]
      if (named(name).length > 0 && name.startsWith('r')) return []
      if (own.length === 0 && isNaming && others.length === 0) return []
      return [[name, naive(inner, own.length > 0 ? own : others, root)]]
    })
  )
}

/** A schema that refers to itself for one value ends no validation. */
function isValid (value: unknown, schema: object): boolean {
  try {
    return new Ajv({ strict: false }).validate(schema, value)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

t.test('cleaning keeps what a naive reading of its rule keeps, or what a closed schema refuses; a second cleaning changes nothing', async () => {
  fc.assert(
    fc.property(anySchema, anySchema, anySchema, anyValue, (one, two, body, value) => {
      const root = marked({ definitions: { one, two }, properties: { body } })
      const place = createPlaces()(createReader(() => undefined)(root))
      const rules = {
        texts: null, isPartial: false, isOwn: false, keepsUnknown: false, findsTexts: false
      } as const
      const clean = (given: unknown): unknown => walk(given, place, rules).value
      const expected = JSON.stringify(naive({ body: value }, [root], root))
      const cleaned = clean(structuredClone({ body: value }))
      const isOther = JSON.stringify(cleaned) !== expected
      // Closed, or an object that has to be a text or a list too.
      const mayRefuse = /"additionalProperties":false|"type":"(?!object)/.test(JSON.stringify(root))
      if (isOther && (!mayRefuse || isValid(cleaned, root))) {
        throw new Error(`expected ${expected}, got ${JSON.stringify(cleaned)}`)
      }
      if (JSON.stringify(clean(cleaned)) !== JSON.stringify(cleaned)) throw new Error('a second walk changes it')
    }),
    { numRuns: runs(300), endOnFailure: true }
  )
})
