/** What a record says, on every kind of row: each line of the table holds, with and without `responses`. */

import t from 'tap'
import swagger from '@fastify/swagger'
import { Type } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import resourcesPlugin, { draw, openapiOptions } from '../../../lib/index.js'
import { URLENCODED } from '../../support/forms.js'

type Anything = any

const text = { type: 'string' }

/** The record of all controllers here. */
const record = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer', readOnly: true }, name: text, pin: { ...text, writeOnly: true } }
}

const routes = draw({ patch: true }, (map) =>
  map
    .resources(
      'users',
      {
        member: { publish: 'put', info: 'options', anything: 'any' },
        collection: { search: 'get' },
        new: { preview: 'post' },
        formats: ['json']
      },
      (users) => users.resources('notes')
    )
    .route('/people/:id', 'users#update', { method: 'patch' })
    .route('/users/:user_id/card', 'users#card')
    .route('/me', 'users#me')
    .route('/signup', 'users#create', { method: 'post' })
    .route('/files/*path', 'users#file')
    .route('/maybe/:id', 'users#maybe', { defaults: { id: null } })
    .route('/print/:id-:size', 'users#print', { requirements: { id: /\w+/ } })
    .route('/users/:id.txt', 'users#text')
    .resource('account', { member: { close: 'post' } }, (account) =>
      account.resources('keys', { only: ['index', 'show'] })
    )
    .resources('teams', { only: 'none' }, (teams) => teams.resources('players', { only: ['index', 'show'] }))
    .resources('posts', { only: 'show', shallow: true }, (posts) =>
      posts.resources('comments', { only: ['index', 'show'] })
    )
    .namespace('admin', (admin) => admin.resources('users', { only: ['show', 'create'] }))
    .group({ pathPrefix: 'grouped' }, (group) => group.route('/users/:id', 'users#show'))
)

type Expected = readonly [record: number | null, parents: object | null, status?: number]

/**
 * Each kind of row: a request, and what the action gets. Ids are those of records; 404 stands for a missing
 * one.
 */
const rows: ReadonlyArray<readonly [kind: string, line: string, expected: Expected]> = [
  ['index', 'GET /users', [null, {}]],
  ['create', 'POST /users', [null, {}, 201]],
  ['new', 'GET /users/new', [null, {}]],
  ['show', 'GET /users/1', [1, {}]],
  ['edit', 'GET /users/1/edit', [1, {}]],
  ['update', 'PUT /users/1', [1, {}]],
  ['update by PATCH', 'PATCH /users/1', [1, {}]],
  ['destroy', 'DELETE /users/1', [1, {}]],
  ['member action', 'PUT /users/1/publish', [1, {}]],
  ['OPTIONS of a member', 'OPTIONS /users/1/info', [1, {}]],
  ['any', 'GET /users/1/anything', [1, {}]],
  ['any with a body', 'PUT /users/1/anything', [1, {}]],
  ['collection action', 'GET /users/search', [null, {}]],
  ['action of new', 'POST /users/new/preview', [null, {}]],
  ['format', 'GET /users/1.json', [1, {}]],
  ['plain route with the id', 'PATCH /people/1', [1, {}]],
  ['an id that shares its segment with a variable', 'GET /print/1-A4', [1, {}]],
  ['an id that shares its segment with a word', 'GET /users/1.txt', [1, {}]],
  ['plain route with a parent', 'GET /users/2/card', [null, { user: 2 }]],
  ['plain route without an id', 'GET /me', [null, {}]],
  ['plain create', 'POST /signup', [null, {}, 201]],
  ['glob', 'GET /files/a/b', [null, {}]],
  ['optional variable', 'GET /maybe/1', [1, {}]],
  ['optional variable that is missing', 'GET /maybe', [null, {}]],
  ['singleton', 'GET /account', [7, {}]],
  ['member action of a singleton', 'POST /account/close', [7, {}]],
  ['collection of a singleton', 'GET /account/keys', [null, { account: 7 }]],
  ['record of a singleton', 'GET /account/keys/1', [1, { account: 7 }]],
  ['nested collection', 'GET /users/2/notes', [null, { user: 2 }]],
  ['nested record', 'GET /users/2/notes/1', [1, { user: 2 }]],
  ['parent without rows', 'GET /teams/2/players', [null, { team: 2 }]],
  ['record of a parent without rows', 'GET /teams/2/players/1', [1, { team: 2 }]],
  ['nested beside shallow', 'GET /posts/2/comments', [null, { post: 2 }]],
  ['shallow', 'GET /comments/1', [1, {}]],
  ['namespace', 'GET /admin/users/1', [1, {}]],
  ['group', 'GET /grouped/users/1', [1, {}]]
]

const SECRET = { id: 1, name: 'Ann', pin: 'secret' }

interface Seen {
  record: Anything
  parents: Anything
  body: Anything
  params: Anything
}

async function rowsApp (
  more: object,
  answer: (request: Anything) => unknown
): Promise<{ app: Anything; seen: Seen[] }> {
  const seen: Seen[] = []
  const act = async (request: Anything): Promise<unknown> => {
    const { record, parents, body, params } = request
    seen.push({ record, parents, body, params })
    return answer(request)
  }
  const controllers: Record<string, Anything> = {
    teams: { record, load: async (id: number) => (id === 404 ? null : { id }) }
  }
  for (const { controller, action } of routes.table) {
    const load =
      controller === 'accounts' ? async () => ({ id: 7 }) : async (id: number) => (id === 404 ? null : { id })
    controllers[controller] = { record, load, ...more, ...controllers[controller], [action]: act }
  }
  const app = Fastify()
  await app.register(resourcesPlugin, { routes, controllers })
  return { app, seen }
}

