/** `version`: a write that names an old version of its record is refused, before the action runs. */

import t from 'tap'
import compressPlugin from '@fastify/compress'
import etagPlugin from '@fastify/etag'
import multipartPlugin from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import resourcesPlugin, { createFormHelpers, draw, fieldError, sendFieldErrors, staleError } from '../../../lib/index.js'
import type { InvalidForm, Routes } from '../../../lib/index.js'
import { createClient } from '../../../lib/client.js'
import { injectFetch, walkApp } from '../../../lib/testing.js'
import { createFormHelpers as createBareHelpers } from '../../../lib/urls.js'
import { MULTIPART, URLENCODED, multipart } from '../../support/forms.js'

type Anything = any

const Post = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1 },
    day: { type: 'string', format: 'date' },
    secret: { type: 'string', writeOnly: true },
    tags: { type: 'array', items: { type: 'string' } },
    author: { type: 'object', properties: { name: { type: 'string' }, pin: { type: 'string', writeOnly: true } } },
    lockVersion: { type: 'integer', readOnly: true }
  }
}

/** The record of any id, in version 7. */
const loaded = (): Anything => ({ id: 1, title: 'Saved', secret: 'S', lockVersion: 7 })

const see = async ({ expectedVersion, body }: FastifyRequest): Promise<object> =>
  ({ ran: true, expectedVersion, ...(body as object | null) })

/** One handler for each action of the trees here. */
const everyAction = (handler: Anything): Record<string, Anything> => Object.fromEntries(
  ['index', 'new', 'create', 'show', 'edit', 'update', 'destroy', 'publish', 'touch', 'plain', 'search']
    .map((name) => [name, handler])
)

async function createApp (
  routes: Routes, controllers: Anything, before: (app: FastifyInstance) => unknown = () => undefined
): Promise<FastifyInstance> {
  const app = Fastify()
  await before(app)
  await app.register(resourcesPlugin, { routes, controllers })
  await app.ready()
  return app
}

const versioned = { version: 'lockVersion', load: loaded, ...everyAction(see) }

const tree = draw({ patch: true }, (map) => map
  .resources('posts', { member: { publish: 'post', touch: 'any' }, collection: { search: 'post' } }, (posts) =>
    posts
      .resources('comments', { only: ['create', 'update', 'destroy'] })
      .resources('notes', { shallow: true, only: ['update'] }))
  .resource('account', { only: ['show', 'create', 'update', 'destroy'] })
  .resources('tags', { only: 'none' }, (tags) => tags.resources('labels', { only: 'update' }))
  .namespace('admin', (admin) => admin.resources('posts', { only: 'update', param: 'slug' }))
  .resources('reports', { only: ['show', 'update'], formats: ['json', 'csv'] } as Anything)
  .route('plain', '/plain/:id', { controller: 'posts', action: 'plain', method: 'put', defaults: { id: null } })
  .route('glob', '/glob/*id', { controller: 'posts', action: 'plain', method: 'put' }))

const controllers = Object.fromEntries(
  ['posts', 'comments', 'notes', 'accounts', 'tags', 'labels', 'admin/posts', 'reports'].map((name) => [name, versioned])
)

/** For each, whether the row has a record of its own, whose version is checked. */
const ROWS: ReadonlyArray<readonly [line: string, isChecked: boolean]> = [
  ['PUT /posts/1', true],
  ['PATCH /posts/1', true],
  ['DELETE /posts/1', true],
  ['POST /posts/1/publish', true],
  ['POST /posts/1/touch', true],
  ['DELETE /posts/1/touch', true],
  ['GET /posts/1/touch', false],
  ['GET /posts/1', false],
  ['HEAD /posts/1', false],
  ['GET /posts/1/edit', false],
  ['POST /posts', false],
  ['POST /posts/search', false],
  ['POST /posts/1/comments', false],
  ['PUT /posts/1/comments/2', true],
  ['DELETE /posts/1/comments/2', true],
  ['PUT /notes/2', true],
  ['PUT /account', true],
  ['DELETE /account', true],
  ['POST /account', false],
  ['PUT /tags/1/labels/2', true],
  ['PUT /admin/posts/a', true],
  ['PUT /reports/1.json', true],
  ['PUT /plain/1', true],
  ['PUT /plain', false],
  ['PUT /glob/a/b', true]
]

t.test('a write of a record is refused where If-Match, or the field of a form, names an old version', async (t) => {
  const app = await createApp(tree, controllers)
  for (const [line, isChecked] of ROWS) {
    const [method, url] = line.split(' ') as ['PUT', string]
    const send = async (headers: Record<string, string>, payload?: string): Promise<number> =>
      (await app.inject({ method, url, headers, payload: payload as string })).statusCode
    const form = { 'content-type': URLENCODED }
    const isRead = ['GET', 'HEAD'].includes(method)
    t.strictSame(
      [
        await send({ 'if-match': '"6:application/json"' }),
        await send({ 'if-match': '"7:application/json"' }),
        await send({}),
        ...isRead ? [] : [await send(form, '_version=6'), await send(form, '_version=7')]
      ],
      isChecked ? [412, 200, 200, 409, 200] : [200, 200, 200, ...isRead ? [] : [200, 200]],
      line
    )
  }
})

t.test('each of two registrations checks the property of its own', async (t) => {
  const routes = draw((map) => map.resources('posts', { only: 'update' }))
  const app = Fastify()
  for (const [prefix, version, value] of [['/a', 'lockVersion', 7], ['/b', 'revision', 'x']] as const) {
    const posts = { version, load: () => ({ id: 1, [version]: value }), update: see }
    await app.register(async (scope) => {
      await scope.register(resourcesPlugin, { routes, controllers: { posts } })
    }, { prefix })
  }
  const send = async (prefix: string, tag: string): Promise<number> =>
    (await app.inject({ method: 'PUT', url: `${prefix}/posts/1`, headers: { 'if-match': `"${tag}"` } })).statusCode
  t.strictSame(
    [await send('/a', '7'), await send('/a', 'x'), await send('/b', 'x'), await send('/b', '7')],
    [200, 412, 200, 412]
  )
})

