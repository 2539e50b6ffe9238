/** The OpenAPI document that @fastify/swagger makes of drawn routes. */

import t from 'tap'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw, openapiOptions } from '../../lib/index.js'
import type { ResourcesPluginOptions, Routes } from '../../lib/index.js'
import { echoControllers } from '../support/app.js'
import { lintDocument, validateDocument } from '../support/documents.js'

type Anything = any

/** A pattern that a literal may not hold. */
const fromSource = (source: string): RegExp => new RegExp(source)

async function documented (
  routes: Routes,
  more: Record<string, object> = {},
  {
    options = {},
    openapi = {},
    swagger: given = {}
  }: { options?: Partial<ResourcesPluginOptions>; openapi?: object; swagger?: object } = {}
): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(swagger, { openapi: { info: { title: 't', version: '1' }, ...openapi }, ...given })
  await app.register(resourcesPlugin, { routes, controllers: controllersOf(routes, more), ...options })
  await app.ready()
  return app
}

function controllersOf (routes: Routes, more: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(echoControllers(routes)).map(([name, actions]) => [name, { ...actions, ...more[name] }])
  )
}

/** A line an operation: `listPosts GET /posts (posts) List posts`. */
function operations (app: FastifyInstance): string[] {
  return Object.entries((app as Anything).swagger().paths as object).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(
      ([method, { operationId, tags, summary }]) =>
        `${operationId as string} ${method.toUpperCase()} ${path} (${String(tags)}) ${summary as string}`
    )
  )
}

function operation (app: FastifyInstance, line: string): Anything {
  const [method, path] = line.split(' ') as [string, string]
  return (app as Anything).swagger().paths[path][method.toLowerCase()]
}

async function faults (app: FastifyInstance): Promise<unknown> {
  const { valid, errors } = (await validateDocument((app as Anything).swagger())) as Anything
  return valid === true ? 'valid' : errors
}

const tree = draw({ patch: true }, (map) =>
  map
    .root({ controller: 'posts', action: 'index' })
    .resources(
      'posts',
      {
        member: { publish: 'put' },
        collection: { search: ['get', 'post'], tidy: 'any' },
        new: { preview: 'post' }
      },
      (posts) => posts.resources('comments', { only: ['index', 'create', 'destroy'] })
    )
    .resources('news', { only: ['index', 'create', 'show'] })
    .resources('blogPosts', { only: ['index', 'create'], as: 'entries' })
    .resources('geese', { singular: 'gander', only: ['index', 'create', 'show'] })
    .resource('account', { only: ['create', 'show', 'update', 'destroy'] })
    .namespace('admin', (admin) => admin.resources('posts', { only: ['index', 'create', 'edit'] }))
    .route('login', '/login', { controller: 'sessions', action: 'create', method: ['get', 'post'] })
)

t.test('a path without a name is called by its action and controller', async (t) => {
  const app = await documented(
    draw((map) =>
      map
        .route('/export', 'site#export')
        .route('/files/*path', 'admin/blobFiles#show', { method: ['get', 'put'] })
        .route('/archive/:year-:month.html', 'site#export', { requirements: { year: /\d+/ } })
    )
  )
  t.strictSame(operations(app), [
    'exportSite GET /export (site) Export site',
    'showAdminBlobFiles GET /files/{*} (admin/blobFiles) Show admin blob files',
    'showAdminBlobFilesPut PUT /files/{*} (admin/blobFiles) Show admin blob files (PUT)',
    'exportSiteGet GET /archive/{year}-{month}.html (site) Export site (GET)'
  ])
  t.equal(await faults(app), 'valid')
})

