/** What `walkApp` says of apps that work, of its options, and of what it cannot walk. */

import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import t from 'tap'
import resourcesPlugin, { draw } from '../../lib/index.js'
import { walkApp } from '../../lib/testing.js'
import type { WalkOptions } from '../../lib/testing.js'
import {
  appOf, bodyOf, DATA, data, editor, form, httpError, known, page, pages, PAGES, requireUser, title
} from '../support/walked-apps.js'

t.test('an app of pages that works has no findings, and a table of who may do what', async (t) => {
  const { findings, access, unproved, text } = await walkApp(pages(), PAGES)
  t.strictSame(findings, [], text)
  t.strictSame(access, {
    'DELETE /posts/:id': ['editor'],
    'DELETE /session': ['editor'],
    'POST /posts': ['editor'],
    'POST /session': ['editor', 'stranger'],
    'PUT /posts/:id': ['editor']
  })
  t.strictSame(unproved, ['answer: no row documents its answers'])
})

t.test('a link tells an id to a stranger who may not follow it', async (t) => {
  const { findings, access, text } = await walkApp(pages(), { open: ['POST /session'] })
  t.strictSame(findings, [], text)
  t.strictSame(access, {
    'DELETE /posts/:id': [],
    'DELETE /session': [],
    'POST /posts': [],
    'POST /session': ['stranger'],
    'PUT /posts/:id': []
  })
})

t.test('a rate limit is unproved, and no finding', async (t) => {
  const limited = pages(() => ({
    footer: '<a href="/limited">',
    setUp: (app) =>
      app.get('/limited', async () => {
        throw httpError(429, 'Later')
      })
  }))
  const { findings, unproved, text } = await walkApp(limited, { open: ['POST /session'] })
  t.strictSame(findings, [], text)
  t.ok(unproved.includes('GET /limited: a rate limit refused some requests (429)'), text)
})

t.test('an answer that breaks off is a crash, and one without an end costs one timeout and is unproved', async (t) => {
  const asked: string[] = []
  const breaking = pages(() => ({
    footer: '<a href="/torn">Torn</a><a href="/dropped">Dropped</a><a href="/events">Events</a>',
    setUp: (app) => {
      app.get('/torn', async (_, reply) => await reply.type('text/html').send(Readable.from((function * () {
        yield '<a href="/posts">'
        throw new Error('The database is gone')
      })())))
      app.get('/dropped', (_, reply) => {
        reply.hijack()
        reply.raw.destroy()
      })
      app.get('/events', (_, reply) => {
        reply.hijack()
        reply.raw.on('close', () => asked.push('closed'))
        reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
      })
    }
  }))
  const { findings, unproved, text } = await walkApp(breaking, { open: ['POST /session'], timeout: 1000 })
  t.strictSame(
    findings.filter(({ law }) => law === 'crash').map(({ row, message }) => `${row}: ${message}`),
    ['GET /torn', 'GET /dropped'].map((row) => `${row}: ${row} gives stranger 0: its answer breaks off`),
    text
  )
  t.strictSame(
    unproved.filter((line) => line.includes('/events')),
    ['GET /events: its answer does not end, so only its head was looked at']
  )
  t.ok(asked.length > 1)
})

t.test('no finding: redirects that end, those to other sites, places in a page that answers a form, and an asset, which only the first app is asked for', async (t) => {
  const asked: number[] = []
  const createApp = pages(() => ({
    footer:
      '<link rel="stylesheet" href="/style.css"><a href="/old">Old</a><a href="/hop?n=5">Hop</a><a href="/away">Away</a><a href="/welcome">Welcome</a><a href="/private">Private</a><form method="post" action="/preview"></form>',
    setUp: async (app) => {
      const number = asked.push(0) - 1
      app.get('/style.css', async (_, reply) => {
        asked[number] = (asked[number] ?? 0) + 1
        return reply.type('text/css').send('a {}')
      })
      app.get('/old', async (_, reply) => reply.redirect('/older', 301))
      app.get('/older', async (_, reply) => reply.redirect('http://localhost/posts', 308))
      app.get('/hop', async ({ query }, reply) => {
        const left = Number((query as { n: string }).n)
        return left === 0 ? reply.redirect('/posts') : reply.redirect(`?n=${left - 1}`, 307)
      })
      app.post('/preview', async (_, reply) => page(reply, '<a href="#top">Top</a><a href="/posts">All</a>'))
      app.get('/away', async (_, reply) => reply.redirect('https://example.org/nowhere'))
      app.get('/private', async (request, reply) =>
        request.cookies.session === undefined ? reply.redirect('/session/new', 303) : 'private'
      )
      await app.register(async (scope) => {
        await scope.register(resourcesPlugin, {
          routes: draw((map) => map.route('home', '/home', 'homes#show').redirect('/welcome', 'home')),
          controllers: { homes: { show: async () => 'home' } }
        })
      })
    }
  }))
  const { findings, text } = await walkApp(createApp, PAGES)
  t.strictSame(findings, [], text)
  t.strictSame(
    [asked.length > 1, asked.map((count) => count > 0)],
    [true, asked.map((_, place) => place === 0)]
  )
})

