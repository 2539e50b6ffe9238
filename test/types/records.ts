/** Bodies, ids, queries and answers, as schemas have them. */

import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyTypeProvider } from 'fastify'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import { Readable } from 'node:stream'
import resourcesPlugin, { controller, draw, fieldError, fieldErrors } from '../../lib/index.js'
import type { FieldErrors, FormErrors, InvalidForm } from '../../lib/index.js'
import { same, type Same } from './same.js'

const routes = draw({ patch: true }, (map) => map
  .resources('posts', { collection: { search: 'get' }, member: { publish: 'put' } }, (posts) => posts.resources('comments', { only: ['index', 'create', 'show'] }))
  .resources('users', { only: 'show' }, (users) => users.resources('comments', { only: ['create'] }))
  .resources('geese', { singular: 'gander', only: 'create', controller: 'posts' })
  .resource('account', { only: ['show', 'update'] })
  .route('write', '/write', { controller: 'admin/pages', action: 'create', method: 'post' })
  .resources('cards', { only: 'show' })
  .route('/cards/:id', 'cards#print', { method: 'post' })
  .route('/card', 'cards#show')
  .route('/card/mine', 'cards#mine')
  .route('/cards/turned/:id', 'cards#turn', { defaults: { id: null } })
  .resources('albums', { shallow: true }, (albums) => albums.resources('tracks')))

const Id = Type.Readonly(Type.Integer({ readOnly: true }))
const Post = Type.Object({ id: Id, title: Type.String(), rank: Type.Optional(Type.Number()) })
const Query = Type.Object({ page: Type.Integer(), tags: Type.Optional(Type.Array(Type.String())) })

const controllerOf = controller.for<typeof routes, TypeBoxTypeProvider, { posts: typeof Post }>()
type Body<V> = { post: V } | { gander: V }
const rest = { index () {}, search () {}, new () {}, create () {}, show () {}, edit () {}, update () {}, destroy () {}, publish () {} }

// The body and the id are the record's, the query that of the action's own schema.
const posts = (app: FastifyInstance) => controllerOf('posts', {
  record: Post,
  index: {
    schema: { querystring: Query },
    handler: async (request) => {
      same<Same<typeof request.query, { page: number, tags?: string[] }>>(true)
      same<Same<typeof request.body, unknown>>(true)
      // @ts-expect-error there is no such part of the query
      request.query.pages
    }
  },
  search: (request) => { same<Same<typeof request.query, unknown>>(true) },
  new () {},
  create (request) {
    same<Same<typeof request.body, Body<{ title: string, rank?: number }>>>(true)
    // @ts-expect-error a record under the name of another resource
    request.body.comment
  },
  show: async (request, reply) => {
    same<Same<typeof request.params, { readonly id: number }>>(true)
    return await reply.send(app.version + request.params.id.toFixed())
  },
  edit: { handler: (request) => request.params.id.toFixed() },
  update: {
    attachValidation: true,
    handler (request) {
      if ('post' in request.body) same<Same<typeof request.body.post, { title?: string, rank?: number }>>(true)
      same<Same<typeof request.params, { readonly id: number }>>(true)
    }
  },
  destroy () {},
  publish: {
    schema: { body: Type.Object({ at: Type.String() }), params: Type.Object({ id: Type.Literal(1) }), headers: Type.Object({ 'if-match': Type.String() }) },
    handler: (request) => {
      same<Same<typeof request.body, { at: string }>>(true)
      same<Same<typeof request.params, { id: 1 }>>(true)
      request.headers['if-match'].length.toFixed()
    }
  }
})

// A handler may be annotated, but not against its schemas.
controllerOf('posts', {
  ...rest,
  record: Post,
  index: { schema: { body: Type.Object({ at: Type.String() }) }, handler: async (request: FastifyRequest<{ Body: { at: string }, Querystring: { page: number } }>) => request.query.page },
  // @ts-expect-error the title is a text
  create: async (request: FastifyRequest<{ Body: { post: { title: number } } }>) => request.body.post.title,
  // @ts-expect-error an id is a number
  show: (request: FastifyRequest<{ Params: { id: string } }>) => request.params.id
})

