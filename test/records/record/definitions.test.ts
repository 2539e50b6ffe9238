/** Definitions inside of records: each way to write one, in bodies, answers and documents. */

import t from 'tap'
import swagger from '@fastify/swagger'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { scope } from 'arktype'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import * as v from 'valibot'
import { z } from 'zod'
import resourcesPlugin, { draw, openapiOptions } from '../../../lib/index.js'
import { validateDocument } from '../../support/documents.js'

type Anything = any

/** An example of what `a` holds, with an unknown name inside; a wrong one, and the field that says so. */
interface Values {
  readonly sent: unknown
  readonly wrong: unknown
  /** The place of its fault. */
  readonly place: string
}

const CITY: Values = { sent: { city: 'Bonn' }, wrong: { city: [] }, place: '/thing/a/city' }
const TREE: Values = {
  sent: { city: 'Bonn', more: [{ city: 'Beuel', more: [] }] },
  wrong: { city: 'Bonn', more: [{ city: [], more: [] }] },
  place: '/thing/a/more/0/city'
}
const JSON_VALUE: Values = { sent: { any: [1, { name: null }] }, wrong: undefined, place: '/thing' }
/** The record contains itself, whose `id` clients send. */
const SELF: Values = {
  sent: [{ id: 5, a: [{ id: 6, a: [] }] }],
  wrong: [{ id: 5, a: [{ id: 'six', a: [] }] }],
  place: '/thing/a/0/a/0/id'
}
const SELF_ALONE: Values = { sent: [{ a: [{ a: [] }] }], wrong: [{ a: [{ a: 5 }] }], place: '/thing/a/0/a/0/a' }

const zodCity = z.object({ city: z.string() }).meta({ id: 'City' })
const zodGetter = z.object({ city: z.string(), get more () { return z.array(zodGetter) } })
const zodNamed = z.object({ city: z.string(), get more () { return z.array(zodNamed) } }).meta({ id: 'Town' })
const zodLazy: z.ZodType = z.object({ city: z.string(), more: z.lazy(() => z.array(zodLazy)) })
const zodSelf = z.object({ id: z.int(), get a () { return z.array(zodSelf) } })
const zodSelfNamed = z.object({ id: z.int(), get a () { return z.array(zodSelfNamed) } }).meta({ id: 'Own' })
const zodThing = z.object({ id: z.int(), get a () { return z.array(zodThing) } }).meta({ id: 'Thing' })
const zodSelfAlone = z.object({ get a () { return z.array(zodSelfAlone) } })

interface ValibotTree { city: string, more: ValibotTree[] }
const valibotTree: v.GenericSchema<ValibotTree> =
  v.object({ city: v.string(), more: v.array(v.lazy(() => valibotTree)) })
const valibotSelf: v.GenericSchema =
  v.object({ id: v.pipe(v.number(), v.integer()), a: v.array(v.lazy(() => valibotSelf)) })
const valibotSelfAlone: v.GenericSchema = v.object({ a: v.array(v.lazy(() => valibotSelfAlone)) })

const ark = scope({
  tree: { city: 'string', more: 'tree[]' },
  withTree: { id: 'number.integer', a: 'tree' },
  withTreeAlone: { a: 'tree' },
  self: { id: 'number.integer', a: 'self[]' },
  selfAlone: { a: 'selfAlone[]' }
}).export()

const cyclic = Type.Cyclic({
  Node: Type.Object({ city: Type.String(), more: Type.Array(Type.Ref('Node')) })
}, 'Node')
const typeboxId = { id: Type.Integer() }

const cityTree = {
  type: 'object',
  required: ['city', 'more'],
  properties: { city: { type: 'string' }, more: { type: 'array', items: { $ref: '#/definitions/Tree' } } }
}
const selfList = { type: 'array', items: { $ref: '#' } }

