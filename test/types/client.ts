/** The types of the client's calls. */

import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { controller, createUrlFor, draw } from 'fastify-resources'
import type { Routes } from 'fastify-resources'
import { createClient } from 'fastify-resources/client'
import type { RoutesJson } from 'fastify-resources/urls'
import type { Same } from './same.js'

const routes = draw({ api: true, patch: true }, (map) => map
  .root({ controller: 'posts', action: 'index' })
  .resources('posts', { formats: ['csv'], member: { publish: 'put' }, collection: { search: 'get' } }, (posts) => posts
    .resources('comments', { only: ['index', 'create', 'show'] }))
  .resources('photos', { only: [], controller: 'photos' }, (photos) => photos.resources('comments', { only: ['index', 'create'] }))
  .resource('session', { only: ['create', 'destroy'] })
  .namespace('admin', (admin) => admin.resources('users', { only: ['index', 'show', 'update'] })))

const Post = Type.Object({
  id: Type.Readonly(Type.Integer({ readOnly: true })),
  title: Type.String(),
  author: Type.Object({ name: Type.String(), email: Type.Optional(Type.String()) })
})
const controllerOf = controller.for<typeof routes, TypeBoxTypeProvider>()
const none = (): void => {}

const posts = controllerOf('posts', {
  record: Post,
  responses: { search: 'list' },
  index: { schema: { querystring: Type.Object({ page: Type.Optional(Type.Integer()) }) }, handler: none },
  search: { schema: { querystring: Type.Object({ q: Type.String() }) }, handler: none },
  create: none,
  show: none,
  update: none,
  destroy: { schema: { response: { 409: Type.Object({ reason: Type.String() }) } }, handler: none },
  publish: { schema: { body: Type.Object({ at: Type.String() }), response: { 200: Type.Object({ live: Type.Boolean() }), 202: Type.Null(), 204: Type.Null(), 400: Type.String(), '5xx': Type.Object({ later: Type.Boolean() }) } }, handler: none }
})
const comments = controllerOf('comments', {
  record: Type.Object({ text: Type.String() }),
  responses: true,
  index: { schema: { response: { '2xx': Type.Array(Type.Object({ text: Type.String() })) } }, handler: none },
  create: none,
  // The answer of 200 stays that of `responses`.
  show: { schema: { response: { 404: Type.Object({ reason: Type.String() }) } }, handler: none }
})
const sessions = controllerOf('sessions', {
  create: { schema: { body: Type.Object({ email: Type.String() }) }, handler: none },
  destroy: none
})
const users = controllerOf('admin/users', {
  record: Post,
  index: none,
  show: none,
  update: { schema: { body: Type.Object({ user: Type.Object({ name: Type.String() }) }) }, handler: none }
})
export const controllers = { posts, comments: () => ({ default: comments }), sessions: async () => sessions, 'admin/users': users }

interface SeenPost { readonly id: number, title: string, author: { name: string, email?: string } }

declare const json: RoutesJson
declare const form: FormData
declare const page: { readonly slug: string, readonly title: string }
export const path: string = createUrlFor<typeof routes>(json).publishPostPath(1)
// @ts-expect-error no such helper
createUrlFor<typeof routes>(json).publishPstPath(1)

const client = createClient<typeof routes, typeof controllers>(json, { baseUrl: '/v1', headers: async () => ({ authorization: 'x' }), credentials: 'include' })

// Answers: of a list, a record, of an own response, and unknown where nothing is said.
const list: SeenPost[] = await client.posts.index()
const shown = await client.posts.show(1n)
const found: SeenPost[] = await client.posts.search({ query: { q: 'x' } })
const published = await client.posts.publish('1', { body: { at: 'now' } })
const gone = await client.posts.destroy({ id: 1 })
const shownComment = await client.comments.show(1, 2)
const triedIndex = await client.comments.index.try({ post_id: 1 })
// @ts-expect-error a 204 has no body, so that '2xx' does not mean it
if (triedIndex.status === 204) triedIndex.body
const csv = await client.posts.index({ format: 'csv' })
export const answers: [
  Same<typeof published, { live: boolean } | null | undefined>,
  Same<typeof gone, unknown>,
  Same<typeof shownComment, { text: string }>,
  Same<typeof csv, Response>
] = [true, true, true, true]
export const seen: SeenPost = shown

