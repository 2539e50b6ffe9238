/** Representations: by the extension of a path, else by Accept. */

import t from 'tap'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { echoApp, echoControllers } from '../../support/app.js'

type Anything = any

const routes = draw({ formats: ['html', 'json', 'xml'] }, (map) =>
  map
    .root({ controller: 'posts', action: 'index' })
    .resources('posts', (posts) => posts.resources('comments', { only: 'show', formats: [] }))
)

/** Status and body of a request line. */
async function answer (app: FastifyInstance, line: string, options: InjectOptions = {}): Promise<unknown> {
  const [method, url] = line.split(' ')
  const response = await app.inject({ ...options, method: method as 'GET', url: url as string })
  return response.statusCode === 200 ? response.json() : response.statusCode
}

t.test('a row beside one that takes everything answers by its extension, or by ids with a dot', async (t) => {
  const any = { requirements: { slug: /.+/ } }
  const app = await echoApp(draw((map) => map
    .route('feed', '/:name', 'feeds#show', { formats: ['json'] }).route('page', '/:slug', 'pages#show', any)
    .route('about', '/a/about', 'pages#about')
    .route('doc', '/a/:doc', 'docs#show', { requirements: { doc: /about/ }, formats: ['json'] })
    .route('file', '/b/:file', 'files#show', { formats: ['json'], requirements: { file: /.*/ } })
    .route('raw', '/b/:raw', 'raws#show')))
  for (const [line, controller] of [
    ['GET /x.json', 'feeds'], ['GET /x', 'pages'], ['GET /a/about', 'pages'], ['GET /a/about.json', 'docs'],
    ['GET /b/x', 'files'], ['GET /b/x.y', 'raws']
  ] as const) {
    t.match(await answer(app, line), { controller }, line)
  }
})

t.test('every route also answers with an extension, as the same action with the same ids', async (t) => {
  const app = await echoApp(routes)
  const lines: ReadonlyArray<readonly [string, string]> = [
    ['GET /posts', 'index'],
    ['POST /posts', 'create'],
    ['GET /posts/new', 'new'],
    ['GET /posts/1/edit', 'edit'],
    ['GET /posts/1', 'show'],
    ['PUT /posts/1', 'update'],
    ['DELETE /posts/1', 'destroy']
  ]
  for (const [line, action] of lines) {
    const plain = { controller: 'posts', action, params: line.includes('1') ? { id: '1' } : {} }
    t.strictSame(await answer(app, line), plain, line)
    for (const format of ['html', 'json', 'xml']) {
      t.strictSame(await answer(app, `${line}.${format}`), { ...plain, format }, `${line}.${format}`)
    }
  }
  t.equal((await app.inject({ method: 'HEAD', url: '/posts/1.json' })).statusCode, 200)
  t.strictSame(await answer(app, 'GET /posts/1%2ejson?a=b.xml'), {
    controller: 'posts',
    action: 'show',
    params: { id: '1' },
    format: 'json'
  })
})

t.test('another extension, an id with a dot and an extension of the root are a 404', async (t) => {
  const app = await echoApp(routes)
  for (const url of [
    '/posts.pdf',
    '/posts/1.pdf',
    '/posts/1.',
    '/posts/1.JSON',
    '/posts/1.2.json',
    '/posts/.json',
    '/posts/..json',
    '/posts/1.json/edit',
    '/posts/a%3Fb',
    '/.json',
    '/json'
  ]) {
    t.equal(await answer(app, `GET ${url}`), 404, url)
  }
  t.strictSame(
    await answer(app, 'GET /posts/1/comments/2.json'),
    { controller: 'comments', action: 'show', params: { post_id: '1', id: '2.json' } },
    "options of a resource are not its children's"
  )
})

t.test('without formats no route is added, and ids may have dots', async (t) => {
  const app = await echoApp(draw((map) => map.resources('posts')))
  t.strictSame(await answer(app, 'GET /posts/1.json'), {
    controller: 'posts',
    action: 'show',
    params: { id: '1.json' }
  })
  t.equal(await answer(app, 'GET /posts.json'), 404)
})

