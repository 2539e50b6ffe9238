/** What pages of other sites send without a preflight changes nothing. */

import { get } from 'node:http'
import t from 'tap'
import helmet from '@fastify/helmet'
import formbody from '@fastify/formbody'
import multipartPlugin from '@fastify/multipart'
import websocket from '@fastify/websocket'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import type { ResourcesPluginOptions } from '../../../lib/index.js'
import {
  MULTIPART,
  URLENCODED,
  multipart,
  openSocket,
  rawRequest,
  readResponses
} from '../../support/forms.js'
import { tenantApp } from '../../support/tenant.js'

const routes = draw((map) => map.resources('posts', { only: ['create', 'update'] }))

async function postsApp (
  options: Partial<ResourcesPluginOptions> = {},
  before: (app: FastifyInstance) => unknown = () => undefined,
  app = Fastify()
): Promise<[app: FastifyInstance, ran: string[]]> {
  const ran: string[] = []
  await before(app)
  const run = async ({ method }: { method: string }): Promise<string> => {
    ran.push(method)
    return method
  }
  await app.register(resourcesPlugin, {
    routes,
    controllers: { posts: { create: run, update: run } },
    ...options
  })
  return [app, ran]
}

async function send (
  app: FastifyInstance,
  headers: Record<string, string>,
  url = '/posts/1',
  payload = '_method=put'
): Promise<[status: number, code?: string, message?: string]> {
  const response = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': URLENCODED, host: 'a.org', ...headers }
  })
  if (response.statusCode === 200) return [200]
  const { code, message } = response.json<{ code: string; message: string }>()
  return [response.statusCode, code, message]
}

t.test('the first rule that applies decides', async (t) => {
  const [app] = await postsApp({
    trustedOrigins: ['https://Trusted.org', 'Capacitor://Localhost'],
    methodOverride: { trustedOrigins: ['http://local:8080/', 'chrome-extension://abc'] }
  })
  const [based] = await postsApp({ baseUrl: 'https://www.a.org/blog' })
  const [proxied] = await postsApp({}, undefined, Fastify({ trustProxy: true }))
  const table: Array<[title: string, app: FastifyInstance, headers: Record<string, string>, status: number]> =
    [
      ['a trusted origin', app, { origin: 'https://trusted.org' }, 200],
      [
        'a trusted origin, whatever the browser says',
        app,
        { origin: 'http://local:8080', 'sec-fetch-site': 'cross-site' },
        200
      ],
      ['a trusted origin of another protocol', app, { origin: 'http://trusted.org' }, 403],
      ['the browser says same-origin', app, { origin: 'null', 'sec-fetch-site': 'same-origin' }, 200],
      ['the browser says that the user did it', app, { 'sec-fetch-site': 'none' }, 200],
      ['the browser says same-site', app, { origin: 'https://a.org', 'sec-fetch-site': 'same-site' }, 403],
      ['the browser says cross-site', app, { origin: 'https://a.org', 'sec-fetch-site': 'cross-site' }, 403],
      ['the browser says what nobody knows', app, { 'sec-fetch-site': 'x' }, 403],
      ['no browser', app, {}, 200],
      ['the host itself', app, { origin: 'https://a.org' }, 200],
      [
        'the host itself, in other letters and with a default port',
        app,
        { origin: 'http://A.org', host: 'a.ORG:80' },
        200
      ],
      ['another port', app, { origin: 'http://a.org:8080' }, 403],
      ['the port of another protocol', app, { origin: 'https://a.org', host: 'a.org:80' }, 403],
      ['another host', app, { origin: 'https://evil.org' }, 403],
      ['a host that ends alike', app, { origin: 'https://evila.org' }, 403],
      ['an origin that is kept secret', app, { origin: 'null' }, 403],
      ['an origin without a host', app, { origin: 'file://' }, 403],
      ['an empty origin', app, { origin: '' }, 403],
      ['the host itself, of no website', app, { origin: 'ionic://a.org' }, 403],
      [
        'an extension, whatever the browser says',
        app,
        { origin: 'moz-extension://abc', 'sec-fetch-site': 'none' },
        403
      ],
      ['a trusted app on a phone', app, { origin: 'capacitor://localhost', host: 'localhost' }, 200],
      [
        'a trusted extension',
        app,
        { origin: 'chrome-extension://abc', 'sec-fetch-site': 'cross-site' },
        200
      ],
      ['no origin that can be read', app, { origin: '::' }, 403],
      ['a host that is none', app, { origin: 'https://a.org', host: 'a b' }, 403],
      ['the host of baseUrl', based, { origin: 'https://www.a.org' }, 200],
      ['another than that of baseUrl', based, { origin: 'https://b.org' }, 403],
      [
        'a trusted proxy that changes Host',
        proxied,
        { origin: 'https://shop.org', host: '10.0.0.1:3000', 'x-forwarded-host': 'evil.org, shop.org' },
        200
      ],
      [
        "another host than the trusted proxy's",
        proxied,
        { origin: 'https://evil.org', 'x-forwarded-host': 'evil.org, shop.org' },
        403
      ],
      [
        'the host behind a trusted proxy',
        proxied,
        { origin: 'https://a.org', 'x-forwarded-host': 'shop.org' },
        403
      ],
      [
        'a proxy that nobody trusts',
        app,
        { origin: 'https://shop.org', host: '10.0.0.1:3000', 'x-forwarded-host': 'shop.org' },
        403
      ],
      [
        'a proxy that nobody trusts and changes nothing',
        app,
        { origin: 'https://a.org', 'x-forwarded-host': 'shop.org' },
        200
      ]
    ]
  for (const [title, app, headers, status] of table) {
    t.equal((await send(app, headers))[0], status, title)
    t.equal((await send(app, headers, '/posts', 'a=1'))[0], status, `${title}, of a POST`)
  }
})

