/** Mistakes in controllers, whose messages are kept in the golden files beside this. */

import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { controller, draw } from 'fastify-resources'
import type { AllControllers } from 'fastify-resources'

const routes = draw({ api: true }, (map) => map
  .resources('posts', { only: ['index', 'show'] }, (posts) => posts.resources('comments', { only: ['index', 'create', 'show'] })))

declare module 'fastify-resources' {
  interface FastifyResources { app: typeof routes, provider: TypeBoxTypeProvider }
}

const Post = Type.Object({ id: Type.Readonly(Type.Integer({ readOnly: true })), title: Type.String() })
const Comment = Type.Object({ id: Type.Readonly(Type.Integer({ readOnly: true })), text: Type.String() })
const index = (): never[] => []
const show = (): void => {}
const all = { index, create: show, show }

// A missing action, one that is misspelt, one of both.
controller('posts', { record: Post, index: async (request) => request.query })
controller('posts', { record: Post, index, show, shwo: show })
controller('posts', { record: Post, index, shwo: async (request) => request })

// A misspelt controller, option, option of an action, part of a schema, answer of an action.
controller('pots', { record: Post, index, show })
controller('posts', { recrod: Post, index, show })
controller('posts', { index: { onRequset: async () => {}, handler: index }, show })
controller('posts', { index: { schema: { quersytring: Type.Object({ page: Type.Integer() }) }, handler: async (request) => request.query }, show })
controller('comments', { ...all, record: Comment, responses: { indx: 'list' } })
controller('comments', { ...all, record: Comment, responses: { index: 'lst' } })

// A misspelt property of a body, of a query, of the ids, of the parents.
controller('comments', { ...all, record: Comment, create: async (request) => request.body.comment.txt })
controller('comments', { ...all, index: { schema: { querystring: Type.Object({ page: Type.Integer() }) }, handler: async (request) => request.query.pge } })
controller('comments', { ...all, show: async (request) => request.params.pots_id })
controller('comments', { ...all, load: (id, parents) => parents.pots })
controller('comments', { ...all, show: (request: FastifyRequest<{ Params: { slug: string } }>) => request.params.slug })

// A wrong answer: of a function, sent, of a list.
controller('posts', { record: Post, responses: true, index, show: async () => ({ id: 1, title: 2 }) })
controller('posts', { record: Post, responses: true, index, show: async (request, reply) => await reply.send({ id: request.params.id }) })
controller('posts', { record: Post, responses: true, index: async () => [{ id: 1 }], show })

// One mistake beside a `load` typed in place is one error: an answer, an action, a part of a schema.
const load = { record: Comment, load: (id: number) => ({ id, text: '' }) }
controller('comments', { ...all, record: Comment, responses: true, load: (id) => ({ id, text: '' }), index: async () => [{ id: 1 }], show: ({ record }) => record })
controller('comments', { ...all, record: Comment, responses: true, load: (id) => ({ id, text: '' }), shwo: async () => {}, show: ({ record }) => record })
controller('comments', { ...all, record: Comment, load: (id) => ({ id, text: '' }), create: { schema: { bdy: {} }, handler: index }, show: ({ record }) => record.text.trim() })
controller('comments', { ...all, ...load, responses: true, index: async () => [{ id: 1 }], show: ({ record }) => record })

// A misspelt helper of an app, of a request, of a handler.
declare const app: FastifyInstance
declare const request: FastifyRequest
app.urlFor.psotPath(1)
request.urlFor.postComentsPath(1)
controller('posts', { record: Post, index: ({ urlFor }) => urlFor.psotsPath(), show })

// A missing controller, one under the name of another, one that is misspelt, one that was not checked.
const posts = controller('posts', { record: Post, index, show })
const comments = controller('comments', { ...all, record: Comment })
export const missing = { posts } satisfies AllControllers
export const swapped = { posts, comments: posts } satisfies AllControllers
export const misspelt = { posts, comments, coments: comments } satisfies AllControllers
export const unchecked = { posts, comments: all } satisfies AllControllers
