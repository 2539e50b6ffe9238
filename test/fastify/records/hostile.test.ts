/** Hostile clients: what they send or try to see through choices, defaults and files. */

import t from 'tap'
import fastifyMultipart from '@fastify/multipart'
import Fastify from 'fastify'
import resourcesPlugin, { draw, formValues } from '../../../lib/index.js'
import { MULTIPART, URLENCODED, multipart } from '../../support/forms.js'

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
  const app = Fastify()
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

t.test('a value that the validator converts to a member of a choice keeps no readOnly property', async (t) => {
  const app = await recordApp(
    object({
      i: {
        anyOf: [
          object({ k: { type: 'integer', const: 1 }, x: { ...text, readOnly: true } }, { required: ['k'] }),
          object({ k: { type: 'integer', const: 2 }, x: text }, { required: ['k'] })
        ]
      }
    })
  )
  t.strictSame(await send(app, 'POST', '/posts', { post: { i: { k: '1.0', x: 'no' } } }), [
    200,
    { i: { k: 1 } }
  ])
  t.strictSame(await send(app, 'POST', '/posts', 'post[i][x]=no&post[i][k]=01', URLENCODED), [
    200,
    { i: { k: 1 } }
  ])
  t.strictSame(await send(app, 'POST', '/posts', { post: { i: { k: 2, x: 'yes' } } }), [
    200,
    { i: { k: 2, x: 'yes' } }
  ])
})

t.test('on an update a missing name excludes no member of a choice', async (t) => {
  const app = await recordApp({
    type: 'object',
    anyOf: [
      object({ k: { const: 'a' }, x: { ...text, readOnly: true } }, { required: ['k'] }),
      object({ k: { const: 'b' }, x: text }, { required: ['k'] })
    ]
  })
  t.strictSame(await send(app, 'PUT', '/posts/1', { post: { x: 'no' } }), [200, {}])
  t.strictSame(await send(app, 'PUT', '/posts/1', { post: { k: 'b', x: 'yes' } }), [
    200,
    { k: 'b', x: 'yes' }
  ])
})

t.test('answers never show a writeOnly property of a member of a choice', async (t) => {
  class User {
    get admin (): boolean {
      return false
    }

    get level (): string {
      return 'secret'
    }
  }
  const record = {
    type: 'object',
    anyOf: [
      object(
        { admin: { type: 'boolean', const: false }, level: { ...text, writeOnly: true } },
        { required: ['admin'] }
      ),
      object({ admin: { type: 'boolean', const: true }, level: text }, { required: ['admin'] })
    ]
  }
  const app = await recordApp(record, {
    responses: true,
    show: async () => new User(),
    create: async (_request: Anything, reply: Anything) => await reply.code(404).send({ level: 'secret' })
  })
  t.strictSame((await app.inject('/posts/1')).json(), { admin: false })
  t.strictSame(await send(app, 'POST', '/posts', { post: { admin: true } }), [404, {}])
})

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

