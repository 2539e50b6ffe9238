/** Redirects as an app answers them. */

import t from 'tap'
import type { Test } from 'tap'
import { once } from 'node:events'
import swagger from '@fastify/swagger'
import fc from 'fast-check'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import resourcesPlugin, { checkApp, draw } from '../../../lib/index.js'
import type { ResourcesPluginOptions } from '../../../lib/index.js'
import { echoApp, echoControllers } from '../../support/app.js'
import { openSocket } from '../../support/forms.js'
import { segmentFault } from '../../../lib/routes/id-rules.js'
import { runs } from '../../support/runs.js'

const routes = draw({ formats: ['json'] }, (map) =>
  map
    .redirect('/', 'posts')
    .resources('posts', { only: ['index', 'show', 'update'] })
    .redirect('/old/:id', 'post')
    .redirect('/temporary', '/my pages', { status: 302 })
    .redirect('/other', 'posts', { status: 303 })
    .redirect('/kept', 'posts', { status: 307 })
    .redirect('/moved', 'posts', { status: 308 })
    .redirect('/home', '/')
    .redirect('/:b/swapped/:a', '/:a/:b')
    .redirect('/go/*path', '/*path')
    .redirect('/archive/:month-:year.html', '/archive/:year/:month', { requirements: { month: /\d+/ } })
    .route('page', '/my pages', 'pages#show')
)

interface Answer {
  readonly status: number
  readonly location: string | undefined
}

async function ask (app: FastifyInstance, url: string, method: 'GET' | 'HEAD' = 'GET'): Promise<Answer> {
  const { statusCode, headers, body } = await app.inject({ method, url })
  if (headers.location !== undefined) t.equal(body, '')
  return { status: statusCode, location: headers.location }
}

/** A request line as it is; `inject` would parse it as a URL first. */
async function askRaw (app: FastifyInstance, target: string): Promise<Answer> {
  const socket = await openSocket(app)
  socket.write(
    Buffer.from(`GET ${target} HTTP/1.1\r\nHost: app.example\r\nConnection: close\r\n\r\n`, 'latin1')
  )
  let text = ''
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  await once(socket, 'close')
  return { status: Number(text.slice(9, 12)), location: /^location: ([^\r]*)\r$/im.exec(text)?.[1] }
}

