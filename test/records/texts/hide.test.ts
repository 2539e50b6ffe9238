/** What a record hides leaves nowhere: payloads of every form, by every way out. */

import t from 'tap'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'

type Anything = any

const SECRET = 'SECRET'
const SHOWN = 'SHOWN'

const hidden = { type: 'string', writeOnly: true }
const shown = { type: 'string' }
const author = { type: 'object', properties: { name: shown, secret: hidden } }
const record = {
  type: 'object',
  properties: {
    name: shown,
    secret: hidden,
    author,
    authors: { type: 'array', items: author },
    matrix: { type: 'array', items: { type: 'array', items: author } },
    pair: { type: 'array', items: [author, shown] },
    choice: { anyOf: [author, shown, { type: 'null' }] },
    one: { oneOf: [{ type: 'integer' }, { ...author, required: ['name'] }] },
    all: { allOf: [author, { type: 'object', properties: { other: shown } }] },
    open: { type: 'object', additionalProperties: true },
    byName: { type: 'object', additionalProperties: author },
    byPattern: { type: 'object', patternProperties: { '^a': author } },
    any: {}
  }
}

const both = (): Anything => ({ name: SHOWN, secret: SECRET })

class Instance {
  name = SHOWN
  secret = SECRET
}

class Getters {
  get name (): string { return SHOWN }
  get secret (): string { return SECRET }
}

class Json {
  toJSON (): object { return both() }
}

class Nested {
  toJSON (): object { return { author: new Json(), secret: SECRET } }
}

class List extends Array<unknown> {}

class Stamp extends Date {
  override toJSON = both
}

class Text extends String {
  toJSON (): object { return both() }
}

class Model {
  static secret = SECRET
}

const called = (): Anything => Object.assign(() => {}, { secret: SECRET, more: [both()] })
/** Where a function may stand, whose names nobody sees. */
const PLACES: ReadonlyArray<(value: unknown) => unknown> = [
  (value) => value, (value) => [value], (value) => ({ author: value }),
  (value) => ({ authors: [both(), value] }),
  (value) => ({ byName: { a: value } }), (value) => ({ pair: [value, 'x'] }), (value) => ({ choice: value }),
  (value) => ({ byPattern: { ab: value } }), (value) => ({ matrix: [[value]] }),
  (value) => ({ any: { a: [value] } }),
  (value) => ({ open: { a: value } }), (value) => ({ unknown: [value] })
]

const withToJson = (value: unknown): Anything => Object.assign(() => {}, { toJSON: () => value })

