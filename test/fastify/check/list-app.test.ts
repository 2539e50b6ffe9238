/** `listApp`. test/command/routes.test.ts has what the command prints of it. */

import t from 'tap'
import Fastify from 'fastify'
import resourcesPlugin, { draw, listApp } from '../../../lib/index.js'

t.test('it lists the rows of all scopes, waiting for the app', async (t) => {
  const app = Fastify()
  const tags = { index: async () => [], show: async () => '' }
  for (const prefix of ['/v1', '/v2']) {
    app.register(
      async (scope) => {
        await scope.register(resourcesPlugin, {
          routes: draw((map) => map.resources('tags', { only: ['index', 'show'] })),
          controllers: { tags }
        })
      },
      { prefix }
    )
  }
  t.equal(
    await listApp(app, { grep: 'index' }),
    [
      "tags GET /v1/tags { controller: 'tags', action: 'index' }",
      "tags GET /v2/tags { controller: 'tags', action: 'index' }"
    ].join('\n')
  )
  t.equal((JSON.parse(await listApp(app, { style: 'json' })) as unknown[]).length, 4)
})

t.test('a row for several methods has the hooks of all of them, each name once, and a redirect has its own', async (t) => {
  const app = Fastify()
  async function requireUser (): Promise<void> {}
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map.route('hook', '/hook', 'hooks#call', { method: 'any' }).redirect('/old', 'hook')
    ),
    controllers: {
      hooks: {
        call: {
          onRequest: requireUser,
          preSerialization: async function markPayload (_request, _reply, payload) {
            return payload
          },
          handler: async () => ({})
        }
      }
    }
  })
  const listing = await listApp(app, { style: 'expanded' })
  t.match(
    listing,
    /^method {5}\| ANY\n.*\n.*\nhooks {6}\| onRequest: refuseForeign, acceptForm, requireUser; preParsing: refuseUnanswered; preValidation: nestForm; preSerialization: markPayload$/m
  )
  t.match(listing, /^path {7}\| \/old\n.*\nhooks {6}\| /m)
})

t.test('refused: an app without trees, and unknown options', async (t) => {
  await t.rejects(listApp(Fastify()), {
    code: 'FST_RESOURCES_OPTIONS',
    message: /listApp\(\): expected an app with trees of this copy of fastify-resources/
  })
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('tags', { only: 'index' })),
    controllers: { tags: { index: async () => [] } }
  })
  await t.rejects(listApp(app, { stlye: 'json' } as object), {
    code: 'FST_RESOURCES_OPTIONS',
    message: /unknown option 'stlye'/
  })
})
