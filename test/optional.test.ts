/** Variables at the end of a path that a request may leave out: `defaults: { code: null }`. */

import t from 'tap'
import Fastify from 'fastify'
import resourcesPlugin, { createUrlFor, draw, formatRoutes } from '../lib/index.js'
import { createClient } from '../lib/client.js'
import { rowsForPath } from '../lib/routes/rows-for-path.js'
import type { RoutesJson } from '../lib/index.js'
import { echoApp } from './support/app.js'
import type { Echo } from './support/app.js'

const routes = draw((map) =>
  map
    .route('activate', '/activate/:code', 'users#activate', {
      method: ['get', 'post'],
      defaults: { code: null }
    })
    .route('bible', '/bible/:book/:chapter', 'bibles#show', {
      requirements: { chapter: /\d+/ },
      defaults: { book: 'x', chapter: '0', version: 'kjv' },
      formats: ['json']
    })
    .route('blob', '/blobs/:ref/*path', 'blobs#show', { defaults: { path: '' } })
    .route('home', '/:locale', 'pages#home', { defaults: { locale: 'en' } })
)

t.test('a request may leave them out, from the last on', async (t) => {
  const app = await echoApp(routes)
  for (const [url, params, format] of [
    ['/activate/a', { code: 'a' }, null],
    ['/activate', {}, null],
    ['/bible/gen/2', { book: 'gen', chapter: '2', version: 'kjv' }, null],
    ['/bible/gen', { book: 'gen', chapter: '0', version: 'kjv' }, null],
    ['/bible', { book: 'x', chapter: '0', version: 'kjv' }, null],
    ['/bible.json', { book: 'x', chapter: '0', version: 'kjv' }, 'json'],
    ['/bible/gen.json?book=y', { book: 'gen', chapter: '0', version: 'kjv' }, 'json'],
    ['/blobs/main/a/b', { ref: 'main', path: 'a/b' }, null],
    ['/blobs/main', { ref: 'main', path: '' }, null],
    ['/de', { locale: 'de' }, null],
    ['/', { locale: 'en' }, null]
  ] as const) {
    const found = app.recognize(url)
    t.strictSame((await app.inject(url)).json<Echo>().params, params, url)
    t.strictSame([{ ...found?.params }, found?.format], [params, format], `recognize ${url}`)
  }
  for (const url of ['/activate/', '/bible/gen/', '/bible/gen/x', '/activate/a/b', '/blobs']) {
    t.not((await app.inject(url)).json<Echo>().action, 'activate', url)
  }
})

t.test('a shorter path is a declared one: for 405, and for forms', async (t) => {
  const app = await echoApp(
    draw((map) =>
      map.route('/activate/:code', 'users#activate', { method: ['get', 'put'], defaults: { code: null } })
    )
  )
  t.equal((await app.inject({ method: 'DELETE', url: '/activate' })).headers.allow, 'GET, HEAD, PUT')
  const response = await app.inject({
    method: 'POST',
    url: '/activate',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '_method=put'
  })
  t.strictSame(response.json<Echo>(), { controller: 'users', action: 'activate', params: {} })
})

t.test('any answers at a shorter path what no other row answers there', async (t) => {
  const app = await echoApp(
    draw((map) =>
      map
        .route('/posts', 'posts#index')
        .route('/posts/:year', 'posts#year', { method: 'any', defaults: { year: null } })
    )
  )
  for (const [method, action] of [
    ['GET', 'index'],
    ['PUT', 'year']
  ] as const) { t.equal((await app.inject({ method, url: '/posts' })).json<Echo>().action, action) }
})

