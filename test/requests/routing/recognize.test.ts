/** `recognize`: the row that a request would reach. */

import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import type { Routes } from '../../../lib/index.js'
import { echoApp, echoControllers } from '../../support/app.js'
import type { Echo } from '../../support/app.js'
import { runs } from '../../support/runs.js'

const routes = draw((map) =>
  map
    .resources('posts', { formats: ['json'] }, (posts) =>
      posts.resources('comments', { only: 'show', requirements: { id: /\d+/ } })
    )
    .route('upload', '/files', { controller: 'files', action: 'upload', method: 'any' })
    .route('home', '/home', { controller: 'homes', action: 'show', conditions: { host: 'a.org' } })
    .route('other_home', '/home', {
      controller: 'others',
      action: 'show',
      conditions: { host: 'b.org' },
      formats: []
    })
)

const cases: ReadonlyArray<
  readonly [url: string, method: string | undefined, expected: readonly unknown[] | null]
> = [
  ['/posts/1', undefined, ['posts#show', { id: '1' }, null]],
  ['/posts/1', 'PUT', ['posts#update', { id: '1' }, null]],
  ['/posts/1', 'put', ['posts#update', { id: '1' }, null]],
  ['/posts/1', 'HEAD', ['posts#show', { id: '1' }, null]],
  ['/posts/1?page=2#c3', 'DELETE', ['posts#destroy', { id: '1' }, null]],
  ['/posts/1.json', 'GET', ['posts#show', { id: '1' }, 'json']],
  ['/posts/a%20b/comments/7', 'GET', ['comments#show', { post_id: 'a b', id: '7' }, null]],
  ['/posts/new', 'GET', ['posts#new', {}, null]],
  ['/files', 'PATCH', ['files#upload', {}, null]],
  ['https://a.org/home', 'GET', ['homes#show', {}, null]],
  ['HTTP://b.org/home?x', 'GET', ['others#show', {}, null]],
  ['/home', 'GET', null],
  ['https://c.org/home', 'GET', null],
  ['https://c.org', 'GET', null],
  ['/posts/1', 'PATCH', null],
  ['/posts/1', 'PROPFIND', null],
  ['/posts/1/comments/x', 'GET', null],
  ['/posts/1.xml', 'GET', null],
  ['/posts/', 'GET', null],
  ['/posts/a%2Fb', 'GET', null],
  ['/posts/%', 'GET', null],
  ['/posts/%2e%2e', 'GET', null],
  ['/posts/..%5Cb', 'GET', null],
  ['/unknown', 'GET', null],
  ['/', 'GET', null]
]

t.test('recognize returns the row that a request would reach, its ids and its format, or null', async (t) => {
  const app = await echoApp(routes)
  for (const [url, method, expected] of cases) {
    const found = app.recognize(url, method)
    t.strictSame(
      found === null
        ? null
        : [`${found.route.controller}#${found.route.action}`, { ...found.params }, found.format],
      expected,
      `${method ?? ''} ${url}`
    )
  }
})

t.test('the headers of a request choose between rows; the host of an address goes before theirs', async (t) => {
  const versions = draw((map) =>
    map
      .route('v1', '/tags/:id', 'tags#v1', { conditions: { version: '1.0.0' } })
      .route('v2', '/tags/:id', 'tags#v2', { conditions: { version: '2.1.0' } })
      .route('a', '/home', 'homes#a', { conditions: { host: 'a.org' } })
      .route('b', '/home', 'homes#b', { conditions: { host: 'b.org' } })
      .route('page', '/pages', 'homes#page')
  )
  const app = await echoApp(versions)
  for (const [url, headers, expected] of [
    ['/tags/1', {}, null],
    ['/tags/1', undefined, null],
    ['/tags/1', { 'accept-version': '1.0.0' }, 'v1'],
    ['/tags/1', { 'Accept-Version': '2.x' }, 'v2'],
    ['/tags/1', { 'accept-version': '3.0.0' }, null],
    ['/pages', {}, 'page'],
    ['/pages', { 'accept-version': '1.0.0' }, null],
    ['/home', { host: 'a.org' }, 'a'],
    ['https://b.org/home', { host: 'a.org' }, 'b'],
    ['https://b.org/home', { Host: 'a.org' }, 'b'],
    ['https://b.org/tags/1', { 'accept-version': '1.0.0' }, 'v1']
  ] as const) {
    const title = `${url} ${JSON.stringify(headers)}`
    t.equal(app.recognize(url, 'GET', headers)?.route.action ?? null, expected, title)
    if (!url.startsWith('/')) continue
    const answer = await app.inject({ url, ...(headers !== undefined && { headers }) })
    t.equal(answer.statusCode, expected === null ? 404 : 200, title)
  }
})