const json200 = (properties: object): object => ({ response: { 200: { type: 'object', properties } } })

const signature = async ({ headers }: FastifyRequest): Promise<void> => {
  if (headers.authorization === undefined) throw httpError(400, 'No signature')
}

for (const [what, createApp, options] of [
  [
    'an app that wants https behind a proxy, as its baseUrl says',
    appOf(draw((map) => map.root('posts#index')), { posts: { index: async () => 'a page' } }, (app) =>
      app.addHook('onRequest', async ({ protocol, host, url }, reply) => {
        if (protocol !== 'https') return reply.redirect(`https://${host}${url}`)
      }), { server: { trustProxy: true }, baseUrl: 'https://example.org' })
  ],
  [
    'a hook that hides a part of a value, and a number that is a flag',
    appOf(draw((map) => map.root('posts#index')), {
      posts: {
        index: {
          schema: json200({ email: { type: 'string' }, done: { type: 'boolean' } }),
          handler: async () => ({ email: 'ann@example.org', done: 1 })
        }
      }
    }, (app) => app.addHook('preSerialization', async (_request, _reply, payload: object) =>
      ({ ...payload, email: '***@example.org' })
    ))
  ],
  [
    'a guard that answers 400 before validation, by a hook of the same kind',
    appOf(draw((map) => map.resources('hooks', { only: 'create' })), {
      hooks: {
        create: {
          preValidation: signature,
          schema: { body: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } },
          handler: async () => 'done'
        }
      }
    })
  ],
  [
    'fields whose values have limits that no schema tells',
    appOf(draw((map) => map.resources('people', { only: ['index', 'create'] })), {
      people: {
        index: (_: unknown, reply: FastifyReply) => page(reply, form('/people', [
          '<input name="age" type="number" min="18">', '<input name="half" type="number" max="0.5">',
          '<input name="day" type="date" min="2030-05-05">', '<input name="zip" pattern="[0-9]{5}">',
          '<input name="odd" pattern="[">', '<input name="name" pattern="[A-Z]{9}">', '<textarea name="about" minlength="30"></textarea>'
        ].join(''))),
        create: {
          preHandler: async ({ body, headers }: any) => {
            const { age = 0, half = '1', day = '', zip = '', about = '' } = body ?? {}
            const isValid = age >= 18 && half <= 0.5 && day >= '2030-05-05' && /^\d{5}$/.test(zip) && about.length >= 30
            if (headers['content-type'] !== 'application/json' && !isValid) throw httpError(422, 'Out of limits')
          },
          onRequest: requireUser,
          handler: async (_: unknown, reply: FastifyReply) => reply.redirect('/people', 303)
        }
      }
    })
  ],
  [
    'a row for an internal network',
    appOf(draw((map) => map.resources('caches', { only: 'destroy' })), {
      caches: {
        destroy: {
          onRequest: async ({ ip, headers }: FastifyRequest) => {
            const isInside = /^(?:10|127|192\.168)\./.test(ip) || headers.authorization !== undefined
            if (!isInside) throw httpError(403, 'Internal')
          },
          handler: async () => 'done'
        }
      }
    }),
    { start: ['/caches/1'] }
  ]
] as Array<[string, () => Promise<FastifyInstance>, WalkOptions?]>) {
  t.test(`no finding: ${what}`, async (t) => {
    const { findings, text } = await walkApp(createApp, { ...DATA, ...options })
    t.strictSame(findings, [], text)
  })
}