// Ids of parents are those of their records.
controllerOf('comments', {
  index: (request) => { same<Same<typeof request.params, { readonly post_id: number }>>(true) },
  create: (request) => { same<Same<typeof request.params, { readonly post_id: number } | { readonly user_id: string | number }>>(true) },
  show: (request) => { same<Same<typeof request.params, { readonly post_id: number, readonly id: string }>>(true) }
})
controllerOf('admin/pages', { record: Post, create: (request) => { same<Same<typeof request.body, { page: { title: string, rank?: number } }>>(true) } })
controllerOf('users', { record: { $ref: 'user#' }, show: (request) => { same<Same<typeof request.params, { readonly id: string | number }>>(true) } })
// A record without an id has that of its path.
controllerOf('users', { record: Type.Object({ name: Type.String() }), show: (request) => { same<Same<typeof request.params.id, string>>(true) } })

// No client sends the record's own id, but where the schema says so; another property and an inner id are as marked.
const Plain = Type.Object({ id: Type.Integer(), code: Type.String(), author: Type.Object({ id: Type.Integer() }) })
const Named = Type.Object({ id: Object.assign(Type.String(), { readOnly: false } as const), title: Type.String() })
const Either = Type.Union([Type.Object({ id: Type.Integer(), a: Type.String() }), Type.Object({ b: Type.String() })])
controllerOf('accounts', {
  record: Plain,
  show () {},
  update: ({ body }) => { same<Same<typeof body, { account: { code?: string, author?: { id: number } } }>>(true) }
})
controllerOf('admin/pages', { record: Plain, create: ({ body }) => { same<Same<typeof body, { page: { code: string, author: { id: number } } }>>(true) } })
controllerOf('admin/pages', { record: Named, create: ({ body }) => { same<Same<typeof body, { page: { id: string, title: string } }>>(true) } })
controllerOf('admin/pages', { record: Either, create: ({ body }) => { same<Same<typeof body, { page: { a: string } | { b: string } }>>(true) } })
controllerOf('admin/pages', { record: Plain, input: Plain, create: ({ body }) => body.page.id.toFixed() })
controllerOf('admin/pages', { record: Plain, create: { schema: { body: Plain }, handler: ({ body }) => body.id.toFixed() } })

// What is read-only is taken out wherever it is.
const Deep = Type.Object({
  author: Type.Object({ id: Id, name: Type.String() }),
  lines: Type.Array(Type.Object({ id: Id, text: Type.Optional(Type.String()) })),
  next: Type.Union([Type.Object({ id: Id, at: Type.String() }), Type.Null()]),
  both: Type.Intersect([Type.Object({ id: Id }), Type.Object({ size: Type.Number() })])
})
controllerOf('admin/pages', {
  record: Deep,
  create: ({ body: { page } }) => {
    same<Same<typeof page.author, { name: string }>>(true)
    same<Same<typeof page.lines, Array<{ text?: string }>>>(true)
    same<Same<typeof page.next, { at: string } | null>>(true)
    same<Same<typeof page.both, { size: number }>>(true)
  }
})

