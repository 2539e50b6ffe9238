/** Constant parameters: `defaults: { section: 'news' }`. */

import t from 'tap'
import Fastify from 'fastify'
import resourcesPlugin, { createUrlFor, draw, formatRoutes } from '../lib/index.js'
import { listLines } from '../lib/routes/listing.js'
import { createClient } from '../lib/client.js'
import type { Routes, RoutesJson } from '../lib/index.js'
import { echoApp } from './support/app.js'
import type { Echo } from './support/app.js'

const routes = draw((map) =>
  map
    .route('account', '/account', 'accounts#show')
    .route('settings', '/settings', 'accounts#show', { defaults: { section: 'settings' } })
    .route('billing', '/billing/:id', 'accounts#show', {
      method: 'any',
      defaults: { section: 'billing', tab: 'cards' }
    })
    .resources('posts', { only: ['index', 'update'], defaults: { type: 'post' } })
)

t.test('constants are in the parameters next to the variables, whatever the client sends', async (t) => {
  const app = await echoApp(routes)
  for (const [method, url, params] of [
    ['GET', '/account', {}],
    ['GET', '/settings', { section: 'settings' }],
    ['GET', '/settings?section=admin', { section: 'settings' }],
    ['DELETE', '/billing/7', { id: '7', section: 'billing', tab: 'cards' }],
    ['GET', '/posts', { type: 'post' }],
    ['PUT', '/posts/1', { id: '1', type: 'post' }]
  ] as const) {
    const response = await app.inject({ method, url, ...(method === 'PUT' && { payload: { type: 'x' } }) })
    t.strictSame(response.json<Echo>().params, params, url)
    t.strictSame({ ...app.recognize(url, method)?.params }, params, 'recognize')
  }
})

t.test('hooks, schemas and load get constants too', async (t) => {
  const app = Fastify()
  const seen: unknown[] = []
  const see = (params: unknown): void => {
    seen.push({ ...(params as object) })
  }
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.route('/settings/:id', 'accounts#show', { defaults: { section: 'settings' } })),
    controllers: {
      accounts: {
        show: {
          onRequest: async (request: { params: unknown }) => {
            see(request.params)
          },
          schema: {
            params: {
              type: 'object',
              required: ['section'],
              properties: { id: { type: 'integer' }, section: { enum: ['settings'] } }
            }
          },
          handler: (request: { params: unknown }) => {
            see(request.params)
            return {}
          }
        }
      }
    }
  })
  t.equal((await app.inject('/settings/1')).statusCode, 200)
  t.strictSame(seen, [
    { id: '1', section: 'settings' },
    { id: 1, section: 'settings' }
  ])
})

t.test('a namespace and a group pass constants to their contents, merged one level', async (t) => {
  const { table } = draw((map) =>
    map
      .namespace('admin', { defaults: { area: 'admin', type: 'x' } }, (admin) =>
        admin
          .resources('posts', { only: 'index', defaults: { type: 'post' } }, (posts) =>
            posts.resources('tags', { only: 'index' })
          )
          .resources('notes', { only: 'index', defaults: null })
      )
      .group({ controller: 'pages', defaults: { area: 'site' } }, (group) =>
        group.route('/about', '#show', { defaults: { page: 'about' } }).resource('menu', { only: 'show' })
      )
  )
  t.strictSame(
    table.map(({ path, defaults }) => [path, defaults]),
    [
      ['/admin/posts', { area: 'admin', type: 'post' }],
      ['/admin/posts/:post_id/tags', { area: 'admin', type: 'x' }],
      ['/admin/notes', {}],
      ['/about', { area: 'site', page: 'about' }],
      ['/menu', { area: 'site' }]
    ]
  )
  t.ok(table.every(({ defaults }) => Object.isFrozen(defaults)))
})

t.test('the listing shows constants', async (t) => {
  t.equal(
    formatRoutes(routes, { grep: 'billing' }),
    "billing ANY /billing/:id { controller: 'accounts', action: 'show', section: 'billing', tab: 'cards' }"
  )
  t.strictSame(
    (
      JSON.parse(formatRoutes(routes, { style: 'json', grep: 'settings' })) as Array<{ defaults: unknown }>
    ).map(({ defaults }) => defaults),
    [{ section: 'settings' }]
  )
})

