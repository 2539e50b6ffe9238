/** Hostile clients: what they send or try to see through choices, defaults and files. */

import t from 'tap'
import fastifyMultipart from '@fastify/multipart'
import Fastify from 'fastify'
import resourcesPlugin, { draw, formValues } from '../../../lib/index.js'
import { MULTIPART, URLENCODED, multipart } from '../../support/forms.js'
import { sendValidatorText } from '../../support/errors.js'

type Anything = any

const routes = draw((map) => map.resources('posts', { only: ['create', 'show', 'update'] }))
const text = { type: 'string' }

function object (properties: object, others: object = {}): object {
  return { type: 'object', properties, ...others }
}

async function recordApp (
  record: object,
  controller: object = {},
  multipartOptions: Anything = { attachFieldsToBody: 'keyValues' }
): Promise<Anything> {
  const app = Fastify().setErrorHandler(sendValidatorText)
  await app.register(fastifyMultipart, multipartOptions)
  const tell = async (request: Anything): Promise<unknown> => request.body.post
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: {
        record,
        create: tell,
        update: tell,
        show: async (request: Anything) => request.params,
        ...controller
      }
    }
  })
  return app
}

async function send (
  app: Anything,
  method: string,
  url: string,
  payload: unknown,
  type = 'application/json'
): Promise<[number, Anything]> {
  const response = await app.inject({ method, url, payload, headers: { 'content-type': type } })
  return [response.statusCode, response.json()]
}

const readOnly = { ...text, readOnly: true }

const sizes = (size: object): object =>
  object({ p: { anyOf: [object({ size }), object({ size: inner({ x: text }) })] } })
const inner = (properties: object): object => ({ anyOf: [object(properties), { type: 'null' }] })

/** Records, with the place of the choice and the name. */
const DISAGREEING: Readonly<Record<string, readonly [record: object, place: string, name?: string]>> = {
  'of a property': [
    object({
      i: {
        anyOf: [
          object({ k: { type: 'integer', const: 1 }, x: readOnly }, { required: ['k'] }),
          object({ k: { type: 'integer', const: 2 }, x: text }, { required: ['k'] })
        ]
      }
    }),
    'properties/i: '
  ],
  'of the whole record': [
    { type: 'object', oneOf: [object({ k: { const: 'a' }, x: readOnly }), object({ k: { const: 'b' }, x: text })] },
    ''
  ],
  'about what leaves': [
    { type: 'object', anyOf: [object({ x: { ...text, writeOnly: true } }), object({ x: text })] },
    ''
  ],
  'that a default tells apart': [
    {
      type: 'object',
      allOf: [
        object({ kind: { ...text, default: 'a' } }),
        { oneOf: [object({ kind: { const: 'a' }, x: readOnly }), object({ kind: { const: 'b' }, x: text })] }
      ]
    },
    'allOf/1: '
  ],
  'that null tells apart': [
    object({
      p: {
        anyOf: [
          object({ n: { type: ['string', 'null'], enum: ['x', null] }, x: readOnly }),
          object({ n: { ...text, enum: ['y', '', '0'] }, x: text })
        ]
      }
    }),
    'properties/p: '
  ],
  'inside an object': [sizes(inner({ x: readOnly })), 'properties/p: ', 'size.x'],
  'inside a list': [object({
    p: {
      oneOf: [
        object({ k: { const: 1 }, parts: { type: 'array', items: object({ x: readOnly }) } }),
        object({ k: { const: 2 }, parts: { type: 'array', items: object({ x: text }) } })
      ]
    }
  }), 'properties/p: ', 'parts[].x'],
  'under further names': [object({
    p: {
      oneOf: [
        object({ names: { type: 'object', additionalProperties: object({ x: { ...text, writeOnly: true } }) } }),
        object({ names: { type: 'object', additionalProperties: object({ x: text }) } })
      ]
    }
  }), 'properties/p: ', 'names[].x'],
  'inside a tree': [{
    ...object({ p: { oneOf: ['a', 'b'].map((name) => ({ $ref: `#/definitions/${name}` })) } }),
    definitions: {
      a: object({ x: readOnly, inner: { $ref: '#/definitions/d' } }),
      d: object({ x: text, inner: { $ref: '#/definitions/a' } }),
      b: object({ x: readOnly, inner: { $ref: '#/definitions/c' } }),
      c: object({ x: readOnly, inner: { $ref: '#/definitions/c' } })
    }
  }, 'properties/p: ', 'inner.x']
}

