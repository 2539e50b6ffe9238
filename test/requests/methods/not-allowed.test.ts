/** 405 where a path is declared and the method is not. */

import t from 'tap'
import { connect as connectHttp2 } from 'node:http2'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { echoApp, echoControllers } from '../../support/app.js'

type Anything = any

const posts = draw((map) =>
  map.resources('posts', { only: ['index', 'show', 'destroy'], requirements: { id: /\d+/ } })
)

async function answer (
  app: FastifyInstance,
  method: string,
  url: string,
  headers: Record<string, string> = {}
): Promise<string> {
  const {
    statusCode,
    headers: { allow }
  } = await app.inject({ method: method as 'GET', url, headers })
  return allow === undefined ? String(statusCode) : `${statusCode} ${String(allow)}`
}

t.test('the methods of a 405 are found without its query, which a client may make long', async (t) => {
  const queries: string[] = []
  const querystringParser = (text: string): Record<string, string> => {
    queries.push(text)
    return {}
  }
  const app = Fastify({ routerOptions: { querystringParser } })
  await app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  t.equal(await answer(app, 'PUT', `/posts/1?a=/posts?&${'b'.repeat(15_000)}`), '405 GET, HEAD, DELETE')
  t.strictSame(queries.filter((text) => text !== ''), [])
})

t.test("a 405 goes through the app's error handler, with the methods that the router accepts", async (t) => {
  const app = await echoApp(posts)
  const response = await app.inject({ method: 'PUT', url: '/posts/1?a=1' })
  t.equal(response.statusCode, 405)
  t.strictSame(String(response.headers.allow).split(', ').sort(), ['DELETE', 'GET', 'HEAD'])
  t.match(response.json(), {
    code: 'FST_RESOURCES_METHOD_NOT_ALLOWED',
    message: /^PUT is not allowed for '\/posts\/1\?a=1', which answers /
  })

  const own = Fastify()
  own.setErrorHandler(
    async (error: Anything, _request, reply) => await reply.code(error.statusCode).send({ mine: error.code })
  )
  await own.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  const mine = await own.inject({ method: 'POST', url: '/posts/1' })
  t.strictSame(
    [mine.json(), String(mine.headers.allow).includes('DELETE')],
    [{ mine: 'FST_RESOURCES_METHOD_NOT_ALLOWED' }, true]
  )
})

t.test('the address of a form has no GET of its own', async (t) => {
  const forms = draw((map) => map
    .resources('posts', { only: ['new', 'create', 'edit', 'update'] })
    .resource('account', { only: ['edit', 'update'] })
    .route('page', '/:section/:page', 'pages#show', { conditions: { host: 'a.org' } }))
  const app = await echoApp(forms)
  for (const [url, host, expected] of [
    ['/posts', 'b.org', '405 POST'], ['/posts/1', 'b.org', '405 PUT'], ['/account', 'b.org', '405 PUT'],
    ['/posts/1', 'a.org', '200']
  ] as const) {
    t.equal(await answer(app, 'GET', url, { accept: 'text/html', host }), expected, `${url} ${host}`)
  }
})

t.test('a 405 has no stack trace, which would cost as much as the answer, and later errors have theirs', async (t) => {
  const app = Fastify()
  const stacks: string[] = []
  app.setErrorHandler(async (error: Error, _request, reply) => {
    stacks.push(error.stack as string)
    return await reply.code(405).send({})
  })
  await app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  await app.inject({ method: 'PUT', url: '/posts/1' })
  t.match(stacks, [/^.*PUT is not allowed for '\/posts\/1', which answers GET, HEAD, DELETE$/])
  t.match(new Error('later').stack, /\n +at /)
})

t.test('undeclared paths stay with the not-found handler', async (t) => {
  const app = Fastify()
  app.setNotFoundHandler(async (_request, reply) => await reply.code(404).send('mine'))
  await app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  for (const url of ['/nowhere', '/posts/a', '/posts/1/edit', '/posts/', '/posts/%zz']) {
    t.notOk((await answer(app, 'PUT', url)).startsWith('405'), url)
  }
  t.equal((await app.inject({ method: 'PUT', url: '/nowhere' })).body, 'mine')
})

