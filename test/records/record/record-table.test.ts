/** Records × actions × bodies × media types, each with its result. */

import t from 'tap'
import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import multipart from '@fastify/multipart'
import { Type } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import type { ResourcesPluginOptions } from '../../../lib/index.js'
import { sendValidatorText } from '../../support/errors.js'

type Anything = any

const id = { type: 'integer', readOnly: true }

/** Spellings of one record: title and text are required; flag, rank and tags are optional. */
const properties = {
  id,
  title: { type: 'string', minLength: 1 },
  text: { type: 'string' },
  published: { type: 'boolean' },
  rank: { type: ['integer', 'null'], minimum: 1 },
  size: { type: 'integer' },
  tags: { type: 'array', items: { type: 'string' } },
  author: {
    type: 'object',
    required: ['name'],
    properties: { id, name: { type: 'string' }, admin: { type: 'boolean', readOnly: true } }
  },
  password: { type: 'string', writeOnly: true }
}

const Required = Type.Object({
  id: Type.Integer({ readOnly: true }),
  title: Type.String({ minLength: 1 }),
  text: Type.String(),
  published: Type.Optional(Type.Boolean()),
  rank: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
  size: Type.Optional(Type.Integer()),
  tags: Type.Optional(Type.Array(Type.String())),
  author: Type.Optional(
    Type.Object({
      id: Type.Integer({ readOnly: true }),
      name: Type.String(),
      admin: Type.Boolean({ readOnly: true })
    })
  ),
  password: Type.Optional(Type.String({ writeOnly: true }))
})

const SOME = ['id', 'title', 'text']
const ALL = Object.keys(properties)

const records: Readonly<Record<string, { schema: object; required: readonly string[] }>> = {
  'plain, none required': { schema: { type: 'object', properties }, required: [] },
  'plain, some required': { schema: { type: 'object', properties, required: SOME }, required: SOME },
  'plain, all required': { schema: { properties, required: ALL }, required: ALL },
  typebox: { schema: Required, required: SOME },
  "$ref to the app's": { schema: { $ref: 'post#' }, required: SOME },
  'definitions and $id': {
    schema: {
      $id: 'https://example.org/post.json',
      definitions: {
        author: { $id: '#author', ...properties.author },
        post: {
          type: 'object',
          required: SOME,
          properties: { ...properties, author: { $ref: '#/definitions/author' } }
        }
      },
      $ref: '#/definitions/post'
    },
    required: SOME
  }
}

interface Case {
  readonly what: string
  readonly body: unknown
  /** The `post` of the handler, or the message of the 400. */
  readonly create: unknown
  /** If it is another. */
  readonly update?: unknown
}

const COMPLETE = {
  title: 'Hi',
  text: 'There',
  published: true,
  rank: 1,
  size: 2,
  tags: ['a'],
  author: { name: 'Ann' },
  password: 'x'
}
const REFUSED = (message: string): string => `400 ${message}`

/** Messages about some properties. */
const eachMust = (expected: Readonly<Record<string, string>>): string =>
  Object.entries(expected).map(([name, type]) => `body/post/${name} must be ${type}`).join(', ')

const TEXTS = eachMust({ published: 'boolean', size: 'integer', tags: 'array' })
const NULLS = eachMust({ title: 'string', published: 'boolean', tags: 'array', author: 'object' })

