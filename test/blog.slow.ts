/** The blog: what it keeps, and how it fails. */

import t from 'tap'
import { DatabaseSync } from '@photostructure/sqlite'
import { execSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './support/balancer.js'
import {
  ADMIN,
  countRows,
  createApp,
  hashQuickly,
  importBuilt,
  run,
  runCommand,
  signUp,
  startBlog,
  startForTest,
  startInProcess,
  stopBlog
} from './support/blog.js'
import { createVisitor, logIn } from './support/visitor.js'
import type { Answer, Visitor } from './support/visitor.js'

type App = Awaited<ReturnType<typeof createApp>>

t.test('an account: unique, its password changed by who knows the old one, and its sessions listed and ended', async (t) => {
  const blog = await startForTest(t)
  const first = await signUp(blog, 'reader')
  const taken = await createVisitor(blog.address).submit('/account', {
    'account[name]': 'x',
    'account[email]': 'READER@example.org',
    'account[password]': 'a long password'
  })
  t.match([taken.status, taken.text], [409, /<title>Error: Sign up[\s\S]*E-mail is already taken\./])
  t.notMatch(taken.text, /a long password/)
  const save = async (fields: Record<string, string>): Promise<Answer> =>
    await first.submit('/account', {
      _method: 'put',
      'account[name]': 'Reader',
      'account[email]': 'new@example.org',
      ...fields
    })
  t.match(
    [(await save({})).status, (await save({ 'account[current]': '' })).text],
    [422, /Password must be there for another e-mail\./]
  )
  t.match((await save({ 'account[current]': 'guessed' })).text, /Password is wrong\./)
  t.equal(
    (await save({ 'account[current]': 'a long password' })).status,
    303,
    'with the password the e-mail changes'
  )
  t.equal(
    (await save({ 'account[email]': 'reader@example.org', 'account[current]': 'a long password' })).status,
    303
  )
  t.equal((await save({ 'account[email]': 'reader@example.org' })).status, 303, 'a name alone needs none')
  const second = await logIn(blog.address, 'reader@example.org', 'a long password')
  const page = (await second.get('/account')).text
  t.match(page, /<dd><bdi>Reader<\/bdi><\/dd>/)
  t.equal(page.match(/Since \d+ \w+ \d{4}/g)?.length, 2, 'both sessions are listed')
  t.match(
    (
      await second.submit('/account/password', {
        'password[current]': 'guessed',
        'password[password]': 'another password'
      })
    ).text,
    /Old password is wrong\./
  )
  t.equal((await second.send('PUT', '/account', { account: { password: 'another password' } })).status, 200)
  t.equal(
    (
      await second.submit('/account/password', {
        'password[current]': 'a long password',
        'password[password]': 'another password'
      })
    ).status,
    303
  )
  t.strictSame([(await first.get('/account')).status, (await second.get('/account')).status], [401, 200])
  const third = await logIn(blog.address, 'reader@example.org', 'another password')
  t.equal((await third.submit('/session', { _method: 'delete', everywhere: '1' })).status, 303)
  t.equal((await second.get('/account')).status, 401)
})

t.test('wrong passwords count by account and address, and never lock out who has logged in with this browser', async (t) => {
  const blog = await startInProcess(t, {
    fastify: { trustProxy: (_address: string, hop: number) => hop < 1, forceCloseConnections: true }
  })
  const logInFrom = async (
    visitor: Visitor,
    address: string,
    email: string,
    password = 'x',
    path = '/session'
  ): Promise<number> =>
    (
      await visitor.send(
        'POST',
        path,
        { session: { email, password } },
        { 'x-forwarded-for': `9.9.9.9, ${address}` }
      )
    ).status
  const owner = createVisitor(blog.address)
  const [stranger, { email, password }] = [createVisitor(blog.address), ADMIN]
  for (let count = 0; count < 12; count++) {
    t.equal(await logInFrom(owner, '10.0.9.9', email, password), 201, 'right ones do not count')
  }
  const statuses: number[] = []
  for (let count = 0; count < 11; count++) {
    const name = count % 2 === 0 ? email : email.toUpperCase()
    statuses.push(
      await logInFrom(stranger, '10.0.0.1', name, 'x', count % 3 === 0 ? '/session.json' : '/session')
    )
  }
  t.strictSame([...new Set(statuses.slice(0, 10)), statuses[10]], [422, 429], 'one account, one address')
  t.equal(await logInFrom(stranger, '10.0.0.1', email, password), 429)
  t.equal(await logInFrom(stranger, '10.0.0.2', email, password), 201, 'another address may log in')
  t.equal(await logInFrom(owner, '10.0.0.1', email, password), 201, 'and so may the owner, at the same one')

  const mate = { name: 'mate', email: 'mate@example.org', password: 'a long password' }
  t.equal((await owner.send('POST', '/account', { account: mate })).status, 201)
  for (let count = 0; count < 11; count++) await logInFrom(stranger, '10.0.0.1', mate.email)
  t.strictSame(
    [
      await logInFrom(owner, '10.0.0.1', email, password),
      await logInFrom(owner, '10.0.0.1', mate.email, mate.password)
    ],
    [201, 201],
    'two who share a browser are both known'
  )
  const own: number[] = []
  for (let count = 0; count < 11; count++) {
    own.push(await logInFrom(owner, '10.0.0.1', count === 5 ? mate.email : email, count === 5 ? mate.password : 'x'))
  }
  t.strictSame(own, [422, 422, 422, 422, 422, 201, 422, 422, 422, 422, 422], 'another log-in ends no count')
  t.equal(await logInFrom(owner, '10.0.0.1', email, password), 429)

  statuses.length = 0
  for (let count = 0; count < 21; count++) {
    statuses.push(await logInFrom(stranger, '10.0.1.1', `${count}@example.org`))
  }
  t.strictSame([...new Set(statuses.slice(0, 20)), statuses[20]], [422, 429], 'one address, many accounts')
  await signUp(blog, 'many')
  const user = await signUp(blog, 'user')
  await hashQuickly(blog.db)
  statuses.length = 0
  for (let count = 0; count < 51; count++) {
    statuses.push(await logInFrom(createVisitor(blog.address), `10.0.2.${count}`, 'many@example.org'))
  }
  t.strictSame(
    [...new Set(statuses.slice(0, 50)), statuses[50]],
    [422, 429],
    'one account, very many addresses'
  )

  statuses.length = 0
  for (let count = 0; count < 11; count++) {
    const body = {
      password: { current: 'guessed', password: 'another password' },
      session: { email: `${count}@example.org` }
    }
    statuses.push(
      (await user.send('POST', '/account/password', body, { 'x-forwarded-for': `10.0.3.${count}` })).status
    )
  }
  t.strictSame(
    [...new Set(statuses.slice(0, 10)), statuses[10]],
    [422, 429],
    'a user who names other accounts when changing the password'
  )
})

t.test('readers comment and search at a limited rate, and what is closed is closed', async (t) => {
  const blog = await startInProcess(t)
  const reader = await signUp(blog, 'reader')
  const statuses: number[] = []
  for (let count = 0; count < 11; count++) {
    statuses.push(
      (await reader.send('POST', '/posts/1/comments', { comment: { text: `Number ${count}` } })).status
    )
  }
  t.strictSame([...new Set(statuses.slice(0, 10)), statuses[10]], [201, 429])
  const refused = await reader.submit('/posts/1/comments', {
    'comment[text]': 'Kept, however long it is, and whatever else there is.'
  })
  t.match([refused.status, refused.text], [429, /Kept, [^<]*<\/textarea>/], 'and the page keeps the text')
  const found = await Promise.all(
    Array.from({ length: 61 }, async () => (await reader.get('/posts/search?q=hello')).status)
  )
  t.strictSame(
    [found.filter((status) => status === 200).length, found.filter((status) => status === 429).length],
    [60, 1]
  )

  const closed = await startInProcess(t, { site: { comments: false, signUps: false } })
  const admin = await logIn(closed.address, ADMIN.email, ADMIN.password)
  t.equal((await admin.send('POST', '/posts/1/comments', { comment: { text: 'a' } })).status, 403)
  t.match((await admin.get('/posts/1')).text, /Comments are closed\./)
  t.notMatch((await admin.get('/posts/1')).text, /Your comment/)
  const visitor = createVisitor(closed.address)
  const account = { name: 'a', email: 'a@example.org', password: 'a long password' }
  t.strictSame(
    [
      (await visitor.send('POST', '/account', { account })).status,
      (await visitor.get('/account/new')).status
    ],
    [403, 403]
  )
  for (const path of ['/session/new', '/posts/1', '/account']) {
    t.notMatch((await visitor.get(path)).text, /Sign up|sign up/, path)
  }
})

t.test('the time for a text grows no faster than its length', { timeout: 60_000 }, async (t) => {
  const blog = await startForTest(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  for (const evil of [
    ' '.repeat(900_000),
    '\ufeff\u200b'.repeat(150_000),
    ' a'.repeat(450_000) + '\u0001',
    `a@${'a'.repeat(900_000)}`,
    'a.'.repeat(450_000)
  ]) {
    for (const [path, body] of [
      ['/account', { account: { name: evil, email: evil, password: evil } }],
      ['/session', { session: { email: evil, password: evil } }],
      ['/posts', { post: { title: evil, text: '' } }],
      ['/posts', { post: { title: 'a', text: evil } }]
    ] as const) {
      // The last part would be quadratic too, in a body of 1 MB.
      if (JSON.stringify(body).length > 1_000_000) {
        for (const record of Object.values(body)) {
          for (const name of Object.keys(record)) {
            (record as Record<string, string>)[name] = evil.slice(0, 150_000)
          }
        }
      }
      const start = performance.now()
      const { status } = await admin.send('POST', path, body)
      const time = performance.now() - start
      t.ok(
        status >= 400 && status < 500 && time < 2000,
        `${path} ${JSON.stringify(evil.slice(0, 3))}: ${status} in ${Math.round(time)} ms`
      )
    }
  }
})

interface Config {
  readonly readConfig: (env: Readonly<Record<string, string>>) => unknown
}

t.test('the first log-in that it answers finds the admin', async (t) => {
  const PORT = String(await freePort())
  const starting = startForTest(t, { PORT })
  const logInOnce = async (): Promise<number | undefined> => {
    const body = new URLSearchParams({ 'session[email]': ADMIN.email, 'session[password]': ADMIN.password })
    const asked = fetch(`http://127.0.0.1:${PORT}/session`, { method: 'POST', redirect: 'manual', body })
    return (await asked.catch(() => undefined))?.status
  }
  let status = await logInOnce()
  while (status === undefined) {
    await wait(5)
    status = await logInOnce()
  }
  t.equal(status, 303)
  await starting
})

t.test('a start tells in a line what is wrong, and where all is well what one needs', async (t) => {
  const folder = t.testdir({ new: {} })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
  })
  const failed: ReadonlyArray<readonly [Record<string, string>, RegExp]> = [
    [{ PORT: 'x' }, /^PORT must be a number from 0 to 65535\n$/],
    [
      { PORT: String((server.address() as AddressInfo).port), ADMIN_PASSWORD: '' },
      /^listen EADDRINUSE: address already in use 127\.0\.0\.1:\d+$/m
    ],
    [{ HOST: '203.0.113.1' }, /^listen EADDRNOTAVAIL: address not available 203\.0\.113\.1/],
    [
      { DATABASE_FILE: `${folder}/nowhere/blog.db` },
      /^Cannot open the database .*nowhere\/blog\.db: .*\. Set DATABASE_FILE to a file in a folder that can be written\n$/
    ],
    [
      { COOKIE_SECRET: 'short', LOG_LEVEL: 'loud', ADMIN_PASSWORD: 'short' },
      /^COOKIE_SECRET must be 32 characters or more, .*\nADMIN_PASSWORD must be of 10 to 200 characters, not of spaces alone\nLOG_LEVEL must be debug, info, warn, error or silent\n$/
    ],
    [{ TRUST_PROXY: '300.1.1.1' }, /^TRUST_PROXY has an invalid IP address: 300\.1\.1\.1\n$/],
    [{ TRUST_PROXY: '10.0.0.0/99' }, /^TRUST_PROXY has an invalid range on address: 10\.0\.0\.0\/99\n$/]
  ]
  for (const [env, message] of failed) {
    const error: Error = await startBlog(t, folder, env).then(stopBlog).then(
      () => new Error('it has started'),
      (error: Error) => error
    )
    const log = error.message.replace(/^the blog ended with 1: /, '')
    t.match(log, message, JSON.stringify(env))
    const isSeeded = env.ADMIN_PASSWORD === ''
    t.equal(/The database had no admin\.[^]* Password: \S{12}\n/.test(log), isSeeded, 'no password is lost')
  }
  const wrong: ReadonlyArray<readonly [Record<string, string>, RegExp]> = [
    [
      { COOKIE_SECRET: ' '.repeat(40), SITE_NAME: ' \t' },
      /^COOKIE_SECRET must be 32 characters or more, .*\nSITE_NAME must be a name of at most 60 characters, not of spaces alone$/
    ],
    [{ COOKIE_SECRET: ` ${'a'.repeat(31)} ` }, /^COOKIE_SECRET must be 32 characters or more, /],
    [
      { ADMIN_EMAIL: `${'a'.repeat(200)}@example.org`, ADMIN_PASSWORD: 'a'.repeat(201) },
      /^ADMIN_EMAIL must be an e-mail address of at most 200 characters, such as admin@example\.org\nADMIN_PASSWORD must be of 10 to 200 characters, not of spaces alone$/
    ],
    [{ ADMIN_PASSWORD: ' '.repeat(12) }, /^ADMIN_PASSWORD must be of 10 to 200 characters, not of spaces alone$/],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must be how many proxies stand before the blog/],
    ...[
      'blog.example.org', 'https://blog.example.org/a', 'https://me@blog.example.org',
      'https://blog.example.org:99999', 'https://[::g]'
    ].map((address) => [
      { BASE_URL: address },
      /^BASE_URL must be the address of the blog without a path, such as https:\/\/blog\.example\.org$/
    ] as const)
  ]
  const { readConfig } = await importBuilt<Config>('config.js')
  for (const [env, message] of wrong) t.throws(() => readConfig(env), { message }, JSON.stringify(env))
  const env = { ADMIN_PASSWORD: '', BASE_URL: 'https://blog.example.org' }
  const blog = await startBlog(t, `${folder}/new`, env)
  t.match(
    blog.log(),
    /\n {2}The database had no admin\..*\n {4}E-mail: {3}admin@example\.org\n {4}Password: \S{12}\n[^]*\n {2}The blog listens at http:\/\/127\.0\.0\.1:\d+ for https:\/\/blog\.example\.org\n {2}Its database is .*blog\.db\n\n/
  )
  const password = /Password: (\S{12})/.exec(blog.log())?.[1] as string
  const answer = await fetch(`${blog.address}/session`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ 'session[email]': ADMIN.email, 'session[password]': password })
  })
  t.match(answer.headers.getSetCookie()[0], /; Secure/, 'under https cookies are for https alone')
  t.equal(await stopBlog(blog), 0)
  for (const file of readdirSync(`${folder}/new`)) {
    t.equal(statSync(`${folder}/new/${file}`).mode & 0o077, 0, `${file} is readable by nobody else`)
  }
})

