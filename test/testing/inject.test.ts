/** `injectFetch` beside the platform's `fetch`. */

import t from 'tap'
import type { Test } from 'tap'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { injectFetch } from '../../lib/testing.js'
import type { InjectFetch } from '../../lib/testing.js'

function createApp (t: Test): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  for (const status of [302, 303, 307] as const) {
    app.route({
      url: `/${status}`,
      method: ['POST', 'PUT'],
      handler: async (_, reply) => await reply.redirect('/shown', status)
    })
  }
  app.route({
    url: '/shown',
    method: ['GET', 'POST', 'PUT'],
    handler: async ({ method, body = null, headers: { cookie, 'content-type': type } }) => ({
      method,
      body,
      cookie,
      type
    })
  })
  app.post('/never', async () => await new Promise(() => {}))
  app.get('/loop', async (_, reply) => await reply.redirect('/loop'))
  app.get('/far', async (_, reply) => await reply.redirect('http://127.0.0.1:1/'))
  app.get('/cookies', async (_, reply) => await reply.header('set-cookie', ['a=1', 'b=2']).code(204).send())
  app.get('/broken', async (_, reply) => {
    reply.raw.write('begun')
    setTimeout(() => {
      reply.raw.destroy(new Error('cut off'))
    }, 20)
    return reply.hijack()
  })
  t.teardown(async () => {
    await app.close()
  })
  return app
}

/** A call of each `fetch`, and what it gives in words. */
async function both (
  t: Test,
  ask: (fetch: InjectFetch, base: string) => Promise<unknown>
): Promise<[unknown, unknown]> {
  const app = createApp(t)
  const address = await app.listen()
  return [await ask(fetch as InjectFetch, address), await ask(injectFetch(app, { origin: address }), address)]
}

const POST = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }

t.test('injectFetch follows redirects as fetch does', async (t) => {
  const seen = { method: 'GET', body: null }
  for (const [path, init, expected] of [
    ['/302', POST, seen],
    ['/302', { ...POST, method: 'PUT' }, { method: 'PUT', body: { a: 1 }, type: 'application/json' }],
    ['/303', POST, seen],
    ['/303', { ...POST, method: 'PUT' }, seen],
    ['/307', POST, { method: 'POST', body: { a: 1 }, type: 'application/json' }]
  ] as const) {
    const answers = await both(t, async (fetch, base) => await (await fetch(base + path, init)).json())
    for (const answer of answers) t.strictSame(answer, expected, path)
  }
})

t.test('it gives what fetch gives: status, url, redirected, cookies, and no body where there is none', async (t) => {
  const facts =
    (base: string) =>
      ({ ok, status, url, redirected, body }: Response): unknown => [
        ok,
        status,
        url.slice(base.length),
        redirected,
        body === null
      ]
  for (const [path, init, expected] of [
    ['/shown', {}, [true, 200, '/shown', false, false]],
    ['/303', POST, [true, 200, '/shown', true, false]],
    ['/303', { ...POST, redirect: 'manual' }, [false, 303, '/303', false, false]],
    ['/cookies', {}, [true, 204, '/cookies', false, true]],
    ['/shown', { method: 'HEAD' }, [true, 200, '/shown', false, true]],
    ['/nothing', {}, [false, 404, '/nothing', false, false]]
  ] as const) {
    for (const answer of await both(t, async (fetch, base) => facts(base)(await fetch(base + path, init)))) {
      t.strictSame(answer, expected, path)
    }
    for (const answer of await both(t, async (fetch, base) =>
      facts(base)((await fetch(base + path, init)).clone())
    )) { t.strictSame(answer, expected, `${path}, cloned`) }
  }
  for (const lines of await both(t, async (fetch, base) =>
    (await fetch(`${base}/cookies`)).headers.getSetCookie()
  )) { t.strictSame(lines, ['a=1', 'b=2']) }
})

t.test('it rejects as fetch does', async (t) => {
  for (const [path, init, name] of [
    ['/loop', {}, 'TypeError'],
    ['/loop', { redirect: 'error' }, 'TypeError'],
    ['/far', {}, 'TypeError'],
    ['/shown', { signal: AbortSignal.abort() }, 'AbortError'],
    ['/shown', { method: 'GET', body: 'a' }, 'TypeError']
  ] as const) {
    for (const fault of await both(
      t,
      async (fetch, base) => await fetch(base + path, init as RequestInit).catch((error: Error) => error.name)
    )) { t.equal(fault, name, path) }
  }
  for (const fault of await both(t, async (fetch, base) => {
    const abort = new AbortController()
    setTimeout(() => { abort.abort(new Error('enough')) }, 20)
    const init = { method: 'POST', body: new ReadableStream(), duplex: 'half', signal: abort.signal }
    return await fetch(`${base}/shown`, init as RequestInit).catch(({ message }: Error) => message)
  })) { t.equal(fault, 'enough', 'a body without an end') }
  for (const fault of await both(t, async (fetch, base) => {
    const init = { method: 'POST', body: 'a', signal: AbortSignal.timeout(50) }
    return await fetch(`${base}/never`, init).catch(({ name }: Error) => name)
  })) { t.equal(fault, 'TimeoutError', 'no answer to a body') }
  for (const fault of await both(
    t,
    async (fetch, base) =>
      await (await fetch(`${base}/broken`)).text().catch((error: Error) => error instanceof Error)
  )) { t.equal(fault, true) }
})

