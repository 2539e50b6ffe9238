/** The server's costs of a request: for a drawn resource, and for hand-written routes. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import qs from 'qs'
import { z } from 'zod'
import resourcesPlugin from '../../dist/node/index.js'
import { draw } from '../../dist/node/urls.js'
import { compare, median, startChild } from './harness.mjs'
import { createControllers, drawResources, handWrittenRoutes } from './resources.mjs'

const PAIRS = 9
const SLICES = 100
const WARM_UP = 40
const BATCHES = 10
const PIPELINED = 100
const SOCKETS = 50

const POST = JSON.stringify({
  post: { title: 'Hello', text: 'There is more to say', published: true, rank: 7, tags: ['a', 'b'] }
})

const RECORD = {
  type: 'object',
  required: ['title', 'text'],
  properties: {
    title: { type: 'string' },
    text: { type: 'string' },
    published: { type: 'boolean' },
    rank: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } }
  }
}
const BODY_SCHEMA = {
  type: 'object',
  required: ['post'],
  properties: { post: { ...RECORD, additionalProperties: false } }
}

const STORED = { ...RECORD, properties: { id: { type: 'integer', readOnly: true }, ...RECORD.properties } }
const stored = new Map([[1, { id: 1, ...JSON.parse(POST).post }]])
const findPost = (id) => stored.get(id)

const ACCOUNT = {
  ...STORED, properties: { ...STORED.properties, secret: { type: 'string', writeOnly: true } }
}
const accounts = Array.from({ length: 10_000 }, (_, index) =>
  ({ ...stored.get(1), id: index + 1, rank: index, secret: 'hidden' }))

/** The same by zod. */
const POST_OF_ZOD = z.object({
  title: z.string(),
  text: z.string(),
  published: z.boolean().default(false),
  rank: z.int().optional(),
  tags: z.array(z.string()).optional()
})

const FORM_TYPE = 'application/x-www-form-urlencoded'

const FORM = 'post[title]=Hello&post[text]=There+is+more+to+say&post[published]=1&post[rank]=7'

/** As browsers encode it. */
const BROWSER_FORM = new URLSearchParams({
  'post[title]': 'Hello',
  'post[text]': 'There is more to say',
  'post[published]': 'true',
  'post[rank]': '7'
}).toString()

/** 52 KB of large list indexes, which are refused, and as many of them as are read. */
const HOSTILE_FORM = Array.from({ length: 1000 }, (_, index) => `a[${index}]${'[999]'.repeat(9)}`).join('&')
const LARGEST_FORM = HOSTILE_FORM.split('&').slice(0, 272).join('&')

/** What a limit refuses, beside a rule that costs much of such a text. */
const LIMITED = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 20, pattern: '^(\\w+\\s?)*$' },
    address: { type: 'string', maxLength: 200, format: 'url' }
  }
}
const LIMITED_BODY = { type: 'object', required: ['post'], properties: { post: LIMITED } }
const LONG_NAME = JSON.stringify({ post: { name: `${'a'.repeat(30)}!` } })
const LONG_ADDRESS = JSON.stringify({ post: { address: `http://[${':'.repeat(60_000)}` } })

/** 10,000 rows without their ten required names, and 1,500 of which each text is too short. */
const TEXTS = [...'abcdefghij']
const texts = (of) => Object.fromEntries(TEXTS.map((name) => [name, of]))
const ROWS_OF_ZOD = z.object({ rows: z.array(z.object(texts(z.string().min(2)))) })
const ROWS_RECORD = ROWS_OF_ZOD['~standard'].jsonSchema.input({ target: 'draft-07' })
const EMPTY_ROWS = JSON.stringify({ post: { rows: Array(10_000).fill({}) } })
const SHORT_ROWS = JSON.stringify({ post: { rows: Array(1500).fill(texts('a')) } })

const VERSIONED = {
  ...STORED, properties: { ...STORED.properties, version: { type: 'integer', readOnly: true } }
}
const versioned = new Map([[1, { ...stored.get(1), version: 7 }]])
const findVersioned = (id) => versioned.get(id)

const LONG_QUERY = Array.from({ length: 1000 }, (_, index) => `filter${index}=value+${index}`).join('&').slice(0, 15_000)
const IF_MATCH = requestText('PUT', '/posts/1', 'application/json', POST, 'if-match: "7:application/json"\r\n')

const LOADED = {
  atMost: 1.12,
  answer: 'There is more to say',
  ours: { register: registerLoaded, request: requestText('GET', '/posts/1') },
  byHand: { register: registerShow({ response: { 200: STORED } }), request: requestText('GET', '/posts/1') }
}

