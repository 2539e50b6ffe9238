/**
 * What controllers need not write by hand: finding records, bare JSON, redisplayed forms, other validators.
 */

import { runInNewContext } from 'node:vm'
import t from 'tap'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import resourcesPlugin, {
  draw,
  fieldErrors,
  formErrors,
  formValues,
  sendFieldErrors
} from '../../../lib/index.js'
import type { Routes } from '../../../lib/index.js'
import { URLENCODED } from '../../support/forms.js'
import { sendValidatorText } from '../../support/errors.js'

type Anything = any

const record = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1 },
    views: { type: 'integer', readOnly: true }
  }
}

async function appWith (
  routes: Routes,
  controllers: Anything,
  before: (app: FastifyInstance) => unknown = () => undefined,
  options: object = {}
): Promise<FastifyInstance> {
  const app = Fastify()
  await before(app)
  if (app.errorHandler.name === 'defaultErrorHandler') app.setErrorHandler(sendValidatorText)
  await app.register(resourcesPlugin, { routes, controllers, ...options })
  await app.ready()
  return app
}

const tree = draw((map) =>
  map
    .resources('posts', { only: ['index', 'show', 'update'], member: { publish: 'put' } }, (posts) =>
      posts.resources('comments', { only: ['index', 'show'] }, (comments) =>
        comments.resources('votes', { only: 'show' })
      )
    )
    .resource('account', { only: 'show' })
    .route('about', '/about/:id', { controller: 'posts', action: 'about' })
)

/** One handler for each action of the trees here. */
const everyAction = (handler: () => Promise<object>): Record<string, Anything> =>
  Object.fromEntries(
    ['index', 'new', 'create', 'show', 'edit', 'update', 'destroy', 'publish', 'about', 'plain', 'any']
      .map((name) => [name, handler])
  )

const see = async ({ record, parents }: Anything): Promise<object> => ({ record, parents })

t.test('load finds the record of a row, its parents outermost first; a missing record is a 404', async (t) => {
  const calls: unknown[] = []
  const find = (name: string, missing: unknown) =>
    function (this: Anything, id: number, parents: object, request: Anything): unknown {
      calls.push([name, id, Object.keys(parents), typeof request.url])
      return id === 9 ? missing : { name, id }
    }
  const app = await appWith(
    tree,
    {
      posts: {
        record,
        load: find('post', null),
        index: see,
        show: see,
        update: see,
        publish: { load: false, handler: see },
        about: see
      },
      comments: { load: find('comment', undefined), index: see, show: see },
      votes: { show: see },
      accounts: {
        load: async (parents: unknown, request: Anything) => ({ parents, url: request.url }),
        show: see
      }
    },
    (app) => {
      app.setNotFoundHandler((request, reply) => reply.code(404).send({ missing: request.url }))
    }
  )
  const page = async (url: string): Promise<unknown> =>
    (await app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } })).json()
  const get = async (url: string): Promise<unknown> => (await app.inject(url)).json()
  t.strictSame(await get('/posts/1'), { record: { name: 'post', id: 1 }, parents: {} })
  t.strictSame(await get('/posts'), { record: null, parents: {} })
  t.strictSame(await get('/posts/1/comments'), { record: null, parents: { post: { name: 'post', id: 1 } } })
  t.strictSame(await get('/posts/1/comments/2'), {
    record: { name: 'comment', id: '2' },
    parents: { post: { name: 'post', id: 1 } }
  })
  t.strictSame(await get('/posts/1/comments/2/votes/3'), {
    record: null,
    parents: { post: { name: 'post', id: 1 }, comment: { name: 'comment', id: '2' } }
  })
  t.strictSame(await get('/account'), { record: { parents: {}, url: '/account' }, parents: {} })
  t.strictSame(
    await get('/about/1'),
    { record: { name: 'post', id: 1 }, parents: {} },
    'a plain route with the id'
  )
  t.strictSame(
    (await app.inject({ method: 'PUT', url: '/posts/9/publish' })).json(),
    { record: null, parents: {} },
    'load: false'
  )
  calls.length = 0
  const missing = {
    statusCode: 404,
    code: 'FST_RESOURCES_NOT_FOUND',
    error: 'Not Found',
    message: 'post 9 was not found'
  }
  for (const url of ['/posts/9', '/posts/9/comments/2']) t.strictSame(await get(url), missing)
  t.strictSame(await page('/posts/9'), { missing: '/posts/9' }, 'for a visitor it is the page of the app')
  t.strictSame(
    calls,
    [
      ['post', 9, [], 'string'],
      ['post', 9, [], 'string'],
      ['post', 9, [], 'string']
    ],
    'a child of what is missing is not looked for'
  )
})

