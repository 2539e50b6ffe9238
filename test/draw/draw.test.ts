/** Declarations and their whole tables. */

import t from 'tap'
import { createUrlFor, draw } from '../../lib/index.js'
import { camelize, namesOf } from '../../lib/routes/route-names.js'
import type { Route, Routes } from '../../lib/index.js'
import { paramsBy } from '../support/params.js'
import { rowText, rowTexts } from '../support/rails.js'

const rows = rowTexts

/** Rows with their requirements: `post GET /posts/:id {"id":"\\d+"}`. */
function requirements ({ table }: Routes): string[] {
  return table.map(
    (route) => `${route.method} ${route.path} ${JSON.stringify(paramsBy(route, 'requirement'))}`
  )
}

t.test('a resource has seven routes', async (t) => {
  t.strictSame(rows(draw((map) => map.resources('posts'))), [
    'posts GET /posts posts#index',
    '- POST /posts posts#create',
    'new_post GET /posts/new posts#new',
    'edit_post GET /posts/:id/edit posts#edit',
    'post GET /posts/:id posts#show',
    '- PUT /posts/:id posts#update',
    '- DELETE /posts/:id posts#destroy'
  ])
})

t.test('a row is a frozen plain record', async (t) => {
  const [, , , edit] = draw((map) =>
    map.resources('posts', { requirements: { id: /\d+/ }, conditions: { host: 'a.org' }, formats: ['json'] })
  ).table
  t.strictSame(edit, {
    name: 'edit_post',
    aliases: [],
    method: 'GET',
    isAny: false,
    path: '/posts/:id/edit',
    params: [
      {
        name: 'id',
        of: 'posts',
        property: 'id',
        requirement: '\\d+',
        slashes: false,
        isOptional: false,
        default: null
      }
    ],
    controller: 'posts',
    action: 'edit',
    conditions: { host: 'a.org' },
    formats: ['json'],
    needsFormat: false,
    format: null,
    defaults: {},
    api: false,
    wrap: true,
    redirect: null,
    singletons: [],
    resource: { plural: 'posts', singular: 'post', place: 'member' }
  })
  t.ok(
    [edit, edit?.params, edit?.params[0], edit?.conditions, edit?.formats, edit?.resource].every(
      Object.isFrozen
    )
  )
})

t.test("draw does not freeze the app's own conditions and formats", async (t) => {
  const conditions = { host: 'a.org' }
  const formats = ['json']
  draw({ formats }, (map) => map.resources('posts', { conditions, formats }))
  t.notOk([conditions, formats].some(Object.isFrozen))
})

t.test('the root takes no extension, whatever surrounds it', async (t) => {
  const { table } = draw({ formats: ['json'] }, (map) =>
    map
      .group({ pathPrefix: 'help' }, (help) => help.route('help', '/', 'helps#show'))
      .group({ namePrefix: 'site_' }, (site) =>
        site.route('start', '/', 'starts#show', { conditions: { host: 'a.org' } })
      )
      .namespace('shop', { pathPrefix: '' }, (shop) =>
        shop.root('shops#show').route('offers', '/offers', 'offers#index')
      )
  )
  t.strictSame(
    table.map(({ name, path, formats }) => `${name} ${path} ${formats.join()}`),
    ['help /help json', 'site_start / ', 'shop_root / ', 'shop_offers /offers json']
  )
})

t.test('a chain and statements declare the same', async (t) => {
  const chain = draw((map) =>
    map.resources('posts', (posts) => posts.resources('comments').resource('author')).resource('account')
  )
  const statements = draw((map) => {
    map.resources('posts', (posts) => {
      posts.resources('comments')
      posts.resource('author')
    })
    map.resource('account')
    return map
  })
  t.strictSame(chain.table, statements.table)
})

t.test('rows that some request reaches are accepted, whatever other rows exist', async (t) => {
  const reached = draw((map) =>
    map
      .resources('posts', { only: 'show', requirements: { id: /\d+/ } })
      .resources('posts', { only: 'show', controller: 'slugs' })
      .route('lang', ':lang', { controller: 'a', action: 'b', requirements: { lang: /de|en|fr/ } })
      .route('de', 'de', { controller: 'a', action: 'de' })
      .route('odd', 'r/:a', { controller: 'a', action: 'odd', requirements: { a: /[A-Z]{5}/ } })
      .route('odder', 'r/:a/:b', { controller: 'a', action: 'odd', requirements: { a: /[^]{7}/ } })
      .route('x', 's/x', { controller: 'a', action: 'x' })
      .route('slug', 's/:slug', { controller: 'a', action: 'slug', requirements: { slug: /[a-z-]+/ } })
      .route('short', 't/:a/:x', { controller: 'a', action: 'short', requirements: { a: /\d{1,4}/ } })
      .route('long', 't/:id/y', { controller: 'a', action: 'long', requirements: { id: /\d+/ } })
      .route('digits', 'v/:x/:slug', { controller: 'a', action: 'digits', requirements: { x: /[1-9]\d*/ } })
      .route('digitsFeed', 'v/:y/feed', { controller: 'a', action: 'feed', requirements: { y: /\d+/ } })
      .route('number', 'w/:n/:x', { controller: 'a', action: 'number', requirements: { n: /\d+/ } })
      .route('anything', 'w/:s/:y', {
        controller: 'a',
        action: 'anything',
        requirements: { s: /.+/, y: /.+/ }
      })
      .route('aboutDe', 'u/de/about', { controller: 'a', action: 'de' })
      .route('aboutEn', 'u/en/about', { controller: 'a', action: 'en' })
      .route('about', 'u/:locale/about', {
        controller: 'a',
        action: 'any',
        method: 'any',
        requirements: { locale: /de|en/ }
      })
  )
  t.strictSame(rows(reached).slice(0, 2), ['post GET /posts/:id posts#show', '- GET /posts/:id slugs#show'])
})

