/** What a walk sends: the ids that it finds, and bodies that fit their schemas. */

import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import t from 'tap'
import { z } from 'zod'
import resourcesPlugin, { draw } from '../../lib/index.js'
import { walkApp } from '../../lib/testing.js'
import type { WalkLaw } from '../../lib/testing.js'
import {
  appOf, bodyOf, data, DATA, form, httpError, keyed, known, made, needs, page, requireUser
} from '../support/walked-apps.js'
import type { Handler } from '../support/walked-apps.js'

t.test('crash: an odd value in a record that the walk must create first', async (t) => {
  const { findings, text } = await walkApp(data((prices) => ({
    update: {
      handler: async ({ params: { id }, body: { price } }: any) => {
        if (!prices.has(id as string)) throw httpError(404, 'There is no such price')
        return { ...made, id, cents: Number(price.cents.toFixed()) }
      }
    }
  })), DATA)
  t.match(findings, [{ law: 'crash', row: 'PUT /prices/:id', message: /reading 'toFixed'/ }], text)
})

for (const [what, schema, bodies, wanted, told] of [
  [
    'inside a choice',
    {
      body: {
        type: 'object',
        required: ['by'],
        properties: {
          by: {
            oneOf: [
              { type: 'integer' },
              { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
            ]
          }
        }
      }
    },
    {},
    ({ body }) => body.by.name === '([',
    /POST \/posts with \{"by":\{"name":"\(\["\}\} gives stranger 500/
  ],
  [
    'in a body without a schema',
    {},
    { 'POST /posts': { post: { title: 'One', tags: ['a'], stars: 1 } } },
    ({ body }) => body.post.tags[0] === '([',
    /POST \/posts with \{"post":\{"title":"One","tags":\["\(\["\],"stars":1\}\} gives stranger 500/
  ],
  [
    'in the query of a row that writes',
    { querystring: { type: 'object', properties: { page: { type: 'integer' } } } },
    {},
    ({ query }) => query.page < 0,
    /POST \/posts\?page=-1 gives stranger 500/
  ],
  [
    'in a list that a query may have',
    { querystring: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } } },
    {},
    ({ query }) => query.tags?.[0] === '([',
    /POST \/posts\?tags.* gives stranger 500/
  ],
  [
    'in an object and a list that a given body lacks',
    {
      body: bodyOf({
        size: { type: 'object', properties: { unit: { type: 'string' } } },
        tags: { type: 'array', items: { type: 'string' } }
      }, [])
    },
    { 'POST /posts': { post: { tags: [] } } },
    ({ body: { post } }) => post.size?.unit === '([' || post.tags?.[0] === '([',
    /POST \/posts with \{"post":\{"tags":\[\],"size":\{"unit":"\(\["\}\}\} gives stranger 500/
  ],
  [
    'in the query that a row requires',
    {
      querystring: {
        type: 'object', required: ['by'], properties: { by: { enum: ['day', 'year'] }, q: { type: 'string' } }
      }
    },
    {},
    ({ query }) => query.by === 'year',
    /POST \/posts\?by=year&q=.* gives stranger 500/
  ]
] as Array<[string, object, Record<string, unknown>, (request: any) => boolean, RegExp]>) {
  t.test(`crash: an odd value ${what}`, async (t) => {
    const { findings, access, text } = await walkApp(async () => {
      const app = Fastify()
      const create = async (request: unknown): Promise<string> => {
        if (wanted(request)) throw new Error('An odd value')
        return 'done'
      }
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: 'create' })),
        controllers: { posts: { create: { schema, handler: create } } }
      })
      return app
    }, { bodies, open: ['POST /posts'] })
    t.match(findings.map(({ message }) => message), [told], text)
    t.strictSame(access, { 'POST /posts': ['stranger'] })
  })
}

t.test('the ids of a list are those of shallow rows too', async (t) => {
  const { access, text } = await walkApp(async () => {
    const app = Fastify()
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { only: 'index' }, (posts) =>
        posts
          .resources('comments', { only: ['index', 'update'], shallow: true })
          .resources('notes', { only: ['index', 'update'] })
      )),
      controllers: {
        posts: { index: async () => [] },
        comments: { index: async () => [{ id: 7 }], update: async () => 'done' },
        notes: { index: async () => [{ id: 8 }], update: async () => 'done' }
      }
    })
    return app
  }, { start: ['/posts/1/comments'] })
  t.strictSame(access, {
    'PUT /comments/:id': ['stranger'],
    'PUT /posts/:post_id/notes/:id': ['stranger']
  }, text)
})