// Answers are checked where `responses` are on.
interface Found { id: number, title: string, secret: string }
declare const found: Found
const Secret = Object.assign(Type.String(), { writeOnly: true } as const)
const Answered = Type.Object({ id: Id, title: Type.String(), notes: Type.Optional(Type.String()), password: Secret, tags: Type.Optional(Type.Array(Type.String())) })
controllerOf('posts', {
  record: Answered,
  responses: true,
  index: async () => [found, { ...found, title: new Date() }] as const,
  search: async () => ({ whatever: 1 }),
  new: async (_request, reply) => await reply.send('a page'),
  create: async (_request, reply) => await reply.code(201).header('location', '/').send({ ...found, tags: ['a'] as const }),
  show: async ({ params }) => [found, 'text', Buffer.from('bytes'), new Response('text'), Readable.from('text')][params.id],
  edit: () => ({ whatever: 1 }),
  update: async (_request, reply) => Math.random() > 0.5 ? await reply.code(409).send({ error: 'taken' }) : reply.redirect('/', 303),
  destroy: async () => ({ isGone: true }),
  publish: async () => found
})
controllerOf('posts', {
  ...rest,
  record: Answered,
  responses: true,
  // @ts-expect-error a list of records
  index: async () => found,
  // @ts-expect-error the title is missing
  create: async (_request, reply) => await reply.code(201).send({ id: 1 }),
  // @ts-expect-error the id is a number
  show: async () => ({ id: '1', title: '' }),
  // @ts-expect-error the title is missing
  update: () => ({ id: 1 }),
  // @ts-expect-error a member action answers as show
  publish: () => ({ published: true })
})
controllerOf('posts', {
  ...rest,
  record: Answered,
  responses: true,
  // @ts-expect-error a list is promised, and a 204 has no body
  index: async (_request, reply) => await reply.code(204).send(),
  // @ts-expect-error a record is promised, and a 205 has no body
  create: async (_request, reply) => reply.status(205),
  update: { schema: { response: { 204: Type.Null(), 200: Answered } }, handler: async (_request, reply) => await reply.code(204).send() },
  edit: async (_request, reply) => await reply.code(204).send(),
  destroy: async (_request, reply) => await reply.code(204).send()
})
controllerOf('posts', { ...rest, record: Answered, show: async (_request, reply) => await reply.code(204).send() })
controllerOf('posts', { ...rest, record: Answered, responses: { update: false }, update: async (_request, reply) => await reply.code(204).send() })
controllerOf('posts', {
  ...rest,
  record: Answered,
  responses: { search: 'list', publish: false, index: Type.Object({ page: Type.Integer(), posts: Type.Array(Answered) }), destroy: 'record' },
  search: () => [found],
  publish: () => ({ published: true }),
  index: () => ({ page: 1, posts: [{ ...found, password: '' }] }),
  create: () => found,
  // @ts-expect-error what is not named answers as by convention
  show: () => ({ whatever: 1 }),
  // @ts-expect-error a record
  destroy: () => ({ isGone: true })
})
controllerOf('posts', {
  ...rest,
  record: Answered,
  responses: { search: 'list', publish: 'record', index: Type.Object({ page: Type.Integer() }) },
  // @ts-expect-error a list
  search: () => found,
  // @ts-expect-error a record
  publish: () => [found],
  // @ts-expect-error the page is a number
  index: () => ({ page: '1' }),
  // An own response takes the place of the derived one.
  create: { schema: { response: { 201: Type.Object({ ok: Type.Boolean() }), 400: Type.Object({ why: Type.String() }) } }, handler: () => ({ ok: true }) },
  update: {
    schema: { response: { 200: Type.Object({ ok: Type.Boolean() }) } },
    // @ts-expect-error a boolean
    handler: () => ({ ok: 1 })
  }
})
// @ts-expect-error there is no such action
controllerOf('posts', { ...rest, record: Answered, responses: { serach: 'list' } })
// @ts-expect-error there is no such answer
controllerOf('posts', { ...rest, record: Answered, responses: { search: 'lst' } })