t.test('an e-mail address follows one rule, that of browsers: at start, and in each form', async (t) => {
  const blog = await startForTest(t, { ADMIN_EMAIL: 'admin@localhost' })
  const admin = await logIn(blog.address, 'admin@localhost', ADMIN.password)
  const account = { 'account[name]': 'Me', 'account[email]': 'admin@localhost' }
  t.equal((await admin.submit('/account', { _method: 'put', ...account })).status, 303)
  const visitor = createVisitor(blog.address)
  const signUp = async (email: string): Promise<Answer> => await visitor.submit('/account', {
    'account[name]': 'a', 'account[email]': email, 'account[password]': 'a long password'
  })
  t.equal((await signUp('reader@localhost')).status, 303)
  const { readConfig } = await importBuilt<Config>('config.js')
  for (const email of ['a', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b..c', 'a@-b', 'ä@b', 'a@b\u0000', 'a@b\n']) {
    t.match(await signUp(email), { status: 422, text: /E-mail must be an e-mail address\./ }, JSON.stringify(email))
    t.throws(() => readConfig({ ADMIN_EMAIL: email }), {
      message: /^ADMIN_EMAIL must be an e-mail address of at most 200 characters, such as admin@example\.org$/
    })
  }
})

t.test('a database is made once, and kept; and a form that is open outlives a restart', async (t) => {
  const folder = t.testdir()
  const first = await startBlog(t, folder)
  t.notMatch(first.log(), ADMIN.password, 'a password that was given is in no log')
  const admin = await logIn(first.address, ADMIN.email, ADMIN.password)
  await admin.send('POST', '/posts', { post: { title: 'Kept', text: 'Text' } })
  t.equal(await stopBlog(first), 0)
  const second = await startBlog(t, folder, { ADMIN_PASSWORD: 'another password' })
  t.match((await (await logIn(second.address, ADMIN.email, ADMIN.password)).get('/posts')).text, /Kept/)
  t.notMatch(second.log(), /The database had no admin/)
  const sent = await fetch(`${second.address}/posts/1/comments`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: admin.cookie() },
    body: new URLSearchParams({ 'comment[text]': 'Late' })
  })
  t.equal(sent.status, 303)
})

