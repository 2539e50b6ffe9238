/** What the blog has. Everything else here follows from this tree: routes, links, forms, types, API documents. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { draw } from 'fastify-resources'
import type { Post } from './records.js'

export const routes = draw({ formats: ['html', 'json', 'xml'] }, (map) => map
  .root({ controller: 'posts', action: 'index' })
  .resources('posts', {
    requirements: { id: /\d+/ },
    collection: { search: 'get' },
    new: { preview: 'post' },
    member: { publish: 'put', delete: 'get' }
  }, (posts) => posts
    .resources('comments', { only: ['create', 'destroy'], requirements: { id: /\d+/ } }))
  .resource('account', { except: 'destroy' })
  .resource('session', { only: ['new', 'create', 'destroy'] })
  .namespace('admin', (admin) => admin
    .resources('users', { except: ['new', 'create', 'show'], member: { delete: 'get' }, requirements: { id: /\d+/ } })))

declare module 'fastify-resources' {
  interface FastifyResources { app: typeof routes, provider: TypeBoxTypeProvider, records: { posts: typeof Post } }
}
