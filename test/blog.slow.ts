/** The blog: what lasts, and what it does on a bad day. */

import t from 'tap'
import { createClient } from '@libsql/client'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { ADMIN, signUp, startBlog, startForTest, stopBlog } from './support/blog.js'
import { createLibsqlServer } from './support/libsql-server.js'
import { createVisitor, logIn } from './support/visitor.js'

t.test('an account: unique, kept without a new password, and its other sessions end with one', async (t) => {
  const blog = await startForTest(t)
  const first = await signUp(blog, 'reader')
  t.match((await createVisitor(blog.address).submit('/account', { 'account[name]': 'x', 'account[email]': 'READER@example.org', 'account[password]': 'a long password' })).text, /E-mail is taken\./)
  t.equal((await first.submit('/account', { _method: 'put', 'account[name]': 'Reader', 'account[email]': 'reader@example.org', 'account[password]': '' })).status, 303)
  const second = await logIn(blog.address, 'reader@example.org', 'a long password')
  t.match((await second.get('/account')).text, /<dd>Reader<\/dd>/)
  t.notMatch((await second.send('PUT', '/account', { account: { name: 'Reader', password: 'a long password' } }, { accept: 'application/xml' })).text, /password/)
  t.equal((await second.submit('/account', { _method: 'put', 'account[password]': 'another password' })).status, 303)
  t.strictSame([(await first.get('/account')).status, (await second.get('/account')).status], [401, 200])
  t.equal((await second.submit('/session', { _method: 'delete' })).status, 303)
  t.equal((await second.get('/account')).status, 401)
  const guesses: number[] = []
  for (let guess = 0; guess < 12; guess++) guesses.push((await second.submit('/session', { 'session[email]': 'reader@example.org', 'session[password]': 'x' })).status)
  t.strictSame([guesses[0], guesses.at(-1)], [422, 429])
})

t.test('a database is made once, and kept', async (t) => {
  const folder = t.testdir()
  const first = await startBlog(folder)
  const admin = await logIn(first.address, ADMIN.email, ADMIN.password)
  await admin.send('POST', '/posts', { post: { title: 'Kept', text: 'Text' } })
  t.equal(await stopBlog(first), 0)
  const second = await startBlog(folder, { ADMIN_PASSWORD: 'another password' })
  t.teardown(async () => { await stopBlog(second) })
  t.match((await (await logIn(second.address, ADMIN.email, ADMIN.password)).get('/posts')).text, /Kept/)
  t.notMatch(second.log(), /A new database/)
  await t.rejects(startBlog(`${folder}/nowhere`), /Cannot open the database 'file:.*nowhere\/blog\.db': .*; set DATABASE_URL to a file/)
})

t.test('where another process holds the database, or it cannot be written, pages say so, and the blog lives on', async (t) => {
  const folder = t.testdir()
  const blog = await startBlog(folder)
  t.teardown(async () => { await stopBlog(blog) })
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const other = createClient({ url: `file:${folder}/blog.db` })
  const transaction = await other.transaction('write')
  const locked = await admin.submit('/posts', { 'post[title]': 'a', 'post[text]': 'b' })
  t.strictSame([locked.status, locked.headers.get('retry-after')], [503, '5'])
  t.match(locked.text, /The database cannot be reached just now/)
  t.equal((await admin.get('/posts')).status, 200, 'what only reads is answered')
  await transaction.rollback()
  other.close()
  t.equal((await admin.submit('/posts', { 'post[title]': 'a', 'post[text]': 'b' })).status, 303)

  const { createApp } = await import(new URL('../dist/examples/blog/app.js', import.meta.url).href) as { createApp: (options: object) => Promise<any> }
  const app = await createApp({ databaseUrl: `file:${folder}/second.db` })
  t.teardown(async () => { await app.close() })
  await app.db.execute('PRAGMA query_only = ON')
  const payload = { account: { name: 'a', email: 'a@example.org', password: 'a long password' } }
  t.equal((await app.inject({ method: 'POST', url: '/account', payload })).statusCode, 503)
  await app.db.execute('PRAGMA query_only = OFF')
  t.equal((await app.inject({ method: 'POST', url: '/account', payload })).statusCode, 303)
})

