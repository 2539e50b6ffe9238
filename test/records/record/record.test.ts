/** Schemas that a controller's record gives its actions. */

import t from 'tap'
import multipartPlugin from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyError, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { z } from 'zod'
import resourcesPlugin, { draw, formErrors, sendFieldErrors } from '../../../lib/index.js'
import type { ResourcesPluginOptions, Routes } from '../../../lib/index.js'
import { MULTIPART, URLENCODED, multipart } from '../../support/forms.js'
import { sendValidatorText } from '../../support/errors.js'

type Anything = any
type AjvSettings = NonNullable<ResourcesPluginOptions['ajv']>

const posts = draw({ patch: true }, (map) => map.resources('posts', { member: { publish: 'put' } }))

const post = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1 },
    published: { type: 'boolean', default: false },
    extra: true
  }
}

async function see (request: FastifyRequest): Promise<object> {
  return { params: { ...(request.params as object) }, body: request.body }
}

/** Every action answers with its request. */
function seeing (routes: Routes, more: Record<string, object>): Record<string, object> {
  const controllers: Record<string, Record<string, unknown>> = {}
  for (const { controller, action } of routes.table) {
    controllers[controller] = { ...controllers[controller], [action]: see }
  }
  return Object.fromEntries(
    Object.entries(controllers).map(([name, actions]) => [name, { ...actions, ...more[name] }])
  )
}

async function appWith (
  record: unknown,
  {
    routes = posts,
    more = {},
    server = {},
    ajv = {},
    before = () => {}
  }: {
    routes?: Routes
    more?: object
    server?: FastifyServerOptions
    ajv?: AjvSettings
    before?: (app: FastifyInstance) => void
  } = {}
): Promise<FastifyInstance> {
  const app = Fastify(server)
  before(app)
  if (app.errorHandler.name === 'defaultErrorHandler') app.setErrorHandler(sendValidatorText)
  const controllers = seeing(routes, { posts: { ...(record !== undefined && { record }), ...more } })
  await app.register(resourcesPlugin, { routes, ajv, controllers })
  await app.ready()
  return app
}

async function send (app: FastifyInstance, line: string, payload?: unknown): Promise<unknown> {
  const [method, url] = line.split(' ') as ['POST', string]
  const response = await app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload: payload as object })
  })
  return response.statusCode === 200
    ? response.json()
    : `${response.statusCode} ${response.json().message as string}`
}

t.test('create takes the record under its name, update takes a part of it', async (t) => {
  const app = await appWith(post)
  const cases: ReadonlyArray<readonly [line: string, payload: object, expected: unknown]> = [
    ['POST /posts', { post: { title: 'Hi' } }, { title: 'Hi', published: false }],
    ['POST /posts', { post: { title: 'Hi', id: 7, admin: true } }, { title: 'Hi', published: false }],
    ['POST /posts', { post: {} }, "400 body/post must have required property 'title'"],
    ['POST /posts', { title: 'Hi' }, "400 body must have required property 'post'"],
    ['PUT /posts/1', { post: {} }, {}],
    ['PATCH /posts/1', { post: { published: true, id: 7 } }, { published: true }],
    ['PUT /posts/1', { post: { title: '' } }, '400 body/post/title must NOT have fewer than 1 characters'],
    ['PUT /posts/1', {}, "400 body must have required property 'post'"],
    ['PUT /posts/1/publish', { anything: 1 }, undefined]
  ]
  for (const [line, payload, expected] of cases) {
    const seen = (await send(app, line, payload)) as Anything
    t.strictSame(
      typeof seen === 'string' ? seen : seen.body.post,
      expected,
      `${line} ${JSON.stringify(payload)}`
    )
  }
})

const CLOSED = { additionalProperties: false }

t.test("unknown names are removed, in a closed schema refused, whatever the app's validator does", async (t) => {
  for (const removeAdditional of [true, false, 'all'] as const) {
    const server = { ajv: { customOptions: { removeAdditional } } } as const
    const sent = { post: { title: 'Hi', admin: 1, id: 7, extra: [{ a: 1 }] } }
    const app = await appWith(post, { server })
    t.strictSame(
      ((await send(app, 'POST /posts', sent)) as Anything).body.post,
      { title: 'Hi', published: false, extra: [{ a: 1 }] },
      String(removeAdditional)
    )
    const ofAuthor = { ...author, ...CLOSED }
    const closed = { ...post, ...CLOSED, properties: { ...post.properties, author: ofAuthor } }
    const refusing = await appWith(closed, { server })
    const [atPost, atAuthor] = ['', '/author'].map((at) => `body/post${at} must NOT have additional properties`)
    for (const line of ['POST /posts', 'PUT /posts/1']) {
      t.equal(
        await send(refusing, line, { post: { ...sent.post, author: { id: 1, x: 1 } } }),
        `400 ${atPost}, ${atAuthor}`
      )
      t.match(await send(refusing, line, { post: { title: 'Hi', id: 7, author: { id: 1 } }, _csrf: 'x' }), {
        body: { post: { title: 'Hi', id: undefined, author: { id: undefined } }, _csrf: 'x' }
      })
    }
  }
})

