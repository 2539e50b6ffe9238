import { createTuyau } from '@tuyau/core/client'

const pattern = '/posts/:post_id/comments/:id'
// As its generator writes it.
const tokens = [[0, 'posts'], [1, 'post_id'], [0, 'comments'], [1, 'id']].map(([type, val]) => (
  { old: pattern, type, val, end: '' }
))
const routes = { 'posts.comments.show': { methods: ['GET', 'HEAD'], pattern, tokens } }
const { urlFor } = createTuyau({ baseUrl: 'http://localhost:3000', registry: { routes, $tree: {} } })

export const buildPath = (post, comment) => urlFor('posts.comments.show', [post, comment])
