/** Namespaces in encapsulated scopes. */

import t from 'tap'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import resourcesPlugin, { draw, openapiOptions } from '../../lib/index.js'
import { echo, echoApp, echoControllers } from '../support/app.js'

type Anything = any

const routes = draw((map) =>
  map
    .resources('posts', { only: 'index' })
    .namespace('admin', (admin: Anything) =>
      admin
        .resources('users', { only: 'index' })
        .namespace('v2', (v2: Anything) => v2.resources('users', { only: 'index' }))
    )
    .resources('logs', { only: 'index', namespace: 'admin' })
    .resources('keys', { only: 'index', controller: 'admin/keys' })
)

t.test('every route whose controller is in the namespace is in its scope', async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes,
    controllers: echoControllers(routes),
    scopes: {
      admin: async (scope) => {
        scope.addHook('onRequest', async (_request, reply) => {
          await reply.code(401).send('no')
        })
      }
    }
  })
  const statuses: Record<string, number> = {}
  for (const url of ['/posts', '/admin/users', '/admin/v2/users', '/logs', '/keys', '/admin/none']) {
    statuses[url] = (await app.inject(url)).statusCode
  }
  t.strictSame(statuses, {
    '/posts': 200,
    '/admin/users': 401,
    '/admin/v2/users': 401,
    '/logs': 401,
    '/keys': 401,
    '/admin/none': 404
  })
})

t.test('the scope of an inner namespace is inside that of the outer, in any order of the option', async (t) => {
  const app = Fastify()
  const trace =
    (name: string) =>
      (scope: Anything): void => {
        scope.addHook('onRequest', async (request: Anything) => {
          request.trace = [...(request.trace ?? []), name]
        })
      }
  const answer = async (request: Anything): Promise<object> => ({ trace: request.trace ?? [] })
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: { index: answer },
      'admin/users': { index: answer },
      'admin/v2/users': { index: answer },
      'admin/logs': { index: answer },
      'admin/keys': { index: answer }
    },
    scopes: { 'admin/v2': trace('v2'), admin: trace('admin') }
  })
  t.strictSame((await app.inject('/admin/v2/users')).json(), { trace: ['admin', 'v2'] })
  t.strictSame((await app.inject('/admin/users')).json(), { trace: ['admin'] })
  t.strictSame((await app.inject('/posts')).json(), { trace: [] })
})

t.test('controllers are made with the scope, after all that was registered in it', async (t) => {
  const app = Fastify()
  let seen: unknown
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      ...echoControllers(routes),
      'admin/users': (scope: Anything) => {
        seen = scope.guard
        return {
          index (this: Anything) {
            return this.guard
          }
        }
      }
    },
    scopes: {
      admin: (scope) => {
        scope.register(
          fp(async (inner) => {
            inner.decorate('guard', 'on duty')
          })
        )
      }
    }
  })
  t.equal(seen, 'on duty')
  t.equal((await app.inject('/admin/users')).body, 'on duty')
  t.notOk(app.hasDecorator('guard'))
})

t.test('helpers and listing are those of the whole tree', async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      ...echoControllers(routes),
      'admin/users': {
        index: async (request: Anything) => [
          request.urlFor.postsPath(),
          request.server.urlFor.adminUsersPath()
        ]
      }
    },
    scopes: { admin: () => undefined },
    prefix: '/x'
  })
  t.strictSame((await app.inject('/x/admin/users')).json(), ['/x/posts', '/x/admin/users'])
})

t.test("rows are registered in the order of the table after all scopes are set up, a scope's own rows before those of inner scopes", async (t) => {
  const app = Fastify()
  const seen: string[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (method === 'GET') seen.push(url)
  })
  const setUp = (name: string) => (): void => {
    seen.push(name)
  }
  await app.register(resourcesPlugin, {
    routes,
    controllers: echoControllers(routes),
    scopes: { 'admin/v2': setUp('admin/v2'), admin: setUp('admin') }
  })
  t.strictSame(seen, ['admin', 'admin/v2', '/posts', '/admin/users', '/logs', '/keys', '/admin/v2/users'])
})

