/** Errors with messages by field, in apps that set up nothing for them, and in those that do. */

import t from 'tap'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import resourcesPlugin, { draw, fieldError, fieldErrors, sendFieldErrors } from '../../../lib/index.js'
import { URLENCODED } from '../../support/forms.js'

type Anything = any

const Post = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1 },
    lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string', minLength: 2 } } } }
  },
  if: { properties: { title: { const: 'A lone title' } } },
  then: { minProperties: 2 }
}

const shared = Object.freeze(fieldError('title', 'is taken'))

/** Throws what the query asks for. */
async function handler ({ query }: FastifyRequest): Promise<unknown> {
  const { error, code } = query as Readonly<Record<string, string>>
  if (error === 'shared') throw shared
  if (error === 'own') throw Object.assign(new Error('not unique'), { fields: { title: ['is taken'] } })
  if (error === 'conflict') {
    throw Object.assign(new Error('not unique'), { statusCode: 409, fields: { title: ['is taken'] } })
  }
  if (error !== undefined) throw fieldError(error, 'is wrong', { statusCode: Number(code ?? 422) })
  return {}
}

const routes = draw({ wrap: false }, (map) => map
  .resources('posts', { member: { publish: 'post', touch: 'any' } }, (posts) =>
    posts.resources('comments', { only: 'create', formats: ['json'] }))
  .resource('account', { only: 'update', controller: 'posts' })
  .route('/search', { controller: 'posts', action: 'search', method: 'post' }))

const actions = ['index', 'show', 'new', 'edit', 'create', 'update', 'destroy', 'publish', 'touch', 'search']
const QUERY = {
  page: { type: 'integer' },
  post: { type: 'object', properties: { size: { type: 'integer' } } }
}
const bySearch = { schema: { body: { type: 'object', properties: { q: { type: 'string', minLength: 2 } } } }, handler }
const byQuery = { schema: { querystring: { type: 'object', properties: QUERY } }, handler }

interface Setup {
  readonly posts?: object
  readonly options?: object
  readonly before?: (app: FastifyInstance) => unknown
  readonly server?: FastifyServerOptions
}

async function createApp ({ posts, options, before, server }: Setup = {}): Promise<FastifyInstance> {
  const app = Fastify(server)
  await before?.(app)
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: {
        ...Object.fromEntries(actions.map((name) => [name, handler])),
        record: Post,
        index: byQuery,
        search: bySearch,
        ...posts
      },
      comments: { create: handler }
    },
    ...options
  })
  return app
}

interface Sent {
  readonly status: number
  readonly type: string
  readonly vary: unknown
  readonly body: Anything
}

async function send (
  app: FastifyInstance, line: string, payload: Anything, headers: object = {}
): Promise<Sent> {
  const [method, url] = line.split(' ') as ['POST', string]
  const type = typeof payload === 'string' ? { 'content-type': URLENCODED } : {}
  const response = await app.inject({ method, url, payload, headers: { ...type, ...headers } })
  return {
    status: response.statusCode,
    type: String(response.headers['content-type']),
    vary: response.headers.vary,
    body: response.body.startsWith('{') ? response.json() : response.body
  }
}

