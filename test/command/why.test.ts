/** The verb `why`. */

import { runInThisContext } from 'node:vm'
import t from 'tap'
import Fastify from 'fastify'
import resourcesPlugin, { createUrlFor } from '../../lib/index.js'
import { readJson } from '../../lib/routes/routes-json.js'
import { echoApp, echoControllers } from '../support/app.js'
import { run } from '../support/command.js'
import type { Result } from '../support/command.js'
import { tenantApp } from '../support/tenant.js'
import { routes as crossing } from '../fixtures/trees/crossing.js'
import { routes as conditioned } from '../fixtures/trees/hosts.js'
import { routes } from '../fixtures/trees/shop.js'

/** A request, and the output after `posts#show answers GET /posts/1`. */
const ANSWERS: ReadonlyArray<readonly [request: string, answer: string]> = [
  [
    'GET /',
    `pages#root answers GET /
  row       GET /
  helper    rootPath()`
  ],
  [
    'GET https://example.org',
    `pages#root answers GET https://example.org
  row       GET /
  helper    rootPath()`
  ],
  [
    'get /posts/1?page=2',
    `posts#show answers GET /posts/1?page=2
  row       GET /posts/:id(.:format)
  ids       id: '1'
  helper    postPath(1)`
  ],
  [
    'HEAD /posts/a%20b.json',
    `posts#show answers HEAD /posts/a%20b.json
  row       GET /posts/:id(.:format)
  ids       id: 'a b'
  format    json
  helper    postPath('a b', { format: 'json' })`
  ],
  [
    'DELETE /posts/1',
    `posts#destroy answers DELETE /posts/1
  row       DELETE /posts/:id(.:format)
  ids       id: '1'
  helper    postPath(1)`
  ],
  [
    'GET /posts/new',
    `posts#new answers GET /posts/new
  row       GET /posts/new(.:format)
  helper    newPostPath()`
  ],
  [
    'GET /posts/1/comments/02',
    `comments#show answers GET /posts/1/comments/02
  row       GET /posts/:post_id/comments/:id
  ids       post_id: '1', id: '02'
  helper    postCommentPath(1, '02')`
  ],
  [
    'PATCH /my%20pages/x',
    `pages#show answers PATCH /my%20pages/x
  row       PATCH /my pages/:name
  ids       name: 'x'
  helper    pagesPath('x')`
  ],
  [
    `GET /files/a/${'x'.repeat(101)}`,
    `files#show answers GET /files/a/${'x'.repeat(101)}
  row       GET /files/*path
  ids       path: 'a/${'x'.repeat(58)}…'`
  ],
  [
    `GET /letters/${'x'.repeat(101)}/a`,
    `letters#show answers GET /letters/${'x'.repeat(101)}/a
  row       GET /letters/*path
  ids       path: '${'x'.repeat(60)}…'`
  ],
  [
    "GET /my%20pages/it's",
    `pages#show answers GET /my%20pages/it's
  row       GET /my pages/:name
  ids       name: 'it's'
  helper    pagesPath('it\\'s')`
  ],
  [
    'GET /archive',
    `archives#show answers GET /archive
  row       GET /archive(/:year(/:month))
  defaults  order: 'new', year: '2020', month: '1'
  helper    archivePath()`
  ],
  [
    'GET /archive/2021',
    `archives#show answers GET /archive/2021
  row       GET /archive(/:year(/:month))
  ids       year: '2021'
  defaults  order: 'new', month: '1'
  helper    archivePath(2021)`
  ],
  [
    'GET /archive/2021/2',
    `archives#show answers GET /archive/2021/2
  row       GET /archive(/:year(/:month))
  ids       year: '2021', month: '2'
  defaults  order: 'new'
  helper    archivePath(2021, 2)`
  ],
  [
    'GET /export',
    `site#export answers GET /export
  row       GET /export`
  ],
  [
    'GET /tags',
    `tags#index answers GET /tags
  row       GET /tags
  helper    tagsPath()
  condition host: 'tags.example.org'`
  ],
  [
    'GET https://tags.example.org/tags',
    `tags#index answers GET https://tags.example.org/tags
  row       GET /tags
  helper    tagsPath()
  condition host: 'tags.example.org'`
  ],
  [
    'GET http://h1/hosts',
    `hosts#index answers GET http://h1/hosts
  row       GET /hosts
  helper    hostsPath()
  condition host: /^h\\d/`
  ],
  [
    'GET /account',
    `accounts#show answers GET /account
  row       GET /account
  helper    accountPath()
  condition version: '2'
pages#home answers GET /account
  row       GET /account
  helper    accountPath()`
  ]
]

