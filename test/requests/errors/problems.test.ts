/** `problems: true`: all errors of a scope are problems of RFC 9457. */

import t from 'tap'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import resourcesPlugin, { draw, fieldError, openapiOptions, sendFieldErrors } from '../../../lib/index.js'
import { URLENCODED } from '../../support/forms.js'

type Anything = any

const Post = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', minLength: 1 }, size: { type: 'integer' } }
}

const THROWN: Readonly<Record<string, unknown>> = {
  bug: Object.assign(new Error('secret'), { code: 'E_BUG' }),
  field: fieldError('title', 'is taken'),
  busy: Object.assign(new Error('later'), { status: 429, headers: { 'retry-after': '7' } }),
  odd: Object.assign(new Error('odd'), { statusCode: 299 }),
  values: Object.assign(new Error('not unique'), { statusCode: 409, fields: { title: 'secret' } }),
  number: { statusCode: 409, code: 11000n, message: { of: 'secret' } },
  foreign: Object.assign(new Error('bad'), { statusCode: 409, validation: [{ message: 'bad' }] }),
  half: { statusCode: 404.5, status: Symbol('404') },
  text: 'secret',
  nothing: null,
  missing: undefined
}

async function handler (request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { thrown = '', code } = request.query as Readonly<Record<string, string>>
  if (code !== undefined) reply.code(Number(code))
  if (thrown === 'unknown') return reply.callNotFound()
  if (thrown === 'format') return await reply.respondTo({ json: () => ({}) })
  if (thrown in THROWN) throw THROWN[thrown]
  return { title: 'A' }
}

const routes = draw({ patch: true }, (map) => map
  .resources('posts', { member: { publish: 'post', touch: 'any' }, formats: ['json'] }, (posts) => posts
    .resources('comments', { only: ['create', 'show'], shallow: true }))
  .resource('account', { only: ['update', 'create'] })
  .resources('forms', { only: 'create' })
  .group({ pathPrefix: ':locale' }, (group) => group
    .route('/search/:id', { controller: 'posts', action: 'search', method: 'post', defaults: { id: null } }))
  .route('/files/*path', { controller: 'posts', action: 'file' }))

const actions = ['index', 'show', 'new', 'edit', 'create', 'update', 'destroy', 'publish', 'touch', 'search', 'file']
const handlers = Object.fromEntries(actions.map((name) => [name, handler]))
const body = { type: 'object', required: ['q'], properties: { q: { type: 'string' } } }
const load = (id: string): unknown => id === '9' ? null : { title: 'A' }

const controllers = {
  posts: {
    ...handlers,
    record: Post,
    load,
    index: { schema: { querystring: { type: 'object', properties: { page: { type: 'integer' } } } }, handler },
    publish: { schema: { body }, handler },
    search: { schema: { body }, handler }
  },
  comments: { record: Post, create: handler, show: handler },
  accounts: { record: Post, create: handler, update: handler },
  forms: {
    record: { type: 'object', properties: { photo: { type: 'string', contentMediaType: 'image/png' }, ...Post.properties } },
    create: handler,
    invalid: async (_request: unknown, reply: FastifyReply) => await reply.type('text/html').send('<form>')
  }
}

type SetUp = (scope: FastifyInstance) => unknown

interface Setup {
  readonly options?: object
  readonly before?: SetUp
  readonly after?: SetUp
  readonly server?: object
}

async function createApp ({ options, before, after, server }: Setup = {}): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: 2000, ...server })
  await app.register(multipart, { attachFieldsToBody: true, limits: { fileSize: 100 } })
  await before?.(app)
  await app.register(resourcesPlugin, { routes, controllers, problems: true, ...options })
  await after?.(app)
  return app
}

async function send (
  app: FastifyInstance, line: string, payload?: Anything, headers: object = {}
): Promise<Anything> {
  const [method, url] = line.split(' ') as ['POST', string]
  const isText = typeof payload === 'string'
  const isBroken = isText && payload.startsWith('{')
  const type = isText ? { 'content-type': isBroken ? 'application/json' : URLENCODED } : {}
  const response = await app.inject({ method, url, payload, headers: { ...type, ...headers } })
  const isJson = /json/.test(String(response.headers['content-type']))
  const { statusCode: status, headers: sent, body: text } = response
  return { status, headers: sent, body: isJson ? response.json() : text }
}

