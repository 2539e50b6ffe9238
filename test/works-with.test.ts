/**
 * Plugins of Fastify beside this one, as an app sets them up. @fastify/view is in views.test.ts,
 * @fastify/swagger in fastify/openapi/, @fastify/cors and helmet's headers in
 * fastify/method-not-allowed.test.ts.
 */

import t from 'tap'
import autoload from '@fastify/autoload'
import awsLambdaFastify from '@fastify/aws-lambda'
import circuitBreaker from '@fastify/circuit-breaker'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import csrfProtection from '@fastify/csrf-protection'
import etag from '@fastify/etag'
import helmet from '@fastify/helmet'
import httpProxy from '@fastify/http-proxy'
import fastifyMultipart from '@fastify/multipart'
import { Authenticator, Strategy } from '@fastify/passport'
import rateLimit from '@fastify/rate-limit'
import replyFrom from '@fastify/reply-from'
import session from '@fastify/session'
import swagger from '@fastify/swagger'
import { fastifySSE } from '@fastify/sse'
import { Type, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import underPressure from '@fastify/under-pressure'
import websocket from '@fastify/websocket'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyMetrics from 'fastify-metrics'
import rawBody from 'fastify-raw-body'
import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import resourcesPlugin, { controller, createFormHelpers, draw } from '../lib/index.js'
import { echo } from './support/app.js'
import { MULTIPART, URLENCODED, multipart } from './support/forms.js'

type Anything = any

const AUTOLOADED = fileURLToPath(new URL('fixtures/autoload/plugins', import.meta.url))

async function post (
  app: FastifyInstance,
  url: string,
  payload: string,
  headers: Record<string, string> = {}
): Promise<Anything> {
  return await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': URLENCODED, ...headers }
  })
}

t.test('@fastify/csrf-protection: a form may have a token next to the record and the override, in either media type', async (t) => {
  const routes = draw((map) => map.resources('posts', { only: ['index', 'edit', 'update', 'destroy'] }))
  const record = { properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } } }
  const app = Fastify()
  await app.register(cookie)
  await app.register(csrfProtection)
  await app.register(fastifyMultipart, { attachFieldsToBody: 'keyValues' })
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: ({ csrfProtection }: FastifyInstance) => ({
        record,
        index: echo,
        edit: async (request: Anything, reply: Anything) => {
          const { formFor } = createFormHelpers(request.urlFor) as Anything
          return `${formFor('post', request.params.id, { fields: { _csrf: reply.generateCsrf() } }) as string}</form>`
        },
        update: { preHandler: csrfProtection, handler: async (request: Anything) => request.body },
        destroy: { preHandler: csrfProtection, handler: async () => 'gone' }
      })
    }
  })
  const page = await app.inject('/posts/1/edit')
  const { name, value } = page.cookies[0] as { name: string; value: string }
  const [, token] =
    /^<form action="\/posts\/1" method="post"><input type="hidden" name="_method" value="put"><input type="hidden" name="_csrf" value="([^"]+)"><\/form>$/.exec(
      page.body
    ) as unknown as [string, string]
  const sent = async (payload: string, contentType = URLENCODED): Promise<unknown> =>
    (await post(app, '/posts/1', payload, { cookie: `${name}=${value}`, 'content-type': contentType })).json()

  t.strictSame(await sent(`_method=put&_csrf=${token}&post[title]=Hi&post[admin]=1`), {
    _csrf: token,
    post: { title: 'Hi' }
  })
  t.strictSame(
    await sent(
      multipart([
        ['_method', 'put'],
        ['_csrf', token],
        ['post[title]', 'Hi']
      ]),
      MULTIPART
    ),
    { _csrf: token, post: { title: 'Hi' } }
  )
  for (const payload of ['_method=put&post[title]=Hi', '_method=delete', '_method=delete&_csrf=x']) {
    t.match(await sent(payload), { statusCode: 403, code: 'FST_CSRF_INVALID_TOKEN' }, payload)
  }
  t.equal(
    (await post(app, '/posts/1', `_method=delete&_csrf=${token}`)).json().code,
    'FST_CSRF_MISSING_SECRET'
  )
})