t.test('a requirement of any text allows no dots beside formats', async (t) => {
  const app = await echoApp(
    draw((map) => map.resources('posts', { formats: ['json'], requirements: { id: /[^a]+/ } }))
  )
  t.strictSame(await answer(app, 'GET /posts/12.json'), {
    controller: 'posts',
    action: 'show',
    params: { id: '12' },
    format: 'json'
  })
  for (const url of ['/posts/1.2', '/posts/1.2.json', '/posts/a.json']) {
    t.equal(await answer(app, `GET ${url}`), 404, url)
  }
  t.throws(() => app.urlFor.postPath('1.2'), {
    message: "postPath: id: '1.2' holds a '.', which an id of a route with formats ('json') cannot hold"
  })
})

t.test("the router's options, prefixes, conditions and scopes apply", async (t) => {
  const tree = draw({ formats: ['json'] }, (map) =>
    map.namespace('admin', (admin) =>
      admin
        .root({ controller: 'desks', action: 'show' })
        .resources('posts', { only: ['index', 'show'], conditions: { host: 'a.org' } })
    )
  )
  const app = await echoApp(
    tree,
    { prefix: '/v1', scopes: { admin: async () => undefined } },
    {
      routerOptions: {
        caseSensitive: false,
        ignoreTrailingSlash: true,
        ignoreDuplicateSlashes: true,
        maxParamLength: 10
      }
    }
  )
  const headers = { host: 'a.org' }
  for (const url of [
    '/v1/admin/posts.json',
    '/V1/admin/POSTS.json',
    '/v1/admin/posts.json/',
    '/v1//admin//posts/1.json',
    '/v1/admin/posts/1234567890.json'
  ]) {
    t.match(await answer(app, `GET ${url}`, { headers }), { controller: 'admin/posts', format: 'json' }, url)
  }
  t.equal(await answer(app, 'GET /v1/admin/posts.JSON', { headers }), 404, 'an extension has one case')
  t.match(await answer(app, 'GET /v1/admin.json'), { controller: 'admin/desks', format: 'json' })
  t.strictSame(
    await Promise.all(
      ['GET /v1/admin/posts.json', 'GET /v1.json'].map(async (line) => await answer(app, line))
    ),
    [404, 404]
  )
  t.equal(app.urlFor.adminPostPath(1, { format: 'json' }), '/v1/admin/posts/1.json')
})

t.test('a wrong method gets a 405 with an extension too, and an unknown path a 404', async (t) => {
  const app = await echoApp(routes)
  const allow = async (url: string): Promise<unknown> => {
    const { statusCode, headers } = await app.inject({ method: 'PATCH', url })
    return statusCode === 405 ? String(headers.allow).split(', ').sort().join(', ') : statusCode
  }
  t.strictSame(
    await Promise.all(
      ['/posts.json', '/posts/1.xml', '/posts/new.html', '/posts/1.pdf', '/posts.pdf'].map(allow)
    ),
    ['GET, HEAD, POST', 'DELETE, GET, HEAD, PUT', 'DELETE, GET, HEAD, PUT', 404, 404]
  )
})

