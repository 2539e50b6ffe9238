/** Records in documents: components by name, statuses, media types, pages. */

import t from 'tap'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import { Type } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import resourcesPlugin, { draw, openapiOptions } from '../../lib/index.js'
import type { ResourcesPluginOptions, Routes } from '../../lib/index.js'
import { echoControllers } from '../support/app.js'
import { lintDocument, validateDocument } from '../support/documents.js'

type Anything = any

/** Since 5.11. */
const FASTIFY_HAS_QUERY = Fastify().supportedMethods.includes('QUERY')

interface Setting {
  readonly version?: string
  readonly options?: Partial<ResourcesPluginOptions>
  readonly swagger?: object
  readonly before?: (app: FastifyInstance) => unknown
  /** The rules of a linter that the app's own schemas break. */
  readonly broken?: readonly string[]
}

/** The document, checked. */
async function documentOf (
  routes: Routes,
  more: Record<string, object>,
  { version = '3.1.0', options, swagger: given, before, broken }: Setting = {}
): Promise<Anything> {
  const app = Fastify()
  await before?.(app)
  await app.register(
    swagger,
    openapiOptions({
      openapi: {
        openapi: version,
        info: { title: 't', version: '1' }
      },
      ...given
    })
  )
  const controllers = Object.fromEntries(
    Object.entries(echoControllers(routes)).map(([name, actions]) => [name, { ...actions, ...more[name] }])
  )
  await app.register(resourcesPlugin, { routes, controllers, ...options })
  await app.ready()
  const document = JSON.parse(JSON.stringify((app as Anything).swagger())) as Anything
  t.match((app as Anything).swagger({ yaml: true }), /^openapi: /)
  t.strictSame(await validateDocument(document), { valid: true })
  t.strictSame(await lintDocument(document, broken), [])
  return document
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

const id = { type: 'integer', readOnly: true }
const secret = { type: 'string', writeOnly: true }
const title = { type: 'string' }

for (const version of ['3.0.3', '3.1.0', '3.2.0']) {
  t.test(`OpenAPI ${version}: a record is a component under its name, what clients send beside it, recursion included`, async (t) => {
    const Author = { $id: 'Author', type: 'object', required: ['id', 'secret'], properties: { id, secret } }
    const Post = {
      $id: 'Post',
      type: 'object',
      required: ['id', 'title', 'secret'],
      properties: {
        id,
        title: { ...title, default: 'New' },
        secret,
        author: { anyOf: [{ $ref: 'Author#' }, { type: 'null' }] },
        replies: { type: 'array', items: { $ref: '#' } },
        file: { type: 'string', format: 'binary' }
      }
    }
    const Tag = { type: 'object', additionalProperties: false, properties: { title } }
    const routes = draw({ api: true, wrap: true, patch: true }, (map) =>
      map.resources('posts').resources('tags').resources('notes', { only: 'create' })
    )
    const { paths, components } = await documentOf(
      routes,
      {
        posts: { record: Post, responses: true },
        tags: { record: Tag, responses: true },
        notes: { record: { properties: { id, title } } }
      },
      { version, before: (app) => app.addSchema(Author) }
    )
    const none = version === '3.0.3' ? { type: 'object', nullable: true, enum: [null] } : { type: 'null' }
    const shared = {
      author: { anyOf: [ref('AuthorInput'), none] },
      replies: { type: 'array', items: ref('PostInput') },
      file: { type: 'string', format: 'binary' }
    }
    const { ErrorResponse, ...schemas } = components.schemas
    t.strictSame(schemas, {
      Author: { type: 'object', required: ['id'], properties: { id } },
      AuthorInput: { type: 'object', required: ['secret'], properties: { secret } },
      Post: {
        type: 'object',
        required: ['id', 'title'],
        properties: {
          id,
          title: { ...title, default: 'New' },
          author: { anyOf: [ref('Author'), none] },
          replies: { type: 'array', items: ref('Post') },
          file: { type: 'string', format: 'binary' }
        }
      },
      PostInput: {
        type: 'object',
        required: ['title', 'secret'],
        properties: { title: { ...title, default: 'New' }, secret, ...shared }
      },
      PostPatch: { type: 'object', properties: { title, secret, ...shared } },
      ...Object.fromEntries(['Tag', 'TagInput', 'TagPatch'].map((name) => [name, Tag])),
      NoteInput: { properties: { title } }
    })
    t.match(ErrorResponse, {
      type: 'object',
      required: ['statusCode', 'error', 'message'],
      properties: { fields: { type: 'object' } }
    })
    const body = (path: string, method: string): unknown =>
      Object.values(
        paths[path][method].requestBody.content['application/json'].schema.properties as object
      )[0]
    t.strictSame(
      [
        body('/posts', 'post'),
        body('/posts/{id}', 'put'),
        body('/posts/{id}', 'patch'),
        body('/tags/{id}', 'put'),
        body('/notes', 'post')
      ],
      ['PostInput', 'PostPatch', 'PostPatch', 'TagPatch', 'NoteInput'].map(ref)
    )
    const answer = (path: string, method: string, status: string): unknown =>
      paths[path][method].responses[status].content['application/json'].schema
    t.strictSame(
      [
        answer('/posts', 'get', '200'),
        answer('/posts', 'post', '201'),
        answer('/posts/{id}', 'get', '200'),
        answer('/posts/{id}', 'put', '200')
      ],
      [{ type: 'array', items: ref('Post') }, ...Array(3).fill(ref('Post'))]
    )
  })
}

/** `201 Location, 303 Location, 400 ErrorResponse` */
function statuses ({ responses }: Anything): string {
  return Object.entries(responses as Record<string, Anything>)
    .map(([status, { headers, content = {} }]) =>
      [
        status,
        ...(headers === undefined ? [] : ['Location']),
        ...Object.entries(content as Record<string, Anything>).map(([type, { schema }]) =>
          schema.$ref === undefined ? type : schema.$ref.split('/').at(-1)
        )
      ].join(' ')
    )
    .join(', ')
}

t.test('conditions for validators stay out of a document, also where a reference leads into a component', async (t) => {
  for (const openapi of ['3.0.3', '3.1.0', '3.2.0'] as const) {
    const app = Fastify()
    await app.register(swagger, openapiOptions({ openapi: { openapi, info: { title: 'x', version: '1' } } }))
    const title = { anyOf: [{ type: 'string', minLength: 3 }, { type: 'integer' }, { type: 'null' }] }
    const handler = async (): Promise<string> => 'done'
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map.resources('posts', { only: ['index', 'create'] }).resources('comments', { only: 'create' })
      ),
      controllers: {
        posts: {
          index: {
            schema: {
              querystring: {
                type: 'object',
                properties: { title: { $ref: 'Post#/properties/title' }, size: title }
              }
            },
            handler
          },
          create: handler,
          record: {
            $id: 'Post',
            type: 'object',
            properties: {
              id: { type: 'integer' },
              title,
              photo: { type: 'string', format: 'binary', allOf: [{ type: 'string', maxLength: 9 }] },
              else: { type: 'object', properties: { size: title } }
            }
          }
        },
        comments: {
          create: handler,
          record: {
            type: 'object',
            properties: {
              post_id: { $ref: 'Post#/properties/id' },
              title: { $ref: 'Post#/properties/title/anyOf/0' },
              size: { $ref: 'Post#/properties/else/properties/size/anyOf/1' },
              name: { $ref: 'Post#/properties/photo/allOf/0' }
            }
          }
        }
      }
    })
    app.addSchema({
      $id: 'Choice',
      type: 'object',
      properties: { a: { if: { const: 1 }, else: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } }
    })
    app.post(
      '/own',
      {
        schema: { body: { type: 'object', properties: { a: { $ref: 'Choice#/properties/a/else/anyOf/0' } } } }
      },
      handler
    )
    await app.ready()
    const document = app.swagger() as unknown as { paths: any; components: { schemas: Record<string, any> } }
    const { Choice, ...schemas } = document.components.schemas
    t.notMatch(JSON.stringify(schemas), /"if"|"else":\{"anyOf"|else\/anyOf|byteLength/, openapi)
    t.strictSame(Object.keys(schemas).sort(), ['CommentInput', 'ErrorResponse', 'Post', 'PostInput'])
    const [asked, size] = document.paths['/posts'].get.parameters
    t.equal(asked.schema.$ref, '#/components/schemas/Post/properties/title', 'nor is any in a query')
    t.strictSame(size.schema.anyOf.slice(0, 2), title.anyOf.slice(0, 2))
    t.notMatch(JSON.stringify(size), '"if"')
    const { Post, CommentInput } = schemas
    t.strictSame(Post.properties.photo, {
      type: 'string',
      format: 'binary',
      allOf: [{ type: 'string', maxLength: 9 }]
    })
    const places = Object.values(CommentInput.properties as Record<string, { $ref: string }>).map(
      ({ $ref }) => $ref.replace('#/components/schemas/Post/properties/', '')
    )
    t.strictSame(places, ['id', 'title/anyOf/0', 'else/properties/size/anyOf/1', 'photo/allOf/0'])
    t.equal(
      document.paths['/own'].post.requestBody.content['application/json'].schema.properties.a.$ref,
      '#/components/schemas/Choice/properties/a/else/anyOf/0',
      'a condition of the app stays'
    )
    t.ok(Choice.properties.a.else)
    t.strictSame(Post.properties.title.anyOf[0], { type: 'string', minLength: 3 })
  }
})