class Rows extends Array<object> {}

class Index extends Map<string, object> {}

class NotFound extends Error {}

class Post {}

/** Some libraries name their entities so; a global has the same name. */
class Tagged {
  readonly [Symbol.toStringTag] = 'Event'
}

class Named {
  readonly [Symbol.toStringTag] = 'Post'
}

function * generate (): Generator<object> {
  yield {}
}

t.test('what load gives is a record only as a plain object or an instance of a class of the app: any other value but null and undefined is a 500, and no action runs', async (t) => {
  const values: ReadonlyArray<readonly [value: unknown, shown: string]> = [
    [false, 'false'], [true, 'true'], [0, '0'], [NaN, 'NaN'], ['', "''"], ['1', "'1'"], [0n, '0n'],
    [Symbol('s'), 'Symbol(s)'], [() => {}, 'the function (anonymous)'],
    [[], '[]'], [[{ id: 1 }], 'a list of 1'], [new Rows(), '[]'], [runInNewContext('[]'), '[]'],
    [new Map([['id', 1]]), 'an instance of Map'], [new Index(), 'an instance of Index'],
    [runInNewContext('new Map()'), 'an instance of Map'],
    [new Set(), 'an instance of Set'], [new Date(), 'an instance of Date'], [new Error('none'), 'an instance of Error'],
    [new NotFound(), 'an instance of NotFound'], [/a/, '/a/'], [Buffer.from('a'), 'an instance of Buffer'],
    [new URL('http://a'), 'an instance of URL'], [new Response(), 'an instance of Response'],
    [Object(1), 'an instance of Number'], [generate(), 'an object without properties']
  ]
  const rows = draw((map) =>
    map
      .resources('posts', { member: { publish: 'put' }, shallow: true, formats: ['html'] }, (posts) => posts.resources('comments'))
      .resource('account', (account) => account.resources('keys', { only: 'index' }))
      .route('about', '/about/:id', { controller: 'posts', action: 'about' })
  )
  const lines: ReadonlyArray<readonly [line: string, controller: string]> = [
    ['GET /posts/1', 'posts'], ['PUT /posts/1', 'posts'], ['DELETE /posts/1', 'posts'], ['PUT /posts/1/publish', 'posts'],
    ['GET /posts/1.html', 'posts'], ['GET /about/1', 'posts'], ['GET /posts/1/comments', 'posts'],
    ['POST /posts/1/comments', 'posts'], ['DELETE /comments/1', 'comments'], ['GET /account', 'accounts'],
    ['DELETE /account', 'accounts'], ['GET /account/keys', 'accounts']
  ]
  let found: unknown
  let ran = 0
  const run = async (): Promise<object> => {
    ran++
    return {}
  }
  const actions = { ...everyAction(run), load: () => found }
  const app = await appWith(rows, { posts: actions, comments: actions, accounts: actions, keys: actions })
  for (const [value, shown] of values) {
    for (const [line, controller] of lines) {
      const [method, url] = line.split(' ') as ['GET', string]
      for (const given of [value, Promise.resolve(value)]) {
        found = given
        const response = await app.inject({ method, url, headers: { accept: 'text/html' } })
        t.match(response.json(), {
          statusCode: 500,
          code: 'FST_RESOURCES_LOAD',
          message: `${controller}.load: expected a record, which is an object, or null for none, got ${shown}`
        }, `${line} ${shown}`)
      }
    }
  }
  t.equal(ran, 0)
  const records = [
    {}, Object.create(null), new Post(), new Tagged(), new Named(), runInNewContext('({ id: 1 })'), { length: 0 },
    { next: () => {} }
  ]
  for (const value of records) {
    found = value
    t.equal((await app.inject('/posts/1')).statusCode, 200)
  }
})

