/** `invalid` and field errors: forms that come back. */

import t from 'tap'
import multipartPlugin from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import resourcesPlugin, {
  createFormHelpers,
  draw,
  fieldError,
  fieldErrors,
  formValues,
  sendFieldErrors
} from '../../../lib/index.js'
import type { FieldErrors, InvalidForm } from '../../../lib/index.js'
import { MULTIPART, URLENCODED, multipart } from '../../support/forms.js'

type Anything = any

const Post = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1, maxLength: 10 },
    pages: { type: 'integer', minimum: 1 },
    tags: { type: 'array', maxItems: 2, items: { type: 'string' } }
  }
}

const routes = draw({ patch: true }, (map) =>
  map
    .resources('posts', { member: { publish: 'post', touch: 'any' } }, (posts) =>
      posts.resources('comments', { only: 'create' })
    )
    .resource('account', { only: ['create', 'update'], controller: 'posts' })
    .route('search', '/search', { controller: 'posts', action: 'search', method: 'post' })
)

/** A text, since objects lose what the record hides. */
const shown = async (_request: FastifyRequest, reply: FastifyReply, form: InvalidForm): Promise<string> => {
  reply.type('application/json')
  return JSON.stringify({ status: reply.statusCode, ...form })
}

async function handler ({ body }: { readonly body: unknown }): Promise<string> {
  const { title } = (body as Anything)?.post ?? {}
  if (title === 'taken') throw fieldError('post[title]', 'is taken')
  return 'saved'
}

async function createApp (
  posts: object,
  options: object = {},
  before: (app: FastifyInstance) => unknown = () => undefined
): Promise<FastifyInstance> {
  const app = Fastify({ ajv: { customOptions: { allErrors: true } } })
  await app.register(multipartPlugin, { attachFieldsToBody: 'keyValues' })
  await before(app)
  const names = ['index', 'show', 'new', 'edit', 'create', 'update', 'destroy', 'publish', 'touch', 'search']
  const actions = Object.fromEntries(names.map((name) => [name, handler]))
  const comments = {
    record: { properties: { text: { type: 'string', minLength: 2 } } },
    create: { invalid: shown, handler }
  }
  // A case leaves out a part by undefined.
  const parts = Object.entries({ record: Post, ...actions, ...posts })
  const definedParts = Object.fromEntries(parts.filter(([, value]) => value !== undefined))
  await app.register(resourcesPlugin, {
    routes,
    controllers: { posts: definedParts, comments },
    ...options
  })
  return app
}

async function send (
  app: FastifyInstance,
  line: string,
  payload: Anything,
  headers: object = {}
): Promise<[number, Anything]> {
  const [method, url] = line.split(' ') as ['POST', string]
  const type = typeof payload === 'string' ? { 'content-type': URLENCODED } : {}
  const response = await app.inject({ method, url, payload, headers: { ...type, ...headers } })
  return [
    response.statusCode,
    response.headers['content-type']?.toString().startsWith('application/json') === true
      ? response.json()
      : response.body
  ]
}

t.test('a form with a name that a closed record has not comes back, after load, and JSON gets 400', async (t) => {
  const app = await createApp({
    record: { ...Post, additionalProperties: false },
    create: { invalid: shown, handler },
    update: { invalid: shown, handler },
    load: () => ({ id: 1, title: 'Old', pages: 3 })
  })
  const errors = { 'post[admin]': ['is not a known field'] }
  t.strictSame(await send(app, 'POST /posts', 'post[title]=Hi&post[admin]=1'), [
    422,
    { status: 422, values: { title: 'Hi', admin: '1' }, errors }
  ])
  t.strictSame(await send(app, 'PUT /posts/1', 'post[title]=Hi&post[admin]=1'), [
    422,
    { status: 422, values: { id: 1, title: 'Hi', pages: 3, admin: '1' }, errors }
  ])
  t.match(await send(app, 'PUT /posts/1', { post: { title: 'Hi', admin: 1 } }), [
    400,
    { code: 'FST_ERR_VALIDATION', message: 'admin is not a known field', fields: { admin: ['is not a known field'] } }
  ])
})