// As a call says.
const read = {
  response: await client.posts.index({ as: 'response' }),
  text: await client.posts.show(1, { as: 'text' }),
  blob: await client.comments.show(1, 2, { as: 'blob' }),
  named: await client.comments.show({ post_id: 1, id: 2 }, { as: 'text' }),
  json: await client.posts.show(1, { as: 'json' }),
  csv: await client.posts.index({ format: 'csv', as: 'text' }),
  deep: (await client.posts.show.try(1, { as: 'text' })).body
}
export const readings: Same<typeof read, {
  response: Response, text: string, blob: Blob, named: string, json: typeof shown, csv: string, deep: unknown
}> = true

// Of the type of a call, its answer: the one without an option.
type AnswerOf<C extends (...args: never) => unknown> = Awaited<ReturnType<C>>
type TriedOf<C extends (...args: never) => unknown> = Extract<AnswerOf<C>, { ok: true }> extends { body: infer B } ? B : 0
declare const how: { readonly as?: 'text' | 'blob' | undefined }
const byVariable = await client.posts.show(1, how)
const byUndefined = await client.posts.show(1, { as: undefined })
export const returned: [
  Same<AnswerOf<typeof client.posts.index>, SeenPost[]>,
  Same<AnswerOf<typeof client.posts.show>, SeenPost>,
  Same<AnswerOf<typeof client.posts.update>, SeenPost>,
  Same<AnswerOf<typeof client.posts.publish>, { live: boolean } | null | undefined>,
  Same<AnswerOf<typeof client.posts.destroy>, unknown>,
  Same<AnswerOf<typeof client.comments.index>, Array<{ text: string }>>,
  Same<AnswerOf<typeof client.comments.show>, { text: string }>,
  Same<TriedOf<typeof client.posts.index.try>, SeenPost[]>,
  Same<TriedOf<typeof client.comments.show.try>, { text: string }>,
  Same<typeof byVariable, string | Blob>,
  Same<typeof byUndefined, SeenPost>
] = [true, true, true, true, true, true, true, true, true, true, true]

// Failures by status: those of the schema, those of the plugin, and all others.
const tried = await client.posts.publish.try(1, { body: { at: 'now' } })
if (tried.ok) {
  if (tried.status === 200) tried.body.live.valueOf()
  if (tried.status === 204) tried.body satisfies undefined
  // @ts-expect-error the schema names no 201
  tried.status satisfies 201
} else {
  if (tried.status === 400) tried.body.trim()
  if (tried.status === 422) tried.body.fields?.['post[title]']?.join()
  if (tried.status === 404 || tried.status === 403) tried.body.message.trim()
  if (tried.status === 503) tried.body.later.valueOf()
  if (tried.status === 409 || tried.status === 412 || tried.status === 428) tried.body.message.trim()
  if (tried.status === 410) tried.body satisfies unknown
  // @ts-expect-error nobody says what a 410 has
  if (tried.status === 410) tried.body.message
  // @ts-expect-error no such status
  if (tried.status === 600) tried.body
}
const destroyed = await client.posts.destroy.try(1)
if (destroyed.status === 204) destroyed.body satisfies undefined
else if (destroyed.ok) destroyed.body satisfies unknown
else if (destroyed.status === 409) destroyed.body.reason.trim()
const index = await client.posts.index.try()
if (index.ok) index.body[0]?.title.trim()
// @ts-expect-error a 204 would be no list
if (index.status === 204) index.body
tried.response.headers.get('etag')

// The fields of a failure: those of the values by name, and any nested one.
type Fields<C extends { try: (...args: never) => Promise<unknown> }> =
  Extract<Awaited<ReturnType<C['try']>>, { status: 422 }> extends { body: { fields?: infer F } } ? F : never
type Known<F> = keyof { [K in keyof F as string extends K ? never : K]: F[K] }
export const fieldNames: [
  Same<Known<Fields<typeof client.posts.create>>, 'title' | 'author'>,
  Same<Known<Fields<typeof client.posts.update>>, 'title' | 'author'>,
  Same<Known<Fields<typeof client.admin.users.update>>, 'name'>,
  Same<Known<Fields<typeof client.sessions.create>>, 'email'>,
  Same<Known<Fields<typeof client.posts.publish>>, 'at'>,
  Same<Known<Fields<typeof client.posts.index>>, never>
] = [true, true, true, true, true, true]
const refused = await client.posts.update.try(1, form)
if (refused.status === 422) {
  refused.body.fields?.title?.join()
  refused.body.fields?.['author.email']?.join()
  // @ts-expect-error messages are a list
  refused.body.fields?.title?.trim()
}