t.test('guards of the controller come before load, hooks of the action after it, validation before both', async (t) => {
  const seen: string[] = []
  const note =
    (name: string) =>
      async (request: Anything): Promise<void> => {
        seen.push(`${name} ${String(request.record?.id)}`)
      }
  const app = await appWith(tree, {
    posts: {
      record,
      routeOptions: { preHandler: note('guard') },
      load: async (id: number) => ({ id }),
      index: see,
      show: {
        preHandler: [note('action')],
        attachValidation: true,
        schema: { params: { type: 'object', properties: { id: { type: 'integer', maximum: 5 } } } },
        handler: see
      },
      update: { attachValidation: true, handler: see },
      publish: see,
      about: see
    },
    comments: { index: see, show: see },
    votes: { show: see },
    accounts: { show: see }
  })
  await app.inject('/posts/1')
  t.strictSame(seen.splice(0), ['guard undefined', 'action 1'])
  t.match(
    (await app.inject('/posts/7')).json(),
    { code: 'FST_ERR_VALIDATION', message: 'params/id must be <= 5' },
    'an invalid id is a 400 with attachValidation too'
  )
  t.strictSame(
    (await app.inject({ method: 'PUT', url: '/posts/2', payload: {} })).json().record,
    { id: 2 },
    'but with a body that it reports'
  )
})

t.test('refused: an invalid load, a parent without load that a child needs, an action named load', async (t) => {
  const routes = draw((map) =>
    map.resources('posts', { only: 'show' }, (posts) =>
      posts.resources('comments', { only: ['index', 'show'] })
    )
  )
  const start = (posts: object, comments: object): Promise<unknown> =>
    appWith(routes, { posts: { show: see, ...posts }, comments: { index: see, show: see, ...comments } })
  await t.rejects(start({ load: 5 }, {}), {
    code: 'FST_RESOURCES_CONTROLLERS',
    message: /posts\.load: expected a function \(id, parents, request\) that finds a record, got 5/
  })
  await t.rejects(start({ show: { load: 'no', handler: see } }, {}), {
    message: /posts\.show: load: expected true or false, got 'no'/
  })
  await t.rejects(start({}, { load: (id: string, { post }: Anything) => [id, post] }), {
    message:
      "The controllers have a mistake: comments.load: it takes parents, but the controller 'posts' has no 'load'; add one: load: (id) => …"
  })
  await t.resolves(start({}, { load: (id: string) => id }))
  const single = draw((map) =>
    map.resource('account', { only: 'show' }, (account) => account.resources('comments', { only: 'index' }))
  )
  const load = (id: string, { account }: Anything): unknown => [id, account]
  await t.rejects(appWith(single, { accounts: { show: see }, comments: { index: see, load } }), {
    message: /the controller 'accounts' has no 'load'; add one: load: \(\) => …$/
  })
  await t.resolves(
    start(
      {},
      {
        load: (id: string, parents: unknown) => [id, parents],
        index: { load: false, handler: see },
        show: { load: false, handler: see }
      }
    )
  )
})

t.test('refused: two parents of one name, of which request.parents would have one', async (t) => {
  const start = (name: string): Promise<unknown> =>
    appWith(
      draw((map) =>
        map.resource(name, { only: 'show', as: 'post' }, (single) =>
          single.resources('posts', { only: 'show' }, (posts) => posts.resources('votes', { only: ['index', 'show'] }))
        )
      ),
      {
        posts: { load: () => ({ id: 1 }), show: see },
        firsts: { load: () => ({ id: 0 }), show: see },
        votes: { index: see, show: see }
      }
    )
  await t.rejects(start('post'), {
    code: 'FST_RESOURCES_CONTROLLERS',
    message:
      "The controllers have a mistake: votes: two of its parents are named 'post', and request.parents would have one of them; rename one of the two resources, and keep its path with 'as'"
  })
  await t.resolves(start('first'))
})