t.test('a database without an admin gets one at the next start, whoever has signed up meanwhile', async (t) => {
  const folder = t.testdir()
  const app = await createApp(`${folder}/blog.db`)
  const signUp = async (email: string): Promise<string> => {
    const payload = { account: { name: 'Early', email, password: 'a long password' } }
    const { statusCode, headers } = await app.inject({ method: 'POST', url: '/account', payload })
    t.equal(statusCode, 303)
    return String(headers['set-cookie'])
  }
  await signUp('early@example.org')
  const cookie = await signUp(ADMIN.email.toUpperCase())
  await app.close()

  const holder = new DatabaseSync(`${folder}/blog.db`)
  holder.exec('BEGIN IMMEDIATE')
  await t.rejects(
    startBlog(t, folder).then(stopBlog),
    /^the blog ended with 1: Cannot open the database .*blog\.db: database is locked\. Another process is writing to it: end that one\n$/
  )
  holder.exec('ROLLBACK')
  holder.close()

  const blog = await startBlog(t, folder)
  t.match(blog.log(), /The database had no admin\.[^]* E-mail: {3}ADMIN@EXAMPLE\.ORG\n/)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  t.equal((await admin.get('/admin/users')).status, 200)
  t.strictSame([countRows(folder, 'users'), countRows(folder, 'posts')], [2, 3])
  const session = createVisitor(blog.address).get('/account', { cookie })
  t.equal((await session).status, 401, 'who had taken its address is logged out')
})