t.test('a token that an app reads from bodies alone is in the body', async (t) => {
  const hidden = '<input type="hidden" name="_csrf" value="right">'
  const createApp = appOf(draw((map) => map.resources('posts', { only: ['new', 'create'] })), {
    posts: {
      new: (_: unknown, reply: FastifyReply) => page(reply, form('/posts', hidden)),
      create: {
        preHandler: async ({ body }: FastifyRequest) => {
          const isMissing = (body as { _csrf?: string } | null)?._csrf !== 'right'
          if (isMissing) throw Object.assign(httpError(403, 'No token'), { code: 'FST_CSRF_INVALID_TOKEN' })
        },
        onRequest: requireUser,
        handler: async () => 'done'
      }
    }
  })
  const { findings, access, text } = await walkApp(createApp, { ...DATA, open: [] })
  t.strictSame(findings, [], text)
  t.strictSame(access, { 'POST /posts': ['clerk'] }, text)
})

const zs = { type: 'object', required: ['z'], properties: { z: { type: 'string', pattern: '^z+$' } } }

for (const [what, action, laws, past, told] of [
  ['a required header, and no guard', { schema: keyed }, ['stranger'], ['clerk', 'stranger'], []],
  ['a required header, and a guard', { schema: keyed, onRequest: requireUser }, [], ['clerk'], []],
  ['a guard after a required header', { schema: keyed, preHandler: requireUser }, [], ['clerk'], []],
  [
    'a schema that requires who asks',
    { schema: { headers: needs('authorization', 'x-key') } },
    ['late'],
    ['clerk'],
    []
  ],
  ['a header without a valid value', { schema: { headers: zs } }, ['late'], [], ['headers; give them in visitors']],
  ['a query without a valid value', { schema: { querystring: zs } }, ['late', 'late'], [], ['query that the walk found']],
  [
    'ids without a valid value',
    { schema: { params: { type: 'object', properties: { id: { type: 'string', pattern: '^z+$' } } } } },
    ['late'],
    [],
    ['ids that the walk found; name a path with others in start']
  ]
] as Array<[string, object, WalkLaw[], string[], string[]]>) {
  t.test(`a row with ${what}`, async (t) => {
    const { findings, access, unproved, text } = await walkApp(
      appOf(draw((map) => map.resources('posts', { only: 'update' })), {
        posts: { update: { ...action, handler: known('done') } }
      }), { ...DATA, start: ['/posts/1'] }
    )
    t.strictSame(findings.map(({ law }) => law), laws, text)
    t.strictSame(access['PUT /posts/:id'], past, text)
    t.strictSame(unproved.filter((line) => line.includes('refuses the')), told.map((part) =>
      `PUT /posts/:id: its validation refuses the ${part}`
    ), text)
  })
}

t.test('each redirect of a tree is followed, though no page links to it', async (t) => {
  const createApp = appOf(
    draw((map) => map
      .resources('posts', { only: 'show' })
      .redirect('/loop', '/loop')
      .redirect('/dead', '/nope')
      .redirect('/news', '/posts/1')
      .redirect('/articles/:id', 'post')
      .redirect('/days/:day', '/posts/1')
      .redirect('/left', '/nope/too')),
    { posts: { show: known('a post') } }
  )
  const { findings, unproved, text } = await walkApp(createApp, { start: ['/articles/2'], ignore: /left/ })
  t.strictSame(findings.filter(({ law }) => law === 'link').map(({ message }) => message), [
    '/articles/2 shows stranger a link to /posts/2, which answers 404',
    '/dead shows stranger a link to /nope, which answers 404',
    '/loop redirects stranger for ever: /loop → /loop → /loop'
  ], text)
  t.strictSame(unproved.filter((line) => line.startsWith('GET')), [
    'GET /left: its path matches ignore',
    'GET /days/:day: no id is known; name a path with one in start'
  ], text)
})