/**
 * Two apps, or the same app twice, with the request for each and the text that ends an answer: of both, or of
 * a side.
 */
const KINDS = {
  show: {
    name: 'GET /posts/1',
    atMost: 1.05,
    answer: 'show of posts',
    ours: { register: registerPlugin({}), request: requestText('GET', '/posts/1') },
    byHand: { register: registerByHand, request: requestText('GET', '/posts/1') }
  },
  compiled: {
    name: 'GET /posts/1 under routerOptions.compile, with forms',
    atMost: Infinity,
    server: { routerOptions: { compile: true } },
    answer: 'show of posts',
    ours: { register: registerPlugin({}), request: requestText('GET', '/posts/1') },
    byHand: { register: registerByHand, request: requestText('GET', '/posts/1') }
  },
  compiledWithoutForms: {
    name: 'GET /posts/1 under routerOptions.compile, without _method',
    atMost: 1.03,
    server: { routerOptions: { compile: true } },
    answer: 'show of posts',
    ours: { register: registerPlugin({ methodOverride: false }), request: requestText('GET', '/posts/1') },
    byHand: { register: registerByHand, request: requestText('GET', '/posts/1') }
  },
  loaded: {
    name: 'GET /posts/1 by record, load and responses, or natively by its schemas',
    ...LOADED
  },
  recordShow: {
    name: 'GET /posts/1 by record over 50 sockets, or natively by its schema',
    atMost: 1.1,
    sockets: SOCKETS,
    answer: 'There is more to say',
    ours: { register: registerRecord, request: requestText('GET', '/posts/1') },
    byHand: { register: registerShow({}), request: requestText('GET', '/posts/1') }
  },
  loadedApart: {
    name: 'GET /posts/1 by record, load and responses over 50 sockets, or natively by its schemas',
    sockets: SOCKETS,
    ...LOADED
  },
  hiddenItems: {
    name: 'GET /posts of 10,000 records with a hidden name, or natively by a schema without it',
    atMost: 1.3,
    pipelined: 1,
    batches: 1,
    answer: '"id":10000,',
    ours: { register: registerList, request: requestText('GET', '/posts') },
    byHand: { register: registerListByHand, request: requestText('GET', '/posts') }
  },
  create: {
    name: 'POST /posts of JSON',
    atMost: 1.04,
    answer: 'create of posts',
    ours: { register: registerPlugin({}), request: requestText('POST', '/posts', 'application/json', POST) },
    byHand: { register: registerByHand, request: requestText('POST', '/posts', 'application/json', POST) }
  },
  record: {
    name: 'POST /posts of JSON by a record, or natively by its schema',
    atMost: 1.1,
    answer: 'create of posts',
    ours: {
      register: registerPlugin({ record: RECORD }),
      request: requestText('POST', '/posts', 'application/json', POST)
    },
    byHand: {
      register: registerForm({}, { body: BODY_SCHEMA }),
      request: requestText('POST', '/posts', 'application/json', POST)
    }
  },
  zod: {
    name: 'POST /posts of JSON by a record of zod, or by safeParse in its handler',
    atMost: 1.25,
    answer: 'create of posts',
    ours: {
      register: registerPlugin({ record: POST_OF_ZOD }),
      request: requestText('POST', '/posts', 'application/json', POST)
    },
    byHand: {
      register: registerZod(POST_OF_ZOD),
      request: requestText('POST', '/posts', 'application/json', POST)
    }
  },
  created: {
    name: 'POST /posts of JSON by a record with responses, or natively by its schemas',
    atMost: 1.2,
    answer: 'There is more to say',
    ours: {
      register: registerCreated,
      request: requestText('POST', '/posts', 'application/json', POST),
      status: 'HTTP/1.1 201'
    },
    byHand: {
      register: registerCreatedByHand,
      request: requestText('POST', '/posts', 'application/json', POST),
      status: 'HTTP/1.1 201'
    }
  },
  form: {
    name: 'POST /posts of a form, or by @fastify/formbody with qs',
    atMost: 1.15,
    answer: 'create of posts',
    ours: { register: registerPlugin({}), request: requestText('POST', '/posts', FORM_TYPE, BROWSER_FORM) },
    byHand: {
      register: registerForm({ parser: qs.parse }),
      request: requestText('POST', '/posts', FORM_TYPE, BROWSER_FORM)
    }
  },
  recordForm: {
    name: 'POST /posts of a form by a record, or by @fastify/formbody with qs and a schema',
    atMost: 1.2,
    answer: 'create of posts',
    ours: {
      register: registerPlugin({ record: RECORD }),
      request: requestText('POST', '/posts', FORM_TYPE, BROWSER_FORM)
    },
    byHand: {
      register: registerForm({ parser: qs.parse }, { body: BODY_SCHEMA }),
      request: requestText('POST', '/posts', FORM_TYPE, BROWSER_FORM)
    }
  },
  hostileForm: {
    name: 'POST /posts of 52 KB of a[1][999][999]…, which is refused, or by @fastify/formbody alone',
    atMost: 3,
    pipelined: 1,
    answer: 'create of posts',
    ours: {
      register: registerPlugin({}),
      request: requestText('POST', '/posts', FORM_TYPE, HOSTILE_FORM),
      status: 'HTTP/1.1 400',
      answer: 'FST_RESOURCES_FORM_BODY'
    },
    byHand: { register: registerForm({}), request: requestText('POST', '/posts', FORM_TYPE, HOSTILE_FORM) }
  },
  largestForm: {
    name: 'POST /posts of 14 KB of a[1][999][999]…, the most that we read, or by @fastify/formbody alone',
    atMost: 3,
    pipelined: 1,
    answer: 'create of posts',
    ours: { register: registerPlugin({}), request: requestText('POST', '/posts', FORM_TYPE, LARGEST_FORM) },
    byHand: { register: registerForm({}), request: requestText('POST', '/posts', FORM_TYPE, LARGEST_FORM) }
  },
  notAllowed: {
    name: 'POST /posts/1, a 405 with Allow, or by a handler that answers it by hand',
    atMost: 3,
    ...wrongMethod('/posts/1')
  },
  longName: {
    name: 'POST /posts of a name that is too long for its pattern, or natively by its schema',
    atMost: 1.5,
    answer: '"statusCode":400',
    ...refusal(LONG_NAME, registerPlugin({ record: LIMITED }), registerForm({}, { body: LIMITED_BODY }))
  },
  longAddress: {
    name: 'POST /posts of 60 KB that are too long for their format, or natively by its schema',
    atMost: 1.5,
    pipelined: 1,
    answer: '"statusCode":400',
    ...refusal(LONG_ADDRESS, registerPlugin({ record: LIMITED }), registerForm({}, { body: LIMITED_BODY }))
  },
  emptyRows: {
    name: 'POST /posts of 10,000 rows without required names by a record of zod, or of JSON Schema',
    atMost: 1.5,
    pipelined: 1,
    batches: 1,
    answer: '"statusCode":400',
    ...refusal(EMPTY_ROWS, registerPlugin({ record: ROWS_OF_ZOD }), registerPlugin({ record: ROWS_RECORD }))
  },
  shortRows: {
    name: 'POST /posts of 1,500 rows of texts that are too short by a record of zod, or by zod alone',
    atMost: 1.2,
    pipelined: 1,
    batches: 1,
    answer: '"statusCode":400',
    ...refusal(SHORT_ROWS, registerPlugin({ record: ROWS_OF_ZOD }), registerZod(ROWS_OF_ZOD))
  },
  longQuery: {
    name: 'POST /posts/1 with a query of 15 kB, a 405 with Allow, or by a handler that answers it by hand',
    atMost: 3,
    pipelined: 1,
    ...wrongMethod(`/posts/1?${LONG_QUERY}`)
  },
  tagged: {
    name: 'GET /posts/1 by record, load, version and etag, or by a handler that does it by hand',
    atMost: 1.12,
    answer: 'There is more to say',
    ours: { register: registerVersioned, request: requestText('GET', '/posts/1') },
    byHand: { register: registerVersionedByHand, request: requestText('GET', '/posts/1') }
  },
  ifMatch: {
    name: 'PUT /posts/1 of JSON with If-Match by record, load and version, or by a handler that does it by hand',
    atMost: 1.2,
    answer: 'There is more to say',
    ours: { register: registerVersioned, request: IF_MATCH },
    byHand: { register: registerVersionedByHand, request: IF_MATCH }
  },
  override: {
    name: 'PUT /posts/1 by _method, or natively',
    atMost: 1.15,
    answer: 'update of posts',
    ours: {
      register: registerPlugin({}),
      request: requestText('POST', '/posts/1', FORM_TYPE, `_method=put&${FORM}`)
    },
    byHand: { register: registerPlugin({}), request: requestText('PUT', '/posts/1', FORM_TYPE, FORM) }
  }
}

