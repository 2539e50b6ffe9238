/** Controllers: valid and invalid ones. */

import t from 'tap'
import Fastify from 'fastify'
import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { Writable } from 'node:stream'
import resourcesPlugin, { draw } from '../../lib/index.js'
import type { ResourcesPluginOptions, Routes } from '../../lib/index.js'
import { echo } from '../support/app.js'

type Anything = any

const posts = draw((map) => map.resources('posts', { only: ['index', 'show'] }))

async function appWith (
  controllers: unknown,
  routes: Routes = posts,
  more: Partial<ResourcesPluginOptions> = {},
  server: object = {}
): Promise<FastifyInstance> {
  const app = Fastify(server)
  app.decorate('greeting', 'hello')
  await app.register(resourcesPlugin, { routes, controllers, ...more } as Anything)
  return app
}

async function bodies (app: FastifyInstance, ...urls: string[]): Promise<string[]> {
  return await Promise.all(urls.map(async (url) => (await app.inject(url)).body))
}

class PostsController {
  readonly #title = 'instance'
  async index (): Promise<string> {
    return this.#title
  }

  show = {
    handler: async function (this: PostsController) {
      return this.#title
    }
  }
}

class SubController extends PostsController {
  override async index (): Promise<string> {
    return `sub ${await super.index()}`
  }
}

t.test('an object, whose functions have the Fastify instance as this', async (t) => {
  const app = await appWith({
    posts: {
      index (this: Anything) {
        return this.greeting
      },
      async show (this: Anything) {
        return this.greeting
      }
    }
  })
  t.strictSame(await bodies(app, '/posts', '/posts/1'), ['hello', 'hello'])
})

t.test('an instance, whose methods have it as this, inherited ones too', async (t) => {
  t.strictSame(await bodies(await appWith({ posts: new PostsController() }), '/posts', '/posts/1'), [
    'instance',
    'instance'
  ])
  t.strictSame(await bodies(await appWith({ posts: new SubController() }), '/posts', '/posts/1'), [
    'sub instance',
    'instance'
  ])
})

t.test('a function of the Fastify instance, which has the helpers by then', async (t) => {
  const factory = (fastify: Anything): object => ({
    index: async () => fastify.urlFor.postPath(1),
    show: async () => fastify.greeting
  })
  for (const source of [
    factory,
    async (fastify: Anything) => factory(fastify),
    () => factory,
    async () => await Promise.resolve(factory)
  ]) {
    t.strictSame(await bodies(await appWith({ posts: source }), '/posts', '/posts/1'), ['/posts/1', 'hello'])
  }
})

t.test('a module, by its default export or its named ones', async (t) => {
  for (const file of ['named', 'default', 'factory']) {
    const source = async (): Promise<object> => (await import(`../fixtures/modules/${file}.js`)) as object
    t.strictSame(
      await bodies(await appWith({ posts: source }), '/posts', '/posts/1'),
      [`${file} index`, `${file} show`],
      file
    )
    t.strictSame(
      await bodies(await appWith({ posts: await source() }), '/posts', '/posts/1'),
      [`${file} index`, `${file} show`],
      file
    )
  }
})

t.test('a folder, of which only the files that the tree needs are imported', async (t) => {
  const routes = draw((map) =>
    map
      .resources('posts', { only: 'index' })
      .namespace('admin', (admin: Anything) => admin.resources('users', { only: 'index' }))
  )
  const folder = new URL('../fixtures/controllers/', import.meta.url)
  for (const controllers of [folder, folder.pathname]) {
    t.strictSame(await bodies(await appWith(controllers, routes), '/posts', '/admin/users'), [
      'posts from a folder',
      'users from typescript'
    ])
  }
  const below = draw((map) =>
    map.resources('tags', { only: 'none' }, (tags) => tags.resources('posts', { only: 'index' }))
  )
  t.strictSame(
    await bodies(await appWith(folder, below), '/tags/1/posts'),
    ['posts from a folder'],
    'a parent without rows needs no file'
  )
  await t.rejects(
    appWith(
      folder,
      draw((map) => map.resources('posts', 'tags', 'broken', { only: 'index' }))
    ),
    {
      code: 'FST_RESOURCES_CONTROLLERS',
      message:
        /have 2 mistakes:\n {2}- tags: there is no file .*controllers\/tags\.js \(nor one ending in mjs, cjs, ts, mts\)\n {2}- broken: broken on purpose$/
    }
  )
})