/** A request, and what its answer says: of which fields, with the same words in its message. */
const ANSWERS: ReadonlyArray<readonly [
  what: string, line: string, payload: Anything, status: number, fields: Readonly<Record<string, string>>
]> = [
  ['JSON without a key', 'POST /posts', { title: '' }, 400, { title: 'must not be empty' }],
  ['JSON under its key', 'POST /posts', { post: { title: '' } }, 400, { title: 'must not be empty' }],
  ['a form', 'POST /posts', 'post[title]=', 400, { 'post[title]': 'must not be empty' }],
  ['rows of JSON', 'POST /posts', { title: 'A', lines: [{ sku: 'x' }] }, 400,
    { 'lines.0.sku': 'must have at least 2 characters' }],
  ['rows of JSON under its key', 'POST /posts', { post: { title: 'A', lines: [{ sku: 'x' }] } }, 400,
    { 'lines.0.sku': 'must have at least 2 characters' }],
  ['rows of a form', 'POST /posts', 'post[title]=A&post[lines][0][sku]=x', 400,
    { 'post[lines][0][sku]': 'must have at least 2 characters' }],
  ['a singleton', 'PUT /account', { title: '' }, 400, { title: 'must not be empty' }],
  ['the whole record, without a key', 'POST /posts', { title: 'A lone title' }, 400,
    { '': 'must NOT have fewer than 2 properties' }],
  ['the whole record under its key', 'POST /posts', { post: { title: 'A lone title' } }, 400,
    { '': 'must NOT have fewer than 2 properties' }],
  ['a record that is no object', 'POST /posts', { post: 1 }, 400, { post: 'must be an object' }],
  ['a form without its key', 'POST /posts', 'title=', 400, { title: 'must not be empty' }],
  ['rows of such a form', 'POST /posts', 'title=A&lines[0][sku]=x', 400,
    { 'lines[0][sku]': 'must have at least 2 characters' }],
  ['the name of a property, for such a form', 'POST /posts?error=title', 'title=A', 422, { title: 'is wrong' }],
  ['the name of a field, for such a form', 'POST /posts?error=post[title]', 'title=A', 422, { title: 'is wrong' }],
  ['a dotted name for such a form', 'POST /posts?error=lines.0.sku', 'title=A', 422,
    { 'lines[0][sku]': 'is wrong' }],
  ['the whole of such a form', 'POST /posts?error=', 'title=A', 422, { '': 'is wrong' }],
  ['an id', 'PUT /posts/x', { title: 'A' }, 400, { id: 'must be a whole number' }],
  ['a query', 'GET /posts?page=x', undefined, 400, { page: 'must be a whole number' }],
  ['a nested query', 'GET /posts?post[size]=x', undefined, 400, { 'post[size]': 'must be a whole number' }],
  ['the name of a property, for JSON', 'POST /posts?error=title', { title: 'A' }, 422, { title: 'is wrong' }],
  ['the same under its key', 'POST /posts?error=title', { post: { title: 'A' } }, 422, { title: 'is wrong' }],
  ['the same for a form', 'POST /posts?error=title', 'post[title]=A', 422, { 'post[title]': 'is wrong' }],
  ['a missing property of a form', 'POST /posts?error=terms', 'post[title]=A', 422, { 'post[terms]': 'is wrong' }],
  ['a field beside the record', 'POST /posts?error=code', 'post[title]=A&code=1', 422, { code: 'is wrong' }],
  ['the name of a field, for JSON', 'POST /posts?error=post[title]', { title: 'A' }, 422, { title: 'is wrong' }],
  ['the same for a form', 'POST /posts?error=post[title]', 'post[title]=A', 422, { 'post[title]': 'is wrong' }],
  ['a path, for JSON', 'POST /posts?error=/post/lines/0/sku', { post: { title: 'A' } }, 422,
    { 'lines.0.sku': 'is wrong' }],
  ['a path for a form', 'POST /posts?error=/post/lines/0/sku', 'post[title]=A', 422,
    { 'post[lines][0][sku]': 'is wrong' }],
  ['a dotted name for a form', 'POST /posts?error=lines.0.sku', 'post[title]=A', 422,
    { 'post[lines][0][sku]': 'is wrong' }],
  ['a dotted name, for JSON', 'POST /posts?error=lines.0.sku', { title: 'A' }, 422, { 'lines.0.sku': 'is wrong' }],
  ['the whole of JSON', 'POST /posts?error=', { title: 'A' }, 422, { '': 'is wrong' }],
  ['the whole of a form', 'POST /posts?error=', 'post[title]=A', 422, { '': 'is wrong' }],
  ['an error that is thrown again', 'POST /posts?error=shared', { title: 'A' }, 422, { title: 'is taken' }],
  ['the same for a form', 'POST /posts?error=shared', 'post[title]=A', 422, { 'post[title]': 'is taken' }],
  ['another status', 'POST /posts?error=title&code=409', { title: 'A' }, 409, { title: 'is wrong' }],
  ['a member', 'POST /posts/1/publish?error=title', { title: 'A' }, 422, { title: 'is wrong' }],
  ['any method', 'DELETE /posts/1/touch?error=title', undefined, 422, { title: 'is wrong' }],
  ['a GET', 'GET /posts/1?error=title', undefined, 422, { title: 'is wrong' }],
  ['a nested row of a controller without a record', 'POST /posts/1/comments?error=text', { text: 'A' }, 422,
    { text: 'is wrong' }],
  ['the same by its extension', 'POST /posts/1/comments.json?error=text', { comment: { text: 'A' } }, 422,
    { text: 'is wrong' }]
]