function isProblem ({ status, headers, body }: Anything): boolean {
  return /^application\/problem\+json/.test(headers['content-type']) && body.status === status
}

const upload = (size: number): FormData => {
  const form = new FormData()
  form.set('form[photo]', new File(['x'.repeat(size)], 'a.png', { type: 'image/png' }))
  return form
}

const EMPTY = 'must not be empty'

/** A request, and the problem that it gets. */
const TABLE: ReadonlyArray<readonly [
  line: string, payload: Anything, status: number, told: object, headers?: object
]> = [
  ['POST /posts', { post: { title: '' } }, 400, { title: 'Bad Request', code: 'FST_ERR_VALIDATION', fields: { title: [EMPTY] } }],
  ['POST /posts.json', { post: { title: '' } }, 400, { fields: { title: [EMPTY] } }],
  ['POST /posts', 'post[title]=', 400, { fields: { 'post[title]': [EMPTY] } }],
  ['PATCH /posts/1', { post: { title: '' } }, 400, { detail: `title ${EMPTY}`, fields: { title: [EMPTY] } }],
  ['POST /posts/1', '_method=put&post[title]=', 400, { fields: { 'post[title]': [EMPTY] } }],
  ['POST /posts/1/comments', { comment: {} }, 400, { fields: { title: [EMPTY] } }],
  ['PUT /account', { account: { size: 'x' } }, 400, { fields: { size: ['must be a whole number'] } }],
  ['POST /posts/1/publish', {}, 400, { fields: { q: [EMPTY] } }],
  ['POST /en/search', {}, 400, { fields: { q: [EMPTY] } }],
  ['GET /posts?page=x', undefined, 400, { fields: { page: ['must be a whole number'] } }],
  ['POST /own', {}, 400, { detail: "body must have required property 'q'", fields: { q: [EMPTY] } }],
  ['POST /posts', '{', 400, { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }],
  ['POST /posts/1', '_method=trace', 405, { code: 'FST_RESOURCES_METHOD_NOT_ALLOWED' }],
  ['GET /posts/9', undefined, 404, { detail: 'post 9 was not found', code: 'FST_RESOURCES_NOT_FOUND' }],
  ['GET /posts/9', undefined, 404, { detail: 'Route GET:/posts/9 not found' }, { accept: 'text/html' }],
  ['GET /posts?thrown=unknown', undefined, 404, { title: 'Not Found' }],
  ['GET /elsewhere', undefined, 404, { title: 'Not Found', detail: 'Route GET:/elsewhere not found' }],
  ['DELETE /posts', undefined, 405, { code: 'FST_RESOURCES_METHOD_NOT_ALLOWED' }],
  ['GET /posts?thrown=format', undefined, 406, { title: 'Not Acceptable' }, { accept: 'image/png' }],
  ['POST /posts', { post: { title: 'x'.repeat(3000) } }, 413, { code: 'FST_ERR_CTP_BODY_TOO_LARGE' }],
  ['POST /forms', upload(200), 413, { code: 'FST_REQ_FILE_TOO_LARGE' }],
  ['POST /posts', 'a,b', 415, { title: 'Unsupported Media Type' }, { 'content-type': 'text/csv' }],
  ['POST /posts', { post: { title: 'A' } }, 403, { title: 'Forbidden' }, { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }],
  ['GET /posts?thrown=field', undefined, 422, { detail: 'title is taken', fields: { title: ['is taken'] } }],
  ['GET /files/a?thrown=field', undefined, 422, { fields: { title: ['is taken'] } }],
  ['PATCH /posts/1/touch?thrown=field', undefined, 422, { fields: { title: ['is taken'] } }],
  ['GET /posts?thrown=busy', undefined, 429, { title: 'Too Many Requests', detail: 'later' }],
  ['GET /posts?thrown=values', undefined, 409, { detail: 'not unique' }],
  ['GET /posts?thrown=number', undefined, 409, { title: 'Conflict', code: undefined, detail: undefined }],
  ['GET /posts?thrown=values&code=404', undefined, 409, {}],
  ['GET /posts?thrown=bug&code=410', undefined, 410, { detail: 'secret', code: 'E_BUG' }],
  ['GET /posts?thrown=bug', undefined, 500, { title: 'Internal Server Error', detail: undefined, code: undefined }],
  ['GET /posts?thrown=odd', undefined, 500, {}],
  ['GET /posts?thrown=foreign', undefined, 409, { detail: 'bad', fields: undefined }],
  ['GET /posts?thrown=half', undefined, 500, {}],
  ['GET /posts?thrown=text', undefined, 500, {}],
  ['GET /posts?thrown=nothing', undefined, 500, {}],
  ['GET /posts?thrown=missing', undefined, 500, {}]
]