t.test('several names take the same options and the same block', async (t) => {
  t.strictSame(
    rows(
      draw((map) =>
        map.resources('posts', 'tags', { only: 'show' }, (each) => each.resource('author', { only: 'show' }))
      )
    ),
    [
      'post GET /posts/:id posts#show',
      'post_author GET /posts/:post_id/author authors#show',
      'tag GET /tags/:id tags#show',
      'tag_author GET /tags/:tag_id/author authors#show'
    ]
  )
})

t.test('root and route are plain named routes, with the path, name and module of the surrounding block', async (t) => {
  const routes = draw((map) =>
    map
      .root({ controller: 'posts', action: 'index' })
      .route('login', '/login', { controller: 'sessions', action: 'new' })
      .route('sign_in', 'login', { controller: 'sessions', action: 'create', method: 'post' })
      .route('archive', '/:year/archive', { controller: 'posts', action: 'archive', method: ['get', 'post'] })
      .namespace('admin', (admin) =>
        admin
          .root({ controller: 'stats', action: 'show' })
          .route('logs', 'logs', { controller: 'logs', action: 'index', method: 'any' })
      )
      .resources('posts', { only: [] }, (posts) =>
        posts.route('map', 'map', { controller: 'maps', action: 'show' })
      )
  )
  t.strictSame(rows(routes), [
    'root GET / posts#index',
    'login GET /login sessions#new',
    'sign_in POST /login sessions#create',
    'archive GET /:year/archive posts#archive',
    '- POST /:year/archive posts#archive',
    'admin_root GET /admin admin/stats#show',
    'admin_logs ANY /admin/logs admin/logs#index',
    'post_map GET /posts/:post_id/map maps#show'
  ])
})

t.test('a target may be text, and a route may have no name: then no helper is named after it', async (t) => {
  const routes = draw((map) =>
    map
      .root('posts#index')
      .route('login', 'login', 'sessions#new')
      .route('/login', 'sessions#create', { method: 'post' })
      .route('/export', { controller: 'site', action: 'export', method: 'any' })
      .route('stats', '/stats', 'admin/stats#show')
      .namespace('admin', (admin) => admin.root('stats#show', { formats: [] }).route('/logs', 'logs#index'))
  )
  t.strictSame(rows(routes), [
    'root GET / posts#index',
    'login GET /login sessions#new',
    '- POST /login sessions#create',
    '- ANY /export site#export',
    'stats GET /stats admin/stats#show',
    'admin_root GET /admin admin/stats#show',
    '- GET /admin/logs admin/logs#index'
  ])
})

t.test('a group adds to path and name, and its options are defaults of the routes and resources in it', async (t) => {
  const routes = draw((map) =>
    map
      .group(
        {
          pathPrefix: ':locale',
          namePrefix: 'local_',
          requirements: { locale: /de|en/ },
          conditions: { host: 'a.org' }
        },
        (local) =>
          local
            .route('about', '/about', 'site#about')
            .resources('posts', { only: 'index', conditions: null }, (posts) =>
              posts.resources('comments', { only: 'show' })
            )
            .namespace('admin', { only: 'show', requirements: { id: /\d+/ } }, (admin) =>
              admin
                .root('desks#show')
                .group({ pathPrefix: 'all', requirements: { id: /\w+/ } }, (all) => all.resources('users'))
            )
      )
      .group({ controller: 'sessions', method: ['get', 'post'], formats: ['html'] }, (group) =>
        group
          .route('login', 'login', '#new')
          .route('/logout', { action: 'destroy', method: 'delete' })
          .route('other', 'other', 'others#show', { formats: [] })
          .resource('session', { only: 'create' })
          .group({ method: 'any' }, (inner) => inner.route('/session', '#show'))
      )
      .resources('posts', { only: [] }, (posts) =>
        posts.group({ pathPrefix: 'x', namePrefix: 'x_' }, (group) =>
          group.resources('tags', { only: ['index', 'show'], shallow: true })
        )
      )
  )
  t.strictSame(rows(routes), [
    'local_about GET /:locale/about site#about',
    'local_posts GET /:locale/posts posts#index',
    'local_post_comment GET /:locale/posts/:post_id/comments/:id comments#show',
    'local_admin_root GET /:locale/admin admin/desks#show',
    'local_admin_user GET /:locale/admin/all/users/:id admin/users#show',
    'login GET /login sessions#new',
    '- POST /login sessions#new',
    '- DELETE /logout sessions#destroy',
    'other GET /other others#show',
    '- POST /other others#show',
    'session POST /session sessions#create',
    '- ANY /session sessions#show',
    'post_x_tags GET /posts/:post_id/x/tags tags#index',
    'x_tag GET /x/tags/:id tags#show'
  ])
  t.strictSame(
    routes.table.slice(0, 5).map((route) => [route.conditions, paramsBy(route, 'requirement')]),
    [
      [{ host: 'a.org' }, { locale: 'de|en' }],
      [{}, { locale: 'de|en' }],
      [{ host: 'a.org' }, { locale: 'de|en' }],
      [{ host: 'a.org' }, { locale: 'de|en' }],
      [{ host: 'a.org' }, { locale: 'de|en', id: '\\w+' }]
    ]
  )
  t.strictSame(
    routes.table.slice(5, 12).map(({ formats }) => formats.join()),
    ['html', 'html', 'html', '', '', 'html', 'html']
  )
})

