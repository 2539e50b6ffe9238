/** Form bodies arrive as nested objects. */

import t from 'tap'
import formbody from '@fastify/formbody'
import fastifyMultipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { hostileFields } from '../../support/hostile.js'
import { MULTIPART, URLENCODED, multipart } from '../../support/forms.js'

type Anything = any

const routes = draw((map) => map.resources('posts', { only: ['create'] }))

async function formsApp (
  options: Anything = {},
  before: (app: FastifyInstance) => unknown = () => undefined
): Promise<FastifyInstance> {
  const app = Fastify()
  await before(app)
  await app.register(resourcesPlugin, {
    routes,
    controllers: { posts: { create: async ({ body }: Anything) => body } },
    ...options
  })
  return app
}

async function post (
  app: FastifyInstance,
  payload: string,
  contentType = URLENCODED,
  url = '/posts'
): Promise<[status: number, body: Anything]> {
  const response = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': contentType }
  })
  return [response.statusCode, response.json()]
}

const attachParts = async (app: FastifyInstance): Promise<void> => {
  await app.register(fastifyMultipart, { attachFieldsToBody: 'keyValues' })
}

const TABLE: ReadonlyArray<readonly [fields: ReadonlyArray<readonly [string, string]>, body: object]> = [
  [
    [
      ['post[title]', 'Hi'],
      ['post[tags][]', 'a'],
      ['post[tags][]', 'b']
    ],
    { post: { title: 'Hi', tags: ['a', 'b'] } }
  ],
  [[['post[tags][]', 'a']], { post: { tags: ['a'] } }],
  [
    [
      ['tags', 'a'],
      ['tags', 'b'],
      ['tag', 'c']
    ],
    { tags: ['a', 'b'], tag: 'c' }
  ],
  [
    [
      ['list[0][a]', '1'],
      ['list[1][a]', '2']
    ],
    { list: [{ a: '1' }, { a: '2' }] }
  ],
  [
    [
      ['a[b]c', '1'],
      ['a.b', '2'],
      ['a&b=c', '3']
    ],
    { 'a[b]c': '1', 'a.b': '2', 'a&b=c': '3' }
  ],
  [
    [
      ['post', '1'],
      ['post[title]', '2']
    ],
    { post: ['1', { title: '2' }] }
  ],
  [
    [
      ['post[title]', '7'],
      ['post[text]', 'ü 😀 %41 +']
    ],
    { post: { title: '7', text: 'ü 😀 %41 +' } }
  ],
  [
    Array.from({ length: 30 }, (_, index) => [`a[${index}]`, String(index)]),
    { a: Array.from({ length: 30 }, (_, index) => String(index)) }
  ],
  [[], {}]
]

t.test('forms of either media type, whichever parser read them', async (t) => {
  const app = await formsApp({}, attachParts)
  const own = await formsApp({}, async (app) => {
    await app.register(formbody)
  })
  for (const [fields, body] of TABLE) {
    const urlencoded = fields
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&')
    t.strictSame(await post(app, urlencoded), [200, body])
    t.strictSame(await post(own, urlencoded), [200, body])
    t.strictSame(await post(app, multipart(fields), MULTIPART), [200, body])
  }
})

/** The rows of a form: a check box that nobody ticks sends nothing. */
const ROWS = [
  ['order[lines][][sku]', 'a &'],
  ['order[lines][][sku]', 'b'],
  ['order[lines][][gift]', '1'],
  ['order[lines][][tags][]', 'x'],
  ['order[lines][][tags][]', 'y']
] as const
const READ = { order: { lines: [{ sku: 'a &' }, { sku: 'b', gift: '1', tags: ['x', 'y'] }] } }

t.test('the rows of a form are items of a list, in the order of their fields', async (t) => {
  const urlencoded = new URLSearchParams(ROWS as unknown as Array<[string, string]>).toString()
  const tree = draw((map) => map
    .resources('posts', { only: ['create', 'update'], member: { publish: 'post', touch: 'any' } }, (posts) => posts
      .resources('comments', { only: 'create' }))
    .resource('account', { only: 'update' })
    .namespace('admin', (admin) => admin.route('log', '/log/*path', 'log#add', { method: 'post' })))
  const echo = async ({ body }: Anything): Promise<unknown> => body
  const controllers = {
    posts: { create: echo, update: echo, publish: echo, touch: echo },
    comments: { create: echo },
    accounts: { update: echo },
    'admin/log': { add: echo }
  }
  for (const attachFieldsToBody of [true, 'keyValues'] as const) {
    const app = await formsApp({ routes: tree, controllers }, async (app) => {
      await app.register(fastifyMultipart, { attachFieldsToBody })
    })
    for (const url of ['/posts', '/posts/1/publish', '/posts/1/touch', '/posts/1/comments', '/admin/log/a']) {
      t.strictSame(await post(app, urlencoded, URLENCODED, url), [200, READ], url)
      t.strictSame(await post(app, multipart(ROWS), MULTIPART, url), [200, READ], url)
    }
    for (const url of ['/posts/1', '/account']) {
      const fields = [['_method', 'put'], ...ROWS] as const
      t.strictSame(await post(app, `_method=put&${urlencoded}`, URLENCODED, url), [200, READ], url)
      t.strictSame(await post(app, multipart(fields), MULTIPART, url), [200, READ], url)
    }
  }
})

