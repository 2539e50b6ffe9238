/** Apps that tests of `walkApp` walk: pages with a session, and JSON alone. */

import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import resourcesPlugin, { draw } from '../../lib/index.js'
import type { WalkOptions } from '../../lib/testing.js'

export const httpError = (statusCode: number, message: string): Error =>
  Object.assign(new Error(message), { statusCode })

export interface Post {
  id: number
  title: string
  stars: number | null
}

export type Handler = (request: any, reply: FastifyReply) => any

/** What a plant may change. */
export interface Parts {
  /** The guard of the rows that write. */
  guard: object
  load: ((id: string) => unknown) | null
  /** At the end of each page. */
  footer: string
  body: object
  actions: Record<string, Handler>
  setUp: (app: FastifyInstance, posts: Map<number, Post>) => unknown
}

export const requireUser = async (request: FastifyRequest): Promise<void> => {
  const { authorization } = request.headers
  const name = authorization ?? (request as { cookies?: Record<string, string> }).cookies?.session
  if (name === undefined) throw httpError(401, 'Log in first')
  if (name === 'reader' && request.method !== 'GET') throw httpError(403, 'Readers only read')
}

export const title = { type: 'string', minLength: 1, maxLength: 40 }
export const stars = { type: 'integer', minimum: 0, maximum: 5 }

export const bodyOf = (post: object, required: string[]): object => ({
  type: 'object',
  required: ['post'],
  properties: { post: { type: 'object', required, properties: post } }
})

export const routes = draw((map) =>
  map.resources('posts').resource('session', { only: ['new', 'create', 'destroy'] })
)

export const form = (action: string, fields: string, method = ''): string =>
  `<form action="${action}" method="post">${method === '' ? '' : `<input type="hidden" name="_method" value="${method}">`}${fields}<button>Send</button></form>`

export const input = (name: string, value: string | number = ''): string => `<input name="${name}" value="${value}" required>`

/** Pages with a session, whose posts have a title and stars. */
export function pages (
  change: (posts: Map<number, Post>) => Partial<Parts> = () => ({})
): () => Promise<FastifyInstance> {
  return async () => {
    const posts = new Map<number, Post>([
      [1, { id: 1, title: 'One', stars: 1 }],
      [2, { id: 2, title: 'Two', stars: null }]
    ])
    const given = change(posts)
    const { guard, load, footer, body, setUp }: Parts = {
      guard: { onRequest: requireUser },
      load: null,
      footer: '',
      body: bodyOf({ title, stars }, ['title']),
      actions: {},
      setUp: () => {},
      ...given
    }
    const app = Fastify()
    await app.register(cookie)
    await setUp(app, posts)
    const page = (reply: FastifyReply, html: string): FastifyReply =>
      reply.type('text/html').send(`<a href="/posts">All</a>${html}${footer}`)
    const find = ({ params: { id } }: { params: { id: string } }): Post => {
      const post = posts.get(Number(id))
      if (post === undefined) throw httpError(404, `There is no post ${id}`)
      return post
    }
    const fields = ({ title, stars }: Partial<Post>): string =>
      input('post[title]', title) + input('post[stars]', stars ?? 0)
    const actions: Record<string, Handler> = {
      index: (_, reply) =>
        page(
          reply,
          [...posts.values()].map(({ id }) => `<a href="/posts/${id}">${id}</a>`).join('') +
            '<a href="/posts/new">New</a><a href="/session/new">Log in</a>'
        ),
      new: (_, reply) => page(reply, form('/posts', fields({}))),
      create: async ({ body }, reply) => {
        const id = posts.size + 1
        posts.set(id, { id, stars: null, ...body.post })
        return reply.redirect(`/posts/${id}`, 303)
      },
      show: (request, reply) =>
        page(
          reply,
          `${find(request).title.length}<a href="/posts/${request.params.id}/edit">Edit</a>${form(`/posts/${request.params.id}`, '', 'delete')}`
        ),
      edit: (request, reply) =>
        page(reply, form(`/posts/${request.params.id}`, fields(find(request)), 'put')),
      update: async (request, reply) => {
        Object.assign(find(request), request.body.post)
        return reply.redirect(`/posts/${request.params.id}`, 303)
      },
      destroy: async (request, reply) => {
        posts.delete(find(request).id)
        return reply.redirect('/posts', 303)
      },
      ...given.actions
    }
    const open = ['index']
    const withGuard = Object.entries(actions).map(([name, handler]) => [
      name,
      {
        ...(!open.includes(name) && guard),
        ...(['create', 'update'].includes(name) && { schema: { body } }),
        handler
      }
    ])
    await app.register(resourcesPlugin, {
      routes,
      controllers: {
        posts: { ...Object.fromEntries(withGuard), ...(load !== null && { load }) },
        sessions: {
          new: (_: unknown, reply: FastifyReply) =>
            page(reply, form('/session', input('name') + input('password'))),
          create: async ({ body }: any, reply: FastifyReply) => {
            if (body?.password !== 'secret') throw httpError(422, 'Wrong password')
            return reply.setCookie('session', 'editor', { path: '/' }).redirect('/posts', 303)
          },
          destroy: {
            onRequest: requireUser,
            handler: async (_: unknown, reply: FastifyReply) =>
              reply.clearCookie('session', { path: '/' }).redirect('/posts', 303)
          }
        }
      }
    })
    return app
  }
}

