/** Two resources in each other's paths: what each knows of the other is circular, but for `records`. */

import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { controller, draw } from 'fastify-resources'
import type { AllControllers } from 'fastify-resources'
import { same, type Same } from '../same.js'

const routes = draw({ api: true }, (map) => map
  .resources('posts', { only: 'show' }, (posts) => posts.resources('users', { only: 'index' }))
  .resources('users', { only: 'show' }, (users) => users.resources('posts', { only: 'index' })))

const Post = Type.Object({ id: Type.Integer() })

declare module 'fastify-resources' {
  interface FastifyResources {
    app: typeof routes
    provider: TypeBoxTypeProvider
    records: { posts: typeof Post }
    controllers: typeof controllers
  }
}

export const controllers = {
  posts: () => controller('posts', {
    record: Post,
    responses: true,
    index: ({ params }) => [{ id: params.user_id }],
    show: ({ params }) => ({ id: params.id })
  }),
  users: () => controller('users', {
    record: Type.Object({ id: Type.Integer() }),
    index: ({ params }) => {
      same<Same<typeof params, { readonly post_id: number }>>(true)
      return params.post_id
    },
    show () {}
  })
} satisfies AllControllers
