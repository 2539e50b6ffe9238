/** The blog: permissions, and the forms of answers. Faults of the system are in blog.slow.ts. */

import t from 'tap'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ADMIN, importBuilt, run, signUp, startInProcess } from './support/blog.js'
import { createVisitor, logIn } from './support/visitor.js'
import type { Answer, Visitor } from './support/visitor.js'

const VIEWS = fileURLToPath(new URL('../examples/blog/assets/views/', import.meta.url))

t.test('no template has a path of its own', async (t) => {
  for (const file of readdirSync(VIEWS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.eta')
  )) {
    const source = readFileSync(VIEWS + file, 'utf8')
    const links = [...source.matchAll(/\b(?:href|action|formaction|src)="([^"]*)"/g)].map(
      ([, value]) => value as string
    )
    t.strictSame(
      links.filter(
        (link) =>
          !/^(?:<%= (?:it\.urlFor\.|it\.(?:stylesheet|script|icon|docs) |list\(|it\.path\(|it\.post\.id === undefined \? it\.urlFor)|#)/.test(
            link
          )
      ),
      [],
      file
    )
    t.notMatch(source, /<form(?! action="<%= it\.urlFor)/, `${file}: forms are written by helpers`)
  }
})

t.test('pages and JSON come from the same actions', async (t) => {
  const blog = await startInProcess(t)
  const visitor = createVisitor(blog.address)
  const post = { id: 1, title: 'Hello', author: 'admin', published: true }
  t.match(JSON.parse((await visitor.get('/posts/1.json')).text), post)
  t.notOk('userId' in JSON.parse((await visitor.get('/posts/1.json')).text), 'only what the record has')
  t.match(JSON.parse((await visitor.get('/posts/1', { accept: 'application/json' })).text), post)
  t.match((await visitor.get('/')).text, /<h1>Posts<\/h1>/)
  t.equal((await visitor.get('/posts/1', { accept: 'image/png' })).status, 406)

  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const created = await admin.send('POST', '/posts', { post: { title: '<One>', text: 'Two', author: 'x' } })
  t.strictSame([created.status, created.headers.get('location')], [201, '/posts/4'])
  t.match(JSON.parse(created.text), { id: 4, title: '<One>', author: 'admin', published: false })
  t.equal((await admin.send('PUT', '/posts/4/publish')).status, 200)
  t.match((await admin.get('/posts.atom')).text, /<title>&lt;One&gt;<\/title>/)
  t.match((await admin.get('/posts/4')).text, /<h1 dir="auto">&lt;One&gt;<\/h1>/)
  t.match((await admin.get('/posts/search?q=%3Cone')).text, /value="&lt;one"[\s\S]*&lt;One&gt;/)
  t.match(await admin.send('POST', '/posts', { post: { title: '' } }), { status: 400 })
  t.equal((await admin.send('DELETE', '/posts/4')).status, 204)
})

t.test('of two tabs the slower one gets its text back, and saves over the newer post only then', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const versionIn = ({ text }: Answer): string => /name="_version" value="(\d+)"/.exec(text)?.[1] as string
  const [one, other] = [await admin.get('/posts/1/edit'), await admin.get('/posts/1/edit')].map(versionIn)
  const save = async (_version: string | undefined, text: string, more = {}): Promise<Answer> =>
    await admin.submit('/posts/1', { _method: 'put', _version: String(_version), 'post[text]': text, ...more })
  t.match(await save(one, 'first', { preview: '1' }), { status: 200, text: /<p>first<\/p>/ })
  t.equal((await save(one, 'of the faster tab')).status, 303)
  for (const button of [{}, { preview: '1' }]) {
    const back = await save(other, 'of the slower <tab>', button)
    t.match(back, {
      status: 409,
      text: /role="alert">Somebody has changed this post[^]*of the slower &lt;tab&gt;<\/textarea>/
    })
    t.equal(Number(versionIn(back)), Number(other) + 1)
  }
  t.match(JSON.parse((await admin.get('/posts/1.json')).text), { text: 'of the faster tab' })
  t.equal((await save(String(Number(other) + 1), 'of the slower <tab>')).status, 303)

  const stranger = createVisitor(blog.address)
  const fields = { _method: 'put', _version: '2', 'post[text]': 'Kept' }
  t.match(await stranger.submit('/posts/1', fields), { status: 401, text: /name="_version" value="2"[^]*Kept/ })
  const old = await admin.get('/posts/1/delete')
  await admin.submit('/posts/1/publish', { _method: 'put' })
  const destroyed = await admin.submit('/posts/1', { _method: 'delete', _version: versionIn(old) })
  t.match([destroyed.status, (await admin.get('/posts/1')).status], [409, 200], 'what nobody has read stays')
  const again = await admin.get('/posts/1/delete')
  t.equal((await admin.submit('/posts/1', { _method: 'delete', _version: versionIn(again) })).status, 303)
})

t.test('a program sends If-Match, and of two that read the same post one is refused', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const tag = async (): Promise<string> => String((await admin.get('/posts/1.json')).headers.get('etag'))
  const send = async (method: string, path: string, etag: string): Promise<Answer> =>
    await admin.send(method, path, method === 'PUT' ? { post: { title: 'Other' } } : undefined, { 'if-match': etag })
  const first = await tag()
  const both = await Promise.all([send('PUT', '/posts/1', first), send('PUT', '/posts/1', first)])
  t.strictSame(both.map(({ status }) => status).sort(), [200, 412])
  t.match(JSON.parse(both.find(({ status }) => status === 412)?.text ?? ''), { code: 'FST_RESOURCES_STALE' })
  for (const path of ['/posts/1/unpublish', '/posts/1/publish']) {
    const found = await tag()
    const { status } = await send('PUT', path, found)
    t.strictSame([status, (await send('PUT', path, found)).status], [200, 412], `${path} makes a version`)
  }
  t.equal((await send('DELETE', '/posts/1', first)).status, 412)
  t.equal((await send('DELETE', '/posts/1', await tag())).status, 204)
})

t.test('drafts have a list for who may publish them', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const [author, reader] = [await signUp(blog, 'author'), await signUp(blog, 'reader')]
  await admin.send('PUT', '/admin/users/2', { user: { role: 'author' } })
  t.match((await author.get('/posts/drafts')).text, /<h1>Drafts<\/h1>\s*<p>You have no drafts\. <a href="\/posts\/new">/)
  for (let count = 1; count <= 11; count++) {
    await author.send('POST', '/posts', { post: { title: `Draft ${count}`, text: 'Text' } })
  }
  await author.send('PUT', '/posts/4/publish')
  const rows: Array<[visitor: Visitor, status: number, first: string | undefined, total: string | null]> = [
    [createVisitor(blog.address), 401, undefined, null],
    [reader, 403, undefined, null],
    [author, 200, 'Draft 11', '10'],
    [admin, 200, 'Draft 11', '11']
  ]
  for (const [visitor, status, first, total] of rows) {
    const { headers, text, ...found } = await visitor.get('/posts/drafts.json')
    t.strictSame([found.status, JSON.parse(text)[0]?.title, headers.get('x-total-count')], [status, first, total])
    t.equal((await visitor.get('/')).text.includes('href="/posts/drafts"'), status === 200)
  }
  const [older] = /\/posts\/drafts\?before=\d+/.exec((await admin.get('/posts/drafts')).text) ?? []
  t.match((await admin.get(String(older))).text, /<h1>Drafts[^]*A draft<\/a>/)
})