async function ask (app: Anything, line: string, more: object = {}): Promise<Anything> {
  const [method, url] = line.split(' ')
  const singular = /^\/(?:admin\/)?(?:account)/.test(url as string) ? 'account' : 'user'
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method as string)
  const payload = hasBody ? { payload: { [singular]: { id: 9, name: 'Ann', other: 1 } } } : {}
  return await app.inject({ method, url, ...payload, ...more })
}

const idsOf = (parents: Anything): Anything =>
  Object.fromEntries(Object.entries(parents).map(([name, parent]) => [name, (parent as Anything).id]))

for (const only of ['none', 'new', 'create', 'edit', 'destroy']) {
  t.test(`the records of a singleton are loaded with it whatever rows it has: only: '${only}'`, async (t) => {
    const tree = draw((map: Anything) =>
      map
        .resource('account', { only }, (account: Anything) =>
          account
            .resources('keys', { only: 'show', shallow: true }, (keys: Anything) =>
              keys.resources('uses', { only: ['index', 'show'] })
            )
            .route('about', '/about', 'keys#show')
            .resource('team', { only: 'none' }, (team: Anything) =>
              team.resources('players', { only: 'index' })
            )
        )
        .resource('ring', { controller: 'keys', only: 'none' }, (ring: Anything) =>
          ring.resources('keys', { only: 'show', namePrefix: 'of_' })
        )
        .resources('users', { only: 'none' }, (users: Anything) =>
          users.resource('inbox', { only }, (inbox: Anything) =>
            inbox.group({ pathPrefix: 'all' }, (group: Anything) =>
              group.resources('mails', { only: 'show' })
            )
          )
        )
    )
    const load =
      (name: string) =>
        (...args: unknown[]) => ({
          [name]: typeof args[0] === 'object' ? Object.keys(args[0] as object) : args[0]
        })
    const act = async ({ record, parents }: Anything): Promise<object> => ({ record, parents })
    const names = ['accounts', 'keys', 'uses', 'teams', 'players', 'users', 'inboxes', 'mails']
    const controllers = Object.fromEntries(
      names.map((name) => [
        name,
        { load: load(name), index: act, show: act, new: act, create: act, edit: act, destroy: act }
      ])
    )
    const app = Fastify()
    await app.register(resourcesPlugin, { routes: tree, controllers })
    const account = { accounts: [] }
    const cases: ReadonlyArray<readonly [url: string, record: unknown, parents: unknown]> = [
      ['/keys/1', { keys: '1' }, {}],
      ['/keys/1/uses', null, { key: { keys: '1' } }],
      ['/uses/2', { uses: '2' }, {}],
      ['/account/about', null, {}],
      ['/ring/keys/1', { keys: '1' }, { ring: { keys: [] } }],
      ['/account/team/players', null, { account, team: { teams: ['account'] } }],
      ['/users/3/inbox/all/mails/4', { mails: '4' }, { user: { users: '3' }, inbox: { inboxes: ['user'] } }]
    ]
    for (const [url, record, parents] of cases) {
      t.strictSame((await app.inject(url)).json(), { record, parents }, url)
    }
  })
}

t.test('load finds the record and the parents of each kind of row', async (t) => {
  const { app, seen } = await rowsApp({}, () => 'done')
  for (const [kind, line, [id, parents]] of rows) {
    const { statusCode, body } = await ask(app, line)
    t.equal(statusCode, 200, `${kind}: ${body as string}`)
    const { record, parents: found } = seen.pop() as Seen
    t.strictSame([record?.id ?? null, idsOf(found)], [id, parents], kind)
  }
  t.equal((await app.inject({ method: 'HEAD', url: '/users/404' })).statusCode, 404, 'HEAD')
})

t.test('a missing record or parent is a 404 that names it, on each kind of row', async (t) => {
  const { app } = await rowsApp({}, () => 'done')
  for (const [kind, line, [id, parents]] of rows) {
    if ((id === null || id === 7) && Object.keys(parents ?? {}).every((name) => name === 'account')) continue
    const missing = line.replace(/\d+/, '404')
    const { code, message } = (await ask(app, missing)).json()
    t.equal(code, 'FST_RESOURCES_NOT_FOUND', kind)
    t.match(message, /^(?:user|note|key|team|post|comment|player) 404 was not found$/, kind)
  }
  const gone = Fastify()
  const routes = draw((map) =>
    map.resource('account', { only: 'show' }, (account) => account.resources('keys', { only: 'index' }))
  )
  const none = { load: async () => undefined, show: async () => 'no', index: async () => 'no' }
  await gone.register(resourcesPlugin, {
    routes,
    controllers: { accounts: none, keys: { index: async () => 'no' } }
  })
  for (const url of ['/account', '/account/keys']) {
    t.match(
      (await gone.inject(url)).json(),
      { code: 'FST_RESOURCES_NOT_FOUND', message: 'account was not found' },
      url
    )
  }
})

