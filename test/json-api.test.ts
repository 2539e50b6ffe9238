/** docs/json-api.md: the app of the page's blocks does what the page promises. */

import t from 'tap'
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { compile } from './support/compilers.js'
import { PAGES, ROOT } from './support/pages.js'
import { filesOf, importFile, writeApp } from './support/tutorials.js'

const FOLDER = 'test/types/generated/json-api'
const AGENT = { authorization: 'Bearer agent token' }
const READER = { authorization: 'Bearer reader token' }

const page = PAGES.find(({ file }) => file === 'docs/json-api.md')?.text as string
const written = await writeApp(FOLDER, filesOf([page]))

// A later run would take the app's own tests for tests of this repository.
t.teardown(() => { rmSync(join(ROOT, FOLDER), { recursive: true, force: true }) })

const { createApp } = await importFile<{ createApp: () => Promise<FastifyInstance> }>(written, 'app.js')
const app = await createApp()
t.teardown(async () => { await app.close() })

async function create (title: string, headers: object = AGENT) {
  return await app.inject({ method: 'POST', url: '/tickets', payload: { title }, headers: { ...headers } })
}

t.test('the page has at most 1,500 words', (t) => {
  t.ok(page.split(/\s+/).filter((word) => word !== '').length <= 1500)
  t.end()
})

t.test('the types of the app are right under strict', async (t) => {
  const options = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false, lib: ['ES2023'] }
  const sources = written.sources.map((file) => `${FOLDER}/${file}`)
  t.equal((await compile('TypeScript 7', 'json-api', sources, options)).errors, '')
})

t.test('a rule of the record judges a body, and a strict query names what is unknown', async (t) => {
  const refused = await create(' Help')
  t.match([refused.statusCode, refused.json().detail], [400, 'title needs more words'])
  const query = await app.inject({ url: '/tickets?stat=open', headers: AGENT })
  t.match([query.statusCode, query.json().fields], [400, { stat: ['is not a known field'] }])
})

t.test('next leads to the following page, with the same filters, until there is none', async (t) => {
  for (let count = 0; count < 25; count++) await create(`Ticket ${count}`)
  const first = (await app.inject({ url: '/tickets?state=open', headers: READER })).json()
  t.equal(first.next, '/tickets?state=open&after=20')
  const second = (await app.inject({ url: first.next, headers: READER })).json()
  t.match([first.tickets.length, second.tickets.length, second.next], [20, 5, null])
  t.strictSame(Object.keys(second.tickets[0]).sort(), ['id', 'state', 'title', 'version'])
})

t.test('each error is a problem, of the app and of Fastify too', async (t) => {
  const invalid = await create('')
  t.match(invalid.headers['content-type'], 'application/problem+json')
  const fields = { title: ['must not be empty'] }
  t.match(invalid.json(), { title: 'Bad Request', status: 400, fields })
  const broken = { payload: '{', headers: { ...AGENT, 'content-type': 'application/json' } }
  for (const [method, url, status, request] of [
    ['GET', '/tickets/99', 404, { headers: AGENT }],
    ['GET', '/elsewhere', 404, { headers: AGENT }],
    ['DELETE', '/tickets', 405, { headers: AGENT }],
    ['POST', '/tickets', 400, broken]
  ] as const) {
    const response = await app.inject({ method, url, ...request })
    t.match(response.headers['content-type'], 'application/problem+json', `${method} ${url}`)
    t.equal(response.json().status, status, `${method} ${url}`)
  }
})

t.test('only the roles of a row reach it', async (t) => {
  const statuses = [await create('A', {}), await create('A', READER), await create('A')]
  t.strictSame(statuses.map(({ statusCode }) => statusCode), [401, 403, 201])
})

t.test('a file that is no PNG is a 422 at its field', async (t) => {
  const payload = new FormData()
  payload.set('photo[file]', new File(['<script>'], 'cat.png', { type: 'image/png' }))
  const response = await app.inject({ method: 'POST', url: '/tickets/1/photos', payload, headers: AGENT })
  t.match([response.statusCode, response.json().fields], [422, { 'photo[file]': ['is not a PNG'] }])
})

t.test('the document has the records, and the roles of each row', async (t) => {
  const { components, paths } = (await app.inject('/openapi.json')).json()
  t.strictSame(
    Object.keys(components.schemas).sort(),
    ['Photo', 'PhotoInput', 'ProblemResponse', 'Ticket', 'TicketIndex', 'TicketInput', 'TicketPatch']
  )
  t.strictSame(paths['/tickets'].get.security, [{ bearer: ['reader', 'agent'] }])
  t.strictSame(paths['/tickets/{id}'].patch.security, [{ bearer: ['agent'] }])
})

t.test('the tests of the page pass', async (t) => {
  const output = await new Promise<string>((resolve) => {
    const args = ['-i', process.execPath, '--test', '--test-reporter=tap', join(ROOT, FOLDER, 'test/app.test.js')]
    execFile('env', args, { timeout: 120_000 }, (_error, stdout) => { resolve(stdout) })
  })
  t.match(output, /# pass 2\n# fail 0/)
})