// Under `problems`, failures of the plugin are problems, in namespaces too; those of a schema stay.
const ofProblems = createClient<typeof routes, typeof controllers, { problems: true }>(json)
const unseen = await ofProblems.admin.users.show.try(1)
if (unseen.status === 404) unseen.body.type.concat(unseen.body.detail ?? '')
// @ts-expect-error Fastify's name of it
if (unseen.status === 404) unseen.body.message
const unfit = await ofProblems.posts.create.try(form)
if (unfit.status === 422) unfit.body.fields?.title?.join()
const removed = await ofProblems.posts.destroy.try(1)
if (removed.status === 409) removed.body.reason.trim()
// @ts-expect-error no such option
createClient<typeof routes, typeof controllers, { problem: true }>(json)

// Options of fetch.
await client.posts.show(1, { keepalive: true, cache: 'no-store', redirect: 'manual', credentials: 'omit' })
// @ts-expect-error the client chooses the method
await client.posts.show(1, { method: 'GET' })

// Pages are no calls, unless one asks for the page.
const site = draw((map) => map.resources('posts'))
const page2 = await createClient(site).posts.new({ as: 'text' })
const page3 = await createClient(site).posts.edit(1, { as: 'response' })
export const pages: [Same<typeof page2, string>, Same<typeof page3, Response>] = [true, true]
// @ts-expect-error a page, however it is read
await createClient(site).posts.new({ as: undefined })
// @ts-expect-error a page
await createClient(site).posts.new()
// @ts-expect-error a page is no JSON
await createClient(site).posts.edit(1, { as: 'json' })

// Ids: by position, by name, records; bodies without their key; forms.
await client.posts.create({ title: 'A', author: { name: 'B', email: 'C' } }, { signal: AbortSignal.timeout(1), headers: { a: 'b' } })
await client.posts.update(shown, { title: list[0]?.title ?? found.join() })
await client.posts.update({ id: 1 }, form)
await client.comments.show(1, 2)
await client.comments.show({ post_id: 1, id: 2 })
const comment: { text: string } = await client.comments.create({ photo_id: 1 }, { text: 'Hi' })
const texts: Array<{ text: string }> = await client.comments.index({ post_id: 1 }, { query: { any: comment } })
await client.sessions.create({ email: 'x' }, { wrap: false })
await client.admin.users.update(1, { name: texts.join() }, { wrap: true })

// A controller may share its name with a namespace, and an action with a controller.
const deep = draw({ api: true }, (map) => map
  .resources('admin', { only: 'show', member: { users: 'get' }, collection: { audits: 'get' } })
  .namespace('admin', (admin) => admin.resources('audits', { only: 'show' })
    .namespace('v2', (v2) => v2.resources('users', { only: 'index' })))
  .namespace('v2', (v2) => v2.resource('account', { only: 'show' })))
const { admin, v2 } = createClient<typeof deep, { 'v2/accounts': typeof accounts }>(deep)
const accounts = controller.for<typeof deep, TypeBoxTypeProvider>()('v2/accounts', { record: Post, responses: true, show: none })
const account: SeenPost = await v2.accounts.show()
await Promise.all([admin.show(account), admin.users(1), admin.audits(), admin.audits.show(1), admin.audits.try(), admin.v2.users.index()])
// @ts-expect-error a namespace is no call
admin.v2()
// @ts-expect-error no such controller there
v2.users.index()
// @ts-expect-error the name has no slash
v2['admin/users']

// Where controllers are not told, ids are known all the same.
await createClient(routes).posts.update(1, { anything: true }, { query: { anything: 1 } })
const open: Routes = draw((map) => map.resources('posts'))
await createClient(open).posts.show(1)

await createClient(draw((map) => map.resources('pages', { param: 'slug' }))).pages.show(page)

