/** Clients that others generate from documents: they compile, and the server answers them. */

import t from 'tap'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import { createClient } from '@hey-api/openapi-ts'
import Fastify from 'fastify'
import createOpenapiClient from 'openapi-fetch'
import openapiTS, { astToString } from 'openapi-typescript'
import { generateApi } from 'swagger-typescript-api'
import resourcesPlugin, { draw, openapiOptions } from '../../lib/index.js'
import { injectFetch } from '../../lib/testing.js'
import { ADMIN, startInProcess } from '../support/blog.js'
import { validateDocument } from '../support/documents.js'
import { startExample } from '../support/examples.js'
import { logIn } from '../support/visitor.js'
import { lintByRedocly } from './support/redocly.js'

type Anything = any

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Beside the packages that they import. */
const FOLDER = `${ROOT}test/full/dist/clients`

const OF_PATHS = `
import createClient from 'openapi-fetch'
import type { components, paths } from './generated.js'

type Post = components['schemas']['Post']
const client = createClient<paths>({ baseUrl: process.argv[2] as string })
const created = await client.POST('/v2/posts', { body: { title: 'Second' } })
const post: Post = created.data!
const path = { params: { path: { id: post.id } } }
await client.PUT('/v2/posts/{id}/publish', path)
const changed = await client.PATCH('/v2/posts/{id}', { ...path, body: { text: 'More' } satisfies components['schemas']['PostPatch'] })
const comment = await client.POST('/v2/posts/{post_id}/comments', { params: { path: { post_id: post.id } }, body: { author: { name: 'Ann', email: 'ann@example.org' }, text: 'Hi' } })
const comments = await client.GET('/v2/posts/{post_id}/comments', { params: { path: { post_id: post.id } } })
const names: string[] = comments.data!.map(({ author }) => author.name)
const publishedAt: string | undefined = changed.data!.published_at
const gone = await client.DELETE('/v2/posts/{id}', path)
const missing = await client.GET('/v2/posts/{id}', path)
const message: string = missing.error!.message
// @ts-expect-error unknown property
const wrong = await client.POST('/v2/posts', { body: { titel: 'x' } })
console.log(JSON.stringify([{ ...changed.data, published_at: typeof publishedAt }, comment.data, names, gone.response.status, missing.response.status, message, wrong.response.status]))
`

const OF_API = `
import { Api } from './generated.js'
import type { Comment, ErrorResponse, Post, PostInput, PostPatch } from './generated.js'

const { v2 } = new Api({ baseUrl: process.argv[2] as string })
const draft: PostInput = { title: 'Second' }
const { data: post }: { data: Post } = await v2.createPost(draft)
await v2.publishPost(post.id)
const patch: PostPatch = { text: 'More' }
const changed = await v2.updatePostPatch(post.id, patch)
const comment: Comment = (await v2.createPostComment(post.id, { author: { name: 'Ann', email: 'ann@example.org' }, text: 'Hi' })).data
const names: string[] = (await v2.listPostComments(post.id)).data.map(({ author }) => author.name)
const publishedAt: string | undefined = changed.data.published_at
const gone = await v2.destroyPost(post.id)
const missing = await v2.showPost(post.id).catch((response: { status: number, error: ErrorResponse }) => response)
// @ts-expect-error unknown property
const wrong = await v2.createPost({ titel: 'x' }).catch((response: { status: number }) => response)
console.log(JSON.stringify([{ ...changed.data, published_at: typeof publishedAt }, comment, names, gone.status, missing.status, missing.error.message, wrong.status]))
`

const OF_SDK = `
import { client } from './generated/client.gen.js'
import { createPost, createPostComment, destroyPost, listPostComments, publishPost, showPost, updatePostPatch } from './generated/index.js'
import type { Comment, Post, PostInput, PostPatch } from './generated/index.js'

client.setConfig({ baseUrl: process.argv[2] as string })
const body: PostInput = { title: 'Second' }
const post: Post = (await createPost({ body })).data!
const path = { id: post.id }
await publishPost({ path })
const patch: PostPatch = { text: 'More' }
const changed: Post = (await updatePostPatch({ path, body: patch })).data!
const comment: Comment = (await createPostComment({ path: { post_id: post.id }, body: { author: { name: 'Ann', email: 'ann@example.org' }, text: 'Hi' } })).data!
const names: string[] = (await listPostComments({ path: { post_id: post.id } })).data!.map(({ author }) => author.name)
const publishedAt: string | undefined = changed.published_at
const gone = await destroyPost({ path })
const missing = await showPost({ path })
// @ts-expect-error unknown property
const wrong = await createPost({ body: { titel: 'x' } })
console.log(JSON.stringify([{ ...changed, published_at: typeof publishedAt }, comment, names, gone.response!.status, missing.response!.status, missing.error!.message, wrong.response!.status]))
`

