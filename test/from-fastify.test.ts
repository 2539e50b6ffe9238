/** An app by hand, on its way to the plugin, and at its end: the same requests, the same answers. */

import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyRequest,
  InjectOptions,
  LightMyRequestResponse as Response
} from 'fastify'
import resourcesPlugin, { draw, formValues } from '../lib/index.js'
import type { ResourcesPluginOptions, Routes } from '../lib/index.js'
import { accounts } from './fixtures/from-fastify/by-hand/accounts.js'
import { admin } from './fixtures/from-fastify/by-hand/admin.js'
import { api } from './fixtures/from-fastify/by-hand/api.js'
import * as byHand from './fixtures/from-fastify/by-hand/app.js'
import { posts } from './fixtures/from-fastify/by-hand/posts.js'
import * as half from './fixtures/from-fastify/half.js'
import * as moved from './fixtures/from-fastify/moved/app.js'
import { createBase, requireAdmin, requireWriter } from './fixtures/from-fastify/shared/base.js'
import { URLENCODED } from './support/forms.js'
import { PAGES, tableRows } from './support/pages.js'
import type { Page } from './support/pages.js'
import { runs } from './support/runs.js'

type Anything = any
type Who = 'ada' | 'bob' | 'stranger' | 'program'

interface Visitors {
  /** `GET /posts`, or `press Save on /posts/new`: the form of that page, as a browser sends it. */
  readonly ask: (who: Who, what: string, sent?: Sent | string, headers?: Headers) => Promise<Response>
}

type Sent = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string>>

const PROGRAM = { authorization: 'Bearer ada' }

function visit (app: FastifyInstance): Visitors {
  const cookies = new Map<Who, string>()

  async function send (who: Who, request: InjectOptions): Promise<Response> {
    const own = who === 'program' ? PROGRAM : { accept: 'text/html', cookie: cookies.get(who) ?? '' }
    const response = await app.inject({ ...request, headers: { ...own, ...request.headers } })
    for (const { name, value } of response.cookies) cookies.set(who, `${name}=${value}`)
    return response
  }

  async function press (who: Who, button: string, page: string, sent: Sent): Promise<Response> {
    const { body } = await send(who, { method: 'GET', url: page })
    const forms = [...body.matchAll(/<form action="([^"]+)" method="post">(.*?)<\/form>/gs)]
    const form = forms.find(([form]) => form.includes(`<button>${button}</button>`))
    const [, url = '', content = ''] = form ?? []
    const fields = new URLSearchParams()
    for (const [, name = '', value = ''] of content.matchAll(/name="([^"]+)" value="([^"]*)"/g)) {
      fields.append(name, String(sent[lastName(name)] ?? value))
    }
    const headers = { 'content-type': URLENCODED }
    return await send(who, { method: 'POST', url, payload: fields.toString(), headers })
  }

  return {
    ask: async (who, what, sent, headers = {}) => {
      const [, button, page = ''] = /^press (.+) on (.+)$/.exec(what) ?? []
      if (button !== undefined) return await press(who, button, page, (sent as Sent) ?? {})
      const [method, url] = what.split(' ')
      const payload = sent === undefined ? {} : { payload: sent }
      return await send(who, { method, url, headers, ...payload } as InjectOptions)
    }
  }
}

/** The field of a form: `title` of `post[title]`. */
function lastName (name: string): string {
  return name.split('[').at(-1)?.replace(']', '') as string
}

/** A status with where it leads, or with the heading of its page. */
function briefOf ({ statusCode, headers, body }: Response): string {
  const [, heading] = /<h1>(.*)<\/h1>/.exec(body) ?? []
  return [statusCode, headers.location ?? heading].filter((part) => part !== undefined).join(' ')
}

/** All that a client sees, but what DIFFERENCES tells: names and addresses of forms, words, codes, Vary. */
function wholeOf ({ statusCode, headers: sent, body }: Response): unknown {
  const { date, 'content-length': _length, vary: _vary, ...headers } = sent
  const isJson = body.startsWith('{') || body.startsWith('[')
  if (isJson) {
    const json = JSON.parse(body)
    return { statusCode, headers, body: statusCode < 400 ? json : { error: json.error } }
  }
  const page = body
    .replaceAll(/<form [^>]*>(?:<input type="hidden"[^>]*>)*/g, '<form>')
    .replaceAll(/name="([^"]+)"/g, (_, name: string) => `name="${lastName(name)}"`)
    .replaceAll(/<em>[^<]+<\/em>/g, '<em>…</em>')
  return { statusCode, headers, page }
}