t.test('@fastify/helmet: an action may have its route option', async (t) => {
  const app = Fastify()
  await app.register(helmet)
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['index', 'show'] })),
    controllers: {
      posts: { index: echo, show: { helmet: { frameguard: { action: 'deny' } }, handler: echo } }
    }
  })
  t.equal((await app.inject('/posts')).headers['x-frame-options'], 'SAMEORIGIN')
  t.equal((await app.inject('/posts/1')).headers['x-frame-options'], 'DENY')
})

t.test('@fastify/multipart: an action streams the file of a form that names another method', async (t) => {
  const app = Fastify()
  await app.register(fastifyMultipart)
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map.resources('posts', { only: 'none' }, (posts) => posts.resource('photo', { only: 'update' }))
    ),
    controllers: {
      photos: {
        update: async (request: Anything) => {
          const { filename, fields, file } = await request.file()
          return {
            filename,
            fields: Object.keys(fields as object),
            bytes: ((await file.toArray()) as Buffer[]).join(''),
            id: request.params.post_id
          }
        }
      }
    }
  })
  const payload = multipart([
    ['_method', 'put'],
    ['photo[alt]', 'A cat'],
    ['photo[file]', ['cat.png', 'PNG']]
  ])
  t.strictSame((await post(app, '/posts/7/photo', payload, { 'content-type': MULTIPART })).json(), {
    filename: 'cat.png',
    fields: ['photo[alt]', 'photo[file]'],
    bytes: 'PNG',
    id: '7'
  })
})

t.test('a plugin that looks at routes, and comes after them, is a warning: it limits, packs and documents none', async (t) => {
  const plugins: ReadonlyArray<readonly [name: string, plugin: Anything]> = [
    ['@fastify/swagger', swagger], ['@fastify/rate-limit', rateLimit], ['@fastify/websocket', websocket],
    ['@fastify/compress', compress], ['', helmet]
  ]
  async function warnings (isLate: boolean): Promise<string[]> {
    const lines: string[] = []
    const stream = { write: (line: string) => { lines.push((JSON.parse(line) as { msg: string }).msg) } }
    const app = Fastify({ logger: { level: 'warn', stream } })
    const rows = { routes: draw((map) => map.resources('posts', { only: 'index' })), controllers: { posts: { index: echo } } }
    if (isLate) await app.register(resourcesPlugin, rows)
    for (const [, plugin] of plugins) await app.register(plugin)
    if (!isLate) await app.register(async (child) => { await child.register(resourcesPlugin, rows) })
    await app.ready()
    await app.close()
    return lines
  }
  t.strictSame(await warnings(false), [])
  t.strictSame(
    await warnings(true),
    plugins.flatMap(([name]) => name === ''
      ? []
      : [`fastify-resources: ${name} came after the rows, so it does not see them; register it before, and await it`])
  )
})

t.test('an error handler that comes after the rows is a warning: Fastify gives it none of their errors', async (t) => {
  async function answer (place: 'before' | 'after' | 'parent', warnings: string[]): Promise<string> {
    const stream = { write: (line: string) => { warnings.push((JSON.parse(line) as { msg: string }).msg) } }
    const app = Fastify({ logger: { level: 'warn', stream } })
    const index = async (): Promise<never> => { throw Object.assign(new Error('a fault'), { statusCode: 418 }) }
    const routes = draw((map) => map.resources('posts', { only: 'index' }))
    const rows = { routes, controllers: { posts: { index } } }
    const handle = (): void => { app.setErrorHandler(async () => 'handled') }
    if (place === 'before') handle()
    if (place === 'parent') await app.register(async (child) => { await child.register(resourcesPlugin, rows) })
    else await app.register(resourcesPlugin, rows)
    if (place !== 'before') handle()
    return (await app.inject('/posts')).body
  }
  for (const place of ['before', 'after', 'parent'] as const) {
    const warnings: string[] = []
    t.equal((await answer(place, warnings)) === 'handled', place === 'before', place)
    t.strictSame(warnings, place === 'before'
      ? []
      : ['fastify-resources: setErrorHandler came after the rows, so it answers none of their errors; call it before'])
  }
})