const OF_FUNCTIONS = `
import { createPost, createPostComment, destroyPost, listPostComments, publishPost, showPost, updatePostPatch } from './generated.js'
import type { Comment, Post, PostInput, PostPatch } from './generated.js'

/** The data of a success. */
function dataOf<T extends { status: number }, S extends T['status']> (answer: T, status: S): Extract<T, { status: S }> {
  if (answer.status !== status) throw new Error(String(answer.status))
  return answer as Extract<T, { status: S }>
}
const draft: PostInput = { title: 'Second' }
const post: Post = dataOf(await createPost(draft), 201).data
await publishPost(post.id)
const patch: PostPatch = { text: 'More' }
const changed: Post = dataOf(await updatePostPatch(post.id, patch), 200).data
const comment: Comment = dataOf(await createPostComment(post.id, { author: { name: 'Ann', email: 'ann@example.org' }, text: 'Hi' }), 201).data
const names: string[] = dataOf(await listPostComments(post.id), 200).data.map(({ author }) => author.name)
const publishedAt: string | undefined = changed.published_at
const gone = await destroyPost(post.id)
const missing = dataOf(await showPost(post.id), 404)
// @ts-expect-error unknown property
const wrong = await createPost({ titel: 'x' })
console.log(JSON.stringify([{ ...changed, published_at: typeof publishedAt }, comment, names, gone.status, missing.status, missing.data.message, wrong.status]))
`

const BLOG_OF_PATHS = `
import createClient from 'openapi-fetch'
import type { components, paths } from './generated.js'

type Post = components['schemas']['Post']
const [address, cookie] = process.argv.slice(2) as [string, string]
const client = createClient<paths>({ baseUrl: address, headers: { accept: 'application/json', cookie } })
const post: Post = (await client.POST('/posts', { body: { post: { title: 'Typed', text: 'Text' } } })).data!
const path = { params: { path: { id: post.id } } }
const { published, publishedAt }: Post = (await client.PUT('/posts/{id}/publish', path)).data!
const date: string | null = publishedAt
const comment = await client.POST('/posts/{post_id}/comments', { params: { path: { post_id: post.id } }, body: { comment: { text: 'Hi' } } })
const names: string[] = (await client.GET('/posts')).data!.map(({ author }) => author)
const gone = await client.DELETE('/posts/{id}', path)
const missing = await client.GET('/posts/{id}', path)
const message: string = missing.error!.message
// @ts-expect-error unknown property
const wrong = await client.POST('/posts', { body: { post: { titel: 'x' } } })
console.log(JSON.stringify([post.title, published, typeof date, comment.data!.author, names[0], gone.response.status, missing.response.status, message, wrong.response.status]))
`

const BLOG_OF_SDK = `
import { client } from './generated/client.gen.js'
import { createPost, createPostComment, destroyPost, listPosts, publishPost, showPost } from './generated/index.js'
import type { Comment, Post } from './generated/index.js'

const [address, cookie] = process.argv.slice(2) as [string, string]
client.setConfig({ baseUrl: address, headers: { accept: 'application/json', cookie } })
const post: Post = (await createPost({ body: { post: { title: 'Typed', text: 'Text' } } })).data!
const path = { id: post.id }
const { published, publishedAt }: Post = (await publishPost({ path })).data!
const date: string | null = publishedAt
const comment: Comment = (await createPostComment({ path: { post_id: post.id }, body: { comment: { text: 'Hi' } } })).data!
const names: string[] = (await listPosts()).data!.map(({ author }) => author)
const gone = await destroyPost({ path })
const missing = await showPost({ path })
// @ts-expect-error unknown property
const wrong = await createPost({ body: { post: { titel: 'x' } } })
console.log(JSON.stringify([post.title, published, typeof date, comment.author, names[0], gone.response!.status, missing.response!.status, missing.error!.message, wrong.response!.status]))
`