t.test('an invalid form gets the answer of invalid: 422, its values, and messages by field in human words', async (t) => {
  const app = await createApp({
    create: { invalid: shown, handler },
    update: { invalid: shown, handler },
    load: () => ({ id: 1, title: 'Old', pages: 3 })
  })
  const table: Array<[line: string, payload: string, values: object, errors: object]> = [
    ['POST /posts', 'post[title]=', { title: '' }, { 'post[title]': ['must not be empty'] }],
    ['POST /posts', 'post[pages]=2', { pages: 2 }, { 'post[title]': ['must not be empty'] }],
    [
      'POST /posts',
      'post[title]=Hi&post[pages]=x&post[id]=7',
      { title: 'Hi', pages: 'x' },
      { 'post[pages]': ['must be a whole number'] }
    ],
    [
      'POST /posts',
      'post[title]=12345678901&post[pages]=0',
      { title: '12345678901', pages: 0 },
      { 'post[title]': ['must have at most 10 characters'], 'post[pages]': ['must be 1 or more'] }
    ],
    [
      'POST /posts',
      'post[title]=Hi&post[tags][]=a&post[tags][]=b&post[tags][]=c',
      { title: 'Hi', tags: ['a', 'b', 'c'] },
      { 'post[tags]': ['must have at most 2 entries'] }
    ],
    ['POST /posts', '', {}, { post: ['must not be empty'] }],
    ['POST /posts', 'post[title]=taken', { title: 'taken' }, { 'post[title]': ['is taken'] }],
    [
      'PUT /posts/1',
      'post[pages]=0',
      { id: 1, title: 'Old', pages: 0 },
      { 'post[pages]': ['must be 1 or more'] }
    ],
    [
      'PATCH /posts/1',
      'post[title]=',
      { id: 1, title: '', pages: 3 },
      { 'post[title]': ['must not be empty'] }
    ],
    [
      'POST /posts/1',
      '_method=put&post[title]=taken',
      { id: 1, title: 'taken', pages: 3 },
      { 'post[title]': ['is taken'] }
    ],
    [
      'POST /account',
      'account[pages]=0&account[title]=x',
      { title: 'x', pages: 0 },
      { 'account[pages]': ['must be 1 or more'] }
    ],
    [
      'PUT /account',
      'account[pages]=0',
      { id: 1, title: 'Old', pages: 0 },
      { 'account[pages]': ['must be 1 or more'] }
    ],
    [
      'POST /posts/1/comments',
      'comment[text]=x',
      { text: 'x' },
      { 'comment[text]': ['must have at least 2 characters'] }
    ]
  ]
  for (const [line, payload, values, errors] of table) {
    const title = `${line} ${payload}`
    t.strictSame(await send(app, line, payload), [422, { status: 422, values, errors }], title)
    if (payload === '') continue
    const fields = payload.split('&').map((pair) => pair.split('=') as [string, string])
    const type = { 'content-type': MULTIPART }
    t.strictSame(
      await send(app, line, multipart(fields), type),
      [422, { status: 422, values, errors }],
      `${title} as multipart`
    )
  }
  t.strictSame(await send(app, 'POST /posts', 'post[title]=Hi'), [200, 'saved'])
})

t.test('JSON gets a 400 for an invalid body, and the status of the field error, both with fields', async (t) => {
  const posts = { create: { invalid: shown, handler } }
  const invalid = {
    statusCode: 400,
    fields: { title: ['must not be empty'] },
    code: 'FST_ERR_VALIDATION',
    error: 'Bad Request'
  }
  const taken = {
    statusCode: 422,
    fields: { title: ['is taken'] },
    code: 'FST_RESOURCES_FIELDS',
    error: 'Unprocessable Entity',
    message: 'title is taken'
  }
  for (const handle of [undefined, sendFieldErrors]) {
    const app = await createApp(posts, {}, (app) => {
      if (handle !== undefined) app.setErrorHandler(handle)
    })
    t.match(await send(app, 'POST /posts', { post: { title: '' } }), [400, invalid])
    t.strictSame(await send(app, 'POST /posts', { post: { title: 'taken' } }), [422, taken])
    t.equal((await send(app, 'POST /posts', '{', { 'content-type': 'application/json' }))[0], 400)
  }
  const mine = async (
    error: FastifyError & FieldErrors,
    _request: unknown,
    reply: FastifyReply
  ): Promise<unknown> => await reply.code(error.statusCode ?? 500).send({ mine: error.fields ?? null })
  const own = await createApp(posts, {}, (app) => {
    app.setErrorHandler(mine)
  })
  t.strictSame(
    await send(own, 'POST /posts', { post: { title: '' } }),
    [400, { mine: invalid.fields }],
    "the app's own handler answers"
  )
  t.strictSame(await send(own, 'POST /posts', { post: { title: 'taken' } }), [422, { mine: taken.fields }])
  t.equal((await send(own, 'POST /posts', 'post[title]='))[0], 422, 'not the form')
  const route = await createApp({ create: { invalid: shown, handler, errorHandler: mine } })
  t.strictSame(
    await send(route, 'POST /posts', { post: { title: 'taken' } }),
    [422, { mine: taken.fields }],
    'nor is the handler of the action lost'
  )
})

