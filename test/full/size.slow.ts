/** The size of bundles that have the JSON of routes: minified and gzipped, from the build. */

import t from 'tap'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { draw } from '../../lib/index.js'
import { BUNDLERS } from './support/bundlers.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const json = JSON.stringify(draw((map) => map.resources('posts')))

const inBrowser = BUNDLERS.esbuild as (file: string) => Promise<string>

/** The files of the package whose code is in a bundle. */
async function filesOf (file: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    platform: 'browser',
    write: false,
    metafile: true,
    tsconfigRaw: {}
  })
  return Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([name, { bytesInOutput }]) => bytesInOutput > 0 && !file.endsWith(name))
    .map(([name]) => name)
}

const URLS =
  'import { createUrlFor } from "fastify-resources/urls"; globalThis.create = (json) => createUrlFor(json)'
const TWO = JSON.stringify(draw((map) => map.resources('posts').resources('comments')))
const CLIENT = `import { createClient } from "fastify-resources/client"; globalThis.create = (_, options) => createClient(${TWO}, options)`
const FORMS =
  'import { createFormHelpers, createUrlFor } from "fastify-resources/urls"; globalThis.create = (json) => createFormHelpers(createUrlFor(json))'

function run (code: string, call: string): string {
  return String(runInNewContext(`var globalThis = this; ${code}; String(create(${json}).${call})`, { URL }))
}

for (const [name, contents, limit, call, result] of [
  ['URLs', URLS, 4620, 'editPostPath(1, { query: { a: [1] } })', '/posts/1/edit?a[]=1'],
  ['The client with two resources inlined', CLIENT, 5540, 'toString()', '[object Object]'],
  [
    'URLs with forms',
    FORMS,
    9400,
    'formFor("post", 1)',
    '<form action="/posts/1" method="post"><input type="hidden" name="_method" value="put">'
  ]
] as const) {
  t.test(`${name} take at most ${limit} bytes, and nothing that draws, by each bundler`, async (t) => {
    const file = join(t.testdir({ 'entry.js': contents }), 'entry.js')
    for (const [bundler, bundle] of Object.entries(BUNDLERS)) {
      const code = await bundle(file)
      const size = gzipSync(code, { level: 9 }).length
      t.ok(size <= limit, `${bundler}: ${size} bytes`)
      t.equal(run(code, call), result, bundler)
    }
    const files = await filesOf(file)
    t.strictSame(files.filter((file) => !file.startsWith('dist/browser/')), [])
  })
}

/** The files of the build that one of them reads, and the packages that they name. */
function filesReadBy (entry: string): { read: ReadonlySet<string>, packages: readonly string[] } {
  const read = new Set<string>()
  const packages = new Set<string>()
  const load = (file: string): void => {
    read.add(file)
    const code = readFileSync(join(root, 'dist/node', file), 'utf8')
    for (const [, imported, source = imported ?? ''] of code.matchAll(
      /^(?:import (?:.* from )?|\} from )"([^"]+)";$|createRequire\d*\(import\.meta\.url\)\("([^"]+)"\)/gm
    )) {
      if (!source.startsWith('./')) packages.add(source)
      else if (!read.has(source.slice(2))) load(source.slice(2))
    }
  }
  load(entry)
  return { read, packages: [...packages].filter((name) => !name.startsWith('node:')).sort() }
}

t.test('an import of the main entry reads few files, and not the reader of Accept that few requests need', async (t) => {
  const { read, packages } = filesReadBy('index.js')
  t.ok(read.size <= 8, [...read].join())
  t.strictSame(packages, [
    '@fastify/formbody',
    'fast-querystring',
    'fastify-plugin',
    'find-my-way',
    'pluralize'
  ])
})

t.test('the command reads nothing that only an app needs', async (t) => {
  t.strictSame([...filesReadBy('cli.js').read], ['cli.js', 'base.js', 'paths.js'])
})

t.test('an import of the entry for tests needs no reader of pages, which only a walk does', async (t) => {
  const { packages } = filesReadBy('testing.js')
  t.notOk(packages.includes('parse5'), packages.join())
})

t.test('errors in a browser have their codes, and shorter messages', async (t) => {
  const folder = t.testdir({ 'urls.js': URLS, 'forms.js': FORMS })
  const [urls, forms] = await Promise.all([inBrowser(join(folder, 'urls.js')), inBrowser(join(folder, 'forms.js'))])
  for (const [code, call, errorCode, message] of [
    [urls, 'postPath("a/b")', 'FST_RESOURCES_URL', 'postPath; invalid id'],
    [urls, 'postPath("..")', 'FST_RESOURCES_URL', 'postPath; invalid id'],
    [urls, 'postUrl(1)', 'FST_RESOURCES_URL', 'postUrl; invalid origin'],
    [
      forms,
      'formFor("post", 1, { method: "delete" })',
      'FST_RESOURCES_FORM',
      "formFor('post'); invalid updateMethod"
    ],
    [
      forms,
      'formTag("posts", { method: "gte" })',
      'FST_RESOURCES_FORM',
      'formTag(); invalid method; invalid address'
    ]
  ] as const) {
    t.throws(() => run(code, call), { code: errorCode, message }, call)
  }
})

t.test('the client works in a browser as on a server', async (t) => {
  const code = await inBrowser(join(t.testdir({ 'client.js': CLIENT }), 'client.js'))
  const sent = runInNewContext(
    `var globalThis = this; ${code}; var sent; create({}, { baseUrl: '/v1', fetch: (url, init) => { sent = [url, init.method, init.body]; return new Promise(() => {}) } }).posts.update(1, { title: 'A' }); new Promise((resolve) => setTimeout(() => resolve(sent.join(' '))))`,
    { URL, Headers, FormData, URLSearchParams, Blob, ReadableStream, setTimeout }
  )
  t.equal(await sent, '/v1/posts/1 PUT {"post":{"title":"A"}}')
})