const BLOG_OF_FUNCTIONS = `
import { createPost, createPostComment, destroyPost, listPosts, publishPost, showPost } from './generated.js'
import type { Comment, Post } from './generated.js'

/** The data of a success. */
function dataOf<T extends { status: number }, S extends T['status']> (answer: T, status: S): Extract<T, { status: S }> {
  if (answer.status !== status) throw new Error(String(answer.status))
  return answer as Extract<T, { status: S }>
}
const cookie = process.argv[3] as string
const options = { headers: { accept: 'application/json', cookie } }
// The server takes forms too, so a body says what it is.
const json = { headers: { ...options.headers, 'content-type': 'application/json' } }
const post: Post = dataOf(await createPost({ post: { title: 'Typed', text: 'Text' } }, json), 201).data
const { published, publishedAt }: Post = dataOf(await publishPost(post.id, options), 200).data
const date: string | null = publishedAt
const comment: Comment = dataOf(await createPostComment(post.id, { comment: { text: 'Hi' } }, json), 201).data
const names: string[] = dataOf(await listPosts(undefined, options), 200).data.map(({ author }) => author)
const gone = await destroyPost(post.id, options)
const missing = dataOf(await showPost(post.id, options), 404)
// @ts-expect-error unknown property
const wrong = await createPost({ post: { titel: 'x' } }, json)
console.log(JSON.stringify([post.title, published, typeof date, comment.author, names[0], gone.status, missing.status, missing.data.message, wrong.status]))
`

interface Input {
  readonly document: Anything
  readonly folder: string
  readonly address: string
}

/** Each writes a client into the folder, and returns the types of its records and answers. */
const GENERATORS: Readonly<Record<string, (input: Input) => Promise<string>>> = {
  'openapi-typescript': async ({ document, folder }) => {
    const types = astToString(await openapiTS(document))
    writeFileSync(`${folder}/generated.ts`, types)
    // The headers of each answer are open.
    return types.replaceAll('[name: string]: unknown;', '')
  },
  'swagger-typescript-api': async ({ document, folder }) => {
    const { files } = await generateApi({ spec: document, output: false, silent: true, httpClientType: 'fetch' })
    const { fileContent } = files[0] as { fileContent: string }
    writeFileSync(`${folder}/generated.ts`, fileContent)
    const [records] = fileContent.split('export type QueryParamsType')
    return [records, ...fileContent.match(/this\.request<.*/g)!].join('\n')
  },
  '@hey-api/openapi-ts': async ({ document, folder }) => {
    await createClient({
      input: document,
      output: `${folder}/generated`,
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent' }
    })
    return readFileSync(`${folder}/generated/types.gen.ts`, 'utf8')
  },
  'orval 7': async (input) => await writeFunctions('orval', input),
  'orval 8': async (input) => await writeFunctions('orval8', input)
}

async function writeFunctions (name: string, { document, folder, address }: Input): Promise<string> {
  const { generate } = (await import(name)) as typeof import('orval')
  const target = `${folder}/generated.ts`
  await generate({ input: { target: document }, output: { target, client: 'fetch', mode: 'single', baseUrl: address } })
  return readFileSync(target, 'utf8')
}

type Client = readonly [server: 'api' | 'blog', generator: string, program: string]

const CLIENTS: readonly Client[] = [
  ['api', 'openapi-typescript', OF_PATHS],
  ['api', 'swagger-typescript-api', OF_API],
  ['api', '@hey-api/openapi-ts', OF_SDK],
  ['api', 'orval 7', OF_FUNCTIONS],
  ['api', 'orval 8', OF_FUNCTIONS],
  ['blog', 'openapi-typescript', BLOG_OF_PATHS],
  ['blog', '@hey-api/openapi-ts', BLOG_OF_SDK],
  ['blog', 'orval 7', BLOG_OF_FUNCTIONS],
  ['blog', 'orval 8', BLOG_OF_FUNCTIONS]
]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
/** It needs Node.js 22.18. */
const HAS_ORVAL_8 = major > 22 || (major === 22 && minor >= 18)

async function run (...command: string[]): Promise<string> {
  return await new Promise((resolve, reject) => {
    execFile(
      'env',
      ['-i', `PATH=${process.env.PATH ?? ''}`, ...command],
      { cwd: ROOT },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout)
        else reject(new Error(stdout + stderr))
      }
    )
  })
}

/** What the compiler says about all programs in a folder. */
async function compileAll (folder: string): Promise<string> {
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({
      extends: '../../../../tsconfig.json',
      compilerOptions: {
        lib: ['es2023', 'dom', 'dom.iterable'],
        // Some generators write imports for a bundler.
        module: 'esnext',
        moduleResolution: 'bundler',
        exactOptionalPropertyTypes: false,
        erasableSyntaxOnly: false,
        noUncheckedIndexedAccess: false
      },
      include: ['.'],
      exclude: []
    })
  )
  return await run(process.execPath, 'node_modules/typescript7/bin/tsc', '-p', folder)
}