// What `load` finds is the record of member actions, and of children's parents.
const loading = controllerOf('posts', {
  ...rest,
  record: Post,
  load: async (id, parents, request) => {
    same<Same<typeof id, number>>(true)
    same<Same<typeof parents, {}>>(true)
    return await Promise.resolve(request.id === '' ? undefined : { ...found, id })
  },
  show: (request) => { same<Same<typeof request.record, { id: number, title: string, secret: string }>>(true) },
  publish: { handler: (request) => request.record.secret },
  create: (request) => { same<Same<typeof request.record, unknown>>(true) },
  edit: {
    load: false,
    handler: (request) => { same<Same<[typeof request.record, typeof request.parents], [unknown, unknown]>>(true) }
  }
})
// A plain route with the record's id loads it; one without has none.
controllerOf('cards', {
  load: (id) => ({ of: id }),
  print: (request) => { same<Same<typeof request.record, { of: string }>>(true) },
  show: (request) => { same<Same<typeof request.record, { of: string } | null>>(true) },
  mine: (request) => { same<Same<typeof request.record, null>>(true) },
  turn: (request) => { same<Same<typeof request.record, { of: string } | null>>(true) }
})
// @ts-expect-error a shallow row has no parents
controllerOf('tracks', { index () {}, create () {}, new () {}, show () {}, edit () {}, update () {}, destroy () {}, load: (id, { album }) => [id, album] })
// @ts-expect-error only false opts out
controllerOf('posts', { ...rest, load: () => found, show: { load: 0, handler () {} } })
// A form that comes back has what is loaded; what is invalid has no type.
const answerInvalid = (_request: FastifyRequest, reply: FastifyReply, { values, errors }: InvalidForm) => reply.send([values, errors])
controllerOf('posts', {
  ...rest,
  record: Post,
  load: async () => await Promise.resolve(found),
  invalid: (request, reply, { values, errors }) => {
    same<Same<[typeof reply, typeof errors], [FastifyReply, FormErrors]>>(true)
    request satisfies FastifyRequest
    // @ts-expect-error values are only shown
    values.title = 'x'
    return reply.send({ title: values.title, faults: errors['post[title]']?.join() })
  },
  create: {
    invalid: (request, _reply, form) => {
      same<Same<typeof form, InvalidForm>>(true)
      same<Same<typeof request.record, unknown>>(true)
      same<Same<typeof request.body, unknown>>(true)
    },
    handler: ({ body }) => { same<Same<typeof body, Body<{ title: string, rank?: number }>>>(true) }
  },
  update: {
    crossSite: 'allow',
    schema: { querystring: Query },
    invalid: async (request) => {
      same<Same<typeof request.record, Found>>(true)
      same<Same<typeof request.params, { readonly id: number }>>(true)
      same<Same<typeof request.query, { page: number, tags?: string[] }>>(true)
      // @ts-expect-error what is invalid has no type
      request.body.post
    },
    handler () {}
  },
  edit: { load: false, invalid: ({ record }) => { same<Same<typeof record, unknown>>(true) }, handler () {} },
  publish: { invalid: answerInvalid, handler () {} }
})
controllerOf('users', { invalid: answerInvalid, routeOptions: { crossSite: 'refuse' }, show () {} })
// @ts-expect-error a function shows the form
controllerOf('users', { invalid: 'users/form', show () {} })
// @ts-expect-error a function shows the form
controllerOf('users', { show: { invalid: true, handler () {} } })
// @ts-expect-error there is nothing more than values and errors
controllerOf('users', { invalid: (_request, _reply, { fields }) => fields, show () {} })
// @ts-expect-error an option is misspelt
controllerOf('users', { show: { handler () {}, invlid: answerInvalid } })
// @ts-expect-error refuse or allow
controllerOf('users', { show: { crossSite: 'deny', handler () {} } })
// @ts-expect-error refuse or allow
controllerOf('users', { routeOptions: { crossSite: true }, show () {} })

// What a handler throws is an error with messages by field.
const taken = fieldError('user[name]', 'is taken', { statusCode: 409 })
same<Same<[typeof taken, typeof taken.fields, typeof taken.statusCode], [FieldErrors, FormErrors, number]>>(true)
same<Same<ReturnType<typeof fieldErrors>, FieldErrors>>(true)
fieldErrors({ 'user[name]': ['is taken', 'is dull'], 'user[text]': 'is long' })
// @ts-expect-error messages are texts
fieldErrors({ 'user[name]': 1 })
// @ts-expect-error a status is a number
fieldError('user[name]', 'is taken', { statusCode: '409' })

