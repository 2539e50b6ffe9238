/** The client of examples/api.ts, over its `inject` and over a socket. */

import t from 'tap'
import type { AddressInfo } from 'node:net'
import { createClient, injectFetch } from '../../lib/client.js'
import type { ClientOptions } from '../../lib/client.js'
import type { Routes } from '../../lib/index.js'
import type { app as App, controllersOf, routes as ApiRoutes } from '../../examples/api.js'

process.env.PORT = '0'
// From the build. It listens at once.
const { app, routes } = await import(new URL('../../dist/examples/api.js', import.meta.url).href) as { app: typeof App, routes: Routes }
t.teardown(async () => { await app.close() })

const { port } = app.server.address() as AddressInfo

for (const [name, options] of Object.entries<ClientOptions>({
  inject: { baseUrl: '/v1', fetch: injectFetch(app) },
  'a socket': { baseUrl: `http://127.0.0.1:${port}/v1` }
})) {
  t.test(`the life of a post over ${name}, by the JSON of the routes`, async (t) => {
    const client = createClient<typeof ApiRoutes, ReturnType<typeof controllersOf>>(JSON.parse(JSON.stringify(routes)), options)
    const { id, ...created } = await client.posts.create({ title: 'One' })
    t.strictSame(created, { title: 'One', published: false })
    t.equal((await client.posts.update(id, { title: 'Two' })).title, 'Two')
    t.equal(await client.posts.publish(id), undefined)
    const post = await client.posts.show(id)
    t.strictSame(post, { id, title: 'Two', published: true })
    t.strictSame((await client.posts.index()).at(-1), post)
    t.strictSame(await client.comments.create(post, { author: { name: 'Ann', email: 'ann@example.org' }, text: 'Hi' }), { id: 1, author: { name: 'Ann' }, text: 'Hi' })
    t.strictSame(await client.comments.index({ post_id: id }), [{ id: 1, author: { name: 'Ann' }, text: 'Hi' }])
    await t.rejects(client.posts.create({ title: '' }), { name: 'ResponseError', status: 400, code: 'FST_ERR_VALIDATION', fields: { 'post[title]': ['must not be empty'] } })
    await t.rejects(client.posts.show('one'), { code: 'FST_RESOURCES_URL', message: 'client.posts.show(): id: \'one\' does not match the requirement /\\d+/' })
    t.equal(await client.posts.destroy(id), undefined)
    await t.rejects(client.posts.show(id), { name: 'ResponseError', status: 404, detail: `There is no post ${id}`, fields: {} })
  })
}