t.test("@fastify/rate-limit: an action's config sets the limit of its routes; an overridden form counts for its new method", async (t) => {
  const app = Fastify()
  await app.register(rateLimit, { max: 100 })
  await app.register(resourcesPlugin, {
    routes: draw({ patch: true }, (map) =>
      map.resources('posts', { only: ['index', 'create', 'update', 'destroy'] })
    ),
    controllers: {
      posts: {
        routeOptions: { onRequest: [async () => {}] },
        index: echo,
        create: { config: { rateLimit: { max: 3 } }, handler: echo },
        update: { config: { rateLimit: { max: 2 } }, handler: echo },
        destroy: { config: { rateLimit: false }, handler: echo }
      }
    }
  })
  const sent = async (url: string, payload: string): Promise<unknown> => {
    const { statusCode, headers } = await post(app, url, payload)
    return [statusCode, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]
  }
  t.strictSame(await sent('/posts/1', '_method=put'), [200, '2', '1'])
  t.strictSame(await sent('/posts', ''), [200, '3', '2'], 'the POST has its own count')
  t.strictSame(await sent('/posts/2', '_method=put'), [200, '2', '0'])
  t.strictSame(await sent('/posts/1', '_method=put'), [429, '2', '0'])
  t.strictSame(await sent('/posts/1', '_method=delete'), [200, undefined, undefined])
  t.equal((await app.inject('/posts')).headers['x-ratelimit-limit'], '100')
  const wrong = await app.inject({ method: 'PUT', url: '/posts' })
  t.strictSame(
    [wrong.statusCode, wrong.headers['x-ratelimit-limit']],
    [404, undefined],
    'what nothing matched is not counted'
  )
})

t.test('@fastify/rate-limit: config gives a path and each extension separate budgets; a hook of fastify.rateLimit() gives them one', async (t) => {
  for (const [title, limit, expected] of [
    ['config', () => ({ config: { rateLimit: { max: 2 } } }), [200, 200, 200, 200, 429, 429]],
    [
      'hook',
      (app: FastifyInstance) => ({ onRequest: app.rateLimit({ max: 2 }) }),
      [200, 200, 429, 429, 429, 429]
    ]
  ] as const) {
    const app = Fastify()
    await app.register(rateLimit, { global: false })
    await app.register(resourcesPlugin, {
      routes: draw({ formats: ['json'] }, (map) => map.resource('session', { only: ['create'] })),
      controllers: { sessions: { create: { ...limit(app), handler: echo } } }
    })
    const statuses: number[] = []
    for (const url of ['/session', '/session.json', '/session', '/session.json', '/session', '/session.json']) {
      statuses.push((await post(app, url, '')).statusCode as number)
    }
    t.strictSame(statuses, expected, title)
  }
})

t.test('a span has the name of its route for all ids, and for a form the method that it named', async (t) => {
  const spans: string[] = []
  const app = Fastify()
  app.addHook('onResponse', async ({ method, routeOptions }) => {
    spans.push(`${method} ${String(routeOptions.url)}`)
  })
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map.resources('posts', { only: ['show', 'update'] }, (posts) =>
        posts.resources('comments', { only: ['show'] })
      )
    ),
    controllers: { posts: { show: echo, update: echo }, comments: { show: echo } }
  })
  for (const url of ['/posts/1', '/posts/2', '/posts/1/comments/3']) await app.inject(url)
  await post(app, '/posts/1', '_method=put')
  t.strictSame(spans, [
    'GET /posts/:id',
    'GET /posts/:id',
    'GET /posts/:post_id/comments/:id',
    'PUT /posts/:id'
  ])
})

t.test('fastify-metrics: a route has one label for all ids, and its row gives one for all extensions', async (t) => {
  for (const [labels, expected] of [
    [{}, ['GET /posts/:id', 'GET /posts/:id.:format(json)', 'PUT /posts/:id']],
    [
      { getRouteLabel: ({ routeOptions }: FastifyRequest) => routeOptions.config.resource?.path ?? 'other' },
      ['GET /posts/:id', 'PUT /posts/:id']
    ]
  ] as const) {
    const app = Fastify()
    await app.register(fastifyMetrics.default, {
      defaultMetrics: { enabled: false },
      clearRegisterOnInit: true,
      routeMetrics: { overrides: { labels } }
    })
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { formats: ['json'], only: ['show', 'update'] })),
      controllers: { posts: { show: echo, update: echo } }
    })
    for (const url of ['/posts/1', '/posts/2', '/posts/3.json']) await app.inject(url)
    await post(app, '/posts/1', '_method=put')
    const page = (await app.inject('/metrics')).body
    t.strictSame(
      Array.from(
        page.matchAll(/^http_request_duration_seconds_count\{method="(\w+)",route="([^"]+)"/gm),
        ([, method, route]) => `${method} ${route}`
      ),
      expected
    )
  }
})

