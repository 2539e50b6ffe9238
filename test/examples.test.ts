/** The examples, over HTTP. */

import t from 'tap'
import { readFileSync } from 'node:fs'
import { startExample } from './support/examples.js'

type Anything = any

/** The status with Location or Allow, as in `201 /v1/posts/1`, and the body. */
async function ask (address: string, line: string, body?: object): Promise<[string, Anything]> {
  const [method, path] = line.split(' ') as [string, string]
  const response = await fetch(address + path, {
    method,
    redirect: 'manual',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  })
  const told = ['location', 'allow']
    .map((name) => response.headers.get(name))
    .filter((value) => value !== null)
  const text = await response.text()
  return [[response.status, ...told].join(' '), text === '' ? null : JSON.parse(text)]
}

t.test('the examples are as short as README says', async (t) => {
  for (const [name, limit] of [
    ['minimal', 30],
    ['api', 80],
    ['notes', 111],
    ['page/api', 81],
    ['page/page', 54]
  ] as const) {
    const lines = readFileSync(new URL(`../examples/${name}.ts`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
    t.ok(lines.length < limit, `${name}: ${lines.length} lines`)
  }
})

t.test('minimal prints its listing and its address, and answers', async (t) => {
  const { address, printed } = await startExample(t, 'minimal')
  t.equal(
    printed,
    `
 root GET  /          { controller: 'posts', action: 'index' }
posts GET  /posts     { controller: 'posts', action: 'index' }
      POST /posts     { controller: 'posts', action: 'create' }
 post GET  /posts/:id { controller: 'posts', action: 'show' }
`.slice(1)
  )
  t.strictSame((await ask(address, 'POST /posts', { title: 'Second' }))[0], '303 /posts/1')
  t.strictSame(await ask(address, 'GET /posts/1'), ['200', { title: 'Second' }])
  t.strictSame(await ask(address, 'GET /'), [
    '200',
    [
      { title: 'Hello', url: `${address}/posts/0` },
      { title: 'Second', url: `${address}/posts/1` }
    ]
  ])
})

t.test('turbo answers a form by a stream, or by a redirect', async (t) => {
  const { address } = await startExample(t, 'turbo')
  const add = async (title: string, accept: string) => await fetch(`${address}/tasks`, {
    method: 'POST', redirect: 'manual', headers: { accept }, body: new URLSearchParams({ 'task[title]': title })
  })
  const stream = await add('Eggs & <b>', 'text/vnd.turbo-stream.html, text/html')
  t.match(await stream.text(), /^<turbo-stream action="append" target="tasks"><template><li id="task_2">Eggs &#38; &#60;b&#62;/)
  const refused = await add('', 'text/vnd.turbo-stream.html, text/html')
  t.match([refused.status, await refused.text()], [422, /<template>must not be empty<\/template>/])
  t.equal((await add('Tea', 'text/html')).headers.get('location'), '/tasks')
})

const writing = (rows: readonly string[], prefixes: readonly string[] = ['']): string[] =>
  prefixes.flatMap((prefix) => rows.map((row) => row.replace(' ', ` ${prefix}`)))

/** The rows that write, all of which strangers may use. */
const OPEN = {
  api: writing(
    [
      'POST /posts',
      'PUT /posts/:id/publish',
      'PUT /posts/:id',
      'PATCH /posts/:id',
      'POST /posts/:post_id/comments',
      'DELETE /posts/:id'
    ],
    ['/v1', '/v2']
  ),
  notes: writing(['POST /notes', 'PUT /notes/:id', 'DELETE /notes/:id']),
  minimal: writing(['POST /posts']),
  'page/api': writing(
    ['POST /albums', 'PUT /albums/:id', 'DELETE /albums/:id', 'POST /albums/:album_id/photos'],
    ['/v1']
  )
}

for (const [name, open] of Object.entries(OPEN)) {
  t.test(`the walk of ${name} finds nothing but that strangers may write`, async (t) => {
    const { walkApp } = (await import(new URL('../dist/node/testing.js', import.meta.url).href)) as {
      walkApp: (
        createApp: () => Promise<unknown>,
        options: object
      ) => Promise<{ findings: unknown[]; access: object; unproved: string[]; text: string }>
    }
    const { log } = console
    const { env } = process
    t.teardown(() => {
      Object.assign(console, { log })
      process.env = env
    })
    console.log = () => {}
    process.env = { ...env, PORT: '0', DATABASE_FILE: ':memory:' }
    let count = 0
    const { findings, access, unproved, text } = await walkApp(
      async () => {
        // A module of its own each time, with its own records.
        const { app } = (await import(
          new URL(`../dist/examples/${name}.js?${++count}`, import.meta.url).href
        )) as { app: unknown }
        return app
      },
      { open }
    )
    t.strictSame(findings, [], text)
    // Only the notes have forms: what takes JSON alone is unproved.
    const past = name === 'notes' ? ['stranger'] : []
    t.strictSame(access, Object.fromEntries(open.sort().map((row) => [row, past])))
    t.equal(unproved.length > 0, name !== 'notes', text)
  })
}

t.test('api', async (t) => {
  const { address, printed } = await startExample(t, 'api')

  await t.test('prints the listing of both versions', async (t) => {
    const listing = `
        posts GET    /v1/posts                   { controller: 'posts', action: 'index' }
              POST   /v1/posts                   { controller: 'posts', action: 'create' }
 publish_post PUT    /v1/posts/:id/publish       { controller: 'posts', action: 'publish', id: /\\d+/ }
         post GET    /v1/posts/:id               { controller: 'posts', action: 'show', id: /\\d+/ }
              PUT    /v1/posts/:id               { controller: 'posts', action: 'update', id: /\\d+/ }
              PATCH  /v1/posts/:id               { controller: 'posts', action: 'update', id: /\\d+/ }
              DELETE /v1/posts/:id               { controller: 'posts', action: 'destroy', id: /\\d+/ }
post_comments GET    /v1/posts/:post_id/comments { controller: 'comments', action: 'index', post_id: /\\d+/ }
              POST   /v1/posts/:post_id/comments { controller: 'comments', action: 'create', post_id: /\\d+/ }
`.slice(1)
    t.equal(printed, listing + listing.replaceAll('/v1/', '/v2/'))
  })

  await t.test('both versions answer for the same posts, each with its record and its links', async (t) => {
    t.strictSame(await ask(address, 'POST /v1/posts', { post: { title: 'One', published: true } }), [
      '201 /v1/posts/1',
      { id: 1, title: 'One', published: false }
    ])
    t.strictSame(
      await ask(address, 'POST /v2/posts', { post: { title: 'Two', text: 'Hi', published_at: 'x' } }),
      ['201 /v2/posts/2', { id: 2, title: 'Two', text: 'Hi' }]
    )
    t.strictSame(await ask(address, 'PUT /v2/posts/1/publish'), ['204', null])
    t.strictSame(await ask(address, 'GET /v1/posts'), [
      '200',
      [
        { id: 1, title: 'One', published: true },
        { id: 2, title: 'Two', text: 'Hi', published: false }
      ]
    ])
    const [status, post] = await ask(address, 'GET /v2/posts/1')
    t.strictSame([status, Object.keys(post as object)], ['200', ['id', 'title', 'published_at']])
    t.equal(new Date(post.published_at as string).toISOString(), post.published_at)
    t.strictSame(await ask(address, 'PATCH /v1/posts/2', { post: { text: 'Ho' } }), [
      '200',
      { id: 2, title: 'Two', text: 'Ho', published: false }
    ])
    t.strictSame(
      await ask(address, 'POST /v1/posts/2/comments', {
        comment: { author: { name: 'Ann', email: 'ann@example.org' }, text: 'Hi' }
      }),
      ['201', { id: 1, author: { name: 'Ann' }, text: 'Hi' }]
    )
    t.strictSame(await ask(address, 'GET /v2/posts/2/comments'), [
      '200',
      [{ id: 1, author: { name: 'Ann' }, text: 'Hi' }]
    ])
    t.strictSame(await ask(address, 'DELETE /v2/posts/2'), ['204', null])
    t.strictSame((await ask(address, 'GET /v1/posts/2'))[0], '404')
    t.strictSame(
      (await ask(address, 'POST /v1/posts', { post: { title: 'Three' } }))[0],
      '201 /v1/posts/3',
      'no id comes twice'
    )
  })

  for (const version of ['v1', 'v2']) {
    await t.test(`${version} refuses what it must`, async (t) => {
      const refusals: Array<[string, object | undefined, string, string]> = [
        ['POST posts', { post: { title: '' } }, '400', 'title must not be empty'],
        ['POST posts', { post: { text: 'One' } }, '400', 'title must not be empty'],
        ['POST posts', {}, '400', 'title must not be empty'],
        ['GET posts/9007199254740993', undefined, '400', 'id must be a whole number'],
        ['GET posts/9', undefined, '404', 'There is no post 9'],
        ['PATCH posts/9', { post: { title: 'x' } }, '404', 'There is no post 9'],
        ['DELETE posts/9', undefined, '404', 'There is no post 9'],
        ['GET posts/9/comments', undefined, '404', 'There is no post 9'],
        ['GET posts/one', undefined, '404', `Route GET:/${version}/posts/one not found`],
        ['GET posts/1/edit', undefined, '404', `Route GET:/${version}/posts/1/edit not found`],
        [
          'PUT posts',
          {},
          '405 GET, HEAD, POST',
          `PUT is not allowed for '/${version}/posts', which answers GET, HEAD, POST`
        ],
        [
          'POST posts/1',
          {},
          '405 GET, HEAD, DELETE, PATCH, PUT',
          `POST is not allowed for '/${version}/posts/1', which answers GET, HEAD, DELETE, PATCH, PUT`
        ]
      ]
      for (const [line, body, status, message] of refusals) {
        const [told, answer] = await ask(address, line.replace(' ', ` /${version}/`), body)
        t.strictSame([told, answer.message], [status, message], line)
      }
    })

    await t.test(`${version} has an OpenAPI document of its own`, async (t) => {
      const [, { info, paths, components }] = await ask(address, `GET /${version}/openapi.json`)
      t.strictSame(info, { title: 'Posts', version })
      t.strictSame(
        Object.entries(paths as object).flatMap(([path, methods]) =>
          Object.entries(methods as object).map(
            ([method, { operationId }]) => `${operationId as string} ${method} ${path}`
          )
        ),
        [
          `listPosts get /${version}/posts`,
          `createPost post /${version}/posts`,
          `publishPost put /${version}/posts/{id}/publish`,
          `showPost get /${version}/posts/{id}`,
          `updatePost put /${version}/posts/{id}`,
          `updatePostPatch patch /${version}/posts/{id}`,
          `destroyPost delete /${version}/posts/{id}`,
          `listPostComments get /${version}/posts/{post_id}/comments`,
          `createPostComment post /${version}/posts/{post_id}/comments`
        ]
      )
      const { $ref } = paths[`/${version}/posts/{id}`].get.responses['200'].content['application/json'].schema
      const { properties } = components.schemas[($ref as string).split('/').at(-1) as string]
      t.strictSame(Object.keys(properties as object), [
        'id',
        'title',
        'text',
        version === 'v1' ? 'published' : 'published_at'
      ])
    })
  }
})

t.test('notes', async (t) => {
  const { address } = await startExample(t, 'notes')
  const send = async (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {}
  ): Promise<[string, string]> => {
    const response = await fetch(address + path, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
      headers
    })
    return [`${response.status} ${response.headers.get('location') ?? ''}`.trim(), await response.text()]
  }
  const get = async (path: string): Promise<string> => await (await fetch(address + path)).text()
  const note = (title: string, text: string): Record<string, string> => ({
    'note[title]': title,
    'note[text]': text
  })

  await t.test('a note is written, found, changed and deleted', async (t) => {
    t.equal((await send('/notes', note('First <b>', 'Milk & eggs')))[0], '303 /notes/1')
    t.equal((await send('/notes', note('Second', '')))[0], '303 /notes/2')
    t.match(await get('/notes/1'), /<h1>First &#60;b&#62;<\/h1>\s*<p[^>]*>Milk &#38; eggs<\/p>/)
    const linked = async (path: string): Promise<string[]> =>
      [...(await get(path)).matchAll(/href="\/notes\/(\d+)"/g)].map(([, id]) => id as string)
    t.strictSame(await linked('/'), ['2', '1'])
    t.strictSame(await linked('/notes?q=EGGS'), ['1'])
    t.strictSame(await linked('/notes?q='), ['2', '1'])
    t.strictSame(await linked('/notes?q=%25'), [])
    t.equal((await send('/notes/2', { _method: 'put', ...note('Third', 'x') }))[0], '303 /notes/2')
    t.match(await get('/notes/2'), /<h1>Third/)
    t.equal((await send('/notes/2', { _method: 'delete' }))[0], '303 /notes')
  })

  await t.test('what fails is a page', async (t) => {
    for (const [path, init, status, text] of [
      ['/notes/99', {}, 404, /<h1>Not found<\/h1>[\s\S]*href="\/notes"/],
      ['/elsewhere', {}, 404, /<h1>Not found/],
      ['/notes?q[a]=b', {}, 400, /<h1>Bad Request/],
      ['/notes', { method: 'DELETE' }, 405, /<h1>Method Not Allowed/]
    ] as const) {
      const response = await fetch(address + path, { headers: { accept: 'text/html' }, ...init })
      t.match([response.status, response.headers.get('content-type')], [status, /^text\/html/], path)
      t.match(await response.text(), text)
    }
  })

  await t.test('an invalid form comes back with its values and messages', async (t) => {
    const [status, text] = await send('/notes', note('', 'kept <i>'))
    t.equal(status, '422')
    t.match(text, /<h1>New note[\s\S]*action="\/notes"[\s\S]*must not be empty[\s\S]*kept &#60;i&#62;/)
    t.match(await send('/notes', note('First <b>', '')), ['422', /is taken by another note/])
    t.match(await send('/notes/1', { _method: 'put', ...note('', 'new text') }), [
      '422',
      /<h1>Edit note[\s\S]*action="\/notes\/1"[\s\S]*must not be empty[\s\S]*new text/
    ])
    t.equal(
      (await send('/notes/1', { _method: 'put', ...note('First <b>', 'new text') }))[0],
      '303 /notes/1',
      'its own title is not taken'
    )
  })

  await t.test('a page of another site changes nothing', async (t) => {
    for (const path of ['/notes', '/notes/1']) {
      t.equal((await send(path, { _method: 'delete' }, { origin: 'https://evil.org' }))[0], '403')
    }
    t.match(await get('/notes/1'), /First/)
  })
})