t.test('an action may have route options, and a controller some for all of its actions', async (t) => {
  const trace: string[] = []
  const hook = (name: string) => async (): Promise<void> => {
    trace.push(name)
  }
  const app = Fastify()
  app.addHook('onRequest', hook('instance'))
  await app.register(resourcesPlugin, {
    routes: posts,
    controllers: {
      posts: {
        routeOptions: {
          onRequest: hook('controller'),
          preHandler: [hook('before')],
          config: { a: 1, b: 1 },
          schema: { tags: ['x'], summary: 's' },
          bodyLimit: 1
        },
        index: {
          onRequest: [hook('action'), hook('action again')],
          preHandler: hook('at'),
          config: { b: 2 },
          schema: { summary: 'own' },
          bodyLimit: 2,
          handler: async (request: Anything) => request.routeOptions
        },
        show: async (request: Anything) => request.routeOptions
      } as Anything
    }
  })
  t.match((await app.inject('/posts')).json(), {
    config: { a: 1, b: 2 },
    schema: { tags: ['x'], summary: 'own' },
    bodyLimit: 2
  })
  t.strictSame(trace.splice(0), ['instance', 'controller', 'action', 'action again', 'before', 'at'])
  t.match((await app.inject('/posts/1')).json(), {
    config: { a: 1, b: 1 },
    schema: { tags: ['x'], summary: 's' },
    bodyLimit: 1
  })
  t.strictSame(trace, ['instance', 'controller', 'before'])
})

t.test('a hook that another plugin adds to a route affects only that route', async (t) => {
  const app = Fastify()
  app.addHook('onRoute', ({ onRequest, method }) => {
    if (method !== 'HEAD') {
      (onRequest as Anything[]).push(async (request: Anything) => {
        request.pushed = ((request.pushed as number) ?? 0) + 1
      })
    }
  })
  const hooks = [async () => {}]
  const pushed = async (request: Anything): Promise<unknown> => ({ pushed: request.pushed })
  await app.register(resourcesPlugin, {
    routes: draw({ formats: ['json'] }, (map) =>
      map
        .resources('posts', { only: ['index', 'show'], collection: { tidy: 'any' } }, (posts) =>
          posts.resources('tags', { only: 'index' })
        )
        .resources('tags', { only: 'index' })
    ),
    controllers: {
      posts: { routeOptions: { onRequest: hooks }, index: pushed, show: pushed, tidy: pushed },
      tags: { index: { onRequest: hooks, handler: pushed } }
    }
  })
  for (const line of [
    'GET /posts',
    'GET /posts.json',
    'GET /posts/1',
    'GET /posts/tidy',
    'PUT /posts/tidy',
    'GET /posts/1/tags',
    'GET /tags'
  ]) {
    const [method, url] = line.split(' ') as ['GET', string]
    t.strictSame((await app.inject({ method, url })).json(), { pushed: 1 }, line)
  }
  t.equal(hooks.length, 1)
})

t.test('an undefined option of an action replaces nothing', async (t) => {
  const guard = async (_request: unknown, reply: Anything): Promise<void> => {
    await reply.code(401).send('guarded')
  }
  const app = await appWith({
    posts: {
      routeOptions: { onRequest: guard, config: { a: 1 } },
      index: echo,
      show: { config: undefined, errorHandler: undefined, handler: echo }
    }
  })
  t.strictSame(await bodies(app, '/posts', '/posts/1'), ['guarded', 'guarded'])
})