t.test('@fastify/etag and @fastify/compress: an answer has an ETag and is compressed, and then is a 304', async (t) => {
  const app = Fastify()
  await app.register(etag)
  await app.register(compress, { threshold: 0, encodings: ['gzip'] })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['index'] })),
    controllers: { posts: { index: async () => ({ title: 'Hi' }) } }
  })
  const plain = await app.inject('/posts')
  t.equal(
    (await app.inject({ url: '/posts', headers: { 'if-none-match': String(plain.headers.etag) } }))
      .statusCode,
    304
  )
  const packed = await app.inject({ url: '/posts', headers: { 'accept-encoding': 'gzip' } })
  t.equal(packed.headers['content-encoding'], 'gzip')
  t.strictSame(JSON.parse(gunzipSync(packed.rawPayload).toString()), { title: 'Hi' })
})

t.test('@fastify/under-pressure: no action runs while the app is busy, and a form does not become another request past it', async (t) => {
  let isHealthy = true
  const app = Fastify()
  t.teardown(async () => {
    await app.close()
  })
  await app.register(underPressure, {
    healthCheck: async () => isHealthy,
    healthCheckInterval: 5,
    retryAfter: 50,
    exposeStatusRoute: '/posts/status'
  })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['show', 'update'] })),
    controllers: { posts: { show: echo, update: echo } }
  })
  const statuses = async (): Promise<unknown> => [
    (await app.inject('/posts/1')).statusCode,
    (await post(app, '/posts/1', '_method=put')).statusCode,
    (await app.inject('/posts/status')).statusCode
  ]
  t.strictSame(await statuses(), [200, 200, 200], 'its route answers beside /posts/:id')
  isHealthy = false
  while ((await app.inject('/posts/1')).statusCode === 200) await wait(5)
  t.strictSame(await statuses(), [503, 503, 503])
  t.equal((await app.inject('/posts/1')).headers['retry-after'], '50')
})

t.test('@fastify/http-proxy: what the tree does not declare goes on as it came, forms with _method too', async (t) => {
  const upstream = Fastify()
  upstream.addContentTypeParser(URLENCODED, { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
  upstream.all('/*', async ({ method, url, body }) => ({ method, url, body }))
  const app = Fastify()
  t.teardown(async () => {
    await app.close()
    await upstream.close()
  })
  // First, since it sends on bodies that no parser has read.
  await app.register(httpProxy, {
    upstream: await upstream.listen({ port: 0, host: '127.0.0.1' }),
    prefix: '/legacy'
  })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['show', 'update'] })),
    controllers: { posts: { show: echo, update: echo } }
  })
  t.strictSame((await post(app, '/legacy/posts/1?page=2', '_method=put&title=Hi')).json(), {
    method: 'POST',
    url: '/posts/1?page=2',
    body: '_method=put&title=Hi'
  })
  t.match((await post(app, '/posts/1', '_method=put')).json(), { action: 'update', params: { id: '1' } })
  t.equal(
    (await app.inject({ method: 'DELETE', url: '/posts/1' })).statusCode,
    405,
    'a wrong method does not reach the proxy'
  )
  t.match((await app.inject({ method: 'DELETE', url: '/legacy/posts/1' })).json(), {
    method: 'DELETE',
    url: '/posts/1'
  })
})