t.test('a path of start gives its ids to rows that write, and a row that reads needs one too', async (t) => {
  const walk = async (only: any, start: string[]): Promise<any> =>
    await walkApp(async () => {
      const app = Fastify()
      const guard = { onRequest: requireUser }
      const find = async ({ params }: any): Promise<string> =>
        params.id === '1' ? 'done' : await Promise.reject(httpError(404, 'No such post'))
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only })),
        controllers: {
          posts: {
            ...(only.includes('show')
              ? { show: find, edit: find }
              : {
                  update: { ...guard, handler: find },
                  destroy: { ...guard, handler: find }
                })
          }
        }
      })
      return app
    }, { start, visitors: {} })
  const writes = await walk(['update', 'destroy'], ['/posts/1'])
  t.strictSame(writes.findings, [], writes.text)
  t.strictSame(writes.unproved, [
    'link: no page has a link',
    'form: no page has a form',
    'answer: no row documents its answers',
    'access: no visitors are given, so only a stranger asked'
  ])
  const reads = await walk(['show', 'edit'], [])
  t.strictSame(reads.unproved.filter((line: string) => line.startsWith('GET')), [
    'GET /posts/:id/edit: no id is known; name a path with one in start',
    'GET /posts/:id: no id is known; name a path with one in start'
  ], reads.text)
})

for (const name of ['posts', 'news']) {
  t.test(`a walk reads the records that strangers may add: ${name}`, async (t) => {
    const { findings, unproved, text } = await walkApp(async () => {
      const app = Fastify()
      const ids: string[] = []
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources(name, { only: ['create', 'show'] })),
        controllers: {
          [name]: {
            create: async (_: unknown, reply: FastifyReply) => {
              ids.push(crypto.randomUUID())
              return await reply.code(201).send({ id: ids.at(-1) })
            },
            show: async ({ params }: any) => await Promise.reject(
              ids.includes(params.id as string) ? new Error('Not as a text') : httpError(404, 'No such post')
            )
          }
        }
      })
      return app
    }, { open: [`POST /${name}`] })
    t.match(findings, [{ law: 'crash', row: `GET /${name}/:id`, message: /gives stranger 500: Not as a text/ }], text)
    t.strictSame(unproved.filter((line) => line.startsWith('GET')), [], text)
  })
}

t.test('the id of a record is known to the rows below it, where no row asks for the record itself', async (t) => {
  const { access, text } = await walkApp(async () => {
    const app = Fastify()
    const create = (id: number) => async (_: unknown, reply: FastifyReply) =>
      await reply.code(201).send({ id })
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map.resources('users', { only: 'create' }, (users) =>
          users.resources('posts', { only: 'create' }, (posts) => posts.resources('notes', { only: 'create' }))
        )
      ),
      controllers: {
        users: { create: create(5) },
        posts: {
          create: {
            onRequest: async ({ params }: any) => {
              if (params.user_id !== '5') throw httpError(404, 'No such user')
            },
            handler: create(6)
          }
        },
        notes: {
          create: {
            onRequest: async ({ params }: any) => {
              if (params.user_id !== '5' || params.post_id !== '6') throw httpError(404, 'No such post')
            },
            handler: create(7)
          }
        }
      }
    })
    return app
  }, { open: ['POST /users'] })
  t.strictSame(access, {
    'POST /users': ['stranger'],
    'POST /users/:user_id/posts': ['stranger'],
    'POST /users/:user_id/posts/:post_id/notes': ['stranger']
  }, text)
})

for (const [what, answer] of [
  ['in an envelope', (id) => ({ post: { id } })],
  ['with lists inside', (id) => ({ id, tags: [{ id: 7 }] })],
  ['in a media type of its own', (id) => ({ id, _links: {} })]
] as Array<[string, (id: string) => object]>) {
  t.test(`the id of a record is known from JSON ${what}`, async (t) => {
    const { access, text } = await walkApp(async () => {
      const app = Fastify()
      const ids: string[] = []
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: ['create', 'update'] })),
        controllers: {
          posts: {
            create: async (_: unknown, reply: FastifyReply) => {
              ids.push(crypto.randomUUID())
              reply.code(201).type(what.endsWith('own') ? 'application/hal+json' : 'application/json')
              return JSON.stringify(answer(ids.at(-1) as string))
            },
            update: {
              onRequest: async ({ params }: any) => {
                if (!ids.includes(params.id as string)) throw httpError(404, 'No such post')
              },
              handler: async () => 'done'
            }
          }
        }
      })
      return app
    }, { open: ['POST /posts', 'PUT /posts/:id'] })
    t.strictSame(access['PUT /posts/:id'], ['stranger'], text)
  })
}