const children = controller.for<typeof routes, TypeBoxTypeProvider, { posts: typeof loading, users: typeof users }>()
const users = controllerOf('users', { show () {} })
children('comments', {
  load: (id, { post }) => post === undefined ? null : { id, of: post.title },
  index: (request) => {
    same<Same<typeof request.params, { readonly post_id: number }>>(true)
    same<Same<typeof request.parents, { readonly post: { id: number, title: string, secret: string } }>>(true)
  },
  show: (request) => { same<Same<typeof request.record, { id: string, of: string }>>(true) },
  create: (request) => {
    same<Same<typeof request.parents.post, Found | undefined>>(true)
    same<Same<typeof request.parents.user, unknown>>(true)
    // @ts-expect-error of some rows it is no parent
    request.parents.post.title
    // @ts-expect-error of no row it is a parent
    request.parents.account
    if (request.parents.post !== undefined) same<Same<typeof request.parents.post.secret, string>>(true)
  }
})
// A parent of some rows of a controller may be missing.
const mixed = draw((map) => map
  .resources('posts', { only: 'show' }, (posts) => posts.resources('comments', { only: ['index', 'show'] }))
  .resources('users', { only: 'show' }, (users) => users.resources('comments', { only: 'index' }))
  .resources('comments', { only: 'show' })
  .route('print', '/print/:id', 'comments#print'))
const mixedPosts = controller.for<typeof mixed>()('posts', { load: () => ({ title: '' }), show () {} })
const mixedUsers = controller.for<typeof mixed>()('users', { load: () => ({ email: '' }), show () {} })
const inMixed = controller.for<typeof mixed, TypeBoxTypeProvider, { posts: typeof mixedPosts, users: typeof mixedUsers }>()
inMixed('comments', {
  load: (id, { post }) => [id, post?.title],
  index: ({ parents: { post, user } }) => post === undefined ? user.email : post.title,
  show: ({ parents }) => { same<Same<typeof parents.post, { title: string } | undefined>>(true) },
  print: ({ parents }) => { same<Same<typeof parents, {}>>(true) }
})
// Of two parents with one name, each row has that of its own path.
const versions = draw({ api: true }, (map) => map
  .namespace('v1', (v1) => v1.resources('tickets', { only: 'show' }, (tickets) => tickets.resources('comments', { only: 'index' })))
  .namespace('v2', (v2) => v2.resources('tickets', { only: 'show' }, (tickets) => tickets
    .resources('comments', { only: ['index', 'create', 'update'], shallow: true })))
  .route('/found/:ticket_id', 'v2/comments#found'))
const versioned = controller.for<typeof versions, TypeBoxTypeProvider>()
const oldTickets = versioned('v1/tickets', { record: Type.Object({ id: Type.Integer() }), load: () => ({ old: 1 }), show () {} })
const newTickets = versioned('v2/tickets', { record: Type.Object({ id: Type.String() }), load: () => ({ new: 1 }), show () {} })
const inVersions = controller.for<typeof versions, TypeBoxTypeProvider, { 'v1/tickets': typeof oldTickets, 'v2/tickets': typeof newTickets }>()
inVersions('v1/comments', {
  index: ({ params, parents }) => { same<Same<[typeof params.ticket_id, typeof parents.ticket], [number, { old: number }]>>(true) }
})
inVersions('v2/comments', {
  load: (id, parents) => { same<Same<[typeof id, typeof parents], [string, {}]>>(true) },
  // A form may be of a row without them.
  invalid: ({ parents }) => {
    same<Same<typeof parents.ticket, { old: number } | { new: number } | undefined>>(true)
    // @ts-expect-error there is no such parent
    parents.comment
  },
  index: ({ params, parents }) => { same<Same<[typeof params.ticket_id, typeof parents.ticket], [string, { new: number }]>>(true) },
  create: {
    invalid: ({ parents }) => { same<Same<typeof parents, { readonly ticket: { new: number } }>>(true) },
    handler: ({ parents }) => parents.ticket.new
  },
  update: ({ parents }) => { same<Same<typeof parents, {}>>(true) },
  // No block adds its variable.
  found: ({ params, parents }) => {
    same<Same<[typeof params.ticket_id, typeof parents.ticket], [string | number, { old: number } | { new: number } | undefined]>>(true)
  }
})
// Where types see no routes, parents are what they are in Fastify's own types.
controller('anything', { whatever: ({ parents }) => { same<Same<typeof parents, any>>(true) } })
controllerOf('comments', {
  index: (request) => { same<Same<typeof request.parents, { readonly post: unknown }>>(true) },
  show () {},
  create () {}
})
controllerOf('accounts', {
  load: (parents, request) => {
    same<Same<typeof parents, {}>>(true)
    return { of: request.ip }
  },
  show: (request) => request.record.of,
  update: (request) => request.record.of
})
// A singleton is a parent of the rows in its block, whatever rows it has itself, and of no shallow row.
const below = draw((map) => map
  .resource('account', { only: 'show' }, (account) => account
    .resources('keys', { only: 'index' }, (keys) => keys.resource('lock', { only: 'show' }, (lock) => lock
      .resource('shop', { only: 'none' }, (shop) => shop.resources('wares', { only: 'index' }))
      .resources('marks', { only: ['index', 'show'], shallow: true })))
    .group({ pathPrefix: 'all' }, (all) => all.resources('mails', { only: 'show' }))))
