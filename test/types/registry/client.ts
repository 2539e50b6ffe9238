/** Mistakes in calls of the client, whose messages are kept in the golden files beside this. */

import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { controller, draw } from 'fastify-resources'
import { createClient } from 'fastify-resources/client'

const routes = draw({ api: true }, (map) => map
  .resources('posts', (posts) => posts.resources('comments', { only: ['index', 'show'] }))
  .resources('photos', { only: 'show' }, (photos) => photos.resources('comments', { only: 'index' })))

const controllerOf = controller.for<typeof routes, TypeBoxTypeProvider>()
const posts = controllerOf('posts', {
  record: Type.Object({ id: Type.Readonly(Type.Integer({ readOnly: true })), title: Type.String() }),
  responses: true,
  index: { schema: { querystring: Type.Object({ page: Type.Optional(Type.Integer()) }) }, handler: async () => [] },
  create: async (request, reply) => await reply.code(201).send({ id: 1, ...request.body.post }),
  show: async () => ({ id: 1, title: 'A' }),
  update: async () => ({ id: 1, title: 'A' }),
  destroy: () => {}
})

const client = createClient<typeof routes, { posts: typeof posts }>(routes)

// A misspelt controller, a misspelt action.
client.pots.index()
client.posts.shwo(1)

// An id too few, a wrong name, a parent that is not named, a wrong id.
client.comments.show(1)
client.posts.show({ post_id: 1 })
client.comments.index(1)
client.posts.show(true)

// A missing and a misspelt value, one of another kind, one that no client sends.
client.posts.create({})
client.posts.update(1, { titel: 'A' })
client.posts.update(1, { title: 1 })
client.posts.update(1, { id: 1 })

// A query of another kind, a misspelt option, a format that is not there, a misspelt property of an answer.
client.posts.index({ query: { page: 'one' } })
client.posts.show(1, { qery: {} })
client.posts.show(1, { format: 'csv' })
client.posts.show(1).then((post) => post.titel)

// What a call may resolve to, as another type.
export const outcome: number = await client.posts.create.try({ title: 'A' })