t.test('laws that nothing asks for say so', async (t) => {
  const { findings, unproved, text } = await walkApp(data(), {})
  t.strictSame(findings, [], text)
  t.strictSame(
    unproved,
    [
      'DELETE /prices/:id: no id is known; name a path with one in start',
      'GET /prices/:id: no id is known; name a path with one in start',
      'PUT /prices/:id: no id is known; name a path with one in start',
      'link: no page has a link',
      'form: no page has a form',
      'access: no visitors are given, so only a stranger asked'
    ].sort((one, other) => unproved.indexOf(one) - unproved.indexOf(other))
  )
})

t.test('what the options name and nobody finds is told', async (t) => {
  const { findings, unproved, text } = await walkApp(pages(), {
    open: ['POST /session'],
    start: ['/helth', '/session/77', '/posts/1'],
    ignore: /logoot/,
    visitors: { editor, nobody: { headers: { 'x-token': 'worth nothing' } } }
  })
  t.strictSame(findings.filter(({ message }) => message.startsWith('start')).map((one) => [one.row, one.message]), [
    ['GET /helth', 'start names /helth, which answers 404 to everybody'],
    ['GET /session/77', 'start names /session/77, which answers 404 to everybody']
  ], text)
  for (const line of [
    'ignore: no path that the walk saw matches it',
    'visitors.nobody: it gets past no guard that refuses a stranger'
  ]) { t.ok(unproved.includes(line), text) }
})

t.test('a row of open that no request reached is unproved, and not told to refuse strangers', async (t) => {
  const open = ['PUT /posts/:id', 'POST /notes', 'POST /gone']
  const createApp = appOf(draw((map) => map.resources('posts', { only: 'update' }).resources('notes', { only: 'create' })), {
    posts: { update: known('done') },
    notes: { create: async () => 'done' }
  })
  const { findings, unproved, text } = await walkApp(createApp, { open, ignore: /notes/ })
  t.strictSame(findings.map(({ row, message }) => [row, message]), [
    ['POST /gone', 'POST /gone is in open, but no row that writes has this label; remove it']
  ], text)
  t.match(unproved, [
    'POST /notes: its path matches ignore',
    'PUT /posts/:id: no id is known; name a path with one in start'
  ], text)
})

t.test('rows of other methods are asked too, and need no entry in open', async (t) => {
  const words = (pattern: string): object =>
    ({ type: 'object', required: ['q'], properties: { q: { type: 'string', pattern } } })
  const createApp = appOf(
    draw((map) => map
      .route('search', '/search', 'posts#search', { method: 'query' })
      .route('find', '/find', 'posts#find', { method: 'query' })
      .route('narrow', '/narrow', 'posts#narrow', { method: 'query' })
      .route('sift', '/sift', 'posts#sift', { method: 'query' })
      .route('sort', '/sort', 'posts#sort', { method: 'query' })
      .route('found', '/posts/:id', 'posts#found', { method: 'query' })
      .route('ask', '/ask', 'posts#ask', { method: 'options' })),
    {
      posts: {
        search: { schema: { body: words('^text') }, handler: async ({ body }: any) => body.q.length },
        sift: { schema: { body: words('^z+$') }, handler: async () => 'done' },
        sort: { schema: { body: words('^z+$') }, handler: async () => 'done' },
        find: async () => await Promise.reject(new Error('No index')),
        narrow: { onRequest: requireUser, handler: async () => 'done' },
        found: known('done'),
        ask: async () => 'asked'
      }
    }
  )
  const { findings, access, unproved, text } = await walkApp(createApp, {
    ...DATA, bodies: { 'QUERY /sort': { q: 'zz' } }, open: ['QUERY /search']
  })
  t.strictSame(findings.map(({ law, row }) => `${law} ${row}`), ['crash QUERY /find', 'stranger QUERY /search'], text)
  t.strictSame(access, {})
  t.strictSame(unproved.filter((line) => !line.includes(' has ')), [
    'QUERY /sift: no valid body was found from its schema; give one in bodies',
    'QUERY /posts/:id: no id is known; name a path with one in start',
    'stranger: no row writes',
    'late: no row writes',
    'answer: no row documents its answers'
  ], text)
})

