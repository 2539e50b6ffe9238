/** A JSON API in two versions: one tree, registered once for each, with records' schemas and OpenAPI documents. */

import swagger from '@fastify/swagger'
import { Type } from '@fastify/type-provider-typebox'
import type { Static, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import resourcesPlugin, { controller, draw, openapiOptions } from 'fastify-resources'

export const routes = draw({ api: true, patch: true }, (map) => map
  .resources('posts', { requirements: { id: /\d+/ }, member: { publish: 'put' } }, (posts) => posts
    .resources('comments', { only: ['index', 'create'] })))

const id = Type.Readonly(Type.Integer({ readOnly: true }))
const text = Type.String({ minLength: 1 })
const common = { id, title: text, text: Type.Optional(text) }
const PostV1 = Type.Object({ ...common, published: Type.Readonly(Type.Boolean({ readOnly: true })) })
const PostV2 = Type.Object({ ...common, published_at: Type.Readonly(Type.Optional(Type.String({ format: 'date-time', readOnly: true }))) })
const Author = Type.Object({ name: text, email: Type.Optional(Type.String({ format: 'email', writeOnly: true })) })
const Comment = Type.Object({ id, author: Author, text })

type Post = Static<typeof PostV1> & Static<typeof PostV2> & { comments: Array<Static<typeof Comment>> }
const posts = new Map<number, Post>()
let lastId = 0

function find (id: number): Post {
  const post = posts.get(id)
  if (post === undefined) throw Object.assign(new Error(`There is no post ${id}`), { statusCode: 404 })
  return post
}

const controllerOf = controller.for<typeof routes, TypeBoxTypeProvider, { posts: typeof PostV1 }>()

const comments = controllerOf('comments', {
  record: Comment,
  responses: true,
  index: async (request) => find(request.params.post_id).comments,
  create: async (request, reply) => {
    const { comments } = find(request.params.post_id)
    comments.push({ ...request.body.comment, id: comments.length + 1 })
    return await reply.code(201).send(comments.at(-1))
  }
})

/** The record decides what a version accepts and shows. Everything else is the same. */
export const controllersOf = (record: typeof PostV1 | typeof PostV2) => ({
  comments,
  posts: controllerOf('posts', {
    record,
    responses: { publish: false },
    index: async () => [...posts.values()],
    create: async (request, reply) => {
      const post = { ...request.body.post, id: ++lastId, published: false, comments: [] }
      posts.set(post.id, post)
      return await reply.code(201).header('location', request.urlFor.postPath(post)).send(post)
    },
    show: async (request) => find(request.params.id),
    update: async (request) => Object.assign(find(request.params.id), request.body.post),
    destroy: async (request, reply) => {
      posts.delete(find(request.params.id).id)
      return await reply.code(204).send()
    },
    publish: async (request, reply) => {
      Object.assign(find(request.params.id), { published: true, published_at: new Date().toISOString() })
      return await reply.code(204).send()
    }
  })
})

export const app = Fastify()
for (const [version, record] of Object.entries({ v1: PostV1, v2: PostV2 })) {
  await app.register(async function registerVersion (scope) {
    await scope.register(swagger, openapiOptions({ openapi: { openapi: '3.1.0', info: { title: 'Posts', version } } }))
    await scope.register(resourcesPlugin, { routes, controllers: controllersOf(record), methodNotAllowed: true })
    scope.get('/openapi.json', { schema: { hide: true } }, async () => scope.swagger())
    console.log(scope.printResources())
  }, { prefix: `/${version}` })
}
console.log(`Listening at ${await app.listen({ port: Number(process.env.PORT ?? 3000) })}`)