t.test('create and update take the record from the body, on each kind of row', async (t) => {
  const { app, seen } = await rowsApp({}, () => 'done')
  const lines = ['POST /users', 'PUT /users/1', 'PATCH /users/1', 'PATCH /people/1', 'POST /signup']
  for (const line of lines) {
    await ask(app, line)
    t.strictSame(seen.pop()?.body, { user: { name: 'Ann' } }, line)
    t.equal(
      (await ask(app, line, { payload: {} })).json().message,
      'user must not be empty',
      line
    )
  }
  await app.inject({
    method: 'POST',
    url: '/users/1',
    payload: '_method=put&user[name]=Bob&user[id]=3',
    headers: { 'content-type': URLENCODED }
  })
  t.strictSame(seen.pop()?.body.user, Object.assign(Object.create(null), { name: 'Bob' }), '_method')
})

t.test('the ids of each kind of row are those of the record', async (t) => {
  const { app } = await rowsApp({}, () => 'done')
  for (const [kind, line] of rows.filter(([, line]) => /\/\d/.test(line))) {
    const { statusCode, body } = await ask(app, line.replace(/\/\d+/, '/x'))
    t.match([statusCode, body], [400, /FST_RESOURCES_ID/], kind)
  }
})

/** Answers that hold a record somewhere. */
const answers: Readonly<Record<string, [given: Anything, expected: Anything]>> = {
  record: [SECRET, { id: 1, name: 'Ann' }],
  list: [[SECRET], [{ id: 1, name: 'Ann' }]],
  envelope: [
    { items: [SECRET], total: 1 },
    { items: [{ id: 1, name: 'Ann' }], total: 1 }
  ],
  errors: [
    { errors: { name: ['taken'] }, user: SECRET },
    { errors: { name: ['taken'] }, user: { id: 1, name: 'Ann' } }
  ],
  token: [
    { token: 'abc', user: SECRET, at: new Date(0) },
    { token: 'abc', user: { id: 1, name: 'Ann' }, at: '1970-01-01T00:00:00.000Z' }
  ],
  deep: [{ a: [[{ b: { c: SECRET, f () {} } }]] }, { a: [[{ b: { c: { id: 1, name: 'Ann' } } }]] }],
  others: [
    { x: null, y: [1, 'two'], z: {} },
    { x: null, y: [1, 'two'], z: {} }
  ]
}

t.test('what is writeOnly leaves on no row, in no envelope, with no status', async (t) => {
  let [code, answer]: [number, unknown] = [200, null]
  const preHandler = async (_request: Anything, reply: Anything): Promise<void> => { reply.code(code) }
  const { app } = await rowsApp({ routeOptions: { preHandler } }, () => answer)
  for (const [what, [given, expected]] of Object.entries(answers)) {
    for (const status of [200, 422]) {
      [code, answer] = [status, given]
      for (const [kind, line] of rows) {
        const response = await ask(app, line)
        t.strictSame([response.statusCode, response.json()], [status, expected], `${what}: ${kind}`)
      }
    }
  }
})

t.test('with responses no row shows it either; records have their shape', async (t) => {
  const { app } = await rowsApp({ responses: true }, ({ url, method }) => {
    const isList = /(?:users|notes|keys|players|comments)$/.test(url as string) && method === 'GET'
    return isList ? [{ ...SECRET, more: 1 }] : { ...SECRET, more: 1 }
  })
  const open = [
    'new',
    'edit',
    'destroy',
    'collection action',
    'action of new',
    'glob',
    'plain route without an id',
    'plain route with a parent'
  ]
  for (const [kind, line, [, , status = 200]] of rows) {
    const response = await ask(app, line)
    const expected = { id: 1, name: 'Ann', ...(open.includes(kind) && { more: 1 }) }
    t.strictSame([response.statusCode, [response.json()].flat()], [status, [expected]], kind)
  }
})

t.test('what is writeOnly without a name leaves nowhere either: items, and what a pattern or no schema names', async (t) => {
  const secret = { ...text, writeOnly: true }
  const places: ReadonlyArray<readonly [place: object, given: object]> = [
    [{ properties: { list: { type: 'array', items: secret } } }, { list: ['secret'] }],
    [{ properties: { map: { type: 'object', additionalProperties: secret } } }, { map: { a: 'secret' } }],
    [{ properties: { name: text }, patternProperties: { '^x_': secret } }, { x_a: 'secret' }]
  ]
  for (const [place, given] of places) {
    const secretive = { type: 'object', ...place }
    for (const responses of [undefined, true]) {
      const app = Fastify()
      const show = async (request: Anything): Promise<object> =>
        request.query.deep === undefined ? given : { user: given }
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('users', { only: 'show' })),
        controllers: { users: { record: secretive, ...(responses && { responses }), show } }
      })
      for (const url of ['/users/1', '/users/1?deep']) t.notMatch((await app.inject(url)).body, /secret/, url)
    }
  }
})

t.test('no open object shows a name that is writeOnly, whatever schema describes it; one that a schema names is shown', async (t) => {
  const secret = { ...text, writeOnly: true }
  const open = { type: 'object', additionalProperties: true, properties: { total: text } }
  const texts = { type: 'object', properties: { total: text }, additionalProperties: text }
  const matching = { type: 'object', properties: { total: text }, patternProperties: { '^p': text } }
  const user = { type: 'object', properties: { id: text, pin: secret } }
  const deep = { type: 'object', additionalProperties: true, properties: { id: text, keys: user } }
  const given = { total: '2', pin: 'secret' }
  const shown = { total: '2' }
  const inside = (schema: object): object => ({ type: 'object', properties: { data: schema } })
  const having = (data: object): object => ({ ...user, properties: { ...user.properties, data } })
  type Case = readonly [record: object, responses: unknown, given: object, expected: object]
  const cases: readonly Case[] = [
    ...[open, texts, matching].flatMap((schema): Case[] => [
      [user, { show: schema }, given, shown],
      [user, { show: inside(schema) }, { data: given }, { data: shown }],
      [having(schema), undefined, { data: given }, { data: shown }],
      [having(schema), true, { data: given }, { data: shown }]
    ]),
    [deep, undefined, { id: '1', pin: 'secret', keys: given }, { id: '1', keys: shown }],
    [deep, true, { id: '1', pin: 'secret', user: given }, { id: '1', user: shown }],
    [user, { show: { type: 'object', properties: { pin: text } } }, given, { pin: 'secret' }]
  ]
  for (const [record, responses, given, expected] of cases) {
    const app = Fastify()
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('users', { only: 'show' })),
      controllers: {
        users: { record, ...(responses !== undefined && { responses }), show: async () => given }
      }
    })
    t.strictSame((await app.inject('/users/1')).json(), expected, JSON.stringify([record, responses]))
  }
})