t.test('refused: a load that takes an id, where a singleton would give it parents', async (t) => {
  const load = async (id: number): Promise<object> => ({ id: id.toFixed() })
  const trees = {
    '/profile': draw((map) =>
      map.resources('users', { only: 'show' }).resource('profile', { controller: 'users', only: 'show' })
    ),
    '/owner/keys': draw((map) =>
      map
        .resource('owner', { controller: 'users', only: 'none' }, (owner) => owner.resources('keys', { only: 'index' }))
        .resources('users', { only: 'show' })
    )
  }
  for (const [path, routes] of Object.entries(trees)) {
    const controllers = (more: object): object => ({ users: { show: see, ...more }, keys: { index: see } })
    await t.rejects(appWith(routes, controllers({ load })), {
      message:
        `The controllers have a mistake: users.load: '/users/:id' gives it (id, parents, request), and the singleton of '${path}' ` +
        'gives it (parents, request); give the singleton a controller of its own'
    })
    const app = await appWith(routes, controllers({ load: () => ({ name: 'Ann' }) }))
    t.equal((await app.inject(path)).statusCode, 200, 'a load without arguments serves both')
  }
})

t.test('refused: a load that takes parents, on a plain route whose path names one but is not below it', async (t) => {
  const tree = draw((map) =>
    map
      .resources('posts', { only: 'show' }, (posts) => posts.resources('comments', { only: 'show' }))
      .route('/archive/:post_id/comments/:id', 'comments#old')
      .route('/:lang/comments/:id', 'comments#plain')
  )
  const start = async (comments: object): Promise<unknown> =>
    await appWith(tree, {
      posts: { show: see, load: (id: string) => ({ id }) },
      comments: { show: see, old: see, plain: see, ...comments }
    })
  const load = (id: string, { post }: Anything): object => ({ id, post })
  await t.rejects(start({ load }), {
    message:
      "The controllers have a mistake: comments.load: it takes parents, but ':post_id' of '/archive/:post_id/comments/:id' names none, since the path is not below theirs; move the route, or give 'old' load: false"
  })
  await t.resolves(start({ load, old: { load: false, handler: see } }))
  await t.resolves(start({ load: (id: string) => ({ id }) }))
})

t.test('with wrap: false JSON may come without its key, so that what GET gives PUT takes; so may forms', async (t) => {
  const routes = draw({ wrap: false }, (map) => map.resources('posts', { only: ['create', 'show', 'update'] }))
  const body = async ({ body }: Anything): Promise<unknown> => body
  const app = await appWith(routes, {
    posts: {
      record,
      create: body,
      update: body,
      show: async () => ({ id: 1, title: 'Hi', views: 7 })
    }
  })
  const put = async (payload: Anything, headers = {}): Promise<unknown> => {
    const response = await app.inject({ method: 'PUT', url: '/posts/1', payload, headers })
    return response.statusCode === 200 ? response.json() : response.json().message
  }
  t.strictSame(await put((await app.inject('/posts/1')).json()), { post: { title: 'Hi' } })
  t.strictSame(await put({ post: { title: 'Hi' } }), { post: { title: 'Hi' } })
  t.strictSame(await put({ post: { title: 'Hi' }, title: 'Ho' }), { post: { title: 'Ho' } })
  t.strictSame(
    await put({ post: { title: 'Hi' }, _csrf: 'x' }),
    { post: { title: 'Hi' }, _csrf: 'x' },
    "what is none of the record's own may stand beside the key"
  )
  t.equal(await put({ post: 'Hi' }), 'body/post must be object')
  t.strictSame(await put({}), { post: {} })
  t.equal(await put([{ title: 'Hi' }]), 'body must be object')
  const form = { 'content-type': URLENCODED }
  t.strictSame(await put('title=Hi', form), { post: { title: 'Hi' } })
  t.strictSame(await put('post[title]=Hi&_csrf=x', form), { post: { title: 'Hi' }, _csrf: 'x' })
})

