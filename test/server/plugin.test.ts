/** Registration: native routes, prefixes, instances, what Fastify refuses. */

import t from 'tap'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import resourcesPlugin, { draw, resourcesPlugin as named } from '../../lib/index.js'
import { echo, echoApp, echoControllers } from '../support/app.js'
import type { Echo } from '../support/app.js'
import { openSocket, readResponses } from '../support/forms.js'

type Anything = any

const posts = draw((map) => map.root({ controller: 'posts', action: 'index' }).resources('posts'))

async function answer (
  app: FastifyInstance,
  method: string,
  url: string,
  headers: Record<string, string> = {}
): Promise<string | number> {
  const response = await app.inject({ method: method as 'GET', url, headers })
  if (response.statusCode !== 200) return response.statusCode
  const { controller, action, params } = response.json<Echo>()
  return `${controller}#${action} ${JSON.stringify(params)}`
}

t.test('the plugin is the default export and a named one', async (t) => {
  t.equal(named, resourcesPlugin)
})

t.test('the plugin requires the versions of Fastify that package.json names', async (t) => {
  const { peerDependencies } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  ) as { peerDependencies: { fastify: string } }
  t.match(Object.getOwnPropertyDescriptor(resourcesPlugin, Symbol.for('plugin-meta'))?.value, {
    name: 'fastify-resources',
    fastify: peerDependencies.fastify
  })
})

t.test('each row is a native route, and Fastify adds HEAD', async (t) => {
  const app = await echoApp(posts)
  t.equal(await answer(app, 'GET', '/posts'), 'posts#index {}')
  t.equal(await answer(app, 'DELETE', '/posts/1'), 'posts#destroy {"id":"1"}')
  t.equal((await app.inject({ method: 'HEAD', url: '/posts/1' })).statusCode, 200)
  t.equal((await app.inject({ method: 'OPTIONS', url: '/posts/1' })).statusCode, 405)
  t.ok(app.hasRoute({ method: 'GET', url: '/posts/new' }))
  t.match(app.printRoutes(), 'posts')
})

t.test('the config of a route holds its row', async (t) => {
  const app = Fastify()
  app.get('/other', async (request) => ({ resource: request.routeOptions.config.resource ?? null }))
  await app.register(resourcesPlugin, {
    routes: posts,
    prefix: '/blog',
    controllers: {
      posts: {
        ...echoControllers(posts).posts,
        show: async (request: Anything) => request.routeOptions.config.resource
      }
    }
  })
  t.match((await app.inject('/blog/posts/1')).json(), {
    name: 'post',
    path: '/blog/posts/:id',
    controller: 'posts',
    action: 'show',
    params: [{ name: 'id', of: 'posts' }]
  })
  t.strictSame((await app.inject('/other')).json(), { resource: null })
})

t.test('routes may be the draw block itself', async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: (map: Anything) => map.resources('tags', { only: 'index' }),
    controllers: { tags: { index: echo } }
  })
  t.equal(await answer(app, 'GET', '/tags'), 'tags#index {}')
})

t.test('routes, helpers and listing begin with the prefix of the scope, then that of the options', async (t) => {
  const app = Fastify()
  await app.register(
    async (scope) => {
      await scope.register(resourcesPlugin, {
        routes: posts,
        controllers: echoControllers(posts),
        prefix: 'blog/'
      })
      t.equal(scope.urlFor.postPath(1), '/v1/blog/posts/1')
      t.equal(scope.urlFor.rootPath(), '/v1/blog')
      t.match(scope.printResources({ grep: 'new_post' }), ' /v1/blog/posts/new ')
    },
    { prefix: '/v1/' }
  )
  await app.ready()
  t.equal(await answer(app, 'GET', '/v1/blog/posts/1'), 'posts#show {"id":"1"}')
  t.equal(await answer(app, 'GET', '/v1/blog'), 'posts#index {}')
  t.equal(await answer(app, 'GET', '/posts/1'), 404)
})