export const editor = { page: '/session/new', fields: { name: 'editor', password: 'secret' } }
export const PAGES: WalkOptions = { visitors: { editor }, open: ['POST /session'] }
export const page = (reply: FastifyReply, html: string): FastifyReply => reply.type('text/html').send(html)
export const never = (): Promise<never> => new Promise(() => {})

export const Price = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    cents: { type: 'integer', minimum: 0 },
    version: { type: 'integer' },
    day: { type: 'string', format: 'date' }
  }
}

export interface PriceRow {
  id: string
  name: string
  cents: number
  version: number
  day?: Date
}

export type Prices = Map<string, PriceRow>

export interface DataParts {
  create: Handler
  show: Handler
  update: object
  cents: object
  setUp: (app: FastifyInstance, prices: Prices) => unknown
}

export const pricesRoutes = draw({ api: true }, (map) =>
  map.resources('prices', { only: ['index', 'show', 'create', 'update', 'destroy'] })
)

/** JSON alone, with ids that differ in each app. */
export function data (
  change: (prices: Prices) => Partial<DataParts> = () => ({})
): () => Promise<FastifyInstance> {
  return async () => {
    const prices: Prices = new Map()
    const find = (request: any): PriceRow => {
      const price = prices.get(request.params.id as string)
      if (price === undefined) throw httpError(404, 'There is no such price')
      return price
    }
    const { create, show, update, cents, setUp }: DataParts = {
      create: async ({ body: { price } }, reply) => {
        const created = { id: crypto.randomUUID(), version: 1, cents: 0, day: new Date(0), ...price }
        prices.set(created.id, created)
        return await reply
          .code(201)
          .header('location', `/prices/${created.id as string}`)
          .send(created)
      },
      show: async (request) => find(request),
      update: { handler: async (request: any) => Object.assign(find(request), request.body.price) },
      cents: { type: 'integer', minimum: 0 },
      setUp: () => {},
      ...change(prices)
    }
    const body = {
      type: 'object',
      required: ['price'],
      properties: {
        price: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', minLength: 1 }, cents }
        }
      }
    }
    const app = Fastify()
    await setUp(app, prices)
    const guard = { onRequest: requireUser }
    await app.register(resourcesPlugin, {
      routes: pricesRoutes,
      controllers: {
        prices: {
          index: {
            schema: { response: { 200: { type: 'array', items: Price } } },
            handler: async () => [...prices.values()]
          },
          show: { schema: { response: { 200: Price } }, handler: show },
          create: { ...guard, schema: { body, response: { 201: Price } }, handler: create },
          update: { ...guard, schema: { body, response: { 200: Price } }, ...update },
          destroy: {
            ...guard,
            schema: { response: { 204: { type: 'null' } } },
            handler: async (request: any, reply: FastifyReply) => {
              prices.delete(find(request).id)
              return await reply.code(204).send()
            }
          }
        }
      }
    })
    return app
  }
}

export const DATA: WalkOptions = { visitors: { clerk: { headers: { authorization: 'clerk' } } } }
export const made = { id: '1', name: 'A', cents: 1, version: 1 }

/** An app of one tree. */
export function appOf (
  routes: object, controllers: object,
  setUp: (app: FastifyInstance) => unknown = () => {}, more: { server?: object, baseUrl?: string } = {}
): () => Promise<FastifyInstance> {
  return async () => {
    const app = Fastify(more.server ?? {})
    await setUp(app)
    const { baseUrl } = more
    const options = { routes, controllers, ...(baseUrl !== undefined && { baseUrl }) }
    await app.register(resourcesPlugin, options as Parameters<typeof resourcesPlugin>[1])
    return app
  }
}

/** Of the record 1. */
export const known = (answer: unknown) => async ({ params }: any): Promise<unknown> =>
  params.id === '1' ? answer : await Promise.reject(httpError(404, 'No such record'))

export const needs = (...names: string[]): object => ({ type: 'object', required: names })
export const keyed = { headers: needs('X-Key') }
