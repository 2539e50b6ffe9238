/** The client with an app: over `inject`, and over a socket where `inject` would hide a fault. */

import t from 'tap'
import type { Test } from 'tap'
import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createClient, ResponseError } from '../../lib/client.js'
import { injectFetch } from '../../lib/testing.js'
import type { ClientOptions } from '../../lib/client.js'
import type { RoutesJson } from '../../lib/urls.js'
import resourcesPlugin, { draw, sendFieldErrors } from '../../lib/index.js'
import type { Routes } from '../../lib/index.js'

type Anything = any

/** The request, as all actions answer it. */
async function echo (request: FastifyRequest): Promise<object> {
  const {
    method,
    url,
    body,
    headers: { accept, 'content-type': type, cookie, authorization }
  } = request
  return JSON.parse(
    JSON.stringify({
      asked: `${method} ${url}`,
      body: body ?? undefined,
      accept,
      type,
      cookie,
      authorization
    })
  ) as object
}

const actions = { index: echo, create: echo, new: echo, edit: echo, show: echo, update: echo, destroy: echo }

async function startApp (
  t: Test,
  routes: Routes,
  controllers: Record<string, object>
): Promise<FastifyInstance> {
  // After an abort fetch opens a connection on which it asks nothing.
  const app = Fastify({ forceCloseConnections: true })
  await app.register(multipart, { attachFieldsToBody: 'keyValues' })
  app.setErrorHandler(sendFieldErrors)
  await app.register(resourcesPlugin, { routes, controllers })
  t.teardown(async () => {
    await app.close()
  })
  return app
}

async function start (
  t: Test,
  routes: Routes,
  controllers: Record<string, object>,
  options: ClientOptions = {}
): Promise<Anything> {
  return createClient(routes, { fetch: injectFetch(await startApp(t, routes, controllers)), ...options })
}

const routes = draw({ formats: ['csv'], patch: true }, (map) =>
  map
    .root({ controller: 'posts', action: 'index' })
    .resources('posts', { member: { publish: 'put', mark: ['get', 'post'], touch: 'any' } }, (posts) =>
      posts.resources('comments', { shallow: false })
    )
    .resources('photos', { only: ['show'] }, (photos) =>
      photos.resources('comments', { only: ['index', 'create'] })
    )
    .resources('comments', { only: ['index'] })
    .resource('account')
    .namespace('admin', (admin) => admin.resources('users', { only: ['index'] }))
)

const controllers = {
  posts: { ...actions, publish: echo, mark: echo, touch: echo },
  comments: actions,
  photos: actions,
  accounts: actions,
  'admin/users': actions
}

t.test('an action is a method of its controller; ids come as helpers take them', async (t) => {
  const client = await start(t, routes, controllers)
  const cases: ReadonlyArray<readonly [call: Promise<Anything>, asked: string, body?: object]> = [
    [client.posts.index(), 'GET /posts'],
    [client.posts.index({ query: { page: 2, ids: [1] } }), 'GET /posts?page=2&ids[]=1'],
    [
      client.posts.index({ query: { owner: null, page: undefined, ids: [1, null, 2], of: { a: null } } }),
      'GET /posts?owner=&ids[]=1&ids[]=&ids[]=2&of[a]='
    ],
    [client.posts.show(1), 'GET /posts/1'],
    [client.posts.show('a b'), 'GET /posts/a%20b'],
    [client.posts.show({ id: 7, title: 'A' }), 'GET /posts/7'],
    [client.posts.show({ toParam: () => 'slug' }), 'GET /posts/slug'],
    [client.posts.edit(1), 'GET /posts/1/edit'],
    [client.posts.create({ title: 'A' }), 'POST /posts', { post: { title: 'A' } }],
    [client.posts.update(1, { title: 'A' }), 'PUT /posts/1', { post: { title: 'A' } }],
    [client.posts.update({ id: 1 }, { id: 2, title: 'A' }), 'PUT /posts/1', { post: { id: 2, title: 'A' } }],
    [
      client.posts.update(1, { title: 'A' }, { wrap: false, query: { a: 1 } }),
      'PUT /posts/1?a=1',
      { title: 'A' }
    ],
    [client.posts.destroy(1), 'DELETE /posts/1'],
    [client.posts.publish(1), 'PUT /posts/1/publish'],
    [client.posts.publish(1, { body: { at: 'now' } }), 'PUT /posts/1/publish', { at: 'now' }],
    [client.posts.mark(1), 'GET /posts/1/mark'],
    [client.posts.mark(1, { body: ['a'] }), 'POST /posts/1/mark', ['a']],
    [client.posts.touch(1), 'GET /posts/1/touch'],
    [client.posts.touch(1, { body: {} }), 'POST /posts/1/touch', {}],
    [client.comments.show(1, 2), 'GET /posts/1/comments/2'],
    [client.comments.show({ post_id: 1, id: 2 }), 'GET /posts/1/comments/2'],
    [client.comments.show({ post_id: 1, id: 2 }, { query: { a: 1 } }), 'GET /posts/1/comments/2?a=1'],
    [client.comments.show({ id: 1 }, { id: 2, post_id: 1 }), 'GET /posts/1/comments/2'],
    [client.comments.show({ id: 1, post_id: 5 }, { id: 2, post_id: 1 }), 'GET /posts/1/comments/2'],
    [
      client.comments.update(1, 2, { text: 'A' }, { query: { a: 1 } }),
      'PUT /posts/1/comments/2?a=1',
      { comment: { text: 'A' } }
    ],
    [
      client.comments.update({ post_id: 1, id: 2 }, { id: 2, text: 'A' }),
      'PUT /posts/1/comments/2',
      { comment: { id: 2, text: 'A' } }
    ],
    [client.accounts.show(), 'GET /account'],
    [client.accounts.update({ name: 'A' }), 'PUT /account', { account: { name: 'A' } }],
    [client.admin.users.index(), 'GET /admin/users']
  ]
  for (const [call, asked, body] of cases) {
    const answer = await call
    t.strictSame([answer.asked, answer.body], [asked, body], asked)
  }
})