/** The output of its program. */
async function runClient (folder: string, ...words: string[]): Promise<unknown> {
  const outfile = `${folder}/client.mjs`
  await build({
    entryPoints: [`${folder}/client.ts`],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'silent'
  })
  return JSON.parse(await run(process.execPath, outfile, ...words))
}

/** The lines whose types say nothing, without comments. */
function findVague (types: string): string[] {
  return types.split('\n').filter((line) => /^(?! *\/?\*).*\b(?:any|unknown)\b/.test(line))
}

/** What each program prints. */
const ANSWERS = {
  api: (id: number) => [
    { id, title: 'Second', text: 'More', published_at: 'string' },
    { id: 1, author: { name: 'Ann' }, text: 'Hi' },
    ['Ann'],
    204,
    404,
    `There is no post ${id}`,
    400
  ],
  // SQLite uses the id of the last row again.
  blog: () => ['Typed', true, 'string', 'admin', 'admin', 204, 404, 'post 4 was not found', 400]
}

t.test('injectFetch asks an app for another client', async (t) => {
  const app = Fastify()
  app.put('/shown', async ({ body, method }) => ({ method, body }))
  const client = createOpenapiClient<any>({ baseUrl: 'http://localhost', fetch: injectFetch(app) })
  t.strictSame((await client.PUT('/shown' as never, { body: { a: 2 } } as never)).data, { method: 'PUT', body: { a: 2 } })
})

/** Uploads of a record; `WRAPPED` writes the names that the document's `deepObject` says. */
const UPLOADS: Readonly<Record<string, string>> = {
  'openapi-typescript': `
import createClient from 'openapi-fetch'
import type { paths } from './generated.js'

type Fields = Readonly<Record<string, unknown>>
const [address, isWrapped] = process.argv.slice(2) as [string, string]
const client = createClient<paths>({ baseUrl: address })
const append = (form: FormData, name: string, value: unknown): void => {
  if (Array.isArray(value)) for (const item of value) append(form, name, item)
  else if (typeof value === 'object' && !(value instanceof Blob)) {
    for (const [key, inner] of Object.entries(value as Fields)) append(form, name === '' ? key : name + '[' + key + ']', inner)
  } else form.append(name, value as string)
}
const bodySerializer = (body: unknown): FormData => {
  const form = new FormData()
  append(form, '', body)
  return form
}
// A binary text of the document has the type of a text.
const image = new File(['A'], 'a.png') as unknown as string
const photo = { title: 'A', size: 5, tags: ['x', 'y'], image }
const body = (isWrapped === 'true' ? { photo } : photo) as typeof photo & { photo: typeof photo }
const created = await client.POST('/photos', { body, bodySerializer })
const changed = await client.PUT('/photos/{id}', { params: { path: { id: 1 } }, body, bodySerializer })
console.log(JSON.stringify([created.data, changed.data]))
`,
  '@hey-api/openapi-ts': `
import { client } from './generated/client.gen.js'
import { createPhoto, updatePhoto } from './generated/index.js'

const [address, isWrapped] = process.argv.slice(2) as [string, string]
client.setConfig({ baseUrl: address })
const image = new File(['A'], 'a.png')
const photo = { title: 'A', size: 5, tags: ['x', 'y'], image }
const body = (isWrapped === 'true' ? { photo } : photo) as typeof photo & { photo: typeof photo }
const bodySerializer = ({ photo }: { photo: Record<string, unknown> }): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(photo)) {
    for (const item of [value].flat()) form.append('photo[' + name + ']', item as string)
  }
  return form
}
const options = { body, ...(isWrapped === 'true' && { bodySerializer: bodySerializer as (body: unknown) => unknown }) }
const created = await createPhoto(options)
const changed = await updatePhoto({ path: { id: 1 }, ...options })
console.log(JSON.stringify([created.data, changed.data]))
`,
  orval: `
import { createPhoto, updatePhoto } from './generated.js'

const image = new File(['A'], 'a.png')
const photo = { title: 'A', size: 5, tags: ['x', 'y'], image }
const created = await createPhoto(photo)
const changed = await updatePhoto(1, photo)
console.log(JSON.stringify([created.data, changed.data]))
`
}

/** The client of orval writes no nested names, so it is of bare bodies. */
const UPLOADERS: ReadonlyArray<readonly [generator: string, wrap: boolean, program?: string]> = [
  ['openapi-typescript', false], ['openapi-typescript', true],
  ['@hey-api/openapi-ts', false], ['@hey-api/openapi-ts', true],
  ['orval 7', false, 'orval'], ['orval 8', false, 'orval']
]