/** Each makes a payload; `true` where the answer must show what is not hidden, also without `responses`. */
const PAYLOADS: ReadonlyArray<readonly [name: string, make: () => Anything, shows?: boolean]> = [
  ['a record', both, true],
  ['a record in an envelope', () => ({ token: 't', user: both() }), true],
  ['a record deep in envelopes', () => ({ a: { b: { c: [both()] } } }), true],
  ['a list of records', () => [both(), both()], true],
  ['a list of lists', () => [[both()], [[both()]]], true],
  ['a list with null', () => [null, both(), undefined], true],
  ['a sparse list', () => Object.assign(Array.from({ length: 3 }), { 2: both() }), true],
  ['a subclass of lists', () => List.from([both()]), true],
  ['a nested record', () => ({ author: both() }), true],
  ['nested lists of records', () => ({ authors: [both()], matrix: [[both()]] }), true],
  ['a tuple', () => ({ pair: [both(), 'x'] }), true],
  ['a longer tuple', () => ({ name: SHOWN, pair: [both(), 'x', both()] }), true],
  ['a choice', () => ({ choice: both() }), true],
  ['another member of a choice', () => ({ name: SHOWN, choice: 'x' }), true],
  ['one of several', () => ({ one: both() }), true],
  ['all of several', () => ({ all: { ...both(), other: 'x' } }), true],
  ['an open object', () => ({ name: SHOWN, open: both() }), true],
  ['an open object in a list', () => ({ name: SHOWN, open: { list: [both()] } }), true],
  ['any value', () => ({ name: SHOWN, any: both() }), true],
  ['any value, deep', () => ({ name: SHOWN, any: [{ deep: both() }] }), true],
  ['records by name', () => ({ byName: { x: both(), secret: both() } })],
  ['records by pattern', () => ({ byPattern: { ab: both() } }), true],
  ['names beside a pattern', () => ({ name: SHOWN, byPattern: { b: both() } }), true],
  ['unknown names', () => ({ name: SHOWN, unknown: both() }), true],
  ['a hidden object', () => ({ name: SHOWN, secret: { deep: SECRET } }), true],
  ['a hidden list', () => ({ name: SHOWN, secret: [SECRET] }), true],
  ['an instance', () => new Instance(), true],
  ['an instance in a list', () => [new Instance()], true],
  ['getters of a class', () => new Getters()],
  ['getters of the object', () => Object.defineProperties({}, {
    name: { get: () => SHOWN, enumerable: true }, secret: { get: () => SECRET, enumerable: true }
  }), true],
  ['a name that is not enumerable', () => Object.defineProperty({ name: SHOWN }, 'secret', { value: SECRET }), true],
  ['inherited names', () => Object.create(both())],
  ['an object without a prototype', () => Object.assign(Object.create(null), both()), true],
  ['a frozen object', () => Object.freeze(both()), true],
  ['a proxy', () => new Proxy(both(), {}), true],
  ['toJSON', () => new Json(), true],
  ['toJSON in toJSON', () => new Nested(), true],
  ['toJSON of a list', () => [new Json(), new Nested()], true],
  ['toJSON that gives a list', () => ({ toJSON: () => [both()] }), true],
  ['toJSON of a nested object', () => ({ author: new Json() }), true],
  ['a function with names', () => ({ name: SHOWN, open: Object.assign(() => {}, { secret: SECRET }) }), true],
  ['toJSON of a function', () => ({ name: SHOWN, open: { list: [withToJson(both())] } }), true],
  ['toJSON that gives a function', () => ({ name: SHOWN, any: { toJSON: () => withToJson(both()) } }), true],
  ['toJSON of a date', () => ({ name: SHOWN, any: [new Stamp()] }), true],
  ['toJSON of a text', () => ({ name: new Text('x'), any: [new Text('x')] }), true],
  ['a class', () => Model],
  ...PLACES.map((place) => [`a function at ${place}`, () => place(called())] as const),
  ['a Map', () => new Map([['secret', SECRET]])],
  ['a Set', () => new Set([both()])],
  ['a Map in a record', () => ({ name: SHOWN, any: new Map([['secret', SECRET]]) }), true],
  ['an object in the place of a text', () => ({ name: both() }), true],
  ['an instance in the place of a text', () => ({ name: { ...new Instance(), inner: [new Instance()] } }), true],
  ['toJSON in the place of a text', () => ({ name: new Json(), other: SHOWN }), true],
  ['a list in the place of a text', () => ({ name: [both()] }), true],
  ['a function in the place of a text', () => ({ other: SHOWN, name: withToJson(both()) }), true],
  ['records in the place of a number', () => ({ one: [both()], name: SHOWN }), true],
  ['a Date beside', () => ({ ...both(), any: new Date(0) }), true],
  ['an error in a record', () => ({ name: SHOWN, any: Object.assign(new Error('x'), both()) }), true],
  ['an own __proto__', () => JSON.parse(`{ "name": "${SHOWN}", "open": { "__proto__": { "secret": "${SECRET}" } } }`), true],
  ['names in another case of a list', () => ({ name: SHOWN, authors: [{ ...both(), authors: [both()] }] }), true],
  ['a symbol as a name', () => ({ ...both(), [Symbol('secret')]: SECRET }), true]
]