t.test('@fastify/reply-from: an action passes on JSON, and a form with a body of its own', async (t) => {
  const upstream = Fastify()
  upstream.addContentTypeParser(URLENCODED, { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
  upstream.all('/*', async ({ method, url, body, headers }) => ({
    method,
    url,
    body,
    type: headers['content-type']
  }))
  const app = Fastify()
  t.teardown(async () => {
    await app.close()
    await upstream.close()
  })
  await app.register(replyFrom, { base: await upstream.listen({ port: 0, host: '127.0.0.1' }) })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['create', 'update'] })),
    controllers: {
      posts: {
        create: async (_request: Anything, reply: Anything) => reply.from('/articles'),
        update: async (request: Anything, reply: Anything) =>
          reply.from('/articles', { body: { article: request.body.post } })
      }
    }
  })
  t.match((await app.inject({ method: 'POST', url: '/posts', payload: { post: { title: 'Hi' } } })).json(), {
    method: 'POST',
    url: '/articles',
    body: { post: { title: 'Hi' } }
  })
  t.match((await post(app, '/posts/1', '_method=put&post[title]=Hi')).json(), {
    method: 'PUT',
    url: '/articles',
    type: 'application/json',
    body: { article: { title: 'Hi' } }
  })
  t.equal(
    (await post(app, '/posts', 'post[title]=Hi')).json().code,
    'ERR_INVALID_ARG_TYPE',
    'as in an app without this plugin'
  )
})

t.test('fastify-raw-body: an action has the text of JSON and of a form, and no _method that the plugin took out', async (t) => {
  const app = Fastify()
  await app.register(rawBody, { global: false })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('hooks', { only: ['create', 'update'] })),
    controllers: {
      hooks: {
        routeOptions: { config: { rawBody: true } },
        create: async ({ rawBody }: Anything) => rawBody,
        update: async ({ rawBody }: Anything) => rawBody
      }
    }
  })
  t.equal(
    (
      await app.inject({
        method: 'POST',
        url: '/hooks',
        headers: { 'content-type': 'application/json' },
        payload: '{ "a": 1 }'
      })
    ).body,
    '{ "a": 1 }'
  )
  t.equal((await post(app, '/hooks', 'hook[a]=1')).body, 'hook[a]=1')
  t.equal((await post(app, '/hooks/1', '_method=put&hook[a]=1')).body, 'hook[a]=1')
})

t.test('@fastify/circuit-breaker: an action that fails too often rests, and the others go on', async (t) => {
  const app = Fastify()
  await app.register(circuitBreaker, { threshold: 2, resetTimeout: 300 })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['index', 'update'] })),
    controllers: {
      posts: (fastify: FastifyInstance) => ({
        index: echo,
        update: {
          preHandler: fastify.circuitBreaker(),
          handler: async () => {
            throw new Error('down')
          }
        }
      })
    }
  })
  const statuses: number[] = []
  for (let count = 0; count < 3; count++) {
    statuses.push((await post(app, '/posts/1', '_method=put')).statusCode as number)
  }
  t.strictSame(statuses, [500, 503, 503])
  t.equal((await app.inject('/posts')).statusCode, 200)
})

t.test('@fastify/session: a guard reads it, and an overridden form has that of its client', async (t) => {
  const app = Fastify()
  await app.register(cookie)
  await app.register(session, {
    secret: 'a secret of thirty-two characters, or more',
    cookie: { secure: false }
  })
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map
        .resource('session', { only: ['create', 'destroy'] })
        .namespace('admin', (admin) => admin.resources('posts', { only: ['update'] }))
    ),
    scopes: {
      admin: async (scope: FastifyInstance) => {
        scope.addHook('onRequest', async function requireUser (request: Anything, reply) {
          if (request.session.get('user') !== 'ann') return await reply.code(401).send()
        })
      }
    },
    controllers: {
      sessions: {
        create: async (request: Anything, reply: Anything) => {
          request.session.set('user', request.body.user)
          return await reply.redirect('/', 303)
        },
        destroy: async (request: Anything) => {
          await request.session.destroy()
        }
      },
      'admin/posts': { update: echo }
    }
  })
  const sent = async (url: string, payload: string, headers: Record<string, string>): Promise<number> =>
    (await post(app, url, payload, headers)).statusCode
  const [{ name, value }] = (await post(app, '/session', 'user=ann')).cookies as [
    { name: string; value: string }
  ]
  const headers = { cookie: `${name}=${value}` }
  t.equal(await sent('/admin/posts/1', '_method=put', {}), 401)
  t.equal(await sent('/admin/posts/1', '_method=put', headers), 200)
  t.equal(await sent('/session', '_method=delete', headers), 200)
  t.equal(await sent('/admin/posts/1', '_method=put', headers), 401)
})

