/** What types say of the client, as an app sees the package: by what is built. */

import type { Test } from 'tap'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile, shortened } from './compilers.js'
import type { Compilation, Compiler } from './compilers.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What a page imports, and a page. */
const CLIENT = `import { createClient } from 'fastify-resources/client'
import { draw } from 'fastify-resources/urls'
import type { controllers, routes } from './api.js'

const json = await (await fetch('/routes.json')).json()
export const client = createClient<typeof routes, typeof controllers>(json, { baseUrl: '/v1' })
export const tryCreate = client.albums.create.try
const nested = draw((map) => map.resources('albums', (albums) => albums.resources('photos')))
export const { show, show: { try: tryShow } } = createClient(nested).photos
`
const PAGE = `import { client, tryCreate } from './client.js'

for (const album of await client.albums.index()) {
  const title: string = (await client.albums.update(album, { title: 'New' })).title.trim()
  const id: number | undefined = album.photos[0]?.id
  const { ok } = await tryCreate({ title, text: String(id) })
  const blob: Blob = await client.photos.show(1, { as: 'blob' })
  // @ts-expect-error
  await client.albums.create({ title: ok, text: blob })
  // @ts-expect-error
  album.author
}
`

export function testClient (t: Test, compiler: Compiler): void {
  t.test(`${compiler}: a client knows controllers, actions, ids, bodies, queries, formats and answers`, async (t) => {
    t.equal((await compile(compiler, 'client', ['test/types/client.ts'])).errors, '')
  })

  t.test(`${compiler}: what a client sends and what arrives, by each library of schemas`, async (t) => {
    t.equal((await compile(compiler, 'client-schemas', ['test/types/client-schemas.ts'])).errors, '')
  })

  t.test(`${compiler}: a page needs no types of Node.js, also where libraries are checked`, async (t) => {
    const options = { types: [], lib: ['ES2023', 'DOM', 'DOM.Iterable'], skipLibCheck: false }
    t.equal((await compile(compiler, 'page', ['test/types/page.ts'], options)).errors, '')
  })

  t.test(`${compiler}: mistakes in calls have messages that name them, and show what a call takes and gives`, async (t) => {
    const { errors } = await compile(compiler, 'client-messages', ['test/types/registry/client.ts'])
    const golden = new URL(`../types/registry/client.${compiler.slice(-1)}.txt`, import.meta.url)
    if (process.env.UPDATE_MESSAGES === '1') writeFileSync(golden, `${errors}\n`)
    t.equal(shortened(errors), shortened(readFileSync(golden, 'utf8').trim()))
    t.notMatch(errors, /FactsOf|OptionsOf|Outcome|Row<|Scope<|TObject/)
  })

  t.test(`${compiler}: the declaration file of a client stands without its server, at a quarter of the cost`, async (t) => {
    const folder = t.testdir({
      'package.json': '{ "type": "module" }',
      'api.ts': readFileSync(`${ROOT}examples/page/api.ts`, 'utf8'),
      'client.ts': CLIENT,
      'page.ts': PAGE,
      // As an install has it, where only the entries have a name.
      node_modules: { 'fastify-resources': t.fixture('symlink', ROOT) }
    })
    const compilePage = async (files: readonly string[], options: object): Promise<Compilation> => {
      const paths = files.map((file) => relative(ROOT, join(folder, file)))
      const lib = ['ES2023', 'DOM', 'DOM.Iterable']
      return await compile(compiler, 'declared', paths, { paths: {}, preserveSymlinks: true, lib, ...options })
    }
    const ofProgram = await compilePage(['page.ts'], {})
    t.equal(ofProgram.errors, '')
    const emit = { noEmit: false, declaration: true, outDir: folder, rootDir: folder }
    t.equal((await compilePage(['api.ts', 'client.ts'], emit)).errors, '')
    const written = readFileSync(join(folder, 'client.d.ts'), 'utf8')
    t.notMatch(written, /typebox|api\.js|resources"\)\.(?!FormFile)/)
    for (const file of ['api.ts', 'api.d.ts', 'client.ts']) rmSync(join(folder, file))
    const ofDeclarations = await compilePage(['page.ts'], {})
    t.equal(ofDeclarations.errors, '')
    const [before, after] = [ofProgram.instantiations, ofDeclarations.instantiations]
    t.ok(after < before / 4, `${before} instantiations with the server, ${after} without`)
  })
}