t.test('with wrap: false the paths and the fields of errors are those that the client sent', async (t) => {
  const own = {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', minLength: 2 },
      post: { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false }
    }
  }
  const input = z.object({
    title: z
      .string()
      .min(2)
      .refine((title) => title !== 'no', { error: 'is no title' })
  })
  const faults = fieldErrors({
    post: 'is bad',
    'post[title]': ['is taken', 'is dull'],
    'post[post][a]': 'is odd',
    other: 'is other'
  })
  const taken = (): never => {
    throw faults
  }
  const odd = (): never => {
    const validation = [{ instancePath: '/other', message: 'is odd' }]
    throw Object.assign(new Error('is odd'), { statusCode: 400, validation, validationContext: 'body' })
  }
  const attached = async ({ validationError }: FastifyRequest): Promise<unknown> => ({
    message: validationError?.message,
    fields: formErrors(validationError)
  })
  const tooShort = { title: ['must have at least 2 characters'] }
  const short = ['title must have at least 2 characters', tooShort]
  const missing = ['title must not be empty', { title: ['must not be empty'] }]
  const inner = ['post.a must be a whole number', { 'post.a': ['must be a whole number'] }]
  const ofHandler = [
    'is bad; title is taken, is dull; post.a is odd; other is other',
    { '': ['is bad'], title: ['is taken', 'is dull'], 'post.a': ['is odd'], other: ['is other'] }
  ]
  const judged = ['title is no title', { title: ['is no title'] }]
  const unknown = ['post.b is not a known field', { 'post.b': ['is not a known field'] }]
  const cases: ReadonlyArray<readonly [controller: object, sent: object, expected: unknown]> = [
    [{}, { title: 'A' }, short],
    [{}, {}, missing],
    [{}, { title: 'AB', post: { a: 'x' } }, inner],
    [{}, { title: 'AB' }, ofHandler],
    [{}, { post: { title: 'A' } }, short],
    [
      { create: { attachValidation: true, handler: attached } },
      { title: 'A' },
      ['body/title must NOT have fewer than 2 characters', tooShort]
    ],
    [{ create: { errorHandler: sendFieldErrors, handler: taken } }, { title: 'A' }, short],
    [{ create: { errorHandler: sendFieldErrors, handler: taken } }, { title: 'AB' }, ofHandler],
    [{ invalid: async () => 'the form' }, { title: 'A' }, short],
    [{ invalid: async () => 'the form' }, { title: 'AB' }, ofHandler],
    [{ input }, { title: 'no' }, judged],
    [{ input, invalid: async () => 'the form' }, { title: 'no' }, judged],
    [
      { input, create: { attachValidation: true, handler: attached } },
      { title: 'no' },
      ['body/title is no title', { title: ['is no title'] }]
    ],
    [{}, { title: 'AB', post: { b: 1 } }, unknown],
    [{ create: odd }, { title: 'AB' }, ['is odd', { other: ['is odd'] }]]
  ]
  for (const [controller, payload, expected] of cases) {
    const app = await appWith(
      draw({ wrap: false }, (map) => map.resources('posts', { only: 'create' })),
      { posts: { record: own, create: taken, ...controller } },
      (app) => app.setErrorHandler(sendFieldErrors)
    )
    const { message, fields } = (await app.inject({ method: 'POST', url: '/posts', payload })).json()
    t.strictSame([message, fields], expected, JSON.stringify([Object.keys(controller), payload]))
  }
})

t.test('formValues returns the submitted values without the id; formErrors takes words', async (t) => {
  const routes = draw((map) => map.resources('posts', { only: 'create' }))
  const words = { required: 'fehlt', minLength: 'ist leer' } as const
  const create = {
    attachValidation: true,
    handler: async (request: Anything) => [
      formValues(request),
      formErrors(request.validationError, ({ keyword }) => words[keyword as keyof typeof words])
    ]
  }
  const app = await appWith(routes, {
    posts: {
      record: {
        ...record,
        properties: { ...record.properties, id: { type: 'integer' }, size: { type: 'integer' } }
      },
      create
    }
  })
  const post = async (payload: string): Promise<unknown> =>
    (
      await app.inject({ method: 'POST', url: '/posts', payload, headers: { 'content-type': URLENCODED } })
    ).json()
  t.strictSame(await post('post[id]=7&post[views]=5&post[title]='), [
    { title: '' },
    { 'post[title]': ['ist leer'] }
  ])
  t.strictSame(await post('post[id]=7&post[title]=a&post[size]=x'), [
    { title: 'a', size: 'x' },
    { 'post[size]': ['must be a whole number'] }
  ])
  t.strictSame(await post(''), [{}, { post: ['fehlt'] }])
  t.strictSame(await post('post=x'), [{}, { post: ['must be an object'] }])
})

