/** The blog on a PostgreSQL that is away, or is not what it expects. */

import t from 'tap'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { freePort, untilWell } from '../support/balancer.js'
import { ADMIN, runCommand, startBlog, stopBlog } from '../support/blog.js'
import { query, startPostgres } from '../support/postgres.js'
import { createVisitor, logIn } from '../support/visitor.js'

const SECRET = { COOKIE_SECRET: 'a secret of thirty-two characters' }

t.test(
  'a blog that starts before PostgreSQL answers 503 until it is there, and again while it is away',
  { timeout: 120_000 },
  async (t) => {
    const postgres = await startPostgres(t)
    const env = { ...SECRET, DATABASE_URL: await postgres.createDatabase(), PORT: String(await freePort()) }
    const address = `http://127.0.0.1:${env.PORT}`
    postgres.stop()
    const starting = startBlog(t, t.testdirName, env)
    while (
      await fetch(address).then(
        () => false,
        () => true
      )
    ) { await setTimeout(100) }
    const visitor = createVisitor(address)
    for (const path of ['/', '/posts.json', '/health', '/session/new']) {
      const { status, headers } = await visitor.get(path)
      t.strictSame(
        [status, headers.get('retry-after')],
        path === '/session/new' ? [200, null] : [503, '5'],
        path
      )
    }
    postgres.start()
    const blog = await starting
    t.match(
      blog.log(),
      /The database cannot be reached\. The next try is in a second[\s\S]*The database had no admin[\s\S]*Its database is postgres:\/\/127\.0\.0\.1:\d+\/blog1\n\n/
    )
    await untilWell(address)

    const admin = await logIn(address, ADMIN.email, ADMIN.password)
    postgres.stop('immediate')
    const refused = await admin.submit('/posts', { 'post[title]': 'Kept', 'post[text]': 'Text' })
    t.match(
      [refused.status, refused.headers.get('retry-after'), refused.text],
      [503, '5', /Nothing was changed[\s\S]*name="post\[title\]" value="Kept"/],
      'the page keeps what the user wrote'
    )
    t.match((await createVisitor(address).get('/')).text, /<h1>Service Unavailable<\/h1>/)
    postgres.start()
    t.equal(
      (await admin.submit('/posts', { 'post[title]': 'Kept', 'post[text]': 'Text' })).status,
      303,
      'the session is there'
    )
    postgres.stop()
    t.equal(await stopBlog(blog), 0, 'it ends without PostgreSQL')
  }
)

t.test(
  'a network that swallows all is a 503 in time, and the next request gets a new connection',
  { timeout: 60_000 },
  async (t) => {
    const postgres = await startPostgres(t)
    const url = new URL(await postgres.createDatabase())
    const network = await startNetwork(t, Number(url.port))
    url.port = String(network.port)
    url.searchParams.set('query_timeout', '500')
    const env = { ...SECRET, DATABASE_URL: url.href, PORT: String(await freePort()) }
    await startBlog(t, t.testdirName, env)
    const address = `http://127.0.0.1:${env.PORT}`
    const admin = await logIn(address, ADMIN.email, ADMIN.password)
    const write = async (): Promise<number> =>
      (await admin.submit('/posts', { 'post[title]': 'Kept', 'post[text]': 'Text' })).status
    t.equal(network.swallow(), 1)
    const { status, headers } = await admin.get('/posts.json')
    t.strictSame([status, headers.get('retry-after')], [503, '5'])
    t.equal((await admin.get('/posts.json')).status, 200)
    t.equal(network.swallow(), 1, 'the lost connection is closed')
    t.equal(await write(), 303, 'the guard of a row that writes asks again')
  }
)

/** Passes all on to a port of this machine, until it swallows what its connections are given. */
async function startNetwork (
  t: { teardown: (stop: () => void) => void },
  target: number
): Promise<{ port: number; swallow: () => number }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const other = connect(target, '127.0.0.1')
    socket.pipe(other).pipe(socket)
    for (const one of [socket, other]) one.on('error', () => {})
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const swallow = (): number => {
    for (const socket of sockets) socket.unpipe().resume()
    return sockets.size
  }
  return { port: (server.address() as AddressInfo).port, swallow }
}

t.test('a start tells in a line what is wrong with PostgreSQL', { timeout: 60_000 }, async (t) => {
  const postgres = await startPostgres(t)
  const url = await postgres.createDatabase()
  const folder = t.testdir()
  const blog = await startBlog(t, folder, { ...SECRET, DATABASE_URL: url })
  t.match(
    runCommand(folder, ['password', ADMIN.email], { ...SECRET, DATABASE_URL: url }),
    /The new password of admin \(admin\) is \S{12}\n$/
  )
  t.throws(
    () => runCommand(folder, ['password', 'nobody@example.org'], { ...SECRET, DATABASE_URL: url }),
    /^No user of the database has the e-mail nobody@example\.org\n$/
  )
  t.throws(
    () => runCommand(folder, ['backup', 'backup.db'], { ...SECRET, DATABASE_URL: url }),
    /^DATABASE_URL names a PostgreSQL: use pg_dump\n$/
  )
  t.equal(await stopBlog(blog), 0)
  await query(url, "INSERT INTO kysely_migration VALUES ('099', '2026-01-01')")
  const wrong: ReadonlyArray<readonly [Record<string, string>, RegExp]> = [
    [
      { ...SECRET, DATABASE_URL: url },
      /a newer version of the blog has changed it\. Start that version, or restore a backup\n$/
    ],
    [{ ...SECRET, DATABASE_URL: url.replace('blog1', 'none') }, /database "none" does not exist\n$/],
    [
      { ...SECRET, DATABASE_URL: 'mysql://localhost/blog' },
      /: DATABASE_URL must be an address of PostgreSQL, such as postgres:\/\/user:password@host\/blog\n$/
    ],
    [
      { DATABASE_URL: url },
      /: COOKIE_SECRET must be there with DATABASE_URL, and the same for all instances\n$/
    ]
  ]
  for (const [env, message] of wrong) {
    const error: Error = await startBlog(t, folder, env).then(
      () => new Error('it has started'),
      (error: Error) => error
    )
    t.match(error.message, message)
  }
})
