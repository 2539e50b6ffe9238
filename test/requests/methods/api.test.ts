/** Trees with `api: true` have no `_method`. */

import t from 'tap'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { URLENCODED } from '../../support/forms.js'

type Anything = any

const api = draw({ api: true }, (map) => map.resources('posts').resource('account'))
const pages = draw((map) => map.resources('tags', { only: ['create', 'update'] }).include(api))

async function createApp (options: Anything): Promise<FastifyInstance> {
  const app = Fastify()
  const tell = async ({ method, body }: Anything): Promise<object> => ({ method, body })
  const controller = { index: tell, show: tell, create: tell, update: tell, destroy: tell }
  const { table } = options.routes
  const controllers = Object.fromEntries(table.map((route: Anything) => [route.controller, controller]))
  await app.register(resourcesPlugin, { controllers, ...options })
  await app.ready()
  return app
}

async function send (
  app: FastifyInstance,
  url: string,
  payload: string
): Promise<[status: number, answer: Anything]> {
  const response = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': URLENCODED } })
  return [response.statusCode, response.json()]
}

t.test('a row knows whether its own tree was drawn for an API', async (t) => {
  t.strictSame(
    pages.table
      .map(({ controller, api }) => `${controller} ${api}`)
      .filter((text, index, all) => all.indexOf(text) === index),
    ['tags false', 'posts true', 'accounts true']
  )
})

t.test('without rows that a form could reach by _method there is no strategy, so requests are routed as without it', async (t) => {
  const form = draw((map) => map.resources('posts', { only: ['index', 'create'] }))
  for (const [title, options, has] of [
    ['an API', { routes: api }, false],
    ['an API with methodOverride', { routes: api, methodOverride: true }, true],
    ['an API with options of methodOverride', { routes: api, methodOverride: { timeout: 1000 } }, false],
    ['an API among others', { routes: pages }, true],
    ['no PUT, PATCH, DELETE', { routes: form }, false],
    ['methodOverride: false', { routes: pages, methodOverride: false }, false]
  ] as const) { t.equal((await createApp(options)).hasConstraintStrategy('formMethod'), has, title) }
})

t.test('a form that names a method is a 400 and never the POST; others are read and nested', async (t) => {
  for (const routes of [api, pages]) {
    const app = await createApp({ routes })
    for (const [url, method] of [
      ['/posts', 'put'],
      ['/account', 'PUT'],
      ['/account', 'delete'],
      ['/account', 'patch']
    ] as const) {
      const [status, { code, message }] = await send(app, url, `post[title]=Hi&_method=${method}`)
      t.strictSame([status, code], [400, 'FST_RESOURCES_METHOD_OVERRIDE'], `${url} ${method}`)
      t.match(
        message,
        /names the method '\w+' but no form may name a method there: the route was drawn with api: true.*set methodOverride: true/
      )
    }
    t.equal((await send(app, '/posts/1', '_method=put'))[0], 405, 'where nothing answers POST')
    t.strictSame(await send(app, '/posts', 'post[title]=Hi&_method=get'), [
      200,
      { method: 'POST', body: { post: { title: 'Hi' }, _method: 'get' } }
    ])
    t.equal(
      (await app.inject({ method: 'POST', url: '/posts', payload: { _method: 'put' } })).statusCode,
      200,
      'JSON has no such field'
    )
  }
})

t.test('rows of other trees keep methodOverride next to rows of an API', async (t) => {
  const app = await createApp({ routes: pages })
  t.strictSame(await send(app, '/tags/1', '_method=put&a=1'), [200, { method: 'PUT', body: { a: '1' } }])
  const mixed = await createApp({
    routes: draw((map) =>
      map
        .resource('account', { only: 'create' })
        .include(
          draw({ api: true }, (map) => map.resource('account', { only: 'update', namePrefix: 'api_' }))
        )
    )
  })
  t.match(await send(mixed, '/account', '_method=put'), [400, { message: /methodOverride is off/ }])
})

t.test('methodOverride: true switches it on', async (t) => {
  const app = await createApp({ routes: api, methodOverride: true })
  t.strictSame(await send(app, '/posts/1', '_method=put&a=1'), [200, { method: 'PUT', body: { a: '1' } }])
  t.equal((await send(app, '/posts', '_method=put'))[0], 405)
})
