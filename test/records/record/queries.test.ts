/** Queries of actions that have a schema for them. */

import t from 'tap'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import qs from 'qs'
import { z } from 'zod'
import { createClient } from '../../../lib/client.js'
import { injectFetch } from '../../../lib/testing.js'
import resourcesPlugin, { draw, parseQuery } from '../../../lib/index.js'
import { MAX_KEYS } from '../../../lib/urls/query.js'
import { MULTIPART, URLENCODED, multipart as multipartBody } from '../../support/forms.js'
import { hostileFields } from '../../support/hostile.js'

type Anything = any

const QUERY = {
  type: 'object',
  properties: {
    ids: { type: 'array', items: { type: 'integer' } },
    tags: { type: 'array', items: { type: 'string' } },
    filter: { type: 'object', properties: { tag: { type: 'string' }, done: { type: 'boolean' } } },
    done: { type: 'boolean' },
    rank: { type: 'integer' },
    order: { enum: ['new', 'old'] },
    search: { type: 'string' },
    name: { type: 'string', minLength: 1 },
    since: { type: 'string', format: 'date' },
    author: { type: ['integer', 'null'] }
  }
}

const routes = draw((map) => map.resources('posts', { only: ['index', 'show', 'create'] }))

/** Answers with the query that a handler sees. */
async function queryApp (
  schema: Anything,
  server: FastifyServerOptions = {},
  options: Anything = {}
): Promise<FastifyInstance> {
  const app = Fastify(server)
  const action = { schema, handler: async ({ query }: Anything) => query }
  await app.register(resourcesPlugin, {
    routes,
    controllers: { posts: { index: action, show: action, create: action, ...options } }
  })
  return app
}

const READINGS: ReadonlyArray<readonly [rule: string, query: string, read: object]> = [
  ['a list, however it is written', 'ids[]=1&ids[]=2', { ids: [1, 2] }],
  ['a list, however it is written', 'ids=1&ids=2', { ids: [1, 2] }],
  ['a list, however it is written', 'ids%5B1%5D=2&ids%5B0%5D=1', { ids: [1, 2] }],
  ['one value for a list is its only item', 'ids=1&tags[]=a', { ids: [1], tags: ['a'] }],
  ['names nest', 'filter[tag]=x&filter[done]=on', { filter: { tag: 'x', done: true } }],
  ['texts become what the schema says', 'done=on&rank=2', { done: true, rank: 2 }],
  ['of several values for one the last counts', 'rank=1&rank=2&done=0&done=1', { done: true, rank: 2 }],
  ['an empty text that cannot be valid is left out', 'ids=&tags=&done=&rank=&order=&since=&name=', {}],
  ['an empty text that cannot be valid is left out', 'ids[]=&tags[]=&rank[]=&filter[done]=', { filter: {} }],
  [
    'an empty text stays where the schema takes it, or is null',
    'search=&author=&filter[tag]=',
    { author: null, search: '', filter: { tag: '' } }
  ],
  ['unknown names stay', 'utm=x&a[b]=y', { utm: 'x', a: { b: 'y' } }],
  [
    'no name reaches a prototype',
    '__proto__[a]=1&filter[__proto__][a]=1&filter[tag]=x',
    { filter: { tag: 'x' } }
  ]
]

const parsers: Readonly<Record<string, FastifyServerOptions>> = {
  "Fastify's parser": {},
  parseQuery: { routerOptions: { querystringParser: parseQuery } },
  qs: { routerOptions: { querystringParser: (text) => qs.parse(text) } }
}

t.test('the rows of a query are items of a list, in the order of their names', async (t) => {
  const line = { type: 'object', properties: { sku: { type: 'string' }, qty: { type: 'integer' } } }
  const querystring = { type: 'object', properties: { lines: { type: 'array', items: line } } }
  const { qs: _, ...flat } = parsers
  for (const [name, options] of Object.entries(flat)) {
    const app = await queryApp({ querystring }, options)
    for (const url of ['/posts', '/posts/1']) {
      const query = 'lines[][sku]=a&lines%5B%5D[sku]=b&lines[][qty]=2&lines[][sku]=c'
      t.strictSame(
        (await app.inject(`${url}?${query}`)).json(),
        { lines: [{ sku: 'a' }, { sku: 'b', qty: 2 }, { sku: 'c' }] },
        `under ${name}`
      )
    }
  }
})