const versionedApp = appOf(
  draw((map) => map
    .root('pages#home')
    .resources('tags', {
      only: ['index', 'create', 'show'],
      conditions: { version: '1.0.0' },
      formats: ['csv'],
      member: { lend: 'post' }
    })
    .resources('loans', { only: 'update', conditions: { version: '1.0.0' } })
    .route('old', '/old', 'pages#old', { conditions: { version: '1.0.0' } })
    .route('moved', '/tags', 'pages#moved', { conditions: { version: '2.0.0' } })
    .route('drop', '/drops', 'pages#drop', { method: 'post', conditions: { version: '2.0.0' } })),
  {
    tags: {
      index: async ({ format }: any) => format === null
        ? [{ id: 1 }]
        : await Promise.reject(new Error('No columns')),
      create: async (_: unknown, reply: FastifyReply) =>
        await reply.code(201).header('location', '/tags/1').send({ id: 1 }),
      show: known({ id: 1 }),
      lend: known('lent')
    },
    loans: { update: known('done') },
    pages: {
      home: async (_: unknown, reply: FastifyReply) => page(reply, '<a href="/tags/1">Of a program</a>'),
      old: async (_: unknown, reply: FastifyReply) => reply.redirect('/tags?page=1'),
      moved: { onRequest: requireUser, handler: async () => await Promise.reject(new Error('Too new')) },
      drop: async (_: unknown, reply: FastifyReply) => reply.redirect('/tags', 303)
    }
  }
)

t.test('a walk asks for each version of a path, with the ids of all; a link sends no version', async (t) => {
  const start = ['/tags/1', '/loans/1']
  const { findings, access, unproved, text } = await walkApp(versionedApp, { ...DATA, start })
  t.strictSame(findings.map(({ law, row }) => `${law} ${row}`).sort(), [
    'crash GET /tags (version: 1.0.0)',
    'crash GET /tags (version: 2.0.0)',
    'link GET /tags (version: 2.0.0)',
    'link GET /tags/1',
    'stranger POST /drops (version: 2.0.0)',
    'stranger POST /tags (version: 1.0.0)',
    'stranger POST /tags/:id/lend (version: 1.0.0)',
    'stranger PUT /loans/:id (version: 1.0.0)'
  ], text)
  t.strictSame(Object.values(access), Array(4).fill(['clerk', 'stranger']), text)
  t.strictSame(unproved, ['form: no page has a form', 'answer: no row documents its answers'], text)
  const untold = await walkApp(versionedApp)
  t.match(untold.access, { 'POST /tags/:id/lend (version: 1.0.0)': ['stranger'] }, 'the id is known from data')
})

t.test('bodies have the types of their schemas, which a library checks without coercion; one that it refuses is unproved', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    const Order = z.object({
      count: z.int().min(1),
      price: z.number(),
      day: z.iso.date(),
      isGift: z.boolean()
    })
    const create = { onRequest: requireUser, handler: async () => 'done' }
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('orders', 'wishes', { only: 'create' })),
      controllers: {
        orders: { input: Order, create },
        wishes: {
          input: Order.refine(({ price }) => price === 0.01),
          create: { ...create, handler: async () => 'wished' }
        }
      }
    })
    return app
  }
  const { findings, access, unproved, text } = await walkApp(createApp, {
    visitors: { clerk: { headers: { authorization: 'clerk' } } }
  })
  t.strictSame(findings, [], text)
  t.strictSame(access, { 'POST /orders': ['clerk'], 'POST /wishes': [] })
  t.strictSame(
    unproved.filter((line) => line.startsWith('POST')),
    ['POST /wishes: its validation refuses the body that the walk found; give one in bodies']
  )
})

t.test('a schema may refer to itself, to shared schemas and to parts of both', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    app.addSchema({ $id: 'names', definitions: { short: { type: 'string', pattern: '^text-' } } })
    const node = {
      type: 'object',
      required: ['name', 'children'],
      properties: {
        name: { $ref: 'names#/definitions/short' },
        children: { type: 'array', items: { $ref: '#/definitions/node' } },
        parent: { anyOf: [{ type: 'null' }, { $ref: '#/definitions/node' }] }
      }
    }
    const body = {
      type: 'object',
      definitions: { node },
      required: ['tree'],
      properties: { tree: { $ref: '#/definitions/node' } }
    }
    const create: Handler = async ({ body: { tree } }) => {
      if (tree.parent === undefined) throw new Error('A root')
      return tree.name
    }
    const trees = { create: { onRequest: requireUser, schema: { body }, handler: create } }
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('trees', { only: 'create' })),
      controllers: { trees }
    })
    return app
  }
  const visitors = { clerk: { headers: { authorization: 'clerk' } } }
  const { access, findings, unproved } = await walkApp(createApp, { visitors })
  t.strictSame(access, { 'POST /trees': ['clerk'] })
  t.match(findings, [
    { law: 'crash', message: /"name":"text-\d+","children":\[\].* gives clerk 500: A root/ }
  ])
  t.strictSame(
    unproved.filter((text) => text.startsWith('POST')),
    []
  )
})

