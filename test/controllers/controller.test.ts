/** Typed controllers at run time. */

import t from 'tap'
import Fastify from 'fastify'
import resourcesPlugin, { controller, draw } from '../../lib/index.js'

t.test('a controller is what is given, whichever function takes it', async (t) => {
  class Posts {
    readonly #title = 'Hello'
    index (): string {
      return this.#title
    }
  }
  const definition = { index: () => 'all' }
  const instance = new Posts()
  t.equal(controller('posts', definition), definition)
  t.equal(controller.instance('posts', instance), instance)
  const controllerOf = controller.for()
  t.equal(controllerOf('posts', definition), definition)
  t.equal(controllerOf.instance('posts', instance), instance)
})

t.test('a controller may be an object, an instance or the result of a function of the app', async (t) => {
  const routes = draw((map) => map.resources('posts', 'tags', 'users', { only: 'index' }))
  const controllerOf = controller.for<typeof routes>()
  class Tags {
    readonly #name = 'news'
    index (): string {
      return this.#name
    }
  }
  const app = Fastify({ logger: false })
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: controllerOf('posts', { index: async (request) => request.url }),
      tags: controllerOf.instance('tags', new Tags()),
      users: () => controllerOf('users', { index: () => app.printResources({ grep: 'users' }) })
    }
  })
  const bodies = await Promise.all(
    ['/posts', '/tags', '/users'].map(async (url) => (await app.inject(url)).body)
  )
  t.strictSame(bodies, ['/posts', 'news', "users GET /users { controller: 'users', action: 'index' }"])
})
