/** The listing, as whole texts. */

import t from 'tap'
import { draw, formatRoutes } from '../../lib/index.js'
import type { Route } from '../../lib/index.js'

const routes = draw((map) =>
  map
    .root({ controller: 'posts', action: 'index' })
    .resources('posts', { requirements: { id: /\d+/ }, collection: { search: 'any' } }, (posts) =>
      posts.resources('comments', { only: ['index', 'destroy'], conditions: { host: 'a.org', version: /1/ } })
    )
    .namespace('admin', (admin) => admin.resource('account', { only: 'show' }))
)

t.test('the table has a route a line, in the columns of rake routes', async (t) => {
  t.equal(
    formatRoutes(routes),
    `
         root GET    /                            { controller: 'posts', action: 'index' }
 search_posts ANY    /posts/search                { controller: 'posts', action: 'search' }
        posts GET    /posts                       { controller: 'posts', action: 'index' }
              POST   /posts                       { controller: 'posts', action: 'create' }
     new_post GET    /posts/new                   { controller: 'posts', action: 'new' }
    edit_post GET    /posts/:id/edit              { controller: 'posts', action: 'edit', id: /\\d+/ }
         post GET    /posts/:id                   { controller: 'posts', action: 'show', id: /\\d+/ }
              PUT    /posts/:id                   { controller: 'posts', action: 'update', id: /\\d+/ }
              DELETE /posts/:id                   { controller: 'posts', action: 'destroy', id: /\\d+/ }
post_comments GET    /posts/:post_id/comments     { controller: 'comments', action: 'index', post_id: /\\d+/, host: 'a.org', version: /1/ }
 post_comment DELETE /posts/:post_id/comments/:id { controller: 'comments', action: 'destroy', post_id: /\\d+/, host: 'a.org', version: /1/ }
admin_account GET    /admin/account               { controller: 'admin/accounts', action: 'show' }`.slice(1)
  )
})

t.test('json has the records', async (t) => {
  t.strictSame(
    JSON.parse(formatRoutes(routes, { style: 'json', controller: 'posts' })),
    routes.table.filter(({ controller }) => controller === 'posts')
  )
  t.match(formatRoutes(routes, { style: 'json', grep: 'comments#index' }), '"version": "/1/"')
})

t.test('a route with formats has one row, whose path shows that it may end in one', async (t) => {
  const formatted = draw({ formats: ['html', 'json'] }, (map) =>
    map
      .root({ controller: 'posts', action: 'index' })
      .resources('posts', { only: ['index', 'show'] })
      .resource('account', { only: 'show', formats: [] })
  )
  t.equal(
    formatRoutes(formatted),
    `
   root GET /                    { controller: 'posts', action: 'index' }
  posts GET /posts(.:format)     { controller: 'posts', action: 'index' }
   post GET /posts/:id(.:format) { controller: 'posts', action: 'show' }
account GET /account             { controller: 'accounts', action: 'show' }`.slice(1)
  )
  t.match(JSON.parse(formatRoutes(formatted, { style: 'json' })), [
    { path: '/', formats: [] },
    { path: '/posts', formats: ['html', 'json'] },
    { path: '/posts/:id', formats: ['html', 'json'] },
    { path: '/account', formats: [] }
  ])
})

t.test('grep finds text in name, method, path and target, in any letter case', async (t) => {
  const found = (grep: string): string[] =>
    formatRoutes(routes, { grep })
      .split('\n')
      .map((line) => line.trim().replace(/ {.*/, '').replace(/ +/g, ' '))
  t.strictSame(found('SEARCH_'), ['search_posts ANY /posts/search'])
  t.strictSame(found('put'), ['PUT /posts/:id'])
  t.strictSame(found('/edit'), ['edit_post GET /posts/:id/edit'])
  t.strictSame(found('admin/accounts#'), ['admin_account GET /admin/account'])
})

t.test('json has the rows of the lines that the text shows', async (t) => {
  const shared = draw((map) =>
    map.root('pages#index').route('home', '/', 'pages#index').route('x', '/x', 'a#b', { method: 'any' })
  )
  for (const [grep, methods] of [
    ['home', ['GET /']],
    ['ANY', ['GET /x', 'POST /x', 'PUT /x', 'PATCH /x', 'DELETE /x']],
    ['post', []],
    ['root', ['GET /']],
    ['GET', ['GET /']]
  ] as const) {
    const lines = formatRoutes(shared, { grep }).split('\n')
    const rows = JSON.parse(formatRoutes(shared, { grep, style: 'json' })) as Route[]
    t.strictSame(rows.map(({ method, path }) => `${method} ${path}`), methods, grep)
    t.equal(lines[0] === 'No routes.', rows.length === 0, grep)
  }
})

t.test('a controller is found in each module: posts is admin/posts too', async (t) => {
  const modules = draw((map) => map
    .resources('posts', 'blog_posts', { only: 'index' })
    .namespace('admin', (admin) => admin
      .resources('posts', { only: 'index' })
      .namespace('old', (old) => old.resources('posts', { only: 'index' }))))
  for (const [controller, paths] of [
    ['posts', ['/posts', '/admin/posts', '/admin/old/posts']],
    ['old/posts', ['/admin/old/posts']],
    ['admin/posts', ['/admin/posts']],
    ['admin', []],
    ['', []]
  ] as const) {
    const rows = JSON.parse(formatRoutes(modules, { controller, style: 'json' })) as Route[]
    t.strictSame(rows.map(({ path }) => path), paths, controller)
  }
})

t.test('without any rows the table says so, and json is empty', async (t) => {
  t.equal(formatRoutes(routes, { grep: 'nowhere' }), 'No routes.')
  t.equal(formatRoutes(routes, { controller: 'post', style: 'json' }), '[]')
})

t.test('refused: routes that draw did not return, and invalid options', async (t) => {
  t.throws(() => formatRoutes({ table: [] } as never), {
    code: 'FST_RESOURCES_OPTIONS',
    message: 'The options have a mistake: expected the result of draw(), got an object with table'
  })
  t.throws(() => formatRoutes(routes, 'json' as never), {
    message: "The options have a mistake: expected the options as an object, got 'json'"
  })
})

t.test('an unknown option is refused', async (t) => {
  t.throws(() => formatRoutes(routes, { style: 'tabel', grp: 'x', grep: 5 } as object), {
    code: 'FST_RESOURCES_OPTIONS',
    message: `The options have 3 mistakes:
  - style: expected 'table' or 'json', got 'tabel'; did you mean 'table'?
  - unknown option 'grp'; did you mean 'grep'?
  - grep: expected a string, got 5`
  })
})