t.test('what somebody changes between the look and the write is refused by the write', async (t) => {
  const blog = await startInProcess(t)
  const { deletePost, findPost, setPublished, updatePost } = await importBuilt<Models>('models/index.js')
  const post = await findPost?.(blog.db, 1, null)
  run(blog.db, 'UPDATE posts SET version = 7 WHERE id = 1')
  const stale = { code: 'FST_RESOURCES_STALE' }
  await t.rejects(async () => await updatePost?.(blog.db, post, { title: 'Other' }, 1), stale)
  await t.rejects(async () => await setPublished?.(blog.db, post, false, 1), stale)
  await t.rejects(async () => await deletePost?.(blog.db, post, 1), stale)
  t.match(await findPost?.(blog.db, 1, null), { title: 'Hello', version: 7 })
})

t.test('who may do what', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const [reader, author, other] = [
    await signUp(blog, 'reader'),
    await signUp(blog, 'author'),
    await signUp(blog, 'other')
  ]
  for (const id of [3, 4]) await admin.send('PUT', `/admin/users/${id}`, { user: { role: 'author' } })
  const own = JSON.parse((await author.send('POST', '/posts', { post: { title: 'Own', text: 'Text' } })).text)
    .id as number
  const comment = JSON.parse(
    (await reader.send('POST', '/posts/1/comments', { comment: { text: 'Well' } })).text
  ).id as number
  const visitors = [createVisitor(blog.address), reader, other, author, admin]
  const table: Array<[method: string, path: string, body: object | undefined, statuses: number[]]> = [
    ['GET', '/posts/1', undefined, [200, 200, 200, 200, 200]],
    ['GET', `/posts/${own}`, undefined, [404, 404, 200, 200, 200]],
    ['GET', '/posts/new', undefined, [401, 403, 200, 200, 200]],
    ['GET', `/posts/${own}/edit`, undefined, [401, 403, 403, 200, 200]],
    ['PUT', `/posts/${own}`, { post: { text: 'More' } }, [401, 403, 403, 200, 200]],
    ['POST', '/posts', { post: { title: '', text: '' } }, [401, 403, 400, 400, 400]],
    ['GET', '/account', undefined, [401, 200, 200, 200, 200]],
    [
      'POST',
      '/account/password',
      { password: { current: 'wrong', password: 'a long password' } },
      [401, 422, 422, 422, 422]
    ],
    ['PUT', `/posts/${own}/unpublish`, undefined, [401, 403, 403, 200, 200]],
    ['POST', `/posts/${own}/comments`, { comment: { text: 'a' } }, [401, 404, 409, 409, 409]],
    ['POST', '/posts/1/comments', { comment: { text: '' } }, [401, 400, 400, 400, 400]],
    ['DELETE', `/posts/1/comments/${comment}`, undefined, [401, 204, 404, 404, 404]],
    ['DELETE', `/posts/${own}/comments/selected`, { ids: [99] }, [401, 404, 403, 204, 204]],
    ['DELETE', '/posts/1/comments/selected', { ids: [99] }, [401, 403, 403, 403, 204]],
    ['DELETE', '/posts/1/comments/selected', {}, [401, 400, 400, 400, 400]],
    ['GET', '/admin/users', undefined, [401, 403, 403, 403, 200]],
    ['PUT', '/admin/users/2', { user: { name: 'R' } }, [401, 403, 403, 403, 200]],
    ['PUT', '/admin/users/1', { user: { role: 'reader' } }, [401, 403, 403, 403, 409]],
    ['DELETE', '/admin/users/1', undefined, [401, 403, 403, 403, 409]],
    ['DELETE', `/posts/${own}`, undefined, [401, 403, 403, 204, 404]]
  ]
  for (const [method, path, body, statuses] of table) {
    const found: number[] = []
    for (const visitor of visitors) {
      found.push(
        (
          await visitor.send(method, path, body, {
            accept: method === 'GET' && !path.endsWith('/users') ? 'text/html' : 'application/json'
          })
        ).status
      )
    }
    t.strictSame(found, statuses, `${method} ${path}`)
  }
  t.equal((await admin.send('DELETE', '/admin/users/2')).status, 204)
  t.equal((await reader.get('/account')).status, 401, 'a session ends with its user')
})

