/** Apps that answer JSON: what differs from their schemas is found, and what only looks odd is not. */

import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import t from 'tap'
import resourcesPlugin, { draw, openapiOptions } from '../../lib/index.js'
import { walkApp } from '../../lib/testing.js'
import { data, DATA, httpError, made, Price } from '../support/walked-apps.js'
import type { DataParts, Prices } from '../support/walked-apps.js'

for (const [defect, told, plant] of [
  [
    'another status than the documented one',
    /POST \/prices .* answers 200, and its schema documents 201/,
    () => ({ create: async () => made })
  ],
  [
    'no body where its schema has one',
    /PUT \/prices\/.* answers 204, and its schema documents 200/,
    () => ({ update: { handler: async (_: unknown, reply: FastifyReply) => await reply.code(204).send() } })
  ],
  [
    'a record in an envelope that its schema lacks',
    /does not fit its schema|loses what the action returned: all of \/price/,
    () => ({
      update: {
        schema: { response: { 200: { type: 'object', properties: Price.properties } } },
        handler: async () => ({ price: made })
      }
    })
  ],
  [
    'a null that becomes 0',
    /loses what the action returned: \/cents is 0, and was null/,
    () => ({ show: async ({ params }: any) => ({ ...made, id: params.id, cents: null }) })
  ],
  [
    'a fraction that the serializer cuts',
    /loses what the action returned: \/cents is 1, and was 1.5/,
    () => ({ show: async ({ params }: any) => ({ ...made, id: params.id, cents: 1.5 }) })
  ],
  [
    'a value that the schema forbids',
    /GET \/prices\/.* answers what does not fit its schema: \/cents must be >= 0/,
    () => ({ show: async ({ params }: any) => ({ ...made, id: params.id, cents: -1 }) })
  ],
  [
    'an unknown id that is changed',
    /PUT \/prices\/.* answers 200, though no record has this id/,
    () => ({ update: { handler: async () => made } })
  ]
] as Array<[string, RegExp, (prices: Prices) => Partial<DataParts>]>) {
  t.test(`answer: ${defect}`, async (t) => {
    const { findings, text } = await walkApp(data(plant), DATA)
    t.ok(
      findings.some(({ law, message }) => law === 'answer' && told.test(message)),
      text
    )
  })
}

for (const [what, plant] of [
  ['an API alone, for a program with a token', () => ({})],
  ['CORS', () => ({ setUp: async (app) => await app.register(cors, { origin: 'https://example.org' }) })],
  [
    'rate limits by address',
    () => ({ setUp: async (app) => await app.register(rateLimit, { max: 3, timeWindow: '1 minute' }) })
  ],
  [
    'a stream',
    () => ({
      show: async (request, reply) =>
        reply
          .type('application/json')
          .send(Readable.from([JSON.stringify({ ...made, id: request.params.id })])),
      setUp: (app) =>
        app.addHook('preHandler', async ({ params }) => {
          if (/^(?:\d|.{99}|0{8})/.test(String((params as { id?: string }).id))) throw httpError(404, 'No')
        })
    })
  ],
  [
    'an optimistic lock',
    (prices) => ({
      update: {
        handler: async (request: any) => {
          const price = prices.get(request.params.id as string)
          if (price === undefined) throw httpError(404, 'No such price')
          if (request.headers['if-match'] !== String(price.version)) {
            throw httpError(412, 'Somebody else has changed it')
          }
          return price
        }
      }
    })
  ],
  [
    'prices that the app rounds',
    (prices) => ({
      cents: { type: 'number', minimum: 0 },
      update: {
        handler: async (request: any) => {
          const price = prices.get(request.params.id as string)
          if (price === undefined) throw httpError(404, 'No such price')
          return Object.assign(price, request.body.price, {
            cents: Math.round((request.body.price.cents ?? 0) as number)
          })
        }
      },
      create: async ({ body: { price } }, reply) => {
        const created = {
          ...made,
          id: crypto.randomUUID(),
          ...price,
          cents: Math.round((price.cents ?? 0) as number)
        }
        prices.set(created.id as string, created)
        return await reply.code(201).send(created)
      }
    })
  ]
] as Array<[string, (prices: Prices) => Partial<DataParts>]>) {
  t.test(`no finding: ${what}`, async (t) => {
    const { findings, access, text } = await walkApp(data(plant), DATA)
    t.strictSame(findings, [], text)
    t.strictSame(Object.keys(access), ['DELETE /prices/:id', 'POST /prices', 'PUT /prices/:id'])
  })
}

/** What a row without request schemas answers, with its `response` schema. */
const record = { type: 'object', required: ['id'], properties: { id: { $ref: 'id#' } } }

const closed = { ...record, additionalProperties: false, 'x-word': 'of a document' }