t.test('a row of a query has a check box with its hidden field, where the schema takes a boolean', async (t) => {
  const line = { type: 'object', properties: { gift: { type: 'boolean' }, qty: { type: 'integer' } } }
  const querystring = { type: 'object', properties: { lines: { type: 'array', items: line } } }
  const app = await queryApp({ querystring })
  const query = 'lines[][qty]=0&lines[][qty]=1&lines[][gift]=0&lines[][gift]=1&x[][y]=0&x[][y]=1'
  t.strictSame(
    (await app.inject(`/posts?${query}`)).json(),
    { lines: [{ qty: 0 }, { qty: 1, gift: true }], x: [{ y: '1' }] }
  )
})

for (const [name, options] of Object.entries(parsers)) {
  t.test(`under ${name}`, async (t) => {
    const app = await queryApp({ querystring: QUERY }, options)
    for (const [rule, query, read] of READINGS) {
      t.strictSame((await app.inject(`/posts?${query}`)).json(), read, `${rule}: ${query}`)
    }
    t.equal(({} as Anything).a, undefined)
  })
}

t.test('an empty text is null where null is allowed, in queries and forms', async (t) => {
  const others: Anything[] = [
    { type: 'integer' },
    { type: 'number', minimum: 3 },
    { type: 'boolean' },
    { type: 'array', items: { type: 'integer' } },
    { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } }
  ]
  const scalars = others.filter(({ type }) => type !== 'array')
  const spellings = [
    ...others.flatMap((other) => [{ ...other, type: [other.type, 'null'] }, { ...other, nullable: true }]),
    // A validator that converts makes a list of what a choice of a list and null gets.
    ...scalars.flatMap((other) => [
      { anyOf: [other, { type: 'null' }] }, { anyOf: [{ type: 'null' }, other] }
    ])
  ]
  const properties = Object.fromEntries(spellings.map((spelling, index) => [`n${index}`, spelling]))
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  const texts = Object.keys(properties)
    .map((name) => `${name}=`)
    .join('&')
  const expected = Object.fromEntries(Object.keys(properties).map((name) => [name, null]))
  for (const coerceTypes of ['array', true] as const) {
    const options = { ajv: { customOptions: { coerceTypes } } }
    const app = await queryApp({ querystring: schema }, options, {
      create: { schema: { body: schema }, handler: async ({ body }: Anything) => body }
    })
    const query = await app.inject(`/posts?${texts}`)
    t.strictSame(query.json(), expected, `a query, coerceTypes: ${coerceTypes}`)
    const form = await app.inject({
      method: 'POST',
      url: '/posts',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: texts
    })
    t.strictSame(form.json(), expected, `a form, coerceTypes: ${coerceTypes}`)
  }
})