t.test('schemas and handlers do not see the extension as a parameter; earlier hooks of the app do', async (t) => {
  const app = Fastify({ ajv: { customOptions: { removeAdditional: false } } })
  const seen: unknown[] = []
  app.addHook('onRequest', async (request) => {
    seen.push(request.format)
  })
  app.setNotFoundHandler(async (request) => ({ format: request.format }))
  const tree = draw((map) => map.resources('posts', { only: ['show', 'update'], formats: ['json'] }))
  const params = {
    type: 'object',
    properties: { id: { type: 'integer' } },
    required: ['id'],
    additionalProperties: false
  }
  await app.register(resourcesPlugin, {
    routes: tree,
    controllers: {
      posts: {
        routeOptions: {
          schema: { params },
          onRequest: async (request: FastifyRequest) => {
            seen.push({ ...(request.params as object) })
          }
        },
        show: async (request: FastifyRequest) => [request.params, request.format],
        update: {
          onRequest: [],
          handler: async (request: FastifyRequest) => [request.params, request.format]
        }
      }
    }
  })
  app.get('/files/:format', async (request) => [request.params, request.format])
  t.strictSame(await answer(app, 'GET /posts/1.json'), [{ id: 1 }, 'json'])
  t.strictSame(await answer(app, 'PUT /posts/2.json'), [{ id: 2 }, 'json'])
  t.strictSame(await answer(app, 'GET /posts/3'), [{ id: 3 }, null])
  t.equal(await answer(app, 'GET /posts/a.json'), 400)
  t.strictSame(
    await answer(app, 'GET /files/json'),
    [{ format: 'json' }, null],
    "a variable of the app's own"
  )
  t.strictSame(await answer(app, 'GET /nowhere.json'), { format: null })
  t.strictSame(seen, [
    'json',
    { id: '1' },
    'json',
    { id: '2' },
    null,
    { id: '3' },
    'json',
    { id: 'a' },
    null,
    null
  ])
})

const branches = { html: () => '<p>', json: () => ({ id: 1 }), xml: () => '<post/>' }

/** An app whose `/posts` answers what the function gives. */
async function answeringApp (
  index: (request: FastifyRequest, reply: FastifyReply) => unknown,
  formats = ['html', 'json', 'xml']
): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'index', formats })),
    controllers: { posts: { index } }
  })
  return app
}