t.test('guards, load and the hooks of the action come before it, and JSON fails before them', async (t) => {
  const seen: string[] = []
  const note = (name: string) => async (): Promise<void> => {
    seen.push(name)
  }
  const app = await createApp({
    routeOptions: { preHandler: [note('guard')] },
    load: async () => {
      seen.push('load')
      return { id: 1 }
    },
    invalid: () => {
      seen.push('invalid')
      return 'form'
    },
    update: {
      preHandler: note('action'),
      handler: async () => {
        seen.push('handler')
      }
    }
  })
  t.strictSame(await send(app, 'PUT /posts/1', 'post[title]='), [422, 'form'])
  t.strictSame(seen.splice(0), ['guard', 'load', 'action', 'invalid'])
  t.equal((await send(app, 'PUT /posts/1', { post: { title: '' } }))[0], 400)
  t.strictSame(seen.splice(0), [])
  t.equal((await send(app, 'PUT /posts/x', 'post[title]='))[0], 400, 'an invalid id is no fault of the form')
  t.strictSame(seen.splice(0), [])
  t.equal((await send(app, 'PUT /posts/1', 'post[title]=Hi'))[0], 200)
  t.strictSame(seen.splice(0), ['guard', 'load', 'action', 'handler'])
})

t.test('a guard that refuses, and a record that is missing, answer in its place', async (t) => {
  const guarded = await createApp({
    invalid: shown,
    routeOptions: {
      preHandler: async (_request: unknown, reply: FastifyReply) => await reply.code(401).send('no')
    }
  })
  t.strictSame(await send(guarded, 'POST /posts', 'post[title]='), [401, 'no'])
  const missing = await createApp({ invalid: shown, load: () => null })
  t.equal((await send(missing, 'PUT /posts/1', 'post[title]='))[0], 404)
})

t.test('that of a controller answers for all rows that send its form, that of an action before it, and none leaves all as it was', async (t) => {
  const posts = {
    invalid: shown,
    update: { invalid: () => 'own', handler },
    publish: async () => {
      throw fieldError('/post/title', 'is missing')
    }
  }
  const app = await createApp({ ...posts, touch: posts.publish, search: posts.publish, index: posts.publish })
  const missing = { status: 422, errors: { 'post[title]': ['is missing'] } }
  t.equal((await send(app, 'POST /posts', 'post[title]='))[0], 422)
  t.strictSame(await send(app, 'PUT /posts/1', 'post[title]='), [422, 'own'])
  for (const line of [
    'POST /posts/1/publish',
    'POST /posts/1/touch',
    'POST /search'
  ]) { t.match(await send(app, line, 'a=1'), [422, missing], line) }
  t.match(
    await send(app, 'DELETE /posts/1/touch', 'a=1'), [422, { code: 'FST_RESOURCES_FIELDS' }],
    'a deletion sends no form of the record'
  )
  const read = await app.inject('/posts')
  t.strictSame(
    [read.statusCode, read.json<{ code: string }>().code],
    [422, 'FST_RESOURCES_FIELDS'],
    'a row that reads has no form'
  )
  const none = await createApp({})
  t.match(await send(none, 'POST /posts', 'post[title]='), [400, { code: 'FST_ERR_VALIDATION' }])
  t.match(await send(none, 'POST /posts', 'post[title]=taken'), [
    422,
    { code: 'FST_RESOURCES_FIELDS', message: 'post[title] is taken' }
  ])
  const attached = await createApp({
    invalid: shown,
    create: {
      attachValidation: true,
      handler: async (request: FastifyRequest) =>
        request.validationError === undefined ? await handler(request) : 'mine'
    }
  })
  t.strictSame(
    await send(attached, 'POST /posts', 'post[title]='),
    [200, 'mine'],
    'with attachValidation the action asks itself'
  )
  t.match(await send(attached, 'POST /posts', 'post[title]=taken'), [422, { status: 422 }])
})