t.test('a resource may be declared again if it adds rows; existing rows are left out', async (t) => {
  const routes = draw((map) =>
    map
      .resources('posts', 'tags', { only: ['index', 'show'], conditions: { host: /a/ } })
      .resources(
        'posts',
        {
          only: ['index', 'edit'],
          member: { publish: 'put' },
          hasMany: 'comments',
          conditions: { host: /a/ }
        },
        (posts) =>
          posts.resources('comments', { only: 'show' }, (comments) =>
            comments.resource('author', { only: 'show' })
          )
      )
      .namespace('admin', (admin) => admin.resources('posts', { only: 'index' }))
      .namespace('admin', (admin) => admin.resources('posts', { only: ['index', 'destroy'] }))
      .resource('account', { only: 'show' }, (account) => account.resources('keys', { only: 'index' }))
      .resource('account', { only: ['show'] }, (account) => account.resources('keys', { only: 'all' }))
  )
  t.strictSame(rows(routes), [
    'posts GET /posts posts#index',
    'post GET /posts/:id posts#show',
    'tags GET /tags tags#index',
    'tag GET /tags/:id tags#show',
    'publish_post PUT /posts/:id/publish posts#publish',
    'edit_post GET /posts/:id/edit posts#edit',
    'post_comments GET /posts/:post_id/comments comments#index',
    '- POST /posts/:post_id/comments comments#create',
    'new_post_comment GET /posts/:post_id/comments/new comments#new',
    'edit_post_comment GET /posts/:post_id/comments/:id/edit comments#edit',
    'post_comment GET /posts/:post_id/comments/:id comments#show',
    '- PUT /posts/:post_id/comments/:id comments#update',
    '- DELETE /posts/:post_id/comments/:id comments#destroy',
    'post_comment_author GET /posts/:post_id/comments/:comment_id/author authors#show',
    'admin_posts GET /admin/posts admin/posts#index',
    'admin_post DELETE /admin/posts/:id admin/posts#destroy',
    'account GET /account accounts#show',
    'account_keys GET /account/keys keys#index',
    '- POST /account/keys keys#create',
    'new_account_key GET /account/keys/new keys#new',
    'edit_account_key GET /account/keys/:id/edit keys#edit',
    'account_key GET /account/keys/:id keys#show',
    '- PUT /account/keys/:id keys#update',
    '- DELETE /account/keys/:id keys#destroy'
  ])
  const repeated = draw((map) =>
    map.include(draw((map) => map.resources('posts', { only: 'index' }))).resources('posts', { only: 'show' })
  )
  t.strictSame(rows(repeated), ['posts GET /posts posts#index', 'post GET /posts/:id posts#show'])
})

t.test('a list of actions is a map of each to any', async (t) => {
  const lists = draw((map) =>
    map.namespace('admin', { member: ['accept'] }, (admin) =>
      admin.resources('posts', {
        member: { accept: 'put', decline: 'any' },
        collection: ['sort'],
        new: ['draft']
      })
    )
  )
  const maps = draw((map) =>
    map.namespace('admin', { member: { accept: 'any' } }, (admin) =>
      admin.resources('posts', {
        member: { accept: 'put', decline: 'any' },
        collection: { sort: 'any' },
        new: { draft: 'any' }
      })
    )
  )
  t.strictSame(lists.table, maps.table)
})

t.test('QUERY and OPTIONS are separate methods, which any does not include', async (t) => {
  const routes = draw((map) =>
    map
      .resources('posts', {
        only: 'index',
        collection: { search: ['query', 'any'], find: ['any', 'options'] }
      })
      .route('/posts', 'posts#preflight', { method: 'options' })
  )
  t.strictSame(rows(routes), [
    'search_posts QUERY /posts/search posts#search',
    '- ANY /posts/search posts#search',
    'find_posts ANY /posts/find posts#find',
    '- OPTIONS /posts/find posts#find',
    'posts GET /posts posts#index',
    '- OPTIONS /posts posts#preflight'
  ])
})

t.test('a route may have its own requirements and conditions', async (t) => {
  const [route] = draw((map) =>
    map.route('year', ':year', {
      controller: 'a',
      action: 'b',
      requirements: { year: /\d{4}/ },
      conditions: { version: '1.0.0' }
    })
  ).table
  t.strictSame(
    [route && paramsBy(route, 'requirement'), route?.conditions],
    [{ year: '\\d{4}' }, { version: '1.0.0' }]
  )
})

t.test('include adds the rows of another tree at its place', async (t) => {
  const blog = draw({ api: true, pathNames: { new: 'neu' } }, (map) =>
    map.resources('posts', { only: ['index', 'create'] })
  )
  t.strictSame(
    rows(
      draw((map) =>
        map.resource('account', { only: 'show' }).include(blog).resources('tags', { only: 'index' })
      )
    ),
    [
      'account GET /account accounts#show',
      'posts GET /posts posts#index',
      '- POST /posts posts#create',
      'tags GET /tags tags#index'
    ]
  )
})

t.test('with patch only, update answers PATCH alone', async (t) => {
  t.strictSame(
    rows(
      draw({ patch: 'only' }, (map) =>
        map.resources('posts', { only: ['show', 'update'] }).resource('account', { only: 'update' })
      )
    ),
    [
      'post GET /posts/:id posts#show',
      '- PATCH /posts/:id posts#update',
      'account PATCH /account accounts#update'
    ]
  )
})