t.test('a template can print every value of formValues, whatever the names of the fields', async (t) => {
  const author = { type: 'object', properties: { name: { type: 'string' } } }
  const create = {
    attachValidation: true,
    handler: async (request: Anything) => {
      const { author, tags, extra } = formValues(request) as Anything
      return [`${author} ${tags} ${extra}`, tags, extra.constructor]
    }
  }
  for (const posts of [
    {
      record: {
        ...record,
        properties: { ...record.properties, author, tags: { type: 'array' }, extra: { type: 'object' } }
      },
      create
    },
    { create }
  ]) {
    const app = await appWith(
      draw((map) => map.resources('posts', { only: 'create' })),
      { posts }
    )
    const payload =
      'post[author][name]=Ann&post[tags][][a]=1&post[extra][toString]=x&post[extra][valueOf]=x&post[extra][constructor]=x&post[extra][__proto__]=x'
    t.strictSame(
      (
        await app.inject({ method: 'POST', url: '/posts', payload, headers: { 'content-type': URLENCODED } })
      ).json(),
      ['[object Object] [object Object] [object Object]', [{ a: '1' }], 'x']
    )
  }
})

t.test('formValues leaves out readOnly properties also if the action has its own body schema', async (t) => {
  const author = {
    type: 'object',
    properties: { name: { type: 'string' }, rank: { type: 'integer', readOnly: true } }
  }
  const body = { type: 'object', properties: { post: { type: 'object', required: ['size'] } } }
  const create = {
    attachValidation: true,
    schema: { body },
    handler: async (request: Anything) => [formValues(request), request.body]
  }
  const app = await appWith(
    draw((map) => map.resources('posts', { only: 'create' })),
    { posts: { record: { ...record, properties: { ...record.properties, author } }, create } }
  )
  const post = { id: '7', views: '5', title: 'a', author: { name: 'Ann', rank: '1' }, other: 'x' }
  t.strictSame((await app.inject({ method: 'POST', url: '/posts', payload: { post } })).json(), [
    { title: 'a', author: { name: 'Ann' }, other: 'x' },
    { post }
  ])
})

t.test("formValues returns an empty object without a record: for a body that is not an object, and on the app's own routes", async (t) => {
  const handler = async (request: Anything): Promise<object> => formValues(request)
  const app = await appWith(
    draw((map) => map.resources('posts', { only: 'create' })),
    { posts: { record, create: { attachValidation: true, handler } } },
    (app) => {
      app.post('/own', handler)
    }
  )
  const post = async (url: string, payload?: object): Promise<unknown> =>
    (await app.inject({ method: 'POST', url, ...(payload !== undefined && { payload }) })).json()
  for (const payload of [undefined, [{ post: { title: 'a' } }]]) {
    t.strictSame(await post('/posts', payload), {})
  }
  t.strictSame(await post('/own', { post: { title: 'a' } }), {})
  const without = await appWith(
    draw((map) => map.resources('posts', { only: 'create' })),
    { posts: { create: handler } }
  )
  t.strictSame(
    (
      await without.inject({ method: 'POST', url: '/posts', payload: { post: { id: 1, title: 'a' } } })
    ).json(),
    { title: 'a' },
    'without a schema all but the id'
  )
  t.strictSame(await post('/posts', { post: { title: 'a' } }), { title: 'a' })
})

const id = draw((map) => map.resources('posts', { only: ['create', 'show'], requirements: { id: /\d+/ } }))