/** A record whose property `a` is this schema. */
const jsonRecord = (a: object, more: object = {}) => (hasId: boolean): object => ({
  type: 'object',
  required: ['a'],
  properties: { ...hasId && { id: { type: 'integer' } }, a },
  ...more
})
const zodRecord = (a: z.ZodType) => (hasId: boolean): object =>
  hasId ? z.object({ id: z.int(), a }) : z.object({ a })
const either = (withId: object, without: object) => (hasId: boolean): object => hasId ? withId : without

const WAYS: ReadonlyArray<readonly [way: string, record: (hasId: boolean) => object, values: Values]> = [
  ['zod: meta({ id })', zodRecord(zodCity), CITY],
  ['zod: meta({ id }) twice', (hasId) =>
    z.object({ ...hasId && { id: z.int() }, a: zodCity, b: zodCity.optional() }), CITY],
  ['zod: json()', zodRecord(z.json()), JSON_VALUE],
  ['zod: lazy()', zodRecord(zodLazy), TREE],
  ['zod: a getter', zodRecord(zodGetter), TREE],
  ['zod: a getter with meta({ id })', zodRecord(zodNamed), TREE],
  ['zod: the record itself', either(zodSelf, zodSelfAlone), SELF],
  ['zod: the record itself, with meta({ id })', either(zodSelfNamed, zodSelfAlone.meta({ id: 'Alone' })), SELF],
  ['zod: the record itself, with the name of its model', either(zodThing, zodSelfAlone), SELF],
  ['Valibot: lazy()', either(
    toStandardJsonSchema(v.object({ id: v.pipe(v.number(), v.integer()), a: valibotTree })),
    toStandardJsonSchema(v.object({ a: valibotTree }))), TREE],
  ['Valibot: the record itself', either(
    toStandardJsonSchema(valibotSelf), toStandardJsonSchema(valibotSelfAlone)), SELF],
  ['ArkType: a scope', either(ark.withTree, ark.withTreeAlone), TREE],
  ['ArkType: the record itself', either(ark.self, ark.selfAlone), SELF],
  ['TypeBox: Cyclic', (hasId) => Type.Object({ ...hasId && typeboxId, a: cyclic }), TREE],
  ['TypeBox: the record itself', (hasId) => Type.Cyclic({
    Own: Type.Object({ ...hasId && typeboxId, a: Type.Array(Type.Ref('Own')) })
  }, 'Own'), SELF],
  ['TypeBox: Module', (hasId) => Type.Module({
    Tree: Type.Object({ city: Type.String(), more: Type.Array(Type.Ref('Tree')) }),
    Own: Type.Object({ ...hasId && typeboxId, a: Type.Ref('Tree') })
  }).Own, TREE],
  ['definitions', jsonRecord({ $ref: '#/definitions/Tree' }, { definitions: { Tree: cityTree } }), TREE],
  ['definitions of a schema with $id', jsonRecord(
    { $ref: '#/definitions/Tree' }, { $id: 'Branch', definitions: { Tree: cityTree } }), TREE],
  ['definitions by $id', jsonRecord({ $ref: 'Tree' }, {
    $defs: {
      Tree: {
        ...cityTree, $id: 'Tree', properties: { city: { type: 'string' }, more: { type: 'array', items: { $ref: '#' } } }
      }
    }
  }), TREE],
  ['$ref to the own $id', jsonRecord({ type: 'array', items: { $ref: 'Node' } }, { $id: 'Node' }), SELF],
  ['$ref to itself', jsonRecord(selfList), SELF],
  ['the id in a definition', (hasId) => ({
    type: 'object',
    required: ['a'],
    properties: { ...hasId && { id: { $ref: '#/definitions/Id' } }, a: { $ref: '#/definitions/Tree' } },
    definitions: { Id: { type: 'integer' }, Tree: cityTree }
  }), TREE],
  ['the record in a definition', (hasId) => ({
    $ref: '#/definitions/Whole',
    definitions: { Whole: jsonRecord({ $ref: '#/definitions/Tree' })(hasId), Tree: cityTree }
  }), TREE],
  ['a part of the record in a definition', (hasId) => ({
    type: 'object',
    allOf: [{ $ref: '#/definitions/Base' }],
    properties: { a: { $ref: '#/definitions/Tree' } },
    required: ['a'],
    definitions: {
      Base: { properties: { ...hasId && { id: { type: 'integer' } }, b: { type: 'string' } } },
      Tree: cityTree
    }
  }), TREE]
]