t.test('respondTo chooses by the extension, else by Accept', async (t) => {
  const app = await answeringApp(async (_request, reply) => reply.respondTo(branches))
  const html = ['text/html; charset=utf-8', '<p>']
  const json = ['application/json; charset=utf-8', '{"id":1}']
  const xml = ['application/xml', '<post/>']
  const cases: ReadonlyArray<readonly [url: string, accept: string | undefined, expected: string[]]> = [
    ['/posts.html', 'application/json', html],
    ['/posts.json', 'text/html', json],
    ['/posts.xml', undefined, xml],
    ['/posts', undefined, html],
    ['/posts', '', html],
    ['/posts', '*/*', html],
    ['/posts', 'text/*', html],
    ['/posts', 'application/*', json],
    ['/posts', 'application/json', json],
    ['/posts', 'Application/JSON; Charset=UTF-8', json],
    ['/posts', 'application/xml, application/json', xml],
    ['/posts', 'application/json;q=0.5, text/html;q=0.4, */*;q=0.1', json],
    ['/posts', 'text/html;q=0, */*', json],
    ['/posts', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', html],
    ['/posts', 'image/png, */*;q=0.1', html],
    ['/posts', 'text/xml', ['text/xml; charset=utf-8', '<post/>']],
    ['/posts', 'text/xml;charset=utf-8', ['text/xml; charset=utf-8', '<post/>']],
    ['/posts', '', html]
  ]
  for (const [url, accept, expected] of cases) {
    const response = await app.inject({ url, headers: accept === undefined ? {} : { accept } })
    t.strictSame(
      [response.headers['content-type'], response.body],
      expected,
      `${url} ${accept ?? 'without Accept'}`
    )
    t.equal(response.headers.vary, url === '/posts' ? 'Accept' : undefined)
  }
})

t.test('each Accept gets its own answer, however many clients have sent another one', async (t) => {
  const app = await answeringApp(async (request, reply) => {
    const { of } = request.query as { readonly of?: string }
    const { html, json } = branches
    if (of === 'joined') return reply.respondTo({ 'html\0json': html })
    return reply.respondTo(of === 'json' ? { json, html } : { html, json })
  })
  const answered = async (accept: string, of = 'html'): Promise<unknown> => {
    const { statusCode, headers } = await app.inject({ url: `/posts?of=${of}`, headers: { accept } })
    return statusCode === 200 ? String(headers['content-type']).split(';')[0] : statusCode
  }
  for (let count = 0; count < 120; count++) {
    const accept = `application/json, text/html;q=0.${count}`
    t.equal(await answered(accept), 'application/json', accept)
  }
  for (let count = 0; count < 2; count++) {
    t.equal(await answered('text/html'), 'text/html')
    t.equal(await answered('application/json;q=0.5, text/html;q=0.4'), 'application/json')
    t.equal(await answered(`${'a/b, '.repeat(50)}text/html;q=0.1`), 'text/html', 'a long one')
    t.equal(await answered('*/*'), 'text/html')
    t.equal(await answered('*/*', 'json'), 'application/json', 'the first function')
    t.equal(await answered('image/png'), 406)
    t.equal(await answered('*/*', 'joined'), 500, 'a name of two formats is none')
  }
})

t.test('Accept is added to Vary once', async (t) => {
  const varied = async (...fields: string[][]): Promise<unknown> => {
    const app = await answeringApp(async (_request, reply) => {
      for (const field of fields) reply.header('vary', field.length === 1 ? field[0] : field)
      return reply.respondTo(branches)
    })
    return (await app.inject('/posts')).headers.vary
  }
  t.equal(await varied(['Origin']), 'Origin, Accept')
  t.equal(await varied(['Origin,Accept-Encoding']), 'Origin, Accept-Encoding, Accept')
  t.equal(await varied(['Origin', 'Cookie']), 'Origin, Cookie, Accept')
  t.equal(await varied(['accept']), 'accept')
  t.equal(await varied(['Origin, ACCEPT']), 'Origin, ACCEPT')
  t.equal(await varied(['*']), '*')
  t.equal(await varied(['']), 'Accept')
})

t.test("if no format fits, the app's error handler gets a 406 with the list", async (t) => {
  const app = await answeringApp(async (_request, reply) =>
    reply.respondTo({ html: branches.html, json: branches.json })
  )
  const byAccept = await app.inject({ url: '/posts', headers: { accept: 'image/png' } })
  t.match(byAccept.json(), {
    statusCode: 406,
    code: 'FST_RESOURCES_NOT_ACCEPTABLE',
    message: "the request accepts 'image/png'; expected 'html' or 'json'"
  })
  t.strictSame(
    [byAccept.statusCode, byAccept.headers.vary, byAccept.headers['content-type']],
    [406, 'Accept', 'application/json; charset=utf-8']
  )
  const byExtension = await app.inject({ url: '/posts.xml', headers: { accept: '*/*' } })
  t.match(byExtension.json(), {
    statusCode: 406,
    message: "the request has the format 'xml'; expected 'html' or 'json'"
  })
  t.equal(byExtension.headers.vary, 'Accept', 'a client may ask for a problem')
})

t.test('a format of a row that respondTo lacks is told once in the log', async (t) => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => lines.push(line) } } })
  const handler = async (_request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    reply.respondTo({ json: branches.json })
  await app.register(resourcesPlugin, {
    routes: draw({ formats: ['html', 'json', 'xml'] }, (map) =>
      map.root({ controller: 'posts', action: 'index' }).resources('posts', { only: ['index', 'show'] })),
    controllers: { posts: { index: handler, show: { formats: ['json', 'xml'], handler } } }
  })
  app.get('/own', handler)
  const told = (row: string, format: string): string =>
    `fastify-resources: ${row.replace('#', ` has the format '${format}', but respondTo() of posts#`)} has no ` +
    'such function; add it, or list what it has in the option formats'
  const index = 'GET /posts#index'
  const show = 'GET /posts/:id#show'
  const cases: ReadonlyArray<readonly [url: string, accept: string, told: string[]]> = [
    ['/posts.xml', '*/*', [told(index, 'xml')]],
    ['/posts.xml', '*/*', []],
    ['/posts', 'application/xml', []],
    ['/posts', 'text/html', [told(index, 'html')]],
    ['/posts', 'image/png', []],
    ['/', 'text/html', []],
    ['/own', 'text/html', []],
    ['/posts/1.html', '*/*', []],
    ['/posts/1', 'text/html', []],
    ['/posts/1', 'text/html, text/xml;q=0.5', [told(show, 'xml')]]
  ]
  for (const [url, accept, expected] of cases) {
    lines.length = 0
    t.equal((await app.inject({ url, headers: { accept } })).statusCode, 406, url)
    t.strictSame(lines.map((line) => JSON.parse(line).msg as string), expected, `${url} ${accept}`)
  }
})

