/** What a request costs the server, in CPU time: all servers take turns in short slices, in several processes each. */

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from '../harness.mjs'
import { run } from './folders.mjs'

const CALL = fileURLToPath(new URL('call.mjs', import.meta.url))
const SERVE = fileURLToPath(new URL('serve.mjs', import.meta.url))
const ROUNDS = 3
const WARM_UP = 12
const SLICES = 24
const BATCHES = 5
const PIPELINED = 100

async function findPort () {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function openSocket (port) {
  for (let left = 100; ; left--) {
    const socket = connect(port, 'localhost').setEncoding('latin1').setNoDelay()
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (left === 0) throw error
      await wait(100)
    }
  }
}

async function startServer (cwd, node) {
  const port = await findPort()
  const env = { PATH: process.env.PATH, HOST: 'localhost', PORT: String(port), NODE_ENV: 'production' }
  const child = fork(SERVE, [], { cwd, env, execPath: node, execArgv: ['--no-warnings'] })
  const socket = await openSocket(port)
  const { create, show, refusals } = JSON.parse(await run(cwd, node, '--no-warnings', CALL, String(port)))
  return { child, socket, refusals, requests: { create: textOf(create), show: textOf(show) }, times: { create: [], show: [] } }
}

function textOf ({ method, path, headers, body }) {
  const all = { host: 'localhost', ...headers, ...body === '' ? {} : { 'content-length': body.length } }
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

async function askCpuTime (child) {
  child.send('')
  // A framework may send messages of its own.
  for await (const [message] of on(child, 'message')) if (typeof message === 'number') return message
}

async function runSlice ({ child, socket, requests, times }, kind) {
  const before = await askCpuTime(child)
  for (let batch = 0; batch < BATCHES; batch++) {
    socket.write(requests[kind].repeat(PIPELINED))
    let answers = ''
    while (answers.split('more to say').length <= PIPELINED) answers += (await once(socket, 'data'))[0]
    assert.equal(answers.split(/HTTP\/1\.1 20[01] /).length - 1, PIPELINED)
  }
  times[kind].push((await askCpuTime(child) - before) / (BATCHES * PIPELINED))
}

/** By contender the microseconds of both requests, a list for each round, and the statuses of what it refuses. */
export async function measureRequests (contenders, apps, node) {
  const found = Object.fromEntries(contenders.map(({ name }) => [name, { create: [], show: [] }]))
  for (let round = 0; round < ROUNDS; round++) {
    const servers = {}
    for (const { name } of contenders) servers[name] = await startServer(apps[name], node)
    for (const kind of ['create', 'show']) {
      const order = Object.values(servers)
      for (let slice = 0; slice < WARM_UP + SLICES; slice++) {
        for (const server of order.reverse()) await runSlice(server, kind)
      }
    }
    for (const [name, { child, socket, refusals, times }] of Object.entries(servers)) {
      socket.destroy()
      child.kill()
      for (const kind of ['create', 'show']) found[name][kind].push(median(times[kind].slice(WARM_UP)))
      found[name].refusals = refusals
    }
  }
  return found
}
