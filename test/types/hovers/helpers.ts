/** Helpers that `test/support/hovers.ts` points at. */

import { draw } from 'fastify-resources'
import type { UrlFor } from 'fastify-resources'

const routes = draw((map) => map
  .resources('posts', (posts) => posts
    .resources('comments', { formats: ['json'] }, (comments) => comments.resources('votes')))
  .resources('people', { param: 'login' })
  .route('archive', '/archive/:year/:month', 'posts#archive'))

declare const urlFor: UrlFor<typeof routes>

export const results = [
  urlFor.postsPath(),
  urlFor.newPostUrl(),
  urlFor.postPath(1),
  urlFor.postCommentPath(1, 2),
  urlFor.postCommentVotePath(1, 2, 3),
  urlFor.personPath('ada'),
  urlFor.hashForPostCommentPath({ post_id: 1, id: 2 }),
  // Without a call.
  urlFor.archivePath,
]
