/** How long a form's head is waited for; head.slow.ts has what it costs in memory. */

import t from 'tap'
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { URLENCODED, openSocket, rawRequest, readResponses } from '../../support/forms.js'

type Anything = any

/** A path that POST and PUT answer. */
const routes = draw((map) => map.resource('account', { only: ['create', 'update'] }))

const context = new AsyncLocalStorage<string>()

interface Log {
  readonly msg: string
  readonly method: string
  readonly url: string
}

interface Setup {
  readonly options?: Anything
  readonly server?: Anything
  readonly onRequest?: (request: Anything) => void
  readonly parse?: (request: Anything, payload: AsyncIterable<string | Buffer>) => Promise<unknown>
}

async function accountApp ({ options, server, onRequest, parse }: Setup = {}): Promise<{
  app: FastifyInstance
  ran: string[]
  logs: Log[]
}> {
  const ran: string[] = []
  const logs: Log[] = []
  const stream = new Writable({
    write (line: Buffer, _encoding, done) {
      logs.push(JSON.parse(line.toString()) as Log)
      done()
    }
  })
  const app: FastifyInstance = Fastify({
    logger: { stream, level: 'warn' },
    forceCloseConnections: true,
    ...server
  } as object)
  const answer = (request: Anything): unknown => {
    ran.push(request.method)
    return { method: request.method, body: request.body, context: context.getStore() }
  }
  if (parse !== undefined) app.addContentTypeParser(URLENCODED, parse)
  await app.register(resourcesPlugin, {
    routes,
    controllers: { accounts: { create: answer, update: answer } },
    ...options
  })
  const listeners = app.server.listeners('request') as Anything[]
  app.server.removeAllListeners('request').on('request', (request, response) => {
    onRequest?.(request)
    context.run('kept', () => {
      for (const listener of listeners) listener(request, response)
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(async () => {
    await app.close()
  })
  return { app, ran, logs }
}

async function until (condition: () => boolean): Promise<void> {
  while (!condition()) await wait(5)
}

t.test(
  'a form that does not begin in time stays a POST, and one line is logged',
  { timeout: 20_000 },
  async (t) => {
    const { app, ran, logs } = await accountApp({ options: { methodOverride: { timeout: 50 } } })
    for (const [title, first, rest, answer] of [
      [
        'that names a method later',
        'a=1',
        '&_method=put',
        /^\{"statusCode":400,"code":"FST_RESOURCES_METHOD_OVERRIDE"/
      ],
      [
        'that has named one, since the field may not have ended',
        '_method=put',
        '&a=1',
        /FST_RESOURCES_METHOD_OVERRIDE/
      ],
      ['that names none', 'a=1', '&b=2', /^\{"method":"POST","body":\{"a":"1","b":"2"\},"context":"kept"\}$/],
      ['of which nothing has come', '', 'a=1', /^\{"method":"POST","body":\{"a":"1"\}/]
    ] as const) {
      const socket = await openSocket(app)
      const count = logs.length
      socket.write(
        rawRequest('/account?a=1', '', { 'content-length': String(first.length + rest.length) }) + first
      )
      await until(() => logs.length > count)
      socket.write(rest)
      t.match((await readResponses(socket, 1))[0]?.body, answer, title)
      t.match(
        logs.at(-1),
        {
          method: 'POST',
          url: '/account?a=1',
          msg: 'fastify-resources: the beginning of a form did not arrive within 50 ms, so it stays a POST'
        },
        title
      )
      socket.destroy()
    }
    t.strictSame(ran, ['POST', 'POST'])
    t.equal(logs.length, 4)
  }
)

t.test('over HTTP/2 too', { timeout: 20_000 }, async (t) => {
  const { app, logs } = await accountApp({
    options: { methodOverride: { timeout: 50 } },
    server: { http2: true }
  })
  const { port } = app.server.address() as { port: number }
  const client = connectHttp2(`http://127.0.0.1:${port}`)
  t.teardown(() => {
    client.destroy()
  })
  const stream = client.request({ ':method': 'POST', ':path': '/account', 'content-type': URLENCODED })
  const answer = stream.setEncoding('utf8').toArray() as Promise<string[]>
  stream.write('a=1')
  await until(() => logs.length > 0)
  stream.end('&_method=put')
  t.match((await answer).join(''), /FST_RESOURCES_METHOD_OVERRIDE/)
})

t.test('a length of nothing is no body, however it is written', { timeout: 20_000 }, async (t) => {
  const { app } = await accountApp({ server: { http2: true } })
  const { port } = app.server.address() as { port: number }
  const client = connectHttp2(`http://127.0.0.1:${port}`)
  t.teardown(() => {
    client.destroy()
  })
  for (const length of ['0', '00', '000000']) {
    const stream = client.request(
      { ':method': 'POST', ':path': '/account', 'content-type': URLENCODED, 'content-length': length },
      { endStream: false }
    )
    const answered = once(stream, 'response') as Promise<[{ ':status': number }]>
    // The server has the headers by then.
    await wait(50)
    stream.end()
    t.equal((await answered)[0][':status'], 200, length)
  }
  const { app: other } = await accountApp()
  for (const length of ['00', '', ' 0', '0x0', '-1', '+0']) {
    const { statusCode } = await other.inject({
      method: 'POST', url: '/account', headers: { 'content-type': URLENCODED, 'content-length': length }
    })
    t.ok(statusCode < 500, `${length}: ${statusCode}`)
  }
})

t.test('a form in time, or of a client that disconnects, is not logged', { timeout: 20_000 }, async (t) => {
  const { app, ran, logs } = await accountApp({ options: { methodOverride: { timeout: 500 } } })
  const socket = await openSocket(app)
  socket.write(rawRequest('/account', '', { 'content-length': '11' }))
  await wait(5)
  socket.write('_method=put')
  t.match((await readResponses(socket, 1))[0]?.body, '"method":"PUT"')
  const gone = await openSocket(app)
  gone.write(rawRequest('/account', '_method=', { 'content-length': '11' }))
  await wait(5)
  gone.resetAndDestroy()
  await wait(600)
  t.strictSame([ran, logs], [['PUT'], []])
  socket.destroy()
})

t.test('the body of a request that somebody reads as text is left alone', { timeout: 20_000 }, async (t) => {
  // The parsers of Fastify take no text before 5.12.5, nor in 6.0.0-alpha.4.
  const parse = async (_request: Anything, payload: AsyncIterable<string | Buffer>): Promise<unknown> => {
    let text = ''
    for await (const chunk of payload) {
      t.type(chunk, 'string')
      text += String(chunk)
    }
    return Object.fromEntries(new URLSearchParams(text))
  }
  const late = {
    title: 'asked for before',
    onRequest: (request: Anything) => {
      request.setEncoding('utf8')
    }
  }
  const whileWaiting = {
    title: 'asked for while the head is waited for',
    onRequest (request: Anything) {
      setTimeout(() => {
        request.setEncoding('utf8')
      }, 20)
    }
  }
  for (const { title, onRequest } of [late, whileWaiting]) {
    const { app } = await accountApp({ onRequest, parse })
    for (const [pieces, expected] of [
      [['a=é', '&b=1'], '{"method":"POST","body":{"a":"é","b":"1"},"context":"kept"}'],
      [['_method=', 'put'], /FST_RESOURCES_METHOD_OVERRIDE/],
      [['', 'a=1'], '{"method":"POST","body":{"a":"1"},"context":"kept"}']
    ] as const) {
      const socket = await openSocket(app)
      const [first, rest] = pieces.map((piece) => Buffer.from(piece)) as [Buffer, Buffer]
      socket.write(rawRequest('/account', '', { 'content-length': String(first.length + rest.length) }))
      socket.write(first)
      await wait(50)
      socket.write(rest)
      const [response] = await readResponses(socket, 1)
      t.match(
        Buffer.from(response?.body ?? '', 'latin1').toString(),
        expected,
        `${title}: ${pieces.join('')}`
      )
      socket.destroy()
    }
  }
})

t.test('a form that has arrived completely does not wait', async (t) => {
  const { app } = await accountApp({ options: { methodOverride: { timeout: 1 } } })
  const socket = await openSocket(app)
  socket.write(
    rawRequest('/account', '_method=put&a=1') + rawRequest('/account', `_method=put&a=${'x'.repeat(100_000)}`)
  )
  const bodies = (await readResponses(socket, 2)).map(({ body }) => JSON.parse(body) as Anything)
  t.strictSame(
    bodies.map(({ method, body }) => [method, body.a.length]),
    [
      ['PUT', 1],
      ['PUT', 100_000]
    ]
  )
  socket.destroy()
  await once(socket, 'close')
})
