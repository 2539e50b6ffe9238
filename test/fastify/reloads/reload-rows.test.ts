/** A reload of a form that came back asks the address of `create` or `update` by GET. */

import t from 'tap'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import type { ResourcesPluginOptions, Routes } from '../../../lib/index.js'
import { echo, echoApp, echoControllers } from '../../support/app.js'

type Anything = any

/** As Chromium sends it. */
const PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8'

const PROGRAM = '*/*'

async function ask (
  app: FastifyInstance, line: string, accept = PAGE, headers: Record<string, string> = {}
): Promise<string> {
  const [method, url] = line.split(' ') as ['GET', string]
  const response = await app.inject({ method, url, headers: { accept, ...headers } })
  const { location, allow } = response.headers
  return [response.statusCode, location ?? allow].filter((part) => part !== undefined).join(' ')
}

const FORMS = { only: ['new', 'create', 'edit', 'update'] } as const

const sections = (defaults: Record<string, string | null>): Routes => draw((map) => map
  .resources('posts', { only: 'create', as: 'posts/:section', defaults } as Anything)
  .resources('posts', { only: 'new', as: 'posts/:section' }))

const KINDS: ReadonlyArray<readonly [name: string, Routes, line: string, page: string, program: string]> = [
  ['create', draw((map) => map.resources('posts', FORMS)), 'GET /posts', '303 /posts/new', '405 POST'],
  ['update', draw((map) => map.resources('posts', FORMS)), 'GET /posts/1', '303 /posts/1/edit', '405 PUT'],
  ['PATCH', draw({ patch: true }, (map) => map.resources('posts', FORMS)), 'GET /posts/1', '303 /posts/1/edit',
    '405 PATCH, PUT'],
  ['the query', draw((map) => map.resources('posts', FORMS)), 'GET /posts?a=1', '303 /posts/new?a=1', '405 POST'],
  ['HEAD', draw((map) => map.resources('posts', FORMS)), 'HEAD /posts', '303 /posts/new', '405 POST'],
  ['another method', draw((map) => map.resources('posts', FORMS)), 'DELETE /posts', '405 POST', '405 POST'],
  ['index', draw((map) => map.resources('posts', { except: 'show' })), 'GET /posts', '200', '200'],
  ['show', draw((map) => map.resources('posts', { except: 'index' })), 'GET /posts/1', '200', '200'],
  ['a form at the address itself', draw((map) => map.resources('posts', {
    only: ['new', 'create'], pathNames: { new: '' }
  })), 'GET /posts', '200', '200'],
  ['no form', draw((map) => map.resources('posts', { only: 'create' })), 'GET /posts', '405 POST', '405 POST'],
  ['an API', draw({ api: true }, (map) => map.resources('posts', { only: 'create' })), 'GET /posts', '405 POST',
    '405 POST'],
  ['no update', draw((map) => map.resources('posts', { only: ['edit', 'destroy'] })), 'GET /posts/1',
    '405 DELETE', '405 DELETE'],
  ['other words', draw({ pathNames: { new: 'nuevo' } }, (map) => map.resources('posts', { ...FORMS, as: 'my posts' })),
    'GET /my%20posts', '303 /my%20posts/nuevo', '405 POST'],
  ['a variable', draw((map) => map.resources('posts', { ...FORMS, param: 'slug' })), 'GET /posts/a%20b',
    '303 /posts/a%20b/edit', '405 PUT'],
  ['requirements', draw((map) => map.resources('posts', { ...FORMS, requirements: { id: /\d+/ } })), 'GET /posts/7',
    '303 /posts/7/edit', '405 PUT'],
  ['slashes', draw((map) => map.resources('posts', { ...FORMS, slashes: true })), 'GET /posts/a%2Fb',
    '303 /posts/a%2Fb/edit', '405 PUT'],
  ['no id', draw((map) => map.resources('posts', FORMS)), 'GET /posts/..%5ca', '404', '404'],
  ['a singleton', draw((map) => map.resource('account', { only: ['edit', 'update'] })), 'GET /account',
    '303 /account/edit', '405 PUT'],
  ['both forms of a singleton', draw((map) => map.resource('account', FORMS)), 'GET /account', '303 /account/new',
    '405 PUT, POST'],
  ['nested', draw((map) => map.resources('posts', { only: 'none' }, (posts) => posts.resources('comments', FORMS))),
    'GET /posts/1/comments/2', '303 /posts/1/comments/2/edit', '405 PUT'],
  ['shallow', draw((map) => map.resources('posts', { only: 'none', shallow: true }, (posts) => posts
    .resources('comments', FORMS))), 'GET /comments/2', '303 /comments/2/edit', '405 PUT'],
  ['nested in a singleton', draw((map) => map.resource('account', { only: 'none' }, (account) => account
    .resources('keys', FORMS))), 'GET /account/keys', '303 /account/keys/new', '405 POST'],
  ['a namespace', draw((map) => map.namespace('admin', (admin) => admin.resources('posts', FORMS))),
    'GET /admin/posts', '303 /admin/posts/new', '405 POST'],
  ['a group', draw((map) => map.group({ pathPrefix: ':locale' }, (group) => group.resources('posts', FORMS))),
    'GET /en/posts', '303 /en/posts/new', '405 POST'],
  ['formats', draw({ formats: ['html', 'json'] }, (map) => map.resources('posts', FORMS)), 'GET /posts.html',
    '303 /posts/new.html', '405 POST'],
  ['formats, no extension', draw({ formats: ['html', 'json'] }, (map) => map.resources('posts', FORMS)),
    'GET /posts/1', '303 /posts/1/edit', '405 PUT'],
  ['the extension of a program', draw({ formats: ['html', 'json'] }, (map) => map.resources('posts', FORMS)),
    'GET /posts/1.json', '405 PUT', '405 PUT'],
  ['required formats', draw((map) => map.resources('posts', { ...FORMS, formats: { required: ['html'] } })),
    'GET /posts.html', '303 /posts/new.html', '405 POST'],
  ['a default format', draw((map) => map.resources('posts', { ...FORMS, defaults: { format: 'json' } })), 'GET /posts',
    '405 POST', '405 POST'],
  ['a form of other formats', draw((map) => map.resources('posts', { only: 'create', formats: ['json'] })
    .resources('posts', { only: 'new' })), 'GET /posts', '405 POST', '405 POST'],
  ['an optional variable', sections({ section: 'news' }), 'GET /posts', '303 /posts/news/new', '405 POST'],
  ['an optional variable that is there', sections({ section: null }), 'GET /posts/a', '303 /posts/a/new', '405 POST'],
  ['an optional variable that the form needs', sections({ section: null }), 'GET /posts', '405 POST', '405 POST'],
  ['an own action', draw((map) => map.resources('posts', { only: ['edit', 'update'], member: { publish: 'put' } })),
    'GET /posts/1/publish', '405 PUT', '405 PUT'],
  ['any', draw((map) => map.resources('posts', { only: ['new', 'create'] }).route('all', '/posts', 'posts#all', {
    method: 'any'
  })), 'GET /posts', '200', '200'],
  ['plain routes', draw((map) => map.route('contact', '/contact', 'contacts#create', { method: 'post' })
    .route('new_contact', '/contact/new', 'contacts#new')), 'GET /contact', '405 POST', '405 POST'],
  ['a row that takes any text', draw((map) => map.resources('posts', FORMS).route('page', '/:page', 'pages#show')),
    'GET /posts', '200', '200'],
  ['a glob', draw((map) => map.resources('posts', FORMS).route('rest', '/posts/*rest', 'pages#show')),
    'GET /posts/1', '200', '200'],
  ['a row with another pattern, which the router cannot tell apart', draw((map) => map
    .resources('posts', { ...FORMS, requirements: { id: /[a-c]+/ } })
    .route('page', '/posts/:slug', 'pages#show', { requirements: { slug: /[x-z]+/ } })),
  'GET /posts/a', '405 PUT', '405 PUT'],
  ['a row with other extensions, which the router cannot tell apart', draw((map) => map
    .resources('posts', { ...FORMS, formats: ['json'] })
    .route('page', '/posts', 'pages#show', { formats: { required: ['xml'] } })),
  'GET /posts.json', '405 POST', '405 POST'],
  ['a redirect', draw((map) => map.resources('posts', FORMS).redirect('/posts', '/posts/new')), 'GET /posts',
    '301 /posts/new', '301 /posts/new']
]