t.test('an action of a map that an api tree leaves out is a mistake', async (t) => {
  const message =
    /resources\('posts'\): member: 'edit' has no row, since draw\({ api: true }\) leaves it out; remove one of the two/
  t.throws(() => draw({ api: true }, (map) => map.resources('posts', { member: { edit: 'get' } })), {
    message
  })
})

t.test('with patch, update answers PUT and PATCH', async (t) => {
  t.strictSame(
    rows(
      draw({ patch: true }, (map) =>
        map.resources('posts', { only: ['update', 'destroy'] }).resource('account', { only: 'update' })
      )
    ),
    [
      'post PUT /posts/:id posts#update',
      '- PATCH /posts/:id posts#update',
      '- DELETE /posts/:id posts#destroy',
      'account PUT /account accounts#update',
      '- PATCH /account accounts#update'
    ]
  )
})

t.test('api leaves out new and edit, but no action of the app', async (t) => {
  t.strictSame(rows(draw({ api: true }, (map) => map.resources('posts', { new: { preview: 'post' } }))), [
    'posts GET /posts posts#index',
    '- POST /posts posts#create',
    'preview_new_post POST /posts/new/preview posts#preview',
    'post GET /posts/:id posts#show',
    '- PUT /posts/:id posts#update',
    '- DELETE /posts/:id posts#destroy'
  ])
})

t.test('only and except leave out conventional actions; a singleton has no index', async (t) => {
  for (const filter of [{ only: 'none' }, { except: 'all' }] as const) {
    t.strictSame(rows(draw((map) => map.resource('account', { collection: { index: 'get' }, ...filter }))), [
      'index_account GET /account/index accounts#index'
    ])
  }
})

t.test('an empty path name puts new at the path of its collection', async (t) => {
  const routes = draw({ pathNames: { new: '' } }, (map) => map
    .resources('contacts', { only: ['new', 'create'], new: { preview: 'post' } })
    .resource('account', { only: ['new', 'create'] }))
  t.strictSame(rows(routes), [
    'contacts POST /contacts contacts#create',
    'preview_new_contact POST /contacts/preview contacts#preview',
    'new_contact GET /contacts contacts#new',
    'account POST /account accounts#create',
    'new_account GET /account accounts#new'
  ])
})

t.test('pathNames of a resource win over those of its namespace, and those over the ones of the tree', async (t) => {
  const routes = draw({ pathNames: { new: 'neu', edit: 'ändern' } }, (map) =>
    map.namespace('admin', { pathNames: { edit: 'bearbeiten' } }, (admin) =>
      admin
        .resources('posts', { only: ['new', 'edit'] })
        .resources('tags', { only: ['new', 'edit'], pathNames: { new: 'nouveau/tag' } })
    )
  )
  t.strictSame(rows(routes), [
    'new_admin_post GET /admin/posts/neu admin/posts#new',
    'edit_admin_post GET /admin/posts/:id/bearbeiten admin/posts#edit',
    'new_admin_tag GET /admin/tags/nouveau/tag admin/tags#new',
    'edit_admin_tag GET /admin/tags/:id/bearbeiten admin/tags#edit'
  ])
})

t.test('names are snake case and helpers camel case, while path and controller keep the spelling', async (t) => {
  const { table } = draw((map) =>
    map.namespace('back-office', (office) =>
      office.resources('blogPosts', { only: ['index', 'edit'], member: { markAsRead: 'put' } }, (posts) =>
        posts.resource('cover-image', { only: 'show' })
      )
    )
  )
  t.strictSame(
    table.map(({ name, path, controller, action }) => [name, path, `${controller}#${action}`]),
    [
      ['back_office_blog_posts', '/back-office/blogPosts', 'back-office/blogPosts#index'],
      [
        'mark_as_read_back_office_blog_post',
        '/back-office/blogPosts/:id/markAsRead',
        'back-office/blogPosts#markAsRead'
      ],
      ['edit_back_office_blog_post', '/back-office/blogPosts/:id/edit', 'back-office/blogPosts#edit'],
      [
        'back_office_blog_post_cover_image',
        '/back-office/blogPosts/:blog_post_id/cover-image',
        'back-office/cover-images#show'
      ]
    ]
  )
})

t.test('names may use any script', async (t) => {
  t.strictSame(rows(draw((map) => map.resources('beiträge', { only: 'show' }))), [
    'beiträge GET /beiträge/:id beiträge#show'
  ])
})

t.test("the requirement of an id follows it everywhere, a child's own wins", async (t) => {
  const routes = draw((map) =>
    map.resources(
      'posts',
      { only: 'show', member: { publish: 'put' }, requirements: { id: /\d+/ } },
      (posts) =>
        posts
          .resources('comments', { only: 'index' })
          .resources('votes', { only: 'show', requirements: { post_id: /[a-f]+/, id: /x/ } }, (votes) =>
            votes.resource('author', { only: 'show' })
          )
    )
  )
  t.strictSame(requirements(routes), [
    'PUT /posts/:id/publish {"id":"\\\\d+"}',
    'GET /posts/:id {"id":"\\\\d+"}',
    'GET /posts/:post_id/comments {"post_id":"\\\\d+"}',
    'GET /posts/:post_id/votes/:id {"post_id":"[a-f]+","id":"x"}',
    'GET /posts/:post_id/votes/:vote_id/author {"post_id":"[a-f]+","vote_id":"x"}'
  ])
})