t.test("other errors pass, and an error of invalid is the app's", async (t) => {
  const fail = async (): Promise<never> => {
    throw Object.assign(new Error('broken'), { statusCode: 503 })
  }
  const app = await createApp({
    invalid: async () => {
      await fail()
    },
    update: fail
  })
  t.match(await send(app, 'PUT /posts/1', 'post[title]=Hi'), [503, { message: 'broken' }])
  t.match(await send(app, 'POST /posts', 'post[title]='), [503, { message: 'broken' }])
  for (const invalid of [
    (): never => {
      throw new Error('torn')
    },
    async (): Promise<never> => {
      throw new Error('torn')
    }
  ]) {
    const torn = await createApp({ invalid, create: handler })
    t.match(
      await send(torn, 'POST /posts', 'post[title]='),
      [500, { message: 'torn' }],
      'a bug of invalid is no fault of the form'
    )
  }
  const text: unknown = 'broken'
  const other = await createApp({
    invalid: shown,
    update: async () => {
      throw text
    }
  })
  t.equal((await send(other, 'PUT /posts/1', 'post[title]=Hi'))[0], 500, 'what is thrown may be no error')
  const querystring = { type: 'object', properties: { page: { type: 'integer' } } }
  const listing = await createApp({ invalid: shown, create: { schema: { querystring }, handler } })
  t.match(
    await send(listing, 'POST /posts?page=x', 'post[title]=Hi'),
    [400, { code: 'FST_ERR_VALIDATION' }],
    'an invalid query is no fault of the form'
  )
})

t.test('apps that share a tree hide in their forms what their own records hide', async (t) => {
  const tree = draw((map) => map.resources('users', { only: 'update' }))
  const appHiding = async (hidden: string): Promise<FastifyInstance> => {
    const marks = (name: string): object => ({ type: 'string', ...(name === hidden && { writeOnly: true }) })
    const record = {
      type: 'object',
      properties: { name: marks('name'), pin: marks('pin'), hash: marks('hash') }
    }
    const app = Fastify()
    const load = (): object => ({ name: 'Ann', pin: '1', hash: '2' })
    const users = { record, load, update: (): string => '', invalid: shown }
    await app.register(resourcesPlugin, { routes: tree, controllers: { users } })
    return app
  }
  const apps = [await appHiding('pin'), await appHiding('hash')]
  const values = [
    { name: { x: '1' }, hash: '2' },
    { name: { x: '1' }, pin: '1' }
  ]
  for (const [index, app] of apps.entries()) {
    const [status, form] = await send(app, 'PUT /users/1', 'user[name][x]=1')
    t.strictSame([status, (form as { values: unknown }).values], [422, values[index]])
  }
})

t.test('it has its controller as this, and may answer by reply', async (t) => {
  class Posts {
    readonly record = Post
    readonly word = 'mine'
    create (): string {
      return 'saved'
    }

    invalid (_request: FastifyRequest, reply: FastifyReply): void {
      reply.send(this.word)
    }
  }
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'create' })),
    controllers: { posts: new Posts() }
  })
  t.strictSame(await send(app, 'POST /posts', 'post[title]='), [422, 'mine'])
})

t.test('refused: field errors without a name, a message or a status of errors', async (t) => {
  const [one, several] = [fieldError, fieldErrors] as Anything
  for (const [call, fault] of [
    [() => one('post[title]'), "fieldError(): the message of 'post[title]' must be a text or a list of texts, got undefined"],
    [() => one({ title: 'is bad' }), 'fieldError(): expected the name of a field, got an object with title'],
    [() => one('a', 'b', 409), 'fieldError(): expected options such as { statusCode: 409 }, got 409'],
    [() => one('a', 'b', { statusCode: 200 }), 'fieldError(): statusCode: expected 400 to 599, got 200'],
    [() => one('a', 'b', { statusCode: '409' }), "fieldError(): statusCode: expected 400 to 599, got '409'"],
    [
      () => several({ a: ['x', 5], b: { message: 'x' }, c: 'is bad' }, null),
      "fieldErrors(): the message of 'a' must be a text or a list of texts, got ['x', 5]; the message of 'b' must be a text or a list of texts, got an object with message; expected options such as { statusCode: 409 }, got null"
    ],
    [() => several('is bad'), "fieldErrors(): expected messages by field, got 'is bad'"]
  ] as ReadonlyArray<[() => unknown, string]>) {
    t.throws(call, { code: 'FST_RESOURCES_FORM', statusCode: 500, message: fault }, fault)
  }
})

