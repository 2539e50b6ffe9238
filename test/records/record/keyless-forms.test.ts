/** Forms in trees whose bodies need no key: what rows take, and what their messages and documents name. */

import t from 'tap'
import fastifyMultipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createClient } from '../../../lib/client.js'
import resourcesPlugin, { createFormHelpers, draw, formValues, openapiOptions } from '../../../lib/index.js'
import { injectFetch } from '../../../lib/testing.js'
import { MULTIPART, URLENCODED, multipart } from '../../support/forms.js'

type Anything = any
type Fields = Parameters<typeof multipart>[0]

const FILE = { type: 'string', format: 'binary' }
const integer = { type: 'integer' }
const text = { type: 'string' }
const properties = { id: integer, title: text, size: integer, tags: { type: 'array', items: text }, photo: FILE }
const inputOfZod = z.object({
  title: z.string(), size: z.int(), tags: z.array(z.string()).optional(), photo: z.file()
})

const CONTROLLERS: Readonly<Record<string, object>> = {
  'a JSON Schema': { record: { type: 'object', required: ['title', 'size', 'photo'], properties } },
  'with responses': { record: { type: 'object', required: ['title'], properties }, responses: { create: false, update: false } },
  'an input': {
    record: { type: 'object', properties: { id: integer } },
    input: { type: 'object', required: ['title'], properties }
  },
  'a closed input': {
    record: { type: 'object', properties: { id: integer } },
    input: { type: 'object', properties, additionalProperties: false }
  },
  zod: { record: inputOfZod.extend({ id: z.int() }) },
  'an input of zod': { record: z.object({ id: z.int() }), input: inputOfZod, load: () => ({ id: 1 }) }
}

/** A row, the property `photo` of whose record may be its key too. */
const ROWS = [
  ['POST /posts', 'post', 'posts.create', []],
  ['PUT /posts/1', 'post', 'posts.update', [1]],
  ['PUT /account', 'account', 'accounts.update', []],
  ['POST /posts/1/replies', 'reply', 'replies.create', [1]],
  ['PUT /replies/1', 'reply', 'replies.update', [1]],
  ['POST /photos', 'photo', 'photos.create', []],
  ['PUT /photos/1', 'photo', 'photos.update', [1]]
] as const

function routesOf (options: object): Anything {
  return draw(options, (map) => map
    .resources('posts', { only: ['create', 'update'] }, (posts) =>
      posts.resources('replies', { only: ['create', 'update'], shallow: true }))
    .resource('account', { only: 'update' })
    .resources('photos', { only: ['create', 'update'] }))
}

/** What an action sees, its files as texts. */
function seenIn (value: Anything): unknown {
  if (Buffer.isBuffer(value)) return `${(value as Anything).filename as string} ${value.toString()}`
  if (value instanceof File) return `${value.name} A`
  if (Array.isArray(value)) return value.map(seenIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, seenIn(inner)]))
}

interface Setup {
  readonly routes: Anything
  readonly controller: object
  readonly attachFieldsToBody?: true | 'keyValues'
}

async function appOf ({ routes, controller, attachFieldsToBody = true }: Setup): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(fastifyMultipart, { attachFieldsToBody })
  await app.register(swagger, openapiOptions({ openapi: { info: { title: 'A', version: '1' } } }))
  const see = async ({ body }: FastifyRequest): Promise<unknown> => seenIn(body)
  const own = (): object => ({ create: see, update: see, ...controller })
  const used: string[] = routes.table.map((row: Anything) => row.controller)
  await app.register(resourcesPlugin, {
    routes, controllers: Object.fromEntries(used.map((name) => [name, own()]))
  })
  await app.ready()
  return app
}

async function send (
  app: FastifyInstance, line: string, fields: Fields | string
): Promise<[number, Anything]> {
  const [method, url] = line.split(' ') as ['POST', string]
  const payload = typeof fields === 'string' ? fields : multipart(fields)
  const type = typeof fields === 'string' ? URLENCODED : MULTIPART
  const response = await app.inject({ method, url, payload, headers: { 'content-type': type } })
  return [response.statusCode, response.json()]
}