for (const [name, source] of [
  ['drawn routes', routes],
  ['their JSON', JSON.parse(JSON.stringify(routes)) as RoutesJson]
] as const) {
  t.test(`helpers of ${name} may leave them out`, async (t) => {
    const urlFor = createUrlFor<typeof routes>(source, { baseUrl: 'https://a.org/b' })
    const built: ReadonlyArray<readonly [path: string, expected: string]> = [
      [urlFor.activatePath(), '/b/activate'],
      [urlFor.activatePath(null, { query: { a: 1 } }), '/b/activate?a=1'],
      [urlFor.activatePath('x'), '/b/activate/x'],
      [urlFor.biblePath('gen', 2), '/b/bible/gen/2'],
      [urlFor.biblePath('gen', undefined, { format: 'json' }), '/b/bible/gen.json'],
      [urlFor.biblePath({ book: 'gen' }), '/b/bible/gen'],
      [urlFor.biblePath({}, { format: 'json' }), '/b/bible.json'],
      [urlFor.blobPath('main'), '/b/blobs/main'],
      [urlFor.homePath(), '/b'],
      [urlFor.homeUrl('de'), 'https://a.org/b/de'],
      [urlFor('bible'), '/b/bible'],
      [urlFor('bible', { book: 'gen' }), '/b/bible/gen'],
      [urlFor({ controller: 'bibles', action: 'show', book: 'gen', version: 'kjv' }), '/b/bible/gen'],
      [urlFor(urlFor.hashForBiblePath('gen')), '/b/bible/gen'],
      [urlFor.with({ book: 'gen' }).biblePath(), '/b/bible/gen']
    ]
    for (const [path, expected] of built) t.equal(path, expected)
    t.equal(createUrlFor<typeof routes>(source).homePath(), '/')
    t.strictSame(urlFor.hashForBiblePath('gen'), {
      useRoute: 'bible',
      controller: 'bibles',
      action: 'show',
      version: 'kjv',
      book: 'gen',
      chapter: undefined,
      onlyPath: true
    })
    t.throws(() => (urlFor.biblePath as (...ids: unknown[]) => string)(undefined, 2), {
      message:
        'biblePath: book: expected an id (a string, a number, or a record with id or toParam()), got undefined'
    })
    t.throws(() => (urlFor.blobPath as () => string)(), { message: /ref: expected an id/ })
    t.equal(urlFor.homePath('activate'), '/b/activate')
    t.throws(() => urlFor.biblePath('gen.x'), { message: /holds a '\.'/ })
    t.throws(() => (urlFor.activatePath as (ids: object) => string)({ cod: 1 }), {
      code: 'FST_RESOURCES_URL',
      message: "activatePath: unknown variable 'cod'; expected 'code'; did you mean 'code'?"
    })
    t.throws(() => (urlFor.biblePath as (ids: object) => string)({ book: 'gen', title: 'x', chaptr: 2 }), {
      message:
        "biblePath: unknown variable 'title'; expected 'book' or 'chapter'; unknown variable 'chaptr'; expected 'book' or 'chapter'; did you mean 'chapter'?"
    })
    t.throws(() => (urlFor as (name: string, ids: object) => string)('activate', { cod: 1 }), {
      message: "urlFor('activate'): unknown variable 'cod'; expected 'code'; did you mean 'code'?"
    })
    t.throws(() => (urlFor.blobPath as (ids: object) => string)({ rev: 'x' }), {
      message: /^blobPath: ref: expected an id/
    })
    t.equal(
      (urlFor.biblePath as (ids: object) => string)({ book: 'gen', chapter: 2, title: 'x' }),
      '/b/bible/gen/2'
    )
  })
}

t.test('options in the place of a variable: the error says to write null', async (t) => {
  const u = createUrlFor(draw((map) => map
    .route('activate', '/activate/:code', 'users#activate', { defaults: { code: null } })
    .route('bible', '/bible/:book/:chapter', 'bibles#show', { defaults: { book: null, chapter: null } })
    .route('month', '/months/:year/:month', 'months#show', { defaults: { month: '1' }, formats: ['json'] })
    .resources('posts', { only: 'show', defaults: { id: null } })
    .resources('tags', { only: 'show' }))) as any
  const advice = /; write null for an id that you leave out, and the options after it$/
  for (const [wrong, right, url] of [
    [() => u.activatePath({ query: { a: 1 } }), () => u.activatePath(null, { query: { a: 1 } }), '/activate?a=1'],
    [() => u.activatePath({ anchor: 'x' }), () => u.activatePath({}, { anchor: 'x' }), '/activate#x'],
    [() => u('activate', { query: { a: 1 } }), () => u('activate', { code: null }, { query: { a: 1 } }), '/activate?a=1'],
    [() => u.biblePath({ query: { a: 1 } }), () => u.biblePath(null, null, { query: { a: 1 } }), '/bible?a=1'],
    [() => u.biblePath('a', { anchor: 'x' }), () => u.biblePath('a', null, { anchor: 'x' }), '/bible/a#x'],
    [() => u.monthPath(2, { format: 'json' }), () => u.monthPath(2, null, { format: 'json' }), '/months/2.json'],
    [() => u.postPath({ query: { a: 1 } }), () => u.postPath(null, { query: { a: 1 } }), '/posts?a=1'],
    [() => u.with({ book: 'a' }).biblePath({ anchor: 'x' }), () => u.with({ book: 'a' }).biblePath(null, { anchor: 'x' }), '/bible/a#x']
  ] as const) {
    t.throws(wrong, { code: 'FST_RESOURCES_URL', message: advice }, String(wrong))
    t.equal(right(), url)
  }
  for (const wrong of [
    () => u.tagPath({ query: {} }),
    () => u.monthPath({ query: {} }, 2),
    () => u.monthPath(2, true)
  ]) {
    t.throws(wrong, { code: 'FST_RESOURCES_URL', message: /^(?!.*write null)/ }, String(wrong))
  }
})

t.test('at the root an extension has no word before it', async (t) => {
  const { homePath } = createUrlFor(
    draw((map) =>
      map.route('home', '/:locale', 'pages#home', { defaults: { locale: null }, formats: ['json'] })
    )
  )
  t.equal(homePath('de', { format: 'json' }), '/de.json')
  t.throws(() => homePath(null, { format: 'json' }), {
    message: "homePath: '.json': a request to this URL would not have these ids"
  })
})