const EVIL = { origin: 'https://evil.org', 'sec-fetch-site': 'cross-site' }

t.test('each method that writes is judged, by its media type', async (t) => {
  const ran: string[] = []
  const run = async ({ method }: { method: string }): Promise<string> => {
    ran.push(method)
    return method
  }
  const routes = draw({ patch: true }, (map) =>
    map
      .resources('posts', { member: { publish: 'post', touch: 'any' } })
      .resource('account', { only: ['create', 'update', 'destroy'] })
      .route('search', '/search', { controller: 'posts', action: 'index' })
      .route('import', '/import/*path', { controller: 'posts', action: 'create', method: 'post' })
  )
  const actions = ['index', 'new', 'create', 'show', 'edit', 'update', 'destroy', 'publish', 'touch']
  const controller = Object.fromEntries(actions.map((action) => [action, run]))
  const app = Fastify()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
  await app.register(resourcesPlugin, { routes, controllers: { posts: controller, accounts: controller } })
  const writing = [
    ['POST', '/posts'],
    ['PUT', '/posts/1'],
    ['PATCH', '/posts/1'],
    ['DELETE', '/posts/1'],
    ['POST', '/posts/1/publish'],
    ['POST', '/posts/1/touch'],
    ['DELETE', '/posts/1/touch'],
    ['POST', '/account'],
    ['PUT', '/account'],
    ['DELETE', '/account'],
    ['POST', '/import/a/b']
  ] as const
  const judged = [
    undefined,
    '',
    URLENCODED,
    'multipart/form-data; boundary=x',
    'text/plain',
    'TEXT/Plain;charset=utf-8',
    ' text/plain ; a=b',
    'text/plain, application/json',
    'x',
    ';'
  ]
  const others = [
    'application/json',
    'application/json; charset=utf-8',
    'text/csv',
    'application/octet-stream',
    'text/plainer',
    'application/x-www-form-urlencoded-x'
  ]
  for (const [method, url] of writing) {
    for (const type of judged) {
      const headers = { host: 'a.org', ...EVIL, ...(type !== undefined && { 'content-type': type }) }
      const response = await app.inject({ method, url, headers })
      t.strictSame(
        [response.statusCode, response.json<{ code: string }>().code],
        [403, 'FST_RESOURCES_CROSS_SITE'],
        `${method} ${url} ${String(type)}`
      )
    }
    t.strictSame(ran, [], `${method} ${url}`)
    for (const type of others) {
      const response = await app.inject({
        method,
        url,
        headers: { host: 'a.org', ...EVIL, 'content-type': type },
        payload: '{}'
      })
      t.equal(response.statusCode, 200, `${method} ${url} ${type}`)
    }
    ran.splice(0)
  }
  for (const [method, url] of [
    ['GET', '/posts'],
    ['HEAD', '/posts'],
    ['GET', '/posts/1/touch'],
    ['GET', '/search']
  ] as const) {
    t.equal((await app.inject({ method, url, headers: EVIL })).statusCode, 200, `${method} ${url} is not`)
  }
})

