/** `urlFor` on the app and on requests. */

import t from 'tap'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import type { ResourcesPluginOptions } from '../../../lib/index.js'

type Anything = any

const routes = draw((map) => map.resources('posts', { only: ['index', 'show'] }))

async function appWith (
  options: Partial<ResourcesPluginOptions> = {},
  server: object = {}
): Promise<FastifyInstance> {
  const app = Fastify(server)
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: {
        index: async ({ urlFor }: Anything) => {
          const { postUrl, postPath } = urlFor
          return [
            postPath(1),
            postUrl(1),
            urlFor('post', { id: 1 }, { onlyPath: false }),
            urlFor(urlFor.hashForPostUrl(1)),
            urlFor.postUrl(1, { query: { a: [1] } })
          ]
        },
        show: async (request: Anything, reply: Anything) =>
          await reply.redirect(request.urlFor.postUrl(request.params.id), 303)
      }
    },
    ...options
  })
  return app
}

async function urls (app: FastifyInstance, headers: Record<string, string> = {}): Promise<unknown> {
  return (await app.inject({ url: '/posts', headers })).json()
}

t.test("without a baseUrl a request's URLs have its protocol and host", async (t) => {
  const app = await appWith()
  t.strictSame(await urls(app, { host: 'a.org:8080' }), [
    '/posts/1',
    ...Array<string>(3).fill('http://a.org:8080/posts/1'),
    'http://a.org:8080/posts/1?a[]=1'
  ])
  t.equal(
    (await app.inject({ url: '/posts/7', headers: { host: '[::1]:3000' } })).headers.location,
    'http://[::1]:3000/posts/7'
  )
  t.throws(() => app.urlFor.postUrl(1), { code: 'FST_RESOURCES_URL', message: /the host is unknown/ })
})

t.test('a forwarded host counts only with trustProxy', async (t) => {
  const headers = { host: 'inner', 'x-forwarded-host': 'a.org', 'x-forwarded-proto': 'https' }
  t.match(await urls(await appWith({}, { trustProxy: true }), headers), ['/posts/1', 'https://a.org/posts/1'])
  t.match(await urls(await appWith(), headers), ['/posts/1', 'http://inner/posts/1'])
})

t.test('a baseUrl takes precedence over the request', async (t) => {
  const app = await appWith({ baseUrl: 'https://example.org/blog' }, { trustProxy: true })
  const expected = [
    '/blog/posts/1',
    ...Array<string>(3).fill('https://example.org/blog/posts/1'),
    'https://example.org/blog/posts/1?a[]=1'
  ]
  t.strictSame(await urls(app, { host: 'evil.org', 'x-forwarded-host': 'evil.org' }), expected)
  t.equal(app.urlFor.postUrl(1), 'https://example.org/blog/posts/1')
})

t.test('a baseUrl may be a function of the request', async (t) => {
  const app = await appWith({
    baseUrl: (request) => `https://${String(request.headers['x-tenant'])}.example.org`
  })
  t.match(await urls(app, { host: 'evil.org', 'x-tenant': 'a' }), [
    '/posts/1',
    'https://a.example.org/posts/1'
  ])
  t.throws(() => app.urlFor.postUrl(1), { code: 'FST_RESOURCES_URL' })
  t.equal((await app.inject({ url: '/posts', headers: { 'x-tenant': 'a/' } })).statusCode, 500)
  const withPath = await appWith({ baseUrl: () => 'https://example.org/blog' })
  t.match((await withPath.inject('/posts')).json(), {
    code: 'FST_RESOURCES_BASE_URL',
    message:
      "baseUrl: a function must return only protocol and host, got the path '/blog' too; give baseUrl as a string, or set prefix"
  })
})

t.test('a request with an invalid host gets a 400, and never a URL', async (t) => {
  const app = await appWith()
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  t.teardown(async () => {
    await app.close()
  })
  for (const host of [
    'a.org/evil',
    'a.org evil',
    'user@a.org',
    '"><script>',
    'a.org:99999999',
    '',
    'a..org#'
  ]) {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`GET /posts HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      })
      let text = ''
      socket
        .on('data', (chunk) => {
          text += String(chunk)
        })
        .on('end', () => {
          resolve(text)
        })
        .on('error', reject)
    })
    t.match(answer, /^HTTP\/1\.1 400 /, host)
    t.match(answer, 'FST_RESOURCES_HOST', host)
  }
})

t.test('the decorator survives getDecorator, in the app and in a request', async (t) => {
  const app = await appWith()
  t.equal(app.getDecorator<Anything>('urlFor').postPath(1), '/posts/1')
  app.get('/decorator', async (request) => request.getDecorator<Anything>('urlFor').postUrl(1))
  t.equal((await app.inject({ url: '/decorator', headers: { host: 'a.org' } })).body, 'http://a.org/posts/1')
})

t.test('hooks, error handlers and the not-found handler have urlFor too', async (t) => {
  const app = await appWith()
  app.setNotFoundHandler(async (request) => request.urlFor.postsUrl())
  t.equal((await app.inject({ url: '/nowhere', headers: { host: 'a.org' } })).body, 'http://a.org/posts')
})

t.test('ids may have as many characters as the router allows', async (t) => {
  const app = await appWith({}, { routerOptions: { maxParamLength: 10 } })
  t.equal(app.urlFor.postPath('x'.repeat(10)), `/posts/${'x'.repeat(10)}`)
  t.throws(() => app.urlFor.postPath('x'.repeat(11)), {
    message: "postPath: id: expected at most 10 characters (the router's maxParamLength), got 11"
  })
  t.throws(() => (app.urlFor as Anything)('post', { id: 'ä'.repeat(11) }), { message: /maxParamLength/ })
  const short = await appWith({}, { routerOptions: { maxParamLength: 3 } })
  t.throws(() => short.urlFor.postPath(12345), { message: /at most 3 characters/ })
  t.equal(short.urlFor.postPath(123), '/posts/123')
  const deprecated = await appWith({}, { maxParamLength: 20, routerOptions: { ignoreTrailingSlash: true } })
  t.throws(() => deprecated.urlFor.postPath('x'.repeat(21)), { message: /at most 20/ })
})