t.test('a client of the tree sends the tag that it has read', async (t) => {
  let post = { id: 1, title: 'First', lockVersion: 1 }
  const routes = draw({ api: true }, (map) => map.resources('posts', { only: ['show', 'update'] }))
  const app = await createApp(routes, {
    posts: {
      record: Post,
      version: 'lockVersion',
      load: () => post,
      show: async ({ record }: Anything) => record,
      update: async ({ body, record }: Anything) =>
        (post = { ...record, ...body.post, lockVersion: record.lockVersion + 1 })
    }
  })
  const client: Anything = createClient(routes, { fetch: injectFetch(app), ifMatch: 'lockVersion' })
  const { response } = await client.posts.show.try(1)
  const headers = { 'if-match': response.headers.get('etag') as string }
  const first = await client.posts.show(1)
  const save = async (record: object | number, title: string, options: object = {}): Promise<number> => {
    const { status } = await client.posts.update.try(record, { title }, options)
    return status
  }
  t.strictSame([await save(1, 'Second', { headers }), await save(1, 'Third', { headers })], [200, 412])
  const second = await client.posts.show(1)
  t.strictSame(
    [await save(first, 'Third'), await save(second, 'Third'), await save(second, 'Fourth'), await save(1, 'Fifth')],
    [412, 200, 412, 200]
  )
  t.equal(post.title, 'Fifth')
})

t.test('a client sends the version of the record that it writes, and of no other', async (t) => {
  const sent: Array<string | null> = []
  const client: Anything = createClient(tree, {
    ifMatch: 'lockVersion',
    fetch: async (_, { headers }) => {
      sent.push(new Headers(headers).get('if-match'))
      return new Response()
    }
  })
  const post = { id: 1, slug: 'a', lockVersion: 7 }
  const other = { id: 2, lockVersion: 'ü "' }
  const [own, ofOther] = ['"7:application/json"', '"%C3%BC%20%22:application/json"']
  const cases: ReadonlyArray<readonly [title: string, call: () => Promise<unknown>, tag: string | null]> = [
    ['update', async () => await client.posts.update(post, {}), own],
    ['destroy', async () => await client.posts.destroy(post), own],
    ['a member action', async () => await client.posts.publish(post), own],
    ['any that is a GET', async () => await client.posts.touch(post), null],
    ['any that writes', async () => await client.posts.touch(post, { body: {} }), own],
    ['show', async () => await client.posts.show(post), null],
    ['edit', async () => await client.posts.edit(post, { as: 'text' }), null],
    ['an id alone', async () => await client.posts.update(1, {}), null],
    ['a create below it', async () => await client.comments.create(post, {}), null],
    ['a nested record', async () => await client.comments.update(post, other, {}), ofOther],
    ['by name', async () => await client.comments.destroy({ post_id: post, id: other }), ofOther],
    ['a nested id', async () => await client.comments.destroy(post, 2), null],
    ['a shallow one', async () => await client.notes.update(other, {}), ofOther],
    ['a parent without rows', async () => await client.labels.update(post, other, {}), ofOther],
    ['a record by another property', async () => await client.admin.posts.update(post, {}), own],
    ['a singleton', async () => await client.accounts.update(post), null],
    ['a format', async () => await client.reports.update(other, {}, { format: 'json' }), ofOther],
    ['a collection', async () => await client.posts.search({ body: post }), null],
    ['headers of the call', async () => await client.posts.destroy(post, { headers: { 'If-Match': '*' } }), '*']
  ]
  for (const [title, call, tag] of cases) {
    await call()
    t.equal(sent.pop(), tag, title)
  }
})

t.test('a write of a record without its version is an error, and nothing is sent', async (t) => {
  const sent: unknown[] = []
  const client: Anything = createClient(tree, {
    ifMatch: 'lockVersion',
    fetch: async (url) => {
      sent.push(url)
      return new Response()
    }
  })
  const withoutIt = ': ifMatch: the record has no lockVersion that is a text or a number'
  const instead = '; give its id alone to write without a version'
  const old = { id: 1, lockVersion: 3 }
  const calls: ReadonlyArray<readonly [call: () => Promise<unknown>, message: string]> = [
    [async () => await client.posts.update({ id: 1 }, {}), `client.posts.update()${withoutIt}${instead}`],
    [
      async () => await client.posts.update({ id: 1, lockVersoin: 2 }, {}),
      `client.posts.update()${withoutIt}; did you mean 'lockVersoin'?${instead}`
    ],
    [async () => await client.posts.destroy({ id: 1, lockVersion: null }), `client.posts.destroy()${withoutIt}${instead}`],
    [async () => await client.posts.destroy({ id: 1, lockVersion: true }), `client.posts.destroy()${withoutIt}${instead}`],
    [async () => await client.posts.destroy({ id: 1, lockVersion: NaN }), `client.posts.destroy()${withoutIt}${instead}`],
    [async () => await client.posts.publish({ id: 1 }), `client.posts.publish()${withoutIt}${instead}`],
    [async () => await client.posts.touch({ id: 1 }, { body: {} }), `client.posts.touch()${withoutIt}${instead}`],
    [async () => await client.comments.update(old, { id: 2 }, {}), `client.comments.update()${withoutIt}${instead}`],
    [async () => await client.comments.destroy({ post_id: old, id: { id: 2 } }), `client.comments.destroy()${withoutIt}${instead}`],
    [async () => await client.admin.posts.update({ slug: 'a' }, {}), `client.admin.posts.update()${withoutIt}${instead}`]
  ]
  for (const [call, message] of calls) await t.rejects(call(), { code: 'FST_RESOURCES_URL', message })
  t.strictSame(sent, [])
  await client.posts.destroy({ id: 1 }, { headers: { 'if-match': '"7"' } })
  await client.posts.show({ id: 1 })
  await client.posts.update(1, {})
  await client.comments.create({ id: 1 }, {})
  t.equal(sent.length, 4, 'with a header of its own, a read, an id alone, a create')
})

t.test('a form that names its method is checked as the request that it becomes', async (t) => {
  const app = await createApp(tree, controllers)
  for (const line of ['put /posts/1', 'patch /posts/1', 'delete /posts/1', 'put /account']) {
    const [method, url] = line.split(' ') as [string, string]
    const send = async (version: number): Promise<number> => (await app.inject({
      method: 'POST', url, headers: { 'content-type': URLENCODED }, payload: `_method=${method}&_version=${version}`
    })).statusCode
    t.strictSame([await send(6), await send(7)], [409, 200], line)
  }
})

/** What a request names, by its version 7, and whether it fits. Undefined leaves it to `requireVersion`. */
type Named = readonly [name: string, ifMatch: string | undefined, field: string | undefined, fits?: boolean]