t.test('what cannot be walked is an error that says why', async (t) => {
  const app = Fastify()
  for (const [createApp, options, code, message] of [
    [1, {}, 'FST_RESOURCES_OPTIONS', /createApp: expected a function that gives a new app, got 1/],
    [pages(), { visitor: {} }, 'FST_RESOURCES_OPTIONS', /unknown option 'visitor'.*did you mean 'visitors'/],
    [
      pages(),
      { visitors: { stranger: {} } },
      'FST_RESOURCES_OPTIONS',
      /visitors: expected visitors by name, other than 'stranger'/
    ],
    [pages(), null, 'FST_RESOURCES_OPTIONS', /options: expected an object, got null/],
    [
      pages(),
      { visitors: { a: { header: {} }, b: {}, c: { fields: { d: '1' } }, e: { headers: 'x: y' }, f: { page: 3 } } },
      'FST_RESOURCES_OPTIONS',
      new RegExp([
        "visitors.a: unknown option 'header'; did you mean 'headers'\\?",
        'visitors.a: expected headers or page',
        'visitors.b: expected headers or page',
        'visitors.c: expected headers or page',
        "visitors.e: headers: expected headers such as .*, got 'x: y'",
        "visitors.f: page: expected a path such as '/session/new', got 3"
      ].join('.*'), 's')
    ],
    [pages(), { start: ['health'] }, 'FST_RESOURCES_OPTIONS', /start: expected a list of paths such as/],
    [
      pages(),
      { start: ['https://example.org/x'] },
      'FST_RESOURCES_OPTIONS',
      /start: expected paths of this app, got 'https:\/\/example.org\/x'/
    ],
    [pages(), { open: 'POST /session' }, 'FST_RESOURCES_OPTIONS', /open: expected a list of rows/],
    [pages(), { ignore: '/logout' }, 'FST_RESOURCES_OPTIONS', /ignore: expected a regular expression/],
    [
      pages(),
      { bodies: { 'POST /post': {}, 'GET /posts': {} } },
      'FST_RESOURCES_OPTIONS',
      /bodies: no row with a body is 'POST \/post'; did you mean 'POST \/posts'\?.*'GET \/posts'/s
    ],
    [pages(), { timeout: 0 }, 'FST_RESOURCES_OPTIONS', /timeout: expected a number of milliseconds, got 0/],
    [pages(), { timeout: true }, 'FST_RESOURCES_OPTIONS', /timeout: expected a number of .*, got true/],
    [pages(), { timeout: 1e10 }, 'FST_RESOURCES_OPTIONS', /timeout: expected a number of .*, got 10000000000/],
    [
      () => app,
      {},
      'FST_RESOURCES_WALK',
      /createApp: expected a function that gives a new Fastify app for each call/
    ],
    [async () => Fastify(), {}, 'FST_RESOURCES_OPTIONS', /walkApp\(\): expected an app with trees/],
    [
      pages(),
      { visitors: { editor: { ...editor, page: '/posts' } } },
      'FST_RESOURCES_WALK',
      /visitors.editor cannot log in: the page \/posts answers 200, without a form with name, password for this site/
    ],
    [
      pages(),
      { visitors: { editor: { page: '/session/new' } } },
      'FST_RESOURCES_WALK',
      /visitors.editor cannot log in: \/session\/new answers 422/
    ],
    [
      pages(() => ({
        footer: '<form method="post" action="https://elsewhere.org"><input name="pin"></form>'
      })),
      { visitors: { editor: { page: '/posts', fields: { pin: '1' } } } },
      'FST_RESOURCES_WALK',
      /without a form with pin for this site/
    ],
    [
      pages(),
      { visitors: { editor: { ...editor, fields: { name: 'a', password: 'b' } } } },
      'FST_RESOURCES_WALK',
      /visitors.editor cannot log in: \/session\/new answers 422/
    ]
  ] as Array<[never, never, string, RegExp]>) {
    await t.rejects(walkApp(createApp, options), { code, message }, String(message))
  }
})

t.test('each app is closed, also where it cannot be walked', async (t) => {
  let open = 0
  async function createApp (): Promise<FastifyInstance> {
    const app = await pages()()
    open++
    app.addHook('onClose', async () => { open-- })
    return app
  }
  const wrong = { ...editor, fields: { name: 'a', password: 'b' } }
  for (const options of [{ bodies: { 'POST /post': {} } }, { visitors: { editor: wrong } }]) {
    await t.rejects(walkApp(createApp, options))
    t.equal(open, 0)
  }
})

