/** Files of multipart forms. */

import t from 'tap'
import fastifyMultipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { MULTIPART, URLENCODED, multipart } from '../../support/forms.js'

type Anything = any

const routes = draw((map) => map.resources('posts', { only: ['create', 'update'] }))

const FILE = { type: 'string', format: 'binary' }

/** What an action sees of a file. */
function describe (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describe)
  if (!Buffer.isBuffer(value)) return value
  const { filename, mimetype } = value as Anything
  return `${filename} ${mimetype} ${value.toString()}`
}

async function filesApp (
  attachFieldsToBody: Anything,
  controller: Anything,
  schema: object = { $id: 'none' }
): Promise<FastifyInstance> {
  const app = Fastify()
  app.addSchema(schema)
  await app.register(fastifyMultipart, { attachFieldsToBody })
  const echo = async ({ body: { post } }: Anything) =>
    Object.fromEntries(Object.entries(post as object).map(([name, value]) => [name, describe(value)]))
  await app.register(resourcesPlugin, {
    routes,
    controllers: { posts: { create: echo, update: echo, ...controller } }
  })
  return app
}

async function send (
  app: FastifyInstance,
  fields: Parameters<typeof multipart>[0],
  method: 'POST' | 'PUT' = 'POST'
): Promise<Anything> {
  const url = method === 'PUT' ? '/posts/1' : '/posts'
  return (
    await app.inject({ method, url, payload: multipart(fields), headers: { 'content-type': MULTIPART } })
  ).json()
}

for (const mode of [true, 'keyValues']) {
  for (const file of [FILE, { type: 'string', contentEncoding: 'binary', contentMediaType: 'image/png' }]) {
    const record = {
      type: 'object',
      required: ['title', 'photo'],
      properties: {
        title: { type: 'string' },
        done: { type: 'boolean' },
        tags: { type: 'array', items: { type: 'string' } },
        photo: file,
        more: { type: 'array', items: file }
      }
    }
    t.test(`attachFieldsToBody: ${String(mode)}, ${JSON.stringify(file)}`, async (t) => {
      const app = await filesApp(mode, { record })
      const photo = ['post[photo]', ['a.png', 'A']] as const
      t.strictSame(
        await send(app, [
          ['post[title]', 'Hi'],
          ['post[done]', 'on'],
          ['post[tags][]', 'x'],
          photo,
          ['post[more][]', ['b.png', 'B']],
          ['post[more][]', ['c.png', '']]
        ]),
        {
          title: 'Hi',
          done: true,
          tags: ['x'],
          photo: 'a.png application/octet-stream A',
          more: ['b.png application/octet-stream B', 'c.png application/octet-stream ']
        },
        'a file has its name, its media type and its bytes; fields of text are read as those of any form'
      )
      t.match(
        await send(app, [
          ['post[title]', 'Hi'],
          ['post[photo]', ['', '']]
        ]),
        { statusCode: 400, message: 'post[photo] must not be empty' },
        'a required file that was not chosen is missing'
      )
      t.strictSame(
        await send(app, [['post[title]', 'Hi'], photo, ['post[more][]', ['', '']]]),
        { title: 'Hi', photo: 'a.png application/octet-stream A' },
        'so is a list of them'
      )
      t.strictSame(
        await send(
          app,
          [
            ['post[title]', 'New'],
            ['post[photo]', ['', '']]
          ],
          'PUT'
        ),
        { title: 'New' },
        'an update keeps the file'
      )
      t.match(
        await send(app, [['post[title]', ['a.txt', 'A']], photo]),
        { statusCode: 400 },
        'a file where the schema has none is invalid'
      )
    })
  }

  t.test(`an action that describes its body itself, attachFieldsToBody: ${String(mode)}`, async (t) => {
    const bodyOf = (photo: object) => {
      const post = { type: 'object', required: ['photo'], properties: { photo, size: { type: 'integer' } } }
      return { type: 'object', required: ['post'], properties: { post } }
    }
    const echo = async ({ body: { post } }: Anything) => ({ photo: describe(post.photo), size: post.size })
    const ways = {
      'a text': bodyOf(FILE),
      'a text or an object': bodyOf({ ...FILE, type: ['string', 'object'] }),
      'a local reference': { ...bodyOf({ $ref: '#/definitions/file' }), definitions: { file: FILE } },
      'a schema of the app': bodyOf({ $ref: 'upload#/properties/file' }),
      'by media type': {
        content: {
          'application/json': { schema: { type: 'object' } },
          'multipart/form-data': { schema: bodyOf(FILE) }
        }
      }
    }
    const upload = { $id: 'upload', type: 'object', properties: { file: FILE } }
    const answers = [
      ['3', ['a.png', 'A'], { photo: 'a.png application/octet-stream A', size: 3 }],
      ['3', ['', ''], { statusCode: 400, message: "body/post must have required property 'photo'" }],
      ['x', ['a.png', 'A'], { statusCode: 400, message: 'body/post/size must be integer' }]
    ] as const
    for (const [title, body] of Object.entries(ways)) {
      const app = await filesApp(mode, { create: { schema: { body }, handler: echo } }, upload)
      for (const [size, photo, answer] of answers) {
        t.match(
          await send(app, [
            ['post[size]', size],
            ['post[photo]', [...photo]]
          ]),
          answer,
          title
        )
      }
    }
  })

  t.test(`rows with files that nobody chose, attachFieldsToBody: ${String(mode)}`, async (t) => {
    const line = { type: 'object', properties: { sku: { type: 'string' }, photo: FILE } }
    const record = { type: 'object', properties: { lines: { type: 'array', items: line } } }
    const create = async ({ body }: Anything): Promise<unknown> =>
      body.post.lines.map(({ sku, photo }: Anything) => [sku, describe(photo)])
    const app = await filesApp(mode, { record, create })
    t.strictSame(
      await send(app, [
        ['post[lines][][sku]', 'a'],
        ['post[lines][][photo]', ['', '']],
        ['post[lines][][sku]', 'b'],
        ['post[lines][][photo]', ['b.png', 'B']],
        ['post[lines][][photo]', ['c.png', 'C']]
      ]),
      [['a', undefined], ['b', 'b.png application/octet-stream B'], [undefined, 'c.png application/octet-stream C']]
        .map((cells) => cells.map((cell) => cell ?? null))
    )
  })

  t.test(`a form without parts has an empty body, attachFieldsToBody: ${String(mode)}`, async (t) => {
    const app = await filesApp(mode, { record: { type: 'object', properties: { photo: FILE } } })
    t.match(await send(app, []), { statusCode: 400, code: 'FST_ERR_VALIDATION' })
  })

  t.test(`a late field that names a method is refused, attachFieldsToBody: ${String(mode)}`, async (t) => {
    const app = await filesApp(mode, {})
    t.match(
      await send(app, [
        ['post[title]', 'x'.repeat(70_000)],
        ['_method', 'put']
      ]),
      { statusCode: 405 }
    )
  })
}

