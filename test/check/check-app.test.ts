/** What `checkApp` finds. */

import t from 'tap'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import resourcesPlugin, { checkApp, draw, openapiOptions } from '../../lib/index.js'
import type { CheckOptions, ResourcesPluginOptions } from '../../lib/index.js'
import { echo, echoControllers } from '../support/app.js'

async function requireUser (): Promise<void> {}
async function requireAdmin (): Promise<void> {}

const routes = draw({ formats: ['json'] }, (map) =>
  map
    .resources('posts', { except: ['new', 'edit'], requirements: { id: /a|b\d+/ } }, (posts) =>
      posts.resources('comments', { only: ['create', 'destroy'], conditions: { host: 'example.org' } })
    )
    .resource('session', { only: ['show', 'create'] })
    .route('hook', '/hook', { controller: 'hooks', action: 'call', method: 'any' })
    .namespace('admin', (admin) => admin.resources('users', { only: ['index', 'update'] }))
)

const controllers = echoControllers(routes)

async function appWith (options: Partial<ResourcesPluginOptions>): Promise<FastifyInstance> {
  const app = Fastify()
  app.post('/login', async () => '')
  await app.register(resourcesPlugin, { routes, controllers, ...options } as ResourcesPluginOptions)
  return app
}

const guarded: Partial<ResourcesPluginOptions> = {
  controllers: {
    ...controllers,
    posts: { ...controllers.posts, routeOptions: { preHandler: requireUser } },
    comments: { ...controllers.comments, routeOptions: { preValidation: [requireUser.bind(null)] } },
    hooks: { call: { preParsing: requireUser, handler: echo } }
  },
  scopes: {
    admin: async (scope) => {
      scope.addHook('onRequest', requireAdmin)
    }
  }
}

async function messages (app: FastifyInstance, options?: CheckOptions): Promise<string[]> {
  return (await checkApp(app, options)).map(({ kind, message }) => `${kind}: ${message}`)
}

t.test('a row that writes needs one of the guards, whichever hook before the handler it is and wherever it is added', async (t) => {
  t.strictSame(await messages(await appWith(guarded), { guard: ['requireUser', 'requireAdmin'] }), [
    'unguarded: POST /session (sessions#create): none of requireUser, requireAdmin runs',
    'unguarded: POST /login (outside the trees): none of requireUser, requireAdmin runs'
  ])
  t.strictSame(await messages(await appWith(guarded), { guard: 'requireUser' }), [
    'unguarded: POST /session (sessions#create): requireUser does not run',
    'unguarded: PUT /admin/users/:id (admin/users#update): requireUser does not run',
    'unguarded: POST /login (outside the trees): requireUser does not run'
  ])
})

t.test('without its guard each method of a row is found, and a row with formats once', async (t) => {
  const show = { onRequest: requireUser, handler: echo }
  const app = await appWith({ controllers: { ...controllers, sessions: { ...controllers.sessions, show } } })
  t.strictSame((await messages(app, { guard: 'requireUser' })).sort(), [
    'unguarded: DELETE /hook (hooks#call): requireUser does not run',
    'unguarded: DELETE /posts/:id (posts#destroy): requireUser does not run',
    'unguarded: DELETE /posts/:post_id/comments/:id (comments#destroy): requireUser does not run',
    'unguarded: PATCH /hook (hooks#call): requireUser does not run',
    'unguarded: POST /hook (hooks#call): requireUser does not run',
    'unguarded: POST /login (outside the trees): requireUser does not run',
    'unguarded: POST /posts (posts#create): requireUser does not run',
    'unguarded: POST /posts/:post_id/comments (comments#create): requireUser does not run',
    'unguarded: POST /session (sessions#create): requireUser does not run',
    'unguarded: PUT /admin/users/:id (admin/users#update): requireUser does not run',
    'unguarded: PUT /hook (hooks#call): requireUser does not run',
    'unguarded: PUT /posts/:id (posts#update): requireUser does not run'
  ])
})