t.test('a body and an answer of a tree may be nested deep', async (t) => {
  const nest = (depth: number): object => {
    let tree = {}
    for (let level = 0; level < depth; level++) {
      tree = level % 2 === 0 ? { id: 7, x: 1, next: tree } : { list: [tree] }
    }
    return tree
  }
  const app = await recordApp(
    object({
      id: { type: 'integer', readOnly: true },
      pin: { ...text, writeOnly: true },
      next: { $ref: '#' },
      list: { type: 'array', items: { $ref: '#' } }
    }),
    { responses: { create: false }, show: async () => nest(1500) }
  )
  const depthOf = (tree: Anything): number => {
    let depth = 0
    for (let at = tree; Object.keys(at as object).length > 0; at = at.next ?? at.list[0]) depth++
    return depth
  }
  const [status, post] = await send(app, 'POST', '/posts', { post: nest(1500) })
  t.strictSame([status, depthOf(post), JSON.stringify(post).includes('"x"')], [200, 1500, false])
  t.equal(depthOf((await app.inject('/posts/1')).json()), 1500)
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

t.test('in lists that no schema describes, readOnly properties are removed as deep as a validator may look', async (t) => {
  const hidden = object({ id: { ...text, readOnly: true }, name: text })
  const tell = { attachValidation: true, handler: async (request: Anything) => request.body.post }
  const app = await recordApp(object({ one: hidden, all: { type: 'array', items: hidden } }), { create: tell })
  const listed = (depth: number, value: unknown): unknown =>
    Array.from({ length: depth }).reduce((inner) => [inner], value)
  const sent = { id: 'x', name: 'a' }
  for (const [depth, inner] of [[0, { name: 'a' }], [1, { name: 'a' }], [10, { name: 'a' }], [100, sent]] as const) {
    const post = { one: listed(depth, sent), all: [listed(depth, sent), sent] }
    const expected = { one: listed(depth, inner), all: [listed(depth, inner), { name: 'a' }] }
    t.strictSame(await send(app, 'POST', '/posts', { post }), [200, expected], `${depth} lists`)
  }
})

t.test('unknown names in data nested very deep are refused in the time that their length takes', { timeout: 20_000 }, async (t) => {
  const tree = object({ list: { type: 'array', items: { $ref: '#' } } })
  const app = await recordApp(tree, { unknown: 'refuse' })
  const depth = 16_000
  const body = `{"post":${'{"x":1,"list":['.repeat(depth)}${']}'.repeat(depth)}}`
  const [status, { code, message }] = await send(app, 'POST', '/posts', body)
  t.strictSame([status, code], [400, 'FST_RESOURCES_UNKNOWN'])
  t.match(message, /: post\/x, post\/list\/0\/x, .* and more$/)
})

t.test('of all faults of many members that are closed, each has its own words, in time', { timeout: 20_000 }, async (t) => {
  const closed = (name: string): object =>
    object({ [name]: text }, { additionalProperties: false, required: [name] })
  const items = { anyOf: [closed('a'), closed('b')] }
  const app = Fastify({ ajv: { customOptions: { allErrors: true, removeAdditional: false } } })
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: {
        record: object({ list: { type: 'array', items } }), create: () => '', update: () => '', show: () => ''
      }
    }
  })
  const list = Array.from({ length: 8000 }, () => ({ a: 'x', b: 'y' }))
  const [status, { message }] = await send(app, 'POST', '/posts', { post: { list } })
  t.equal(status, 400)
  t.notMatch(message, 'must NOT be valid')
  t.match(message, /body\/post\/list\/7999 must NOT have additional properties/)
})

t.test("a message of the app's own has the words of closed members, whatever its order is", async (t) => {
  const closed = (name: string): object =>
    object({ [name]: text }, { additionalProperties: false, required: [name] })
  const item = { anyOf: [closed('a'), closed('b')] }
  const app = Fastify({
    ajv: { customOptions: { allErrors: true, removeAdditional: false } },
    schemaErrorFormatter: (errors) =>
      new Error(errors.map(({ instancePath, message }) => `body${instancePath} ${message as string}`).reverse().join(' | '))
  })
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: { record: object({ one: item, two: item }), create: () => '', update: () => '', show: () => '' }
    }
  })
  const post = { one: { a: 'x', b: 'y' }, two: { a: 'x', b: 'y' } }
  const [status, { message }] = await send(app, 'POST', '/posts', { post })
  t.equal(status, 400)
  t.notMatch(message, 'must NOT be valid')
  t.match(message, /body\/post\/two must NOT have additional properties \| .*body\/post\/one must NOT have additional/)
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
    message: 'The answer is nested too deep'
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
  const [status, { message }] = await send(app, 'POST', '/posts', 'x', 'application/x-circle')
  t.strictSame([status, message], [500, 'Maximum call stack size exceeded'])
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

t.test('a default that fills in what tells a choice apart removes the readOnly properties of that member', async (t) => {
  const members = [
    object({ kind: { const: 'a' }, x: { ...text, readOnly: true } }, { required: ['kind'] }),
    object({ kind: { const: 'b' }, x: text }, { required: ['kind'] })
  ]
  const record = (value: string): object => ({
    type: 'object',
    allOf: [object({ kind: { ...text, default: value } }), { oneOf: members }]
  })
  const hiding = await recordApp(record('a'))
  t.strictSame(await send(hiding, 'POST', '/posts', { post: { x: 'no' } }), [200, { kind: 'a' }])
  t.strictSame(await send(hiding, 'POST', '/posts', { post: { kind: 'b', x: 'yes' } }), [
    200,
    { x: 'yes', kind: 'b' }
  ])
  const showing = await recordApp(record('b'))
  t.strictSame(await send(showing, 'POST', '/posts', { post: { x: 'yes' } }), [200, { x: 'yes', kind: 'b' }])
  const refusing = await recordApp(record('a'), { unknown: 'refuse' })
  t.strictSame(await send(refusing, 'POST', '/posts', { post: { x: 'no' } }), [200, { kind: 'a' }])
})

