/** `_method`: the requests that a form may become. */

import t from 'tap'
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { setTimeout as wait } from 'node:timers/promises'
import fastifyMultipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { echoControllers } from '../../support/app.js'
import {
  MULTIPART,
  URLENCODED,
  multipart,
  openSocket,
  rawRequest,
  readResponses
} from '../../support/forms.js'
import { tenantApp } from '../../support/tenant.js'

type Anything = any

const posts = draw({ patch: true }, (map) =>
  map.resources('posts', { only: ['index', 'create', 'show', 'update', 'destroy'] })
)

/** The request as its handler saw it. */
function tell (request: FastifyRequest): object {
  return {
    action: request.routeOptions.config.resource?.action,
    method: request.method,
    originalMethod: request.originalMethod,
    body: request.body
  }
}

function tellers (): Record<string, Record<string, typeof tell>> {
  return {
    posts: Object.fromEntries(
      ['index', 'create', 'show', 'update', 'destroy'].map((action) => [action, tell])
    )
  }
}

async function tellingApp (
  options: Anything = {},
  server: Anything = {},
  before: (app: Anything) => void = () => undefined
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify(server as object)
  await app.register(fastifyMultipart, { attachFieldsToBody: 'keyValues' })
  before(app)
  await app.register(resourcesPlugin, { routes: posts, controllers: tellers(), ...options })
  await app.ready()
  return app
}

function refuseWithoutAuthorization (app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === 'none') await reply.code(401).send({ no: request.method })
  })
}

async function post (
  app: FastifyInstance,
  url: string,
  payload: string,
  headers: Record<string, string> = {}
): Promise<[status: number, body: Anything]> {
  const response = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': URLENCODED, ...headers }
  })
  return [response.statusCode, response.json()]
}

t.test('a form becomes the request that its last _method names, without the fields', async (t) => {
  const app = await tellingApp()
  const told = (action: string, method: string, body: object): object => ({
    action,
    method,
    originalMethod: 'POST',
    body
  })
  const table: Array<[url: string, body: string, expected: object]> = [
    ['/posts/1', '_method=put&post[title]=Hi', told('update', 'PUT', { post: { title: 'Hi' } })],
    ['/posts/1', 'post[title]=Hi&_method=PATCH', told('update', 'PATCH', { post: { title: 'Hi' } })],
    ['/posts/1', '_method=Delete', told('destroy', 'DELETE', {})],
    ['/posts', '_method=post&a=1', told('create', 'POST', { _method: 'post', a: '1' })],
    // As the button of an edit form sends it: <button name="_method" value="delete">.
    ['/posts/1', '_method=put&a=1&_method=delete', told('destroy', 'DELETE', { a: '1' })],
    ['/posts/1', '_method=&a=1&_method=patch', told('update', 'PATCH', { a: '1' })],
    ['/posts/1', '_method=put&_method=put', told('update', 'PUT', {})],
    ['/posts', '_method=put&_method=', told('create', 'POST', { _method: ['put', ''] })],
    ['/posts', '_method=put&_method=get', told('create', 'POST', { _method: ['put', 'get'] })],
    ['/posts', 'a=1', told('create', 'POST', { a: '1' })]
  ]
  for (const [url, body, expected] of table) {
    t.strictSame(await post(app, url, body), [200, expected], body)
    const pairs = body.split('&').map((pair) => pair.split('=') as [string, string])
    t.strictSame(
      await post(app, url, multipart(pairs), { 'content-type': MULTIPART }),
      [200, expected],
      `${body} as multipart`
    )
  }
})

t.test('refused as a wrong method: what the path does not answer', async (t) => {
  const app = await tellingApp()
  for (const [url, body, method] of [
    ['/posts/1', '_method=get', 'POST'],
    ['/posts/1', 'a=1', 'POST']
  ] as const) {
    const [status, { code, message }] = await post(app, url, body)
    t.strictSame(
      [status, code, message.slice(0, method.length)],
      [405, 'FST_RESOURCES_METHOD_NOT_ALLOWED', method],
      body
    )
  }
  t.equal((await post(app, '/posts', '_method=get&_method=put'))[0], 405)
  t.match(
    (await post(app, '/posts/1', 'a=1'))[1].message,
    /; a form reaches PUT with _method=put, PATCH with _method=patch, DELETE with _method=delete in its body$/
  )
})