t.test('a hook without a name may be the guard, so the row is reported as unknown', async (t) => {
  const app = await appWith({
    ...guarded,
    controllers: {
      ...(guarded.controllers as object),
      sessions: { ...controllers.sessions, routeOptions: { onRequest: async () => {} } }
    }
  })
  t.strictSame(await messages(app, { guard: ['requireUser', 'requireAdmin'] }), [
    'unknown: POST /session (sessions#create): none of requireUser, requireAdmin runs; a hook without a name does (onRequest)',
    'unguarded: POST /login (outside the trees): none of requireUser, requireAdmin runs'
  ])
})

t.test('a hook without a name that all rows have is no guard, so no message has it', async (t) => {
  const app = Fastify()
  app.addHook('onRequest', async () => {})
  const update = { onRequest: async () => {}, handler: echo.bind(null) }
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['index', 'create', 'update'] })),
    controllers: {
      posts: { index: { onRequest: requireUser, handler: echo }, create: echo.bind(null), update }
    }
  })
  t.strictSame(await messages(app, { guard: 'requireUser' }), [
    'unguarded: POST /posts (posts#create): requireUser does not run',
    'unknown: PUT /posts/:id (posts#update): requireUser does not run; a hook without a name does (onRequest)'
  ])
  const [create] = await checkApp(app, { guard: 'requireUser' })
  t.equal(create?.row?.helper, 'postsPath', 'which the row shares with another one')
})

t.test('words in any letter case, and conditions that are patterns, are the rows they are', async (t) => {
  const tree = draw((map) =>
    map
      .route('a', '/A/:id', { controller: 'posts', action: 'a', method: 'post', conditions: { host: /^a/ } })
      .route('b', '/a/:key', { controller: 'posts', action: 'b', method: 'post' })
  )
  const app = Fastify({ routerOptions: { caseSensitive: false } })
  await app.register(resourcesPlugin, {
    routes: tree,
    controllers: { posts: { a: { onRequest: requireUser, handler: echo }, b: echo.bind(null) } }
  })
  t.strictSame(await messages(app, { guard: 'requireUser' }), [
    'unguarded: POST /a/:key (posts#b): requireUser does not run'
  ])
})

t.test('each glob has its own path and its own hooks, of the tree and of the app', async (t) => {
  const app = Fastify()
  app.addHook('onRequest', async () => {})
  const guard = { onRequest: requireUser }
  app.post('/hooks/*', async () => 1)
  app.post('/z/*', guard, async () => 1)
  app.post('/a/:id/b', guard, async () => 1)
  app.post('/a/:id/*', async () => 1)
  await app.register(async (scope) => { scope.post('/s*', async () => 1) }, { prefix: '/p' })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map
      .resources('posts', { only: ['index', 'create'] })
      .route('/files/*path', 'files#create', { method: 'post' })
      .route('/files/*path', 'files#show')),
    controllers: {
      posts: { index: echo.bind(null), create: echo.bind(null) },
      files: { show: echo.bind(null), create: { ...guard, handler: echo } }
    }
  })
  t.strictSame((await messages(app, { guard: 'requireUser' })).sort(), [
    'unguarded: POST /a/:id/* (outside the trees): requireUser does not run',
    'unguarded: POST /hooks/* (outside the trees): requireUser does not run',
    'unguarded: POST /p/s* (outside the trees): requireUser does not run',
    'unguarded: POST /posts (posts#create): requireUser does not run'
  ])
})

t.test('a glob of the app may be all of its path', async (t) => {
  const app = Fastify()
  app.post('*', async () => 1)
  app.put('*', async () => 1)
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.route('/a', 'posts#a', { method: 'post' })),
    controllers: { posts: { a: { onRequest: requireUser, handler: echo } } }
  })
  t.strictSame(await messages(app, { guard: 'requireUser' }), [
    'unguarded: POST * (outside the trees): requireUser does not run',
    'unguarded: PUT * (outside the trees): requireUser does not run'
  ])
})

