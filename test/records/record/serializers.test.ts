/** Who writes the answers of a record, where the app or an action has a serializer compiler of its own. */

import t from 'tap'
import swagger from '@fastify/swagger'
import fastJson from 'fast-json-stringify'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import {
  createSerializerCompiler, jsonSchemaTransform, serializerCompiler, validatorCompiler
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import resourcesPlugin, { draw, openapiOptions } from '../../../lib/index.js'

type Anything = any

const record = z.object({ id: z.int(), title: z.string().min(1), pin: z.string().meta({ writeOnly: true }) })
const row = { id: 1, title: 'A', pin: '1234', secret: 'x' }
const shown = { id: 1, title: 'A' }

const posts = {
  record,
  responses: true,
  index: async () => [row],
  new: async () => ({ any: 1 }),
  create: async ({ body }: Anything) => ({ ...row, ...body.post }),
  show: {
    schema: { response: { 410: z.object({ reason: z.string() }) } },
    handler: async ({ params }: Anything, reply: Anything) =>
      params.id === 2 ? reply.code(410).send({ reason: 'old', secret: 1 }) : row
  },
  edit: async () => row,
  update: async ({ body }: Anything) => ({ ...row, ...body.post, ...body.page }),
  destroy: async (_request: Anything, reply: Anything) => reply.code(204).send(),
  publish: async () => row,
  search: async () => row
}

const tree = draw({ patch: true, formats: ['json'] }, (map) => map
  .resources('posts', { member: { publish: 'put' }, collection: { search: 'get' } }, (some) => some
    .resources('comments', { controller: 'posts', only: ['index', 'show'], shallow: true }))
  .resource('page', { controller: 'posts', only: ['show', 'update'] }))

const ROWS: ReadonlyArray<readonly [line: string, status: number, expected: unknown]> = [
  ['GET /posts', 200, [shown]],
  ['POST /posts', 201, shown],
  ['GET /posts/1', 200, shown],
  ['HEAD /posts/1', 200, undefined],
  ['GET /posts/1.json', 200, shown],
  ['GET /posts/2', 410, { reason: 'old' }],
  ['PUT /posts/1', 200, shown],
  ['PATCH /posts/1', 200, shown],
  ['DELETE /posts/1', 204, undefined],
  ['PUT /posts/1/publish', 200, shown],
  ['GET /posts/1/comments', 200, [shown]],
  ['GET /comments/1', 200, shown],
  ['GET /page', 200, shown],
  ['PUT /page', 200, shown],
  ['GET /again/posts/1', 200, shown]
]

type Before = (app: FastifyInstance) => unknown

async function appWith (controller: object, before: Before): Promise<FastifyInstance> {
  const app = Fastify()
  await before(app)
  await app.register(resourcesPlugin, { routes: tree, controllers: { posts: controller } })
  await app.register(async (scope) => {
    await scope.register(resourcesPlugin, { routes: tree, controllers: { posts: controller } })
  }, { prefix: '/again' })
  return app
}

async function answersOf (app: FastifyInstance): Promise<unknown[]> {
  return await Promise.all(ROWS.map(async ([line]) => {
    const [method, url] = line.split(' ') as ['GET', string]
    const payload = { [url === '/page' ? 'page' : 'post']: { title: 'A', pin: '1' } }
    const isSent = ['POST', 'PUT', 'PATCH'].includes(method)
    const { statusCode, body } = await app.inject({ method, url, ...isSent && { payload } })
    return [line, statusCode, body === '' ? undefined : JSON.parse(body)]
  }))
}

const ofZod: Before = (app) =>
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)

/** Each takes no JSON Schema: at once, or with the first answer. */
const COMPILERS: ReadonlyArray<readonly [name: string, before: Before]> = [
  ['of fastify-type-provider-zod', ofZod],
  ['of the same with a replacer', (app) => app.setSerializerCompiler(
    createSerializerCompiler({ replacer: (_key, value) => value as unknown }))],
  ['that refuses with the first answer', (app) => app.setSerializerCompiler(({ schema }) =>
    (answer) => JSON.stringify((schema as unknown as typeof record).parse(answer)))]
]

for (const [name, before] of COMPILERS) {
  t.test(`beside a compiler ${name}, rows bring Fastify's serializer, and own schemas keep theirs`, async (t) => {
    t.strictSame(await answersOf(await appWith(posts, before)), ROWS)
  })
}

t.test('an action may have such a compiler alone', async (t) => {
  const { schema, handler } = posts.show
  const app = await appWith({ ...posts, show: { schema, handler, serializerCompiler } }, () => undefined)
  t.strictSame(await answersOf(app), ROWS)
})

t.test('a compiler that takes JSON Schemas writes the answers itself', async (t) => {
  const schemas: Anything[] = []
  const compile = ({ schema }: Anything) => {
    schemas.push(schema)
    const write = fastJson(schema as object)
    return (answer: unknown) => write(answer).replace('"A"', '"B"')
  }
  const ofJson: Before = (app) => app.setSerializerCompiler(compile)
  const app = await appWith({ ...posts, show: async () => row }, ofJson)
  t.strictSame((await app.inject('/posts/1')).json(), { id: 1, title: 'B' })
  t.ok(schemas.some(({ properties }) => properties?.title?.type === 'string'))
})

t.test('the document of the provider has the rows, with the answers that it can read', async (t) => {
  const app = await appWith(posts, async (app) => {
    await ofZod(app)
    await app.register(swagger, openapiOptions({ openapi: {}, transform: jsonSchemaTransform }))
  })
  await app.ready()
  const { paths } = (app as Anything).swagger()
  const [index, show] = [paths['/posts'].get, paths['/posts/{id}'].get]
  t.strictSame([index.operationId, show.operationId], ['listPosts', 'showPost'])
  t.strictSame(Object.keys(index.responses), ['200'])
  t.match(show.responses, { 410: { content: { 'application/json': { schema: { required: ['reason'] } } } } })
})
