/** The statuses of a document: each of them happens. */

import t from 'tap'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import resourcesPlugin, { draw, openapiOptions } from '../../lib/index.js'
import { validateDocument } from '../support/documents.js'

type Anything = any

const record = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1 },
    v: { type: 'integer', readOnly: true }
  }
}

const POST = { id: 1, title: 'a', v: 3 }
const load = (id: unknown): object | undefined => id === 1 ? POST : undefined

/** As a guard of an app would, by what the document says that it needs. */
async function requireToken ({ headers: { authorization }, method }: FastifyRequest): Promise<void> {
  if (authorization === undefined) throw Object.assign(new Error('Sign in'), { statusCode: 401 })
  const isEnough = method === 'GET' || authorization === 'Bearer admin'
  if (!isEnough) throw Object.assign(new Error('Not yours'), { statusCode: 403 })
}

/** An action that leads pages elsewhere. */
function leading (answer: () => unknown) {
  return async ({ headers: { accept } }: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    accept === 'text/html' ? await reply.redirect('/posts', 303) : answer()
}

const asJson = async (_request: unknown, reply: FastifyReply): Promise<unknown> =>
  await reply.respondTo({ json: () => POST })

/** An action that sometimes answers with nothing. */
function unless (
  isEmpty: (request: FastifyRequest) => boolean,
  act: (request: FastifyRequest, reply: FastifyReply) => unknown
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    isEmpty(request) ? await reply.code(204).send() : await act(request, reply)
}

const showForm = async (_request: unknown, reply: FastifyReply): Promise<unknown> =>
  await reply.type('text/html').send('<form>')

const controllers = {
  posts: {
    record,
    load,
    responses: true,
    version: 'v',
    requireVersion: true,
    etag: true,
    invalid: showForm,
    index: async () => [POST],
    new: showForm,
    create: leading(() => POST),
    show: async ({ record }: FastifyRequest) => record,
    update: leading(() => POST),
    destroy: leading(() => undefined),
    publish: async () => POST
  },
  comments: { record, responses: true, index: async () => [POST], create: leading(() => POST) },
  tags: {
    record,
    create: { formats: ['json'], handler: unless(({ body }) => (body as Anything).tag.title === 'none', asJson) },
    index: {
      invalid: showForm,
      schema: { querystring: { type: 'object', properties: { page: { type: 'integer' } } } },
      handler: asJson
    }
  },
  accounts: {
    load: (_parents: unknown, { headers: { cookie } }: FastifyRequest) => cookie === undefined ? null : {},
    show: async () => ''
  },
  keys: {
    routeOptions: { schema: { security: [{ bearer: [] }] } },
    index: { schema: { security: [{ bearer: [] }, {}] }, handler: async () => [] },
    show: { onRequest: requireToken, handler: async () => '' },
    destroy: { onRequest: requireToken, schema: { security: [{ bearer: ['keys'] }] }, handler: unless(({ params }) => (params as Anything).id === '2', leading(() => '')) }
  },
  mails: { index: { config: { rateLimit: { max: 1 } }, handler: async () => [] }, show: async () => '' }
}

const routes = draw((map) => map
  .resources('posts', { only: ['index', 'new', 'create', 'show', 'update', 'destroy'], member: { publish: 'post' } }, (posts) =>
    posts.resources('comments', { only: ['index', 'create'] }))
  .resources('tags', { only: ['index', 'create'], formats: ['html', 'json'] })
  .resource('account', { only: 'show' })
  .resources('keys', { only: ['index', 'show', 'destroy'] })
  .resources('mails', { only: ['index', 'show'] }))

async function startApp (): Promise<FastifyInstance> {
  const app = Fastify()
  const securitySchemes = { bearer: { type: 'http', scheme: 'bearer' } } as const
  const info = { title: 't', version: '1' }
  await app.register(swagger, openapiOptions({ openapi: { openapi: '3.1.0', info, components: { securitySchemes } } }))
  await app.register(rateLimit, { global: false })
  await app.register(resourcesPlugin, { routes, controllers })
  await app.ready()
  return app
}

const payload = { post: { title: 'b' } }
const invalid = { payload: { post: { title: '' } } }
const html = { headers: { accept: 'text/html' } }
const form = (text = 'post[title]=b&_version=3'): InjectOptions => ({
  payload: text, headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
})
const matching = (version: number): InjectOptions => ({ headers: { 'if-match': `"${version}"` } })
const bearing = (token: string): InjectOptions => ({ headers: { authorization: `Bearer ${token}` } })

/** An operation, one of its statuses, and what gets it: the id in its path, and the rest of the request. */
type Provoked = readonly [line: string, status: number, id?: string, request?: InjectOptions]

const PROVOKED: readonly Provoked[] = [
  ['GET /posts', 200],
  ['POST /posts', 201, '', { payload }],
  ['POST /posts', 303, '', form()],
  ['POST /posts', 400, '', invalid],
  ['POST /posts', 422, '', form('post[title]=')],
  ['GET /posts/new', 200],
  ['POST /posts/{id}/publish', 200, '1', matching(3)],
  ['POST /posts/{id}/publish', 400, 'a'],
  ['POST /posts/{id}/publish', 404, '2'],
  ['POST /posts/{id}/publish', 409, '1', form('_version=2')],
  ['POST /posts/{id}/publish', 412, '1', matching(2)],
  ['POST /posts/{id}/publish', 428, '1'],
  ['GET /posts/{id}', 200, '1'],
  ['GET /posts/{id}', 304, '1', { headers: { 'if-none-match': '"3:application/json"' } }],
  ['GET /posts/{id}', 400, 'a'],
  ['GET /posts/{id}', 404, '2'],
  ['PUT /posts/{id}', 200, '1', { ...matching(3), payload }],
  ['PUT /posts/{id}', 303, '1', form()],
  ['PUT /posts/{id}', 400, '1', invalid],
  ['PUT /posts/{id}', 404, '2', { payload }],
  ['PUT /posts/{id}', 409, '1', form('post[title]=b&_version=2')],
  ['PUT /posts/{id}', 412, '1', { ...matching(2), payload }],
  ['PUT /posts/{id}', 422, '1', form('post[title]=&_version=3')],
  ['PUT /posts/{id}', 428, '1', { payload }],
  ['DELETE /posts/{id}', 204, '1', matching(3)],
  ['DELETE /posts/{id}', 303, '1', form('_version=3')],
  ['DELETE /posts/{id}', 400, 'a'],
  ['DELETE /posts/{id}', 404, '2'],
  ['DELETE /posts/{id}', 409, '1', form('_version=2')],
  ['DELETE /posts/{id}', 412, '1', matching(2)],
  ['DELETE /posts/{id}', 428, '1'],
  ['GET /posts/{post_id}/comments', 200, '1'],
  ['GET /posts/{post_id}/comments', 400, 'a'],
  ['GET /posts/{post_id}/comments', 404, '2'],
  ['POST /posts/{post_id}/comments', 201, '1', { payload: { comment: { title: 'b' } } }],
  ['POST /posts/{post_id}/comments', 303, '1', form('comment[title]=b')],
  ['POST /posts/{post_id}/comments', 400, '1', { payload: { comment: {} } }],
  ['POST /posts/{post_id}/comments', 404, '2', { payload: { comment: { title: 'b' } } }],
  ['GET /tags', 200],
  ['GET /tags', 400, '?page=a'],
  ['GET /tags', 406, '', { headers: { accept: 'text/csv' } }],
  ['GET /tags', 422, '?page=a', html],
  ['POST /tags', 200, '', { payload: { tag: { title: 'b' } } }],
  ['POST /tags', 204, '', { payload: { tag: { title: 'none' } } }],
  ['POST /tags', 400, '', { payload: {} }],
  ['POST /tags', 406, '', { payload: { tag: { title: 'b' } }, ...html }],
  ['GET /account', 200, '', { headers: { cookie: 'a=1' } }],
  ['GET /account', 404],
  ['GET /keys', 200],
  ['GET /keys/{id}', 200, '1', bearing('user')],
  ['GET /keys/{id}', 401, '1'],
  ['GET /keys/{id}', 404, 'a%2Fb', bearing('user')],
  ['DELETE /keys/{id}', 200, '1', bearing('admin')],
  ['DELETE /keys/{id}', 204, '2', bearing('admin')],
  ['DELETE /keys/{id}', 303, '1', { headers: { ...bearing('admin').headers, ...html.headers } }],
  ['DELETE /keys/{id}', 401, '1'],
  ['DELETE /keys/{id}', 403, '1', bearing('user')],
  ['DELETE /keys/{id}', 404, 'a%2Fb', bearing('admin')],
  ['GET /mails', 200],
  ['GET /mails', 429],
  ['GET /mails/{id}', 200, '1'],
  ['GET /mails/{id}', 404, 'a%2Fb']
]

t.test('each status of a document happens', async (t) => {
  const app = await startApp()
  const document = (app as Anything).swagger()
  t.same(await validateDocument(document), { valid: true })
  for (const [line, status, id = '', request = {}] of PROVOKED) {
    const [method, path] = line.split(' ') as ['GET', string]
    const url = path.includes('{') ? path.replace(/\{\w+\}/, id) : path + id
    t.equal((await app.inject({ method, url, ...request })).statusCode, status, `${line} ${status}`)
  }
  const documented = Object.entries(document.paths as object).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(([method, { responses }]) =>
      `${method.toUpperCase()} ${path}: ${Object.keys(responses as object).join(' ')}`))
  t.strictSame(documented, [...new Set(PROVOKED.map(([line]) => line))].map((line) => {
    const statuses = PROVOKED.filter((one) => one[0] === line).map(([, status]) => status)
    return `${line}: ${statuses.join(' ')} default`
  }))
})