t.test('a guard that no row has is an error, with the nearest name', async (t) => {
  const app = await appWith(guarded)
  const code = 'FST_RESOURCES_OPTIONS'
  const cases: Array<[guard: string | string[], message: RegExp]> = [
    ['requireUsr', /guard: no row has a hook 'requireUsr'; did you mean 'requireUser'\?/],
    ['isOwner', /guard: no row has a hook 'isOwner'; expected the name of a function$/],
    [['requireUser', 'isOwner'], /guard: no row has a hook 'isOwner'; expected the name of a function$/],
    ['', /guard: no row has a hook ''; expected the name of a function$/]
  ]
  for (const [guard, message] of cases) await t.rejects(checkApp(app, { guard }), { code, message })
})

t.test('a row whose hooks the app does not print is reported as unknown', async (t) => {
  const app = Fastify({ routerOptions: { buildPrettyMeta: () => ({}) } as object })
  const tree = draw((map) => map.route('a', '/', { controller: 'posts', action: 'a', method: 'post' }))
  await app.register(resourcesPlugin, {
    routes: tree,
    controllers: { posts: { a: { onRequest: requireUser, handler: echo } } }
  })
  t.strictSame(await messages(app, { guard: 'requireUser' }), [
    'unknown: POST / (posts#a): printRoutes() of the app does not show its hooks'
  ])
})

t.test('a row whose condition the app prints otherwise is reported as a route outside the trees', async (t) => {
  let prints = 0
  const tenant = { toJSON: () => ++prints }
  const strategy = {
    name: 'tenant',
    storage: () => new Map(),
    deriveConstraint: () => tenant,
    validate: () => undefined,
    mustMatchWhenDerived: false
  }
  const app = Fastify({ routerOptions: { constraints: { tenant: strategy } } } as object)
  const options = { method: 'post', conditions: { tenant } } as const
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.route('/a', 'posts#a', options).route('/b', 'posts#b')),
    controllers: { posts: { a: echo, b: { onRequest: requireUser, handler: echo } } }
  })
  const found = await messages(app, { guard: 'requireUser' })
  t.strictSame(found, ['unguarded: POST /a (outside the trees): requireUser does not run'])
})

t.test('a list of accepted rows only shrinks: a guarded or removed row in it is a finding', async (t) => {
  const app = await appWith(guarded)
  t.strictSame(
    await messages(app, {
      guard: ['requireUser', 'requireAdmin'],
      accepted: ['POST /session', 'POST /login']
    }),
    []
  )
  t.strictSame(
    await messages(app, {
      guard: ['requireUser', 'requireAdmin'],
      accepted: ['POST /session', 'POST /login', 'PUT /posts/:id', 'POST /logout']
    }),
    [
      'outdated: PUT /posts/:id is accepted, but nothing is wrong with it; remove it from the list',
      "outdated: POST /logout is accepted, but there is no such row; did you mean 'POST /login'?"
    ]
  )
})

t.test('a label of accepted rows that names no row is a finding without a guard too', async (t) => {
  t.strictSame(
    await messages(await appWith({}), {
      accepted: ['POST /session', 'POST /login', 'POST /sesion', 'GET /nowhere/at/all']
    }),
    [
      "outdated: POST /sesion is accepted, but there is no such row; did you mean 'POST /session'?",
      'outdated: GET /nowhere/at/all is accepted, but there is no such row'
    ]
  )
})