t.test('an admin gives a new password to who has forgotten it, and sees it once', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const reader = await signUp(blog, 'reader')
  t.equal((await reader.submit('/admin/users/2/reset', { _method: 'put' })).status, 403)
  const page = await admin.submit('/admin/users/2/reset', { _method: 'put' })
  const password = /<code>(\S{12})<\/code>/.exec(page.text)?.[1] as string
  t.strictSame([page.status, page.headers.get('cache-control')], [200, 'no-store'])
  t.equal((await reader.get('/account')).status, 401, 'their sessions have ended')
  t.equal((await (await logIn(blog.address, 'reader@example.org', password)).get('/account')).status, 200)
  const { status, text } = await admin.send('PUT', '/admin/users/2/reset')
  const told = JSON.parse(text) as Record<string, unknown>
  t.match([status, told], [200, { id: 2, email: 'reader@example.org', role: 'reader', password: /^\S{12}$/ }])
  t.equal((await logIn(blog.address, 'reader@example.org', String(told.password))).cookie().includes('session'), true)
  t.match(
    (await admin.get('/admin/users')).text,
    /reader@example\.org<br><span class="hint">since \d+ \w+ \d{4}</
  )
})

type Models = Record<string, (db: object, ...values: unknown[]) => Promise<unknown>>

t.test('a change leaves alone what somebody else has changed since the record was loaded', async (t) => {
  const blog = await startInProcess(t)
  await signUp(blog, 'reader')
  const { findPost, findUser, updatePost, updateUser } = await importBuilt<Models>('models/index.js')
  const [loaded, post] = [await findUser?.(blog.db, 2), await findPost?.(blog.db, 1, null)]
  await updateUser?.(blog.db, loaded, { role: 'admin' })
  await updateUser?.(blog.db, loaded, { name: 'Reader' })
  run(blog.db, "UPDATE users SET email = 'newest@example.org' WHERE id = 2")
  await updateUser?.(blog.db, loaded, { name: 'Reader too' })
  t.match(await findUser?.(blog.db, 2), { name: 'Reader too', email: 'newest@example.org', role: 'admin' })
  await updatePost?.(blog.db, post, { title: 'Other' })
  await updatePost?.(blog.db, post, { text: 'Words' })
  t.match(await findPost?.(blog.db, 1, null), { title: 'Other', text: 'Words', version: 4 })
})

t.test('one admin is left at all times', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const other = await signUp(blog, 'other')
  const giveUp = async (): Promise<Answer> =>
    await admin.send('PUT', '/admin/users/1', { user: { role: 'author' } })
  const refused = await giveUp()
  t.strictSame(
    [refused.status, JSON.parse(refused.text).message],
    [409, 'This is the only admin. Make somebody else an admin first.']
  )
  await admin.send('PUT', '/admin/users/2', { user: { role: 'admin' } })
  t.equal((await giveUp()).status, 200)
  t.equal((await admin.get('/admin/users')).status, 403)
  t.equal((await other.send('DELETE', '/admin/users/2')).status, 409)
})

t.test('forms come back with messages and with what was typed; others of other sites do nothing', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const again = await admin.submit('/posts', { 'post[title]': '"><script>', 'post[text]': '' })
  t.equal(again.status, 422)
  t.match(again.text, /value="&quot;&gt;&lt;script&gt;"/)
  t.match(again.text, /aria-describedby="post-text--errors"[\s\S]*Text must not be empty\./)
  t.match(
    (await admin.submit('/posts/1', { _method: 'put', 'post[title]': ' ' })).text,
    /Title must be plain text, and not blank\.</
  )
  t.equal(
    (await admin.submit('/posts', { 'post[title][a]': '1', 'post[id]': '..', 'post[text]': '' })).status,
    422,
    'whatever a client sends'
  )
  const preview = await admin.submit('/posts', {
    'post[title]': 'Seen',
    'post[text]': '*first* <b>',
    preview: '1'
  })
  t.match(preview.text, /value="Seen"[\s\S]*<em>first<\/em> &lt;b&gt;/)
  t.match(
    (
      await admin.submit('/posts/1', {
        _method: 'put',
        'post[title]': 'Seen',
        'post[text]': '**too**',
        preview: '1'
      })
    ).text,
    /value="put"[\s\S]*<strong>too<\/strong>/
  )
  t.notMatch((await admin.get('/posts')).text, /Seen/, 'a preview saves nothing')
  t.equal((await admin.submit('/posts/1', { _method: 'put', 'post[title]': 'New' })).status, 303)

  const forged = await fetch(`${blog.address}/account`, {
    method: 'POST',
    headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({
      'account[name]': 'a',
      'account[email]': 'a@example.org',
      'account[password]': 'a long password'
    })
  })
  t.equal(forged.status, 403)
  t.notMatch(await forged.text(), /Send again/, 'and are not sent again from here')
  t.equal(
    (await admin.submit('/posts/1', { _method: 'delete' }, { origin: 'https://example.com' })).status,
    403
  )
  t.equal((await admin.get('/posts/1')).status, 200)
})

