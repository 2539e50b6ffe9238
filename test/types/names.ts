/** Which helpers there are. */

import { draw } from '../../lib/index.js'
import { same, type ActionsOf, type HelperKeys, type HelpersOf, type Same } from './same.js'
import type { PathVariables } from '../../types/names.js'
import type { AllControllers } from '../../types/controllers.js'
import type { Mapper, Routes } from '../../types/mapper.js'
import type { UrlFor } from '../../types/url-for.js'

type Has<R extends Routes, Stem extends string> = Same<HelperKeys<UrlFor<R>>, HelpersOf<Stem>>

// A name exists if any of its rows does.
const only = draw((map) => map.resources('posts', { only: 'create' }).resources('tags', { only: ['update'] }).resources('users', { only: [] }))
same<Has<typeof only, 'posts' | 'tag'>>(true)
same<Same<ActionsOf<typeof only>, { posts: 'create', tags: 'update' }>>(true)

// api takes new and edit away, even where only names them; patch adds no name.
const api = draw({ api: true, patch: true }, (map) => map.resources('posts', { only: ['new', 'edit', 'show'], new: { draft: 'get' } }).resource('account'))
same<Has<typeof api, 'post' | 'draftNewPost' | 'account'>>(true)

// A given false is as if it were not given.
const notApi = draw({ api: false }, (map) => map.resource('account'))
same<Has<typeof notApi, 'account' | 'newAccount' | 'editAccount'>>(true)

// include merges the other tree as it was drawn.
const both = draw((map) => map.include(api).resource('cart').include(only))
same<Has<typeof both, 'post' | 'draftNewPost' | 'account' | 'cart' | 'newCart' | 'editCart' | 'posts' | 'tag'>>(true)
same<Same<ActionsOf<typeof both>['posts'], 'show' | 'draft' | 'create'>>(true)

// root and route take the path, the name and the module of where they stand.
const named = draw((map) => map
  .root({ controller: 'home', action: 'index' })
  .route('logIn', '/log-in/:token', { controller: 'sessions', action: 'new', method: ['get', 'post'] })
  .namespace('admin', (admin) => admin
    .root({ controller: 'dashboards', action: 'show' })
    .resources('posts', { only: 'show' }, (posts) => posts.root({ controller: 'heads', action: 'show' }).route('log', 'log', { controller: 'logs', action: 'show' }))))
same<Has<typeof named, 'root' | 'logIn' | 'adminRoot' | 'adminPost' | 'adminPostRoot' | 'adminPostLog'>>(true)
same<Same<ActionsOf<typeof named>, {
  home: 'index', sessions: 'new', 'admin/dashboards': 'show', 'admin/posts': 'show', 'admin/heads': 'show', 'admin/logs': 'show'
}>>(true)
const urlFor = {} as UrlFor<typeof named>

// A target may be text; a route without a name is an action without a helper.
const plain = draw((map) => map
  .root('home#index')
  .route('login', '/login', 'sessions#new')
  .route('/login', 'sessions#create', { method: 'post' })
  .route('/export/:year', { controller: 'site', action: 'export' })
  .namespace('admin', (admin) => admin.route('logs', '/logs/:day', 'stats/logs#show', { formats: ['csv'] })))
same<Has<typeof plain, 'root' | 'login' | 'adminLogs'>>(true)
same<Same<ActionsOf<typeof plain>, { home: 'index', sessions: 'new' | 'create', site: 'export', 'admin/stats/logs': 'show' }>>(true)
const plainUrlFor = {} as UrlFor<typeof plain>
plainUrlFor.adminLogsPath('monday', { format: 'csv' })
plainUrlFor({ controller: 'site', action: 'export', year: 2020 })
// @ts-expect-error an id too few
plainUrlFor.adminLogsPath()

// A redirect adds no helper and no controller, at any level, and the chain goes on behind it.
const moved = draw((map) => map
  .redirect('/old/:id', 'post')
  .resources('posts', { only: 'show' }, (posts) => posts.redirect('/first', '/posts/:post_id', { status: 302 }))
  .namespace('admin', (admin) => admin.redirect('/', 'post', { requirements: { id: /\d+/ }, conditions: { host: 'a.org' } }).resources('users', { only: 'show' }))
  .group({ pathPrefix: 'a' }, (a) => a.redirect('/b', '/c')))