/** A schema of `at`, and what becomes of a name in it that no schema knows. */
const CLOSINGS: ReadonlyArray<readonly [schema: object, outcome: 'refused' | 'removed' | 'kept', sent?: object]> = [
  [{ properties: { a: {} } }, 'removed'],
  [{ properties: { a: {} }, ...CLOSED }, 'refused'],
  [{ properties: { a: {} }, unevaluatedProperties: false }, 'refused'],
  [{ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, 'refused'],
  [CLOSED, 'refused', {}],
  [{ patternProperties: { '^a': {} }, ...CLOSED }, 'refused'],
  [{ properties: { a: {} }, additionalProperties: true }, 'kept'],
  [{ properties: { a: {} }, additionalProperties: { type: 'integer' } }, 'kept'],
  [{ $ref: '#/definitions/closed' }, 'refused'],
  [{ $ref: '#/definitions/open' }, 'removed'],
  [{ allOf: [{ $ref: '#/definitions/open' }, { $ref: '#/definitions/closed' }] }, 'refused'],
  [{ anyOf: [{ $ref: '#/definitions/closed' }, { properties: { b: {} }, required: ['b'], ...CLOSED }] }, 'refused'],
  [{ anyOf: [{ $ref: '#/definitions/closed' }, { type: ['null', 'string'] }] }, 'refused'],
  [{ oneOf: [{ $ref: '#/definitions/closed' }, { properties: { b: {} }, required: ['b'] }] }, 'removed'],
  [{ anyOf: [{ $ref: '#/definitions/closed' }, {}] }, 'removed'],
  [{ if: { required: ['a'] }, then: { $ref: '#/definitions/closed' } }, 'removed'],
  [{ type: 'array', items: { $ref: '#/definitions/closed' } }, 'refused', [{ a: 1 }]],
  [{ $ref: '#/definitions/strictTree' }, 'refused', { tree: { tree: { tree: {} } } }]
]

const DEFINITIONS = {
  closed: { type: 'object', properties: { a: {} }, ...CLOSED },
  open: { type: 'object', properties: { a: {} } },
  strictTree: { type: 'object', properties: { tree: { $ref: '#/definitions/strictTree' } }, ...CLOSED }
}

function withUnknown (value: Anything): Anything {
  const [first] = Object.keys(value)
  if (Array.isArray(value)) return value.map(withUnknown)
  return first === 'tree' ? { tree: withUnknown(value.tree) } : { ...value, unknown: 1 }
}

t.test('a name that no schema knows is refused where the schema is closed whatever applies, else removed', async (t) => {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  for (const [at, outcome, sent = { a: 1 }] of CLOSINGS) {
    const record = { $schema, type: 'object', properties: { at }, definitions: DEFINITIONS }
    const app = await appWith(record)
    for (const line of ['POST /posts', 'PUT /posts/1']) {
      const odd = withUnknown(sent)
      const answer = await send(app, line, { post: { at: odd } }) as Anything
      const expected = { removed: sent, kept: odd, refused: undefined }[outcome]
      t.strictSame(answer.body?.post.at, expected, `${outcome} by ${line}: ${JSON.stringify(at)}`)
      if (outcome === 'refused') t.match(answer, /^400 body.* must NOT have (additional|unevaluated) properties/)
      t.match(await send(app, line, { post: { at: sent } }), { body: { post: { at: sent } } })
    }
  }
})

/** Members of a choice with a closed `in`, and what becomes of an unknown name in that of the first. */
const MEMBERS: ReadonlyArray<readonly [members: object[], outcome: 'refused' | 'removed']> = [
  [[{ properties: { in: DEFINITIONS.closed }, ...CLOSED }, { properties: { b: {} }, ...CLOSED }], 'refused'],
  [[{ properties: { in: DEFINITIONS.closed }, ...CLOSED }, { properties: { in: DEFINITIONS.closed }, ...CLOSED }], 'refused'],
  [[{ properties: { in: DEFINITIONS.closed }, ...CLOSED }, { properties: { in: { type: 'string' } }, ...CLOSED }], 'refused'],
  [[{ properties: { in: DEFINITIONS.closed }, ...CLOSED }, { properties: { in: DEFINITIONS.open }, ...CLOSED }], 'removed'],
  [[{ properties: { in: DEFINITIONS.closed } }, { properties: { b: {} } }], 'removed']
]

t.test('a closed object in a member of a choice refuses unknown names where no other member takes them', async (t) => {
  for (const [members, outcome] of MEMBERS) {
    const app = await appWith({ type: 'object', properties: { at: { type: 'object', anyOf: members } } })
    const answer = await send(app, 'POST /posts', { post: { at: { in: { a: 1, x: 1 } } } })
    if (outcome === 'refused') t.match(answer, /^400 .*body\/post\/at\/in must NOT have additional properties/)
    else t.strictSame((answer as Anything).body, { post: { at: { in: { a: 1 } } } }, JSON.stringify(members))
  }
})

t.test('the id of the record itself is removed, also where its closed schema has none', async (t) => {
  const inner = { type: 'object', properties: { a: {} }, ...CLOSED }
  const app = await appWith({ type: 'object', properties: { title: {}, inner }, ...CLOSED })
  t.match(await send(app, 'POST /posts', { post: { id: 1, title: 'Hi' } }), { body: { post: { title: 'Hi', id: undefined } } })
  t.match(await send(app, 'POST /posts', { post: { inner: { id: 1 } } }), /^400 body\/post\/inner must NOT/)
})

t.test("an unknown name and an invalid id carry `validation`, as each of Fastify's validation errors does", async (t) => {
  const numbered = { ...post, properties: { ...post.properties, id: { type: 'integer', readOnly: true } } }
  const app = await appWith(
    { ...numbered, ...CLOSED, properties: { ...numbered.properties, author: { ...author, ...CLOSED } } },
    {
      before (app) {
        app.setErrorHandler((error: FastifyError, _request, reply) =>
          reply
            .code(400)
            .send({
              code: error.code,
              context: error.validationContext,
              validation: error.validation,
              fields: formErrors(error as never)
            })
        )
      }
    }
  )
  const sent = await app.inject({
    method: 'POST',
    url: '/posts',
    payload: { post: { title: 'Hi', extra: [], 'a/b': 1, author: { x: 1 } } }
  })
  const unknown = (instancePath: string, additionalProperty: string, schemaPath: string): object => ({
    instancePath,
    schemaPath: `#/${schemaPath}additionalProperties`,
    keyword: 'additionalProperties',
    params: { additionalProperty },
    message: 'must NOT have additional properties'
  })
  t.strictSame(sent.json(), {
    code: 'FST_ERR_VALIDATION',
    context: 'body',
    validation: [unknown('/post', 'a/b', 'then/'), unknown('/post/author', 'x', 'then/properties/author/then/')],
    fields: { 'post[a/b]': ['is not a known field'], 'post[author][x]': ['is not a known field'] }
  })
  t.strictSame((await app.inject('/posts/x')).json(), {
    code: 'FST_RESOURCES_ID',
    context: 'params',
    validation: [
      {
        instancePath: '/id',
        schemaPath: '#/properties/id/type',
        keyword: 'type',
        params: { type: 'integer' },
        message: 'must be integer'
      }
    ],
    fields: { id: ['must be a whole number'] }
  })
})

t.test('refused: a schema of params that names a variable which no row of the controller has', async (t) => {
  const routes = draw((map) =>
    map
      .resources('posts', { only: ['index', 'show'], collection: { about: 'get' } }, (posts) =>
        posts.resources('comments', { only: ['index', 'show'] })
      )
      .route('about', '/about', 'pages#about')
  )
  const params = (...names: string[]): object => ({
    schema: {
      params: {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
      }
    },
    handler: see
  })
  const register = async (controllers: Record<string, object>): Promise<unknown> =>
    await Fastify().register(resourcesPlugin, {
      routes,
      controllers: { ...seeing(routes, {}), ...controllers }
    })
  await t.rejects(
    register({
      comments: { index: params('postId'), show: params('post_id', 'id') },
      pages: { about: params('id') }
    }),
    {
      code: 'FST_RESOURCES_CONTROLLERS',
      message:
        "The controllers have 2 mistakes:\n  - comments.index: schema.params: no row has the variable 'postId'; expected 'post_id' or 'id'\n  - pages.about: schema.params: no row has the variable 'id'; its paths have none"
    }
  )
  t.ok(
    await register({
      posts: {
        index: see,
        show: see,
        about: see,
        routeOptions: { schema: { params: { type: 'object', properties: { id: { type: 'string' } } } } }
      }
    })
  )
})

t.test('of very many unknown names the error lists the first', async (t) => {
  const app = await appWith({ ...post, ...CLOSED }, { before: (app) => app.setErrorHandler(sendFieldErrors) })
  const names = Array.from({ length: 25 }, (_, index) => `x${index}`)
  const answer = await send(app, 'POST /posts', { post: { title: 'Hi', ...Object.fromEntries(names.map((name) => [name, 1])) } })
  t.equal(answer, `400 ${names.slice(0, 20).map((name) => `${name} is not a known field`).join('; ')}`)
})

t.test('of faults at a long path the error lists those that fit in some thousand letters', async (t) => {
  const a = z.string()
  const texts = { type: 'object', additionalProperties: { type: 'object', properties: { a: { type: 'string' } }, ...CLOSED } }
  const before = (app: FastifyInstance): unknown => app.setErrorHandler(sendFieldErrors)
  const record = { type: 'object', properties: { texts } }
  const strict = z.object({ texts: z.record(z.string(), z.record(z.string(), a)) })
  const key = 'k'.repeat(6000)
  const names = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x${index}`, 1]))
  for (const more of [{}, { input: strict, update: undefined }]) {
    const app = await appWith(record, { routes: draw((map) => map.resources('posts', { only: 'create' })), more, before })
    const answer = await send(app, 'POST /posts', { post: { texts: { [key]: names } } }) as string
    t.strictSame(answer.match(/k\.x\d+ /g), ['k.x0 ', 'k.x1 '])
  }
})

t.test("the key is the resource's singular, and of a plain route the controller's", async (t) => {
  const routes = draw((map) =>
    map
      .resources('geese', { singular: 'gander', only: 'create', controller: 'posts' })
      .resources('blogPosts', { only: 'create', controller: 'posts', as: 'entries' })
      .resource('account', { only: ['create', 'update'], controller: 'posts' })
      .namespace('admin', (admin) =>
        admin.route('signup', '/signup', { controller: 'posts', action: 'create', method: 'post' })
      )
      .route('write', '/write', { controller: 'posts', action: 'create', method: ['get', 'post'] })
  )
  const app = Fastify().setErrorHandler(sendValidatorText)
  const controller = { record: post, create: see, update: see }
  await app.register(resourcesPlugin, {
    routes,
    controllers: { posts: controller, 'admin/posts': controller }
  })
  const missing = async (line: string): Promise<unknown> => await send(app, line, {})
  t.equal(await missing('POST /geese'), "400 body must have required property 'gander'")
  t.equal(await missing('POST /entries'), "400 body must have required property 'blog_post'")
  t.equal(await missing('POST /account'), "400 body must have required property 'account'")
  t.equal(await missing('PUT /account'), "400 body must have required property 'account'")
  t.equal(await missing('POST /admin/signup'), "400 body must have required property 'post'")
  t.equal(await missing('POST /write'), "400 body must have required property 'post'")
  t.match(await send(app, 'GET /write'), { params: {} })
})

t.test('an integer id is digits in the path and a number for hooks and handlers, in every action', async (t) => {
  const seen: unknown[] = []
  const preValidation = async ({ params }: Anything): Promise<void> => { seen.push(params.id) }
  const app = await appWith(post, { more: { routeOptions: { preValidation } } })
  for (const line of ['GET /posts/12', 'GET /posts/12/edit', 'DELETE /posts/12', 'PUT /posts/12/publish']) {
    t.match(await send(app, line), { params: { id: 12 } }, line)
    t.equal(seen.pop(), 12, line)
  }
  t.match(await send(app, 'GET /posts/007'), { params: { id: 7 } })
  t.match(await send(app, `GET /posts/${Number.MAX_SAFE_INTEGER}`), {
    params: { id: Number.MAX_SAFE_INTEGER }
  })
  for (const id of [
    'abc',
    '1e3',
    '0x10',
    '1.0',
    '-1',
    '+1',
    '%201',
    '1%0A',
    '9007199254740992',
    '1'.repeat(99),
    '٣'
  ]) {
    t.equal(await send(app, `GET /posts/${encodeURI(decodeURI(id))}`), '400 params/id must be integer', id)
  }
  const head = await app.inject({ method: 'HEAD', url: '/posts/abc' })
  t.equal(head.statusCode, 400)
})

t.test('the validator checks other kinds of ids', async (t) => {
  const uuid = await appWith({ properties: { id: { type: 'string', format: 'uuid' } } })
  t.equal(await send(uuid, 'GET /posts/1'), '400 params/id must match format "uuid"')
  t.match(await send(uuid, 'GET /posts/6f1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b'), {
    params: { id: '6f1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b' }
  })
  const either = await appWith({ properties: { id: { type: ['integer', 'string'] } } })
  t.match(await send(either, 'GET /posts/1e3'), { params: { id: '1e3' } })
  const listed = await appWith({
    properties: { id: { type: ['integer'], minimum: 5, readOnly: true, default: 9 } }
  })
  t.equal(await send(listed, 'GET /posts/4'), '400 params/id must be >= 5')
  const named = await appWith({
    properties: { id: { type: 'string', if: { pattern: '^\\d' }, then: false } }
  })
  t.match(await send(named, 'GET /posts/1a'), /^400 params\/id boolean schema is false/)
  t.match(await send(named, 'GET /posts/a1'), { params: { id: 'a1' } })
  for (const properties of [{ title: { type: 'string' } }, { id: true }]) {
    t.match(await send(await appWith({ properties }), 'GET /posts/abc'), { params: { id: 'abc' } })
  }
})

t.test("parents' ids are those of their records", async (t) => {
  const routes = draw((map) =>
    map
      .route('preview', '/posts/:id/preview', { controller: 'previews', action: 'show' })
      .resources('posts', { only: 'index', member: { publish: 'put' } }, (posts) =>
        posts.resources('comments', { only: 'show' }, (comments) =>
          comments.resources('votes', { only: 'index' })
        )
      )
      .resources('tags', { only: 'show', pathPrefix: ':locale' })
  )
  const app = Fastify().setErrorHandler(sendValidatorText)
  const ids = (type: string): object => ({ record: { properties: { id: { type } } } })
  await app.register(resourcesPlugin, {
    routes,
    controllers: seeing(routes, { posts: ids('integer'), comments: ids('string'), tags: ids('integer') })
  })
  t.match(await send(app, 'GET /posts/1/comments/2'), { params: { post_id: 1, id: '2' } })
  t.match(await send(app, 'GET /posts/1/comments/2/votes'), { params: { post_id: 1, comment_id: '2' } })
  t.equal(await send(app, 'GET /posts/x/comments/2/votes'), '400 params/post_id must be integer')
  t.match(await send(app, 'GET /posts/1/preview'), { params: { id: '1' } })
  t.match(await send(app, 'GET /de/tags/1'), { params: { locale: 'de', id: 1 } })
})

t.test("a part of an action's own schema replaces the derived part", async (t) => {
  const app = await appWith(post, {
    more: {
      routeOptions: { schema: { params: { type: 'object', properties: { id: { type: 'string' } } } } },
      create: {
        schema: { body: { type: 'object', required: ['mine'], properties: { mine: { type: 'integer' } } } },
        handler: see
      },
      update: { schema: { body: undefined, summary: 'mine' }, handler: see },
      show: { schema: { params: { type: 'object', properties: { id: { type: 'boolean' } } } }, handler: see }
    }
  })
  t.equal(await send(app, 'POST /posts', {}), "400 body must have required property 'mine'")
  t.equal(await send(app, 'PUT /posts/x', {}), "400 body must have required property 'post'")
  t.match(await send(app, 'DELETE /posts/1e3'), { params: { id: '1e3' } })
  t.match(await send(app, 'GET /posts/true'), { params: { id: true } })
})

t.test("an action's own body schema converts the texts of a form; a schema of another kind gets the form unchanged", async (t) => {
  class Form {
    properties = { done: { type: 'boolean' } }
  }
  const validatorCompiler =
    ({ schema }: Anything) =>
      (value: Anything) =>
        schema instanceof Form ? value.done === 'on' : value.id !== undefined
  const app = await appWith(post, {
    more: {
      create: {
        schema: { body: { type: 'object', properties: { done: { type: 'boolean' } } } },
        handler: see
      },
      update: { schema: { body: new Form() }, validatorCompiler, handler: see }
    }
  })
  const form = async (method: 'POST' | 'PUT', url: string): Promise<unknown> =>
    (await app.inject({ method, url, payload: 'done=on', headers: { 'content-type': URLENCODED } })).json()
      .body
  t.strictSame(await form('POST', '/posts'), { done: true })
  t.strictSame(await form('PUT', '/posts/1'), { done: 'on' })
})

t.test('an own body with schemas by media type reads each form by its own', async (t) => {
  const app = Fastify()
  await app.register(multipartPlugin, { attachFieldsToBody: 'keyValues' })
  const content = {
    [URLENCODED]: { schema: { type: 'object', properties: { ok: { type: 'boolean' } } } },
    'multipart/form-data': { schema: { type: 'object', properties: { ok: { type: ['integer', 'null'] } } } }
  }
  const create = { schema: { body: { content } }, handler: async ({ body }: FastifyRequest) => body }
  await app.register(resourcesPlugin, {
    routes: posts,
    controllers: { posts: { ...seeing(posts, {}).posts, create } }
  })
  const send = async (payload: string, type: string): Promise<unknown> =>
    (await app.inject({ method: 'POST', url: '/posts', payload, headers: { 'content-type': type } })).json()
  t.strictSame(await send('ok=on', URLENCODED), { ok: true })
  t.strictSame(await send(multipart([['ok', '']]), MULTIPART), { ok: null })
  t.strictSame(await send('{"ok":"on"}', 'application/json'), { ok: 'on' })
})

t.test('an invalid id is a 400 with attachValidation too, so that no database sees it', async (t) => {
  const app = await appWith(
    {
      properties: {
        id: { allOf: [{ $ref: '#/definitions/key' }, { minimum: 1 }], readOnly: true },
        title: {}
      },
      definitions: { key: { type: ['integer'] } }
    },
    {
      more: {
        show: {
          attachValidation: true,
          handler: async (request: Anything) => [request.validationError?.message, request.params.id]
        }
      }
    }
  )
  for (const id of ['abc', '1e3', '100000000000000000000', '-1']) {
    t.equal(await send(app, `GET /posts/${id}`), '400 params/id must be integer', id)
  }
  t.strictSame(await send(app, 'GET /posts/12'), [null, 12])
  t.equal(await send(app, 'GET /posts/0'), '400 params/id must be >= 1')
})

const grouped = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    age: { anyOf: [{ type: 'integer' }, { type: 'null' }] }
  }
}
/** Ajv refuses groups under keywords of one's own, unless told otherwise. */
const loose = { customOptions: { strict: false } }
const groups: ReadonlyArray<readonly [what: string, record: object]> = [
  ['components of the app', { properties: { author: { $ref: 'api#/components/schemas/User' } } }],
  ['all of the record', { $ref: 'api#/components/schemas/Post' }],
  ['definitions in it', { properties: { author: { $ref: 'api#/components/schemas/User/definitions/old' } } }]
]

for (const [what, record] of groups) {
  t.test(`the schemas of an OpenAPI document are read as any other: ${what}`, async (t) => {
    const app = await appWith(record, {
      ajv: loose,
      before: (app) => {
        app.addSchema({
          $id: 'api',
          components: {
            schemas: {
              User: { ...grouped, definitions: { old: grouped } },
              Post: { type: 'object', properties: { author: { $ref: '#/components/schemas/User' } } }
            }
          }
        })
      }
    })
    for (const line of ['POST /posts', 'PUT /posts/1']) {
      t.match(
        await send(app, line, { post: { author: { id: 1, name: 'Ann', age: null, admin: true } } }),
        { body: { post: { author: { id: undefined, name: 'Ann', age: null, admin: undefined } } } },
        line
      )
      t.match(
        await send(app, line, { post: { author: {} } }),
        /^400 body\/post\/author must have required property 'name'/,
        line
      )
    }
  })
}

t.test('a schema in a group of one\'s own is an unknown $ref', async (t) => {
  const cases: ReadonlyArray<readonly [group: object, $ref: string]> = [
    [{ definitions: { models: { user: grouped } } }, '#/definitions/models/user'],
    [{ parts: [{ user: grouped }] }, '#/parts/0/user'],
    [{}, 'api#/x-old']
  ]
  for (const [group, $ref] of cases) {
    const record = { ...group, properties: { author: { $ref } } }
    const before = (app: FastifyInstance): unknown => app.addSchema({ $id: 'api', 'x-old': grouped })
    await t.rejects(appWith(record, { ajv: loose, before }), {
      message: new RegExp(`posts.record: properties/author: unknown \\$ref '${$ref}'; expected a place in this schema`)
    })
  }
})

t.test('records of several controllers may share an OpenAPI document, also through schemas between', async (t) => {
  const app = Fastify()
  app.addSchema({
    $id: 'api',
    components: {
      schemas: {
        Tag: { ...grouped, definitions: { old: grouped } },
        User: grouped,
        Old: { type: 'object', properties: { it: { $ref: '#/components/schemas/Tag/definitions/old' } } }
      }
    }
  })
  app.addSchema({
    $id: 'User',
    ...grouped,
    properties: { ...grouped.properties, friend: { $ref: 'api#/components/schemas/User' } }
  })
  const controllerOf = (model: string): Anything => ({
    record: { type: 'object', properties: { it: { $ref: model } } },
    create: async ({ body }: Anything) => body
  })
  await app.register(resourcesPlugin, {
    ajv: loose,
    routes: draw((map) =>
      map
        .resources('olds', { only: 'create' })
        .resources('tags', { only: 'create' })
        .resources('users', { only: 'create' })
    ),
    controllers: {
      olds: controllerOf('api#/components/schemas/Old'),
      tags: controllerOf('api#/components/schemas/Tag'),
      users: controllerOf('User')
    }
  })
  const [sent, seen] = [
    { id: 1, name: 'x', age: null },
    { name: 'x', age: null }
  ]
  for (const [name, ...values] of [
    ['tag', sent, seen],
    ['old', { it: sent }, { it: seen }],
    ['user', { ...sent, friend: sent }, { ...seen, friend: seen }]
  ] as const) {
    t.strictSame(await send(app, `POST /${name}s`, { [name]: { it: values[0] } }), {
      [name]: { it: values[1] }
    })
  }
})

t.test('a choice may have a discriminator, which an update need not send', async (t) => {
  const pet = (kind: string, more: object): object => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind }, ...more }
  })
  const record = {
    type: 'object',
    discriminator: { propertyName: 'kind' },
    required: ['kind'],
    oneOf: [pet('dog', { age: { type: 'integer' } }), pet('cat', { toy: { type: 'boolean' } })]
  }
  const app = await appWith(record, { ajv: { customOptions: { discriminator: true } } })
  const cases: ReadonlyArray<readonly [line: string, sent: object, expected: unknown]> = [
    ['POST /posts', { kind: 'dog', age: 3 }, { kind: 'dog', age: 3 }],
    ['POST /posts', { kind: 'bird' }, '400 body/post value of tag "kind" must be in oneOf'],
    ['POST /posts', { age: 3 }, "400 body/post must have required property 'kind'"],
    ['PUT /posts/1', { kind: 'cat', toy: true }, { kind: 'cat', toy: true }],
    ['PUT /posts/1', { age: 3 }, { age: 3 }],
    ['PUT /posts/1', { kind: 'bird' }, '400 body/post/kind must be equal to constant'],
    ['PUT /posts/1', { kind: 'cat', age: 3, toy: 'x' }, '400 body/post/kind must be equal to constant']
  ]
  for (const [line, sent, expected] of cases) {
    const answer = (await send(app, line, { post: sent })) as Anything
    t.match(answer.body?.post ?? answer, expected as object, `${line} ${JSON.stringify(sent)}`)
  }
  const members = [{ minProperties: 1 }, { properties: { age: {} } }, { properties: { kind: { enum: ['dog'] } } }]
  for (const member of members) {
    const other = { properties: { kind: { const: 'cat' }, age: {} } }
    const named = { ...record, properties: { kind: {}, age: {} }, oneOf: [member, other] }
    const choosing = await appWith(named, { ajv: loose })
    const body = { post: { age: 3 } }
    t.match(await send(choosing, 'PUT /posts/1', body), { body }, JSON.stringify(member))
  }
})

t.test('plugins of Ajv add keywords, each with its options', async (t) => {
  const addEven = (ajv: Anything): void => ajv.addKeyword({ keyword: 'even', validate: (_: unknown, value: number) => value % 2 === 0 })
  const addAbove = (ajv: Anything, limit: number): void =>
    ajv.addKeyword({ keyword: 'high', validate: (_: unknown, value: number) => value > limit })
  const record = { type: 'object', properties: { size: { type: 'integer', even: true, high: true } } }
  const app = await appWith(record, { ajv: { plugins: [addEven, [addAbove, 5]] } })
  for (const [size, status] of [[8, 200], [7, 400], [4, 400]]) {
    const { statusCode } = await app.inject({ method: 'POST', url: '/posts', payload: { post: { size } } })
    t.equal(statusCode === 400 ? 400 : 200, status, String(size))
  }
})

t.test('no member of a choice converts a value for another one, with a discriminator or where a library judges', async (t) => {
  const pet = (kind: string, tame: object): object => ({
    type: 'object',
    properties: { tame, kind: { const: kind } },
    required: ['kind']
  })
  const told = {
    type: 'object',
    discriminator: { propertyName: 'kind' },
    required: ['kind'],
    oneOf: [pet('dog', { type: 'boolean' }), pet('cat', { type: 'string' })]
  }
  const record = { type: 'object', properties: { pet: told } }
  const input = z.object({
    pet: z.discriminatedUnion('kind', [
      z.object({ tame: z.boolean(), kind: z.literal('dog') }),
      z.object({ tame: z.string(), kind: z.literal('cat') })
    ])
  })
  const body = { post: { pet: { kind: 'dog', tame: true } } }
  const ajv = { customOptions: { discriminator: true } }
  const app = await appWith(record, { ajv })
  t.match(await send(app, 'POST /posts', body), { body })
  const judged = await appWith(record, { more: { input, load: () => ({}) }, ajv })
  t.match(await send(judged, 'POST /posts', body), { body })
  const whole = await appWith(told, { ajv })
  for (const line of ['POST /posts', 'PUT /posts/1']) {
    const cat = { post: { kind: 'cat', tame: 'true' } }
    t.match(await send(whole, line, cat), { body: cat }, line)
  }
})

t.test('a closed member of a choice refuses a name of another member, which is told alone', async (t) => {
  const closed = (names: object): object => ({ type: 'object', properties: names, additionalProperties: false })
  const pet = { oneOf: [closed({ bark: { type: 'integer' } }), closed({ purr: { type: 'integer' } })] }
  const record = { type: 'object', properties: { pet, 'a/b': pet } }
  const words = 'must NOT have additional properties'
  const both = { bark: 1, purr: 2 }
  const cases: ReadonlyArray<readonly [wrap: boolean, sent: object, place: string]> = [
    [true, { post: { pet: both } }, 'body/post/pet'],
    [true, { post: { 'a/b': both } }, 'body/post/a~1b'],
    [false, { pet: both }, 'body/pet']
  ]
  for (const [wrap, sent, place] of cases) {
    const routes = draw({ wrap } as {}, (map) => map.resources('posts', { only: ['create', 'update'] }))
    const app = await appWith(record, { routes })
    const message = [words, words].map((text) => `${place} ${text}`).join(', ')
    for (const line of ['POST /posts', 'PUT /posts/1']) {
      t.equal(await send(app, line, sent), `400 ${message}`, line)
    }
  }
  let seen: unknown
  const handler = async ({ validationError }: FastifyRequest): Promise<object> => {
    seen = validationError?.validation
    return {}
  }
  const app = await appWith(record, { more: { create: { attachValidation: true, handler } } })
  await send(app, 'POST /posts', { post: { pet: both } })
  t.match(seen, [{
    instancePath: '/post/pet',
    keyword: 'additionalProperties',
    params: { additionalProperty: 'purr' },
    message: words
  }, { params: { additionalProperty: 'bark' } }])
})

const author = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } }
}
/** oracle.test.ts has more spellings. */
const nested: ReadonlyArray<readonly [what: string, record: object]> = [
  [
    'with a name',
    {
      $id: 'own',
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { author: { ...author, $id: 'writer' }, other: { $ref: 'writer' }, more: { $ref: '#who' } },
      definitions: { who: { ...author, $id: '#who' } }
    }
  ],
  [
    'by $defs, from a choice',
    {
      $defs: { 'a/b ~c': author },
      properties: { author: { oneOf: [{ $ref: '#/$defs/a~1b%20~0c' }, { type: 'null' }] } }
    }
  ],
  [
    'by its own $id',
    { $id: 'own', definitions: { author }, properties: { author: { $ref: 'own#/definitions/author' } } }
  ],
  [
    'relative to its $id',
    { $id: 'https://example.org/schemas/post.json', properties: { author: { $ref: 'author.json' } } }
  ],
  ['all of it by $ref', { $ref: 'post#' }],
  [
    'by a definition of its own',
    {
      $ref: '#/definitions/post',
      definitions: {
        author,
        post: { type: 'object', properties: { author: { $ref: '#/definitions/author' } } }
      }
    }
  ]
]

for (const [what, record] of nested) {
  t.test(`what a record holds is closed too: ${what}`, async (t) => {
    const app = await appWith(record, {
      before: (app) => {
        app.addSchema({ $id: 'https://example.org/schemas/author.json#', ...author })
        app.addSchema({
          $id: 'post#',
          definitions: { author },
          properties: { author: { $ref: '#/definitions/author' } }
        })
      }
    })
    for (const line of ['POST /posts', 'PUT /posts/1']) {
      t.match(
        await send(app, line, { post: { author: { id: 1, name: 'Ann', admin: true } } }),
        { body: { post: { author: { id: undefined, name: 'Ann', admin: undefined } } } },
        line
      )
      t.match(
        await send(app, line, { post: { author: { name: ['a', 'b'] } } }),
        /^400 body\/post\/author/,
        line
      )
    }
  })
}

t.test('a record may contain itself', async (t) => {
  const record = {
    properties: {
      title: { type: 'string' },
      replies: { type: 'array', items: { $ref: '#' } },
      'a/b': { $ref: '#/definitions/tree' }
    },
    definitions: {
      tree: {
        type: 'object',
        properties: { leaf: { type: 'integer' }, tree: { $ref: '#/definitions/tree' } }
      }
    }
  }
  const app = await appWith(record)
  t.match(
    await send(app, 'POST /posts', {
      post: {
        replies: [{ title: 'b', admin: 1, replies: [{ title: 'c', admin: 1 }] }],
        'a/b': { tree: { tree: { leaf: 1, admin: 1 } } }
      }
    }),
    {
      body: {
        post: {
          replies: [{ title: 'b', admin: undefined, replies: [{ title: 'c', admin: undefined }] }],
          'a/b': { tree: { tree: { leaf: 1, admin: undefined } } }
        }
      }
    }
  )
  t.equal(
    await send(app, 'POST /posts', { post: { 'a/b': { tree: { leaf: 'x' } } } }),
    '400 body/post/a~1b/tree/leaf must be integer'
  )
  const form = {
    method: 'POST',
    url: '/posts',
    headers: { 'content-type': URLENCODED },
    payload: 'post[a/b][tree][tree][leaf]=&post[replies][0][replies][0][title]=c'
  } as const
  t.match((await app.inject(form)).json(), {
    body: {
      post: { replies: [{ replies: [{ title: 'c' }] }], 'a/b': { tree: { tree: { leaf: undefined } } } }
    }
  })
  const { 'a/b': _, ...properties } = record.properties
  const answering = await appWith(
    { properties },
    { more: { responses: true, show: async () => ({ title: 'a', x: 1, replies: [{ title: 'b', x: 1 }] }) } }
  )
  t.strictSame(await send(answering, 'GET /posts/1'), { title: 'a', replies: [{ title: 'b' }] })
})

t.test('a record without an $id of its own is no schema of the app, however many references it has', async (t) => {
  const levels = Array.from({ length: 24 }, (_, index) => index)
  const definitions = Object.fromEntries(
    levels.map((level) => [
      `d${level}`,
      {
        type: 'object',
        properties:
          level === 23
            ? { leaf: { type: 'integer' } }
            : { a: { $ref: `#/definitions/d${level + 1}` }, b: { $ref: `#/definitions/d${level + 1}` } }
      }
    ])
  )
  const app = await appWith({ definitions, properties: { d: { $ref: '#/definitions/d0' } } })
  t.strictSame(app.getSchemas(), {})
  const nest = (inner: object): object =>
    levels
      .slice(0, 23)
      .reduceRight<object>((body, level) => (level % 2 === 0 ? { a: body } : { b: body }), inner)
  t.strictSame(await send(app, 'POST /posts', { post: { d: nest({ leaf: 1, admin: true }) } }), {
    params: {},
    body: { post: { d: nest({ leaf: 1 }) } }
  })
  t.match(
    await send(app, 'POST /posts', { post: { d: nest({ leaf: 'x' }) } }),
    /^400 body\/post\/d\/a\/b\/a\/.*\/leaf must be integer$/
  )
})