t.test('the requirement of a prefix variable holds for the resource and its children', async (t) => {
  const routes = draw((map) =>
    map.resources(
      'posts',
      { only: 'index', pathPrefix: ':locale', requirements: { locale: /de|en/ } },
      (posts) =>
        posts
          .resources('comments', { only: 'index' })
          .resources('notes', { only: 'index', pathPrefix: 'notes' })
    )
  )
  t.strictSame(requirements(routes), [
    'GET /:locale/posts {"locale":"de|en"}',
    'GET /:locale/posts/:post_id/comments {"locale":"de|en"}',
    'GET /notes/notes {}'
  ])
})

t.test('a requirement of a namespace holds for those of its children that have the variable', async (t) => {
  const routes = draw((map) =>
    map.namespace('admin', { requirements: { id: /\d+/ } }, (admin) =>
      admin.resources('posts', { only: 'show' }).resource('account', { only: 'show' })
    )
  )
  t.strictSame(requirements(routes), ['GET /admin/posts/:id {"id":"\\\\d+"}', 'GET /admin/account {}'])
})

t.test("a namespace's options are the defaults of its direct children, through namespaces inside it", async (t) => {
  const routes = draw((map) =>
    map.namespace('admin', { only: 'index', controller: 'things' }, (admin) =>
      admin
        .resources('posts', (posts) => posts.resources('comments', { only: 'show' }))
        .resources('tags', { except: ['index', 'new', 'edit', 'show', 'update'] })
        .namespace('v2', (v2) => v2.resources('users', { controller: 'people' }))
    )
  )
  t.strictSame(rows(routes), [
    'admin_posts GET /admin/posts admin/things#index',
    'admin_post_comment GET /admin/posts/:post_id/comments/:id admin/comments#show',
    'admin_tags POST /admin/tags admin/things#create',
    'admin_tag DELETE /admin/tags/:id admin/things#destroy',
    'admin_v2_users GET /admin/v2/users admin/v2/people#index'
  ])
})

t.test('in a nested namespace pathPrefix and namePrefix replace what is inherited, and the name is appended', async (t) => {
  const routes = draw((map) =>
    map.namespace('admin', (admin) =>
      admin
        .namespace('v2', { pathPrefix: 'x', namePrefix: 'y_' }, (v2) =>
          v2.resources('posts', { only: 'show' })
        )
        .namespace('v3', { pathPrefix: null, namePrefix: null, namespace: 'other' }, (v3) =>
          v3.resources('posts', { only: 'show' })
        )
    )
  )
  t.strictSame(rows(routes), [
    'y_v2_post GET /x/v2/posts/:id admin/v2/posts#show',
    'v3_post GET /v3/posts/:id other/v3/posts#show'
  ])
})

t.test("a namespace in the block of a resource sets the controller's module only, unless a module is in force", async (t) => {
  t.strictSame(
    rows(
      draw((map) =>
        map.resources('posts', { only: [] }, (posts) =>
          posts.namespace('admin', (admin) => admin.resources('comments', { only: 'index' }))
        )
      )
    ),
    ['post_comments GET /posts/:post_id/comments admin/comments#index']
  )
  t.strictSame(
    rows(
      draw((map) =>
        map.resources('posts', { only: [], namespace: 'backoffice' }, (posts) =>
          posts.namespace('admin', (admin) => admin.resources('comments', { only: 'index' }))
        )
      )
    ),
    ['post_admin_comments GET /posts/:post_id/admin/comments backoffice/admin/comments#index']
  )
  t.strictSame(
    rows(
      draw((map) =>
        map.resources('posts', { only: [] }, (posts) =>
          posts.namespace('admin', { pathPrefix: 'x', namePrefix: 'y_' }, (admin) =>
            admin.resources('comments', { only: 'index' })
          )
        )
      )
    ),
    ['y_comments GET /x/comments admin/comments#index']
  )
})

t.test('shallow routes keep path and name that the namespaces gave, and drop the parent', async (t) => {
  const routes = draw((map) =>
    map.namespace('admin', { shallow: true, pathPrefix: 'verwaltung', namePrefix: 'adm_' }, (admin) =>
      admin.resources('users', { only: 'show' }, (users) =>
        users.resources('posts', { only: ['index', 'show'] }, (posts) =>
          posts
            .namespace('inner', (inner) => inner.resources('votes', { only: ['index', 'show'] }))
            .resources('comments', { only: 'show', pathPrefix: 'c', namePrefix: 'd_', shallow: false })
        )
      )
    )
  )
  t.strictSame(rows(routes), [
    'adm_user GET /verwaltung/users/:id admin/users#show',
    'adm_user_posts GET /verwaltung/users/:user_id/posts admin/posts#index',
    'adm_post GET /verwaltung/posts/:id admin/posts#show',
    'adm_post_inner_votes GET /verwaltung/posts/:post_id/inner/votes admin/inner/votes#index',
    'adm_inner_vote GET /verwaltung/inner/votes/:id admin/inner/votes#show',
    'd_comment GET /c/comments/:id admin/comments#show'
  ])
})