async function listening (
  t: Test,
  options: Partial<ResourcesPluginOptions> = {},
  server: FastifyServerOptions = {}
): Promise<FastifyInstance> {
  const app = await echoApp(routes, options, server)
  t.teardown(async () => {
    await app.close()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

t.test('GET and HEAD are redirected, with the ids and the query', async (t) => {
  const app = await echoApp(routes)
  for (const [url, status, location] of [
    ['/', 301, '/posts'],
    ['/old/1', 301, '/posts/1'],
    ['/old/1?page=2&a[]=x%20y&a[]=+', 301, '/posts/1?page=2&a[]=x%20y&a[]=+'],
    ['/old/1?', 301, '/posts/1'],
    ['/old/a%20b', 301, '/posts/a%20b'],
    ['/old/1.json?a', 301, '/posts/1.json?a'],
    ['/temporary', 302, '/my%20pages'],
    ['/other', 303, '/posts'],
    ['/kept?x', 307, '/posts?x'],
    ['/moved', 308, '/posts'],
    ['/home', 301, '/'],
    ['/x/swapped/y', 301, '/y/x'],
    ['/go/a/b%20c?d', 301, '/a/b%20c?d'],
    ['/archive/12-2020.html', 301, '/archive/2020/12']
  ] as const) {
    t.strictSame(await ask(app, url), { status, location }, url)
    t.strictSame(await ask(app, url, 'HEAD'), { status, location }, `HEAD ${url}`)
  }
})

t.test('another method gets a 405, as for any row', async (t) => {
  const app = await echoApp(routes)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const { statusCode, headers } = await app.inject({ method, url: '/old/1' })
    t.strictSame([statusCode, headers.allow, headers.location], [405, 'GET, HEAD', undefined], method)
  }
  const form = await app.inject({
    method: 'POST',
    url: '/old/1',
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'a.org', origin: 'http://a.org' },
    payload: '_method=put'
  })
  t.equal(form.statusCode, 405)
})

t.test('prefixes and the path of baseUrl precede a target', async (t) => {
  const app = Fastify()
  await app.register(
    async (scope) => {
      await scope.register(resourcesPlugin, {
        routes,
        controllers: echoControllers(routes),
        prefix: '/v1',
        baseUrl: 'https://example.org/my%20blog'
      })
    },
    { prefix: '/api' }
  )
  t.strictSame(await ask(app, '/api/v1/old/1?a'), { status: 301, location: '/my%20blog/api/v1/posts/1?a' })
  t.strictSame(await ask(app, '/api/v1/home'), { status: 301, location: '/my%20blog/api/v1' })
  const based = await echoApp(routes, { baseUrl: 'https://example.org/blog' })
  t.strictSame(await ask(based, '/home'), { status: 301, location: '/blog' })
  t.strictSame(await ask(based, '/x/swapped/y'), { status: 301, location: '/blog/y/x' })
  t.strictSame(await ask(await echoApp(routes, { baseUrl: () => 'https://example.org' }), '/home'), {
    status: 301,
    location: '/'
  })
})

t.test("the router's options apply", async (t) => {
  const app = await listening(
    t,
    {},
    {
      routerOptions: {
        caseSensitive: false,
        ignoreTrailingSlash: true,
        useSemicolonDelimiter: true
      } as FastifyServerOptions['routerOptions'] & object
    }
  )
  t.strictSame(await askRaw(app, '/OLD/A/;x?y'), { status: 301, location: '/posts/A?x?y' })
})

t.test('no request can make it lead to another host or path', async (t) => {
  const app = await listening(t)
  const NOT_FOUND = { status: 404, location: undefined }
  for (const [target, expected] of [
    ['/old/%2f%2fevil.example', NOT_FOUND],
    ['/old/%2fevil.example', NOT_FOUND],
    ['/old//evil.example', NOT_FOUND],
    ['//evil.example/swapped/x', NOT_FOUND],
    ['/%2fevil.example/swapped/x', NOT_FOUND],
    ['/x/swapped/%2f%2fevil.example', NOT_FOUND],
    ['/x/swapped//evil.example', NOT_FOUND],
    ['/x/swapped/', NOT_FOUND],
    ['/x/swapped/..', NOT_FOUND],
    ['/x/swapped/%2e%2E', NOT_FOUND],
    ['/x/swapped/.', NOT_FOUND],
    ['/old/', NOT_FOUND],
    ['/go//evil.example', NOT_FOUND],
    ['/go/%2fevil.example', NOT_FOUND],
    ['/go/a//evil.example', NOT_FOUND],
    ['/go/a/%2e%2e/%2e%2e/etc', NOT_FOUND],
    ['/go/%5cevil.example/a', { status: 301, location: '/%5Cevil.example/a' }],
    ['/old/%', { status: 400, location: undefined }],
    ['/old/%c0%af', { status: 400, location: undefined }],
    ['/x/swapped/%5cevil.example', { status: 301, location: '/%5Cevil.example/x' }],
    ['/x/swapped/\\evil.example', { status: 301, location: '/%5Cevil.example/x' }],
    ['/x/swapped/%5c%5cevil.example', { status: 301, location: '/%5C%5Cevil.example/x' }],
    ['/x/swapped/%252f%252fevil.example', { status: 301, location: '/%252f%252fevil.example/x' }],
    ['/x/swapped/http:evil.example', { status: 301, location: '/http%3Aevil.example/x' }],
    ['/x/swapped/@evil.example', { status: 301, location: '/%40evil.example/x' }],
    ['/x/swapped/%0d%0aLocation:%20x', { status: 301, location: '/%0D%0ALocation%3A%20x/x' }],
    ['/x/swapped/%09%00%7f', { status: 301, location: '/%09%00%7F/x' }],
    ['/old/%3fa%23b', { status: 301, location: '/posts/%3Fa%23b' }],
    ['/old/1?//evil.example', { status: 301, location: '/posts/1?//evil.example' }],
    ['/old/1?a=%0d%0aSet-Cookie:x', { status: 301, location: '/posts/1?a=%0d%0aSet-Cookie:x' }],
    ['/old/1?a#b', { status: 301, location: '/posts/1?a%23b' }],
    ['/old/1#b', { status: 301, location: '/posts/1?b' }],
    ['/old/1?a=\xc3\xa9', { status: 400, location: undefined }],
    ['/old/1?a=\t', { status: 400, location: undefined }],
    ['http://evil.example/old/1', { status: 301, location: '/posts/1' }],
    ['http://evil.example//old/1', NOT_FOUND]
  ] as const) {
    t.strictSame(await askRaw(app, target), expected, target)
    const { status, location = '/' } = await ask(app, target)
    t.ok([301, 400, 404].includes(status), `inject ${target}`)
    for (const sent of [location, expected.location ?? '/']) {
      t.equal(new URL(sent, 'http://app.example/x').host, 'app.example', sent)
    }
  }
})

t.test('a query that is invalid in a header, as rewriteUrl may return, is encoded', async (t) => {
  const app = await echoApp(routes, {}, { rewriteUrl: () => '/old/1?a=é\r\nb\x7f' })
  t.strictSame(await ask(app, '/'), { status: 301, location: '/posts/1?a=%e9%0d%0ab%7f' })
})

t.test('every valid id arrives unchanged, on the same host', async () => {
  const app = await echoApp(
    draw((map) => map.redirect('/:b/old/:a', '/:a/new/:b').route('/:a/new/:b', 'posts#show'))
  )
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
      fc.webQueryParameters(),
      async (a, b, query) => {
        const isId = [a, b].every((id) => segmentFault(id, []) === undefined)
        const { status, location = '' } = await ask(
          app,
          `/${encodeURIComponent(b)}/old/${encodeURIComponent(a)}?${query}`
        )
        if (status !== 301) return !isId
        const url = new URL(location, 'http://app.example')
        const { params } = (await app.inject(location)).json<{ params: object }>()
        return (
          url.host === 'app.example' &&
          JSON.stringify(params) === JSON.stringify({ a, b }) &&
          url.search === new URL(`http://app.example/?${query}`).search
        )
      }
    ),
    { numRuns: runs(300) }
  )
})

