/**
 * The blog under load, with 5,000 posts and 50,000 comments: no error, no lost write, memory flat. `npm run
 * test:load` runs it alone.
 */

import t from 'tap'
import { DatabaseSync } from '@photostructure/sqlite'
import autocannon from 'autocannon'
import type { Request } from 'autocannon'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { ADMIN, countRows, startBlog } from '../support/blog.js'
import { logIn } from '../support/visitor.js'

const SECONDS = { warmUp: 10, load: 30 }
const POSTS = 5000
const USERS = 500
const TIME = '2026-01-01T00:00:00Z'

// Measured on a signal, so that the blog needs no such page.
const TELL_HEAP =
  'process.on("SIGWINCH", () => { gc(); gc(); console.error("heap", String(process.memoryUsage().heapUsed)) })'

t.test(
  'under load there is no error and no lost write, and memory stays flat',
  { timeout: 180_000 },
  async (t) => {
    const folder = t.testdir()
    const blog = await startBlog(t, folder, {
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--expose-gc --import data:text/javascript,${encodeURIComponent(TELL_HEAP)}`
    })
    fill(folder)
    const { cookie } = await logIn(blog.address, ADMIN.email, ADMIN.password)
    const heap = async (): Promise<number> => {
      blog.process.kill('SIGWINCH')
      return Number(await readUntil(blog.process.stderr as Readable, /heap (\d+)/))
    }

    const warmUp = await load(blog.address, cookie(), SECONDS.warmUp)
    const before = await heap()
    const { reads, logIns, comments } = await load(blog.address, cookie(), SECONDS.load)
    const after = await heap()
    blog.process.kill('SIGTERM')
    const [code] = await once(blog.process, 'exit')

    for (const [name, { requests, latency }] of Object.entries({ reads, logIns, comments })) {
      t.comment(
        `${requests.total} ${name} in ${SECONDS.load} s: median ${latency.p50} ms, 99 % within ${latency.p99} ms`
      )
    }
    for (const { errors, timeouts, non2xx } of [reads, logIns, comments]) {
      t.strictSame({ errors, timeouts, non2xx }, { errors: 0, timeouts: 0, non2xx: 0 })
    }
    t.equal(code, 0)
    // Requests at the end of a run may be stored without having been counted.
    const acknowledged = warmUp.comments['2xx'] + comments['2xx']
    const kept = countRows(folder, "comments WHERE text LIKE 'Under load%'")
    t.ok(
      acknowledged > 0 && kept >= acknowledged,
      `${acknowledged} comments acknowledged, ${kept} in the database`
    )
    t.ok(
      after / before <= 1.25,
      `heap ${(before / 2 ** 20).toFixed(1)} MB after warm-up, ${(after / 2 ** 20).toFixed(1)} MB in the end: ${(after / before).toFixed(2)}`
    )
  }
)

/** Ten comments a post, and users with the password of the first admin. */
function fill (folder: string): void {
  const db = new DatabaseSync(`${folder}/blog.db`)
  db.exec('BEGIN IMMEDIATE')
  const post = db.prepare(
    'INSERT INTO posts (id, position, userId, title, text, published, createdAt, publishedAt, updatedAt) VALUES (?1, ?1, 1, ?2, ?3, 1, ?4, ?4, ?4)'
  )
  const comment = db.prepare("INSERT INTO comments (postId, userId, text, createdAt) VALUES (?, 1, 'Well written', ?)")
  const user = db.prepare(
    "INSERT INTO users (name, email, password, joinedAt) SELECT 'Reader', ?, password, joinedAt FROM users WHERE id = 1"
  )
  for (let id = 10; id < POSTS + 10; id++) {
    post.run(id, `Number ${id}`, `Some *text* of ${id % 100} words. `.repeat(20), TIME)
    for (let count = 0; count < 10; count++) comment.run(id, TIME)
  }
  for (let count = 0; count < USERS; count++) user.run(`${count}@example.org`)
  db.exec('COMMIT')
  db.close()
}

/** Nine of ten requests read. */
async function load (
  url: string,
  cookie: string,
  duration: number
): Promise<Record<'reads' | 'logIns' | 'comments', autocannon.Result>> {
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  const run = async (
    connections: number,
    overallRate: number,
    requests: Request[]
  ): Promise<autocannon.Result> => await autocannon({ url, connections, duration, overallRate, requests })
  const [reads, logIns, comments] = await Promise.all([
    run(20, 180, [
      { path: '/' },
      { path: '/', headers: { cookie } },
      { setupRequest: (request) => ({ ...request, path: `/posts/${(next() % POSTS) + 10}` }) },
      { setupRequest: (request) => ({ ...request, path: `/posts.json?before=${(next() % POSTS) + 10}` }) },
      { setupRequest: (request) => ({ ...request, path: `/posts/search?q=number%20${next() % POSTS}` }) },
      { path: '/posts/search.json?q=nowhere' },
      { path: '/posts.atom' },
      {
        setupRequest: (request) => ({
          ...request,
          path: `/posts/${(next() % POSTS) + 10}`,
          headers: { cookie }
        })
      }
    ]),
    run(2, 2, [
      {
        setupRequest: (request) => ({
          ...request,
          method: 'POST',
          path: '/session',
          headers: { ...json, 'x-forwarded-for': `10.0.0.${next() % 250}` },
          body: JSON.stringify({
            session: { email: `${next() % USERS}@example.org`, password: ADMIN.password }
          })
        })
      }
    ]),
    run(4, 18, [
      {
        setupRequest: (request) => ({
          ...request,
          method: 'POST',
          path: `/posts/${(next() % POSTS) + 10}/comments`,
          headers: { ...json, cookie },
          body: JSON.stringify({ comment: { text: `Under load ${next()}` } })
        })
      }
    ])
  ])
  return { reads, logIns, comments }
}

let count = 0

/** A different number each time, far from the last one. */
function next (): number {
  return ++count * 7919
}

async function readUntil (stream: Readable, pattern: RegExp): Promise<string> {
  return await new Promise((resolve) => {
    let text = ''
    stream.on('data', function read (chunk) {
      text += String(chunk)
      const found = pattern.exec(text)?.[1]
      if (found === undefined) return
      stream.off('data', read)
      resolve(found)
    })
  })
}
