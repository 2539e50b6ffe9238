/** Globs, and several words in one segment: drawn, named, built and answered. */

import http from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import type { FastifyInstance } from 'fastify'
import { createUrlFor, draw, formatRoutes } from '../../lib/index.js'
import { paramNames } from '../../lib/routes/params.js'
import { echoApp } from '../support/app.js'
import type { Echo } from '../support/app.js'

const routes = draw({ formats: ['json'] }, (map) =>
  map
    .resources('posts')
    .route('blob', 'blobs/*path', { controller: 'blobs', action: 'show', method: ['get', 'put'] })
    .route('blob_index', 'blobs/index', { controller: 'blobs', action: 'list' })
    .route('text', 'documents/:id/:slug.txt', { controller: 'documents', action: 'text', formats: [] })
    .route('archive', 'archive/:year-:month', {
      controller: 'archives',
      action: 'show',
      requirements: { year: /\d+/ }
    })
    .route('user', '@:name', { controller: 'users', action: 'show' })
    .route('pair', 'pairs/:one~:two!', {
      controller: 'pairs',
      action: 'show',
      requirements: { one: /[a-z~]+/ },
      formats: []
    })
)

const urlFor = createUrlFor(routes)

t.test('the listing shows paths as they are declared', async (t) => {
  t.equal(
    formatRoutes(routes, { grep: 'blob' }),
    [
      "      blob GET /blobs/*path           { controller: 'blobs', action: 'show' }",
      "           PUT /blobs/*path           { controller: 'blobs', action: 'show' }",
      "blob_index GET /blobs/index(.:format) { controller: 'blobs', action: 'list' }"
    ].join('\n')
  )
  t.strictSame(routes.table.filter(({ controller }) => controller !== 'posts').map(paramNames), [
    ['path'],
    ['path'],
    [],
    ['id', 'slug'],
    ['year', 'month'],
    ['name'],
    ['one', 'two']
  ])
})

const built: ReadonlyArray<readonly [title: string, path: string, params: Record<string, string>]> = [
  ['a glob', urlFor.blobPath('a b/c.txt/%2f'), { path: 'a b/c.txt/%2f' }],
  ['a word behind a variable', urlFor.textPath(1, 'a.txt'), { id: '1', slug: 'a.txt' }],
  ['two variables', urlFor.archivePath(2020, '1-2'), { year: '2020', month: '1-2' }],
  ['a word before a variable', urlFor.userPath('ann'), { name: 'ann' }],
  ['any characters between', urlFor.pairPath('a~b', 'c!d'), { one: 'a~b', two: 'c!d' }]
]

t.test('helpers build such paths, and requests to them have the same variables', async (t) => {
  t.strictSame(
    built.map(([, path]) => path),
    ['/blobs/a%20b/c.txt/%252f', '/documents/1/a.txt.txt', '/archive/2020-1-2', '/@ann', '/pairs/a~b~c!d!']
  )
  const app = await echoApp(routes)
  for (const [title, path, params] of built) {
    t.strictSame((await app.inject(path)).json<Echo>().params, params, title)
  }
  t.equal((await app.inject('/archive/2020-1.json')).json<Echo>().format, 'json')
  t.equal((await app.inject('/blobs/index')).json<Echo>().action, 'list')
  t.equal((await app.inject('/blobs/indexes')).json<Echo>().action, 'show')
  t.strictSame({ ...app.recognize('/blobs/a%20b/c')?.params }, { path: 'a b/c' })
  for (const { controller, action, params } of routes.table) {
    t.ok(
      app.urlFor({
        controller,
        action,
        ...Object.fromEntries(params.map(({ name }) => [name, name === 'year' ? 1 : 'x']))
      })
    )
  }
})

