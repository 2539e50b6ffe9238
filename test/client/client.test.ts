/** The client with an app: over `inject`, and over a socket where `inject` would hide a fault. */

import t from 'tap'
import type { Test } from 'tap'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createClient, injectFetch, ResponseError } from '../../lib/client.js'
import type { ClientOptions } from '../../lib/client.js'
import resourcesPlugin, { draw, sendFieldErrors } from '../../lib/index.js'
import type { Routes } from '../../lib/index.js'

type Anything = any

/** The request, as all actions answer it. */
async function echo (request: FastifyRequest): Promise<object> {
  const { method, url, body, headers: { accept, 'content-type': type, cookie, authorization } } = request
  return JSON.parse(JSON.stringify({ asked: `${method} ${url}`, body: body ?? undefined, accept, type, cookie, authorization })) as object
}

const actions = { index: echo, create: echo, new: echo, edit: echo, show: echo, update: echo, destroy: echo }

async function startApp (t: Test, routes: Routes, controllers: Record<string, object>): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(multipart, { attachFieldsToBody: 'keyValues' })
  app.setErrorHandler(sendFieldErrors)
  await app.register(resourcesPlugin, { routes, controllers })
  t.teardown(async () => { await app.close() })
  return app
}

async function start (t: Test, routes: Routes, controllers: Record<string, object>, options: ClientOptions = {}): Promise<Anything> {
  return createClient(routes, { fetch: injectFetch(await startApp(t, routes, controllers)), ...options })
}

const routes = draw({ formats: ['csv'], patch: true }, (map) => map
  .root({ controller: 'posts', action: 'index' })
  .resources('posts', { member: { publish: 'put', mark: ['get', 'post'], touch: 'any' } }, (posts) => posts.resources('comments', { shallow: false }))
  .resources('photos', { only: ['show'] }, (photos) => photos.resources('comments', { only: ['index', 'create'] }))
  .resources('comments', { only: ['index'] })
  .resource('account')
  .namespace('admin', (admin) => admin.resources('users', { only: ['index'] })))

const controllers = {
  posts: { ...actions, publish: echo, mark: echo, touch: echo }, comments: actions, photos: actions, accounts: actions, 'admin/users': actions
}

t.test('an action is a method of its controller; ids come as helpers take them', async (t) => {
  const client = await start(t, routes, controllers)
  const cases: ReadonlyArray<readonly [call: Promise<Anything>, asked: string, body?: object]> = [
    [client.posts.index(), 'GET /posts'],
    [client.posts.index({ query: { page: 2, ids: [1] } }), 'GET /posts?page=2&ids[]=1'],
    [client.posts.show(1), 'GET /posts/1'],
    [client.posts.show('a b'), 'GET /posts/a%20b'],
    [client.posts.show({ id: 7, title: 'A' }), 'GET /posts/7'],
    [client.posts.show({ toParam: () => 'slug' }), 'GET /posts/slug'],
    [client.posts.edit(1), 'GET /posts/1/edit'],
    [client.posts.create({ title: 'A' }), 'POST /posts', { post: { title: 'A' } }],
    [client.posts.update(1, { title: 'A' }), 'PUT /posts/1', { post: { title: 'A' } }],
    [client.posts.update({ id: 1 }, { id: 2, title: 'A' }), 'PUT /posts/1', { post: { id: 2, title: 'A' } }],
    [client.posts.update(1, { title: 'A' }, { wrap: false, query: { a: 1 } }), 'PUT /posts/1?a=1', { title: 'A' }],
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
    [client.comments.update(1, 2, { text: 'A' }, { query: { a: 1 } }), 'PUT /posts/1/comments/2?a=1', { comment: { text: 'A' } }],
    [client.comments.update({ post_id: 1, id: 2 }, { id: 2, text: 'A' }), 'PUT /posts/1/comments/2', { comment: { id: 2, text: 'A' } }],
    [client.accounts.show(), 'GET /account'],
    [client.accounts.update({ name: 'A' }), 'PUT /account', { account: { name: 'A' } }],
    [client['admin/users'].index(), 'GET /admin/users']
  ]
  for (const [call, asked, body] of cases) {
    const answer = await call
    t.strictSame([answer.asked, answer.body], [asked, body], asked)
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
  ] as const) t.equal((await call).asked, asked)
  await t.rejects(client.comments.create(1, { text: 'Hi' }), { code: 'FST_RESOURCES_URL', message: 'client.comments.create(): expected ids by name: post_id, or photo_id' })
  const nested = draw((map) => map.resources('users', { only: [] }, (users) => users.resources('notes', { only: ['index'] }, (notes) => notes.resources('notes', { only: ['index'] }))))
  const notes = await start(t, nested, { notes: actions })
  t.equal((await notes.notes.index({ user_id: 1, note_id: 2 })).asked, 'GET /users/1/notes/2/notes')
  t.equal((await notes.notes.index({ user_id: 1 })).asked, 'GET /users/1/notes')
})