t.test('it shows the row that answers, with its ids, format, helper and conditions', async (t) => {
  for (const [request, answer] of ANSWERS) {
    t.strictSame(
      await run(['why', 'shop.ts', ...request.split(' ')]),
      { code: 0, stdout: `${answer}\n`, stderr: '' },
      request
    )
  }
})

t.test('the row that it shows is the row that answers in an app', async (t) => {
  const app = Fastify({ routerOptions: { maxParamLength: 100 } })
  await app.register(resourcesPlugin, {
    routes,
    controllers: echoControllers(routes),
    methodNotAllowed: false
  })
  const requests = [...ANSWERS, ...MISSES].map(([request]) => request.split(' ') as [string, string])
  for (const [method, url] of requests) {
    const host = /^https?:\/\/([^/]+)/.exec(url)?.[1] ?? 'tags.example.org'
    const path = url.replace(/^https?:\/\/[^/]+/, '') || '/'
    const { stdout } = await run(['why', 'shop.ts', method, `http://${host}${path}`, '--json'])
    const [answer] = (
      JSON.parse(stdout) as {
        answers: Array<{
          row: { controller: string; action: string; conditions: object };
          ids: object;
          defaults: object;
        }>
      }
    ).answers.filter(({ row }) => !('version' in row.conditions))
    const { statusCode, payload } = await app.inject({
      method: method.toUpperCase() as 'GET',
      url: path,
      headers: { host }
    })
    if (answer === undefined) t.ok([404, 414].includes(statusCode), `${method} ${url}`)
    else if (method === 'HEAD') t.equal(statusCode, 200, `${method} ${url}`)
    else {
      const { row: { controller, action }, ids, defaults } = answer
      const got = JSON.parse(payload) as { controller: string; action: string; params: object }
      t.match(got, { controller, action }, `${method} ${url}`)
      t.strictSame(got.params, { ...ids, ...defaults }, `${method} ${url}`)
    }
  }
})

t.test('of rows that differ by a condition it shows those that answer in an app, by host and version', async (t) => {
  const app = await echoApp(conditioned)
  for (const path of new Set(conditioned.table.map(({ path }) => path))) {
    for (const host of ['admin.example.org', 'www.example.org', 'admin.org', 'other.org']) {
      const { stdout } = await run(['why', 'hosts.ts', 'GET', `http://${host}${path}`, '--json'])
      const { answers } = JSON.parse(stdout) as { answers: Array<{ row: { action: string } }> }
      const answering = await Promise.all([{}, { 'accept-version': '2.0.0' }].map(async (headers) => {
        const { statusCode, payload } = await app.inject({ url: path, headers: { host, ...headers } })
        return statusCode === 404 ? [] : [(JSON.parse(payload) as { action: string }).action]
      }))
      t.strictSame(
        answers.map(({ row: { action } }) => action).sort(),
        [...new Set(answering.flat())].sort(),
        `${host}${path}`
      )
    }
  }
})

t.test('it shows a helper only where the helper gives the path', async (t) => {
  const urlFor = createUrlFor(crossing)
  for (const [request, helper] of [
    ['PUT /bs/1', 'bPath(1)'],
    ['PUT /bs/search', null],
    ['PUT /cs/search', "cPath('search')"],
    ["PUT /cs/it's%0A%5C", "cPath('it\\'s\\u000a\\\\')"],
    ['PUT /needs/1', 'needPath(1)'],
    ['PUT /needs/a', null],
    ['PUT /docs/a', "docPath('a')"],
    ['PUT /docs/a.json', null],
    ['PUT /docs/a%3Fb', null],
    ['GET /sheets/1', 'sheetPath(1)'],
    ['GET /sheets/1.csv', null],
    ['GET /total.csv', "totalPath({ format: 'csv' })"],
    ['PUT /total', null]
  ] as const) {
    const [method, url] = request.split(' ') as [string, string]
    const { stdout } = await run(['why', 'crossing.ts', method, url, '--json'])
    const { answers } = JSON.parse(stdout) as { answers: Array<{ helper: string | null }> }
    t.strictSame(answers.map(({ helper }) => helper), [helper], request)
    if (helper === null) continue
    const call = runInThisContext(`(urlFor) => urlFor.${helper}`) as (helpers: typeof urlFor) => string
    t.equal(decodeURIComponent(call(urlFor)), decodeURIComponent(url), request)
  }
})