const post = { title: 'One', text: 'Two' }
const more = { ...post, id: 1, writer: 'bob', published: true, more: 1 }

/** Who asks for what, and what comes; 28 routes. */
const SUITE: ReadonlyArray<readonly [who: Who, what: string, brief: string, sent?: Sent]> = [
  ['stranger', 'GET /health', '200'],
  ['stranger', 'GET /', '200 Posts'],
  ['stranger', 'HEAD /posts', '200'],
  ['stranger', 'GET /posts', '200 Posts'],
  ['stranger', 'GET /posts?page=2', '200 Posts'],
  ['stranger', 'GET /posts/1', '200 Hello'],
  ['stranger', 'GET /posts/3', '200 Again &#60;b&#62;'],
  ['stranger', 'GET /posts/2', '404 Not found'],
  ['stranger', 'GET /posts/99', '404 Not found'],
  ['stranger', 'GET /nowhere', '404 Not found'],
  ['stranger', 'GET /posts/1/nowhere', '404 Not found'],
  ['stranger', 'GET /posts/new', '303 /login'],
  ['stranger', 'GET /posts/1/edit', '303 /login'],
  ['stranger', 'GET /posts/99/edit', '303 /login'],
  ['stranger', 'press Comment on /posts/1', '303 /login', { text: 'Hm' }],
  ['stranger', 'GET /account/edit', '303 /login'],
  ['stranger', 'GET /admin/writers', '303 /login'],

  ['bob', 'GET /login', '200 Log in'],
  ['bob', 'press Enter on /login', '422 Log in', { name: 'bob', password: 'guess' }],
  ['bob', 'press Enter on /login', '303 /posts', { name: 'bob', password: 'garden' }],
  ['ada', 'press Enter on /login', '303 /posts', { name: 'ada', password: 'engine' }],
  ['stranger', 'POST /login', '400 Error'],

  ['ada', 'GET /posts/new', '200 New post'],
  ['ada', 'press Save on /posts/new', '422 New post', { title: '', text: '<i>' }],
  ['ada', 'press Save on /posts/new', '303 /posts/11', post],
  ['ada', 'GET /posts/11', '200 One'],
  ['bob', 'GET /posts/11', '404 Not found'],
  ['ada', 'GET /posts/11/edit', '200 Edit post'],
  ['bob', 'GET /posts/1/edit', '403 Error'],
  ['ada', 'GET /posts/99/edit', '404 Not found'],
  ['ada', 'press Save on /posts/11/edit', '422 Edit post', { title: '' }],
  ['ada', 'press Save on /posts/11/edit', '303 /posts/11', { title: 'Uno' }],
  ['ada', 'press Publish on /posts/11', '303 /posts/11'],
  ['bob', 'GET /posts/11', '200 Uno'],
  ['bob', 'press Comment on /posts/11', '422 Uno', { text: '' }],
  ['bob', 'press Comment on /posts/11', '303 /posts/11', { text: 'Good & short' }],
  ['bob', 'GET /posts/11', '200 Uno'],
  ['bob', 'press Withdraw on /posts/11', '303 /posts/11'],
  ['bob', 'GET /posts/11', '200 Uno'],
  ['ada', 'press Delete on /posts/11', '303 /posts'],
  ['ada', 'GET /posts/11', '404 Not found'],

  ['ada', 'GET /account/edit', '200 Account'],
  ['ada', 'press Save on /account/edit', '422 Account', { email: 'ada', about: 'Poet' }],
  ['ada', 'press Save on /account/edit', '303 /account/edit', { about: 'Poet' }],
  ['ada', 'GET /account/edit', '200 Account'],

  ['bob', 'GET /admin/writers', '403 Error'],
  ['ada', 'GET /admin/writers', '200 Writers'],
  ['ada', 'DELETE /admin/writers', '404 Not found'],
  ['ada', 'GET /admin/writers/2', '200 bob'],
  ['ada', 'GET /admin/writers/9', '404 Not found'],
  ['ada', 'press Promote bob on /admin/writers', '303 /admin/writers'],
  ['bob', 'GET /admin/writers', '200 Writers'],
  ['bob', 'press Log out on /posts', '303 /posts'],
  ['bob', 'GET /admin/writers', '303 /login'],

  ['program', 'GET /api/posts', '200'],
  ['program', 'HEAD /api/posts', '200'],
  ['program', 'GET /api/posts?page=2', '200'],
  ['program', 'GET /api/posts/2', '200'],
  ['program', 'GET /api/posts/99', '404'],
  ['program', 'GET /api/posts/abc', '400'],
  ['program', 'GET /api/nowhere', '404'],
  ['stranger', 'POST /api/posts', '401', post],
  ['stranger', 'POST /api/posts', '401', {}],
  ['program', 'POST /api/posts', '400', { title: '' }],
  ['program', 'POST /api/posts', '400'],
  ['program', 'POST /api/posts', '201 /api/posts/13', more],
  ['program', 'GET /api/posts/13', '200'],
  ['stranger', 'PATCH /api/posts/13', '401', post],
  ['program', 'PATCH /api/posts/13', '200', { text: 'Drei' }],
  ['program', 'PATCH /api/posts/13', '400', { text: '' }],
  ['program', 'PATCH /api/posts/13', '200', {}],
  ['program', 'PATCH /api/posts/99', '404', { text: 'Drei' }],
  ['program', 'PATCH /api/posts/x', '400', { text: 'Drei' }],
  ['stranger', 'PUT /api/posts/13/publish', '401'],
  ['program', 'PUT /api/posts/13/publish', '200'],
  ['program', 'GET /api/posts/1/comments', '200'],
  ['program', 'GET /api/posts/99/comments', '404'],
  ['stranger', 'POST /api/posts/1/comments', '401', { text: 'Hm' }],
  ['program', 'POST /api/posts/1/comments', '400', { text: '' }],
  ['program', 'POST /api/posts/1/comments', '201', { text: 'Hm' }],
  ['program', 'POST /api/posts/99/comments', '404', { text: 'Hm' }],
  ['stranger', 'DELETE /api/posts/13', '401'],
  ['program', 'DELETE /api/posts/13', '204'],
  ['program', 'DELETE /api/posts/13', '404']
]

