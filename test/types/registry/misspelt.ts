/** A name that is registered for controllers, and that no route has. */

import { controller, draw } from 'fastify-resources'
import type { AllControllers } from 'fastify-resources'

const routes = draw((map) => map.resources('posts', { only: 'index' }))

declare module 'fastify-resources' {
  interface FastifyResources {
    app: typeof routes
    records: { psots: { readonly type: 'object' } }
  }
}

// @ts-expect-error there are no psots
export const controllers = { posts: controller('posts', { index () {} }) } satisfies AllControllers
