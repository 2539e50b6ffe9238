/** The tree of the blog. Routes, links, forms, types and API documents follow from it. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { draw } from 'fastify-resources'
import type postsController from './controllers/posts.js'

export const routes = draw({ formats: ['html', 'json'] }, (map) =>
  map
    .root({ controller: 'posts', action: 'index' })
    .resources(
      'posts',
      {
        formats: ['html', 'json', 'atom'],
        requirements: { id: /\d+/ },
        collection: { search: 'get', drafts: 'get' },
        member: { publish: 'put', unpublish: 'put', delete: 'get' }
      },
      (posts) =>
        posts.resources('comments', {
          only: ['index', 'create', 'destroy'],
          requirements: { id: /\d+/ },
          collection: { selected: 'delete' }
        })
    )
    .resource('account', { except: 'destroy' }, (account) =>
      account.resource('password', { only: ['show', 'create'] })
    )
    .resource('session', { except: ['edit', 'update'] })
    .namespace('admin', (admin) =>
      admin.resources('users', {
        except: ['new', 'create'],
        member: { delete: 'get', reset: 'put' },
        requirements: { id: /\d+/ }
      })
    )
)

declare module 'fastify-resources' {
  interface FastifyResources {
    app: typeof routes
    provider: TypeBoxTypeProvider
    controllers: { posts: typeof postsController }
  }
}
