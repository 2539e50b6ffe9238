/**
 * Requests a second of one instance of the blog and of three, on both databases, behind the balancer. Needs
 * PostgreSQL and HAProxy.
 */

import autocannon from 'autocannon'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startBalancer } from '../support/balancer.js'
import { ADMIN, startBlog } from '../support/blog.js'
import { startPostgres } from '../support/postgres.js'
import { logIn } from '../support/visitor.js'

const SECONDS = 5
const ROUNDS = 3
const stops: Array<() => void> = []
const t = {
  teardown: (stop: () => void) => {
    stops.push(stop)
  }
}
let next = 0

// After a failure and Ctrl+C too.
process.on('exit', () => {
  for (const stop of stops.reverse()) stop()
})
process.once('SIGINT', () => process.exit(130))

/** Nine of ten requests read. */
async function measure (url: string, cookie: string, duration: number): Promise<number> {
  const json = { cookie, 'content-type': 'application/json', accept: 'application/json' }
  const { requests, errors, non2xx } = await autocannon({
    url,
    duration,
    connections: 12,
    requests: [
      ...[
        '/',
        '/posts/1',
        '/posts.json',
        '/posts.atom',
        '/posts/2',
        '/',
        '/posts/1.json',
        '/posts/2.json',
        '/docs/json'
      ].map((path) => ({ path })),
      {
        setupRequest: (request) => ({
          ...request,
          method: 'POST',
          path: '/posts/2/comments',
          headers: json,
          body: JSON.stringify({ comment: { text: `Number ${++next}` } })
        })
      }
    ]
  })
  if (errors + non2xx > 0) console.log(`${errors} errors, ${non2xx} other answers`)
  return requests.average
}

const postgres = await startPostgres(t)
const setups = await Promise.all(
  [
    ['SQLite', 1],
    ['SQLite', 3],
    ['PostgreSQL', 1],
    ['PostgreSQL', 3]
  ].map(async ([kind, count]) => {
    const folder = mkdtempSync(join(tmpdir(), 'scaling-'))
    stops.push(() => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    const shared = {
      COOKIE_SECRET: 'a secret of thirty-two characters',
      LOG_LEVEL: 'silent',
      ...(kind === 'PostgreSQL' && { DATABASE_URL: await postgres.createDatabase() })
    }
    const ports = await Promise.all(Array.from({ length: Number(count) }, freePort))
    for (const port of ports) {
      await startBlog(t, folder, { ...shared, PORT: String(port) })
    }
    const address = await startBalancer(
      t,
      [0, 1, 2].map((index) => ports[index % ports.length] as number)
    )
    return {
      name: `${String(kind)}, ${String(count)}`,
      address,
      cookie: (await logIn(address, ADMIN.email, ADMIN.password)).cookie(),
      rates: [] as number[]
    }
  })
)
for (const { address, cookie } of setups) await measure(address, cookie, 2)
for (let round = 0; round < ROUNDS; round++) {
  for (const { address, cookie, rates } of setups) rates.push(await measure(address, cookie, SECONDS))
}
const median = (rates: number[]): number =>
  rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)] as number
const base = median(setups[0]?.rates ?? [])
for (const { name, rates } of setups) {
  console.log(
    `${name.padEnd(14)} ${median(rates).toFixed(0).padStart(5)} requests a second, ratio ${(median(rates) / base).toFixed(2)}`
  )
}
process.exit()