/** Fastify's own message stays for what a schema of the app refuses. */
const OF_FASTIFY: typeof ANSWERS = [
  ["an action's own body", 'POST /search', { q: 'x' }, 400, { q: 'must have at least 2 characters' }],
  ["an action's own body of a form", 'POST /search', 'q=x', 400, { q: 'must have at least 2 characters' }]
]

for (const [what, line, payload, status, fields] of OF_FASTIFY) {
  t.test(`without any setup the answer has fields and the message of Fastify: ${what}, ${line}`, async (t) => {
    const { body, ...sent } = await send(await createApp(), line, payload)
    t.equal(sent.status, status)
    const messages = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, [text]]))
    t.match(body, { message: /^body\/\S+ must /, fields: messages })
  })
}

for (const [what, line, payload, status, fields] of ANSWERS) {
  t.test(`without any setup the answer names the fields as the client did: ${what}, ${line}`, async (t) => {
    const { body, type, ...sent } = await send(await createApp(), line, payload)
    const title = { 400: 'Bad Request', 409: 'Conflict', 422: 'Unprocessable Entity' }[status]
    const message = Object.entries(fields).map(([name, text]) => `${name} ${text}`.trim()).join('; ')
    const messages = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, [text]]))
    t.equal(sent.status, status)
    t.match(type, /^application\/json/)
    const expected = { statusCode: status, code: 0, error: title, message, fields: messages }
    t.strictSame({ ...body, code: 0 }, expected)
  })
}

t.test('a client that accepts problems gets the same as a problem of RFC 9457, with any error of a row', async (t) => {
  const app = await createApp()
  const line = 'POST /posts?error=title'
  const problem = {
    type: 'about:blank',
    title: 'Unprocessable Entity',
    status: 422,
    detail: 'title is wrong',
    code: 'FST_RESOURCES_FIELDS',
    fields: { title: ['is wrong'] }
  }
  const table: ReadonlyArray<readonly [accept: string, isProblem: boolean]> = [
    ['application/problem+json', true],
    ['application/json, application/problem+json;q=0.5', true],
    ['Application/Problem+JSON; q=1', true],
    ['application/problem+json;q=0, application/json', false],
    ['application/problem+json ; q=0.000', false],
    ['application/problem+jsonp', false],
    ['*/*', false]
  ]
  for (const [accept, isProblem] of table) {
    const { type, vary, body } = await send(app, line, { title: 'A' }, { accept })
    t.match(type, isProblem ? /^application\/problem\+json/ : /^application\/json/, accept)
    t.equal(vary, 'Accept')
    if (isProblem) t.strictSame(body, problem)
  }

  const missing = await createApp({ posts: { load: () => null, show: handler } })
  const { body } = await send(missing, 'GET /posts/1', undefined, { accept: 'application/problem+json' })
  t.strictSame(body, {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'post 1 was not found',
    code: 'FST_RESOURCES_NOT_FOUND'
  })
  const other = await send(missing, 'GET /posts/1', undefined)
  t.strictSame(Object.keys(other.body), ['statusCode', 'code', 'error', 'message'])
})

t.test('an error of another library stays with Fastify, unless it has a status and messages by field', async (t) => {
  const app = await createApp()
  t.strictSame((await send(app, 'POST /posts?error=own', { title: 'A' })).body, {
    statusCode: 500, error: 'Internal Server Error', message: 'not unique'
  })
  t.match((await send(app, 'POST /posts?error=conflict', { title: 'A' })).body, {
    statusCode: 409, message: 'not unique', fields: { title: ['is taken'] }
  })
})