const HOOKS = [
  'onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onResponse',
  'onTimeout', 'onError', 'onRequestAbort'
]

t.test('refused: a hook that is no function, such as a misspelt import, in each place', async (t) => {
  const expected = 'expected a function, or a list of functions, got'
  const hint = '; check its import, or remove the name'
  const values = [
    [undefined, `undefined${hint}`],
    [null, 'null'],
    [5, '5'],
    ['requireUser', "'requireUser'"],
    [{}, 'an object without properties'],
    [[undefined], '[undefined]'],
    [[echo, null], '[the function echo, null]'],
    [[[echo]], '[…]']
  ] as const
  for (const name of HOOKS) {
    for (const [value, got] of name === 'onRequest' ? values : values.slice(0, 1)) {
      for (const [place, post] of [
        ['posts.routeOptions', { index: echo, show: echo, routeOptions: { [name]: value } }],
        ['posts.show', { index: echo, show: { [name]: value, handler: echo } }]
      ] as const) {
        const message = `The controllers have a mistake: ${place}: ${name}: ${expected} ${got}`
        await t.rejects(appWith({ posts: post }), { code: 'FST_RESOURCES_CONTROLLERS', message }, message)
      }
    }
    const beside =
      `The controllers have a mistake: posts: '${name}' beside the actions has no effect; write routeOptions: ` +
      `{ ${name}: … } for all actions, or give it to one`
    await t.rejects(appWith({ posts: { index: echo, show: echo, [name]: undefined } }), { message: beside })
  }
  for (const value of [undefined, null]) {
    const misspelt = "unknown option 'onRequst'; did you mean 'onRequest'?"
    for (const [place, post] of [
      ['posts.routeOptions', { index: echo, show: echo, routeOptions: { onRequst: value } }],
      ['posts.show', { index: echo, show: { onRequst: value, handler: echo } }],
      ['posts', { index: echo, show: echo, onRequst: value }]
    ] as const) {
      await t.rejects(appWith({ posts: post }), { message: `The controllers have a mistake: ${place}: ${misspelt}` })
    }
  }
  const scoped = draw((map) => map.namespace('admin', (admin) => admin.resources('users', { only: 'index' })))
  const users = { routeOptions: { onRequest: undefined }, index: echo }
  const scopes = { admin: () => undefined }
  await t.rejects(
    async () => await Fastify().register(resourcesPlugin, {
      routes: scoped, controllers: { 'admin/users': users } as Anything, scopes
    }),
    { message: `The controllers have a mistake: admin/users.routeOptions: onRequest: ${expected} undefined${hint}` }
  )
  t.ok(await appWith({ posts: { index: echo, show: { onRequest: [], handler: echo } } }), 'an empty list')
})

t.test('refused: route options that are not a plain object', async (t) => {
  for (const routeOptions of [
    new Map(),
    Object.create({ onRequest: echo }),
    new (class {
      get onRequest (): unknown {
        return echo
      }
    })()
  ]) {
    await t.rejects(appWith({ posts: { routeOptions, index: echo, show: echo } }), {
      message: /posts\.routeOptions: expected Fastify's route options, got an/
    })
  }
})

t.test('refused: a controller whose getter throws, named, with what it threw', async (t) => {
  const cause = new Error('boom')
  for (const name of ['index', 'record']) {
    const posts = { index: echo, show: echo, get [name] () { throw cause } }
    await t.rejects(appWith({ posts }), {
      code: 'FST_RESOURCES_CONTROLLERS', message: 'The controllers have a mistake: posts: boom', cause
    })
  }
})

t.test('refused: a getter of a class that throws, where a layer reads it', async (t) => {
  for (const option of ['load', 'record']) {
    const controller = Object.create(
      Object.defineProperty({}, option, { get () { throw new Error('boom') } }), {
        index: { value: echo, enumerable: true }, show: { value: echo, enumerable: true }
      }
    ) as object
    await t.rejects(appWith({ posts: controller }), {
      code: 'FST_RESOURCES_CONTROLLERS', message: 'The controllers have a mistake: posts: boom'
    }, option)
  }
})