for (const version of ['3.0.3', '3.1.0', '3.2.0']) {
  t.test(`OpenAPI ${version}: null, bounds, tuples and names of properties stand in the words of the version`, async (t) => {
    const number = { type: 'number' }
    const pair = { type: 'array', items: [title, number] }
    const cases: Record<string, [given: object, early: object, later?: object]> = {
      above: [{ ...number, exclusiveMinimum: 0 }, { ...number, minimum: 0, exclusiveMinimum: true }],
      below: [
        { ...number, maximum: 9, exclusiveMaximum: 9 },
        { ...number, maximum: 9, exclusiveMaximum: true },
        { ...number, maximum: 9, exclusiveMaximum: 9 }
      ],
      tighter: [
        { ...number, minimum: 5, exclusiveMinimum: 0 },
        { ...number, minimum: 5, exclusiveMinimum: false },
        { ...number, minimum: 5, exclusiveMinimum: 0 }
      ],
      names: [
        { type: 'object', propertyNames: { maxLength: 3 }, additionalProperties: number },
        { type: 'object', additionalProperties: number },
        { type: 'object', propertyNames: { maxLength: 3 }, additionalProperties: number }
      ],
      propertyNames: [title, title],
      none: [
        { anyOf: [{ ...title, enum: ['new'] }, { type: 'null' }] },
        { ...title, enum: ['new', null], nullable: true }
      ],
      noneAsWell: [
        { anyOf: [{ ...title, const: 'new' }, { type: 'null' }] },
        { ...title, enum: ['new', null], nullable: true },
        { anyOf: [{ ...title, enum: ['new'] }, { type: 'null' }] }
      ],
      schema: [{ ...number, exclusiveMaximum: 0 }, { ...number, maximum: 0, exclusiveMaximum: true }],
      image: [
        { ...title, contentMediaType: 'image/png' },
        title,
        { ...title, contentMediaType: 'image/png' }
      ],
      open: [
        pair,
        { type: 'array', items: {} },
        { type: 'array', prefixItems: pair.items }
      ],
      closed: [
        { ...pair, additionalItems: false },
        { type: 'array', items: { anyOf: [title, number] }, maxItems: 2 },
        { type: 'array', prefixItems: pair.items, items: false }
      ],
      rest: [
        { ...pair, minItems: 2, additionalItems: { type: 'boolean' } },
        { type: 'array', items: { anyOf: [title, number, { type: 'boolean' }] }, minItems: 2 },
        { type: 'array', prefixItems: pair.items, minItems: 2, items: { type: 'boolean' } }
      ]
    }
    const properties = Object.fromEntries(Object.entries(cases).map(([name, [given]]) => [name, given]))
    const record = { type: 'object', properties }
    const index = { schema: { querystring: record }, handler: async () => [] }
    const { paths, components } = await documentOf(
      draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: ['index', 'create'] })),
      { posts: { record, responses: true, index } },
      { version, broken: ['no-mixed-number-range-constraints'] }
    )
    const found = Object.fromEntries(
      paths['/posts'].get.parameters.map(({ name, schema }: Anything) => [name, schema])
    )
    for (const [name, [given, early, later = given]] of Object.entries(cases)) {
      const expected = version === '3.0.3' ? early : later
      t.strictSame(components.schemas.Post.properties[name], expected, name)
      t.strictSame(found[name], expected, `${name} in a query`)
    }
  })
}

t.test('a glob has its own name', async (t) => {
  const routes = draw((map) =>
    map.route('/files/*path', 'files#show').route('/docs/:lang/*page', 'files#page')
  )
  const show = {
    schema: { params: { type: 'object', properties: { path: { type: 'string', maxLength: 50 } } } },
    handler: async () => 'ok'
  }
  const { paths } = await documentOf(routes, { files: { show } })
  t.strictSame(Object.keys(paths), ['/files/{path}', '/docs/{lang}/{page}'])
  t.strictSame(paths['/files/{path}'].get.parameters, [
    { in: 'path', name: 'path', required: true, schema: { type: 'string', maxLength: 50 } }
  ])
  t.strictSame(
    paths['/docs/{lang}/{page}'].get.parameters.map(({ name }: Anything) => name),
    ['lang', 'page']
  )
  t.strictSame(
    openapiOptions<Anything>().transform({ url: '/own/*', schema: {}, route: {} }),
    { url: '/own/*', schema: {} },
    "a route of the app's own stays"
  )
})

t.test("an operation has its possible statuses, and errors in Fastify's shape", async (t) => {
  const routes = draw((map) =>
    map
      .resources('posts', { member: { publish: 'put' }, collection: { search: 'get' } })
      .resource('account', { only: ['show', 'destroy'] })
  )
  const { paths } = await documentOf(routes, {
    posts: {
      record: { $id: 'Post', type: 'object', properties: { title } },
      responses: { publish: false },
      search: {
        schema: { querystring: { type: 'object', properties: { q: { type: 'string' } } } },
        handler: async () => []
      }
    }
  })
  t.strictSame(
    Object.fromEntries(
      Object.entries(paths as object).flatMap(([path, methods]) =>
        Object.entries(methods as object).map(([method, operation]) => [
          `${method} ${path}`,
          statuses(operation)
        ])
      )
    ),
    {
      'get /posts/search': '200 application/json, 400 ErrorResponse, default ErrorResponse',
      'get /posts': '200 application/json, default ErrorResponse',
      'post /posts': '201 Location Post, 303 Location, 400 ErrorResponse, default ErrorResponse',
      'get /posts/new': '200 text/html, default ErrorResponse',
      'put /posts/{id}/publish': '200, 204, 400 ErrorResponse, 404 ErrorResponse, default ErrorResponse',
      'get /posts/{id}/edit': '200 text/html, 404 ErrorResponse, default ErrorResponse',
      'get /posts/{id}': '200 Post, 404 ErrorResponse, default ErrorResponse',
      'put /posts/{id}': '200 Post, 303 Location, 400 ErrorResponse, 404 ErrorResponse, default ErrorResponse',
      'delete /posts/{id}': '204, 303 Location, 404 ErrorResponse, default ErrorResponse',
      'get /account': '200 application/json, default ErrorResponse',
      'delete /account': '200 application/json, 204, 303 Location, default ErrorResponse'
    }
  )
  t.match(paths['/posts/search'].get.parameters, [{ name: 'q', in: 'query' }])
})