// @ts-expect-error no such controller
client.pots.index()
// @ts-expect-error no such action
client.posts.indx()
// @ts-expect-error no new page in a tree for an API
client.posts.new()
// @ts-expect-error an id too few
client.posts.show()
// @ts-expect-error a wrong name
client.posts.show({ post_id: 1 })
// @ts-expect-error no id
client.posts.show(true)
// @ts-expect-error which parent?
client.comments.index(1)
// @ts-expect-error a wrong parent
client.comments.index({ user_id: 1 })
// @ts-expect-error no values
client.posts.create()
// @ts-expect-error a value is missing
client.posts.create({ title: 'A' })
// @ts-expect-error a value of another kind
client.posts.update(1, { title: 1 })
// @ts-expect-error what no client sends
client.posts.update(1, { id: 1 })
await client.sessions.create({ email: 'x' })
// @ts-expect-error the schema of the action has the key, which the tree leaves out
client.admin.users.update(1, { name: 'x' })
// @ts-expect-error no query
client.posts.search()
// @ts-expect-error another kind of query
client.posts.index({ query: { page: 'one' } })
// @ts-expect-error no body
client.posts.publish(1)
// @ts-expect-error another body
client.posts.publish(1, { body: { on: 'now' } })
// @ts-expect-error no such format
client.posts.index({ format: 'xml' })
// @ts-expect-error no format there
client.sessions.destroy({ format: 'csv' })
// Where each path ends in an extension, a call needs it.
const feedRoutes = draw({ api: true }, (map) => map.resources('feeds', { only: ['index', 'show'], formats: { required: ['atom'] } }))
const feeds = createClient<typeof feedRoutes>(feedRoutes).feeds
export const feed: Response[] = [await feeds.index({ format: 'atom' }), await feeds.show(1, { format: 'atom' })]
// @ts-expect-error no format
feeds.index()
// @ts-expect-error no format
feeds.show(1, {})
// @ts-expect-error no such option
client.posts.show(1, { qery: {} })
// @ts-expect-error no such option of the client
createClient(routes, { baseURL: '/' })

// An option may be undefined; this project is compiled with exactOptionalPropertyTypes.
createClient(routes, { baseUrl: undefined, fetch: undefined, headers: undefined, credentials: undefined, version: undefined, lists: undefined })
createClient(routes, { version: '2', lists: 'comma', ifMatch: 'anything' })
createClient<typeof routes, typeof controllers>(routes, { ifMatch: 'author' })
// @ts-expect-error no record has it
createClient<typeof routes, typeof controllers>(routes, { ifMatch: 'auhtor' })
// @ts-expect-error a text
createClient(routes, { ifMatch: true })

// A record written in place, with what ifMatch names.
declare const stored: SeenPost
await client.posts.update({ ...stored, title: 'B' }, { title: 'A' })
await client.posts.update({ id: 1, author: stored.author }, { title: 'A' })
await client.posts.publish.try({ ...stored, id: 1 }, { body: { at: '' } })
await client.comments.show(1, { id: 2, text: 'A' })
await client.comments.show({ post_id: 1, id: { id: 2, text: 'A' } })
await createClient(routes).posts.show({ id: 1, version: 3 })
// @ts-expect-error no name of the record
await client.posts.update({ id: 1, tilte: 'B' }, { title: 'A' })
// @ts-expect-error the id is missing
await client.posts.show({ title: 'B' })

// Without a schema, load tells the properties of a record.
const loading = controllerOf('posts', { load: () => ({ id: 1, revision: 2 }), index: none, search: none, create: none, show: none, update: none, destroy: none, publish: none })
createClient<typeof routes, { posts: typeof loading, sessions: typeof sessions }>(routes, { ifMatch: 'revision' })
// @ts-expect-error load finds no such property
createClient<typeof routes, { posts: typeof loading, sessions: typeof sessions }>(routes, { ifMatch: 'version' })
createClient<typeof routes, { sessions: typeof sessions }>(routes, { ifMatch: 'anything' })
createClient<typeof routes, { posts: object, sessions: typeof sessions }>(routes, { ifMatch: 'anything' })
// @ts-expect-error no such style
createClient(routes, { lists: 'commas' })
type Indexed = Awaited<ReturnType<typeof client.posts.index>>
export const indexed: Promise<Indexed> = client.posts.index({ query: undefined, headers: undefined, as: undefined, format: undefined, signal: undefined, cache: undefined, redirect: undefined })
await client.posts.create({ title: 'A', author: { name: 'B' } }, { wrap: undefined, as: undefined, credentials: undefined })