t.test("the app's own routes answer, catch-alls too", async (t) => {
  const app = Fastify()
  app.put('/posts/:id', async () => 'mine')
  app.post('/*', async () => 'mine')
  await app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  t.equal(await answer(app, 'PUT', '/posts/1'), '200')
  t.equal(await answer(app, 'POST', '/posts/1'), '200')
  t.strictSame((await answer(app, 'PATCH', '/posts/1')).slice(4).split(', ').sort(), [
    'DELETE',
    'GET',
    'HEAD',
    'POST',
    'PUT'
  ])
})

t.test('all onRequest hooks have run by then, and no body has been read', async (t) => {
  const app = Fastify()
  const trace: string[] = []
  app.addHook('onRequest', async () => {
    trace.push('before')
  })
  await app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  app.addHook('onRequest', async (_request, reply) => {
    trace.push('after')
    reply.header('access-control-allow-origin', '*')
  })
  app.addHook('preValidation', async () => {
    trace.push('preValidation')
  })
  const response = await app.inject({
    method: 'PUT',
    url: '/posts',
    headers: { 'content-type': 'application/json' },
    payload: '{broken'
  })
  t.strictSame(
    [response.statusCode, response.headers['access-control-allow-origin'], trace],
    [405, '*', ['before', 'after']]
  )
})

t.test('@fastify/cors answers a preflight, and a 405 has its headers and those of helmet', async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  await app.register(cors, { origin: 'https://other.org', methods: ['GET', 'DELETE'] })
  await app.register(helmet)
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/posts/1',
    headers: { origin: 'https://other.org', 'access-control-request-method': 'DELETE' }
  })
  t.strictSame(
    [preflight.statusCode, preflight.headers['access-control-allow-methods']],
    [204, 'GET, DELETE']
  )
  const wrong = await app.inject({ method: 'PUT', url: '/posts/1', headers: { origin: 'https://other.org' } })
  t.equal(wrong.statusCode, 405)
  t.match(wrong.headers, {
    'access-control-allow-origin': 'https://other.org',
    'x-content-type-options': 'nosniff'
  })
})

t.test('over HTTP/2', async (t) => {
  const app = await echoApp(
    draw((map) => map.resources('posts', { only: 'index', conditions: { host: 'a.org' } })),
    {},
    { http2: true } as object
  )
  const client = connectHttp2(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.teardown(async () => {
    client.destroy()
    await app.close()
  })
  const put = async (authority: string): Promise<Anything> =>
    await new Promise((resolve, reject) => {
      client
        .request({ ':method': 'PUT', ':path': '/posts', ':authority': authority })
        .on('response', resolve)
        .on('error', reject)
        .resume()
    })
  t.match(await put('a.org'), { ':status': 405, allow: 'GET, HEAD' })
  t.match(await put('b.org'), { ':status': 404 })
})

t.test('host and version count', async (t) => {
  const app = await echoApp(
    draw((map) =>
      map
        .resources('posts', { only: 'index', conditions: { host: 'a.org' } })
        .resources('posts', { only: 'create', conditions: { version: '2.0.0' }, controller: 'v2' })
    )
  )
  t.equal(await answer(app, 'PUT', '/posts', { host: 'a.org' }), '405 GET, HEAD')
  t.equal(await answer(app, 'PUT', '/posts', { host: 'b.org', 'accept-version': '2.x' }), '405 POST')
  t.equal(await answer(app, 'PUT', '/posts', { host: 'b.org' }), '404')
})

t.test('a version counts only where a row has one', async (t) => {
  const app = await echoApp(draw((map) => map.resources('posts', { only: ['show'] })))
  const versioned = { 'accept-version': '1.0.0' }
  t.equal(await answer(app, 'GET', '/posts/1', versioned), '200')
  t.equal(await answer(app, 'PATCH', '/posts/1', versioned), '405 GET, HEAD')
  t.equal(app.recognize('/posts/1', 'GET', versioned)?.route.action, 'show')
})

t.test('a method is not allowed whose row takes no id of that length', async (t) => {
  const app = await echoApp(draw((map) => map
    .route('rest', '/a/*rest', 'a#rest', { method: 'post' }).route('one', '/a/:id/b', 'a#one')
    .route('two', '/a/:id', 'a#two', { method: 'put' })))
  for (const [length, allow] of [[100, 'PUT, POST'], [101, 'POST']] as const) {
    t.equal(await answer(app, 'DELETE', `/a/${'x'.repeat(length)}`), `405 ${allow}`)
  }
})

t.test('a method is not allowed whose row refuses the ids of the path', async (t) => {
  const app = await echoApp(draw((map) => map
    .resources('posts', { formats: ['html'], only: ['show', 'update'] })
    .route('/posts/logo.png', 'pages#logo', { method: 'post' })
    .route('/posts/feed.atom', 'pages#feed')))
  t.equal(await answer(app, 'DELETE', '/posts/logo.png'), '405 POST')
  t.equal(await answer(app, 'DELETE', '/posts/feed.atom'), '405 GET, HEAD')
  t.equal(await answer(app, 'DELETE', '/posts/1'), '405 GET, HEAD, PUT')
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: '/posts/logo.png',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '_method=put'
  })
  t.strictSame([statusCode, headers.allow], [405, 'POST'], 'nor for a form that names it')
})