t.test('under a prefix that ends with a slash, the root keeps it', async (t) => {
  const app = Fastify()
  await app.register(
    async (scope) => {
      await scope.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
      t.equal(scope.urlFor.rootPath(), '/v1/')
      t.equal(scope.urlFor.postPath(1), '/v1/posts/1')
    },
    { prefix: '/v1/' }
  )
  t.equal(await answer(app, 'GET', '/v1/'), 'posts#index {}')
  t.equal(await answer(app, 'GET', '/v1/posts/1'), 'posts#show {"id":"1"}')
})

t.test("under a prefix the root answers with and without its slash, as Fastify's own root does", async (t) => {
  const app = Fastify()
  await app.register(
    async (scope) => {
      await scope.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
    },
    { prefix: '/v1' }
  )
  t.equal(await answer(app, 'GET', '/v1'), 'posts#index {}')
  t.equal(await answer(app, 'GET', '/v1/'), 'posts#index {}')
})

t.test('a child scope may have a tree and helpers of its own', async (t) => {
  const tags = draw((map) => map.resources('tags', { only: 'show' }))
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: posts,
    controllers: {
      posts: {
        ...echoControllers(posts).posts,
        show: async (request: Anything) => request.urlFor.postsPath()
      }
    }
  })
  await app.register(
    async (scope) => {
      await scope.register(resourcesPlugin, {
        routes: tags,
        controllers: {
          tags: { show: async (request: Anything) => request.urlFor.tagPath(request.params.id) }
        }
      })
      t.equal((scope.urlFor as Anything).postsPath, undefined)
    },
    { prefix: '/sub' }
  )
  t.equal((await app.inject('/sub/tags/x')).body, '/sub/tags/x')
  t.equal((await app.inject('/posts/x')).body, '/posts')
})

t.test('any number of instances and scopes use one tree at once', async (t) => {
  const app = Fastify()
  for (const prefix of ['/a', '/b']) {
    app.register(
      async (scope) => {
        await scope.register(resourcesPlugin, {
          routes: posts,
          controllers: {
            posts: {
              ...echoControllers(posts).posts,
              index: async (request: Anything) => request.urlFor.postPath(1)
            }
          }
        })
      },
      { prefix }
    )
  }
  const other = await echoApp(posts, { prefix: '/c' })
  t.strictSame(
    [(await app.inject('/a/posts')).body, (await app.inject('/b/posts')).body, other.urlFor.postPath(1)],
    ['/a/posts/1', '/b/posts/1', '/c/posts/1']
  )
})

t.test('refused: a second registration in one scope', async (t) => {
  const app = Fastify()
  app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  await t.rejects(async () => await app.ready(), {
    code: 'FST_RESOURCES_ALREADY_REGISTERED',
    message: /include\(otherRoutes\)/
  })
})

t.test('refused by Fastify: a decorator that the app has already, whatever its name', async (t) => {
  const controllers = echoControllers(posts)
  const names = ['format', 'originalMethod', 'parents', 'record', 'urlFor']
  for (const name of names) {
    const app = Fastify()
    app.decorateRequest(name, null)
    const registered = async () => await app.register(resourcesPlugin, { routes: posts, controllers })
    await t.rejects(registered, {
      code: 'FST_ERR_DEC_ALREADY_PRESENT',
      message: `The decorator '${name}' has already been added!`
    })
  }
})

t.test('variables match one segment, which is not a dot segment', async (t) => {
  const app = await echoApp(posts)
  t.equal(await answer(app, 'GET', '/posts/a%20b%C3%A9'), 'posts#show {"id":"a bé"}')
  t.equal(await answer(app, 'GET', '/posts/...'), 'posts#show {"id":"..."}')
  t.equal(await answer(app, 'GET', '/posts/a%2Fb'), 404)
  t.equal(await answer(app, 'GET', '/posts//edit'), 404)
  t.equal(await answer(app, 'GET', '/posts/'), 404)
})