const own: SetUp = (app) => app.post('/own', { schema: { body } }, handler)

t.test('all errors of rows, of other routes and of unknown paths are problems', async (t) => {
  const app = await createApp({ after: own })
  for (const [line, payload, status, told, headers] of TABLE) {
    const answer = await send(app, line, payload, headers)
    t.ok(isProblem(answer), line)
    t.match(answer.body, { type: 'about:blank', status, ...told }, line)
    t.equal(answer.status, status, line)
    if (status >= 500) t.notMatch(JSON.stringify(answer.body), /secret|E_BUG/, line)
  }
})

t.test('an error keeps its headers, answers do not vary by Accept, and the log has what a problem hides', async (t) => {
  const lines: Anything[] = []
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) }
  const app = await createApp({ server: { logger: { stream } } })
  const busy = await send(app, 'GET /posts?thrown=busy')
  t.match([busy.headers['retry-after'], busy.headers.vary], ['7', undefined])
  const logged = (): Anything[] => lines.splice(0).filter(({ err }) => err !== undefined)
  t.match(logged(), [{ level: 30, msg: 'later' }])
  await send(app, 'GET /posts?thrown=bug')
  t.match(logged(), [{ level: 50, msg: 'secret' }])
  await send(app, 'GET /elsewhere')
  t.match(lines.map(({ msg }) => msg), ['incoming request', 'Route GET:/elsewhere not found', 'request completed'])
  lines.splice(0)
  // Fastify 6 has no such option.
  const server = { logger: { stream }, disableRequestLogging: true }
  const native = Fastify(server).get('/posts', async () => { throw new Error('secret') })
  const silent = await createApp({ server })
  for (const url of ['/posts?thrown=bug', '/elsewhere']) {
    await send(native as unknown as FastifyInstance, `GET ${url}`)
    const told = lines.splice(0).map(({ level, msg }) => [level, msg])
    await send(silent, `GET ${url}`)
    t.strictSame(lines.splice(0).map(({ level, msg }) => [level, msg]), told)
  }
})

t.test('invalid answers its forms, and error handlers of an action answer or throw a problem', async (t) => {
  const errorHandler = async (
    error: Anything, request: FastifyRequest, reply: FastifyReply
  ): Promise<unknown> => {
    if (error.message === 'later') return await reply.code(503).send({ own: true })
    if (error.message === 'secret') throw Object.assign(new Error('mapped'), { statusCode: 409 })
    return await sendFieldErrors(error, request, reply)
  }
  const posts = { ...controllers.posts, index: { handler, errorHandler } }
  const app = await createApp({ options: { controllers: { ...controllers, posts } } })
  const form = await send(app, 'POST /forms', 'form[size]=x')
  t.strictSame([form.status, form.body], [422, '<form>'])
  t.strictSame((await send(app, 'GET /posts?thrown=busy')).body, { own: true })
  for (const [thrown, told] of [
    ['bug', { status: 409, detail: 'mapped' }],
    ['field', { status: 422, fields: { title: ['is taken'] } }]
  ] as const) {
    const answer = await send(app, `GET /posts?thrown=${thrown}`)
    t.ok(isProblem(answer), thrown)
    t.match(answer.body, told)
  }
})

t.test('a function gives or throws the error to answer, for all rows at once', async (t) => {
  const problems = async (error: Anything): Promise<unknown> => {
    if (error?.message === 'secret') return fieldError('title', 'is taken', { statusCode: 409 })
    if (error?.message === 'later') throw Object.assign(new Error('mapped'), { statusCode: 410 })
    return undefined
  }
  const inner = inScope('', undefined, { problems: () => THROWN.values, prefix: '/inner' })
  const app = await createApp({ options: { problems }, after: inner })
  for (const [line, payload, status, told] of [
    ['GET /posts?thrown=bug', undefined, 409, { detail: 'title is taken', fields: { title: ['is taken'] } }],
    ['POST /posts?thrown=bug', 'post[title]=A', 409, { fields: { 'post[title]': ['is taken'] } }],
    ['GET /posts?thrown=busy', undefined, 410, { detail: 'mapped' }],
    ['GET /posts?thrown=nothing', undefined, 500, {}],
    ['POST /posts', '{', 400, { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }],
    ['GET /inner/posts?thrown=busy', undefined, 409, { detail: 'not unique' }],
    ['GET /inner/elsewhere', undefined, 404, { detail: 'Route GET:/inner/elsewhere not found' }]
  ] as const) {
    const answer = await send(app, line, payload)
    t.ok(isProblem(answer), line)
    t.match(answer, { status, body: told }, line)
  }
})