async function echo ({ body }: FastifyRequest): Promise<unknown> {
  return (body as Anything).thing
}

/** The places of the faults of a request. */
async function places (error: Anything, _request: FastifyRequest, reply: FastifyReply): Promise<object> {
  reply.code(error.statusCode ?? 500)
  return error.validation?.map(({ instancePath }: Anything) => instancePath) ?? { message: error.message }
}

async function appOf (record: object, shown: unknown, seen: unknown[]): Promise<FastifyInstance> {
  const app = Fastify().setErrorHandler(places)
  await app.register(swagger, openapiOptions({ openapi: { openapi: '3.1.0', info: { title: 't', version: '1' } } }))
  const things = {
    record,
    responses: true,
    show: async () => shown,
    async create (request: FastifyRequest) {
      seen.push(await echo(request))
      return shown
    },
    async update (request: FastifyRequest) {
      seen.push(await echo(request))
      return shown
    }
  }
  const routes = draw({ api: true, wrap: true }, (map) => map.resources('things', { only: ['create', 'show', 'update'] }))
  await app.register(resourcesPlugin, { routes, controllers: { things } })
  await app.ready()
  return app
}

/** All `$ref` inside of a value. */
function refsIn (value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => key === '$ref' ? [inner as string] : refsIn(inner))
}

function at (document: Anything, ref: string): unknown {
  return ref.slice(2).split('/').reduce((found, key) => found?.[decodeURI(key).replaceAll('~1', '/')], document)
}

for (const [way, recordOf, ofWay] of WAYS) {
  for (const hasId of [true, false]) {
    t.test(`${way}, ${hasId ? 'with' : 'without'} id: what a record refers to is found from each of its copies`, async (t) => {
      const { sent, wrong, place } = !hasId && ofWay === SELF ? SELF_ALONE : ofWay
      const seen: unknown[] = []
      const shown = { ...hasId && { id: 1 }, a: sent }
      const app = await appOf(recordOf(hasId), { ...shown, unknown: true }, seen)
      const send = async (method: 'POST' | 'PUT', url: string, a: unknown): Promise<Anything> =>
        await app.inject({ method, url, payload: { thing: { ...hasId && { id: 9 }, a } } })

      const created = await send('POST', '/things', sent)
      const updated = await send('PUT', '/things/1', sent)
      t.strictSame([created.statusCode, updated.statusCode], [201, 200])
      t.strictSame(seen, [{ a: sent }, { a: sent }])
      for (const response of [created, updated, await app.inject('/things/1')]) t.strictSame(response.json(), shown)
      for (const [method, url] of [['POST', '/things'], ['PUT', '/things/1']] as const) {
        if (method === 'PUT' && wrong === undefined) continue
        const refused = await send(method, url, wrong)
        t.strictSame([refused.statusCode, refused.json()], [400, [place]])
      }

      const document = JSON.parse(JSON.stringify((app as Anything).swagger()))
      t.strictSame(await validateDocument(document), { valid: true })
      t.strictSame(refsIn(document).filter((ref) => at(document, ref) === undefined), [])
      const { schema } = document.paths['/things'].post.requestBody.content['application/json']
      const body = schema.properties.thing
      const input = body.$ref === undefined ? body : at(document, body.$ref) as Anything
      const names = (one: Anything): string[] => [
        ...Object.keys(one.properties ?? {}), ...(one.allOf ?? []).flatMap((inner: Anything) => names(inner)),
        ...one.$ref === undefined ? [] : names(at(document, one.$ref))
      ]
      t.match(names(input), ['a'])
      t.notOk(names(input).includes('id'))
    })
  }
}