t.test('a namespace is an object of its controllers, beside a controller and an action of its name', async (t) => {
  const actions = { index: echo, show: echo, name: echo, try: echo }
  const routes = draw({ api: true }, (map) =>
    map
      .resources('posts', { only: 'index', member: { comments: 'get' } })
      .resources('admin', { only: 'index' })
      .namespace('posts', (posts) => posts.resources('comments', { only: ['index', 'show'] }))
      .namespace('admin', (admin) =>
        admin
          .resources('users', { only: 'show' })
          .namespace('v2', (v2) => v2.resources('length', { only: 'index', collection: { name: 'get', try: 'get' } }))
      )
      .namespace('v2', (v2) => v2.resource('account', { only: 'show' }))
  )
  const names = ['posts', 'posts/comments', 'admin', 'admin/users', 'admin/v2/length', 'v2/accounts']
  const controllers = Object.fromEntries(names.map((name) => [name, { ...actions, comments: echo }]))
  for (const table of [routes, JSON.parse(JSON.stringify(routes))]) {
    const app = await startApp(t, routes, controllers)
    const { posts, admin, v2 }: Anything = createClient(table, { fetch: injectFetch(app) })
    const cases: ReadonlyArray<readonly [call: Promise<Anything>, asked: string]> = [
      [posts.index(), 'GET /posts'],
      [posts.comments(1), 'GET /posts/1/comments'],
      [posts.comments.show(1), 'GET /posts/comments/1'],
      [admin.index(), 'GET /admin'],
      [admin.users.show(1), 'GET /admin/users/1'],
      [admin.v2.length.index(), 'GET /admin/v2/length'],
      [admin.v2.length.name(), 'GET /admin/v2/length/name'],
      [admin.v2.length.try(), 'GET /admin/v2/length/try'],
      [v2.accounts.show(), 'GET /v2/account']
    ]
    for (const [call, asked] of cases) t.equal((await call).asked, asked)
    t.equal((await posts.comments.try(1)).body.asked, 'GET /posts/1/comments')
    await t.rejects(admin.users.show(), { message: /^client\.admin\.users\.show\(\): id: expected an id/ })
    t.strictSame([typeof admin, Object.keys(admin)], ['object', ['index', 'users', 'v2']])
  }
})

t.test('if rows have several parents, ids by name choose one; without names, the row without a parent answers', async (t) => {
  const client = await start(t, routes, controllers)
  for (const [call, asked] of [
    [client.comments.index(), 'GET /comments'],
    [client.comments.index({ query: { a: 1 } }), 'GET /comments?a=1'],
    [client.comments.index({ post_id: 1 }), 'GET /posts/1/comments'],
    [client.comments.index({ photo_id: 1 }, { query: { a: 1 } }), 'GET /photos/1/comments?a=1'],
    [client.comments.create({ photo_id: 1 }, { text: 'Hi' }), 'POST /photos/1/comments']
  ] as const) { t.equal((await call).asked, asked) }
  await t.rejects(client.comments.create(1, { text: 'Hi' }), {
    code: 'FST_RESOURCES_URL',
    message: 'client.comments.create(): expected ids by name: post_id, or photo_id'
  })
  const nested = draw((map) =>
    map.resources('users', { only: [] }, (users) =>
      users.resources('notes', { only: ['index'] }, (notes) => notes.resources('notes', { only: ['index'] }))
    )
  )
  const notes = await start(t, nested, { notes: actions })
  t.equal((await notes.notes.index({ user_id: 1, note_id: 2 })).asked, 'GET /users/1/notes/2/notes')
  t.equal((await notes.notes.index({ user_id: 1 })).asked, 'GET /users/1/notes')
})

t.test('of several paths with the same variables, that of a resource comes before that of a plain route, then the first', async (t) => {
  const routes = draw((map) =>
    map
      .route('top', '/top', { controller: 'posts', action: 'index' })
      .resources('posts', { only: ['index', 'show'] })
      .resources('articles', { only: ['index', 'show'], controller: 'posts' })
      .route('old', '/old', { controller: 'pages', action: 'show' })
      .route('about', '/about', { controller: 'pages', action: 'show' })
  )
  const client = await start(t, routes, { posts: actions, pages: actions })
  for (const [call, asked] of [
    [client.posts.index(), 'GET /posts'],
    [client.posts.show(1), 'GET /posts/1'],
    [client.posts.show({ id: 1 }), 'GET /posts/1'],
    [client.pages.show(), 'GET /old']
  ] as const) { t.equal((await call).asked, asked) }
})

t.test('ids by name choose the path that uses all of them and leaves out the fewest', async (t) => {
  const page = { controller: 'pages', action: 'show' } as const
  const routes = draw((map) =>
    map
      .route('years', '/archive/:id', page)
      .route('days', '/days/:id/:day', { ...page, defaults: { day: null } })
      .route('langs', '/langs/:id/:lang', { ...page, defaults: { lang: 'en' } })
      .route('spot', '/at/:x/:y', { controller: 'maps', action: 'spot' })
      .route('mark', '/mark/:y/:x', { controller: 'maps', action: 'spot', method: 'post' })
  )
  const { pages, maps } = await start(t, routes, { pages: actions, maps: { spot: echo } })
  for (const [call, asked] of [
    [pages.show({ id: 1 }), 'GET /archive/1'],
    [pages.show({ id: 1, day: 2 }), 'GET /days/1/2'],
    [pages.show({ id: 1, day: null }), 'GET /archive/1'],
    [pages.show({ id: 1, lang: 'de' }), 'GET /langs/1/de'],
    [maps.spot({ x: 1, y: 2 }), 'GET /at/1/2'],
    [maps.spot({ x: 1, y: 2 }, { body: {} }), 'POST /mark/2/1']
  ] as const) { t.equal((await call).asked, asked) }
  const message = 'client.pages.show(): expected ids by name: id, or id,day, or id,lang'
  await t.rejects(pages.show({ id: 1, day: 2, lang: 'de' }), { message })
})

