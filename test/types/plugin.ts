/** The plugin's options, as an app writes them in place. */

import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../lib/index.js'
import { same, type Same } from './same.js'

const routes = draw((map) => map.resources('posts', { only: ['index', 'show'] }))

class PostsController {
  index (): string { return '' }
  async show (): Promise<string> { return '' }
}

await Fastify().register(resourcesPlugin, {
  routes,
  controllers: {
    posts: {
      index: async (request, reply) => await reply.send(request.params['id']),
      show: { schema: { tags: ['x'] }, handler: async (request) => request.params['id'] }
    },
    tags: new PostsController(),
    comments: (fastify) => {
      same<Same<typeof fastify, FastifyInstance>>(true)
      return { index: async () => fastify.version }
    },
    users: async (fastify) => await Promise.resolve({ index: async () => fastify.version })
  },
  scopes: { admin: async (scope) => { scope.addHook('onRequest', async () => {}) } },
  baseUrl: (request) => `https://${request.hostname}`
})

// What other sites may send, and the words of messages.
await Fastify().register(resourcesPlugin, {
  routes,
  crossSite: 'allow',
  trustedOrigins: ['https://a.org'],
  words: ({ keyword, params }) => keyword === 'minLength' ? `at least ${String(params?.['limit'])}` : undefined,
  controllers: {
    posts: {
      index: { crossSite: 'refuse', handler: async () => [] },
      show: { invalid: (_request, reply, { values, errors }) => reply.send([values, errors]), handler: async (request) => request.body }
    }
  }
})
// The tree may be drawn in place.
await Fastify().register(resourcesPlugin, { routes: (map) => map.resources('posts', { only: 'index' }), controllers: new URL('.', import.meta.url) })

// What respondTo gives is what one of its functions gives.
const app = Fastify()
app.get('/', async (request, reply) => {
  same<Same<typeof request.format, string | null>>(true)
  const answer = reply.respondTo({ html: () => '<p>', json: async () => await Promise.resolve({ id: 1 }) })
  same<Same<typeof answer, string | Promise<{ id: number }>>>(true)
  // @ts-expect-error a function for each format
  reply.respondTo({ html: '<p>' })
  // @ts-expect-error the request decides
  request.format = 'json'
  return await answer
})

// @ts-expect-error a controller is an object, or a function that gives one
await Fastify().register(resourcesPlugin, { routes, controllers: { posts: 5 } })
// @ts-expect-error there is no such option
await Fastify().register(resourcesPlugin, { routes, controlers: {} })
// @ts-expect-error refuse or allow
await Fastify().register(resourcesPlugin, { routes, crossSite: 'deny' })
// @ts-expect-error a list of origins
await Fastify().register(resourcesPlugin, { routes, trustedOrigins: 'https://a.org' })
// @ts-expect-error words are texts
await Fastify().register(resourcesPlugin, { routes, words: () => 1 })

// All but `scopes` and Fastify's own `prefix` may be undefined; this project is compiled with exactOptionalPropertyTypes.
await Fastify().register(resourcesPlugin, {
  routes: undefined,
  controllers: undefined,
  baseUrl: undefined,
  methodNotAllowed: undefined,
  crossSite: undefined,
  trustedOrigins: undefined,
  forms: undefined,
  words: undefined,
  mediaTypes: undefined,
  security: undefined,
  methodOverride: undefined
})
await Fastify().register(resourcesPlugin, { methodOverride: { trustedOrigins: undefined, timeout: undefined } })
Fastify().printResources({ style: undefined, grep: undefined, controller: undefined })