t.test('the answer has words for a visitor, the log those for a developer, and nothing has run', async (t) => {
  const logs: Array<{ level: number; msg: string }> = []
  const stream = {
    write: (line: string) => {
      logs.push(JSON.parse(line) as { level: number; msg: string })
    }
  }
  const [app, ran] = await postsApp(
    { baseUrl: 'https://www.a.org' },
    undefined,
    Fastify({ logger: { stream } })
  )
  for (const [url, payload] of [
    ['/posts/1', '_method=put'],
    ['/posts', 'a=1'],
    ['/posts', '_method=put']
  ] as const) {
    logs.splice(0)
    const [status, code, message = ''] = await send(app, EVIL, url, payload)
    t.strictSame([status, code], [403, 'FST_RESOURCES_CROSS_SITE'])
    t.equal(
      message,
      'This request comes from a page of another site, so it changes nothing. Open the page on this site and try again.'
    )
    const found = logs.filter(({ msg }) => msg.startsWith('fastify-resources'))
    t.match(found, [
      {
        level: 30,
        origin: 'https://evil.org',
        site: 'cross-site',
        hosts: ['a.org', 'www.a.org'],
        msg: /trustedOrigins.*crossSite: 'allow'.*baseUrl.*trustProxy/
      }
    ])
  }
  t.strictSame(ran, [])
})

t.test("crossSite of an action comes before that of its controller, and that before the plugin's", async (t) => {
  const run = async (): Promise<string> => 'ran'
  const [allow, refuse] = [{ crossSite: 'allow' }, { crossSite: 'refuse' }] as const
  const table: Array<[plugin: object, controller: object, action: object, status: number]> = [
    [{}, {}, {}, 403],
    [refuse, {}, {}, 403],
    [allow, {}, {}, 200],
    [allow, refuse, {}, 403],
    [allow, { crossSite: undefined }, {}, 200],
    [{}, allow, {}, 200],
    [{}, allow, refuse, 403],
    [{}, {}, allow, 200],
    [allow, allow, { crossSite: undefined }, 200]
  ]
  for (const [plugin, controller, action, status] of table) {
    const handled = { handler: run, ...action }
    const [app] = await postsApp({
      controllers: { posts: { routeOptions: controller, create: handled, update: handled } },
      ...plugin
    })
    const title = JSON.stringify([plugin, controller, action])
    t.equal((await send(app, EVIL, '/posts', 'a=1'))[0], status, title)
    t.equal((await send(app, EVIL))[0], status, `${title}, a form that names its method`)
    t.equal(
      (await app.inject({ method: 'PUT', url: '/posts/1', headers: EVIL })).statusCode,
      status,
      `${title}, natively`
    )
    t.equal(
      (await send(app, EVIL, '/posts', 'a=1&_method=put'))[0],
      status === 200 ? 405 : 403,
      'a POST row never runs it'
    )
  }
  for (const [place, posts] of [
    ['posts.create', { create: { crossSite: true, handler: run }, update: run }],
    ['posts.routeOptions', { routeOptions: { crossSite: true }, create: run, update: run }]
  ] as const) {
    const app = Fastify()
    const registration = app.register(resourcesPlugin, { routes, controllers: { posts: posts as object } })
    await t.rejects(async () => await registration, {
      code: 'FST_RESOURCES_CONTROLLERS',
      message: `${place}: crossSite: expected 'refuse' or 'allow', got true`
    })
  }
})

t.test("a form of another site reaches none of the app's own routes, whatever its host headers are", async (t) => {
  for (const method of ['put', 'delete']) {
    const [app, ran] = await postsApp(
      {
        routes: draw((map) => map.resources('posts', { only: ['create', 'update', 'destroy'] })),
        controllers: { posts: { create: () => 0, update: () => 0, destroy: () => 0 } }
      },
      (app) => {
        app.route({
          method: ['PUT', 'DELETE'],
          url: '/posts/special',
          handler: () => {
            ran.push('special')
            return 'ran'
          }
        })
      }
    )
    const headers = { origin: 'https://evil.org', 'x-forwarded-host': 'evil.org' }
    t.equal((await send(app, headers, '/posts/special', `_method=${method}`))[0], 404, method)
    t.strictSame(ran, [], method)
  }
})

