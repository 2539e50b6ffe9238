/** The links of a document: each leads from an answer to an operation that the server has. */

import t from 'tap'
import type { Test } from 'tap'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw, openapiOptions } from '../../../lib/index.js'
import type { ResourcesPluginOptions } from '../../../lib/index.js'
import { validateDocument } from '../../support/documents.js'

type Anything = any

const record = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    slug: { type: 'string', readOnly: true },
    title: { type: 'string' },
    v: { type: 'integer', readOnly: true }
  }
}
const SAVED = { id: 7, slug: 'seven', v: 3 }
const answer = async (): Promise<object> => SAVED
const actions = {
  record,
  responses: true,
  index: async () => [SAVED],
  create: answer,
  show: answer,
  update: answer,
  destroy: async () => {},
  publish: answer
}

const routes = draw({ api: true }, (map) => map
  .resources('posts', { member: { publish: 'post' } }, (posts) => posts
    .resources('comments', { except: 'destroy' })
    .resources('notes', { shallow: true }, (notes) => notes.resources('likes', { only: ['index', 'create'] }))
    .resource('cover', { only: ['show', 'update'] }))
  .resources('pages', { param: 'slug', only: ['create', 'show'] })
  .resource('account', (account) => account.resources('keys', { only: ['index', 'create'] }))
  .namespace('admin', (admin) => admin.resources('posts', { only: ['create', 'show'] }))
  .resources('tags', { only: ['create', 'show'], conditions: { version: '2.0.0' } })
  .resources('logs', { only: ['create', 'show', 'destroy'] })
  .resources('files', { only: ['create', 'show', 'destroy'], formats: { required: ['json', 'csv'] } })
  .resources('drafts', { only: ['create', 'show', 'update'] })
  .resources('categories', { only: ['create', 'show'] }, (categories) => categories
    .resources('categories', { only: ['index', 'create', 'show'] })))

const controllers = {
  posts: actions,
  comments: actions,
  notes: actions,
  likes: actions,
  covers: actions,
  pages: actions,
  accounts: actions,
  keys: actions,
  'admin/posts': actions,
  tags: actions,
  logs: {
    create: answer,
    show: { links: { 200: { mine: { operationId: 'showPost', parameters: { id: '9' } } } }, handler: answer },
    destroy: answer
  },
  files: { ...actions, destroy: { schema: { hide: true }, handler: answer } },
  drafts: { ...actions, load: () => SAVED, version: 'v' },
  categories: actions
}

async function startApp (
  openapi: object = { openapi: '3.1.0' }, options: Partial<ResourcesPluginOptions> = {}
): Promise<FastifyInstance> {
  const app = Fastify()
  const info = { title: 't', version: '1' }
  await app.register(swagger, openapiOptions({ openapi: { info, ...openapi } }))
  await app.register(resourcesPlugin, { routes, controllers, documentPages: false, ...options })
  await app.ready()
  return app
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Anything[]
  readonly responses: Readonly<Record<string, Anything>>
}

function operationsOf (app: FastifyInstance): Map<string, Operation> {
  return new Map(Object.entries((app as Anything).swagger().paths as object).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(([method, { operationId, parameters = [], responses }]) =>
      [operationId as string, { method: method.toUpperCase(), path, parameters, responses }] as const)))
}

/** Sends a request with these parameters, by their names. */
async function send (
  app: FastifyInstance, { method, path, parameters }: Operation, values: Readonly<Record<string, string>>
) {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] as string)
  const names = parameters.filter((one) => one.in === 'header').map(({ name }): string => name)
  const headers = Object.fromEntries(names.flatMap((name) => name in values ? [[name, values[name]]] : []))
  const payload = ['POST', 'PUT', 'PATCH'].includes(method) ? { title: 'a' } : undefined
  const { statusCode, headers: answered, body } =
    await app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) })
  return { url, headers, status: statusCode, answered, body }
}

/** By the rules of runtime expressions. */
function evaluate (expression: string, values: object, { answered, body }: Anything): string {
  const [, name = ''] = /^\$request\.(?:path|header)\.(.*)$/.exec(expression) ?? []
  const [, header = ''] = /^\$response\.header\.(.*)$/.exec(expression) ?? []
  const [, pointer = ''] = /^\$response\.body#\/(.*)$/.exec(expression) ?? []
  const found = { ...values, ...answered, ...JSON.parse(body) }[name || header.toLowerCase() || pointer]
  return found === undefined ? expression : String(found)
}

async function followLinks (app: FastifyInstance, t: Test): Promise<string[]> {
  const operations = operationsOf(app)
  const lines: string[] = []
  for (const [id, operation] of operations) {
    const values = Object.fromEntries(
      operation.parameters.map(({ name, schema }) => [name, schema.enum?.[0] ?? '1'])
    )
    for (const [status, { links = {} }] of Object.entries(operation.responses)) {
      for (const [name, { operationId, parameters }] of Object.entries(links as Record<string, Anything>)) {
        const { 'If-Match': _, 'If-None-Match': __, ...needed } = values
        const source = await send(app, operation, needed)
        const found = Object.entries(parameters as Record<string, string>)
          .map(([name, expression]) => [name, evaluate(expression, values, source)] as const)
        const target = await send(app, operations.get(operationId) as Operation, Object.fromEntries(found))
        const line = `${id} ${name}: ${target.url} ${Object.values(target.headers).join(' ')}`.trim()
        lines.push(line)
        t.equal(source.status, Number(status), line)
        t.ok([200, 201, 204].includes(target.status), `${line}: ${target.status} ${target.body}`)
      }
    }
  }
  return lines
}