t.test('only bodies of POST forms are read', async (t) => {
  const app = await tellingApp()
  for (const [contentType, payload] of [
    ['application/json', '{"_method":"put"}'],
    ['text/plain', '_method=put'],
    ['application/x-www-form-urlencoded-x', '_method=put'],
    ['multipart/form-data', '_method=put']
  ] as const) {
    t.equal((await post(app, '/posts/1', payload, { 'content-type': contentType }))[0], 405, contentType)
  }
  t.equal(
    (
      await app.inject({
        method: 'POST',
        url: '/posts/1?_method=put',
        headers: { 'x-http-method-override': 'put', _method: 'put' }
      })
    ).statusCode,
    405
  )
  const put = await app.inject({
    method: 'PUT',
    url: '/posts/1',
    payload: '_method=delete',
    headers: { 'content-type': URLENCODED }
  })
  t.strictSame(put.json(), {
    action: 'update',
    method: 'PUT',
    originalMethod: 'PUT',
    body: { _method: 'delete' }
  })
})

t.test('only declared paths of registrations with methodOverride', async (t) => {
  const app = await tellingApp({}, {}, (app) => {
    app.post('/own', (request: FastifyRequest) => [request.method, request.body])
    app.put('/own', () => 'never')
  })
  t.strictSame(await post(app, '/own', '_method=put'), [200, ['POST', { _method: 'put' }]])

  const off = await tellingApp({ methodOverride: false })
  t.equal((await post(off, '/posts/1', '_method=put'))[0], 405)
  t.notMatch((await post(off, '/posts/1', '_method=put'))[1].message, /a form/)
  t.strictSame(
    await post(off, '/posts', '_method=put'),
    [200, { action: 'create', method: 'POST', originalMethod: 'POST', body: { _method: 'put' } }],
    'without it, the field is one like others'
  )

  const both = Fastify()
  for (const [prefix, methodOverride] of [
    ['/on', true],
    ['/off', false]
  ] as const) {
    both.register(
      async (scope) => {
        await scope.register(resourcesPlugin, {
          routes: posts,
          controllers: tellers(),
          methodOverride,
          methodNotAllowed: true
        })
      },
      { prefix }
    )
  }
  t.equal((await post(both, '/on/posts/1', '_method=put'))[0], 200)
  t.equal((await post(both, '/off/posts/1', '_method=put'))[0], 405)
})

t.test('a path may have methodOverride for one host, and not for another', async (t) => {
  const app = Fastify()
  for (const [host, methodOverride] of [
    ['on.org', true],
    ['off.org', false]
  ] as const) {
    const routes = draw((map) => map.resources('posts', { only: ['create', 'update'], conditions: { host } }))
    app.register(async (scope) => {
      await scope.register(resourcesPlugin, { routes, controllers: tellers(), methodOverride })
    })
  }
  t.equal((await post(app, '/posts', '_method=delete', { host: 'off.org' }))[1].method, 'POST')
  t.equal((await post(app, '/posts/1', '_method=put', { host: 'off.org' }))[0], 404)
  t.equal((await post(app, '/posts/1', '_method=put', { host: 'on.org' }))[1].method, 'PUT')
  t.equal((await post(app, '/posts/1', '_method=put', { host: 'other.org' }))[0], 404)
})

t.test('if two registrations share a path, the one whose route the form would reach decides', async (t) => {
  const app = Fastify()
  for (const [routes, methodOverride] of [
    [draw((map) => map.resources('posts', { only: 'show' })), true],
    [draw((map) => map.resources('posts', { only: 'update' })), false],
    [draw((map) => map.resources('posts', { only: 'destroy' })), true]
  ] as const) {
    app.register(async (scope) => {
      await scope.register(resourcesPlugin, {
        routes,
        controllers: tellers(),
        methodOverride,
        methodNotAllowed: true
      })
    })
  }
  t.equal((await post(app, '/posts/1', '_method=put'))[0], 405)
  t.equal((await post(app, '/posts/1', '_method=delete'))[1].method, 'DELETE')
})

t.test("the router's options apply", async (t) => {
  const app = await tellingApp(
    { prefix: '/blog' },
    { routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } }
  )
  for (const url of ['/blog/posts/1', '/BLOG/Posts/1/', '/blog/posts/1?a=1']) {
    t.equal((await post(app, url, '_method=put'))[1].method, 'PUT', url)
  }
})