async function runSuite (app: FastifyInstance): Promise<Array<{ line: string; whole: unknown }>> {
  const { ask } = visit(app)
  const answers = []
  for (const [who, what, , sent] of SUITE) {
    const response = await ask(who, what, sent)
    answers.push({ line: `${who}: ${what}: ${briefOf(response)}`, whole: wholeOf(response) })
  }
  await app.close()
  return answers
}

t.test('the app by hand, half drawn and drawn answers the same', async (t) => {
  const expected = await runSuite(await byHand.createApp())
  const lines = SUITE.map(([who, what, brief]) => `${who}: ${what}: ${brief}`)
  t.strictSame(
    expected.map(({ line }) => line),
    lines
  )
  for (const { createApp } of [half, moved]) {
    const answers = await runSuite(await createApp())
    for (const [index, answer] of answers.entries()) t.strictSame(answer, expected[index], answer.line)
  }
})

/** The rows of the app by hand, with the actions that answer them. */
const BY_HAND = {
  'GET /': 'pages#home',
  'GET /posts': 'posts#index',
  'GET /posts/new': 'posts#new',
  'POST /posts': 'posts#create',
  'GET /posts/:id': 'posts#show',
  'GET /posts/:id/edit': 'posts#edit',
  'POST /posts/:id': 'posts#update',
  'POST /posts/:id/publish': 'posts#publish',
  'POST /posts/:id/delete': 'posts#delete',
  'POST /posts/:post_id/comments': 'comments#create',
  'POST /posts/:post_id/comments/:id/delete': 'comments#delete',
  'GET /login': 'sessions#new',
  'POST /login': 'sessions#create',
  'POST /logout': 'sessions#destroy',
  'GET /account/edit': 'accounts#edit',
  'POST /account': 'accounts#update',
  'GET /admin/writers': 'admin/writers#index',
  'GET /admin/writers/:id': 'admin/writers#show',
  'POST /admin/writers/:id/promote': 'admin/writers#promote',
  'GET /api/posts': 'api/posts#index',
  'POST /api/posts': 'api/posts#create',
  'GET /api/posts/:id': 'api/posts#show',
  'PATCH /api/posts/:id': 'api/posts#update',
  'DELETE /api/posts/:id': 'api/posts#destroy',
  'PUT /api/posts/:id/publish': 'api/posts#publish',
  'GET /api/posts/:post_id/comments': 'api/comments#index',
  'POST /api/posts/:post_id/comments': 'api/comments#create'
}

