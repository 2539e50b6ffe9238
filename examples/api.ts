/** A JSON API: bodies, ids and answers by the schemas of records, and an OpenAPI document of it all. */

import swagger from '@fastify/swagger'
import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import resourcesPlugin, { draw } from 'fastify-resources'
import type { Controllers } from 'fastify-resources'

const Post = Type.Object({
  id: Type.Readonly(Type.Integer({ readOnly: true })),
  title: Type.String({ minLength: 1 }),
  text: Type.Optional(Type.String()),
  published: Type.Readonly(Type.Boolean({ readOnly: true }))
})

const Comment = Type.Object({
  id: Type.Readonly(Type.Integer({ readOnly: true })),
  author: Type.Object({ name: Type.String(), email: Type.Optional(Type.String({ format: 'email', writeOnly: true })) }),
  text: Type.String({ minLength: 1 })
})

export const routes = draw({ api: true, patch: true }, (map) => map
  .resources('posts', { member: { publish: 'put' } }, (posts) => posts
    .resources('comments', { only: ['index', 'create'] })))

const posts = new Map([[1, { id: 1, title: 'Hello', published: true }]])
const comments = new Map<number, object[]>()

function find (id: number): { id: number, title: string, published: boolean } {
  const post = posts.get(id)
  if (post === undefined) throw Object.assign(new Error(`There is no post ${id}`), { statusCode: 404 })
  return post
}

const controllers = {
  posts: {
    record: Post,
    responses: true,
    index: async () => [...posts.values()],
    create: async (request, reply) => {
      const post = { ...request.body.post, id: posts.size + 1, published: false }
      posts.set(post.id, post)
      return await reply.code(201).header('location', request.urlFor.postPath(post)).send(post)
    },
    show: async (request) => find(request.params.id),
    update: async (request) => Object.assign(find(request.params.id), request.body.post),
    destroy: async (request, reply) => await reply.code(posts.delete(request.params.id) ? 204 : 404).send(),
    publish: async (request, reply) => {
      find(request.params.id).published = true
      return await reply.code(204).send()
    }
  },
  comments: {
    record: Comment,
    responses: true,
    index: async (request) => comments.get(find(request.params.post_id).id) ?? [],
    create: async (request, reply) => {
      const { id } = find(request.params.post_id)
      const others = comments.get(id) ?? []
      const comment = { ...request.body.comment, id: others.length + 1 }
      comments.set(id, [...others, comment])
      return await reply.code(201).send(comment)
    }
  }
} satisfies Controllers<typeof routes, { posts: typeof Post, comments: typeof Comment }, TypeBoxTypeProvider>

const app = Fastify()
await app.register(swagger, { openapi: { info: { title: 'Posts', version: '1.0.0' } } })
await app.register(resourcesPlugin, { routes, controllers })
app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
console.log(app.printResources())
console.log(`Listening at ${await app.listen({ port: Number(process.env.PORT ?? 3000) })}`)