t.test('keywords next to a reference count: an annotation, a default', async (t) => {
  const record = {
    definitions: {
      place: {
        type: 'object',
        properties: { name: { type: 'string', default: 'home' }, near: { $ref: '#/definitions/place' } }
      },
      spot: { description: 'where', $ref: '#/definitions/place' }
    },
    properties: {
      born: { $ref: '#/definitions/spot' },
      lives: { $ref: '#/definitions/spot', description: 'now', default: { name: 'away' } },
      seen: { $ref: '#/definitions/spot', readOnly: true, default: { name: 'nowhere' } }
    }
  }
  const app = await appWith(record)
  const sent = { born: { near: { name: 'x', admin: 1 } }, seen: { name: 'x' } }
  t.strictSame(((await send(app, 'POST /posts', { post: sent })) as Anything).body.post, {
    born: { near: { name: 'x' }, name: 'home' },
    lives: { name: 'away' }
  })
  t.strictSame(
    ((await send(app, 'PUT /posts/1', { post: sent })) as Anything).body.post,
    { born: { near: { name: 'x' }, name: 'home' } },
    'an update sets no default at its own level'
  )
  t.equal(await send(app, 'POST /posts', { post: { born: null } }), '400 body/post/born must be object')
})

t.test('a record may contain itself through allOf, in answers too', async (t) => {
  for (const next of [
    { allOf: [{ $ref: '#/definitions/node' }] },
    { description: 'or none', oneOf: [{ type: 'null' }, { allOf: [{ $ref: '#/definitions/node' }] }] }
  ]) {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, secret: { type: 'string', writeOnly: true }, next }
    }
    const row = {
      node: { name: 'a', secret: 'x', next: { name: 'b', secret: 'x', next: { name: 'c', secret: 'x' } } }
    }
    const app = await appWith(
      { definitions: { node }, properties: { node: { $ref: '#/definitions/node' } } },
      { more: { responses: true, show: async () => row } }
    )
    t.strictSame(await send(app, 'GET /posts/1'), {
      node: { name: 'a', next: { name: 'b', next: { name: 'c' } } }
    })
  }
})

