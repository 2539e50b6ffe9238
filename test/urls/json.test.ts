/** Helpers from the JSON of drawn routes, in Node and in bundles for browsers. */

import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { readdirSync } from 'node:fs'
import t from 'tap'
import fc from 'fast-check'
import { createFormHelpers, createUrlFor, draw } from '../../lib/index.js'
import type { Route, Routes, RoutesJson } from '../../lib/index.js'
import { createTargets as createPreciseJoiner } from '../../lib/urls/join.js'
import {
  checkVariables,
  createTargets,
  quicken,
  reportMisspelt
} from '../../lib/urls/join.browser.js'
import { createError } from '../../lib/errors.browser.js'
import { encode, isPlain } from '../../lib/urls/encode.browser.js'
import { WORDS } from '../../lib/urls/url-words.browser.js'
import { readTable } from '../../lib/routes/read.js'
import * as text from '../../lib/text.browser.js'
import { contendingRoutes, id } from '../support/arbitraries.js'
import { runs } from '../support/runs.js'

const NAMES = [
  'articles',
  'authors',
  'books',
  'boxes',
  'categories',
  'comments',
  'customers',
  'days',
  'invoices',
  'leaves',
  'matches',
  'orders',
  'pages',
  'people',
  'photos',
  'posts',
  'products',
  'reviews',
  'sales',
  'statuses',
  'stories',
  'tags',
  'tasks',
  'users',
  'wishes'
] as const

const SITE = { basePath: '', maxParamLength: Infinity, caseSensitive: true }

function jsonOf (routes: Routes): RoutesJson {
  return JSON.parse(JSON.stringify(routes)) as RoutesJson
}

t.test('the JSON of routes gives the same helpers as the routes', async (t) => {
  const routes = draw({ formats: ['json'] }, (map) =>
    map
      .root({ controller: 'posts', action: 'index' })
      .resources(
        'posts',
        {
          requirements: { id: /\d+/ },
          conditions: { host: /\.example\.org$/, tenant: 5n, version: '1.0.0' }
        },
        (posts) => posts.resources('comments')
      )
  )
  const drawn = createUrlFor(routes, { baseUrl: 'https://example.org/blog' })
  const read = createUrlFor<typeof routes>(jsonOf(routes), { baseUrl: 'https://example.org/blog' })
  t.equal(
    read.postCommentUrl(1, 'a b', { format: 'json', query: { a: [1] } }),
    'https://example.org/blog/posts/1/comments/a%20b.json?a[]=1'
  )
  t.equal(read('edit_post', { id: 1 }), drawn('edit_post', { id: 1 }))
  t.equal(read.rootPath(), '/blog')
  t.throws(() => read.postPath('x'), {
    code: 'FST_RESOURCES_URL',
    message: "postPath: id: 'x' does not match the requirement /\\d+/"
  })
  t.equal(
    String(createFormHelpers(read).formFor('post', { id: 3 })),
    '<form action="/blog/posts/3" method="post"><input type="hidden" name="_method" value="put">'
  )
})

t.test('JSON without a type argument allows any helper', async (t) => {
  const urlFor = createUrlFor(jsonOf(draw((map) => map.resources('posts'))))
  t.equal(urlFor.postPath(1), '/posts/1')
})

t.test('the JSON has a version, and gives the rows as they are', async (t) => {
  const routes = draw((map) => map.resources('posts', { only: ['show'], conditions: { host: /a/ } }))
  t.equal(jsonOf(routes).version, 2)
  t.strictSame(readTable(jsonOf(routes)), [{ ...routes.table[0], conditions: { host: '/a/' } }])
  t.strictSame(Object.keys(routes), ['table'])
})

t.test('any rows come back from their JSON in their order', async () => {
  fc.assert(
    fc.property(contendingRoutes, (routes) => {
      assert.deepEqual(readTable(jsonOf(routes)), JSON.parse(JSON.stringify(routes.table)))
    }),
    { numRuns: runs(1000) }
  )
})