/** Bodies as JSON, of which nothing is converted. */
const asJson: readonly Case[] = [
  { what: 'good', body: { post: COMPLETE }, create: COMPLETE },
  {
    what: 'with attributes that a client may only read, and foreign ones',
    body: { post: { ...COMPLETE, id: 7, admin: true, author: { id: 7, name: 'Ann', admin: true, x: 1 } } },
    create: COMPLETE
  },
  {
    what: 'without the key',
    body: COMPLETE,
    create: REFUSED("body must have required property 'post'")
  },
  {
    what: 'of the wrong type',
    body: { post: { ...COMPLETE, size: 'much' } },
    create: REFUSED('body/post/size must be integer')
  },
  {
    what: 'with a text for a flag that only a form may say',
    body: { post: { ...COMPLETE, published: 'on' } },
    create: REFUSED('body/post/published must be boolean')
  },
  {
    what: "with several values for a flag, of which only a form's last one counts",
    body: { post: { ...COMPLETE, published: [false, true] } },
    create: REFUSED('body/post/published must be boolean')
  },
  {
    what: 'with a nested one that lacks what it must have',
    body: { post: { ...COMPLETE, author: {} } },
    create: REFUSED("body/post/author must have required property 'name'")
  },
  {
    what: 'with an empty title',
    body: { post: { ...COMPLETE, title: '' } },
    create: REFUSED('body/post/title must NOT have fewer than 1 characters')
  },
  {
    what: 'with texts of values that are none',
    body: { post: { ...COMPLETE, published: 'true', size: '2', tags: 'a' } },
    create: REFUSED(TEXTS)
  },
  {
    what: 'with values that are no texts',
    body: { post: { ...COMPLETE, title: 1, text: false } },
    create: REFUSED('body/post/title must be string, body/post/text must be string')
  },
  {
    what: 'with null where it may not stand',
    body: { post: { ...COMPLETE, title: null, published: null, tags: null, author: null } },
    create: REFUSED(NULLS)
  },
  {
    what: 'with null where it may stand',
    body: { post: { ...COMPLETE, rank: null } },
    create: { ...COMPLETE, rank: null }
  },
  {
    what: 'empty',
    body: {},
    create: REFUSED("body must have required property 'post'")
  },
  {
    what: 'a list',
    body: [{ post: COMPLETE }],
    create: REFUSED('body must be object')
  },
  {
    what: 'null',
    body: 'null',
    create: REFUSED('body must be object')
  },
  {
    what: 'with null for the record',
    body: { post: null },
    create: REFUSED('body/post must be object')
  },
  {
    what: 'with a list for the record',
    body: { post: [COMPLETE] },
    create: REFUSED('body/post must be object')
  },
  {
    what: 'with text for the record',
    body: { post: 'Hi' },
    create: REFUSED('body/post must be object')
  },
  {
    what: 'with __proto__',
    body: '{"post":{"title":"Hi","__proto__":{"admin":true}}}',
    create: REFUSED("Body is not valid JSON but content-type is set to 'application/json'")
  },
  {
    what: 'with constructor',
    body: { post: { ...COMPLETE, constructor: 'x', hasOwnProperty: 1 } },
    create: COMPLETE
  }
]

const FORM = {
  'post[title]': 'Hi',
  'post[text]': 'There',
  'post[published]': 'on',
  'post[rank]': '1',
  'post[size]': '2',
  'post[tags][]': 'a',
  'post[author][name]': 'Ann',
  'post[password]': 'x'
}

/** Bodies as the fields of a form. */
const asForm: readonly Case[] = [
  { what: 'good', body: FORM, create: COMPLETE },
  {
    what: 'with attributes that a client may only read, and foreign ones',
    body: {
      ...FORM,
      'post[id]': '7',
      'post[admin]': '1',
      'post[author][id]': '7',
      'post[author][admin]': 'on'
    },
    create: COMPLETE
  },
  {
    what: 'without the key',
    body: { title: 'Hi' },
    create: REFUSED("body must have required property 'post'")
  },
  {
    what: 'with an empty flag, an empty number and an empty one that may be null',
    body: { ...FORM, 'post[published]': '', 'post[size]': '', 'post[rank]': '' },
    create: { ...COMPLETE, published: false, size: undefined, rank: null },
    update: REFUSED("body/post must have required property 'size'")
  },
  {
    what: 'of the wrong type',
    body: { ...FORM, 'post[size]': 'much' },
    create: REFUSED('body/post/size must be integer')
  },
  {
    what: 'with an empty title',
    body: { ...FORM, 'post[title]': '' },
    create: { ...COMPLETE, title: undefined },
    update: REFUSED('body/post/title must NOT have fewer than 1 characters')
  },
  {
    what: 'with a box that is checked behind a hidden 0',
    body: { ...FORM, 'post[published]': ['0', '1'] },
    create: COMPLETE
  },
  {
    what: 'with text for the record',
    body: { post: 'Hi' },
    create: REFUSED('body/post must be object')
  },
  {
    what: 'with constructor',
    body: { ...FORM, 'post[constructor]': 'x', 'post[constructor][prototype][admin]': '1' },
    create: COMPLETE
  }
]

/** The fields of a form, a list of values as several of one name. */
function fieldsOf (body: Readonly<Record<string, string | string[]>>): Array<[name: string, value: string]> {
  return Object.entries(body).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value])
  )
}