t.test('every route is an operation with an id, its controller as the tag, and a summary', async (t) => {
  const app = await documented(tree)
  t.strictSame(operations(app), [
    'root GET / (posts) Root',
    'searchPosts GET /posts/search (posts) Search posts',
    'searchPostsPost POST /posts/search (posts) Search posts (POST)',
    'tidyPosts GET /posts/tidy (posts) Tidy posts',
    'tidyPostsPost POST /posts/tidy (posts) Tidy posts (POST)',
    'tidyPostsPut PUT /posts/tidy (posts) Tidy posts (PUT)',
    'tidyPostsPatch PATCH /posts/tidy (posts) Tidy posts (PATCH)',
    'tidyPostsDelete DELETE /posts/tidy (posts) Tidy posts (DELETE)',
    'listPosts GET /posts (posts) List posts',
    'createPost POST /posts (posts) Create post',
    'previewNewPost POST /posts/new/preview (posts) Preview new post',
    'newPost GET /posts/new (posts) New post',
    'publishPost PUT /posts/{id}/publish (posts) Publish post',
    'editPost GET /posts/{id}/edit (posts) Edit post',
    'showPost GET /posts/{id} (posts) Show post',
    'updatePost PUT /posts/{id} (posts) Update post',
    'updatePostPatch PATCH /posts/{id} (posts) Update post (PATCH)',
    'destroyPost DELETE /posts/{id} (posts) Destroy post',
    'listPostComments GET /posts/{post_id}/comments (comments) List post comments',
    'createPostComment POST /posts/{post_id}/comments (comments) Create post comment',
    'destroyPostComment DELETE /posts/{post_id}/comments/{id} (comments) Destroy post comment',
    'listNews GET /news (news) List news',
    'createNews POST /news (news) Create news',
    'showNews GET /news/{id} (news) Show news',
    'listBlogPosts GET /entries (blogPosts) List blog posts',
    'createBlogPost POST /entries (blogPosts) Create blog post',
    'listGeese GET /geese (geese) List geese',
    'createGander POST /geese (geese) Create gander',
    'showGander GET /geese/{id} (geese) Show gander',
    'createAccount POST /account (accounts) Create account',
    'showAccount GET /account (accounts) Show account',
    'updateAccount PUT /account (accounts) Update account',
    'updateAccountPatch PATCH /account (accounts) Update account (PATCH)',
    'destroyAccount DELETE /account (accounts) Destroy account',
    'listAdminPosts GET /admin/posts (admin/posts) List admin posts',
    'createAdminPost POST /admin/posts (admin/posts) Create admin post',
    'editAdminPost GET /admin/posts/{id}/edit (admin/posts) Edit admin post',
    'login GET /login (sessions) Login',
    'loginPost POST /login (sessions) Login (POST)'
  ])
  t.equal(await faults(app), 'valid')
})

t.test('the security of a controller is that of its operations, but for actions with their own', async (t) => {
  const posts = {
    routeOptions: { schema: { security: [{ bearer: [] }] } },
    index: { schema: { security: [] }, handler: async () => [] }
  }
  const app = await documented(draw((map) => map.resources('posts', { only: ['index', 'show', 'destroy'] })), { posts }, {
    openapi: { components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } }
  })
  t.strictSame(
    ['GET /posts', 'GET /posts/{id}', 'DELETE /posts/{id}'].map((line) => operation(app, line).security),
    [[], [{ bearer: [] }], [{ bearer: [] }]]
  )
  t.equal(await faults(app), 'valid')
})

t.test('the option security is that of all operations or of a namespace, but for those with their own', async (t) => {
  const routes = draw((map) => map
    .resources('posts', { only: ['index', 'show'] })
    .namespace('admin', (admin) => admin
      .resources('users', { only: 'index' })
      .namespace('audit', (audit) => audit.resources('logs', { only: 'index' }))))
  const controllers = { posts: { index: { schema: { security: [] }, handler: async () => [] } } }
  const lines = ['GET /posts', 'GET /posts/{id}', 'GET /admin/users', 'GET /admin/audit/logs']
  const schemes = Object.fromEntries(['bearer', 'basic'].map((scheme) => [scheme, { type: 'http', scheme }]))
  const [bearer, basic, scoped] = [[{ bearer: [] }], [{ basic: [] }], [{ bearer: ['logs'] }, { basic: [] }]]
  for (const [security, expected] of [
    [bearer, [[], bearer, bearer, bearer]],
    [{ admin: basic }, [[], undefined, basic, basic]],
    [{ '': bearer, admin: basic, 'admin/audit': scoped }, [[], bearer, basic, scoped]],
    [
      ({ controller, action }: Anything) => ({ 'posts#show': bearer, 'admin/audit/logs#index': scoped } as Anything)[`${controller}#${action}`],
      [[], bearer, undefined, scoped]
    ],
    [undefined, [[], undefined, undefined, undefined]]
  ] as const) {
    const openapi = { components: { securitySchemes: schemes } }
    const app = await documented(routes, controllers, { options: { security }, openapi })
    t.strictSame(lines.map((line) => operation(app, line).security), expected)
    t.strictSame(
      lines.map((line) => '401' in operation(app, line).responses),
      expected.map((one) => one !== undefined && one.length > 0)
    )
    t.strictSame(lines.map((line) => '403' in operation(app, line).responses), expected.map((one) => one === scoped))
    t.equal(await faults(app), 'valid')
  }
  const expectedForms =
    'expected a list such as [{ bearer: [] }], such lists by namespace, or a function of the row that gives one'
  for (const [security, mistake] of [
    [{ admn: [] }, "no row is in the namespace 'admn'"],
    ['bearer', `${expectedForms}, got 'bearer'`],
    [[{ bearer: true }], `${expectedForms}, got [an object with bearer]`],
    [{ admin: {} }, `${expectedForms}, got an object with admin`]
  ] as const) {
    await t.rejects(documented(routes, {}, { options: { security } as object }), {
      code: 'FST_RESOURCES_OPTIONS', message: `The options have a mistake: security: ${mistake}`
    })
  }
})

