/** With keys but no `app`, trees stand in child scopes only, so that the root may have no helpers. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { draw, type UrlFor } from 'fastify-resources'

const routes = draw((map) => map.resources('posts', { only: ['index', 'show'] }))
const adminRoutes = draw((map) => map.namespace('admin', (admin) => admin.resource('account', { only: 'show' })))

declare module 'fastify-resources' {
  interface FastifyResources {
    v1: typeof routes
    admin: typeof adminRoutes
  }
}

declare const app: FastifyInstance
declare const request: FastifyRequest

// @ts-expect-error it may be undefined
app.urlFor.postPath(1)
// @ts-expect-error it may be undefined
app.printResources()
const path: string | undefined = app.urlFor?.postPath(1)
const listing: string | undefined = app.printResources?.()
app.urlFor?.adminAccountPath()
// @ts-expect-error no such helper
app.urlFor?.editPostPath(1)

// A request of a scope has its helpers, and the scope itself.
request.urlFor.postPath(1)
request.urlFor.adminAccountUrl()
app.getDecorator<UrlFor<typeof routes>>('urlFor').postPath(1)

export { listing, path }