t.test('of several paths with the same variables, one that takes the body and the format comes first', async (t) => {
  const list = { controller: 'posts', action: 'index' } as const
  const routes = draw((map) =>
    map
      .resources('posts', { only: 'index' })
      .route('feed', '/feed', { ...list, formats: { required: ['atom'] } })
      .route('search', '/search', { ...list, method: 'post' })
  )
  const { posts } = await start(t, routes, { posts: actions })
  for (const [options, asked] of [
    [{}, 'GET /posts'],
    [{ format: 'atom', as: 'json' }, 'GET /feed.atom'],
    [{ body: {} }, 'POST /search']
  ] as const) { t.equal((await posts.index(options)).asked, asked) }
})

t.test('a call that makes no request rejects, and nothing is sent', async (t) => {
  const sending = await start(t, routes, controllers)
  const record = { post_id: 1, id: 2, body: 'Hi', priority: 3 }
  t.match(await sending.comments.show(record), { asked: 'GET /posts/1/comments/2' }, 'a record holds its ids')
  const client = await start(t, routes, controllers, {
    fetch: async () => {
      throw new Error('sent')
    }
  })
  for (const [call, message] of [
    [
      client.posts.show(),
      'client.posts.show(): id: expected an id (a string, a number, or a record with id or toParam()), got undefined'
    ],
    [
      client.posts.show('a/b'),
      'client.posts.show(): id: expected an id without a slash; slashes: true in its declaration allows one'
    ],
    [
      client.posts.show(1, 2),
      'client.posts.show(): expected id (by position or in one object) and at most one options object, also got 2'
    ],
    [
      client.posts.show(1, {}, {}),
      'client.posts.show(): expected id (by position or in one object) and at most one options object, also got an object without properties, an object without properties'
    ],
    [
      client.posts.show(1, { qery: {} }),
      /^client\.posts\.show\(\): unknown option 'qery'; expected 'body', 'query', 'format', 'as', 'headers', 'signal',.*'cf'; did you mean 'query'\?$/
    ],
    [client.posts.show(1, { sginal: {} }), /; did you mean 'signal'\?$/],
    [
      client.posts.show(1, { as: 'jason' }),
      "client.posts.show(): as: expected 'json', 'text', 'blob' or 'response', got 'jason'; did you mean 'json'?"
    ],
    [
      client.posts.create({}, { body: {} }),
      /^client\.posts\.create\(\): unknown option 'body'; expected 'wrap', 'query',/
    ],
    [client.posts.show(1, { format: 'xml' }), "client.posts.show(): format: expected 'csv', got 'xml'"],
    [client.posts.show(1, { query: 'a' }), "client.posts.show(): query: expected an object, got 'a'"],
    [
      client.posts.show(1, { body: { a: 1 } }),
      'client.posts.show(): body: a GET has none; give the values in query'
    ],
    [
      client.comments.show({ post_id: 1, id: 2, query: { a: 1 } }),
      'client.comments.show(): query: expected options in a separate object after the ids'
    ],
    [
      client.comments.update({ post_id: 1, id: 2, format: 'csv' }, {}),
      'client.comments.update(): format: expected options in a separate object after the ids'
    ],
    [
      client.comments.update({ post_id: 1, id: 2, wrap: false, as: 'text' }, {}),
      'client.comments.update(): wrap, as: expected options in a separate object after the ids'
    ]
  ] as const) { await t.rejects(call, { code: 'FST_RESOURCES_URL', message }, String(message)) }
})

t.test('an id that may be missing is left out with undefined; options in its place are an error, since they would be lost', async (t) => {
  const maybe = draw((map) =>
    map.route('mark', '/mark/:id', {
      controller: 'marks',
      action: 'mark',
      method: 'post',
      defaults: { id: null }
    })
  )
  const mark = async ({ params, body = null }: FastifyRequest): Promise<object> => ({ params, body })
  const { marks } = (await start(t, maybe, { marks: { mark } })) as Anything
  const cases: ReadonlyArray<readonly [args: readonly unknown[], params: object, body: unknown]> = [
    [[], {}, null],
    [[{}], {}, null],
    [[1], { id: '1' }, null],
    [[{ id: 1 }, { body: 2 }], { id: '1' }, 2],
    [[{ id: null }, { body: 2 }], {}, 2],
    [[undefined, { body: 2 }], {}, 2]
  ]
  for (const [args, params, body] of cases) {
    t.strictSame(await marks.mark(...args), { params, body }, JSON.stringify(args))
  }
  for (const options of [{ body: 2 }, { query: { a: 1 } }, { id: undefined, signal: null }]) {
    await t.rejects(marks.mark(options), {
      code: 'FST_RESOURCES_URL',
      message: /^client\.marks\.mark\(\): id: expected an id/
    })
  }
})

t.test('the client asks for JSON and sends it; headers of the client, then of the call, override its own', async (t) => {
  let asked = 0
  const client = await start(t, routes, controllers, {
    headers: async () => ({ authorization: `token ${++asked}` })
  })
  t.match(await client.posts.create({ title: 'A' }), {
    accept: 'application/json',
    type: 'application/json',
    authorization: 'token 1'
  })
  t.match(
    await client.posts.show(1, { headers: { Authorization: 'own', Accept: 'application/vnd.api+json' } }),
    { accept: 'application/vnd.api+json', authorization: 'own' }
  )
  t.equal((await client.posts.show(1)).authorization, 'token 3')
  const plain = await start(t, routes, controllers, { headers: { cookie: 'a=1' } })
  t.match(await plain.posts.show(1), { cookie: 'a=1', accept: 'application/json' })
})