t.test("no form reaches the app's own route, even if its path matches a row", async (t) => {
  const app = await tellingApp({}, {}, (app) => {
    app.put('/posts/special', () => 'never')
    app.delete('/posts/:name/all', () => 'never')
    app.post('/posts/:name/all', (request: FastifyRequest) => ['mine', request.method, request.body])
  })
  const [status, { message }] = await post(app, '/posts/special', '_method=put')
  t.equal(status, 405)
  t.match(
    message,
    /^POST is not allowed for '\/posts\/special', which answers GET, HEAD, DELETE, PATCH, PUT; a form reaches PATCH with _method=patch, DELETE with _method=delete in its body$/
  )
  t.equal(
    (await post(app, '/posts/special', '_method=delete'))[1].method,
    'DELETE',
    "another method of that path is the row's"
  )
  t.strictSame(await post(app, '/posts/x/all', '_method=delete'), [
    200,
    ['mine', 'POST', { _method: 'delete' }]
  ])
})

t.test("a POST row also refuses a form whose method the app's own route answers, or a row that accepts no forms", async (t) => {
  const app = await tellingApp({}, {}, (app) => {
    app.put('/posts', () => 'never')
  })
  t.match(await post(app, '/posts', '_method=put'), [
    400,
    {
      code: 'FST_RESOURCES_METHOD_OVERRIDE',
      message: /names the method 'PUT' but no form may name a method there/
    }
  ])

  const two = Fastify()
  for (const [routes, methodOverride] of [
    [draw((map) => map.resource('account', { only: 'create', controller: 'posts' })), true],
    [draw((map) => map.resource('account', { only: 'update', controller: 'posts' })), false]
  ] as const) {
    two.register(async (scope) => {
      await scope.register(resourcesPlugin, { routes, controllers: tellers(), methodOverride })
    })
  }
  t.match(await post(two, '/account', '_method=put'), [
    400,
    { message: /but no form may name a method there/ }
  ])
})

t.test('what Fastify does not promise: findRoute matches real URLs, and gives their parameters', async (t) => {
  const app = await tellingApp({}, {}, (app) => {
    app.delete('/posts/featured', () => 'mine')
  })
  const found = (url: string): unknown => {
    const route = app.findRoute({ method: 'DELETE', url, constraints: { host: 'a.org' } })
    return route === null ? null : { ...route.params }
  }
  t.strictSame(['/posts/featured', '/posts/1?a=b', '/posts/a%20b', '/posts'].map(found), [
    {},
    { id: '1' },
    { id: 'a b' },
    null
  ])
})

t.test('no form reaches a row that accepts none, under a custom condition, in place of a row that accepts forms', async (t) => {
  const app = tenantApp()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'update' })),
    controllers: tellers()
  })
  const routes = draw((map) => map.resources('posts', { only: 'update', conditions: { tenant: 'a' } }))
  app.register(async (scope) => {
    await scope.register(resourcesPlugin, { routes, controllers: tellers(), methodOverride: false })
  })
  t.equal((await post(app, '/posts/1', '_method=put', { tenant: 'b' }))[0], 200)
  t.match(await post(app, '/posts/1', '_method=put', { tenant: 'a' }), [
    400,
    { code: 'FST_RESOURCES_METHOD_OVERRIDE', message: /no form may name a method there/ }
  ])
  t.equal(
    (await app.inject({ method: 'PUT', url: '/posts/1', headers: { tenant: 'a' } })).statusCode,
    200,
    'natively it answers'
  )
})

t.test('a form whose row does not answer under a custom condition reaches nothing else', async (t) => {
  for (const methodNotAllowed of [true, false]) {
    const app = tenantApp()
    const found: string[] = []
    app.setNotFoundHandler(({ method }, reply) => {
      found.push(method)
      reply.code(404).send({})
    })
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { only: 'update', conditions: { tenant: 'a' } })),
      controllers: tellers(),
      methodNotAllowed
    })
    t.match(await post(app, '/posts/1', '_method=put', { tenant: 'b' }), [
      400,
      { code: 'FST_RESOURCES_METHOD_OVERRIDE' }
    ])
    t.strictSame(found, [])
    t.equal((await post(app, '/posts/1', '_method=put', { tenant: 'a' }))[0], 200)
  }
})