t.test('a function of the row that gives no security is a mistake at startup', async (t) => {
  const routes = draw((map) => map.resources('posts', { only: 'index' }))
  for (const found of ['bearer', null, [{ bearer: true }]]) {
    await t.rejects(documented(routes, {}, { options: { security: () => found } as Anything }), {
      code: 'FST_RESOURCES_ROUTE',
      message: /GET \/posts: .*security: expected a list such as \[\{ bearer: \[\] \}\], or undefined, from the function/
    })
  }
})

t.test("the app's own description of a route stays, except an id that two methods would share", async (t) => {
  const app = await documented(
    draw({ patch: true }, (map) => map.resources('posts', { only: ['index', 'update'] })),
    {
      posts: {
        routeOptions: { schema: { tags: ['mine'] } },
        index: { schema: { summary: 'All', operationId: 'all' }, handler: async () => [] },
        update: { schema: { operationId: 'save' }, handler: async () => ({}) }
      }
    }
  )
  t.strictSame(operations(app), [
    'all GET /posts (mine) All',
    'save PUT /posts/{id} (mine) Update post',
    'savePatch PATCH /posts/{id} (mine) Update post (PATCH)'
  ])
})

t.test('an id that another route has by its name ends with the method, then with a number', async (t) => {
  const app = await documented(
    draw((map) =>
      map
        .resources('posts', { only: 'index', collection: { list: 'get' } })
        .resources('posts', { only: 'index', controller: 'others', conditions: { host: 'b.org' } })
        .resources('posts', { only: 'index', controller: 'more', conditions: { host: 'c.org' } })
    ),
    {},
    {
      swagger: {
        transform: ({ url, route, schema }: Anything) => ({
          schema,
          url: `${(route.constraints?.host as string) ?? ''}${url as string}`
        })
      }
    }
  )
  t.strictSame(
    operations(app).map((line) => line.split(' ', 1).join()),
    ['listPosts', 'listPostsGet', 'listPosts2', 'listPosts3']
  )
})

t.test('two trees in one document have ids by their prefixes, and the same summaries', async (t) => {
  const app = Fastify()
  await app.register(swagger, { openapi: {} })
  const routes = draw({ patch: true }, (map) =>
    map.resources('posts', { only: ['index', 'create', 'update'] })
  )
  const options = { routes, controllers: echoControllers(routes) }
  for (const prefix of ['/v1', '/api/v-2']) {
    app.register(
      async (scope) => {
        await scope.register(resourcesPlugin, options)
      },
      { prefix }
    )
  }
  app.register(async (scope) => {
    await scope.register(resourcesPlugin, { ...options, prefix: '/v3' })
  })
  const unprefixed = draw({ patch: true }, (map) =>
    map.resources('posts', { only: ['index', 'update'], as: 'articles' })
  )
  app.register(async (scope) => {
    await scope.register(resourcesPlugin, { routes: unprefixed, controllers: echoControllers(unprefixed) })
  })
  await app.ready()
  t.strictSame(operations(app), [
    'listPosts GET /v1/posts (posts) List posts',
    'createPost POST /v1/posts (posts) Create post',
    'updatePost PUT /v1/posts/{id} (posts) Update post',
    'updatePostPatch PATCH /v1/posts/{id} (posts) Update post (PATCH)',
    'apiV2ListPosts GET /api/v-2/posts (posts) List posts',
    'apiV2CreatePost POST /api/v-2/posts (posts) Create post',
    'apiV2UpdatePost PUT /api/v-2/posts/{id} (posts) Update post',
    'apiV2UpdatePostPatch PATCH /api/v-2/posts/{id} (posts) Update post (PATCH)',
    'v3ListPosts GET /v3/posts (posts) List posts',
    'v3CreatePost POST /v3/posts (posts) Create post',
    'v3UpdatePost PUT /v3/posts/{id} (posts) Update post',
    'v3UpdatePostPatch PATCH /v3/posts/{id} (posts) Update post (PATCH)',
    'listPostsGet GET /articles (posts) List posts',
    'updatePostPut PUT /articles/{id} (posts) Update post',
    'updatePost2 PATCH /articles/{id} (posts) Update post (PATCH)'
  ])
  t.equal(await faults(app), 'valid')
})