t.test('a call that makes no request rejects, and nothing is sent', async (t) => {
  const client = await start(t, routes, controllers, { fetch: async () => { throw new Error('sent') } })
  for (const [call, message] of [
    [client.posts.show(), 'client.posts.show(): id: expected an id (a string, a number, or a record with id or toParam()), got undefined'],
    [client.posts.show('a/b'), 'client.posts.show(): id: expected an id without a slash: even an encoded slash ends the segment'],
    [client.posts.show(1, 2), 'client.posts.show(): expected id (by position or in one object) and at most one options object, also got 2'],
    [client.posts.show(1, {}, {}), 'client.posts.show(): expected id (by position or in one object) and at most one options object, also got an object without properties, an object without properties'],
    [client.posts.show(1, { qery: {} }), 'client.posts.show(): unknown option \'qery\'; expected \'query\', \'format\', \'headers\', \'signal\' or \'body\'; did you mean \'query\'?'],
    [client.posts.create({}, { body: {} }), 'client.posts.create(): unknown option \'body\'; expected \'query\', \'format\', \'headers\', \'signal\' or \'wrap\''],
    [client.posts.show(1, { format: 'xml' }), 'client.posts.show(): format: expected \'csv\', got \'xml\''],
    [client.posts.show(1, { query: 'a' }), 'client.posts.show(): query: expected an object, got \'a\'']
  ] as const) await t.rejects(call, { code: 'FST_RESOURCES_URL', message }, message)
})

t.test('the client asks for JSON and sends it; headers of the client, then of the call, override its own', async (t) => {
  let asked = 0
  const client = await start(t, routes, controllers, { headers: async () => ({ authorization: `token ${++asked}` }) })
  t.match(await client.posts.create({ title: 'A' }), { accept: 'application/json', type: 'application/json', authorization: 'token 1' })
  t.match(await client.posts.show(1, { headers: { Authorization: 'own', Accept: 'application/vnd.api+json' } }), { accept: 'application/vnd.api+json', authorization: 'own' })
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
  const far: Anything = createClient(routes, { baseUrl: 'https://example.org/blog', credentials: 'include', fetch })
  t.equal(await far.posts.show(1, { signal }), null)
  await (createClient(routes, { baseUrl: '/v1', fetch }) as Anything).posts.show(1)
  await (createClient(routes, { fetch }) as Anything).posts.show(1)
  t.strictSame(sent.map(([url]) => url), ['https://example.org/blog/posts/1', '/v1/posts/1', '/posts/1'])
  t.strictSame(sent.map(([, { credentials }]) => credentials), ['include', undefined, undefined])
  t.equal(sent[0]?.[1].signal, signal)
})

t.test('a FormData is sent as it is, with its files', async (t) => {
  const client = await start(t, routes, controllers)
  const form = new FormData()
  form.set('post[title]', 'A')
  form.set('post[file]', new Blob(['text']), 'a.txt')
  const { asked, type, body } = await client.posts.update(1, form)
  t.strictSame([asked, (type as string).split(';')[0], body.post.title], ['PUT /posts/1', 'multipart/form-data', 'A'])
  const { type: formType, body: fields } = await client.posts.publish(1, { body: new URLSearchParams({ 'a[b]': '1' }) })
  t.strictSame([(formType as string).split(';')[0], fields], ['application/x-www-form-urlencoded', { a: { b: '1' } }])
})