t.test('credentials, a signal and the address go to fetch', async (t) => {
  const sent: Array<[string, RequestInit]> = []
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    sent.push([url, init])
    return Response.json(null)
  }
  const { signal } = new AbortController()
  const far: Anything = createClient(routes, {
    baseUrl: 'https://example.org/blog',
    credentials: 'include',
    fetch
  })
  t.equal(await far.posts.show(1, { signal, credentials: undefined }), null)
  await (createClient(routes, { baseUrl: '/v1', fetch }) as Anything).posts.show(1)
  await (createClient(routes, { fetch }) as Anything).posts.show(1)
  t.strictSame(
    sent.map(([url]) => url),
    ['https://example.org/blog/posts/1', '/v1/posts/1', '/posts/1']
  )
  t.strictSame(
    sent.map(([, { credentials }]) => credentials),
    ['include', undefined, undefined]
  )
  t.equal(sent[0]?.[1].signal, signal)
})

t.test('a FormData is sent as it is, with its files', async (t) => {
  const client = await start(t, routes, controllers)
  const form = new FormData()
  form.set('post[title]', 'A')
  form.set('post[file]', new Blob(['text']), 'a.txt')
  const { asked, type, body } = await client.posts.update(1, form)
  t.strictSame(
    [asked, (type as string).split(';')[0], body.post.title],
    ['PUT /posts/1', 'multipart/form-data', 'A']
  )
  const { type: formType, body: fields } = await client.posts.publish(1, {
    body: new URLSearchParams({ 'a[b]': '1' })
  })
  t.strictSame(
    [(formType as string).split(';')[0], fields],
    ['application/x-www-form-urlencoded', { a: { b: '1' } }]
  )
})

/** The client over `inject`, and over a socket. */
async function startBoth (
  t: Test,
  routes: Routes,
  controllers: Record<string, object>
): Promise<Array<[name: string, client: Anything]>> {
  const app = await startApp(t, routes, controllers)
  app.addContentTypeParser(
    ['application/octet-stream', 'text/csv'],
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => ({ bytes: [...body] })
  )
  const address = await app.listen()
  return [
    ['inject', createClient(routes, { fetch: injectFetch(app) })],
    ['a socket', createClient(routes, { baseUrl: address })]
  ]
}

t.test('lists of a query arrive', async (t) => {
  const list = { type: 'array', items: { type: 'integer' } }
  const querystring = { type: 'object', properties: { ids: list, of: { type: 'object', properties: { tags: list } } } }
  const index = { schema: { querystring }, handler: async ({ query }: FastifyRequest) => query }
  const given = { ...controllers, posts: { ...controllers.posts, index } }
  for (const [name, client] of await startBoth(t, routes, given)) {
    const query = { ids: [1, 2], of: { tags: [3] } }
    t.strictSame(await client.posts.index({ query }), query, name)
  }
})

const BYTES = [0x89, 0x50, 0xff, 0xfe]
const PAGE = '<h1>Log in</h1>'

const ANSWERS: Record<string, (reply: FastifyReply) => unknown> = {
  none: (reply) => reply.code(204).send(),
  empty: (reply) => reply.code(201).send(),
  text: (reply) => reply.type('text/plain').send('pong'),
  problem: (reply) => reply.type('application/problem+json; charset=utf-8').send('{"a":1}'),
  bytes: (reply) => reply.type('image/png').send(Buffer.from(BYTES)),
  untyped: (reply) => reply.type('text/plain').send('{"a":1}'),
  page: (reply) => reply.type('text/html; charset=utf-8').send(PAGE),
  broken: (reply) => reply.type('application/json').send('{'),
  events: (reply) => {
    const events = new Readable({ read () {} })
    events.push('data: 1\n\n')
    return reply.type('text/event-stream').send(events)
  }
}

const answerRoutes = draw({ formats: ['csv'] }, (map) => {
  map.resources('posts')
  for (const name of Object.keys(ANSWERS)) {
    map.route('', `/posts/${name}`, { controller: 'posts', action: name } as Anything)
  }
  return map
})
const answerControllers = {
  posts: {
    ...actions,
    new: async (_: FastifyRequest, reply: FastifyReply) => await reply.type('text/html').send(PAGE),
    ...Object.fromEntries(
      Object.entries(ANSWERS).map(([name, answer]) => [
        name,
        (_: FastifyRequest, reply: FastifyReply) => {
          answer(reply)
        }
      ])
    )
  }
}

t.test('an answer is read by its type, or as the call says', async (t) => {
  for (const [name, { posts }] of await startBoth(t, answerRoutes, answerControllers)) {
    for (const [call, answer] of [
      [posts.none(), undefined],
      [posts.empty(), undefined],
      [posts.text(), 'pong'],
      [posts.problem(), { a: 1 }],
      [posts.untyped(), '{"a":1}'],
      [posts.untyped({ as: 'json' }), { a: 1 }],
      [posts.empty({ as: 'json' }), undefined],
      [posts.problem({ as: 'text' }), '{"a":1}'],
      [posts.page({ as: 'text' }), PAGE],
      [posts.new({ as: 'text' }), PAGE],
      [posts.none({ as: 'text' }), '']
    ] as const) { t.strictSame(await call, answer, `${name}: ${inspect(answer)}`) }

    for (const blob of [await posts.bytes(), await posts.bytes({ as: 'blob' })] as Blob[]) {
      t.strictSame([blob.type, [...new Uint8Array(await blob.arrayBuffer())]], ['image/png', BYTES], name)
    }
    const response: Response = await posts.problem({ as: 'response' })
    t.strictSame(
      [response.status, response.headers.get('content-type'), await response.json()],
      [200, 'application/problem+json; charset=utf-8', { a: 1 }]
    )
    const csv: Response = await posts.index({ format: 'csv' })
    t.match(await csv.json(), { asked: 'GET /posts.csv', accept: '*/*' })
    t.match(JSON.parse(await posts.index({ format: 'csv', as: 'text' })), { asked: 'GET /posts.csv' })
    t.equal(
      (await (await posts.index({ as: 'response' })).json()).accept,
      'application/json, */*;q=0.9',
      'it still prefers JSON'
    )
  }
})