t.test('a list has pages by their edges, a total, and links to the next and the last one', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  for (let count = 1; count <= 12; count++) {
    await admin.send('POST', '/posts', { post: { title: `Number ${count}`, text: 'Text' } })
  }
  const titles = ({ text }: { text: string }): string[] =>
    (JSON.parse(text) as Array<{ title: string }>).map(({ title }) => title)
  const first = await admin.get('/posts.json')
  t.strictSame(
    [titles(first).length, titles(first)[0], first.headers.get('x-total-count'), first.headers.get('link')],
    [10, 'Number 12', '15', '<?before=8>; rel="next"']
  )
  const second = await admin.get('/posts.json?before=8')
  t.strictSame(
    [titles(second), second.headers.get('link')],
    [['Number 2', 'Number 1', 'A draft', 'Forms that PUT and DELETE', 'Hello'], '<?after=7>; rel="prev"']
  )
  t.strictSame(
    [titles(await admin.get('/posts.json?after=7')), titles(await admin.get('/posts.json?after=11')).length],
    [titles(first), 6]
  )
  t.match((await admin.get('/posts?before=1')).text, /There are no more posts/)
  const found = await admin.get('/posts/search.json?q=NUMB')
  t.strictSame(
    [titles(found).length, found.headers.get('link')],
    [10, '<?q=NUMB&before=8>; rel="next"'],
    'words begin so'
  )
  t.strictSame(titles(await admin.get('/posts/search.json?q=number%2012')), ['Number 12'])
  for (const q of ['%25', '"', 'number*', "'; DROP", 'AND OR NEAR(', 'a:b', '\u0000']) {
    t.equal(
      (await admin.get(`/posts/search.json?q=${encodeURIComponent(decodeURIComponent(q))}`)).status,
      200,
      q
    )
  }
  t.match((await admin.get('/posts/search?q=nowhere')).text, /No post has these words/)
  await admin.send('POST', '/posts', {
    post: { title: 'Many words', text: 'one two three four five six seven' }
  })
  t.strictSame(
    titles(
      await admin.get(
        '/posts/search.json?q=many%20one%20ONE%20two%20three%20four%20five%20six%20seven%20eight'
      )
    ),
    ['Many words'],
    'the first eight words count, so that no search takes long'
  )

  for (let count = 1; count <= 51; count++) {
    await admin.send('POST', '/posts/1/comments', { comment: { text: `Comment ${count}` } })
  }
  const shown = (await admin.get('/posts/1')).text
  t.match(shown, /Older comments[\s\S]*Comment 2<[\s\S]*Comment 51</)
  t.notMatch(shown, /Comment 1</)
  t.match((await admin.get('/posts/1/comments?before=2')).text, /Comment 1<[\s\S]*Newer comments/)
})

t.test('a search finds the beginnings of words, whatever marks, cases and signs are around them', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  await admin.send('POST', '/posts', {
    post: {
      title: 'Crème brûlée',
      text: 'See foo/bar-baz.html, “quoted” and a@example.org; ΕΛΛΆΔΑ, 3.14, 東京'
    }
  })
  for (const q of [
    'creme',
    'CRÈME',
    'brul',
    'bar',
    'baz',
    'html',
    'quoted',
    'example',
    'ελλ',
    '14',
    '東',
    'creme bar',
    '"bar"',
    "creme'"
  ]) {
    t.match(
      JSON.parse((await admin.get(`/posts/search.json?q=${encodeURIComponent(q)}`)).text),
      [{ title: 'Crème brûlée' }],
      q
    )
  }
  for (const q of ['reme', 'creme none', '!', '\u0301']) {
    t.strictSame(JSON.parse((await admin.get(`/posts/search.json?q=${encodeURIComponent(q)}`)).text), [], q)
  }
})

t.test('a log-in ends the session that the browser had', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const before = admin.cookie()
  t.equal((await createVisitor(blog.address).get('/account', { cookie: before })).status, 200)
  const form = { 'session[email]': ADMIN.email, 'session[password]': ADMIN.password }
  t.equal((await admin.submit('/session', form)).status, 303)
  t.equal((await createVisitor(blog.address).get('/account', { cookie: before })).status, 401)
  t.equal((await admin.get('/account')).status, 200)
})

t.test('a visitor never sees JSON of an error, a program never HTML, and neither is hidden by a 406', async (t) => {
  const blog = await startInProcess(t)
  const visitor = createVisitor(blog.address)
  const told = async (path: string, accept: string): Promise<unknown[]> => {
    const { status, headers } = await visitor.get(path, { accept })
    return [status, headers.get('content-type')]
  }
  t.strictSame(await told('/posts/99', 'text/html'), [404, 'text/html; charset=utf-8'])
  t.strictSame(await told('/posts/99.json', '*/*'), [404, 'application/json; charset=utf-8'])
  t.strictSame(await told('/posts/99.atom', '*/*'), [404, 'application/json; charset=utf-8'])
  t.strictSame(await told('/posts/99', 'image/png'), [404, 'application/json; charset=utf-8'])
  t.strictSame(await told('/posts/1', 'image/png'), [406, 'application/json; charset=utf-8'])
  for (const accept of ['application/json', '*/*', 'image/png']) {
    const { headers, text } = await visitor.send('POST', '/account', { account: { name: 'a' } }, { accept })
    const { code, fields } = JSON.parse(text)
    t.strictSame(
      [code, Object.keys(fields), headers.get('vary')],
      ['FST_ERR_VALIDATION', ['email', 'password'], 'cookie, Accept'],
      `${accept}: a program finds the code and the fields`
    )
  }
  t.match(await visitor.send('DELETE', '/posts', undefined, { accept: 'text/html' }), {
    status: 405,
    text: /<h1>Method Not Allowed<\/h1>/
  })
  t.match(
    (await visitor.get('/posts?before=x')).text,
    /<h1>Bad Request<\/h1>\s*<p>No page has this address\.<\/p>/,
    'no page has the words of a validator'
  )
  for (const path of ['/posts/search?q[a]=b', '/posts/search?before[a]=1']) {
    t.match(await visitor.get(path), { status: 400, text: /<h1>Bad Request<\/h1>/ }, path)
  }
  t.match((await visitor.get('/posts.json?before=x')).text, /before must be a whole number/)
  for (const [path, status] of [
    ['/posts/99999999999999999999', 404],
    ['/posts/9007199254740993', 404],
    ['/posts/9007199254740993/comments', 404],
    ['/posts.json?before=9007199254740993', 400],
    ['/posts?before=9007199254740993', 400]
  ] as const) { t.equal((await visitor.get(path)).status, status, path) }
})

