/** Extensions that are required, and the format of requests without one. */

import { controller, createFormHelpers, draw } from '../../lib/index.js'
import type { UrlFor } from '../../types/url-for.js'
import { same, type Same } from './same.js'

const routes = draw({ formats: ['html'] }, (map) => map
  .route('news', '/news', 'news#index', { formats: { required: ['atom', 'rss'] } })
  .route('log', '/logs/:id', 'logs#show', { defaults: { format: 'json', kind: 'x' } })
  .namespace('api', { formats: { required: ['json'] } }, (api) => api.resources('posts', (posts) => posts.resources('comments').resources('votes', { formats: [] }).route('poll', '/poll', 'polls#show')).resource('account').resources('tags', { formats: ['csv'] })))
declare const urlFor: UrlFor<typeof routes>

urlFor.newsPath({ format: 'rss' })
urlFor.logPath(1)
urlFor.apiPostPath(1, { format: 'json', query: {} })
urlFor.apiPostPath({ id: 1 }, { format: 'json' })
urlFor.apiPostCommentPath(1, 2, { format: 'json' })
urlFor.apiPostPollPath(1, { format: 'json' })
urlFor.apiPostVotePath(1, 2)
urlFor.apiTagPath(1)
urlFor('news', {}, { format: 'rss' })
urlFor({ controller: 'api/posts', action: 'show', id: 1, format: 'json' })
// @ts-expect-error the extension is missing
urlFor.newsPath()
// @ts-expect-error the extension is missing
urlFor.newsPath({ query: {} })
// @ts-expect-error another extension
urlFor.newsPath({ format: 'json' })
// @ts-expect-error the extension is missing
urlFor.apiPostPath(1)
// @ts-expect-error the extension is missing, which the namespace requires of all its rows
urlFor.apiPostCommentPath(1, 2)
// @ts-expect-error the same for a plain route
urlFor.apiPostPollPath(1)

// The long forms need it too, and take only a format of the row.
urlFor('log', { id: 1 }, { format: 'html', onlyPath: false })
urlFor('api_account', {}, { format: 'json' })
urlFor('api_account', undefined, { format: 'json' })
urlFor({ controller: 'logs', action: 'show', id: 1, kind: 'x' })
// @ts-expect-error the extension is missing
urlFor('news')
// @ts-expect-error the extension is missing
urlFor('news', {})
// @ts-expect-error the extension is missing
urlFor('api_post', { id: 1 })
// @ts-expect-error the extension is missing
urlFor('api_post', { id: 1 }, { query: {} })
// @ts-expect-error another extension
urlFor('api_post', { id: 1 }, { format: 'xml' })
// @ts-expect-error another extension, where none is required
urlFor('api_tag', { id: 1 }, { format: 'json' })
// @ts-expect-error the extension is missing
urlFor({ controller: 'api/posts', action: 'show', id: 1 })
// @ts-expect-error another extension
urlFor({ controller: 'api/posts', action: 'show', id: 1, format: 'xml' })
// @ts-expect-error another extension, where none is required
urlFor({ controller: 'api/tags', action: 'show', id: 1, format: 'json' })

// A form for a record knows no extension.
const { formFor } = createFormHelpers(urlFor)
formFor('api_tag', {})
formFor('api_post_vote', [1, {}])
// @ts-expect-error it would lack the extension
formFor('api_post', { id: 1 })
// @ts-expect-error it would lack the extension
formFor('api_account', {})

const define = controller.for<typeof routes>()
define('logs', { show: ({ params }) => same<Same<typeof params, { readonly id: string, readonly kind: 'x' }>>(true) })
