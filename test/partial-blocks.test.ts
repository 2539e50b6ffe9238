/** Blocks of pages that show only a part of a program run here, in the program that the page leaves out. */

import t from 'tap'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { BLOCKS, ROOT } from './support/pages.js'
import { importFile, writeApp } from './support/tutorials.js'

const FOLDER = 'test/types/generated/partial-blocks'

t.teardown(() => { rmSync(join(ROOT, FOLDER), { recursive: true, force: true }) })

/** The block of a page that has this text. */
function blockWith (page: string, text: string): string {
  const block = BLOCKS.find(({ where, code }) => where.startsWith(`docs/${page}.md`) && code.includes(text))
  return block?.code as string
}

/** What a program exports as `result`. */
async function run<T> (name: string, ...parts: string[]): Promise<T> {
  const written = await writeApp(`${FOLDER}/${name}`, new Map([[`${name}.ts`, parts.join('\n')]]))
  return (await importFile<{ result: T }>(written, `${name}.js`)).result
}

t.test('a program logs in for a token, which ends with its session', async (t) => {
  const above = blockWith('log-in', 'const nobody').split('function showForm')[0] as string
  const app = await run<FastifyInstance>('log-in', above, blockWith('log-in', 'const tokenOf'), `
import { createHash } from 'node:crypto'
const notes = { routeOptions: { onRequest: requireUser }, index: async (request) => [request.name] }
export const result = Fastify()
result.decorateRequest('name', '')
await result.register(resourcesPlugin, {
  routes: draw({ api: true }, (map) => map
    .resource('session', { only: ['create', 'destroy'] }).resources('notes', { only: 'index' })),
  controllers: { sessions: controller, notes }
})`)
  const logIn = async (password: string) =>
    await app.inject({ method: 'POST', url: '/session', payload: { name: 'ann', password } })
  const show = async (headers = {}) => await app.inject({ url: '/notes', headers })
  t.match((await show()).headers, { 'www-authenticate': 'Bearer' })
  t.equal((await logIn('guess')).statusCode, 401)
  const headers = { authorization: `Bearer ${(await logIn('secret')).json().token as string}` }
  t.strictSame((await show(headers)).json(), ['ann'])
  t.equal((await app.inject({ method: 'DELETE', url: '/session', headers })).statusCode, 204)
  t.equal((await show(headers)).statusCode, 401)
})

t.test('a table of roles decides each row, and the start fails for a row without one', async (t) => {
  const start = async (actions: string) => await run<FastifyInstance>(`roles-${actions.length}`, `
import Fastify from 'fastify'
import resourcesPlugin, { draw } from 'fastify-resources'
const routes = draw((map) => map.resources('posts', { only: ${actions} }))
const app = Fastify()
app.decorateRequest('session', null)
app.addHook('onRequest', async (request) => { request.session = { role: request.headers['x-role'] } })
`, blockWith('log-in', 'const ROLES'), `
const posts = { index: async () => [], destroy: async () => 'gone', create: async () => '' }
await app.register(resourcesPlugin, { routes, controllers: { posts } })
export const result = app`)
  const app = await start("['index', 'destroy']")
  const destroy = async (role: string) =>
    await app.inject({ method: 'DELETE', url: '/posts/1', headers: { 'x-role': role } })
  t.match((await destroy('reader')).json(), { statusCode: 403, message: 'reader may not destroy posts' })
  t.equal((await destroy('editor')).body, 'gone')
  await t.rejects(start("['index', 'create']"), { message: 'nobody may posts#create' })
})

t.test('a wrapper of fetch waits for a busy server, and takes a new token once the old one is refused', async (t) => {
  const found = await run<unknown>('retries', `
import Fastify from 'fastify'
import resourcesPlugin, { draw } from 'fastify-resources'
import { createClient } from 'fastify-resources/client'
import { injectFetch } from 'fastify-resources/testing'
const json = draw({ api: true }, (map) => map.resources('posts', { only: 'index' }))
let asked = 0
const index = async ({ headers }, reply) => {
  asked++
  if (headers.authorization !== 'Bearer 2') return reply.code(401).send()
  return asked < 4 ? reply.code(503).send() : ['Hello']
}
const app = Fastify()
await app.register(resourcesPlugin, { routes: json, controllers: { posts: { index } } })
const fetch = injectFetch(app)
const readToken = async () => '1'
const refreshToken = async () => '2'
`, blockWith('client', 'refreshToken'), 'export const result = await client.posts.index()')
  t.strictSame(found, ['Hello'])
})

t.test('a GET of a refused form leads to the form, and a program gets the 405', async (t) => {
  const app = await run<FastifyInstance>('reload', `
import Fastify from 'fastify'
import resourcesPlugin, { draw, prefersPage } from 'fastify-resources'
const app = Fastify()
app.setErrorHandler(answerError)
`, blockWith('forms', 'async function answerError'), `
const answer = async () => ''
await app.register(resourcesPlugin, {
  routes: draw((map) => map.resources('posts', { only: ['new', 'create', 'edit', 'update'] })),
  controllers: { posts: { new: answer, create: answer, edit: answer, update: answer } }
})
export const result = app`)
  for (const [url, accept, status, location] of [
    ['/posts', 'text/html', 303, './posts/new'],
    ['/posts/1', 'text/html', 303, './1/edit'],
    ['/posts', 'application/json', 405, undefined]
  ] as const) {
    const { statusCode, headers } = await app.inject({ url, headers: { accept } })
    t.strictSame([statusCode, headers.location], [status, location], url)
  }
})

t.test('a file of a form goes into a stream without being in memory', async (t) => {
  const app = await run<FastifyInstance>('streams', `
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import resourcesPlugin, { draw } from 'fastify-resources'
const posts = {
`, blockWith('texts', 'createWriteStream').replace('uploads', t.testdir()), `}
export const result = Fastify()
await result.register(multipart)
await result.register(resourcesPlugin, {
  routes: draw((map) => map.resources('posts', { only: 'show', member: { upload: 'post' } })),
  controllers: { posts: { ...posts, show: async () => 'a post' } }
})`)
  const payload = new FormData()
  payload.set('photo', new File(['bytes'], 'a.png'))
  const { statusCode, headers } = await app.inject({ method: 'POST', url: '/posts/1/upload', payload })
  t.strictSame([statusCode, headers.location], [303, '/posts/1'])
})