t.test("the router's options apply", async (t) => {
  const app = await echoApp(
    posts,
    { prefix: '/blog' },
    { routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true } }
  )
  for (const url of ['/BLOG/posts', '/blog/posts/', '/blog//posts']) {
    t.equal(await answer(app, 'PUT', url), '405 GET, HEAD', url)
  }
})

t.test('a path is found in any order of requests, whatever else has been asked for', async (t) => {
  const routes = draw((map) => map
    .resources('posts', { only: ['index', 'show'], formats: ['json'] }, (posts) =>
      posts.resources('comments', { only: ['show'] }))
    .route('info', '/v:version/info', 'info#show')
    .route('list', '/list.:kind', 'lists#kind')
    .route('archive', '/archive/:year/:month', 'archive#show', { defaults: { month: null } })
    .route('files', '/files/*path', 'files#show')
    .route('about', '/:locale/about', 'about#show'))
  const app = await echoApp(routes, {}, { routerOptions: { useSemicolonDelimiter: true } as object })
  const cases = [
    ['/p%6Fsts', '405'], ['/posts.json', '405'], ['/posts;a/b', '405'], ['/posts/1?a=/b', '405'],
    ['/posts/1.json', '405'], ['/posts/1/comments/2', '405'], ['/posts/1/comments', '404'],
    ['/v2/info', '405'], ['/list.a', '405'], ['/archive/2026', '405'], ['/archive/2026/1', '405'],
    ['/files/a/b/c', '405'], ['/files', '404'], ['/de/about', '405'], ['/posts/about', '405']
  ] as const
  for (const [url, status] of [...cases, ...cases.toReversed()]) {
    // The status of an invalid URL is Fastify's, which differs between its versions.
    t.match(await answer(app, 'PUT', '/%'), /^40[04]/)
    const [found] = (await answer(app, 'PUT', url)).split(' ')
    t.equal(found, status, url)
  }
})

t.test('in a child scope a wrong method is answered as an unknown path, unless its registration has methodNotAllowed: true', async (t) => {
  for (const first of ['the root', 'the child scope']) {
    const app = Fastify()
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('x-root', 'ran')
    })
    if (first === 'the root') await app.register(resourcesPlugin)
    for (const [prefix, options] of [
      ['/v1', {}],
      ['/v2', { methodNotAllowed: true }]
    ] as const) {
      app.register(
        async (scope) => {
          await scope.register(resourcesPlugin, {
            routes: posts,
            controllers: echoControllers(posts),
            ...options
          })
        },
        { prefix }
      )
    }
    if (first !== 'the root') app.register(resourcesPlugin)
    t.equal(await answer(app, 'PUT', '/v1/posts'), '404', first)
    t.equal(await answer(app, 'PUT', '/v2/posts'), '405 GET, HEAD', first)
    t.equal((await app.inject({ method: 'PUT', url: '/v2/posts' })).headers['x-root'], 'ran')
    t.notOk(app.hasDecorator('urlFor'))
  }
})

t.test('in a scope in a scope too, without a registration at the root', async (t) => {
  const app = Fastify()
  app.register(
    async (outer) => {
      await outer.register(
        async (inner) => {
          await inner.register(resourcesPlugin, {
            routes: posts,
            controllers: echoControllers(posts),
            methodNotAllowed: true
          })
        },
        { prefix: '/a' }
      )
    },
    { prefix: '/v1' }
  )
  t.equal(await answer(app, 'PUT', '/v1/a/posts'), '405 GET, HEAD')
  t.equal(await answer(app, 'PUT', '/v1/posts'), '404')
})