const NAMED: readonly Named[] = [
  ['nothing', undefined, undefined],
  ['any version', '*', undefined],
  ['the tag', '"7:application/json"', undefined, true],
  ['the tag of another format', '"7:text/csv"', undefined, true],
  ['the version alone', '"7"', undefined, true],
  ['a tag that a proxy marks as weak', 'W/"7:application/json"', undefined, true],
  ['a tag that a proxy extends', '"7:application/json-gzip"', undefined, true],
  ['one of several tags', '"5:a", "7:a"', undefined, true],
  ['no quotes', '7', undefined, false],
  ['nothing in the header', '', undefined, false],
  ['a longer version', '"77:application/json"', undefined, false],
  ['an escape that is none', '"%:a"', undefined, false],
  ['the field', undefined, '_version=7', true],
  ['the last of several fields', undefined, '_version=6&_version=7', true],
  ['an old last field', undefined, '_version=7&_version=6', false],
  ['a blank field', undefined, '_version=', false],
  ['a nested field', undefined, '_version[a]=7', false],
  ['the field of a record', undefined, 'post[_version]=6'],
  ['both', '"7"', '_version=7', true],
  ['an old tag and the field', '"6"', '_version=7', false],
  ['the tag and an old field', '"7"', '_version=6', false]
]

t.test('what names a version: a tag of If-Match, the last field of a form, never JSON', async (t) => {
  const app = await createApp(tree, controllers)
  const strict = await createApp(tree, { ...controllers, posts: { ...versioned, requireVersion: true } })
  for (const [name, ifMatch, field, fits] of NAMED) {
    const send = async (to: FastifyInstance): Promise<unknown[]> => {
      const response = await to.inject({
        method: 'PUT',
        url: '/posts/1',
        headers: {
          ...(ifMatch !== undefined && { 'if-match': ifMatch }),
          ...(field !== undefined && { 'content-type': URLENCODED })
        },
        payload: field as string
      })
      return [response.statusCode, response.json().expectedVersion ?? null]
    }
    const refused = [ifMatch === undefined || ifMatch === '*' ? 409 : 412, null]
    const answer = fits === true ? [200, 7] : refused
    const expected = fits === undefined ? [[200, null], [428, null]] : [answer, answer]
    t.strictSame([await send(app), await send(strict)], expected, name)
  }
  const json = await app.inject({ method: 'PUT', url: '/posts/1', payload: { _version: 6 } })
  t.strictSame(json.json(), { ran: true, expectedVersion: null, _version: 6 })
})

t.test('only a write of a record requires a version', async (t) => {
  const strict = { ...versioned, requireVersion: true }
  const all = Object.fromEntries(Object.keys(controllers).map((name) => [name, name === 'tags' ? versioned : strict]))
  const app = await createApp(tree, all)
  for (const [line, isChecked] of ROWS) {
    const [method, url] = line.split(' ') as ['PUT', string]
    const { statusCode } = await app.inject({ method, url })
    t.equal(statusCode, isChecked ? 428 : 200, line)
  }
  const { code } = (await app.inject({ method: 'PUT', url: '/posts/1' })).json()
  t.equal(code, 'FST_RESOURCES_NO_VERSION')
})

const VERSIONS: ReadonlyArray<readonly [version: unknown, tag: string]> = [
  [0, '"0:application/json"'],
  [-1.5, '"-1.5:application/json"'],
  [7n, '"7:application/json"'],
  ['a"b: é\n', '"a%22b%3A%20%C3%A9%0A:application/json"'],
  ['', '":application/json"']
]

t.test('any number and any text is a version: its tag and its field come back', async (t) => {
  for (const [version, tag] of VERSIONS) {
    const app = await createApp(draw((map) => map.resources('posts', { only: ['show', 'update'] })), {
      posts: {
        version: 'v',
        load: () => ({ v: version }),
        show: async () => ({}),
        update: async ({ expectedVersion }: Anything) => ({ isSame: expectedVersion === version })
      }
    })
    const { headers: { etag } } = await app.inject('/posts/1')
    const send = async (headers: object, payload?: string): Promise<unknown> =>
      (await app.inject({ method: 'PUT', url: '/posts/1', headers: headers as {}, payload: payload as string })).json()
    t.strictSame([
      etag,
      await send({ 'if-match': etag }),
      await send({ 'content-type': URLENCODED }, String(new URLSearchParams({ _version: String(version) })))
    ], [tag, { isSame: true }, { isSame: true }])
  }
})

const INVALID: ReadonlyArray<readonly [version: unknown, found: string]> = [
  [new Date(0), 'an instance of Date'], [undefined, 'undefined'], [null, 'null'], [NaN, 'NaN']
]

t.test('a loaded record without a number or a text is an error of the app, whether or not a request names a version', async (t) => {
  for (const [version, found] of INVALID) {
    for (const requireVersion of [true, false]) {
      let ran = 0
      const act = async (): Promise<object> => ({ ran: ran++ })
      const load = (): object => ({ lockVersion: version })
      const broken = { ...versioned, ...everyAction(act), load, requireVersion }
      // No row writes to one tag.
      const each = Object.fromEntries(Object.keys(controllers).map((name) => [name, broken]))
      const all = { ...each, tags: { ...versioned, ...everyAction(act), load } }
      const app = await createApp(tree, all)
      const lines = ROWS.filter(([, isChecked]) => isChecked).map(([line]) => line)
      for (const line of ['GET /posts/1', 'GET /account', ...lines]) {
        const [method, url] = line.split(' ') as ['PUT', string]
        for (const headers of [{}, { 'if-match': '*' }, { 'if-match': '"7"' }, { 'if-none-match': '"7"' }]) {
          t.match((await app.inject({ method, url, headers: headers as {} })).json(), {
            statusCode: 500,
            code: 'FST_RESOURCES_LOAD',
            message: `load: expected a number or a text as 'lockVersion', got ${found}`
          }, line)
        }
      }
      t.equal(ran, lines.length === 0 ? 0 : 8, 'only the action of a show runs')
    }
  }
})

/** Of writes: If-Match, If-None-Match, and the status. */
const CONDITIONS: ReadonlyArray<readonly [match: string | undefined, noneMatch: string, status: number]> = [
  [undefined, '*', 412], [undefined, ' * ', 412], [undefined, '"7:application/json"', 412], [undefined, 'W/"7"', 412],
  [undefined, '"5", "7"', 412], ['"7"', '*', 412], ['"7"', '"7"', 412],
  [undefined, '"6:application/json"', 200], [undefined, '', 200], ['"7"', '"6"', 200], ['"6"', '"6"', 412]
]

