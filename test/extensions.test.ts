/** Extensions that are required, and the format of requests without an extension. */

import t from 'tap'
import Fastify from 'fastify'
import swagger from '@fastify/swagger'
import resourcesPlugin, { createUrlFor, draw, formatRoutes } from '../lib/index.js'
import { rowsForPath } from '../lib/routes/rows-for-path.js'
import type { Routes, RoutesJson } from '../lib/index.js'
import { echoApp, echoControllers } from './support/app.js'
import type { Echo } from './support/app.js'

const routes = draw({ formats: ['html', 'json'] }, (map) =>
  map
    .route('news', '/news', 'news#index', { formats: { required: ['atom', 'rss'] } })
    .resources(
      'posts',
      { only: ['index', 'show'], formats: { required: ['json'] }, requirements: { id: /\d+/ } },
      (posts) => posts.resources('comments', { only: 'show' })
    )
    .route('sitemap', '/sitemap.xml', 'sitemaps#show', {
      formats: [],
      defaults: { format: 'googlesitemap', type: 'all' }
    })
    .namespace('admin', { defaults: { format: 'json' } }, (admin) =>
      admin
        .resources('logs', { only: 'show' })
        .resources('pages', { only: 'index', defaults: { format: null } })
    )
    .route('raw', '/raw/:id/*path', 'files#raw', { defaults: { format: 'raw', path: null } })
    .group({ formats: { required: ['json'] } }, (api) =>
      api
        .root('pages#index')
        .route('blob', '/blobs/*path', 'blobs#show')
        .route('page', '/p/:page', 'pages#show', { defaults: { page: null } })
    )
)

const jsonOf = (routes: Routes): RoutesJson => JSON.parse(JSON.stringify(routes)) as RoutesJson

t.test('a path without a required extension is unknown', async (t) => {
  const app = await echoApp(routes)
  for (const [url, expected] of [
    ['/news.rss', ['news#index', {}, 'rss']],
    ['/posts/1.json', ['posts#show', { id: '1' }, 'json']],
    ['/posts/1/comments/2', ['comments#show', { post_id: '1', id: '2' }, undefined]],
    ['/', ['pages#index', {}, undefined]],
    ['/blobs/a.json', ['blobs#show', { path: 'a.json' }, undefined]],
    ['/p/a.json', ['pages#show', { page: 'a' }, 'json']],
    ['/p.json', ['pages#show', {}, 'json']]
  ] as const) {
    const { controller, action, params, format } = (await app.inject(url)).json<Echo>()
    t.strictSame([`${controller}#${action}`, params, format], expected, url)
    t.equal(app.recognize(url)?.format ?? undefined, expected[2])
  }
  for (const url of [
    '/news',
    '/news.json',
    '/posts',
    '/posts/1',
    '/posts/1.html',
    '/posts/x.json',
    '/p',
    '/p/a'
  ]) { t.equal((await app.inject(url)).statusCode, 404, url) }
  t.equal((await app.inject({ method: 'POST', url: '/news.atom' })).headers.allow, 'GET, HEAD')
})

for (const [name, source] of [
  ['drawn routes', routes],
  ['their JSON', jsonOf(routes)]
] as const) {
  t.test(`helpers of ${name} need a required extension`, async (t) => {
    const urlFor = createUrlFor<typeof routes>(source)
    const built = [
      urlFor.newsPath({ format: 'rss' }),
      urlFor.postPath(1, { format: 'json', query: { a: 1 } }),
      urlFor.pagePath(null, { format: 'json' }),
      urlFor(urlFor.hashForPostPath(1, { format: 'json' })),
      urlFor('news', {}, { format: 'atom' }),
      urlFor.adminLogPath(1),
      urlFor.rawPath(1, 'a/b'),
      urlFor.rootPath()
    ]
    t.strictSame(built, [
      '/news.rss',
      '/posts/1.json?a=1',
      '/p.json',
      '/posts/1.json',
      '/news.atom',
      '/admin/logs/1',
      '/raw/1/a/b',
      '/'
    ])
    t.throws(() => (urlFor.newsPath as () => string)(), {
      message: "newsPath: format: expected 'atom' or 'rss', got null"
    })
    t.throws(() => (urlFor.postPath as (id: number, options: object) => string)(1, {}), {
      message: /format: expected 'json', got null/
    })
  })
}

t.test('a request without an extension has the default format, whatever it accepts', async (t) => {
  const app = await echoApp(routes)
  for (const [url, format, params] of [
    ['/sitemap.xml', 'googlesitemap', { type: 'all' }],
    ['/admin/logs/1', 'json', { id: '1' }],
    ['/admin/logs/1.html', 'html', { id: '1' }],
    ['/admin/pages', undefined, {}],
    ['/raw/1/a/b', 'raw', { id: '1', path: 'a/b' }],
    ['/raw/1', 'raw', { id: '1' }]
  ] as const) {
    const echo = (await app.inject({ url, headers: { accept: 'text/html' } })).json<Echo>()
    t.strictSame(
      [echo.format, echo.params, app.recognize(url)?.format ?? undefined],
      [format, params, format],
      url
    )
  }
})

