/** Constant parameters: in `request.params`, and in the long form that they choose a row by. */

import { controller, draw } from '../../lib/index.js'
import type { UrlFor } from '../../types/url-for.js'
import { same, type Same } from './same.js'

const routes = draw((map) => map
  .route('settings', '/settings/:tab', 'accounts#edit', { defaults: { section: 'settings' } })
  .route('/search', { controller: 'searches', action: 'show', defaults: { kind: 'all' } })
  .namespace('admin', { defaults: { area: 'admin', type: 'x' } }, (admin) => admin
    .route('/about', 'pages#about')
    .resources('posts', { defaults: { type: 'post' } }, (posts) => posts.resource('author')))
  .group({ controller: 'pages', defaults: { area: 'site' } }, (group) => group
    .route('/about', '#show', { defaults: { page: 'about' } })
    .route('/plain', '#plain', { defaults: null })))
declare const urlFor: UrlFor<typeof routes>

urlFor.settingsPath('a')
urlFor('settings', { tab: 'a' })
urlFor({ controller: 'accounts', action: 'edit', tab: 'a', section: 'settings' })
urlFor({ controller: 'pages', action: 'show', area: 'site', page: 'about' })
urlFor({ controller: 'pages', action: 'plain' })
urlFor({ controller: 'admin/posts', action: 'index', area: 'admin', type: 'post' })
urlFor({ controller: 'admin/authors', action: 'show', post_id: 1, area: 'admin', type: 'x' })
urlFor({ controller: 'admin/pages', action: 'about', area: 'admin', type: 'x' })

// @ts-expect-error without it no row is meant
urlFor({ controller: 'accounts', action: 'edit', tab: 'a' })
// @ts-expect-error another value
urlFor({ controller: 'accounts', action: 'edit', tab: 'a', section: 'other' })
// @ts-expect-error no variable
urlFor.settingsPath({ tab: 'a', section: 'settings' })
// @ts-expect-error a text
draw((map) => map.route('/a', 'a#show', { defaults: { page: 1 } }))
// @ts-expect-error a map
draw((map) => map.resources('posts', { defaults: 'news' }))

const define = controller.for<typeof routes>()
define('accounts', { edit: (request) => same<Same<typeof request.params, { readonly tab: string, readonly section: 'settings' }>>(true) })
define('searches', { show: ({ params }) => params.kind satisfies string })
define('pages', {
  show: ({ params }) => same<Same<typeof params, { readonly area: 'site', readonly page: 'about' }>>(true),
  plain: ({ params }) => same<Same<typeof params, {}>>(true)
})
define('admin/authors', {
  new: () => {},
  create: () => {},
  show: ({ params }) => same<Same<keyof typeof params, 'post_id' | 'area' | 'type'>>(true),
  edit: () => {},
  update: () => {},
  destroy: ({ params }) => params.type satisfies 'x'
})
