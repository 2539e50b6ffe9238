/** What is registered types urlFor on app and request; several keys merge. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { draw } from 'fastify-resources'
import { same, type HelperKeys, type HelpersOf, type Same } from '../same.js'

const routes = draw((map) => map.resources('posts', { only: ['index', 'show'] }))
const adminRoutes = draw((map) => map.namespace('admin', (admin) => admin.resource('account', { only: 'show' })))

declare module 'fastify-resources' {
  interface FastifyResources {
    app: typeof routes
    admin: typeof adminRoutes
  }
}

declare const app: FastifyInstance
declare const request: FastifyRequest

same<Same<HelperKeys<typeof app.urlFor>, HelpersOf<'posts' | 'post' | 'adminAccount'>>>(true)
app.urlFor.postPath(1)
request.urlFor.adminAccountUrl({ query: { a: 1 } })
request.urlFor('post', { id: 1 })
request.urlFor({ controller: 'admin/accounts', action: 'show' })
// @ts-expect-error no such helper
app.urlFor.editPostPath(1)
// @ts-expect-error one id too few
request.urlFor.postPath()
app.get('/', async (request, reply) => reply.redirect(request.urlFor.postPath(1)))
