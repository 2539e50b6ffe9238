/** Which helpers there are. */

import { draw } from '../../lib/index.js'
import { same, type ActionsOf, type HelpersOf, type Same } from './same.js'
import type { AllControllers } from '../../types/controllers.js'
import type { Routes } from '../../types/mapper.js'
import type { UrlFor } from '../../types/url-for.js'

type Has<R extends Routes, Stem extends string> = Same<keyof UrlFor<R> & string, HelpersOf<Stem>>

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
same<Same<keyof UrlFor<typeof nothing> & string, never>>(true)

// Routes that tell nothing of themselves allow any helper.
const unknownUrlFor = {} as UrlFor<Routes>
unknownUrlFor.whateverPath(1, 2, 3)
// @ts-expect-error no helper is called that
unknownUrlFor.nope()