t.test('a row is asked without its optional variables too, where no page shows any', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map
          .resources('users', { only: ['index', 'show'] })
          .route('/activate/:code', 'users#activate', { method: 'post', defaults: { code: null } })
          .route('/people/:id', 'users#restore', { method: 'put', defaults: { id: null } })
          .route('/users/:user_id/log/:day', 'users#log', { method: 'post', defaults: { day: null } })
          .route('/bible/:book/:chapter', 'users#read', { defaults: { book: 'Genesis', chapter: null } })
      ),
      controllers: {
        users: {
          index: async () => [{ id: 7 }],
          show: async ({ params }: any) =>
            params.id === '7' ? { id: 7 } : await Promise.reject(httpError(404, 'No user')),
          activate: async () => 'active',
          restore: async ({ params }: any) =>
            params.id === undefined ? 'restored' : await Promise.reject(httpError(404, 'No user')),
          log: async ({ params }: any) => `${params.user_id} ${params.day ?? 'today'}`,
          read: async ({ params }: any) =>
            params.chapter === undefined ? await Promise.reject(httpError(500, 'No chapter')) : 'text'
        }
      }
    })
    return app
  }
  const { access, findings, unproved } = await walkApp(createApp)
  t.strictSame(access, {
    'POST /activate/:code': ['stranger'],
    'POST /users/:user_id/log/:day': ['stranger'],
    'PUT /people/:id': ['stranger']
  })
  t.match(
    findings.find(({ law }) => law === 'crash'),
    { row: 'GET /bible/:book/:chapter', message: /No chapter/ }
  )
  t.strictSame(
    unproved.filter((text) => /^(?:POST|PUT)/.test(text)),
    []
  )
})

t.test('a schema without a valid value is unproved, and so is a row that answers 404 to all', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    const never = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', pattern: '^z+$' }, b: { type: 'array', maxItems: 0 } }
    }
    const hide = async (): Promise<never> => {
      throw httpError(404, 'Nothing here')
    }
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map
          .route('a', '/a', 'things#a', { method: 'post' })
          .route('b', '/b', 'things#b', { method: 'post' })
          .route('c', '/c', 'things#c', { method: 'post' })
          .route('d', '/d', 'things#d', { method: 'post' })
          .route('n', '/n', 'things#n')
      ),
      controllers: {
        things: {
          a: { schema: { body: never }, onRequest: requireUser, handler: async () => 'a' },
          b: { onRequest: hide, handler: async () => 'b' },
          c: { schema: { body: never }, preHandler: requireUser, handler: async () => 'c' },
          d: {
            schema: {
              body: {
                content: {
                  'application/json': { schema: { type: 'object', properties: { on: { type: 'boolean' } } } }
                }
              },
              response: { 404: { type: 'object' } }
            },
            validatorCompiler: () => (value: object) => {
              if ('on' in value) throw new Error('An odd validator')
            },
            handler: async () => 'd'
          },
          n: {
            schema: { response: { 200: { type: 'object', properties: { big: { type: 'integer' } } } } },
            handler: async () => ({ big: 1n })
          }
        }
      }
    })
    return app
  }
  const { findings, unproved } = await walkApp(createApp, {
    visitors: { clerk: { headers: { authorization: 'clerk' } } }
  })
  t.strictSame(
    findings.map(({ message }) => message.slice(0, 83)),
    [
      'POST /d (things#d) is open: a stranger gets 200',
      'POST /c (things#c) validates before it refuses: a valid body gives a stranger 400',
      'POST /c (things#c) validates before it refuses: an empty body gives a stranger 400'
    ]
  )
  t.strictSame(unproved.filter((text) => text.startsWith('POST')).sort(), [
    'POST /a: no valid body was found from its schema; give one in bodies',
    'POST /b: it answers 404 to everybody',
    'POST /c: no valid body was found from its schema; give one in bodies'
  ])
})