t.test('a row has a check box with its hidden field, where the schema takes a boolean', async (t) => {
  const tick = ['0', '0', '1']
  const rows = (name: string): Array<[string, string]> => [
    [`${name}[][id]`, '1'], [`${name}[][ok]`, '0'], [`${name}[][ok]`, '1'], [`${name}[][id]`, '2'], [`${name}[][ok]`, '0']
  ]
  const fields: Array<[string, string]> = [
    ...rows('post[parts]'),
    ...tick.map((text): [string, string] => ['post[flags][][on]', text]),
    ...tick.map((text): [string, string] => ['post[sizes][][size]', text]),
    ...tick.map((text): [string, string] => ['post[names][][name]', text]),
    ...tick.map((text): [string, string] => ['post[lists][0][in][][maybe]', text])
  ]
  const listOf = (properties: object) => ({ type: 'array', items: { type: 'object', properties } })
  const record = {
    type: 'object',
    properties: {
      parts: listOf({ id: { type: 'integer' }, ok: { type: 'boolean' } }),
      flags: listOf({ on: { type: 'boolean' } }),
      sizes: listOf({ size: { type: 'integer' } }),
      names: listOf({ name: { type: 'string' } }),
      lists: listOf({ in: listOf({ maybe: { type: ['boolean', 'null'] } }) })
    }
  }
  const read = {
    parts: [{ id: 1, ok: true }, { id: 2, ok: false }],
    flags: [{ on: false }, { on: true }],
    sizes: [{ size: 0 }, { size: 0 }, { size: 1 }],
    names: [{ name: '0' }, { name: '0' }, { name: '1' }],
    lists: [{ in: [{ maybe: false }, { maybe: true }] }]
  }
  const unread = {
    parts: [{ id: '1', ok: '1' }, { id: '2', ok: '0' }],
    flags: [{ on: '0' }, { on: '1' }],
    sizes: [{ size: '0' }, { size: '1' }],
    names: [{ name: '0' }, { name: '1' }],
    lists: [{ in: [{ maybe: '0' }, { maybe: '1' }] }]
  }
  const body = { type: 'object', properties: { post: record } }
  const content = Object.fromEntries([URLENCODED, MULTIPART.split(';')[0]].map((type) => [type, { schema: body }]))
  const { post: postSchema } = body.properties
  const create = async ({ body }: Anything): Promise<unknown> => body
  for (const [name, posts, expected] of [
    ['a record', { record: postSchema, create }, { post: read }],
    ['a schema of the action', { create: { schema: { body }, handler: create } }, { post: read }],
    ['one by media type', { create: { schema: { body: { content } }, handler: create } }, { post: read }],
    [
      'one of JSON alone',
      { create: { schema: { body: { content: { 'application/json': { schema: body } } } }, handler: create } },
      { post: unread }
    ],
    ['no schema', { create }, { post: unread }]
  ] as Array<[string, object, { post: object }]>) {
    const app = await formsApp({ controllers: { posts } }, attachParts)
    const urlencoded = new URLSearchParams(fields).toString()
    t.strictSame(await post(app, urlencoded), [200, expected], `${name}, urlencoded`)
    t.strictSame(await post(app, multipart(fields), MULTIPART), [200, expected], `${name}, multipart`)
    if (expected.post !== read) continue
    t.strictSame(
      await post(app, new URLSearchParams(rows('more')).toString() + '&' + urlencoded),
      [200, { more: unread.parts, ...expected }],
      `${name}: names beside the record`
    )
  }
})

t.test('where the parser of the app loses that order, each row must have all fields', async (t) => {
  const late = async (app: FastifyInstance): Promise<void> => {
    await app.register(formbody)
    await attachParts(app)
    // As a hook that makes another object of the body.
    app.addHook('preValidation', async (request) => { request.body = { ...request.body as object } })
  }
  const whole = 'a[][b]=1&a[][c]=2&a[][b]=3&a[][c]=4'
  for (const before of [late, async (app: FastifyInstance) => { await app.register(formbody) }]) {
    const app = await formsApp({}, before)
    t.strictSame(await post(app, whole), [200, { a: [{ b: '1', c: '2' }, { b: '3', c: '4' }] }])
    t.match(await post(app, whole.slice(0, -8)), [
      400,
      { code: 'FST_RESOURCES_FORM_BODY', message: /expected each row of a list to have all of its fields/ }
    ])
  }
  const hidden = await formsApp({}, async (app) => {
    app.addHook('preValidation', async ({ body }: Anything) => { delete body['a[][c]'] })
  })
  t.strictSame(await post(hidden, whole), [200, { a: [{ b: '1' }, { b: '3' }] }], 'what a hook removes stays away')
})

