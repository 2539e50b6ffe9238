/** The blog: who may do what, and in which form it answers. Its bad days are in blog.slow.ts. */

import t from 'tap'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ADMIN, signUp, startForTest } from './support/blog.js'
import { createVisitor, logIn } from './support/visitor.js'

const VIEWS = fileURLToPath(new URL('../examples/blog/assets/views/', import.meta.url))

t.test('no template has a path of its own', async (t) => {
  for (const file of readdirSync(VIEWS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.eta'))) {
    const source = readFileSync(VIEWS + file, 'utf8')
    const links = [...source.matchAll(/\b(?:href|action|formaction|src)="([^"]*)"/g)].map(([, value]) => value as string)
    t.strictSame(links.filter((link) => !/^(?:<%= (?:it\.urlFor\.|it\.(?:stylesheet|docs) |list\()|#)/.test(link)), [], file)
    t.notMatch(source, /<form(?! action="<%= it\.urlFor)/, `${file}: forms are written by helpers`)
  }
})

t.test('pages, JSON and XML come from the same actions', async (t) => {
  const blog = await startForTest(t)
  const visitor = createVisitor(blog.address)
  const post = { id: 1, title: 'Hello', author: 'admin', published: true }
  t.match(JSON.parse((await visitor.get('/posts/1.json')).text), post)
  t.notOk('userId' in JSON.parse((await visitor.get('/posts/1.json')).text), 'only what the record has')
  t.match(JSON.parse((await visitor.get('/posts/1', { accept: 'application/json' })).text), post)
  t.match((await visitor.get('/posts/1.xml')).text, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<post>\n {2}<id>1<\/id>/)
  t.notMatch((await visitor.get('/posts/1.xml')).text, /userId/)
  t.match((await visitor.get('/posts.xml')).text, /<posts>\n {2}<post>/)
  t.match((await visitor.get('/')).text, /<h1>Posts<\/h1>/)
  t.equal((await visitor.get('/posts/1', { accept: 'image/png' })).status, 406)

  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const created = await admin.send('POST', '/posts', { post: { title: '<One>', text: 'Two', author: 'x' } })
  t.strictSame([created.status, created.headers.get('location')], [201, '/posts/4'])
  t.match(JSON.parse(created.text), { id: 4, title: '<One>', author: 'admin', published: false })
  t.equal((await admin.send('PUT', '/posts/4/publish')).status, 200)
  t.match((await admin.get('/posts/4.xml')).text, /<title>&lt;One&gt;<\/title>/)
  t.match((await admin.get('/posts/4')).text, /<h1>&lt;One&gt;<\/h1>/)
  t.match((await admin.get('/posts/search?q=%3Cone%25')).text, /There is nothing here/, 'a percent sign is a character')
  t.match((await admin.get('/posts/search?q=%3Cone')).text, /value="&lt;one"/)
  t.match(await admin.send('POST', '/posts', { post: { title: '' } }), { status: 400 })
  t.equal((await admin.send('DELETE', '/posts/4')).status, 204)
})

t.test('who may do what', async (t) => {
  const blog = await startForTest(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const [reader, author, other] = [await signUp(blog, 'reader'), await signUp(blog, 'author'), await signUp(blog, 'other')]
  for (const id of [3, 4]) await admin.send('PUT', `/admin/users/${id}`, { user: { role: 'author' } })
  const own = JSON.parse((await author.send('POST', '/posts', { post: { title: 'Own', text: 'Text' } })).text).id as number
  const comment = JSON.parse((await reader.send('POST', '/posts/1/comments', { comment: { text: 'Well' } })).text).id as number
  const visitors = [createVisitor(blog.address), reader, other, author, admin]
  const table: Array<[method: string, path: string, body: object | undefined, statuses: number[]]> = [
    ['GET', '/posts/1', undefined, [200, 200, 200, 200, 200]],
    ['GET', `/posts/${own}`, undefined, [404, 404, 200, 200, 200]],
    ['GET', '/posts/new', undefined, [401, 403, 200, 200, 200]],
    ['GET', `/posts/${own}/edit`, undefined, [401, 403, 403, 200, 200]],
    ['PUT', `/posts/${own}`, { post: { text: 'More' } }, [401, 403, 403, 200, 200]],
    ['POST', '/posts', { post: { title: '', text: '' } }, [401, 403, 400, 400, 400]],
    ['GET', '/account', undefined, [401, 200, 200, 200, 200]],
    ['POST', '/posts/1/comments', { comment: { text: '' } }, [401, 400, 400, 400, 400]],
    ['DELETE', `/posts/1/comments/${comment}`, undefined, [401, 204, 404, 404, 404]],
    ['GET', '/admin/users', undefined, [401, 403, 403, 403, 200]],
    ['PUT', '/admin/users/2', { user: { name: 'R' } }, [401, 403, 403, 403, 200]],
    ['PUT', '/admin/users/1', { user: { role: 'reader' } }, [401, 403, 403, 403, 409]],
    ['DELETE', '/admin/users/1', undefined, [401, 403, 403, 403, 409]],
    ['DELETE', `/posts/${own}`, undefined, [401, 403, 403, 204, 404]]
  ]
  for (const [method, path, body, statuses] of table) {
    const found: number[] = []
    for (const visitor of visitors) found.push((await visitor.send(method, path, body, { accept: method === 'GET' && !path.endsWith('/users') ? 'text/html' : 'application/json' })).status)
    t.strictSame(found, statuses, `${method} ${path}`)
  }
  t.equal((await admin.send('DELETE', '/admin/users/2')).status, 204)
  t.equal((await reader.get('/account')).status, 401, 'a session ends with its user')
})

t.test('a request without a body, or with one that is no record, is refused and no fault of the blog\'s', async (t) => {
  const blog = await startForTest(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  for (const line of ['POST /posts', 'PUT /posts/1', 'POST /posts/1/comments', 'PUT /account', 'PUT /admin/users/1', 'POST /session', 'POST /account', 'POST /posts/new/preview']) {
    const [method, path] = line.split(' ') as [string, string]
    for (const body of [undefined, null, [], { post: null, comment: null, account: null, user: null, session: null }]) {
      const { status } = await admin.send(method, path, body as object)
      t.ok(path.endsWith('preview') ? status === 200 : status >= 400 && status < 500, `${line} ${JSON.stringify(body)}: ${status}`)
    }
  }
})

t.test('forms come back with messages and with what was typed; others of other sites do nothing', async (t) => {
  const blog = await startForTest(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const again = await admin.submit('/posts', { 'post[title]': '"><script>', 'post[text]': '' })
  t.equal(again.status, 422)
  t.match(again.text, /value="&quot;&gt;&lt;script&gt;"/)
  t.match(again.text, /aria-describedby="post-text-error"[\s\S]*Text must not be empty\./)
  t.match((await admin.submit('/posts/1', { _method: 'put', 'post[title]': ' ' })).text, /Title must be plain text, and not empty\./)
  t.equal((await admin.submit('/posts', { 'post[title][a]': '1', 'post[id]': '..', 'post[text]': '' })).status, 422, 'whatever a client sends')
  t.equal((await admin.submit('/posts/new/preview', { 'post[title][a]': '1', 'post[id]': '..' })).status, 200)
  t.equal((await admin.submit('/posts/1', { _method: 'put', 'post[title]': 'New' })).status, 303)

  t.equal((await admin.submit('/posts', { 'post[title]': 'a', 'post[text]': 'b', _csrf: 'none' })).status, 303, 'the token is the form\'s')
  const forged = await fetch(`${blog.address}/account`, { method: 'POST', body: new URLSearchParams({ 'account[name]': 'a', 'account[email]': 'a@example.org', 'account[password]': 'a long password' }) })
  t.equal(forged.status, 403)
  t.equal((await admin.submit('/posts/1', { _method: 'delete' }, { origin: 'https://example.com' })).status, 403)
  t.equal((await admin.get('/posts/1')).status, 200)
})