const ALL = Object.values(BY_HAND)

/** A tree of some of these rows, with the same methods and paths. */
function drawSome (drawn: ReadonlySet<string>): Routes {
  const only = (controller: string, ...actions: string[]): { only: string[] } => ({
    only: actions.filter((action) => drawn.has(`${controller}#${action}`))
  })
  const member = (controller: string, method: string, ...actions: string[]): { member: object } => ({
    member: Object.fromEntries(only(controller, ...actions).only.map((action) => [action, method]))
  })
  return draw({ patch: 'only' }, (map: Anything) => {
    const route = (target: string, path: string, method = 'get'): void => {
      if (drawn.has(target)) map.route(path, target, { method })
    }
    route('pages#home', '/')
    map.resources(
      'posts',
      {
        ...only('posts', 'index', 'new', 'create', 'show', 'edit'),
        ...member('posts', 'post', 'publish', 'delete')
      },
      (posts: Anything) => {
        posts.resources('comments', {
          ...only('comments', 'create'),
          ...member('comments', 'post', 'delete')
        })
      }
    )
    route('posts#update', '/posts/:id', 'post')
    route('sessions#new', '/login')
    route('sessions#create', '/login', 'post')
    route('sessions#destroy', '/logout', 'post')
    map.resource('account', only('accounts', 'edit'))
    route('accounts#update', '/account', 'post')
    map.namespace('admin', (admin: Anything) => {
      admin.resources('writers', {
        ...only('admin/writers', 'index', 'show'),
        ...member('admin/writers', 'post', 'promote')
      })
    })
    map.namespace('api', (api: Anything) => {
      api.resources(
        'posts',
        {
          ...only('api/posts', 'index', 'create', 'show', 'update', 'destroy'),
          ...member('api/posts', 'put', 'publish')
        },
        (posts: Anything) => posts.resources('comments', only('api/comments', 'index', 'create'))
      )
    })
    return map
  })
}

type Actions = Record<string, Record<string, object>>

/** A plugin of routes without some of them, whose options and handlers become actions as they are. */
function without (
  plugin: FastifyPluginAsync,
  drawn: ReadonlySet<string>,
  actions: Actions
): FastifyPluginAsync {
  return async (scope, options) => {
    const rest = Object.create(scope) as Record<string, unknown>
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      rest[method] = (path: string, ...given: [object, object] | [object]) => {
        const target = BY_HAND[`${method.toUpperCase()} ${scope.prefix}${path}` as keyof typeof BY_HAND]
        if (!drawn.has(target)) return (scope[method] as (...given: unknown[]) => unknown)(path, ...given)
        const [controller = '', action = ''] = target.split('#')
        const [handler, routeOptions = {}] = given.toReversed()
        actions[controller] = { ...actions[controller], [action]: { ...routeOptions, handler } }
      }
    }
    await plugin(rest as unknown as FastifyInstance, options)
  }
}

/** The app by hand, some of whose rows are drawn, with their handlers as they were. */
async function createPart (
  targets: readonly string[],
  options: Partial<ResourcesPluginOptions> = {}
): Promise<FastifyInstance> {
  const drawn = new Set(targets)
  const routes = drawSome(drawn)
  const controllers: Actions = {}
  const app = await createBase()
  await app.register(formbody)
  const guards = async (scope: FastifyInstance): Promise<void> => {
    scope.addHook('onRequest', requireWriter)
    scope.addHook('onRequest', requireAdmin)
  }
  for (const [plugin, prefix] of [
    [posts, ''],
    [accounts, ''],
    [admin, '/admin'],
    [api, '/api']
  ] as const) {
    await app.register(without(plugin as FastifyPluginAsync, drawn, controllers), { prefix })
  }
  const hasAdmin = targets.some((target) => target.startsWith('admin/'))
  const scopes = hasAdmin ? { admin: guards } : {}
  await app.register(resourcesPlugin, { routes, controllers, scopes, ...options })
  return app
}

t.test('any of its rows may be drawn first, with their options and handlers as they are', async (t) => {
  const expected = await runSuite(await byHand.createApp())
  t.equal(drawSome(new Set(ALL)).table.length, ALL.length)
  await fc.assert(
    fc.asyncProperty(fc.subarray(ALL), async (drawn) => {
      const answers = await runSuite(await createPart(drawn))
      for (const [index, answer] of answers.entries()) assert.deepEqual(answer, expected[index])
    }),
    { numRuns: runs(100), examples: [[ALL], [[]]] }
  )
})

