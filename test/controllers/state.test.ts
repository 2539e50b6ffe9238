/** One state for each app; a second copy of the package is an error. */

import t from 'tap'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../lib/index.js'
import { echoControllers } from '../support/app.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

const posts = draw((map) => map.resources('posts', { only: ['create', 'update'] }))
const tags = draw((map) => map.resources('tags', { only: ['create', 'update'] }))

async function registerBoth (
  app: FastifyInstance,
  plugin: typeof resourcesPlugin,
  options: object = {}
): Promise<void> {
  app.register(async (scope) => {
    await scope.register(resourcesPlugin, { routes: posts, controllers: echoControllers(posts) })
  })
  app.register(async (scope) => {
    await scope.register(plugin, { routes: tags, controllers: echoControllers(tags), ...options })
  })
  await app.ready()
}

/** A second copy of the package, as when a dependency brings another version. */
async function loadCopy (folder: string): Promise<typeof resourcesPlugin> {
  const outfile = join(folder, 'copy.mjs')
  await build({
    entryPoints: [join(root, 'lib/index.ts')],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outfile
  })
  return ((await import(pathToFileURL(outfile).href)) as { default: typeof resourcesPlugin }).default
}

const expected = {
  code: 'FST_RESOURCES_STRATEGY',
  message:
    /already has another constraint strategy 'formMethod'.*a second copy of fastify-resources.*npm ls fastify-resources.*or the app uses the name for a strategy of its own; rename that one/
}

t.test('a second copy of the package in one app is refused', async (t) => {
  await t.rejects(registerBoth(Fastify(), await loadCopy(t.testdir())), expected)
})

t.test('a second copy in one scope, or in a scope inside, is refused, also without forms and routes', async (t) => {
  const copy = await loadCopy(t.testdir())
  const api = draw({ api: true }, (map) => map.resources('tags', { only: ['index'] }))
  const bare = { routes: api, controllers: echoControllers(api), methodNotAllowed: false }
  for (const [first, second] of [[resourcesPlugin, copy], [copy, resourcesPlugin]] as const) {
    for (const options of [{ routes: posts, controllers: echoControllers(posts) }, bare, {}]) {
      for (const isInside of [false, true]) {
        const app = Fastify()
        app.register(first, { routes: tags, controllers: echoControllers(tags), methodOverride: false })
        if (isInside) {
          app.register(async (scope) => {
            await scope.register(second, options)
          })
        } else {
          app.register(second, options)
        }
        await t.rejects(async () => await app.ready(), {
          code: 'FST_RESOURCES_STRATEGY',
          message:
            'the scope already has the decorators of another fastify-resources: a second copy of fastify-resources ' +
            'is installed (npm ls fastify-resources shows the copies, npm dedupe leaves one)'
        })
      }
    }
  }
})

t.test('the same copy may be registered in many scopes, and in many apps', async (t) => {
  for (let count = 0; count < 2; count++) {
    const app = Fastify()
    await registerBoth(app, resourcesPlugin)
    const response = await app.inject({
      method: 'POST',
      url: '/tags/1',
      payload: '_method=put',
      headers: { 'content-type': 'application/x-www-form-urlencoded' }
    })
    t.match(response.json(), { action: 'update' })
  }
})

t.test('refused: a strategy of the app with our name, if forms may name methods', async (t) => {
  const create = (): FastifyInstance => {
    const app = Fastify()
    app.addConstraintStrategy({
      name: 'formMethod',
      storage: () => new Map() as never,
      validate: () => undefined,
      deriveConstraint: () => undefined
    })
    return app
  }
  await t.rejects(registerBoth(create(), resourcesPlugin), expected)
  const app = create()
  await app.register(resourcesPlugin, {
    routes: posts,
    controllers: echoControllers(posts),
    methodOverride: false
  })
  t.equal((await app.inject({ method: 'PUT', url: '/posts/1' })).statusCode, 200)
})