t.test('a redirect needs no controller, and is in no OpenAPI document', async (t) => {
  const app = Fastify()
  const warnings: string[] = []
  app.log.warn = (text: string) => {
    warnings.push(text)
  }
  await app.register(swagger, { openapi: {} })
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map.redirect('/old/:id', '/posts/:id').namespace('admin', (admin) => admin.redirect('/old', '/'))
    ),
    controllers: { admin: {} }
  })
  await app.ready()
  t.strictSame(
    Object.keys((app as FastifyInstance & { swagger: () => { paths?: object } }).swagger().paths ?? {}),
    []
  )
  t.strictSame(warnings, ["fastify-resources: no route uses the controller 'admin'"])
  t.strictSame(
    (await checkApp(app)).map(({ message }) => message),
    ["no row reaches the controller 'admin'"]
  )
  t.strictSame(app.recognize('/old/1')?.route.redirect, { path: '/posts/:id', status: 301 })
})

t.test('a guard of its namespace comes first', async (t) => {
  const guarded = draw((map) =>
    map.namespace('admin', (admin) =>
      admin.resources('users', { only: 'show' }).redirect('/people/:id', 'admin_user')
    )
  )
  const app = await echoApp(guarded, {
    scopes: {
      admin: (scope) => {
        scope.addHook('onRequest', async (request, reply) =>
          request.headers.authorization === undefined ? await reply.code(401).send() : undefined
        )
      }
    }
  })
  t.strictSame(await ask(app, '/admin/people/1'), { status: 401, location: undefined })
  t.equal((await app.inject({ method: 'POST', url: '/admin/people/1' })).statusCode, 404)
  const { statusCode, headers } = await app.inject({
    url: '/admin/people/1',
    headers: { authorization: 'x' }
  })
  t.strictSame([statusCode, headers.location], [301, '/admin/users/1'])
})