t.test('a body that nobody reads to its end closes the stream of the app, as a connection does', async (t) => {
  const app = Fastify({ forceCloseConnections: true })
  const closed: string[] = []
  app.get('/:name', ({ params }, reply) => {
    const stream = new Readable({ read () {} })
    stream.on('close', () => {
      closed.push((params as { name: string }).name)
    })
    stream.push('begun')
    reply.type('text/plain').send(stream)
  })
  t.teardown(async () => {
    await app.close()
  })
  const address = await app.listen()
  for (const [name, fetched] of [
    ['socket', fetch],
    ['inject', injectFetch(app)]
  ] as const) {
    await (await fetched(`${address}/${name}`)).body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  t.strictSame(closed, ['socket', 'inject'])
})

t.test('it takes a Request, a URL and a text', async (t) => {
  const app = createApp(t)
  const ask = injectFetch(app)
  const answers = [
    await ask(new Request('http://localhost/shown', POST)),
    await ask(new Request('http://localhost/shown'), POST),
    await ask(new URL('http://localhost/shown'), POST),
    await ask('/shown', POST)
  ]
  for (const answer of answers) t.match(await answer.json(), { method: 'POST', body: { a: 1 } })
})

t.test('it names the host of the app as fetch does, without the port of its protocol, so that rows under a host answer', async (t) => {
  const app = Fastify()
  app.get('/', { constraints: { host: 'api.example.org' } }, async ({ headers: { host } }) => host)
  app.get('/', async ({ headers: { host } }) => `another: ${host}`)
  const ask = async (origin: string, headers = {}): Promise<string> =>
    await (await injectFetch(app, { origin })('/', { headers })).text()
  t.equal(await ask('http://api.example.org'), 'api.example.org')
  t.equal(await ask('https://api.example.org'), 'api.example.org')
  t.equal(await ask('http://api.example.org:8080'), 'another: api.example.org:8080')
  t.equal(
    await ask('http://localhost', { host: 'api.example.org' }),
    'api.example.org',
    'a header of the call stays'
  )
})

t.test('it asks its app for no other origin', async (t) => {
  const app = createApp(t)
  await t.rejects(injectFetch(app)('/far'), {
    name: 'TypeError',
    message: "fetch failed: http://127.0.0.1:1 is not the app's origin http://localhost"
  })
  const own = injectFetch(app, { origin: 'https://example.org' })
  t.equal((await own('/shown')).url, 'https://example.org/shown')
  t.equal((await own('https://example.org/shown')).status, 200)
  await t.rejects(own('https://example.com/shown'), {
    message: "fetch failed: https://example.com is not the app's origin https://example.org"
  })
  t.throws(() => injectFetch(app, { cookie: true } as any), { code: 'FST_RESOURCES_OPTIONS' })
  t.throws(() => injectFetch(app, { origin: 'example' }), { code: 'FST_RESOURCES_BASE_URL' })
  t.throws(() => injectFetch(app, { origin: 'https://example.org/blog' }), {
    code: 'FST_RESOURCES_OPTIONS',
    message: "origin: expected an address without a path, such as 'https://example.org', got 'https://example.org/blog'"
  })
  t.throws(() => injectFetch(app, { cookies: 'yes' } as any), {
    code: 'FST_RESOURCES_OPTIONS',
    message: "cookies: expected true or false, got 'yes'"
  })
})

t.test('with cookies: true it keeps the cookies of the app, as a log-in needs', async (t) => {
  const app = Fastify()
  app.get(
    '/set',
    async ({ query }, reply) => await reply.header('set-cookie', Object.values(query as object)).send({})
  )
  app.get(
    '/in/login',
    async (_, reply) => await reply.header('set-cookie', 'in=1').redirect('/in/shown', 303)
  )
  app.get('/*', async ({ headers }) => ({ cookie: headers.cookie ?? '' }))
  t.teardown(async () => {
    await app.close()
  })
  const cookieAt = async (fetch: InjectFetch, url: string, init: RequestInit = {}): Promise<string> =>
    ((await (await fetch(url, init)).json()) as { cookie: string }).cookie
  const roaming = injectFetch(app, { cookies: true })
  const lines = ['a=1', 'b=2; Secure', 'c=3; Domain=bank.example'].map(encodeURIComponent)
  await roaming(`https://bank.example/set?0=${lines[0] as string}&1=${lines[1] as string}&2=${lines[2] as string}`)
  for (const [url, expected] of [
    ['https://bank.example/', 'a=1; b=2; c=3'],
    ['http://bank.example/', 'a=1; c=3'],
    ['https://www.bank.example/', 'c=3'],
    ['https://evilbank.example/', ''],
    ['/', '']
  ] as const) {
    t.equal(await cookieAt(roaming, url), expected, `another host gets no cookie: ${url}`)
  }
  const fetch = injectFetch(app, { cookies: true })
  t.equal(await cookieAt(fetch, '/in/login'), 'in=1', 'a redirect sends what it sets')
  t.equal(await cookieAt(fetch, '/shown'), '', 'without Path, a cookie is for the folder')
  t.equal(await cookieAt(fetch, '/in/shown', { headers: { cookie: 'own=1' } }), 'own=1; in=1')
  t.equal(await cookieAt(fetch, '/in/shown', { credentials: 'omit' }), '')
  const without = injectFetch(app)
  await without('/set?0=a%3D1')
  t.equal(await cookieAt(without, '/'), '')
})