const REFUSED = 'an app answers 405 with Allow: GET, HEAD, PUT, DELETE; 404 where a guard comes first'

/** A request that no row answers, and why the near rows do not. */
const MISSES: ReadonlyArray<readonly [request: string, near: readonly string[]]> = [
  [
    'GET /files/a/%2e%2e',
    ["GET /files/*path (files#show): path: '..' is a dot segment, which clients remove from a URL"]
  ],
  [
    'GET /files/a%2Fb',
    ['GET /files/*path (files#show): path: expected the slashes of a path as they are, not encoded']
  ],
  [
    'GET /files/a//b',
    ["GET /files/*path (files#show): path: expected a path without empty parts, got 'a//b'"]
  ],
  [
    'GET /posts/..%5cb',
    [
      "GET /posts/:id(.:format) (posts#show): id: '..\\b' has a dot segment where '\\' is read as a slash, and requests with one are refused"
    ]
  ],
  ['GET /file/a', ["GET /files/*path (files#show): 'file' is not 'files'"]],
  [
    'POST /posts/1',
    [
      'GET /posts/:id(.:format) (posts#show): it answers GET, not POST',
      'PUT /posts/:id(.:format) (posts#update): it answers PUT, not POST; a form reaches it with _method=put',
      'DELETE /posts/:id(.:format) (posts#destroy): it answers DELETE, not POST; a form reaches it with _method=delete',
      REFUSED
    ]
  ],
  [
    'PURGE /posts/new',
    [
      'GET /posts/new(.:format) (posts#new): it answers GET, not PURGE',
      'GET /posts/:id(.:format) (posts#show): it answers GET, not PURGE',
      'PUT /posts/:id(.:format) (posts#update): it answers PUT, not PURGE',
      'DELETE /posts/:id(.:format) (posts#destroy): it answers DELETE, not PURGE',
      REFUSED
    ]
  ],
  ['GET /post/1/edit', ["GET /posts/:id/edit(.:format) (posts#edit): 'post' is not 'posts'"]],
  [
    'GET /posts/1/comments/x',
    ["GET /posts/:post_id/comments/:id (comments#show): id: 'x' does not match the requirement /\\d+/"]
  ],
  [
    'GET /posts/1.pdf',
    [
      "GET /posts/:id(.:format) (posts#show): id: '1.pdf' holds a '.', which an id of a route with formats ('html' or 'json') cannot hold"
    ]
  ],
  [
    'GET /posts/a%3Fb',
    [
      "GET /posts/:id(.:format) (posts#show): id: 'a?b' holds a '?', which an id of a route with formats ('html' or 'json') cannot hold"
    ]
  ],
  [
    'GET /posts/new.pdf',
    [
      "GET /posts/new(.:format) (posts#new): its extension is 'html' or 'json', not 'pdf'",
      "GET /posts/:id(.:format) (posts#show): id: 'new.pdf' holds a '.', which an id of a route with formats ('html' or 'json') cannot hold"
    ]
  ],
  [
    'GET /posts/1/comments.json',
    ["GET /posts/:post_id/comments (comments#index): it takes no extension, such as '.json'"]
  ],
  ['GET /posts/1/edit/', ['GET /posts/:id/edit(.:format) (posts#edit): its path has no slash at the end']],
  ['GET /my%20pages/', ['GET /my pages/:name (pages#show): name: expected an id, got an empty text']],
  [
    'GET /my%20pages/a%2Fb',
    [
      'GET /my pages/:name (pages#show): name: expected an id without a slash; slashes: true in its declaration allows one'
    ]
  ],
  [
    `GET /my%20pages/${'x'.repeat(101)}`,
    [
      "GET /my pages/:name (pages#show): name: expected at most 100 characters (the router's maxParamLength), got 101"
    ]
  ],
  [
    'GET https://example.org/tags/1',
    ["GET /tags/:id (tags#show): its condition is host: 'tags.example.org'"]
  ],
  [
    'GET https://example.org/hosts',
    [
      "GET /posts(.:format) (posts#index): 'hosts' is not 'posts'",
      'GET /hosts (hosts#index): its condition is host: /^h\\d/'
    ]
  ]
]

