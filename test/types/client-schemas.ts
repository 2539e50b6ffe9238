/** What a client sends and what arrives, by TypeBox, zod and json-schema-to-ts. */

import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyTypeProvider } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { FromSchema } from 'json-schema-to-ts'
import { z } from 'zod'
import { controller, draw } from 'fastify-resources'
import { createClient } from 'fastify-resources/client'
import type { Same } from './same.js'

interface JsonSchemaProvider extends FastifyTypeProvider {
  validator: this['schema'] extends object ? FromSchema<this['schema'] & { type: 'object' }> : unknown
}

const routes = draw({ api: true }, (map) => map.resources('products', { member: { rate: 'put' } }))
const none = (): void => {}
const rest = { update: none, destroy: none }

// zod: its input type.
const zod = createClient<typeof routes, { products: typeof zodProducts }>(routes)
const zodProducts = controller.for<typeof routes, ZodTypeProvider>()('products', {
  record: z.object({ name: z.string(), stock: z.number().default(0), tags: z.array(z.object({ text: z.string().default('') })) }),
  responses: true,
  index: { schema: { querystring: z.object({ page: z.number().default(1), q: z.string().optional() }) }, handler: none },
  create: none,
  show: { schema: { response: { 200: z.object({ at: z.date(), by: z.map(z.string(), z.number()), ids: z.tuple([z.bigint(), z.string()]), more: z.array(z.date()).optional() }) } }, handler: none },
  rate: { schema: { response: { 200: z.object({ stars: z.number() }), 409: z.object({ at: z.date() }), default: z.object({ code: z.string() }) }, body: z.object({ stars: z.number().default(5) }), headers: z.object({ 'x-rater': z.string(), 'x-mode': z.string().optional() }) }, handler: none },
  ...rest
})
const zodIndex = await zod.products.index()
await zod.products.index({ query: { q: 'a' } })
await zod.products.create({ name: 'A', tags: [{}] })
await zod.products.rate(1, { body: {}, headers: { 'x-rater': 'me', 'if-match': 'a' } })
const zodShown = await zod.products.show(1)
const zodRated = await zod.products.rate.try(1, { body: {}, headers: { 'x-rater': 'me' } })
if (zodRated.status === 409) zodRated.body.at.trim()
if (zodRated.status === 400 || zodRated.status === 503) zodRated.body.code.trim()
// @ts-expect-error the schema for all others names no message
if (zodRated.status === 400) zodRated.body.message
// @ts-expect-error a header is required
await zod.products.rate(1, { body: {} })
// @ts-expect-error another kind of header
await zod.products.rate(1, { body: {}, headers: { 'x-rater': 1 } })
// @ts-expect-error a value is missing
await zod.products.create({ tags: [] })
// @ts-expect-error another kind of query
await zod.products.index({ query: { page: 'one' } })

// A destroy may return nothing, also where it declares an answer.
const kept = createClient<typeof routes, { products: typeof keptProducts }>(routes)
const keptProducts = controller.for<typeof routes, ZodTypeProvider>()('products', {
  record: z.object({ name: z.string() }), responses: { destroy: 'record' }, index: none, create: none, show: { schema: { response: { 200: z.file() } }, handler: none }, rate: none, ...rest
})
const removed = await kept.products.destroy(1)
const download = await kept.products.show(1)
export const isRemoved: Same<[typeof removed, typeof download], [{ name: string } | undefined, Blob]> = true

// json-schema-to-ts: the defaults of the schema.
const json = createClient<typeof routes, { products: typeof jsonProducts }>(routes)
const Tag = { type: 'object', properties: { text: { type: 'string', default: '' } }, required: ['text'], additionalProperties: false } as const
const Page = { type: 'object', properties: { page: { type: 'integer', default: 1 }, q: { type: 'string' } }, required: ['page'], additionalProperties: false } as const
const jsonProducts = controller.for<typeof routes, JsonSchemaProvider>()('products', {
  record: {
    type: 'object',
    properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' }, stock: { type: 'integer', default: 0 }, tags: { type: 'array', items: Tag }, pin: { type: 'string', writeOnly: true } },
    required: ['id', 'name', 'stock', 'tags', 'pin'],
    additionalProperties: false
  } as const,
  responses: true,
  index: { schema: { querystring: Page }, handler: none },
  create: none,
  show: { schema: { response: { 410: { type: 'object', properties: { since: { type: 'string' } }, required: ['since'], additionalProperties: false } as const } }, handler: none },
  rate: { schema: { headers: { type: 'object', properties: { 'x-rater': { type: 'string' } }, required: ['x-rater'] } as const }, handler: none },
  ...rest
})
await json.products.index()
await json.products.rate(1, { headers: { 'x-rater': 'me' } })
// @ts-expect-error a header is required
await json.products.rate(1)
const jsonTried = await json.products.show.try(1)
if (jsonTried.status === 410) jsonTried.body.since.trim()
if (jsonTried.status === 422) jsonTried.body.message.trim()
await json.products.index({ query: { q: 'a' } })
await json.products.create({ name: 'A', tags: [{}], pin: '1' })
const jsonShown = await json.products.show(1)
// @ts-expect-error a value is missing
await json.products.create({ name: 'A', tags: [{}] })
// @ts-expect-error no client sends it
await json.products.create({ name: 'A', tags: [{}], pin: '1', id: 1 })
// @ts-expect-error another kind of query
await json.products.index({ query: { page: 'one' } })

// TypeBox keeps no options in its types: a default is written beside the type.
const typebox = createClient<typeof routes, { products: typeof boxProducts }>(routes)
const defaultTo = <const D>(value: D): { readonly default: D } => ({ default: value })
const Json = Type.Cyclic({ Json: Type.Union([Type.String(), Type.Array(Type.Ref('Json')), Type.Record(Type.String(), Type.Ref('Json'))]) }, 'Json')
const boxProducts = controller.for<typeof routes, TypeBoxTypeProvider>()('products', {
  record: Type.Object({ name: Type.String(), stock: Object.assign(Type.Integer(), { default: 0 } as const), more: Type.Optional(Json) }),
  responses: true,
  index: { schema: { querystring: Type.Object({ page: Object.assign(Type.Integer(), defaultTo(1)), q: Type.Optional(Type.String()) }) }, handler: none },
  create: none,
  show: none,
  rate: { schema: { headers: Type.Object({ 'x-mode': Type.Optional(Type.String()) }) }, handler: none },
  ...rest
})
await typebox.products.index()
await typebox.products.index({ query: { q: 'a' } })
await typebox.products.create({ name: 'A', more: [['a', { b: 'c' }]] })
// @ts-expect-error no such JSON
await typebox.products.create({ name: 'A', more: [[1]] })
await typebox.products.rate(1)
await typebox.products.rate(1, { headers: { 'x-mode': 'fast', accept: undefined } })
const boxShown = await typebox.products.show(1)
// @ts-expect-error a value is missing
await typebox.products.create({ stock: 1 })
// @ts-expect-error another kind of query
await typebox.products.index({ query: { page: 'one' } })

type Nested = string | Nested[] | { [name: string]: Nested }
boxShown.more satisfies Nested | undefined
export const arrived: [
  Same<typeof zodShown, { at: string, by: Record<string, never>, ids: [number, string], more?: string[] | undefined }>,
  Same<typeof zodIndex, Array<{ name: string, stock: number, tags: Array<{ text: string }> }>>,
  Same<typeof jsonShown, { id: number, name: string, stock: number, tags: Array<{ text: string }> }>,
  Same<Omit<typeof boxShown, 'more'>, { name: string, stock: number }>
] = [true, true, true, true]
