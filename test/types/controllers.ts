/** Controllers against the actions declared. */

import type {
  FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, FastifyTypeProvider, RawRequestDefaultExpression, RawServerDefault, RouteHandlerMethod
} from 'fastify'
import { controller, draw } from '../../lib/index.js'
import type { AllControllers } from '../../lib/index.js'
import { same, type Same } from './same.js'

const routes = draw((map) => map
  .resources('posts', { only: ['index', 'show'], member: { publish: 'put' } }, (posts) => posts.resources('comments', { only: ['index', 'show'] }))
  .resources('users', { only: 'show' }, (users) => users.resources('comments', { only: ['index'] }))
  .namespace('admin', (admin) => admin.resource('account', { only: 'show' })))
const controllerOf = controller.for<typeof routes>()

type Needed = AllControllers<typeof routes>
same<Same<keyof Needed, 'posts' | 'comments' | 'users' | 'admin/accounts'>>(true)

const posts = controllerOf('posts', { index: () => [], show: (request) => request.params.id, publish: async () => {} })
const users = controllerOf('users', { show () {} })
const accounts = controllerOf('admin/accounts', {
  show: { handler: async (_request, reply) => reply.send({}), schema: {}, onRequest: async () => {} }
})

// The ids of each action; the union where one serves several parents. What records these have is not known here.
const comments = controllerOf('comments', {
  routeOptions: { onRequest: async () => {} },
  index (request, reply) {
    same<Same<typeof request.params, { readonly post_id: string | number } | { readonly user_id: string | number }>>(true)
    same<Same<typeof request.body, unknown>>(true)
    return reply.send([])
  },
  show: {
    handler (request) {
      this.log.info('this is the instance')
      same<Same<typeof request.params, { readonly post_id: string | number, readonly id: string }>>(true)
      same<Same<typeof request.query, unknown>>(true)
      // @ts-expect-error no such parameter
      request.params.comment_id
      return 1
    }
  }
})
export const controllers = { posts, users, comments, 'admin/accounts': accounts } satisfies Needed

// The instance of a class has its own function, may have other members, and may be made once decorators are there.
class Users {
  readonly #app: FastifyInstance
  constructor (app: FastifyInstance) { this.#app = app }
  async show (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) { return reply.send(this.greet(request.params.id)) }
  private greet (id: string) { return `${this.#app.version} ${id}` }
}
export const made = {
  posts: () => posts,
  users: async (fastify: FastifyInstance) => controllerOf.instance('users', new Users(fastify)),
  comments: async () => ({ default: () => comments }),
  'admin/accounts': async () => await import('./account-module.js')
} satisfies Needed
class WrongUsers {
  async show (request: FastifyRequest<{ Params: { slug: string } }>) { return request.params.slug }
}
// @ts-expect-error there is no slug
controllerOf.instance('users', new WrongUsers())
// @ts-expect-error an action is missing
controllerOf.instance('posts', new WrongUsers())

// A handler may type what types do not know.
controllerOf('posts', {
  index: async (request: FastifyRequest<{ Querystring: { page: number } }>) => request.query.page,
  show: async (request: FastifyRequest<{ Params: { id: string } }>) => request.params.id,
  publish: async (request: FastifyRequest<{ Params: { id: string }, Body: { at: string } }>) => request.body.at
})
controllerOf('posts', {
  index: async (request: FastifyRequest, reply: FastifyReply) => await reply.send(request.query),
  show: async (request: FastifyRequest<{ Querystring: { page: number } }>) => request.query.page,
  publish: async (request: FastifyRequest<{ Body: { at: string } }>, reply: FastifyReply<{ Reply: string }>) => reply.send(request.body.at)
})

const rest = { index () {}, publish () {} }
controllerOf('posts', {
  ...rest,
  // @ts-expect-error there is no post_id
  show: async (request: FastifyRequest<{ Params: { id: string, post_id: string } }>) => request.params.id
})
controllerOf('posts', {
  ...rest,
  // @ts-expect-error there is no slug
  show: async (request: FastifyRequest<{ Params: { slug: string } }>) => request.params.slug
})
controllerOf('posts', {
  ...rest,
  // @ts-expect-error an id is a string
  show: async (request: FastifyRequest<{ Params: { id: number } }>) => request.params.id
})
controllerOf('posts', {
  ...rest,
  // @ts-expect-error there is no slug
  show: { handler: async (request: FastifyRequest<{ Params: { slug: string } }>) => request.params.slug }
})

// @ts-expect-error a controller is missing
export const missing = { posts, users, comments } satisfies Needed
// @ts-expect-error a controller is misspelt
export const misspelt = { posts, users, account: accounts, comments, 'admin/accounts': accounts } satisfies Needed
// @ts-expect-error a controller has the name of another
export const swapped = { posts, users: posts, comments, 'admin/accounts': accounts } satisfies Needed
// @ts-expect-error an action is missing
controllerOf('posts', { index () {}, show () {} })
// @ts-expect-error an action is misspelt
controllerOf('posts', { index () {}, show () {}, publish () {}, pubilsh () {} })
// @ts-expect-error there is no such controller
controllerOf('pots', { index () {}, show () {} })
// @ts-expect-error an option is misspelt
controllerOf('users', { show: { onRequset: async () => {}, handler () {} } })
// @ts-expect-error a part of a schema is misspelt
controllerOf('users', { show: { schema: { quersytring: {} }, handler () {} } })

// What Fastify itself calls a handler, and one with a type provider.
interface Provider extends FastifyTypeProvider { validator: this['schema'], serializer: this['schema'] }
declare const method: RouteHandlerMethod
declare const provided: (request: FastifyRequest<{ Params: { id: string } }, RawServerDefault, RawRequestDefaultExpression, FastifySchema, Provider>, reply: FastifyReply) => Promise<void>
controllerOf('posts', { index: method, show: provided, publish: { handler: method, preHandler: [] } })

// With nothing registered any name and any action will do.
controller('anything', { whatever: async (request) => { same<Same<typeof request.params, Readonly<Record<string, string>>>>(true) } })
