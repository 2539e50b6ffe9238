/** Pairs of trees, and the output of `diff` for them. */

import { draw } from '../../lib/index.js'
import type { Routes } from '../../lib/index.js'

interface Difference {
  readonly title: string
  readonly before: Routes
  readonly now: Routes
  readonly text: string
}

export const NO_DIFFERENCES =
  'No differences in the routes. It compares no schemas: for these, compare two OpenAPI documents.'

export const DIFFERENCES: readonly Difference[] = [
  {
    title: 'nothing',
    before: draw((map) => map.resources('posts')),
    now: draw((map) => map.resources('posts')),
    text: NO_DIFFERENCES
  },
  {
    title: 'JSON that needs a key now, and needed none before',
    before: draw({ api: true }, (map) => map.resources('posts', { only: ['show', 'create'] })),
    now: draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: ['show', 'create'] })),
    text: `Breaks links and clients:
  POST /posts takes JSON only under 'post' now`
  },
  {
    title: 'JSON that needs no key now',
    before: draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: 'create' })),
    now: draw({ api: true }, (map) => map.resources('posts', { only: 'create' })),
    text: NO_DIFFERENCES
  },
  {
    title: 'a path that has moved',
    before: draw((map) =>
      map.resources('posts', { only: 'show', as: 'articles' }).redirect('/a/:id', 'post').redirect('/b', '/')
    ),
    now: draw((map) =>
      map
        .redirect('/articles/:id', 'post')
        .resources('posts', { only: 'show' })
        .redirect('/a/:id', 'post', { status: 302 })
    ),
    text: `Breaks links and clients:
  GET /b is gone
Breaks code:
  GET /articles/:id is answered by redirect 301 to /posts/:id now, by posts#show before
  GET /a/:id is answered by redirect 302 to /posts/:id now, by redirect 301 to /articles/:id before
New:
  GET /posts/:id: posts#show`
  },
  {
    title: 'an extension that is needed no more, and another format without one',
    before: draw((map) =>
      map
        .route('report', '/report', 'reports#show', { formats: { required: ['csv'] } })
        .route('feed', '/feed', 'feeds#show', { defaults: { format: 'rss' } })
    ),
    now: draw((map) =>
      map
        .route('report', '/report', 'reports#show', { formats: ['csv'] })
        .route('feed', '/feed', 'feeds#show', { defaults: { format: 'atom' } })
    ),
    text: `Breaks code:
  GET /feed gets format: 'atom' now, format: 'rss' before
New:
  GET /report answers without an extension now`
  },
  {
    title: 'another name of the record in a body',
    before: draw((map) => map.resources('posts', { only: ['show', 'create'], namePrefix: 'a_' })),
    now: draw((map) =>
      map.resources('posts', { only: ['show', 'create'], namePrefix: 'a_', singular: 'article' })
    ),
    text: `Breaks links and clients:
  POST /posts takes its record under 'article' now, under 'post' before
Breaks code:
  aPostPath is gone; aArticlePath gives /posts/:id
New:
  aArticlePath gives /posts/:id`
  },
  {
    title: 'the order of declaration',
    before: draw((map) => map.resources('posts').resources('tags')),
    now: draw((map) => map.resources('tags').resources('posts')),
    text: NO_DIFFERENCES
  },
  {
    title: 'an action of two paths, one of which is another now',
    before: draw((map) => map.root('posts#index').resources('posts', { only: 'index' })),
    now: draw((map) => map.root('posts#index').resources('posts', { only: 'index', as: 'articles' })),
    text: `Breaks links and clients:
  GET /posts is gone; posts#index answers at /articles now
New:
  GET /articles: posts#index`
  },
  {
    title: 'a resource more',
    before: draw((map) => map.resources('posts', { only: 'index' })),
    now: draw((map) =>
      map.resources('posts', { only: 'index' }).resources('tags', { only: ['index', 'show', 'destroy'] })
    ),
    text: `New:
  GET /tags: tags#index, tagsPath
  GET /tags/:id: tags#show, tagPath
  DELETE /tags/:id: tags#destroy`
  },
  {
    title: 'a resource less',
    before: draw((map) =>
      map.resources('posts', { only: 'index' }).resources('tags', { only: ['index', 'show', 'destroy'] })
    ),
    now: draw((map) => map.resources('posts', { only: 'index' })),
    text: `Breaks links and clients:
  GET /tags is gone
  GET, DELETE /tags/:id are gone
Breaks code:
  tagsPath is gone
  tagPath is gone
  the controller tags has no rows now`
  },
  {
    title: 'a path of another word',
    before: draw((map) => map.resources('tags', { only: ['index', 'show'] })),
    now: draw((map) => map.resources('tags', { only: ['index', 'show'], as: 'labels' })),
    text: `Breaks links and clients:
  GET /tags is gone; tags#index answers at /labels now
  GET /tags/:id is gone; tags#show answers at /labels/:id now
New:
  GET /labels: tags#index
  GET /labels/:id: tags#show`
  },
  {
    title: 'a resource of another name, answered by the same controller',
    before: draw((map) => map.resources('tags', { only: ['index', 'create'] })),
    now: draw((map) => map.resources('labels', { only: ['index', 'create'], controller: 'tags' })),
    text: `Breaks links and clients:
  GET /tags is gone; tags#index answers at /labels now
  POST /tags is gone; tags#create answers at /labels now
Breaks code:
  tagsPath is gone; labelsPath gives /labels
New:
  GET /labels: tags#index, labelsPath
  POST /labels: tags#create`
  },
  {
    title: 'a resource of another name on the same path',
    before: draw((map) => map.resources('tags', { only: ['index', 'create'] })),
    now: draw((map) => map.resources('labels', { only: ['index', 'create'], as: 'tags' })),
    text: `Breaks links and clients:
  POST /tags takes its record under 'label' now, under 'tag' before
Breaks code:
  GET /tags is answered by labels#index now, by tags#index before
  POST /tags is answered by labels#create now, by tags#create before
  tagsPath is gone; labelsPath gives /tags
  the controller tags has no rows now
New:
  labelsPath gives /tags`
  },
  {
    title: 'actions less',
    before: draw((map) => map.resources('posts')),
    now: draw((map) => map.resources('posts', { except: ['new', 'edit', 'destroy'] })),
    text: `Breaks links and clients:
  GET /posts/new is gone; posts#show of /posts/:id answers it now
  GET /posts/:id/edit is gone
  DELETE /posts/:id is gone; the path answers GET, PUT
Breaks code:
  newPostPath is gone
  editPostPath is gone
  posts#new is gone
  posts#edit is gone
  posts#destroy is gone`
  },
  {
    title: 'actions more',
    before: draw((map) => map.resources('posts', { only: ['index', 'show'] })),
    now: draw((map) =>
      map.resources('posts', { only: ['index', 'show', 'update'], member: { publish: 'put' } })
    ),
    text: `New:
  PUT /posts/:id/publish: posts#publish, publishPostPath
  PUT /posts/:id: posts#update`
  },
  {
    title: 'another method',
    before: draw((map) => map.resources('posts', { only: 'show', member: { publish: 'put' } })),
    now: draw((map) => map.resources('posts', { only: 'show', member: { publish: 'post' } })),
    text: `Breaks links and clients:
  PUT /posts/:id/publish is gone; posts#publish answers POST /posts/:id/publish now
New:
  POST /posts/:id/publish: posts#publish`
  },
  {
    title: 'any of the methods less',
    before: draw((map) => map.route('hook', '/hook', { controller: 'hooks', action: 'call', method: 'any' })),
    now: draw((map) => map.route('hook', '/hook', { controller: 'hooks', action: 'call', method: 'post' })),
    text: `Breaks links and clients:
  GET, PUT, PATCH, DELETE /hook are gone; hooks#call answers POST /hook now`
  },
  {
    title: 'any of the methods in place of one',
    before: draw((map) =>
      map.route('hook', '/hook', { controller: 'hooks', action: 'call', method: 'post' })
    ),
    now: draw((map) => map.route('hook', '/hook', { controller: 'hooks', action: 'call', method: 'any' })),
    text: `New:
  GET /hook: hooks#call
  PUT /hook: hooks#call
  PATCH /hook: hooks#call
  DELETE /hook: hooks#call`
  },
  {
    title: 'a requirement',
    before: draw((map) => map.resources('posts', { except: 'edit' })),
    now: draw((map) => map.resources('posts', { except: 'edit', requirements: { id: /\d+/ } })),
    text: `Breaks links and clients:
  GET, PUT, DELETE /posts/:id take only /\\d+/ as id now, any id before`
  },
  {
    title: 'another requirement',
    before: draw((map) => map.resources('posts', { only: 'show', requirements: { id: /\d+/ } })),
    now: draw((map) => map.resources('posts', { only: 'show', requirements: { id: /\d{4}/ } })),
    text: `Breaks links and clients:
  GET /posts/:id takes only /\\d{4}/ as id now, /\\d+/ before`
  },
  {
    title: 'a requirement less',
    before: draw((map) => map.resources('posts', { only: 'show', requirements: { id: /\d+/ } })),
    now: draw((map) => map.resources('posts', { only: 'show' })),
    text: `New:
  GET /posts/:id takes any id now, /\\d+/ before`
  },
  {
    title: 'two rows of one shape, told apart by a requirement',
    before: draw((map) => map.resources('posts', { only: 'show' })),
    now: draw((map) =>
      map
        .resources('posts', { only: 'show' })
        .route('year', '/posts/:year', {
          controller: 'posts',
          action: 'year',
          requirements: { year: /\d{4}/ }
        })
    ),
    text: `Breaks links and clients:
  GET /posts/:year: posts#year, yearPath; posts#show of /posts/:id answered it before`
  },
  {
    title: 'formats',
    before: draw((map) => map.resources('posts', { only: ['index', 'show'] })),
    now: draw({ formats: ['json'] }, (map) => map.resources('posts', { only: ['index', 'show'] })),
    text: `Breaks links and clients:
  GET /posts/:id takes no id with a dot now, since a dot begins a format
New:
  GET /posts takes json as format now
  GET /posts/:id takes json as format now`
  },
  {
    title: 'a format less and one more',
    before: draw({ formats: ['html', 'xml'] }, (map) => map.resources('posts', { only: ['show', 'update'] })),
    now: draw({ formats: ['html', 'json'] }, (map) => map.resources('posts', { only: ['show', 'update'] })),
    text: `Breaks links and clients:
  GET, PUT /posts/:id take no xml as format now
New:
  GET, PUT /posts/:id take json as format now`
  },
  {
    title: 'a condition',
    before: draw((map) => map.resources('posts', { only: 'show' })),
    now: draw((map) => map.resources('posts', { only: 'show', conditions: { host: 'a.org' } })),
    text: `Breaks links and clients:
  GET /posts/:id is answered only for host: 'a.org' now`
  },
  {
    title: 'another condition',
    before: draw((map) => map.resources('posts', { only: 'show', conditions: { host: 'a.org' } })),
    now: draw((map) => map.resources('posts', { only: 'show', conditions: { host: /^b/, version: '2' } })),
    text: `Breaks links and clients:
  GET /posts/:id is answered only for host: '/^b/', version: '2' now, for host: 'a.org' before`
  },
  {
    title: 'a condition less',
    before: draw((map) => map.resources('posts', { only: 'show', conditions: { host: 'a.org' } })),
    now: draw((map) => map.resources('posts', { only: 'show' })),
    text: `New:
  GET /posts/:id is answered under all conditions now, for host: 'a.org' before`
  },
  {
    title: 'the same path for one more host',
    before: draw((map) => map.resources('posts', { only: 'index' })),
    now: draw((map) =>
      map
        .route('host', '/posts', { controller: 'hosts', action: 'posts', conditions: { host: 'a.org' } })
        .resources('posts', { only: 'index' })
    ),
    text: `Breaks links and clients:
  GET /posts: hosts#posts, hostPath, for host: 'a.org'; posts#index of /posts answered it before`
  },
  {
    title: 'another controller',
    before: draw((map) => map.resources('posts', { only: ['index', 'show'] })),
    now: draw((map) => map.resources('posts', { only: ['index', 'show'], controller: 'articles' })),
    text: `Breaks code:
  GET /posts is answered by articles#index now, by posts#index before
  GET /posts/:id is answered by articles#show now, by posts#show before
  the controller posts has no rows now`
  },
  {
    title: 'a namespace',
    before: draw((map) => map.resources('users', { only: 'index' })),
    now: draw((map) => map.namespace('admin', (admin) => admin.resources('users', { only: 'index' }))),
    text: `Breaks links and clients:
  GET /users is gone
Breaks code:
  usersPath is gone
  the controller users has no rows now
New:
  GET /admin/users: admin/users#index, adminUsersPath`
  },
  {
    title: 'nested in another resource',
    before: draw((map) => map.resources('comments', { only: 'show' })),
    now: draw((map) =>
      map.resources('posts', { only: 'show' }, (posts) => posts.resources('comments', { only: 'show' }))
    ),
    text: `Breaks links and clients:
  GET /comments/:id is gone; comments#show answers at /posts/:post_id/comments/:id now
Breaks code:
  commentPath is gone; postCommentPath gives /posts/:post_id/comments/:id
  comments#show gets post_id and id now, id before
New:
  GET /posts/:id: posts#show, postPath
  GET /posts/:post_id/comments/:id: comments#show, postCommentPath`
  },
  {
    title: 'shallow',
    before: draw((map) =>
      map.resources('posts', { only: 'show' }, (posts) =>
        posts.resources('comments', { only: ['index', 'show'] })
      )
    ),
    now: draw((map) =>
      map.resources('posts', { only: 'show', shallow: true }, (posts) =>
        posts.resources('comments', { only: ['index', 'show'] })
      )
    ),
    text: `Breaks links and clients:
  GET /posts/:post_id/comments/:id is gone; comments#show answers at /comments/:id now
Breaks code:
  postCommentPath is gone; commentPath gives /comments/:id
  comments#show gets id now, post_id and id before
New:
  GET /comments/:id: comments#show, commentPath`
  },
  {
    title: 'another name of a variable',
    before: draw((map) =>
      map.resources('people', { only: [] }, (people) => people.resources('posts', { only: 'index' }))
    ),
    now: draw((map) =>
      map.resources('people', { only: [], singular: 'member' }, (people) =>
        people.resources('posts', { only: 'index', namePrefix: 'person_' })
      )
    ),
    text: `Breaks code:
  personPostsPath takes member_id now, person_id before
  posts#index gets member_id now, person_id before`
  },
  {
    title: 'the word before the ids is gone, so that they take it',
    before: draw((map) => map.resources('posts', { only: ['show', 'new'] })),
    now: draw((map) => map.resources('posts', { only: 'show' })),
    text: `Breaks links and clients:
  GET /posts/new is gone; posts#show of /posts/:id answers it now
Breaks code:
  newPostPath is gone
  posts#new is gone`
  },
  {
    title: 'a word where ids have been',
    before: draw((map) => map.resources('posts', { only: 'show' })),
    now: draw((map) => map.resources('posts', { only: 'show', collection: { search: 'get' } })),
    text: `New:
  GET /posts/search: posts#search, searchPostsPath; posts#show of /posts/:id answered it before`
  },
  {
    title: 'one of two hosts less',
    before: draw((map) =>
      map
        .route('a', '/', { controller: 'hosts', action: 'a', conditions: { host: 'a.org' } })
        .route('b', '/', { controller: 'hosts', action: 'b', conditions: { host: 'b.org' } })
    ),
    now: draw((map) =>
      map.route('b', '/', { controller: 'hosts', action: 'b', conditions: { host: 'b.org' } })
    ),
    text: `Breaks links and clients:
  GET / is gone for host: 'a.org'; the path answers GET
Breaks code:
  aPath is gone; bPath gives /
  hosts#a is gone`
  },
  {
    title: 'a plain path of another name',
    before: draw((map) => map.route('login', '/login', { controller: 'sessions', action: 'new' })),
    now: draw((map) => map.route('sign_in', '/login', { controller: 'sessions', action: 'new' })),
    text: `Breaks code:
  loginPath is gone; signInPath gives /login
New:
  signInPath gives /login`
  },
  {
    title: 'a name that another row takes',
    before: draw((map) => map.resources('posts', { only: 'index' })),
    now: draw((map) =>
      map.resources('posts', { only: 'index' }).route('posts', '/archive', 'pages#archive')
    ),
    text: `Breaks code:
  postsPath gives /archive (pages#archive) now, /posts (posts#index) before
New:
  GET /archive: pages#archive`
  },
  {
    title: 'a name that moves with its action',
    before: draw((map) => map.route('home', '/', 'pages#home')),
    now: draw((map) => map.route('home', '/start', 'pages#home')),
    text: `Breaks links and clients:
  GET / is gone; pages#home answers at /start now
New:
  GET /start: pages#home`
  },
  {
    title: 'another method, for two hosts',
    before: draw((map) => map.route('a', '/a', 'pages#a')),
    now: draw((map) =>
      map
        .route('a', '/a', 'pages#b', { method: 'post', conditions: { host: 'a.org' } })
        .route('b', '/a', 'pages#b', { method: 'post', conditions: { host: 'b.org' } })
    ),
    text: `Breaks links and clients:
  GET /a is gone; the path answers POST
Breaks code:
  pages#a is gone
New:
  POST /a: pages#b, for host: 'a.org'
  POST /a: pages#b, bPath, for host: 'b.org'`
  },
  {
    title: 'api',
    before: draw((map) => map.resources('posts', { only: ['index', 'update', 'destroy'] })),
    now: draw({ api: true }, (map) => map.resources('posts', { only: ['index', 'update', 'destroy'] })),
    text: `Breaks links and clients:
  PUT, DELETE /posts/:id are out of reach of forms now, since an api tree has no _method`
  },
  {
    title: 'patch',
    before: draw((map) => map.resources('posts', { only: 'update' })),
    now: draw({ patch: true }, (map) => map.resources('posts', { only: 'update' })),
    text: `New:
  PATCH /posts/:id: posts#update`
  }
]