t.test('rows come back whose texts look like those of the JSON', async (t) => {
  for (const [title, routes] of Object.entries({
    'rows of other kinds': draw({ patch: true }, (map) =>
      map
        .root('pages#home')
        .redirect('/old/:public_slug', 'post')
        .route('page', '/pages/:locale', 'pages#show', {
          defaults: { locale: null }
        })
        .route('file', '/files/*path', 'files#show', { method: 'any' })
        .group({ pathPrefix: 'v1', conditions: { version: '1.0.0' } }, (v1) =>
          v1.resources('boxes', { only: 'index' })
        )
        .resource('account', (account) => account.resources('keys'))
        .resources(
          'posts',
          { param: 'public_slug', formats: ['json'], member: { publish: 'put' } },
          (posts) => posts.resources('comments', { shallow: true })
        )
    ),
    'a sign of a word': draw((map) =>
      map.resources('posts', { requirements: { id: /[$]0/ } }).route('price', '/$1', 'posts#price')
    ),
    'words that are keys': draw((map) => map.resources('names', 'params', 'resources', 'paths')),
    'words with other letters': draw((map) => map.resources('größen')),
    'a word in a word': draw((map) =>
      map.namespace('posts', (posts) => posts.resources('post', 'reposts', (posts) => posts.resource('post')))
    ),
    'more words than signs': draw((map) =>
      map.resources('cars', (cars) =>
        cars.resources('doors', (doors) =>
          doors.resources('locks', (locks) =>
            locks.resources('keys', (keys) => keys.resources('rings', (rings) => rings.resources('makers')))
          )
        )
      )
    )
  })) { t.strictSame(readTable(jsonOf(routes)), routes.table, title) }
})

t.test('rows come back whose names are a part of the words of JSON', async (t) => {
  const trees = [
    draw((map) => map.route('user', '/u/:name', 'u#show')),
    draw({ api: true }, (map) => map.resources('ru').resources('t').resources('nulls')),
    draw((map) => map.route('x', '/r', 'r#y', { method: 'any' })),
    draw((map) => map.resources('es', { formats: { required: ['json'] } })),
    draw((map) => map.resources('names', { param: 'plural' }, (names) => names.resources('paths')))
  ]
  for (const routes of trees as readonly Routes[]) {
    t.strictSame(readTable(jsonOf(routes)), JSON.parse(JSON.stringify(routes.table)))
  }
})

t.test('25 plain resources take 2 kB of JSON', async (t) => {
  const json = JSON.stringify(draw((map) => map.resources(...NAMES)))
  t.ok(json.length <= 2000 && gzipSync(json).length <= 450, json)
})

t.test('a resource with the name of a part of a row has the shape of all others', async (t) => {
  const names = ['posts', 'members', 'collections', 'names', 'places']
  t.equal(JSON.parse(JSON.stringify(draw((map) => map.resources(...names)))).shapes.length, 1)
})

t.test('refused: JSON of another version, and values that are neither JSON of routes nor routes', async (t) => {
  t.throws(() => createUrlFor({ version: 1, shapes: [], table: [] }), {
    code: 'FST_RESOURCES_JSON_VERSION',
    message:
      'the JSON of the routes has version 1, and this fastify-resources reads version 2; write it again with the version that reads it'
  })
  for (const [given, shown] of [
    [{}, 'an object without properties'],
    [null, 'null'],
    [{ table: [] }, 'an object with table'],
    [{ version: 2 }, 'an object with version'],
    [{ version: 2, table: [] }, 'an object with version, table'],
    ['{}', "'{}'"]
  ] as const) {
    t.throws(() => createUrlFor(given as never), {
      code: 'FST_RESOURCES_OPTIONS',
      message: `The options have a mistake: expected the result of draw() or its JSON, got ${shown}`
    })
  }
})

t.test('a browser builds the same paths, and refuses the same ids; what a request reads otherwise, only a server refuses', async (t) => {
  const counts = { built: 0, refused: 0, hidden: 0 }
  const numRuns = runs(1000)
  fc.assert(
    fc.property(
      contendingRoutes,
      fc.infiniteStream(id),
      fc.infiniteStream(fc.nat()),
      (routes, ids, numbers) => {
        const precise = createPreciseJoiner(SITE)
        const joiner = createTargets(SITE)
        readTable(jsonOf(routes)).forEach((row, index) => {
          const route = routes.table[index] as Route
          const given = route.params.map(({ isOptional }) =>
            isOptional && numbers.next().value % 3 === 0 ? null : ids.next().value
          )
          const extension = ['', ...route.formats.map((format) => `.${format}`)][
            numbers.next().value % (route.formats.length + 1)
          ] as string
          const [faults, found]: [string[], string[]] = [[], []]
          const expected = precise(route).join(given, extension, faults)
          const path = joiner(row).join(given, extension, found)
          const isReadOtherwise = faults.some((fault) => /: a request to this URL would not have these ids/.test(fault))
          assert.equal(
            found.length,
            isReadOtherwise ? 0 : faults.length,
            `${JSON.stringify([row, given.map(String), extension])} ${faults.join()} ${found.join()}`
          )
          if (faults.length === 0) assert.equal(path, expected)
          const result = faults.length === 0 ? 'built' : 'refused'
          counts[isReadOtherwise ? 'hidden' : result]++
        })
      }
    ),
    { numRuns }
  )
  t.ok(counts.built > numRuns && counts.refused > numRuns, JSON.stringify(counts))
})