t.test('behind hooks of an action or a controller a wrong method is answered as an unknown path', async (t) => {
  const pass = async (): Promise<void> => undefined
  const tree = draw((map) => map.resources('posts', { only: ['index', 'create', 'show', 'update'] }))
  for (const kind of ['onRequest', 'preParsing', 'preValidation', 'preHandler']) {
    const [all, some] = [Fastify(), Fastify()]
    const { posts: actions } = echoControllers(tree)
    await all.register(resourcesPlugin, {
      routes: tree,
      controllers: { posts: { ...actions, routeOptions: { [kind]: pass } } }
    })
    t.equal(await answer(all, 'DELETE', '/posts'), '404', `${kind} of the controller`)
    await some.register(resourcesPlugin, {
      routes: tree,
      controllers: {
        posts: {
          ...actions,
          update: { [kind]: pass, handler: pass },
          create: { [kind]: pass, handler: pass }
        }
      }
    })
    t.equal(await answer(some, 'DELETE', '/posts'), '405 GET, HEAD', `${kind} of an action`)
    const form = await some.inject({
      method: 'POST',
      url: '/posts',
      payload: '_method=delete',
      headers: { 'content-type': 'application/x-www-form-urlencoded' }
    })
    t.strictSame([form.statusCode, form.headers.allow], [405, 'GET, HEAD'], 'the same for a form')
    const { message } = (await some.inject({ method: 'POST', url: '/posts/1' })).json<{ message: string }>()
    t.notMatch(message, /_method/, 'nor does its message name a hidden row')
  }
  const open = Fastify()
  await open.register(resourcesPlugin, {
    routes: tree,
    controllers: {
      posts: { ...echoControllers(tree).posts, routeOptions: { onSend: pass, logLevel: 'warn' } }
    }
  })
  t.equal(await answer(open, 'DELETE', '/posts'), '405 GET, HEAD, POST', 'other options hide nothing')
})

t.test('methodNotAllowed: false leaves out the 405', async (t) => {
  t.equal(await answer(await echoApp(posts, { methodNotAllowed: false }), 'PUT', '/posts'), '404')
})

t.test('refused: options for routes without routes', async (t) => {
  await t.rejects(
    async () => await Fastify().register(resourcesPlugin, { methodNotAllowed: 'no' } as Anything),
    {
      message:
        /methodNotAllowed: expected true or false, got 'no'\n {2}- routes: expected the result of draw\(\), or its block, since methodNotAllowed needs routes/
    }
  )
  await t.rejects(
    async () =>
      await Fastify().register(resourcesPlugin, {
        methodNotAllowed: 'no',
        methodOverride: false,
        controllers: undefined
      } as Anything),
    {
      code: 'FST_RESOURCES_OPTIONS',
      message:
        /methodNotAllowed: expected true or false, got 'no'\n {2}- routes: expected the result of draw\(\), or its block, since methodNotAllowed, methodOverride need routes/
    }
  )
})

t.test('refused: invalid routes', async (t) => {
  await t.rejects(async () => await Fastify().register(resourcesPlugin, { routes: 5 } as Anything), {
    code: 'FST_RESOURCES_OPTIONS',
    message: /routes: expected the result of draw\(\), or its block, got 5/
  })
})

t.test('two apps do not share their paths, also on one server', async (t) => {
  const app = await echoApp(posts)
  const other = await echoApp(draw((map) => map.resources('tags', { only: 'index' })))
  t.strictSame(
    [
      await answer(app, 'PUT', '/tags'),
      await answer(other, 'PUT', '/tags'),
      await answer(other, 'PUT', '/posts')
    ],
    ['404', '405 GET, HEAD', '404']
  )
})