t.test('requirements decide what a route answers', async (t) => {
  const app = await echoApp(
    draw((map) =>
      map
        .resources('posts', { only: 'show', requirements: { id: /\d+|(x)(y)/ } })
        .route('year', ':year', {
          controller: 'years',
          action: 'show',
          requirements: { year: /(?<y>\d{4})[^/\d]?/ }
        })
    )
  )
  t.strictSame(
    await Promise.all(
      ['/posts/12', '/posts/xy', '/posts/x', '/2026', '/2026(', '/202'].map(
        async (url) => await answer(app, 'GET', url)
      )
    ),
    [
      'posts#show {"id":"12"}',
      'posts#show {"id":"xy"}',
      404,
      'years#show {"year":"2026"}',
      'years#show {"year":"2026("}',
      404
    ]
  )
})

t.test("conditions are Fastify's constraints", async (t) => {
  const routes = draw((map) =>
    map
      .resources('posts', { only: 'index', conditions: { host: 'a.org' } })
      .resources('posts', { only: 'index', conditions: { host: /b/ }, controller: 'b' })
      .resources('posts', {
        only: 'index',
        conditions: { host: 'a.org', version: '2.0.0' },
        controller: 'v2'
      })
  )
  const app = await echoApp(routes)
  t.equal(await answer(app, 'GET', '/posts', { host: 'a.org' }), 'posts#index {}')
  t.equal(await answer(app, 'GET', '/posts', { host: 'a.org', 'accept-version': '2.x' }), 'v2#index {}')
  t.equal(await answer(app, 'GET', '/posts', { host: 'b.org' }), 'b#index {}')
  t.equal(await answer(app, 'GET', '/posts', { host: 'c.org' }), 404)
})

t.test("a strategy of the app's own is a condition", async (t) => {
  const app = Fastify()
  app.addConstraintStrategy({
    name: 'secret',
    storage: () => {
      const handlers: Record<string, Anything> = {}
      return {
        get: (key: string) => handlers[key] ?? null,
        set: (key: string, handler: Anything) => {
          handlers[key] = handler
        }
      } as Anything
    },
    deriveConstraint: (request: Anything) => request.headers['x-secret'],
    validate: () => undefined
  } as Anything)
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'index', conditions: { secret: 'yes' } })),
    controllers: { posts: { index: echo } }
  })
  t.equal(await answer(app, 'GET', '/posts', { 'x-secret': 'yes' }), 'posts#index {}')
  t.equal(await answer(app, 'GET', '/posts'), 404)
})

t.test('any answers GET, POST, PUT, PATCH and DELETE, except those of another action', async (t) => {
  const app = await echoApp(
    draw((map) =>
      map.resources('posts', {
        only: [],
        collection: { search: 'any' },
        member: { unmark: 'delete', mark: 'any' },
        pathNames: { unmark: 'mark' }
      })
    )
  )
  const answers: Record<string, string | number> = {}
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
    for (const url of ['/posts/search', '/posts/1/mark']) {
      answers[`${method} ${url}`] =
        method === 'HEAD' ? (await app.inject({ method, url })).statusCode : await answer(app, method, url)
    }
  }
  t.strictSame(answers, {
    'GET /posts/search': 'posts#search {}',
    'GET /posts/1/mark': 'posts#mark {"id":"1"}',
    'HEAD /posts/search': 200,
    'HEAD /posts/1/mark': 200,
    'POST /posts/search': 'posts#search {}',
    'POST /posts/1/mark': 'posts#mark {"id":"1"}',
    'PUT /posts/search': 'posts#search {}',
    'PUT /posts/1/mark': 'posts#mark {"id":"1"}',
    'PATCH /posts/search': 'posts#search {}',
    'PATCH /posts/1/mark': 'posts#mark {"id":"1"}',
    'DELETE /posts/search': 'posts#search {}',
    'DELETE /posts/1/mark': 'posts#unmark {"id":"1"}',
    'OPTIONS /posts/search': 405,
    'OPTIONS /posts/1/mark': 405,
    'TRACE /posts/search': 405,
    'TRACE /posts/1/mark': 405
  })
})