t.test('a guard that runs behind validation or the look-up of records is late', async (t) => {
  const tree = draw((map) =>
    map
      .resources('posts', { only: ['create', 'update'] })
      .resources('notes', 'tags', { only: ['create', 'update'] })
  )
  const record = { type: 'object', properties: { title: { type: 'string' } } }
  const actions = { create: echo.bind(null), update: echo.bind(null) }
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: tree,
    controllers: {
      posts: { record, load: () => ({}), routeOptions: { onRequest: requireUser }, ...actions },
      notes: {
        record,
        load: () => ({}),
        create: { preHandler: requireUser, handler: echo.bind(null) },
        update: { preHandler: requireUser, handler: echo.bind(null) }
      },
      // Nothing before the guard tells a stranger anything.
      tags: { routeOptions: { preHandler: requireUser }, ...actions }
    }
  })
  const advice = 'let it run as onRequest or preValidation'
  t.strictSame(await messages(app, { guard: 'requireUser' }), [
    `late: POST /notes (notes#create): requireUser runs as preHandler, so the answer tells strangers whether its body is valid; ${advice}`,
    `late: PUT /notes/:id (notes#update): requireUser runs as preHandler, so the answer tells strangers whether its body is valid and whether its record exists; ${advice}`
  ])
  t.strictSame(await messages(app, { guard: 'requireUser', accepted: ['POST /notes', 'PUT /notes/:id'] }), [])
})

t.test('a guard that runs behind a schema of its row is late, whichever part of the request that checks', async (t) => {
  const names = ['bodies', 'queries', 'headers', 'ids', 'answers']
  const tree = draw((map) =>
    map.resources(...(names as ['bodies']), { only: 'update' }).namespace('admin', (admin) =>
      admin.resources('users', { only: 'create' })
    )
  )
  const part = { type: 'object', properties: { id: { type: 'string' } } }
  const update = { preHandler: requireUser, handler: echo.bind(null) }
  const app = Fastify()
  await app.register(resourcesPlugin, {
    prefix: '/v1',
    routes: tree,
    controllers: {
      bodies: { update: { ...update, schema: { body: z.object({ id: z.string() }) } } },
      queries: { update: { ...update, schema: { querystring: part } } },
      headers: { update: { ...update, schema: { headers: part, query: part } } },
      ids: { update: { ...update, schema: { params: part, body: part } } },
      answers: { update: { ...update, schema: { response: { 200: part } } } },
      'admin/users': { routeOptions: { preHandler: requireUser, schema: { body: part } }, create: echo.bind(null) }
    }
  })
  const guard = 'requireUser'
  const found = (await messages(app, { guard })).map((message) => message.replace(/requireUser runs.*strangers/, '…'))
  const advice = 'let it run as onRequest or preValidation'
  t.strictSame(found, [
    `late: PUT /v1/bodies/:id (bodies#update): … whether its body is valid; ${advice}`,
    `late: PUT /v1/queries/:id (queries#update): … whether its query is valid; ${advice}`,
    `late: PUT /v1/headers/:id (headers#update): … whether its query is valid and whether its headers are valid; ${advice}`,
    `late: PUT /v1/ids/:id (ids#update): … whether its params are valid and whether its body is valid; ${advice}`,
    `late: POST /v1/admin/users (admin/users#create): … whether its body is valid; ${advice}`
  ])
  t.strictSame(await messages(app, { guard, accepted: ['PUT /v1/answers/:id'] }).then((all) => all.at(-1)), (
    'outdated: PUT /v1/answers/:id is accepted, but nothing is wrong with it; remove it from the list'
  ))
})

t.test('a GET that changes a record is found without a guard too, and each finding has its row', async (t) => {
  const app = Fastify()
  const tree = draw((map) =>
    map.resources('posts', { only: 'show' }).route('remove', '/posts/:id/remove', 'posts#destroy')
  )
  await app.register(resourcesPlugin, {
    routes: tree,
    controllers: { posts: { show: echo, destroy: echo.bind(null) } }
  })
  t.strictSame(await checkApp(app), [
    {
      kind: 'unsafe',
      message: 'GET /posts/:id/remove (posts#destroy): a link can reach it; take another method',
      row: {
        method: 'GET',
        path: '/posts/:id/remove',
        controller: 'posts',
        action: 'destroy',
        helper: 'removePath'
      }
    }
  ])
})