for (const [title, [record, place, name = 'x']] of Object.entries(DISAGREEING)) {
  t.test(`members of a choice ${title} that disagree whether a name is hidden are an error`, async (t) => {
    await t.rejects(recordApp(record), {
      code: 'FST_RESOURCES_CONTROLLERS',
      message: `posts.record: ${place}the members of a choice disagree whether '${name}' is readOnly or writeOnly`
    })
  })
}

t.test('an answer has no default for a writeOnly property', async (t) => {
  const app = await recordApp(object({ title: text, pin: { ...text, writeOnly: true, default: '0000' } }), {
    responses: true,
    show: async () => ({ title: 'Hi' })
  })
  t.strictSame((await app.inject('/posts/1')).json(), { title: 'Hi' })
})

t.test('a choice that only requires names does not apply to an update', async (t) => {
  const app = await recordApp({
    ...object({ email: text, phone: text }),
    anyOf: [{ required: ['email'] }, { required: ['phone'] }]
  })
  t.strictSame(await send(app, 'PUT', '/posts/1', { post: {} }), [200, {}])
  t.equal((await send(app, 'POST', '/posts', { post: {} }))[0], 400)
})

t.test('an update keeps the properties of a closed member of a choice', async (t) => {
  const app = await recordApp({
    type: 'object',
    oneOf: [
      object({ k: { const: 'a' }, x: text }, { additionalProperties: false, required: ['k'] }),
      object({ k: { const: 'b' }, y: text }, { additionalProperties: false, required: ['k'] })
    ]
  })
  t.strictSame(await send(app, 'PUT', '/posts/1', { post: { k: 'b', y: 'kept' } }), [
    200,
    { k: 'b', y: 'kept' }
  ])
})

t.test('a nullable integer is checked as an id is', async (t) => {
  const app = await recordApp(object({ id: { type: ['integer', 'null'], readOnly: true } }))
  for (const id of ['1e3', '0x10', '-1', '9007199254740993']) {
    t.equal((await app.inject(`/posts/${id}`)).json().code, 'FST_RESOURCES_ID', id)
  }
  t.strictSame((await app.inject('/posts/7')).json(), { id: 7 })
})

t.test('a nullable file accepts a file', async (t) => {
  const app = await recordApp(object({ file: { type: ['string', 'null'], format: 'binary' } }), {
    create: async (request: Anything) => request.body.post.file.toString()
  })
  const response = await app.inject({
    method: 'POST',
    url: '/posts',
    payload: multipart([['post[file]', ['a.txt', 'content']]]),
    headers: { 'content-type': MULTIPART }
  })
  t.strictSame([response.statusCode, response.body], [200, 'content'])
})

t.test('fields of attachFieldsToBody: true are read as all others', async (t) => {
  const app = await recordApp(object({ title: text }), {}, { attachFieldsToBody: true })
  t.equal((await send(app, 'POST', '/posts', multipart([['post[title]', 'Hi']]), MULTIPART))[0], 200)
})

t.test('readOnly items are removed from a list, and writeOnly items from an answer', async (t) => {
  const app = await recordApp(
    object({
      tags: { type: 'array', items: { ...text, readOnly: true } },
      pins: { type: 'array', items: { ...text, writeOnly: true } }
    }),
    {
      responses: true,
      show: async () => ({ tags: ['a'], pins: ['secret'] }),
      create: async (request: Anything) => ({ tags: Object.values(request.body.post) })
    }
  )
  t.strictSame(await send(app, 'POST', '/posts', { post: { tags: ['x'], pins: ['y'] } }), [
    201,
    { tags: ['', 'y'] }
  ])
  t.strictSame((await app.inject('/posts/1')).json(), { tags: ['a'], pins: [] })
})