function requestText (method, url, contentType, body = '', own = '') {
  const headers = body === '' ? '' : `content-type: ${contentType}\r\ncontent-length: ${body.length}\r\n`
  return `${method} ${url} HTTP/1.1\r\nhost: localhost\r\n${own}${headers}\r\n${body}`
}

/** The sides of a path that takes other methods. */
function wrongMethod (path) {
  const sent = { request: requestText('POST', path), status: 'HTTP/1.1 405' }
  return {
    answer: 'is not allowed',
    ours: { register: registerPlugin({}), ...sent },
    byHand: { register: registerRefusal, ...sent }
  }
}

/** The sides of a body that both apps refuse. */
function refusal (body, ours, byHand) {
  const sent = { request: requestText('POST', '/posts', 'application/json', body), status: 'HTTP/1.1 400' }
  return { ours: { register: ours, ...sent }, byHand: { register: byHand, ...sent } }
}

function registerPlugin ({ record, schema, ...options }) {
  return async (app, { posts }) => {
    const create = { handler: posts.create, schema }
    await app.register(resourcesPlugin, {
      routes: drawResources(['posts']),
      controllers: { posts: { ...posts, create, ...record && { record } } },
      ...options
    })
  }
}

async function registerLoaded (app) {
  const controllers = {
    posts: { record: STORED, responses: true, load: findPost, show: async ({ record }) => record }
  }
  const routes = draw((map) => map.resources('posts', { only: ['show'] }))
  await app.register(resourcesPlugin, { routes, controllers })
}