t.test('answers: JSON as its value, text as it is, an empty body as undefined, a format as the response', async (t) => {
  const answer = (send: (reply: FastifyReply) => unknown) => async (_: FastifyRequest, reply: FastifyReply) => await send(reply)
  const client = await start(t, draw({ formats: ['csv'] }, (map) => map.resources('posts', { collection: { none: 'get', text: 'get', empty: 'get', problem: 'get' } })), {
    posts: {
      ...actions,
      none: answer((reply) => reply.code(204).send()),
      empty: answer((reply) => reply.code(201).send()),
      text: answer((reply) => reply.type('text/plain').send('pong')),
      problem: answer((reply) => reply.type('application/problem+json').send('{"a":1}'))
    }
  })
  t.strictSame([await client.posts.none(), await client.posts.empty(), await client.posts.text(), await client.posts.problem()], [undefined, undefined, 'pong', { a: 1 }])
  const response = await client.posts.index({ format: 'csv' })
  t.ok(response instanceof Response)
  t.match(await response.json(), { asked: 'GET /posts.csv', accept: '*/*' })
})

t.test('an answer that is not 2xx is a ResponseError', async (t) => {
  const fail = (status: number, type: string, body: string) => async (_: FastifyRequest, reply: FastifyReply) => await reply.code(status).type(type).send(body)
  const client = await start(t, draw((map) => map.resources('posts', { collection: { broken: 'get', page: 'get', list: 'get', gone: 'get' } })), {
    posts: {
      ...actions,
      show: async () => { throw Object.assign(new Error('There is no post 1'), { statusCode: 404, code: 'NO_POST' }) },
      broken: fail(502, 'application/json', '{'),
      page: fail(500, 'text/html', '<h1>'),
      list: fail(422, 'application/json', '[1]'),
      gone: fail(410, 'text/plain', ''),
      create: { schema: { body: { type: 'object', properties: { post: { type: 'object', required: ['title'], properties: { tags: { type: 'array', items: { type: 'string', minLength: 2 } } } } } } }, handler: echo }
    }
  })
  const error: ResponseError = await client.posts.show(1).catch((error: unknown) => error)
  t.ok(error instanceof ResponseError)
  t.match(error, { name: 'ResponseError', status: 404, code: 'NO_POST', message: 'There is no post 1', fields: {} })
  t.match(await error.response.json(), { statusCode: 404 }, 'its response can still be read')
  for (const [action, status] of [['broken', 502], ['page', 500], ['list', 422], ['gone', 410]] as const) {
    await t.rejects(client.posts[action](), { name: 'ResponseError', status, code: undefined, fields: {}, message: new RegExp(`^the server answered ${status}$`) }, action)
  }
  await t.rejects(client.posts.create({}), {
    status: 400, code: 'FST_ERR_VALIDATION', message: 'body/post must have required property \'title\'', fields: { 'post[title]': ['must have required property \'title\''] }
  }, 'with the messages by field')
  await t.rejects(client.posts.create({ title: 'A', tags: ['ab', 'c'] }), { name: 'ResponseError', fields: { 'post[tags][1]': ['must NOT have fewer than 2 characters'] } })
})

t.test('the error handler adds fields to validation errors of Fastify, and passes on all other errors', async (t) => {
  const app = Fastify()
  app.post('/', { schema: { body: { type: 'object', required: ['a'] } } }, async () => {})
  app.get('/', async () => { throw Object.assign(new Error('Oh'), { statusCode: 418, code: 'TEAPOT' }) })
  const [plain, missing] = [await app.inject({ url: '/', method: 'POST', payload: {} }), await app.inject('/')].map((response) => response.json<object>())
  const other = Fastify()
  other.setErrorHandler(sendFieldErrors)
  other.post('/', { schema: { body: { type: 'object', required: ['a'] } } }, async () => {})
  other.get('/', async () => { throw Object.assign(new Error('Oh'), { statusCode: 418, code: 'TEAPOT' }) })
  const response = await other.inject({ url: '/', method: 'POST', payload: {} })
  t.strictSame([response.statusCode, response.json()], [400, { ...plain, fields: { a: ['must have required property \'a\''] } }])
  const handedOn = await other.inject('/')
  t.strictSame([handedOn.statusCode, handedOn.json()], [418, missing])
})

