/** Extensions that are required, and the format of requests without one. */

import { controller, draw } from '../../lib/index.js'
import type { UrlFor } from '../../types/url-for.js'
import { same, type Same } from './same.js'

const routes = draw({ formats: ['html'] }, (map) => map
  .route('news', '/news', 'news#index', { formats: { required: ['atom', 'rss'] } })
  .route('log', '/logs/:id', 'logs#show', { defaults: { format: 'json', kind: 'x' } })
  .namespace('api', { formats: { required: ['json'] } }, (api) => api.resources('posts', (posts) => posts.resources('comments')).resources('tags', { formats: ['csv'] })))
declare const urlFor: UrlFor<typeof routes>

urlFor.newsPath({ format: 'rss' })
urlFor.logPath(1)
urlFor.apiPostPath(1, { format: 'json', query: {} })
urlFor.apiPostPath({ id: 1 }, { format: 'json' })
urlFor.apiPostCommentPath(1, 2)
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

const define = controller.for<typeof routes>()
define('logs', { show: ({ params }) => same<Same<typeof params, { readonly id: string, readonly kind: 'x' }>>(true) })