t.test('a write is refused where If-None-Match names the version of the record, or any', async (t) => {
  const app = await createApp(tree, controllers)
  for (const [line, isChecked] of ROWS) {
    const [method, url] = line.split(' ') as ['PUT', string]
    for (const [match, noneMatch, status] of CONDITIONS) {
      const headers = { ...(match !== undefined && { 'if-match': match }), 'if-none-match': noneMatch }
      const response = await app.inject({ method, url, headers })
      t.equal(response.statusCode, isChecked ? status : 200, `${line} ${JSON.stringify(headers)}`)
    }
  }
  const put = { method: 'PUT', url: '/posts/1', headers: { 'if-none-match': '*' } } as const
  t.match((await app.inject(put)).json(), {
    code: 'FST_RESOURCES_MATCHED', message: 'the record exists, and has a version that If-None-Match excludes'
  })
  const strict = await createApp(tree, {
    ...controllers, posts: { ...versioned, requireVersion: true }
  })
  const noneMatch = async (tag: string): Promise<number> =>
    (await strict.inject({ ...put, headers: { 'if-none-match': tag } })).statusCode
  t.strictSame([await noneMatch('*'), await noneMatch('"6"')], [412, 428], 'it names no version to write over')
})

/** What an action answers with, and the tag of its answer. */
const ANSWERS: ReadonlyArray<readonly [name: string, show: Anything, etag?: string]> = [
  ['an object', async () => ({}), '"7:application/json"'],
  ['a text', async () => 'text', '"7:text/plain"'],
  ['XML', async (_: unknown, reply: FastifyReply) => reply.type('text/xml').send('<a/>'), '"7:text/xml"'],
  ['bytes', async () => Buffer.from('a'), '"7:application/octet-stream"'],
  ['a page', async (_: unknown, reply: FastifyReply) => reply.type('text/html; charset=utf-8').send('<p>')],
  ['another status', async (_: unknown, reply: FastifyReply) => reply.code(202).send({})],
  ['an error', async () => { throw new Error('no') }],
  ['nothing', async (_: unknown, reply: FastifyReply) => reply.send()]
]

t.test('an answer of show that is no page has a tag of the version and the media type, and so has HEAD', async (t) => {
  for (const [name, show, tag] of ANSWERS) {
    const app = await createApp(draw((map) => map.resources('posts', { only: 'show' })), {
      posts: { version: 'lockVersion', load: loaded, show }
    })
    for (const method of ['GET', 'HEAD'] as const) {
      t.equal((await app.inject({ method, url: '/posts/1' })).headers.etag, tag, `${method}: ${name}`)
    }
  }
})

t.test('create and update have the tag of the record that they answer with, so the next write needs no GET', async (t) => {
  const tag = (version: unknown): string => `"${String(version)}:application/json"`
  for (const [title, answer, etag] of [
    ['the record', async () => ({ id: 1, title: 'A', lockVersion: 8 }), tag(8)],
    ['one with a status', async (_: unknown, reply: Anything) => reply.code(200).send({ id: 1, title: 'A', lockVersion: 'a b' }), tag('a%20b')],
    ['one without its version', async () => ({ id: 1, title: 'A' }), undefined],
    ['a version that no tag can have', async () => ({ id: 1, title: 'A', lockVersion: NaN }), undefined],
    ['null', async () => ({ id: 1, title: 'A', lockVersion: null }), undefined],
    ['a list', async () => [{ id: 1, title: 'A', lockVersion: 8 }], undefined],
    ['a text', async (_: unknown, reply: Anything) => reply.type('application/json').send('{"lockVersion":8}'), undefined],
    ['nothing', async (_: unknown, reply: Anything) => reply.code(204).send(), undefined],
    ['another status', async (_: unknown, reply: Anything) => reply.code(202).send({ lockVersion: 8 }), undefined],
    ['a redirect', async (_: unknown, reply: Anything) => reply.redirect('/', 303), undefined],
    ['an error', async () => { throw Object.assign(new Error('no'), { statusCode: 422, lockVersion: 8 }) }, undefined],
    ['a page', async (_: unknown, reply: Anything) => reply.type('text/html').serializer(() => '').send({ lockVersion: 8 }), undefined]
  ] as Array<[string, Anything, string | undefined]>) {
    const actions = { version: 'lockVersion', load: loaded, create: answer, update: answer, publish: answer, destroy: answer }
    const routes = draw((map) => map
      .resources('posts', { only: ['create', 'update', 'destroy'], member: { publish: 'post' } })
      .resource('account', { only: ['create', 'update'] }))
    const app = await createApp(routes, { posts: actions, accounts: actions })
    for (const [line, expected] of [
      ['POST /posts', etag], ['PUT /posts/1', etag], ['POST /account', etag], ['PUT /account', etag],
      ['DELETE /posts/1', undefined], ['POST /posts/1/publish', undefined]
    ] as const) {
      const [method, url] = line.split(' ') as ['POST', string]
      t.equal((await app.inject({ method, url })).headers.etag, expected, `${line}: ${title}`)
    }
  }
  let stored = { id: 1, title: 'First', lockVersion: 1 }
  const app = await createApp(draw({ api: true }, (map) => map.resources('posts', { only: ['create', 'update'] })), {
    posts: {
      record: Post,
      responses: true,
      version: 'lockVersion',
      requireVersion: true,
      load: () => stored,
      create: async () => stored,
      update: async () => (stored = { ...stored, lockVersion: stored.lockVersion + 1 })
    }
  })
  const payload = { title: 'A' }
  let { headers: { etag } } = await app.inject({ method: 'POST', url: '/posts', payload })
  for (const version of [2, 3]) {
    const response = await app.inject({ method: 'PUT', url: '/posts/1', payload, headers: { 'if-match': etag as string } })
    etag = response.headers.etag
    t.strictSame([response.statusCode, etag], [200, tag(version)], 'a schema of answers keeps it')
  }
})

/** Whether an answer is 304, without `etag`, then with it. */
const UNCHANGED: ReadonlyArray<readonly [ifNoneMatch: string, isUnchanged: boolean]> = [
  ['"7:application/json"', true],
  ['W/"7:application/json"', true],
  ['"6:application/json", "7:application/json"', true],
  ['"6:application/json"', false],
  ['"7:text/csv"', false],
  ['*', true],
  [' * ', true]
]