t.test('a helper that lacks a required extension says only that, also without the variable', async (t) => {
  const formats = { required: ['json'] }
  const { optPath } = createUrlFor(draw((map) =>
    map.route('opt', '/opt/:x', 'a#b', { defaults: { x: null }, formats }).route('/opt/new', 'a#c', { formats })
  ))
  const faultOf = (...args: unknown[]): string => {
    try {
      return (optPath as (...args: unknown[]) => string)(...args)
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const args of [[], [1], [null, {}], ['new']]) {
    t.equal(faultOf(...args), "optPath: format: expected 'json', got null")
  }
  t.equal(faultOf('new', { format: 'json' }), '/opt/new.json')
  t.equal(faultOf(null, { format: 'json' }), '/opt.json')
})

t.test('the listing shows them in parentheses, with what stands for them', async (t) => {
  t.equal(
    formatRoutes(routes),
    [
      "activate GET  /activate(/:code)                   { controller: 'users', action: 'activate', code: null }",
      "         POST /activate(/:code)                   { controller: 'users', action: 'activate', code: null }",
      "   bible GET  /bible(/:book(/:chapter))(.:format) { controller: 'bibles', action: 'show', version: 'kjv', book: 'x', chapter: /\\d+/ ?? '0' }",
      "    blob GET  /blobs/:ref(/*path)                 { controller: 'blobs', action: 'show', path: '' }",
      "    home GET  (/:locale)                          { controller: 'pages', action: 'home', locale: 'en' }"
    ].join('\n')
  )
})

t.test("a record's integer id may be missing", async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.route('/posts/show/:id', 'posts#show', { defaults: { id: null } })),
    controllers: {
      posts: {
        record: { type: 'object', properties: { id: { type: 'integer' } } },
        show: (request: { params: object }) => request.params
      }
    }
  })
  for (const [url, params] of [
    ['/posts/show/7', { id: 7 }],
    ['/posts/show', {}]
  ] as const) { t.strictSame((await app.inject(url)).json(), params) }
  t.equal((await app.inject('/posts/show/x')).statusCode, 400)
})

t.test('the client may leave them out', async (t) => {
  const urls: string[] = []
  const client = createClient(routes, {
    fetch: async (url) => {
      urls.push(url)
      return new Response('{}')
    }
  })
  await client.bibles.show()
  await client.bibles.show('gen')
  await client.bibles.show({ book: 'gen' }, { query: { a: 1 } })
  t.strictSame(urls, ['/bible', '/bible/gen', '/bible/gen?a=1'])
})

t.test('refused: a default for a variable before others, and a shorter path that another row has', async (t) => {
  const draws: ReadonlyArray<readonly [draws: () => unknown, message: RegExp]> = [
    [
      () => draw((map) => map.route('/a/:b/c/:d', 'a#show', { defaults: { b: 'x' } })),
      /route\('\/a\/:b\/c\/:d'\): defaults: :b is not at the end of the path; only the last variables may have defaults: \/a\/:b\/c\/:d/
    ],
    [() => draw((map) => map.route('/a/:b/:c', 'a#show', { defaults: { b: 'x' } })), /:b is not at the end/],
    [() => draw((map) => map.route('/a/:b.txt', 'a#show', { defaults: { b: 'x' } })), /:b is not at the end/],
    [
      () => draw((map) => map.resources('posts', { defaults: { id: null } })),
      /resources\('posts'\): defaults: :id is not at the end/
    ],
    [
      () => draw((map) => map.route('/a', 'a#index').route('/a/:b', 'a#show', { defaults: { b: null } })),
      /route\('\/a\/:b'\): declared already by route\('\/a'\); remove the defaults for :b from route\('\/a\/:b'\): GET \/a\/:b/
    ],
    [
      () => draw((map) => map.route('/a/:b', 'a#show', { defaults: { b: null } }).route('/a', 'a#index')),
      /route\('\/a'\): declared already by route\('\/a\/:b'\); remove the defaults for :b from route\('\/a\/:b'\)/
    ],
    [
      () =>
        draw((map) =>
          map
            .route('/a/:b', 'a#show', { defaults: { b: null } })
            .route('/a/:b/:c', 'a#list', { defaults: { b: null, c: null } })
        ),
      /declared already by/
    ]
  ]
  for (const [call, message] of draws) t.throws(call, { code: 'FST_RESOURCES_DECLARATION', message })
})

t.test('routes --path lists them for a shorter path', async (t) => {
  for (const [url, paths] of [
    ['/bible/gen.json', ['/bible/:book/:chapter']],
    ['/bible', ['/bible/:book/:chapter', '/:locale']],
    ['/activate/a', ['/activate/:code', '/activate/:code']],
    ['/', ['/:locale']]
  ] as const) t.strictSame(rowsForPath(routes.table, url).map(({ path }) => path), paths, url)
})