t.test('programs sign up, log in and out by JSON, and no answer has an id or a secret too many', async (t) => {
  const blog = await startInProcess(t)
  const visitor = createVisitor(blog.address)
  const account = { name: 'Ann', email: 'ann@example.org', password: 'a long password' }
  const created = await visitor.send('POST', '/account', { account })
  t.strictSame(
    [created.status, JSON.parse(created.text)],
    [201, { id: 2, name: 'Ann', email: 'ann@example.org', role: 'reader' }]
  )
  const taken = await createVisitor(blog.address).send('POST', '/account', { account })
  t.strictSame([taken.status, JSON.parse(taken.text).message], [409, 'email is already taken'])
  t.strictSame(
    [(await visitor.send('DELETE', '/session')).status, (await visitor.send('GET', '/session')).status],
    [204, 401]
  )
  t.equal(
    (await visitor.send('POST', '/session', { session: { email: account.email, password: 'wrong' } })).status,
    422
  )
  t.strictSame(
    JSON.parse(
      (
        await visitor.send('POST', '/session', {
          session: { email: account.email, password: account.password }
        })
      ).text
    ),
    JSON.parse(created.text)
  )

  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const post = JSON.parse((await admin.send('POST', '/posts', { post: { title: 'One', text: 'Two' } })).text)
  t.strictSame(Object.keys(post).sort(), [
    'author',
    'createdAt',
    'id',
    'published',
    'publishedAt',
    'text',
    'title',
    'updatedAt',
    'version'
  ])
  for (const [method, path] of [
    ['PUT', '/posts/4/publish'],
    ['PUT', '/posts/4/unpublish'],
    ['GET', '/posts/search.json?q=one'],
    ['GET', '/posts/1/comments.json'],
    ['GET', '/posts.json']
  ] as const) { t.notMatch((await admin.send(method, path)).text, /userId/, path) }
  t.equal((await admin.send('PUT', '/posts/4', { post })).status, 200, 'what was told may be sent')
  const documented = JSON.parse((await visitor.get('/docs/json')).text) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  t.strictSame(
    Object.values(documented.paths)
      .flatMap(Object.values)
      .map(({ operationId }) => operationId as string)
      .filter((id) => /^(?:new|edit|delete)/.test(id)),
    [],
    'nothing of the documents is a page only'
  )
})

t.test('the feed has what is published, as HTML that a reader may show', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  await admin.send('POST', '/posts', {
    post: {
      title: 'Now',
      text: '# Big\n\n<script>alert(1)</script> [bad](javascript:alert) https://example.org/'
    }
  })
  t.equal((await admin.send('PUT', '/posts/4/publish')).status, 200)
  const { text, headers } = await createVisitor(blog.address).get('/posts.atom')
  t.equal(headers.get('content-type'), 'application/atom+xml')
  t.equal(text.match(/<entry>/g)?.length, 3)
  t.match(text, new RegExp(`<id>${blog.address}/posts/4</id>`))
  const page = (await createVisitor(blog.address).get('/posts/4')).text
  t.match(page, /<h2>Big<\/h2>[\s\S]*&lt;script&gt;[\s\S]*<a href="https:\/\/example\.org\/">/)
  t.notMatch(page, /<script(?! src="\/assets\/forms\.js")|href="javascript/)
})

t.test('a new password has 10 to 200 characters, and is not of spaces alone', async (t) => {
  const blog = await startInProcess(t)
  const account = { name: 'Ann', email: 'ann@example.org' }
  const visitor = createVisitor(blog.address)
  for (const password of ['a'.repeat(9), 'a'.repeat(201), ' '.repeat(12), '\u3000\n'.repeat(6)]) {
    t.equal((await visitor.send('POST', '/account', { account: { ...account, password } })).status, 400)
  }
  const form = { 'account[name]': 'Ann', 'account[email]': 'ann@example.org', 'account[password]': ' '.repeat(12) }
  t.match(await visitor.submit('/account', form), { status: 422, text: /Password must be plain text, and not blank\.</ })
  t.equal((await visitor.send('POST', '/account', { account: { ...account, password: ' a'.repeat(5) } })).status, 201)
  const current = ' a'.repeat(5)
  t.equal((await visitor.send('POST', '/account/password', { password: { current, password: ' '.repeat(12) } })).status, 400)
  t.equal((await visitor.send('POST', '/account/password', { password: { current, password: 'a'.repeat(200) } })).status, 204)
})

t.test('who may change a post deletes many of its comments by one form, and those of no other post', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const reader = await signUp(blog, 'reader')
  for (const id of [1, 1, 1, 1, 2]) {
    const { status } = await reader.send('POST', `/posts/${id}/comments`, {
      comment: { text: `${Math.random()}` }
    })
    t.equal(status, 201)
  }
  const path = '/posts/1/comments/selected'
  const page = (await admin.get('/posts/1')).text
  t.match(
    page,
    new RegExp(`<form action="${path}" method="post"[^>]*><input [^>]*name="_method" value="delete">`)
  )
  t.equal(page.match(/<input type="checkbox" name="ids\[\]" value="[1-4]">/g)?.length, 4)
  t.notMatch(page, /Delete this comment/)
  t.notMatch((await reader.get('/posts/1')).text, /checkbox|selected/)
  const left = async (id: number): Promise<number[]> =>
    (JSON.parse((await admin.get(`/posts/${id}/comments.json`)).text) as Array<{ id: number }>).map(
      ({ id }) => id
    )
  const select = async (ids: string[], headers = {}): Promise<Answer> => {
    const fields = [['_method', 'delete'], ...ids.map((id) => ['ids[]', id])] as Array<[string, string]>
    return await admin.submit(path, new URLSearchParams(fields), headers)
  }
  const told = async (answer: Answer): Promise<unknown[]> => {
    const message = /<p class="flash"[^>]*>(.*)<\/p>/.exec((await admin.get('/posts/1')).text)?.[1]
    return [answer.status, answer.headers.get('location'), message]
  }
  const anchor = '/posts/1#comments'
  t.equal(
    (await select(['1', '2'], { 'sec-fetch-site': 'cross-site' })).status,
    403,
    'a form of another site'
  )
  t.strictSame(await told(await select([])), [303, anchor, 'No comment is selected.'])
  t.strictSame(await left(1), [4, 3, 2, 1])
  t.strictSame(await told(await select(['1', '3', '5', '99'])), [303, anchor, '2 comments are deleted.'])
  t.strictSame(await told(await select(['2'])), [303, anchor, 'The comment is deleted.'])
  t.strictSame([await left(1), await left(2)], [[4], [5]])
  t.equal((await admin.send('DELETE', path, { ids: [4] })).status, 204)
  t.strictSame(await left(1), [])
})