t.test('an object where a list is declared loses writeOnly properties, whatever the status is', async (t) => {
  const users = { type: 'array', items: object({ name: text, password: { ...text, writeOnly: true } }) }
  const app = await recordApp(object({ users }), {
    responses: true,
    show: async (_request: Anything, reply: Anything) =>
      reply.code(409).send({ users: { name: 'Ann', password: 'secret' } })
  })
  t.strictSame((await app.inject('/posts/1')).json(), { users: { name: 'Ann' } })
})

t.test('an id that is one of some integers, without a type, is an integer', async (t) => {
  const app = await recordApp(object({ id: { enum: [1, 2] } }))
  t.strictSame((await app.inject('/posts/2')).json(), { id: 2 })
  t.equal((await app.inject('/posts/3')).statusCode, 400)
  t.equal((await app.inject('/posts/x')).json().code, 'FST_RESOURCES_ID')
})

t.test('a body of a tree has at most 100 levels, and an answer may be nested deeper', async (t) => {
  const nest = (levels: number): object => {
    let tree = {}
    for (let level = 1; level < levels; level++) tree = { id: 7, x: 1, next: tree }
    return tree
  }
  const app = await recordApp(
    object({ id: { type: 'integer', readOnly: true }, pin: { ...text, writeOnly: true }, next: { $ref: '#' } }),
    { responses: { create: false }, show: async () => nest(800) }
  )
  const levelsOf = (tree: Anything): number => {
    let levels = 1
    for (let at = tree; at.next !== undefined; at = at.next) levels++
    return levels
  }
  const [status, post] = await send(app, 'POST', '/posts', { post: nest(100) })
  t.strictSame([status, levelsOf(post), JSON.stringify(post).includes('"x"')], [200, 100, false])
  for (const [levels, method, url] of [[101, 'POST', '/posts'], [101, 'PUT', '/posts/1'], [1500, 'POST', '/posts']] as const) {
    const [status, { code }] = await send(app, method, url, { post: nest(levels) })
    t.strictSame([status, code], [400, 'FST_RESOURCES_LEVELS'], `${method} ${levels}`)
  }
  t.equal(levelsOf((await app.inject('/posts/1')).json()), 800)
})

t.test('items that a validator compares with each other have at most 100 levels too', async (t) => {
  const list = { type: 'array', uniqueItems: true }
  const schemas = {
    free: list,
    'of anything': { ...list, items: {} },
    'of objects': { ...list, items: { type: 'object' } }
  }
  const nests = [[90, 200], [101, 400], [20_000, 400]] as const
  for (const [name, tags] of Object.entries(schemas)) {
    const app = await recordApp(object({ tags }), { responses: false, create: async () => ({}) })
    for (const [levels, status] of nests) {
      const item = '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
      const payload = `{"post":{"tags":[${item},${item.replace('1', '2')}]}}`
      const headers = { 'content-type': 'application/json' }
      const response = await app.inject({ method: 'POST', url: '/posts', payload, headers })
      t.equal(response.statusCode, status, `${name}, ${levels} levels`)
      if (status === 400) t.equal(response.json().code, 'FST_RESOURCES_LEVELS')
    }
  }
})

// ---- data without an end
// -------------------------------------------------------------------------------------------

const circles: Anything = {
  definitions: { comment: object({ id: { type: 'integer' }, post: { $ref: '#' } }) },
  ...object({
    title: text,
    pin: { ...text, writeOnly: true },
    comments: { type: 'array', items: { $ref: '#/definitions/comment' } }
  })
}

/** A post whose comments refer to it, as ORMs give them. */
function circle (toJSON?: () => object): Anything {
  const post: Anything = { title: 'Hi', pin: 'secret' }
  post.comments = Array.from({ length: 100 }, (_, id) => ({ id, post, ...(toJSON && { toJSON }) }))
  return post
}

