/** Redirects as they are drawn and listed. */

import t from 'tap'
import { createClient } from '../../lib/client.js'
import { createUrlFor, draw, formatRoutes } from '../../lib/index.js'
import { param } from '../support/params.js'

type Anything = any

const routes = draw({ formats: ['json'] }, (map) =>
  map
    .redirect('/', 'posts')
    .resources('posts', { only: ['index', 'show'] }, (posts) =>
      posts.redirect('/first', '/posts/:post_id', { status: 302 })
    )
    .redirect('/old/:id', 'post')
    .redirect('/articles/:id', '/posts/:id/', { requirements: { id: /\d+/ }, conditions: { host: 'a.org' } })
    .namespace('admin', (admin) =>
      admin
        .resources('users', { only: 'show' })
        .redirect('/people/:id', 'admin_user', { status: 308 })
        .redirect('/', '/')
    )
    .group(
      {
        pathPrefix: ':locale',
        namePrefix: 'local_',
        controller: 'pages',
        method: 'any',
        requirements: { locale: /de|en/ },
        formats: ['csv']
      },
      (local) => local.route('about', '/about', '#about').redirect('/us', 'local_about')
    )
)

t.test('a redirect is a row with a target in place of controller and action', async (t) => {
  t.equal(
    formatRoutes(routes),
    `
            GET /                          { redirect: '/posts', status: 301 }
      posts GET /posts(.:format)           { controller: 'posts', action: 'index' }
       post GET /posts/:id(.:format)       { controller: 'posts', action: 'show' }
            GET /posts/:post_id/first      { redirect: '/posts/:post_id', status: 302 }
            GET /old/:id                   { redirect: '/posts/:id', status: 301 }
            GET /articles/:id              { redirect: '/posts/:id', status: 301, id: /\\d+/, host: 'a.org' }
 admin_user GET /admin/users/:id(.:format) { controller: 'admin/users', action: 'show' }
            GET /admin/people/:id          { redirect: '/admin/users/:id', status: 308 }
            GET /admin                     { redirect: '/', status: 301 }
local_about ANY /:locale/about(.:format)   { controller: 'pages', action: 'about', locale: /de|en/ }
            GET /:locale/us                { redirect: '/:locale/about', status: 301, locale: /de|en/ }`.slice(1)
  )
  t.equal(
    formatRoutes(routes, { grep: 'to /admin/users' }),
    "  GET /admin/people/:id { redirect: '/admin/users/:id', status: 308 }".slice(1)
  )
})

t.test('the row of a redirect has the properties of every row', async (t) => {
  const moved = routes.table.find(({ path }) => path === '/admin/people/:id')
  t.strictSame(moved, {
    name: '',
    aliases: [],
    method: 'GET',
    isAny: false,
    path: '/admin/people/:id',
    params: [param('id')],
    controller: 'admin/',
    action: '',
    conditions: {},
    formats: [],
    needsFormat: false,
    format: null,
    defaults: {},
    api: false,
    wrap: true,
    singletons: [],
    redirect: { path: '/admin/users/:id', status: 308 },
    resource: { plural: '', singular: '', place: null }
  })
  t.ok(Object.isFrozen(moved?.redirect))
  t.strictSame(
    routes.table
      .map((row) => Object.keys(row).join())
      .filter((keys, index, all) => all.indexOf(keys) === index).length,
    1
  )
  t.strictSame(JSON.parse(formatRoutes(routes, { style: 'json', grep: '/admin/people' })), [moved])
})

t.test('a redirect has no helper and no call of the client', async (t) => {
  const helpers: Anything = createUrlFor(routes)
  const named = ['adminUserPath', 'localAboutPath', 'postPath', 'postsPath']
  t.strictSame([...named, 'adminPersonPath', 'oldPath'].filter((name) => name in helpers), named)
  t.strictSame(Object.keys(createClient(routes)).sort(), ['admin', 'pages', 'posts'])
})

t.test('include keeps a redirect as it is', async (t) => {
  const both = draw((map) => map.resources('posts', { as: 'texts', namePrefix: 'other_' }).include(routes))
  t.strictSame(both.table.slice(-routes.table.length), routes.table)
})

/** A block and its mistakes. */
const mistakes: ReadonlyArray<
  readonly [title: string, block: (map: Anything) => unknown, ...expected: string[]]