t.test('a scalar schema replaces its reference, even through several references', async (t) => {
  const definitions = {
    positive: { minimum: 0 },
    amount: { type: 'integer', allOf: [{ $ref: '#/definitions/positive' }] },
    age: { type: 'integer', allOf: [{ $ref: '#/definitions/amount' }] },
    slug: { anyOf: [{ $ref: '#/definitions/positive' }, { $ref: '#/definitions/slug' }] }
  }
  const properties = {
    id: { $ref: '#/definitions/age', readOnly: true },
    age: { allOf: [{ $ref: '#/definitions/age' }, { maximum: 100 }] },
    done: { oneOf: [{ $ref: '#/definitions/age' }, { type: 'boolean' }] }
  }
  const routes = draw((map) =>
    map.resources('posts', { controller: 'admin/posts', only: ['create', 'show'] }, (posts) =>
      posts.resources('comments', { only: 'index' })
    )
  )
  const app = Fastify().setErrorHandler(sendValidatorText)
  await app.register(resourcesPlugin, {
    routes,
    controllers: seeing(routes, { 'admin/posts': { record: { definitions, properties } } }),
    scopes: { admin: () => undefined }
  })
  for (const id of ['1e3', '0x10', '%201', '9007199254740993']) {
    for (const url of [`/posts/${id}`, `/posts/${id}/comments`]) {
      t.match(await send(app, `GET ${url}`), /^400 params\/(?:post_)?id must be integer$/, url)
    }
  }
  t.strictSame(await send(app, 'GET /posts/7/comments'), { params: { post_id: 7 } })
  t.match(await send(app, 'POST /posts', { post: { age: 50 } }), { body: { post: { age: 50 } } })
  t.equal(await send(app, 'POST /posts', { post: { age: 500 } }), '400 body/post/age must be <= 100')
  const round = await appWith({ definitions, properties: { slug: { $ref: '#/definitions/slug' } } })
  t.match(await send(round, 'POST /posts', { post: { slug: 5 } }), { body: { post: { slug: 5 } } })
})

t.test("several trees may share a record, and names of the app's schemas stay free", async (t) => {
  const record = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { readOnly: true },
      title: { type: 'string' },
      'über/parts': { type: 'array', items: { $ref: '#' } }
    }
  }
  const sent = { title: 'b', 'über/parts': [{ title: 'a', x: 1 }] }
  const kept = { title: 'b', 'über/parts': [{ title: 'a' }] }
  const app = Fastify()
  app.addSchema({ $id: 'PostInput', type: 'object' })
  app.addSchema({ $id: 'Post', type: 'object' })
  for (const [prefix, schema] of [['/v1', record], ['/v2', record], ['/v3', { ...record }]] as const) {
    await app.register(
      async (scope) => {
        await scope.register(resourcesPlugin, {
          routes: posts,
          controllers: seeing(posts, { posts: { record: schema, responses: { create: false } } })
        })
        t.strictSame(Object.keys(scope.getSchemas()), ['PostInput', 'Post'], prefix)
      },
      { prefix }
    )
  }
  for (const version of ['v1', 'v2', 'v3']) {
    const { body } = (await send(app, `POST /${version}/posts`, { post: sent })) as Anything
    t.strictSame(body, { post: kept }, version)
  }
  const controller = { record, create: see }
  const both = Fastify()
  await both.register(resourcesPlugin, {
    routes: draw((map) =>
      map
        .resources('posts', { only: 'create' })
        .namespace('admin', (admin) =>
          admin.resources('blogPosts', { only: 'create' }).resources('notes', { only: 'create' })
        )
    ),
    controllers: {
      posts: controller,
      'admin/blogPosts': controller,
      'admin/notes': { record: { ...record }, create: see }
    }
  })
  const { body } = (await send(both, 'POST /admin/blogPosts', { blog_post: sent })) as Anything
  t.strictSame(body, { blog_post: kept })
})