t.test('a row under a version is asked for with it; an answer without a body has no type', async (t) => {
  const versions = draw({ api: true }, (map) =>
    map
      .group({ conditions: { version: '2.0.0' } }, (v2) => v2.route('new', '/posts', 'v2#index'))
      .resources('posts', { only: 'index', collection: { empty: 'get' } })
  )
  const client = await start(t, versions, {
    v2: { index: async ({ headers }: FastifyRequest) => headers['accept-version'] },
    posts: {
      index: async () => 'old',
      empty: async (_: unknown, reply: FastifyReply) => await reply.code(204).type('text/html').send()
    }
  })
  t.strictSame([await client.v2.index(), await client.posts.index()], ['2.0.0', 'old'])
  t.equal(await client.v2.index({ headers: { 'accept-version': '2.x' } }), '2.x')
  t.equal(await client.posts.empty(), undefined)
})

t.test('version chooses among rows under a version, and leaves the others', async (t) => {
  const routes = draw({ api: true }, (map) => {
    for (const version of ['1.0.0', '2.0.0', '2.1.0', '20.0.0']) {
      map.group({ conditions: { version } }, (group) => {
        group.resources('posts', { only: version === '1.0.0' ? ['index', 'show'] : 'index' })
        return group
      })
    }
    return map.resources('photos', { only: 'index' })
  })
  const asked = async ({ url, headers }: FastifyRequest): Promise<unknown> =>
    [url, headers['accept-version'] ?? null]
  const app = await startApp(t, routes, { posts: { index: asked, show: asked }, photos: { index: asked } })
  const fetch = injectFetch(app)
  for (const [version, sent] of [
    [undefined, '1.0.0'],
    ['1', '1.0.0'],
    ['2', '2.0.0'],
    ['2.1', '2.1.0'],
    ['2.1.0', '2.1.0'],
    ['20', '20.0.0']
  ] as const) {
    for (const table of [routes, JSON.parse(JSON.stringify(routes)) as RoutesJson]) {
      const client: Anything = createClient(table, { version, fetch })
      t.strictSame(await client.posts.index(), ['/posts', sent], String(version))
      t.strictSame(await client.photos.index(), ['/photos', null], String(version))
    }
  }
  const second: Anything = createClient(routes, { version: '2', fetch })
  await t.rejects(second.posts.show(1), { message: /^client\.posts\.show\(\): the routes lack this action/ })
  const third: Anything = createClient(routes, { version: '3', fetch })
  await t.rejects(third.posts.index(), { message: /^client\.posts\.index\(\): the routes lack this action/ })
})

t.test('lists of a query are written as the option says', async (t) => {
  const app = await startApp(t, routes, controllers)
  const query = { ids: [1, 2, 3], xids: ['a'], id: [4], of: { tags: ['b,c', '[]=', ''] }, as: ['&'], none: [], lines: [{ a: 1 }] }
  for (const [lists, written] of [
    [undefined, 'ids[]=1&ids[]=2&ids[]=3&xids[]=a&id[]=4&of[tags][]=b%2Cc&of[tags][]=%5B%5D%3D&of[tags][]=&as[]=%26&lines[0][a]=1'],
    ['repeat', 'ids=1&ids=2&ids=3&xids=a&id=4&of[tags]=b%2Cc&of[tags]=%5B%5D%3D&of[tags]=&as=%26&lines[0][a]=1'],
    ['comma', 'ids=1,2,3&xids=a&id=4&of[tags]=b%2Cc,%5B%5D%3D,&as=%26&lines[0][a]=1']
  ] as const) {
    const client: Anything = createClient(routes, { lists, fetch: injectFetch(app) })
    t.equal((await client.posts.index({ query })).asked, `GET /posts?${written}`, String(lists))
    t.equal((await client.posts.index({ query: {} })).asked, 'GET /posts', String(lists))
    t.equal((await client.posts.index({ query: null })).asked, 'GET /posts', String(lists))
  }
  const comma: Anything = createClient(routes, { lists: 'comma', fetch: injectFetch(app) })
  const near = { ids: ['a'], sids: ['b'], s: { ids: ['c', 'd'] } }
  t.equal((await comma.posts.index({ query: near })).asked, 'GET /posts?ids=a&sids=b&s[ids]=c,d')
})

t.test('a 2xx of another kind rejects, at once', async (t) => {
  for (const [name, { posts }] of await startBoth(t, answerRoutes, answerControllers)) {
    for (const [call, message] of [
      [
        posts.page(),
        /^GET .*\/posts\/page: 200 expected JSON, got text\/html; set as: 'text' or 'response'$/
      ],
      [posts.new(), /^GET .*\/posts\/new: 200 expected JSON, got text\/html/],
      [posts.events(), /^GET .*\/posts\/events: 200 expected JSON, got text\/event-stream/],
      [posts.broken(), /^GET .*\/posts\/broken: 200 expected JSON: \S+/],
      [posts.text({ as: 'json' }), /^GET .*\/posts\/text: 200 expected JSON: \S+/],
      [posts.text.try({ as: 'json' }), /^GET .*\/posts\/text: 200 expected JSON: \S+/]
    ] as const) { await t.rejects(call, { name: 'ResponseError', status: 200, message }, `${name}: ${String(message)}`) }
  }
})

t.test('a stream of events can be read while it is open', async (t) => {
  for (const [name, { posts }] of await startBoth(t, answerRoutes, answerControllers)) {
    const abort = new AbortController()
    const response: Response = await posts.events({ as: 'response', signal: abort.signal })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    t.equal(new TextDecoder().decode((await reader.read()).value), 'data: 1\n\n', name)
    abort.abort(new Error('enough'))
    await t.rejects(reader.read(), { message: 'enough' }, name)
    const other = await posts.events({ as: 'response' })
    await other.body.cancel()
  }
})