t.test('HEAD is hidden, or has its own id if @fastify/swagger shows it', async (t) => {
  const routes = draw((map) => map.resources('posts', { only: 'index' }))
  t.strictSame(Object.keys(((await documented(routes)) as Anything).swagger().paths['/posts'] as object), [
    'get'
  ])
  const app = await documented(routes, {}, { swagger: { exposeHeadRoutes: true } })
  t.equal(await faults(app), 'valid')
  t.strictSame(
    operations(app)
      .map((line) => line.split(' ', 2).join(' '))
      .sort(),
    ['listPosts GET', 'listPosts-head HEAD']
  )
})

t.test('requirements are patterns, and ids have the types of their records', async (t) => {
  const app = await documented(
    draw((map) =>
      map
        .resources('posts', { only: 'show', requirements: { id: /\d+/ } }, (posts) =>
          posts.resources('tags', { only: 'show', requirements: { id: /[a-z]+|\(\d[(]?x\)/ } })
        )
        .resources('users', { only: 'show', requirements: { id: /\d+/ } })
        .resources('words', { only: 'show', requirements: { id: /\w+/ } })
        .resources('books', {
          only: 'show',
          requirements: { id: /[\d-]+/, locale: fromSource('x\\-y') },
          pathPrefix: ':locale'
        })
    ),
    {
      users: { record: { properties: { id: { type: 'integer', minimum: 1 } } } },
      words: { record: { properties: { id: { type: 'string', maxLength: 9, readOnly: true } } } },
      books: { record: { properties: { id: { type: 'string', pattern: '^[0-9]' } } } }
    }
  )
  const params = (line: string): unknown =>
    operation(app, line).parameters.map(({ name, schema }: Anything) => [name, schema])
  t.strictSame(params('GET /posts/{id}'), [['id', { type: 'string', pattern: '^\\d+$' }]])
  t.strictSame(params('GET /posts/{post_id}/tags/{id}'), [
    ['post_id', { type: 'string', pattern: '^\\d+$' }],
    ['id', { type: 'string', pattern: '^(?:[a-z]+|\\x28\\d[\\x28]?x\\x29)$' }]
  ])
  t.strictSame(params('GET /users/{id}'), [['id', { type: 'integer', minimum: 1 }]])
  t.strictSame(params('GET /words/{id}'), [['id', { type: 'string', pattern: '^\\w+$', maxLength: 9 }]])
  // The router checks escapes that are invalid in Unicode patterns.
  t.strictSame(params('GET /{locale}/books/{id}'), [
    ['locale', { type: 'string' }],
    ['id', { type: 'string', pattern: '^[0-9]' }]
  ])
  t.equal(await faults(app), 'valid')
  for (const [url, status] of [
    ['/posts/12', 200],
    ['/posts/12/tags/(1(x)', 200],
    ['/posts/12/tags/A', 404],
    ['/users/7', 200],
    ['/users/0', 400]
  ] as const) {
    t.equal((await app.inject(url)).statusCode, status, url)
  }
})

t.test('the version of a row is a required header, unless the action describes it; the router checks it', async (t) => {
  const handler = async (): Promise<object> => []
  const withHeaders = (headers: object): object => ({ index: { schema: { headers }, handler } })
  const key = { type: 'string' }
  const keys = { type: 'object', properties: { 'X-Key': key } }
  const own = { type: 'object', properties: { 'accept-version': key } }
  const controllers = {
    tags: {}, notes: withHeaders(keys), pages: withHeaders({ allOf: [keys] }), books: withHeaders(own)
  }
  const routes = draw({ api: true }, (map) =>
    map.resources('tags', 'notes', 'pages', 'books', { only: 'index', conditions: { version: '2.0.0' } }))
  const accepted = ['Accept-Version', true, { type: 'string', enum: ['2.0.0'] }]
  const named = ['X-Key', false, key]
  const parameters = {
    tags: [accepted], notes: [accepted, named], pages: [accepted, named], books: [['accept-version', false, key]]
  }
  for (const openapi of ['3.0.3', '3.1.0', '3.2.0']) {
    const app = await documented(routes, controllers, { openapi: { openapi } })
    for (const [name, expected] of Object.entries(parameters)) {
      const found = operation(app, `GET /${name}`).parameters
        .map(({ name, required, schema }: Anything) => [name, required, schema])
      t.strictSame(found, expected, name)
      for (const [headers, status] of [
        [{ 'accept-version': '2.0.0' }, 200], [{ 'accept-version': '2.x' }, 200], [{}, 404]
      ] as const) {
        t.equal((await app.inject({ url: `/${name}`, headers })).statusCode, status, name)
      }
    }
    t.notOk(400 in operation(app, 'GET /tags').responses, 'no request is invalid')
    t.equal(await faults(app), 'valid')
    t.strictSame(await lintDocument((app as Anything).swagger(), ['no-unused-components']), [])
  }
})

/** Of rows under a version: the headers that they take, their statuses, whether the answer has the tag. */
type Versioned = readonly [line: string, headers: string, statuses: string, hasTag: boolean]

const VERSIONED: readonly Versioned[] = [
  ['GET /posts', '', '200 default', false],
  ['POST /posts', '', '200 204 303 400 default', true],
  ['GET /posts/{id}', 'If-None-Match', '200 304 404 default', true],
  ['PUT /posts/{id}', 'If-Match!', '200 204 303 400 404 409 412 428 default', true],
  ['DELETE /posts/{id}', 'If-Match!', '200 204 303 404 409 412 428 default', false],
  ['POST /posts/{id}/publish', 'If-Match!', '200 204 400 404 409 412 428 default', false],
  ['GET /tags/{id}', 'Accept-Version!', '200 404 default', true],
  ['PUT /tags/{id}', 'Accept-Version! If-Match', '200 204 303 400 404 409 412 default', true],
  ['PUT /notes/{id}', 'if-match', '200 204 303 400 404 409 412 default', true]
]

t.test('rows under a version of their record have its headers and statuses', async (t) => {
  const version = { version: 'v', load: () => ({ v: 1 }) }
  const own = { type: 'object', properties: { 'if-match': { type: 'string' } } }
  const routes = draw((map) => map
    .resources('posts', { except: ['new', 'edit'], member: { publish: 'post' } })
    .resources('tags', { only: ['show', 'update'], conditions: { version: '2.0.0' } })
    .resources('notes', { only: 'update' }))
  const controllers = {
    posts: { ...version, requireVersion: true, etag: true },
    tags: version,
    notes: { ...version, update: { schema: { headers: own }, handler: async () => ({}) } }
  }
  for (const openapi of ['3.0.3', '3.1.0']) {
    const app = await documented(routes, controllers, { openapi: { openapi } })
    const found = VERSIONED.map(([line]) => {
      const { parameters = [], responses } = operation(app, line)
      const headers = parameters.filter((one: Anything) => one.in === 'header')
        .map(({ name, required }: Anything) => required === true ? `${name}!` : name)
      const hasTag = responses[200]?.headers?.etag !== undefined
      return [line, headers.join(' '), Object.keys(responses).join(' '), hasTag]
    })
    t.strictSame(found, VERSIONED)
    t.equal(await faults(app), 'valid')
    t.strictSame(await lintDocument((app as Anything).swagger(), ['no-unused-components']), [])
  }
})

t.test('the document names the host of a row where its schema has servers', async (t) => {
  const servers = [{ url: 'https://api.example.org' }]
  const app = await documented(
    draw((map) =>
      map.resources('posts', 'tags', { only: 'index', conditions: { host: 'api.example.org' } })),
    { posts: { routeOptions: { schema: { servers } } } }
  )
  t.strictSame(operation(app, 'GET /posts').servers, servers)
  t.strictSame(operation(app, 'GET /tags').servers, undefined)
  t.equal(await faults(app), 'valid')
})

t.test('a baseUrl with a path is the server of the document; operations of another address name theirs', async (t) => {
  const documentOf = async (bases: readonly unknown[], openapi: object = {}): Promise<Anything> => {
    const app = Fastify()
    await app.register(swagger, openapiOptions({ openapi: { info: { title: 't', version: '1' }, ...openapi } }))
    for (const [index, baseUrl] of bases.entries()) {
      const routes = draw((map) => map.resources(['posts', 'tags'][index] as string, { only: 'index' }))
      const options = { routes, controllers: controllersOf(routes, {}), baseUrl, prefix: `/v${index}` } as Anything
      await app.register(async (scope) => await scope.register(resourcesPlugin, options))
    }
    await app.ready()
    const document = (app as Anything).swagger()
    const { valid } = await validateDocument(document) as Anything
    t.ok(valid)
    return document
  }
  const [blog, shop] = ['https://example.org/blog', 'https://example.org/shop']
  for (const [bases, servers, further] of [
    [[undefined], undefined],
    [['https://example.org'], undefined],
    [[() => ({ protocol: 'https', host: 'example.org' })], undefined],
    [[`${blog}/`], [blog]],
    [[blog, blog], [blog]],
    [[blog, shop], [blog], [shop]],
    [[blog, undefined], [blog], ['/']],
    [[undefined, shop], undefined, [shop]]
  ] as Array<[unknown[], string[] | undefined, string[]?]>) {
    const { servers: found, paths } = await documentOf(bases)
    const urlsOf = (all?: Array<{ url: string }>): string[] | undefined => all?.map(({ url }) => url)
    t.strictSame(urlsOf(found), servers, String(bases))
    t.equal(paths['/v0/posts'].get.servers, undefined)
    t.strictSame(urlsOf(paths['/v1/tags']?.get.servers), further)
  }
  const own = [{ url: 'https://api.example.org' }]
  t.strictSame((await documentOf([blog], { servers: own })).servers, own)
})

t.test('requirements are patterns where nothing else needs a validator too, but not in params that the app writes without properties', async (t) => {
  const show = {
    schema: { params: { type: 'object', allOf: [{ properties: { id: { type: 'string', maxLength: 5 } } }] } },
    handler: async () => ''
  }
  const routes = draw((map) => map.resources('posts', 'notes', { only: 'show', requirements: { id: /\d+/ } }))
  const plain = await documented(routes)
  t.strictSame(operation(plain, 'GET /posts/{id}').parameters[0].schema, {
    type: 'string',
    pattern: '^\\d+$'
  })
  const shown: unknown[] = []
  const app = await documented(
    routes,
    { notes: { show } },
    {
      swagger: {
        transform: ({ schema, url }: Anything) => {
          shown.push(schema.params)
          return { schema: { ...schema, params: undefined }, url }
        }
      }
    }
  )
  ;(app as Anything).swagger()
  t.strictSame(shown, [
    { type: 'object', properties: { id: { type: 'string', pattern: '^\\d+$' } } },
    show.schema.params
  ])
})

for (const version of ['3.0.3', '3.1.0', '3.2.0']) {
  t.test(`OpenAPI ${version}: bodies stand under the singular key, answers as responses has them, records that hold themselves too`, async (t) => {
    const author = {
      $id: 'author',
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true }, name: { type: ['string', 'null'] } }
    }
    const record = {
      $id: 'post',
      required: ['id', 'title'],
      properties: {
        id: { type: 'integer', readOnly: true },
        title: { type: 'string', minLength: 1 },
        secret: { type: 'string', writeOnly: true },
        author: { anyOf: [{ $ref: '#/definitions/author' }, { type: 'null' }] },
        editor: { allOf: [{ $ref: '#/definitions/author' }, { required: ['name'] }] },
        replies: { type: 'array', items: { $ref: '#' } }
      },
      definitions: { author }
    }
    const app = await documented(
      draw({ patch: true }, (map) => map.resources('posts', 'notes')),
      { posts: { record, responses: true, create: async () => ({ id: 1, title: 'a' }) }, notes: { record } },
      { openapi: { openapi: version } }
    )
    t.equal(await faults(app), 'valid')
    const referred = ({ $ref, ...schema }: Anything): Anything =>
      $ref === undefined ? schema : (app as Anything).swagger().components.schemas[$ref.split('/').at(-1)]
    const body = (line: string): Anything =>
      operation(app, line).requestBody.content['application/json'].schema
    const { properties, required } = referred(body('POST /posts').properties.post)
    t.strictSame(
      [body('POST /posts').required, Object.keys(properties as object), required],
      [['post'], ['title', 'secret', 'author', 'editor', 'replies'], ['title']]
    )
    t.strictSame(
      [body('PATCH /notes/{id}').required, body('PATCH /notes/{id}').properties.note.required],
      [['note'], undefined]
    )
    const { schema } = operation(app, 'GET /posts').responses['200'].content['application/json']
    t.strictSame(
      [schema.type, referred(schema.items).properties.secret, referred(schema.items).required],
      ['array', undefined, ['id', 'title']]
    )
    t.strictSame(operation(app, 'GET /notes').responses['200'].content['application/json'].schema, {})
    const reply = { title: 'b', admin: 1, author: { id: 1, name: 'Ann' }, replies: [] }
    const response = await app.inject({
      method: 'POST',
      url: '/posts',
      payload: { post: { title: 'a', replies: [reply] } }
    })
    t.strictSame([response.statusCode, response.headers.location], [201, '/posts/1'])
    t.equal(
      (
        await app.inject({
          method: 'POST',
          url: '/posts',
          payload: { post: { title: 'a', replies: [{ title: '' }] } }
        })
      ).json().message,
      'replies.0.title must not be empty'
    )
  })
}