t.test('a record with additionalProperties stays open, except for removed properties', async (t) => {
  const record = {
    additionalProperties: true,
    patternProperties: { '^y-': { type: 'string' }, '^x-': { type: 'string', readOnly: true } },
    properties: {
      meta: { type: 'object', additionalProperties: { type: 'integer' } },
      open: { ...author, properties: { name: { type: 'string' } }, additionalProperties: true },
      parts: {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } } },
          {
            type: 'object',
            properties: { b: { type: 'string' } },
            if: { properties: { b: { const: 'x' }, asked: {} } },
            then: { required: ['a'] }
          }
        ]
      },
      pair: { type: 'array', items: [{ type: 'string' }, true] },
      locked: { type: 'object', additionalProperties: { type: 'integer', readOnly: true } },
      free: { type: 'object' }
    },
    dependencies: { meta: ['open'] }
  }
  const app = await appWith(record)
  const sent = {
    meta: { a: 1 },
    open: { name: 'a', more: 1 },
    parts: { a: 'x', b: 'y', asked: 1 },
    pair: ['a', 1],
    'y-a': 'a',
    locked: {},
    free: { a: [{ b: 1 }] },
    other: 1
  }
  t.strictSame(await send(app, 'POST /posts', { post: { ...sent, 'x-id': '1', locked: { a: 1 } } }), {
    params: {},
    body: { post: sent }
  })
})

const user = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    admin: { type: 'boolean', readOnly: true }
  }
}
const bot = { type: 'object', required: ['token'], properties: { token: { type: 'string' } } }

t.test('an allOf with only one member equals that member; a choice with one object is closed too', async (t) => {
  for (const author of [
    { allOf: [{ $ref: 'user#' }] },
    { description: 'who', allOf: [user] },
    { anyOf: [{ allOf: [{ $ref: 'user#' }] }, { type: 'null' }] },
    { oneOf: [{ const: null }, user] },
    { oneOf: [{ ...user, type: undefined }, { enum: ['none'] }] },
    { allOf: [{ allOf: [{ $ref: 'user#' }] }] }
  ]) {
    const app = await appWith(
      { properties: { author } },
      {
        before: (app) => {
          app.addSchema({ $id: 'user#', ...user })
        }
      }
    )
    t.strictSame(
      await send(app, 'POST /posts', { post: { author: { id: 1, name: 'Ann', admin: true, x: 1 } } }),
      { params: {}, body: { post: { author: { name: 'Ann' } } } },
      JSON.stringify(author)
    )
    t.match(
      await send(app, 'POST /posts', { post: { author: {} } }),
      /^400 .*body\/post\/author must have required property 'name'/
    )
  }
})

/** Records with an author, and what a client may send of them. */
const joint: ReadonlyArray<readonly [author: object, good: object]> = [
  [{ allOf: [user, bot] }, { name: 'Ann', token: 'x' }],
  [{ allOf: [user, bot, bot] }, { name: 'Ann', token: 'x' }],
  [{ allOf: [{ $ref: 'user#' }, { required: ['id', 'admin', 'token'] }] }, { name: 'Ann', token: 'x' }],
  [{ allOf: [{ properties: { admin: { type: 'boolean' } } }, { $ref: 'user#' }] }, { name: 'Ann' }],
  [
    { allOf: [{ $ref: 'user#' }], properties: { name: { type: 'string' }, admin: { type: 'boolean' } } },
    { name: 'Ann' }
  ],
  [
    { allOf: [{ $ref: 'user#' }], anyOf: [bot, {}], required: ['id'] },
    { name: 'Ann', token: 'x' }
  ],
  [{ type: 'object', required: ['id'], anyOf: [user, bot] }, { name: 'Ann' }],
  [{ type: 'object', required: ['id'], oneOf: [user, bot] }, { token: 'x' }],
  [{ oneOf: [{ $ref: 'user#' }, { required: ['token'] }, { type: 'string' }] }, { token: 'x' }],
  [{ anyOf: [true, user] }, { name: 'Ann' }],
  [{ oneOf: [{ allOf: [user, { type: 'object' }] }, { allOf: [bot] }] }, { token: 'x' }],
  [
    {
      if: { properties: { name: { const: 'x' } } },
      then: { $ref: 'user#' },
      else: { required: ['id', 'name'] }
    },
    { name: 'Ann' }
  ],
  [{ allOf: [{ properties: { admin: { allOf: [{ $ref: '#/definitions/mark' }] } } }, bot] }, { token: 'x' }],
  [
    {
      allOf: [{ properties: { admin: { anyOf: [{ $ref: '#/definitions/mark' }, { type: 'null' }] } } }, bot]
    },
    { token: 'x' }
  ]
]

for (const [author, good] of joint) {
  t.test(`where several schemas speak of one object, what is readOnly and what is unknown is taken out all the same: ${JSON.stringify(author)}`, async (t) => {
    const app = await appWith(
      {
        definitions: { mark: { type: 'boolean', readOnly: true } },
        properties: { author, list: { type: 'array', items: { allOf: [{ properties: { author } }, bot] } } }
      },
      {
        before: (app) => {
          app.addSchema({ $id: 'user#', ...user })
        }
      }
    )
    for (const line of ['POST /posts', 'PUT /posts/1']) {
      t.strictSame(
        ((await send(app, line, { post: { author: good } })) as Anything).body,
        { post: { author: good } },
        line
      )
      t.strictSame(
        ((await send(app, line, { post: { author: { ...good, admin: true, x: 1 } } })) as Anything).body,
        { post: { author: good } },
        line
      )
      t.match(
        await send(app, line, { post: { list: [{ token: 'x', author: good }] } }),
        { body: { post: { list: [{ author: good }] } } },
        line
      )
      t.strictSame(
        (
          (await send(app, line, {
            post: { list: [{ token: 'x', author: { ...good, admin: true, x: 1 } }] }
          })) as Anything
        ).body,
        { post: { list: [{ token: 'x', author: good }] } },
        line
      )
    }
  })
}

t.test("an invalid pattern is the validator's error at startup, and its options may allow it", async (t) => {
  const PATTERN = '^\\d{3}\\-\\d{4}$'
  const text = { type: 'string', pattern: PATTERN }
  const routes = draw((map) => map.resources('posts', { only: 'create' }))
  const records = [
    { type: 'object', properties: { phone: text } },
    { type: 'object', properties: { title: { type: 'string' } }, patternProperties: { [PATTERN]: text } }
  ]
  for (const record of records) {
    await t.rejects(appWith(record, { routes }), {
      code: 'FST_RESOURCES_CONTROLLERS',
      message: /^The controllers have a mistake: posts\.record: Invalid regular expression: .*Invalid escape$/
    })
    const body = { type: 'object', properties: { post: record } }
    const create = { schema: { body }, handler: see }
    await t.rejects(appWith(undefined, { routes, more: { create } }), {
      code: 'FST_ERR_SCH_VALIDATION_BUILD',
      message: /^Failed building the validation schema for POST: \/posts, .*Invalid escape/
    }, 'of an action itself')
    const app = await appWith(record, { routes, ajv: { customOptions: { unicodeRegExp: false } } })
    const known = record.patternProperties === undefined ? 'phone' : '555-1234'
    const payload = { post: { [known]: '555-1234', other: 'x' } }
    const { body: read } = (await send(app, 'POST /posts', payload)) as Anything
    t.strictSame(read, { post: { [known]: '555-1234' } })
    t.match(await send(app, 'POST /posts', { post: { [known]: 'x' } }), /^400 .* must match pattern/)
  }
  const unread = { type: 'object', properties: { phone: { type: 'string', pattern: '[a-z' } } }
  await t.rejects(appWith(unread, { routes }), {
    code: 'FST_RESOURCES_CONTROLLERS',
    message: /posts\.record: Invalid regular expression: \/\[a-z\/u: /
  })
})

t.test('references in a circle are an error at startup', async (t) => {
  await t.rejects(
    appWith({
      definitions: { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } },
      properties: { any: { $ref: '#/definitions/a' } }
    }),
    { code: 'FST_RESOURCES_CONTROLLERS', message: /^The controllers have [^]*posts\.record: definitions\/a: circular \$ref '#\/definitions\/b'; / }
  )
})

t.test('an object in a choice of a list and an open object keeps what it has', async (t) => {
  const list = { type: 'array', items: bot }
  const objects = [
    { additionalProperties: { type: 'string' } },
    { patternProperties: { '^x': { type: 'string' } } },
    {}
  ]
  for (const open of [
    ...objects.map((open) => ({ type: 'object', ...open })),
    ...objects.slice(0, 2),
    { minProperties: 1 }
  ]) {
    const app = await appWith({ properties: { value: { anyOf: [list, open] } } })
    for (const value of [{ x: 'y' }, [{ token: 'x' }]]) {
      t.strictSame(
        await send(app, 'POST /posts', { post: { value } }),
        { params: {}, body: { post: { value } } },
        JSON.stringify(open)
      )
    }
    t.strictSame(await send(app, 'POST /posts', { post: { value: [{ token: 'x', y: 1 }] } }), {
      params: {},
      body: { post: { value: [{ token: 'x' }] } }
    })
  }
})

/** Records of several schemas: a valid part and a part with a mistake. */
const together: ReadonlyArray<readonly [record: object, good: object, wrong: object]> = [
  [{ allOf: [user, bot] }, { name: 'Ann' }, { token: {} }],
  [{ $ref: 'user#', properties: { size: { type: 'integer' } } }, { size: 5 }, { name: {} }],
  [{ oneOf: [user, bot] }, {}, { name: {}, token: {} }],
  [
    {
      anyOf: [user, { properties: { size: { type: 'integer' } } }],
      oneOf: [bot, { required: ['size'], properties: { size: { maximum: 5 } } }]
    },
    { size: 5 },
    { size: 6, token: {} }
  ],
  [
    {
      anyOf: [user, { properties: { token: { maxLength: 5 } } }],
      oneOf: [bot, { required: ['size'], properties: { size: { maximum: 5 } } }]
    },
    { token: 'x' },
    { token: 'too long', name: {} }
  ],
  [{ ...user, not: { required: ['name'], properties: { name: { const: 'root' } } } }, {}, { name: 'root' }],
  [
    { ...user, not: { required: ['id', 'name'], properties: { id: { readOnly: true } } } },
    { name: 'Ann' },
    { name: {} }
  ]
]

for (const [record, good, wrong] of together) {
  t.test(`an update takes a part of a record that is several schemas together, and each has its say: ${JSON.stringify(record)}`, async (t) => {
    const app = await appWith(record, {
      ajv: loose,
      before: (app) => {
        app.addSchema({ $id: 'user#', ...user })
      }
    })
    t.strictSame(((await send(app, 'PUT /posts/1', { post: { ...good, id: 7, x: 1 } })) as Anything).body, {
      post: good
    })
    t.match(await send(app, 'PUT /posts/1', { post: wrong }), /^400 body\/post/)
    t.match(await send(app, 'POST /posts', { post: {} }), /^400 body\/post/, 'create takes no part')
  })
}