t.test('refused: formats of an action that its rows do not have', async (t) => {
  const handler = async (): Promise<string> => ''
  const tree = draw({ formats: ['html', 'json'] }, (map) => map
    .root({ controller: 'posts', action: 'index' })
    .resources('posts', { only: ['index', 'show'], collection: { feed: 'get' } })
    .route('robots', '/robots', 'site#robots', { formats: [] }))
  const registered = async (posts: object, robots: object = {}): Promise<unknown> => await Fastify()
    .register(resourcesPlugin, {
      routes: tree,
      controllers: {
        posts: { index: handler, show: handler, feed: handler, ...posts },
        site: { robots: { handler, ...robots } }
      }
    })
  const expected = "expected a list with some of ['html', 'json'] for GET"
  const cases: ReadonlyArray<readonly [posts: object, robots: object, mistake: string]> = [
    [{ show: { formats: ['atom'], handler } }, {}, `posts.show.formats: ${expected} /posts/:id, got ['atom']`],
    [{ index: { formats: ['json', 'atom'], handler } }, {},
      `posts.index.formats: ${expected} /posts, got ['json', 'atom']`],
    [{}, { formats: ['json'] }, "site.robots.formats: expected none for GET /robots, got ['json']"],
    [{ feed: { formats: 'json', handler } }, {}, `posts.feed.formats: ${expected} /posts/feed, got 'json'`],
    [{ feed: { formats: [], handler } }, {}, `posts.feed.formats: ${expected} /posts/feed, got []`],
    [{ feed: { formats: [1], handler } }, {}, `posts.feed.formats: ${expected} /posts/feed, got [1]`],
    [{ routeOptions: { formats: ['a'] }, show: { formats: ['json'], handler }, feed: { formats: ['json'], handler } },
      {}, `posts.index.formats: ${expected} /posts, got ['a']`],
    [{ formats: ['json'] }, {},
      "posts: 'formats' beside the actions has no effect; write routeOptions: { formats: … } for all actions, or " +
      'give it to one']
  ]
  for (const [posts, robots, mistake] of cases) {
    await t.rejects(registered(posts, robots), {
      code: 'FST_RESOURCES_CONTROLLERS', message: `The controllers have a mistake: ${mistake}`
    }, mistake)
  }
  await t.resolves(registered({ routeOptions: { formats: ['json'] }, index: { formats: ['html'], handler } }))
})

t.test('an error handler may respond by format too; if none fits, its first function answers, so that no 406 hides the error', async (t) => {
  const app = Fastify()
  app.setErrorHandler(async (error: Anything, _request, reply) =>
    reply
      .code(error.statusCode ?? 500)
      .respondTo({ html: () => `<p>${error.message}`, json: () => [error.message] })
  )
  const index = async (): Promise<never> => {
    throw new Error('mine')
  }
  await app.register(resourcesPlugin, {
    routes,
    controllers: { ...echoControllers(routes), posts: { ...echoControllers(routes).posts, index } }
  })
  t.equal((await app.inject('/posts.json')).body, '["mine"]')
  t.equal((await app.inject({ url: '/posts', headers: { accept: 'text/html' } })).body, '<p>mine')
  for (const [url, accept] of [
    ['/posts', 'image/png'],
    ['/posts.xml', 'application/xml']
  ] as const) {
    const { statusCode, headers, body } = await app.inject({ url, headers: { accept } })
    t.strictSame([statusCode, headers['content-type'], body], [500, 'text/html; charset=utf-8', '<p>mine'])
  }
})

