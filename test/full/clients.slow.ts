/** Generated clients of the example's document: they compile, and the server answers them. */

import t from 'tap'
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { generate } from 'orval'
import { generateApi } from 'swagger-typescript-api'
import { validateDocument } from '../support/documents.js'
import { startExample } from '../support/examples.js'
import { lintByRedocly } from './support/redocly.js'

type Anything = any

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = `${ROOT}test/types/generated/`

const OF_PATHS = `
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi-paths.js'

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
import { Api } from './openapi-api.js'
import type { Comment, ErrorResponse, Post, PostInput, PostPatch } from './openapi-api.js'

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
import { client } from './openapi-sdk/client.gen.js'
import { createPost, createPostComment, destroyPost, listPostComments, publishPost, showPost, updatePostPatch } from './openapi-sdk/index.js'
import type { Comment, Post, PostInput, PostPatch } from './openapi-sdk/index.js'

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
import { createPost, createPostComment, destroyPost, listPostComments, publishPost, showPost, updatePostPatch } from './openapi-functions.js'
import type { Comment, Post, PostInput, PostPatch } from './openapi-functions.js'

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

/** The output of a program that is compiled and run with the generated client. */
async function runClient (name: string, source: string, address: string): Promise<unknown> {
  writeFileSync(`${FOLDER}${name}.ts`, source)
  writeFileSync(
    `${FOLDER}${name}.json`,
    JSON.stringify({
      extends: '../../../tsconfig.json',
      compilerOptions: {
        lib: ['es2023', 'dom', 'dom.iterable'],
        // Some generators write imports for a bundler.
        module: 'esnext',
        moduleResolution: 'bundler',
        exactOptionalPropertyTypes: false,
        erasableSyntaxOnly: false,
        noUncheckedIndexedAccess: false
      },
      include: [],
      exclude: [],
      files: [`${name}.ts`]
    })
  )
  t.equal(await run(process.execPath, 'node_modules/typescript/bin/tsc', '-p', `${FOLDER}${name}.json`), '')
  await build({
    entryPoints: [`${FOLDER}${name}.ts`],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: `${FOLDER}${name}.mjs`,
    logLevel: 'silent'
  })
  return JSON.parse(await run(process.execPath, `${FOLDER}${name}.mjs`, address))
}

async function writeSdk (document: Anything, name: string): Promise<void> {
  await createClient({
    input: document,
    output: `${FOLDER}${name}`,
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' }
  })
}

async function writeFunctions (document: Anything, name: string, address: string): Promise<void> {
  const output = { target: `${FOLDER}${name}.ts`, client: 'fetch', mode: 'single', baseUrl: address } as const
  await generate({ input: { target: document }, output })
}

/** The post that each client gets. */
const answersFor = (id: number): unknown => [
  { id, title: 'Second', text: 'More', published_at: 'string' },
  { id: 1, author: { name: 'Ann' }, text: 'Hi' },
  ['Ann'],
  204,
  404,
  `There is no post ${id}`,
  400
]

t.test("the example's document", async (t) => {
  const { address } = await startExample(t, 'api')
  const document = (await (await fetch(`${address}/v2/openapi.json`)).json()) as Anything
  mkdirSync(FOLDER, { recursive: true })

  await t.test("the document is valid, and passes Redocly's recommended rules except those that the app decides", async (t) => {
    t.strictSame(await validateDocument(document), { valid: true })
    t.strictSame(await lintByRedocly(document), [])
  })

  await t.test('types by openapi-typescript', async (t) => {
    writeFileSync(`${FOLDER}openapi-paths.ts`, astToString(await openapiTS(document)))
    t.strictSame(await runClient('openapi-client', OF_PATHS, address), answersFor(1))
  })

  await t.test('a client by swagger-typescript-api', async (t) => {
    const {
      files: [file]
    } = await generateApi({ spec: document, output: false, silent: true, httpClientType: 'fetch' })
    writeFileSync(`${FOLDER}openapi-api.ts`, (file as { fileContent: string }).fileContent)
    t.strictSame(await runClient('api-client', OF_API, address), answersFor(2))
  })

  await t.test('a client by @hey-api/openapi-ts', async (t) => {
    await writeSdk(document, 'openapi-sdk')
    t.strictSame(await runClient('sdk-client', OF_SDK, address), answersFor(3))
  })

  await t.test('functions by orval', async (t) => {
    await writeFunctions(document, 'openapi-functions', address)
    t.strictSame(await runClient('functions-client', OF_FUNCTIONS, address), answersFor(4))
  })
})