t.test('respondTo answers in it, and Accept does not vary the answer', async (t) => {
  const app = Fastify()
  const show = (_request: unknown, reply: { respondTo: (branches: {}) => unknown }): unknown =>
    reply.respondTo({ html: () => 'page', json: () => ({ a: 1 }) })
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map
        .route('/a', 'a#show', { defaults: { format: 'json' } })
        .route('/b', 'a#show', { defaults: { format: 'rss' } })
    ),
    controllers: { a: { show } }
  })
  const response = await app.inject({ url: '/a', headers: { accept: 'text/html' } })
  t.strictSame([response.json(), response.headers.vary], [{ a: 1 }, undefined])
  t.match((await app.inject('/b')).json(), {
    statusCode: 406,
    message: "the request has the format 'rss'; expected 'html' or 'json'"
  })
})

t.test('the listing shows both', async (t) => {
  t.equal(
    formatRoutes(routes, { grep: 'news' }),
    "news GET /news.:format { controller: 'news', action: 'index' }"
  )
  t.equal(
    formatRoutes(routes, { grep: 'sitemap' }),
    "sitemap GET /sitemap.xml { controller: 'sitemaps', action: 'show', type: 'all', format: 'googlesitemap' }"
  )
})

t.test('routes --path lists such rows for a URL with their extension', async (t) => {
  const pathsOf = (url: string): string[] => rowsForPath(routes.table, url).map(({ path }) => path)
  t.strictSame(['/admin/logs/1', '/posts/1', '/posts/1.json'].map(pathsOf), [['/admin/logs/:id'], [], ['/posts/:id']])
})

t.test('a document has the path with its extension', async (t) => {
  const app = Fastify()
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'a', version: '1' } } })
  await app.register(resourcesPlugin, { routes, controllers: echoControllers(routes) })
  await app.ready()
  const { paths } = app.swagger() as unknown as {
    paths: Record<string, { get: { parameters?: Array<{ name: string; schema: object }> } }>
  }
  t.strictSame(
    paths['/posts/{id}.{format}']?.get.parameters?.map(({ name, schema }) => [name, schema]),
    [
      ['id', { type: 'string', pattern: '^\\d+$' }],
      ['format', { type: 'string', enum: ['json'] }]
    ]
  )
  t.notOk('/posts/{id}' in paths)
})

t.test('refused: an extension where there can be none, and other words for it', async (t) => {
  const draws: ReadonlyArray<readonly [draws: () => unknown, message: RegExp]> = [
    [
      () => draw((map) => map.route('/*path', 'a#show', { formats: ['json'] })),
      /route\('\/\*path'\): formats: a glob takes the rest of the path, so it has no extension; remove formats/
    ],
    [
      () => draw((map) => map.root('a#show', { formats: { required: ['json'] } })),
      /root\(\): formats: the root path has no word for an extension; remove formats/
    ],
    [
      () => draw((map) => map.route('/a', 'a#show', { format: 'rss' } as {})),
      /route\('\/a'\): unknown option 'format'; write formats: \['json'\] for extensions, formats: { required: \['json'\] } if they are required, or defaults: { format: 'json' } for one format without an extension/
    ],
    [
      () => draw((map) => map.route('/a.:format', 'a#show')),
      /an extension cannot be a variable; leave it out, and write formats: { required: \['json'\] } with all of them/
    ],
    [
      () => draw((map) => map.route('/download/*args.zip', 'a#show')),
      /a glob takes a whole segment, got '\*args\.zip'; write '\*args', and check the end in the action/
    ],
    [
      () => draw((map) => map.route('/a', 'a#show', { formats: { required: [] } })),
      /formats: required: expected at least one extension, got an empty list/
    ],
    [
      () => draw((map) => map.route('/a', 'a#show', { formats: { require: ['json'] } as never })),
      /formats: expected a list of extensions, such as \['html', 'json'\], got an object with require/
    ],
    [
      () => draw({ formats: { required: ['json'] } as never }, (map) => map.root('a#show')),
      /draw\(\): formats: expected a list of extensions/
    ],
    [
      () => draw((map) => map.route('/a', 'a#show', { defaults: { format: 'JSON' } })),
      /defaults: format: expected an extension of lower-case letters, digits and '_', such as 'json', got 'JSON'/
    ],
    [
      () =>
        draw((map) =>
          map.route('news', '/news', 'a#show', { formats: { required: ['rss'] } }).redirect('/old', 'news')
        ),
      /redirect\('\/old'\): 'news' requires an extension; write its path, such as '\/news\.rss'/
    ],
    [
      () =>
        draw((map) =>
          map
            .resources('news', { only: 'show', formats: { required: ['rss'] } })
            .redirect('/old/:id', '/news/:id')
        ),
      /redirect\('\/old\/:id'\): '\/news\/:id' requires an extension; write its path, such as '\/news\/:id\.rss'/
    ]
  ]
  for (const [call, message] of draws) t.throws(call, { code: 'FST_RESOURCES_DECLARATION', message })
})