t.test('mistakes in several scopes come in one error', async (t) => {
  await t.rejects(
    echoApp(routes, {
      controllers: { 'admin/keys': { index: echo }, 'admin/logs': {} },
      scopes: { admin: () => undefined }
    }),
    {
      message:
        /have 4 mistakes:\n {2}- posts: the option controllers has no such .*\n {2}- admin\/users: the option controllers has no such .*\n {2}- admin\/v2\/users: the option controllers has no such .*\n {2}- admin\/logs: no handler for index/
    }
  )
})

t.test('the error of a scope function is thrown', async (t) => {
  await t.rejects(
    echoApp(routes, {
      scopes: {
        admin: async () => {
          throw new Error('mine')
        }
      }
    }),
    { message: 'mine' }
  )
})

t.test('refused: an unknown namespace', async (t) => {
  await t.rejects(echoApp(routes, { scopes: { amdin: () => undefined, posts: () => undefined } }), {
    code: 'FST_RESOURCES_OPTIONS',
    message: `The options have 2 mistakes:
  - scopes: unknown namespace 'amdin'; expected 'admin' or 'admin/v2'; did you mean 'admin'?
  - scopes: unknown namespace 'posts'; expected 'admin' or 'admin/v2'`
  })
  await t.rejects(
    echoApp(
      draw((map) => map.resources('posts')),
      { scopes: { a: () => undefined } }
    ),
    {
      message:
        "The options have a mistake: scopes: unknown namespace 'a'; no route has a controller in a namespace"
    }
  )
})

const Post = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    hash: { type: 'string', writeOnly: true }
  }
}
const shared = {
  routes: draw({ api: true }, (map) => map.resources('posts', { only: ['show', 'create'] })),
  controllers: {
    posts: {
      record: Post,
      responses: true,
      show: async () => ({ id: 1, title: 'x', hash: 'y' }),
      create: async () => ({ id: 1 })
    }
  }
}

type Step = (scope: FastifyInstance) => PromiseLike<unknown>
const here: Step = (scope) => scope.register(resourcesPlugin, shared)
const within =
  (prefix: string, ...steps: Step[]): Step =>
    (scope) =>
      scope.register(
        async (child) => {
          for (const step of steps) await step(child)
        },
        { prefix }
      )

const orders: ReadonlyArray<readonly [order: string, prefixes: readonly string[], ...Step[]]> = [
  ['the outer one first', ['', '/v2'], here, within('/v2', here)],
  ['the inner one first', ['', '/v2'], within('/v2', here), here],
  ['two inner ones first', ['', '/v2', '/v3'], within('/v2', here), within('/v3', here), here],
  ['in a scope within a scope', ['/v2', '/v2/a'], within('/v2', here, within('/a', here))],
  [
    'in a scope within a scope, the inner one first',
    ['/v2', '/v2/a'],
    within('/v2', within('/a', here), here)
  ],
  ['between two inner ones', ['', '/v2', '/v3'], within('/v2', here), here, within('/v3', here)]
]

for (const hasDocument of [false, true]) {
  for (const [order, prefixes, ...steps] of orders) {
    t.test(`one tree with a record is registered in scopes within each other, ${order}${hasDocument ? ', with a document' : ''}`, async (t) => {
      const app = Fastify()
      if (hasDocument) {
        await app.register(
          swagger,
          openapiOptions({ openapi: { openapi: '3.1.0', info: { title: 'x', version: '1' } } })
        )
      }
      for (const step of steps) await step(app)
      await app.ready()
      for (const prefix of prefixes) {
        t.strictSame((await app.inject(`${prefix}/posts/1`)).json(), { id: 1, title: 'x' }, prefix)
      }
      if (!hasDocument) return
      const { paths, components } = (app as Anything).swagger()
      const records = Object.keys(components.schemas as object).filter((name) => name.startsWith('Post'))
      t.strictSame(records.sort(), ['Post', 'PostInput'], 'one record has one name')
      t.strictSame(
        Object.keys(paths).sort(),
        prefixes.flatMap((prefix) => [`${prefix}/posts`, `${prefix}/posts/{id}`]).sort()
      )
      for (const prefix of prefixes) {
        t.strictSame(Object.keys(paths[`${prefix}/posts/{id}`].get.responses), ['200', '400', '404', 'default'], prefix)
      }
    })
  }
}