t.test('in lists that no schema allows, readOnly properties are removed at any level', async (t) => {
  const hidden = object({ id: { ...text, readOnly: true }, name: text })
  const tell = { attachValidation: true, handler: async (request: Anything) => request.body.post }
  const app = await recordApp(object({ one: hidden, all: { type: 'array', items: hidden } }), { create: tell })
  const listed = (depth: number, value: unknown): unknown =>
    Array.from({ length: depth }).reduce((inner) => [inner], value)
  const sent = { id: 'x', name: 'a' }
  const kept = { name: 'a' }
  for (const depth of [0, 1, 10, 97]) {
    const post = { one: listed(depth, sent), all: [listed(depth, sent), sent] }
    const expected = { one: listed(depth, kept), all: [listed(depth, kept), kept] }
    t.strictSame(await send(app, 'POST', '/posts', { post }), [200, expected], `${depth} lists`)
  }
  const [status, { code }] = await send(app, 'POST', '/posts', { post: { one: listed(100, sent) } })
  t.strictSame([status, code], [400, 'FST_RESOURCES_LEVELS'])
})

t.test('unknown names in data nested very deep are refused in the time that their length takes', { timeout: 20_000 }, async (t) => {
  const tree = object({ list: { type: 'array', items: { $ref: '#' } } }, { additionalProperties: false })
  const app = await recordApp(tree)
  const bodyOf = (depth: number): string => `{"post":${'{"x":1,"list":['.repeat(depth)}${']}'.repeat(depth)}}`
  const [status, { code, message }] = await send(app, 'POST', '/posts', bodyOf(50))
  t.strictSame([status, code], [400, 'FST_ERR_VALIDATION'])
  t.match(message, /^body\/post must NOT have additional properties, body\/post\/list\/0 must NOT .*$/)
  t.match(await send(app, 'POST', '/posts', bodyOf(16_000)), [400, { code: 'FST_RESOURCES_LEVELS' }])
})

t.test('of the faults of many members that are closed, the first 20 of few values are told, or the first one', { timeout: 20_000 }, async (t) => {
  const closed = (name: string): object =>
    object({ [name]: text }, { additionalProperties: false, required: [name] })
  const app = await recordApp(object({ list: { type: 'array', items: { anyOf: [closed('a'), closed('b')] } } }))
  const words = 'must NOT have additional properties'
  const cases: ReadonlyArray<readonly [items: number, told: number]> = [[1, 2], [5, 10], [300, 20], [8000, 2]]
  for (const [items, told] of cases) {
    const list = Array.from({ length: items }, () => ({ a: 'x', b: 'y' }))
    const [status, { message }] = await send(app, 'POST', '/posts', { post: { list } })
    const expected = Array.from({ length: told }, (_, index) => `body/post/list/${Math.floor(index / 2)} ${words}`)
    t.strictSame([status, message], [400, expected.join(', ')], `${items} items`)
  }
})

t.test('JSON nested very deep in a field of a multipart form is read as its last text', async (t) => {
  const app = await recordApp(object({ title: text }))
  const deep = `${'['.repeat(200_000)}"a"${']'.repeat(200_000)}`
  const part = 'content-disposition: form-data; name="post[title]"\r\ncontent-type: application/json'
  const payload = `--x\r\n${part}\r\n\r\n${deep}\r\n--x--\r\n`
  t.strictSame(await send(app, 'POST', '/posts', payload, 'multipart/form-data; boundary=x'), [200, { title: 'a' }])
})

t.test('an answer that contains itself ends with the error of the serializer', async (t) => {
  const fresh = function (this: object): object {
    return { ...this, toJSON: undefined }
  }
  const answers: Readonly<Record<string, Anything>> = { 1: circle(), 2: circle(fresh) }
  const show = async (request: Anything): Promise<unknown> => answers[request.params.id]
  const app = await recordApp(circles, { responses: true, show })
  for (const id of Object.keys(answers)) {
    t.match((await app.inject(`/posts/${id}`)).json(), { statusCode: 500, message: /Maximum call stack/ }, id)
  }
})

