/** Hostile queries and forms cost a few times what Fastify alone takes for them. */

import t from 'tap'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw, parseQuery } from '../../lib/index.js'
import { URLENCODED } from '../support/forms.js'
import { hostileFields } from '../support/hostile.js'

const routes = draw((map) => map.resources('posts', { only: ['index', 'create'] }))

const QUERY = {
  type: 'object',
  properties: {
    ids: { type: 'array', items: { type: 'integer' } },
    filter: { type: 'object', properties: { tag: { type: 'string' }, done: { type: 'boolean' } } }
  }
}

async function createApp (): Promise<FastifyInstance> {
  const app = Fastify()
  const index = { schema: { querystring: QUERY }, handler: async () => 'read' }
  await app.register(resourcesPlugin, { routes, controllers: { posts: { index, create: async () => 'read' } } })
  return app
}

async function createNative (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(formbody)
  app.get('/posts', async () => 'read')
  app.post('/posts', async () => 'read')
  return app
}

const get = (query: string) => ({ method: 'GET', url: `/posts?${query}` } as const)
const post = (payload: string) =>
  ({ method: 'POST', url: '/posts', payload, headers: { 'content-type': URLENCODED } } as const)

async function createParser (): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { querystringParser: parseQuery } })
  app.get('/posts', async () => 'read')
  return app
}

/**
 * What each may cost at most, of what the same costs without nesting: several times what the worst does,
 * since machines are busy. What grows with the square of its length costs more than a hundred times.
 */
const MOST_TIMES = 40

const CASES = [
  ['queries of rows', createApp, get, 15_000],
  ["parseQuery as Fastify's parser", createParser, get, 15_000],
  ['forms', createApp, post, 53_000]
] as const

for (const [title, create, request, length] of CASES) {
  t.test(title, async (t) => {
    const [ours, native] = [await create(), await createNative()]
    for (const [name, text] of hostileFields(length)) {
      const send = (app: FastifyInstance) => async () => await app.inject(request(text))
      const ratio = await timeRatio(5, send(ours), send(native))
      t.ok(ratio < MOST_TIMES, `${name}: ${ratio.toFixed(1)} times`)
    }
  })
}

/** How many times more CPU one takes than the other, of the fastest of several runs in turn. */
async function timeRatio (runs: number, one: () => unknown, other: () => unknown): Promise<number> {
  const best = [Infinity, Infinity] as [number, number]
  for (let run = 0; run < runs; run++) {
    for (const [side, call] of [one, other].entries()) {
      const start = process.cpuUsage()
      await call()
      const { user, system } = process.cpuUsage(start)
      best[side] = Math.min(best[side] as number, Math.max(user + system, 1))
    }
  }
  return best[0] / best[1]
}