t.test('only with etag an If-None-Match with the tag gets a 304', async (t) => {
  for (const etag of [undefined, false, true]) {
    const app = await createApp(draw((map) => map.resources('posts', { only: ['show', 'edit'] })), {
      posts: { ...versioned, etag, show: async () => ({ long: 'text' }) }
    })
    for (const method of ['GET', 'HEAD'] as const) {
      for (const [header, isUnchanged] of UNCHANGED) {
        const response = await app.inject({ method, url: '/posts/1', headers: { 'if-none-match': header } })
        const is304 = isUnchanged && etag === true
        t.strictSame([response.statusCode, response.headers.etag, response.body === ''],
          [is304 ? 304 : 200, '"7:application/json"', is304 || method === 'HEAD'], `${method} ${header}`)
      }
    }
  }
})

t.test('a page and a stream get no 304', async (t) => {
  const app = await createApp(draw((map) => map.resources('posts', { only: ['show'] })), {
    posts: {
      ...versioned,
      etag: true,
      show: async ({ query }: Anything, reply: FastifyReply) => query.page === undefined
        ? Buffer.from('bytes')
        : reply.type('text/html').send('<p>')
    }
  })
  const ask = async (query: string): Promise<unknown> => (await app.inject({
    url: `/posts/1${query}`, headers: { 'if-none-match': '"7:application/octet-stream", "7:text/html"' }
  })).statusCode
  t.strictSame([await ask(''), await ask('?page=1')], [200, 200])
})

t.test('beside @fastify/etag and @fastify/compress a page has the tag of its text, an answer that of its version', async (t) => {
  const routes = draw((map) => map.resources('posts', { only: ['show', 'update'] }))
  const show = async (_: unknown, reply: FastifyReply): Promise<unknown> => reply.respondTo({
    html: () => '<p>'.repeat(1000), json: () => ({ title: 'long '.repeat(1000) })
  })
  const app = await createApp(routes, { posts: { ...versioned, show } }, async (app) => {
    await app.register(etagPlugin)
    await app.register(compressPlugin)
  })
  const ask = async (headers: Record<string, string>): Promise<Anything> =>
    await app.inject({ url: '/posts/1', headers: { 'accept-encoding': 'gzip', ...headers } })
  const [json, page] = [await ask({ accept: 'application/json' }), await ask({ accept: 'text/html' })]
  t.strictSame([json, page].map(({ headers }) => headers['content-encoding']), ['gzip', 'gzip'])
  t.equal(json.headers.etag, '"7:application/json"')
  t.match(page.headers.etag, /^"(?!7:)/)
  t.equal((await ask({ accept: 'text/html', 'if-none-match': page.headers.etag })).statusCode, 304)
  t.equal((await ask({ accept: 'application/json', 'if-none-match': json.headers.etag })).statusCode, 200)
  const saved = await app.inject({ method: 'PUT', url: '/posts/1', headers: { 'if-match': json.headers.etag } })
  t.equal(saved.statusCode, 200)
})

t.test('a guard comes first, so no stranger learns of a version or sees the record', async (t) => {
  const refuse = async (_: unknown, reply: FastifyReply): Promise<unknown> => reply.code(403).send()
  const guards: Anything[] = [
    { routeOptions: { onRequest: refuse }, update: see },
    { routeOptions: { preHandler: refuse }, update: see },
    { update: { onRequest: refuse, handler: see } },
    { update: { preHandler: refuse, handler: see } }
  ]
  for (const guard of guards) {
    const app = await createApp(draw((map) => map.resources('posts', { only: 'update' })), {
      posts: { version: 'lockVersion', requireVersion: true, load: loaded, invalid: async () => 'shown', ...guard }
    })
    const statuses = await Promise.all(['"6"', '"7"', '*'].map(async (ifMatch) =>
      (await app.inject({ method: 'PUT', url: '/posts/1', headers: { 'if-match': ifMatch } })).statusCode))
    const form = await app.inject({
      method: 'PUT', url: '/posts/1', headers: { 'content-type': URLENCODED }, payload: '_version=6'
    })
    t.strictSame([...statuses, form.statusCode], [403, 403, 403, 403])
  }
})

/** A text, since objects lose what the record hides. */
const shown = async ({ record }: Anything, reply: FastifyReply, form: InvalidForm): Promise<string> => {
  reply.type('application/json')
  return JSON.stringify({ status: reply.statusCode, record, ...form })
}

const SOMEBODY = 'was changed by somebody else since this page was opened; check it, and send it again'
/** The record of a page. */
const current = (): Anything => ({
  id: 1,
  title: 'Saved',
  day: new Date(2026, 0, 31),
  secret: 'S',
  tags: ['a', 'b'],
  author: { name: 'Ann', pin: '1' },
  lockVersion: 7
})

/** What a visitor wrote, and what the form shows again. */
const WRITTEN: ReadonlyArray<readonly [fields: string, values: object]> = [
  ['', { title: 'Saved', tags: ['a', 'b'] }],
  ['post[title]=Mine', { title: 'Mine', tags: ['a', 'b'] }],
  ['post[tags][]=c&post[author][name]=Bob', { title: 'Saved', tags: ['c'], author: { name: 'Bob' } }],
  ['post[lockVersion]=6&post[id]=2&post[other]=3&post[constructor]=4', { title: 'Saved' }]
]

t.test('an old version of a form is a 409 by invalid, with what was written and one message', async (t) => {
  const app = await createApp(draw((map) => map.resources('posts', { only: 'update' })), {
    posts: { record: Post, version: 'lockVersion', load: current, invalid: shown, update: see }
  })
  for (const [fields, written] of WRITTEN) {
    const response = await app.inject({
      method: 'POST',
      url: '/posts/1',
      headers: { 'content-type': URLENCODED },
      payload: `_method=put&_version=6&${fields}`
    })
    const { status, errors, values, record } = response.json()
    t.strictSame([response.statusCode, status, values.lockVersion, record.lockVersion, errors], [
      409, 409, 7, 7, { '': [SOMEBODY] }
    ], fields)
    t.match(values, written)
  }
})

t.test('what is invalid comes back as old too, since another answer would forget the version', async (t) => {
  const app = await createApp(draw((map) => map.resources('posts', { only: 'update' })), {
    posts: { record: Post, version: 'lockVersion', load: current, invalid: shown, update: see }
  })
  const send = async (payload: string): Promise<unknown[]> => {
    const { statusCode, body } = await app.inject({
      method: 'PUT', url: '/posts/1', headers: { 'content-type': URLENCODED }, payload
    })
    return [statusCode, JSON.parse(body).values]
  }
  const values = { ...current(), day: current().day.toJSON(), title: '', author: { name: 'Ann' } }
  delete values.secret
  t.strictSame(await send('_version=6&post[title]='), [409, values])
  t.strictSame(await send('_version=7&post[title]='), [422, values])
})

t.test('so are those of a singleton without a record of schemas', async (t) => {
  const app = await createApp(draw((map) => map.resource('account', { only: ['update'] })), {
    accounts: { version: 'v', load: () => ({ v: 2, size: 3 }), invalid: shown, update: see }
  })
  const send = async (payload: string): Promise<unknown> => (await app.inject({
    method: 'POST', url: '/account', headers: { 'content-type': URLENCODED }, payload
  })).json()
  t.match(await send('_method=put&_version=1&account[size]=4'), { status: 409, values: { size: '4', v: 2 }, errors: { '': [SOMEBODY] } })
})

t.test('a deletion shows no form of the record: the error handler of the app answers it, or its own invalid', async (t) => {
  const routes = draw((map) => map
    .resources('posts', { only: 'destroy', member: { purge: 'delete', drop: 'delete' } })
    .resource('account', { only: 'destroy' }))
  const stored = { version: 'lockVersion', load: current, invalid: shown }
  const taken = async (): Promise<never> => { throw fieldError('', 'has comments') }
  const controllers = {
    posts: { ...stored, destroy: see, purge: { handler: see, invalid: shown }, drop: taken },
    accounts: { ...stored, destroy: see }
  }
  const handled = await createApp(routes, controllers, (app) => app.setErrorHandler(
    ({ statusCode, message, fields }: Anything, _request, reply) =>
      reply.code(statusCode).send({ page: message, fields })
  ))
  const plain = await createApp(routes, controllers)
  const send = async (app: FastifyInstance, url: string, version: number): Promise<[number, Anything]> => {
    const { statusCode, body } = await app.inject({
      method: 'POST', url, headers: { 'content-type': URLENCODED }, payload: `_method=delete&_version=${version}`
    })
    return [statusCode, JSON.parse(body)]
  }
  const fields = { '': [SOMEBODY] }
  const changed = 'the record has changed since; get it again'
  for (const url of ['/posts/1', '/account']) {
    t.strictSame(await send(handled, url, 6), [409, { page: changed, fields }], url)
    t.strictSame(await send(plain, url, 6), [409, {
      statusCode: 409, code: 'FST_RESOURCES_STALE', error: 'Conflict', message: changed, fields
    }], url)
  }
  t.match(await send(handled, '/posts/1/purge', 6), [409, { values: { title: 'Saved' }, errors: fields }])
  t.strictSame(await send(handled, '/posts/1/drop', 7), [422, { page: 'has comments', fields: { '': ['has comments'] } }])
})

t.test('the words of the app hold for an old version', async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'update' })),
    controllers: { posts: { record: Post, version: 'lockVersion', load: loaded, update: see } },
    words: ({ keyword = '' }) => ({ stale: 'ist veraltet' })[keyword]
  })
  const { statusCode, code, fields } = (await app.inject({
    method: 'PUT', url: '/posts/1', headers: { 'content-type': URLENCODED }, payload: '_version=6&post[title]=A'
  })).json()
  t.strictSame([statusCode, code, fields], [
    409, 'FST_RESOURCES_STALE', { '': ['ist veraltet'] }
  ])
})