t.test("a form reaches its row under a custom condition, unless the app's own route answers without it", async (t) => {
  const create = async (
    before: (app: FastifyInstance) => void = () => undefined,
    after = (_app: FastifyInstance): void => undefined
  ): Promise<FastifyInstance> => {
    const app = tenantApp()
    before(app)
    for (const tenant of ['a', 'b']) {
      const routes = draw((map) =>
        map.resources('posts', { only: ['create', 'update'], conditions: { tenant } })
      )
      app.register(async (scope) => {
        await scope.register(resourcesPlugin, { routes, controllers: tellers() })
      })
    }
    after(app)
    await app.ready()
    return app
  }
  const app = await create()
  t.equal((await post(app, '/posts/1', '_method=put', { tenant: 'b' }))[1].method, 'PUT')
  t.match(await post(app, '/posts/1', '_method=put', { tenant: 'c' }), [
    400,
    { code: 'FST_RESOURCES_METHOD_OVERRIDE' }
  ])
  const own = await create((app) => {
    app.put('/posts/:name', () => 'never')
  })
  t.equal((await post(own, '/posts/1', '_method=put', { tenant: 'c' }))[0], 404)
  const registerRow = (app: FastifyInstance): void => {
    const routes = draw((map) => map.resources('posts', { only: 'update' }))
    app.register(async (scope) => {
      await scope.register(resourcesPlugin, { routes, controllers: tellers() })
    })
  }
  for (const [title, beside] of [
    ['before', await create(registerRow)],
    ['after', await create(undefined, registerRow)]
  ] as const) {
    t.equal(
      (await post(beside, '/posts/1', '_method=put', { tenant: 'c' }))[1].method,
      'PUT',
      `a row without a condition stands ${title} them`
    )
  }
})

t.test('a form that names an undeclared method stays a POST, which a row refuses with the methods of the path', async (t) => {
  const app = await tellingApp()
  for (const method of ['put', 'PATCH', 'delete']) {
    for (const [type, payload] of [
      [URLENCODED, `_method=${method}`],
      [MULTIPART, multipart([['_method', method]])]
    ] as const) {
      const {
        statusCode,
        headers: { allow },
        body
      } = await app.inject({ method: 'POST', url: '/posts', payload, headers: { 'content-type': type } })
      t.strictSame(
        [statusCode, allow, JSON.parse(body).message],
        [
          405,
          'GET, HEAD, POST',
          `${method.toUpperCase()} is not allowed for '/posts', which answers GET, HEAD, POST`
        ],
        type
      )
    }
  }
})

/** At one path what a form can reach by POST and by PUT. */
const singleton = draw((map) => map.resource('posts', { only: ['create', 'update'], controller: 'posts' }))

t.test('refused: a form that names another method too late in the body', async (t) => {
  const app = await tellingApp({ routes: singleton })
  const pad = 'x'.repeat(64 * 1024)
  for (const [title, payload, contentType] of [
    ['an encoded name', '%5Fmethod=put', URLENCODED],
    ['an encoded value', '_method=p%75t', URLENCODED],
    ['behind the window', `a=${pad}&_method=put`, URLENCODED],
    ['on the edge of the window', `a=${pad.slice(0, 64 * 1024 - 14)}&_method=put`, URLENCODED],
    [
      'another spelling of the part',
      multipart([['_method', 'put']]).replace('form-data; name', 'form-data;\tname'),
      MULTIPART
    ]
  ] as const) {
    const [status, { code, message }] = await post(app, '/posts', payload, { 'content-type': contentType })
    t.strictSame([status, code], [400, 'FST_RESOURCES_METHOD_OVERRIDE'], title)
    t.match(
      message,
      /names the method 'PUT' too late in the body: `_method` was not found in the first 64 KiB; write it unencoded, as the first field/,
      title
    )
  }
  t.equal(
    (await post(app, '/posts', `a=${pad.slice(0, 64 * 1024 - 15)}&_method=put`))[1].method,
    'PUT',
    'one byte before the edge'
  )
})

const LATE = /too late in the body: `_method` was not found in the first 64 KiB; .*<button form=…>$/