function missed (request: string, near: readonly string[]): Result {
  const lines = near.map((line) => `${line.startsWith('an app answers 405') ? '' : '  '}${line}\n`)
  return { code: 1, stdout: `no row answers ${request}; the nearest:\n${lines.join('')}`, stderr: '' }
}

t.test('a row whose path must end in an extension says so', async (t) => {
  t.match(await run(['why', 'report.ts', 'GET', '/report']), {
    code: 1,
    stdout: /its path ends in an extension: 'csv' or 'pdf'/
  })
})

t.test('if no row answers, it shows why each of the nearest rows does not, with exit code 1', async (t) => {
  for (const [request, near] of MISSES) {
    t.strictSame(
      await run(['why', 'shop.ts', ...request.split(' ')]),
      missed(request, near),
      request
    )
  }
  t.strictSame(await run(['why', 'shop.ts', 'GET', '/nothing/like/it/at/all']), {
    code: 1,
    stdout: 'no row answers GET /nothing/like/it/at/all, and no row is similar\n',
    stderr: ''
  })
})

/** Paths with segments that are partly variables. */
const PARTIAL: typeof MISSES = [
  [
    'GET /reports/report-2020',
    [
      'POST /reports/report-:year (reports#show): it answers POST, not GET',
      'an app answers 405 with Allow: POST; 404 where a guard comes first'
    ]
  ],
  [
    'POST /reports/report-99',
    ["POST /reports/report-:year (reports#show): year: '99' does not match the requirement /\\d{4}/"]
  ],
  [
    'POST /dl/abc.zip',
    [
      'GET /dl/:name.zip (dl#show): it answers GET, not POST',
      'an app answers 405 with Allow: GET, HEAD; 404 where a guard comes first'
    ]
  ],
  ['GET /dl/A.zip', ["GET /dl/:name.zip (dl#show): name: 'A' does not match the requirement /[a-z]+/"]],
  ['GET /dl/.zip', ['GET /dl/:name.zip (dl#show): name: expected an id, got an empty text']],
  ['GET /dl/:nam.zip', ["GET /dl/:name.zip (dl#show): name: ':nam' does not match the requirement /[a-z]+/"]],
  [
    'GET /archive/2020-1-x-y',
    [
      "GET /archive/:year-:month-:day (archive#show): month: '1' does not match the requirement /\\d\\d/; " +
        "day: 'x-y' does not match the requirement /\\d\\d/"
    ]
  ],
  [
    'PUT /print/a-b-1.json',
    [
      'GET /print/:slug-:id(.:format) (print#show): it answers GET, not PUT',
      'an app answers 405 with Allow: GET, HEAD; 404 where a guard comes first'
    ]
  ],
  [
    'GET /print/a-b-1.xml',
    [
      "GET /print/:slug-:id(.:format) (print#show): id: 'b-1.xml' holds a '.', which an id of a route with formats ('json') cannot hold"
    ]
  ]
]

t.test('a segment that is partly a variable is near by its words, and names the requirement', async (t) => {
  for (const [request, near] of PARTIAL) {
    t.strictSame(await run(['why', 'partial.ts', ...request.split(' ')]), missed(request, near), request)
  }
  for (const url of ['/dl/abc', '/dl/:name.zi']) {
    t.match((await run(['why', 'partial.ts', 'GET', url])).stdout, 'no row is similar', url)
  }
})