t.test('a singleton with load may be a 404, unless its action does not load', async (t) => {
  const routes = draw({ api: true, wrap: true }, (map) => map.resource('account', { only: ['create', 'show', 'update'] }))
  const { paths } = await documentOf(routes, {
    accounts: { load: async () => null, update: { load: false, handler: async () => 'done' } }
  })
  t.strictSame([paths['/account'].get, paths['/account'].post, paths['/account'].put].map(statuses), [
    '200 application/json, 404 ErrorResponse, default ErrorResponse',
    '200 application/json, 204, 400 ErrorResponse, default ErrorResponse',
    '200 application/json, 204, 400 ErrorResponse, default ErrorResponse'
  ])
})

t.test("an action's own answer may refer to its own definitions: the document has their targets in place", async (t) => {
  const writer = { $id: 'writer', type: 'object', properties: { name: title, boss: { $ref: 'writer#' } } }
  const answers = [
    {
      type: 'object',
      definitions: { writer },
      properties: { by: { $ref: 'writer#' }, to: { $ref: '#/definitions/writer' } }
    },
    {
      type: 'object',
      properties: { by: { ...writer, properties: { name: title, boss: {} } }, to: { $ref: 'writer' } }
    },
    {
      type: 'object',
      $defs: {
        writer: { ...writer, $id: '#writer', properties: { name: title, boss: { $ref: '#writer' } } }
      },
      properties: { by: { $ref: '#writer' }, to: { $ref: '#/$defs/writer' } }
    }
  ]
  const place = { type: 'object', properties: { name: title, boss: {} } }
  for (const schema of answers) {
    const { paths } = await documentOf(
      draw((map) => map.resources('posts', { only: 'show' })),
      { posts: { show: { schema: { response: { 200: schema } }, handler: async () => ({}) } } }
    )
    t.strictSame(paths['/posts/{id}'].get.responses[200].content['application/json'].schema, {
      type: 'object',
      properties: { by: place, to: place }
    })
  }
})

t.test("an action's own body, query or headers may refer to their own definitions, those of a library too", async (t) => {
  const Kid = z.object({ name: z.string() }).meta({ id: 'Kid' })
  const Tree = z.object({
    name: z.string(),
    get kids () {
      return z.array(Tree).optional()
    }
  })
  const kid = { type: 'object', properties: { name: title }, required: ['name'] }
  const tree = { ...kid, properties: { name: title, kids: { type: 'array', items: {} } } }
  const own = { type: 'object', definitions: { kid }, properties: { kid: { $ref: '#/definitions/kid' } } }
  const wrapped = { type: 'object', properties: { kid } }
  const cases: Array<[name: string, body: unknown, expected: object]> = [
    ['a definition', own, wrapped],
    ['a name of zod', z.object({ kid: Kid }), { ...wrapped, required: ['kid'] }],
    ['a schema that holds itself', Tree, tree],
    ['a schema by media type', { content: { 'application/json': { schema: own } } }, wrapped]
  ]
  const routes = draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: ['index', 'create'] }))
  for (const [name, body, expected] of cases) {
    const create = { schema: { body }, handler: async () => ({}) }
    const { paths } = await documentOf(routes, { posts: { create } })
    t.strictSame(paths['/posts'].post.requestBody.content['application/json'].schema, expected, name)
  }
  const index = { schema: { querystring: own, headers: own }, handler: async () => [] }
  const { paths } = await documentOf(routes, { posts: { index } })
  const schema = { type: 'object', properties: kid.properties }
  t.match(paths['/posts'].get.parameters, [
    { in: 'query', schema },
    { in: 'header', schema }
  ])
})

t.test('definitions of an own answer stay as they are if too many refer to each other', async (t) => {
  const names = Array.from({ length: 9 }, (_, index) => `e${index}`)
  const definitions = Object.fromEntries(
    names.map((name) => [
      name,
      {
        type: 'object',
        properties: Object.fromEntries(
          names.filter((other) => other !== name).map((other) => [other, { $ref: `#/definitions/${other}` }])
        )
      }
    ])
  )
  const app = Fastify()
  await app.register(swagger, { openapi: {} })
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'show' })),
    controllers: {
      posts: {
        show: {
          schema: { response: { 200: { $ref: '#/definitions/e0', definitions } } },
          handler: async () => ({})
        }
      }
    }
  })
  await app.ready()
  t.ok(
    JSON.stringify((app as Anything).swagger()).length < 100_000,
    'in place, their targets would take 10 MB'
  )
})

t.test('a schema in responses is a component with its own definitions, also where rows have formats', async (t) => {
  const index = {
    type: 'object',
    definitions: {
      item: { $id: 'item', type: 'object', properties: { title } },
      other: { type: 'object', properties: { id } }
    },
    properties: { one: { $ref: 'item#' }, two: { $ref: '#/definitions/other' } }
  }
  for (const formats of [[], ['html', 'json']]) {
    const {
      paths,
      components: { schemas }
    } = await documentOf(
      draw({ formats }, (map) => map.resources('posts', { only: 'index' })),
      { posts: { record: { properties: { title } }, responses: { index } } }
    )
    const { schema } = paths['/posts'].get.responses['200'].content['application/json']
    t.strictSame(schema, ref('PostIndex'))
    const found = Object.values(schemas.PostIndex.properties as object).map(
      ({ $ref }) => schemas[$ref.split('/').at(-1)].properties
    )
    t.strictSame(found, [{ title }, { id }])
  }
})

t.test("an action's own responses stay, its errors too", async (t) => {
  const own = {
    202: { description: 'Later', type: 'null' },
    '4xx': { description: 'No', type: 'object', properties: { why: { type: 'string' } } }
  }
  const { paths } = await documentOf(
    draw((map) => map.resources('posts', { only: ['create', 'show', 'update'] })),
    {
      posts: {
        record: { properties: { title } },
        create: { schema: { response: own }, handler: async () => '' },
        show: { schema: { response: { 404: own['4xx'] } }, handler: async () => '' },
        update: {
          schema: { response: { default: own['4xx'] }, consumes: ['application/merge-patch+json'] },
          handler: async () => ''
        }
      }
    },
    { broken: ['operation-4xx-response'] }
  )
  t.strictSame([paths['/posts'].post, paths['/posts/{id}'].get, paths['/posts/{id}'].put].map(statuses), [
    '202, 4XX application/json',
    '200 application/json, 404 application/json, default ErrorResponse',
    'default application/json'
  ])
  t.strictSame(Object.keys(paths['/posts/{id}'].put.requestBody.content as object), [
    'application/merge-patch+json'
  ])
  const derived = await documentOf(
    draw((map) => map.resources('posts', { only: 'show' })),
    {
      posts: {
        record: { properties: { title } },
        responses: true,
        show: { schema: { response: { 404: own['4xx'] } }, handler: async () => '' }
      }
    }
  )
  t.equal(
    statuses(derived.paths['/posts/{id}'].get),
    '200 Post, 404 application/json, default ErrorResponse',
    'an own error leaves the derived answer'
  )
})