t.test('an action for several methods may have a body schema, which GET ignores', async (t) => {
  const schema = {
    body: { type: 'object', required: ['q'] },
    querystring: { type: 'object', required: ['p'] }
  }
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map.resources('posts', { only: [], collection: { search: 'any', find: ['get', 'post'] } })
    ),
    controllers: { posts: { search: { handler: echo, schema }, find: { handler: echo, schema } } }
  })
  for (const url of ['/posts/search', '/posts/find']) {
    t.equal((await app.inject(url)).statusCode, 400)
    t.equal((await app.inject(`${url}?p=1`)).statusCode, 200)
    t.equal((await app.inject({ method: 'POST', url: `${url}?p=1`, payload: {} })).statusCode, 400)
    t.equal((await app.inject({ method: 'POST', url: `${url}?p=1`, payload: { q: 1 } })).statusCode, 200)
  }
  await t.rejects(
    echoApp(posts, {
      controllers: { posts: { ...echoControllers(posts).posts, index: { handler: echo, schema } } }
    }),
    { code: 'FST_RESOURCES_ROUTE', message: /GET \/: Body validation schema for GET/ }
  )
})

t.test('of two requirements in one place the one declared first answers', async (t) => {
  const feed = [
    'feed',
    ':user/feed',
    { controller: 'users', action: 'feed', requirements: { user: /\w+/ } }
  ] as const
  const page = [
    'page',
    ':lang/:page',
    { controller: 'pages', action: 'show', requirements: { lang: /[a-z]{2}/ } }
  ] as const
  const first = await echoApp(
    draw((map) =>
      map
        .route('home', 'home', { controller: 'pages', action: 'home' })
        .route(...feed)
        .route(...page)
    )
  )
  t.equal(await answer(first, 'GET', first.urlFor.feedPath('al')), 'users#feed {"user":"al"}')
  t.equal(await answer(first, 'GET', first.urlFor.pagePath('al', 'feed')), 'users#feed {"user":"al"}')
  const second = await echoApp(draw((map) => map.route(...page).route(...feed)))
  t.equal(
    await answer(second, 'GET', second.urlFor.pagePath('al', 'feed')),
    'pages#show {"lang":"al","page":"feed"}'
  )
  t.equal(await answer(second, 'GET', second.urlFor.feedPath('al')), 'pages#show {"lang":"al","page":"feed"}')
  t.equal(await answer(second, 'GET', second.urlFor.feedPath('alf')), 'users#feed {"user":"alf"}')
})

t.test('a row is a route as it would be written by hand', async (t) => {
  const app = Fastify()
  const routes = draw((map) =>
    map
      .resources('posts', { only: 'show', formats: ['json'] })
      .resources('tags', { only: 'show', requirements: { id: /\d+/ } })
  )
  const controllers = {
    posts: { show: (request: FastifyRequest) => ({ url: request.routeOptions.url }) },
    tags: { show: (request: FastifyRequest) => ({ url: request.routeOptions.url }) }
  }
  await app.register(resourcesPlugin, { routes, controllers })
  t.strictSame((await app.inject('/posts/1')).json(), { url: '/posts/:id' })
  t.strictSame((await app.inject('/posts/1.json')).json(), { url: '/posts/:id.:format(json)' })
  t.strictSame((await app.inject('/tags/1')).json(), { url: '/tags/:id(\\d+)' })
  t.ok(app.hasRoute({ method: 'GET', url: '/posts/:id' }))
})