t.test('of several alternatives to null one applies; where each may be null, oneOf refuses null, as in a route by hand', async (t) => {
  const [long, short] = [{ type: 'string', minLength: 3 }, { type: 'string', maxLength: 5 }]
  const nullable = { nullable: true }
  const app = await appWith({
    definitions: { short: { ...short, ...nullable } },
    properties: {
      one: { oneOf: [long, short, { type: 'null' }] },
      each: { oneOf: [{ ...long, ...nullable }, { $ref: '#/definitions/short' }] },
      other: { $ref: '#/properties/each/oneOf/1' }
    }
  })
  const good = [{ one: null }, { one: 'ab' }, { one: 'abcdef' }, { each: 'ab', other: null }, { each: 'abcdef' }]
  for (const post of good) t.match(await send(app, 'POST /posts', { post }), { body: { post } })
  for (const [name, value] of [['one', 'abcd'], ['each', 'abcd'], ['each', null]] as const) {
    t.match(
      await send(app, 'POST /posts', { post: { [name]: value } }),
      new RegExp(`^400 .*body/post/${name} must match exactly one schema in oneOf`)
    )
  }
  t.equal(
    await send(app, 'POST /posts', { post: { other: 'too long' } }),
    '400 body/post/other must NOT have more than 5 characters'
  )
})

t.test('a schema that only tests the data stays as it is', async (t) => {
  const author = {
    allOf: [
      user,
      { not: { required: ['id', 'other'] } },
      { if: { required: ['admin'], properties: { admin: { readOnly: true } } }, then: false }
    ]
  }
  const app = await appWith({ properties: { author } })
  t.strictSame(
    ((await send(app, 'POST /posts', { post: { author: { name: 'Ann', other: 1 } } })) as Anything).body,
    { post: { author: { name: 'Ann' } } }
  )
  const marked = {
    type: 'object',
    required: ['admin'],
    properties: { admin: { type: 'boolean', readOnly: true }, next: { $ref: '#/definitions/marked' } }
  }
  const asking = await appWith({
    definitions: { marked },
    properties: {
      open: { type: 'object', additionalProperties: true, not: { $ref: '#/definitions/marked' } },
      shut: {
        type: 'object',
        additionalProperties: true,
        not: { required: ['other'], properties: { other: true } }
      }
    }
  })
  t.match(await send(asking, 'POST /posts', { post: { open: { next: { admin: true } } } }), {
    body: { post: { open: { next: { admin: true } } } }
  })
  t.equal(
    await send(asking, 'POST /posts', { post: { open: { admin: true } } }),
    '400 body/post/open must NOT be valid'
  )
  t.equal(
    await send(asking, 'POST /posts', { post: { shut: { other: 1 } } }),
    '400 body/post/shut must NOT be valid'
  )
})

t.test('a value that may be null is refused by its own rule: that it is not null either follows from that', async (t) => {
  const none = { type: 'null' }
  const always = { if: true, then: true }
  const cases: ReadonlyArray<readonly [schema: object, value: unknown, place: string, words: string]> = [
    [{ anyOf: [{ type: 'string', minLength: 3 }, none] }, 'ab', '', 'must NOT have fewer than 3 characters'],
    [{ anyOf: [{ type: 'array', items: { type: 'boolean' } }, none] }, ['x'], '/0', 'must be boolean'],
    [{ anyOf: [{ enum: ['a', 'b'] }, none], ...always }, 'c', '', 'must be equal to one of the allowed values'],
    [{ anyOf: [{ type: 'string', maxLength: 2 }, none], ...always, allOf: [{ minLength: 1 }] }, 'abc', '',
      'must NOT have more than 2 characters'],
    [{ oneOf: [none, none] }, 'x', '', 'must be null']
  ]
  for (const [note, value, place, words] of cases) {
    const app = await appWith({ type: 'object', properties: { note } }, { ajv: loose })
    t.equal(
      await send(app, 'POST /posts', { post: { note: value } }),
      `400 body/post/note${place} ${words}`,
      JSON.stringify(note)
    )
  }
})

t.test('a reference into a value that may be null, or into a file, finds the same schema', async (t) => {
  const name = { type: 'string', minLength: 3 }
  const none = { type: 'null' }
  const choices: ReadonlyArray<readonly [said: object, at: string]> = [
    [{ anyOf: [name, none] }, 'anyOf/0'],
    [{ anyOf: [none, name] }, 'anyOf/1'],
    [{ anyOf: [none, { anyOf: [none, name] }] }, 'anyOf/1/anyOf/1'],
    [{ oneOf: [none, name] }, 'oneOf/1'],
    [{ oneOf: [none, { type: 'integer' }, name] }, 'oneOf/2'],
    [{ anyOf: [name, none], allOf: [{ minLength: 1 }], if: true, then: name }, 'anyOf/0'],
    [{ anyOf: [name, none], allOf: [name], if: true, then: name }, 'allOf/0'],
    [{ anyOf: [name, none], if: true, then: name }, 'then'],
    [{ type: 'string', format: 'binary', allOf: [name] }, 'allOf/0'],
    [{ if: { anyOf: [name, none] }, then: true }, 'if/anyOf/0']
  ]
  for (const [said, at] of choices) {
    const app = await appWith({
      type: 'object',
      properties: { said, nick: { $ref: `#/properties/said/${at}` } }
    })
    for (const line of ['POST /posts', 'PUT /posts/1']) {
      t.match(
        await send(app, line, { post: { nick: 'ab' } }),
        /^400 body\/post\/nick must NOT have fewer than 3 characters/,
        `${line} ${at}`
      )
      t.match(
        await send(app, line, { post: { nick: 'abc' } }),
        { body: { post: { nick: 'abc' } } },
        `${line} ${at}`
      )
    }
  }
  for (const [said, at] of [
    [{ oneOf: [none, { type: 'integer' }, name] }, 'oneOf/0'],
    [{ anyOf: [none, name] }, 'anyOf/0']
  ] as const) {
    const app = await appWith({
      type: 'object',
      properties: { said, gone: { $ref: `#/properties/said/${at}` } }
    })
    t.match(await send(app, 'POST /posts', { post: { gone: null } }), { body: { post: { gone: null } } }, at)
    t.match(await send(app, 'POST /posts', { post: { gone: 'x' } }), /must be null/, at)
  }
})

t.test('answers lack what any schema of the object, or a member of its choice, marks as writeOnly', async (t) => {
  const hash = { type: 'string' }
  const secret = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, hash: { ...hash, allOf: [{ writeOnly: true }] } }
  }
  const other = { type: 'object', required: ['email'], properties: { email: { type: 'string' } } }
  for (const author of [
    { allOf: [secret, { type: 'object', properties: { hash } }] },
    { type: 'object', additionalProperties: true, patternProperties: { '^h': {} }, allOf: [secret] },
    { oneOf: [other, secret] },
    ...[{}, CLOSED, { additionalProperties: true }].map((more) => ({ anyOf: [{ ...secret, ...more }, { type: 'null' }] }))
  ]) {
    const app = await appWith(
      { properties: { author } },
      { more: { responses: true, show: async () => ({ author: { name: 'Ann', hash: 'x' } }) } }
    )
    t.strictSame(await send(app, 'GET /posts/1'), { author: { name: 'Ann' } }, JSON.stringify(author))
  }
})

t.test('an object whose toJSON gives a text is that text in an answer', async (t) => {
  const author = {
    anyOf: [{ type: 'string' }, { type: 'object', properties: { hash: { type: 'string', writeOnly: true } } }]
  }
  const app = await appWith(
    { properties: { author } },
    { more: { responses: true, show: async () => ({ author: { hash: 'x', toJSON: () => 'Ann' } }) } }
  )
  t.strictSame(await send(app, 'GET /posts/1'), { author: 'Ann' })
})

t.test('an answer of another kind than responses declares is an error with the fix', async (t) => {
  const app = await appWith(post, {
    more: { responses: true, index: async () => ({ id: 1 }), show: async () => [] }
  })
  t.equal(
    await send(app, 'GET /posts'),
    "500 posts#index answers with an object, where 'responses' expects a list; change the action, or declare its answer: responses: { index: … } takes 'record', 'list', a JSON Schema and false"
  )
  const nested = await appWith(post, { more: { responses: true, show: async () => [[1], { id: 1 }, [2]] } })
  t.match(await send(nested, 'GET /posts/1'), /^500 posts#show answers with a list with a list, an object, where/)
  t.equal(
    await send(app, 'GET /posts/1'),
    "500 posts#show answers with an empty list, where 'responses' expects a record; change the action, or declare its answer: responses: { show: … } takes 'record', 'list', a JSON Schema and false"
  )
})

t.test('so is what keeps nothing in properties, such as a promise that nobody awaits: it would be an empty object', async (t) => {
  const record = { type: 'object', properties: { id: { type: 'integer' } } }
  class Row {
    get id (): number {
      return 1
    }
  }
  const opaque = [new Map([['id', 1]]), new Set([{ id: 1 }]), [{ id: 1 }].values(), Promise.resolve({ id: 1 })]
  const known = [
    {},
    new Row(),
    Object.assign(new Map(), { id: 1 }),
    Object.assign(new Map(), { toJSON: () => ({ id: 1 }) })
  ]
  let answers: unknown[] = []
  const more = { responses: true, index: async () => answers, show: async () => answers[1] ?? { id: 0 } }
  const app = await appWith(record, { more })
  for (const value of opaque) {
    answers = [{ id: 1 }, value]
    const kind = `an instance of ${value.constructor.name} as '1'`
    t.match(await send(app, 'GET /posts'), `500 posts#index answers with ${kind}, where its schema requires object`)
    // An action that returns a promise answers with its value.
    if (!(value instanceof Promise)) {
      t.match(await send(app, 'GET /posts/1'), /^500 posts#show .*, where 'responses' expects a record/)
    }
  }
  for (const [index, value] of known.entries()) {
    answers = [{ id: 1 }, value]
    t.strictSame(await send(app, 'GET /posts'), [{ id: 1 }, index === 0 ? {} : { id: 1 }])
    t.strictSame(await send(app, 'GET /posts/1'), index === 0 ? {} : { id: 1 })
  }
})

t.test("a reference to nothing in a schema of responses is the serializer's error at startup", async (t) => {
  await t.rejects(
    appWith(post, {
      more: { responses: { index: { type: 'object', properties: { items: { $ref: 'nowhere#' } } } } }
    }),
    { code: 'FST_ERR_SCH_SERIALIZATION_BUILD', message: /nowhere/ }
  )
})

t.test('answers that are text, streams, redirects or errors stay unchanged', async (t) => {
  const { Readable } = await import('node:stream')
  const app = await appWith(post, {
    more: {
      responses: true,
      index: async (_: unknown, reply: Anything) => reply.type('text/html').send('<p>Hi</p>'),
      show: async (_: unknown, reply: Anything) =>
        reply.type('application/json').send(Readable.from(['{"a":1}'])),
      create: async (_: unknown, reply: Anything) => reply.redirect('/posts/1', 303),
      update: async (_: unknown, reply: Anything) => reply.code(422).send({ a: 1 })
    }
  })
  t.equal((await app.inject('/posts')).body, '<p>Hi</p>')
  t.equal((await app.inject('/posts/1')).body, '{"a":1}')
  t.equal(
    (await app.inject({ method: 'POST', url: '/posts', payload: { post: { title: 'a' } } })).statusCode,
    303
  )
  t.strictSame((await app.inject({ method: 'PUT', url: '/posts/1', payload: { post: {} } })).json(), { a: 1 })
})

t.test('the scope of a namespace has its own schemas, and the records of outer scopes', async (t) => {
  const routes = draw((map) =>
    map.resources('posts', { only: 'show' }, (posts) =>
      posts.namespace('admin', (admin) => admin.resources('notes', { only: ['create', 'show'] }))
    )
  )
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes,
    controllers: seeing(routes, { posts: { record: post }, 'admin/notes': { record: { $ref: 'note' } } }),
    scopes: {
      admin: async (scope) => {
        scope.addSchema({ $id: 'note', properties: { text: { type: 'string' } } })
      }
    }
  })
  t.match(await send(app, 'POST /posts/1/notes', { note: { text: 'Hi', x: 1 } }), {
    params: { post_id: 1 },
    body: { note: { text: 'Hi', x: undefined } }
  })
})