t.test('refused: a form that names another method again, after what is read ahead', async (t) => {
  const apps = {
    keyValues: await tellingApp(),
    singleton: await tellingApp({ routes: singleton }),
    parts: Fastify()
  }
  await apps.parts.register(fastifyMultipart, { attachFieldsToBody: true })
  await apps.parts.register(resourcesPlugin, { routes: posts, controllers: tellers() })
  const pad = 'x'.repeat(64 * 1024)
  const late: ReadonlyArray<readonly [first: string, last: string]> = [
    ['put', 'delete'], ['put', 'put'], ['delete', 'put'], ['put', ''], ['put', 'get'], ['', 'put']
  ]
  for (const [first, last] of late) {
    const fields = [['_method', first], ['a', pad], ['_method', last]] as const
    const urlencoded = fields.map((field) => field.join('=')).join('&')
    const bodies = [
      [urlencoded, URLENCODED, apps.keyValues],
      [multipart(fields), MULTIPART, apps.keyValues],
      [multipart(fields), MULTIPART, apps.parts],
      [urlencoded, URLENCODED, apps.singleton]
    ] as const
    for (const [payload, contentType, app] of bodies) {
      const url = app === apps.singleton || first === '' ? '/posts' : '/posts/1'
      const [status, answer] = await post(app, url, payload, { 'content-type': contentType })
      if (first === '' && app !== apps.singleton) t.equal(status, 405, 'of a path without that method')
      else t.match([status, answer], [400, { message: LATE }], `${first} ${last} ${contentType}`)
    }
  }
  for (const payload of ['_method=put&%5Fmethod=delete', '_method=put&_method[a]=1&%5fmethod=']) {
    t.match(await post(apps.keyValues, '/posts/1', payload), [400, { message: LATE }], payload)
  }
  t.equal((await post(apps.keyValues, '/posts/1', '_method=put&post[_method]=delete'))[1].method, 'PUT')
})

t.test('refused: a form that names no method early enough, where its path answers no POST', async (t) => {
  const app = await tellingApp()
  const pad = 'x'.repeat(64 * 1024)
  const bodies = [
    [`a=${pad}&_method=put`, URLENCODED],
    [`a=${pad}&_method=delete&_method=put`, URLENCODED],
    [multipart([['a', pad], ['_method', 'put']]), MULTIPART],
    [multipart([['a', ['a.txt', pad]], ['_method', 'put']]), MULTIPART]
  ] as const
  for (const [payload, contentType] of bodies) {
    const [status, { code, message }] = await post(app, '/posts/1', payload, { 'content-type': contentType })
    t.strictSame([status, code], [400, 'FST_RESOURCES_METHOD_OVERRIDE'], contentType)
    t.match(
      message,
      /^the form names no method early in the body: `_method` was not found in the first 64 KiB; write it unencoded/
    )
  }
  t.equal((await post(app, '/posts/1', `a=${pad.slice(9)}`))[0], 405, 'a whole form without the field')
  t.equal((await post(app, '/posts/1', `a=${pad}&_method=get&_method=put`, { 'content-type': 'text/plain' }))[0], 405)
  const put = await app.inject({
    method: 'POST', url: '/posts/1/none', payload: bodies[0][0], headers: { 'content-type': URLENCODED }
  })
  t.equal(put.statusCode, 404, 'an unknown path')
})

