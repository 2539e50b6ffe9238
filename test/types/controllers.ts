/** Controllers against the actions declared. */

import type {
  FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, FastifyTypeProvider, RawRequestDefaultExpression, RawServerDefault, RouteHandlerMethod
} from 'fastify'
import { draw } from '../../lib/index.js'
import { same, type Same } from './same.js'
import type { Controller, Controllers } from '../../types/controllers.js'

const routes = draw((map) => map
  .resources('posts', { only: ['index', 'show'], member: { publish: 'put' } }, (posts) => posts.resources('comments', { only: ['index', 'show'] }))
  .resources('users', { only: 'show' }, (users) => users.resources('comments', { only: ['index'] }))
  .namespace('admin', (admin) => admin.resource('account', { only: 'show' })))
type Needed = Controllers<typeof routes>
same<Same<keyof Needed, 'posts' | 'comments' | 'users' | 'admin/accounts'>>(true)

const posts: Controller<typeof routes, 'posts'> = { index: () => [], show: (request) => request.params.id, publish: async () => {} }
const users = { show () {} }
const account = { show: { handler: async (_request, reply) => reply.send({}), schema: {}, onRequest: async () => {} } } satisfies Controller<typeof routes, 'admin/accounts'>

export const controllers = {
  posts,
  users,
  comments: {
    index (request, reply) {
      same<Same<typeof request.params, { readonly post_id: string } | { readonly user_id: string }>>(true)
      return reply.send([])
    },
    show: {
      handler (request) {
        same<Same<typeof request.params, { readonly post_id: string, readonly id: string }>>(true)
        // @ts-expect-error no such parameter
        request.params.comment_id
        return 1
      }
    },
    routeOptions: { onRequest: async () => {} }
  },
  'admin/accounts': account
} satisfies Needed

// A controller may be a class's instance, or be made once the app's decorators are there.
class Users {
  constructor (readonly app: FastifyInstance) {}
  async show (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) { return reply.send(request.params.id) }
}
export const made = {
  posts: () => posts,
  users: async (fastify: FastifyInstance) => new Users(fastify),
  comments: async () => ({ default: () => ({ index () {}, show () {} }) }),
  'admin/accounts': account
} satisfies Needed

// A handler may type its body or its query.
export const typed = {
  index: async (request: FastifyRequest<{ Querystring: { page: number } }>) => request.query.page,
  show: async (request: FastifyRequest<{ Params: { id: string } }>) => request.params.id,
  publish: async (request: FastifyRequest<{ Params: { id: string }, Body: { at: string } }>) => request.body.at
} satisfies Controller<typeof routes, 'posts'>

export const typedLess = {
  async index (request: FastifyRequest, reply: FastifyReply) {
    this.log.info('in a plain object, this is the instance')
    return reply.send(request.query)
  },
  show: async (request: FastifyRequest<{ Querystring: { page: number } }>) => request.query.page,
  publish: async (request: FastifyRequest<{ Body: { at: string } }>, reply: FastifyReply<{ Reply: string }>) => reply.send(request.body.at)
} satisfies Controller<typeof routes, 'posts'>

export const unannotated = {
  index (request, reply) {
    same<Same<typeof request.body, unknown>>(true)
    return reply.send([])
  },
  show: {
    handler: async (request) => {
      same<Same<typeof request.query, unknown>>(true)
      return request.id
    }
  },
  publish: (request) => request.params.id
} satisfies Controller<typeof routes, 'posts'>

export const tooManyParams = {
  index () {},
  // @ts-expect-error there is no post_id
  show: async (request: FastifyRequest<{ Params: { id: string, post_id: string } }>) => request.params.id,
  publish () {}
} satisfies Controller<typeof routes, 'posts'>

export const wrongParams = {
  index () {},
  // @ts-expect-error there is no slug
  show: async (request: FastifyRequest<{ Params: { slug: string } }>) => request.params.slug,
  publish () {}
} satisfies Controller<typeof routes, 'posts'>

export const wrongType = {
  index () {},
  // @ts-expect-error an id is a string
  show: async (request: FastifyRequest<{ Params: { id: number } }>) => request.params.id,
  publish () {}
} satisfies Controller<typeof routes, 'posts'>

export const wrongInOptions = {
  index () {},
  // @ts-expect-error there is no slug
  show: { handler: async (request: FastifyRequest<{ Params: { slug: string } }>) => request.params.slug },
  publish () {}
} satisfies Controller<typeof routes, 'posts'>

// @ts-expect-error a controller is missing
export const missing = { posts, users, comments: { index () {}, show () {} } } satisfies Needed
// @ts-expect-error an action is missing
export const missingAction = { index () {}, show () {} } satisfies Controller<typeof routes, 'posts'>
// @ts-expect-error an action is misspelt
export const misspelt = { index () {}, show () {}, publish () {}, pubilsh () {} } satisfies Controller<typeof routes, 'posts'>
export const deep = {
  posts,
  // @ts-expect-error an action is misspelt
  users: { show () {}, shwo () {} },
  comments: { index () {}, show () {} },
  'admin/accounts': account
} satisfies Needed
// @ts-expect-error a controller is misspelt
export const misspeltController = { posts, users, account, comments: { index () {}, show () {} }, 'admin/accounts': account } satisfies Needed
// @ts-expect-error there is no such controller
export type None = Controller<typeof routes, 'pots'>

// What Fastify itself calls a handler, and one with a type provider.
interface Provider extends FastifyTypeProvider { validator: this['schema'], serializer: this['schema'] }
declare const method: RouteHandlerMethod
declare const provided: (request: FastifyRequest<{ Params: { id: string } }, RawServerDefault, RawRequestDefaultExpression, FastifySchema, Provider>, reply: FastifyReply) => Promise<void>
export const fromFastify = { index: method, show: provided, publish: { handler: method, preHandler: [] } } satisfies Controller<typeof routes, 'posts'>