same<Has<typeof moved, 'post' | 'adminUser'>>(true)
same<Same<ActionsOf<typeof moved>, { posts: 'show', 'admin/users': 'show' }>>(true)
same<Same<keyof AllControllers<typeof moved>, 'posts' | 'admin/users'>>(true)
draw((map) => {
  // @ts-expect-error its path begins with a slash
  map.redirect('old', 'posts')
  // @ts-expect-error a target is a text
  map.redirect('/old', { controller: 'posts', action: 'index' })
  // @ts-expect-error no status of a redirect
  map.redirect('/old', '/posts', { status: 200 })
  // @ts-expect-error it answers GET
  map.redirect('/old', '/posts', { method: 'post' })
  return map
})

// A group adds to path and name, and gives the routes in it their controller; a namespace in it adds to both.
const grouped = draw((map) => map
  .group({ pathPrefix: ':locale', namePrefix: 'local_', requirements: { locale: /de|en/ } }, (local) => local
    .resources('posts', { only: 'show' }, (posts) => posts.resources('comments', { only: 'show' }))
    .namespace('admin', (admin) => admin.resources('users', { only: 'index' })))
  .group({ controller: 'sessions', method: 'any', formats: ['json'] }, (group) => group
    .route('login', '/login', '#new')
    .route('/logout', { action: 'destroy' })
    .group({ namePrefix: 'x_' }, (inner) => inner.root('#show').resource('session', { only: 'create' })))
  .resources('tags', { only: [] }, (tags) => tags
    .group({ pathPrefix: 'x/:x', namePrefix: 'x_' }, (group) => group.resources('votes', { only: ['index', 'show'], shallow: true }))))
same<Has<typeof grouped, 'localPost' | 'localPostComment' | 'localAdminUsers' | 'login' | 'xRoot' | 'xSession' | 'tagXVotes' | 'xVote'>>(true)
same<Same<ActionsOf<typeof grouped>, {
  posts: 'show', comments: 'show', 'admin/users': 'index', sessions: 'new' | 'destroy' | 'show' | 'create', votes: 'index' | 'show'
}>>(true)
const groupedUrlFor = {} as UrlFor<typeof grouped>
groupedUrlFor.localPostCommentPath({ locale: 'de', post_id: 1, id: 2 })
groupedUrlFor.localAdminUsersPath('de')
groupedUrlFor.tagXVotesPath({ tag_id: 1, x: 2 })
groupedUrlFor.xVotePath({ x: 1, id: 2 })
groupedUrlFor.loginPath({ format: 'json' })

// A list of actions is a map of each, also where it is merged with one.
const listed = draw((map) => map.namespace('admin', { member: ['accept'] }, (admin) => admin.resources('posts', { only: [], member: { decline: 'put' }, collection: ['sort'] })))
same<Has<typeof listed, 'acceptAdminPost' | 'declineAdminPost' | 'sortAdminPosts'>>(true)

// What a loop builds of literals is taken, and in a chain it stands for all that it may be.
for (const name of ['new', 'old'] as const) {
  draw((map) => map.resources('posts', { namePrefix: `${name}_` as const, pathPrefix: `/${name}` as const }).route(`${name}_feed` as const, `/${name}/feed`, `posts#${name}`))
}
declare const either: 'new' | 'old'
const built = draw((map) => map.resources('posts', { only: 'show', namePrefix: `${either}_` as const }))
same<Has<typeof built, 'newPost' | 'oldPost'>>(true)

// A function as a block keeps types, wherever it is used.
const commentable = <E>(map: Mapper<E>) => map.resources('comments', { only: ['index', 'show'] })
const concerned = draw((map) => map.resources('posts', { only: [] }, commentable).namespace('admin', (admin) => admin.resources('tags', { only: [] }, (tags) => commentable(tags.resource('icon', { only: 'show' })))))
same<Has<typeof concerned, 'postComments' | 'postComment' | 'adminTagIcon' | 'adminTagComments' | 'adminTagComment'>>(true)
same<Same<ActionsOf<typeof concerned>, { comments: 'index' | 'show', 'admin/icons': 'show', 'admin/comments': 'index' | 'show' }>>(true)
urlFor.logInPath('secret')
urlFor.logInPath({ token: 'secret' })
urlFor.adminPostLogPath(1)

