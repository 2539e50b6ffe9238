/**
 * What a request costs the server, in CPU time: all servers take turns in short slices, in several processes
 * each.
 */

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
const WARM_UP = 20
const SLICES = 20
const BATCHES = 5
const SOCKETS = 100

async function findPort () {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function openSocket (port) {
  for (let left = 600; ; left--) {
    const socket = connect(port, 'localhost').setEncoding('latin1').setNoDelay()
    try {
      await once(socket, 'connect')
      return socket.once('end', () => socket.destroy(new Error(`the server at ${port} has closed a socket`)))
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
  const sockets = [await openSocket(port)]
  while (sockets.length < SOCKETS) sockets.push(await openSocket(port))
  const { create, show, refusals } = JSON.parse(await run(cwd, node, '--no-warnings', CALL, String(port)))
  return {
    child,
    sockets,
    refusals,
    requests: { create: textOf(create), show: textOf(show) },
    times: { create: [], show: [] }
  }
}

function textOf ({ method, path, headers, body }) {
  const all = { host: 'localhost', ...headers, ...(body === '' ? {} : { 'content-length': body.length }) }
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`
}

async function askCpuTime (child) {
  child.send('')
  // A framework may send messages of its own.
  for await (const [message] of on(child, 'message')) if (typeof message === 'number') return message
}

/**
 * Sends a request and waits for its answer. Nothing is pipelined: servers would save writes, as no browser
 * lets them.
 */
async function ask (socket, request) {
  socket.write(request)
  let answer = ''
  while (!answer.includes('more to say')) answer += (await once(socket, 'data'))[0]
  assert.match(answer, /HTTP\/1\.1 20[01] /)
}

async function runSlice ({ child, sockets, requests, times }, kind) {
  const before = await askCpuTime(child)
  for (let batch = 0; batch < BATCHES; batch++) {
    await Promise.all(
      sockets.map(async (socket) => {
        await ask(socket, requests[kind])
      })
    )
  }
  times[kind].push(((await askCpuTime(child)) - before) / (BATCHES * SOCKETS))
}

/**
 * By contender the microseconds of both requests, a list for each round, and the statuses of what it refuses.
 */
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
    for (const [name, { child, sockets, refusals, times }] of Object.entries(servers)) {
      for (const socket of sockets) socket.destroy()
      child.kill()
      for (const kind of ['create', 'show']) found[name][kind].push(median(times[kind].slice(WARM_UP)))
      found[name].refusals = refusals
    }
  }
  return found
}