t.test('a row behind another that has an invalid id is not near, since it lacks nothing', async (t) => {
  t.strictSame(await run(['why', 'crossing.ts', 'GET', '/y/a%3Fb']), missed('GET /y/a%3Fb', [
    "GET /y/:name(.:format) (y#show): name: 'a?b' holds a '?', which an id of a route with formats ('json') cannot hold"
  ]))
})

t.test('--json prints both as data', async (t) => {
  t.match(JSON.parse((await run(['why', 'shop.ts', 'GET', '/posts/1.json', '--json'])).stdout), {
    answers: [
      { row: { action: 'show' }, ids: { id: '1' }, format: 'json', helper: "postPath(1, { format: 'json' })" }
    ],
    near: []
  })
  t.match(JSON.parse((await run(['why', 'shop.ts', 'GET', '/tag', '--json'])).stdout), {
    answers: [],
    near: [{ row: { action: 'index' }, reasons: ["'tag' is not 'tags'"] }]
  })
})

t.test('conditions are the same in the JSON of why, of routes and of json', async (t) => {
  const conditions = { host: '/example/g' }
  const { answers } = JSON.parse((await run(['why', 'hosts.ts', 'GET', '/text', '--json'])).stdout)
  t.match(answers, [{ row: { action: 'pattern', conditions } }, { row: { action: 'exact' } }])
  const rows = JSON.parse((await run(['routes', 'hosts.ts', '--style', 'json', '--grep', 'text#'])).stdout)
  t.match(rows, [{ action: 'pattern', conditions }, { action: 'exact' }])
  t.match(
    readJson(JSON.parse((await run(['json', 'hosts.ts'])).stdout))
      .filter(({ controller }) => controller === 'text'),
    [{ action: 'pattern', conditions }, { action: 'exact' }]
  )
})

t.test('it tells of the 405 with the methods that an app allows, and of none where the app answers 404', async (t) => {
  for (const [file, request, status] of [
    ['shop.ts', 'POST /posts/1', 405],
    ['wordless.ts', 'POST /a/b', 404],
    ['wordless.ts', 'POST /files/a', 405],
    ['wordless.ts', 'POST /files/a//b', 404],
    ['partial.ts', 'POST /dl/abc.zip', 405],
    ['partial.ts', 'POST /dl/ABC.zip', 404],
    ['partial.ts', 'POST /print/a-b-1.json', 405],
    ['partial.ts', 'DELETE /pictures/logo.png', 405],
    ['crossing.ts', 'POST /post', 405],
    ['crossing.ts', 'DELETE /posts', 405],
    ['crossing.ts', 'POST /x/a', 405],
    ['crossing.ts', 'POST /x/a%3Fb', 405],
    ['crossing.ts', 'GET /x/a%3Fb', 404],
    ['crossing.ts', 'GET /x/a.pdf', 404],
    ['crossing.ts', 'HEAD /cs/1', 405],
    ['crossing.ts', 'POST /only/tenant', 404],
    ['crossing.ts', 'POST /mixed/tenant', 405],
    ['crossing.ts', 'POST /hosts', 405],
    ['crossing.ts', 'PUT /hosts', 405]
  ] as const) {
    const { routes } = (await import(`../fixtures/trees/${file}`)) as {
      routes: typeof import('../fixtures/trees/shop.js').routes
    }
    const app = tenantApp()
    await app.register(resourcesPlugin, { routes, controllers: echoControllers(routes) })
    const [method, url] = request.split(' ') as ['POST' | 'PUT', string]
    const host = method === 'PUT' ? 'other.org' : 'example.org'
    const { statusCode, headers } = await app.inject({ method, url, headers: { host } })
    t.equal(statusCode, status, request)
    const { stdout } = await run(['why', file, method, `http://${host}${url}`])
    const [, told] = /an app answers 405 with Allow: ([^;]*);/.exec(stdout) ?? []
    t.strictSame(told?.split(', ').sort(), headers.allow?.toString().split(', ').sort(), stdout)
  }
})

t.test('an invalid URL is wrong usage', async (t) => {
  for (const url of ['posts', 'ftp://a/posts', '/%zz']) {
    t.match(
      await run(['why', 'shop.ts', 'GET', url]),
      { code: 2, stderr: `expected a URL such as /posts/1 or https://example.org/posts/1, got '${url}'` },
      url
    )
  }
})
