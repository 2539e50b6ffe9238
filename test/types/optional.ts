/** Variables at the end of a path that may be missing, by `defaults`. */

import { controller, draw } from '../../lib/index.js'
import type { Client } from '../../types/client.js'
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
