/** Caches learn of each answer that `Accept` decides, and of no other. */

import t from 'tap'
import Fastify from 'fastify'
import type { FastifyReply, InjectOptions } from 'fastify'
import resourcesPlugin, { draw, fieldError, sendFieldErrors } from '../../../lib/index.js'
import { URLENCODED } from '../../support/forms.js'

type Anything = any

const record = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer' }, title: { type: 'string', minLength: 1 }, version: { type: 'integer', readOnly: true } }
}
const page = async (_: unknown, reply: FastifyReply): Promise<unknown> => reply.type('text/html').send('<p>')

const controllers = {
  posts: {
    record,
    responses: true,
    version: 'version',
    load: (id: number) => id === 1 ? { id, title: 'a', version: 7 } : null,
    invalid: page,
    index: {
      invalid: page,
      schema: { querystring: { type: 'object', properties: { page: { type: 'integer' } } } },
      handler: async () => []
    },
    new: page,
    create: async () => ({ id: 1, title: 'a' }),
    show: async ({ record }: Anything) => record,
    edit: page,
    update: async () => { throw fieldError('title', 'is taken') },
    destroy: async () => undefined,
    either: async (_: unknown, reply: FastifyReply) => reply.respondTo({ html: () => '<p>', json: () => ({ id: 1, title: 'a' }) })
  },
  notes: { record, show: async () => null, index: async () => [] },
  accounts: { load: () => null, show: async () => ({}) }
}

const routes = draw((map) => map
  .resources('posts', { member: { either: 'get' }, formats: ['html', 'json'] }, (posts) =>
    posts.resources('notes', { only: ['index', 'show'] }))
  .resource('account', { only: 'show' })
  .redirect('/old', '/posts'))

const form = { 'content-type': URLENCODED }

/** A request, its status as a page and as JSON, and whether `Accept` decides. */
type Answer = readonly [line: string, page: number, json: number, varies: boolean, request?: InjectOptions]

const ANSWERS: readonly Answer[] = [
  ['GET /posts/1', 200, 200, false],
  ['GET /posts/2', 404, 404, true],
  ['HEAD /posts/2', 404, 404, true],
  ['GET /posts/2.json', 404, 404, true],
  ['GET /posts/2.html', 404, 404, false],
  ['GET /posts/a', 404, 400, true],
  ['GET /posts/a.json', 400, 400, true],
  ['PUT /posts/2', 404, 404, true, { payload: { post: { title: 'a' } } }],
  ['DELETE /posts/2', 404, 404, true],
  ['GET /posts/2/notes', 404, 404, true],
  ['GET /posts/1/notes', 200, 200, false],
  ['GET /posts/1/notes/1', 404, 404, true],
  ['GET /account', 404, 404, true],
  ['GET /posts/1/either', 200, 200, true],
  ['GET /posts/1/either.json', 200, 200, false],
  ['GET /posts/1/either', 406, 406, true, { headers: { accept: 'text/csv' } }],
  ['GET /posts', 200, 200, false],
  ['GET /posts?page=a', 422, 400, true],
  ['DELETE /posts/1', 200, 204, true],
  ['POST /posts', 201, 201, false, { payload: { post: { title: 'a' } } }],
  ['POST /posts', 400, 400, true, { payload: { post: { title: '' } } }],
  ['POST /posts', 422, 422, false, { headers: form, payload: 'post[title]=' }],
  ['PUT /posts/1', 422, 422, true, { payload: { post: { title: 'b' } } }],
  ['PUT /posts/1', 412, 412, true, { payload: { post: { title: 'b' } }, headers: { 'if-match': '"6"' } }],
  ['POST /posts', 403, 403, true, { headers: { ...form, 'sec-fetch-site': 'cross-site' }, payload: 'post[title]=a' }],
  ['GET /old', 301, 301, false],
  ['GET /unknown', 404, 404, false]
]

t.test('Vary names Accept on each answer that it decides, also where an app has a Vary of its own', async (t) => {
  for (const [own, added] of [[undefined, 'Accept'], ['Cookie', 'Cookie, Accept'], ['accept', 'accept'], ['*', '*']] as const) {
    const app = Fastify()
    if (own !== undefined) app.addHook('onRequest', async (_request, reply) => { reply.header('vary', own) })
    await app.register(resourcesPlugin, { routes, controllers })
    for (const [line, ofPage, ofJson, varies, request = {}] of ANSWERS) {
      const [method, url] = line.split(' ') as ['GET', string]
      // A problem is another form of an error.
      const problem = ofJson < 400 ? [] : [['application/problem+json', ofJson] as const]
      for (const [accept, status] of [['text/html', ofPage], ['application/json', ofJson], ...problem] as const) {
        const headers = { accept, ...request.headers }
        const response = await app.inject({ method, url, ...request, headers })
        t.strictSame([response.statusCode, response.headers.vary], [status, varies ? added : own], `${line} ${accept}`)
      }
    }
  }
})

t.test('an error handler of the app has the header where the plugin chose by Accept', async (t) => {
  for (const handler of [sendFieldErrors, async (error: Anything, _: unknown, reply: FastifyReply) => reply.code(error.statusCode).send('own')]) {
    const app = Fastify()
    app.setErrorHandler(handler as typeof sendFieldErrors)
    app.setNotFoundHandler(async (_request, reply) => reply.code(404).type('text/html').send('<h1>'))
    await app.register(resourcesPlugin, { routes, controllers })
    for (const url of ['/posts/2', '/posts/a', '/account', '/posts?page=a']) {
      for (const accept of ['text/html', 'application/json']) {
        t.equal((await app.inject({ url, headers: { accept } })).headers.vary, 'Accept', `${url} ${accept}`)
      }
    }
  }
})