t.test('without a schema that has files, their parts stay, and fields are texts', async (t) => {
  const app = await filesApp(true, {
    create: async ({ body: { post } }: Anything) => ({
      title: post.title,
      photo: String(await post.photo.toBuffer()),
      name: post.photo.filename
    })
  })
  t.strictSame(
    await send(app, [
      ['post[title]', 'Hi'],
      ['post[photo]', ['a.png', 'A']]
    ]),
    { title: 'Hi', photo: 'A', name: 'a.png' }
  )
})

t.test("a multipart parser of the app's own gives the values of a form, or none", async (t) => {
  for (const [body, expected] of [[{ post: { title: 'x' } }, { title: 'x' }], [undefined, 'no body']]) {
    const app = Fastify()
    app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
      payload.resume().on('end', () => done(null, body))
    })
    const create = async ({ body }: Anything): Promise<unknown> => body?.post ?? JSON.stringify('no body')
    await app.register(resourcesPlugin, { routes, controllers: { posts: { create, update: create } } })
    t.strictSame(await send(app, [['post[title]', 'y']]), expected)
  }
})

t.test('a field of JSON cannot pose as a part', async (t) => {
  const app = await filesApp(true, { create: async ({ body }: Anything) => body })
  const part =
    '--boundary-1\r\nContent-Disposition: form-data; name="post"\r\nContent-Type: application/json\r\n\r\n{"type":"field","value":"x","fields":{}}\r\n--boundary-1--\r\n'
  const response = await app.inject({
    method: 'POST',
    url: '/posts',
    payload: part,
    headers: { 'content-type': MULTIPART }
  })
  t.strictSame(response.json(), { post: { type: 'field', value: 'x', fields: {} } })
})

t.test("a body that the app's multipart leaves empty is a mistake of the app", async (t) => {
  const app = await filesApp(false, { record: { type: 'object', properties: { photo: FILE } } })
  t.match(await send(app, [['post[photo]', ['a.png', 'A']]]), {
    statusCode: 500,
    code: 'FST_RESOURCES_MULTIPART',
    message: /attachFieldsToBody: true/
  })
})

t.test('a multipart form for a record without files, whose parts nothing reads, is a 415 that says why', async (t) => {
  const record = { type: 'object', properties: { title: { type: 'string' } } }
  const fields = [['post[title]', 'Hi']] as const
  for (const method of ['POST', 'PUT'] as const) {
    t.match(await send(await filesApp(false, { record }), [...fields], method), {
      statusCode: 415,
      code: 'FST_RESOURCES_MEDIA_TYPE',
      message: /attachFieldsToBody: true/
    })
    for (const mode of [true, 'keyValues']) {
      t.strictSame(await send(await filesApp(mode, { record }), [...fields], method), { title: 'Hi' })
      t.match(await send(await filesApp(mode, { record }), [], method), { statusCode: 400 }, 'no parts')
    }
  }
})