t.test('maps of a namespace and of its direct resources merge one level; null inherits nothing', async (t) => {
  const options = {
    member: { remove: 'get', mark: 'put' },
    collection: { recent: 'get' },
    new: { preview: 'post' },
    requirements: { id: /\d+/ },
    conditions: { host: 'a.org' },
    pathNames: { remove: 'entfernen' }
  } as const
  const { table } = draw((map) =>
    map.namespace('admin', options, (admin) =>
      admin
        .resources('pages', {
          only: [],
          member: { preview: 'get', mark: 'post' },
          conditions: { version: '1.0.0' },
          pathNames: { preview: 'ansehen' }
        })
        .resources('tags', {
          only: 'show',
          member: null,
          collection: null,
          new: null,
          requirements: null,
          conditions: null,
          pathNames: null
        })
        .namespace('v2', { member: { archive: 'put' } }, (v2) =>
          v2.resources('users', { only: [], collection: null, new: null })
        )
    )
  )
  t.strictSame(
    table.map((route) =>
      [rowText(route), JSON.stringify(paramsBy(route, 'requirement')), JSON.stringify(route.conditions)].join(
        ' '
      )
    ),
    [
      'recent_admin_pages GET /admin/pages/recent admin/pages#recent {} {"host":"a.org","version":"1.0.0"}',
      'preview_new_admin_page POST /admin/pages/new/ansehen admin/pages#preview {} {"host":"a.org","version":"1.0.0"}',
      'remove_admin_page GET /admin/pages/:id/entfernen admin/pages#remove {"id":"\\\\d+"} {"host":"a.org","version":"1.0.0"}',
      'preview_admin_page GET /admin/pages/:id/ansehen admin/pages#preview {"id":"\\\\d+"} {"host":"a.org","version":"1.0.0"}',
      'mark_admin_page POST /admin/pages/:id/mark admin/pages#mark {"id":"\\\\d+"} {"host":"a.org","version":"1.0.0"}',
      'admin_tag GET /admin/tags/:id admin/tags#show {} {}',
      'remove_admin_v2_user GET /admin/v2/users/:id/entfernen admin/v2/users#remove {"id":"\\\\d+"} {"host":"a.org"}',
      'mark_admin_v2_user PUT /admin/v2/users/:id/mark admin/v2/users#mark {"id":"\\\\d+"} {"host":"a.org"}',
      'archive_admin_v2_user PUT /admin/v2/users/:id/archive admin/v2/users#archive {"id":"\\\\d+"} {"host":"a.org"}'
    ]
  )
})

t.test('a namespace with the option namespace is in that module, also at the top', async (t) => {
  t.strictSame(
    rows(
      draw((map) =>
        map.namespace('admin', { namespace: 'manage' }, (admin) => admin.resources('posts', { only: 'show' }))
      )
    ),
    ['admin_post GET /admin/posts/:id manage/admin/posts#show']
  )
})

t.test('a row knows its resource: its names, its place, and whose id each variable is', async (t) => {
  const { table } = draw((map) =>
    map
      .resources('notes', { only: 'index', pathPrefix: 'admin/blog/:blog_post_id/at/:time' })
      .namespace('admin', (admin) =>
        admin
          .resources('blogPosts', { only: 'show', as: 'blog', controller: 'texts', shallow: true }, (posts) =>
            posts
              .resources('comments', { only: ['create', 'new', 'destroy'] })
              .resource('author', { only: 'update' })
              .route('archive', ':year', { controller: 'archives', action: 'show' })
          )
          .resources('tags', { only: 'index', pathPrefix: 'blog/:blog_post_id' })
      )
  )
  const text = (route: Route): string => {
    const {
      method,
      path,
      resource: { plural, singular, place }
    } = route
    return `${method} ${path} ${plural} ${singular} ${String(place)} ${JSON.stringify(paramsBy(route, 'of'))}`
  }
  t.strictSame(table.map(text), [
    'GET /admin/blog/:blog_post_id/at/:time/notes notes note collection {"blog_post_id":"admin/texts"}',
    'GET /admin/blog/:id blog_posts blog_post member {"id":"admin/texts"}',
    'POST /admin/blog/:blog_post_id/comments comments comment collection {"blog_post_id":"admin/texts"}',
    'GET /admin/blog/:blog_post_id/comments/new comments comment new {"blog_post_id":"admin/texts"}',
    'DELETE /admin/comments/:id comments comment member {"id":"admin/comments"}',
    'PUT /admin/blog/:blog_post_id/author author author member {"blog_post_id":"admin/texts"}',
    'GET /admin/blog/:blog_post_id/:year archives archive null {"blog_post_id":"admin/texts"}',
    'GET /blog/:blog_post_id/tags tags tag collection {}'
  ])
})

t.test('rows with equal resources share one object', async (t) => {
  const { table } = draw((map) => map.resources('posts', (posts) => posts.resources('comments')))
  t.equal(new Set(table.map(({ resource }) => resource)).size, 6)
  t.equal(new Set(table.map(({ params }) => params)).size, 7, 'one list for each path with variables')
})

t.test('a variable that a shallow path leaves takes its requirement along', async (t) => {
  const routes = draw((map) => map
    .resources('comments', { only: 'show', shallow: true, requirements: { id: /\d+/ } }, (comments) => comments
      .resources('comments', { only: 'index', member: { mark: 'get' }, as: 'answers' }, (answers) => answers
        .resources('votes', { only: 'index' })
        .route('/log', 'logs#show'))
      .resources('replies', { only: 'none' }, (replies) => replies
        .resources('comments', { only: 'none', as: 'notes' }, (notes) => notes
          .resources('marks', { only: 'index' }))))
    .group({ pathPrefix: ':locale', requirements: { locale: /de|en/, post_id: /\d+/ } }, (local) => local
      .resources('posts', { only: 'none', shallow: true }, (posts) => posts
        .resources('tags', { only: 'show' }, (tags) => tags.resources('pins', { only: 'show' })))))
  t.strictSame(requirements(routes), [
    String.raw`GET /comments/:id {"id":"\\d+"}`,
    String.raw`GET /comments/:comment_id/answers {"comment_id":"\\d+"}`,
    'GET /answers/:id/mark {}',
    'GET /answers/:comment_id/votes {}',
    'GET /answers/:comment_id/log {}',
    'GET /notes/:comment_id/marks {}',
    'GET /:locale/tags/:id {"locale":"de|en"}',
    'GET /:locale/pins/:id {"locale":"de|en"}'
  ])
})

