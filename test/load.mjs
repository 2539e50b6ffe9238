/** 30 seconds of mixed reading and writing against the blog: `npm run test:load`. No error, no lost write, memory flat. */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { createClient } from '@libsql/client'
import autocannon from 'autocannon'

const SECONDS = { warmUp: 10, load: 30 }
const PASSWORD = 'correct horse battery'

const folder = mkdtempSync(join(tmpdir(), 'blog-'))
const url = `file:${join(folder, 'blog.db')}`

// Asked by a signal, so that the blog itself has no such page.
const TELL_HEAP = 'process.on("SIGUSR2", () => { gc(); gc(); console.error("heap", String(process.memoryUsage().heapUsed)) })'
const child = spawn(process.execPath, ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(TELL_HEAP)}`, 'dist/examples/blog/server.js'], {
  env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: url, ADMIN_PASSWORD: PASSWORD }, stdio: ['ignore', 'pipe', 'pipe']
})

const address = await readUntil(child.stdout, /listening at (http:\/\/[^"]+)/)
child.stdout.resume()
const cookie = await logIn()
let writes = 0

await load(SECONDS.warmUp)
const before = await heap()
const { requests, errors, timeouts, non2xx, latency } = await load(SECONDS.load)
const after = await heap()
child.kill('SIGTERM')
const [code] = await once(child, 'exit')
const { rows: [counted] } = await createClient({ url }).execute('SELECT (SELECT count(*) FROM posts) + (SELECT count(*) FROM comments) AS count')
rmSync(folder, { recursive: true })

console.log(`${requests.total} requests in ${SECONDS.load} s, ${Math.round(requests.average)} a second; latency: median ${latency.p50} ms, 99 % within ${latency.p99} ms`)
console.log(`${errors} errors, ${timeouts} timeouts, ${non2xx} answers other than 2xx`)
console.log(`${writes} writes acknowledged, ${Number(counted.count) - 3} in the database`)
console.log(`heap ${(before / 2 ** 20).toFixed(1)} MB after warm-up, ${(after / 2 ** 20).toFixed(1)} MB in the end: ${(after / before).toFixed(2)}`)
assert.deepEqual([errors, timeouts, non2xx, code], [0, 0, 0, 0])
// What was under way when a run ended is there without having been counted.
assert.ok(Number(counted.count) - 3 >= writes)
assert.ok(after / before <= 1.2)

async function logIn () {
  const response = await fetch(`${address}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session: { email: 'admin@example.org', password: PASSWORD } }),
    redirect: 'manual'
  })
  return response.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ')
}

/** Five ways of reading to two of writing, by 20 connections. */
async function load (duration) {
  const json = { cookie, 'content-type': 'application/json', accept: 'application/json' }
  const count = (status) => { if (status === 201) writes++ }
  return await autocannon({
    url: address,
    connections: 20,
    duration,
    requests: [
      { path: '/', headers: { cookie } },
      { path: '/posts/1' },
      { path: '/posts/2.json' },
      { path: '/posts/search.xml?q=form' },
      { method: 'POST', path: '/posts', headers: json, body: JSON.stringify({ post: { title: 'Loaded', text: 'Text' } }), onResponse: count },
      { method: 'POST', path: '/posts/2/comments', headers: json, body: JSON.stringify({ comment: { text: 'Text' } }), onResponse: count },
      { path: '/posts?page=2' }
    ]
  })
}

async function heap () {
  child.kill('SIGUSR2')
  return Number(await readUntil(child.stderr, /heap (\d+)/))
}

async function readUntil (stream, pattern) {
  let text = ''
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += chunk
    const found = pattern.exec(text)?.[1]
    if (found !== undefined) return found
  }
  throw new Error(`the blog ended: ${text}`)
}