t.test('the document does not change a thrown error', async (t) => {
  const app = Fastify()
  await app.register(swagger, openapiOptions({ openapi: {} }))
  const show = async (): Promise<never> => {
    throw Object.assign(new Error('gone'), { statusCode: 404, code: 'MINE' })
  }
  app.setErrorHandler(
    async (error: Anything, _request, reply) =>
      await reply.code(error.statusCode as number).send({ message: error.message, fields: { a: 1 } })
  )
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'show' })),
    controllers: { posts: { show } }
  })
  t.strictSame((await app.inject('/posts/1')).json(), { message: 'gone', fields: { a: 1 } })
})

t.test('bodies have the media types of forms where the app parses them and the tree has pages', async (t) => {
  const record = { properties: { title } }
  const types = async (routes: Routes, setting: Setting = {}): Promise<string[]> =>
    Object.keys(
      (await documentOf(routes, { posts: { record } }, setting)).paths['/posts'].post.requestBody
        .content as object
    )
  const routes = draw((map) => map.resources('posts', { only: 'create' }))
  t.strictSame(await types(routes), ['application/json', 'application/x-www-form-urlencoded'])
  t.strictSame(
    await types(routes, {
      before: async (app) => {
        await app.register(multipart, { attachFieldsToBody: 'keyValues' })
      }
    }),
    ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
  )
  t.strictSame(await types(routes, { options: { forms: false } }), ['application/json'])
  t.strictSame(await types(draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: 'create' }))), [
    'application/json'
  ])
})

t.test('a record with files comes as a multipart form alone, where the app parses it', async (t) => {
  const record = { properties: { title, file: { type: 'string', format: 'binary' } } }
  const parsing: Setting = {
    before: async (app) => {
      await app.register(multipart, { attachFieldsToBody: 'keyValues' })
    }
  }
  for (const api of [false, true]) {
    for (const wrap of [true, false]) {
      const routes = draw({ api, wrap } as {}, (map) => map.resources('posts', { only: 'create' }))
      const bodyWith = async (controller: object, setting: Setting): Promise<Anything> =>
        (await documentOf(routes, { posts: { record, ...controller } }, setting)).paths['/posts'].post
          .requestBody.content
      const content = await bodyWith({}, parsing)
      t.strictSame(Object.keys(content), ['multipart/form-data'])
      const { schema } = content['multipart/form-data']
      if (wrap) t.strictSame(Object.keys(schema.properties), ['post'], 'a form has its key')
      else t.strictSame(schema, { $ref: '#/components/schemas/PostInput' }, 'a form is the record itself')
      t.ok('application/json' in (await bodyWith({}, {})), 'not without a parser')
      const own = await bodyWith(
        { create: { schema: { body: { type: 'object' } }, handler: async () => ({}) } },
        parsing
      )
      t.ok('application/json' in own, 'an own body says itself what it takes')
    }
  }
})

t.test("an action's own body with files comes as a multipart form alone too, but for media types of its own", async (t) => {
  const file = { type: 'string', format: 'binary' }
  const object = (properties: object, others: object = {}): object => ({ type: 'object', properties, ...others })
  const content = {
    'application/json': { schema: object({ title }) }, 'multipart/form-data': { schema: object({ file }) }
  }
  const multipartAlone = ['multipart/form-data']
  const cases: ReadonlyArray<readonly [name: string, schema: object, types?: readonly string[]]> = [
    ['a JSON Schema', { body: object({ file }, { required: ['file'] }) }, multipartAlone],
    ['zod', { body: z.object({ file: z.file() }) }, multipartAlone],
    ['a list', { body: z.object({ files: z.array(z.file()) }) }, multipartAlone],
    ['a schema of the app', { body: { $ref: 'upload#' } }, multipartAlone],
    ['no file', { body: object({ title }) }],
    ['by media type', { body: { content } }, Object.keys(content)],
    ['consumes', { body: object({ file }), consumes: ['application/json'] }, ['application/json']]
  ]
  const before = async (app: FastifyInstance): Promise<void> => {
    await app.register(multipart, { attachFieldsToBody: 'keyValues' })
    app.addSchema({ $id: 'upload', ...object({ file }) })
  }
  const record = { properties: { title } }
  const trees: ReadonlyArray<readonly [routes: Routes, json: readonly string[]]> = [
    [draw((map) => map.resources('posts', { only: 'create' })),
      ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']],
    [draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: 'create' })), ['application/json']]
  ]
  for (const [routes, withoutFiles] of trees) {
    for (const [name, schema, types = withoutFiles] of cases) {
      for (const controller of [{}, { record }]) {
        const posts = { ...controller, create: { schema, handler: async () => ({}) } }
        const { paths } = await documentOf(routes, { posts }, { before, broken: ['no-unused-components'] })
        t.strictSame(Object.keys(paths['/posts'].post.requestBody.content as object), types, name)
      }
    }
  }
})

t.test('formats are media types, with a 406', async (t) => {
  const { paths } = await documentOf(
    draw({ formats: ['html', 'json', 'csv'] }, (map) =>
      map.resources('posts', { only: ['index', 'new', 'show'] })
    ),
    { posts: { record: { $id: 'Post', type: 'object', properties: { title } }, responses: true } }
  )
  t.strictSame([paths['/posts'].get, paths['/posts/new'].get, paths['/posts/{id}'].get].map(statuses), [
    '200 text/html application/json text/csv, 406 ErrorResponse, default ErrorResponse',
    '200 text/html, 406 ErrorResponse, default ErrorResponse',
    '200 text/html Post text/csv, 404 ErrorResponse, 406 ErrorResponse, default ErrorResponse'
  ])
})

t.test('an action documents the formats that it answers', async (t) => {
  const routes = draw({ formats: ['html', 'json', 'csv'] }, (map) => map
    .root({ controller: 'posts', action: 'index' })
    .resources('posts', { only: ['index', 'create', 'show'] })
    .resources('notes', { only: 'show', formats: { required: ['json', 'csv'] } }))
  const record = { $id: 'Post', type: 'object', properties: { title } }
  const handler = async (): Promise<object> => ({})
  const { paths } = await documentOf(routes, {
    posts: {
      record,
      responses: true,
      routeOptions: { formats: ['html', 'json'] },
      index: { formats: ['json', 'csv'], handler },
      create: { formats: ['json'], handler }
    },
    notes: { show: { formats: ['csv'], handler } }
  })
  const { post } = paths['/posts']
  const shown = [paths['/'].get, paths['/posts'].get, post, paths['/posts/{id}'].get].map(statuses)
  t.strictSame(shown, [
    '200 application/json, default ErrorResponse',
    '200 application/json text/csv, 406 ErrorResponse, default ErrorResponse',
    '201 Location Post, 400 ErrorResponse, 406 ErrorResponse, default ErrorResponse',
    '200 text/html Post, 404 ErrorResponse, 406 ErrorResponse, default ErrorResponse'
  ])
  t.match(paths['/notes/{id}.{format}'].get.parameters, [{}, { name: 'format', schema: { enum: ['csv'] } }])
})

