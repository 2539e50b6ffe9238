/** The blog as a process: what it keeps, how it starts and stops, and how it fails. */

import t from 'tap'
import { DatabaseSync } from '@photostructure/sqlite'
import { execSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import {
  ADMIN, countRows, createApp, run, signUp, startBlog, startForTest, stopBlog
} from './support/blog.js'
import { createVisitor, logIn } from './support/visitor.js'
import type { Answer } from './support/visitor.js'

t.test('an account is unique, and its password is changed by who knows the old one', async (t) => {
  const blog = await startForTest(t)
  const first = await signUp(blog, 'reader')
  const taken = await createVisitor(blog.address).submit('/account', {
    'account[name]': 'x',
    'account[email]': 'READER@example.org',
    'account[password]': 'a long password'
  })
  t.match([taken.status, taken.text], [409, /<title>Error: Sign up[\s\S]*E-mail is already taken\./])
  t.notMatch(taken.text, /a long password/)
  const account = { _method: 'put', 'account[name]': 'Reader', 'account[email]': 'new@example.org' }
  t.equal((await first.submit('/account', account)).status, 303)
  const second = await logIn(blog.address, 'new@example.org', 'a long password')
  t.match((await second.get('/account')).text, /<dd><bdi>Reader<\/bdi><\/dd>/)
  const change = async (current: string): Promise<Answer> => await second.submit('/account/password', {
    'password[current]': current, 'password[password]': 'another password'
  })
  t.match((await change('guessed')).text, /Old password is wrong\./)
  t.equal((await second.send('PUT', '/account', { account: { password: 'another password' } })).status, 200)
  t.equal((await change('a long password')).status, 303)
  t.strictSame([(await first.get('/account')).status, (await second.get('/account')).status], [401, 200])
  await logIn(blog.address, 'new@example.org', 'another password')
})

t.test('a start tells in a line what is wrong, and where all is well what one needs', async (t) => {
  const folder = t.testdir({ new: {} })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.close() })
  const taken = String((server.address() as AddressInfo).port)
  const failed: ReadonlyArray<readonly [Record<string, string>, RegExp]> = [
    [{ PORT: 'x' }, /^env\/PORT must be integer\n$/],
    [{ ADMIN_PASSWORD: 'short', LOG_LEVEL: 'loud' }, /^env\/ADMIN_PASSWORD must NOT .*, env\/LOG_LEVEL must be/],
    [{ BASE_URL: 'https://blog.example.org/a' }, /^env\/BASE_URL must match pattern/],
    [{ PORT: taken, ADMIN_PASSWORD: '' }, /^listen EADDRINUSE: address already in use 127\.0\.0\.1:\d+$/m],
    [
      { DATABASE_FILE: `${folder}/nowhere/blog.db` },
      /^Cannot open the database .*nowhere\/blog\.db: .*\. Set DATABASE_FILE to a file of the blog, or to a new one\n$/
    ]
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
  const env = { ADMIN_PASSWORD: '', BASE_URL: 'https://blog.example.org' }
  const blog = await startBlog(t, `${folder}/new`, env)
  t.match(
    blog.log(),
    /\n {2}The database had no admin\..*\n {4}E-mail: {3}admin@example\.org\n {4}Password: \S{12}\n[^]*\n {2}The blog listens at http:\/\/127\.0\.0\.1:\d+ for https:\/\/blog\.example\.org\n {2}Its database is .*blog\.db\n\n/
  )
  const password = /Password: (\S{12})/.exec(blog.log())?.[1] as string
  const answer = await createVisitor(blog.address).submit('/session', {
    'session[email]': ADMIN.email, 'session[password]': password
  })
  t.match(answer.headers.getSetCookie()[0], /; Secure/, 'under https cookies are for https alone')
  t.equal(await stopBlog(blog), 0)
  for (const file of readdirSync(`${folder}/new`)) {
    t.equal(statSync(`${folder}/new/${file}`).mode & 0o077, 0, `${file} is readable by nobody else`)
  }
})

t.test('a database of another program or of a newer version is refused untouched', async (t) => {
  const file = `${t.testdir()}/blog.db`
  const blogs = await createApp(file)
  const newer = `PRAGMA application_id = ${0x626c6f67}; PRAGMA user_version = 99; CREATE TABLE users (id)`
  await blogs.close()
  for (const [tables, reason] of [
    ['CREATE TABLE posts (id)', 'it is the database of another program'],
    ['PRAGMA user_version = 1; CREATE TABLE users (id, name)', 'it is the database of another program'],
    [newer, 'a newer version of the blog has changed it']
  ] as const) {
    rmSync(file, { force: true })
    const other = new DatabaseSync(file)
    other.exec(tables)
    other.close()
    chmodSync(file, 0o644)
    const before = readFileSync(file)
    await t.rejects(createApp(file), new RegExp(`${reason}\\. Set DATABASE_FILE to a file of the blog, or to a new one$`))
    t.ok(readFileSync(file).equals(before), tables)
    t.equal(statSync(file).mode & 0o777, 0o644)
  }
})

t.test('a database without an admin gets one at the next start, whoever has signed up meanwhile', async (t) => {
  const folder = t.testdir()
  const app = await createApp(`${folder}/blog.db`)
  const payload = { account: { name: 'Early', email: ADMIN.email.toUpperCase(), password: 'a long password' } }
  const { headers } = await app.inject({ method: 'POST', url: '/account', payload })
  await app.close()
  const blog = await startBlog(t, folder)
  t.match(blog.log(), /The database had no admin\.[^]* E-mail: {3}ADMIN@EXAMPLE\.ORG\n/)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  t.equal((await admin.get('/admin/users')).status, 200)
  t.strictSame([countRows(folder, 'users'), countRows(folder, 'posts')], [1, 3])
  const session = createVisitor(blog.address).get('/account', { cookie: String(headers['set-cookie']) })
  t.equal((await session).status, 401, 'who had taken its address is logged out')
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

t.test(
  'of many that start on a new file, one makes the database, and each takes the forms of the others',
  { timeout: 180_000 },
  async (t) => {
    const folder = t.testdir()
    const blogs = await Promise.all(Array.from({ length: 4 }, () => startBlog(t, folder)))
    t.equal(blogs.filter((blog) => blog.log().includes('The database had no admin')).length, 1)
    t.strictSame([countRows(folder, 'users'), countRows(folder, 'posts')], [1, 3])
    const [one, other] = blogs as [(typeof blogs)[0], (typeof blogs)[0]]
    const admin = await logIn(one.address, ADMIN.email, ADMIN.password)
    const at = async (blog: typeof one, path: string, fields: Record<string, string>): Promise<Answer> =>
      await createVisitor(blog.address).submit(path, fields, { cookie: admin.cookie() })
    const form = await at(one, '/posts', { 'post[title]': 'Of one', 'post[text]': '' })
    t.equal(form.status, 422)
    t.equal((await at(other, '/posts', { 'post[title]': 'Of one', 'post[text]': 'Saved by another' })).status, 303)
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
        db.exec('INSERT INTO secrets VALUES (random())')
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
  t.match(run(app.db, 'PRAGMA journal_mode'), [{ journal_mode: 'wal' }])
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