t.test('nor a route with the parameters of our row that differs only by a pattern or a host', async (t) => {
  const [app, ran] = await postsApp({}, (app) => {
    app.put('/posts/:id(^\\d+$)', async () => {
      ran.push('pattern')
      return 'mine'
    })
    app.put('/posts/:id', { constraints: { host: 'b.org' } }, async () => {
      ran.push('host')
      return 'mine'
    })
  })
  for (const headers of [{}, { host: 'b.org' }, { origin: 'https://evil.org' }]) {
    const [status, code] = await send(app, headers)
    t.strictSame([status, code], [400, 'FST_RESOURCES_METHOD_OVERRIDE'])
  }
  t.strictSame(ran, [])
  t.equal((await app.inject({ method: 'PUT', url: '/posts/1' })).statusCode, 200)
  t.strictSame(ran, ['pattern'], 'natively it answers')
})

t.test('nor does it with methodNotAllowed: false, or without a registration at the root, from the own site too', async (t) => {
  for (const isChild of [false, true]) {
    for (const routesFirst of [false, true]) {
      const ran: string[] = []
      const own = async (): Promise<string> => {
        ran.push('own')
        return 'own'
      }
      const row = async (): Promise<string> => {
        ran.push('row')
        return 'row'
      }
      const app = Fastify()
      const addOwn = (): void => {
        app.put('/posts/:id(^\\d+$)', own)
        app.register(async (other) => {
          other.delete('/posts/:id(^\\d+$)', own)
        })
      }
      const addRows = async (scope: FastifyInstance): Promise<void> => {
        const tree = draw((map) => map.resources('posts', { only: ['update', 'destroy'] }))
        await scope.register(resourcesPlugin, {
          routes: tree,
          controllers: { posts: { update: row, destroy: row } },
          methodNotAllowed: false
        })
      }
      if (!routesFirst) addOwn()
      if (isChild) app.register(addRows)
      else await addRows(app)
      if (routesFirst) addOwn()
      for (const method of ['put', 'delete']) {
        for (const headers of [{}, { origin: 'http://a.org' }, { 'sec-fetch-site': 'same-origin' }, EVIL]) {
          const [status, code] = await send(app, headers, '/posts/1', `_method=${method}`)
          t.strictSame([status, code], [400, 'FST_RESOURCES_METHOD_OVERRIDE'])
        }
        t.strictSame(ran, [])
        t.strictSame(await send(app, {}, '/posts/x', `_method=${method}`), [200])
        t.equal(
          (await app.inject({ method: method as 'put', url: '/posts/1' })).body,
          'own',
          'natively it answers'
        )
        t.strictSame(ran.splice(0), ['row', 'own'])
      }
    }
  }
})

t.test('it is refused by its row, in child scopes too, and before its body is read', async (t) => {
  const app = Fastify()
  const seen: string[] = []
  app.addHook('preParsing', async () => {
    seen.push('preParsing')
  })
  app.register(
    async (scope) => {
      await scope.register(resourcesPlugin, {
        routes,
        controllers: {
          posts: {
            create: () => 'ran',
            update: {
              onRequest: async () => {
                seen.push('controller')
              },
              handler: () => 'ran'
            }
          }
        }
      })
    },
    { prefix: '/v1' }
  )
  t.strictSame((await send(app, { origin: 'https://evil.org' }, '/v1/posts/1')).slice(0, 2), [
    403,
    'FST_RESOURCES_CROSS_SITE'
  ])
  t.strictSame(seen, [])
})

t.test('the row that it reaches decides, by the trusted origins of its own registration', async (t) => {
  const partner = 'https://partner.org'
  for (const [own, other, status] of [
    [[partner], [], 200],
    [[], [partner], 403]
  ] as const) {
    const app = tenantApp()
    const update = async (): Promise<string> => 'ran'
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { only: 'update' })),
      controllers: { posts: { update } },
      methodOverride: { trustedOrigins: [...other] }
    })
    app.register(async (scope) => {
      const routes = draw((map) => map.resources('posts', { only: 'update', conditions: { tenant: 'a' } }))
      await scope.register(resourcesPlugin, {
        routes,
        controllers: { posts: { update } },
        methodOverride: { trustedOrigins: [...own] }
      })
    })
    t.equal((await send(app, { tenant: 'a', origin: partner }))[0], status)
  }
})