t.test('an account takes ten passwords in five minutes from one address, or from one IPv6 network', async (t) => {
  const blog = await startInProcess(t, { fastify: { trustProxy: true, forceCloseConnections: true } })
  const attempt = async (address: string, email = ADMIN.email): Promise<number> => {
    const session = { email, password: 'x' }
    const headers = { 'x-forwarded-for': address }
    return (await createVisitor(blog.address).send('POST', '/session', { session }, headers)).status
  }
  const statuses: number[] = []
  for (let count = 1; count <= 11; count++) statuses.push(await attempt(`2001:db8:0:1::${count}`))
  t.strictSame(statuses, [...Array(10).fill(422), 429])
  t.equal(await attempt('2001:db8:0:2::1'), 422, 'another network has tries of its own')
  t.equal(await attempt('2001:db8:0:1::1', 'other@example.org'), 422, 'and so has another account')
})

t.test('an address signs up at most twenty times in five minutes, since each hashes a password', async (t) => {
  const blog = await startInProcess(t)
  const visitor = createVisitor(blog.address)
  const statuses: number[] = []
  for (let count = 1; count <= 21; count++) {
    statuses.push((await visitor.send('POST', '/account', { account: { name: 'a' } })).status)
  }
  t.strictSame([...new Set(statuses.slice(0, 20)), statuses[20]], [400, 429])
})

t.test('a post bears the date on which it was first published, and stands where it was published', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  run(blog.db, 'UPDATE posts SET "createdAt" = \'2020-02-03T04:05:06Z\' WHERE id = 3')
  for (let count = 4; count <= 14; count++) {
    await admin.send('POST', '/posts', { post: { title: `Number ${count}`, text: 'Text' } })
    await admin.send('PUT', `/posts/${count}/publish`)
  }
  const visitor = createVisitor(blog.address)
  const first = async (path: string): Promise<unknown[]> =>
    (JSON.parse((await visitor.get(path)).text) as Array<{ id: number }>).map(({ id }) => id)
  const publish = async (verb: string): Promise<Record<string, string>> =>
    JSON.parse((await admin.send('PUT', `/posts/3/${verb}`)).text) as Record<string, string>
  t.strictSame(await first('/posts.json'), [14, 13, 12, 11, 10, 9, 8, 7, 6, 5])
  const { createdAt, publishedAt } = await publish('publish')
  t.equal(createdAt, '2020-02-03T04:05:06Z')
  t.ok(Date.now() - Date.parse(publishedAt as string) < 60_000)
  t.strictSame(await first('/posts.json'), [3, 14, 13, 12, 11, 10, 9, 8, 7, 6])
  t.strictSame(await first('/posts/search.json?q=draft'), [3])
  const page = (await visitor.get('/')).text
  t.match(page, new RegExp(`A draft</a>[^]*<time datetime="${publishedAt}">`))
  t.notMatch(page, /2020/)
  t.match(
    (await visitor.get('/posts.atom')).text,
    new RegExp(`<title>A draft</title>[^]*?<published>${publishedAt}</published>`)
  )
  const older = (await visitor.get('/posts.json')).headers.get('link') as string
  t.strictSame(await first(`/posts.json${/<(.*?)>/.exec(older)?.[1]}`), [5, 4, 2, 1])
  t.match(
    await publish('unpublish'),
    { published: false, publishedAt },
    'a draft that was published before keeps the date'
  )
  const { Post } = JSON.parse((await visitor.get('/docs/json')).text).components.schemas
  t.match(Post.properties.publishedAt.description, /first published/)
  run(blog.db, 'UPDATE posts SET "publishedAt" = \'2021-02-03T04:05:06Z\' WHERE id = 3')
  t.equal(
    (await publish('publish')).publishedAt,
    '2021-02-03T04:05:06Z',
    'a second time changes nothing of this'
  )
})

t.test('no image gets a database, a backup or a secret of the folder that it comes from', (t) => {
  const patterns = readFileSync(new URL('../examples/blog/.dockerignore', import.meta.url), 'utf8').trim().split('\n')
  const left = (file: string): boolean => !patterns.some((pattern) => {
    const source = pattern.replaceAll('.', '\\.').replaceAll('**/', '(?:.+/)?').replaceAll(/(?<![.+])\*/g, '[^/]*')
    return new RegExp(`^${source}$`).test(file)
  })
  const files = ['blog.db', 'blog.db-wal', 'blog.db.secret', 'backup.db', 'old/backup.db.secret', '.env']
  t.strictSame(files.filter(left), [])
  t.ok(left('models/database.ts'))
  t.end()
})

t.test('the policy of a page allows only what is of this site, and pictures', async (t) => {
  const blog = await startInProcess(t)
  const { headers } = await createVisitor(blog.address).get('/')
  t.equal(
    headers.get('content-security-policy'),
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' https:;connect-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'"
  )
  t.equal(headers.get('strict-transport-security'), 'max-age=31536000')
  const docs = await createVisitor(blog.address).get('/docs')
  t.match([docs.status, docs.headers.get('content-security-policy')], [200, /^default-src 'self';.*script-src 'self'/])
  t.notMatch(docs.headers.get('content-security-policy'), /upgrade/, 'plain http works too')
})