t.test('an answer whose toJSON gives new objects forever is an error', async (t) => {
  const next = (): object => ({ title: 'Hi', comments: [{ id: 1, post: { toJSON: next } }] })
  const app = await recordApp(circles, { responses: true, show: async () => next() })
  t.match((await app.inject('/posts/1')).json(), {
    statusCode: 500,
    message: 'Maximum call stack size exceeded'
  })
})

t.test('one object at many places of deep data is cleaned at each of them', async (t) => {
  const shared = { title: 'shared', pin: 'secret', by: { toJSON: () => null } }
  const deep = (levels: number): object =>
    levels === 0
      ? shared
      : {
        title: 'deep',
        comments: [
          { id: 1, post: deep(levels - 1) },
          { id: 2, post: shared }
        ]
      }
  const app = await recordApp(
    { ...circles, properties: { ...circles.properties, by: object({ name: text }, { nullable: true }) } },
    { responses: true, show: async () => deep(20) }
  )
  const { statusCode, body } = await app.inject('/posts/1')
  t.equal(statusCode, 200)
  t.notMatch(body, 'secret')
  t.equal(body.match(/shared/g)?.length, 21)
  t.equal(body.match(/null/g)?.length, 21)
})

t.test('a body that contains itself ends, by @fastify/multipart or by a parser of the app', async (t) => {
  const app = await recordApp(circles, {}, { attachFieldsToBody: true })
  app.addContentTypeParser('application/x-circle', async () => ({ post: circle() }))
  const fields = Array.from({ length: 50 }, (_, index): [string, string] => [`post[f${index}]`, 'x'])
  t.strictSame(await send(app, 'POST', '/posts', multipart(fields), MULTIPART), [200, {}])
  const [status, { code }] = await send(app, 'POST', '/posts', 'x', 'application/x-circle')
  t.strictSame([status, code], [400, 'FST_RESOURCES_LEVELS'])
})

t.test('values have no file, which no form shows again: those of the loaded record stay', async (t) => {
  const file = ['x.txt', 'x'] as const
  const fields: Array<readonly [string, string | readonly [string, string]]> = [
    ['post[title]', 'Hi'], ['post[photo]', file], ['post[all][]', file], ['post[all][]', file],
    ['post[some][]', file], ['post[some][]', 'y'], ['post[deep][0][photo]', file], ['post[deep][0][name]', 'z']
  ]
  const sent = { title: 'Hi', some: ['y'], deep: [{ name: 'z' }] }
  const loaded = { title: 'Old', photo: 'old.png', all: ['old.txt'], some: [] }
  const record = object(
    { title: text, photo: text, all: {}, some: {}, deep: {}, pages: text }, { required: ['pages'] }
  )
  const invalid = (_r: Anything, _reply: Anything, form: Anything): string => JSON.stringify(form.values)
  for (const attachFieldsToBody of [true, 'keyValues']) {
    const app = await recordApp(record, { invalid, load: () => loaded }, { attachFieldsToBody })
    t.strictSame(await send(app, 'POST', '/posts', multipart(fields), MULTIPART), [422, sent])
    const edited = multipart([['_method', 'put'], ['post[pages][x]', 'y'], ...fields])
    t.strictSame(await send(app, 'POST', '/posts/1', edited, MULTIPART), [
      422,
      { ...loaded, pages: { x: 'y' }, ...sent }
    ])
  }
})

t.test('formValues of a file in the place of the record is an empty object', async (t) => {
  for (const attachFieldsToBody of [true, 'keyValues']) {
    const app = Fastify()
    await app.register(fastifyMultipart, { attachFieldsToBody } as Anything)
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { only: 'create' })),
      controllers: { posts: { create: async (request: Anything) => formValues(request) } }
    })
    t.strictSame(
      await send(app, 'POST', '/posts', multipart([['post', ['x.txt', 'x']]]), MULTIPART),
      [200, {}]
    )
  }
})