const open = { type: 'object', additionalProperties: true }
const own = { response: { 200: { anyOf: [open, { type: 'array', items: {} }, {}] } } }

async function passOn (_request: FastifyRequest, _reply: FastifyReply, payload: unknown): Promise<unknown> {
  return (payload as { readonly held?: () => unknown }).held?.() ?? payload
}

/** How an action gives a payload to the client. */
const WAYS: Readonly<Record<string, (make: () => Anything) => Anything>> = {
  returned: (make) => async () => make(),
  sent: (make) => async (_request: FastifyRequest, reply: FastifyReply) => await reply.send(make()),
  'sent later': (make) => (_request: FastifyRequest, reply: FastifyReply) => {
    setImmediate(() => { reply.send(make()) })
  },
  'of another status': (make) => async (_request: FastifyRequest, reply: FastifyReply) =>
    await reply.code(409).send(make()),
  'made by a hook': (make) => ({ preSerialization: passOn, handler: async () => ({ held: make }) }),
  'sent by a hook': (make) => ({
    preHandler: async (_request: FastifyRequest, reply: FastifyReply) => await reply.send(make()),
    handler: async () => ({})
  }),
  'under an own schema': (make) => ({ schema: own, handler: async () => make() }),
  'by an own serializer': (make) => async (_request: FastifyRequest, reply: FastifyReply) =>
    await reply.serializer((payload: unknown) => JSON.stringify(payload)).send(make()),
  'by an own compiler': (make) => ({
    serializerCompiler: () => (payload: unknown) => JSON.stringify(payload),
    schema: own,
    handler: async () => make()
  }),
  'of the record by an own compiler': (make) => ({
    serializerCompiler: () => (payload: unknown) => JSON.stringify(payload),
    handler: async () => make()
  }),
  thrown: (make) => async () => { throw make() },
  'of an error': (make) => async () => { throw Object.assign(new Error('failed'), { details: make() }) }
}

const ACTIONS = ['index', 'show', 'create', 'publish']

async function start (action: Anything, options: object): Promise<FastifyInstance> {
  const app = Fastify()
  const actions = Object.fromEntries(ACTIONS.map((name) => [name, action]))
  await app.register(resourcesPlugin, {
    routes: draw((map) => map
      .resources('posts', { only: ['index', 'show', 'create'], member: { publish: 'get' } }, (posts) =>
        posts.resources('notes', { only: ['index', 'show', 'create'], member: { publish: 'get' } }))),
    controllers: {
      posts: { ...actions, record, ...options },
      notes: { ...actions, record: { type: 'object', properties: { name: shown, post: record } }, ...options }
    }
  })
  return app
}

const ROWS = ['/posts', '/posts/1', '/posts/1/publish', '/posts/1/notes', '/posts/1/notes/2', '/posts/1/notes/2/publish']

for (const [way, actionOf] of Object.entries(WAYS)) {
  t.test(`nothing hidden leaves in an answer that is ${way}`, async (t) => {
    let make: () => Anything = both
    const action = actionOf(() => make())
    const apps = await Promise.all([start(action, {}), start(action, { responses: true })])
    for (const [name, of, shows = false] of PAYLOADS) {
      make = of
      const answers = await Promise.all(apps.map(async (app) =>
        await Promise.all(ROWS.map(async (url) => (await app.inject(url)).body))))
      const leaking = answers.flat().filter((body) => body.includes(SECRET))
      t.strictSame(leaking, [], name)
      if (shows && way === 'returned') t.ok(answers[0]?.every((body) => body.includes(SHOWN)), `${name} is shown`)
    }
    await Promise.all(apps.map(async (app) => { await app.close() }))
  })
}

t.test('a function in a list leaves its place to null, and elsewhere its name out', async (t) => {
  const answer = { author: called(), any: [called(), 1], open: { a: called(), b: [called()] } }
  const app = await start(async () => answer, {})
  t.strictSame((await app.inject('/posts/1')).json(), { any: [null, 1], open: { b: [null] } })
})