t.test('a CommonJS module made from an ES one has its default in its exports', async (t) => {
  const source = async (): Promise<object> =>
    (await import('../fixtures/modules/transpiled.cjs' as string)) as object
  t.strictSame(await bodies(await appWith({ posts: source }), '/posts', '/posts/1'), [
    'transpiled index',
    'transpiled show'
  ])
  const named = async (): Promise<object> =>
    (await import('../fixtures/modules/transpiled-named.cjs' as string)) as object
  t.strictSame(await bodies(await appWith({ posts: named }), '/posts', '/posts/1'), [
    'transpiled-named index',
    'transpiled-named show'
  ])
})

t.test('refused: all missing controllers and actions, in one error with the fixes', async (t) => {
  const routes = draw((map) =>
    map
      .resources('posts', { member: { publish: 'put' } })
      .resources('tags', 'pages', { only: 'index' })
      .namespace('admin', (admin: Anything) => admin.resources('users', { only: 'show' }))
  )
  await t.rejects(
    appWith(
      {
        post: {},
        posts: { index: echo, create: echo, shwo: echo, update: echo, destroy: echo },
        pages: { list: echo }
      },
      routes
    ),
    {
      code: 'FST_RESOURCES_CONTROLLERS',
      statusCode: 500,
      cause: undefined,
      message: `The controllers have 4 mistakes:
  - tags: the option controllers has no such controller; did you mean 'pages'?
  - admin/users: the option controllers has no such controller; it has post, posts, pages
  - posts: no handler for new, publish, edit, show (did you mean 'shwo'?); add a method of that name, or leave it out of the declaration (except: ['new', 'edit', 'show'])
  - pages: no handler for index; add a method of that name, or leave it out of the declaration (except: ['index'])`
    }
  )
  await t.rejects(
    appWith(
      { posts: { index: echo, show: undefined, shwo: echo } },
      draw((map) => map.resources('posts', { only: ['index', 'show'] }))
    ),
    {
      message:
        "The controllers have a mistake: posts: no handler for show (did you mean 'shwo'?); add a method of that name, or leave it out of the declaration (except: ['show'])"
    },
    'a name without a value is no hint'
  )
  await t.rejects(
    appWith(
      { posts: { index: echo, show: echo } },
      draw((map) => map.resources('posts', { only: ['index', 'show'], member: { publish: 'put' } }))
    ),
    {
      message:
        'The controllers have a mistake: posts: no handler for publish; add a method of that name, or remove it from the declaration'
    }
  )
  await t.rejects(appWith(undefined), {
    message: /posts: the option controllers has no such controller; it has none$/
  })
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`controller${index}`, {}]))
  await t.rejects(appWith(many), { message: /no such controller; it has controller0, .*, controller7, …$/ })
})