t.test('an error handler of the app gets the error, and a program JSON without fields', async (t) => {
  const app = await createApp(draw((map) => map.resources('posts', { only: 'update' })), {
    posts: { version: 'lockVersion', load: loaded, invalid: shown, update: see }
  }, (app) => app.setErrorHandler(sendFieldErrors))
  const response = await app.inject({
    method: 'PUT', url: '/posts/1', headers: { 'if-match': '"6"' }, payload: { post: { title: 'A' } }
  })
  t.strictSame(response.json(), {
    statusCode: 412,
    code: 'FST_RESOURCES_STALE',
    error: 'Precondition Failed',
    message: 'the record has changed since; get it again'
  })
})

t.test('staleError of an action gives the same answer, and the next one names the newest version', async (t) => {
  let stored: Anything
  const app = await createApp(draw((map) => map.resources('posts', { only: 'update' }).resource('account', { only: 'update' })), {
    posts: {
      version: 'lockVersion',
      load: () => stored,
      invalid: shown,
      async update () {
        // Another visitor writes between load and this.
        stored = { id: 1, title: 'Theirs', lockVersion: 8 }
        throw staleError()
      }
    },
    accounts: { version: 'lockVersion', load: async () => await Promise.resolve(stored), update: async () => { throw staleError() } }
  })
  const send = async (url: string, headers: object, payload?: string): Promise<Anything> =>
    await app.inject({ method: 'PUT', url, headers: headers as {}, payload: payload as string })
  const renew = (): void => { stored = { id: 1, title: 'Ours', lockVersion: 7 } }
  const form = { 'content-type': URLENCODED }
  renew()
  for (const lockVersion of [7, 8]) {
    const page = await send('/posts/1', form, '_version=7&post[title]=Mine')
    t.match(page.json(), { status: 409, values: { id: 1, title: 'Mine', lockVersion }, errors: { '': [SOMEBODY] } })
    t.strictSame(Object.keys(page.json().errors), [''])
  }
  const statuses: number[] = []
  for (const url of ['/posts/1', '/account']) {
    for (const headers of [{ 'if-match': '"7"' }, {}]) {
      renew()
      statuses.push((await send(url, headers)).statusCode)
    }
  }
  t.strictSame(statuses, [412, 409, 412, 409])
})

t.test('other errors of such a row stay, and staleError is a 409 in any other row', async (t) => {
  const fail = (error: unknown) => async () => { throw error }
  const app = await createApp(draw((map) => map.resources('posts', { only: ['update', 'destroy', 'create'] }).route(
    'plain', '/plain/:id', { controller: 'posts', action: 'plain', method: 'put', defaults: { id: null } }
  )), {
    posts: {
      version: 'lockVersion',
      load: loaded,
      update: fail(Object.assign(new Error('teapot'), { statusCode: 418 })),
      destroy: fail(null),
      create: fail(staleError()),
      plain: fail(staleError())
    }
  })
  const statuses = await Promise.all(
    [['PUT', '/posts/1'], ['POST', '/posts'], ['PUT', '/plain']].map(async ([method, url]) =>
      (await app.inject({ method: method as 'PUT', url: String(url) })).statusCode))
  t.strictSame(statuses, [418, 409, 409])
  const form = await app.inject({
    method: 'PUT', url: '/plain', headers: { 'content-type': URLENCODED }, payload: 'post[title]=A'
  })
  t.strictSame(form.json().fields, { '': [SOMEBODY] }, 'a path without its optional id has no record')
})

