/** QUERY (RFC 10008) and OPTIONS, which only rows that name them answer. */

import t from 'tap'
import formbody from '@fastify/formbody'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import type { Routes } from '../../../lib/index.js'

/** Since 5.11. */
const FASTIFY_HAS_QUERY = Fastify().supportedMethods.includes('QUERY')

const queries = draw((map) =>
  map.resources('posts', { only: 'none', collection: { search: 'query', find: ['get', 'query'] } })
)
const others = draw((map) =>
  map
    .resources('posts', { only: ['index'], collection: { sort: 'any' } })
    .route('/posts', 'posts#preflight', { method: 'options' })
)

const body = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }

const posts = {
  index: async () => 'index',
  search: { schema: { body }, handler: async (request: { body: unknown }) => ({ found: request.body }) },
  find: { schema: { body }, handler: async (request: { method: string }) => `found by ${request.method}` },
  sort: async () => 'sorted',
  preflight: async () => 'asked'
}

async function createApp (routes: Routes): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(formbody)
  await app.register(swagger, { openapi: { openapi: '3.1.0' } })
  await app.register(resourcesPlugin, { routes, controllers: { posts } })
  await app.ready()
  return app
}

async function allowed (app: FastifyInstance, method: string, url: string): Promise<[number, string[]]> {
  const { statusCode, headers } = await app.inject({ method: method as 'GET', url })
  return [statusCode, String(headers.allow).split(', ').sort()]
}

t.test('a row of QUERY needs a Fastify that has it', async (t) => {
  if (FASTIFY_HAS_QUERY) { t.ok((await createApp(queries)).hasRoute({ method: 'QUERY' as 'GET', url: '/posts/search' })) } else {
    await t.rejects(createApp(queries), {
      code: 'FST_RESOURCES_ROUTE',
      message: /QUERY \/posts\/search: QUERY method is not supported/
    })
  }
})

t.test('any does not include QUERY and OPTIONS, and Allow names OPTIONS if a row has it', async (t) => {
  const app = await createApp(others)
  t.strictSame(await allowed(app, 'QUERY', '/posts/sort'), [
    405,
    ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']
  ])
  t.strictSame(await allowed(app, 'OPTIONS', '/posts/sort'), [
    405,
    ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']
  ])
  t.strictSame(await allowed(app, 'POST', '/posts'), [405, ['GET', 'HEAD', 'OPTIONS']])
  t.equal((await app.inject({ method: 'OPTIONS', url: '/posts' })).body, 'asked')
})

if (FASTIFY_HAS_QUERY) {
  t.test('a QUERY has a body with a schema, nested for a form', async (t) => {
    const app = await createApp(queries)
    const query = async (payload: string, type: string): Promise<[number, unknown]> => {
      const response = await app.inject({
        method: 'QUERY',
        url: '/posts/search',
        payload,
        headers: { 'content-type': type }
      })
      return [response.statusCode, response.json()]
    }
    t.strictSame(await query('{"text":"x"}', 'application/json'), [200, { found: { text: 'x' } }])
    t.strictSame(await query('text=x&tags[]=a', 'application/x-www-form-urlencoded'), [
      200,
      { found: { text: 'x', tags: ['a'] } }
    ])
    t.match(await query('{}', 'application/json'), [
      400,
      { message: "body must have required property 'text'" }
    ])
  })

  t.test('next to GET, the body schema applies to QUERY only', async (t) => {
    const app = await createApp(queries)
    t.equal((await app.inject('/posts/find')).body, 'found by GET')
    t.equal(
      (await app.inject({ method: 'QUERY', url: '/posts/find', payload: { text: 'x' } })).body,
      'found by QUERY'
    )
  })

  t.test('Allow names QUERY, and no form becomes one', async (t) => {
    const app = await createApp(queries)
    t.strictSame(await allowed(app, 'GET', '/posts/search'), [405, ['QUERY']])
    const form = await app.inject({
      method: 'POST',
      url: '/posts/search',
      payload: '_method=query&text=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' }
    })
    t.strictSame([form.statusCode, form.headers.allow], [405, 'QUERY'])
  })
}