t.test('variables of one segment may hold the text after one of them, and fixed numbers of it', async (t) => {
  for (const [path, requirements] of [
    ['/:slug-:id', { slug: /[\w-]+/, id: /\d+/ }],
    ['/:slug-:id-:size', { slug: /.+/, id: /\d+/ }],
    ['/:from-:to-:kind', { from: /\d{4}-\d\d-\d\d/, to: /\d{4}-\d\d-\d\d/ }],
    ['/:a-:b/:c-:d', { a: /.+/, c: /.+/ }],
    ['/:a+:b+:c', { a: /\d+/, b: /[a-z]+/ }]
  ] as const) {
    t.equal(draw((map) => map.route(path, 'a#b', { requirements })).table[0]?.path, path)
  }
})

t.test('a module-only namespace in a shallow resource leaves path and name alone', async (t) => {
  t.strictSame(
    rows(
      draw((map) =>
        map.resources('posts', { only: [], shallow: true }, (posts) =>
          posts.namespace('admin', (admin) => admin.resources('comments', { only: ['index', 'show'] }))
        )
      )
    ),
    [
      'post_comments GET /posts/:post_id/comments admin/comments#index',
      'comment GET /comments/:id admin/comments#show'
    ]
  )
})

t.test('any is one row next to the narrower rows of other actions', async (t) => {
  t.strictSame(
    rows(
      draw((map) =>
        map.resources('posts', {
          only: [],
          member: { unmark: 'delete', mark: 'any' },
          pathNames: { unmark: 'mark' }
        })
      )
    ),
    ['unmark_post DELETE /posts/:id/mark posts#unmark', 'mark_post ANY /posts/:id/mark posts#mark']
  )
  t.strictSame(
    rows(
      draw((map) =>
        map.resources('posts', { only: 'show', collection: { search: ['post', 'any'], recent: 'get' } })
      )
    ),
    [
      'search_posts POST /posts/search posts#search',
      '- ANY /posts/search posts#search',
      'recent_posts GET /posts/recent posts#recent',
      'post GET /posts/:id posts#show'
    ]
  )
})

t.test('each any is a line of its own, also at one path under other conditions', async (t) => {
  const routes = draw((map) =>
    map
      .route('x', '/x', 'a#b', { method: 'any', conditions: { host: 'a' } })
      .route('x', '/x', 'a#b', { method: 'any', conditions: { host: 'b' } })
      .route('y', '/x', 'a#b', { method: 'any', conditions: { host: 'c' } })
  )
  t.strictSame(rows(routes), ['x ANY /x a#b', '- ANY /x a#b', 'y ANY /x a#b'])
})

t.test('an any of an included tree gives way as if the tree had declared it', async (t) => {
  const any = (map: any): any => map.route('x', '/x', 'a#any', { method: 'any' })
  const others: ReadonlyArray<(map: any) => any> = [
    (map) => map.route('y', '/x', 'a#y'),
    (map) => map.route('y', '/x', 'a#any'),
    (map) => map.route('y', '/x', 'a#y', { method: ['post', 'delete'] }),
    (map) => map.route('y', '/x', 'a#any', { method: 'any', conditions: { host: 'a' } }),
    (map) => map.route('y', '/x', 'a#y', { method: ['get', 'post', 'put', 'patch'] })
  ]
  for (const other of others) {
    const included = draw((map) => other(map).include(draw(any)))
    t.strictSame(rows(included), rows(draw((map) => any(other(map)))))
    t.ok('xPath' in createUrlFor(included))
  }
})

t.test('a second name for one path, method and action is another name of the row', async (t) => {
  const cases: ReadonlyArray<readonly [block: (map: any) => any, ...rows: string[]]> = [
    [
      (map) => map.root('pages#home').route('home', '/', 'pages#home'),
      'root GET / pages#home',
      'home GET / pages#home'
    ],
    [
      (map) =>
        map.resources('posts', { only: ['index', 'create'] }).route('all_posts', '/posts', 'posts#index'),
      'posts GET /posts posts#index',
      'all_posts GET /posts posts#index',
      '- POST /posts posts#create'
    ],
    [
      (map) =>
        map.route('all_posts', '/posts', 'posts#index').resources('posts', { only: ['index', 'create'] }),
      'posts GET /posts posts#index',
      'all_posts GET /posts posts#index',
      '- POST /posts posts#create'
    ],
    [
      (map) => map.route('home', '/', 'a#b', { method: 'any' }).root('a#b'),
      'home ANY / a#b',
      'root GET / a#b'
    ],
    [
      (map) => map.route('home', '/', 'a#b', { method: 'any' }).route('start', '/', 'a#b', { method: 'any' }),
      'home ANY / a#b',
      'start ANY / a#b'
    ],
    [
      (map) =>
        map.resources('tags', 'users', { only: [] }, (each: any) =>
          each.resource('profile', { only: [], new: { check: 'any' }, pathPrefix: '' })
        ),
      'check_new_tag_profile ANY /profile/new/check profiles#check',
      'check_new_user_profile ANY /profile/new/check profiles#check'
    ],
    [
      (map) =>
        map
          .root('a#b', { method: ['get', 'post', 'put', 'patch', 'delete'] })
          .route('home', '/', 'a#b', { method: 'any' }),
      'root GET / a#b',
      'home GET / a#b',
      '- POST / a#b',
      '- PUT / a#b',
      '- PATCH / a#b',
      '- DELETE / a#b'
    ]
  ]
  for (const [block, ...expected] of cases) {
    const routes = draw(block)
    t.strictSame(rows(routes), expected)
    const urlFor = createUrlFor(routes)
    for (const name of routes.table.flatMap(namesOf)) {
      t.equal(urlFor(name), urlFor[`${camelize(name)}Path`]?.())
    }
  }
})