t.test("over HTTP/1.0 without a host no browser's form passes", async (t) => {
  const [app] = await postsApp({}, undefined, Fastify({ http: { requireHostHeader: false } }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(async () => {
    await app.close()
  })
  const socket = await openSocket(app)
  socket.write(
    rawRequest('/posts/1', '_method=put', {
      host: '',
      origin: 'https://a.org',
      connection: 'keep-alive'
    }).replace('HTTP/1.1', 'HTTP/1.0')
  )
  t.equal((await readResponses(socket, 1))[0]?.status, 403)
  socket.destroy()
})

t.test("under helmet's defaults a browser's own form passes by Sec-Fetch-Site; over plain http it needs another Referrer-Policy", async (t) => {
  const [app] = await postsApp({}, async (app) => {
    await app.register(helmet)
  })
  // What Chromium sends from a page with Referrer-Policy: no-referrer, over https or to localhost, and over
  // plain http.
  t.equal((await send(app, { origin: 'null', 'sec-fetch-site': 'same-origin' }))[0], 200)
  t.equal((await send(app, { origin: 'null' }))[0], 403)
  const response = await app.inject({
    method: 'POST',
    url: '/posts/1',
    payload: '_method=put',
    headers: { 'content-type': URLENCODED, origin: 'null' }
  })
  t.equal(response.headers['referrer-policy'], 'no-referrer')
})

t.test('the log says once which setting of helmet mends an Origin of null without Sec-Fetch-Site', async (t) => {
  const logs: string[] = []
  const stream = {
    write: (line: string) => {
      logs.push((JSON.parse(line) as { msg: string }).msg)
    }
  }
  const [app] = await postsApp({}, undefined, Fastify({ logger: { level: 'warn', stream } }))
  for (const headers of [
    EVIL,
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.org' }
  ]) { await send(app, headers) }
  t.strictSame(logs, [])
  for (const url of ['/posts', '/posts/1']) t.equal((await send(app, { origin: 'null' }, url))[0], 403)
  t.match(logs, [/plain http.*no-referrer; with helmet, set referrerPolicy: \{ policy: 'same-origin' \}$/])
})

const OWN = { origin: 'https://a.org', 'sec-fetch-site': 'same-origin' }
const FORM = { 'content-type': URLENCODED, host: 'a.org' }
const SOCKET = 'WebSocket'
const PARTNER = { origin: 'https://partner.org', 'sec-fetch-site': 'cross-site' }

/** The attacks, with the status of plain Fastify and of a row. */
const ATTACKS: ReadonlyArray<
  readonly [
    title: string,
    method: string,
    url: string,
    headers: Record<string, string>,
    body: string | undefined,
    plain: number,
    row: number
  ]
> = [
  ['a form of another site', 'POST', '/posts', { ...FORM, ...EVIL }, 'a=1', 200, 403],
  [
    'a form with a file, of another site',
    'POST',
    '/posts',
    { host: 'a.org', ...EVIL, 'content-type': MULTIPART },
    multipart([['a', ['a.txt', 'a']]]),
    200,
    403
  ],
  [
    'a form of plain text, of another site',
    'POST',
    '/posts',
    { host: 'a.org', ...EVIL, 'content-type': 'text/plain' },
    '{"a":1}=',
    200,
    403
  ],
  [
    'a form of another site that names DELETE',
    'POST',
    '/posts/1',
    { ...FORM, ...EVIL },
    '_method=delete',
    404,
    403
  ],
  [
    'a `fetch` of another site in mode `no-cors`, without a body',
    'POST',
    '/posts',
    { host: 'a.org', ...EVIL },
    undefined,
    200,
    403
  ],
  [
    'a form of another subdomain',
    'POST',
    '/posts',
    { ...FORM, origin: 'https://b.a.org', 'sec-fetch-site': 'same-site' },
    'a=1',
    200,
    403
  ],
  [
    'a form of another site, by a browser without `Sec-Fetch-Site`',
    'POST',
    '/posts',
    { ...FORM, origin: 'https://evil.org' },
    'a=1',
    200,
    403
  ],
  [
    'a form of your own site, by a browser without `Sec-Fetch-Site`',
    'POST',
    '/posts',
    { ...FORM, origin: 'https://a.org' },
    'a=1',
    200,
    200
  ],
  [
    'a form of your own site over plain http, under `no-referrer`',
    'POST',
    '/posts',
    { ...FORM, origin: 'null' },
    'a=1',
    200,
    403
  ],
  [
    'a form of an app or an extension, such as `capacitor://localhost`',
    'POST',
    '/posts',
    { ...FORM, host: 'localhost', origin: 'capacitor://localhost' },
    'a=1',
    200,
    403
  ],
  ['a WebSocket of another site', SOCKET, '/posts/1', { host: 'a.org', ...EVIL }, undefined, 101, 403],
  [
    'a WebSocket of another site, by a browser without `Sec-Fetch-Site`',
    SOCKET,
    '/posts/1',
    { host: 'a.org', origin: 'https://evil.org' },
    undefined,
    101,
    403
  ],
  [
    'a WebSocket of your own site',
    SOCKET,
    '/posts/1',
    { host: 'a.org', origin: 'https://a.org' },
    undefined,
    101,
    101
  ],
  ['a form of your own site', 'POST', '/posts', { ...FORM, ...OWN }, 'a=1', 200, 200],
  ['a form of a trusted origin', 'POST', '/posts', { ...FORM, ...PARTNER }, 'a=1', 200, 200],
  [
    "a form of another site, to an action with `crossSite: 'allow'`",
    'POST',
    '/payments',
    { ...FORM, ...EVIL },
    'a=1',
    200,
    200
  ],
  [
    'the preflight of JSON or a DELETE of another site, without CORS',
    'OPTIONS',
    '/posts/1',
    { host: 'a.org', ...EVIL, 'access-control-request-method': 'DELETE' },
    undefined,
    404,
    405
  ],
  ['a program', 'POST', '/posts', FORM, 'a=1', 200, 200],
  [
    'a form by a browser without `Sec-Fetch-Site` and `Origin`',
    'POST',
    '/posts',
    { ...FORM, referer: 'https://evil.org/' },
    'a=1',
    200,
    200
  ],
  [
    'a link of another site',
    'GET',
    '/posts/1',
    { host: 'a.org', 'sec-fetch-site': 'cross-site' },
    undefined,
    200,
    200
  ]
]

t.test('the table of attacks is that of the page, in plain Fastify and in a tree', async (t) => {
  const ran: string[] = []
  const run = async ({ method, url }: { method: string; url: string }): Promise<string> => {
    ran.push(`${method} ${url}`)
    return 'ran'
  }
  const wsHandler = (socket: Socket): void => { socket.send('open') }
  const [byHand, tree] = [Fastify(), Fastify()]
  for (const app of [byHand, tree]) {
    t.teardown(async () => { await app.close() })
    await app.register(websocket)
    await app.register(multipartPlugin, { attachFieldsToBody: 'keyValues' })
  }
  await byHand.register(formbody)
  byHand.post('/posts', run).delete('/posts/:id', run).post('/payments', run)
  byHand.get('/posts/:id', { wsHandler } as object, run)
  const routes = draw((map) =>
    map.resources('posts', { only: ['create', 'show', 'destroy'] }).resources('payments', { only: 'create' })
  )
  const controllers = {
    posts: { create: run, show: { handler: run, wsHandler }, destroy: run },
    payments: { create: { crossSite: 'allow', handler: run } }
  } as const
  await tree.register(resourcesPlugin, { routes, controllers, trustedOrigins: ['https://partner.org'] })
  const byHandAddress = await byHand.listen({ port: 0, host: '127.0.0.1' })
  const treeAddress = await tree.listen({ port: 0, host: '127.0.0.1' })
  for (const [title, method, url, headers, payload, plain, row] of ATTACKS) {
    for (const [app, address, status] of [
      [byHand, byHandAddress, plain],
      [tree, treeAddress, row]
    ] as const) {
      if (method === SOCKET) {
        t.equal(await openWebSocket(address, url, headers), status === 101 ? 'open' : status, title)
        continue
      }
      const response = await app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(payload !== undefined && { payload })
      })
      t.equal(response.statusCode, status, title)
      t.strictSame(ran.splice(0), status === 200 ? [`${method} ${url}`] : [], title)
    }
  }
})

