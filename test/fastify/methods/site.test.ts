/** Forms of other sites change nothing. */

import t from 'tap'
import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import type { ResourcesPluginOptions } from '../../../lib/index.js'
import { URLENCODED, openSocket, rawRequest, readResponses } from '../../support/forms.js'
import { tenantApp } from '../../support/tenant.js'

const routes = draw((map) => map.resources('posts', { only: ['create', 'update'] }))

async function postsApp (
  options: Partial<ResourcesPluginOptions> = {}, before: (app: FastifyInstance) => unknown = () => undefined, app = Fastify()
): Promise<[app: FastifyInstance, ran: string[]]> {
  const ran: string[] = []
  await before(app)
  const run = async ({ method }: { method: string }): Promise<string> => { ran.push(method); return method }
  await app.register(resourcesPlugin, { routes, controllers: { posts: { create: run, update: run } }, ...options })
  return [app, ran]
}

async function send (app: FastifyInstance, headers: Record<string, string>, url = '/posts/1', payload = '_method=put'): Promise<[status: number, code?: string, message?: string]> {
  const response = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': URLENCODED, host: 'a.org', ...headers } })
  if (response.statusCode === 200) return [200]
  const { code, message } = response.json<{ code: string, message: string }>()
  return [response.statusCode, code, message]
}

t.test('the first rule that applies decides', async (t) => {
  const trustedOrigins = ['https://Trusted.org', 'http://local:8080/']
  const [app] = await postsApp({ methodOverride: { trustedOrigins } })
  const [based] = await postsApp({ baseUrl: 'https://www.a.org/blog' })
  const [proxied] = await postsApp({}, undefined, Fastify({ trustProxy: true }))
  const table: Array<[title: string, app: FastifyInstance, headers: Record<string, string>, status: number]> = [
    ['a trusted origin', app, { origin: 'https://trusted.org' }, 200],
    ['a trusted origin, whatever the browser says', app, { origin: 'http://local:8080', 'sec-fetch-site': 'cross-site' }, 200],
    ['a trusted origin of another protocol', app, { origin: 'http://trusted.org' }, 403],
    ['the browser says same-origin', app, { origin: 'null', 'sec-fetch-site': 'same-origin' }, 200],
    ['the browser says that the user did it', app, { 'sec-fetch-site': 'none' }, 200],
    ['the browser says same-site', app, { origin: 'https://a.org', 'sec-fetch-site': 'same-site' }, 403],
    ['the browser says cross-site', app, { origin: 'https://a.org', 'sec-fetch-site': 'cross-site' }, 403],
    ['the browser says what nobody knows', app, { 'sec-fetch-site': 'x' }, 403],
    ['no browser', app, {}, 200],
    ['the host itself', app, { origin: 'https://a.org' }, 200],
    ['the host itself, in other letters and with a default port', app, { origin: 'http://A.org', host: 'a.ORG:80' }, 200],
    ['another port', app, { origin: 'http://a.org:8080' }, 403],
    ['the port of another protocol', app, { origin: 'https://a.org', host: 'a.org:80' }, 403],
    ['another host', app, { origin: 'https://evil.org' }, 403],
    ['a host that ends alike', app, { origin: 'https://evila.org' }, 403],
    ['an origin that is kept secret', app, { origin: 'null' }, 403],
    ['an origin without a host', app, { origin: 'file://' }, 403],
    ['no origin that can be read', app, { origin: '::' }, 403],
    ['a host that is none', app, { origin: 'https://a.org', host: 'a b' }, 403],
    ['the host of baseUrl', based, { origin: 'https://www.a.org' }, 200],
    ['another than that of baseUrl', based, { origin: 'https://b.org' }, 403],
    ['a trusted proxy that changes Host', proxied, { origin: 'https://shop.org', host: '10.0.0.1:3000', 'x-forwarded-host': 'evil.org, shop.org' }, 200],
    ['another host than the trusted proxy\'s', proxied, { origin: 'https://evil.org', 'x-forwarded-host': 'evil.org, shop.org' }, 403],
    ['the host behind a trusted proxy', proxied, { origin: 'https://a.org', 'x-forwarded-host': 'shop.org' }, 403],
    ['a proxy that nobody trusts', app, { origin: 'https://shop.org', host: '10.0.0.1:3000', 'x-forwarded-host': 'shop.org' }, 403],
    ['a proxy that nobody trusts and changes nothing', app, { origin: 'https://a.org', 'x-forwarded-host': 'shop.org' }, 200]
  ]
  for (const [title, app, headers, status] of table) t.equal((await send(app, headers))[0], status, title)
})