t.test('no handler sees an id that is empty, a dot segment, or holds a slash: the answer is that of an unknown path', async (t) => {
  const app = Fastify()
  const seen: string[] = []
  app.setNotFoundHandler(async (request, reply) => await reply.code(404).send({ mine: request.method }))
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === 'none') await reply.code(401).send({})
  })
  const routes = draw((map) =>
    map.resources('posts', { only: ['show', 'update'], requirements: { id: /.*/ } }, (posts) =>
      posts.resources('comments', { only: 'index' })
    )
  )
  const hook = async (): Promise<void> => {
    seen.push('hook')
  }
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: { routeOptions: { onRequest: hook }, show: echo, update: echo },
      comments: { index: { onRequest: hook, handler: echo } }
    }
  })
  for (const url of [
    '/posts/',
    '/posts/a%2Fb',
    '/posts/%2e%2e',
    '/posts/%2e',
    '/posts/..%5Cetc',
    '/posts/a%5c.',
    '/posts//comments',
    '/posts/%2F/comments'
  ]) {
    for (const method of ['GET', 'PUT'] as const) {
      const response = await app.inject({ method, url })
      if (!(method === 'PUT' && url.includes('comments'))) {
        t.strictSame([response.statusCode, response.body], [404, `{"mine":"${method}"}`], `${method} ${url}`)
      }
    }
    t.equal(
      (await app.inject({ url, headers: { authorization: 'none' } })).statusCode,
      401,
      'hooks of the app run before'
    )
  }
  t.strictSame(seen, [])
  t.strictSame((await app.inject('/posts/a.b')).json(), {
    controller: 'posts',
    action: 'show',
    params: { id: 'a.b' }
  })
})

t.test('on a connection, dot segments that no client has resolved reach no handler', async (t) => {
  const app = await echoApp(draw((map) => map.resources('posts', { only: 'show' })))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = await openSocket(app)
  for (const path of ['/posts/..', '/posts/.', '/posts/%2e%2E', '/posts/..%2fetc']) {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  }
  t.strictSame(
    (await readResponses(socket, 4)).map(({ status }) => status),
    [404, 404, 404, 404]
  )
  socket.destroy()
  await app.close()
})

t.test("with a catch-all of the app, an invalid id still gets the not-found handler's 404", async (t) => {
  const app = Fastify()
  app.get('/*', async () => 'mine')
  const routes = draw((map) =>
    map.resources('posts', { only: 'show' }).resources('tags', { only: 'show', formats: ['json'] })
  )
  await app.register(resourcesPlugin, { routes, controllers: echoControllers(routes) })
  const statuses = await Promise.all(
    ['/posts/', '/posts/a%2Fb', '/tags/logo.png', '/posts/1/2', '/other'].map(
      async (url) => (await app.inject(url)).statusCode
    )
  )
  t.strictSame(statuses, [404, 404, 404, 200, 200])
})

t.test('refused by Fastify: a path of the app that a row already has', async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  t.throws(() => app.get('/posts/:slug', async () => 'hidden'), {
    code: 'FST_ERR_DUPLICATED_ROUTE',
    message: /Method 'GET' already declared for route '\/posts\/:slug'/
  })
  app.addHttpMethod('PROPPATCH')
  app.route({ method: 'PROPPATCH', url: '/posts/:id', handler: async () => 'mine' })
  app.get('/posts/:id/other', async () => 'mine')
  app.get('/posts/:id-:slug', async () => 'mine')
  app.post('/posts/:id', async () => 'mine')
  app.get('/files/*', async () => 'mine')
  t.strictSame(
    await Promise.all(
      [
        ['GET', '/posts/1/other'],
        ['POST', '/posts/1'],
        ['GET', '/files/x']
      ].map(async ([method, url]) => (await app.inject({ method: method as 'GET', url: url as string })).body)
    ),
    ['mine', 'mine', 'mine']
  )
})