interface Socket {
  readonly send: (text: string) => void
}

/** Opens a WebSocket: what its handler says first, or the status where it stays closed. */
async function openWebSocket (
  address: string, path: string, headers: Record<string, string>
): Promise<string | number | undefined> {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ=='
  }
  return await new Promise((resolve, reject) => {
    get(address + path, { agent: false, headers: { ...upgrade, ...headers } })
      .on('error', reject)
      .on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      .on('upgrade', (_response, socket, head: Buffer) => {
        socket.unshift(head)
        // The head of a short frame has two bytes.
        socket.once('data', (frame: Buffer) => {
          resolve(frame.subarray(2).toString())
          socket.destroy()
        })
      })
  })
}

async function chatApp (options: Partial<ResourcesPluginOptions>, ran: string[]): Promise<string> {
  const app = Fastify()
  t.teardown(async () => { await app.close() })
  await app.register(websocket)
  app.addHook('onRequest', async () => { ran.push('onRequest') })
  const wsHandler = (socket: Socket, request: FastifyRequest): void => {
    ran.push('socket')
    socket.send(String(request.headers.cookie))
  }
  const page = async (): Promise<string> => 'page'
  await app.register(resourcesPlugin, {
    routes: draw((map) => map
      .root('rooms#index')
      .resources('rooms', { only: ['index', 'show'], member: { stream: 'get' }, formats: ['json'] }, (rooms) => rooms
        .resources('messages', { only: 'index' }))
      .resource('lobby', { only: 'show' })
      .namespace('admin', (admin) => admin.route('log', '/log/*path', 'log#show'))
      .route('open', '/open', 'rooms#open')),
    controllers: {
      rooms: {
        index: { wsHandler, handler: page },
        show: { wsHandler, handler: page },
        stream: { websocket: true, handler: wsHandler as never },
        open: { wsHandler, handler: page, crossSite: 'allow' }
      },
      messages: { routeOptions: { wsHandler } as object, index: page },
      lobbies: { show: { wsHandler, handler: page } },
      'admin/log': { show: { wsHandler, handler: page } }
    },
    scopes: { admin: async () => undefined },
    ...options
  })
  return await app.listen({ port: 0, host: '127.0.0.1' })
}