/** Rows without a description of their answers: what they answer, and what the document has. */
const UNDESCRIBED: ReadonlyArray<readonly [line: string, statuses: string, answers: readonly unknown[]]> = [
  ['GET /notes', '200', [200]],
  ['GET /notes/new', '200', [200]],
  ['POST /notes', '200 204 303 400', [200, 204, 303, 400]],
  ['GET /notes/search', '200', [200]],
  ['GET /notes/{id}', '200 404', [200, 404]],
  ['GET /notes/{id}/edit', '200 404', [200, 404]],
  ['PUT /notes/{id}', '200 204 303 400 404', [200, 204, 303, 400, 404]],
  ['DELETE /notes/{id}', '200 204 303 404', [200, 204, 303, 404]],
  ['POST /notes/{id}/publish', '200 204 400 404', [200, 204, 404]],
  ['GET /notes/{note_id}/lines', '200 404', [200, 404]],
  ['GET /session', '200', [200]],
  ['POST /session', '200 204 303 400', [200, 204, 303, 400]],
  ['PUT /session', '200 204 303 400', [200, 204, 303, 400]],
  ['DELETE /session', '200 204 303', [200, 204, 303]],
  ['PUT /plain/{id}', '200 204 400 404', [200, 204, 404]]
]

t.test('rows without a description of their answers answer as the document says', async (t) => {
  const answer = async ({ headers, query }: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if ((query as Anything).empty !== undefined) return await reply.code(204).send()
    return headers.accept === 'text/html' ? await reply.redirect('/notes', 303) : { title: 'a' }
  }
  const all = ['index', 'new', 'create', 'search', 'show', 'edit', 'update', 'destroy', 'publish', 'plain']
  const actions = Object.fromEntries(all.map((name) => [name, answer]))
  const text = { type: 'object', required: ['title'], properties: { title: { type: 'string', minLength: 1 } } }
  const find = (id: string): object | null => id === '1' ? {} : null
  for (const responses of [undefined, false] as const) {
    const app = Fastify()
    await app.register(swagger, openapiOptions({ openapi: { openapi: '3.1.0', info: { title: 't', version: '1' } } }))
    await app.register(resourcesPlugin, {
      routes: draw((map) => map
        .resources('notes', { collection: { search: 'get' }, member: { publish: 'post' } }, (notes) =>
          notes.resources('lines', { only: 'index' }))
        .resource('session', { except: ['new', 'edit'] })
        .route('plain', '/plain/:id', { controller: 'notes', action: 'plain', method: 'put' })),
      controllers: {
        notes: { ...actions, record: text, ...(responses === false && { responses }), load: find },
        lines: actions,
        sessions: { ...actions, input: text, ...(responses === false && { responses }) }
      }
    })
    await app.ready()
    const { paths } = (app as Anything).swagger()
    const lines = Object.entries(paths as object).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`))
    t.same(lines.toSorted(), UNDESCRIBED.map(([line]) => line).toSorted())
    for (const [line, statuses, answers] of UNDESCRIBED) {
      const [method, path] = line.split(' ') as ['PUT', string]
      const found = paths[path][method.toLowerCase()].responses
      t.equal(Object.keys(found as object).filter((status) => status !== 'default').join(' '), statuses, line)
      const isPage = /new$|edit$/.test(path)
      const isFree = responses === false && !path.includes('lines')
      if (!isPage) t.strictSame(found[200].content, isFree ? undefined : { 'application/json': { schema: {} } }, line)
      const key = path.startsWith('/session') ? 'session' : 'note'
      const send = async (id: string, request: InjectOptions = {}, query = ''): Promise<number> => {
        const url = path.replace(/\{\w+\}/, id) + query
        const sent = method === 'PUT' || method === 'POST' ? { payload: { [key]: { title: 'a' } } } : {}
        return (await app.inject({ method, url, ...sent, ...request })).statusCode
      }
      const asked: Record<number, () => Promise<number>> = {
        200: async () => await send('1'),
        204: async () => await send('1', {}, '?empty=1'),
        303: async () => await send('1', { headers: { accept: 'text/html', ...form().headers }, payload: `${key}[title]=a` }),
        400: async () => await send('1', { payload: { [key]: { title: '' } } }),
        404: async () => await send('2')
      }
      for (const status of answers as number[]) t.equal(await asked[status]?.(), status, `${line} ${status}`)
    }
  }
})

t.test('a show that answers with nothing is a 404 where the document has one', async (t) => {
  const text = { type: 'object', properties: { title: { type: 'string' } } }
  for (const [options, isMissable] of [
    [{ record: text }, true], [{ record: text, responses: true }, true], [{ input: text }, false],
    [{ record: text, responses: false }, false],
    [{ record: text, responses: { show: false } }, false],
    [{}, false]
  ] as const) {
    const app = Fastify()
    await app.register(swagger, openapiOptions({ openapi: { info: { title: 't', version: '1' } } }))
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resource('session', { only: 'show' })),
      controllers: { sessions: { ...options, show: async () => null } }
    })
    await app.ready()
    const { statusCode } = await app.inject('/session')
    const { responses } = (app as Anything).swagger().paths['/session'].get
    t.strictSame([statusCode === 404, '404' in responses], [isMissable, isMissable], JSON.stringify(options))
  }
})

t.test('responses: false has the content that the schema of the action names, and none else', async (t) => {
  const csv = { description: 'The lines', content: { 'text/csv': { schema: { type: 'string' } } } }
  const schemas: ReadonlyArray<readonly [schema: object | undefined, content: unknown]> = [
    [undefined, undefined],
    [{ summary: 'Lines' }, undefined],
    [{ response: { 200: csv } }, csv.content],
    [{ response: { 200: { type: 'string' } } }, { 'application/json': { schema: { type: 'string' } } }],
    [{ produces: ['text/csv'] }, { 'text/csv': { schema: {} } }]
  ]
  for (const responses of [false, { index: false }] as const) {
    for (const [schema, content] of schemas) {
      const app = Fastify()
      await app.register(swagger, openapiOptions({ openapi: { info: { title: 't', version: '1' } } }))
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: 'index' })),
        controllers: { posts: { record, responses, index: { ...(schema !== undefined && { schema }), handler: async () => '' } } }
      })
      await app.ready()
      t.strictSame((app as Anything).swagger().paths['/posts'].get.responses[200].content, content, JSON.stringify(schema))
    }
  }
})