t.test('responses: false, of a controller or an action, leaves answers as they are', async (t) => {
  const off = await rowsApp({ responses: false }, () => SECRET)
  const one = await rowsApp({ responses: { show: false } }, () => SECRET)
  for (const { app } of [off, one]) t.strictSame((await ask(app, 'GET /users/1')).json(), SECRET)
})

t.test("an action's own schema of an error leaves the derived answer in force, and loses writeOnly names", async (t) => {
  const problem = { type: 'object', additionalProperties: true }
  const schema = {
    response: { 404: problem, 409: { type: 'object', properties: { pin: text, name: text } } }
  }
  class User {
    get name (): string {
      return 'Ann'
    }

    get pin (): string {
      return 'secret'
    }

    more = 1
  }
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('users', { only: ['show', 'create'] })),
    controllers: {
      users: {
        record,
        responses: true,
        show: {
          schema,
          handler: async (request: Anything, reply: Anything) =>
            reply.code(request.params.id).send(new User())
        },
        create: { schema: { response: { 200: problem } }, handler: async () => SECRET }
      }
    }
  })
  t.strictSame((await app.inject('/users/200')).json(), { name: 'Ann' })
  t.strictSame((await app.inject('/users/409')).json(), { name: 'Ann' })
  const created = await app.inject({ method: 'POST', url: '/users', payload: { user: { name: 'Ann' } } })
  t.strictSame([created.statusCode, created.json()], [200, { id: 1, name: 'Ann' }], 'its own 200 is no 201')
})

t.test('an id that no path can have gives a created record no Location, and a warning; the record is stored by then', async (t) => {
  const lines: string[] = []
  const app = Fastify({
    logger: {
      level: 'warn',
      stream: {
        write: (line) => {
          lines.push(line)
        }
      }
    }
  })
  const post = { type: 'object', properties: { slug: { type: ['string', 'integer'], maxLength: 50 } } }
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { param: 'slug', only: ['new', 'create', 'show'] })),
    controllers: {
      posts: {
        record: post,
        responses: true,
        new: async () => '',
        show: async () => ({}),
        create: async ({ body }: Anything) => body.post
      }
    }
  })
  for (const [slug, location] of [
    ['', undefined],
    ['..', undefined],
    ['a/b', undefined],
    ['new', '/posts/new'],
    ['a b', '/posts/a%20b']
  ] as const) {
    lines.length = 0
    const { statusCode, headers } = await app.inject({
      method: 'POST',
      url: '/posts',
      payload: { post: { slug } }
    })
    t.strictSame(
      [statusCode, headers.location, lines.length],
      [201, location, location === undefined ? 1 : 0],
      slug
    )
    if (location === undefined) t.match(lines[0], /the new record has no path, so the answer no Location/)
  }
  const counted = Fastify()
  await counted.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['create', 'show'] })),
    controllers: {
      posts: {
        record,
        responses: true,
        show: async () => ({}),
        create: async ({ query }: Anything) => ({
          id: 12n,
          name: 'Ann',
          ...(query.fails !== undefined && { toParam: () => { throw new Error('no id yet') } })
        })
      }
    }
  })
  for (const [url, location] of [['/posts', '/posts/12'], ['/posts?fails', undefined]] as const) {
    const answer = await counted.inject({ method: 'POST', url, payload: { post: { name: 'Ann' } } })
    t.strictSame([answer.statusCode, answer.headers.location], [201, location])
  }
})