t.test('files keep their bytes and are at their place', async (t) => {
  const files: unknown[] = []
  const app = await formsApp(
    {
      controllers: {
        posts: {
          create: async ({ body }: Anything) => {
            files.push(body.post.files, body.post.file)
            return {}
          }
        }
      }
    },
    attachParts
  )
  await post(
    app,
    multipart([
      ['post[files][]', ['a.txt', 'A']],
      ['post[files][]', ['b.txt', 'B']],
      ['post[file]', ['c.txt', 'C']]
    ]),
    MULTIPART
  )
  t.strictSame(files, [[Buffer.from('A'), Buffer.from('B')], Buffer.from('C')])
})

t.test("values that the app's own parser has nested stay as they are", async (t) => {
  const nested = { post: { title: 'Hi', tags: ['a'], list: [['b']] }, one: ['c'], none: [] }
  const app = await formsApp({}, (app) => {
    app.addContentTypeParser(URLENCODED, (_request, payload, done) => {
      payload.resume()
      done(null, nested)
    })
  })
  t.strictSame(await post(app, 'x=1'), [200, nested])
})

t.test('keys of the prototype are data or nothing', async (t) => {
  const app = await formsApp()
  const [, body] = await post(
    app,
    '__proto__[a]=1&constructor[prototype][a]=2&post[__proto__][a]=3&post[toString]=4&hasOwnProperty=5'
  )
  t.equal(
    JSON.stringify(body),
    '{"constructor":{"prototype":{"a":"2"}},"post":{"toString":"4"},"hasOwnProperty":"5"}'
  )
  t.equal(({} as Anything).a, undefined)
})

t.test('refused: forms beyond the limits, with the limits', async (t) => {
  const app = await formsApp()
  for (const [payload, fault] of [
    [
      Array.from({ length: 3001 }, (_, index) => `a${index}=`).join('&'),
      'expected at most 3000 keys, of all values together, got more'
    ],
    [`a${'[b]'.repeat(11)}=1`, 'expected names that nest at most 10 deep, got one that nests 11 deep']
  ] as const) {
    const [status, { code, message }] = await post(app, payload)
    t.strictSame(
      [status, code, message],
      [400, 'FST_RESOURCES_FORM_BODY', `the form cannot be read: ${fault}`]
    )
  }
  t.equal((await post(app, `a[1000]=1&b${'[c]'.repeat(10)}=1`))[0], 200)
  const [status, body] = await post(app, '['.repeat(1_000_000))
  t.strictSame(
    [status, Object.keys(body as object).length],
    [200, 1],
    'what opens and never closes is one name'
  )
})

t.test('hostile forms are read or refused', async (t) => {
  const app = await formsApp({ controllers: { posts: { create: async () => 'read' } } })
  for (const [name, payload] of hostileFields(53_000)) {
    const answer = await app.inject({ method: 'POST', url: '/posts', payload, headers: { 'content-type': URLENCODED } })
    t.match(String(answer.statusCode), /^(?:200|400)$/, name)
  }
})

t.test('JSON bodies and forms of other routes keep their shape', async (t) => {
  const app = await formsApp({}, (app) => {
    app.post('/own', async ({ body }) => body)
  })
  t.strictSame(await post(app, '{"post[title]":"Hi"}', 'application/json'), [200, { 'post[title]': 'Hi' }])
  t.strictSame(await post(app, 'post[title]=Hi', URLENCODED, '/own'), [200, { 'post[title]': 'Hi' }])
  t.strictSame(await post(app, 'a[[b]]=1&c[[[12]]]=2'), [200, { 'a[[b]]': '1', 'c[[[12]]]': '2' }])
})

t.test('the parser is left to the app with forms: false, and to a registration at the root for child scopes', async (t) => {
  const app = await formsApp({ forms: false })
  t.equal((await post(app, 'a=1'))[0], 415)
  const later = Fastify()
  await later.register(resourcesPlugin, {
    routes,
    controllers: { posts: { create: async ({ body }: Anything) => body } },
    forms: false
  })
  await later.register(formbody)
  t.strictSame(await post(later, 'post[a]=1'), [200, { post: { a: '1' } }])
  const root = Fastify()
  root.register(resourcesPlugin)
  root.register(
    async (scope) => {
      scope.post('/own', async ({ body }) => body)
    },
    { prefix: '/v1' }
  )
  t.strictSame(await post(root, 'a=1', URLENCODED, '/v1/own'), [200, { a: '1' }])
})

t.test('before validation, so that a schema sees the nested form', async (t) => {
  const schema = {
    body: {
      type: 'object',
      required: ['post'],
      properties: {
        post: { type: 'object', required: ['views'], properties: { views: { type: 'integer' } } }
      }
    }
  }
  const app = await formsApp({
    controllers: { posts: { create: { schema, handler: async ({ body }: Anything) => body } } }
  })
  t.strictSame(await post(app, 'post[views]=7'), [200, { post: { views: 7 } }])
  t.match((await post(app, 'post[view]=7'))[1].message, /body\/post must have required property 'views'/)
})