t.test('misspelt variables are not refused in a browser, where types and missing ids tell', async (t) => {
  t.doesNotThrow(() => {
    checkVariables()
    reportMisspelt()
    assert.equal(quicken(draw((map) => map.root('a#b')).table[0] as Route, null, String), String)
  })
})

t.test('a browser builds the root without its optional variable', async (t) => {
  const [row] = readTable(
    jsonOf(draw((map) => map.route('home', '/:locale', 'pages#home', { defaults: { locale: null } })))
  )
  const faults: string[] = []
  t.equal(createTargets(SITE)(row as never).join([null], '', faults), '/')
  t.strictSame(faults, [])
})

t.test('a browser does not read a path back', async (t) => {
  const routes = draw({ formats: ['json'] }, (map) =>
    map
      .resources('posts', { only: ['new', 'show'] })
      .route('home', '/:locale', 'pages#home', { defaults: { locale: null } })
  )
  const joiner = createTargets(SITE)
  const faults: string[] = []
  const built = (
    [
      ['post', ['new']],
      ['home', [null]],
      ['home', ['a\nb']]
    ] as const
  ).map(([name, ids]) =>
    joiner(routes.table.find((row) => row.name === name) as Route).join(ids, '.json', faults)
  )
  t.strictSame([built, faults], [['/posts/new', '/', '/a%0Ab'], []])
})

t.test('messages in a browser are short', async (t) => {
  const routes = draw((map) => map.resources('posts', (posts) => posts.resources('comments')))
  const rows = readTable(jsonOf(routes))
  const { join } = createTargets(SITE)(rows.find(({ name }) => name === 'post_comment') as never)
  const faults: string[] = []
  join(['', {}], '', faults)
  t.strictSame(faults, ['invalid post_id', 'invalid id'])
})

t.test('words for browsers are short', async (t) => {
  t.strictSame(
    [
      text.show('a'),
      text.show([]),
      text.oneOf(['a', 'b']),
      text.noRoutes(),
      text.didYouMean(),
      text.unknownOption('qery'),
      text.unknownOptions({ query: 1, qery: 1 }, ['query']),
      text.messageOf(1)
    ],
    ["'a'", 'object', 'a, b', 'invalid routes', '', 'unknown option qery', ['unknown option qery'], '1']
  )
  t.strictSame([WORDS.port?.(), WORDS.origin?.()], ['invalid port', 'invalid origin'])
  const { name, code, statusCode, message } = createError('FST_RESOURCES_URL', [
    'postPath',
    ['invalid id', 'invalid format']
  ])
  t.strictSame(
    [name, code, statusCode, message],
    ['ResourcesError', 'FST_RESOURCES_URL', 500, 'postPath; invalid id; invalid format']
  )
})

t.test('a browser encodes texts as a server does', async (t) => {
  t.strictSame(
    ['a-b_~1', '', 'ä/', 'a b'].map((text) => [isPlain(text), encode(text)]),
    [
      [true, 'a-b_~1'],
      [false, ''],
      [false, '%C3%A4%2F'],
      [false, 'a%20b']
    ]
  )
})

t.test('a file for browsers exports all that the file exports which it replaces', async (t) => {
  const lib = new URL('../../lib/', import.meta.url)
  const files = readdirSync(lib, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.browser.ts'))
  t.ok(files.length > 0)
  for (const file of files) {
    const [one, other] = await Promise.all(
      [file.replace('.browser', ''), file].map(
        async (file) => (await import(new URL(file, lib).href)) as object
      )
    )
    t.strictSame(Object.keys(other as object), Object.keys(one as object), file)
  }
})