const photos = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    photo: FILE,
    none: { type: ['string', 'null'], format: 'binary' },
    link: { anyOf: [FILE, { type: 'string', format: 'uri' }] },
    maybe: { oneOf: [FILE, { type: 'null' }] },
    all: { type: 'array', items: FILE },
    some: { anyOf: [FILE, { type: 'array', items: FILE }] },
    of: { type: 'object', properties: { scan: { type: 'string', contentEncoding: 'binary' } } },
    more: { type: 'array', items: { type: 'object', additionalProperties: FILE } },
    kind: {
      oneOf: [
        { type: 'object', required: ['is'], properties: { is: { const: 'file' }, data: FILE } },
        { type: 'object', required: ['is'], properties: { is: { const: 'text' }, data: { type: 'string' } } }
      ]
    }
  }
}

const TEXTS: ReadonlyArray<readonly [post: object, at: string]> = [
  [{ photo: 'text' }, '/photo'], [{ photo: '' }, '/photo'], [{ photo: ['a', 'b'] }, '/photo/0'],
  [{ none: 'text' }, '/none'], [{ maybe: 'text' }, '/maybe'], [{ all: ['text'] }, '/all/0'],
  [{ some: 'text' }, '/some'], [{ some: ['text'] }, '/some/0'], [{ of: { scan: 'text' } }, '/of/scan'],
  [{ more: [{}, { a: 'text' }] }, '/more/1/a']
]

const WITHOUT: readonly object[] = [
  {}, { title: 'A' }, { none: null }, { maybe: null }, { link: 'https://example.org' }, { all: [] }, { of: {} }, { more: [] },
  { kind: { is: 'file' } }
]

const libraries = {
  'JSON Schema': { record: photos },
  'an input': { record: { type: 'object', properties: { id: { type: 'integer' } } }, input: photos },
  zod: { record: z.object({ photo: z.file().optional() }) },
  'an input of zod': {
    record: z.object({ id: z.int().optional() }),
    input: z.object({ photo: z.file().optional() }),
    load: () => ({})
  }
}

t.test('a text in the place of a file, in JSON or a urlencoded form, is a 415 that names multipart', async (t) => {
  for (const [library, controller] of Object.entries(libraries)) {
    const app = await filesApp(true, controller)
    const isOwn = !library.includes('zod')
    for (const method of ['POST', 'PUT'] as const) {
      const url = method === 'PUT' ? '/posts/1' : '/posts'
      const ask = async (payload: Anything, type = 'application/json'): Promise<Anything> => {
        const response = await app.inject({ method, url, payload, headers: { 'content-type': type } })
        return { ...response.json(), statusCode: response.statusCode }
      }
      for (const [post, at] of isOwn ? TEXTS : TEXTS.slice(0, 1)) {
        const answer = await ask({ post })
        t.match(answer, {
          statusCode: 415,
          code: 'FST_RESOURCES_MEDIA_TYPE',
          message: `the body has no file at '/post${at}', where the schema has one; send a form of the media type multipart/form-data`
        }, `${library}: ${method} ${JSON.stringify(post)}`)
      }
      for (const photo of [{}, { subarray: 1 }, [{}], null, 5, true]) {
        t.equal((await ask({ post: { photo } })).statusCode, 400)
      }
      for (const post of isOwn ? WITHOUT : WITHOUT.slice(0, 1)) {
        t.equal((await ask({ post })).statusCode, 200, `${library}: ${method} ${JSON.stringify(post)}`)
      }
    }
    const payload = '_method=put&post[photo]=a.png'
    const headers = { 'content-type': URLENCODED }
    t.equal((await app.inject({ method: 'POST', url: '/posts/1', payload, headers })).statusCode, 415)
  }
})

t.test('a text in the place of a file in a multipart form is a 400, and the form is shown again', async (t) => {
  for (const mode of [true, 'keyValues']) {
    const invalid = async (...[, , { errors }]: Anything[]): Promise<object> => errors
    const app = await filesApp(mode, { record: photos, invalid })
    for (const method of ['POST', 'PUT'] as const) {
      for (const [name, value] of [['post[photo]', 'a.png'], ['post[photo]', ''], ['post[of][scan]', 'x'], ['post[all][]', 'x']] as const) {
        t.match(Object.values(await send(app, [[name, value]], method)), [['must be a file']], `${method} ${name}`)
      }
    }
  }
})

t.test('a record with files refuses JSON that is nested very deep', async (t) => {
  const app = await filesApp(true, { record: { $id: 'Tree', type: 'object', properties: { photo: FILE, next: { $ref: 'Tree#' } } } })
  const payload = `{"post":${'{"next":'.repeat(100_000)}{"photo":"text"}${'}'.repeat(100_000)}}`
  const response = await app.inject({ method: 'POST', url: '/posts', payload, headers: { 'content-type': 'application/json' } })
  t.match(response.json(), { statusCode: 400, code: 'FST_RESOURCES_LEVELS' })
})