const SOCKET_PATHS = [
  '/', '/rooms', '/rooms/1', '/rooms/1.json', '/rooms/1/stream', '/rooms/1/messages', '/lobby', '/admin/log/a/b'
]

t.test('a WebSocket of another site stays closed, on each kind of row', async (t) => {
  const ran: string[] = []
  const address = await chatApp({}, ran)
  const { host } = new URL(address)
  const foreign: ReadonlyArray<Record<string, string>> = [
    EVIL,
    { origin: 'http://evil.test' },
    { origin: `http://${host}`, 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    { origin: `capacitor://${host}` },
    { origin: 'chrome-extension://abc' }
  ]
  const own: ReadonlyArray<Record<string, string>> = [
    {},
    { origin: `http://${host}` },
    { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
  ]
  for (const path of SOCKET_PATHS) {
    for (const headers of foreign) {
      const title = `${path} ${JSON.stringify(headers)}`
      t.equal(await openWebSocket(address, path, { cookie: 'sid=1', ...headers }), 403, title)
      t.strictSame(ran.splice(0), ['onRequest'], title)
    }
    for (const headers of own) {
      const title = `${path} ${JSON.stringify(headers)}`
      t.equal(await openWebSocket(address, path, { cookie: 'sid=1', ...headers }), 'sid=1', title)
      t.strictSame(ran.splice(0), ['onRequest', 'socket'], title)
    }
  }
  t.equal(await openWebSocket(address, '/open', { cookie: 'sid=1', ...EVIL }), 'sid=1')
  for (const path of ['/rooms', '/rooms/1', '/open']) {
    t.equal((await fetch(address + path, { headers: EVIL })).status, 200, `a page of ${path} stays open`)
  }
})

t.test('a WebSocket passes by crossSite and trustedOrigins as a form does', async (t) => {
  const table: ReadonlyArray<[options: Partial<ResourcesPluginOptions>, answer: string | number]> = [
    [{}, 403],
    [{ crossSite: 'refuse' }, 403],
    [{ crossSite: 'allow' }, 'sid=1'],
    [{ trustedOrigins: [EVIL.origin] }, 'sid=1'],
    [{ baseUrl: EVIL.origin }, 403]
  ]
  for (const [options, answer] of table) {
    const address = await chatApp(options, [])
    t.equal(await openWebSocket(address, '/rooms/1', { cookie: 'sid=1', ...EVIL }), answer, JSON.stringify(options))
  }
})