t.test('JSON of create is a 201, a text of another format a 200, but a page where forms get a 303', async (t) => {
  const createIn = async (formats: string[], api = true): Promise<string> => {
    const { paths } = await documentOf(
      draw({ api, wrap: true, formats } as Anything, (map: Anything) => map.resources('posts', { only: 'create' })),
      { posts: { record: { $id: 'Post', type: 'object', properties: { title } }, responses: true } }
    )
    return statuses(paths['/posts'].post)
  }
  t.equal(
    await createIn(['html', 'json', 'csv']),
    '200 text/html text/csv, 201 Location Post, 400 ErrorResponse, 406 ErrorResponse, default ErrorResponse'
  )
  t.equal(
    await createIn(['html', 'json', 'csv'], false),
    '200 text/csv, 201 Location Post, 303 Location, 400 ErrorResponse, 406 ErrorResponse, default ErrorResponse'
  )
  t.equal(await createIn(['csv']), '200 text/csv, 400 ErrorResponse, 406 ErrorResponse, default ErrorResponse')
  t.equal(await createIn(['html']), '200 text/html, 400 ErrorResponse, 406 ErrorResponse, default ErrorResponse')
})

t.test('schema: { hide: true } of an action or of routeOptions hides its operations', async (t) => {
  const routes = draw((map) => map.resources('posts', { only: ['index', 'new', 'edit'] }).resources('tags'))
  const handler = async (): Promise<string> => '<p>'
  const { paths } = await documentOf(routes, {
    posts: { new: { schema: { hide: true }, handler }, edit: handler },
    tags: { routeOptions: { schema: { hide: true } } }
  })
  t.strictSame(Object.keys(paths), ['/posts', '/posts/{id}/edit'])
})

t.test('fields of forms have the key of their record, which their media types say', async (t) => {
  const record = { $id: 'Post', type: 'object', required: ['title'], properties: { title } }
  const before = async (app: FastifyInstance): Promise<void> => {
    await app.register(multipart, { attachFieldsToBody: 'keyValues' })
  }
  const own = { schema: { body: { type: 'object', properties: { title } } }, handler: async () => ({}) }
  const encodings = async (options: object, controller: object): Promise<unknown[]> => {
    const routes = draw(options, (map: Anything) => map
      .resources('posts', { only: ['create', 'update', 'destroy'] })
      .resource('account', { only: 'update' }))
    const controllers = { posts: controller, accounts: controller }
    const { paths } = await documentOf(routes as Routes, controllers, { before })
    return [paths['/posts'].post, paths['/posts/{id}'].put, paths['/account'].put].map(({ requestBody }) => {
      const content: Array<[string, Anything]> = Object.entries(requestBody.content as object)
      return Object.fromEntries(content.map(([type, { encoding }]) => [type.replace(/.*\//, ''), encoding]))
    })
  }
  const style = { style: 'deepObject', explode: true }
  const of = (encoding: unknown): object =>
    ({ json: undefined, 'x-www-form-urlencoded': encoding, 'form-data': encoding })
  const ofPost = of({ post: style })
  t.strictSame(await encodings({}, { record }), [ofPost, ofPost, of({ account: style })])
  t.strictSame(await encodings({ wrap: false }, { record }), [of(undefined), of(undefined), of(undefined)])
  const ofAction = { record, create: own, update: own }
  t.strictSame(await encodings({}, ofAction), [of(undefined), of(undefined), of(undefined)], "an action's own body")
})

t.test('with wrap: false JSON and forms are the record itself', async (t) => {
  const record = { $id: 'Post', type: 'object', required: ['title'], properties: { title } }
  const { paths } = await documentOf(
    draw({ wrap: false }, (map) => map.resources('posts', { only: ['create', 'update'] })),
    { posts: { record } }
  )
  const wrapped = (name: string): object => ({
    type: 'object',
    required: ['post'],
    properties: { post: ref(name) }
  })
  const schemas = ({ requestBody: { content } }: Anything): unknown =>
    Object.values(content as object).map(({ schema }) => schema)
  t.strictSame(schemas(paths['/posts'].post), [ref('PostInput'), ref('PostInput')])
  t.strictSame(schemas(paths['/posts/{id}'].put), [ref('PostPatch'), ref('PostPatch')])
  const own = await documentOf(
    draw({ api: true }, (map) => map.resources('posts', { only: 'create' })),
    {
      posts: {
        record,
        create: {
          schema: { body: wrapped('Post') && { type: 'object', properties: { post: { type: 'object' } } } },
          handler: async () => ''
        }
      }
    }
  )
  t.strictSame(schemas(own.paths['/posts'].post), [
    { type: 'object', properties: { post: { type: 'object' } } }
  ])
})

t.test('two schemas of one name in a document are an error that says $id, not across documents', async (t) => {
  const routes = draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: ['create', 'update', 'show'] }))
  const one = { type: 'object', required: ['a'], properties: { a: title } }
  const two = { type: 'object', required: ['b'], properties: { b: title } }
  type Records = ReadonlyArray<readonly object[]>
  const appOf = async (documents: Records, schema?: object): Promise<FastifyInstance> => {
    const app = Fastify()
    if (schema !== undefined) app.addSchema(schema)
    for (const [index, records] of documents.entries()) {
      app.register(async (scope) => {
        await scope.register(swagger, openapiOptions({ openapi: {} }))
        for (const [place, record] of records.entries()) {
          scope.register(async (inner) => {
            const controllers = { posts: { ...echoControllers(routes).posts, record, responses: true } }
            await inner.register(resourcesPlugin, { routes, controllers })
          }, { prefix: `/${place}` })
        }
      }, { prefix: `/${index}` })
    }
    await app.ready()
    return app
  }
  t.ok(await appOf([[one, one], [two, { ...two }]]), 'equal ones share it')
  t.ok(await appOf([[one, { $id: 'Other', ...two }]]))
  const ofTypeBox = Type.Object({ id: Type.Integer(), title: Type.String() }, { $id: 'Post' })
  t.ok(await appOf([[ofTypeBox, ofTypeBox]], ofTypeBox), "the app's own too")
  for (const [records, schema, name] of [
    [[one, two], undefined, 'PostInput'],
    [[one, { $id: 'PostInput', ...two }], undefined, 'PostInput'],
    [[one], { $id: 'PostPatch', ...two }, 'PostPatch'],
    [[one], { $id: 'PostInput', ...two }, 'PostInput']
  ] as const) {
    await t.rejects(appOf([records], schema), {
      message: new RegExp(
        `two schemas have the name '${name}' in the OpenAPI document; give that of the record an \\$id of its own`
      )
    }, JSON.stringify(records))
  }
})

const Site = z.object({ id: z.int(), title: z.string().default('New'), key: z.string().meta({ writeOnly: true }) })

t.test("zod's own id names components of each version, and an envelope refers to the record inside", async (t) => {
  const routes = draw({ api: true, wrap: true }, (map) => map
    .namespace('v1', (v1) => v1.resources('sites', { only: ['index', 'create', 'update', 'show'] }))
    .namespace('v2', (v2) => v2.resources('sites', { only: ['index', 'show'] })))
  const Named = Site.meta({ id: 'Site' })
  const index = z.object({ data: z.array(Named), total: z.int() })
  const { components, paths } = await documentOf(routes, {
    'v1/sites': { record: Named, responses: { index } },
    'v2/sites': { record: Named, responses: true }
  })
  t.strictSame(Object.keys(components.schemas as object).sort(), [
    'ErrorResponse', 'Site', 'SiteInput', 'SitePatch', 'V1SiteIndex'
  ])
  t.strictSame(components.schemas.V1SiteIndex.properties.data, { type: 'array', items: ref('Site') })
  for (const version of ['v1', 'v2']) {
    const { content } = paths[`/${version}/sites/{id}`].get.responses['200']
    t.strictSame(content['application/json'].schema, ref('Site'))
  }
})

t.test('an answer that holds the record inside refers to it: the same object, and a schema of the app', async (t) => {
  const Post = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, title } }
  const page = (items: object): object => ({ type: 'object', properties: { data: { type: 'array', items } } })
  const routes = draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: ['index', 'create'] }))
  for (const [record, items] of [
    [Post, Post], [Post, { $ref: 'Post#' }], [{ $id: 'Post', ...Post }, { $ref: 'Post#' }], [{ $ref: 'Post#' }, { $ref: 'Post#' }]
  ] as const) {
    const before = (app: FastifyInstance): unknown => record === Post || '$id' in record ? app : app.addSchema({ $id: 'Post', ...Post })
    const { components } = await documentOf(
      routes, { posts: { record, responses: { index: page(items) } } }, { before }
    )
    t.strictSame(Object.keys(components.schemas as object).sort(), ['ErrorResponse', 'Post', 'PostIndex', 'PostInput'])
    t.strictSame(components.schemas.PostIndex, page(ref('Post')))
    t.strictSame(components.schemas.PostInput.properties, { title })
  }
})