t.test('the error shows what was received and the fixes, and nothing has run', async (t) => {
  const [app, ran] = await postsApp()
  const headers = { origin: 'https://evil.org', 'sec-fetch-site': 'cross-site' }
  const [status, code, message = ''] = await send(app, headers)
  t.strictSame([status, code], [403, 'FST_RESOURCES_CROSS_SITE'])
  t.match(message, /Origin 'https:\/\/evil\.org' and Sec-Fetch-Site 'cross-site', expected a\.org/)
  t.match(message, /trustedOrigins.*baseUrl.*Referrer-Policy/)
  t.equal((await send(app, headers, '/posts'))[0], 405, 'what it cannot become is refused as that')
  t.strictSame(await send(app, headers, '/posts', 'a=1'), [200], 'a plain POST is the app\'s own to judge')
  t.strictSame(ran, ['POST'])
})

t.test('a form of another site reaches none of the app\'s own routes, whatever its host headers are', async (t) => {
  for (const method of ['put', 'delete']) {
    const [app, ran] = await postsApp({ routes: draw((map) => map.resources('posts', { only: ['create', 'update', 'destroy'] })), controllers: { posts: { create: () => 0, update: () => 0, destroy: () => 0 } } }, (app) => {
      app.route({ method: ['PUT', 'DELETE'], url: '/posts/special', handler: () => { ran.push('special'); return 'ran' } })
    })
    const headers = { origin: 'https://evil.org', 'x-forwarded-host': 'evil.org' }
    t.equal((await send(app, headers, '/posts/special', `_method=${method}`))[0], 404, method)
    t.strictSame(ran, [], method)
  }
})

t.test('nor a route with the parameters of our row that differs only by a pattern or a host', async (t) => {
  const [app, ran] = await postsApp({}, (app) => {
    app.put('/posts/:id(^\\d+$)', async () => { ran.push('pattern'); return 'mine' })
    app.put('/posts/:id', { constraints: { host: 'b.org' } }, async () => { ran.push('host'); return 'mine' })
  })
  for (const headers of [{}, { host: 'b.org' }, { origin: 'https://evil.org' }]) {
    const [status, code] = await send(app, headers)
    t.strictSame([status, code], [400, 'FST_RESOURCES_METHOD_OVERRIDE'])
  }
  t.strictSame(ran, [])
  t.equal((await app.inject({ method: 'PUT', url: '/posts/1' })).statusCode, 200)
  t.strictSame(ran, ['pattern'], 'natively it answers')
})