t.test('a missing record answers in the format that its row was asked for', async (t) => {
  const app = Fastify()
  app.setNotFoundHandler(
    async (_request, reply) =>
      await reply.code(404).respondTo({ html: () => 'no page', json: () => ({ found: false }) })
  )
  const routes = draw((map) =>
    map
      .resources('posts', { only: 'show', formats: ['json'] })
      .resources('tags', { only: 'show', defaults: { format: 'json' } })
  )
  const missing = { load: () => null, show: async () => 'a record' }
  await app.register(resourcesPlugin, { routes, controllers: { posts: missing, tags: missing } })
  const cases: ReadonlyArray<readonly [url: string, answer: RegExp]> = [
    ['/posts/1', /^no page$/],
    ['/posts/1.json', /"message":"post 1 was not found"/],
    ['/tags/1', /"message":"tag 1 was not found"/],
    ['/elsewhere', /^no page$/]
  ]
  for (const [url, answer] of cases) {
    const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } })
    t.match([statusCode, body], [404, answer], url)
  }
})

t.test('only the chosen function is called; its result is the answer', async (t) => {
  const calls: string[] = []
  const payload: Record<string, (reply: FastifyReply) => unknown> = {
    html: async () => await Promise.resolve('<p>'),
    json: () => Readable.from(['[1]']),
    txt: (reply) => {
      reply.send('sent')
    },
    csv: async (reply) => await reply.send('a,b'),
    pdf: () => Buffer.from('%PDF'),
    xml: () => {
      throw Object.assign(new Error('mine'), { statusCode: 418 })
    },
    atom: async () => await Promise.reject(new Error('rejected')),
    rss: (reply) => reply.type('text/plain').redirect('/', 303),
    svg: () => ({ no: 'text' })
  }
  const formats = Object.keys(payload)
  const app = await answeringApp(
    async (_request, reply) =>
      reply.respondTo(
        Object.fromEntries(
          formats.map((format) => [
            format,
            () => {
              calls.push(format)
              return payload[format]?.(reply)
            }
          ])
        )
      ),
    formats
  )
  const answers: Record<string, unknown> = {}
  for (const format of formats) {
    const { statusCode, headers, body } = await app.inject(`/posts.${format}`)
    answers[format] = [statusCode, headers['content-type'], statusCode < 400 ? body : '']
  }
  const failed = 'application/json; charset=utf-8'
  t.strictSame(answers, {
    html: [200, 'text/html; charset=utf-8', '<p>'],
    json: [200, 'application/json; charset=utf-8', '[1]'],
    txt: [200, 'text/plain; charset=utf-8', 'sent'],
    csv: [200, 'text/csv; charset=utf-8', 'a,b'],
    pdf: [200, 'application/pdf', '%PDF'],
    xml: [418, failed, ''],
    atom: [500, failed, ''],
    rss: [303, 'text/plain', ''],
    svg: [500, failed, '']
  })
  t.strictSame(calls, formats)
})

t.test('respondTo may be returned from a handler that is not async', async (t) => {
  const app = await answeringApp((_request, reply) =>
    reply.respondTo({ json: () => [1], html: async () => 'later' })
  )
  t.strictSame(
    [
      (await app.inject('/posts.json')).body,
      (await app.inject('/posts.html')).body,
      (await app.inject('/posts.xml')).statusCode
    ],
    ['[1]', 'later', 406]
  )
})

t.test('request.format is the chosen format', async (t) => {
  const app = await answeringApp(async (request, reply) => {
    const before = request.format
    return reply.respondTo({
      html: () => `${before} ${request.format}`,
      json: () => [before, request.format]
    })
  })
  t.equal((await app.inject('/posts')).body, 'null html')
  t.equal((await app.inject('/posts.json')).body, '["json","json"]')
})

t.test("respondTo chooses by Accept in the app's own routes and in inner scopes", async (t) => {
  const app = Fastify()
  app.register(
    async (scope) => {
      await scope.register(resourcesPlugin, { routes, controllers: echoControllers(routes) })
    },
    { prefix: '/v1' }
  )
  await app.register(resourcesPlugin)
  app.get('/about.:format', async (request, reply) =>
    reply.respondTo({ html: () => '<p>', json: () => [request.format, request.params] })
  )
  app.register(
    async (scope) => {
      await scope.register(resourcesPlugin, { routes, controllers: echoControllers(routes) })
      scope.get('/here', async (_request, reply) => reply.respondTo({ json: () => [1] }))
    },
    { prefix: '/v2' }
  )
  t.equal((await app.inject('/about.json')).body, '<p>')
  t.equal(
    (await app.inject({ url: '/about.x', headers: { accept: 'application/json' } })).body,
    '["json",{"format":"x"}]'
  )
  t.equal((await app.inject('/v2/here')).body, '[1]')
  t.match((await app.inject('/v1/posts.json')).json(), { format: 'json' })
})