t.test('a record inside of another one takes its id: as the record itself, or as a component of its own', async (t) => {
  const routes = draw({ api: true, wrap: true }, (map) => map.resources('posts', 'authors', { only: ['create', 'show'] }))
  const own = { type: 'integer' }
  for (const [properties, nested] of [
    [{ id: own, name: title }, 'Author'],
    [{ id: own, name: title, pin: secret }, 'AuthorNested'],
    [{ id, name: title, pin: secret }, 'AuthorInput']
  ] as const) {
    const { components } = await documentOf(routes, {
      posts: { record: { type: 'object', properties: { title, author: { $ref: 'Author#' } } } },
      authors: { record: { type: 'object', properties }, responses: true }
    })
    const { pin, ...shown } = properties as Anything
    const { id: _, ...sent } = properties
    t.strictSame(components.schemas.Author.properties, shown)
    t.strictSame(components.schemas.AuthorInput.properties, sent)
    t.strictSame(components.schemas.PostInput.properties.author, ref(nested))
    if (nested === 'AuthorNested') t.strictSame(components.schemas.AuthorNested.properties, properties)
    else t.equal(components.schemas.AuthorNested, undefined)
  }
})

t.test("an app's own ErrorResponse stays, and errors are described in place", async (t) => {
  const routes = draw({ api: true }, (map) => map.resources('posts', { only: 'show' }))
  const own = { $id: 'ErrorResponse', type: 'object', properties: { code: title } }
  const { components, paths } = await documentOf(routes, {}, {
    before: (app) => app.addSchema(own), broken: ['no-unused-components']
  })
  t.strictSame(components.schemas.ErrorResponse.properties, own.properties)
  const { schema } = paths['/posts/{id}'].get.responses['404'].content['application/json']
  t.strictSame(schema.required, ['statusCode', 'error', 'message'])
})

t.test("components have the valid characters of an $id, and the app's own names stay", async (t) => {
  const routes = draw({ api: true, wrap: true }, (map) =>
    map.resources('posts', { only: ['create', 'show', 'update'] }).resources('tags', { only: 'show' })
  )
  const object = (properties: object = { title }): object => ({ type: 'object', properties })
  const { components, paths } = await documentOf(
    routes,
    {
      posts: {
        record: {
          $id: 'https://a.org/schemas/post.json',
          ...object({ id, title, pin: secret }),
          required: ['title', 'pin', 'id']
        },
        responses: true
      },
      tags: { show: { schema: { response: { 200: { $ref: 'LastOutput#' } } }, handler: async () => ({}) } }
    },
    {
      before: (app) => {
        app.addSchema({ $id: 'LastOutput', ...object() })
        app.addSchema({ $id: 'my%20post', ...object() })
        app.addSchema({ $id: 'my/post', ...object() })
        app.addSchema({ $id: 'other/post', ...object() })
        app.addSchema({ $id: 'https://a.org/', ...object() })
      },
      broken: ['no-unused-components']
    }
  )
  t.strictSame(Object.keys(components.schemas as object).sort(), [
    'ErrorResponse',
    'LastOutput',
    'def-4',
    'my_20post',
    'post',
    'post2',
    'postInput',
    'postOutput',
    'postPatch'
  ])
  t.strictSame(paths['/tags/{id}'].get.responses['200'].content['application/json'].schema, ref('LastOutput'))
})

t.test('a record with different schemas for reading and sending has its plain name for reading', async (t) => {
  const routes = draw({ api: true, wrap: true }, (map) =>
    map
      .resources('posts', 'tags', 'notes', { only: ['create', 'show', 'update'] })
      .resources('users', { only: 'show' })
  )
  const shown = { type: 'object', required: ['title', 'secret'], properties: { title, secret } }
  const { components, paths } = await documentOf(
    routes,
    {
      posts: { record: { $ref: 'Post#' }, responses: true },
      tags: { record: { $id: 'Tag', ...shown }, responses: true },
      notes: { record: { $id: 'Note', ...shown }, responses: true },
      users: { show: { schema: { response: { 200: { $ref: 'Note#' } } }, handler: async () => ({}) } }
    },
    {
      before: (app) => {
        app.addSchema({ $id: 'Post', ...shown })
      },
      broken: ['no-unused-components']
    }
  )
  const { ErrorResponse, ...schemas } = components.schemas
  t.strictSame(Object.keys(schemas as object).sort(), [
    'Note',
    'NoteInput',
    'NoteOutput',
    'NotePatch',
    'Post',
    'PostInput',
    'PostPatch',
    'Tag',
    'TagInput',
    'TagPatch'
  ])
  t.strictSame(
    [schemas.Post.required, schemas.PostInput.required, schemas.PostPatch.required],
    [['title'], ['title', 'secret'], undefined]
  )
  t.strictSame(
    ['posts', 'tags', 'notes', 'users'].map(
      (name) => paths[`/${name}/{id}`].get.responses['200'].content['application/json'].schema
    ),
    ['Post', 'Tag', 'NoteOutput', 'Note'].map(ref)
  )
})