t.test('a plain route keeps a name that a resource has too, in any order', async (t) => {
  const posts = (map: any): any => map.resources('posts', { only: ['index', 'create', 'show'] })
  const plain = (map: any): any => map.route('posts', '/everything', 'posts#all')
  for (const routes of [draw((map) => plain(posts(map))), draw((map) => posts(plain(map)))]) {
    t.equal(createUrlFor(routes).postsPath?.(), '/everything')
    t.strictSame(
      routes.table.filter(({ path }) => path === '/posts').map(({ name }) => name),
      ['', '']
    )
  }
})

t.test('of rows with one name and one path, that which takes what all of them take has the name', async (t) => {
  const login = (map: any): any => map.route('login', '/login', 's#create', { method: 'post' })
  const json = (map: any): any => map.route('login', '/login', 's#new', { formats: ['json'] })
  for (const routes of [draw((map) => json(login(map))), draw((map) => login(json(map)))]) {
    const urlFor = createUrlFor(routes)
    t.strictSame([urlFor.loginPath?.(), urlFor.loginPath?.({ format: 'json' })], ['/login', '/login.json'])
  }
  const optional = draw((map) =>
    map
      .route('bible', '/bible/:book/:chapter', 'bibles#create', { method: 'post' })
      .route('bible', '/bible/:book/:chapter', 'bibles#show', { defaults: { chapter: '1' } })
  )
  t.equal(createUrlFor(optional).biblePath('gen'), '/bible/gen')
  const cleared = draw((map) =>
    map
      .resources('posts', { only: 'index', formats: ['json'] })
      .route('posts', '/posts', 'posts#clear', { method: 'delete' })
  )
  t.equal(createUrlFor(cleared).postsPath(), '/posts')
  t.strictSame(rows(cleared), ['posts GET /posts posts#index', '- DELETE /posts posts#clear'])
  const feeds = draw((map) =>
    map
      .route('posts', '/posts', 'feeds#show', { formats: { required: ['rss'] } })
      .resources('posts', { only: 'index' })
  )
  t.equal(createUrlFor(feeds).postsPath({ format: 'rss' }), '/posts.rss')
})

t.test('the same path for another host is another route, and shares its name', async (t) => {
  t.strictSame(
    rows(
      draw((map) =>
        map
          .resources('posts', { only: 'index', conditions: { host: 'a.org' } })
          .resources('posts', { only: 'index', conditions: { host: 'b.org' }, controller: 'b_posts' })
      )
    ),
    ['posts GET /posts posts#index', '- GET /posts b_posts#index']
  )
})

t.test('hasMany and hasOne declare what a block would, before it', async (t) => {
  const byOptions = draw((map) =>
    map.resources(
      'posts',
      { hasMany: ['tags', { comments: ['votes', { flags: 'notes' }] }], hasOne: ['author', 'cover'] },
      (posts) => posts.resource('editor')
    )
  )
  const byBlock = draw((map) =>
    map.resources('posts', (posts) =>
      posts
        .resources('tags')
        .resources('comments', (comments) =>
          comments.resources('votes').resources('flags', (flags) => flags.resources('notes'))
        )
        .resource('author', 'cover')
        .resource('editor')
    )
  )
  t.strictSame(byOptions.table, byBlock.table)
})

t.test('undefined options count as missing', async (t) => {
  t.strictSame(
    draw((map) => map.resources('posts', { only: undefined, as: undefined } as object)).table,
    draw((map) => map.resources('posts')).table
  )
})

t.test('the formats of draw apply to all paths but the root; an own list replaces them', async (t) => {
  const other = draw({ formats: ['csv'] }, (map) => map.resources('tags', { only: 'index' }))
  const { table } = draw({ formats: ['html', 'json'] }, (map) =>
    map
      .root({ controller: 'posts', action: 'index' })
      .route('login', 'login', { controller: 'sessions', action: 'new' })
      .route('file', 'files/:name', { controller: 'files', action: 'show', formats: [] })
      .resources('posts', { only: 'index', formats: ['xml'] }, (posts) =>
        posts.resources('comments', { only: 'show' })
      )
      .namespace('admin', { formats: [] }, (admin) =>
        admin
          .root({ controller: 'desks', action: 'show' })
          .resources('users', { only: 'index' }, (users) => users.resource('photo', { only: 'show' }))
          .resources('reports', { only: 'index', formats: ['pdf'] })
      )
      .include(other)
  )
  t.strictSame(
    table.map(({ path, formats }) => `${path} ${formats.join()}`),
    [
      '/ ',
      '/login html,json',
      '/files/:name ',
      '/posts xml',
      '/posts/:post_id/comments/:id html,json',
      '/admin ',
      '/admin/users ',
      '/admin/users/:user_id/photo ',
      '/admin/reports pdf',
      '/tags csv'
    ]
  )
})