for (const [name, source] of [
  ['drawn routes', routes],
  ['their JSON', JSON.parse(JSON.stringify(routes)) as RoutesJson]
] as const) {
  t.test(`helpers of ${name} choose a row by them`, async (t) => {
    const urlFor = createUrlFor<typeof routes>(source)
    t.equal(urlFor.settingsPath({ query: { a: 1 } }), '/settings?a=1')
    t.equal(urlFor('settings'), '/settings')
    t.equal(urlFor({ controller: 'accounts', action: 'show' }), '/account')
    t.equal(urlFor({ controller: 'accounts', action: 'show', section: 'settings' }), '/settings')
    t.equal(
      urlFor({ controller: 'accounts', action: 'show', section: 'billing', tab: 'cards', id: 7 }),
      '/billing/7'
    )
    t.strictSame(urlFor.hashForBillingPath(7), {
      useRoute: 'billing',
      controller: 'accounts',
      action: 'show',
      section: 'billing',
      tab: 'cards',
      id: 7,
      onlyPath: true
    })
    t.equal(urlFor(urlFor.hashForBillingPath(7)), '/billing/7')
    t.equal(
      urlFor({ ...urlFor.hashForBillingPath(7), useRoute: undefined as unknown as string }),
      '/billing/7'
    )
    t.throws(() => urlFor({ ...urlFor.hashForBillingPath(7), section: 'x' } as never), {
      code: 'FST_RESOURCES_URL',
      message: /unknown option 'section'/
    })
    t.throws(() => urlFor({ controller: 'accounts', action: 'show', section: 'x' } as never), {
      message: /unknown option 'section'/
    })
    t.throws(() => urlFor({ controller: 'posts', action: 'index' } as never), {
      message: "urlFor({ controller: 'posts', action: 'index' }): expected type: 'post' for posts#index"
    })
  })
}

t.test('the client calls rows with constants', async (t) => {
  const urls: string[] = []
  const client = createClient(routes, {
    fetch: async (url) => {
      urls.push(url)
      return new Response('{}')
    }
  })
  await client.posts.update(1, {})
  t.strictSame(urls, ['/posts/1'])
})

t.test('a form changes the method of a row with constants', async (t) => {
  const app = await echoApp(routes)
  const response = await app.inject({
    method: 'POST',
    url: '/posts/1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '_method=put'
  })
  t.strictSame(response.json<Echo>(), {
    controller: 'posts',
    action: 'update',
    params: { id: '1', type: 'post' }
  })
  t.equal((await app.inject({ method: 'POST', url: '/settings' })).headers.allow, 'GET, HEAD')
})

t.test('two rows of one action with different constants are two targets', async (t) => {
  const table = (first: string, second: string): Routes =>
    draw((map) =>
      map
        .route('/a', 'a#show', { method: 'put', defaults: { kind: first } })
        .route('/a', 'a#show', { method: 'any', defaults: { kind: second } })
    )
  const methods = (routes: Routes): string[] => listLines(routes.table).map(({ method }) => method)
  t.strictSame(methods(table('x', 'x')), ['PUT', 'ANY'])
  t.strictSame(methods(table('x', 'y')), ['PUT', 'ANY'])
  const app = await echoApp(table('x', 'y'))
  t.strictSame((await app.inject({ method: 'PUT', url: '/a' })).json<Echo>().params, { kind: 'x' })
  t.strictSame((await app.inject({ method: 'DELETE', url: '/a' })).json<Echo>().params, { kind: 'y' })
  t.throws(
    () =>
      draw((map) =>
        map
          .route('/a', 'a#show', { defaults: { kind: 'x' } })
          .route('/a', 'a#show', { defaults: { kind: 'y' } })
      ),
    { message: /declared twice/ }
  )
})

t.test('refused: values that are not texts, invalid names, and null without a variable', async (t) => {
  const draws: ReadonlyArray<readonly [defaults: unknown, message: RegExp]> = [
    [
      'news',
      /route\('\/a\/:id'\): defaults: expected a map of parameters to texts, such as { section: 'news' }, got 'news'/
    ],
    [{ page: 1 }, /defaults: page: expected a string, got 1/],
    [{ action: 'x' }, /defaults: action: a variable cannot be named 'action'/],
    [{ 'a-b': 'x' }, /defaults: a-b: expected a variable's name as a letter/],
    [
      { b: 'x', c: null },
      /defaults: c: null is for a variable at the end of the path; expected a string, got null: \/a\/:id/
    ]
  ]
  for (const [defaults, message] of draws) {
    t.throws(() => draw((map) => map.route('/a/:id', 'a#show', { defaults: defaults as {} })), { message })
  }
})