t.test('a message under the name of a property has that of its field, which a template knows', async (t) => {
  const names = ['title', '', 'pages', 'tags.0', 'commit', 'post[text]']
  const app = await createApp({
    invalid: (_: unknown, _reply: unknown, { errors }: InvalidForm) => ({ names: Object.keys(errors) }),
    create: async () => {
      throw fieldErrors(Object.fromEntries(names.map((name) => [name, 'is bad'])))
    }
  })
  t.strictSame(await send(app, 'POST /posts', 'post[title]=a&commit=Save&post[tags][]=x'), [
    422, { names: ['post[title]', '', 'post[pages]', 'post[tags][0]', 'commit', 'post[text]'] }
  ])
})

t.test('fieldError and fieldErrors take the name of the field or its path, several messages, and another status', async (t) => {
  const table: Array<[error: FieldErrors, status: number, fields: object]> = [
    [fieldError('post[title]', 'is taken'), 422, { 'post[title]': ['is taken'] }],
    [
      fieldError('/post/lines/0/a~1b', 'is taken', { statusCode: 409 }),
      409,
      { 'post[lines][0][a/b]': ['is taken'] }
    ],
    [
      fieldErrors({
        '/post/title': ['is taken', 'is dull'],
        'post[title]': 'is long',
        constructor: 'is odd'
      }),
      422,
      { 'post[title]': ['is taken', 'is dull', 'is long'], constructor: ['is odd'] }
    ],
    [fieldErrors({}), 422, {}]
  ]
  for (const [error, status, fields] of table) {
    t.ok(error instanceof Error)
    t.equal(error.statusCode, status)
    t.strictSame(Object.entries(error.fields), Object.entries(fields))
    t.equal(error.fields.toString, undefined)
  }
  t.equal(
    fieldErrors({ '': 'is wrong', 'post[title]': ['is taken', 'is dull'] }).message,
    'is wrong; post[title] is taken, is dull',
    'the whole form has no name'
  )
  const app = await createApp({
    invalid: shown,
    create: async () => {
      throw fieldError('post[title]', 'is taken', { statusCode: 409 })
    }
  })
  t.match(await send(app, 'POST /posts', 'post[title]=Hi'), [409, { status: 409 }])
  const fields = { 'post[title]': ['is taken'] }
  const own = await createApp({
    invalid: shown,
    create: async () => {
      throw Object.assign(new Error('taken'), { fields })
    }
  })
  t.match(
    await send(own, 'POST /posts', 'post[title]=Hi'),
    [422, { status: 422, errors: fields }],
    'an error of the app may have fields too'
  )
})

t.test('an error whose fields are no messages is a failure of the app, as those of a database that tell values', async (t) => {
  for (const fields of [{ title: 'Hi' }, { title: [1] }, ['title'], { title: null }, {}]) {
    const app = await createApp({
      invalid: shown,
      create: async () => {
        throw Object.assign(new Error('not unique'), { fields })
      }
    })
    for (const payload of ['post[title]=Hi', { post: { title: 'Hi' } }]) {
      const [status, body] = await send(app, 'POST /posts', payload)
      t.strictSame(
        [status, body],
        [500, { statusCode: 500, error: 'Internal Server Error', message: 'not unique' }],
        JSON.stringify([fields, payload])
      )
    }
    const handled = await createApp(
      { create: async () => { throw Object.assign(new Error('not unique'), { fields }) } },
      {},
      (app) => { app.setErrorHandler(sendFieldErrors) }
    )
    t.equal((await send(handled, 'POST /posts', { post: { title: 'Hi' } }))[0], 500)
  }
})

