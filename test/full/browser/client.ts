/**
 * The client and the URL helpers in a page of a real browser, with the API of examples/api.ts: `npm run
 * test:browser`.
 */

import t from 'tap'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Routes } from '../../../lib/index.js'
import type { app as App } from '../../../examples/api.js'
import { startBrowser } from '../support/browser.js'

process.env.PORT = '0'
// From the build. It listens at once.
const { app, routes } = (await import(new URL('../../../dist/examples/api.js', import.meta.url).href)) as {
  app: typeof App
  routes: Routes
}
t.teardown(async () => {
  await app.close()
})

const SOURCE = `
import { createClient } from 'fastify-resources/client'
import { createUrlFor } from 'fastify-resources/urls'
const routes = ${JSON.stringify(routes)}
Object.assign(globalThis, { client: createClient(routes, { baseUrl: '/v1' }), urlFor: createUrlFor(routes, { baseUrl: '/v1' }) })
`

t.test('a page calls the API by the JSON of its routes, over its own fetch', { timeout: 60_000 }, async (t) => {
  // Without the paths of tsconfig.json, which lead to the sources.
  const {
    outputFiles: [bundle]
  } = await build({
    stdin: { contents: SOURCE, resolveDir: fileURLToPath(new URL('../../..', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    tsconfigRaw: {}
  })
  const page = await (await startBrowser(t)).newPage()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') {
      sent.push(
        `${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`.trimEnd()
      )
    }
  })
  await page.goto(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/v1/openapi.json`)
  await page.addScriptTag({ content: bundle?.text as string })
  const fault = async (call: string): Promise<unknown> =>
    await page.evaluate(
      `${call}.catch(({ name, code, status, message, fields }) => ({ name, code, status, message, fields }))`
    )

  t.strictSame(await page.evaluate('client.posts.create({ title: "Ünï 😀" })'), {
    id: 1,
    title: 'Ünï 😀',
    published: false
  })
  t.strictSame(await page.evaluate('client.posts.update(1, { title: "Two" })'), {
    id: 1,
    title: 'Two',
    published: false
  })
  t.equal(await page.evaluate('client.posts.publish(1)'), undefined)
  t.strictSame(await page.evaluate('client.posts.index({ query: { page: 2 } })'), [
    { id: 1, title: 'Two', published: true }
  ])
  t.match(await fault('client.posts.create({ title: "" })'), {
    name: 'ResponseError',
    code: 'FST_ERR_VALIDATION',
    status: 400,
    fields: { title: ['must not be empty'] }
  })
  t.match(await fault('client.posts.show(2)'), {
    name: 'ResponseError',
    status: 404,
    message: 'There is no post 2'
  })
  t.match(await fault('client.posts.show("one")'), { code: 'FST_RESOURCES_URL', status: undefined })
  t.match(await fault('client.posts.show(1, { signal: AbortSignal.abort() })'), { name: 'AbortError' })
  t.equal(await page.evaluate('urlFor.postCommentsPath(1)'), '/v1/posts/1/comments')
  t.strictSame(sent, [
    'POST /v1/posts {"title":"Ünï 😀"}',
    'PUT /v1/posts/1 {"title":"Two"}',
    'PUT /v1/posts/1/publish',
    'GET /v1/posts',
    'POST /v1/posts {"title":""}',
    'GET /v1/posts/2'
  ])
})