t.test('what a validator makes null of may choose the member of null', async (t) => {
  const record = object({
    p: {
      anyOf: [
        object({ n: { type: ['string', 'null'], enum: ['x', null] }, role: { ...text, readOnly: true } }),
        object({ n: { ...text, enum: ['y', '', '0'] }, role: text })
      ]
    }
  })
  for (const unknown of ['remove', 'refuse']) {
    const app = await recordApp(record, { unknown })
    const taken = await send(app, 'POST', '/posts', { post: { p: { n: [''], role: 'admin' } } })
    t.strictSame(taken, [200, { p: { n: null } }], unknown)
    const other = await send(app, 'POST', '/posts', { post: { p: { n: 'y', role: 'admin' } } })
    t.strictSame(other, [200, { p: { n: 'y', role: 'admin' } }])
  }
})

t.test('of objects within a choice, the member that the sent value chooses decides too, in JSON and in forms', async (t) => {
  const sizes = (x: object, others: object): object => ({
    item: {
      type: 'object',
      oneOf: [
        object({ kind: { const: 'a' }, size: object({ x: { ...text, readOnly: true }, ...others }) }),
        object({ kind: { const: 'b' }, size: object({ x }) })
      ].map((member) => ({ ...member, required: ['kind'] }))
    }
  })
  const record = object(sizes(text, { y: text }))
  const item = { kind: 'b', size: { x: 'yes' } }
  const form = 'post[item][kind]=b&post[item][size][x]=yes'
  const app = await recordApp(record)
  const refusing = await recordApp(record, { unknown: 'refuse' })
  for (const [method, url] of [['POST', '/posts'], ['PUT', '/posts/1']] as const) {
    t.strictSame(await send(app, method, url, { post: { item } }), [200, { item }])
    t.strictSame(await send(app, method, url, form, URLENCODED), [200, { item }])
    const more = { ...item, size: { x: 'yes', y: 'no' } }
    t.strictSame(await send(app, method, url, { post: { item: more } }), [200, { item }])
    t.strictSame(await send(app, method, url, `${form}&post[item][size][y]=no`, URLENCODED), [200, { item }])
    t.equal((await send(refusing, method, url, { post: { item: more } }))[0], 400)
    t.equal((await send(refusing, method, url, `${form}&post[item][size][y]=no`, URLENCODED))[0], 400)
    const other = { kind: 'a', size: { x: 'no', y: 'yes' } }
    t.strictSame(await send(app, method, url, { post: { item: other } }), [
      200,
      { item: { kind: 'a', size: { y: 'yes' } } }
    ])
  }
})

t.test('on an update a default chooses no member that reads the texts of a form', async (t) => {
  const app = await recordApp({
    ...object({ kind: { ...text, default: 'a' } }),
    anyOf: [
      object({ kind: { const: 'a' }, size: { type: 'boolean' } }),
      object({ kind: { const: 'b' }, size: text })
    ]
  })
  t.strictSame(await send(app, 'POST', '/posts', 'post[size]=on', URLENCODED), [200, { size: true, kind: 'a' }])
  t.strictSame(await send(app, 'PUT', '/posts/1', 'post[size]=on', URLENCODED), [200, { size: 'on' }])
})

t.test('an object or a list where one value tells a choice apart is a 400', async (t) => {
  const app = await recordApp({
    type: 'object',
    oneOf: [
      object(
        { kind: { type: 'string', const: 'a' }, x: { ...text, readOnly: true } },
        { required: ['kind'] }
      ),
      object({ kind: { type: 'string', const: 'b' }, x: text }, { required: ['kind'] })
    ]
  })
  t.equal((await send(app, 'POST', '/posts', 'post[x]=1&post[kind][x]=1', URLENCODED))[0], 400)
  t.equal((await send(app, 'POST', '/posts', 'post[x]=1&post[kind][][x]=1', URLENCODED))[0], 400)
  t.equal(
    (
      await send(app, 'POST', '/posts', `{"post":{"x":"1","kind":${'['.repeat(9000)}${']'.repeat(9000)}}}`)
    )[0],
    400
  )
  t.strictSame(
    await send(app, 'POST', '/posts', { post: { kind: ['a'], x: 'no' } }),
    [200, { kind: 'a' }],
    'a list of one text is that text'
  )
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