t.test('no schema sees the field of a form: not that of a record, of an action, or of a library', async (t) => {
  const body = { type: 'object', additionalProperties: false, properties: { post: { type: 'object' } } }
  const Closed = { ...Post, additionalProperties: false, properties: { ...Post.properties, _version: { type: 'string' } } }
  const strict = z.strictObject({ title: z.string() })
  const ways: Anything[] = [
    { record: Closed, update: see },
    { update: { schema: { body }, handler: see } },
    { update: { schema: { body: z.strictObject({ post: strict }) }, handler: see } },
    {
      record: Post,
      input: strict,
      update: see
    }
  ]
  for (const way of ways) {
    const app = Fastify({ ajv: { customOptions: { removeAdditional: false } } })
    await app.register(multipartPlugin, { attachFieldsToBody: true })
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { only: 'update' })),
      controllers: { posts: { version: 'lockVersion', load: loaded, ...way } }
    })
    const send = async (type: string, payload: string): Promise<unknown> =>
      (await app.inject({ method: 'PUT', url: '/posts/1', headers: { 'content-type': type }, payload })).json()
    const seen = { ran: true, expectedVersion: 7, post: { title: 'A' } }
    t.strictSame(await send(URLENCODED, '_version=7&post[title]=A'), seen)
    t.strictSame(await send(MULTIPART, multipart([['_version', '7'], ['post[title]', 'A']])), seen)
    t.match(await send(MULTIPART, multipart([['_version', '6'], ['post[title]', 'A']])), { statusCode: 409 })
  }
})

/** The fields of a form, and what its helper says of a mistake. */
type Form = readonly [name: string, record: Anything, options?: Anything]

const FORMS: ReadonlyArray<readonly [form: Form, fields: Anything]> = [
  [['post', { id: 1, lockVersion: 7 }], { _method: 'put', _version: '7' }],
  [['post', { id: 1, lockVersion: 0 }, { method: 'patch' }], { _method: 'patch', _version: '0' }],
  [['post', { id: 1, lockVersion: 7 }, { fields: { step: 2 } }], { _method: 'put', _version: '7', step: '2' }],
  [['post', { id: 1, lockVersion: 7 }, { fields: { _version: 6 } }], { _method: 'put', _version: '6' }],
  [['post', { id: 1 }, { fields: { _version: null } }], { _method: 'put' }],
  [['post', {}], {}],
  [['post', { id: 1, lockVersion: 7 }, { isNew: true }], {}],
  [['post_comment', [1, { id: 2, lockVersion: 'a"b' }]], { _method: 'put', _version: 'a"b' }],
  [['note', { id: 2, lockVersion: 7 }], { _method: 'put', _version: '7' }],
  [['account', { id: 2, lockVersion: 7 }], { _method: 'put', _version: '7' }],
  [['admin_post', { slug: 'a', lockVersion: 7 }], { _method: 'put', _version: '7' }],
  [['post', { id: 1 }], /^formFor\('post'\): the record lacks its version 'lockVersion'; give the loaded record, or fields: \{ _version: null \}$/],
  [['post', 1], /^formFor\('post'\): the record lacks its version 'lockVersion'/],
  [['post', { id: 1, lockVersion: 7 }, { fields: 5 }], /fields: expected an object, got 5/]
]

t.test('formFor gives an update the version of its record, and the form is accepted', async (t) => {
  const app = await createApp(tree, controllers)
  for (const createHelpers of [createFormHelpers, createBareHelpers]) {
    const { formFor } = createHelpers(app.urlFor) as Anything
    for (const [form, expected] of FORMS) {
      if (expected instanceof RegExp) {
        t.throws(() => formFor(...form), { message: expected })
      } else {
        const { fields, action } = formFor(...form)
        const sent = Object.fromEntries(fields.map(({ name, value }: Anything) => [name, value]))
        t.strictSame(sent, expected, JSON.stringify(form))
        const { statusCode } = await app.inject({
          method: 'POST',
          url: action,
          headers: { 'content-type': URLENCODED },
          payload: new URLSearchParams({ ...sent, ...(sent._version !== undefined && { _version: '7' }) }).toString()
        })
        t.equal(statusCode, 200)
      }
    }
  }
  const unversioned = await createApp(draw((map) => map.resources('posts', { only: 'update' })), { posts: { update: see } })
  t.equal(String(createFormHelpers(unversioned.urlFor).formFor('post', { id: 1, lockVersion: 7 })),
    '<form action="/posts/1" method="post"><input type="hidden" name="_method" value="put">')
})

t.test('two visitors edit at once: one is refused, keeps the text, and saves over it knowingly', async (t) => {
  let post = { id: 1, title: 'Saved', lockVersion: 1 }
  const page = (request: Anything, reply: FastifyReply, form: Partial<InvalidForm> = {}): unknown => {
    const { values = request.record, errors = {} } = form
    const { open, at } = createFormHelpers(request.urlFor).formFor('post', values, { errors }) as Anything
    return reply.type('text/html').send(`${open}<input ${at('title').attributes}>${at('title').errors}`)
  }
  const app = await createApp(draw((map) => map.resources('posts', { only: ['edit', 'update'] })), {
    posts: {
      record: Post,
      version: 'lockVersion',
      requireVersion: true,
      load: () => ({ ...post }),
      invalid: page,
      edit: page,
      async update ({ body, expectedVersion }: Anything, reply: FastifyReply) {
        if (post.lockVersion !== expectedVersion) throw staleError()
        post = { ...post, ...body.post, lockVersion: expectedVersion + 1 }
        return reply.redirect('/posts/1/edit', 303)
      }
    }
  })
  const open = async (): Promise<string> => (await app.inject('/posts/1/edit')).body
  const send = async (form: string, title: string): Promise<Anything> => await app.inject({
    method: 'POST',
    url: '/posts/1',
    headers: { 'content-type': URLENCODED },
    payload: new URLSearchParams({
      _method: 'put', _version: /name="_version" value="(\d+)"/.exec(form)?.[1] ?? '', 'post[title]': title
    }).toString()
  })
  const [first, second] = [await open(), await open()]
  t.equal((await send(first, 'First')).statusCode, 303)
  const refused = await send(second, 'Second')
  t.equal(refused.statusCode, 409)
  t.match(refused.body, /value="Second"/)
  t.equal(post.title, 'First')
  const blank = await send(refused.body, '')
  t.equal(blank.statusCode, 422)
  t.equal((await send(blank.body, 'Both')).statusCode, 303)
  t.strictSame(post, { id: 1, title: 'Both', lockVersion: 3 })
})