async function registerVersioned (app) {
  const controllers = {
    posts: {
      record: VERSIONED,
      load: findVersioned,
      version: 'version',
      etag: true,
      show: async ({ record }) => record,
      update: async ({ record, body }) => ({ ...record, ...body.post })
    }
  }
  const routes = draw((map) => map.resources('posts', { only: ['show', 'update'] }))
  await app.register(resourcesPlugin, { routes, controllers })
}

async function registerVersionedByHand (app) {
  const params = { type: 'object', properties: { id: STORED.properties.id } }
  const tagOf = ({ version }) => `"${version}:application/json"`
  app.get('/posts/:id', { schema: { params } }, async (request, reply) => {
    const post = findVersioned(request.params.id)
    if (post === undefined) return reply.callNotFound()
    reply.header('etag', tagOf(post))
    return request.headers['if-none-match'] === tagOf(post) ? reply.code(304).send() : post
  })
  app.put('/posts/:id', { schema: { params, body: BODY_SCHEMA } }, async (request, reply) => {
    const post = findVersioned(request.params.id)
    if (post === undefined) return reply.callNotFound()
    const { 'if-match': tag } = request.headers
    if (tag !== undefined && tag !== tagOf(post)) return await reply.code(412).send()
    const changed = { ...post, ...request.body.post }
    reply.header('etag', tagOf(changed))
    return changed
  })
}

async function registerRecord (app) {
  const show = async (request, reply) => findPost(request.params.id) ?? reply.callNotFound()
  const routes = draw((map) => map.resources('posts', { only: ['show'] }))
  await app.register(resourcesPlugin, { routes, controllers: { posts: { record: STORED, show } } })
}

function registerShow (schema) {
  const params = { type: 'object', properties: { id: STORED.properties.id } }
  return async (app) => {
    app.get('/posts/:id', { schema: { params, ...schema } }, async (request, reply) => {
      return findPost(request.params.id) ?? reply.callNotFound()
    })
  }
}

async function registerList (app) {
  const controllers = { posts: { record: ACCOUNT, responses: true, index: async () => accounts } }
  const routes = draw((map) => map.resources('posts', { only: ['index'] }))
  await app.register(resourcesPlugin, { routes, controllers })
}

async function registerListByHand (app) {
  const schema = { response: { 200: { type: 'array', items: STORED } } }
  app.get('/posts', { schema }, async () => accounts)
}

async function registerCreated (app) {
  const create = async ({ body }) => ({ id: 1, ...body.post })
  const controllers = { posts: { record: STORED, responses: true, create, show: async () => stored.get(1) } }
  const routes = draw((map) => map.resources('posts', { only: ['create', 'show'] }))
  await app.register(resourcesPlugin, { routes, controllers })
}

async function registerCreatedByHand (app) {
  app.post('/posts', { schema: { body: BODY_SCHEMA, response: { 201: STORED } } }, async (request, reply) => {
    const post = { id: 1, ...request.body.post }
    return await reply.code(201).header('location', `/posts/${post.id}`).send(post)
  })
  app.get('/posts/:id', async () => stored.get(1))
}