t.test('nor does it if the root refuses no wrong methods, or has no registration', async (t) => {
  const ran: string[] = []
  const own = async (): Promise<string> => { ran.push('own'); return 'own' }
  const controllers = { posts: { create: own, update: own } }
  const off = Fastify()
  off.put('/posts/:id(^\\d+$)', own)
  await off.register(resourcesPlugin, { routes, controllers, methodNotAllowed: false })
  t.equal((await send(off, { 'sec-fetch-site': 'cross-site' }))[0], 400)
  t.equal((await send(off, {}, '/posts/x'))[0], 200, 'a form of the app itself passes')
  t.strictSame(ran.splice(0), ['own'])

  const logs: string[] = []
  const child = Fastify({ logger: { level: 'warn', stream: { write: (line) => { logs.push((JSON.parse(line) as { msg: string }).msg) } } } })
  child.put('/posts/:id(^\\d+$)', own)
  child.register(async (scope) => { await scope.register(resourcesPlugin, { routes, controllers }) })
  await child.ready()
  logs.splice(0)
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.org' }]) {
    t.equal((await send(child, headers))[0], 404)
    t.match(logs.splice(0), [/^fastify-resources: a form of another site stays a POST; .* register the plugin at the root/])
  }
  t.strictSame(ran, [])
  const other = Fastify()
  other.register(async (scope) => {
    await scope.register(resourcesPlugin, { routes: draw((map) => map.resource('post', { controller: 'posts', only: ['create', 'update'] })), controllers })
  })
  t.strictSame((await send(other, { origin: 'https://evil.org' }, '/post')).slice(0, 2), [403, 'FST_RESOURCES_CROSS_SITE'], 'a POST row refuses it')
  t.strictSame(ran, [])
  for (const headers of [{}, { origin: 'http://a.org' }, { 'sec-fetch-site': 'same-origin' }]) t.equal((await send(child, headers, '/posts/x'))[0], 200, 'a form of the app itself passes')
  t.strictSame(logs, [])
})

t.test('it is refused by its row, in child scopes too, and before its body is read', async (t) => {
  const app = Fastify()
  const seen: string[] = []
  await app.register(resourcesPlugin)
  app.addHook('preParsing', async () => { seen.push('preParsing') })
  app.register(async (scope) => {
    await scope.register(resourcesPlugin, { routes, controllers: { posts: { create: () => 'ran', update: { onRequest: async () => { seen.push('controller') }, handler: () => 'ran' } } } })
  }, { prefix: '/v1' })
  t.strictSame((await send(app, { origin: 'https://evil.org' }, '/v1/posts/1')).slice(0, 2), [403, 'FST_RESOURCES_CROSS_SITE'])
  t.strictSame(seen, [])
})

t.test('the row that it reaches decides, by the trusted origins of its own registration', async (t) => {
  const partner = 'https://partner.org'
  for (const [own, other, status] of [[[partner], [], 200], [[], [partner], 403]] as const) {
    const app = tenantApp()
    const update = async (): Promise<string> => 'ran'
    await app.register(resourcesPlugin, { routes: draw((map) => map.resources('posts', { only: 'update' })), controllers: { posts: { update } }, methodOverride: { trustedOrigins: [...other] } })
    app.register(async (scope) => {
      const routes = draw((map) => map.resources('posts', { only: 'update', conditions: { tenant: 'a' } }))
      await scope.register(resourcesPlugin, { routes, controllers: { posts: { update } }, methodOverride: { trustedOrigins: [...own] } })
    })
    t.equal((await send(app, { tenant: 'a', origin: partner }))[0], status)
  }
})

t.test('over HTTP/1.0 without a host no browser\'s form passes', async (t) => {
  const [app] = await postsApp({}, undefined, Fastify({ http: { requireHostHeader: false } }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(async () => { await app.close() })
  const socket = await openSocket(app)
  socket.write(rawRequest('/posts/1', '_method=put', { host: '', origin: 'https://a.org', connection: 'keep-alive' }).replace('HTTP/1.1', 'HTTP/1.0'))
  t.equal((await readResponses(socket, 1))[0]?.status, 403)
  socket.destroy()
})

t.test('under helmet\'s defaults a browser\'s own form passes by Sec-Fetch-Site; over plain http it needs another Referrer-Policy', async (t) => {
  const [app] = await postsApp({}, async (app) => { await app.register(helmet) })
  // What Chromium sends from a page with Referrer-Policy: no-referrer, over https or to localhost, and over plain http.
  t.equal((await send(app, { origin: 'null', 'sec-fetch-site': 'same-origin' }))[0], 200)
  t.equal((await send(app, { origin: 'null' }))[0], 403)
  const response = await app.inject({ method: 'POST', url: '/posts/1', payload: '_method=put', headers: { 'content-type': URLENCODED, origin: 'null' } })
  t.equal(response.headers['referrer-policy'], 'no-referrer')
})