/** Registers the rows in a child scope. */
const inScope = (prefix: string, before?: SetUp, options?: object): SetUp => async (app) => {
  await app.register(async (scope) => {
    await before?.(scope)
    await scope.register(resourcesPlugin, { routes, controllers, problems: true, ...options })
  }, { prefix })
}

const ownHandler: SetUp = (app) => {
  app.setErrorHandler(async ({ message }: Error, _request, reply) =>
    await reply.code(418).send({ own: message }))
}

async function createParent (...setups: readonly SetUp[]): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(multipart, { attachFieldsToBody: true })
  for (const setUp of setups) await setUp(app)
  await app.ready()
  return app
}

t.test('a scope with a prefix has problems in it alone, whatever handles errors around it', async (t) => {
  const app = await createParent(ownHandler, inScope('/api', undefined, { methodNotAllowed: true }), own)
  for (const [line, payload, status] of [
    ['POST /api/posts', { post: {} }, 400],
    ['GET /api/elsewhere', undefined, 404],
    ['DELETE /api/posts', undefined, 405],
    ['POST /api/posts', '{', 400],
    ['GET /api/posts?thrown=bug', undefined, 500]
  ] as const) {
    const answer = await send(app, line, payload)
    t.ok(isProblem(answer), line)
    t.equal(answer.status, status, line)
  }
  t.match(await send(app, 'POST /own?thrown=bug', { q: 'a' }), { status: 418, body: { own: 'secret' } })
  t.match((await send(app, 'GET /elsewhere')).body, { error: 'Not Found' })
})

t.test('a scope in it has problems too, whether its registration says so', async (t) => {
  for (const options of [{}, { problems: true }, { problems: false }]) {
    const app = await createApp({ after: inScope('/inner', undefined, { problems: undefined, ...options }) })
    t.ok(isProblem(await send(app, 'POST /inner/posts', { post: {} })))
  }
  const parsesForms = await createParent((app) => app.register(resourcesPlugin, { problems: true }), own)
  t.match((await send(parsesForms, 'POST /own', {})).body, { status: 400, fields: { q: [EMPTY] } })
})

t.test("an app's own not-found handler stays, and what it throws is a problem", async (t) => {
  const page = await createApp({ before: (app) => app.setNotFoundHandler(async () => 'nothing here') })
  t.equal((await send(page, 'GET /elsewhere')).body, 'nothing here')
  const missing = async (): Promise<never> => { throw Object.assign(new Error('own'), { statusCode: 404 }) }
  const app = await createApp({ before: (app) => app.setNotFoundHandler(missing) })
  t.match(await send(app, 'GET /elsewhere'), { status: 404, body: { status: 404, detail: 'own' } })
  t.ok(isProblem(await send(app, 'DELETE /posts')))
})

t.test('namespaces may have handlers of their own, which throw problems', async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.namespace('admin', (admin) => admin.resources('posts', { only: 'index' }))),
    controllers: { 'admin/posts': { index: handler } },
    problems: true,
    scopes: {
      admin: async (scope) => scope.setErrorHandler(async () => { throw Object.assign(new Error('mapped'), { statusCode: 409 }) })
    }
  })
  t.match(await send(app, 'GET /admin/posts?thrown=bug'), { status: 409, body: { status: 409, detail: 'mapped' } })
})