t.test("the app's validator decides on an action's own body in JSON, as in Fastify", async (t) => {
  const schemas: Anything[] = [
    { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
    { oneOf: [{ type: 'null' }, { const: 5 }] },
    { type: ['string', 'null'] },
    { type: 'array', items: { type: 'integer' } }
  ]
  const see = async ({ body }: Anything): Promise<unknown> => body
  for (const value of schemas) {
    const schema = { body: { type: 'object', properties: { value } } }
    const app = await queryApp({}, {}, { create: { schema, handler: see } })
    const native = Fastify()
    native.post('/posts', { schema }, see)
    for (const sent of [null, 0, 5, '', '7', [], ['1'], false, {}]) {
      const ask = { method: 'POST', url: '/posts', payload: { value: sent } } as const
      const [row, route] = [await app.inject(ask), await native.inject(ask)]
      const { fields, ...answer } = Object(row.json()) as Readonly<Record<string, unknown>>
      t.equal(fields === undefined, row.statusCode === 200)
      const seen = fields === undefined ? row.json() : answer
      t.strictSame(seen, route.json(), `${JSON.stringify(value)} ${JSON.stringify(sent)}`)
    }
  }
})

t.test('objects in a list of which none may come twice are compared, in queries and forms', async (t) => {
  const inner = { type: 'object', properties: { a: { type: 'string' }, b: {} } }
  const cases: ReadonlyArray<readonly [list: object, fields: string, status: number]> = [
    [{ items: inner }, 'list[0][a]=x&list[1][a]=y', 200],
    [{ items: inner }, 'list[0][a]=x&list[1][a]=x', 400],
    [{}, 'list[0][b][][c]=1&list[1][b][][c]=2', 200],
    [{}, 'list[0][b][][c]=1&list[1][b][][c]=1', 400]
  ]
  for (const [list, fields, status] of cases) {
    const properties = { list: { type: 'array', uniqueItems: true, ...list } }
    const schema = { type: 'object', properties }
    const app = await queryApp({ querystring: schema }, {}, {
      create: { schema: { body: schema }, handler: async ({ body }: Anything) => body }
    })
    t.equal((await app.inject(`/posts?${fields}`)).statusCode, status, `a query: ${fields}`)
    const form = await app.inject({
      method: 'POST',
      url: '/posts',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: fields
    })
    t.equal(form.statusCode, status, `a form: ${fields}`)
  }
})

t.test('a validator that reads plain schemas of another kind gets the texts', async (t) => {
  const validatorCompiler = ({ schema }: Anything) => {
    if (schema.kind !== 'page') throw new TypeError('expected a schema with a kind')
    return ({ page }: Anything) => ({ value: { page: Number(page) } })
  }
  const app = await queryApp({ querystring: { kind: 'page' } }, {}, { routeOptions: { validatorCompiler } })
  t.strictSame((await app.inject('/posts?page=3')).json(), { page: 3 })
})

t.test('the client and the URL helpers send what the schema reads', async (t) => {
  const app = await queryApp({ querystring: QUERY })
  const client = createClient(routes, { fetch: injectFetch(app) }) as Anything
  const query = { ids: [1, 2], tags: ['a'], filter: { tag: 'x', done: true }, rank: 7 }
  t.strictSame(await client.posts.index({ query }), query)
  t.strictSame((await app.inject(app.urlFor.postsPath({ query }))).json(), query)
})

t.test('on any row and method, by `query` as by `querystring`, by a reference, and beside a record', async (t) => {
  const record = { type: 'object', properties: { id: { type: 'integer' } } }
  const found: unknown[] = []
  for (const [schema, extra] of [
    [{ query: QUERY }, {}],
    [{ querystring: { $ref: 'list#' } }, {}],
    [{ querystring: { $ref: 'list#' } }, { record }]
  ] as const) {
    const app = Fastify()
    app.addSchema({ $id: 'list', ...QUERY })
    const echo = { schema, handler: async ({ query }: Anything) => query }
    const tree = draw((map) =>
      map
        .resources('posts', { only: ['index', 'show', 'create'], collection: { search: 'any' } })
        .resource('account', { only: ['show'] })
    )
    await app.register(resourcesPlugin, {
      routes: tree,
      controllers: {
        posts: { index: echo, show: echo, create: echo, search: echo, ...extra },
        accounts: { show: echo }
      }
    })
    for (const [method, url] of [
      ['GET', '/posts'],
      ['GET', '/posts/1'],
      ['POST', '/posts'],
      ['PUT', '/posts/search'],
      ['GET', '/account']
    ] as const) {
      found.push(
        (
          await app.inject({
            method,
            url: `${url}?ids[]=1&done=on`,
            ...(method === 'GET' ? {} : { payload: { post: {} } })
          })
        ).json()
      )
    }
    t.equal((await app.inject({ method: 'HEAD', url: '/posts?ids[]=x' })).statusCode, 400)
  }
  t.strictSame(
    found,
    Array.from({ length: 15 }, () => ({ ids: [1], done: true }))
  )
})

t.test('an empty text that the schema requires is invalid', async (t) => {
  const app = await queryApp({ querystring: { ...QUERY, required: ['name', 'rank'] } })
  t.match((await app.inject('/posts?name=&rank=1')).json(), {
    statusCode: 400,
    message: 'name must not be empty'
  })
  t.match((await app.inject('/posts?name=a')).json(), {
    statusCode: 400,
    message: 'rank must not be empty'
  })
})

t.test('a query tells all its faults, in the words of fields, and unknown names where its schema is closed', async (t) => {
  const json = {
    type: 'object',
    additionalProperties: false,
    required: ['page'],
    properties: {
      page: { type: 'integer', minimum: 1 },
      since: { type: 'string', format: 'date' },
      tags: { type: 'array', items: { type: 'string', minLength: 2 } },
      filter: { type: 'object', additionalProperties: false, properties: { done: { type: 'boolean' } } },
      size: { type: 'integer', default: 20 }
    }
  }
  const zod = z.strictObject({
    page: z.int().min(1),
    since: z.iso.date().optional(),
    tags: z.array(z.string().min(2)).optional(),
    filter: z.strictObject({ done: z.boolean().optional() }).optional(),
    size: z.int().default(20)
  })
  for (const [name, querystring] of [['a JSON Schema', json], ['zod', zod]] as const) {
    const app = await queryApp({ querystring })
    for (const [query, fields] of [
      ['', { page: ['must not be empty'] }],
      ['page=x&since=May&tags[]=a', {
        page: ['must be a whole number'],
        since: ['must be a date'],
        'tags[0]': ['must have at least 2 characters']
      }],
      ['page=0&pge=1', { page: ['must be 1 or more'], pge: ['is not a known field'] }],
      ['page=1&filter[done]=maybe', { 'filter[done]': ['must be yes or no'] }],
      ['page=1&filter[dne]=1', { 'filter[dne]': ['is not a known field'] }]
    ] as const) {
      const response = await app.inject(`/posts?${query}`)
      t.match([response.statusCode, response.json().code], [400, 'FST_ERR_VALIDATION'], `${name}: ${query}`)
      t.strictSame(response.json().fields, fields, `${name}: ${query}`)
    }
    t.strictSame((await app.inject('/posts?page=2&filter[done]=on')).json(), { page: 2, filter: { done: true }, size: 20 })
  }
})

t.test('a library judges its query alone: what it converts first has no other limit before', async (t) => {
  const cut = z.string().overwrite((text) => text.slice(0, 2)).max(2).optional()
  const schema = z.object({ q: z.string().trim().max(3), cut })
  for (const part of ['querystring', 'query']) {
    const app = await queryApp({ [part]: schema })
    t.strictSame((await app.inject('/posts?q=ab%20%20%20&cut=abc')).json(), { q: 'ab', cut: 'ab' })
    t.strictSame((await app.inject('/posts?q=abcd')).json().fields, { q: ['must have at most 3 characters'] })
  }
})

t.test("a query's faults follow attachValidation, a form's invalid, and faults of other parts", async (t) => {
  const querystring = { type: 'object', properties: { page: { type: 'integer' }, size: { type: 'integer' } } }
  const see = async ({ validationError }: Anything): Promise<object> => ({
    context: validationError?.validationContext, count: validationError?.validation.length
  })
  const schema = { querystring }
  const attached = await queryApp({}, {}, { index: { schema, attachValidation: true, handler: see } })
  t.strictSame((await attached.inject('/posts?page=x&size=y')).json(), { context: 'querystring', count: 2 })
  const invalid = (_request: Anything, _reply: Anything, form: object): object => form
  const shown = await queryApp({}, {}, { index: { schema, invalid, handler: see } })
  const back = await shown.inject({ url: '/posts?page=x&size=y', headers: { accept: 'text/html' } })
  t.strictSame([back.statusCode, back.json()], [422, {
    values: { page: 'x', size: 'y' },
    errors: { page: ['must be a whole number'], size: ['must be a whole number'] }
  }])
  const headers = { type: 'object', required: ['x-a'] }
  const ofBoth = { schema: { querystring, headers }, attachValidation: true, handler: see }
  const both = await queryApp({}, {}, { index: ofBoth })
  t.strictSame((await both.inject('/posts?page=x&size=y')).json(), { context: 'headers', count: 1 }, 'what Fastify has found stays')
  const page = { type: 'string', format: 'page' }
  const withFormat = { querystring: { type: 'object', properties: { page } } }
  await t.rejects(queryApp(withFormat), { message: /posts.index: schema.querystring: unknown format "page".*by the option ajv of the plugin/ })
  const ajv = { customOptions: { formats: { page: /^p/ } } }
  const app = Fastify()
  const index = { schema: withFormat, handler: see }
  const onlyIndex = draw((map) => map.resources('posts', { only: 'index' }))
  await app.register(resourcesPlugin, { routes: onlyIndex, controllers: { posts: { index } }, ajv })
  t.equal((await app.inject('/posts?page=x')).statusCode, 400)
})

t.test("without a schema, or with one that gives no JSON Schema, the app's parser reads the query", async (t) => {
  const plain = await queryApp({})
  t.strictSame((await plain.inject('/posts?ids[]=1&a=')).json(), { 'ids[]': '1', a: '' })
  const parsed = await queryApp({}, parsers.parseQuery)
  t.strictSame((await parsed.inject('/posts?ids[]=1&a=')).json(), { ids: ['1'], a: '' })
  const lines: string[] = []
  const logger = {
    level: 'warn',
    stream: {
      write: (line: string) => {
        lines.push((JSON.parse(line) as { msg: string }).msg)
      }
    }
  }
  const fail = (): never => {
    throw new Error('a morph')
  }
  for (const standard of [undefined, {}, { jsonSchema: { input: fail } }]) {
    class Schema {
      readonly '~standard' = standard
    }
    const routeOptions = { validatorCompiler: () => (value: unknown) => ({ value }) }
    const app = await queryApp({ querystring: new Schema() }, { logger }, { routeOptions })
    t.strictSame((await app.inject('/posts?ids[]=1&a=')).json(), { 'ids[]': '1', a: '' })
  }
  const text = (action: string): string =>
    `fastify-resources: posts.${action}: names of its query do not nest, since a morph`
  t.strictSame(lines, ['index', 'create', 'show'].map(text))
})

t.test("where the app's validator reads zod, names nest by its schema, and zod reads the texts", async (t) => {
  const Query = z.object({
    ids: z.array(z.coerce.number()).optional(),
    filter: z.object({ tag: z.string() }).optional(),
    done: z.stringbool({ truthy: ['on'] }).optional(),
    rank: z.preprocess((text) => (typeof text === 'string' ? text.length : 'no text'), z.number()).optional(),
    since: z.coerce.date().optional()
  })
  const readings: ReadonlyArray<readonly [query: string, read: object]> = [
    ['ids[]=1&ids[]=2', { ids: [1, 2] }],
    ['ids=1&ids=2', { ids: [1, 2] }],
    ['ids[]=1', { ids: [1] }],
    ['filter[tag]=x&done=on&rank=123', { filter: { tag: 'x' }, done: true, rank: 3 }],
    ['since=2026-01-02', { since: '2026-01-02T00:00:00.000Z' }],
    ['utm=x', {}]
  ]
  for (const [name, options] of Object.entries(parsers)) {
    const app = await queryApp({ querystring: Query }, options, { routeOptions: { validatorCompiler } })
    for (const [query, read] of readings) {
      t.strictSame((await app.inject(`/posts?${query}`)).json(), read, `${name}: ${query}`)
    }
    t.equal((await app.inject('/posts?ids=1')).statusCode, 400, 'one value is no list')
  }
  const app = await queryApp({ querystring: Query }, {}, { routeOptions: { validatorCompiler } })
  t.match((await app.inject(`/posts?filter${'[a]'.repeat(11)}=1`)).json(), {
    statusCode: 400,
    code: 'FST_RESOURCES_QUERY'
  })
  const client = createClient(routes, { fetch: injectFetch(app) }) as Anything
  t.strictSame(await client.posts.index({ query: { ids: [1], filter: { tag: 'x' } } }), {
    ids: [1],
    filter: { tag: 'x' }
  })
})

t.test('without such a validator a schema of zod, and its JSON Schema of either draft, are read as any other', async (t) => {
  const Query = z.object({
    ids: z.array(z.int()).optional(),
    filter: z.object({ tag: z.string() }).optional(),
    done: z.boolean().optional()
  })
  for (const querystring of [Query, z.toJSONSchema(Query), z.toJSONSchema(Query, { target: 'draft-07' })]) {
    const app = await queryApp({ querystring })
    t.strictSame((await app.inject('/posts?ids[]=1&ids[]=2&filter[tag]=x&done=on')).json(), {
      ids: [1, 2],
      filter: { tag: 'x' },
      done: true
    })
    t.strictSame((await app.inject('/posts?ids=1&done=')).json(), { ids: [1] })
    t.equal((await app.inject('/posts?ids[]=x')).statusCode, 400)
  }
})

t.test('a property with brackets, which no query has, is an error at startup', async (t) => {
  const cases = [
    ['page[number]', "'number' as a property of 'page'"],
    ['filter[tag][name]', "'tag' as a property of 'filter'"],
    ['sort[]', "the list 'sort'"]
  ] as const
  for (const [name, instead] of cases) {
    const message = `posts.index: schema.querystring: names with brackets nest, so no query has the property '${name}'; describe ${instead}`
    const schemas = [{ type: 'object', properties: { [name]: {} } }, z.object({ [name]: z.string().optional() })]
    for (const querystring of schemas) {
      await queryApp({ querystring }).then(() => t.fail('it starts'), (error: Error) => {
        t.ok(error.message.includes(message), error.message)
      })
    }
    const library = queryApp({ querystring: schemas[1] }, {}, { routeOptions: { validatorCompiler } })
    await t.rejects(library, { code: 'FST_RESOURCES_CONTROLLERS' })
  }
  const odd = { type: 'object', properties: { '[a]': INTEGER, 'a[b]c': INTEGER } }
  t.strictSame((await (await queryApp({ querystring: odd })).inject('/posts?[a]=1&a[b]c=2')).json(), { '[a]': 1, 'a[b]c': 2 })
})

t.test('refused: a query beyond the limits, which would come back unfiltered', async (t) => {
  const app = await queryApp({ querystring: QUERY })
  const cases = [
    ['a=&'.repeat(MAX_KEYS + 1), 'expected at most 3000 keys, of all values together, got more'],
    [`filter${'[a]'.repeat(11)}=1`, 'expected names that nest at most 10 deep, got one that nests 11 deep']
  ] as const
  for (const [query, fault] of cases) {
    t.match((await app.inject(`/posts?${query}`)).json(), {
      statusCode: 400,
      code: 'FST_RESOURCES_QUERY',
      message: `the query cannot be read: ${fault}`
    })
  }
})

t.test('the hooks of the action see what its handler sees', async (t) => {
  const seen: unknown[] = []
  const app = await queryApp(
    { querystring: QUERY },
    {},
    {
      routeOptions: {
        preValidation: async ({ query }: Anything) => {
          seen.push(query.ids)
        }
      }
    }
  )
  await app.inject('/posts?ids[]=1')
  t.strictSame(seen, [[1]])
})

t.test('hostile queries are read or refused', async (t) => {
  const app = await queryApp({ querystring: QUERY })
  for (const [name, query] of hostileFields(15_000)) {
    t.match(String((await app.inject(`/posts?${query}`)).statusCode), /^(?:200|400)$/, name)
  }
})

t.test('all rows of an action have one copy of a body with files', async (t) => {
  const app = Fastify()
  const copies = new Set<unknown>()
  app.addHook('onRoute', ({ schema }) => {
    copies.add(schema?.body)
  })
  const body = { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } }
  await app.register(resourcesPlugin, {
    routes: draw({ patch: true }, (map) => map.resources('posts', { only: 'update' })),
    controllers: { posts: { update: { schema: { body }, handler: async () => 'done' } } }
  })
  t.equal(copies.size, 1)
  t.notOk(copies.has(body))
})