/** `source link: URL`, and the headers that the link gives. */
const FOLLOWED = [
  'createPost publishPost: /posts/7/publish',
  'createPost showPost: /posts/7',
  'createPost updatePost: /posts/7',
  'createPost destroyPost: /posts/7',
  'createPost listPostComments: /posts/7/comments',
  'createPost createPostComment: /posts/7/comments',
  'createPost listPostNotes: /posts/7/notes',
  'createPost createPostNote: /posts/7/notes',
  'createPost showPostCover: /posts/7/cover',
  'createPost updatePostCover: /posts/7/cover',
  'showPost publishPost: /posts/7/publish',
  'showPost updatePost: /posts/7',
  'showPost destroyPost: /posts/7',
  'showPost listPostComments: /posts/7/comments',
  'showPost createPostComment: /posts/7/comments',
  'showPost listPostNotes: /posts/7/notes',
  'showPost createPostNote: /posts/7/notes',
  'showPost showPostCover: /posts/7/cover',
  'showPost updatePostCover: /posts/7/cover',
  'createPostComment showPostComment: /posts/1/comments/7',
  'createPostComment updatePostComment: /posts/1/comments/7',
  'showPostComment updatePostComment: /posts/1/comments/7',
  'createPostNote showNote: /notes/7',
  'createPostNote updateNote: /notes/7',
  'createPostNote destroyNote: /notes/7',
  'createPostNote listNoteLikes: /notes/7/likes',
  'createPostNote createNoteLike: /notes/7/likes',
  'showNote updateNote: /notes/7',
  'showNote destroyNote: /notes/7',
  'showNote listNoteLikes: /notes/7/likes',
  'showNote createNoteLike: /notes/7/likes',
  'showPostCover updatePostCover: /posts/1/cover',
  'createPage showPage: /pages/seven',
  'createAccount showAccount: /account',
  'createAccount updateAccount: /account',
  'createAccount destroyAccount: /account',
  'createAccount listAccountKeys: /account/keys',
  'createAccount createAccountKey: /account/keys',
  'showAccount updateAccount: /account',
  'showAccount destroyAccount: /account',
  'showAccount listAccountKeys: /account/keys',
  'showAccount createAccountKey: /account/keys',
  'createAdminPost showAdminPost: /admin/posts/7',
  'createTag showTag: /tags/7 2.0.0',
  'showLog destroyLog: /logs/7',
  'showLog mine: /posts/9',
  'createFile showFile: /files/7.json',
  'createDraft showDraft: /drafts/7',
  'createDraft updateDraft: /drafts/7',
  'showDraft updateDraft: /drafts/7 "3:application/json"',
  'createCategory showCategory: /categories/7',
  'createCategory listCategoryCategories: /categories/7/categories',
  'createCategory createCategoryCategory: /categories/7/categories',
  'showCategory listCategoryCategories: /categories/7/categories',
  'showCategory createCategoryCategory: /categories/7/categories',
  'createCategoryCategory showCategory: /categories/7',
  'createCategoryCategory listCategoryCategories: /categories/7/categories',
  'createCategoryCategory showCategoryCategory: /categories/1/categories/7',
  'showCategoryCategory showCategory: /categories/7',
  'showCategoryCategory listCategoryCategories: /categories/7/categories',
  'showCategoryCategory createCategoryCategory: /categories/7/categories'
]

t.test('each link of a document leads from a record to its rows and its children', async (t) => {
  for (const openapi of ['3.0.3', '3.1.0', '3.2.0']) {
    const app = await startApp({ openapi })
    t.same(await validateDocument((app as Anything).swagger()), { valid: true })
    t.strictSame(await followLinks(app, t), FOLLOWED)
  }
})

t.test('links stay in the registration of a tree', async (t) => {
  const app = Fastify()
  await app.register(swagger, openapiOptions({ openapi: {} }))
  for (const prefix of ['/v1', '/v2']) {
    await app.register(async (scope) => {
      await scope.register(resourcesPlugin, { routes, controllers, documentPages: false })
    }, { prefix })
  }
  await app.ready()
  const lines = (await followLinks(app, t)).filter((line) => !line.includes('mine'))
  t.equal(lines.length, 2 * (FOLLOWED.length - 1))
  t.strictSame(lines.filter((line) => !/^(?:v2\w+ v2\w+: \/v2\/|[a-u]\w+ [a-u]\w+: \/v1\/)/.test(line)), [])
})

t.test('nothing links to what a document lacks, and documents of Swagger 2 have no links', async (t) => {
  const without = await startApp({}, { routes: draw((map) => map.resources('files', { only: ['show', 'destroy'] })) })
  t.strictSame(operationsOf(without).get('showFile')?.responses[200].links, undefined)
  const old = Fastify()
  await old.register(swagger, openapiOptions({ swagger: { info: { title: 't', version: '1' } } }))
  await old.register(resourcesPlugin, { routes, controllers: { ...controllers, logs: actions } })
  await old.ready()
  t.notMatch(JSON.stringify(old.swagger()), '$response.body')
})