t.test('a validator of another kind gets no schema from a requirement', async (t) => {
  const own = {
    create: { schema: { body: z.object({ n: z.number() }) }, handler: async ({ body }: Anything) => body },
    show: async ({ params }: Anything) => params
  }
  const app = await appWith(id, { posts: own }, async (app) => {
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    await app.register(swagger, { openapi: {}, transform: jsonSchemaTransform })
  })
  t.strictSame((await app.inject('/posts/1')).json(), { id: '1' })
  t.equal((await app.inject({ method: 'POST', url: '/posts', payload: { n: 'x' } })).statusCode, 400)
  t.strictSame(Object.keys((app as Anything).swagger().paths as object), ['/posts', '/posts/{id}'])
})

t.test("an app's own validator checks what actions describe, and no record; the log says so once", async (t) => {
  const lines: string[] = []
  const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } }
  const app = Fastify({ logger })
  app.setValidatorCompiler(() => () => ({ error: new Error('is refused') }))
  const body = { type: 'object' }
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['create', 'show'], collection: { search: 'post' } })),
    controllers: { posts: { record, create: see, show: see, search: { schema: { body }, handler: see } } }
  })
  const send = async (url: string, payload: object): Promise<number> =>
    (await app.inject({ method: 'POST', url, payload })).statusCode
  t.equal(await send('/posts', { post: { title: 'A' } }), 200)
  t.equal(await send('/posts', { post: 1 }), 400)
  t.equal((await app.inject('/posts/1')).statusCode, 200)
  t.equal(await send('/posts/search', {}), 400)
  t.equal(lines.filter((line) => line.includes('does not check records')).length, 1)
})

t.test('a parent is what a block of resources surrounds, or what a path lies below; any action may ask for parents', async (t) => {
  const tree = draw((map) =>
    map
      .resources('posts', { only: 'show' }, (posts) =>
        posts
          .resources('comments', { only: 'index' })
          .resources('notes', { only: 'index', pathPrefix: '/archive/:post_id' })
          .route('print', '/print', { controller: 'prints', action: 'show' })
      )
      .group({ pathPrefix: '/old/:post_id' }, (old) => old.resources('comments', { only: 'create' }))
      .route('/posts/:post_id/best', { controller: 'comments', action: 'best' })
      .route('/posts/:post_id/cover', { controller: 'posts', action: 'cover' })
  )
  const names = ({ parents }: Anything): string[] => Object.keys(parents)
  const app = await appWith(tree, {
    posts: { load: (id: string) => ({ id }), show: names, cover: names },
    comments: { index: names, create: names, best: names },
    notes: { index: names },
    prints: { show: names }
  })
  for (const [method, url, expected] of [
    ['GET', '/posts/1', []],
    ['GET', '/posts/1/comments', ['post']],
    ['GET', '/posts/1/print', ['post']],
    ['GET', '/posts/1/best', ['post']],
    ['GET', '/posts/1/cover', ['post']],
    ['GET', '/archive/1/notes', []],
    ['POST', '/old/1/comments', []]
  ] as const) { t.strictSame((await app.inject({ method, url })).json(), expected, url) }
})

t.test('an app may set request.parents itself, where it loads nothing or for load: false', async (t) => {
  const app = Fastify()
  app.addHook('preHandler', async (request) => {
    request.parents = { post: request.url }
  })
  await app.register(resourcesPlugin, {
    routes: tree,
    controllers: {
      posts: {
        load: () => ({}),
        index: see,
        show: see,
        update: see,
        publish: { load: false, handler: see },
        about: see
      },
      comments: { index: see, show: see },
      votes: { show: see },
      accounts: { show: see }
    }
  })
  t.strictSame((await app.inject('/account')).json(), { record: null, parents: { post: '/account' } })
  t.strictSame((await app.inject({ method: 'PUT', url: '/posts/1/publish' })).json().parents, {
    post: '/posts/1/publish'
  })
})