t.test("a parent's id is checked in whatever scope its controller is", async (t) => {
  const routes = draw((map) =>
    map
      .resources('posts', { only: 'show', controller: 'admin/posts' }, (posts) =>
        posts.resources('comments', { only: 'index' })
      )
      .namespace('blog', (blog) =>
        blog.resources('tags', { only: 'show' }, (tags) =>
          tags.resources('uses', { only: 'index', controller: 'admin/uses' })
        )
      )
  )
  const made: unknown[] = []
  const app = Fastify().setErrorHandler(sendValidatorText)
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      ...seeing(routes, { 'blog/tags': { record: post } }),
      'admin/posts': (scope: Anything) => {
        made.push(scope.mark)
        return { record: post, show: see }
      }
    },
    scopes: {
      admin: (scope) => {
        scope.decorate('mark', 'admin')
      },
      blog: () => undefined
    }
  })
  t.strictSame(made, ['admin'])
  t.match(await send(app, 'GET /posts/1/comments'), { params: { post_id: 1 } })
  t.equal(await send(app, 'GET /posts/abc/comments'), '400 params/post_id must be integer')
  t.equal(await send(app, 'GET /blog/tags/abc/uses'), '400 params/tag_id must be integer')
})

/**
 * A record of an app in which each refers to all others: fast-json-stringify, which follows every path, would
 * not end.
 */
function entity (name: string, names: readonly string[]): object {
  const others = names.filter((other) => other !== name).map((other) => [other, { $ref: `${other}#` }])
  return {
    $id: name,
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string' },
      pin: { type: 'string', writeOnly: true },
      ...(Object.fromEntries(others) as object)
    }
  }
}

t.test('forty records that all refer to each other are a schema each, and answer', async (t) => {
  const names = Array.from({ length: 40 }, (_, index) => `e${index}s`)
  const routes = draw((map) => map.resources(...names, { only: ['create', 'show'] }))
  const row = {
    id: 1,
    name: 'a',
    pin: 'x',
    column: 1,
    e7s: { id: 7, name: 'b', pin: 'x', e0s: { id: 1, name: 'a', column: 1 } }
  }
  const app = Fastify({ pluginTimeout: 0 })
  await app.register(resourcesPlugin, {
    routes,
    controllers: seeing(
      routes,
      Object.fromEntries(
        names.map((name) => [
          name,
          { record: entity(name, names), show: async () => row }
        ])
      )
    )
  })
  t.equal(Object.keys(app.getSchemas()).length, 40)
  t.strictSame(await send(app, 'GET /e0s/1'), {
    id: 1,
    name: 'a',
    column: 1,
    e7s: { id: 7, name: 'b', e0s: { id: 1, name: 'a', column: 1 } }
  })
  t.strictSame(((await send(app, 'POST /e1s', { e1: row })) as Anything).body, {
    e1: { name: 'a', e7s: { name: 'b', e0s: { name: 'a' } } }
  })
})

t.test('records that refer to each other in too many ways have no answers, with or without a serializer', async (t) => {
  const names = ['posts', ...Array.from({ length: 12 }, (_, index) => `e${index}s`)]
  const routes = draw((map) => map.resources('posts', { only: ['index', 'create', 'show'] }))
  const start = async (more: object, count: number = names.length): Promise<unknown> => {
    const app = Fastify()
    const some = names.slice(0, count)
    for (const name of some.slice(1)) app.addSchema(entity(name, some))
    const show = async (): Promise<object> => ({ id: 1, name: 'a' })
    const posts = { record: entity('posts', some), index: async () => [], create: show, show, ...more }
    await app.register(resourcesPlugin, { routes, controllers: { posts } })
    return (await app.inject('/posts/1')).statusCode
  }
  const serializerCompiler = () => () => 'mine'
  for (const more of [{}, { show: { serializerCompiler, handler: see } }]) {
    await t.rejects(start({ ...more, responses: true }), {
      code: 'FST_RESOURCES_CONTROLLERS',
      message: 'posts: responses: its schemas refer to each other in too many ways'
    })
  }
  t.equal(await start({}), 200)
  t.equal(await start({ responses: false }), 200)
  t.equal(await start({ responses: { index: false, create: false, show: false } }), 200)
  t.equal(await start({ responses: true }, 4), 200)
})

t.test("a serializer of the app's own writes what it wants, but for what the record hides", async (t) => {
  const record = {
    properties: {
      id: { type: 'integer' },
      author: { type: 'object', properties: { name: { type: 'string' }, pin: { type: 'string', writeOnly: true } } }
    }
  }
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'show' })),
    controllers: {
      posts: { record, responses: true, show: async () => ({ id: 1, x: 1, pin: '1', author: { name: 'Ann', x: 1, pin: '1' } }) }
    }
  })
  app.setSerializerCompiler(() => JSON.stringify)
  t.strictSame(await send(app, 'GET /posts/1'), { id: 1, x: 1, author: { name: 'Ann', x: 1 } })
})

t.test('what an answer hides leaves no open object: of a getter, or where the schema says values and no type', async (t) => {
  const author = { type: 'object', additionalProperties: true, properties: { pin: { type: 'string', writeOnly: true } } }
  const record = { properties: { id: { type: 'integer' }, author, kind: { enum: ['a', 'b'] } } }
  class Row {
    id = 1
    get author (): object {
      return { pin: '1234', name: 'Ann' }
    }
  }
  const cases: ReadonlyArray<readonly [answer: object, seen: object]> = [
    [new Row(), { id: 1, author: { name: 'Ann' } }],
    [Object.defineProperty({ id: 1 }, 'author', { value: { pin: '1234' } }), { id: 1, author: {} }],
    [{ kind: { pin: '1234', x: 1 } }, { kind: { x: 1 } }]
  ]
  for (const [answer, seen] of cases) {
    const app = await appWith(record, { more: { responses: true, show: async () => answer } })
    t.strictSame(await send(app, 'GET /posts/1'), seen)
  }
})

t.test('an object that is text or number is what Fastify makes of it', async (t) => {
  class Money {
    cents = 100
    pin = '1234'
    toString (): string {
      return '1.00'
    }
  }
  const text = { type: 'string' }
  const cases: ReadonlyArray<readonly [schema: object, value: unknown]> = [
    [text, new Money()],
    [{ type: ['string', 'null'] }, new Money()],
    [{ type: 'array', items: text }, [new Money(), /x/]],
    [{ type: 'object', additionalProperties: text }, { a: new Money() }],
    [text, /x/],
    [text, Buffer.from('ab')],
    [text, new URL('http://localhost/')],
    [text, Object('x')],
    [{ type: 'integer' }, Object(5)],
    [{ type: 'boolean' }, Object(true)],
    [{ type: 'boolean' }, new Money()],
    [{ type: 'number' }, { valueOf: () => 1.5 }],
    [{ type: 'number' }, new Uint8Array([1])]
  ]
  for (const [schema, value] of cases) {
    const record = { properties: { value: schema, pin: { type: 'string', writeOnly: true } } }
    const response = { 200: { type: 'object', properties: { value: schema } } }
    const show = async (): Promise<object> => ({ value })
    const native = await Fastify().get('/', { schema: { response } }, show).inject('/')
    const ours = await (await appWith(record, { more: { responses: true, show } })).inject('/posts/1')
    t.strictSame([ours.statusCode, ours.body], [native.statusCode, native.body], JSON.stringify(schema))
  }
})

t.test('a serializer for answers of another kind gets no JSON Schema', async (t) => {
  class Kind {
    name = 'text'
  }
  class Answers {
    200 = new Kind()
  }
  const schemas: unknown[] = []
  const serializerCompiler = ({ schema }: Anything) => {
    schemas.push(schema)
    return JSON.stringify
  }
  await appWith(post, {
    more: { responses: true, show: { schema: { response: new Answers() }, serializerCompiler, handler: see } }
  })
  t.strictSame(schemas, [new Kind(), new Kind()], 'for GET and HEAD')
})