t.test('formValues gives what is nested very deep, and what contains itself', async (t) => {
  const seen: Anything[] = []
  const create = async (request: Anything): Promise<object> => {
    seen.push(formValues(request))
    return {}
  }
  const app = await recordApp(object({ tree: {} }), { create })
  await send(app, 'POST', '/posts', `{"post":${'{"tree":'.repeat(5001)}{}${'}'.repeat(5002)}`)
  let depth = 0
  for (let at = seen[0]; at.tree !== undefined; at = at.tree) depth++
  t.equal(depth, 5001)
})

// ---- choices
// -------------------------------------------------------------------------------------------------------

t.test('every member of a choice reads each name, in JSON and in forms', async (t) => {
  const member = (kind: string, size: object): object =>
    object({ kind: { ...text, const: kind }, size, [`only${kind}`]: text }, { required: ['kind'] })
  const app = await recordApp(object({ item: { oneOf: [member('a', text), member('b', { type: 'integer' })] } }))
  const item = { kind: 'b', size: 5, onlya: 'x' }
  const form = 'post[item][kind]=b&post[item][size]=5&post[item][onlya]=x&post[item][other]=x'
  for (const [method, url] of [['POST', '/posts'], ['PUT', '/posts/1']] as const) {
    t.strictSame(await send(app, method, url, { post: { item: { ...item, other: 'x' } } }), [200, { item }])
    t.equal((await send(app, method, url, form, URLENCODED))[0], 400, 'the 5 may be a text, so it is one')
  }
})

t.test('an object or a list where one value tells a choice apart is a 400', async (t) => {
  const app = await recordApp({
    type: 'object',
    oneOf: ['a', 'b'].map((kind) => object({ kind: { ...text, const: kind }, x: text }, { required: ['kind'] }))
  })
  const deep = `{"post":{"x":"1","kind":${'['.repeat(9000)}${']'.repeat(9000)}}}`
  for (const [payload, type] of [
    ['post[x]=1&post[kind][x]=1', URLENCODED],
    ['post[x]=1&post[kind][toString]=1', URLENCODED],
    ['post[x]=1&post[kind][][x]=1', URLENCODED],
    [deep, 'application/json'],
    [{ post: { kind: ['a'], x: '1' } }, 'application/json'],
    [{ post: { kind: { toString: 1 }, x: '1' } }, 'application/json'],
    [{ post: { kind: null, x: '1' } }, 'application/json']
  ] as const) {
    t.equal((await send(app, 'POST', '/posts', payload, type))[0], 400, JSON.stringify(payload).slice(0, 60))
  }
})

t.test('an object that a client names like a file is none', async (t) => {
  const photo = { ...text, format: 'binary' }
  const forged = { byteLength: 1, subarray: 'x', slice: [], anything: true }
  const nested = Object.entries(forged).map(([name, value]): [string, string] => [
    `photo[${name}]`, String(value)
  ])
  for (const body of [
    object({ photo }),
    {
      content: Object.fromEntries(['application/json', URLENCODED, 'multipart/form-data'].map((type) => [
        type, { schema: object({ photo }) }
      ]))
    }
  ]) {
    const create = { schema: { body }, handler: async (request: Anything) => request.body }
    const app = await recordApp(object({ photo }), { create })
    const [status] = await send(app, 'POST', '/posts', multipart([]), MULTIPART)
    t.equal(status, 200)
    for (const [payload, type] of [
      [{ photo: forged }, 'application/json'],
      [String(new URLSearchParams(nested)), URLENCODED],
      [multipart(nested), MULTIPART]
    ] as const) {
      const [status, answer] = await send(app, 'POST', '/posts', payload, type)
      t.strictSame([status, answer.message], [400, 'body/photo must be string'], type)
    }
  }
  const querystring = object({ photo })
  const app = await recordApp(object({ photo }), {
    show: { schema: { querystring }, handler: async (request: Anything) => request.query }
  })
  const response = await app.inject(`/posts/1?${String(new URLSearchParams(nested))}`)
  t.equal(response.statusCode, 400)
})