t.test('values have nothing that the loaded record hides, but what the client sent', async (t) => {
  const inner = {
    type: 'object',
    properties: { city: { type: 'string' }, pin: { type: 'string', writeOnly: true } }
  }
  const hiding = {
    ...Post.properties,
    password: { type: 'string', minLength: 8, writeOnly: true },
    address: inner,
    people: { type: 'array', items: inner }
  }
  const place = { city: 'Ulm', pin: '1234' }
  class User {
    readonly #hash = 'scrypt'
    constructor (readonly id: number) {}
    get title (): string {
      return 'Old'
    }

    get password (): string {
      return this.#hash
    }
  }
  const plain = {
    id: 1,
    title: 'Old',
    password: 'scrypt',
    address: place,
    people: [place],
    at: new Date(0),
    owner: { name: 'Ann', password: 'scrypt', pin: '1' }
  }
  const shownPlain = {
    id: 1,
    title: 'Old',
    address: { city: 'Ulm' },
    people: [{ city: 'Ulm' }],
    at: new Date(0).toJSON(),
    owner: { name: 'Ann' }
  }
  const table: Array<[what: string, found: object, shown: object]> = [
    ['an object', plain, shownPlain],
    ['without a prototype', Object.assign(Object.create(null), plain), shownPlain],
    ['what has toJSON', { secret: 1, toJSON: () => plain }, shownPlain],
    ['an instance with getters', new User(1), { id: 1, title: 'Old' }]
  ]
  for (const [what, found, shownRecord] of table) {
    for (const responses of [undefined, true, false]) {
      const app = await createApp({
        record: { ...Post, properties: hiding },
        responses,
        load: () => found,
        invalid: shown
      })
      t.strictSame(
        (await send(app, 'PUT /posts/1', 'post[pages]=0'))[1].values,
        { ...shownRecord, pages: 0 },
        what
      )
      const sent = 'post[pages]=0&post[password]=x&post[address][pin]=9'
      t.strictSame((await send(app, 'PUT /posts/1', sent))[1].values, {
        ...shownRecord,
        pages: 0,
        password: 'x',
        address: { pin: '9' }
      })
      t.strictSame(
        (await send(app, 'POST /posts/1/publish', 'post[title]=taken'))[1].values,
        { ...shownRecord, title: 'taken' },
        'on any row that writes'
      )
    }
  }
  t.equal(plain.password, 'scrypt', 'the record itself stays')
  const mine = { ...Post, properties: { ...hiding, password: { type: 'string' }, address: {}, people: {} } }
  const open = await createApp({ record: mine, load: () => new User(1), invalid: shown })
  t.strictSame(
    (await send(open, 'PUT /posts/1', 'post[pages]=0'))[1].values,
    { id: 1, title: 'Old', pages: 0, password: 'scrypt' },
    'a record that hides nothing shows what it names'
  )
  const bare = await createApp({ record: undefined, load: () => plain, invalid: shown })
  t.strictSame(
    (await send(bare, 'POST /posts/1/publish', 'post[title]=taken'))[1].values,
    { ...plain, at: shownPlain.at, title: 'taken' },
    'nor one without a schema'
  )
})

t.test('nor has what only an input names, or marks', async (t) => {
  const found = {
    id: 1,
    title: 'Old',
    password: 'scrypt',
    pin: '1234',
    address: { city: 'Ulm', pin: '1234' },
    note: 'x'
  }
  const text = { type: 'string' }
  const secret = { ...text, writeOnly: true }
  const address = { type: 'object', properties: { city: text } }
  const record = { type: 'object', properties: { id: Post.properties.id, title: text, address } }
  const pages = Post.properties.pages
  const input = {
    type: 'object',
    properties: {
      title: text,
      pages,
      password: text,
      address: { ...address, properties: { city: text, pin: text } }
    }
  }
  const shownOfBoth = { id: 1, title: 'Old', address: { city: 'Ulm' }, note: 'x' }
  const table: Array<[options: object, values: object]> = [
    [{ record, input }, shownOfBoth],
    [
      {
        record,
        input: z.object({
          title: z.string(),
          pages: z.int().min(1),
          password: z.string(),
          address: z.object({ pin: z.string() }).optional()
        })
      },
      shownOfBoth
    ],
    [
      {
        record: undefined,
        input: { ...input, properties: { ...input.properties, password: secret, pin: secret } }
      },
      { ...shownOfBoth, address: found.address }
    ],
    [{ record: undefined, input }, found]
  ]
  for (const [options, values] of table) {
    const app = await createApp({ ...options, load: () => found, invalid: shown })
    t.strictSame((await send(app, 'PUT /posts/1', 'post[pages]=0'))[1].values, { ...values, pages: 0 })
  }
  const marking = { ...input, properties: { ...input.properties, password: secret } }
  for (const options of [
    { record, input: marking },
    { record: undefined, input: marking }
  ]) {
    const app = await createApp({ ...options, show: () => found })
    const [, { password, ...others }] = await send(app, 'GET /posts/1', undefined)
    t.strictSame([password, others.title], [undefined, 'Old'], 'nor do answers have what an input marks')
  }
})

