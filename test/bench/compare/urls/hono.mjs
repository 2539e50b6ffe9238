import { hc } from 'hono/client'

const client = hc('http://localhost:3000')

export const buildPath = (post, comment) =>
  client.posts[':post_id'].comments[':id'].$path({ param: { post_id: String(post), id: String(comment) } })