/** The same rows as ours: an app of one route would be quicker to find it. */
function registerForm (options, schema) {
  return async (app, controllers) => {
    await app.register(formbody, options)
    for (const route of handWrittenRoutes(controllers)) {
      app.route(route.handler === controllers.posts.create ? { ...route, schema } : route)
    }
  }
}

async function registerByHand (app, controllers) {
  for (const route of handWrittenRoutes(controllers)) app.route(route)
}

function registerZod (schema) {
  return async (app, { posts }) => {
    const create = async (request, reply) => {
      const { data, error } = schema.safeParse(request.body.post)
      const [issue] = error?.issues ?? []
      if (issue !== undefined) return reply.code(400).send({ statusCode: 400, message: issue.message })
      request.body.post = data
      return await posts.create(request, reply)
    }
    await registerByHand(app, { posts: { ...posts, create } })
  }
}

async function registerRefusal (app, controllers) {
  await registerByHand(app, controllers)
  app.post('/posts/:id', async (request, reply) => {
    const error = { statusCode: 405, error: 'Method Not Allowed', message: 'POST is not allowed' }
    return await reply.code(405).header('allow', 'GET, HEAD, PUT, DELETE').send(error)
  })
}

/** Serves both apps. Answers each message with its CPU time in microseconds, until its parent ends. */
export async function measure (kind) {
  const ports = {}
  for (const side of ['ours', 'byHand']) {
    const app = Fastify(KINDS[kind].server)
    await KINDS[kind][side].register(app, createControllers(['posts']))
    await app.listen({ port: 0, host: '127.0.0.1' })
    ports[side] = app.server.address().port
  }
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send(user + system)
  })
  process.send(ports)
  await once(process, 'disconnect')
}

/**
 * Sends one slice over keep-alive connections, a batch when the one before is answered; CPU time a request.
 */
async function runSlice (child, sockets, side, { pipelined, batches }) {
  const before = await askCpuTime(child)
  for (let batch = 0; batch < batches; batch++) {
    await Promise.all(sockets.map((socket) => runBatch(socket, side, pipelined)))
  }
  return ((await askCpuTime(child)) - before) / (batches * pipelined * sockets.length)
}

async function runBatch (socket, { request, status = 'HTTP/1.1 200', answer }, pipelined) {
  socket.write(request.repeat(pipelined))
  let answers = ''
  while (answers.split(answer).length <= pipelined) answers += (await once(socket, 'data'))[0]
  assert.equal(answers.split(status).length - 1, pipelined)
}

async function askCpuTime (child) {
  child.send('')
  return (await once(child, 'message'))[0]
}

/**
 * Both apps live in one process and take turns in short slices: from process to process the compiler
 * decides differently, by more than the target. Requests are pipelined over a keep-alive connection, or come
 * one by one over many, so that the kernel does not outweigh what is compared. Many short slices, each
 * compared with its neighbour, since the machine's noise lasts longer than a slice; several processes all
 * the same.
 */
async function measurePair (kind) {
  const { answer, sockets: count = 1, batches = BATCHES } = KINDS[kind]
  const { pipelined = count > 1 ? 1 : PIPELINED } = KINDS[kind]
  const child = startChild('request', kind)
  const [ports] = await once(child, 'message')
  const open = (port) => Promise.all(Array.from({ length: count }, () => openSocket(port)))
  const sockets = { ours: await open(ports.ours), byHand: await open(ports.byHand) }
  const times = { ours: [], byHand: [] }
  for (let slice = 0; slice < WARM_UP + SLICES; slice++) {
    const order = slice % 2 === 0 ? ['ours', 'byHand'] : ['byHand', 'ours']
    for (const side of order) {
      const sent = { answer, ...KINDS[kind][side] }
      times[side].push(await runSlice(child, sockets[side], sent, { pipelined, batches }))
    }
  }
  for (const socket of Object.values(sockets).flat()) socket.destroy()
  child.disconnect()
  return { ours: median(times.ours.slice(WARM_UP)), byHand: median(times.byHand.slice(WARM_UP)) }
}

async function openSocket (port) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  await once(socket, 'connect')
  return socket
}

const lineOf = (kind) => `request: ${KINDS[kind].name}, CPU`

export const LINES = Object.keys(KINDS).map(lineOf)

export async function compareSides (kinds = Object.keys(KINDS)) {
  const rows = []
  for (const kind of kinds) {
    const pairs = []
    for (let pair = 0; pair < PAIRS; pair++) pairs.push(await measurePair(kind))
    rows.push(compare(lineOf(kind), pairs, { unit: 'µs', atMost: KINDS[kind].atMost }))
  }
  return rows
}
