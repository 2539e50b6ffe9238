/** Variables at the end of a path that may be missing, by `defaults`. */

import { controller, createFormHelpers, draw } from '../../lib/index.js'
import type { Client } from '../../types/typed-client.js'
import type { UrlFor } from '../../types/url-for.js'
import { same, type Same } from './same.js'

const routes = draw((map) => map
  .route('activate', '/activate/:code', 'users#activate', { defaults: { code: null, kind: 'mail' } })
  .route('bible', '/bible/:book/:chapter', 'bibles#show', { defaults: { book: null, chapter: '0' }, formats: ['json'] })
  .route('blob', '/blobs/:ref/*path', 'blobs#show', { defaults: { path: '' } })
  .group({ pathPrefix: '/archive/:year', defaults: { year: '2020', month: '1' } }, (group) => group.route('archive', '/:month', 'archives#show')))
declare const urlFor: UrlFor<typeof routes>

urlFor.activatePath()
urlFor.activatePath(1)
urlFor.activatePath({ id: 1 }, { query: {} })
urlFor.activatePath({ code: 'a' })
urlFor.activatePath({}, { anchor: 'a' })
urlFor.activatePath(null, { anchor: 'a' })
urlFor.biblePath('gen', undefined, { format: 'json' })
urlFor.biblePath({ chapter: 1, book: 'gen' }, { format: 'json' })
urlFor.blobUrl('main', 'a/b', { host: 'a.org' })
urlFor.blobPath('main')
urlFor.archivePath()
urlFor.with({ ref: 'main' }).blobPath()
urlFor('activate')
urlFor('bible', { book: 'gen' }, { format: 'json' })
urlFor({ controller: 'bibles', action: 'show' })
urlFor({ controller: 'users', action: 'activate', kind: 'mail' })
urlFor({ controller: 'blobs', action: 'show', ref: 'main' })
// @ts-expect-error the first is required
urlFor.blobPath()
// @ts-expect-error the first is required
urlFor({ controller: 'blobs', action: 'show' })
// @ts-expect-error options come after all ids
urlFor.biblePath('gen', { format: 'json' })
// A later variable needs the earlier ones.
urlFor.biblePath(null)
urlFor.biblePath(null, null, { format: 'json' })
urlFor.biblePath(undefined, undefined, { format: 'json' })
urlFor.biblePath('gen', null)
urlFor.biblePath({ book: null })
urlFor.biblePath({ book: 'gen', chapter: null })
urlFor('bible', { book: 'gen', chapter: 1 })
urlFor({ controller: 'bibles', action: 'show', book: 'gen', chapter: 1 })
// @ts-expect-error the book is missing
urlFor.biblePath(null, 'x')
// @ts-expect-error the book is missing
urlFor.biblePath(undefined, 1, { format: 'json' })
// @ts-expect-error the book is missing
urlFor.biblePath({ chapter: 'x' })
// @ts-expect-error the book is missing
urlFor.biblePath({ book: null, chapter: 'x' })
// @ts-expect-error the book is missing
urlFor('bible', { chapter: 'x' })
// @ts-expect-error the book is missing
urlFor({ controller: 'bibles', action: 'show', chapter: 'x' })
// @ts-expect-error the year is missing
urlFor.archivePath(null, 2)
// @ts-expect-error no such variable
urlFor.activatePath({ cod: 'a' })
// @ts-expect-error a text, or null
draw((map) => map.route('/a/:b', 'a#show', { defaults: { b: 1 } }))

const define = controller.for<typeof routes>()
define('users', { activate: ({ params }) => same<Same<[typeof params.code, typeof params.kind], [string | undefined, 'mail']>>(true) })
define('bibles', { show: ({ params }) => same<Same<[typeof params.book, typeof params.chapter], [string | undefined, string]>>(true) })
define('archives', { show: ({ params }) => same<Same<typeof params, { readonly year: string, readonly month: string }>>(true) })

declare const client: Client<typeof routes>
client.bibles.show()
client.bibles.show('gen', 1, { query: {} })
client.bibles.show({ book: 'gen' }, { format: 'json' })
// @ts-expect-error the first is required
client.blobs.show()
// @ts-expect-error the book is missing
client.bibles.show(null, 1)
// @ts-expect-error the book is missing
client.bibles.show({ chapter: 1 })

// A resource's defaults are those of each of its paths that ends in the variable.
const shop = draw((map) => map
  .resources('posts', { only: 'show', defaults: { id: null, kind: 'post' } })
  .resources('tags', { only: 'show', defaults: { id: '1' } })
  .resources('pages', { only: ['show', 'update'], param: 'slug', formats: ['json'], defaults: { slug: null } })
  .resource('cart', { only: ['show', 'update'], as: 'carts/:kind', defaults: { kind: 'big' } })
  .resources('orders', { only: 'index', defaults: { id: '1' } })
  .namespace('admin', { defaults: { id: null } }, (admin) => admin.resources('users', { only: 'show' })))
declare const shopUrlFor: UrlFor<typeof shop>

shopUrlFor.postPath()
shopUrlFor.postPath({ id: 7 }, { query: {} })
shopUrlFor.postPath(null)
shopUrlFor('post')
shopUrlFor('post', { id: null })
shopUrlFor({ controller: 'posts', action: 'show', id: 7, kind: 'post' })
shopUrlFor({ controller: 'posts', action: 'show', kind: 'post' })
shopUrlFor.tagPath()
shopUrlFor.tagPath(2)
shopUrlFor({ controller: 'tags', action: 'show', id: 2 })
shopUrlFor.pagePath(null, { format: 'json' })
shopUrlFor.pagePath({ slug: 'a' })
shopUrlFor.cartPath()
shopUrlFor.cartPath({})
shopUrlFor.cartUrl('small', { host: 'a.org' })
shopUrlFor({ controller: 'carts', action: 'show' })
shopUrlFor({ controller: 'orders', action: 'index', id: '1' })
shopUrlFor.adminUserPath()
// @ts-expect-error without it no row is meant
shopUrlFor({ controller: 'posts', action: 'show', id: 7 })
// @ts-expect-error no variable of this path
shopUrlFor.ordersPath(1)
// @ts-expect-error a record without an id
shopUrlFor.postPath({})
// @ts-expect-error a record without an id
shopUrlFor.postPath({ id: null })
// @ts-expect-error the record's id is its slug
shopUrlFor.pagePath({ id: 1 })

const defineShop = controller.for<typeof shop>()
defineShop('posts', { show: ({ params }) => same<Same<[typeof params.id, typeof params.kind], [string | undefined, 'post']>>(true) })
defineShop('tags', {
  load: (id) => ({ found: id }),
  show: ({ params, record }) => same<Same<[typeof params, typeof record], [{ readonly id: string }, { found: string }]>>(true)
})
defineShop('pages', {
  load: (slug) => ({ found: slug }),
  show: ({ record }) => same<Same<typeof record, { found: string } | null>>(true),
  update: () => {}
})
defineShop('orders', { index: ({ params }) => same<Same<typeof params, { readonly id: '1' }>>(true) })

const { formFor } = createFormHelpers(shopUrlFor)
formFor('cart', ['small', { id: 1 }])
formFor('cart', [null, { id: 1 }])
// @ts-expect-error the kind is missing
formFor('cart', { id: 1 })

declare const shopClient: Client<typeof shop>
shopClient.posts.show()
shopClient.posts.show(7)
shopClient.carts.show({ kind: 'small' })
shopClient.pages.update({ slug: 'a' }, {})
