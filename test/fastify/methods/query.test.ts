/** QUERY (RFC 10008) and OPTIONS, which a row answers only where it names them. */

import t from 'tap'
import formbody from '@fastify/formbody'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'

const routes = draw((map) => map
  .resources('posts', { only: ['index'], collection: { search: 'query', find: ['get', 'query'], sort: 'any' } })
  .route('/posts', 'posts#preflight', { method: 'options' }))

const body = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }

async function createApp (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(formbody)
  await app.register(swagger, { openapi: { openapi: '3.1.0' } })
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: {
        index: async () => 'index',
        search: { schema: { body }, handler: async (request) => ({ found: request.body }) },
        find: { schema: { body }, handler: async (request) => `found by ${request.method}` },
        sort: async () => 'sorted',
        preflight: async (_request, reply) => await reply.code(204).header('allow', 'GET').send()
      }
    }
  })
  await app.ready()
  return app
}

t.test('a QUERY has a body, by its schema, nested where it is a form', async (t) => {
  const app = await createApp()
  const query = async (payload: string, type: string): Promise<[number, unknown]> => {
    const response = await app.inject({ method: 'QUERY', url: '/posts/search', payload, headers: { 'content-type': type } })
    return [response.statusCode, response.json()]
  }
  t.strictSame(await query('{"text":"x"}', 'application/json'), [200, { found: { text: 'x' } }])
  t.strictSame(await query('text=x&tags[]=a', 'application/x-www-form-urlencoded'), [200, { found: { text: 'x', tags: ['a'] } }])
  t.match(await query('{}', 'application/json'), [400, { message: 'body must have required property \'text\'' }])
})

t.test('beside GET, the body schema is that of QUERY alone', async (t) => {
  const app = await createApp()
  t.equal((await app.inject('/posts/find')).body, 'found by GET')
  t.equal((await app.inject({ method: 'QUERY', url: '/posts/find', payload: { text: 'x' } })).body, 'found by QUERY')
})

t.test('Allow names them, any does not stand for them, and no form becomes one', async (t) => {
  const app = await createApp()
  const allowed = async (method: string, url: string): Promise<[number, string[]]> => {
    const { statusCode, headers } = await app.inject({ method: method as 'GET', url })
    return [statusCode, String(headers.allow).split(', ').sort()]
  }
  t.strictSame(await allowed('GET', '/posts/search'), [405, ['QUERY']])
  t.strictSame(await allowed('POST', '/posts'), [405, ['GET', 'HEAD', 'OPTIONS']])
  t.strictSame(await allowed('QUERY', '/posts/sort'), [405, ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']])
  t.equal((await app.inject({ method: 'OPTIONS', url: '/posts' })).statusCode, 204)
  const form = await app.inject({ method: 'POST', url: '/posts/search', payload: '_method=query&text=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  t.strictSame([form.statusCode, form.headers.allow], [405, 'QUERY'])
})
