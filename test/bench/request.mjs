/** What a request costs the server: of a drawn resource, and of the same routes written by hand. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import resourcesPlugin from '../../dist/lib/index.js'
import { compare, median, startChild } from './harness.mjs'
import { createControllers, drawResources, handWrittenRoutes } from './resources.mjs'

const PAIRS = 5
const SLICES = 100
const WARM_UP = 40
const BATCHES = 10
const PIPELINED = 100
const STATUS = 'HTTP/1.1 200 OK'

const POST = JSON.stringify({ post: { title: 'Hello', text: 'There is more to say', published: true, rank: 7, tags: ['a', 'b'] } })

const RECORD = {
  type: 'object',
  required: ['title', 'text'],
  properties: { title: { type: 'string' }, text: { type: 'string' }, published: { type: 'boolean' }, rank: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } }
}
const BODY_SCHEMA = { type: 'object', required: ['post'], properties: { post: { ...RECORD, additionalProperties: false } } }

const KINDS = {
  show: {
    name: 'request: GET /posts/1, CPU',
    request: 'GET /posts/1 HTTP/1.1\r\nhost: localhost\r\n\r\n',
    body: 'show of posts'
  },
  create: {
    name: 'request: POST /posts by a record, CPU',
    request: `POST /posts HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${POST.length}\r\n\r\n${POST}`,
    body: 'create of posts',
    record: RECORD,
    schema: { body: BODY_SCHEMA }
  }
}

const SIDES = {
  async ours (app, { posts }, { record }) {
    await app.register(resourcesPlugin, { routes: drawResources(['posts']), controllers: { posts: { ...posts, record } } })
  },
  async byHand (app, controllers, { schema }) {
    for (const route of handWrittenRoutes(controllers)) app.route(route.method === 'POST' && schema !== undefined ? { ...route, schema } : route)
  }
}

/** Serves both apps; tells its CPU time in microseconds whenever it is asked, until its parent goes. */
export async function measure (kind) {
  const ports = {}
  for (const [side, register] of Object.entries(SIDES)) {
    const app = Fastify()
    await register(app, createControllers(['posts']), KINDS[kind])
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

/** Sends one slice over a keep-alive connection, a batch when the one before is answered; CPU time a request. */
async function runSlice (child, socket, { request, body }) {
  const before = await askCpuTime(child)
  for (let batch = 0; batch < BATCHES; batch++) {
    socket.write(request.repeat(PIPELINED))
    let answers = ''
    while (answers.split(body).length <= PIPELINED) answers += (await once(socket, 'data'))[0]
    assert.equal(answers.split(STATUS).length - 1, PIPELINED)
  }
  return (await askCpuTime(child) - before) / (BATCHES * PIPELINED)
}

async function askCpuTime (child) {
  child.send('')
  return (await once(child, 'message'))[0]
}

/**
 * Both apps live in one process and take turns in short slices: from process to process the compiler
 * decides differently, by more than the target. Requests are pipelined over a keep-alive connection,
 * so that the kernel does not outweigh what is compared. Many short slices, each compared with its
 * neighbour, since the machine's noise lasts longer than a slice; several processes all the same.
 */
async function measurePair (kind) {
  const child = startChild('request', kind)
  const [ports] = await once(child, 'message')
  const sockets = { ours: await openSocket(ports.ours), byHand: await openSocket(ports.byHand) }
  const times = { ours: [], byHand: [] }
  for (let slice = 0; slice < WARM_UP + SLICES; slice++) {
    const order = slice % 2 === 0 ? ['ours', 'byHand'] : ['byHand', 'ours']
    for (const side of order) times[side].push(await runSlice(child, sockets[side], KINDS[kind]))
  }
  for (const socket of Object.values(sockets)) socket.destroy()
  child.disconnect()
  return { ours: median(times.ours.slice(WARM_UP)), byHand: median(times.byHand.slice(WARM_UP)) }
}

async function openSocket (port) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  await once(socket, 'connect')
  return socket
}

export async function compareSides () {
  const rows = []
  for (const [kind, { name }] of Object.entries(KINDS)) {
    const pairs = []
    for (let pair = 0; pair < PAIRS; pair++) pairs.push(await measurePair(kind))
    rows.push(compare(name, pairs, { unit: 'µs', atMost: 1.03 }))
  }
  return rows
}
