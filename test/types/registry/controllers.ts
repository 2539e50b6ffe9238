/** What is registered types controllers in all files of an app. */

import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import resourcesPlugin, { controller, createFormHelpers, draw } from 'fastify-resources'
import type { ActionRequest, AllControllers } from 'fastify-resources'
import { createClient } from 'fastify-resources/client'
import { same, type HelperKeys, type HelpersOf, type Same } from '../same.js'

const routes = draw({ api: true }, (map) => map
  .resources('posts', { only: ['index', 'show', 'create'] }, (posts) => posts
    .resources('comments', { only: ['show', 'update'] }, (comments) => comments.resources('votes', { only: 'create' })))
  .route('/covers/:comment_id', 'comments#cover'))
const adminRoutes = draw((map) => map.namespace('admin', (admin) => admin.resource('account', { only: 'show' })))

const Id = Type.Readonly(Type.Integer({ readOnly: true }))
const Post = Type.Object({ id: Id, title: Type.String() })
const Comment = Type.Object({ id: Type.Readonly(Type.String({ readOnly: true })), text: Type.String() })

declare module 'fastify-resources' {
  interface FastifyResources {
    app: typeof routes
    admin: typeof adminRoutes
    provider: TypeBoxTypeProvider
    controllers: typeof controllers
  }
}

interface Row { id: number, title: string, secret: string }
declare const row: Row

const posts = (app: FastifyInstance) => controller('posts', {
  record: Post,
  responses: true,
  load: async (id) => await Promise.resolve(id === 0 ? null : { ...row, id }),
  index: async () => [row],
  show: async (request) => {
    same<Same<typeof request.record, Row>>(true)
    return request.record
  },
  create: async (request, reply) => await reply.code(201).header('location', request.urlFor.postPath(1)).send({ id: app.version.length, ...request.body.post })
})

const comments = controller('comments', {
  record: Comment,
  load: (id, parents) => ({ id, title: parents.post.title, postId: parents.post.id }),
  show: (request) => {
    same<Same<typeof request.params, { readonly post_id: number, readonly id: string }>>(true)
    same<Same<typeof request.parents, { readonly post: Row }>>(true)
    return request.record.postId.toFixed()
  },
  update: (request) => request.body.comment.text,
  // A controller may be that of its own parents.
  cover: ({ parents }) => {
    same<Same<typeof parents, { readonly comment: { id: string, title: string, postId: number } | undefined }>>(true)
    return parents.comment
  }
})

const votes = controller('votes', {
  create: (request) => {
    same<Same<typeof request.params, { readonly post_id: number, readonly comment_id: string }>>(true)
    same<Same<typeof request.parents, { readonly post: Row, readonly comment: { id: string, title: string, postId: number } }>>(true)
    // @ts-expect-error there is no such parent
    request.parents.vote
  }
})

// The methods of a class are annotated.
const NewPost = Type.Object({ title: Type.String(), count: Type.Integer() })
class Accounts {
  readonly #greeting = 'Hi'
  show (request: ActionRequest<'admin/accounts', 'show'>, reply: FastifyReply) { return reply.send(this.#greeting + request.id) }
}
class Posts {
  readonly record = Post
  index () { return [] }
  show (request: ActionRequest<'posts', 'show', typeof Post>) { return request.params.id.toFixed() }
  create (request: ActionRequest<'posts', 'create', typeof Post>) { return request.body.post.title }
}
class InputPosts {
  readonly record = Post
  readonly input = NewPost
  index () { return [] }
  show () {}
  create (request: ActionRequest<'posts', 'create', typeof Post, unknown, unknown, typeof NewPost>) { return request.body.post.count.toFixed() }
}
class WrongPosts {
  readonly record = Post
  index () { return [] }
  show (request: ActionRequest<'posts', 'show'>) { return request.params.id }
  create () {}
}
const instance = controller.instance('posts', new Posts())
controller.instance('posts', new InputPosts())
// @ts-expect-error the record's id is a number
controller.instance('posts', new WrongPosts())

const accounts = controller.instance('admin/accounts', new Accounts())
// One value types its own controllers, the plugin and the client: the compiler reads what a function returns later.
export const controllers = {
  posts,
  comments: async () => await Promise.resolve({ default: comments }),
  votes: (app) => {
    app.log.info('decorators exist')
    return votes
  },
  'admin/accounts': async () => await import('./accounts-module.js')
} satisfies AllControllers
export const others = { posts: instance, comments, votes, 'admin/accounts': () => accounts } satisfies AllControllers
// @ts-expect-error a controller is missing
export const missing = { posts, comments, votes } satisfies AllControllers

const app = Fastify()
await app.register(resourcesPlugin, { routes, controllers })
// @ts-expect-error no tree has that controller
await app.register(resourcesPlugin, { routes, controllers: { psots: instance, comments, votes } })
// A part of them is no fault in types, and a record of any names passes.
await app.register(resourcesPlugin, { routes, controllers: { posts: instance } })
await app.register(resourcesPlugin, { routes, controllers: {} as Record<string, object> })
// The controllers of another tree, as a variable
const ofOther = { users: instance }
await app.register(resourcesPlugin, { routes: draw((map) => map.resources('users')), controllers: ofOther })
const client = createClient<typeof routes, typeof controllers>(routes)
const { id, title } = await client.posts.show(1)
same<Same<[typeof id, typeof title], [number, string]>>(true)
// @ts-expect-error a comment has a text
await client.comments.update({ post_id: 1, id: 2 }, { text: 1 })
// What types controllers adds no helper.
same<Same<HelperKeys<typeof app.urlFor>, HelpersOf<'posts' | 'post' | 'postComment' | 'postCommentVotes' | 'adminAccount'>>>(true)

// A second app in the same program has its own.
controller.for<typeof adminRoutes>()('admin/accounts', { show: () => 1 })
// @ts-expect-error these routes have no posts
controller.for<typeof adminRoutes>()('posts', { index () {}, show () {}, create () {} })

// Its requests have the helpers of its own tree too, in hooks, forms and plain functions as well.
const apiRoutes = draw((map) => map.resources('things', { param: 'key', only: ['index', 'show', 'create'] }))
declare function pathOf (request: FastifyRequest): string
controller.for<typeof apiRoutes, TypeBoxTypeProvider>()('things', {
  load: (key, _parents, { urlFor }) => ({ key, path: urlFor.thingPath(key) }),
  invalid: ({ urlFor }, reply) => reply.redirect(urlFor.thingsPath()),
  index: (request) => request.urlFor.thingsPath({ query: {} }) + pathOf(request),
  show: { handler: ({ urlFor }) => urlFor('thing', { key: 1 }), invalid: ({ urlFor }) => urlFor.thingsPath() },
  // @ts-expect-error no such helper
  create: (request: FastifyRequest) => request.urlFor.thingsPth()
})
controller.for<typeof apiRoutes>()('things', {
  index: ({ urlFor }) => createFormHelpers(urlFor).formFor('thing', {}),
  // @ts-expect-error no record of these routes
  show: ({ urlFor }) => createFormHelpers(urlFor).formFor('post', {}),
  create: ({ urlFor }) => urlFor.with({ key: 1 }).thingPath()
})
controller('votes', {
  // @ts-expect-error another tree's
  create: ({ urlFor }) => urlFor.thingsPath()
})