> = [
  [
    'an unknown name',
    (map) => map.resources('posts').redirect('/old/:id', 'pst').redirect('/x', 'edit'),
    "redirect('/old/:id'): unknown route name 'pst'; did you mean 'post'?",
    "redirect('/x'): unknown route name 'edit'"
  ],
  [
    'a variable that its path lacks',
    (map) =>
      map
        .resources('posts', (posts: Anything) => posts.resources('comments'))
        .redirect('/old/:post_ids', 'post_comment')
        .redirect('/x', '/y/:z'),
    "redirect('/old/:post_ids'): /posts/:post_id/comments/:id needs :post_id, which /old/:post_ids lacks; did you mean 'post_ids'?",
    "redirect('/old/:post_ids'): /posts/:post_id/comments/:id needs :id, which /old/:post_ids lacks",
    "redirect('/x'): /y/:z needs :z, which /x lacks"
  ],
  [
    'a variable that its target may go without',
    (map) => map.route('pages', '/pages/:page', 'p#q', { defaults: { page: null } }).redirect('/old', 'pages'),
    "redirect('/old'): /pages/:page needs :page, which /old lacks; to leave it out, write the path '/pages'"
  ],
  [
    'a variable that the root may go without',
    (map) => map.route('page', '/:page', 'p#q', { defaults: { page: null } }).redirect('/old/home', 'page'),
    "redirect('/old/home'): /:page needs :page, which /old/home lacks; to leave it out, write the path '/'"
  ],
  [
    'another host',
    (map) =>
      [
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        '\\\\evil.example',
        'javascript:alert(1)',
        'HTTPS:evil.example'
      ].forEach((to) => map.redirect('/x', to)),
    ...[
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'javascript:alert(1)',
      'HTTPS:evil.example'
    ].map((to) => `redirect('/x'): '${to}' is on another host; use reply.redirect() in an action for that`)
  ],
  [
    'a target that is no path',
    (map) =>
      map.redirect('/x', '/a\nb').redirect('/x', '/y?a=1').redirect('/x', '/../y').redirect('/x', '/y#a'),
    "redirect('/x'): '/a\nb' cannot be part of a path: it holds a control character or a lone surrogate",
    "redirect('/x'): '/y?a=1' has a query or a fragment, but a redirect keeps the query of the request; use reply.redirect() in an action for another",
    "redirect('/x'): '/../y' cannot be part of a path: a segment '..' never reaches the server",
    "redirect('/x'): '/y#a' has a query or a fragment, but a redirect keeps the query of the request; use reply.redirect() in an action for another"
  ],
  [
    'no target',
    (map) =>
      map
        .redirect('/x')
        .redirect('/x', '')
        .redirect('/x', 'posts/:id')
        .redirect('/x', { controller: 'posts', action: 'show' }),
    "redirect('/x'): expected the name of a route, or a path that begins with '/', got undefined",
    "redirect('/x'): expected the name of a route, or a path that begins with '/', got ''",
    "redirect('/x'): expected the name of a route, or a path that begins with '/', got 'posts/:id'",
    "redirect('/x'): expected the name of a route, or a path that begins with '/', got an object with controller, action"
  ],
  [
    'a path that is none',
    (map) => map.redirect('old', '/x').redirect(5, '/x').redirect('/?', '/x'),
    "redirect('old'): a path begins with '/': redirect('/old', …)",
    'redirect(5): expected a path as a string, got 5',
    "redirect('/?'): '/?' cannot be part of a path: '?' is router syntax; defaults: { id: null } makes a variable at the end of a route optional"
  ],
  [
    'wrong options',
    (map) =>
      map
        .redirect('/x', '/y', 302)
        .redirect('/x', '/y', { status: 200 })
        .redirect('/x', '/y', { stats: 302 })
        .redirect('/x', '/y', { conditions: { method: 'post' } })
        .redirect('/x', '/y', { requirements: { id: /1/ } }),
    "redirect('/x'): expected the options as an object, got 302",
    "redirect('/x'): status: expected 301, 302, 303, 307, 308, got 200",
    "redirect('/x'): unknown option 'stats'; did you mean 'status'?",
    "redirect('/x'): conditions: a redirect answers only GET and HEAD",
    "redirect('/x'): requirements: no path here has a variable ':id'"
  ],
  [
    'a status beside an action',
    (map) => map.route('/x', 'posts#show', { status: 301 }).resources('posts', { status: 301 }),
    "route('/x'): unknown option 'status'; expected 'controller', 'action', 'method', 'slashes', 'requirements', 'conditions', 'defaults' or 'formats'",
    "resources('posts'): unknown option 'status'; expected 'member', 'collection', 'new', 'controller', 'singular', 'param', 'slashes', 'requirements', 'conditions', 'defaults', 'formats', 'as', 'hasOne', 'hasMany', 'pathNames', 'pathPrefix', 'namePrefix', 'only', 'except', 'shallow' or 'namespace'"
  ],
  [
    'the path of another row',
    (map) => map.resources('posts', { only: 'show' }).redirect('/posts/:id', '/'),
    "redirect('/posts/:id'): declared already by resources('posts'): GET /posts/:id"
  ],
  [
    'an any that it narrows',
    (map) => map.route('/x', 'posts#show', { method: 'any' }).redirect('/x', '/y'),
    "route('/x'): its 'any' would not answer GET, which redirect('/x') declares; list the methods in place of 'any': ['post', 'put', 'patch', 'delete']: /x"
  ]
]

for (const [title, block, ...expected] of mistakes) {
  t.test(`refused: ${title}`, async (t) => {
    t.throws(() => draw(block as () => never), {
      code: 'FST_RESOURCES_DECLARATION',
      message: `The routes have ${expected.length === 1 ? 'a mistake: ' : `${expected.length} mistakes:\n  - `}${expected.join('\n  - ')}`
    })
  })
}