t.test('create is a 201 with Location, and a destroy of nothing a 204, unless the action sets a status', async (t) => {
  const app = Fastify()
  const routes = draw((map) =>
    map
      .resources('users', (users) => users.resources('notes', { only: ['create', 'destroy', 'show'] }))
      .resource('account', { only: ['create', 'show'] })
      .resources('tags', { only: 'create' })
  )
  const results: Record<string, Anything> = { '/users?page': '<p>', '/users?list': [] }
  const create = async ({ url, query }: Anything, reply: Anything): Promise<unknown> => {
    if (query.code !== undefined) reply.code(Number(query.code))
    if (query.status !== undefined) reply.statusCode = Number(query.status)
    if (query.location !== undefined) reply.header('location', '/else')
    return results[url] ?? (query.noid === undefined ? { id: 5, name: 'Ann' } : { name: 'Ann' })
  }
  const destroy = async ({ query }: Anything, reply: Anything): Promise<unknown> => {
    if (query.code !== undefined) reply.status(Number(query.code))
    return query.null === undefined ? undefined : null
  }
  const rest = {
    record,
    responses: { create: 'record' },
    create,
    destroy,
    index: create,
    new: create,
    show: create,
    edit: create,
    update: create
  }
  await app.register(resourcesPlugin, {
    routes,
    controllers: { users: rest, notes: rest, accounts: rest, tags: rest }
  })
  const cases: ReadonlyArray<readonly [line: string, headers: object, status: number, location?: string]> = [
    ['POST /users', {}, 201, '/users/5'],
    ['POST /users/3/notes', {}, 201, '/users/3/notes/5'],
    ['POST /account', {}, 201, '/account'],
    ['POST /tags', {}, 201],
    ['POST /users?noid', {}, 201],
    ['POST /users?location', {}, 201, '/else'],
    ['POST /users?code=200', {}, 200],
    ['POST /users?code=202', {}, 202],
    ['POST /users?status=200', {}, 200],
    ['POST /users?page', {}, 200],
    ['DELETE /users/1', {}, 204],
    ['DELETE /users/1?null', {}, 204],
    ['DELETE /users/1?code=200', {}, 200],
    ['DELETE /users/1', { accept: 'text/html' }, 200]
  ]
  for (const [line, headers, status, location] of cases) {
    const [method, url] = line.split(' ') as ['POST', string]
    const [, singular = 'user'] = /^\/(account)/.exec(url) ?? /(note|tag)s/.exec(url) ?? []
    const response = await app.inject({
      method,
      url,
      headers: headers as Anything,
      ...(method === 'POST' && { payload: { [singular]: { name: 'Ann' } } })
    })
    t.strictSame(
      [response.statusCode, response.headers.location],
      [status, location],
      `${line} ${JSON.stringify(headers)}`
    )
  }
})

/** An app whose users are created by one action. */
async function creatingApp (
  create: Anything,
  onError?: (error: Error, reply: Anything) => unknown
): Promise<Anything> {
  const app = Fastify()
  if (onError !== undefined) {
    app.setErrorHandler(async (error: Error, _request, reply) => onError(error, reply))
  }
  const routes = draw((map) => map.resources('users', { only: ['create', 'destroy', 'show'] }))
  const open = { type: 'object', properties: record.properties }
  const destroy = async (): Promise<never> => {
    throw new Error('broken')
  }
  const users = { record: open, responses: true, show: async () => ({}), create, destroy }
  await app.register(resourcesPlugin, { routes, controllers: { users } })
  return app
}

const created = { method: 'POST', url: '/users', payload: { user: { name: 'Ann' } } } as const

t.test('a hook that answers before the action keeps its own status', async (t) => {
  const found = { id: 5, name: 'Ann' }
  for (const kind of ['onRequest', 'preValidation', 'preHandler']) {
    const app = Fastify()
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('users', { only: ['create', 'destroy'] })),
      controllers: {
        users: {
          record,
          responses: true,
          routeOptions: {
            [kind]: async ({ method }: Anything, reply: Anything) =>
              reply.code(200).send(method === 'POST' ? found : undefined)
          },
          create: async () => found,
          destroy: async () => undefined
        }
      }
    })
    const created = await app.inject({ method: 'POST', url: '/users', payload: { user: { name: 'Ann' } } })
    const { statusCode, headers: { location } } = created
    t.strictSame([statusCode, location, created.json()], [200, undefined, found], kind)
    t.equal((await app.inject({ method: 'DELETE', url: '/users/5' })).statusCode, 200, kind)
  }
})

t.test('a hook that answers with nothing in place of an action is not blamed on the action', async (t) => {
  const act = async (): Promise<object> => ({ id: 5, name: 'Ann' })
  for (const kind of ['onRequest', 'preValidation', 'preHandler']) {
    for (const responses of [true, undefined]) {
      const app = Fastify()
      app.addHook(kind as 'onRequest', async (_request, reply) => reply.code(200).send())
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('users')),
        controllers: {
          users: {
            record,
            ...(responses && { responses }),
            ...Object.fromEntries(
              ['index', 'create', 'new', 'show', 'edit', 'update', 'destroy'].map((action) => [action, act])
            )
          }
        }
      })
      for (const line of ['GET /users', 'GET /users/5', 'POST /users', 'PUT /users/5', 'DELETE /users/5']) {
        const { statusCode, body } = await ask(app, line)
        t.strictSame([statusCode, body], [200, ''], `${kind} ${line}`)
      }
    }
  }
})

t.test('what is neither a record nor a list where responses declares one is an error, and nothing is no record', async (t) => {
  const routes = draw((map) =>
    map
      .resources('users', { only: ['index', 'update'], member: { publish: 'put' } })
      .route('/maybe', 'notes#maybe')
  )
  const maybe = { ...record, type: ['object', 'null'] }
  for (const [answer, kind] of [[null, 'null'], [3, 'a number'], [true, 'a boolean']] as const) {
    const act = async ({ query }: Anything, reply: Anything): Promise<unknown> => {
      if (query.code !== undefined) reply.code(Number(query.code))
      return answer
    }
    const app = Fastify()
    const users = { record, responses: true, index: act, update: act, publish: act }
    const notes = { record: maybe, responses: { maybe: 'record' }, maybe: act }
    await app.register(resourcesPlugin, { routes, controllers: { users, notes } })
    for (const [line, expected] of [
      ['GET /users', 'list'],
      ['PUT /users/1', 'record'],
      ['PUT /users/1/publish', 'record']
    ] as const) {
      const { code, message } = (await ask(app, line)).json()
      t.equal(code, 'FST_RESOURCES_ANSWER', line)
      t.match(message, `answers with ${kind}, where 'responses' expects a ${expected};`)
    }
    if (answer !== null) continue
    t.equal((await ask(app, 'PUT /users/1?code=204')).statusCode, 204, 'an answer without a body')
    t.strictSame((await ask(app, 'GET /maybe')).statusCode, 200, 'a record that may be null')
  }
})