const TURBO = 'text/vnd.turbo-stream.html'

t.test('mediaTypes gives further formats, for paths, respondTo and Accept', async (t) => {
  const app = Fastify()
  const tree = draw((map) => map.resources('posts', { only: 'show', formats: ['html', 'turbo_stream', 'm'] }))
  const show = (request: FastifyRequest, reply: FastifyReply): unknown =>
    reply.respondTo({
      html: () => `page ${request.format}`,
      turbo_stream: () => `stream ${request.format}`,
      m: () => `small ${request.format}`
    })
  await app.register(resourcesPlugin, {
    routes: tree,
    controllers: { posts: { show } },
    mediaTypes: { turbo_stream: TURBO, m: 'text/html' }
  })
  t.equal(app.urlFor('post', { id: 1 }, { format: 'turbo_stream' }), '/posts/1.turbo_stream')
  const answers: ReadonlyArray<readonly [url: string, accept: string, body: string, type: string]> = [
    [
      '/posts/1',
      `${TURBO}, text/html, application/xhtml+xml`,
      'stream turbo_stream',
      `${TURBO}; charset=utf-8`
    ],
    ['/posts/1', 'text/html', 'page html', 'text/html; charset=utf-8'],
    ['/posts/1.turbo_stream', '*/*', 'stream turbo_stream', `${TURBO}; charset=utf-8`],
    ['/posts/1.m', '*/*', 'small m', 'text/html; charset=utf-8']
  ]
  for (const [url, accept, body, type] of answers) {
    const response = await app.inject({ url, headers: { accept } })
    t.strictSame([response.body, response.headers['content-type']], [body, type], `${url} ${accept}`)
  }
})

t.test('all formats that the docs list are known; texts and JSON have a charset', async (t) => {
  const page = readFileSync(new URL('../../../docs/formats.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('| kind | formats |')
  const formats = [...table.matchAll(/^\|.*\| `(.*)` \|$/gm)].flatMap(([, list = '']) => list.split(' '))
  t.ok(formats.length > 40)
  const app = await answeringApp(
    async (request, reply) =>
      await reply.respondTo({ [String(request.format)]: () => Buffer.from(String(request.format)) }),
    formats
  )
  for (const format of formats) {
    const { headers, body } = await app.inject(`/posts.${format}`)
    t.equal(body, format)
    t.match(headers['content-type'], /^(text\/[\w.-]+; charset=utf-8|application\/json; charset=utf-8|(application|audio|font|image|video)\/[\w.+-]+)$/)
  }
})

t.test('one app has one media type for a format', async (t) => {
  const app = Fastify()
  const register = async (mediaTypes: Anything): Promise<unknown> =>
    await app.register(async (scope) => {
      await scope.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: 'none' })),
        mediaTypes
      })
    })
  await register({ m: 'text/html' })
  await register({ m: 'text/html' })
  await t.rejects(register({ m: 'text/plain' }), {
    code: 'FST_RESOURCES_FORMATS',
    message:
      "The formats have a mistake: mediaTypes: m: the app has 'text/html' for it already, got 'text/plain'"
  })
})

t.test('a misspelt format of the option mediaTypes has a hint', async (t) => {
  const routes = draw({ formats: ['turbo_strem'] }, (map) => map.resources('posts', { only: 'index' }))
  await t.rejects(
    async () => await Fastify().register(resourcesPlugin, {
      routes,
      controllers: { posts: { index: async () => [] } },
      mediaTypes: { turbo_stream: TURBO }
    }),
    { code: 'FST_RESOURCES_FORMATS', message: /; did you mean 'turbo_stream'\?$/ }
  )
})