t.test("a route of the app for other hosts than the row's is not hidden", async (t) => {
  const app = Fastify()
  const routes = draw((map) => map.resources('posts', { only: 'show', conditions: { host: 'a.org' } }))
  await app.register(resourcesPlugin, { routes, controllers: echoControllers(routes) })
  app.get('/posts/:id', async () => 'mine')
  t.equal((await app.inject({ url: '/posts/1', headers: { host: 'b.org' } })).body, 'mine')
  t.equal(await answer(app, 'GET', '/posts/1', { host: 'a.org' }), 'posts#show {"id":"1"}')
})

t.test('refused: a path that the app has already', async (t) => {
  for (const url of ['/posts/:id', '/posts/:slug', '/posts/new']) {
    const app = Fastify()
    app.get(url, async () => 'mine')
    app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
    const path = url === '/posts/new' ? url : '/posts/:id'
    await t.rejects(async () => await app.ready(), {
      code: 'FST_RESOURCES_ROUTE',
      message: `Fastify cannot register the routes, which have a mistake: GET ${path}: Method 'GET' already declared for route '${path}'`,
      cause: { code: 'FST_ERR_DUPLICATED_ROUTE' }
    })
  }
})

t.test('refused: a semicolon in a path if Fastify reads it as the beginning of the query', async (t) => {
  const routes = draw((map) => map.resources('posts', { only: 'index', as: 'a;b' }))
  await t.rejects(echoApp(routes, {}, { routerOptions: { useSemicolonDelimiter: true } as object }), {
    message: /\/a;b: with useSemicolonDelimiter no path may hold a ';'/
  })
  t.equal(await answer(await echoApp(routes), 'GET', '/a;b'), 'posts#index {}')
})

t.test('refused: a condition without a strategy', async (t) => {
  await t.rejects(echoApp(draw((map) => map.resources('posts', { conditions: { subdomain: 'a' } }))), {
    code: 'FST_RESOURCES_ROUTE',
    message:
      "Fastify cannot register the routes, which have a mistake: there is no constraint strategy for the condition 'subdomain'; add one with fastify.addConstraintStrategy() before you register this plugin"
  })
})

t.test("refused: a requirement that Fastify's safety check refuses, unless the app allows it", async (t) => {
  const routes = draw({ formats: ['json'] }, (map) =>
    map.resources('posts', { only: ['show', 'edit'], requirements: { id: /(a+)+/ } })
  )
  const refusal =
    "/posts/:id: Fastify's safety check refuses the requirement id: /(?:a+)+/: it allows no nested repetition, and at most 25 repetitions; rewrite it, for example [a-z-]+ for [a-z]+(-[a-z]+)*, or set Fastify's routerOptions.allowUnsafeRegex"
  await t.rejects(echoApp(routes), {
    code: 'FST_RESOURCES_ROUTE',
    message: `Fastify cannot register the routes, which have 2 mistakes:\n  - GET ${refusal.replace(':id:', ':id/edit:')}\n  - GET ${refusal}`
  })
  const app = await echoApp(routes, {}, { routerOptions: { allowUnsafeRegex: true } })
  t.equal(await answer(app, 'GET', '/posts/aa'), 'posts#show {"id":"aa"}')
  await t.rejects(
    echoApp(
      draw((map) =>
        map.resources('posts', {
          only: 'show',
          requirements: { id: /a?b?c?d?e?f?g?h?i?j?k?l?m?n?o?p?q?r?s?t?u?v?w?x?y?z?/ }
        })
      )
    ),
    { message: /refuses the requirement id: \/a\?b\?.*\/: it allows no/ }
  )
})

t.test('a requirement with an optional part that repeats is accepted', async (t) => {
  const app = await echoApp(
    draw((map) => map.resources('posts', { only: 'show', requirements: { id: /[a-z0-9_]+(\.[a-z0-9_]+)?/ } }))
  )
  t.equal(await answer(app, 'GET', '/posts/a_1.b'), 'posts#show {"id":"a_1.b"}')
  t.equal(await answer(app, 'GET', '/posts/a.b.c'), 404)
})