t.test('after a form came back, a reload leads to the form, and a program gets what it gets without', async (t) => {
  for (const [name, routes, line, page, program] of KINDS) {
    const app = await echoApp(routes)
    t.strictSame([await ask(app, line), await ask(app, line, PROGRAM)], [page, program], name)
  }
})

t.test('a row that answers there under a condition keeps its requests, and other conditions change nothing', async (t) => {
  for (const [path, page] of [
    ['/:kind/*rest', '200'], ['/:kind/:id', '200'], ['/posts/:id', '200'], ['/*all', '200'], ['/POSTS/:id', '200'],
    ['/notes/:id', '303 /posts/1/edit'], ['/posts', '303 /posts/1/edit'], ['/posts/:id/more', '303 /posts/1/edit']
  ] as const) {
    const routes = draw((map) => map
      .resources('posts', { only: ['edit', 'update'] })
      .route('page', path, 'pages#show', { conditions: { host: 'one.test' } }))
    const app = await echoApp(routes, {}, { routerOptions: { caseSensitive: false } } as object)
    const { statusCode, headers: { location = '' } } = await app.inject({
      url: '/posts/1', headers: { host: 'one.test', accept: PAGE }
    })
    t.equal(`${statusCode} ${location}`.trim(), page, path)
  }
})