t.test('a GET that must change a record is accepted by name, with and without a guard', async (t) => {
  const app = Fastify()
  const tree = draw((map) =>
    map.route('logout', '/logout', 'sessions#destroy').resource('session', { only: 'create' })
  )
  await app.register(resourcesPlugin, {
    routes: tree,
    controllers: { sessions: { create: echo, destroy: { onRequest: requireUser, handler: echo.bind(null) } } }
  })
  const accepted = ['GET /logout', 'POST /session']
  t.strictSame(await messages(app, { accepted }), [])
  t.strictSame(await messages(app, { guard: 'requireUser', accepted }), [])
  t.strictSame(await messages(app), [
    'unsafe: GET /logout (sessions#destroy): a link can reach it; take another method'
  ])
})

t.test('trees of child scopes are checked too', async (t) => {
  const app = Fastify()
  await app.register(
    async (scope) => {
      await scope.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: ['show', 'create'] })),
        controllers: { posts: { ...controllers.posts, show: { onRequest: requireUser, handler: echo } } }
      })
    },
    { prefix: '/v1' }
  )
  t.strictSame(await messages(app, { guard: 'requireUser' }), [
    'unguarded: POST /v1/posts (posts#create): requireUser does not run'
  ])
})

t.test('a controller or an action that no row reaches is found, but no method of an instance', async (t) => {
  class Sessions {
    show = echo
    create = echo
    helper (): void {}
  }
  const app = await appWith({
    controllers: {
      ...controllers,
      posts: {
        ...controllers.posts,
        publish: echo.bind(null),
        preview: { handler: echo.bind(null) },
        load: async () => ({}),
        revision: 1,
        limits: { most: 2 }
      },
      sessions: new Sessions(),
      tags: {}
    }
  })
  t.strictSame(await messages(app), [
    'unreached: no row reaches the action posts#publish',
    'unreached: no row reaches the action posts#preview',
    "unreached: no row reaches the controller 'tags'"
  ])
})

t.test('a controller without rows that loads the parents of others is reached', async (t) => {
  const app = Fastify()
  const routes = draw((map) =>
    map
      .resources('users', { only: 'none' }, (users) => users.resources('posts', { only: 'show' }))
      .resource('account', { only: 'none' }, (account) => account.resources('keys', { only: 'show' }))
  )
  const own = { show: echo.bind(null) }
  const controllers = {
    users: { load: async () => ({}) },
    accounts: { load: async () => ({}) },
    posts: own,
    keys: { ...own },
    tags: {}
  }
  await app.register(resourcesPlugin, { routes, controllers })
  await app.ready()
  t.strictSame(await messages(app), ["unreached: no row reaches the controller 'tags'"])
})

t.test('an action that another tree of the app reaches is not reported', async (t) => {
  const app = Fastify()
  const posts = { index: echo.bind(null), show: echo.bind(null) }
  for (const [index, only] of [
    draw((map) => map.resources('posts', { only: 'index' })),
    draw((map) => map.resources('posts', { only: 'show' }))
  ].entries()) {
    await app.register(
      async (scope) => {
        await scope.register(resourcesPlugin, { routes: only, controllers: { posts } })
      },
      { prefix: `/v${index}` }
    )
  }
  t.strictSame(await messages(app), [])
})