t.test('a long post comes back like a short one where its author has no session, or is an author no more', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const author = await signUp(blog, 'author')
  await admin.send('PUT', '/admin/users/2', { user: { role: 'author' } })
  t.equal((await author.get('/posts/new')).status, 200)
  await admin.send('PUT', '/admin/users/2', { user: { role: 'reader' } })
  const post = { 'post[title]': 'Long', 'post[text]': '<b>long</b> '.repeat(8000) }
  const back = (status: number): object => ({ status, text: /What you wrote is still here[^]*&lt;b&gt;long/ })
  t.match(await author.submit('/posts', post), back(403))
  t.equal((await admin.get('/posts/1/edit')).status, 200)
  await admin.submit('/session', { _method: 'delete' })
  t.match(await admin.submit('/posts', post), back(401))
  t.match(await admin.submit('/posts/1', { _method: 'put', ...post }), back(401))
})

t.test('an admin and the author of a post have marks where they write, whatever their names are', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const reader = await signUp(blog, 'other')
  run(blog.db, "UPDATE users SET name = 'admin' WHERE id = 2")
  const comment = { comment: { text: 'Hello' } }
  for (const visitor of [admin, reader]) {
    t.equal((await visitor.send('POST', '/posts/1/comments', comment)).status, 201)
  }
  const comments = (await admin.get('/posts/1')).text.split('id="comment-').slice(1)
  t.match(comments[0], /<bdi>admin<\/bdi> <span class="draft">Admin<\/span>/)
  t.notMatch(comments[1], /class="draft"/)
  run(blog.db, "UPDATE users SET role = 'author' WHERE id = 2")
  run(blog.db, 'UPDATE posts SET "userId" = 2 WHERE id = 1')
  t.match(
    (await admin.get('/posts/1')).text.split('id="comment-')[2],
    /<bdi>admin<\/bdi> <span class="draft">Author<\/span>/
  )
  t.match((await admin.get('/posts/1')).text, /<p class="by"><bdi>admin<\/bdi> <span class="draft">Author</)
  t.match((await admin.get('/posts/2')).text, /<p class="by"><bdi>admin<\/bdi> <span class="draft">Admin</)
  t.notMatch((await admin.get('/posts')).text, /class="draft">A/, 'in a list all are authors')
  for (const path of ['/admin/users/2/edit', '/admin/users/2/delete']) {
    t.match((await admin.get(path)).text, /other@example\.org/, path)
  }
  t.match(
    (await admin.get('/admin/users/2/delete')).text,
    /<title>Delete admin\?[^]*<h1>Delete <bdi>admin<\/bdi>\?<\/h1>/
  )
})

t.test('a form that cannot be saved now keeps what was written, and leads back after logging in', async (t) => {
  const blog = await startInProcess(t)
  const stranger = createVisitor(blog.address)
  const refused = await stranger.submit('/posts/1/comments', { 'comment[text]': 'Written with\ncare <b>' })
  t.equal(refused.status, 401)
  t.match(
    refused.text,
    /<form action="\/posts\/1\/comments" method="post">[\s\S]*name="comment\[text\]"[\s\S]*Written with\ncare &lt;b&gt;<\/textarea>/
  )
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const expired = await stranger.submit('/posts/1', {
    _method: 'put',
    'post[title]': 'A',
    'post[text]': 'Long '.repeat(20)
  })
  t.equal(expired.status, 401)
  t.match(expired.text, /value="put"[\s\S]*name="post\[title\]" value="A"[\s\S]*Long Long/)
  t.notMatch(
    (
      await stranger.submit('/account/password', {
        'password[current]': 'secret word',
        'password[password]': 'x'
      })
    ).text,
    /secret word/
  )

  const gone = { 'post[title]': 'A', 'post[text]': 'Long '.repeat(20), _version: '1' }
  t.match(
    await admin.submit('/posts/99', { _method: 'put', ...gone }),
    { status: 404, text: /What you wrote is still here[\s\S]*Long Long/ },
    'though a number is among the fields'
  )

  const late = await admin.submit('/posts/99/comments', { 'comment[text]': 'Much of it. '.repeat(5) })
  t.strictSame(
    [late.status, /Much of it\. /.test(late.text), late.text.includes('Send again')],
    [404, true, false],
    'of a post that is deleted by now too'
  )
  t.match(await admin.submit('/posts/3/comments', { 'comment[text]': 'Much of it. '.repeat(5) }), {
    status: 409,
    text: /What you wrote is still here[\s\S]*Much of it\. [\s\S]*Send again/
  })
  t.notMatch((await admin.submit('/posts/99', { _method: 'delete' })).text, /What you wrote/)
  const short = { 'post[title]': 'Title', 'post[text]': 'A <text>', _version: '1' }
  t.match(await admin.submit('/posts/99', { _method: 'put', ...short }), {
    status: 404,
    text: /What you wrote is still here[^]*value="Title"[^]*value="A &lt;text&gt;"/
  }, 'however short it is')
  t.match(await admin.submit('/posts/3/comments', { 'comment[text]': 'Well' }), {
    status: 409,
    text: /What you wrote is still here[^]*value="Well"[^]*Send again/
  })
  t.notMatch(
    (await admin.submit('/posts/99/comments/selected', { _method: 'delete', 'ids[]': '1' })).text,
    /What you wrote/,
    'ids are no text'
  )
  t.equal((await admin.submit('/posts/99', { _method: 'put', 'post[': 'a', '[]': 'b' })).status, 404)

  t.match((await stranger.get('/posts/new')).text, /href="\/session\/new\?to=%2Fposts%2Fnew"/)
  for (const [to, location] of [
    ['/posts/new', '/posts/new'],
    ['https://example.com', '/'],
    ['//example.com', '/'],
    ['/\\example.com', '/'],
    ['/a\nb', '/']
  ] as const) {
    t.equal(
      (
        await createVisitor(blog.address).submit('/session', {
          'session[email]': ADMIN.email,
          'session[password]': ADMIN.password,
          to
        })
      ).headers.get('location'),
      location,
      to
    )
  }
  for (const path of ['/session/new', '/account/new']) {
    t.equal((await admin.get(path)).headers.get('location'), '/account')
  }
  for (const [text, status] of [
    ['\u200b\u2060', 400],
    ['\u3164 \ufeff', 400],
    ['\u200fשלום', 201],
    ['👩‍👩‍👧', 201]
  ] as const) {
    t.equal(
      (await admin.send('POST', '/posts/1/comments', { comment: { text } })).status,
      status,
      `${JSON.stringify(text)}: what nobody can see is blank`
    )
    t.equal((await admin.send('POST', '/posts', { post: { title: text, text: 'Text' } })).status, status)
  }
  for (const path of ['/session', '/posts/1/comments', '/admin/users/1', '/account/password']) {
    t.not((await admin.get(path)).status, 405, `${path}: where a form was sent there is a page`)
  }
})