t.test("prefixes and the router's options apply; the row is that of the listing, with its path", async (t) => {
  const app = Fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } })
  await app.register(
    async (scope) => {
      await scope.register(resourcesPlugin, { routes, controllers: echoControllers(routes), prefix: '/v1' })
      t.equal(scope.recognize('/api/v1/posts/7')?.route.path, '/api/v1/posts/:id')
    },
    { prefix: '/api' }
  )
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('tags', { only: 'show' })),
    controllers: { tags: { show: () => 'tag' } }
  })
  t.strictSame(app.recognize('/API/v1/Posts/7/')?.params, { id: '7' }, 'of all trees of the app')
  t.equal(app.recognize('/tags/x')?.route.name, 'tag', 'also of those registered since it was asked first')
  t.equal(app.recognize('/posts/7'), null)
})

t.test("a URL that the app's own route answers is not recognized", async (t) => {
  const app = Fastify()
  app.get('/posts/featured', () => 'featured')
  await app.register(resourcesPlugin, { routes, controllers: echoControllers(routes) })
  t.equal(app.recognize('/posts/featured'), null)
  t.equal(app.recognize('/posts/other')?.route.action, 'show')
})

t.test('HEAD is recognized as Fastify answers it: with GET, not without its own route, nor by a route of the app', async (t) => {
  for (const [name, expected, options] of [
    ['default', 'posts#show', {}],
    ['exposeHeadRoutes: false', null, { exposeHeadRoutes: false }]
  ] as const) {
    const app = Fastify(options)
    await app.register(resourcesPlugin, { routes, controllers: echoControllers(routes) })
    const found = app.recognize('/posts/1', 'HEAD')
    t.equal(found === null ? null : `${found.route.controller}#${found.route.action}`, expected, name)
    t.equal(
      (await app.inject({ method: 'HEAD', url: '/posts/1' })).statusCode,
      expected === null ? 405 : 200,
      name
    )
  }
  const app = Fastify({ exposeHeadRoutes: false })
  app.head('/posts/:number', () => 'own')
  await app.register(resourcesPlugin, { routes, controllers: echoControllers(routes) })
  t.equal(app.recognize('/posts/1', 'head'), null)
  t.equal(app.recognize('/posts/1')?.route.action, 'show')
})

t.test('a row under a custom condition is recognized, after a row without it at the same path', async (t) => {
  const app = Fastify({
    routerOptions: {
      constraints: {
        tenant: {
          name: 'tenant',
          storage: () => {
            const found = new Map()
            return {
              get: (key) => found.get(key) ?? null,
              set: (key, value) => {
                found.set(key, value)
              }
            }
          },
          deriveConstraint: ({ headers }) => headers.tenant as string,
          validate: () => true
        }
      }
    }
  })
  const tree = draw((map) =>
    map
      .route('only', '/only', { controller: 'a', action: 'only', conditions: { tenant: 'a' } })
      .route('both', '/both', { controller: 'a', action: 'both', conditions: { tenant: 'a' } })
      .route('all', '/both', { controller: 'b', action: 'both' })
  )
  await app.register(resourcesPlugin, { routes: tree, controllers: echoControllers(tree) })
  t.equal(app.recognize('/only')?.route.name, 'only')
  t.equal(app.recognize('/both')?.route.controller, 'b')
})

t.test('refused: a text that is neither a path nor an address, and what is no method or headers', async (t) => {
  const app = await echoApp(routes)
  t.throws(() => app.recognize('/posts/1', null as unknown as string), {
    code: 'FST_RESOURCES_URL',
    message: "recognize(): expected a method such as 'PUT', got null"
  })
  for (const [headers, shown] of [[null, 'null'], ['1.0.0', "'1.0.0'"], [new Headers(), 'an instance of Headers']] as const) {
    t.throws(() => app.recognize('/posts/1', 'GET', headers as unknown as undefined), {
      code: 'FST_RESOURCES_URL',
      message: `recognize(): expected headers such as { 'accept-version': '1.0.0' }, got ${shown}`
    })
  }
  for (const [url, shown] of [
    ['posts/1', "'posts/1'"],
    [{ toString: () => '/posts/1' }, 'an object with toString'],
    ['', "''"],
    ['javascript:1', "'javascript:1'"],
    [undefined, 'undefined']
  ] as const) {
    t.throws(() => app.recognize(url as unknown as string), {
      code: 'FST_RESOURCES_URL',
      message: `recognize(): expected a path that begins with a slash, or an http(s) address, got ${shown}`
    })
  }
})

