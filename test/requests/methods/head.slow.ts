/** What waiting for the head of a form costs in memory. */
// A process of its own: it sets a flag of V8, and measures memory.

import t from 'tap'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Fastify from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { openSocket, rawRequest } from '../../support/forms.js'

/** A path that POST and PUT answer. */
const routes = draw((map) => map.resource('account', { only: ['create', 'update'] }))

async function until (condition: () => boolean): Promise<void> {
  while (!condition()) await wait(5)
}

t.test('20 stalled forms of 65,000 chunks of one byte hold at most 5 MB', { timeout: 120_000 }, async (t) => {
  const app = Fastify({ forceCloseConnections: true })
  const answer = async ({ body }: { body: unknown }): Promise<unknown> => body
  const accounts = { create: answer, update: answer }
  await app.register(resourcesPlugin, { routes, controllers: { accounts } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(async () => { await app.close() })
  const received: Socket[] = []
  app.server.on('connection', (socket: Socket) => {
    received.push(socket)
  })
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const used = async (): Promise<number> => {
    collectGarbage()
    await wait(50)
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const stall = async (): Promise<Socket> => {
    const count = received.length
    const socket = await openSocket(app)
    await until(() => received.length > count)
    const head = rawRequest('/account', '', { 'content-length': '', 'transfer-encoding': 'chunked' })
    const chunks = '1\r\na\r\n'.repeat(65_000)
    socket.write(head + chunks)
    await until(() => received[count]?.bytesRead === head.length + chunks.length)
    return socket
  }
  const first = await stall()
  const before = await used()
  const others: Socket[] = []
  for (let count = 0; count < 20; count++) others.push(await stall())
  const growth = (await used()) - before
  t.ok(growth < 5 * 2 ** 20, `${(growth / 2 ** 20).toFixed(1)} MB`)
  for (const socket of [first, ...others]) socket.destroy()
})