t.test('what only a validator needs is in no document; a reference into what clients do not send leads to the record', async (t) => {
  const routes = draw({ api: true, wrap: true }, (map) => map.resources('posts', 'tags', { only: ['create', 'show'] }))
  const {
    components: { schemas }
  } = await documentOf(routes, {
    posts: {
      record: {
        $id: 'Post',
        required: ['id'],
        properties: {
          id,
          title: { anyOf: [title, { type: 'null' }] },
          either: { anyOf: [title, { type: 'integer' }] },
          one: { oneOf: [{ ...title, maxLength: 3 }, { type: 'integer' }, { type: 'null' }] }
        },
        allOf: [{ type: 'object', properties: { text: title }, additionalProperties: false }]
      },
      responses: true
    },
    tags: {
      record: {
        $id: 'Tag',
        type: 'object',
        required: ['id'],
        properties: {
          id,
          other: { $ref: '#/properties/id' },
          ids: { type: 'array', items: { $ref: '#/properties/id' } },
          by: { type: 'object', readOnly: true, properties: { name: title } },
          name: { $ref: '#/properties/by/properties/name' },
          never: { not: { properties: { id } } }
        }
      },
      responses: true
    }
  }, { broken: ['no-unused-components'] })
  t.strictSame(schemas.PostInput, {
    properties: {
      title: { anyOf: [title, { type: 'null' }] },
      either: { anyOf: [title, { type: 'integer' }] },
      one: { oneOf: [{ ...title, maxLength: 3 }, { type: 'integer' }, { type: 'null' }] }
    },
    allOf: [{ type: 'object', properties: { text: title }, additionalProperties: false }]
  })
  t.strictSame(schemas.TagInput, {
    type: 'object',
    properties: {
      ids: { type: 'array', items: ref('Tag/properties/id') },
      name: ref('Tag/properties/by/properties/name'),
      never: { not: { properties: { id } } }
    }
  })
})

t.test('a reference to what clients do not send leads to the whole record, also where it has no $id', async (t) => {
  const routes = draw({ api: true, wrap: true }, (map) => map.resources('tags', { only: ['create', 'show'] }))
  const properties = { id, ids: { type: 'array', items: { $ref: '#/properties/id' } } }
  const { components } = await documentOf(routes, { tags: { record: { type: 'object', properties }, responses: true } }, {
    broken: ['no-unused-components']
  })
  t.strictSame(components.schemas.TagInput.properties, { ids: { type: 'array', items: ref('TagWhole/properties/id') } })
  t.strictSame(components.schemas.Tag.properties.ids.items, ref('Tag/properties/id'))
})

t.test('an answer without its writeOnly properties may have fewer than a record must', async (t) => {
  const record = { $id: 'Post', type: 'object', minProperties: 2, properties: { title, secret } }
  const routes = draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: ['create', 'show'] }))
  const { components } = await documentOf(routes, { posts: { record, responses: true } })
  t.strictSame(components.schemas.Post, { type: 'object', properties: { title } })
  t.equal(components.schemas.PostInput.minProperties, 2)
})

t.test('an answer has no writeOnly property, also of a record that clients send; objects without a schema stay as they are', async (t) => {
  const tag = { type: 'object', properties: { name: title, pin: secret } }
  const { components, paths } = await documentOf(
    draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: ['create', 'show'] })),
    {
      posts: {
        record: { type: 'object', properties: { title, secret, tags: { type: 'array', items: tag }, free: { type: 'object' } } },
        responses: true
      }
    }
  )
  const { ErrorResponse, ...schemas } = components.schemas
  const shape = (shown: object, ofTag: object): object => ({
    type: 'object',
    properties: {
      title,
      ...shown,
      tags: { type: 'array', items: { type: 'object', properties: { name: title, ...ofTag } } },
      free: { type: 'object' }
    }
  })
  t.strictSame(schemas, { Post: shape({}, {}), PostInput: shape({ secret }, { pin: secret }) })
  t.strictSame(paths['/posts'].post.responses['201'].content['application/json'].schema, ref('Post'))
})

t.test('schemas for a document alone are in no scope with routes', async (t) => {
  const app = Fastify()
  await app.register(swagger, openapiOptions({ openapi: {} }))
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['create', 'update'] })),
    controllers: {
      posts: {
        record: { type: 'object', required: ['title'], properties: { id, title } },
        create: async () => ({}),
        update: async () => ({})
      }
    }
  })
  await app.ready()
  t.strictSame(Object.keys(app.getSchemas()), [])
  t.strictSame(Object.keys((app as Anything).swagger().components.schemas as object).sort(), [
    'ErrorResponse', 'PostInput', 'PostPatch'
  ])
})

t.test('a client sends no readOnly property, wherever it is: optional, nested, in a list, in a schema of the app', async (t) => {
  const routes = draw({ api: true, wrap: true }, (map) =>
    map.resources('posts', 'users', { only: ['create', 'show', 'update'] })
  )
  const User = { type: 'object', properties: { id, name: title, boss: { $ref: '#' } } }
  const { components, paths } = await documentOf(
    routes,
    {
      posts: {
        record: {
          type: 'object',
          properties: {
            id,
            title,
            author: { $ref: 'User#' },
            lines: { type: 'array', items: { type: 'object', properties: { no: id, sku: title } } }
          }
        },
        responses: true
      },
      users: { record: { $ref: 'User#' }, responses: true }
    },
    {
      before: (app) => {
        app.addSchema({ $id: 'User', ...User })
      },
      broken: ['no-unused-components']
    }
  )
  const { ErrorResponse, ...schemas } = components.schemas
  const lines = (properties: object): object => ({ type: 'array', items: { type: 'object', properties } })
  t.strictSame(schemas, {
    Post: {
      type: 'object',
      properties: { id, title, author: ref('User'), lines: lines({ no: id, sku: title }) }
    },
    PostInput: {
      type: 'object',
      properties: { title, author: ref('UserInput'), lines: lines({ sku: title }) }
    },
    PostPatch: schemas.PostInput,
    UserPatch: schemas.UserInput,
    User: { ...User, properties: { ...User.properties, boss: ref('User') } },
    UserInput: { type: 'object', properties: { name: title, boss: ref('UserInput') } }
  })
  t.strictSame(
    ['posts', 'users'].flatMap((name) =>
      [paths[`/${name}`].post, paths[`/${name}/{id}`].put].flatMap(({ requestBody }) =>
        Object.values(requestBody.content['application/json'].schema.properties as object)
      )
    ),
    ['PostInput', 'PostPatch', 'UserInput', 'UserPatch'].map(ref)
  )
})

t.test("a document has no component of the plugin that no operation needs; the app's own stay, with what they need", async (t) => {
  const routes = draw({ api: true, wrap: true }, (map) =>
    map
      .resources('posts', { only: ['create', 'show'] })
      .resources('notes', 'tags', 'users', { only: 'create' })
  )
  const hidden = { hide: true }
  const { components } = await documentOf(
    routes,
    {
      posts: {
        record: {
          type: 'object',
          required: ['id'],
          definitions: { by: { type: 'object', properties: { id, title } } },
          properties: { id, title, by: { $ref: '#/definitions/by' } }
        },
        create: { schema: hidden, handler: async () => ({}) },
        show: { schema: hidden, handler: async () => ({}) },
        responses: true
      },
      notes: { record: { type: 'object', properties: { id, title } } },
      tags: {
        record: { $id: 'Tag', type: 'object', properties: { title } },
        create: { schema: hidden, handler: async () => ({}) }
      },
      users: {
        record: { $id: 'User', type: 'object', properties: { title } },
        create: { schema: hidden, handler: async () => ({}) }
      }
    },
    {
      before: (app) => {
        app.addSchema({
          $id: 'Own',
          type: 'object',
          definitions: { part: { type: 'object' } },
          properties: { tag: { $ref: 'Tag#' } }
        })
        app.addSchema({ $id: 'Post-own', type: 'object' })
      },
      broken: ['no-unused-components']
    }
  )
  t.strictSame(Object.keys(components.schemas as object).sort(), [
    'ErrorResponse', 'NoteInput', 'Own', 'Own-part', 'Post-own', 'Tag'
  ])
})

