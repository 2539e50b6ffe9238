/** The key around a body: what rows take, what the client and the document send, and what errors name. */

import t from 'tap'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createClient } from '../../../lib/client.js'
import resourcesPlugin, { draw, openapiOptions } from '../../../lib/index.js'
import type { Routes } from '../../../lib/index.js'
import { injectFetch } from '../../../lib/testing.js'
import { URLENCODED } from '../../support/forms.js'

type Anything = any
type Flag = boolean | undefined

const record = {
  type: 'object',
  required: ['title'],
  properties: { id: { type: 'integer' }, title: { type: 'string', minLength: 1 } }
}

interface Wraps {
  readonly api: boolean
  readonly ofDraw: Flag
}

function routesOf ({ api, ofDraw }: Wraps): Routes {
  return draw({ api, wrap: ofDraw } as {}, (map) => map
    .resources('posts', { only: ['create', 'update'] }, (posts) => posts.resources('replies', { only: 'create' }))
    .resource('account', { only: 'update' })
    .namespace('admin', (admin) => admin.resources('posts', { only: 'create' }))
    .route('/publish', { controller: 'posts', action: 'create', method: 'post' }))
}

async function appOf (wraps: Wraps, seen: unknown[], sent: unknown[] = []): Promise<FastifyInstance> {
  const see = async ({ body }: FastifyRequest): Promise<void> => {
    seen.push(body)
  }
  const posts = { record, create: see, update: see }
  const app = Fastify()
  app.addHook('preValidation', async ({ body }) => {
    sent.push(structuredClone(body ?? {}))
  })
  await app.register(swagger, openapiOptions({ openapi: { info: { title: 'A', version: '1' } } }))
  await app.register(resourcesPlugin, {
    routes: routesOf(wraps),
    controllers: { posts, replies: posts, accounts: posts, 'admin/posts': posts }
  })
  await app.ready()
  return app
}

const ROWS = [
  ['POST /posts', 'post', 'posts.create', []],
  ['PUT /posts/1', 'post', 'posts.update', [1]],
  ['POST /posts/1/replies', 'reply', 'replies.create', [1]],
  ['PUT /account', 'account', 'accounts.update', []],
  ['POST /admin/posts', 'post', 'admin/posts.create', []]
] as const

const FLAGS: readonly Flag[] = [undefined, true, false]

const ALL: readonly Wraps[] = [false, true].flatMap((api) =>
  FLAGS.map((ofDraw) => ({ api, ofDraw })))

for (const wraps of ALL) {
  const mustWrap = wraps.ofDraw ?? !wraps.api

  t.test(`${mustWrap ? 'a body must have its key' : 'a body may lack its key'}: ${JSON.stringify(wraps)}`, async (t) => {
    const seen: unknown[] = []
    const app = await appOf(wraps, seen)
    const client = createClient(routesOf(wraps), { fetch: injectFetch(app) }) as Anything
    const { paths } = (app as Anything).swagger()
    for (const [line, key, name, ids] of ROWS) {
      const [method, url] = line.split(' ') as ['POST', string]
      const send = async (payload: Anything, type?: string): Promise<Anything> => {
        const response = await app.inject({ method, url, payload, ...type && { headers: { 'content-type': type } } })
        return response.statusCode === 200 ? seen.pop() : response.json().fields
      }
      const taken = { [key]: { title: 'A' } }
      const empty = ['must not be empty']
      t.strictSame(await send(taken), taken, `${line}: with its key`)
      t.strictSame(await send({ [key]: { title: '' } }), { title: empty })
      t.strictSame(await send({ title: 'A' }), mustWrap ? { [key]: empty } : taken, `${line}: without`)
      if (!mustWrap) t.strictSame(await send({ title: '' }), { title: empty })
      t.same(await send(`${key}[title]=A`, URLENCODED), taken, `${line}: a form`)
      t.same(await send('title=A', URLENCODED), mustWrap ? { [key]: empty } : taken, `${line}: a form without its key`)
      if (!mustWrap) t.strictSame(await send('title=', URLENCODED), { title: empty })

      const [controller, action] = name.split('.') as [string, string]
      const call = client[controller][action]
      const sent = async (values: unknown, options: object = {}): Promise<unknown> => {
        const answer = await call.try(...ids, values, options)
        return answer.ok === true ? seen.pop() : answer.body.fields
      }
      const form = new FormData()
      form.append('title', 'A')
      t.strictSame(await sent({ title: 'A' }), taken, `${line}: the client`)
      t.strictSame(await sent({ title: 'A' }, { wrap: true }), taken)
      t.strictSame(await sent({ title: 'A' }, { wrap: false }), mustWrap ? { [key]: empty } : taken)
      t.same(await sent(new URLSearchParams({ title: 'A' })), taken, `${line}: a form of the client`)
      t.same(await sent(new URLSearchParams({ title: 'A' }), { wrap: true }), taken)
      t.same(await sent(new URLSearchParams({ title: 'A' }), { wrap: false }), mustWrap ? { [key]: empty } : taken)
      t.same(await sent(new URLSearchParams({ [`${key}[title]`]: 'A' })), taken)
      t.strictSame(await sent(new URLSearchParams({ title: '' })), { title: empty })
      await t.rejects(call(...ids, new URLSearchParams({ title: '' })), { fields: { title: empty } } as Anything)

      const path = url.replace('/posts/1/', '/posts/{post_id}/').replace('/1', '/{id}')
      const { content } = paths[path][method.toLowerCase()].requestBody
      const isBare = !('properties' in content['application/json'].schema)
      t.equal(isBare, !mustWrap, `${line}: the document`)
      if (URLENCODED in content) t.strictSame(content[URLENCODED].schema, content['application/json'].schema)
    }
  })
}