/** Hosts, a base path, references, tokens, and forms of several kinds. */
async function richApp (): Promise<FastifyInstance> {
  const app = Fastify()
  const photos = new Map<string, { id: number }>()
  const token = 'c2VjcmV0'
  app.addSchema({
    $id: 'size',
    type: 'object',
    required: ['width'],
    properties: { width: { type: 'integer', minimum: 1, maximum: 9 } }
  })
  app.addSchema({ $id: 'units', definitions: { unit: { enum: ['cm', 'in'] } } })
  await app.register(cookie)
  await app.register(multipart, { attachFieldsToBody: true })
  const body = {
    type: 'object',
    required: ['photo'],
    definitions: { name: { type: 'string', minLength: 12 } },
    properties: {
      photo: {
        allOf: [
          {
            type: 'object',
            required: ['size'],
            properties: { size: { $ref: 'size#' }, unit: { $ref: 'units#/definitions/unit' } }
          },
          {
            type: 'object',
            required: ['tags'],
            properties: {
              tags: { type: 'array', minItems: 2, items: { type: 'string' } },
              sides: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }
            }
          }
        ],
        properties: {
          kind: { const: 'print' },
          at: { anyOf: [{ type: 'null' }, { type: 'string', format: 'date' }] },
          id: { type: 'string', readOnly: true },
          gone: { enum: [null] }
        }
      },
      note: { $ref: '#/definitions/name' }
    }
  }
  const html = (reply: FastifyReply, text: string): FastifyReply =>
    reply.type('text/html').setCookie('message', '', { maxAge: 0 }).send(text)
  const checkToken =
    (wanted: string) =>
      async (request: FastifyRequest): Promise<void> => {
        if (request.headers['csrf-token'] !== wanted) {
          throw Object.assign(httpError(403, 'No token'), { code: 'FST_CSRF_MISSING_SECRET' })
        }
      }
  await app.register(resourcesPlugin, {
    baseUrl: 'https://example.org/app',
    routes: draw((map) =>
      map
        .root('uploads#admin')
        .resources('photos', { only: ['index', 'create', 'show'], param: 'id' })
        .resources('albums', { only: 'none' }, (albums) => albums.resources('pages', { only: ['index', 'create'] }))
        .route('mark', '/marks/:shelf/:spot', { controller: 'uploads', action: 'admin' })
        .route('archive', '/archive/:year/:month', {
          controller: 'uploads',
          action: 'admin',
          defaults: { month: null }
        })
        .route('upload', '/upload', { controller: 'uploads', action: 'create', method: 'post' })
        .route('uploading', '/upload/new', { controller: 'uploads', action: 'new' })
        .route('files', '/files/*path', { controller: 'uploads', action: 'show' })
        .route('admin', '/admin', {
          controller: 'uploads',
          action: 'admin',
          conditions: { host: 'admin.example.org' }
        })
        .route('old', '/old', { controller: 'uploads', action: 'admin', conditions: { host: /^old/ } })
        .route('v2', '/v2', { controller: 'uploads', action: 'admin', conditions: { version: '2.0.0' } })
        .route('report', '/report', {
          controller: 'uploads',
          action: 'admin',
          formats: { required: ['csv'] }
        })
        .route('reset', '/reset', { controller: 'uploads', action: 'reset', method: 'post' })
        .route('again', '/again', { controller: 'uploads', action: 'again', method: 'post' })
        .route('lost', '/lost/:lost_id', { controller: 'uploads', action: 'admin', method: 'delete' })
    ),
    controllers: {
      photos: {
        index: async () => ({ photos: [...photos.values()] }),
        show: async ({ params }: any) =>
          photos.get(params.id as string) ?? (await Promise.reject(httpError(404, 'No photo'))),
        create: {
          onRequest: requireUser,
          schema: {
            body,
            response: {
              '2xx': {
                content: {
                  'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } }
                }
              }
            }
          },
          handler: async (_: unknown, reply: FastifyReply) => {
            const id = photos.size + 1
            photos.set(String(id), { id })
            return await reply.code(201).send({ id })
          }
        }
      },
      pages: {
        index: { onRequest: requireUser, handler: async () => await Promise.reject(httpError(404, 'No album')) },
        create: {
          onRequest: requireUser,
          handler: async () => await Promise.reject(httpError(404, 'No album'))
        }
      },
      uploads: {
        new: async (_: unknown, reply: FastifyReply) =>
          html(
            reply,
            `<base href="/app/upload/"><a href="/other/page">Of the proxy</a><a href="https://elsewhere.org">Elsewhere</a><a href="mailto:a@example.org">Mail</a><a href="https://admin.example.org/app/admin">Admin</a><a href="/app/files/a/b.txt">File</a><a href="new#top">Here</a><form action="https://elsewhere.org" method="post"></form><form method="post" action="/app/upload" enctype="multipart/form-data"><input name="caption"><input name="when" type="date"><input type="file" name="file"></form><a href="/app">Home</a><a href="/app/archive/2026">Year</a><a href="/app/archive/2026/5">May</a><a href="/app/marks/7/a%20b">Mark</a><form action="/app/files/a"><input name="q" required><input name="r" value="as it is" required></form><form method="post" action="https://elsewhere.org"><input type="hidden" name="csrf_token" value="${token}"></form>`
          ),
        create: {
          onRequest: requireUser,
          handler: async (_: unknown, reply: FastifyReply) =>
            reply.redirect('https://example.org/app/upload/new', 303)
        },
        show: async (_: unknown, reply: FastifyReply) =>
          html(reply, '<base href="https://cdn.example.org/"><a href="nowhere">Not of this site</a>'),
        admin: async () => 'admin',
        again: { onRequest: checkToken(token), handler: async () => 'done' },
        reset: { onRequest: checkToken('never shown'), handler: async () => 'done' }
      }
    }
  })
  return app
}

