/** What `walkApp` says of apps that work, of its options, and of what it cannot try. */

import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import t from 'tap'
import resourcesPlugin, { createFormHelpers, draw } from '../../lib/index.js'
import { walkApp } from '../../lib/testing.js'
import type { WalkOptions } from '../../lib/testing.js'
import {
  appOf, DATA, data, editor, form, httpError, known, page, pages, PAGES, requireUser
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
  t.strictSame(unproved, [])
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

t.test('each visitor has one app, and a small one is asked few times', async (t) => {
  let apps = 0
  let requests = 0
  const { findings } = await walkApp(pages(() => ({
    setUp: (app) => {
      apps++
      app.addHook('onRequest', async () => { requests++ })
    }
  })), PAGES)
  t.strictSame(findings, [])
  t.equal(apps, 2)
  t.ok(requests > 30 && requests < 80, String(requests))
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
  t.ok(unproved.includes('GET /limited gives stranger 429: Later'), text)
})

t.test('an answer that breaks off is a crash, and one without an end costs no time', async (t) => {
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
  const { findings, text } = await walkApp(breaking, { open: ['POST /session'], timeout: 100_000 })
  t.strictSame(
    findings.filter(({ law }) => law === 'crash').map(({ row, message }) => `${row}: ${message}`),
    ['GET /torn', 'GET /dropped'].map((row) => `${row}: ${row} gives stranger 0: its answer breaks off`),
    text
  )
  t.strictSame(asked, ['closed'])
})

t.test('no finding: redirects that end, those to other sites, places in a page that answers a form', async (t) => {
  const createApp = pages(() => ({
    footer:
      '<link rel="stylesheet" href="/style.css"><a href="/old">Old</a><a href="/hop?n=5">Hop</a><a href="/away">Away</a><a href="/welcome">Welcome</a><a href="/private">Private</a><form method="post" action="/preview"></form>',
    setUp: async (app) => {
      app.get('/style.css', async (_, reply) => reply.type('text/css').send('a {}'))
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
})

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
          '<input name="age" type="number" min="18" required>',
          '<input name="half" type="number" max="0.5" required>',
          '<input name="day" type="date" min="2030-05-05" required>',
          '<textarea name="about" minlength="30" required></textarea>'
        ].join(''))),
        create: {
          preHandler: async ({ body }: any) => {
            const { age, half, day, about } = body
            const isValid = age >= 18 && half <= 0.5 && day >= '2030-05-05' && about.length >= 30
            if (!isValid) throw httpError(500, 'Out of limits')
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

t.test('rows that take JSON alone are unproved', async (t) => {
  const { findings, access, unproved, text } = await walkApp(data(), DATA)
  t.strictSame(findings, [], text)
  t.strictSame(access, { 'DELETE /prices/:id': [], 'POST /prices': [], 'PUT /prices/:id': [] })
  t.match([...unproved].sort(), [
    'DELETE /prices/:id: no request has reached it; name a path of it in start',
    'GET /prices/:id: no request has reached it; name a path of it in start',
    /^POST \/prices: clerk gets 400 before the action: body must be object/,
    'PUT /prices/:id: no request has reached it; name a path of it in start'
  ], text)
})

t.test('what no request can show is unproved, and no finding', async (t) => {
  const { findings, access, unproved, text } = await walkApp(appOf(draw((map) => map
    .resources('prices', { only: ['create', 'show', 'update'] })
    .resources('tokens', { only: ['create'] })
    .resources('notes', { only: ['create'] })
    .route('old', '/old', 'prices#create', { method: 'post', conditions: { host: /^old/ } })
  ), {
    prices: {
      create: async ({ body }: any) => body.title.length,
      show: async () => 'a price',
      update: async () => 'done'
    },
    tokens: {
      create: {
        onRequest: async () => { throw Object.assign(httpError(403, 'No token'), { code: 'FST_CSRF_MISSING_SECRET' }) },
        handler: async () => 'done'
      }
    },
    notes: { create: async () => 'done' }
  }), { open: ['POST /prices'], ignore: /notes/ })
  t.strictSame(findings, [], text)
  t.strictSame(Object.values(access).flat(), ['stranger'])
  t.match([...unproved].sort(), [
    'GET /prices/:id: no request has reached it; name a path of it in start',
    'POST /notes: no request has reached it; name a path of it in start',
    'POST /old (host: /^old/): no request has reached it; name a path of it in start',
    /^POST \/prices gives stranger 500: Cannot read properties of .*, at .*walk-app.test.ts/,
    'POST /tokens: stranger gets 403 before the action: No token',
    'PUT /prices/:id: no request has reached it; name a path of it in start'
  ], text)
})

t.test('a path of start that nobody finds is a finding', async (t) => {
  const { findings, text } = await walkApp(pages(), {
    ...PAGES, start: ['/helth', '/session/77', '/posts/1']
  })
  t.strictSame(findings.map((one) => [one.row, one.message]), [
    ['GET /helth', 'start names /helth, which answers 404'],
    ['GET /session/77', 'start names /session/77, which answers 404']
  ], text)
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
    'PUT /posts/:id: no request has reached it; name a path of it in start',
    'POST /notes: no request has reached it; name a path of it in start'
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
    ...[
      { header: {} }, {}, { fields: { d: '1' } }, { headers: 'x: y' }, { page: 3 }, 5, { page: '/a', fields: { b: 1 } }
    ].map((visitor) => [
      pages(), { visitors: { visitor } }, 'FST_RESOURCES_OPTIONS', /visitors: expected visitors by name, .* got an object/
    ]),
    [pages(), { start: ['health'] }, 'FST_RESOURCES_OPTIONS', /start: expected a list of paths such as/],
    [
      pages(),
      { start: ['https://example.org/x'] },
      'FST_RESOURCES_OPTIONS',
      /start: expected a list of paths such as '\/posts\/1', got/
    ],
    [pages(), { open: 'POST /session' }, 'FST_RESOURCES_OPTIONS', /open: expected a list of rows/],
    [pages(), { ignore: '/logout' }, 'FST_RESOURCES_OPTIONS', /ignore: expected a regular expression/],
    [pages(), { timeout: 0 }, 'FST_RESOURCES_OPTIONS', /timeout: expected a number of milliseconds, got 0/],
    [pages(), { timeout: true }, 'FST_RESOURCES_OPTIONS', /timeout: expected a number of .*, got true/],
    [pages(), { start: ['//example.org/x'] }, 'FST_RESOURCES_OPTIONS', /start: expected a list of paths/],
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
  await t.rejects(walkApp(createApp, { visitors: { editor: wrong } }))
  t.equal(open, 0)
})

/** Sends a page. */
const shows = (html: string) => async (_: unknown, reply: FastifyReply): Promise<unknown> =>
  await reply.type('text/html').send(html)

const done = async (_: unknown, reply: FastifyReply): Promise<unknown> => reply.redirect('/', 303)

t.test('forms that create come first, then those that delete, and those that log out last', async (t) => {
  const asked: string[] = []
  const { findings, text } = await walkApp(appOf(
    draw((map) => map
      .root('pages#show')
      .resource('session', { only: 'destroy' })
      .resources('posts', { only: ['create', 'destroy'] }, (posts) =>
        posts.resources('comments', { only: ['create', 'destroy'] }))),
    {
      pages: {
        show: shows([
          form('/logout', ''), form('/session', '', 'delete'), form('/posts/1', '', 'delete'),
          form('/posts/1/comments/2', '', 'delete'), form('/posts/1/comments', ''), form('/posts', ''),
          form('https://example.org/elsewhere', ''), '<a href="/sign_out">Out</a><a href="/more">More</a>'
        ].join(''))
      },
      sessions: { destroy: done },
      posts: { create: done, destroy: done },
      comments: { create: done, destroy: done }
    },
    (app) => {
      app.addHook('onResponse', async ({ url, routeOptions: { method } }) => {
        if (url !== '/') asked.push(`${String(method)} ${url}`)
      })
      app.post('/logout', done)
      app.get('/sign_out', done)
      app.get('/more', shows('more'))
    }
  ), {
    open: ['POST /posts', 'POST /posts/:post_id/comments', 'DELETE /posts/:id',
      'DELETE /posts/:post_id/comments/:id', 'DELETE /session']
  })
  t.strictSame(findings, [], text)
  t.strictSame(asked, [
    'GET /sign_out', 'GET /more', 'POST /posts', 'POST /posts/1/comments',
    'DELETE /posts/1/comments/2', 'DELETE /posts/1', 'POST /logout', 'DELETE /session'
  ])
})

t.test('forms of formFor are sent with the version of the page, and multipart forms with their files', async (t) => {
  const sent: unknown[] = []
  const post = { id: 1, title: 'One', lockVersion: 1 }
  const Post = {
    type: 'object',
    required: ['title'],
    properties: {
      id: { type: 'integer', readOnly: true },
      title: { type: 'string', minLength: 1 },
      lockVersion: { type: 'integer', readOnly: true }
    }
  }
  const { findings, access, unproved, text } = await walkApp(appOf(
    draw((map) => map.root('photos#new').resources('photos', { only: 'create' })
      .resources('posts', { only: ['show', 'edit', 'update', 'destroy'] })),
    {
      posts: {
        show: async () => 'One',
        record: Post,
        version: 'lockVersion',
        requireVersion: true,
        load: (id: string) => String(id) === '1' ? { ...post } : null,
        edit: async ({ record, urlFor }: any, reply: FastifyReply) => {
          const { open, at } = createFormHelpers(urlFor).formFor('post', record)
          return page(reply, `${open}<input ${at('title').attributes}><button>Save</button></form>`)
        },
        update: async ({ body }: any, reply: FastifyReply) => {
          sent.push([body.post.title, post.lockVersion++])
          return reply.redirect('/posts/1/edit', 303)
        },
        destroy: async () => 'gone'
      },
      photos: {
        new: shows('<a href="/posts/1/edit">Edit</a><form method="post" action="/photos" ' +
          'enctype="multipart/form-data"><input name="note" required><input type="file" name="photo" required>' +
          '<input type="file" name="other"><input type="checkbox" name="ok" required></form>'),
        create: async ({ body }: any, reply: FastifyReply) => {
          const { note, photo, other, ok } = body
          sent.push([note, photo.filename, other.filename, ok])
          return reply.redirect('/', 303)
        }
      }
    },
    (app) => app.register(multipart, { attachFieldsToBody: true })
  ), { open: ['POST /photos', 'PUT /posts/:id', 'DELETE /posts/:id'] })
  t.strictSame(findings, [], text)
  t.strictSame(sent, [['Text of note', 'file.txt', undefined, 'on'], ['One', 1]])
  t.strictSame(access, {
    'DELETE /posts/:id': ['stranger'], 'POST /photos': ['stranger'], 'PUT /posts/:id': ['stranger']
  })
  t.strictSame(unproved, [])
})

t.test('a walk knows base paths, hosts, globs, formats and optional variables', async (t) => {
  const asked: string[] = []
  const { findings, unproved, text } = await walkApp(appOf(
    draw((map) => map
      .root('pages#show')
      .route('files', '/files/*path', 'pages#file')
      .route('archive', '/archive/:year/:month', { controller: 'pages', action: 'file', defaults: { month: null } })
      .route('report', '/report', { controller: 'pages', action: 'file', formats: { required: ['csv'] } })
      .route('again', '/again', 'pages#again', { method: 'post' })),
    {
      pages: {
        show: shows([
          '<a href="/app/files/a/b.txt">File</a><a href="/other">Of the proxy</a><a href="mailto:a@b.c">Mail</a>',
          '<a href="https://example.org/app/archive/2026">Year</a><a href="https://elsewhere.org/x">Other</a>',
          '<form method="post" action="/app/again"><input name="q"></form>'
        ].join('')),
        file: async () => 'a file',
        again: async (_: unknown, reply: FastifyReply) => reply.redirect('https://example.org/app', 303)
      }
    },
    (app) => app.addHook('onRequest', async ({ method, url, host }) => { asked.push(`${method} ${host}${url}`) }),
    { baseUrl: 'https://example.org/app' }
  ), { open: ['POST /again'] })
  t.strictSame(findings, [], text)
  t.strictSame(unproved, [])
  t.strictSame([...new Set(asked)].map((line) => line.replace('example.org', '')), [
    'GET /', 'GET /files/a/b.txt', 'GET /archive/2026', 'GET /report.csv', 'POST /again'
  ])
})

t.test('an action that leads a visitor on refuses those whom it leads to the log-in page', async (t) => {
  const create = async ({ cookies }: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    reply.redirect(cookies.session === undefined ? '/session/new' : '/posts', 303)
  const { findings, access, text } = await walkApp(pages(() => ({ guard: {}, actions: { create } })), {
    ...PAGES, open: ['POST /session', 'PUT /posts/:id', 'DELETE /posts/:id']
  })
  t.strictSame(findings, [], text)
  t.strictSame(access['POST /posts'], ['editor'])
})