const upload = (nameOf: (name: string) => string): Fields => [
  [nameOf('title'), 'A'], [nameOf('size'), '5'], [nameOf('tags'), 'x'], [nameOf('tags'), 'y'],
  [nameOf('photo'), ['a.png', 'A']]
]
const UPLOADED = { title: 'A', size: 5, tags: ['x', 'y'], photo: 'a.png A' }

for (const [title, controller] of Object.entries(CONTROLLERS)) {
  t.test(`a form with a file comes with its key or without: ${title}`, async (t) => {
    const modes = [[true, { api: true }], ['keyValues', { wrap: false }]] as const
    for (const [attachFieldsToBody, options] of modes) {
      const routes = routesOf(options)
      const app = await appOf({ routes, controller, attachFieldsToBody })
      const client = createClient(routes, { fetch: injectFetch(app) }) as Anything
      const { paths, components: { schemas } } = (app as Anything).swagger()
      for (const [line, key, name, ids] of ROWS) {
        const taken = [200, { [key]: UPLOADED }]
        t.strictSame(await send(app, line, upload((name) => name)), taken, line)
        t.strictSame(await send(app, line, upload((name) => `${key}[${name}]`)), taken, `${line}: with its key`)
        const form = new FormData()
        for (const [name, value] of upload((name) => name)) {
          form.append(name, typeof value === 'string' ? value : new File(['A'], value[0]))
        }
        const [controller, action] = name.split('.') as [string, string]
        t.strictSame(await client[controller][action](...ids, form), { [key]: UPLOADED }, `${line}: the client`)
        form.delete('size')
        form.append('size', 'x')
        const { status, body } = await client[controller][action].try(...ids, form)
        t.strictSame([status, Object.keys(body.fields as object)], [400, ['size']], `${line}: its messages`)

        const path = line.replace(/^\w+ /, '').replace('/posts/1/', '/posts/{post_id}/').replace('/1', '/{id}')
        const { content } = paths[path][line.startsWith('PUT') ? 'put' : 'post'].requestBody
        const { $ref } = content['multipart/form-data'].schema
        t.ok(schemas[$ref.split('/').at(-1)].properties.photo, `${line}: the document has the record itself`)
        t.strictSame(Object.keys(content as object), ['multipart/form-data'])
      }
    }
  })
}

t.test('a photo may be all that a form of photos has', async (t) => {
  const record = { type: 'object', properties: { title: text, photo: FILE } }
  const app = await appOf({ routes: routesOf({ api: true }), controller: { record } })
  for (const line of ['POST /photos', 'PUT /photos/1']) {
    t.strictSame(await send(app, line, [['photo', ['a.png', 'A']]]), [200, { photo: { photo: 'a.png A' } }])
    t.strictSame(await send(app, line, [['photo[photo]', ['a.png', 'A']]]), [200, { photo: { photo: 'a.png A' } }])
    t.match(await send(app, line, [['photo', 'a.png']]), [400, { fields: { photo: ['must be a file'] } }])
    t.match(await send(app, line, 'photo=a.png'), [415, { message: /the body has no file at '\/photo'/ }])
  }
})

t.test("an action's own body has its own names in each tree", async (t) => {
  const body = { type: 'object', required: ['photo'], properties: { size: integer, photo: FILE } }
  const see = async ({ body }: FastifyRequest): Promise<unknown> => seenIn(body)
  const own = { schema: { body }, handler: see }
  const routes = routesOf({ api: true })
  const app = await appOf({ routes, controller: { create: own, update: own } })
  const client = createClient(routes, { fetch: injectFetch(app) }) as Anything
  const form = new FormData()
  form.append('size', '5')
  form.append('photo', new File(['A'], 'a.png'))
  for (const [, , name, ids] of ROWS) {
    const [controller, action] = name.split('.') as [string, string]
    t.strictSame(await client[controller][action](...ids, form), { size: 5, photo: 'a.png A' }, name)
  }
})