t.test('a form that comes back has the address that it was sent to, whatever the client wrote into the property of param', async (t) => {
  const slug = { type: 'string' }
  const record = {
    type: 'object',
    required: ['slug', 'title'],
    properties: { id: { type: 'integer', readOnly: true }, slug, title: { type: 'string', minLength: 1 } }
  }
  const formOf =
    (name: string) =>
      (request: FastifyRequest, _reply: FastifyReply, { values }: InvalidForm): string =>
        createFormHelpers(request.urlFor as Anything).formFor(name as never, values as never).action
  const loaded = {
    record,
    load: (slug: string) => ({ id: 1, slug, title: 'Old' }),
    create: handler,
    update: handler,
    publish: handler,
    invalid: formOf('post')
  }
  const attached = {
    attachValidation: true,
    handler: async (request: FastifyRequest) =>
      createFormHelpers(request.urlFor as Anything).formFor('post' as never, formValues(request) as never)
        .action
  }
  const tree = draw((map) =>
    map
      .resources('posts', { param: 'slug', only: ['create', 'update'], member: { publish: 'post' } })
      .resource('account', { only: ['create', 'update'] })
  )
  const accounts = {
    record: { ...record, required: ['title'] },
    load: () => ({ id: 1, title: 'Old' }),
    create: { load: false, handler },
    update: handler,
    invalid: formOf('account')
  }
  const cases: ReadonlyArray<readonly [line: string, form: string, action: string]> = [
    ['POST /posts', 'post[slug]=first&post[title]=', '/posts'],
    ['POST /posts', 'post[slug]=&post[title]=', '/posts'],
    ['POST /posts', 'post[slug]=a%2Fb&post[title]=', '/posts'],
    ['PUT /posts/first', 'post[slug]=second&post[title]=', '/posts/first'],
    ['PUT /posts/a%20b', 'post[slug]=a%2Fb&post[title]=', '/posts/a%20b'],
    ['POST /posts/first/publish', 'post[slug]=second&post[title]=taken', '/posts/first'],
    ['POST /account', 'account[title]=', '/account'],
    ['PUT /account', 'account[title]=', '/account']
  ]
  for (const posts of [loaded, { ...loaded, create: attached, update: attached }]) {
    const app = Fastify()
    await app.register(resourcesPlugin, { routes: tree, controllers: { posts, accounts } })
    for (const [line, payload, action] of cases) {
      const [method, url] = line.split(' ') as ['POST', string]
      t.equal(
        (await app.inject({ method, url, payload, headers: { 'content-type': URLENCODED } })).body,
        action,
        `${line} ${payload}`
      )
    }
  }
})