const posts = draw((map) => map.resources('posts', FORMS))

t.test('only what prefers a page to JSON is led, and no cache keeps that', async (t) => {
  const app = await echoApp(posts)
  for (const [accept, status] of [
    ['text/html', 303], ['text/html;q=0.5,*/*;q=0.1', 303], ['text/vnd.turbo-stream.html, text/html', 303],
    ['*/*', 405], ['', 405], ['application/json', 405], ['application/json, text/html', 405],
    ['text/html;q=0, */*', 405], ['image/avif,image/webp,*/*;q=0.8', 405]
  ] as const) {
    t.equal((await ask(app, 'GET /posts', accept)).slice(0, 3), String(status), accept)
  }
  const { headers } = await app.inject({ url: '/posts', headers: { accept: PAGE } })
  t.match(headers, { 'cache-control': 'no-store', vary: 'Accept' })
})

const refuse = async (): Promise<never> => {
  throw Object.assign(new Error('log in'), { statusCode: 401 })
}

t.test('guards run first, and behind a guard a program learns nothing', async (t) => {
  const admin = draw((map) => map.namespace('admin', (admin) => admin.resources('posts', FORMS)))
  const guard = async (scope: FastifyInstance): Promise<void> => { scope.addHook('onRequest', refuse) }
  const scoped = await echoApp(admin, { scopes: { admin: guard } })
  t.strictSame([await ask(scoped, 'GET /admin/posts'), await ask(scoped, 'GET /admin/posts', PROGRAM)], ['401', '401'])
  const open = await echoApp(admin, { scopes: { admin: async () => {} } })
  t.strictSame([await ask(open, 'GET /admin/posts'), await ask(open, 'GET /admin/posts', PROGRAM)],
    ['303 /admin/posts/new', '404'])

  const echoes = { new: echo, create: echo, edit: echo, update: echo }
  for (const [name, controller, page, program] of [
    ['all actions', { ...echoes, routeOptions: { onRequest: refuse } }, '401', '404'],
    ['all actions, late', { ...echoes, routeOptions: { preHandler: refuse } }, '401', '404'],
    ['the form', { ...echoes, new: { preHandler: refuse, handler: echo } }, '401', '405 POST'],
    ['create', { ...echoes, create: { onRequest: refuse, handler: echo } }, '303 /posts/new', '404']
  ] as const) {
    const app = await echoApp(posts, { controllers: { posts: controller } })
    t.strictSame([await ask(app, 'GET /posts'), await ask(app, 'GET /posts', PROGRAM)], [page, program], name)
  }
})