t.test('an author who is none any more deletes only their own comments', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const author = await signUp(blog, 'author')
  await admin.send('PUT', '/admin/users/2', { user: { role: 'author' } })
  const post = JSON.parse((await author.send('POST', '/posts', { post: { title: 'A', text: 'B' } })).text)
  await author.send('PUT', `/posts/${post.id}/publish`)
  const comments = `/posts/${post.id}/comments`
  const [theirs, own] = await Promise.all([admin, author].map(async (visitor, index) =>
    JSON.parse((await visitor.send('POST', comments, { comment: { text: `Well ${index}` } })).text).id as number
  ))
  await admin.send('PUT', '/admin/users/2', { user: { role: 'reader' } })
  t.equal((await author.send('DELETE', `${comments}/${theirs}`)).status, 403)
  t.equal((await author.send('DELETE', `${comments}/selected`, { ids: [theirs] })).status, 403)
  t.notMatch((await author.get(`/posts/${post.id}`)).text, /name="ids/)
  t.equal((await author.send('DELETE', `${comments}/${own}`)).status, 204)
})

t.test('a private page no cache keeps, and assets, documents and /health look up no session', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const visitor = createVisitor(blog.address)
  for (const path of ['/', '/posts/1.json', '/account']) {
    t.equal((await admin.get(path)).headers.get('cache-control'), 'no-store', path)
  }
  t.match(Object.fromEntries((await visitor.get('/')).headers), { 'cache-control': 'no-cache', vary: /cookie/ })
  for (const [path, status] of [['/assets/blog.css', 200], ['/docs', 200], ['/docs/json', 200], ['/health', 200]] as const) {
    const answer = await createVisitor(blog.address).get(path, { cookie: admin.cookie() })
    t.strictSame([answer.status, answer.headers.getSetCookie()], [status, []], path)
    t.notMatch(answer.headers.get('vary'), /cookie/)
  }
  const missing = await admin.get('/assets/nowhere.css')
  t.match(missing, { status: 404, text: /<bdi>admin<\/bdi>[^]*<h1>Not Found<\/h1>/ }, 'a page like others')
})

t.test('who has closed the sign-ups shows no way to them', async (t) => {
  const blog = await startInProcess(t, { site: { name: 'Notes & more', signUps: false } })
  const visitor = createVisitor(blog.address)
  const account = { name: 'a', email: 'a@example.org', password: 'a long password' }
  t.equal((await visitor.send('POST', '/account', { account })).status, 403)
  t.equal((await visitor.get('/account/new')).status, 403)
  for (const path of ['/session/new', '/posts/1', '/account']) {
    const { text } = await visitor.get(path)
    t.match(text, /Notes &amp; more<\/title>/)
    t.notMatch(text, /Sign up|sign up/, path)
  }
})

t.test('a teaser is cut between words, and a text that would make a gigabyte is shown plainly', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  const post = async (text: string): Promise<string> => {
    const { status, headers } = await admin.send('POST', '/posts', { post: { title: 'Cut', text } })
    t.equal(status, 201)
    return String(headers.get('location'))
  }
  const teaser = async (text: string): Promise<string | undefined> => {
    await post(text)
    return /<p class="text" dir="auto">(.*)<\/p>/.exec((await admin.get('/posts')).text)?.[1]
  }
  t.equal(
    await teaser('# Big\n\nIt *is*\n[short](https://example.org).\n\n- a list\n\n![not seen](/a.png) &amp; `<p>`'),
    'Big It is short. a list &amp; &lt;p&gt;'
  )
  t.equal(await teaser('word '.repeat(60)), `${'word '.repeat(48)}…`)
  for (const text of [
    `[x]: https://e.org/${'a'.repeat(50_000)}\n\n${'[x] '.repeat(12_000)}`,
    `${'|a'.repeat(5000)}|\n${'|-'.repeat(5000)}|\n${'|\n'.repeat(20_000)}`
  ]) { t.ok((await admin.get(await post(text))).text.length < 1_000_000) }
})

t.test('line breaks count once, the longest text fits into a form, and a longer one comes back whole', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  for (const [path, name, limit] of [['/posts', 'post[text]', 100_000], ['/posts/1/comments', 'comment[text]', 2000]] as const) {
    const save = async (text: string): Promise<Answer> => await admin.submit(path, { 'post[title]': 'Long', [name]: text })
    t.equal((await save('a\r\n'.repeat(limit / 2))).status, 303)
    const again = await save('a\r\n'.repeat(limit / 2) + 'end')
    t.match([again.status, again.text], [422, new RegExp(`must have at most ${limit} characters`)])
    t.match(again.text, /a\nend<\/textarea>/)
  }
  t.equal((await admin.submit('/posts', { 'post[title]': 'Faces', 'post[text]': '😀'.repeat(100_000) })).status, 303)
})
