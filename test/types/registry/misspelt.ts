/** A name that is registered for controllers, and that no route has. */

import Fastify from 'fastify'
import resourcesPlugin, { controller, draw } from 'fastify-resources'

const routes = draw((map) => map.resources('posts', { only: 'index' }))

declare module 'fastify-resources' {
  interface FastifyResources {
    app: typeof routes
    records: { psots: { readonly type: 'object' } }
  }
}

const controllers = { posts: controller('posts', { index () {} }) }
// @ts-expect-error there are no psots
await Fastify().register(resourcesPlugin, { routes, controllers })
