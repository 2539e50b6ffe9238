/** An overridden form against the native request, with all that an app may add: no visible difference. */

import t from 'tap'
import { Readable, Writable } from 'node:stream'
import fastifyMultipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { MULTIPART, URLENCODED, multipart } from '../../support/forms.js'

type Anything = any

const KINDS = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
  'onError'
] as const
const PLACES = ['root before', 'root after', 'scope before', 'scope after', 'controller', 'action'] as const
const DEEDS = ['throws', 'changes', 'sends'] as const
// Those that come after an answer cannot send one.
const SENDING: readonly string[] = ['onRequest', 'preParsing', 'preValidation', 'preHandler']
const HANDLERS = [
  'no error handler',
  'an error handler at the root',
  'an error handler in the scope'
] as const

type Kind = (typeof KINDS)[number]
type Place = (typeof PLACES)[number]

/** Which hook acts, in all apps. */
const acting: { kind: Kind, place: Place, deed: (typeof DEEDS)[number] } = {
  kind: 'onRequest', place: 'action', deed: 'throws'
}

/** Requests that share an app, as the method and the fields that a form names. */
const REQUESTS: ReadonlyArray<
  readonly [
    method: string,
    url: string,
    type: 'urlencoded' | 'multipart',
    fields: ReadonlyArray<[string, string]>
  ]
> = [
  ['PUT', '/v1/posts/1', 'urlencoded', [['post[title]', 'Hi']]],
  ['PUT', '/v1/posts/1', 'multipart', [['post[title]', 'Hi']]],
  ['PATCH', '/v1/posts/1', 'urlencoded', [['post[title]', 'x'.repeat(20)]]],
  ['DELETE', '/v1/posts/1', 'urlencoded', []]
]

const routes = draw({ patch: true }, (map) =>
  map.resources('posts', { only: ['index', 'update', 'destroy'] })
)

const schema = {
  body: {
    type: 'object',
    required: ['post'],
    additionalProperties: false,
    properties: { post: { type: 'object', properties: { title: { type: 'string', maxLength: 10 } } } }
  },
  response: {
    200: {
      type: 'object',
      properties: { method: { type: 'string' }, body: { type: 'object', additionalProperties: true } }
    }
  }
}

interface Shown {
  readonly app: FastifyInstance
  readonly seen: string[]
}

/** An app with a hook of each kind at each place, and the visible result. */
async function createApp (handler: (typeof HANDLERS)[number]): Promise<Shown> {
  const seen: string[] = []
  const stream = new Writable({
    write (line: Buffer, _encoding, done) {
      const { time, pid, hostname, responseTime, ...rest } = JSON.parse(line.toString()) as Record<
        string,
        Anything
      >
      seen.push(JSON.stringify({ ...rest, err: rest.err?.message }))
      done()
    }
  })
  const app: FastifyInstance = Fastify({ logger: { stream }, genReqId: () => 'id' })
  const addHooks = (instance: FastifyInstance, place: Place): void => {
    for (const kind of KINDS) instance.addHook(kind as 'onRequest', createHook(kind, place, seen))
  }
  const routeHooks = (place: Place): object =>
    Object.fromEntries(KINDS.map((kind) => [kind, createHook(kind, place, seen)]))
  const handleErrors = (instance: FastifyInstance): void => {
    instance.setErrorHandler(
      async (error: Anything, request, reply) =>
        await reply.code(error.statusCode ?? 500).send({ handled: error.message, method: request.method })
    )
  }

  await app.register(fastifyMultipart, { attachFieldsToBody: 'keyValues' })
  addHooks(app, 'root before')
  if (handler === 'an error handler at the root') handleErrors(app)
  await app.register(resourcesPlugin)
  app.register(
    async (scope) => {
      if (handler === 'an error handler in the scope') handleErrors(scope)
      addHooks(scope, 'scope before')
      const answer = async (request: Anything): Promise<object> => {
        seen.push(
          `handler ${request.method} ${request.routeOptions.url} ${JSON.stringify(request.body)} ${JSON.stringify(request.params)}`
        )
        return { method: request.method, body: request.body }
      }
      const action = { handler: answer, ...routeHooks('action') }
      await scope.register(resourcesPlugin, {
        routes,
        controllers: {
          posts: {
            routeOptions: routeHooks('controller'),
            index: action,
            update: { ...action, schema },
            destroy: action
          }
        }
      })
      addHooks(scope, 'scope after')
    },
    { prefix: '/v1' }
  )
  addHooks(app, 'root after')
  await app.ready()
  return { app, seen }
}

