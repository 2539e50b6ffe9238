/** What handlers get and clients send by Standard Schemas: the output and the input of zod, ArkType and Valibot. */

import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { type } from 'arktype'
import { z } from 'zod'
import { controller, draw } from 'fastify-resources'
import { createClient } from 'fastify-resources/client'
import type { Same } from './same.js'

const routes = draw({ api: true }, (map) => map.resources('posts', { member: { rate: 'put' } }))
const none = (): void => {}
const rest = { index: none, show: none, destroy: none, rate: none }

function same<_ extends true> (): void {}

const Post = z.object({ id: z.int(), title: z.string(), tags: z.array(z.string()).default([]), day: z.iso.date() })
const Input = Post.omit({ id: true }).extend({ day: z.iso.date().transform((text) => new Date(text)) }).refine(({ title }) => title !== '')

interface Sent { title: string, day: Date, tags: string[] }
interface Values { title: string, day: string, tags?: string[] | undefined }
interface Shown { id: number, title: string, tags: string[], day: string }

// Without a type provider: input of zod, and its record in answers and ids.
const zodPosts = controller.for<typeof routes>()('posts', {
  record: Post,
  input: Input,
  responses: true,
  load: (id) => {
    same<Same<typeof id, number>>()
    return { id, title: 'A', tags: [], day: '2026-01-01' }
  },
  index: async () => [],
  create: async ({ body }) => {
    same<Same<typeof body, { post: Sent }>>()
    return { id: 1, ...body.post, day: body.post.day.toISOString() }
  },
  update: async ({ body, record }) => {
    same<Same<typeof body, { post: Partial<Sent> }>>()
    return { ...record, title: body.post.title ?? record.title }
  },
  // @ts-expect-error the answer lacks its tags
  show: async ({ params }) => ({ id: params.id, title: 'A', day: '2026-01-01' }),
  destroy: none,
  rate: {
    schema: { querystring: z.object({ page: z.int().default(1) }), body: z.object({ stars: z.string().transform(Number) }), response: { 200: z.object({ total: z.number().default(1) }) } },
    handler: async ({ query, body }) => {
      same<Same<[typeof query, typeof body], [{ page: number }, { stars: number }]>>()
      return { total: query.page + body.stars }
    }
  }
})
const zodClient = createClient<typeof routes, { posts: typeof zodPosts }>(routes)
const values: Values = { title: 'A', day: '2026-01-01' }
const zodCreated = await zodClient.posts.create(values)
await zodClient.posts.update(1, { title: 'A' })
const zodListed = await zodClient.posts.index()
const rated = await zodClient.posts.rate(1, { body: { stars: '5' } })
await zodClient.posts.rate(1, { query: {}, body: { stars: '5' } })
// @ts-expect-error a day is missing
await zodClient.posts.create({ title: 'A' })
// @ts-expect-error a client sends the text of a day
await zodClient.posts.update(1, { day: new Date() })
// @ts-expect-error a client sends a text
await zodClient.posts.rate(1, { body: { stars: 5 } })
same<Same<[typeof zodCreated, typeof zodListed, typeof rated], [Shown, Shown[], { total: number }]>>()

// A record alone is what clients send, too, without its id.
type Stored = Omit<Shown, 'id'>
const alone = controller.for<typeof routes>()('posts', {
  record: Post,
  create: ({ body }) => { same<Same<typeof body, { post: Stored }>>() },
  update: ({ body, params }) => { same<Same<[typeof body, typeof params.id], [{ post: Partial<Stored> }, number]>>() },
  ...rest
})
const aloneClient = createClient<typeof routes, { posts: typeof alone }>(routes)
await aloneClient.posts.create({ title: 'A', day: '2026-01-01' })
// @ts-expect-error the id is not the client's
await aloneClient.posts.create({ id: 1, title: 'A', day: '2026-01-01' })
// @ts-expect-error nor is it in an update
await aloneClient.posts.update(1, { id: 2 })
// @ts-expect-error a title is missing
await aloneClient.posts.create({ day: '2026-01-01' })
// An input may name it.
const withInput = controller.for<typeof routes>()('posts', {
  record: Post,
  input: Post,
  create: ({ body }) => { same<Same<typeof body, { post: Shown }>>() },
  update: ({ body }) => { same<Same<typeof body, { post: Partial<Shown> }>>() },
  ...rest
})
await createClient<typeof routes, { posts: typeof withInput }>(routes).posts.create({ id: 1, title: 'A', day: '2026-01-01' })

// ArkType.
const arkPosts = controller.for<typeof routes>()('posts', {
  record: type({ id: 'number.integer', title: 'string' }),
  responses: true,
  input: type({ title: 'string', count: type('string').pipe(Number), done: 'boolean = false' }),
  create: async ({ body: { post } }) => {
    same<Same<[typeof post.title, typeof post.count, typeof post.done], [string, number, boolean]>>()
    return { id: 1, title: post.title }
  },
  update: async ({ body: { post }, params }) => {
    same<Same<typeof post.count, number | undefined>>()
    return { id: params.id, title: 'A' }
  },
  index: async () => [{ id: 1, title: 'A' }],
  show: async () => ({ id: 1, title: 'A' }),
  destroy: none,
  // Its answer would be a record.
  rate: async () => ({ id: 1, title: 'A' })
})
const arkClient = createClient<typeof routes, { posts: typeof arkPosts }>(routes)
const arkShown = await arkClient.posts.create({ title: 'A', count: '5' })
// @ts-expect-error a client sends a text
await arkClient.posts.create({ title: 'A', count: 5 })
same<Same<typeof arkShown, { id: number, title: string }>>()

// TypeBox by its provider, with a library for what clients send, and the other way round.
const boxPosts = controller.for<typeof routes, TypeBoxTypeProvider>()('posts', {
  record: Type.Object({ id: Type.Integer(), title: Type.String() }),
  input: Type.Object({ title: Type.String() }),
  create: ({ body }) => { same<Same<typeof body, { post: { title: string } }>>() },
  update: ({ body }) => { same<Same<typeof body, { post: { title?: string } }>>() },
  ...rest
})
const boxClient = createClient<typeof routes, { posts: typeof boxPosts }>(routes)
await boxClient.posts.create({ title: 'A' })
// @ts-expect-error no client sends it
await boxClient.posts.create({ title: 'A', id: 1 })

const mixed = controller.for<typeof routes, TypeBoxTypeProvider>()('posts', {
  record: Type.Object({ id: Type.Integer(), title: Type.String() }),
  input: Input,
  create: ({ body }) => { same<Same<typeof body, { post: Sent }>>() },
  update: ({ params }) => { same<Same<typeof params.id, number>>() },
  ...rest
})
export const mixedClient = createClient<typeof routes, { posts: typeof mixed }>(routes)
