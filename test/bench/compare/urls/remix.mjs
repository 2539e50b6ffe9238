import { resources, route } from '@remix-run/fetch-router/routes'

const routes = route({
  posts: { ...resources('posts'), comments: resources('posts/:post_id/comments') }
})

export const buildPath = (post, comment) => routes.posts.comments.show.href({ post_id: post, id: comment })