t.test('an id that its schema refuses is the not-found page for a visitor, and a 400 for a program', async (t) => {
  const integer = { type: 'object', properties: { id: { type: 'integer' } } }
  const uuid = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }
  const run = async (): Promise<object> => ({ ran: true })
  const all = everyAction(run)
  const own = { schema: { params: { type: 'object', properties: { id: { type: 'integer' } } } }, handler: run }
  const ofZod = { schema: { params: z.object({ id: z.coerce.number() }) }, handler: run }
  const rows = draw({ formats: ['json', 'html'] }, (map) =>
    map
      .resources('rooms', { member: { publish: 'put', any: 'any' } }, (rooms) =>
        rooms.resources('beds', { shallow: true }).resource('key', { only: ['show', 'destroy'] })
      )
      .resources('guests')
      .resources('notes', { only: ['show', 'update'] })
      .route('plain', '/plain/:id', { controller: 'rooms', action: 'plain' })
      .route('card', '/card/:id', { controller: 'cards', action: 'own' })
      .route('zod', '/zod/:id', { controller: 'cards', action: 'zod' })
      .route('page', '/page/:id', { controller: 'rooms', action: 'plain', defaults: { format: 'html' } })
  )
  const start = async (found: boolean): Promise<FastifyInstance> => await appWith(rows, {
    rooms: { ...all, record: integer, load: () => null },
    beds: { ...all, record: integer, load: () => null },
    keys: { ...all, load: () => null },
    guests: { ...all, record: uuid, invalid: run, update: { attachValidation: true, handler: run } },
    notes: { ...all, record: integer, routeOptions: { errorHandler: async () => ({ own: true }) } },
    cards: { own, zod: ofZod }
  }, (app) => {
    const page = async ({ url }: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
      await reply.code(404).type('text/html').send(`No ${url}`)
    if (found) app.setNotFoundHandler(page)
    app.setErrorHandler(async ({ statusCode, message }: Anything, _, reply) => {
      reply.code(statusCode)
      return { failed: message }
    })
  })
  const lines = [
    'GET /rooms/abc', 'GET /rooms/abc/edit', 'PUT /rooms/abc', 'DELETE /rooms/abc', 'PUT /rooms/abc/publish',
    'POST /rooms/abc/any', 'GET /rooms/abc/beds', 'POST /rooms/abc/beds', 'GET /beds/1e3', 'GET /rooms/-1/key',
    'GET /plain/0x10', 'GET /card/abc', 'GET /zod/abc', 'GET /guests/abc', 'PUT /guests/abc',
    'DELETE /guests/1', 'GET /notes/abc', 'GET /rooms/9007199254740993'
  ]
  const asked = { html: 'text/html,application/xhtml+xml,*/*;q=0.8', json: 'application/json', any: '*/*' }
  const app = await start(true)
  type Answer = [status: number, type: string, body: string]
  const ask = async (line: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const [method, url] = line.split(' ') as ['GET', string]
    const { statusCode, headers: { 'content-type': type = '' }, body } = await app.inject({ method, url, headers })
    return [statusCode, String(type).replace(/;.*/, ''), body]
  }
  for (const line of lines) {
    const [, url] = line.split(' ') as [string, string]
    t.strictSame(await ask(line, { accept: asked.html }), [404, 'text/html', `No ${url}`], line)
    t.strictSame(await ask(`${line}.html`), [404, 'text/html', `No ${url}.html`], `${line}.html`)
    const isOwn = url.startsWith('/notes')
    for (const headers of [{ accept: asked.json }, { accept: asked.any }, {}]) {
      t.strictSame((await ask(line, headers as {})).slice(0, 2), [isOwn ? 200 : 400, 'application/json'], line)
    }
    t.equal((await ask(`${line}.json`, { accept: asked.html }))[0], isOwn ? 200 : 400, `${line}.json`)
  }
  t.strictSame(await ask('GET /page/abc'), [404, 'text/html', 'No /page/abc'], 'the format of the row')
  const form = await app.inject({
    method: 'POST',
    url: '/rooms/abc',
    payload: '_method=delete',
    headers: { 'content-type': URLENCODED, accept: asked.html }
  })
  t.strictSame([form.statusCode, form.body], [404, 'No /rooms/abc'])
  const bare = await start(false)
  t.match((await bare.inject({ url: '/rooms/abc', headers: { accept: asked.html } })).json(), {
    statusCode: 404, message: 'Route GET:/rooms/abc not found'
  }, "Fastify's own, as for an unknown path")
  for (const line of ['GET /rooms/1', 'GET /guests/1b4e28ba-2fa1-11d2-883f-0016d3cca427']) {
    t.not((await ask(line, { accept: asked.json }))[0], 400)
  }
})