interface Difference {
  /** The first cell of its row on the page. */
  readonly request: string
  readonly who: Who
  readonly what: string
  readonly sent?: Sent | string
  /** The same for a form whose fields have the name of the record. */
  readonly record?: string
  readonly site?: string
  /** What differs, if it is not the status. */
  readonly show?: (response: Response) => string
}

const DIFFERENCES: readonly Difference[] = [
  { request: '`DELETE /posts`, a wrong method', who: 'stranger', what: 'DELETE /posts' },
  {
    request: '`POST /posts`, from another site',
    who: 'ada',
    what: 'POST /posts',
    sent: 'title=a&text=b',
    site: 'cross-site'
  },
  { request: '`GET /posts/abc`, an invalid id', who: 'stranger', what: 'GET /posts/abc' },
  { request: '`GET /posts/`, an empty id', who: 'stranger', what: 'GET /posts/' },
  { request: '`GET /posts/1%2F2`, an id with a slash', who: 'stranger', what: 'GET /posts/1%2F2' },
  { request: '`GET /posts?page=1&page=2`', who: 'stranger', what: 'GET /posts?page=1&page=2' },
  { request: '`GET /posts?page[a]=1`', who: 'stranger', what: 'GET /posts?page[a]=1' },
  {
    request: '`GET /posts?page=0`, its message',
    who: 'stranger',
    what: 'GET /posts?page=0',
    show: showMessage
  },
  {
    request: '`POST /posts`, a form with two titles',
    who: 'ada',
    what: 'POST /posts',
    sent: 'title=a&title=b&text=c',
    record: 'post[title]=a&post[title]=b&post[text]=c'
  },
  {
    request: '`POST /posts`, a form with `title[a]`',
    who: 'ada',
    what: 'POST /posts',
    sent: 'title[a]=b&text=c',
    record: 'post[title][a]=b&post[text]=c'
  },
  {
    request: '`POST /posts/2/delete`, a page from before the step',
    who: 'ada',
    what: 'POST /posts/2/delete',
    sent: ''
  },
  {
    request: 'the words beside an empty title',
    who: 'ada',
    what: 'press Save on /posts/new',
    show: showFault
  },
  { request: '`GET /posts/99` without `Accept`', who: 'program', what: 'GET /posts/99', show: briefOf },
  { request: '`GET /api/posts/99`, its code', who: 'program', what: 'GET /api/posts/99', show: showCode },
  { request: '`GET /api/posts/abc`, its code', who: 'program', what: 'GET /api/posts/abc', show: showCode },
  { request: '`GET /api/posts/1e0`', who: 'program', what: 'GET /api/posts/1e0' },
  { request: '`POST /api/posts`, JSON in `post`', who: 'program', what: 'POST /api/posts', sent: { post } }
]

function showStatus ({ statusCode, headers: { allow } }: Response): string {
  return allow === undefined ? String(statusCode) : `${statusCode}, \`Allow: ${allow as string}\``
}

function showFault ({ body }: Response): string {
  return /<em>([^<]+)/.exec(body)?.[1] as string
}

function showMessage ({ body }: Response): string {
  return (/<p>([^<]+)/.exec(body)?.[1] as string).replace('&#62;', '>')
}

function showCode (response: Response): string {
  const { code } = response.json()
  return code === undefined ? 'none' : `\`${code as string}\``
}

async function answersTo (app: FastifyInstance, hasRecords = false): Promise<string[]> {
  const { ask } = visit(app)
  await ask('ada', 'press Enter on /login', { name: 'ada', password: 'engine' })
  const answers = []
  for (const { who, what, sent, record, site, show = showStatus } of DIFFERENCES) {
    const type = typeof sent === 'string' ? { 'content-type': URLENCODED } : {}
    const headers = { ...type, ...(site !== undefined && { 'sec-fetch-site': site }) }
    answers.push(show(await ask(who, what, hasRecords ? (record ?? sent) : sent, headers)))
  }
  await app.close()
  return answers
}

const PAGE = PAGES.find(({ file }) => file === 'docs/from-others.md') as Page