t.test('a walk finds that a row is open, though strangers name no version of its record', async (t) => {
  const send = async (reply: FastifyReply, html: string): Promise<unknown> => await reply.type('text/html').send(html)
  const { findings } = await walkApp(async () => await createApp(
    draw((map) => map.resources('posts', { only: ['index', 'edit', 'update', 'destroy'] })),
    {
      posts: {
        ...versioned,
        requireVersion: true,
        load: (id: string) => id === '1' ? loaded() : null,
        index: async (_: unknown, reply: FastifyReply) => await send(reply, '<a href="/posts/1/edit">1</a>'),
        edit: async ({ record, urlFor }: Anything, reply: FastifyReply) =>
          await send(reply, `${String(createFormHelpers(urlFor).formFor('post', record))}<button>Save</button></form>`)
      }
    }
  ))
  t.strictSame(findings.map(({ law, message }) => `${law}: ${message}`), [
    'stranger: PUT /posts/:id (posts#update) is open: a stranger gets 200',
    'stranger: DELETE /posts/:id (posts#destroy) is open: a stranger gets 428'
  ])
})

const ONLY = { only: ['show', 'update'] } as const
const of = (version: Anything, more: object = {}): Anything => ({
  record: Post, version, load: loaded, show: see, update: see, ...more
})
const withProperty = (at: object): Anything => ({ ...Post, properties: { ...Post.properties, at } })

/** What is wrong with a controller of `posts`. */
const MISTAKES: ReadonlyArray<readonly [controller: Anything, message: string | RegExp]> = [
  [of(7), 'posts.version: expected the name of a property, got 7'],
  [of(''), "posts.version: the record has no ''"],
  [of('lockversion'), "posts.version: the record has no 'lockversion'; did you mean 'lockVersion'?"],
  [of('day'), /^posts\.version: 'day' is a date, and the database keeps more of its digits than a Date, so no WHERE would find it; name a number or a text that each write changes$/],
  [of('at', { record: withProperty({ type: 'string', format: 'date-time', readOnly: true }) }), /^posts\.version: 'at' is a date/],
  [of('tags'), /^posts\.version: expected a number or a text as 'tags', got the type 'array'/],
  [of('at', { record: withProperty({ type: ['integer', 'null'], readOnly: true }) }), /^posts\.version: expected a number or a text as 'at'/],
  [of('at', { record: withProperty({ readOnly: true }) }), /^posts\.version: expected a number or a text as 'at'/],
  [of('secret'), "posts.version: 'secret' is writeOnly, so no form could have it; remove that mark"],
  [of('title'), "posts.version: clients send it as If-Match or in a field of its own; mark 'title' readOnly, so that no body changes it"],
  [{ requireVersion: true, show: see, update: see }, "posts.requireVersion: the version is missing; name its property as 'version'"],
  [{ etag: false, show: see, update: see }, "posts.etag: the version is missing; name its property as 'version'"],
  [of('lockVersion', { requireVersion: 1 }), 'posts.requireVersion: expected true or false, got 1'],
  [of('lockVersion', { etag: 'yes' }), "posts.etag: expected true or false, got 'yes'"],
  [of('lockVersion', { update: { load: false, handler: see } }),
    'posts.version: nothing loads the record of PUT /posts/:id; remove load: false from the action'],
  [of('lockVersion', { show: { load: false, handler: see } }),
    'posts.version: nothing loads the record of GET /posts/:id; remove load: false from the action'],
  [{ verison: 'lockVersion', show: see, update: see }, "posts: unknown option 'verison'; did you mean 'version'?"],
  [{ requireVerson: true, show: see, update: see }, "posts: unknown option 'requireVerson'; did you mean 'requireVersion'?"],
  [{ etags: true, show: see, update: see }, "posts: unknown option 'etags'; did you mean 'etag'?"]
]

t.test('a version that nothing could compare is a mistake at startup', async (t) => {
  for (const [posts, message] of MISTAKES) {
    const error = await createApp(draw((map) => map.resources('posts', ONLY)), { posts }).then(() => ({ message: '' }), (error: Error) => error)
    const text = error.message.replace('The controllers have a mistake: ', '')
    if (typeof message === 'string') t.equal(text, message)
    else t.match(text, message)
  }
  const without = { version: 'v', show: see, update: see }
  await t.rejects(createApp(draw((map) => map.resources('posts', ONLY).resource('account', { only: 'update' })), {
    posts: without, accounts: without
  }), {
    message: 'The controllers have 3 mistakes:\n' + [
      'posts.version: nothing loads the record of GET /posts/:id; add load: (id) => … to the controller',
      'posts.version: nothing loads the record of PUT /posts/:id; add load: (id) => … to the controller',
      'accounts.version: nothing loads the record of PUT /account; add load: (id) => … to the controller'
    ].map((line) => `  - ${line}`).join('\n')
  })
  for (const [only, options, message] of [
    [['show'], { ...of('lockVersion'), requireVersion: true },
      'posts.requireVersion: no row writes to one record, so it has no effect; remove it'],
    [['index', 'create', 'show'], { ...of('lockVersion'), requireVersion: false, index: see, create: see },
      'posts.requireVersion: no row writes to one record, so it has no effect; remove it']
  ] as const) {
    await t.rejects(createApp(draw((map: Anything) => map.resources('posts', { only })), { posts: options }), {
      message: `The controllers have a mistake: ${message}`
    })
  }
  await t.resolves(createApp(draw((map) => map.resources('posts', { only: ['index', 'edit'] })), {
    posts: { version: 'v', index: see, edit: { load: false, handler: see } }
  }), 'no row has a version to compare')
  await t.resolves(createApp(draw((map) => map.resources('posts', ONLY)), {
    posts: { version: 'lockVersion', input: { ...Post, required: [] }, load: loaded, show: see, update: see }
  }), 'without a record the loaded one tells it')
})