t.test('refused: invalid controllers and actions', async (t) => {
  const cases: ReadonlyArray<readonly [unknown, string]> = [
    [5, 'posts: expected a controller (an object, an instance, or a function that gives one), got 5'],
    [
      () => [1, 2, 3, 4, 5, 6].map(String).join(),
      "posts: expected a controller (an object, an instance, or a function that gives one), got '1,2,3,4,5,6'"
    ],
    [
      () => undefined,
      'posts: expected a controller (an object, an instance, or a function that gives one), got undefined'
    ],
    [
      PostsController,
      'posts: expected a controller, got the class PostsController; give an instance, new PostsController()'
    ],
    [
      async () => (await import('../fixtures/modules/class.js' as string)) as object,
      'posts: expected a controller, got the class PostsController; give an instance, new PostsController()'
    ],
    [
      function again () {
        return again
      },
      'posts: expected a controller (an object, an instance, or a function that gives one), got the function again'
    ],
    [
      { index: 'x', show: { schema: {} } },
      "posts.index: expected a handler, or Fastify's route options with a handler, got 'x'\n  - posts.show: expected a handler, or Fastify's route options with a handler, got an object with schema"
    ],
    [
      {
        index: { handler: echo, url: '/x', method: 'GET', constraints: {} },
        show: { handler: echo, config: { resource: 1 } }
      },
      "posts.index: 'method' is set by the declaration of the route; remove it here\n  - posts.index: 'url' is set by the declaration of the route; remove it here\n  - posts.index: 'constraints' is set by the declaration of the route; remove it here\n  - posts.show: config.resource holds the route's row; use another name"
    ],
    [
      { index: echo, show: echo, routeOptions: { handler: echo } },
      'posts.routeOptions: it cannot have a handler; give the handler to an action'
    ],
    [
      { index: echo, show: echo, routeOptions: [] },
      "posts.routeOptions: expected Fastify's route options, got []"
    ]
  ]
  for (const [controller, expected] of cases) {
    const found = await appWith({ posts: controller }).then(
      () => undefined,
      (error: Error) => error.message
    )
    t.equal(found?.replace(/^The controllers have (?:a mistake: |\d+ mistakes:\n {2}- )/, ''), expected)
  }
})

t.test('refused: actions with a reserved name', async (t) => {
  const routes = draw((map) =>
    map.resources('posts', { only: [], member: { record: 'get', responses: 'get', routeOptions: 'get' } })
  )
  await t.rejects(appWith({ posts: {} }, routes), {
    message: `The controllers have 3 mistakes:
  - posts: an action cannot be named 'record', since that name is reserved
  - posts: an action cannot be named 'responses', since that name is reserved
  - posts: an action cannot be named 'routeOptions', since that name is reserved`
  })
})

t.test('refused: a lazy controller that fails, with its name, and its own error as the cause', async (t) => {
  const mine = new Error('no database')
  await t.rejects(
    appWith({
      posts: async () => {
        throw mine
      }
    }),
    {
      code: 'FST_RESOURCES_CONTROLLERS',
      message: 'The controllers have a mistake: posts: no database',
      cause: mine
    }
  )
  const both = (await appWith(
    {
      posts: () => {
        throw mine
      },
      tags: () => ({
        then (_resolve: unknown, reject: (reason: string) => void) {
          reject('text')
        }
      })
    },
    draw((map) => map.resources('posts', 'tags', { only: 'index' }))
  ).catch((error: Error) => error)) as Error
  t.match(both.message, /posts: no database\n {2}- tags: 'text'$/)
  t.strictSame((both.cause as AggregateError).errors, [mine, 'text'])
})

t.test('refused: a file that Node.js cannot load, in its words', async (t) => {
  const source = async (): Promise<object> =>
    (await import('../fixtures/trees/routes.coffee' as string)) as object
  await t.rejects(appWith({ posts: source }), {
    code: 'FST_RESOURCES_CONTROLLERS',
    message: /posts: .*(?:Unknown file extension|ERR_UNKNOWN_FILE_EXTENSION) .*routes\.coffee$/
  })
})

t.test('refused: a file with a syntax error, with its place', async (t) => {
  const source = async (): Promise<object> =>
    (await import('../fixtures/modules/syntax.cjs' as string)) as object
  await t.rejects(appWith({ posts: source }), { message: /posts: .+ \(.*syntax\.cjs:1\)$/ })
})

t.test("refused: a lazy controller that never loads, with its name, before Fastify's pluginTimeout", async (t) => {
  const never = async (): Promise<never> => await new Promise(() => undefined)
  await t.rejects(appWith({ posts: never }, posts, {}, { pluginTimeout: 200 }), {
    code: 'FST_RESOURCES_CONTROLLERS',
    message:
      "The controllers have a mistake: posts: did not load within four fifths of Fastify's pluginTimeout; check that its function resolves"
  })
})