t.test('a client sends a form of its own names: of rows, with their files', async (t) => {
  const bodies: FormData[] = []
  const fetch = async (_url: string, { body }: RequestInit): Promise<Response> => {
    bodies.push(body as FormData)
    return new Response(null, { status: 204 })
  }
  const { posts } = createClient(routesOf({ api: true, ofDraw: true }), { fetch }) as Anything
  const form = new FormData()
  form.append('lines[0][sku]', 'x')
  form.append('tags[]', 'a')
  form.append('photo', new File(['A'], 'a.png'))
  await posts.create(form)
  await posts.create(form, { wrap: false })
  t.strictSame(bodies.map((body) => [...body.keys()]), [
    ['post[lines][0][sku]', 'post[tags][]', 'post[photo]'],
    ['lines[0][sku]', 'tags[]', 'photo']
  ])
  t.equal((bodies[0]?.get('post[photo]') as File).name, 'a.png')
})

t.test('names that no client sends beside the key do not make a body keyless', async (t) => {
  const text = { type: 'string' }
  const readOnly = { ...text, readOnly: true }
  const properties = { id: { type: 'integer' }, title: text, slug: readOnly, at: readOnly }
  const title = { title: 'New' }
  const writable = { ...properties, id: { type: 'integer', readOnly: false } }
  const bodies = (key: string): ReadonlyArray<readonly [properties: object, body: object, taken: object]> => [
    [properties, { id: 5, [key]: title }, title],
    [properties, { [key]: title, id: 5, slug: 'a', at: 'b', token: 'c' }, title],
    [writable, { id: 5, [key]: title }, title],
    [properties, { id: 5, title: 'New' }, title],
    [properties, { slug: 'a', title: 'New' }, title],
    [properties, { id: 5, ...title, [key]: { title: 'Old' } }, title],
    // A record may have a property of its own name: then all that stands beside it tells.
    [{ ...properties, [key]: { type: 'object', properties: { text } } }, { id: 5, [key]: { text: 'a' } }, { [key]: { text: 'a' } }],
    [{ ...properties, [key]: text }, { id: 5, [key]: 'a' }, { [key]: 'a' }],
    [{ ...properties, [key]: text }, { [key]: 'a', ...title }, { [key]: 'a', ...title }],
    [{ ...properties, [key]: text }, { [key]: { [key]: 'a' }, _csrf: 'x' }, { [key]: 'a' }]
  ]
  const seen: unknown[] = []
  const see = async ({ body }: FastifyRequest): Promise<void> => {
    seen.push(body)
  }
  const routes = draw({ api: true, patch: true }, (map) => map
    .resources('posts', { only: ['create', 'update'] })
    .resource('account', { only: ['create', 'update'] }))
  for (const [key, ...lines] of [
    ['post', 'POST /posts', 'PUT /posts/1', 'PATCH /posts/1'], ['account', 'PUT /account', 'POST /account']
  ] as const) {
    for (const [of, body, taken] of bodies(key)) {
      for (const option of ['record', 'input']) {
        const controller = { [option]: { type: 'object', properties: of }, create: see, update: see }
        const app = Fastify()
        const controllers = { posts: controller, accounts: controller }
        await app.register(resourcesPlugin, { routes, controllers })
        for (const line of lines) {
          const [method, url] = line.split(' ') as ['POST', string]
          const { statusCode } = await app.inject({ method, url, payload: body })
          const { [key]: { id, ...record } } = seen.pop() as Anything
          t.strictSame([statusCode, record], [200, taken], `${option} ${line} ${JSON.stringify(body)}`)
        }
      }
    }
  }
})

t.test('the JSON of routes keeps what clients send', async (t) => {
  for (const wraps of ALL) {
    const routes = routesOf(wraps)
    const sends = wraps.ofDraw ?? !wraps.api
    const { posts } = createClient(JSON.parse(JSON.stringify(routes)), {
      fetch: async (_url, { body }) => Response.json(JSON.parse(body as string))
    }) as Anything
    t.strictSame(await posts.create({ title: 'A' }), sends ? { post: { title: 'A' } } : { title: 'A' })
  }
})

t.test('only the tree decides: refused are values that are no flags, and the name in other places', async (t) => {
  t.throws(() => draw({ wrap: 'no' } as Anything, (map) => map.resources('posts')), { message: /wrap: / })
  const routes = draw((map) => map.resources('posts', { only: 'create' }))
  const create = async (): Promise<object> => ({})
  for (const wrap of [true, false]) {
    const register = async (controller: object, options: object): Promise<unknown> =>
      await Fastify().register(resourcesPlugin, {
        routes, controllers: { posts: { record, create, ...controller } }, ...options
      } as Anything)
    await t.rejects(register({}, { wrap }), { code: 'FST_RESOURCES_OPTIONS', message: /unknown option 'wrap'/ })
    await t.rejects(register({ wrap }, {}), {
      code: 'FST_RESOURCES_CONTROLLERS',
      message: /posts: unknown option 'wrap'; write draw\(\{ wrap: … \}, …\)/
    })
  }
})