t.test('invalid options, and an app without the plugin, are errors', async (t) => {
  const app = await appWith({})
  await t.rejects(checkApp(app, { gaurd: 'requireUser' } as CheckOptions), {
    code: 'FST_RESOURCES_OPTIONS',
    message: /unknown option 'gaurd'; did you mean 'guard'\?/
  })
  await t.rejects(checkApp(app, { guard: [requireUser] } as unknown as CheckOptions), {
    message: /guard: expected strings, got \[the function requireUser\]/
  })
  await t.rejects(checkApp(app, { guard: 'requireUser', accepted: 'POST /' } as unknown as CheckOptions), {
    message: /accepted: expected strings, got 'POST \/'/
  })
  await t.rejects(checkApp(Fastify()), {
    code: 'FST_RESOURCES_OPTIONS',
    message: /expected an app with trees of this copy of fastify-resources/
  })
})

t.test('a folder may hold more than controllers', async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'index' })),
    controllers: new URL('../fixtures/controllers/', import.meta.url)
  })
  t.strictSame(await messages(app), [])
})

t.test('a guarded operation without security is reported where the app has a document of its rows', async (t) => {
  const appOf = async (security: object, openapi: object = {}): Promise<FastifyInstance> => {
    const app = Fastify()
    const components = { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } as const
    await app.register(swagger, { openapi: { components, ...openapi } })
    await app.register(resourcesPlugin, {
      routes: draw((map) => map
        .resources('posts', { only: ['index', 'update'], formats: ['json'] })
        .namespace('admin', (admin) => admin.resource('site', { only: 'show' }))
        .route('file', '/files/*path', { controller: 'files', action: 'read', method: 'any' })),
      controllers: {
        posts: { index: echo, update: { onRequest: requireUser, handler: echo } },
        'admin/sites': { show: { preValidation: requireUser, handler: echo } },
        files: { read: { preHandler: [requireUser, requireAdmin], schema: { hide: true }, handler: echo } }
      },
      ...security
    } as ResourcesPluginOptions)
    return app
  }
  const told = ': requireUser runs, but its operation has no security; set it in the plugin\'s option security, ' +
    'or in the schema of the action'
  const [posts, site] = ['PUT /posts/:id (posts#update)', 'GET /admin/site (admin/sites#show)']
  const guard = ['requireUser', 'requireAdmin']
  for (const [security, rows, openapi] of [
    [{}, [posts, site]],
    [{ security: { admin: [{ bearer: [] }] } }, [posts]],
    [{ security: [{}, { bearer: [] }] }, []],
    [{}, [], { security: [{ bearer: [] }] }]
  ] as Array<[object, string[], object?]>) {
    const found = await messages(await appOf(security, openapi), { guard })
    t.strictSame(found.filter((text) => text.startsWith('undocumented')), rows.map((row) => `undocumented: ${row}${told}`))
  }
  t.strictSame(await messages(await appOf({})), [])
  t.strictSame(
    (await messages(await appOf({}), { guard, accepted: ['GET /admin/site'] })).filter((text) => text.includes('/admin/site')),
    []
  )
})

t.test('a guarded operation is found by the path that its row has, also below a prefix, with an extension or a variable', async (t) => {
  const tree = draw((map) => map
    .root('pages#home')
    .resources('tags', { formats: { required: ['json'] } })
    .resources('posts', { only: 'show' }, (posts) => posts
      .resources('notes', { shallow: true, member: { like: 'post' } }))
    .route('archive', '/archive/:year/:month', {
      controller: 'pages', action: 'archive', defaults: { year: null, month: null }
    })
    .route('file', '/files/*path', { controller: 'pages', action: 'file', method: 'any' }))
  for (const prefix of ['', '/v1']) {
    const app = Fastify()
    await app.register(swagger, openapiOptions({}))
    app.addHook('onRequest', requireUser)
    await app.register(resourcesPlugin, { routes: tree, controllers: echoControllers(tree), prefix })
    const found = await checkApp(app, { guard: 'requireUser' })
    t.strictSame(
      found.map(({ kind, row }) => `${kind}: ${row?.method} ${row?.path}`),
      tree.table.map(({ method, path }) =>
        `undocumented: ${method} ${prefix === '' || path !== '/' ? prefix + path : prefix}`)
    )
  }
})