t.test('@fastify/autoload: the plugin in its own file, after its dependencies and before files that need its helpers', async (t) => {
  const app = Fastify()
  await app.register(autoload, { dir: AUTOLOADED })
  t.strictSame((await app.inject('/posts')).json(), { titles: ['Hello'], menu: ['/posts'] })
  t.equal((await app.inject('/posts/0')).body, 'Hello')
  t.equal((await app.inject({ method: 'PUT', url: '/posts/0' })).statusCode, 405)
})

t.test('fastify-cli: its app is a child scope with plugins in a folder; methodNotAllowed brings the 405 back', async (t) => {
  for (const [options, status] of [
    [{}, 404],
    [{ methodNotAllowed: true }, 405]
  ] as const) {
    const app = Fastify()
    // The default export of app.js, as it generates it.
    await app.register(async function generated (fastify, opts) {
      await fastify.register(autoload, { dir: AUTOLOADED, options: { ...opts } })
    }, options)
    t.strictSame((await app.inject('/posts')).json(), { titles: ['Hello'], menu: ['/posts'] })
    t.equal((await app.inject({ method: 'PUT', url: '/posts/0' })).statusCode, status)
  }
})

t.test('@fastify/websocket: an action answers a page, and its wsHandler a socket, after the guards and checks of its row', async (t) => {
  const app = Fastify()
  t.teardown(async () => {
    await app.close()
  })
  await app.register(websocket)
  const wsHandler = (socket: Anything, request: Anything): void => {
    socket.send(`${request.urlFor.roomPath(request.params.id) as string} ${typeof request.params.id}`)
  }
  const requireUser = async (request: Anything, reply: Anything): Promise<unknown> =>
    request.query.user === undefined ? await reply.code(401).send() : undefined
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('rooms', { only: ['index', 'show'] })),
    controllers: {
      rooms: {
        record: { type: 'object', properties: { id: { type: 'integer' } } },
        index: {
          websocket: true,
          handler: (socket: Anything) => {
            socket.send('all')
          }
        },
        show: { wsHandler, onRequest: requireUser, handler: async () => 'a page' }
      }
    }
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ=='
  }
  /** The text of the first frame, whose head has two bytes; otherwise the status. */
  const told = async (path: string): Promise<unknown> =>
    await new Promise((resolve) => {
      get(address + path, { headers: upgrade })
        .on('response', ({ statusCode }) => {
          resolve(statusCode)
        })
        .on('upgrade', (_response, socket, head) => {
          socket.unshift(head)
          socket.once('data', (frame: Buffer) => {
            resolve(frame.subarray(2).toString())
            socket.destroy()
          })
        })
    })
  t.equal(await told('/rooms'), 'all')
  t.equal(await told('/rooms/7?user=ann'), '/rooms/7 number')
  t.equal(await told('/rooms/7'), 401)
  t.equal(await told('/rooms/x?user=ann'), 400)
  t.equal((await app.inject('/rooms/7?user=ann')).body, 'a page')
})

t.test('@fastify/sse: an action sends events, after the guards and checks of its row', async (t) => {
  const app = Fastify()
  await app.register(fastifySSE)
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('rooms', { only: [], member: { events: 'get' } })),
    controllers: {
      rooms: {
        record: { type: 'object', properties: { id: { type: 'integer' } } },
        responses: true,
        load: (id: number) => (id === 7 ? { id } : null),
        events: {
          sse: 'only',
          handler: async (request: Anything, reply: Anything) => {
            await reply.sse.send({ event: 'entered', data: request.record })
          }
        }
      }
    }
  })
  const { headers, body } = await app.inject('/rooms/7/events')
  t.equal(headers['content-type'], 'text/event-stream')
  t.equal(body, 'event: entered\ndata: {"id":7}\n\n')
  t.equal((await app.inject('/rooms/8/events')).statusCode, 404)
})