t.test('what would take no part is an error at startup that says what to write', async (t) => {
  const needsPrefix = /problems: the unknown paths of a scope without a prefix .* register the scope with a prefix/
  const hasHandler = /problems: the scope has an error handler of the app; remove it/
  const hasTwo = /a scope with the prefix '\/api' has them already; register both scopes in one with that prefix/
  const table: ReadonlyArray<readonly [what: string, create: () => Promise<unknown>, message: RegExp]> = [
    ['at the root', async () => await createApp({ before: ownHandler }), hasHandler],
    ['in a scope', async () => await createParent(ownHandler, inScope('/api', ownHandler)), hasHandler],
    ['in a scope of a scope with problems', async () => await createApp({ after: inScope('/inner', ownHandler) }), hasHandler],
    ['twice under a prefix', async () => await createParent(inScope('/api'), inScope('/api')), hasTwo],
    ['twice, with a slash', async () => await createParent(inScope('/api/'), inScope('/api')), hasTwo],
    ['with the prefix of the root', async () => await createParent(inScope('/')), needsPrefix],
    ['without a prefix', async () => await createParent(inScope('')), needsPrefix],
    ['in a scope with a prefix', async () => await createParent(async (app) => {
      await app.register(async (api) => { await inScope('')(api) }, { prefix: '/api' })
    }), needsPrefix],
    ['another value', async () => await createApp({ options: { problems: 'yes' } }), /problems: expected true, false, or a function/]
  ]
  for (const [what, create, message] of table) {
    await t.rejects(create(), { code: 'FST_RESOURCES_OPTIONS', message }, what)
  }
})

t.test('schemas, serializers and hooks for answers leave a problem as it is', async (t) => {
  const only = (...required: string[]): object => ({ type: 'object', properties: { own: { type: 'string' } }, required })
  const plain: SetUp = () => {}
  const wrap = (own: unknown): string => JSON.stringify({ own })
  const table: ReadonlyArray<readonly [what: string, setUp: SetUp, response: object]> = [
    ['a status', plain, { 409: only() }],
    ['a required property', plain, { 409: only('own') }],
    ['a class', plain, { '4xx': only('own') }],
    ['default', plain, { default: only('own') }],
    ['a media type', plain, { 409: { content: { 'application/problem+json': { schema: only('own') } } } }],
    ['a reply serializer', (app) => app.setReplySerializer(wrap), {}],
    ['a serializer compiler', (app) => app.setSerializerCompiler(() => wrap), { 409: only() }],
    ['a hook', (app) => app.addHook('preSerialization', async (_request, _reply, own) => ({ own })), {}]
  ]
  for (const [what, before, response] of table) {
    const app = await createApp({
      before, after: (scope) => scope.get('/typed', { schema: { response } }, handler)
    })
    const { headers, body } = await send(app, 'GET /typed?thrown=values')
    t.match(headers['content-type'], /^application\/problem\+json/, what)
    t.strictSame(body, { type: 'about:blank', title: 'Conflict', status: 409, detail: 'not unique' }, what)
  }
})

t.test('where the app answers in an inner scope, its document has no problems', async (t) => {
  const app = await createApp({
    before: async (scope) => await scope.register(swagger, openapiOptions({ openapi: { openapi: '3.1.0' } })),
    after: inScope('/inner', ownHandler, { problems: undefined })
  })
  t.match(await send(app, 'GET /inner/posts?thrown=bug'), { status: 418, body: { own: 'secret' } })
  const { paths } = app.swagger() as Anything
  const typesOf = (path: string): string[] => Object.keys(paths[path].get.responses.default.content)
  t.strictSame([typesOf('/posts'), typesOf('/inner/posts')], [['application/problem+json'], ['application/json']])
})

t.test('the document says so, row by row', async (t) => {
  const app = Fastify()
  await app.register(swagger, openapiOptions({ openapi: { openapi: '3.1.0' } }))
  await app.register(async (scope) => {
    await scope.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { only: ['show', 'update'] })),
      problems: true,
      controllers: {
        posts: {
          record: Post,
          show: handler,
          update: { schema: { response: { 404: { type: 'object', properties: { own: { type: 'string' } } } } }, handler }
        }
      }
    })
  }, { prefix: '/api' })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('tags', { only: 'show' })), controllers: { tags: { show: handler } }
  })
  await app.ready()
  const { paths, components } = app.swagger() as Anything
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemResponse' } } }
  t.strictSame(paths['/api/posts/{id}'].get.responses.default, { description: 'Any other error', content: problem })
  t.strictSame(paths['/api/posts/{id}'].put.responses[400].content, problem)
  t.match(paths['/api/posts/{id}'].put.responses[404].content, { 'application/json': { schema: { properties: { own: {} } } } })
  t.match(paths['/tags/{id}'].get.responses.default.content, {
    'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' } }
  })
  t.match(components.schemas.ProblemResponse, { required: ['type', 'status'], properties: { fields: { type: 'object' } } })
})
