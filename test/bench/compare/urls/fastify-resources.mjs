import { createUrlFor, draw } from 'fastify-resources/urls'

const urlFor = createUrlFor(draw((map) => map
  .resources('posts', (posts) => posts.resources('comments'))))

export const buildPath = (post, comment) => urlFor.postCommentPath(post, comment)