for (const [what, response, status, type, body, told] of [
  ['an integer as a text', { 200: record }, 200, 'application/json', '{"id":"1"}', /: \/id must be integer/],
  ['a missing name', { 200: record }, 200, 'application/json', '{}', /: must have required property 'id'/],
  ['a name too many', { 200: closed }, 200, 'application/json', '{"id":1,"a":1}', /: must NOT have additional/],
  ['a failure', { 404: record }, 404, 'application/json', '{"oops":1}', /: must have required property 'id'/],
  ['any failure', { '4xx': record }, 409, 'application/json', '{"oops":1}', /: must have required/],
  [
    'a media type of its own',
    { 200: { content: { 'application/hal+json': { schema: record } } } },
    200,
    'application/hal+json',
    '{"id":"1"}',
    /: \/id must be integer/
  ],
  ['what fits', { 200: closed }, 200, 'application/json', '{"id":1}', null],
  ['a failure without a schema', { 200: record, default: record }, 409, 'application/json', '{}', null],
  [
    'a media type without a schema',
    { 200: { content: { 'application/json': { schema: record } } } },
    200,
    'application/feed+json',
    '{"id":"1"}',
    null
  ],
  ['a feed where a record is documented', { 200: record }, 200, 'application/feed+json', '{"id":"1"}', null],
  ['another media type', { 200: record }, 200, 'text/plain', 'one', null]
] as Array<[string, object, number, string, string, RegExp | null]>) {
  t.test(`answer, sent as a text: ${what}`, async (t) => {
    const { findings, text } = await walkApp(async () => {
      const app = Fastify()
      app.addSchema({ $id: 'id', type: 'integer' })
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('things', { only: 'index' })),
        controllers: {
          things: {
            index: {
              schema: { response },
              handler: async (_: unknown, reply: FastifyReply) =>
                await reply.code(status).type(type).send(body)
            }
          }
        }
      })
      return app
    })
    t.match(findings.map(({ law, message }) => [law, message]), told === null ? [] : [['answer', told]], text)
    t.equal(findings.length, told === null ? 0 : 1)
  })
}

t.test('a response schema that no validator reads is unproved', async (t) => {
  const { findings, unproved } = await walkApp(async () => {
    const app = Fastify()
    app.addSchema({ $id: 'new', $schema: 'https://json-schema.org/draft/2020-12/schema' })
    app.setSerializerCompiler(() => (value) => JSON.stringify(value))
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('things', { only: 'index' })),
      controllers: {
        things: {
          index: { schema: { response: { 200: { $ref: 'gone#' } } }, handler: async () => ({ id: 1 }) }
        }
      }
    })
    return app
  })
  t.strictSame(findings, [])
  t.ok(unproved.includes('GET /things: no validator reads its response schema for 200'), unproved.join('\n'))
})

for (const [id, told] of [
  [/[a-z-]+/, /GET \/posts\/no-such-record answers 200/],
  [/\d{1,6}/, /GET \/posts\/987654 answers 200/],
  [/[a-z]{2}/, null]
] as Array<[RegExp, RegExp | null]>) {
  t.test(`an unknown id that fits ${String(id)}`, async (t) => {
    const { findings, unproved, text } = await walkApp(async () => {
      const app = Fastify()
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: 'show', requirements: { id } })),
        controllers: { posts: { show: async () => 'a post' } }
      })
      return app
    })
    t.match(findings.map(({ message }) => message), told === null ? [] : [told], text)
    t.equal(unproved.includes('GET /posts/:id: no unknown id fits the pattern of id'), told === null, text)
  })
}

t.test('with an OpenAPI document, bodies fit what the validator reads, and answers what the document says', async (t) => {
  const createApp = async (shown: object): Promise<FastifyInstance> => {
    const app = Fastify()
    await app.register(swagger, openapiOptions({ openapi: { openapi: '3.1.0' } }))
    const text = { type: 'string', minLength: 1 }
    await app.register(resourcesPlugin, {
      routes: draw({ api: true }, (map) => map.resources('tags', { only: ['create', 'update'] })),
      controllers: {
        tags: {
          record: {
            type: 'object',
            required: ['id', 'name', 'pin'],
            properties: {
              id: { type: 'integer', readOnly: true },
              name: { anyOf: [text, { type: 'null' }] },
              pin: { ...text, writeOnly: true }
            }
          },
          create: async ({ body }: FastifyRequest<{ Body: { tag: object } }>) => ({ id: 1, ...body.tag }),
          update: {
            serializerCompiler: () => JSON.stringify,
            handler: async () => ({ id: 1, name: 'a', ...shown })
          },
          responses: true
        }
      }
    })
    return app
  }
  const walk = async (shown: object): Promise<string[][]> => {
    const { findings, unproved } = await walkApp(async () => await createApp(shown), {
      open: ['POST /tags', 'PUT /tags/:id']
    })
    const unfit = findings.map(({ message }) => message).filter((message) => message.includes('does not fit'))
    return [unfit, unproved.filter((text) => text.includes('/tags'))]
  }
  t.strictSame(await walk({}), [[], []])
  t.match(await walk({ name: 1 }), [[/^PUT .* answers what does not fit its schema: \/name must be string$/], []])
})

t.test('answer: a format of a row that its action lacks', async (t) => {
  const walked = async (options: object): Promise<readonly string[]> => {
    const { findings } = await walkApp(async () => {
      const app = Fastify()
      const handler = async (_request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
        reply.type('text/html')
        return await reply.respondTo({ html: () => '<title>x</title>' })
      }
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: 'index', formats: ['html', 'atom'] })),
        controllers: { posts: { index: { handler, ...options } } }
      })
      return app
    })
    return findings.map(({ law, message }) => `${law}: ${message}`)
  }
  t.strictSame(await walked({}), [
    'answer: GET /posts.atom answers 406, though its row has the format atom; add the function, or list what ' +
    'the action answers in its option formats'
  ])
  t.strictSame(await walked({ formats: ['html'] }), [])
})