// Shallow keeps the path and name that namespace() gave, its own prefixes included.
const shallow = draw((map) => map.namespace('admin', { pathPrefix: ':tenant/manage', namePrefix: 'office_', shallow: true }, (admin) => admin
  .resources('posts', { only: 'index' }, (posts) => posts.resources('comments', { only: ['index', 'show'] }))))
same<Has<typeof shallow, 'officePosts' | 'officePostComments' | 'officeComment'>>(true)
const shallowUrlFor = {} as UrlFor<typeof shallow>
shallowUrlFor.officePostsPath('acme')
shallowUrlFor.officePostCommentsPath({ tenant: 'acme', post_id: 1 })
shallowUrlFor.officeCommentPath({ tenant: 'acme', id: 1 })

// The option namespace, and a namespace in a plain resource block, change the controller only.
const modules = draw((map) => map
  .resources('posts', { namespace: 'admin', only: 'show' }, (posts) => posts.resources('comments', { only: 'show' }))
  .resources('users', { only: 'show' }, (users) => users.namespace('staff', (staff) => staff.resources('notes', { only: 'show', shallow: true }))))
same<Has<typeof modules, 'post' | 'postComment' | 'user' | 'note'>>(true)
same<Same<ActionsOf<typeof modules>, { 'admin/posts': 'show', 'admin/comments': 'show', users: 'show', 'staff/notes': 'show' }>>(true)

// An own only or except drops both inherited ones; null is as if it were not given.
const defaults = draw((map) => map.namespace('admin', { only: 'show' }, (admin) => admin
  .resources('posts')
  .resources('tags', { except: ['new', 'edit', 'show', 'update', 'destroy'] })
  .resources('users', { only: null })
  .namespace('deep', (deep) => deep.resources('notes', { hasOne: 'pin' }))))
same<Has<typeof defaults, 'adminPost' | 'adminTags' | 'adminUser' | 'adminDeepNote' | 'adminDeepNotePin' | 'newAdminDeepNotePin' | 'editAdminDeepNotePin'>>(true)

// Several names with one block have it each.
const several = draw((map) => map.resources('posts', 'articles', { only: 'show' }, (each) => each.resources('comments', { only: 'index' })))
same<Has<typeof several, 'post' | 'article' | 'postComments' | 'articleComments'>>(true)
const severalUrlFor = {} as UrlFor<typeof several>
severalUrlFor.postCommentsPath({ post_id: 1 })
severalUrlFor.articleCommentsPath({ article_id: 1 })
const singles = draw((map) => map.resource('cart', 'account', (each) => each.root({ controller: 'homes', action: 'show' })).resource('profile', 'search-index', { only: 'new' }))
same<Has<typeof singles, HelperStems>>(true)
type HelperStems = 'cart' | 'newCart' | 'editCart' | 'cartRoot' | 'account' | 'newAccount' | 'editAccount' | 'accountRoot' | 'newProfile' | 'newSearchIndex'
same<Same<keyof AllControllers<typeof singles>, 'carts' | 'accounts' | 'homes' | 'profiles' | 'search-indices'>>(true)

// Nothing drawn, nothing there.
const nothing = draw((map) => map)
same<Same<HelperKeys<UrlFor<typeof nothing>>, never>>(true)

// Routes that tell nothing of themselves allow any helper.
const unknownUrlFor = {} as UrlFor<Routes>
unknownUrlFor.whateverPath(1, 2, 3)
// @ts-expect-error no helper is called that
unknownUrlFor.nope()

// The variables of a path: whole segments, parts of one, and a glob.
same<Same<PathVariables<'/posts/:post_id/comments/:id'>, ['post_id', 'id']>>(true)
same<Same<PathVariables<'d/:id/:slug.pdf/:year-:month~:day!/@:who/x:n/*path'>, ['id', 'slug', 'year', 'month', 'day', 'who', 'n', 'path']>>(true)
same<Same<PathVariables<'/posts'>, []>>(true)

// A second name is a name, and a plain route keeps its own from the rows of a resource.
const twice = draw((map) => map
  .root('pages#home').route('home', '/', 'pages#home')
  .resources('posts', { only: ['index', 'show'] }).route('post', '/posts/:year/:slug', 'posts#find'))
same<Has<typeof twice, 'root' | 'home' | 'posts' | 'post'>>(true)
declare const twiceUrlFor: UrlFor<typeof twice>
twiceUrlFor.postPath(2026, 'hello')
// @ts-expect-error the resource's own path takes one id
twiceUrlFor.postPath(1)