t.test('refused: a form whose beginning comes too late, where its path answers no POST', async (t) => {
  const app = await tellingApp({ methodOverride: { timeout: 30 } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(async () => { await app.close() })
  const socket = await openSocket(app)
  socket.write(rawRequest('/posts/1', '', { 'content-length': '11' }))
  const [{ status, body } = { status: 0, body: '' }] = await readResponses(socket, 1)
  t.match([status, body], [400, /the form names no method early in the body/])
  socket.destroy()
})

t.test('refused too with attachFieldsToBody: true', async (t) => {
  const app = Fastify()
  await app.register(fastifyMultipart, { attachFieldsToBody: true })
  await app.register(resourcesPlugin, { routes: singleton, controllers: echoControllers(singleton) })
  const payload = multipart([['_method', 'put']]).replace('form-data; name', 'form-data;\tname')
  t.equal(
    (await post(app, '/posts', payload, { 'content-type': MULTIPART }))[1].code,
    'FST_RESOURCES_METHOD_OVERRIDE'
  )
  t.equal((await post(app, '/posts', multipart([['a', '1']]), { 'content-type': MULTIPART }))[0], 200)
})

t.test('a handler that streams its parts sees a _method that the plugin did not see in time', async (t) => {
  const app = Fastify()
  await app.register(fastifyMultipart)
  const create = async (request: FastifyRequest): Promise<unknown> => {
    const fields: unknown[] = []
    for await (const part of request.parts()) {
      fields.push([part.fieldname, (part as { value?: unknown }).value])
    }
    return fields
  }
  await app.register(resourcesPlugin, {
    routes: posts,
    controllers: { posts: { ...echoControllers(posts).posts, create } }
  })
  const payload = multipart([['_method', 'put']]).replace('form-data; name', 'form-data;\tname')
  t.strictSame(await post(app, '/posts', payload, { 'content-type': MULTIPART }), [200, [['_method', 'put']]])
})

t.test('what find-my-way does not promise: the method is read after the constraints are derived', async (t) => {
  const router = findMyWay()
  router.addConstraintStrategy({
    name: 'test',
    mustMatchWhenDerived: true,
    storage: () => ({ get: () => null, set: () => undefined }),
    deriveConstraint (request: Anything, _context: unknown, done: Anything) {
      request.method = 'PUT'
      setImmediate(() => done(null, undefined))
    }
  } as Anything)
  const found = await new Promise((resolve) => {
    router.on('POST', '/', () => {
      resolve('POST')
    })
    router.on('PUT', '/', () => {
      resolve('PUT')
    })
    router.lookup({ method: 'POST', url: '/', headers: {} } as Anything, {} as Anything, () => undefined)
  })
  t.equal(found, 'PUT')
})

t.test('a route that is constrained by the strategy answers nothing, since its value is always undefined', async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, { routes: posts, controllers: tellers() })
  app.post('/own', { constraints: { formMethod: 'put' } }, () => 'never')
  t.equal((await post(app, '/own', '_method=put'))[0], 404)
  t.equal((await post(app, '/own', 'a=1'))[0], 404)
  t.equal((await post(app, '/posts/1', '_method=put'))[0], 200)
})