t.test('a body that fetch can send goes as it is, and so does a text with a content type of its own', async (t) => {
  const bytes = new Uint8Array(BYTES)
  const stream = (): ReadableStream => new Blob([bytes]).stream()
  const typed = { 'content-type': 'application/octet-stream' }
  for (const [name, { posts }] of await startBoth(t, routes, controllers)) {
    for (const [call, body] of [
      [posts.publish(1, { body: bytes, headers: typed }), { bytes: BYTES }],
      [posts.publish(1, { body: bytes.buffer, headers: typed }), { bytes: BYTES }],
      [posts.publish(1, { body: new Blob([bytes], { type: 'application/octet-stream' }) }), { bytes: BYTES }],
      [posts.publish(1, { body: stream(), headers: typed }), { bytes: BYTES }],
      [posts.create(stream(), { headers: typed }), { bytes: BYTES }],
      [
        posts.publish(1, { body: 'a,b', headers: { 'Content-Type': 'text/csv' } }),
        { bytes: [...Buffer.from('a,b')] }
      ],
      [
        posts.create('a,b', { headers: { 'content-type': 'text/csv' } }),
        { bytes: [...Buffer.from('a,b')] }
      ],
      [posts.publish(1, { body: 'a' }), 'a'],
      [
        posts.publish(1, { body: { at: new Date(0), tags: ['a', null], none: undefined } }),
        { at: '1970-01-01T00:00:00.000Z', tags: ['a', null] }
      ]
    ] as const) { t.strictSame((await call).body, body, name) }
  }
})

t.test('what JSON would lose is an error, and nothing is sent', async (t) => {
  const client = await start(t, routes, controllers, {
    fetch: async () => {
      throw new Error('sent')
    }
  })
  const circle: Record<string, unknown> = {}
  circle.self = circle
  for (const [values, message] of [
    [
      { cover: new Blob(['a']) },
      /^client\.posts\.create\(\): body: 'cover' has no form in JSON; expected JSON, a FormData for files, or a body that fetch sends as it is$/
    ],
    [{ tags: new Set(['a']) }, /'tags' has no form/],
    [{ tags: [new Map()] }, /'0' has no form/],
    [{ done: () => {} }, /'done' has no form/],
    [{ mark: Symbol('a') }, /'mark' has no form/],
    [{ price: NaN }, /'price' has no form/],
    [{ bytes: new Uint8Array(2) }, /'bytes' has no form/],
    [{ bytes: Buffer.from('ab') }, /'bytes' has no form/],
    [{ at: new Date(NaN) }, /'at' has no form/],
    [{ later: Promise.resolve(1) }, /'later' has no form/],
    [{ file: Readable.from(['a']) }, /'file' has no form/],
    [{ tags: ['a', undefined] }, /'1' has no form/],
    [{ id: 1n }, /body: .*BigInt/],
    [circle, /body: .*circular/],
    [undefined, /values: expected the record or a form/]
  ] as const) { await t.rejects(client.posts.create(values), { code: 'FST_RESOURCES_URL', message }, String(message)) }
  await t.rejects(client.posts.create({ title: 'A' }, { headers: { 'Content-Type': 'text/xml' } }), {
    message: "client.posts.create(): body: expected a text or bytes for the content type 'text/xml', got an object with title"
  })
  await t.rejects(client.posts.publish(1, { body: new Map() }), {
    message:
      'client.posts.publish(): body: it has no form in JSON; expected JSON, a FormData for files, or a body that fetch sends as it is'
  })
})

t.test('an instance of a class, and an object without a prototype, are sent by their properties', async (t) => {
  class Draft {
    title = 'A'
  }
  const client = await start(t, routes, controllers)
  t.strictSame((await client.posts.create(new Draft())).body, { post: { title: 'A' } })
  t.strictSame((await client.posts.create(Object.assign(Object.create(null), { title: 'A' }))).body, {
    post: { title: 'A' }
  })
  t.strictSame((await client.posts.create(Object.create(null))).body, { post: {} })
})

t.test('a header that is undefined is left out, in each form of headers', async (t) => {
  const client = await start(t, routes, controllers, {
    headers: { authorization: 'all', cookie: undefined } as Anything
  })
  for (const authorization of [undefined, null]) {
    t.match(await client.posts.show(1, { headers: { authorization } }), {
      authorization: 'all',
      cookie: undefined
    })
  }
  t.match(await client.posts.show(1, { headers: new Headers({ authorization: 'own' }) }), {
    authorization: 'own'
  })
  t.match(await client.posts.show(1, { headers: [['authorization', 'own']] }), { authorization: 'own' })
})

t.test('ids of two paths are an error; a record to create may hold the id of a parent', async (t) => {
  const client = await start(t, routes, controllers)
  const message = 'client.comments.index(): expected ids by name: post_id, or photo_id'
  await t.rejects(client.comments.index({ photo_id: 2, post_id: 1 }), { code: 'FST_RESOURCES_URL', message })
  const open = draw((map) =>
    map.resources('comments').resources('posts', (posts) => posts.resources('comments', { shallow: false }))
  )
  const { comments } = await start(t, open, controllers)
  for (const [call, asked, body] of [
    [comments.create({ post_id: 1, text: 'A' }), 'POST /comments', { comment: { post_id: 1, text: 'A' } }],
    [comments.create({ post_id: 1 }), 'POST /comments', { comment: { post_id: 1 } }],
    [
      comments.create({ post_id: 1, text: 'A' }, { query: { a: 1 } }),
      'POST /comments?a=1',
      { comment: { post_id: 1, text: 'A' } }
    ],
    [comments.create({ post_id: 1 }, { text: 'A' }), 'POST /posts/1/comments', { comment: { text: 'A' } }]
  ] as const) {
    const answer = await call
    t.strictSame([answer.asked, answer.body], [asked, body], asked)
  }
})