const refused: ReadonlyArray<readonly [record: unknown, ...messages: string[]]> = [
  [5, 'expected a JSON Schema of an object with properties, or a Standard Schema, got 5'],
  ['post', "expected a JSON Schema of an object with properties, or a Standard Schema, got 'post'"],
  [null, 'expected a JSON Schema of an object with properties, or a Standard Schema, got null'],
  [
    [post],
    'expected a JSON Schema of an object with properties, or a Standard Schema, got [an object with type, required, properties]'
  ],
  [
    new Map(),
    'expected a JSON Schema of an object with properties, or a Standard Schema, got an instance of Map'
  ],
  [{ type: 'array', items: post }, "expected a schema of type 'object', got 'array'"],
  [
    { type: 'object' },
    'expected a schema with properties, since all others would be unknown; got an object with type'
  ],
  [
    { properties: {} },
    'expected a schema with properties, since all others would be unknown; got an object without properties'
  ],
  [
    { allOf: [{ type: 'object' }] },
    'expected a schema with properties, since all others would be unknown; got an object with allOf'
  ],
  [{ properties: [] }, 'properties: expected schemas by name, got []'],
  [
    { $ref: 'pots#' },
    "unknown schema 'pots#'; add it with fastify.addSchema() before the controllers are registered"
  ],
  [
    { $ref: '#/definitions/post' },
    "unknown schema '#/definitions/post'; add it with fastify.addSchema() before the controllers are registered"
  ],
  [
    { $ref: '#post', definitions: {} },
    "unknown schema '#post'; add it with fastify.addSchema() before the controllers are registered"
  ],
  [
    { $ref: '#' },
    "unknown schema '#'; add it with fastify.addSchema() before the controllers are registered"
  ],
  [
    { properties: { title: { type: 'strnig' } } },
    "properties/title: unknown type 'strnig'; expected 'string', 'number', 'integer', 'boolean', 'null', 'object' or 'array'; did you mean 'string'?"
  ],
  [{ properties: { title: 'string' } }, "properties/title: expected a schema, got 'string'"],
  [
    { properties: { author: { properties: ['name'] } } },
    "properties/author/properties: expected schemas by name, got ['name']"
  ],
  [
    { properties: { author: { $ref: 'author' } } },
    "properties/author: unknown $ref 'author'; expected a place in this schema (#/definitions/…), or a schema added before with fastify.addSchema()"
  ],
  [
    { properties: { id: { type: 'intger', readOnly: true } } },
    "properties/id: unknown type 'intger'; expected 'string', 'number', 'integer', 'boolean', 'null', 'object' or 'array'; did you mean 'integer'?"
  ],
  [
    { properties: { a: { $ref: '#/properties/b/c' } } },
    "properties/a: unknown $ref '#/properties/b/c'; expected a place in this schema (#/definitions/…), or a schema added before with fastify.addSchema()"
  ],
  [
    { properties: { a: { $ref: '#/%zz' } } },
    "properties/a: unknown $ref '#/%zz'; expected a place in this schema (#/definitions/…), or a schema added before with fastify.addSchema()"
  ],
  [{ ...post, required: 'title' }, "required: expected a list of properties, got 'title'"],
  [
    { properties: { size: { enum: [], minimum: '1' } } },
    'schema is invalid: data/properties/size/minimum must be number'
  ],
  [
    { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: { tags: { maxItems: -1 } } },
    'schema is invalid: data/properties/tags/maxItems must be >= 0'
  ],
  [{ properties: { at: { format: /date/ } } }, 'schema is invalid: data/properties/at/format must be string'],
  [
    { properties: { at: { format: 'day' } } },
    'unknown format "day" ignored in schema at path "#/properties/at"; declare it by the option ajv of the plugin: { customOptions, plugins }, as Fastify\'s own'
  ],
  [
    { properties: { author: { anyOf: [user, { ...bot, properties: { admin: { type: 'boolean' } } }] } } },
    "properties/author: the members of a choice disagree whether 'admin' is readOnly or writeOnly; mark it in each of them, split the record, or give the action a schema: { body, response } of its own"
  ],
  [
    { properties: { a: { readOnly: 1 }, b: { items: { writeOnly: 'true' } }, c: { writeonly: true } } },
    'properties/a: readOnly: expected true or false, got 1',
    "properties/b/items: writeOnly: expected true or false, got 'true'",
    "properties/c: unknown keyword 'writeonly'; did you mean 'writeOnly'?"
  ],
  [
    { properties: { pin: { oneOf: [{ type: 'string', writeOnly: true }, { type: 'integer' }, { type: 'null' }] } } },
    'properties/pin/oneOf/0: one value of a choice cannot be writeOnly alone; mark the whole property'
  ],
  [
    { properties: { pins: { items: { anyOf: [{ type: 'integer' }, { type: 'array', readOnly: true }] } } } },
    'properties/pins/items/anyOf/1: one value of a choice cannot be readOnly alone; mark the whole property'
  ],
  [
    { ...post, required: ['titel', 5] },
    "required: unknown property 'titel'; did you mean 'title'?",
    'required: unknown property 5'
  ]
]

for (const [record, ...messages] of refused) {
  t.test(`refused: a record that has ${messages.join('; ')}`, async (t) => {
    await t.rejects(appWith(record), {
      code: 'FST_RESOURCES_CONTROLLERS',
      message: `The controllers have ${messages.length === 1 ? 'a mistake: ' : `${messages.length} mistakes:\n  - `}${messages.map((message) => `posts.record: ${message}`).join('\n  - ')}`
    })
  })
}

t.test("what no validator can read in an action's own schema is Fastify's own error at startup, which names the route", async (t) => {
  const wrong = { type: 'object', properties: { id: { type: 'integr' } } }
  for (const [schema, part] of [
    [{ params: wrong }, 'VALIDATION'],
    [{ headers: wrong }, 'VALIDATION'],
    [{ body: wrong }, 'VALIDATION'],
    [{ body: { content: { 'text/csv': { schema: wrong } } } }, 'VALIDATION'],
    [{ response: { '2xx': wrong } }, 'SERIALIZATION']
  ] as const) {
    await t.rejects(
      appWith(undefined, { more: { update: { schema, handler: see } } }),
      { code: `FST_ERR_SCH_${part}_BUILD`, message: /schema for PUT: \/posts\/:id, .*data\/properties\/id\/type must be/ },
      JSON.stringify(schema)
    )
  }
  await t.rejects(
    appWith(undefined, { more: { update: { schema: { querystring: wrong }, handler: see } } }),
    { code: 'FST_RESOURCES_CONTROLLERS', message: /posts\.update: schema\.querystring: .*data\/properties\/id\/type must be/ },
    'a query is one for the validator of the plugin'
  )
})

t.test('refused: a mark that hides nothing, also in a shared schema, and where the app has a validator of its own', async (t) => {
  const account = { $id: 'account', type: 'object', properties: { pin: { type: 'string', writeOnly: 'true' } } }
  const fault = 'properties/pin: writeOnly: expected true or false, got \'true\''
  for (const [record, place] of [
    [{ type: 'object', properties: { account: { $ref: 'account#' } } }, "schema 'account'"],
    [{ $ref: 'account#' }, "schema 'account'"],
    [{ type: 'object', properties: account.properties }, 'posts.record']
  ] as const) {
    for (const isForeign of [false, true]) {
      const app = Fastify()
      app.addSchema(account)
      if (isForeign) app.setValidatorCompiler(() => () => true)
      const posts = { record, show: async () => ({ pin: 'secret' }) }
      const routes = draw((map) => map.resources('posts', { only: 'show' }))
      app.register(resourcesPlugin, { routes, controllers: { posts } })
      await t.rejects(async () => await app.ready(), {
        message: `The controllers have a mistake: ${place}: ${fault}`
      })
    }
  }
})

t.test('a keyword may take its value out of the data, where the option ajv says so', async (t) => {
  const record = {
    type: 'object',
    properties: { from: { type: 'integer' }, until: { type: 'integer', minimum: { $data: '1/from' } } }
  }
  const app = await appWith(record, { ajv: { customOptions: { $data: true } } })
  t.match(await send(app, 'POST /posts', { post: { from: 2, until: 1 } }), /^400 body\/post\/until must be >= 2/)
})

t.test('refused: invalid responses, or responses without a record', async (t) => {
  await t.rejects(appWith(post, { more: { responses: 'yes' } }), {
    message:
      "The controllers have a mistake: posts.responses: expected true, false, or 'record', 'list', a schema or false by action, got 'yes'"
  })
  await t.rejects(appWith(undefined, { more: { responses: true } }), {
    message:
      "The controllers have a mistake: posts.responses: the record is missing; add its schema as 'record'"
  })
})

t.test('refused: responses of an unknown action', async (t) => {
  await t.rejects(appWith(post, { more: { responses: { serach: 'list' }, search: see } }), {
    message:
      "The controllers have a mistake: posts.responses: unknown action 'serach'; did you mean 'search'?"
  })
})

t.test('refused: two schemas with one $id', async (t) => {
  const routes = draw((map) => map.resources('posts', 'notes', { only: 'create' }))
  const start = async (
    notes: object,
    before: (app: FastifyInstance) => void = () => undefined
  ): Promise<void> => {
    const app = Fastify()
    before(app)
    await app.register(resourcesPlugin, {
      routes,
      controllers: seeing(routes, { posts: { record: { $id: 'own', ...post } }, notes: { record: notes } })
    })
  }
  const fault = (name: string): string =>
    `${name}.record: its $id 'own' belongs to another schema too; give each schema its own $id`
  await t.rejects(start({ $id: 'own#', properties: { text: {} } }), {
    code: 'FST_RESOURCES_CONTROLLERS',
    message: fault('posts')
  })
  await t.rejects(
    start(post, (app) => {
      app.addSchema({ $id: 'own', type: 'object' })
    }),
    { code: 'FST_RESOURCES_CONTROLLERS', message: `The controllers have a mistake: ${fault('posts')}` }
  )
  await t.resolves(start({ $id: 'own', ...post }), 'one that says the same is the same')
})

t.test('the id of a row\'s own record is read-only unless its schema says otherwise, also by allOf and references', async (t) => {
  const id = { type: 'integer' }
  const title = { type: 'string' }
  const base = { $id: 'base', type: 'object', required: ['id'], properties: { id } }
  const own = { type: 'object', required: ['id', 'title'], properties: { id, title } }
  const next = { type: 'object', required: ['id', 'title'], properties: { id, title, next: { $ref: '#' } } }
  const sent = { id: 9, title: 'A' }
  const cases: ReadonlyArray<readonly [what: string, record: Anything, sent: object, expected: unknown]> = [
    ['in place', own, sent, { title: 'A' }],
    ['by allOf', { type: 'object', allOf: [own] }, sent, { title: 'A' }],
    ['by a reference', { type: 'object', properties: { title }, allOf: [{ $ref: 'base#' }] }, sent, { title: 'A' }],
    ['a schema of the app', { $ref: 'base#' }, { id: 9 }, {}],
    ['of another record', next, { ...sent, next: sent }, { title: 'A', next: sent }],
    ['readOnly: false', { ...own, properties: { id: { ...id, readOnly: false }, title } }, sent, sent],
    ['an input', { record: own, input: own }, sent, sent]
  ]
  for (const [what, record, sent, expected] of cases) {
    const app = Fastify()
    app.addSchema(base)
    const see = async ({ body }: Anything): Promise<unknown> => body.post
    const schemas = 'input' in record ? record : { record }
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { only: ['create', 'update'] })),
      controllers: { posts: { ...schemas, create: see, update: see } }
    })
    for (const [method, url] of [['POST', '/posts'], ['PUT', '/posts/1']] as const) {
      t.strictSame((await app.inject({ method, url, payload: { post: sent } })).json(), expected, `${what}: ${method}`)
    }
  }
})

t.test('each record has the rules of its own ids, also where JSON writes two schemas alike', async (t) => {
  const accepts = { keyword: 'accepts', validate: (check: (id: number) => boolean, id: number) => check(id) }
  const recordOf = (accepts: (id: number) => boolean): object => ({
    record: { properties: { id: { type: 'integer', readOnly: true, accepts }, name: { type: 'string' } } },
    show: see
  })
  const isEven = (id: number): boolean => id % 2 === 0
  const isOdd = (id: number): boolean => !isEven(id)
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', 'pages', 'notes', { only: 'show' })),
    controllers: { posts: recordOf(isEven), pages: recordOf(isOdd), notes: recordOf(isEven) },
    ajv: { customOptions: { keywords: [accepts] } }
  })
  const statusOf = async (url: string): Promise<number> => (await app.inject(url)).statusCode
  for (const [url, status] of [
    ['/posts/1', 400], ['/posts/2', 200], ['/pages/1', 200], ['/pages/2', 400], ['/notes/1', 400], ['/notes/2', 200]
  ] as const) {
    t.equal(await statusOf(url), status, url)
  }
})