t.test('the page lists what differs', async (t) => {
  const columns = [
    await answersTo(await byHand.createApp()),
    await answersTo(await createPart(ALL)),
    await answersTo(await moved.createApp(), true)
  ]
  const rows = DIFFERENCES.map(({ request }, index) => {
    const answers = columns.map((column) => column[index])
    t.not(new Set(answers).size, 1, request)
    return [request, ...answers]
  })
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  t.strictSame(tableRows(PAGE, 'request', 'by hand', 'drawn', 'with records'), rows, `\n${table}`)
})

t.test('a handler with attachValidation may print formValues', async (t) => {
  const app = Fastify()
  const body = { type: 'object', properties: { title: { type: 'string' } } }
  const create = async (request: FastifyRequest): Promise<string> => {
    const { title } = formValues(request) as { title: unknown }
    return `${title as string}`
  }
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'create' })),
    controllers: { posts: { create: { schema: { body }, attachValidation: true, handler: create } } }
  })
  const { ask } = visit(app)
  const { statusCode } = await ask('ada', 'POST /posts', 'title[a]=b', { 'content-type': URLENCODED })
  t.equal(statusCode, 200)
})

t.test('two options leave out the 405 and the 403', async (t) => {
  const app = await createPart(ALL, { methodNotAllowed: false, crossSite: 'allow' })
  t.strictSame((await answersTo(app)).slice(0, 2), ['404', '303'])
})

t.test('a row that is drawn and by hand is an error at startup', async (t) => {
  const routes = draw((map) => map.resources('posts', { only: 'index' }))
  const plugin = { routes, controllers: { posts: { index: async () => [] } } }
  const first = Fastify()
  await first.register(resourcesPlugin, plugin)
  t.throws(() => first.get('/posts', async () => []), { code: 'FST_ERR_DUPLICATED_ROUTE' })
  const second = Fastify()
  second.get('/posts', async () => [])
  await t.rejects(async () => await second.register(resourcesPlugin, plugin), { code: 'FST_RESOURCES_ROUTE' })
})

t.test('a 405 names the methods of both, and a form reaches only rows of the tree', async (t) => {
  const { ask } = visit(await createPart(['api/posts#show']))
  const { headers } = await ask('program', 'PUT /api/posts/1')
  t.equal(headers.allow, 'GET, HEAD, DELETE, PATCH')
  const form = await ask('program', 'POST /api/posts/1', '_method=delete', { 'content-type': URLENCODED })
  t.equal(form.statusCode, 405)
  t.equal((await ask('program', 'GET /api/posts/1')).statusCode, 200)
})

t.test('hooks of an encapsulated plugin do not come along: scopes has them', async (t) => {
  const row = ['admin/writers#index']
  for (const [options, status] of [
    [{ scopes: {} }, 200],
    [{}, 303]
  ] as const) {
    const { ask } = visit(await createPart(row, options))
    t.equal((await ask('stranger', 'GET /admin/writers')).statusCode, status)
  }
})

t.test('a variable has the name of its resource, and in a plain route that of its path', async (t) => {
  const plain = draw((map) => map.route('/posts/:postId/comments', 'comments#index'))
  const nested = draw((map) =>
    map.resources('posts', { only: 'none' }, (posts) => posts.resources('comments', { only: 'index' }))
  )
  for (const [routes, params] of [
    [plain, { postId: '1' }],
    [nested, { post_id: '1' }]
  ] as const) {
    const app = Fastify()
    const index = async (request: FastifyRequest): Promise<unknown> => request.params
    await app.register(resourcesPlugin, { routes, controllers: { comments: { index } } })
    t.strictSame((await visit(app).ask('program', 'GET /posts/1/comments')).json(), params)
  }
})

t.test('a plugin with a prefix answers a slash at the end too, a row only with ignoreTrailingSlash', async (t) => {
  const posts = { index: async () => [] }
  const plugin = { routes: draw((map) => map.resources('posts', { only: 'index' })), controllers: { posts } }
  const hand = Fastify()
  hand.register(
    async (scope) => {
      scope.get('/', posts.index)
    },
    { prefix: '/posts' }
  )
  const drawn = Fastify()
  drawn.register(resourcesPlugin, plugin)
  const ignoring = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  ignoring.register(resourcesPlugin, plugin)
  for (const [app, status] of [
    [hand, 200],
    [drawn, 404],
    [ignoring, 200]
  ] as const) {
    t.equal((await app.inject('/posts')).statusCode, 200)
    t.equal((await app.inject('/posts/')).statusCode, status)
  }
})