t.test('what operations refer to has nothing that only a validator needs, also without openapiOptions', async (t) => {
  const nullable = { oneOf: [{ type: 'string', maxLength: 3 }, { type: 'integer' }, { type: 'null' }] }
  const record = {
    type: 'object',
    properties: {
      id: { type: 'integer', readOnly: true },
      title: nullable,
      photo: { type: 'string', format: 'binary' },
      tag: { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } }
    }
  }
  const app = await documented(
    draw((map) => map.resources('posts', { only: ['create', 'update'] })),
    { posts: { record } },
    { openapi: { openapi: '3.1.0' } }
  )
  const { paths, components } = (app as Anything).swagger()
  const { id, ...properties } = record.properties
  for (const { requestBody } of [paths['/posts'].post, paths['/posts/{id}'].put]) {
    const { $ref } = requestBody.content['application/json'].schema.properties.post
    t.strictSame(components.schemas[$ref.split('/').at(-1)].properties, properties)
  }
})

t.test('without @fastify/swagger routes have no schema', async (t) => {
  const schemas: unknown[] = []
  const app = Fastify()
  app.addHook('onRoute', ({ schema }) => {
    schemas.push(schema)
  })
  await app.register(resourcesPlugin, { routes: tree, controllers: echoControllers(tree) })
  t.ok(schemas.length > 30 && schemas.every((schema) => schema === undefined))
})

t.test('paths that end in an extension are hidden', async (t) => {
  const app = await documented(
    draw({ formats: ['html', 'json'] }, (map) => map.resources('posts', { only: ['index', 'update'] }))
  )
  t.strictSame(operations(app), [
    'listPosts GET /posts (posts) List posts',
    'updatePost PUT /posts/{id} (posts) Update post'
  ])
  t.equal(await faults(app), 'valid')
  t.equal((await app.inject('/posts.json')).statusCode, 200)
})

t.test('an action has its own links, and no others', async (t) => {
  const links = { mine: { operationId: 'showPost', parameters: { id: '$response.body#/id' } } }
  const schema = { response: { 201: {} } }
  const posts = { create: { links: { 201: links }, schema, handler: async () => ({}) } }
  const routes = draw({ api: true }, (map) => map.resources('posts', { only: ['create', 'show'] }))
  for (const given of [openapiOptions(), {}]) {
    const app = await documented(routes, { posts }, { swagger: given })
    t.strictSame(operation(app, 'POST /posts').responses['201'].links, links)
    t.strictSame(operation(app, 'GET /posts/{id}').responses['200'].links, undefined)
  }
})