interface UploadServer {
  readonly address: string
  readonly document: Anything
}

type Ended = { teardown: (end: () => unknown) => void }

async function startUploads (t: Ended, wrap: boolean): Promise<UploadServer> {
  const FILE = { type: 'string', format: 'binary' }
  const record = {
    type: 'object',
    required: ['title', 'size', 'image'],
    properties: {
      id: { type: 'integer' },
      title: { type: 'string' },
      size: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
      image: { ...FILE, writeOnly: true },
      name: { type: 'string', readOnly: true }
    }
  }
  const see = async ({ body: { photo } }: Anything): Promise<object> =>
    ({ ...photo, image: undefined, id: 1, name: `${photo.image.filename as string} ${String(photo.image)}` })
  const app = Fastify()
  t.teardown(async () => { await app.close() })
  await app.register(multipart, { attachFieldsToBody: true })
  await app.register(swagger, openapiOptions({ openapi: { openapi: '3.1.0', info: { title: 'A', version: '1' } } }))
  await app.register(resourcesPlugin, {
    routes: draw({ api: true, wrap } as {}, (map) => map.resources('photos', { only: ['create', 'update'] })),
    controllers: { photos: { record, responses: true, create: see, update: see } }
  })
  const address = await app.listen({ port: 0 })
  return { address, document: (app as Anything).swagger() }
}

t.test('clients upload the files of a record, without its key as they are generated', async (t) => {
  const uploads = `${ROOT}test/full/dist/uploads`
  rmSync(uploads, { recursive: true, force: true })
  const seen = { title: 'A', size: 5, tags: ['x', 'y'], id: 1, name: 'a.png A' }
  for (const [generator, wrap, program = generator] of UPLOADERS) {
    if (generator === 'orval 8' && !HAS_ORVAL_8) continue
    const { address, document } = await startUploads(t, wrap)
    const title = `${generator}, ${wrap ? 'with' : 'without'} its key`
    const folder = `${uploads}/${title.replaceAll(/\W/g, '-')}`
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/client.ts`, UPLOADS[program]!)
    await GENERATORS[generator]!({ document: structuredClone(document), folder, address })
    t.same(await runClient(folder, address, String(wrap)), [seen, seen], title)
  }
  t.equal(await compileAll(uploads), '', 'all compile')
})

t.test('clients of the documents of examples/api.ts and of the weblog', async (t) => {
  const servers = { api: await startExample(t, 'api'), blog: await startInProcess(t) }
  const documents = {
    api: await fetchDocument(`${servers.api.address}/v2/openapi.json`),
    blog: await fetchDocument(`${servers.blog.address}/docs/json`)
  }
  const visitor = await logIn(servers.blog.address, ADMIN.email, ADMIN.password)

  await t.test("the document is valid, and passes Redocly's recommended rules except those that the app decides", async (t) => {
    t.strictSame(await validateDocument(documents.api), { valid: true })
    t.strictSame(await lintByRedocly(documents.api), [])
  })

  rmSync(FOLDER, { recursive: true, force: true })
  const clients = CLIENTS.filter(([, generator]) => generator !== 'orval 8' || HAS_ORVAL_8)
  const folderOf = (server: string, generator: string): string =>
    `${FOLDER}/${server}-${generator.replaceAll(/\W/g, '-')}`
  for (const [server, generator, program] of clients) {
    const folder = folderOf(server, generator)
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/client.ts`, program)
    const input = { document: structuredClone(documents[server]), folder, address: servers[server].address }
    const types = await GENERATORS[generator]!(input)
    const vague = findVague(types)
    // The API does not say what `publish` answers, which only this generator calls unknown.
    const isOpen = server === 'api' && generator === '@hey-api/openapi-ts'
    t.strictSame(vague, isOpen ? ['    200: unknown;'] : [], `${generator} has the records of ${server}`)
  }

  await t.test('all compile', async (t) => {
    t.equal(await compileAll(FOLDER), '')
  })

  for (const [index, [server, generator]] of clients.entries()) {
    await t.test(`${server} answers that by ${generator}`, async (t) => {
      const output = await runClient(folderOf(server, generator), servers[server].address, visitor.cookie())
      t.strictSame(output, ANSWERS[server](index + 1))
    })
  }
})

async function fetchDocument (url: string): Promise<Anything> {
  return await (await fetch(url)).json()
}