t.test('an error whose validation is none of a validator stays as it is', async (t) => {
  for (const validation of [true, null, 'bad', {}, [null], [{}], [{ instancePath: '', keyword: 'own' }]]) {
    const index = async (): Promise<never> => { throw Object.assign(new Error('bad'), { statusCode: 409, validation }) }
    const { status, body } = await send(await createApp({ posts: { index } }), 'GET /posts', undefined)
    t.strictSame([status, body], [409, { statusCode: 409, error: 'Conflict', message: 'bad' }])
  }
  const index = async (): Promise<never> => { throw Object.assign(new Error('bad'), { code: 'FST_RESOURCES_FIELDS' }) }
  const { status, body } = await send(await createApp({ posts: { index } }), 'GET /posts', undefined)
  t.strictSame([status, body.message], [500, 'bad'])
})

t.test("the app's own handler gets fields and message, wherever it is set, and answers alone", async (t) => {
  const own = async (error: Anything, _request: unknown, reply: FastifyReply): Promise<unknown> => {
    const { message, fields, validation } = error
    return await reply.code(418).send({ message, fields, ...(validation !== undefined && { faults: 1 }) })
  }
  const setups: Record<string, Setup> = {
    'before the rows': { before: (app) => app.setErrorHandler(own) },
    'of an action': { posts: { create: { errorHandler: own, handler } } },
    'of a scope': { options: { scopes: {} }, before: (app) => app.setErrorHandler(own) }
  }
  for (const [what, setup] of Object.entries(setups)) {
    const app = await createApp(setup)
    const headers = { accept: 'application/problem+json' }
    const byAction = await send(app, 'POST /posts?error=title', { title: 'A' }, headers)
    const told = { message: 'title is wrong', fields: { title: ['is wrong'] } }
    t.strictSame([byAction.status, byAction.body], [418, told], what)
    const bySchema = await send(app, 'POST /posts', 'post[title]=', headers)
    const ofForm = { message: 'post[title] must not be empty', fields: { 'post[title]': ['must not be empty'] } }
    t.strictSame([bySchema.status, bySchema.body], [418, { ...ofForm, faults: 1 }], what)
  }
})

t.test('a message that the app writes itself stays', async (t) => {
  const app = await createApp({
    server: { schemaErrorFormatter: () => new Error('ask again') }
  })
  t.match((await send(app, 'POST /search', { q: 'x' })).body, {
    message: 'ask again', fields: { q: ['must have at least 2 characters'] }
  })
})

t.test('words give the message too', async (t) => {
  const app = await createApp({ options: { words: () => 'fehlt' } })
  t.match((await send(app, 'POST /posts', { title: '' })).body, { message: 'title fehlt', fields: { title: ['fehlt'] } })
})

t.test('sendFieldErrors answers the same for the other routes of an app', async (t) => {
  const app = await createApp({
    before: (app) => app.setErrorHandler(sendFieldErrors).post('/other', async () => {
      throw fieldErrors({ 'a.b': 'is wrong', '/a/b': ['is dull'] })
    })
  })
  t.match(await send(app, 'POST /other', { a: 1 }), {
    status: 422, body: { message: 'a.b is wrong, is dull', fields: { 'a.b': ['is wrong', 'is dull'] } }
  })
  t.match(await send(app, 'POST /posts', { title: '' }), { status: 400, body: { fields: { title: ['must not be empty'] } } })
})

t.test('the log has a line of such an answer, as of any error that Fastify answers', async (t) => {
  for (const [disableRequestLogging, code] of [[false, 422], [false, 503], [true, 422]] as const) {
    const lines: Anything[] = []
    const stream = { write: (line: string) => lines.push(JSON.parse(line)) }
    const takeLevels = (): unknown[] =>
      lines.splice(0).filter(({ err }) => err !== undefined).map(({ level }) => level)
    const server = { disableRequestLogging, logger: { stream } }
    const native = Fastify(server)
    native.post('/posts', async () => { throw Object.assign(new Error('wrong'), { statusCode: code }) })
    await send(native, 'POST /posts', {})
    const levels = takeLevels()
    await send(await createApp({ server }), `POST /posts?error=title&code=${code}`, { title: 'A' })
    t.strictSame(takeLevels(), levels)
    if (!disableRequestLogging) t.strictSame(levels, [code < 500 ? 30 : 50])
  }
})