t.test('refused: invalid options, all at once', async (t) => {
  const register = async (options: Anything, prefix = ''): Promise<unknown> => {
    const app = Fastify()
    app.register(
      async (scope) => {
        await scope.register(resourcesPlugin, options)
      },
      { prefix }
    )
    return await app.ready()
  }
  await t.rejects(
    register({ rotes: posts, controllers: 'here', scopes: { admin: 1 }, baseUrl: 5, prefix: '/:tenant' }),
    {
      code: 'FST_RESOURCES_OPTIONS',
      message: `The options have 6 mistakes:
  - unknown option 'rotes'; did you mean 'routes'?
  - controllers: expected controllers by name, or their folder as a file: URL or an absolute path, got 'here'
  - scopes: expected functions by namespace, such as { admin: async (scope) => { … } }, got an object with admin
  - baseUrl: expected the address of the app, or a function of the request that gives it, got 5
  - prefix: URL helpers cannot fill a variable of a prefix; declare it in the tree, as pathPrefix, got '/:tenant'
  - routes: expected the result of draw(), or its block, since controllers, scopes, baseUrl, prefix need routes`
    }
  )
  await t.rejects(register({ routes: posts, controllers: {} }, '/:tenant'), {
    code: 'FST_RESOURCES_OPTIONS',
    message: /the scope's prefix '\/:tenant': URL helpers cannot fill a variable/
  })
  await t.rejects(register({ routes: posts, controllers: new URL('https://example.org/') }), {
    code: 'FST_RESOURCES_OPTIONS'
  })
  await t.rejects(register({ routes: posts, prefix: 5 }), {
    code: 'FST_RESOURCES_OPTIONS',
    message: /prefix: expected a string, got 5/
  })
  await t.rejects(register({ routes: posts, unknown: 'refuse' }), {
    code: 'FST_RESOURCES_OPTIONS',
    message: /unknown option 'unknown'/
  })
  await t.rejects(register({ routes: posts, crossSite: 'deny' }), {
    message: /crossSite: expected 'refuse' or 'allow', got 'deny'/
  })
  for (const trustedOrigins of ['https://a.org', ['a.org'], ['https://a.org/b']]) {
    await t.rejects(register({ routes: posts, trustedOrigins }), {
      message:
        /The options have a mistake: trustedOrigins: expected a list of origins such as https:\/\/a\.org, got /
    })
  }
  await t.rejects(register({ routes: posts, prefix: '/a*' }), {
    code: 'FST_RESOURCES_OPTIONS',
    message: /'\*' is router syntax/
  })
  await t.rejects(register({ routes: (map: Anything) => map.resources('') }), {
    code: 'FST_RESOURCES_DECLARATION'
  })
  await t.rejects(register({ routes: posts, controllers: {} }, '/a//b'), {
    message: /it has an empty segment \(\/\/\)/
  })
  await t.rejects(register({ routes: posts, controllers: new URL('file://host/y') }), {
    code: 'FST_RESOURCES_OPTIONS'
  })
  await t.rejects(register({ routes: posts, controllers: 'file:///a%2Fb' }), {
    code: 'FST_RESOURCES_OPTIONS'
  })
  await t.rejects(register({ routes: posts, baseUrl: 'example.org' }), { code: 'FST_RESOURCES_BASE_URL' })
})

t.test("the router's own options apply: letter case, trailing slash, duplicate slashes", async (t) => {
  const app = await echoApp(
    posts,
    {},
    { routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true } }
  )
  t.strictSame(
    await Promise.all(
      ['/POSTS/Ab', '/posts/1/', '//posts//1'].map(async (url) => await answer(app, 'GET', url))
    ),
    ['posts#show {"id":"Ab"}', 'posts#show {"id":"1"}', 'posts#show {"id":"1"}']
  )
})