t.test('an older database is brought up to date, a newer one is refused', async (t) => {
  const folder = t.testdir()
  const { SQLITE } = await importBuilt<{ SQLITE: string[][] }>('models/migrations/sqlite.js')
  const db = new DatabaseSync(`${folder}/blog.db`)
  db.exec(
    [
      'CREATE TABLE kysely_migration (name varchar(255) NOT NULL PRIMARY KEY, timestamp varchar(255) NOT NULL)',
      "INSERT INTO kysely_migration VALUES ('001', '2026-01-01'), ('002', '2026-01-01')",
      ...SQLITE.slice(0, 2).flat()
    ].join(';')
  )
  db.exec(
    "INSERT INTO users (name, email, password, role) VALUES ('Old', 'old@example.org', '-', 'admin'); INSERT INTO posts (userId, title, text, published) VALUES (1, 'Older words', 'Of' || char(13, 10) || 'two lines', 1)"
  )
  const blog = await startBlog(t, folder)
  t.notMatch(blog.log(), /The database had no admin/)
  t.match((await createVisitor(blog.address).get('/posts/search?q=older')).text, /Older words/)
  const {
    createdAt,
    publishedAt,
    text: lines
  } = JSON.parse((await createVisitor(blog.address).get('/posts/1.json')).text) as Record<string, string>
  t.strictSame([publishedAt, lines], [createdAt, 'Of\ntwo lines'])
  t.equal(await stopBlog(blog), 0)
  db.exec("INSERT INTO kysely_migration VALUES ('099', '2026-01-01')")
  db.close()
  await t.rejects(
    createApp(`${folder}/blog.db`),
    /Cannot open the database .*: a newer version of the blog has changed it\. Start that version, or restore a backup/
  )
})

t.test('a database in memory leaves no file, and no secret beside it', async (t) => {
  const folder = t.testdir()
  const cwd = process.cwd()
  process.chdir(folder)
  t.teardown(() => { process.chdir(cwd) })
  const app = await createApp(':memory:', { secret: undefined })
  t.equal((await app.inject('/')).statusCode, 200)
  await app.close()
  const blog = await startBlog(t, folder, { DATABASE_FILE: ':memory:' })
  t.equal((await (await logIn(blog.address, ADMIN.email, ADMIN.password)).get('/account')).status, 200)
  t.equal(await stopBlog(blog), 0)
  t.strictSame(readdirSync(folder), [])
})

t.test('the database of another program is refused untouched, whatever the names of its tables are', async (t) => {
  const file = `${t.testdir()}/other.db`
  const named = ['users', 'sessions', 'posts', 'comments'].map((name) => `CREATE TABLE ${name} (id, name)`)
  for (const tables of [
    ['CREATE TABLE posts (id)'],
    ['CREATE TABLE kysely_migration (name)', 'CREATE TABLE users (id)'],
    named,
    [...named, 'CREATE TABLE kysely_migration (name, timestamp)']
  ]) {
    rmSync(file, { force: true })
    const other = new DatabaseSync(file)
    other.exec(tables.join(';'))
    other.close()
    chmodSync(file, 0o644)
    const before = readFileSync(file)
    await t.rejects(
      createApp(file),
      /: it is the database of another program\. Set DATABASE_FILE to another file, or restore a backup$/
    )
    t.ok(readFileSync(file).equals(before), tables.join())
    t.equal(statSync(file).mode & 0o777, 0o644)
  }
})

t.test('a backup of a blog that runs has all of it, and takes the place of a damaged database', { timeout: 120_000 }, async (t) => {
  const folder = t.testdir()
  const backUp = (): string => runCommand(folder, ['backup', `${folder}/backup.db`])
  const blog = await startBlog(t, folder)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  await admin.send('POST', '/posts', { post: { title: 'In the backup', text: 'Text' } })
  t.match(backUp(), /backup\.db has all of .*blog\.db\n$/)
  t.equal(statSync(`${folder}/backup.db`).mode & 0o077, 0, 'it is readable by nobody else')
  t.throws(backUp, /file already exists/)
  await admin.send('POST', '/posts', { post: { title: 'After the backup', text: 'Text' } })
  blog.process.kill('SIGKILL')
  await once(blog.process, 'exit')
  t.ok(readdirSync(folder).includes('blog.db-wal'), 'what SQLite has not moved into the file yet is beside it')

  const [restore = ''] = readFileSync(new URL('../examples/blog/README.md', import.meta.url), 'utf8').match(/^rm .*/m) ?? []
  const file = `${folder}/blog.db`
  for (const [damaged, reason] of [
    ['x'.repeat(9000), 'file is not a database'],
    [readFileSync(file).fill(1, 4096), '(?:it is damaged|database disk image is malformed)']
  ] as const) {
    for (const name of readdirSync(folder)) if (name.startsWith('blog.db-')) rmSync(`${folder}/${name}`)
    writeFileSync(file, damaged)
    await t.rejects(createApp(file), new RegExp(`Cannot open the database .*: ${reason}.* restore a backup$`))
    writeFileSync(`${file}-wal`, 'of the old database, which would damage the new one')
    execSync(restore, { cwd: folder })
    t.strictSame(
      ['In the backup', 'After the backup'].map((title) => countRows(folder, `posts WHERE title = '${title}'`)),
      [1, 0]
    )
  }
  const app = await createApp(file)
  const { statusCode } = await app.inject({ url: '/account', headers: { cookie: admin.cookie() } })
  t.equal(statusCode, 200, 'who was logged in still is')
  await app.close()
})

