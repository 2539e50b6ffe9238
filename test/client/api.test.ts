/** The client of examples/api.ts, over its `inject` and over a socket. */
// A process of its own: it sets the environment.

import { readFileSync } from 'node:fs'
import t from 'tap'
import type { AddressInfo } from 'node:net'
import { createClient } from '../../lib/client.js'
import { injectFetch } from '../../lib/testing.js'
import type { ClientOptions } from '../../lib/client.js'
import type { Routes } from '../../lib/index.js'
import type { app as App, controllersOf, routes as ApiRoutes } from '../../examples/api.js'

const OWN = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  peerDependenciesMeta: object
}

process.env.PORT = '0'
// From the build. It listens at once.
const { app, routes } = (await import(new URL('../../dist/examples/api.js', import.meta.url).href)) as {
  app: typeof App
  routes: Routes
}
t.teardown(async () => {
  await app.close()
})

const { port } = app.server.address() as AddressInfo

for (const [name, options] of Object.entries<ClientOptions<ReturnType<typeof controllersOf>>>({
  inject: { baseUrl: '/v1', fetch: injectFetch(app) },
  'a socket': { baseUrl: `http://127.0.0.1:${port}/v1` }
})) {
  t.test(`the life of a post over ${name}, by the JSON of the routes`, async (t) => {
    const client = createClient<typeof ApiRoutes, ReturnType<typeof controllersOf>>(
      JSON.parse(JSON.stringify(routes)),
      options
    )
    const { id, ...created } = await client.posts.create({ title: 'One' })
    t.strictSame(created, { title: 'One', published: false })
    t.equal((await client.posts.update(id, { title: 'Two' })).title, 'Two')
    t.equal(await client.posts.publish(id), undefined)
    const post = await client.posts.show(id)
    t.strictSame(post, { id, title: 'Two', published: true })
    t.strictSame((await client.posts.index()).at(-1), post)
    t.strictSame(
      await client.comments.create(post, { author: { name: 'Ann', email: 'ann@example.org' }, text: 'Hi' }),
      { id: 1, author: { name: 'Ann' }, text: 'Hi' }
    )
    t.strictSame(await client.comments.index({ post_id: id }), [
      { id: 1, author: { name: 'Ann' }, text: 'Hi' }
    ])
    await t.rejects(client.posts.create({ title: '' }), {
      name: 'ResponseError',
      status: 400,
      code: 'FST_ERR_VALIDATION',
      fields: { title: ['must not be empty'] }
    })
    await t.rejects(client.posts.show('one'), {
      code: 'FST_RESOURCES_URL',
      message: "client.posts.show(): id: 'one' does not match the requirement /\\d+/"
    })
    t.equal(await client.posts.destroy(id), undefined)
    await t.rejects(client.posts.show(id), {
      name: 'ResponseError',
      status: 404,
      detail: `There is no post ${id}`,
      fields: {}
    })
  })
}

t.test('the client and its types need no Fastify, so that a page installs none', async (t) => {
  const found = new Set<string>()
  const packages = new Set<string>()
  const read = (file: URL): void => {
    if (found.has(file.href)) return
    found.add(file.href)
    for (const [, source = ''] of readFileSync(file, 'utf8').matchAll(/ from '([^']+)'/g)) {
      if (source.startsWith('.')) read(new URL(source.replace(/\.js$/, '.ts'), file))
      else packages.add(source)
    }
  }
  read(new URL('../../lib/client.ts', import.meta.url))
  t.ok(found.size > 30, `${found.size} files`)
  t.strictSame([...packages].sort(), [])
  t.match(OWN.peerDependenciesMeta, { fastify: { optional: true } })
})