t.test('an action that returns nothing where responses promises a body is an error', async (t) => {
  const routes = draw((map) => map.resources('users', { only: ['index', 'create', 'update'], formats: ['json', 'csv'] }))
  const act = async (_request: Anything, reply: Anything): Promise<unknown> => {
    const { code, handler } = _request.query
    if (handler !== undefined) throw new Error('broken')
    return code === undefined ? undefined : reply.code(Number(code)).send()
  }
  const app = Fastify({ exposeHeadRoutes: true })
  app.setErrorHandler((error: Anything, _request, reply) => {
    if (error.message === 'broken') return reply.code(200).send()
    return reply.code(500).send({ code: error.code, message: error.message })
  })
  const users = { record, responses: { update: { type: 'object' } }, index: act, create: act, update: act }
  await app.register(resourcesPlugin, { routes, controllers: { users } })
  for (const [line, expected] of [
    ['GET /users', 'list'],
    ['GET /users.csv', 'list'],
    ['POST /users', 'record'],
    ['PUT /users/1', 'value'],
    ['PUT /users/1?code=202', 'value']
  ] as const) {
    const response = await ask(app, line)
    t.strictSame([response.statusCode, response.json().code], [500, 'FST_RESOURCES_ANSWER'], line)
    t.match(response.json().message, `answers with undefined, where 'responses' expects a ${expected};`)
  }
  for (const [line, status] of [
    ['PUT /users/1?code=204', 204],
    ['PUT /users/1?code=205', 205],
    ['PUT /users/1?code=303', 303],
    ['GET /users?handler', 200]
  ] as const) t.equal((await ask(app, line)).statusCode, status, line)
})

t.test('HEAD and OPTIONS promise no body', async (t) => {
  const routes = draw((map) =>
    map.resources('users', { only: 'index', member: { info: 'options', all: 'any' } })
  )
  const act = async (_request: Anything, reply: Anything): Promise<unknown> => reply.header('x-seen', 'yes').send()
  const app = Fastify()
  const users = { record, responses: true, index: act, info: act, all: act }
  await app.register(resourcesPlugin, { routes, controllers: { users } })
  for (const line of ['OPTIONS /users/1/info', 'HEAD /users', 'HEAD /users/1/all']) {
    const { statusCode, headers } = await ask(app, line)
    t.strictSame([statusCode, headers['x-seen']], [200, 'yes'], line)
  }
  t.equal((await ask(app, 'GET /users/1/all')).json().code, 'FST_RESOURCES_ANSWER')
})

t.test('a create that answers with a list, and a destroy with or without an answer, have the statuses of the document', async (t) => {
  const app = Fastify()
  await app.register(swagger, openapiOptions({ openapi: { info: { title: 'T', version: '1' } } }))
  const routes = draw((map) => map.resources('users', { only: ['create', 'destroy'] }).resources('notes', { only: ['destroy'] }))
  const destroy = async ({ query }: Anything): Promise<unknown> =>
    query.none === undefined ? { name: 'Ann' } : JSON.parse(query.none)
  const kept = { type: 'object', properties: { name: text } }
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      users: { record, responses: { create: 'list', destroy: 'record' }, create: async () => [SECRET], destroy },
      notes: { record, responses: { destroy: kept }, destroy }
    }
  })
  const { statusCode, headers, body } = await app.inject(created)
  t.strictSame([statusCode, headers.location, JSON.parse(body)], [201, undefined, [{ id: 1, name: 'Ann' }]])
  for (const path of ['/users/1', '/notes/1']) {
    t.strictSame((await app.inject({ method: 'DELETE', url: path })).json(), { name: 'Ann' })
    const none = await app.inject({ method: 'DELETE', url: `${path}?none=null` })
    t.strictSame([none.statusCode, none.body], [204, ''], path)
    const documented = (app.swagger() as Anything).paths[path.replace('1', '{id}')].delete.responses
    t.match(Object.keys(documented), ['200', '204'], path)
  }
})

t.test('a thrown value that is no error loses what is writeOnly, and an error stays', async (t) => {
  const routes = draw((map) => map.resources('users', { only: 'show' }))
  const thrown = [
    SECRET,
    [SECRET],
    { statusCode: 422, users: [SECRET] },
    Object.assign(new Error('Ann'), { statusCode: 409 })
  ]
  for (const responses of [undefined, true]) {
    const app = Fastify()
    const show = async ({ params }: Anything): Promise<unknown> => await Promise.reject(thrown[params.id])
    const users = { record, ...(responses && { responses }), show }
    await app.register(resourcesPlugin, { routes, controllers: { users } })
    for (const id of thrown.keys()) {
      const { body } = await app.inject(`/users/${id}`)
      t.match(body, /Ann/)
      t.notMatch(body, SECRET.pin)
    }
  }
})

t.test("an action's own schema of a 201 describes what create answers with", async (t) => {
  const token = {
    type: 'object',
    properties: { token: text, user: { type: 'object', properties: record.properties } }
  }
  const handler = async (): Promise<object> => ({ token: 'abc', user: SECRET, other: 1 })
  const app = await creatingApp({ schema: { response: { 201: token } }, handler })
  const { statusCode, body } = await app.inject(created)
  t.strictSame([statusCode, JSON.parse(body)], [201, { token: 'abc', user: { id: 1, name: 'Ann' } }])
})

