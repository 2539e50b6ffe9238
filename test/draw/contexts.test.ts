/** What the options of a block reach. */

import t from 'tap'
import { draw } from '../../lib/index.js'
import type { Mapper, Route, Routes } from '../../lib/index.js'
import { echoApp } from '../support/app.js'
import type { Echo } from '../support/app.js'

/** A row of each kind, below what surrounds it. */
const everyKind = <E>(map: Mapper<E>) => map
  .root('pages#home')
  .route('about', 'about', 'pages#about')
  .redirect('/old', '/posts', { status: 302 })
  .route('/files/*path', 'files#show')
  .route('/list/:page', 'pages#list', { method: 'any' })
  .resource('account', { only: 'show' }, (account) => account
    .resources('keys', { only: 'show' })
    .route('/audit', 'audits#show'))
  .resources('posts', { only: ['show', 'update'], member: { publish: 'put' }, hasMany: { notes: 'marks' } }, (posts) => posts
    .redirect('/gone', '/posts', { status: 302 })
    .resources('comments', { only: 'show', shallow: true }, (comments) => comments
      .resources('votes', { only: 'index' })
      .namespace('inner', (inner) => inner.route('/log', 'logs#show').resources('flags', { only: 'index' }))))
  .group({ pathPrefix: 'more' }, (more) => more
    .route('/help', 'pages#help')
    .resources('tags', { only: 'none' }, (tags) => tags.resource('owner', { only: 'show' })))
  .resources('posts', { only: ['show'], member: { publish: 'put' } }, (posts) => posts.resource('again', { only: 'show' }))

const options = {
  conditions: { host: 'a.org' },
  defaults: { area: 'x' },
  formats: ['json']
} as const

const BLOCKS: ReadonlyArray<readonly [kind: string, routes: Routes]> = [
  ['a namespace', draw((map) => map.namespace('admin', options, everyKind))],
  ['a group', draw((map) => map.group({ pathPrefix: 'site', ...options }, everyKind))],
  ['a namespace without rows of its own', draw((map) =>
    map.namespace('admin', options, (admin) => admin.namespace('v2', everyKind)))],
  ['a group in a resource', draw((map) =>
    map.resources('shops', { only: 'none' }, (shops) => shops.group(options, everyKind)))],
  ['a namespace in a resource', draw((map) =>
    map.resources('shops', { only: 'none' }, (shops) => shops.namespace('admin', options, everyKind)))]
]

for (const [kind, { table }] of BLOCKS) {
  t.test(`conditions, defaults and formats of ${kind} reach every row, however deep`, async (t) => {
    t.equal(table.length > 30, true)
    for (const route of table) {
      t.strictSame(factsOf(route), expectedFacts(route), `${route.method} ${route.path}`)
    }
  })
}

function factsOf ({ conditions, defaults, formats }: Route): unknown[] {
  return [conditions, defaults, formats]
}

/** A redirect passes on what it gets. A root and a glob have no word for an extension. */
function expectedFacts ({ path, redirect }: Route): unknown[] {
  const takesFormats = redirect === null && path !== '/' && !path.includes('*')
  return [{ host: 'a.org' }, redirect === null ? { area: 'x' } : {}, takesFormats ? ['json'] : []]
}

t.test('conditions and defaults merge by key, and the own value of a row wins; formats replace; null inherits nothing', async (t) => {
  const outer = { conditions: { host: 'a.org', version: '1.0.0' }, defaults: { area: 'x', kind: 'y' }, formats: ['json'] } as const
  const { table } = draw((map) => map.namespace('admin', outer, (admin) => admin
    .route('/merged', 'a#b', { conditions: { version: '2.0.0' }, defaults: { kind: 'z' }, formats: ['html'] })
    .route('/none', 'a#b', { conditions: null, defaults: null, formats: [] })
    .redirect('/open', '/admin/merged', { conditions: null })
    .resources('posts', { only: 'index', conditions: null, defaults: { kind: 'post' }, formats: [] }, (posts) => posts
      .resources('tags', { only: 'index', conditions: { version: '3.0.0' } })
      .group({ conditions: null, defaults: { kind: 'w' } }, (open) => open
        .resources('notes', { only: 'index' }, (notes) => notes
          .resource('owner', { only: 'show', conditions: { host: 'b.org' } }))))))
  t.strictSame(table.map((route) => [route.path, ...factsOf(route)]), [
    ['/admin/merged', { host: 'a.org', version: '2.0.0' }, { area: 'x', kind: 'z' }, ['html']],
    ['/admin/none', {}, {}, []],
    ['/admin/open', {}, {}, []],
    ['/admin/posts', {}, { area: 'x', kind: 'post' }, []],
    ['/admin/posts/:post_id/tags', { host: 'a.org', version: '3.0.0' }, { area: 'x', kind: 'y' }, ['json']],
    ['/admin/posts/:post_id/notes', {}, { area: 'x', kind: 'w' }, ['json']],
    ['/admin/posts/:post_id/notes/:note_id/owner', { host: 'b.org' }, { area: 'x', kind: 'w' }, ['json']]
  ])
})

t.test('requirements of a namespace hold for its plain routes and redirects, and for those below its resources', async (t) => {
  const { table } = draw((map) => map
    .namespace('admin', { pathPrefix: ':locale', requirements: { locale: /de|en/, token: /\w+/ } }, (admin) => admin
      .root('desks#show')
      .redirect('/old', '/:locale')
      .resources('posts', { only: 'none' }, (posts) => posts
        .route('/shared/:token', 'posts#shared'))))
  t.strictSame(table.map(({ path, params }) => [path, ...params.map(({ requirement }) => requirement)]), [
    ['/:locale', 'de|en'],
    ['/:locale/old', 'de|en'],
    ['/:locale/posts/:post_id/shared/:token', 'de|en', null, '\\w+']
  ])
})

t.test('on another host no row of the block answers', async (t) => {
  for (const [kind, routes] of BLOCKS) {
    const app = await echoApp(routes)
    for (const { method, path } of routes.table) {
      const url = path.replace(/[:*]\w+/g, '1')
      const on = async (host: string): Promise<number> =>
        (await app.inject({ method: method as 'GET', url, headers: { host } })).statusCode
      t.match(await on('a.org'), /^(?:200|302)$/, `${kind}: ${method} ${url}`)
      t.equal(await on('b.org'), 404, `${kind}: ${method} ${url} elsewhere`)
    }
  }
})

t.test('handlers get the defaults of the block', async (t) => {
  const app = await echoApp(draw((map) => map
    .namespace('admin', { defaults: { area: 'x' } }, (admin) => admin
      .route('/about', 'pages#about')
      .resources('posts', { only: 'none', hasMany: 'comments' }))))
  for (const [url, params] of [
    ['/admin/about', { area: 'x' }],
    ['/admin/posts/1/comments', { post_id: '1', area: 'x' }]
  ] as const) {
    t.strictSame((await app.inject(url)).json<Echo>().params, params)
  }
})