t.test("an 'any' that gives way at one of its paths answers only the others", async (t) => {
  const tree = draw((map) => map
    .route('b', '/a', 'z#z')
    .route('a', '/a/:id', 'z#y', { method: 'any', defaults: { id: null } }))
  const app = Fastify()
  await app.register(resourcesPlugin, { routes: tree, controllers: { z: { z: async () => 'z', y: async () => 'y' } } })
  for (const [method, url] of [['GET', '/a'], ['POST', '/a'], ['GET', '/a/1']] as const) {
    const { body } = await app.inject({ method, url })
    t.equal(app.recognize(url, method)?.route.action, body, `${method} ${url}`)
  }
  t.equal(app.urlFor.aPath(1), '/a/1')
  t.equal(app.urlFor.aPath(), '/a')
})

/** Rows that meet at one place of the path: patterns, words with endings, optional variables, globs. */
const PATHS = [
  '/', '/a', '/a/b', '/a/:x', '/a/:x/b', '/a/:x/:y', '/a/*rest', '/a.:x', '/a.:x/b', '/a-:x', '/a-b', '/a.b',
  '/:x', '/:x/b', '/:x/:y', '/:x-:y', '/:x-:y/b', '/:x/b/:y', '/é', '/é.:x', '/a/:x/*rest'
] as const

interface Declared {
  readonly path: string
  readonly x: RegExp | undefined
  readonly isOptional: boolean
  readonly formats: readonly string[]
  readonly method: string
}

/** Without the last rows, where one is a mistake beside the others. */
function drawRows (rows: readonly Declared[]): Routes {
  try {
    return draw((map) => rows.reduce((map: any, { path, x, isOptional, formats, method }, index) => {
      const last = /:(\w)$/.exec(path)?.[1]
      return map.route(`row_${index}`, path, {
        controller: 'rows',
        action: `show${index}`,
        method,
        ...(path !== '/' && { formats: [...formats] }),
        ...((x !== undefined || path.includes('-:y')) && path.includes(':x') && { requirements: { x: x ?? /a/ } }),
        ...(isOptional && /\/:\w$/.test(path) && { defaults: { [last as string]: null } })
      })
    }, map)) as Routes
  } catch {
    return drawRows(rows.slice(0, -1))
  }
}

const declarations = fc.array(
  fc.record<Declared>({
    path: fc.constantFrom(...PATHS),
    x: fc.constantFrom(undefined, /[ab]+/, /a|b|c/),
    isOptional: fc.boolean(),
    formats: fc.constantFrom([], ['json'], ['xml', 'json']),
    method: fc.constantFrom('get', 'any')
  }),
  { minLength: 1, maxLength: 8 }
)
const urls = fc.array(
  fc.array(fc.constantFrom('a', 'b', 'A', 'a.b', 'a.json', 'a-b', '%61', 'é', '%C3%A9.xml', 'ab.json', ''), { maxLength: 4 })
    .map((segments) => `/${segments.join('/')}`),
  { minLength: 1, maxLength: 12 }
)

t.test('the row of a path is the one that a request reaches, whatever paths have been asked for before', async (t) => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(declarations, urls, fc.boolean(), async (rows, urls, isLoose) => {
      const routes = drawRows(rows)
      const routerOptions = {
        caseSensitive: !isLoose, ignoreTrailingSlash: isLoose, ignoreDuplicateSlashes: isLoose
      }
      const app: FastifyInstance = await echoApp(routes, {}, { routerOptions })
      for (const url of [...urls, ...urls.toReversed()]) {
        const response = await app.inject(url)
        const expected = response.statusCode === 200 ? response.json<Echo>().action : undefined
        if (expected !== undefined) found++
        assert.equal(app.recognize(url)?.route.action, expected, url)
      }
    }),
    { numRuns: runs(1000) }
  )
  t.ok(found > 100, `${found} rows`)
})