t.test('a definition that clients send without readOnly properties is one component', async (t) => {
  const Tag = z.object({ id: z.int().meta({ readOnly: true }), name: z.string() }).meta({ id: 'Tag' })
  const { components } = await documentOf(
    draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: 'create' })),
    { posts: { record: z.object({ title: z.string(), tag: Tag }), responses: true } }
  )
  t.strictSame(Object.keys(components.schemas as object).sort(), [
    'ErrorResponse', 'Post', 'Post-Tag', 'PostInput', 'PostInput-Tag'
  ])
})

t.test('what a closed record takes and what an update takes are closed, and its answers are', async (t) => {
  const closed = (properties: object): object => ({ type: 'object', properties, additionalProperties: false })
  const { components } = await documentOf(
    draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: ['create', 'update', 'show'] })),
    { posts: { record: closed({ id, title, by: closed({ id, name: title }) }), responses: true } }
  )
  const { Post, PostInput, PostPatch = PostInput } = components.schemas
  t.strictSame(PostInput, closed({ title, by: closed({ name: title }) }))
  t.strictSame(PostPatch, PostInput)
  t.strictSame(Post, closed({ id, title, by: closed({ id, name: title }) }))
})

t.test("a schema in place for the app's own validator has its name too", async (t) => {
  const { components, paths } = await documentOf(
    draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: 'create' })),
    { posts: { record: { type: 'object', required: ['id', 'title'], properties: { id, title } } } },
    {
      before: (app) => {
        app.setValidatorCompiler(TypeBoxValidatorCompiler)
      }
    }
  )
  t.strictSame(components.schemas.PostInput, { type: 'object', required: ['title'], properties: { title } })
  t.strictSame(paths['/posts'].post.requestBody.content['application/json'].schema.properties, {
    post: ref('PostInput')
  })
})

t.test("the app's own transforms and resolver run too", async (t) => {
  const routes = draw({ api: true, wrap: true }, (map) => map.resources('posts', { only: 'create' }))
  const { paths, info, components } = await documentOf(
    routes,
    { posts: { record: { properties: { title } } } },
    {
      swagger: {
        refResolver: { buildLocalReference: ({ $id }: Anything) => `My${$id as string}` },
        transform: ({ schema, url }: Anything) => ({ schema, url: `/my${url as string}` }),
        transformObject: ({ openapiObject }: Anything) => ({
          ...openapiObject,
          info: { title: 'mine', version: '2' }
        })
      }
    }
  )
  t.strictSame(
    [Object.keys(paths as object), info.title, Object.keys(components.schemas as object)],
    [['/my/posts'], 'mine', ['MyErrorResponse', 'MyPostInput']]
  )
})

t.test('options that @fastify/swagger could not take are told', async (t) => {
  const faults: ReadonlyArray<readonly [given: unknown, message: string]> = [
    [null, 'openapiOptions: expected an object, got null'],
    ['3.1', "openapiOptions: expected an object, got '3.1'"],
    [{ transform: true }, 'openapiOptions: transform: expected a function, got true'],
    [{ transformObject: 'x' }, "openapiOptions: transformObject: expected a function, got 'x'"],
    [{ refResolver: [] }, 'openapiOptions: refResolver: expected an object, got []']
  ]
  for (const [given, message] of faults) {
    t.throws(() => openapiOptions(given as object), {
      code: 'FST_RESOURCES_OPTIONS',
      message: `The options have a mistake: ${message}`
    })
  }
  t.match(openapiOptions({ transform: null }), { transform: Function })
})

t.test('a Swagger 2 document is left as it is', async (t) => {
  const app = Fastify()
  await app.register(swagger, openapiOptions())
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'index' })),
    controllers: { posts: { index: async () => [] } }
  })
  await app.ready()
  t.match((app as Anything).swagger(), {
    swagger: '2.0',
    paths: { '/posts': { get: { operationId: 'listPosts' } } }
  })
})

t.test('objects of a query are written as the server reads them; a row with QUERY is in the document from OpenAPI 3.2 on', async (t) => {
  const query = {
    type: 'object',
    properties: {
      filter: { type: 'object', properties: { tag: { type: 'string' } } },
      ids: { type: 'array', items: { type: 'integer' } },
      page: { type: 'integer' }
    }
  }
  const routes = draw({ api: true, wrap: true }, (map) =>
    map.resources('posts', {
      only: 'index',
      collection: { find: FASTIFY_HAS_QUERY ? ('query' as const) : ('get' as const) }
    })
  )
  const posts = { index: { schema: { querystring: query }, handler: async () => [] } }
  const stylesOf = (parameters: Anything): unknown =>
    parameters.map(({ name, style, explode }: Anything) => [name, style, explode])
  for (const version of ['3.0.3', '3.1.0', '3.2.0']) {
    const { paths } = await documentOf(routes, { posts }, { version })
    t.strictSame(stylesOf(paths['/posts'].get.parameters), [
      ['filter', 'deepObject', true],
      ['ids', undefined, undefined],
      ['page', undefined, undefined]
    ])
    const isShown = !FASTIFY_HAS_QUERY || version === '3.2.0'
    t.strictSame(Object.keys(paths).sort(), isShown ? ['/posts', '/posts/find'] : ['/posts'])
  }
  const ajv = { customOptions: { strict: false } }
  const app = Fastify({ ajv })
  await app.register(swagger, openapiOptions({ openapi: {} }))
  const consumed = {
    type: 'object',
    properties: { sort: { type: 'object', 'x-consume': 'application/json' } }
  }
  const index = { schema: { querystring: consumed }, handler: async () => [] }
  const controllers = { posts: { index, find: async () => [] } }
  await app.register(resourcesPlugin, { routes, controllers, ajv })
  app.get('/own', { schema: { querystring: query } }, async () => '')
  await app.ready()
  const { paths } = (app as Anything).swagger()
  t.match(
    paths['/posts'].get.parameters,
    [{ name: 'sort', style: undefined, content: {} }],
    'one with a content of its own stays'
  )
  t.strictSame(
    stylesOf(paths['/own'].get.parameters),
    [
      ['filter', undefined, undefined],
      ['ids', undefined, undefined],
      ['page', undefined, undefined]
    ],
    'a route of the app has its own parser'
  )
})

if (FASTIFY_HAS_QUERY) {
  t.test('an operation with QUERY leaves the plain id to another method, and stays hidden where the app hides it', async (t) => {
    const found = draw({ api: true }, (map) => map.resources('posts', {
      only: 'none', collection: { find: ['query', 'post'], search: 'query' }
    }))
    const search = { schema: { hide: true }, handler: async () => [] }
    const find = { schema: { body: { type: 'object', properties: { title } } }, handler: async () => [] }
    const { paths } = await documentOf(found, { posts: { find, search } }, { version: '3.2.0' })
    t.strictSame(Object.keys(paths as object), ['/posts/find'])
    const { post, query } = paths['/posts/find']
    t.strictSame(
      [post, query].map(({ operationId, summary }) => [operationId, summary]),
      [['findPosts', 'Find posts'], ['findPostsQuery', 'Find posts (QUERY)']]
    )
    t.strictSame(query.requestBody, post.requestBody)
    t.strictSame([post, query].map(statuses), [
      '200 application/json, 204, 400 ErrorResponse, default ErrorResponse', '200 application/json, 400 ErrorResponse, default ErrorResponse'
    ])
  })
}
