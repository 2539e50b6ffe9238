/** Bodies and ids, as the schemas of records have them. */

import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { FastifyRequest, FastifyTypeProvider } from 'fastify'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import resourcesPlugin, { draw } from '../../lib/index.js'
import type { Controller, Controllers } from '../../lib/index.js'
import { same, type Same } from './same.js'

const routes = draw({ patch: true }, (map) => map
  .resources('posts', { member: { publish: 'put' } }, (posts) => posts.resources('comments', { only: ['create', 'show'] }))
  .resources('users', { only: 'show' }, (users) => users.resources('comments', { only: ['create'] }))
  .resources('geese', { singular: 'gander', only: 'create', controller: 'posts' })
  .route('write', '/write', { controller: 'admin/pages', action: 'create', method: 'post' }))

const Post = Type.Object({ id: Type.Readonly(Type.Integer({ readOnly: true })), title: Type.String(), rank: Type.Optional(Type.Number()) })

const posts = {
  record: Post,
  index: (request) => { same<Same<typeof request.body, unknown>>(true) },
  new () {},
  create (request) {
    same<Same<typeof request.body, { post: { title: string, rank?: number } } | { gander: { title: string, rank?: number } }>>(true)
  },
  show: async (request, reply) => {
    same<Same<typeof request.params, { readonly id: number }>>(true)
    return await reply.send(request.params.id.toFixed())
  },
  edit: { handler: (request) => request.params.id.toFixed() },
  update: {
    attachValidation: true,
    handler (request) {
      if ('post' in request.body) same<Same<typeof request.body.post, { title?: string, rank?: number }>>(true)
      same<Same<typeof request.params, { readonly id: number }>>(true)
    }
  },
  destroy () {},
  publish: (request) => request.params.id.toFixed()
} satisfies Controller<typeof routes, 'posts', { posts: typeof Post }, TypeBoxTypeProvider>

const Comment = {
  type: 'object',
  required: ['text'],
  properties: { id: { type: 'string', readOnly: true }, text: { type: 'string' }, tags: { type: 'array', items: { enum: ['a', 'b'] } } },
  additionalProperties: false
} as const

interface FromSchemaProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends JSONSchema ? FromSchema<this['schema']> : unknown
}

export const controllers = {
  posts: { index () {}, new () {}, create () {}, show () {}, edit () {}, update () {}, destroy () {}, publish () {} },
  users: { show () {} },
  comments: {
    record: Comment,
    create (request) {
      same<Same<typeof request.body, { comment: { text: string, tags?: Array<'a' | 'b'> } }>>(true)
      same<Same<typeof request.params, { readonly post_id: string } | { readonly user_id: string }>>(true)
      // @ts-expect-error there is no such property
      request.body.comment.txt
      // @ts-expect-error what a client may only read
      request.body.comment.id
    },
    show: (request) => { same<Same<typeof request.params, { readonly post_id: string, readonly id: string }>>(true) }
  },
  'admin/pages': { create: (request) => { same<Same<typeof request.body, unknown>>(true) } }
} satisfies Controllers<typeof routes, { comments: typeof Comment }, FromSchemaProvider>

// Ids of parents, and the key of a plain route; what a provider knows nothing of is unknown.
export const others = {
  posts,
  users: { record: { $ref: 'user#' } as const, show: (request) => { same<Same<typeof request.params, { readonly id: string }>>(true) } },
  comments: async () => ({ default: { create: (request: FastifyRequest) => request.body, show: (request: FastifyRequest<{ Params: { post_id: number, id: string } }>) => request.params.post_id } }),
  'admin/pages': { record: Post, create: (request) => { same<Same<typeof request.body, { page: { title: string, rank?: number } }>>(true) } }
} satisfies Controllers<typeof routes, { posts: typeof Post, users: { readonly $ref: 'user#' }, 'admin/pages': typeof Post }, TypeBoxTypeProvider>

export const annotated = {
  ...posts,
  create: (request: FastifyRequest<{ Body: { mine: string } }>) => request.body.mine,
  // @ts-expect-error an id is a number
  show: (request: FastifyRequest<{ Params: { id: string } }>) => request.params.id
} satisfies Controller<typeof routes, 'posts', { posts: typeof Post }, TypeBoxTypeProvider>

// @ts-expect-error the record is missing
export const without = { create: () => {}, show: () => {} } satisfies Controller<typeof routes, 'comments', { comments: typeof Comment }>
// @ts-expect-error there is no such controller
export type None = Controllers<typeof routes, { pots: typeof Post }>

await Fastify().register(resourcesPlugin, { routes, controllers })