t.test('errors of fetch pass through: aborts, timeouts, network errors', async (t) => {
  const app = await startApp(t, routes, { ...controllers, posts: { ...controllers.posts, show: async () => await new Promise((resolve) => setTimeout(resolve, 500, {})) } })
  const address = await app.listen()
  for (const client of [createClient(routes, { baseUrl: address }), createClient(routes, { fetch: injectFetch(app) })] as Anything[]) {
    await t.rejects(client.posts.show(1, { signal: AbortSignal.abort() }), { name: 'AbortError' })
    await t.rejects(client.posts.show(1, { signal: AbortSignal.timeout(30) }), { name: 'TimeoutError' })
  }
  await t.rejects((createClient(routes, { baseUrl: 'http://127.0.0.1:1' }) as Anything).posts.show(1), TypeError)
  await t.rejects((createClient(routes) as Anything).posts.show(1), TypeError, 'a path alone has no host outside a browser')
})

t.test('a plain route is an action too; the body of an answer may lack a type, or be cut off', async (t) => {
  const plain = draw((map) => map.route('login', '/login', { controller: 'sessions', action: 'show' }))
  const answers = [new Response(new Uint8Array([65])), new Response(new ReadableStream({ start (stream) { stream.error(new Error('cut off')) } }), { status: 500 })]
  const client: Anything = createClient(plain, { fetch: async (url) => url === '/login' ? answers.shift() as Response : Response.error() })
  t.equal(await client.sessions.show(), 'A')
  await t.rejects(client.sessions.show(), { message: 'cut off' })
  const broken: Anything = createClient(plain, { fetch: injectFetch({ inject: async () => { throw new Error('broken') } }) })
  await t.rejects(broken.sessions.show(), { message: 'broken' })
})

t.test('over a socket the answers are the same', async (t) => {
  const app = await startApp(t, routes, controllers)
  const client: Anything = createClient(JSON.parse(JSON.stringify(routes)), { baseUrl: await app.listen() })
  t.match(await client.posts.update('ä/'.slice(0, 1), { title: '€' }), { asked: 'PUT /posts/%C3%A4', body: { post: { title: '€' } }, type: 'application/json' })
  t.match(await client.comments.destroy(1, 2), { asked: 'DELETE /posts/1/comments/2', body: undefined })
})

t.test('injectFetch follows redirects as fetch does', async (t) => {
  const app = Fastify()
  for (const status of [302, 303, 307] as const) app.route({ url: `/${status}`, method: ['POST', 'PUT'], handler: async (_, reply) => await reply.redirect('/shown', status) })
  app.route({ url: '/shown', method: ['GET', 'POST', 'PUT'], handler: async (request) => ({ method: request.method, body: request.body ?? null }) })
  app.get('/loop', async (_, reply) => await reply.redirect('/loop'))
  app.get('/cookies', async (_, reply) => await reply.header('set-cookie', ['a=1', 'b=2']).code(204).send())
  t.teardown(async () => { await app.close() })
  const address = await app.listen()
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
  const answers = async (fetch: (url: string, init: RequestInit) => Promise<Response>, base: string): Promise<unknown[]> => [
    await (await fetch(`${base}/302`, init)).json(),
    await (await fetch(`${base}/302`, { ...init, method: 'PUT' })).json(),
    await (await fetch(`${base}/303`, init)).json(),
    await (await fetch(`${base}/303`, { ...init, method: 'PUT' })).json(),
    await (await fetch(`${base}/307`, init)).json(),
    (await fetch(`${base}/303`, { ...init, redirect: 'manual' })).status,
    await fetch(`${base}/loop`, {}).catch((error: Error) => error.name),
    (await fetch(`${base}/cookies`, {})).headers.getSetCookie()
  ]
  const seen = { method: 'GET', body: null }
  const expected = [seen, { method: 'PUT', body: { a: 1 } }, seen, seen, { method: 'POST', body: { a: 1 } }, 303, 'TypeError', ['a=1', 'b=2']]
  t.strictSame(await answers(fetch, address), expected)
  t.strictSame(await answers(injectFetch(app), ''), expected)
})

t.test('refused: an unknown option, an invalid base, routes that draw did not return', async (t) => {
  t.throws(() => createClient(routes, { baseURL: '/' } as Anything), { code: 'FST_RESOURCES_OPTIONS', message: 'The options have a mistake: unknown option \'baseURL\'; did you mean \'baseUrl\'?' })
  t.throws(() => createClient(routes, { baseUrl: 'example.org' }), { code: 'FST_RESOURCES_BASE_URL' })
  t.throws(() => createClient({} as Anything), { code: 'FST_RESOURCES_OPTIONS' })
  t.throws(() => createClient({ version: 0, table: [] }), { code: 'FST_RESOURCES_JSON_VERSION' })
})