const accounts = controller.for<typeof below>()('accounts', { load: () => ({ of: 'me' }), show () {} })
const belowSingletons = controller.for<typeof below, TypeBoxTypeProvider, { accounts: typeof accounts }>()
belowSingletons('keys', { index: (request) => { same<Same<typeof request.parents, { readonly account: { of: string } }>>(true) } })
belowSingletons('wares', {
  index: (request) => { same<Same<keyof typeof request.parents, 'account' | 'key' | 'lock' | 'shop'>>(true) }
})
belowSingletons('locks', {
  load: (parents) => parents.account.of,
  show: (request) => { same<Same<typeof request.parents, { readonly account: { of: string }, readonly key: unknown }>>(true) }
})
belowSingletons('marks', {
  index: (request) => { same<Same<keyof typeof request.parents, 'account' | 'key' | 'lock'>>(true) },
  show: (request) => { same<Same<typeof request.parents, {}>>(true) }
})
// A variable that no block adds is that of a parent only where the path is below the parent's.
const archive = draw((map) => map
  .resources('posts', { only: 'show' }, (posts) => posts
    .resources('comments', { only: 'index' })
    .resources('notes', { only: 'index', pathPrefix: '/archive/:post_id' })
    .namespace('own', { pathPrefix: '/own/:post_id' }, (own) => own.resources('marks', { only: 'index' }))
    .route('print', '/print', 'prints#show'))
  .group({ pathPrefix: '/old/:post_id' }, (old) => old.resources('comments', { only: 'create' }))
  .route('/posts/:post_id/best', 'comments#best')
  .route('/posts/:post_id/cover', 'posts#cover'))
const archived = controller.for<typeof archive>()('posts', {
  load: () => ({ title: '' }),
  show () {},
  cover: (request) => { same<Same<typeof request.parents, { readonly post: { title: string } | undefined }>>(true) }
})
const inArchive = controller.for<typeof archive, TypeBoxTypeProvider, { posts: typeof archived }>()
inArchive('comments', {
  index: (request) => { same<Same<typeof request.parents, { readonly post: { title: string } }>>(true) },
  create: (request) => request.parents.post?.title,
  // @ts-expect-error it may be no parent
  best: (request) => request.parents.post.title
})
inArchive('notes', {
  // @ts-expect-error it may be no parent
  index: (request) => request.parents.post.title
})
inArchive('own/marks', {
  // @ts-expect-error it may be no parent
  index: (request) => request.parents.post.title
})
inArchive('prints', { show: (request) => request.parents.post.title })
belowSingletons('mails', {
  load: (id, { account }) => [id, account.of],
  show: (request) => {
    same<Same<typeof request.parents, { readonly account: { of: string } }>>(true)
    // @ts-expect-error there is no such parent
    return request.parents.key
  }
})

// @ts-expect-error what becomes of unknown properties is a word
controllerOf('users', { unknown: 'keep', show () {} })