t.test('Location is that of the own collection, whatever names plain routes have taken of it, or given it', async (t) => {
  const users = { record, responses: true, create: async () => SECRET, show: async () => SECRET }
  const both = { only: ['create', 'show'] } as const
  for (const routes of [
    draw((map) => map.resources('users', both).route('user', '/page/:page', 'pages#show')),
    draw((map) => map
      .resources('users', both)
      .route('user', '/page/:page', 'pages#show')
      .route('one', '/users/:id', 'users#show')),
    draw((map) => map
      .resources('people', { controller: 'users', only: 'show' })
      .resources('users', both)
      .route('user', '/page/:page', 'pages#show'))
  ]) {
    const app = Fastify()
    await app.register(resourcesPlugin, { routes, controllers: { users, pages: { show: async () => 'page' } } })
    const { statusCode, headers } = await app.inject(created)
    t.strictSame([statusCode, headers.location], [201, '/users/1'])
  }
})

t.test('Location has the toParam() of a created record, as helpers have it', async (t) => {
  class User {
    id = 5
    name = 'Ann'
    toParam (): string {
      return '5-ann'
    }
  }
  const app = await creatingApp(async () => new User())
  const { statusCode, headers, body } = await app.inject(created)
  t.strictSame(
    [statusCode, headers.location, JSON.parse(body)],
    [201, '/users/5-ann', { id: 5, name: 'Ann' }]
  )
})

t.test('what fails is neither created nor destroyed, though the error handler sets no status', async (t) => {
  const fail = (): never => {
    throw new Error('broken')
  }
  const failing: Record<string, Anything> = {
    handler: async () => fail(),
    answer: async () => [],
    serializer: async () => ({ id: 5, name: { toString: fail } }),
    onSend: { onSend: async () => fail(), handler: async () => SECRET }
  }
  for (const [where, create] of Object.entries(failing)) {
    for (const onError of [undefined, ({ message }: Error) => ({ message })]) {
      const { statusCode, headers } = await (await creatingApp(create, onError)).inject(created)
      t.not(statusCode, 201, where)
      t.equal(headers.location, undefined, where)
    }
  }
  const app = await creatingApp(
    async () => SECRET,
    (_error, reply) => {
      reply.send()
    }
  )
  t.not((await app.inject({ method: 'DELETE', url: '/users/1' })).statusCode, 204)
})

t.test('a text that create answers with has the status of the action', async (t) => {
  const app = Fastify()
  const routes = draw((map) =>
    map
      .resources('users', { only: 'create', formats: ['json', 'csv', 'xml', 'html'] })
      .route('/signup', 'users#create', { method: 'post', defaults: { format: 'csv' } })
  )
  const create = async ({ query }: Anything, reply: Anything): Promise<unknown> => {
    if (query.code !== undefined) reply.code(Number(query.code))
    return reply.respondTo({
      json: () => ({ id: 5, name: 'Ann' }),
      csv: () => (query.none === undefined ? 'id,name\n5,Ann\n' : undefined),
      xml: () => Buffer.from('<user/>'),
      html: () => '<p>Ann</p>'
    })
  }
  await app.register(resourcesPlugin, { routes, controllers: { users: { record, responses: true, create } } })
  const cases: ReadonlyArray<readonly [url: string, accept: string, status: number]> = [
    ['/users.csv', '*/*', 200],
    ['/users', 'text/csv', 200],
    ['/users.xml', '*/*', 200],
    ['/signup', '*/*', 200],
    ['/users', 'text/html', 200],
    ['/users.html', '*/*', 200],
    ['/users.csv?code=201', '*/*', 201],
    ['/users.csv?none', '*/*', 500],
    ['/users.json', '*/*', 201]
  ]
  for (const [url, accept, status] of cases) {
    const response = await app.inject({
      method: 'POST',
      url,
      headers: { accept },
      payload: { user: { name: 'Ann' } }
    })
    t.equal(response.statusCode, status, `${url}, ${accept}: ${response.body}`)
  }
})

t.test('where one controller answers several resources, Location is the path of the one that created', async (t) => {
  const app = Fastify()
  const only = { only: ['create', 'show'] } as const
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map
        .resources('users', only)
        .resource('account', { only: 'none' }, (account) => account.resources('users', only))
        .resources('groups', { only: 'none' }, (groups) => groups.resources('users', only))
        .group({ pathPrefix: 'v1', namePrefix: 'v1_' }, (v1) => v1.resources('users', only))
        .group({ pathPrefix: 'v2', namePrefix: 'v2_' }, (v2) =>
          v2
            .resources('users', only)
            .resources('teams', { only: 'none', shallow: true }, (teams) =>
              teams.resources('users', { only: 'create' })
            )
        )
        .route('join', '/join', 'users#create', { method: 'post' })
    ),
    controllers: {
      users: { record, responses: true, create: async () => ({ id: 5, name: 'Ann' }), show: async () => ({}) }
    }
  })
  const locations = {
    '/users': '/users',
    '/account/users': '/account/users',
    '/groups/3/users': '/groups/3/users',
    '/v1/users': '/v1/users',
    '/v2/users': '/v2/users',
    '/v2/teams/1/users': '/v2/users',
    '/join': '/users'
  }
  for (const [url, path] of Object.entries(locations)) {
    const { headers } = await app.inject({ method: 'POST', url, payload: { user: { name: 'Ann' } } })
    t.equal(headers.location, `${path}/5`, url)
  }
})