t.test('no command makes a database where there is none', (t) => {
  const folder = t.testdir()
  for (const words of [['backup', `${folder}/backup.db`], ['password', ADMIN.email]]) {
    t.throws(
      () => runCommand(folder, words),
      /^There is no database .*\/blog\.db\. Set DATABASE_FILE to that of the blog\n$/,
      words[0] as string
    )
    t.strictSame(readdirSync(folder), [])
  }
  t.end()
})

t.test(
  'a password that is forgotten is given anew by a command, and the log has a line for each request',
  { timeout: 120_000 },
  async (t) => {
    const folder = t.testdir()
    const blog = await startBlog(t, folder)
    const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
    const password = /is (\S{12})\n$/.exec(runCommand(folder, ['password', ADMIN.email]))?.[1] as string
    t.equal((await admin.get('/account')).status, 401)
    await logIn(blog.address, ADMIN.email, password)
    t.throws(
      () => runCommand(folder, ['password', ADMIN.email, 'a password of my own']),
      /^Usage: backup FILE, or password EMAIL\n$/,
      'it chooses the password, and says so of one that is given'
    )
    t.throws(
      () => runCommand(folder, ['password', 'nobody@example.org']),
      /^No user of .*blog\.db has the e-mail nobody@example\.org\n$/
    )
    for (const path of [
      '/posts/2?told', '/assets/blog.css?hidden', '/docs/static/swagger-ui.css?hidden', '/health'
    ]) { t.equal((await admin.get(path)).status, 200, path) }
    t.equal(await stopBlog(blog), 0)
    t.equal(blog.log().match(/\/posts\/2\?told/g)?.length, 1)
    t.notMatch(blog.log(), /hidden|\/health/)
  }
)

t.test(
  'of many that start on a new file, one makes the database, and all serve it',
  { timeout: 180_000 },
  async (t) => {
    const folder = t.testdir()
    const blogs = await Promise.all(Array.from({ length: 4 }, () => startBlog(t, folder)))
    t.equal(blogs.filter((blog) => blog.log().includes('The database had no admin')).length, 1)
    t.strictSame([countRows(folder, 'users'), countRows(folder, 'posts')], [1, 3])
    const [one, other] = blogs as [(typeof blogs)[0], (typeof blogs)[0]]
    const admin = await logIn(one.address, ADMIN.email, ADMIN.password)
    const session = admin.cookie()
    t.equal((await createVisitor(other.address).get('/account', { cookie: session })).status, 200)
    const tries: number[] = []
    for (let count = 0; count < 11; count++) {
      const { address } = blogs[count % 4] as typeof one
      tries.push(
        (
          await createVisitor(address).send('POST', '/session', {
            session: { email: ADMIN.email, password: 'guessed' }
          })
        ).status
      )
    }
    t.strictSame(
      tries,
      [...Array<number>(10).fill(422), 429],
      'four processes allow ten tries, and not forty'
    )
  }
)

t.test('one starts while another process writes again and again', async (t) => {
  const file = `${t.testdir()}/blog.db`
  await (await createApp(file)).close()
  const writer = spawn(process.execPath, ['--input-type=module', '--eval', `
    import { DatabaseSync } from '@photostructure/sqlite'
    const db = new DatabaseSync(process.argv[1], { timeout: 0 })
    const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    for (;;) {
      try {
        db.exec('BEGIN IMMEDIATE')
        db.exec('INSERT INTO limits VALUES (random(), 1, 0)')
        wait(20)
        db.exec('COMMIT')
        console.log('saved')
        wait(20)
      } catch {}
    }
  `, file])
  t.teardown(() => writer.kill('SIGKILL'))
  await once(writer.stdout, 'data')
  const app = await createApp(file)
  t.match(await run(app.db, 'PRAGMA journal_mode'), [{ journal_mode: 'wal' }])
  writer.kill('SIGKILL')
  await once(writer, 'exit')
  await app.close()
})

t.test('after a stop all is in the one file', async (t) => {
  const folder = t.testdir()
  const blog = await startBlog(t, folder)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  t.equal((await admin.send('POST', '/posts', { post: { title: 'Last', text: 'Text' } })).status, 201)
  await stopBlog(blog)
  t.strictSame(readdirSync(folder), ['blog.db'])
  t.equal(countRows(folder, "posts WHERE title = 'Last'"), 1)
})

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  t.test(
    `after another process has held the database, what was acknowledged is there after ${signal}`,
    { timeout: 60_000 },
    async (t) => {
      const folder = t.testdir()
      const blog = await startBlog(t, folder)
      const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
      const form = (await admin.get('/posts/1/edit')).text
      const holder = new DatabaseSync(`${folder}/blog.db`)
      holder.exec('BEGIN IMMEDIATE')
      const locked = await admin.submit('/posts', { 'post[title]': 'a', 'post[text]': 'b' })
      t.strictSame([locked.status, locked.headers.get('retry-after')], [503, '5'])
      t.match(
        locked.text,
        /The database cannot be reached at the moment[\s\S]*name="post\[title\]" value="a"/,
        'and what was written is in the page'
      )
      const [, version = ''] = /name="_version" value="(\d+)"/.exec(form) ?? []
      const edited = { _method: 'put', 'post[title]': 'c', 'post[text]': 'd', _version: version }
      t.match(await admin.submit('/posts/1', edited), {
        status: 503, text: /name="post\[title\]" value="c"/
      })
      for (const path of ['/posts', '/posts/search?q=hello']) {
        t.equal((await admin.get(path)).status, 200, `${path}: what only reads is answered`)
      }
      holder.exec('ROLLBACK')
      holder.close()
      for (let count = 1; count <= 20; count++) {
        t.equal(
          (await admin.send('POST', '/posts', { post: { title: `After ${count}`, text: 'Text' } })).status,
          201
        )
        t.equal(
          countRows(folder, "posts WHERE title LIKE 'After%'"),
          count,
          'another process sees it at once'
        )
      }
      blog.process.kill(signal)
      await once(blog.process, 'exit')
      t.equal(countRows(folder, "posts WHERE title LIKE 'After%'"), 20)
    }
  )
}