const INTEGER = { type: 'integer' }
const ROW = { type: 'object', properties: { sku: { type: 'string' }, amount: INTEGER } }
const cart = (schema: object): object => ({ type: 'object', properties: { cart: { type: 'object', properties: { of: schema } } } })
const zodCart = (of: z.ZodType): object => z.object({ cart: z.object({ of }) })

const DIGITS: ReadonlyArray<readonly [rule: string, schema: object, sent: string, read: object]> = [
  ['additionalProperties', cart({ type: 'object', additionalProperties: INTEGER }), '[17]=2&[9]=1', { 17: 2, 9: 1 }],
  ['one name', cart({ type: 'object', additionalProperties: INTEGER }), '[17]=2', { 17: 2 }],
  ['a repeated name', cart({ type: 'object', additionalProperties: INTEGER }), '[17]=2&[17]=3', { 17: 3 }],
  ['an empty text', cart({ type: 'object', additionalProperties: { type: 'string' } }), '[17]=', { 17: '' }],
  ['patternProperties', cart({ type: 'object', patternProperties: { '^\\d+$': INTEGER } }), '[17]=2&[9]=1', { 17: 2, 9: 1 }],
  ['properties', cart({ type: 'object', properties: { 1: INTEGER, 0: { type: 'boolean' } } }), '[0]=on&[1]=1', { 0: true, 1: 1 }],
  ['an object of any names', cart({ type: 'object' }), '[17]=2&[9]=1', { 17: '2', 9: '1' }],
  ['null or an object', cart({ anyOf: [{ type: 'object', additionalProperties: INTEGER }, { type: 'null' }] }), '[17]=2', { 17: 2 }],
  ['a reference', { ...cart({ $ref: '#/definitions/all' }), definitions: { all: { type: 'object', additionalProperties: INTEGER } } }, '[17]=2', { 17: 2 }],
  ['objects in an object', cart({ type: 'object', additionalProperties: ROW }), '[17][amount]=2&[9][sku]=a', { 17: { amount: 2 }, 9: { sku: 'a' } }],
  ['digits below digits', cart({ type: 'object', additionalProperties: { type: 'object', additionalProperties: INTEGER } }), '[17][3]=2', { 17: { 3: 2 } }],
  ['objects in a list', cart({ type: 'array', items: { type: 'object', additionalProperties: INTEGER } }), '[1][8]=2&[0][7]=1', [{ 7: 1 }, { 8: 2 }]],
  ['a list in an object', cart({ type: 'object', additionalProperties: { type: 'array', items: INTEGER } }), '[8][1]=2&[8][0]=1', { 8: [1, 2] }],
  ['a list', cart({ type: 'array', items: INTEGER }), '[17]=2&[9]=1', [1, 2]],
  ['a list or an object', cart({ type: ['array', 'object'], items: INTEGER }), '[17]=2&[9]=1', [1, 2]],
  ['z.record', zodCart(z.record(z.string(), z.int())), '[17]=2&[9]=1', { 17: 2, 9: 1 }],
  ['z.record of patterns', zodCart(z.record(z.string().regex(/^\d+$/), z.object({ n: z.int() }))), '[17][n]=2', { 17: { n: 2 } }],
  ['z.array', zodCart(z.array(z.int())), '[17]=2&[9]=1', [1, 2]]
]