t.test('try resolves for failures too; network errors, aborts and invalid arguments reject', async (t) => {
  const app = await startApp(t, routes, {
    ...controllers,
    posts: {
      ...controllers.posts,
      show: async (_: FastifyRequest, reply: FastifyReply) => await reply.code(409).send({ taken: true })
    }
  })
  const client: Anything = createClient(routes, { fetch: injectFetch(app) })
  const { response: failed, ...failure } = await client.posts.show.try(1)
  t.strictSame(failure, { ok: false, status: 409, body: { taken: true } })
  t.strictSame(await failed.json(), { taken: true })
  const { response, ...success } = await client.posts.publish.try(1, { body: [1], as: 'text' })
  t.match({ ...success, body: JSON.parse(success.body) }, { ok: true, status: 200, body: { body: [1] } })
  t.ok(response instanceof Response)
  await t.rejects(client.posts.show.try('a/b'), { code: 'FST_RESOURCES_URL' })
  await t.rejects(client.posts.show.try(1, { signal: AbortSignal.abort() }), { name: 'AbortError' })
})

t.test('a problem of RFC 9457 gives an error its title and detail', async (t) => {
  const problem = {
    type: 'https://example.org/funds',
    title: 'Not enough',
    detail: 'You have 3',
    status: 402
  }
  const client: Anything = createClient(routes, {
    fetch: async () => Response.json(problem, { status: 402 })
  })
  await t.rejects(client.posts.publish(1), {
    title: 'Not enough',
    detail: 'You have 3',
    body: problem,
    message: 'PUT /posts/1/publish: 402 You have 3'
  })
})

t.test('fields of an action that sends no record keep their names', async (t) => {
  const fields = { 'at[0]': ['is wrong'] }
  const fetch = async (): Promise<Response> => Response.json({ fields }, { status: 422 })
  const client: Anything = createClient(routes, { fetch })
  await t.rejects(client.posts.publish(1, { body: {} }), { name: 'ResponseError', fields })
  t.strictSame((await client.posts.publish.try(1)).body, { fields })
})