t.test('on a connection', async (t) => {
  const context = new AsyncLocalStorage<string>()
  const app = await tellingApp(
    {},
    { bodyLimit: 10 * 2 ** 20, forceCloseConnections: false, keepAliveTimeout: 60_000 },
    (app) => {
      app.addHook('onRequest', async (_request: unknown, reply: Anything) => {
        reply.header('x-context', context.getStore() ?? 'lost')
      })
      refuseWithoutAuthorization(app)
    }
  )
  const listeners = app.server.listeners('request') as Anything[]
  app.server.removeAllListeners('request').on('request', (...args) => {
    context.run('kept', () => {
      for (const listener of listeners) listener(...args)
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(async () => {
    await app.close()
  })
  const put = (body: object): string =>
    JSON.stringify({ action: 'update', method: 'PUT', originalMethod: 'POST', body })

  await t.test('byte by byte, headers too, and the AsyncLocalStorage of the listener survives', async (t) => {
    const socket = await openSocket(app)
    const seen: string[] = []
    socket.on('data', (chunk: string) => {
      seen.push(chunk)
    })
    const responses = readResponses(socket, 1)
    for (const byte of rawRequest('/posts/1', '_method=put&a=1', { connection: 'close' })) {
      socket.write(byte)
      await wait(0)
    }
    t.strictSame(await responses, [{ status: 200, body: put({ a: '1' }) }])
    t.match(seen.join(''), /x-context: kept/)
  })

  await t.test('chunked, also with an empty body', async (t) => {
    const socket = await openSocket(app)
    const chunked = { 'content-length': '', 'transfer-encoding': 'chunked' }
    socket.write(rawRequest('/posts/1', 'b\r\n_method=put\r\n4\r\n&a=1\r\n0\r\n\r\n', chunked))
    socket.write(rawRequest('/posts/1', 'b\r\n_method=put\r\n0\r\n\r\n', chunked))
    socket.write(rawRequest('/posts', '0\r\n\r\n', chunked))
    t.strictSame(
      (await readResponses(socket, 3)).map(({ body }) => (JSON.parse(body) as Anything).method),
      ['PUT', 'PUT', 'POST']
    )
    socket.write(rawRequest('/posts', '', chunked))
    await wait(20)
    socket.write('0\r\n\r\n')
    t.strictSame(
      (await readResponses(socket, 1)).map(({ status }) => status),
      [200],
      'an end that comes later'
    )
    socket.write(rawRequest('/posts/1', '0\r\n\r\n', chunked))
    t.strictSame(
      (await readResponses(socket, 1)).map(({ status }) => status),
      [405],
      'where a form could name a method'
    )
    socket.write(rawRequest('/posts/1', '', chunked))
    await wait(20)
    socket.write('0\r\n\r\n')
    t.strictSame(
      (await readResponses(socket, 1)).map(({ status }) => status),
      [405],
      'there with an end that comes later'
    )
    socket.write(rawRequest('/posts', '') + rawRequest('/posts/1', '_method=put'))
    t.strictSame(
      (await readResponses(socket, 2)).map(({ status }) => status),
      [200, 200]
    )
    socket.destroy()
  })

  await t.test('pipelined, each the request that it names', async (t) => {
    const socket = await openSocket(app)
    const bodies = ['_method=put', '_method=delete', '_method=patch', 'a=1']
    socket.write(
      bodies.map((body) => rawRequest(body === 'a=1' ? '/posts' : '/posts/1', body)).join('') +
        'GET /posts HTTP/1.1\r\nhost: localhost\r\n\r\n'
    )
    t.strictSame(
      (await readResponses(socket, 5)).map(({ body }) => (JSON.parse(body) as Anything).method),
      ['PUT', 'DELETE', 'PATCH', 'POST', 'GET']
    )
    socket.destroy()
  })

  await t.test('a client that waits for 100 Continue', async (t) => {
    const socket = await openSocket(app)
    socket.write(rawRequest('/posts/1', '', { expect: '100-continue', 'content-length': '11' }))
    const [first] = (await once(socket, 'data')) as [string]
    t.match(first, /^HTTP\/1\.1 100 /)
    socket.write('_method=put')
    t.strictSame(
      (await readResponses(socket, 1)).map(({ body }) => body),
      [put({})]
    )
    socket.destroy()
  })

  await t.test('a large body that was refused early is drained, and the connection stays open', async (t) => {
    for (const size of [1000, 20_000, 40_000, 60_000, 70_000, 3_000_000]) {
      const socket = await openSocket(app)
      socket.write(rawRequest('/posts/1', `_method=put&a=${'x'.repeat(size)}`, { authorization: 'none' }))
      t.strictSame(await readResponses(socket, 1), [{ status: 401, body: '{"no":"PUT"}' }], String(size))
      socket.write(rawRequest('/posts/1', '_method=put'))
      t.strictSame(
        (await readResponses(socket, 1)).map(({ body }) => body),
        [put({})],
        `${size}, the next`
      )
      socket.destroy()
    }
  })

  await t.test('a large body that is read arrives whole', async (t) => {
    const socket = await openSocket(app)
    const text = 'x'.repeat(3_000_000)
    socket.write(rawRequest('/posts/1', `_method=put&a=${text}`))
    t.strictSame(
      (await readResponses(socket, 1)).map(({ body }) => body),
      [put({ a: text })]
    )
    socket.destroy()
  })

  await t.test('a client that disconnects before the head has arrived reaches nothing', async (t) => {
    const socket = await openSocket(app)
    socket.write(rawRequest('/posts/1', '_method=put', { 'content-length': '1000' }))
    await wait(20)
    socket.resetAndDestroy()
    await wait(20)
    t.equal((await post(app, '/posts/1', '_method=put'))[0], 200)
  })
})

t.test('a stalled body does not keep the app from closing', { timeout: 20_000 }, async (t) => {
  const app = await tellingApp({}, { forceCloseConnections: true })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = await openSocket(app)
  socket.on('error', () => undefined)
  socket.write(rawRequest('/posts/1', '_method=put', { 'content-length': '1000' }))
  await wait(20)
  await app.close()
  t.pass('closed')
})

t.test('a refused body does not keep the app from closing', { timeout: 20_000 }, async (t) => {
  const app = await tellingApp({}, { forceCloseConnections: 'idle' }, (app) => {
    app.addHook('onRequest', async (_request: unknown, reply: Anything) => await reply.code(401).send({}))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = await openSocket(app)
  socket.write(rawRequest('/posts/1', `_method=put&a=${'x'.repeat(200_000)}`))
  t.equal((await readResponses(socket, 1))[0]?.status, 401)
  await app.close()
  t.pass('closed')
})

t.test('over HTTP/2, with and without a length', { timeout: 20_000 }, async (t) => {
  const app = await tellingApp({}, { http2: true }, refuseWithoutAuthorization)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connectHttp2(address)
  t.teardown(async () => {
    client.destroy()
    await app.close()
  })
  const request = async (chunks: string[], headers: object, options: object = {}): Promise<Anything> => {
    const stream = client.request(
      { ':method': 'POST', ':path': '/posts/1', 'content-type': URLENCODED, ...headers },
      options
    )
    const answer = stream.setEncoding('utf8').toArray() as Promise<string[]>
    for (const chunk of chunks) {
      stream.write(chunk)
      await wait(5)
    }
    stream.end()
    return JSON.parse((await answer).join(''))
  }
  t.strictSame(await request(['_meth', 'od=put&', 'a=1'], {}), {
    action: 'update',
    method: 'PUT',
    originalMethod: 'POST',
    body: { a: '1' }
  })
  t.strictSame(await request(['_method=delete'], { 'content-length': '14' }), {
    action: 'destroy',
    method: 'DELETE',
    originalMethod: 'POST',
    body: {}
  })
  t.equal((await request([], {})).code, 'FST_RESOURCES_METHOD_NOT_ALLOWED')
  t.equal(
    (await request([], {}, { endStream: true })).code,
    'FST_RESOURCES_METHOD_NOT_ALLOWED',
    'ended with its headers'
  )
  t.strictSame(
    await request([`_method=put&a=${'x'.repeat(900_000)}`], { authorization: 'none' }),
    { no: 'PUT' },
    'refused early'
  )
  t.equal((await request(['_method=put'], {})).method, 'PUT', 'and the next')
  t.equal((await request(['_method=put'], { origin: address })).method, 'PUT', 'from a page of its own')
  t.equal((await request(['_method=put'], { origin: 'https://a.org' })).code, 'FST_RESOURCES_CROSS_SITE')
})

t.test('two apps on one server each read their own forms', async (t) => {
  let first: Anything
  let second: Anything
  const server = createServer((request, response) => {
    ;(request.url?.startsWith('/a/') === true ? first : second)(request, response)
  })
  const a = await tellingApp(
    { prefix: '/a' },
    {
      serverFactory: (handler: unknown) => {
        first = handler
        return server
      }
    }
  )
  const b = await tellingApp(
    { prefix: '/b' },
    {
      serverFactory: (handler: unknown) => {
        second = handler
        return server
      }
    }
  )
  await a.listen({ port: 0, host: '127.0.0.1' })
  const socket = await openSocket(a)
  socket.write(rawRequest('/a/posts/1', '_method=put') + rawRequest('/b/posts/1', '_method=delete'))
  t.strictSame(
    (await readResponses(socket, 2)).map(({ body }) => (JSON.parse(body) as Anything).method),
    ['PUT', 'DELETE']
  )
  socket.destroy()
  await a.close()
  await b.close().catch(() => undefined)
})

t.test('refused: invalid options', async (t) => {
  const table: Array<[methodOverride: unknown, message: RegExp]> = [
    [5, /methodOverride: expected true, false, or an object with trustedOrigins or timeout, got 5/],
    [{ origins: [] }, /methodOverride: unknown option 'origins'; expected 'trustedOrigins' or 'timeout'/],
    [
      { trustedOrigins: ['https://a.org/b'] },
      /methodOverride: trustedOrigins: expected a list of origins such as https:\/\/a\.org, got \['https:\/\/a\.org\/b'\]/
    ],
    [{ trustedOrigins: ['https://*.a.org'] }, /trustedOrigins: expected a list of origins/],
    [{ trustedOrigins: 'https://a.org' }, /trustedOrigins: expected a list of origins/],
    [{ trustedOrigins: ['a.org', 1] }, /trustedOrigins: expected a list of origins/],
    ...['10s', 0, -1, 1.5, 2 ** 31, Infinity].map((timeout): [unknown, RegExp] => [
      { timeout },
      /methodOverride: timeout: expected milliseconds, a whole number from 1 to 2147483647, got /
    ])
  ]
  for (const [methodOverride, message] of table) {
    await t.rejects(
      tellingApp({ methodOverride }),
      { code: 'FST_RESOURCES_OPTIONS', message },
      String(message)
    )
  }
  await tellingApp({ methodOverride: {} })
  await t.rejects(tellingApp({ forms: 'no' }), {
    code: 'FST_RESOURCES_OPTIONS',
    message: /forms: expected true or false, got 'no'/
  })
})