t.test('an answer of invalid loses what the record hides, as those of actions do', async (t) => {
  const record = {
    type: 'object',
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string', minLength: 2 },
      password: { type: 'string', writeOnly: true }
    }
  }
  const load = (): object => ({ id: 1, name: 'Ann', password: 'secret' })
  const answer = (request: FastifyRequest, errors: unknown): object => ({
    user: request.record,
    list: [{ user: request.record }],
    errors
  })
  const seen = { user: { id: 1, name: 'Ann' }, list: [{ user: { id: 1, name: 'Ann' } }] }
  const update = async ({ record }: FastifyRequest): Promise<never> => {
    throw fieldErrors({ 'user[name]': `is not ${(record as { name: string }).name}` })
  }
  for (const responses of [undefined, true, { update: 'list' }]) {
    for (const invalid of [
      async (request: FastifyRequest, _reply: FastifyReply, { errors }: InvalidForm) =>
        answer(request, errors),
      (request: FastifyRequest, reply: FastifyReply, { errors }: InvalidForm) =>
        reply.send(answer(request, errors))
    ]) {
      const app = Fastify()
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('users', { only: 'update' })),
        controllers: {
          users: { record, load, invalid, update, ...(responses !== undefined && { responses }) }
        }
      })
      const send = async (payload: string): Promise<unknown> =>
        (
          await app.inject({
            method: 'PUT',
            url: '/users/1',
            payload,
            headers: { 'content-type': URLENCODED }
          })
        ).json()
      t.strictSame(await send('user[name]='), {
        ...seen,
        errors: { 'user[name]': ['must have at least 2 characters'] }
      })
      t.strictSame(await send('user[name]=Bob'), { ...seen, errors: { 'user[name]': ['is not Ann'] } })
    }
  }
})

t.test('words are translated in one place, for a scope and those in it', async (t) => {
  const words = ({ keyword }: { readonly keyword?: string }): string | undefined =>
    keyword === 'minLength' ? 'fehlt' : undefined
  const app = await createApp({ invalid: shown }, { words }, (app) => {
    app.setErrorHandler(sendFieldErrors)
  })
  t.match(await send(app, 'POST /posts', 'post[title]=&post[pages]=0'), [
    422,
    { errors: { 'post[title]': ['fehlt'], 'post[pages]': ['must be 1 or more'] } }
  ])
  t.match(await send(app, 'POST /posts', { post: { title: '' } }), [
    400,
    { fields: { title: ['fehlt'] } }
  ])
  const root = Fastify()
  await root.register(resourcesPlugin, { words })
  root.register(async (scope) => {
    const tree = draw((map) => map.resources('posts', { only: 'create' }))
    await scope.register(resourcesPlugin, {
      routes: tree,
      controllers: { posts: { record: Post, invalid: shown, create: handler } }
    })
  })
  t.match(await send(root, 'POST /posts', 'post[title]='), [422, { errors: { 'post[title]': ['fehlt'] } }])
  await t.rejects(createApp({}, { words: 'de' }), {
    message: /words: expected a function \(fault, request\) that gives other words, got 'de'/
  })
})

t.test('refused: what is no function', async (t) => {
  const expected = 'expected a function (request, reply, { values, errors }) that shows the form again'
  await t.rejects(createApp({ invalid: 'posts/form' }), {
    message: `The controllers have a mistake: posts.invalid: ${expected}, got 'posts/form'`
  })
  await t.rejects(createApp({ create: { invalid: true, handler } }), {
    message: /posts\.create: invalid: expected a function/
  })
})

t.test('the invalid of an action itself answers a page whose query is invalid, and that of a controller does not', async (t) => {
  const schema = {
    querystring: { type: 'object', properties: { page: { type: 'integer', minimum: 1 }, q: { type: 'string' } } }
  }
  const index = async ({ query }: Anything): Promise<string> => {
    if (query.q === 'late') throw fieldError('q', 'is late')
    return 'found'
  }
  const own = await createApp({ index: { schema, invalid: shown, handler: index } })
  const shared = await createApp({ index: { schema, handler: index }, invalid: shown })
  const ask = async (app: FastifyInstance, url: string, accept: string): Promise<[number, Anything]> =>
    await send(app, `GET ${url}`, undefined, { accept })
  const values = { page: 0, q: 'a' }
  const errors = { page: ['must be 1 or more'] }
  t.strictSame(await ask(own, '/posts?page=0&q=a', 'text/html'), [422, { status: 422, values, errors }])
  t.match(await ask(own, '/posts?page=0&q=a', 'application/json'), [400, { message: /page/, fields: errors }])
  t.match(await ask(shared, '/posts?page=0&q=a', 'text/html'), [400, { message: /page/ }])
  t.match(await ask(own, '/posts?q=late', 'text/html'), [422, { values: { q: 'late' }, errors: { q: ['is late'] } }])
  t.match(await ask(own, '/posts?q=late', '*/*'), [422, { fields: { q: ['is late'] } }])
  t.strictSame(await ask(own, '/posts?page=1', 'text/html'), [200, 'found'])
})