t.test('where an extension is required, Location has that of the request', async (t) => {
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map
        .resources('users', { only: ['create', 'show'], formats: { required: ['json', 'csv'] } })
        .resource('account', {
          only: ['create', 'show'],
          controller: 'users',
          formats: { required: ['json'] }
        })
        .route('join', '/join', 'users#create', { method: 'post', formats: ['html'] })
    ),
    controllers: {
      users: { record, responses: true, create: async () => ({ id: 5, name: 'Ann' }), show: async () => ({}) }
    }
  })
  for (const [url, location] of [
    ['/users.json', '/users/5.json'],
    ['/users.csv', '/users/5.csv'],
    ['/join.html', '/users/5.json'],
    ['/join', '/users/5.json'],
    ['/account.json', '/account.json']
  ] as const) {
    const response = await app.inject({
      method: 'POST',
      url,
      payload: { [url.startsWith('/account') ? 'account' : 'user']: { name: 'Ann' } }
    })
    t.strictSame([response.statusCode, response.headers.location], [201, location], url)
  }
})

t.test('a show that returns nothing is a 404 that names the record, or the page of the app', async (t) => {
  for (const nothing of [null, undefined]) {
    for (const responses of [true, undefined]) {
      const app = Fastify()
      app.setNotFoundHandler((_request, reply) => reply.code(404).send('page'))
      const show = async (request: Anything, reply: Anything): Promise<unknown> => {
        if (request.query.code !== undefined) reply.code(Number(request.query.code))
        return nothing
      }
      const routes = draw((map) =>
        map.resources('blogPosts', { only: 'show' }).resource('account', { only: 'show' })
      )
      await app.register(resourcesPlugin, {
        routes,
        controllers: {
          blogPosts: { record, ...(responses && { responses }), show },
          accounts: { record, show }
        }
      })
      t.match((await app.inject('/blogPosts/5')).json(), {
        statusCode: 404,
        code: 'FST_RESOURCES_NOT_FOUND',
        message: 'blog post 5 was not found'
      })
      t.equal((await app.inject('/account')).json().message, 'account was not found')
      t.equal((await app.inject({ url: '/blogPosts/5', headers: { accept: 'text/html' } })).body, 'page')
      t.equal((await app.inject('/blogPosts/5?code=204')).statusCode, 204)
    }
  }
})

t.test('so does a show whose representation is nothing, whatever type the page of the app has', async (t) => {
  for (const page of ['page', { error: 'gone' }]) {
    const app = Fastify()
    app.setNotFoundHandler((_request, reply) => reply.code(404).send(page))
    const show = async (_request: Anything, reply: Anything): Promise<unknown> =>
      reply.respondTo({ json: () => null, html: () => null, csv: () => null })
    const routes = draw({ formats: ['html', 'json', 'csv'] }, (map) =>
      map.resources('users', { only: 'show' })
    )
    await app.register(resourcesPlugin, { routes, controllers: { users: { record, show } } })
    t.match((await app.inject('/users/5.json')).json(), { statusCode: 404, message: 'user 5 was not found' })
    const html = await app.inject('/users/5.html')
    t.strictSame([html.statusCode, html.body], [404, typeof page === 'string' ? page : JSON.stringify(page)])
    t.match(await app.inject('/users/5.csv'), { statusCode: 404 })
  }
})

t.test('a schema in responses may have the record itself inside, as a schema of a plain route may', async (t) => {
  const properties = { id: { type: 'integer' }, title: { type: 'string', minLength: 1 } }
  const records: Readonly<Record<string, Anything>> = {
    'a JSON Schema': { $id: 'Ticket', type: 'object', properties },
    TypeBox: Type.Object({ id: Type.Integer(), title: Type.String() }, { $id: 'Ticket' })
  }
  const ticket = { id: 1, title: 'a' }
  const tree = draw((map) => map.resources('tickets', { only: ['index', 'show', 'create'] })
    .resources('jobs', { only: 'index' }))
  for (const [name, Ticket] of Object.entries(records)) {
    const list = { type: 'array', items: Ticket }
    const cases: ReadonlyArray<readonly [schema: object, answer: object]> = [
      [{ items: Ticket }, [ticket]],
      [list, [ticket]],
      [{ type: 'object', properties: { items: list } }, { items: [ticket] }],
      [{ type: 'object', properties: { items: list, first: Ticket } }, { items: [ticket], first: ticket }],
      [{ type: 'object', properties: { items: { type: 'array', items: { $ref: 'Ticket#' } } } }, { items: [ticket] }],
      [{ anyOf: [Ticket, { type: 'null' }] }, ticket]
    ]
    for (const [schema, answer] of cases) {
      for (const isDocumented of [false, true]) {
        const app = Fastify()
        if (isDocumented) await app.register(swagger, openapiOptions({ openapi: {} }))
        const index = async (): Promise<object> => answer
        await app.register(resourcesPlugin, {
          routes: tree,
          controllers: {
            tickets: {
              record: Ticket,
              responses: { index: schema, show: schema },
              index,
              show: index,
              create: async () => ticket
            },
            jobs: { record: Ticket, responses: { index: schema }, index }
          }
        })
        for (const url of ['/tickets', '/tickets/1', '/jobs']) {
          t.strictSame((await app.inject(url)).json(), answer, `${name}: ${JSON.stringify(schema)}`)
        }
        const wrong = { method: 'POST', url: '/tickets', payload: { ticket: { title: 7 } } } as const
        t.equal((await app.inject(wrong)).statusCode, 400)
      }
    }
  }
})
