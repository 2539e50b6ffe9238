/** The blog for 40 seconds of mixed reading and writing: no error, no lost write, memory flat. `npm run test:load` runs it alone. */

import t from 'tap'
import { createClient } from '@libsql/client'
import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { ADMIN } from './support/blog.js'
import { logIn } from './support/visitor.js'

const SECONDS = { warmUp: 10, load: 30 }

// Asked by a signal, so that the blog itself has no such page.
const TELL_HEAP = 'process.on("SIGUSR2", () => { gc(); gc(); console.error("heap", String(process.memoryUsage().heapUsed)) })'

t.test('under load there is no error and no lost write, and memory stays flat', { timeout: 120_000 }, async (t) => {
  const url = `file:${t.testdir()}/blog.db`
  const child = spawn(process.execPath, ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(TELL_HEAP)}`, 'dist/examples/blog/server.js'], {
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: url, ADMIN_PASSWORD: ADMIN.password }, stdio: ['ignore', 'pipe', 'pipe']
  })
  t.teardown(() => { child.kill() })
  const address = await readUntil(child.stdout, /listening at (http:\/\/[^"]+)/)
  child.stdout.resume()
  const cookie = (await logIn(address, ADMIN.email, ADMIN.password)).cookie()
  const heap = async (): Promise<number> => {
    child.kill('SIGUSR2')
    return Number(await readUntil(child.stderr, /heap (\d+)/))
  }

  const warmUp = await load(address, cookie, SECONDS.warmUp)
  const before = await heap()
  const { requests, errors, timeouts, non2xx, latency, writes } = await load(address, cookie, SECONDS.load)
  const after = await heap()
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  const { rows: [counted] } = await createClient({ url }).execute('SELECT (SELECT count(*) FROM posts) + (SELECT count(*) FROM comments) AS count')
  const kept = Number(counted?.count) - 3

  t.comment(`${requests.total} requests in ${SECONDS.load} s, ${Math.round(requests.average)} a second; latency: median ${latency.p50} ms, 99 % within ${latency.p99} ms`)
  t.strictSame({ errors, timeouts, non2xx, code }, { errors: 0, timeouts: 0, non2xx: 0, code: 0 })
  // What was under way when a run ended is there without having been counted.
  const acknowledged = warmUp.writes + writes
  t.ok(acknowledged > 0 && kept >= acknowledged, `${acknowledged} writes acknowledged, ${kept} in the database`)
  t.ok(after / before <= 1.2, `heap ${(before / 2 ** 20).toFixed(1)} MB after warm-up, ${(after / 2 ** 20).toFixed(1)} MB in the end: ${(after / before).toFixed(2)}`)
})

/** Five ways of reading to two of writing, by 20 connections. */
async function load (url: string, cookie: string, duration: number): Promise<autocannon.Result & { writes: number }> {
  let writes = 0
  const json = { cookie, 'content-type': 'application/json', accept: 'application/json' }
  const onResponse = (status: number): void => { if (status === 201) writes++ }
  const result = await autocannon({
    url,
    connections: 20,
    duration,
    requests: [
      { path: '/', headers: { cookie } },
      { path: '/posts/1' },
      { path: '/posts/2.json' },
      { path: '/posts/search.xml?q=form' },
      { method: 'POST', path: '/posts', headers: json, body: JSON.stringify({ post: { title: 'Loaded', text: 'Text' } }), onResponse },
      { method: 'POST', path: '/posts/2/comments', headers: json, body: JSON.stringify({ comment: { text: 'Text' } }), onResponse },
      { path: '/posts?page=2' }
    ]
  })
  return { ...result, writes }
}

async function readUntil (stream: Readable, pattern: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    const found = pattern.exec(text)?.[1]
    if (found !== undefined) return found
  }
  throw new Error(`the blog ended: ${text}`)
}