t.test('refused: ids that a request would not have', async (t) => {
  const refused: ReadonlyArray<readonly [call: () => string, message: string]> = [
    [() => urlFor.blobPath('a//b'), "blobPath: path: expected a path without empty parts, got 'a//b'"],
    [() => urlFor.blobPath(''), "blobPath: path: expected a path without empty parts, got ''"],
    [
      () => urlFor.blobPath('a/../b'),
      "blobPath: path: '..' is a dot segment, which clients remove from a URL"
    ],
    [
      () => urlFor.blobPath('a/..\\b'),
      "blobPath: path: '..\\b' has a dot segment where '\\' is read as a slash, and requests with one are refused"
    ],
    [() => urlFor.blobPath('\ud800'), 'blobPath: path: a lone surrogate cannot be encoded'],
    [() => urlFor.textPath(1, ''), 'textPath: slug: expected an id, got an empty text'],
    [() => urlFor.archivePath('x', 1), "archivePath: year: 'x' does not match the requirement /\\d+/"],
    [
      () => urlFor.pairPath('a', 'b~c'),
      "pairPath: 'a', 'b~c': a request to this URL would not have these ids"
    ],
    [
      () => urlFor.textPath(1, 'a\nb'),
      "textPath: '1', 'a\nb': a request to this URL would not have these ids"
    ]
  ]
  for (const [call, message] of refused) t.throws(call, { code: 'FST_RESOURCES_URL', message })
})

t.test('a request with an invalid id is answered as an unknown path', async (t) => {
  const app = await echoApp(routes)
  await app.listen()
  t.teardown(() => app.close())
  for (const path of [
    '/blobs/',
    '/blobs/a//b',
    '/blobs/a/',
    '/blobs/a%2Fb',
    '/blobs/a/%2e%2e/etc',
    '/blobs/../etc',
    '/blobs/..%5cb',
    '/blobs/a/b%5C..',
    '/documents/1/.txt',
    '/archive/2020-',
    '/archive/x-1',
    '/@',
    '/pairs/a~!'
  ]) {
    t.equal(await statusOf(app, path), 404, path)
  }
  for (const path of ['/blobs/a?b=%2f', '/blobs/a%5cb', '/blobs/..a%5C...']) {
    t.equal(await statusOf(app, path), 200, path)
  }
})

t.test('a glob after a word declares its paths, its methods are allowed at a path that another row declares, and forms reach it', async (t) => {
  const app = await echoApp(routes)
  t.equal((await app.inject({ method: 'DELETE', url: '/blobs/a/b' })).headers.allow, 'GET, HEAD, PUT')
  const response = await app.inject({ method: 'DELETE', url: '/blobs/index' })
  t.strictSame([response.statusCode, response.headers.allow], [405, 'GET, HEAD, PUT'])
  const form = await app.inject({
    method: 'POST',
    url: '/blobs/a/b',
    payload: '_method=put',
    headers: { 'content-type': 'application/x-www-form-urlencoded' }
  })
  t.strictSame([form.statusCode, form.json<Echo>().params], [200, { path: 'a/b' }])
  t.equal((await app.inject({ method: 'PUT', url: '/archive/2020-1' })).statusCode, 405)
  t.equal((await app.inject({ method: 'PUT', url: '/archive/2020-' })).statusCode, 404)
})

t.test('a root glob answers all paths that no other row answers', async (t) => {
  const app = await echoApp(
    draw((map) => map.resources('posts').route('page', '*path', { controller: 'pages', action: 'show' }))
  )
  t.equal((await app.inject('/posts/1')).json<Echo>().controller, 'posts')
  t.equal((await app.inject('/posts/1/x')).json<Echo>().controller, 'pages')
  t.equal((await app.inject({ method: 'POST', url: '/a/b' })).statusCode, 404)
  t.equal((await app.inject('/')).statusCode, 404)
})

/** Over a socket, since inject takes dot segments out. */
async function statusOf (app: FastifyInstance, path: string): Promise<number | undefined> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    http
      .get({ port, path, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      .on('error', reject)
  })
}
