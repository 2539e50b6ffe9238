/** Rows of one name and one path: a helper takes what any of them takes. */

import { draw } from '../../lib/index.js'
import type { UrlFor } from '../../types/url-for.js'

const routes = draw((map) => map
  .route('login', '/login', 'sessions#create', { method: 'post' })
  .route('login', '/login', 'sessions#new', { formats: ['json'] })
  .route('news', '/news', 'news#index', { formats: ['html', 'rss'] })
  .route('news', '/news', 'feeds#show', { method: 'put', formats: { required: ['rss'] } })
  .route('feed', '/feed', 'feeds#show', { formats: { required: ['rss'] } })
  .route('feed', '/feed', 'feeds#update', { method: 'put', formats: { required: ['rss', 'atom'] } })
  .route('bible', '/bible/:book/:chapter', 'bibles#create', { method: 'post' })
  .route('bible', '/bible/:book/:chapter', 'bibles#show', { defaults: { chapter: '1' } })
  .route('tags', '/tags', 'tags#clear', { method: 'delete' })
  .resources('tags', { only: 'index', formats: ['json'] }))
declare const urlFor: UrlFor<typeof routes>

urlFor.loginPath()
urlFor.loginPath({ format: 'json' })
urlFor('login', {}, { format: 'json' })
urlFor.newsPath()
urlFor.newsPath({ format: 'rss' })
urlFor.feedPath({ format: 'atom' })
urlFor.biblePath('gen')
urlFor.biblePath({ book: 'gen' })
urlFor.biblePath('gen', 2)
urlFor('bible', { book: 'gen' })
urlFor.tagsPath()
// @ts-expect-error no row takes it
urlFor.loginPath({ format: 'rss' })
// @ts-expect-error each row needs one
urlFor.feedPath()
// @ts-expect-error the first is required
urlFor.biblePath()
// @ts-expect-error the plain route has the name, and no formats
urlFor.tagsPath({ format: 'json' })