t.test('behind a guard of scopes a wrong method is answered as an unknown path', async (t) => {
  const routes = draw((map) =>
    map
      .namespace('admin', (admin) => admin.resources('posts', { only: ['index', 'create', 'update'] }))
      .route('search', '/admin/posts', { controller: 'search', action: 'show', method: 'put' })
      .route('help', '/admin/help', { controller: 'help', action: 'show' })
  )
  const app = Fastify()
  const guard = async (scope: FastifyInstance): Promise<void> => {
    scope.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization === undefined) await reply.code(401).send({})
    })
  }
  await app.register(resourcesPlugin, {
    routes,
    controllers: echoControllers(routes),
    scopes: { admin: guard }
  })
  t.equal(await answer(app, 'DELETE', '/admin/posts/1'), '404')
  t.equal(await answer(app, 'POST', '/admin/posts/1'), '404')
  t.equal(await answer(app, 'GET', '/admin/posts'), '401')
  t.equal(
    await answer(app, 'DELETE', '/admin/posts'),
    '405 PUT',
    'what stands open at the path is told, and nothing else'
  )
  t.equal(await answer(app, 'DELETE', '/admin/help'), '405 GET, HEAD')

  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = async (
    url: string,
    payload: string,
    headers: object = {}
  ): Promise<[number, Anything, unknown]> => {
    const response = await app.inject({ method: 'POST', url, payload, headers: { ...form, ...headers } })
    return [response.statusCode, response.json(), response.headers.allow]
  }
  t.equal(
    (await send('/admin/posts/1', '_method=put'))[0],
    401,
    'a form still becomes the request that it names'
  )
  t.match(await send('/admin/posts/1', '_method=put', { authorization: 'me' }), [200, { action: 'update' }])
  t.match(
    await send('/admin/posts', '_method=delete', { authorization: 'me' }),
    [405, {}, 'PUT'],
    'nor is who has passed it told more'
  )

  const open = draw((map) =>
    map
      .route('search', '/admin/posts', { controller: 'search', action: 'show', method: 'post' })
      .namespace('admin', (admin) =>
        admin.route('wipe', 'posts', { controller: 'posts', action: 'wipe', method: 'delete' })
      )
  )
  const other = Fastify()
  await other.register(resourcesPlugin, {
    routes: open,
    controllers: echoControllers(open),
    scopes: { admin: guard }
  })
  const response = await other.inject({
    method: 'POST',
    url: '/admin/posts',
    payload: 'a=1&_method=put',
    headers: form
  })
  t.strictSame(
    [response.statusCode, response.headers.allow],
    [405, 'POST'],
    'a form before the guard is not told what stands behind it'
  )
})

t.test('a glob after a word declares its paths, one without a word does not', async (t) => {
  const app = await echoApp(
    draw((map) => map.route('/files/*path', 'files#show').route('/:locale/*rest', 'pages#show'))
  )
  const cases: ReadonlyArray<readonly [url: string, statusCode: number, allow?: string]> = [
    ['/files/a/b.txt', 405, 'GET, HEAD'],
    ['/files/a', 405, 'GET, HEAD'],
    ['/files', 404],
    ['/de/a', 404]
  ]
  for (const [url, statusCode, allow] of cases) {
    const response = await app.inject({ method: 'PUT', url })
    t.strictSame([response.statusCode, response.headers.allow], [statusCode, allow], url)
  }
})

t.test('the message of a 405 names the methods that a form can reach', async (t) => {
  const routes = draw((map) => map.resources('posts', { only: ['update', 'destroy'] }))
  const hint = async (before: (app: FastifyInstance) => void, options: object = {}): Promise<string[]> => {
    const app = Fastify()
    before(app)
    await app.register(resourcesPlugin, { routes, controllers: echoControllers(routes), ...options })
    const { message } = (await app.inject({ method: 'POST', url: '/posts/1' })).json<{ message: string }>()
    return [...message.matchAll(/with (_method=\w+)/g)].map(([, field]) => field as string)
  }
  t.strictSame(await hint(() => undefined), ['_method=put', '_method=delete'])
  t.strictSame(
    await hint((app) => {
      app.put('/posts/1', () => 'mine')
    }),
    ['_method=delete'],
    "not a route of the app's own"
  )
  t.strictSame(await hint(() => undefined, { methodOverride: false }), [])
  t.strictSame(
    await hint(() => undefined, {
      routes: draw({ api: true }, (map) => map.include(routes).resources('tags')),
      controllers: {
        ...echoControllers(routes),
        tags: echoControllers(draw((map) => map.resources('tags'))).tags
      }
    }),
    ['_method=put', '_method=delete'],
    'rows keep what their own tree said'
  )
})