t.test('without a pluginTimeout a controller may take its time', async (t) => {
  const slow = async (): Promise<object> =>
    await new Promise((resolve) => {
      setTimeout(() => {
        resolve({ index: echo, show: echo })
      }, 20)
    })
  t.ok(await appWith({ posts: slow }, posts, {}, { pluginTimeout: 0 }))
})

t.test('a controller that no route uses is a warning', async (t) => {
  const lines: string[] = []
  const stream = new Writable({
    write (chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    }
  })
  await appWith(
    { posts: { index: echo, show: echo }, post: {}, other: {} },
    posts,
    {},
    { logger: { stream, level: 'warn' } }
  )
  t.strictSame(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    [
      "fastify-resources: no route uses the controller 'post'; did you mean 'posts'?",
      "fastify-resources: no route uses the controller 'other'"
    ]
  )
})

t.test('a controller whose records are above a row is used: by an id, and as a singleton', async (t) => {
  const lines: string[] = []
  const stream = { write: (line: string) => { lines.push(line) } }
  const app = Fastify({ logger: { stream, level: 'warn' } })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map
      .resource('account', { only: 'none' }, (account) => account.resources('keys', { only: 'index' }))
      .resources('users', { only: 'none' }, (users) => users.resources('pets', { only: 'index' }))),
    controllers: { accounts: {}, keys: { index: echo }, users: {}, pets: { index: echo } }
  })
  t.strictSame(lines, [])
})

t.test('refused: a misspelt option of a controller, which has a value of that option', async (t) => {
  const schema = z.object({ id: z.int() })
  const post = {
    index: echo,
    recrod: { type: 'object' },
    inptu: schema,
    reponses: true,
    response: { show: 'record' },
    routOptions: {},
    show: { handler: echo },
    laod: echo,
    invlaid: echo
  }
  const mistakes = [
    ['recrod', 'record'],
    ['inptu', 'input'],
    ['reponses', 'responses'],
    ['response', 'responses'],
    ['routOptions', 'routeOptions'],
    ['laod', 'load'],
    ['invlaid', 'invalid']
  ].map(([wrong, right]) => `posts: unknown option '${wrong}'; did you mean '${right}'?`)
  const error = {
    code: 'FST_RESOURCES_CONTROLLERS',
    message: `The controllers have ${mistakes.length} mistakes:\n  - ${mistakes.join('\n  - ')}`
  }
  await t.rejects(appWith({ posts: post }), error)
  await t.rejects(
    appWith({ posts: Object.assign(Object.create({ ...post }) as object, post) }),
    error,
    'an instance'
  )
})

t.test('what a controller has of its own may have a name like that of an option', async (t) => {
  const own = {
    records: {},
    response: { 200: { type: 'null' } },
    loader: 'a',
    loaded: true,
    inputs: [],
    valid: echo,
    reload: echo,
    loader2: echo,
    wraps: 'x',
    known: 'x',
    lode: { handler: echo },
    unknowns: true,
    unknown: echo,
    wrap: echo
  }
  t.ok(await appWith({ posts: { index: echo, show: echo, ...own } }))
  const routes = draw((map) =>
    map.resources('posts', { only: ['index', 'show'], collection: { loads: 'get' } })
  )
  t.ok(await appWith({ posts: { index: echo, show: echo, loads: echo } }, routes))
})