t.test('the requests in its README work as they are written', async (t) => {
  const folder = t.testdir()
  const blog = await startBlog(t, folder)
  const commands =
    readFileSync(new URL('../examples/blog/README.md', import.meta.url), 'utf8').match(/^curl .*/gm) ?? []
  const answers = commands.map((command) =>
    execSync(`${command.replace('localhost:3000', blog.address).replace('…', ADMIN.password)} -s -f`, {
      cwd: folder,
      encoding: 'utf8'
    })
  )
  t.match(answers, [
    /"role":"admin"/,
    /"title":"By curl".*"published":false/,
    /"published":true/,
    /<title>By curl<\/title>/
  ])
  t.equal(answers.length, 4)
})

t.test('a template is read and compiled once, without NODE_ENV', async (t) => {
  const folder = t.testdir()
  cpSync(fileURLToPath(new URL('../dist/examples/blog', import.meta.url)), `${folder}/blog`, {
    recursive: true
  })
  const { createApp } = (await import(`${folder}/blog/app.js`)) as {
    createApp: (options: object) => Promise<App>
  }
  const app = await createApp({ databaseFile: `${folder}/blog.db` })
  t.teardown(async () => {
    await app.close()
  })
  const page = async (): Promise<string> => (await app.inject('/session/new')).body
  const first = await page()
  for (const view of ['layout', 'field', 'sessions/form']) {
    writeFileSync(`${folder}/blog/assets/views/${view}.eta`, 'changed')
  }
  t.equal(await page(), first)
})

t.test('told to stop it ends within 10 seconds, whatever clients do', { timeout: 60_000 }, async (t) => {
  const blog = await startForTest(t)
  const { port, hostname } = new URL(blog.address)
  const sockets = [
    '',
    'GET / HTTP/1.1\r\nhost: a\r\n\r\n',
    'POST /session HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    'GET / HTTP/1.1\r\nhost:'
  ].map((text) => {
    const socket = connect(Number(port), hostname)
    socket
      .on('error', () => {})
      .resume()
      .write(text)
    return socket
  })
  await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'connect')
    })
  )
  // A client that sends requests over a keep-alive connection.
  const asking = setInterval(() => {
    sockets[1]?.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  }, 100)
  await createVisitor(blog.address).get('/')
  const start = performance.now()
  t.equal(await stopBlog(blog), 0)
  clearInterval(asking)
  for (const socket of sockets) socket.destroy()
  const seconds = (performance.now() - start) / 1000
  t.ok(seconds < 10, `${seconds.toFixed(1)} s`)
})

t.test('a database that is full or cannot be written is a 503, and the blog lives on', async (t) => {
  const app = await createApp(`${t.testdir()}/blog.db`)
  t.teardown(async () => {
    await app.close()
  })
  const signUp = async (email: string): Promise<number> =>
    (
      await app.inject({
        method: 'POST',
        url: '/account',
        payload: { account: { name: 'a', email, password: 'a long password' } }
      })
    ).statusCode
  t.equal(await signUp('first@example.org'), 303)
  await run(app.db, 'PRAGMA query_only = ON')
  t.equal(await signUp('second@example.org'), 503)
  await run(app.db, 'PRAGMA query_only = OFF')

  const [{ page_count: pages }] = (await run(app.db, 'PRAGMA page_count')) as [{ page_count: number }]
  await run(app.db, `PRAGMA max_page_count = ${String(pages)}`)
  // Until the last page is full.
  for (let filled = 0; filled < 1000; filled++) {
    try {
      await run(
        app.db,
        "INSERT INTO users (name, email, password) VALUES ('a', ?, 'a')",
        `${filled}@example.org`
      )
    } catch {
      break
    }
  }
  t.equal(await signUp('third@example.org'), 503)
  t.equal((await app.inject({ url: '/' })).statusCode, 200)
  await run(app.db, 'PRAGMA max_page_count = 100000')
  t.equal(await signUp('third@example.org'), 303)
})

t.test('what was written comes back while the database is away, however long it is', async (t) => {
  const folder = t.testdir()
  const blog = await startBlog(t, folder)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  t.equal((await admin.get('/posts/new')).status, 200)
  await stopBlog(blog)
  const holder = new DatabaseSync(`${folder}/blog.db`)
  for (const text of ['short', 'long '.repeat(30_000)]) {
    // Without its log, SQLite locks out readers too.
    const lines: string[] = []
    const logger = { level: 'warn', stream: { write: (line: string) => { lines.push(line) } } }
    const app = await createApp(`${folder}/blog.db`, { secret: undefined, fastify: { logger } })
    await run(app.db, 'PRAGMA journal_mode = DELETE')
    holder.exec('BEGIN EXCLUSIVE')
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/posts',
      headers: {
        cookie: admin.cookie(), accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded'
      },
      payload: new URLSearchParams({ 'post[title]': 'Title', 'post[text]': text }).toString()
    })
    const { statusCode: status, headers, body: health } = await app.inject('/health')
    t.strictSame([status, headers['retry-after'], health], [503, '5', '{"status":"unavailable"}'])
    t.strictSame([statusCode, body.includes('What you wrote is still here.'), body.includes(text)], [503, true, true])
    const session = { email: ADMIN.email, password: ADMIN.password }
    t.equal((await app.inject({ method: 'POST', url: '/session', payload: { session } })).statusCode, 503)
    t.notMatch(lines.join(''), /"level":40/, 'it takes back no try that it could not count')
    holder.exec('ROLLBACK')
    await app.close()
  }
  holder.close()
})