t.test('mediaTypes are texts with a slash, by format', async (t) => {
  for (const mediaTypes of [{ turbo: 'stream' }, { Turbo: TURBO }, { turbo: 1 }, [TURBO]] as Anything[]) {
    const registered = async (): Promise<unknown> =>
      await Fastify().register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: 'none' })),
        mediaTypes
      })
    await t.rejects(registered(), {
      code: 'FST_RESOURCES_OPTIONS',
      message:
        /mediaTypes: expected media types by format, such as \{ turbo_stream: 'text\/vnd\.turbo-stream\.html' \}, got /
    })
  }
})

t.test('refused: invalid functions, and formats without a media type', async (t) => {
  const given: Anything[] = [
    { html: 1, nothing: () => 1, constructor: () => 1, '.json': () => 1, JSON: () => 1 },
    {},
    undefined,
    [() => 1]
  ]
  const app = await answeringApp(async (request, reply) =>
    reply.respondTo(given[Number((request.query as object) && (request.query as Anything).of)])
  )
  const media = (format: string, hint = ''): string =>
    `there is no media type for '${format}'; expected a known extension, such as 'html' or 'json', or its type in the option mediaTypes${hint}`
  const messages = await Promise.all(
    given.map(async (_, index) => (await app.inject(`/posts?of=${index}`)).json())
  )
  t.strictSame(
    messages.map(({ code, statusCode }) => `${String(code)} ${String(statusCode)}`),
    Array(4).fill('FST_RESOURCES_FORMATS 500')
  )
  t.equal(
    messages[0].message,
    `The formats have 5 mistakes:
  - respondTo(): html: expected a function, got 1
${['nothing', 'constructor', '.json', 'JSON'].map((format) => `  - respondTo(): ${media(format, /json/i.test(format) ? "; did you mean 'json'?" : '')}`).join('\n')}`
  )
  t.match(
    messages[1].message,
    /respondTo\(\): expected functions by format, such as \{ html: \(\) => …, json: \(\) => … \}, got an object without properties$/
  )
  t.match(messages[2].message, /got undefined$/)

  const unknown = draw({ formats: ['nothing', 'json', 'turbo'] }, (map) =>
    map.resources('posts').resources('tags')
  )
  await t.rejects(echoApp(unknown), {
    code: 'FST_RESOURCES_FORMATS',
    message: `The formats have 2 mistakes:\n  - ${media('nothing')}\n  - ${media('turbo')}`
  })
})

t.test('refused: a route of the app on a path with an extension, whichever comes first', async (t) => {
  for (const url of ['/posts.json', '/posts/:slug.json', '/posts/:id.:format', '/posts/:id/edit.xml']) {
    const first = Fastify()
    first.get(url, async () => 'mine')
    const registered = async (): Promise<unknown> =>
      await first.register(resourcesPlugin, { routes, controllers: echoControllers(routes) })
    await t.rejects(
      registered,
      { code: 'FST_RESOURCES_ROUTE', message: /already declared for route '\/posts/ },
      url
    )
  }
  const app = await echoAppOpen()
  t.throws(() => app.get('/posts/:slug.json', async () => 'mine'), {
    code: 'FST_RESOURCES_ROUTE',
    message:
      /^Fastify cannot register the routes, which have a mistake: Method 'GET' already declared for route '\/posts\/:slug\.json': the resources answer '\/posts\/:id' with the formats [a-z, ]+; remove one of the two$/
  })
  t.throws(() => app.get('/posts.json', { config: {} }, async () => 'mine'), { code: 'FST_RESOURCES_ROUTE' })
  t.throws(() => app.get('/posts/:id.:format', async () => 'mine'), { code: 'FST_ERR_DUPLICATED_ROUTE' })
  app.get('/posts.pdf', async () => ['mine'])
  app.patch('/posts/:id.json', async () => ['mine'])
  t.strictSame(
    [await answer(app, 'GET /posts.pdf'), await answer(app, 'PATCH /posts/1.json')],
    [['mine'], ['mine']]
  )
})

async function echoAppOpen (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(resourcesPlugin, { routes, controllers: echoControllers(routes) })
  return app
}