t.test('an action that the routes lack is an error that says so; other names of an object stay as they are', async (t) => {
  const client: Anything = createClient(
    JSON.parse(JSON.stringify(draw((map) => map.resources('posts', { only: ['index'] })))),
    { fetch: async () => Response.json([]) }
  )
  const message = (name: string): string =>
    `client.${name}(): the routes lack this action; if they are JSON, write it again: fastify-resources json`
  await t.rejects(client.posts.publish(1), { code: 'FST_RESOURCES_URL', message: message('posts.publish') })
  await t.rejects(client.posts.publish.try(1), { message: message('posts.publish') })
  await t.rejects(client.photos.index(), { message: message('photos.index') })
  await t.rejects(client.v2.photos.index(), { message: message('v2.photos.index') })
  t.strictSame(await client.posts.index(), [])
  t.equal(await client, client)
  t.equal(await client.posts, client.posts)
  t.strictSame(JSON.parse(JSON.stringify(client)), { posts: {} })
  t.equal(String(client), '[object Object]')
  t.strictSame([Object.keys(client), 'photos' in client], [['posts'], false])
  t.match(inspect(client), /^\{\n? *posts: \{ index: /)
})

t.test('each call takes the options of fetch, over those of the client', async (t) => {
  let sent: Anything
  const fetch = async (_: string, init: RequestInit): Promise<Response> => {
    sent = init
    return Response.json(null)
  }
  const client: Anything = createClient(routes, { fetch, credentials: 'include' })
  const options = {
    keepalive: true,
    cache: 'no-store',
    redirect: 'manual',
    credentials: 'omit',
    next: { revalidate: 60 }
  }
  await client.posts.show(1, { ...options, query: { a: 1 } })
  const { headers, ...init } = sent
  t.strictSame(init, { ...options, method: 'GET', body: undefined, duplex: 'half' })
})

t.test('an answer that is not 2xx is a ResponseError', async (t) => {
  const fail =
    (status: number, type: string, body: string) => async (_: FastifyRequest, reply: FastifyReply) =>
      await reply.code(status).type(type).send(body)
  const client = await start(
    t,
    draw((map) =>
      map.resources('posts', { collection: { broken: 'get', page: 'get', list: 'get', gone: 'get' } })
    ),
    {
      posts: {
        ...actions,
        show: async () => {
          throw Object.assign(new Error('There is no post 1'), { statusCode: 404, code: 'NO_POST' })
        },
        broken: fail(502, 'application/json', '{'),
        page: fail(500, 'text/html', '<h1>'),
        list: fail(422, 'application/json', '[1]'),
        gone: fail(410, 'text/plain', ''),
        create: {
          schema: {
            body: {
              type: 'object',
              properties: {
                post: {
                  type: 'object',
                  required: ['title'],
                  properties: { tags: { type: 'array', items: { type: 'string', minLength: 2 } } }
                }
              }
            }
          },
          handler: echo
        }
      }
    }
  )
  const error: ResponseError = await client.posts.show(1).catch((error: unknown) => error)
  t.ok(error instanceof ResponseError)
  t.match(error, {
    name: 'ResponseError',
    status: 404,
    code: 'NO_POST',
    title: 'Not Found',
    detail: 'There is no post 1',
    fields: {},
    message: 'GET /posts/1: 404 There is no post 1',
    method: 'GET',
    url: '/posts/1',
    body: { statusCode: 404 }
  })
  t.equal(
    inspect(error)
      .split('\n')
      .filter((line) => !/^ {4}at /.test(line))
      .join(),
    `ResponseError: ${error.message}`,
    'a log shows one line'
  )
  const answered = { method: 'GET', url: '/a', response: new Response(null, { status: 409 }) }
  t.equal(new ResponseError(answered, { message: 'one\n  two' }).message, 'GET /a: 409 one two')
  t.match(await error.response.json(), { statusCode: 404 }, 'its response can still be read')
  for (const [action, status] of [
    ['broken', 502],
    ['page', 500],
    ['list', 422],
    ['gone', 410]
  ] as const) {
    await t.rejects(
      client.posts[action](),
      {
        name: 'ResponseError',
        status,
        code: undefined,
        fields: {},
        message: new RegExp(`^GET /posts/${action}: ${status} [A-Z][A-Za-z ]+$`)
      },
      action
    )
  }
  await t.rejects(
    client.posts.create({}),
    {
      status: 400,
      code: 'FST_ERR_VALIDATION',
      detail: "body/post must have required property 'title'",
      fields: { title: ['must not be empty'] }
    },
    'with the messages by field'
  )
  await t.rejects(client.posts.create({ title: 'A', tags: ['ab', 'c'] }), {
    name: 'ResponseError',
    fields: { 'tags.1': ['must have at least 2 characters'] }
  })
})

t.test('the error handler adds fields to validation errors of Fastify, and passes on all other errors', async (t) => {
  const app = Fastify()
  app.post('/', { schema: { body: { type: 'object', required: ['a'] } } }, async () => {})
  app.get('/', async () => {
    throw Object.assign(new Error('Oh'), { statusCode: 418, code: 'TEAPOT' })
  })
  const [plain, missing] = [
    await app.inject({ url: '/', method: 'POST', payload: {} }),
    await app.inject('/')
  ].map((response) => response.json<object>())
  const other = Fastify()
  other.setErrorHandler(sendFieldErrors)
  other.post('/', { schema: { body: { type: 'object', required: ['a'] } } }, async () => {})
  other.get('/', async () => {
    throw Object.assign(new Error('Oh'), { statusCode: 418, code: 'TEAPOT' })
  })
  const response = await other.inject({ url: '/', method: 'POST', payload: {} })
  t.strictSame(
    [response.statusCode, response.json()],
    [400, { ...plain, fields: { a: ['must not be empty'] } }]
  )
  const handedOn = await other.inject('/')
  t.strictSame([handedOn.statusCode, handedOn.json()], [418, missing])
})

t.test('errors of fetch pass through: aborts, timeouts, network errors', async (t) => {
  const app = await startApp(t, routes, {
    ...controllers,
    posts: {
      ...controllers.posts,
      show: async () => await new Promise((resolve) => setTimeout(resolve, 500, {}))
    }
  })
  const address = await app.listen()
  for (const client of [
    createClient(routes, { baseUrl: address }),
    createClient(routes, { fetch: injectFetch(app) })
  ] as Anything[]) {
    await t.rejects(client.posts.show(1, { signal: AbortSignal.abort() }), { name: 'AbortError' })
    await t.rejects(client.posts.show(1, { signal: AbortSignal.timeout(30) }), { name: 'TimeoutError' })
  }
  await t.rejects(
    (createClient(routes, { baseUrl: 'http://127.0.0.1:1' }) as Anything).posts.show(1),
    TypeError
  )
  await t.rejects(
    (createClient(routes) as Anything).posts.show(1),
    TypeError,
    'a path alone has no host outside a browser'
  )
})

t.test('a plain route is an action too; the body of an answer may lack a type, or be cut off', async (t) => {
  const plain = draw((map) => map.route('login', '/login', { controller: 'sessions', action: 'show' }))
  const answers = [
    new Response(new Uint8Array([65])),
    new Response(
      new ReadableStream({
        start (stream) {
          stream.error(new Error('cut off'))
        }
      }),
      { status: 500 }
    )
  ]
  const client: Anything = createClient(plain, {
    fetch: async (url) => (url === '/login' ? (answers.shift() as Response) : Response.error())
  })
  t.equal(await (await client.sessions.show()).text(), 'A')
  await t.rejects(client.sessions.show(), { message: 'cut off' })
  const broken: Anything = createClient(plain, {
    fetch: injectFetch({
      inject: async () => {
        throw new Error('broken')
      }
    })
  })
  await t.rejects(broken.sessions.show(), { message: 'broken' })
})

t.test('over a socket the answers are the same', async (t) => {
  const app = await startApp(t, routes, controllers)
  const client: Anything = createClient(JSON.parse(JSON.stringify(routes)), { baseUrl: await app.listen() })
  t.match(await client.posts.update('ä/'.slice(0, 1), { title: '€' }), {
    asked: 'PUT /posts/%C3%A4',
    body: { post: { title: '€' } },
    type: 'application/json'
  })
  t.match(await client.comments.destroy(1, 2), { asked: 'DELETE /posts/1/comments/2', body: undefined })
})

t.test('refused: an unknown option, an invalid base, routes that draw did not return', async (t) => {
  t.throws(() => createClient(routes, { baseURL: '/' } as Anything), {
    code: 'FST_RESOURCES_OPTIONS',
    message:
      "The options have a mistake: unknown option 'baseURL'; expected 'baseUrl', 'fetch', 'headers', 'credentials', 'version', 'lists' or 'ifMatch'; did you mean 'baseUrl'?"
  })
  const property = "ifMatch: expected the name of a record's property, such as 'version', got"
  const version = "version: expected a version, such as '2', got"
  const lists = "lists: expected 'repeat' or 'comma', got"
  for (const [options, mistake] of [
    ...[true, 5, '', null, undefined, {}, ['version']].map((ifMatch) => [{ ifMatch }, property] as const),
    ...[2, '', null, true].map((version_) => [{ version: version_ }, version] as const),
    ...['commas', '', null, true].map((lists_) => [{ lists: lists_ }, lists] as const)
  ]) {
    t.throws(() => createClient(routes, options as Anything), {
      code: 'FST_RESOURCES_OPTIONS',
      message: new RegExp(`^The options have a mistake: ${mistake} `)
    })
  }
  createClient(routes, { version: undefined, lists: undefined })
  const rows = draw((map) => map
    .resources('posts', { only: ['index', 'show', 'create'] }, (posts) => posts.resources('comments', { only: 'create' }))
    .resource('account'))
  t.throws(() => createClient(rows, { ifMatch: 'version' }), {
    code: 'FST_RESOURCES_OPTIONS',
    message: 'The options have a mistake: ifMatch: no row writes to one record by its id, so no call would send it; remove it'
  })
  t.throws(() => createClient(routes, { baseUrl: 'example.org' }), { code: 'FST_RESOURCES_BASE_URL' })
  t.throws(() => createClient({} as Anything), { code: 'FST_RESOURCES_OPTIONS' })
  t.throws(() => createClient({ version: 0, shapes: [], table: [] }), { code: 'FST_RESOURCES_JSON_VERSION' })
})