const media: Readonly<Record<string, { cases: readonly Case[]; request: (body: Anything) => object }>> = {
  'application/json': {
    cases: asJson,
    request: (body) => ({
      payload: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' }
    })
  },
  'application/x-www-form-urlencoded': {
    cases: asForm,
    request: (body) => ({
      payload: new URLSearchParams(fieldsOf(body)).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' }
    })
  },
  'multipart/form-data': {
    cases: asForm,
    request: (body) => {
      const parts = fieldsOf(body).map(
        ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      )
      return {
        payload: `${parts.join('')}--x--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=x' }
      }
    }
  }
}

const routes = draw({ patch: true }, (map) => map.resources('posts', { only: ['create', 'show', 'update'] }))

async function appWith (
  record: object, options: Partial<ResourcesPluginOptions> = {}
): Promise<FastifyInstance> {
  const app = Fastify().setErrorHandler(sendValidatorText)
  app.addSchema({ $id: 'post#', type: 'object', properties, required: SOME })
  await app.register(multipart, { attachFieldsToBody: 'keyValues' })
  const see = async (request: Anything): Promise<object> => request.body.post
  await app.register(resourcesPlugin, {
    routes,
    controllers: { posts: { record, responses: false, create: see, update: see, show: see } },
    ...options
  })
  return app
}

/** What is said of an empty text, which stays where a field is required. */
const BLANK: Readonly<Record<string, string>> = {
  size: "body/post must have required property 'size'",
  title: 'body/post/title must NOT have fewer than 1 characters'
}

/** The result of a case. Required fields may be missing if the form leaves them out. */
function expectation (expected: unknown, required: readonly string[]): unknown {
  if (typeof expected === 'string') return expected
  const missing = Object.keys(properties).find(
    (name) => required.includes(name) && (expected as Anything)[name] === undefined && name !== 'id'
  )
  return missing === undefined
    ? JSON.parse(JSON.stringify(expected))
    : REFUSED(BLANK[missing] ?? `body/post must have required property '${missing}'`)
}

for (const [name, { schema, required }] of Object.entries(records)) {
  for (const [type, { cases, request }] of Object.entries(media)) {
    t.test(`${name}, ${type}`, async (t) => {
      const app = await appWith(schema)
      for (const { what, body, create, update = create } of cases) {
        for (const [method, url, expected] of [
          ['POST', '/posts', expectation(create, required)],
          ['PUT', '/posts/1', expectation(update, [])],
          ['PATCH', '/posts/1', expectation(update, [])]
        ] as const) {
          const response = await app.inject({ method, url, ...request(body) })
          const seen =
            response.statusCode === 200
              ? response.json()
              : `${response.statusCode} ${response.json().message as string}`
          t.strictSame(seen, expected, `${method}: a body ${what}`)
        }
      }
    })
  }
}

t.test('in a closed record an unknown name is a 400, in every media type; readOnly names are not unknown', async (t) => {
  for (const [name, { schema }] of Object.entries(records)) {
    if (!('properties' in schema)) continue
    const app = await appWith({ ...schema, additionalProperties: false })
    for (const [type, { request }] of Object.entries(media)) {
      for (const attribute of ['id', 'admin', 'constructor']) {
        const body =
          type === 'application/json'
            ? { post: { ...COMPLETE, [attribute]: 1 } }
            : { ...FORM, [`post[${attribute}]`]: '1' }
        const response = await app.inject({ method: 'PUT', url: '/posts/1', ...request(body) })
        const expected =
          attribute === 'id' ? [200, undefined] : [400, 'body/post must NOT have additional properties']
        t.strictSame(
          [response.statusCode, response.json().message],
          expected,
          `${name}, ${type}, ${attribute}`
        )
      }
    }
  }
})

t.test('all mistakes are told at once', async (t) => {
  const app = await appWith(Required)
  const response = await app.inject({
    method: 'POST',
    url: '/posts',
    payload: { post: { size: 'x', published: 'maybe' } }
  })
  t.equal(
    response.json().message,
    "body/post must have required property 'title', body/post must have required property 'text', body/post/published must be boolean, body/post/size must be integer"
  )
})

for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']) {
  t.test(`csrf-protection finds its token as a field of the form: ${type}`, async (t) => {
    const app = Fastify()
    await app.register(cookie)
    await app.register(csrf)
    await app.register(multipart, { attachFieldsToBody: 'keyValues' })
    app.get('/token', async (_request, reply) => reply.generateCsrf())
    const see = async (request: Anything): Promise<object> => request.body
    await app.register(resourcesPlugin, {
      routes,
      controllers: {
        posts: {
          record: Required,
          responses: false,
          routeOptions: {
            preHandler: (...args: [never, never, never]) => {
              app.csrfProtection(...args)
            }
          },
          create: see,
          update: see,
          show: async () => ''
        }
      }
    })
    const {
      body: _csrf,
      cookies: [{ name, value } = { name: '', value: '' }]
    } = await app.inject('/token')
    const isJson = type === 'application/json'
    const post = isJson ? { post: COMPLETE } : FORM
    const send = async (token: object): Promise<Anything> =>
      await app.inject(
        Object.assign(
          { method: 'POST', url: '/posts', cookies: { [name]: value } },
          (media[type] as Anything).request({ ...token, ...post }) as object
        ) as Anything
      )
    t.strictSame((await send({ _csrf })).json(), { _csrf, post: COMPLETE })
    t.equal((await send({ _csrf: 'wrong' })).statusCode, 403)
    t.equal((await send({})).statusCode, 403)
  })
}
