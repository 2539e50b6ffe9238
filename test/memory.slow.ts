/** Apps that nobody uses any more are freed: nothing of the package keeps one. */
// A process of its own: it sets a flag of V8, and measures memory.

import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createClient } from '../lib/client.js'
import { injectFetch } from '../lib/testing.js'
import resourcesPlugin, { createFormHelpers, draw, openapiOptions } from '../lib/index.js'
import { walkApp } from '../lib/testing.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const APPS = 6

// All apps share the tree and the schemas, as those of an app's modules.
const routes = draw((map) => map.resources('posts', (posts) => posts.resources('comments')))
const title = { type: 'string' }
const secret = { type: 'string', writeOnly: true }
const record = { type: 'object', required: ['title'], properties: { title, secret } }
const choice = { anyOf: [record, { type: 'object', properties: { title, note: { $ref: 'Note#' } } }] }
const input = z.object({ title: z.string().refine(async () => true) })

const PAYLOAD = { post: { title: 'One', other: 1 } }
const { signal } = new AbortController()
const post = { id: 1, title: 'One', secret: 'x' }
const actions = {
  load: () => post,
  index: async () => [post],
  new: async () => post,
  create: async () => post,
  show: async () => post,
  edit: async () => post,
  update: async () => post,
  destroy: async () => null
}

type Use = (app: FastifyInstance, options?: object) => Promise<unknown>

async function start (app: FastifyInstance, options: object = {}): Promise<void> {
  app.addSchema({ $id: 'Note', type: 'object', properties: { text: title } })
  await app.register(resourcesPlugin, {
    routes, controllers: { posts: { ...actions, ...options }, comments: { ...actions, ...options } }
  })
  await app.ready()
}

/** A request of each kind, with a body where one is sent. */
async function useAll (app: FastifyInstance, options?: object): Promise<void> {
  await start(app, options)
  for (const [method, url] of [['GET', '/posts'], ['POST', '/posts'], ['PUT', '/posts/1'], ['GET', '/posts/1/comments/1']] as const) {
    await app.inject({ method, url, ...method !== 'GET' && { payload: PAYLOAD } })
  }
}

const uses: Readonly<Record<string, Use>> = {
  'without a record': async (app) => { await useAll(app) },
  'with records': async (app) => { await useAll(app, { record, responses: true }) },
  'with records of choices and references': async (app) => {
    await useAll(app, { record: { ...choice, type: 'object', required: ['title'], properties: { title } } })
  },
  'with an input of a library': async (app) => { await useAll(app, { record, input }) },
  'with a schema of an action': async (app) => {
    await useAll(app, { update: { schema: { body: record, querystring: record }, handler: actions.update } })
  },
  'with @fastify/swagger': async (app) => {
    await app.register(swagger, openapiOptions({ openapi: { info: { title: 'Posts', version: '1' } } }))
    await useAll(app, { record, responses: true })
    app.swagger()
  },
  'with a client': async (app) => {
    await start(app, { record, responses: true })
    const api = createClient(routes, { fetch: injectFetch(app, { cookies: true }) })
    await api.posts.index()
    await api.posts.show(1, { signal })
    await api.posts.create(PAYLOAD.post)
  },
  'with forms and helpers': async (app) => {
    await useAll(app, { record })
    createFormHelpers(app.urlFor).formFor('post', post)
    app.printResources()
    app.recognize('/posts/1')
  }
}

type Make = (note: (app: FastifyInstance) => void) => Promise<unknown>

/** How many of some apps, each in use once, are freed after a while. */
async function countFreed (make: Make): Promise<number> {
  const apps: Array<WeakRef<FastifyInstance>> = []
  for (let count = 0; count < APPS; count++) {
    await make((app) => { apps.push(new WeakRef(app)) })
  }
  const freed = (): number => apps.filter((app) => app.deref() === undefined).length
  for (let tries = 0; tries < 10 && freed() < apps.length; tries++) {
    await wait(1)
    collect()
  }
  return freed()
}

for (const [kind, use] of Object.entries(uses)) {
  t.test(`apps ${kind} are freed`, async (t) => {
    const freed = await countFreed(async (note) => {
      const app = Fastify()
      note(app)
      await use(app)
      await app.close()
    })
    t.ok(freed >= APPS - 1, `${freed} of ${APPS}`)
  })
}

t.test('apps of walkApp are freed', async (t) => {
  const freed = await countFreed(async (note) => await walkApp(async () => {
    const app = Fastify()
    note(app)
    await start(app, { record, responses: true })
    return app
  }))
  t.ok(freed >= APPS - 1, `${freed} of ${APPS}`)
})