t.test('on a libSQL server it is the same, and it waits for one that goes', async (t) => {
  const server = createLibsqlServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const blog = await startForTest(t, { DATABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  t.equal((await admin.submit('/posts', { 'post[title]': 'There', 'post[text]': 'Text' })).status, 303)
  t.equal((await admin.submit('/posts/4/publish', { _method: 'put' })).status, 303)
  t.equal((await admin.submit('/posts/4/comments', { 'comment[text]': 'Well' })).status, 303)
  t.match((await admin.get('/posts/4')).text, /There[\s\S]*Well/)
  const reader = await signUp(blog, 'reader')
  t.match((await reader.get('/account')).text, /reader@example\.org/)
  t.match((await createVisitor(blog.address).submit('/account', { 'account[name]': 'x', 'account[email]': 'reader@example.org', 'account[password]': 'a long password' })).text, /E-mail is taken/)
  t.equal((await admin.submit('/posts/4', { _method: 'delete' })).status, 303)

  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  t.equal((await createVisitor(blog.address).get('/')).status, 503)
  t.equal((await createVisitor(blog.address).get('/assets/blog.css')).status, 200)
  await t.rejects(startBlog(t.testdir(), { DATABASE_URL: 'http://127.0.0.1:1' }), /Cannot open the database 'http:\/\/127\.0\.0\.1:1'/)
})

t.test('told to stop while it is writing, it has all that it has acknowledged', async (t) => {
  const folder = t.testdir()
  const blog = await startBlog(folder)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  // Each of the writers begins with one that it has not sent.
  let acknowledged = -8
  let writers: Array<Promise<void>> = []
  await new Promise<void>((resolve) => {
    writers = Array.from({ length: 8 }, async () => {
      // Until nobody answers any more.
      for (let status = 201; status !== 0; status = await admin.send('POST', '/posts', { post: { title: 'Written', text: 'Text' } }).then(({ status }) => status, () => 0)) {
        if (status === 201 && ++acknowledged === 50) resolve()
      }
    })
  })
  t.equal(await stopBlog(blog), 0)
  await Promise.all(writers)
  const { rows } = await createClient({ url: `file:${folder}/blog.db` }).execute("SELECT count(*) AS count FROM posts WHERE title = 'Written'")
  t.ok(Number(rows[0]?.count) >= acknowledged, `${acknowledged} acknowledged, ${String(rows[0]?.count)} there`)
})

t.test('200 hostile requests are each refused, and the blog lives on', { timeout: 60_000 }, async (t) => {
  const blog = await startForTest(t)
  const author = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const requests = hostileRequests(author.cookie())
  t.equal(requests.length, 200)
  for (const request of requests) {
    const status = await statusOf(blog.address, request)
    t.ok(status >= 400 && status < 500, `${status}: ${JSON.stringify(request.slice(0, 100))}`)
  }
  t.equal((await createVisitor(blog.address).get('/')).status, 200)
  t.notMatch(blog.log(), /"level":(?:50|60)/)
})

/** Those with a body come from an author, else nobody would look at it. */
function hostileRequests (cookie: string): string[] {
  const paths = [
    '/posts/%', '/posts/%zz', '/posts/%00', '/posts/%ff', '/posts/%c0%ae', '/posts/..', '/posts/%2e%2e', '/posts/..%2f..%2fetc%2fpasswd', '/posts/1%2f..', '/posts//',
    '/posts/1e3', '/posts/0x10', '/posts/-1', '/posts/1.5', '/posts/NaN', '/posts/99999999999999999999', `/posts/${'9'.repeat(90)}`, `/posts/${'1'.repeat(5000)}`, '/posts/1.exe', '/posts/1.json.xml',
    '/posts/__proto__', '/posts/constructor', '/posts/1/__proto__', '/assets/../app.js', '/assets/%2e%2e/app.js', '/assets/..%2fviews%2flayout.eta', '/assets/%00', '/nothing', '/POSTS', '/posts/1/comments',
    '/posts?page=0', '/posts?page=-1', '/posts?page=a', '/posts?page=1e9', '/posts?page=1&page=2', '/posts?page=', `/posts/search?q=${'a'.repeat(101)}`, '/admin/users', '/admin/users/1/edit', '/account', '/session'
  ].map((path) => text('GET', path))
  const methods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].flatMap((method) => ['/', '/posts', '/posts/new', '/account/new'].map((path) => text(method, path)))
  const form = 'application/x-www-form-urlencoded'
  const bodies = [
    ['application/json', '{'], ['application/json', '{"post":'], ['application/json', '[]'], ['application/json', 'null'], ['application/json', '"post"'], ['application/json', '{"account":null}'],
    ['application/json', '{"account":[]}'], ['application/json', '{"__proto__":{"a":1}}'], ['application/json', '{"constructor":{"prototype":{}}}'], ['application/json', '['.repeat(1_000_000)],
    ['application/json', '{"a":'.repeat(150_000)], ['application/json', `{"account":{"name":"${'a'.repeat(100)}"}}`], ['application/json', 'x'.repeat(2_000_000)], ['application/json', ''],
    [form, '['.repeat(1_000_000)], [form, 'account' + '[a]'.repeat(1000) + '=1'], [form, '&'.repeat(900_000)], [form, 'a[]=1&'.repeat(2000)], [form, 'account[__proto__][a]=1'], [form, '__proto__[a]=1'],
    [form, 'account[name]=%'], [form, 'account[name]=%ff%fe'], [form, 'account=1'], [form, 'account[]=1'], [form, '_method=put'], [form, '_method=delete&_method=put'], [form, '_method=%70ut'], [form, 'x'.repeat(2_000_000)],
    ['multipart/form-data', 'a'], ['multipart/form-data; boundary=', '--'], ['multipart/form-data; boundary=b', '--b'], ['multipart/form-data; boundary=b', '--b\r\n\r\n\r\n--b--'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="_method"\r\n\r\nput\r\n--b--\r\n'], ['multipart/form-data; boundary=' + 'b'.repeat(5000), '--b'],
    ['text/plain', 'a=1'], ['text/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'], ['application/octet-stream', '\u0000'], ['nonsense', 'a'], ['application/json; charset=x', '{'], ['', 'a']
  ] as const
  const posts = ['/posts', '/posts/1/comments', '/account'].flatMap((path) => bodies.map(([type, body]) => text('POST', path, { cookie, 'content-type': type }, body)))
  const headers = [
    { host: '' }, { host: 'a b' }, { host: '\u0001' }, { accept: 'image/png' }, { accept: 'nonsense' }, { 'content-length': '-1' }, { 'content-length': 'a' }, { 'transfer-encoding': 'x' },
    { 'x-long': 'a'.repeat(70_000) }, { expect: 'nothing' }
  ].map((more) => text('GET', '/posts/99', more))
  return [...paths, ...methods, ...posts, ...headers, 'GET\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\u0016\u0003\u0001\u0000\r\n\r\n', 'GET /\u0000 HTTP/1.1\r\nhost: a\r\n\r\n', 'BREW / HTTP/1.1\r\nhost: a\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nhost : a\r\n\r\n', 'POST /session HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 'POST /session HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n']
}

function text (method: string, path: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries({ host: 'a.org', connection: 'close', ...body !== '' && { 'content-length': String(Buffer.byteLength(body)) }, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Over a socket, since clients mend such requests. A server that refuses early may close while the request is still written. */
async function statusOf (address: string, request: string): Promise<number> {
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  const closed = new Promise((resolve) => { socket.on('close', resolve) })
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (chunk: string) => {
    answer += chunk
    if (answer.includes('\r\n')) socket.destroy()
  })
  socket.write(request)
  await closed
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
}
