/** Forms of other sites change nothing. */

import t from 'tap'
import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import type { ResourcesPluginOptions } from '../../../lib/index.js'
import { URLENCODED } from '../../support/forms.js'

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

t.test('the first rule that fits decides', async (t) => {
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

t.test('the refusal tells what came and the ways out, and nothing has run', async (t) => {
  const [app, ran] = await postsApp()
  const headers = { origin: 'https://evil.org', 'sec-fetch-site': 'cross-site' }
  for (const url of ['/posts/1', '/posts']) {
    const [status, code, message = ''] = await send(app, headers, url)
    t.strictSame([status, code], [403, 'FST_RESOURCES_CROSS_SITE'], url)
    t.match(message, /Origin 'https:\/\/evil\.org' and Sec-Fetch-Site 'cross-site', and this is a\.org/)
    t.match(message, /trustedOrigins.*baseUrl.*Referrer-Policy/)
  }
  t.strictSame(await send(app, headers, '/posts', 'a=1'), [200], 'a plain POST is the app\'s own to judge')
  t.strictSame(ran, ['POST'])
})

t.test('a refused form is a POST still: it reaches no PUT of the app\'s own either', async (t) => {
  const [app, ran] = await postsApp({}, (app) => { app.put('/posts/special', () => { ran.push('special') }) })
  t.equal((await send(app, { origin: 'https://evil.org' }, '/posts/special'))[0], 403)
  t.strictSame(ran, [])
})

t.test('without a registration at the root it is what nothing matched', async (t) => {
  const app = Fastify()
  app.register(async (scope) => {
    await scope.register(resourcesPlugin, { routes, controllers: { posts: { create: () => 'ran', update: () => 'ran' } } })
  }, { prefix: '/v1' })
  t.equal((await send(app, { origin: 'https://evil.org' }, '/v1/posts/1'))[0], 404)
  t.equal((await send(app, { origin: 'https://evil.org' }, '/v1/posts'))[0], 403)
})

t.test('under helmet\'s defaults a browser\'s own form passes by Sec-Fetch-Site; over plain http it needs another Referrer-Policy', async (t) => {
  const [app] = await postsApp({}, async (app) => { await app.register(helmet) })
  // What Chromium sends from a page with Referrer-Policy: no-referrer, over https or to localhost, and over plain http.
  t.equal((await send(app, { origin: 'null', 'sec-fetch-site': 'same-origin' }))[0], 200)
  t.equal((await send(app, { origin: 'null' }))[0], 403)
  const response = await app.inject({ method: 'POST', url: '/posts/1', payload: '_method=put', headers: { 'content-type': URLENCODED, origin: 'null' } })
  t.equal(response.headers['referrer-policy'], 'no-referrer')
})