t.test('told to stop while it is writing, it has all that it has acknowledged', async (t) => {
  const folder = t.testdir()
  const blog = await startBlog(t, folder)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  // Each writer begins with a comment that it has not sent.
  let acknowledged = -8
  let writers: Array<Promise<void>> = []
  await new Promise<void>((resolve) => {
    writers = Array.from({ length: 8 }, async () => {
      // Until the server is gone.
      for (
        let status = 201;
        status !== 0;
        status = await admin
          .send('POST', '/posts', { post: { title: `Written ${Math.random()}`, text: 'Text' } })
          .then(
            ({ status }) => status,
            () => 0
          )
      ) {
        if (status === 201 && ++acknowledged === 50) resolve()
      }
    })
  })
  t.equal(await stopBlog(blog), 0)
  await Promise.all(writers)
  const there = countRows(folder, "posts WHERE title LIKE 'Written%'")
  t.ok(there >= acknowledged, `${acknowledged} acknowledged, ${there} there`)
})

t.test(
  'of many who log in at once, those who would wait too long are told to come back, and later all is well',
  { timeout: 60_000 },
  async (t) => {
    const blog = await startForTest(t, { TRUST_PROXY: '1' })
    const guess = async (index: number): Promise<Answer> =>
      await createVisitor(blog.address).send(
        'POST',
        '/session',
        { session: { email: `${index}@example.org`, password: 'x' } },
        { 'x-forwarded-for': `10.0.0.${index}` }
      )
    const signUp = async (index: number): Promise<Answer> =>
      await createVisitor(blog.address).send(
        'POST',
        '/account',
        { account: { name: 'a', email: `${index}@example.org`, password: 'a long password' } },
        { 'x-forwarded-for': `10.0.1.${index}` }
      )
    // As many as run at a time, and more than may wait.
    const many = availableParallelism() + 40
    const answers = await Promise.all(
      Array.from(
        { length: many },
        async (_, index) => await (index < many - 10 ? signUp(index) : guess(index))
      )
    )
    const refused = answers.filter(({ status }) => status === 503)
    t.ok(
      refused.length > 0 && answers.length - refused.length >= 20,
      `${refused.length} of ${answers.length} refused`
    )
    t.match(refused[0]?.text, /Too many people are logging in right now/)
    t.equal(refused[0]?.headers.get('retry-after'), '5')
    t.strictSame(
      [...new Set(answers.filter(({ status }) => status !== 503).map(({ status }) => status))].filter(
        (status) => status !== 422
      ),
      [201]
    )
    t.equal((await guess(200)).status, 422, 'for an address that nobody has, too')
  }
)

t.test('who is logged out, or no author any more, when the rest of a body comes, changes nothing', async (t) => {
  const folder = t.testdir()
  const blog = await startBlog(t, folder)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const writer = await signUp(blog, 'writer')
  const send = async (path: string, body: string, meanwhile: () => Promise<unknown>): Promise<number> => {
    const [head, status] = beginRequest(
      blog.address,
      text(
        'POST',
        path,
        { cookie: writer.cookie(), accept: 'application/json', 'content-type': 'application/json' },
        body
      ),
      body.length - 1
    )
    await head
    await meanwhile()
    return await status()
  }
  await admin.send('PUT', '/admin/users/2', { user: { role: 'author' } })
  t.equal(
    await send(
      '/posts',
      '{"post":{"title":"a","text":"b"}}',
      async () => await admin.send('PUT', '/admin/users/2', { user: { role: 'reader' } })
    ),
    403
  )
  t.equal(
    await send(
      '/posts/1/comments',
      '{"comment":{"text":"a"}}',
      async () => await admin.send('DELETE', '/admin/users/2')
    ),
    401
  )
  t.equal(countRows(folder, 'comments'), 0)
})

/** Sends a request except for its end, which is sent later. */
function beginRequest (
  address: string,
  request: string,
  rest: number
): [head: Promise<unknown>, status: () => Promise<number>] {
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  const head = new Promise((resolve) => {
    socket.write(request.slice(0, -rest), () => {
      setTimeout(resolve, 200)
    })
  })
  return [
    head,
    async () => {
      socket.write(request.slice(-rest))
      const [answer] = (await once(socket, 'data')) as [string]
      socket.destroy()
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
    }
  ]
}

type Models = Record<string, (db: unknown, ...values: unknown[]) => Promise<unknown>>

t.test('what is deleted between the look-up and the change is a 404', async (t) => {
  const { createComment } = await importBuilt<Models>('models/comments.js')
  const { setPublished, updatePost } = await importBuilt<Models>('models/posts.js')
  const app = await createApp(`${t.testdir()}/blog.db`)
  t.teardown(async () => {
    await app.close()
  })
  await t.rejects(async () => await setPublished?.(app.db, { id: 99 }, true), {
    statusCode: 404,
    message: 'Somebody has deleted this in the meantime.'
  })
  for (const version of [null, 1]) {
    await t.rejects(async () => await updatePost?.(app.db, { id: 99 }, {}, version), {
      statusCode: 404,
      message: 'Somebody has deleted this in the meantime.'
    })
  }
  await t.rejects(async () => await createComment?.(app.db, { id: 99 }, { id: 1 }, { text: 'a' }), {
    statusCode: 404,
    message: 'Somebody has deleted this in the meantime.'
  })
})