t.test('refused: hooks and schemas beside the actions, where no request would meet them', async (t) => {
  const post = { index: echo, show: echo, onRequest: echo, preHandler: [echo], schema: { querystring: {} } }
  const mistakes = ['onRequest', 'preHandler', 'schema'].map((name) =>
    `posts: '${name}' beside the actions has no effect; write routeOptions: { ${name}: … } for all actions, or give it to one`
  )
  const message = `The controllers have ${mistakes.length} mistakes:\n  - ${mistakes.join('\n  - ')}`
  await t.rejects(appWith({ posts: post }), { code: 'FST_RESOURCES_CONTROLLERS', message })
  await t.rejects(appWith({ posts: Object.assign(new PostsController(), post) }), { message }, 'an instance')
  class GuardedController extends PostsController {
    onRequest (): void {}
  }
  const guarded = `The controllers have a mistake: ${mistakes[0] as string}`
  await t.rejects(appWith({ posts: new GuardedController() }), { message: guarded }, 'a method of its class')
  const own = { index: echo, show: echo, onRequest: 'x', preHandler: {}, onSend: [], schema: { posts: {} } }
  t.ok(await appWith({ posts: own }), 'other values are of the app')
  const routes = draw((map) => map.resources('posts', { only: 'index', collection: { schema: 'post', onSend: 'get' } }))
  const actions = { schema: { schema: { body: { type: 'object' } }, handler: echo }, onSend: echo }
  t.ok(await appWith({ posts: { index: echo, ...actions } }, routes), 'actions of the tree')
})

t.test('refused: other options of a route beside the actions, and a misspelt guard', async (t) => {
  const misplaced = {
    attachValidation: true,
    bodyLimit: 100,
    crossSite: 'allow',
    errorHandler: echo,
    schemaErrorFormatter: echo,
    serializerCompiler: echo,
    validatorCompiler: echo
  }
  const mistakes = [
    ...Object.keys(misplaced).map((name) =>
      `posts: '${name}' beside the actions has no effect; write routeOptions: { ${name}: … } for all actions, or give it to one`
    ),
    "posts: unknown option 'onRequset'; did you mean 'onRequest'?",
    "posts: unknown option 'preHandlers'; did you mean 'preHandler'?"
  ]
  const post = { index: echo, show: echo, ...misplaced, onRequset: echo, preHandlers: [echo] }
  await t.rejects(appWith({ posts: post }), {
    code: 'FST_RESOURCES_CONTROLLERS',
    message: `The controllers have ${mistakes.length} mistakes:\n  - ${mistakes.join('\n  - ')}`
  })
  const own = { config: {}, bodyLimit: '1 MB', errorHandler: {}, onRequests: 'x', onSending: echo }
  t.ok(await appWith({ posts: { index: echo, show: echo, ...own } }), 'what the app has of its own')
})

t.test('refused: an option of the controller among those of a route', async (t) => {
  const options = { record: {}, input: {}, responses: false, routeOptions: {} }
  const shared = { ...options, load: false, invalid: echo }
  const post = { routeOptions: shared, index: { ...options, handler: echo }, show: echo }
  const text = (place: string, name: string): string =>
    `posts.${place}: '${name}' is an option of the controller; write it beside the actions`
  const names = ['routeOptions', 'record', 'input', 'responses']
  const mistakes = [
    ...[...names, 'load', 'invalid'].map((name) => text('routeOptions', name)),
    ...names.map((name) => text('index', name))
  ]
  await t.rejects(appWith({ posts: post }), {
    code: 'FST_RESOURCES_CONTROLLERS',
    message: `The controllers have ${mistakes.length} mistakes:\n  - ${mistakes.join('\n  - ')}`
  })
})

t.test('refused: what is said of a record where there is none', async (t) => {
  const post = { index: echo, show: echo, responses: true }
  await t.rejects(appWith({ posts: post }), {
    code: 'FST_RESOURCES_CONTROLLERS',
    message: "The controllers have a mistake: posts.responses: the record is missing; add its schema as 'record'"
  })
})

t.test('refused: what is no option of a controller, beside the actions or among the options of one', async (t) => {
  const wrap = "unknown option 'wrap'; write draw({ wrap: … }, …), since it is an option of the tree"
  const unknown = "unknown option 'unknown'; the schema says it: close it, by additionalProperties: false or your " +
    "library's strict object"
  for (const value of ['refuse', 'remove', false, true, null, {}]) {
    const others = { wrap: value, unknown: value }
    const post = { ...others, routeOptions: others, index: { ...others, handler: echo }, show: echo }
    const mistakes = ['', '.routeOptions', '.index'].flatMap((at) => [`posts${at}: ${wrap}`, `posts${at}: ${unknown}`])
    await t.rejects(appWith({ posts: post }), {
      code: 'FST_RESOURCES_CONTROLLERS',
      message: `The controllers have 6 mistakes:\n  - ${mistakes.join('\n  - ')}`
    })
  }
  t.ok(await appWith({ posts: { index: echo, show: echo, wrap: undefined, unknown: undefined } }))
})