for (const [what, status, schema] of [
  ['hides its rows from strangers', 404, { body: bodyOf({ title }, ['title']) }],
  ['answers 400 where there is no schema', 400, {}],
  ['answers 400 before validation', 400, { body: bodyOf({ title }, ['title']) }]
] as Array<[string, number, object]>) {
  t.test(`no finding: a guard that ${what}`, async (t) => {
    const guard = {
      onRequest: async ({ headers }: FastifyRequest) => {
        if (headers.authorization === undefined) throw httpError(status, 'Not for strangers')
      }
    }
    const { findings, text } = await walkApp(async () => {
      const app = Fastify()
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: ['index', 'create', 'update'] })),
        controllers: {
          posts: {
            index: async () => [{ id: 1 }],
            create: { ...guard, schema, handler: async () => ({ id: 1 }) },
            update: {
              ...guard,
              schema,
              handler: async ({ params }: any) =>
                params.id === '1' ? 'done' : await Promise.reject(httpError(404, 'No such post'))
            }
          }
        }
      })
      return app
    }, { visitors: { ann: { headers: { authorization: 'ann' } } } })
    t.strictSame(findings, [], text)
  })
}

t.test('a row is told of which each known path matches ignore; one that has another is asked', async (t) => {
  const { unproved, text } = await walkApp(async () => {
    const app = Fastify()
    const answer = async (): Promise<string> => 'done'
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', 'tags', 'notes', { only: 'show' })),
      controllers: { posts: { show: answer }, tags: { show: answer }, notes: { show: answer } }
    })
    return app
  }, { start: ['/posts/1', '/posts/2', '/tags/1', '/tags/3'], ignore: /posts\/\d|tags\/1/ })
  t.strictSame(unproved.filter((line) => line.startsWith('GET')), [
    'GET /posts/:id: each known path matches ignore',
    'GET /notes/:id: no id is known; name a path with one in start'
  ], text)
})

t.test('a walk knows hosts, base paths, globs, versions, references and files, and a host by a pattern is unproved', async (t) => {
  const { findings, access, unproved, text } = await walkApp(richApp, {
    visitors: { clerk: { headers: { authorization: 'clerk', cookie: 'a=1' } } },
    open: ['POST /again'],
    start: ['/upload/new'],
    bodies: { 'POST /reset': 'all' }
  })
  t.strictSame(findings, [], text)
  t.strictSame(access, {
    'POST /again': ['clerk', 'stranger'],
    'POST /photos': ['clerk'],
    'POST /reset': [],
    'POST /upload': ['clerk']
  })
  t.match([...unproved].sort(), [
    'DELETE /lost/:lost_id: no id is known; name a path with one in start',
    'GET /albums/:album_id/pages: no id is known; name a path with one in start',
    'GET /old (host: /^old/): no header of a request meets its conditions',
    'POST /albums/:album_id/pages: no id is known; name a path with one in start',
    'POST /reset: only a missing CSRF token refused a stranger; no page showed one'
  ])
})
