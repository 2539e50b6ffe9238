/** docs/getting-started.md: the app of each step, of the blocks of the page, does what the page promises. */

import t from 'tap'
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Routes } from '../lib/index.js'
import { formatRoutes } from '../lib/index.js'
import { compile } from './support/compilers.js'
import { PAGES, ROOT } from './support/pages.js'
import { URLENCODED } from './support/forms.js'
import { filesOf, importFile, writeApp } from './support/tutorials.js'
import type { WrittenApp } from './support/tutorials.js'

const FOLDER = 'test/types/generated/getting-started'
const AUTHORIZATION = `Basic ${btoa('writer:secret')}`

const page = PAGES.find(({ file }) => file === 'docs/getting-started.md')?.text as string
const steps = page.split(/^## (?=\d\.)/m).slice(1)

// A later run would take the app's own tests for tests of this repository.
t.teardown(() => { rmSync(join(ROOT, FOLDER), { recursive: true, force: true }) })

/** The files of the app after a number of steps. */
function filesAfter (count: number): ReadonlyMap<string, string> {
  return filesOf(steps.slice(0, count))
}

async function writeStep (count: number): Promise<WrittenApp> {
  return await writeApp(`${FOLDER}/${count}`, filesAfter(count))
}

type Started = { createApp: (password?: string) => Promise<FastifyInstance> }

async function startStep (t: Test, count: number): Promise<FastifyInstance> {
  const { createApp } = await importFile<Started>(await writeStep(count), 'app.js')
  const app = await createApp('secret')
  t.teardown(async () => { await app.close() })
  return app
}

async function send (
  app: FastifyInstance, url: string, fields: Record<string, string>, headers: Record<string, string> = {}
): Promise<LightMyRequestResponse> {
  return await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': URLENCODED, ...headers },
    payload: String(new URLSearchParams(fields))
  })
}

t.test('the types of each step are right under strict', async (t) => {
  // A compiler takes two seconds for each: all of them by `.ci/run laws`.
  for (const count of process.env.ALL_RUNS === '1' ? [2, 3, 4, 5, 6] : [6]) {
    const { folder, sources } = await writeStep(count)
    const options = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false, lib: ['ES2023'] }
    const { errors } = await compile('TypeScript 7', `getting-started-${count}`, sources.map((file) => `${folder}/${file}`), options)
    t.equal(errors, '', `step ${count}`)
  }
})

t.test('the listings are those of the trees', async (t) => {
  for (const count of [1, 4]) {
    const { routes } = await importFile<{ routes: Routes }>(await writeStep(count), 'routes.js')
    t.ok(page.includes(`\`\`\`text\n${formatRoutes(routes)}\n\`\`\``), `step ${count}`)
  }
})

t.test('step 2: a list leads to a post, and an unknown one is a 404', async (t) => {
  const app = await startStep(t, 2)
  const list = await app.inject('/')
  t.match(list.body, '<li><a href="/posts/1">Hello</a></li>')
  t.match(list.body, '<title>Notebook</title>')
  t.match((await app.inject('/posts/1')).body, '<p>The first post.</p>')
  for (const [url, method, status, text] of [
    ['/posts/2', 'GET', 404, '<h1>Not found</h1>\n<p>Nothing is here.</p>'],
    ['/elsewhere', 'GET', 404, '<h1>Not found</h1>'],
    ['/posts', 'DELETE', 405, '<h1>This did not work</h1>']
  ] as const) {
    const response = await app.inject({ url, method, headers: { accept: 'text/html' } })
    t.match([response.statusCode, response.body], [status, text], url)
  }
})

t.test('step 3: without the new actions one error names them all', async (t) => {
  const files = new Map(filesAfter(2)).set('routes.ts', filesAfter(3).get('routes.ts') as string)
  const { createApp } = await importFile<Started>(await writeApp(`${FOLDER}/without`, files), 'app.js')
  const { message } = await createApp().then(() => ({ message: '' }), (error: Error) => error)
  for (const action of ['new', 'create', 'edit', 'update', 'destroy']) t.match(message, `'${action}'`)
})

t.test('step 3: a form comes back with its text and its message, and a right one writes', async (t) => {
  const app = await startStep(t, 3)
  t.match((await app.inject('/posts/new')).body, 'name="post[title]" id="post-title" type="text" required')
  const taken = await send(app, '/posts', { 'post[title]': 'Hello', 'post[text]': 'Again' })
  t.equal(taken.statusCode, 422)
  t.match(taken.body, 'is the title of another post')
  t.match(taken.body, 'Again')
  const created = await send(app, '/posts', { 'post[title]': 'New', 'post[text]': 'Text' })
  t.match([created.statusCode, created.headers.location], [303, '/posts/2'])
  const updated = await send(app, '/posts/2', { _method: 'put', 'post[title]': 'Newer', 'post[text]': 'Text' })
  t.match([updated.statusCode, updated.headers.location], [303, '/posts/2'])
  t.match((await app.inject('/posts/2/edit')).body, 'value="Newer"')
  t.equal((await send(app, '/posts/2', { _method: 'delete' })).headers.location, '/posts')
})

t.test('step 4: a comment is on the page of its post, and an invalid one comes back', async (t) => {
  const app = await startStep(t, 4)
  const fields = { 'comment[author]': 'Ann', 'comment[text]': 'Nice' }
  const created = await send(app, '/posts/1/comments', fields)
  t.equal(created.headers.location, '/posts/1#comment-1')
  t.match((await app.inject('/posts/1')).body, '<p><b>Ann</b>: Nice</p>')
  const long = await send(app, '/posts/1/comments', { ...fields, 'comment[author]': 'A'.repeat(51) })
  t.match([long.statusCode, long.body], [422, 'must have at most 50 characters'])
  t.match(long.body, 'Nice</textarea>')
  t.equal((await send(app, '/posts/1/comments/1', { _method: 'delete' })).headers.location, '/posts/1')
})

t.test('step 5: strangers read and comment, and the writer does all else', async (t) => {
  const app = await startStep(t, 5)
  t.equal((await app.inject('/posts/1')).statusCode, 200)
  t.equal((await send(app, '/posts/1/comments', { 'comment[author]': 'A', 'comment[text]': 'B' })).statusCode, 303)
  t.match((await app.inject('/posts/new')).headers, { 'www-authenticate': 'Basic realm="Notebook"' })
  t.equal((await send(app, '/posts/1', { _method: 'delete' })).statusCode, 401)
  const authorization = AUTHORIZATION
  t.equal((await send(app, '/posts/1', { _method: 'delete' }, { authorization })).statusCode, 303)
})

t.test('step 5: the server starts with a password alone', async (t) => {
  const { folder } = await writeStep(5)
  const message = await new Promise<string>((resolve) => {
    execFile('env', ['-i', process.execPath, join(ROOT, folder, 'server.js')], (_error, _stdout, stderr) => { resolve(stderr) })
  })
  t.match(message, 'Start it with a password')
})

t.test('step 6: the tests of the page pass', async (t) => {
  const { folder } = await writeStep(6)
  const output = await new Promise<string>((resolve) => {
    const args = ['-i', process.execPath, '--test', '--test-reporter=tap', join(ROOT, folder, 'test/app.test.js')]
    execFile('env', args, { timeout: 120_000 }, (_error, stdout) => { resolve(stdout) })
  })
  t.match(output, /# pass 2\n# fail 0/)
})