// json-schema-to-ts: schemas that are written in place are read as they are.
interface FromSchemaProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends JSONSchema ? FromSchema<this['schema']> : unknown
}
const PageQuery = { type: 'object', properties: { page: { type: 'integer' } }, additionalProperties: false } as const
const controllerFromSchema = controller.for<typeof routes, FromSchemaProvider, { posts: typeof Post }>()
const comments = controllerFromSchema('comments', {
  record: {
    type: 'object',
    required: ['text', 'author'],
    properties: {
      id: { type: 'string', readOnly: true },
      text: { type: 'string' },
      token: { type: 'string', writeOnly: true },
      tags: { type: 'array', items: { enum: ['a', 'b'] } },
      author: { type: 'object', required: ['id', 'name'], properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } }, additionalProperties: false }
    },
    additionalProperties: false
  },
  responses: true,
  index: {
    // Written in place, TypeScript 5.9 would not read it.
    schema: { querystring: PageQuery },
    handler: (request) => { same<Same<typeof request.query, { page?: number }>>(true) }
  },
  create (request) {
    same<Same<typeof request.body, { comment: { text: string, token?: string, tags?: Array<'a' | 'b'>, author: { name: string } } }>>(true)
    // @ts-expect-error there is no such property
    request.body.comment.txt
    // @ts-expect-error what a client may only read
    request.body.comment.id
    return { text: 'Hi', author: { id: 1, name: 'Ann' } }
  },
  // @ts-expect-error an author has an id
  show: (request) => {
    same<Same<typeof request.params.id, string>>(true)
    return { text: 'Hi', author: { name: 'Ann' } }
  }
})

// zod: its provider reads an action's own schemas.
interface ZodLike<T> { readonly _zod: { readonly output: T } }
interface ZodProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends ZodLike<infer T> ? T : unknown
  readonly serializer: this['schema'] extends ZodLike<infer T> ? T : unknown
}
declare const zodQuery: ZodLike<{ page: number }>
controller.for<typeof routes, ZodProvider>()('users', {
  show: {
    schema: { querystring: zodQuery, response: { 200: zodQuery } },
    handler: (request) => {
      same<Same<typeof request.query, { page: number }>>(true)
      return request.query
    }
  }
})

// A schema that nothing reads tells nothing.
controller.for<typeof routes>()('posts', {
  ...rest,
  record: { properties: { id: { type: 'integer' } } },
  responses: true,
  create: (request) => { same<Same<typeof request.body, unknown>>(true) },
  show: (request) => {
    same<Same<typeof request.params, { readonly id: string | number }>>(true)
    return { whatever: 1 }
  }
})

await Fastify().register(resourcesPlugin, { routes, controllers: { posts, comments } })

// Where an action's own `response` names statuses, no other is answered.
const Shown = Type.Object({ id: Type.Integer(), title: Type.String() })
controllerOf('posts', {
  ...rest,
  record: Post,
  index: { schema: { response: { 404: Type.Object({ error: Type.String() }), '5xx': Type.Object({}) } }, handler: async (_request, reply) => await reply.code(Math.random() > 0.5 ? 404 : 503).send({ error: 'gone' }) },
  search: { schema: { response: { 404: Type.Object({}) } }, handler: async (_request, reply) => await reply.status(200).send({ any: 1 }) },
  new: { schema: { response: { default: Type.Object({}) } }, handler: async (_request, reply) => await reply.code(418).send({}) },
  create: {
    schema: { response: { 201: Shown, 422: Type.Object({}) } },
    handler: async (request, reply) => request.url === '' ? await reply.code(422).send({}) : await reply.code(201).header('location', '/').send(found)
  },
  show: {
    schema: { response: { 200: Shown } },
    handler: async ({ params }, reply) => {
      // @ts-expect-error the schema names no 404
      if (params.id > 1) return await reply.code(404).send({})
      return params.id > 0 ? found : await reply.code(303).redirect('/')
    }
  },
  update: {
    load: false,
    schema: { response: { '2xx': Shown } },
    // @ts-expect-error the schema names no 409
    handler: async (_request, reply) => Math.random() > 0.5 ? await reply.status(202).send(found) : await reply.status(409).send({})
  },
  destroy: {
    schema: { response: { 204: Type.Null() } },
    // @ts-expect-error the schema names no 200
    handler: async (_request, reply) => await reply.code(200).send()
  },
  publish: { schema: { response: { 200: Shown } }, handler: async (_request, reply: FastifyReply) => await reply.code(409).send({}) }
})