function createHook (
  kind: Kind,
  place: Place,
  seen: string[]
): (...args: Anything[]) => Promise<unknown> {
  const run = async (request: Anything, reply: Anything, payload: unknown): Promise<unknown> => {
    seen.push(
      `${kind} ${place} ${request.method} ${request.routeOptions.url} ${String(request.is404)} ${typeof payload}`
    )
    const { deed } = acting
    if (kind !== acting.kind || place !== acting.place) return payload
    if (deed === 'throws') throw Object.assign(new Error(`${kind} ${place}`), { statusCode: 418 })
    if (deed === 'sends') return reply.code(202).send({ sent: kind })
    return change(kind, request, reply, payload)
  }
  return kind === 'preParsing' || kind === 'preSerialization' || kind === 'onSend'
    ? async (request, reply, payload) => await run(request, reply, payload)
    : async (request, reply) => {
      await run(request, reply, undefined)
    }
}

function change (kind: Kind, request: Anything, reply: Anything, payload: unknown): unknown {
  switch (kind) {
    case 'preParsing':
      return Object.assign(Readable.from([Buffer.from('post[title]=changed')]), {
        receivedEncodedLength: Number(request.headers['content-length'] ?? 0)
      })
    case 'preSerialization':
      return { method: 'changed' }
    case 'onSend':
      return typeof payload === 'string' ? payload.toUpperCase() : payload
    case 'preValidation':
    case 'preHandler':
      request.body = { post: { title: 'changed' } }
      return undefined
    default:
      if (!reply.sent) reply.header('x-changed', kind)
  }
}

type Answer = readonly [status: number, headers: object, body: string, seen: string[]]

async function send (
  { app, seen }: Shown,
  method: string,
  url: string,
  type: string,
  fields: ReadonlyArray<[string, string]>
): Promise<Answer> {
  seen.length = 0
  const response = await app.inject({
    method: method as 'PUT',
    url,
    headers: { 'content-type': type === 'multipart' ? MULTIPART : URLENCODED },
    payload:
      type === 'multipart' ? multipart(fields) : fields.map(([name, value]) => `${name}=${value}`).join('&')
  })
  // onResponse hooks run after inject has its answer.
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  const { date, ...headers } = response.headers
  return [response.statusCode, headers, response.body, [...seen]]
}

const statuses: number[] = []

const apps = await Promise.all(HANDLERS.map(createApp))
let settings = 0
for (const kind of KINDS) {
  t.test(`with ${kind} hooks everywhere`, async (t) => {
    for (const place of PLACES) {
      for (const deed of SENDING.includes(kind) ? DEEDS : DEEDS.slice(0, 2)) {
        Object.assign(acting, { kind, place, deed })
        const index = settings++ % HANDLERS.length
        const app = apps[index] as Shown
        for (const [method, url, type, fields] of REQUESTS) {
          const native = await send(app, method, url, type, fields)
          const overridden = await send(app, 'POST', url, type, [
            ['_method', method.toLowerCase()],
            ...fields
          ])
          statuses.push(native[0])
          t.strictSame(overridden, native, `${place} ${deed}, ${HANDLERS[index]}: ${method} ${url} as ${type}`)
        }
      }
    }
  })
}

t.test('the combinations cover answers and refusals of all kinds', async (t) => {
  t.equal(
    statuses.length,
    (SENDING.length * 3 + (KINDS.length - SENDING.length) * 2) * PLACES.length * REQUESTS.length
  )
  for (const status of [200, 202, 400, 418]) {
    t.ok(statuses.filter((one) => one === status).length >= 50, String(status))
  }
})