t.test('refused: a misspelt hook, and a misspelt part of a schema, which Fastify leaves out', async (t) => {
  const part = { type: 'object' }
  const post = {
    routeOptions: { onRequst: echo, onresponse: [echo] },
    index: {
      preHandlers: [echo],
      schema: { responses: { 200: part }, queryString: z.object({ page: z.string() }) },
      handler: echo
    },
    show: { onRequset: echo, schema: { header: part, param: part, bdoy: part }, handler: echo }
  }
  const mistakes = [
    "posts.routeOptions: unknown option 'onRequst'; did you mean 'onRequest'?",
    "posts.routeOptions: unknown option 'onresponse'; did you mean 'onResponse'?",
    "posts.index: unknown option 'preHandlers'; did you mean 'preHandler'?",
    "posts.index: schema: unknown part 'responses'; did you mean 'response'?",
    "posts.index: schema: unknown part 'queryString'; did you mean 'querystring'?",
    "posts.show: unknown option 'onRequset'; did you mean 'onRequest'?",
    "posts.show: schema: unknown part 'header'; did you mean 'headers'?",
    "posts.show: schema: unknown part 'param'; did you mean 'params'?",
    "posts.show: schema: unknown part 'bdoy'; did you mean 'body'?"
  ]
  await t.rejects(appWith({ posts: post }), {
    code: 'FST_RESOURCES_CONTROLLERS',
    message: `The controllers have ${mistakes.length} mistakes:\n  - ${mistakes.join('\n  - ')}`
  })
})

t.test('refused: a schema that is no object of parts, and answers that are no object of statuses', async (t) => {
  const expected = {
    schema: 'an object of schemas by part, such as { body: … }',
    'schema.response': 'an object of schemas by status, such as { 200: … }'
  }
  const schemas = [
    [1, 'schema', '1'],
    ['x', 'schema', "'x'"],
    [true, 'schema', 'true'],
    [null, 'schema', 'null'],
    [[], 'schema', '[]'],
    [new Map(), 'schema', 'an instance of Map'],
    [z.object({ body: z.string() }), 'schema', 'an instance of ZodObject'],
    [{ response: 1 }, 'schema.response', '1'],
    [{ response: null }, 'schema.response', 'null'],
    [{ response: [] }, 'schema.response', '[]']
  ] as const
  for (const [schema, place, got] of schemas) {
    const mistake = `${place}: expected ${expected[place]}, got ${got}`
    for (const [name, post] of [
      ['posts.show', { index: echo, show: { schema, handler: echo } }],
      ['posts.routeOptions', { index: echo, show: echo, routeOptions: { schema } }]
    ] as const) {
      await t.rejects(appWith({ posts: post }), {
        code: 'FST_RESOURCES_CONTROLLERS',
        message: `The controllers have a mistake: ${name}: ${mistake}`
      }, mistake)
    }
  }
})

t.test('an action may have options of other plugins, and its schema parts for documents', async (t) => {
  const index = {
    wsHandler: echo,
    websocket: true,
    errorHandler: echo,
    prehandlers: 'x',
    onEvents: [],
    handler: echo,
    schema: { summary: 'x', tags: ['a'], hide: true, links: {}, callbacks: {}, servers: [], query: { type: 'object' } }
  }
  t.ok(await appWith({ posts: { index, show: echo } }))
})

t.test('nothing of Object.prototype is a controller', async (t) => {
  await t.rejects(
    appWith(
      {},
      draw((map) => map.resources('posts', { controller: 'x' }))
    ),
    { message: /x: the option controllers has no such controller/ }
  )
})