t.test('hostile requests are each refused, and the blog lives on', { timeout: 60_000 }, async (t) => {
  const blog = await startForTest(t)
  const author = await logIn(blog.address, ADMIN.email, ADMIN.password)
  for (const request of hostileRequests(author.cookie())) {
    const status = await statusOf(blog.address, request)
    t.ok(status >= 400 && status < 500, `${status}: ${JSON.stringify(request.slice(0, 100))}`)
  }
  t.equal((await createVisitor(blog.address).get('/')).status, 200)
  t.notMatch(blog.log(), /"level":(?:50|60)/)
})

/** Requests with a body come from an author, since guards refuse others before the body counts. */
function hostileRequests (cookie: string): string[] {
  const paths = [
    '/posts/%',
    '/posts/%zz',
    '/posts/%00',
    '/posts/%ff',
    '/posts/%c0%ae',
    '/posts/..',
    '/posts/%2e%2e',
    '/posts/..%2f..%2fetc%2fpasswd',
    '/posts/1%2f..',
    '/posts//',
    '/posts/1e3',
    '/posts/0x10',
    '/posts/-1',
    '/posts/1.5',
    '/posts/NaN',
    '/posts/99999999999999999999',
    `/posts/${'9'.repeat(90)}`,
    `/posts/${'1'.repeat(5000)}`,
    '/posts/1.exe',
    '/posts/1.json.xml',
    '/posts/__proto__',
    '/posts/constructor',
    '/posts/1/__proto__',
    '/assets/../app.js',
    '/assets/%2e%2e/app.js',
    '/assets/..%2fviews%2flayout.eta',
    '/assets/%00',
    '/nothing',
    '/POSTS',
    '/posts/99/comments',
    '/posts?before=0',
    '/posts?before=-1',
    '/posts?after=a',
    '/posts?before=1.5',
    `/posts/search?q=${'a'.repeat(101)}`,
    '/admin/users',
    '/admin/users/1/edit',
    '/account',
    '/session'
  ].map((path) => text('GET', path))
  const methods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].flatMap((method) =>
    ['/', '/posts', '/posts/new', '/account/new'].map((path) => text(method, path))
  )
  const form = 'application/x-www-form-urlencoded'
  const bodies = [
    ['application/json', '{'],
    ['application/json', '{"post":'],
    ['application/json', '[]'],
    ['application/json', 'null'],
    ['application/json', '"post"'],
    ['application/json', '{"account":null}'],
    ['application/json', '{"account":[]}'],
    ['application/json', '{"__proto__":{"a":1}}'],
    ['application/json', '{"constructor":{"prototype":{}}}'],
    ['application/json', '['.repeat(1_000_000)],
    ['application/json', '{"a":'.repeat(150_000)],
    ['application/json', `{"account":{"name":"${'a'.repeat(100)}"}}`],
    ['application/json', 'x'.repeat(2_000_000)],
    ['application/json', ''],
    [form, '['.repeat(1_000_000)],
    [form, 'account' + '[a]'.repeat(1000) + '=1'],
    [form, '&'.repeat(900_000)],
    [form, 'a[]=1&'.repeat(2000)],
    [form, 'account[__proto__][a]=1'],
    [form, '__proto__[a]=1'],
    [form, 'account[name]=%'],
    [form, 'account[name]=%ff%fe'],
    [form, 'account=1'],
    [form, 'account[]=1'],
    [form, '_method=put'],
    [form, '_method=delete&_method=put'],
    [form, '_method=%70ut'],
    [form, 'x'.repeat(2_000_000)],
    ['multipart/form-data', 'a'],
    ['multipart/form-data; boundary=', '--'],
    ['multipart/form-data; boundary=b', '--b'],
    ['multipart/form-data; boundary=b', '--b\r\n\r\n\r\n--b--'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="_method"\r\n\r\nput\r\n--b--\r\n'
    ],
    ['multipart/form-data; boundary=' + 'b'.repeat(5000), '--b'],
    ['text/plain', 'a=1'],
    ['text/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['application/octet-stream', '\u0000'],
    ['nonsense', 'a'],
    ['application/json; charset=x', '{'],
    ['', 'a']
  ] as const
  const posts = ['/posts', '/posts/1/comments', '/account'].flatMap((path) =>
    bodies.map(([type, body]) => text('POST', path, { cookie, 'content-type': type }, body))
  )
  const headers = [
    { host: '' },
    { host: 'a b' },
    { host: '\u0001' },
    { accept: 'image/png' },
    { accept: 'nonsense' },
    { 'content-length': '-1' },
    { 'content-length': 'a' },
    { 'transfer-encoding': 'x' },
    { 'x-long': 'a'.repeat(70_000) },
    { expect: 'nothing' }
  ].map((more) => text('GET', '/posts/99', more))
  return [
    ...paths,
    ...methods,
    ...posts,
    ...headers,
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    '\u0016\u0003\u0001\u0000\r\n\r\n',
    'GET /\u0000 HTTP/1.1\r\nhost: a\r\n\r\n',
    'BREW / HTTP/1.1\r\nhost: a\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nhost : a\r\n\r\n',
    'POST /session HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /session HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'
  ]
}

function text (method: string, path: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries({
    host: 'a.org',
    connection: 'close',
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** The characters of a long request that a server gets first. */
const PIECE = 65_536

/**
 * Over a socket, since clients correct such requests. A server that refuses early may close during the
 * request.
 */
async function statusOf (address: string, request: string): Promise<number> {
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  const closed = new Promise((resolve) => {
    socket.on('close', resolve)
  })
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (chunk: string) => {
    answer += chunk
    if (answer.includes('\r\n')) socket.destroy()
  })
  // A server that refuses the head closes, and what it gets then would reset the connection with its answer.
  socket.write(request.slice(0, PIECE))
  if (request.length > PIECE) await wait(100)
  if (answer === '') socket.write(request.slice(PIECE))
  await closed
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
}