t.test('@fastify/passport: a strategy reads the nested form, a guard asks request.isAuthenticated(), and a form logs out', async (t) => {
  class ByPassword extends Strategy {
    override authenticate (request: Anything): void {
      const { name, password } = request.body.session
      if (password === 'secret') this.success({ name })
      else this.fail('wrong', 401)
    }
  }
  const passport = new Authenticator()
  passport.use('password', new ByPassword('password'))
  passport.registerUserSerializer(async (user) => user)
  passport.registerUserDeserializer(async (user) => user)
  const app = Fastify()
  await app.register(cookie)
  await app.register(session, {
    secret: 'a secret of thirty-two characters, or more',
    cookie: { secure: false }
  })
  await app.register(passport.initialize())
  await app.register(passport.secureSession())
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map.resource('session', { only: ['create', 'destroy'] }).resources('posts', { only: 'update' })
    ),
    controllers: {
      sessions: {
        create: {
          preValidation: passport.authenticate('password', { authInfo: false }),
          handler: async (_request: Anything, reply: Anything) => await reply.redirect('/', 303)
        },
        destroy: async (request: Anything) => await request.logOut()
      },
      posts: {
        update: {
          preValidation: async function requireUser (request: Anything, reply: Anything) {
            if (request.isUnauthenticated() === true) return await reply.code(401).send()
          },
          handler: async (request: Anything) => request.user.name
        }
      }
    }
  })
  t.equal((await post(app, '/session', 'session[name]=ann&session[password]=x')).statusCode, 401)
  const [{ name, value }] = (await post(app, '/session', 'session[name]=ann&session[password]=secret'))
    .cookies as [{ name: string; value: string }]
  const headers = { cookie: `${name}=${value}` }
  t.equal((await post(app, '/posts/1', '_method=put')).statusCode, 401)
  t.equal((await post(app, '/posts/1', '_method=put', headers)).body, 'ann')
  await post(app, '/session', '_method=delete', headers)
  t.equal((await post(app, '/posts/1', '_method=put', headers)).statusCode, 401)
})

t.test('@fastify/aws-lambda: an event is a request, a form with _method too', async (t) => {
  const app = Fastify({ trustProxy: true })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['show', 'update'] })),
    controllers: {
      posts: { show: async (request: Anything) => request.urlFor.postUrl(request.params.id), update: echo }
    }
  })
  const handle = awsLambdaFastify(app)
  const event = (httpMethod: string, path: string, body: string): object => ({
    httpMethod,
    path,
    body,
    headers: { host: 'example.org', 'x-forwarded-proto': 'https', 'content-type': URLENCODED }
  })
  t.equal((await handle(event('GET', '/posts/1', ''), {})).body, 'https://example.org/posts/1')
  t.match(JSON.parse((await handle(event('POST', '/posts/1', '_method=put&post[title]=Hi'), {})).body), {
    action: 'update',
    params: { id: '1' }
  })
  const { statusCode, headers } = await handle(event('DELETE', '/posts/1', ''), {})
  t.strictSame([statusCode, headers.allow], [405, 'GET, HEAD, PUT'])
})

t.test("type providers: TypeBox's own validator accepts the schemas that derive from a record", async (t) => {
  const routes = draw((map) => map.resources('posts', { only: ['create', 'show', 'update'] }))
  const Post = Type.Object({
    id: Type.Readonly(Type.Integer({ readOnly: true })),
    title: Type.String({ minLength: 1 }),
    published: Type.Optional(Type.Boolean())
  })
  const posts = controller.for<typeof routes, TypeBoxTypeProvider>()('posts', {
    record: Post,
    create: async (request) => request.body.post.title.toUpperCase(),
    show: async (request) => ({ next: request.params.id + 1 }),
    update: async (request) => request.body.post
  })
  const app = Fastify().setValidatorCompiler(TypeBoxValidatorCompiler).withTypeProvider<TypeBoxTypeProvider>()
  await app.register(resourcesPlugin, { routes, controllers: { posts } })

  t.strictSame((await app.inject('/posts/1')).json(), { next: 2 })
  t.equal((await app.inject('/posts/1e3')).statusCode, 400)
  t.equal(
    (await app.inject({ method: 'POST', url: '/posts', payload: { post: { title: 'Hi' } } })).body,
    'HI'
  )
  t.equal(
    (await app.inject({ method: 'POST', url: '/posts', payload: { post: { title: '' } } })).statusCode,
    400
  )
  t.strictSame((await post(app, '/posts/1', '_method=put&post[published]=on')).json(), { published: true })
})