for (const [rule, schema, sent, read] of DIGITS) {
  t.test(`digits are names where the schema says object, and places in a list where it says so: ${rule}`, async (t) => {
    const app = Fastify()
    await app.register(multipart, { attachFieldsToBody: true })
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { only: ['index', 'create', 'update'], member: { publish: 'put' } })),
      controllers: {
        posts: {
          record: schema,
          index: { schema: { querystring: schema }, handler: async ({ query }: Anything) => query },
          create: async ({ body }: Anything) => body.post,
          update: async ({ body }: Anything) => body.post,
          publish: { schema: { body: schema }, handler: async ({ body }: Anything) => body }
        }
      }
    })
    const fields = (at: string): Array<[string, string]> =>
      sent.split('&').map((one) => one.split('=')).map(([keys = '', value = '']) => [at + keys, value])
    const ask = async (method: 'GET' | 'POST', url: string, type = '', payload = ''): Promise<unknown> =>
      (await app.inject({ method, url, ...payload !== '' && { payload, headers: { 'content-type': type } } })).json().cart?.of
    t.strictSame(await ask('GET', `/posts?${new URLSearchParams(fields('cart[of]'))}`), read, 'a query')
    for (const [url, at, method] of [['/posts', 'post[cart][of]', 'post'], ['/posts/1', 'post[cart][of]', 'put'], ['/posts/1/publish', 'cart[of]', 'put']] as const) {
      const all: Array<[string, string]> = [['_method', method], ...fields(at)]
      const kept = method === 'post' ? all.slice(1) : all
      t.strictSame(await ask('POST', url, URLENCODED, String(new URLSearchParams(kept))), read, url)
      t.strictSame(await ask('POST', url, MULTIPART, multipartBody(kept)), read, `${url}, multipart`)
    }
  })
}

t.test("a client's query and a parser of the app keep names of digits", async (t) => {
  const schema = cart({ type: 'object', additionalProperties: INTEGER })
  for (const server of [{}, { routerOptions: { querystringParser: parseQuery } }]) {
    const app = await queryApp({ querystring: schema }, server)
    const api: Anything = createClient(routes, { fetch: injectFetch(app) })
    const query = { cart: { of: { 17: 2, 9: 1 } } }
    t.strictSame(await api.posts.index({ query }), query)
  }
})

t.test('a body by media type may take anything', async (t) => {
  const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
  const content = { 'application/json': { schema }, 'text/plain': { schema: true } }
  const see = async ({ body }: Anything): Promise<unknown> => ({ body })
  const app = await queryApp({}, {}, { create: { schema: { body: { content } }, handler: see } })
  const send = async (payload: Anything, type: string): Promise<unknown> => {
    const headers = { 'content-type': type }
    const response = await app.inject({ method: 'POST', url: '/posts', payload, headers })
    return response.statusCode === 200 ? response.json().body : response.statusCode
  }
  t.strictSame(await send('{"n":1}', 'application/json'), { n: 1 })
  t.equal(await send('{}', 'application/json'), 400)
  t.equal(await send('text', 'text/plain'), 'text')
})