t.test('fields that are none of the record may stand beside its key alone', async (t) => {
  const record = { type: 'object', required: ['title'], properties: { title: text, version: { ...integer, readOnly: true } } }
  const routes = routesOf({ wrap: false })
  const controller = { record, version: 'version', load: () => ({ version: 7 }) }
  const app = await appOf({ routes, controller })
  const ofClosed = { ...controller, record: { ...record, additionalProperties: false } }
  const closed = await appOf({ routes, controller: ofClosed })
  for (const [start, url] of [['PUT ', '/posts/1'], ['POST ', '/posts/1'], ['PUT ', '/account']] as const) {
    const method = start === 'POST ' ? '_method=put&' : ''
    for (const one of [app, closed]) {
      const sent = async (body: string): Promise<Anything> => await send(one, start + url, method + body)
      const key = url === '/account' ? 'account' : 'post'
      t.strictSame(await sent('title=A&_version=7'), [200, { [key]: { title: 'A' } }], `${start}${url}: the version`)
      t.match(await sent('title=A&_version=6'), [409, { fields: { '': [/changed by somebody else/] } }])
      t.match(await sent('_version=6'), [409, {}], 'a form of nothing else')
      t.strictSame(await sent(`${key}[title]=A&_csrf=x`), [200, { [key]: { title: 'A' }, _csrf: 'x' }])
    }
    t.strictSame((await send(app, start + url, `${method}title=A&_csrf=x`))[0], 200, 'without it they are left out')
    t.strictSame((await send(closed, start + url, `${method}title=A&_csrf=x`))[0], 400, 'or refused')
  }
})

t.test('a form of an API names no other method', async (t) => {
  const record = { type: 'object', required: ['title'], properties: { title: text } }
  const app = await appOf({ routes: routesOf({ api: true }), controller: { record } })
  t.match(await send(app, 'POST /posts', '_method=put&title=A'), [400, { code: 'FST_RESOURCES_METHOD_OVERRIDE' }])
})

t.test('a row of a form without its key has a check box where the record takes a boolean', async (t) => {
  const item = { type: 'object', properties: { ok: { type: 'boolean' }, no: text } }
  const parts = { type: 'array', items: item }
  const record = { type: 'object', properties: { parts } }
  const app = await appOf({ routes: routesOf({ api: true }), controller: { record } })
  const own = await appOf({
    routes: routesOf({ api: true }), controller: { record: { type: 'object', properties: { post: parts, parts } } }
  })
  const rows = (name: string, last: string): string => `${name}[][${last}]=0&${name}[][${last}]=1`
  const cases = [
    [app, 'parts', 'parts'], [app, 'post[parts]', 'parts'], [own, 'parts', 'parts'], [own, 'post', 'post']
  ] as const
  for (const [one, name, under] of cases) {
    const sent = async (last: string): Promise<Anything> => await send(one, 'POST /posts', rows(name, last))
    t.strictSame(await sent('ok'), [200, { post: { [under]: [{ ok: true }] } }], name)
    t.strictSame(await sent('no'), [200, { post: { [under]: [{ no: '0' }, { no: '1' }] } }], name)
  }
})

t.test('a form that comes back has its values and its messages, with its key or without', async (t) => {
  const record = { type: 'object', required: ['title'], properties: { title: { ...text, minLength: 2 } } }
  const routes = draw({ wrap: false }, (map) => map.resources('posts', { only: ['create', 'update'] }))
  const invalid = async (request: FastifyRequest, _reply: unknown, page: Anything): Promise<unknown> =>
    ({ ...page, again: formValues(request) })
  const app = await appOf({ routes, controller: { record, invalid } })
  for (const line of ['POST /posts', 'PUT /posts/1']) {
    for (const name of ['title', 'post[title]']) {
      const errors = { [name]: ['must have at least 2 characters'] }
      t.strictSame(await send(app, line, `${name}=A`), [422, { values: { title: 'A' }, errors, again: { title: 'A' } }])
    }
  }
})

t.test('what formFor writes is taken in each tree', async (t) => {
  const record = { type: 'object', required: ['title'], properties: { id: integer, title: text } }
  for (const options of [{}, { wrap: false }, { api: true }, { api: true, wrap: true }]) {
    const app = await appOf({ routes: routesOf(options), controller: { record } })
    const { formFor } = createFormHelpers((app as Anything).urlFor) as Anything
    const form = formFor('post', {})
    const { name } = form.at('title')
    t.strictSame(await send(app, `POST ${form.action as string}`, `${name as string}=A`), [200, { post: { title: 'A' } }])
  }
})