t.test('the record of the form is loaded first, as its guards may need it', async (t) => {
  const preHandler = async ({ record }: Anything): Promise<void> => { if (record.id === 2) await refuse() }
  const edit = { preHandler, handler: echo }
  const app = await echoApp(posts, {
    controllers: {
      posts: {
        record: { properties: { id: { type: 'integer' } } },
        load: (id: number) => id > 2 ? undefined : { id },
        new: echo,
        create: echo,
        edit,
        update: echo
      }
    }
  })
  for (const [url, page, program] of [
    ['/posts/1', '303 /posts/1/edit', '405 PUT'],
    ['/posts/2', '401', '405 PUT'],
    ['/posts/3', '404', '405 PUT']
  ] as const) {
    t.strictSame([await ask(app, `GET ${url}`), await ask(app, `GET ${url}`, PROGRAM)], [page, program], url)
  }
})

t.test('no listing, document, recognize or Allow has it', async (t) => {
  const app = Fastify()
  await app.register(swagger)
  await app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  await app.ready()
  t.notMatch(app.printResources(), /GET {2,}\/posts /)
  t.equal(app.recognize('/posts'), null)
  t.strictSame(Object.keys((app as Anything).swagger().paths['/posts']), ['post'])
  t.equal(await ask(app, 'DELETE /posts'), '405 POST')
})

t.test('with the prefixes, addresses and conditions of the app', async (t) => {
  const controllers = echoControllers(posts)
  const rows = async (options: Partial<ResourcesPluginOptions>, prefix = ''): Promise<FastifyInstance> => {
    const app = Fastify()
    await app.register(async (scope) => {
      await scope.register(resourcesPlugin, { routes: posts, controllers, ...options })
    }, { prefix })
    return app
  }
  t.equal(await ask(await rows({ prefix: '/blog' }), 'GET /blog/posts'), '303 /blog/posts/new')
  t.equal(await ask(await rows({}, '/blog'), 'GET /blog/posts/1'), '303 /blog/posts/1/edit')
  t.equal(await ask(await rows({ prefix: '/a' }, '/b/'), 'GET /b/a/posts'), '303 /b/a/posts/new')
  t.equal(await ask(await rows({ baseUrl: 'https://a.org/blog' }), 'GET /posts'), '303 /blog/posts/new')
  t.equal(await ask(await rows({ methodNotAllowed: true }), 'GET /posts', PROGRAM), '405 POST')
  t.equal(await ask(await rows({}), 'GET /posts', PROGRAM), '404', 'as all wrong methods of a child scope')
  t.equal(await ask(await echoApp(posts, { methodNotAllowed: false }), 'GET /posts', PROGRAM), '404')
  t.equal(await ask(await echoApp(posts, {}, { exposeHeadRoutes: false }), 'HEAD /posts'), '405 POST')

  const hosts = await echoApp(draw((map) => map
    .resources('posts', { ...FORMS, conditions: { host: 'a.org' } })
    .resources('posts', { only: ['index', 'create'], conditions: { host: 'b.org' }, controller: 'other' })))
  t.equal(await ask(hosts, 'GET /posts', PAGE, { host: 'a.org' }), '303 /posts/new')
  t.equal(await ask(hosts, 'GET /posts', PAGE, { host: 'b.org' }), '200')
})

t.test('a second registration has its own', async (t) => {
  const app = Fastify()
  for (const prefix of ['/a', '/b']) {
    await app.register(async (scope) => {
      await scope.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts), prefix })
    })
  }
  t.equal(await ask(app, 'GET /a/posts'), '303 /a/posts/new')
  t.equal(await ask(app, 'GET /b/posts/1'), '303 /b/posts/1/edit')
})

t.test("the app's own routes answer, catch-alls too, if they come first", async (t) => {
  for (const path of ['/posts', '/*', '/:page']) {
    const app = Fastify()
    app.get(path, async () => 'mine')
    await app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
    t.equal(await ask(app, 'GET /posts'), '200', path)
  }
})

t.test('a route that comes later at the same path is an error that says what to write', async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  t.throws(() => app.get('/posts', async () => 'mine'), {
    code: 'FST_RESOURCES_ROUTE',
    message: 'Fastify cannot register the routes, which have a mistake: GET /posts: a reload of the form there ' +
      'leads to /posts/new already; add this route before the plugin, or declare it in the same tree'
  })
  app.delete('/posts', async () => 'mine')
  app.get('/posts', { constraints: { host: 'b.org' } }, async () => 'mine')
  t.equal(await ask(app, 'GET /posts', PAGE, { host: 'b.org' }), '200')
})
