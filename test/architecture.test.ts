/** The architecture of lib/, read from its imports. Each rule lists the places that break it. */

import t from 'tap'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { readFolder } from './support/imports.js'
import type { SourceFile } from './support/imports.js'
import { OTHER_PAGES, ROOT, codeOf, tableRows } from './support/pages.js'
import type { Page } from './support/pages.js'

const LIB = readFolder('lib')
const SOURCES = [...LIB, ...readFolder('types')]
const USERS = [...SOURCES, ...readFolder('test'), ...readFolder('examples')]

/** A twin for browsers replaces a file, and what that exports of others. */
const ORIGINALS = SOURCES.filter(({ path }) => !path.endsWith('.browser.ts'))

const CONTRIBUTING = OTHER_PAGES.find(({ file }) => file === 'CONTRIBUTING.md') as Page

/** What a table of CONTRIBUTING says of each name in its first column: the text of its last named column. */
function readColumn (...columns: string[]): Readonly<Record<string, string>> {
  const rows = tableRows(CONTRIBUTING, ...columns)
  return Object.fromEntries(rows.flatMap((cells) =>
    codeOf(cells[0] ?? '').map((name) => [name, cells[columns.length - 1] ?? ''] as const)))
}

/** The names in the second column. */
function readTable (...columns: [string, string]): Readonly<Record<string, readonly string[]>> {
  const texts = Object.entries(readColumn(...columns))
  return Object.fromEntries(texts.map(([name, text]) => [name, codeOf(text)]))
}

/** What each part of `lib/` may import beside itself; `node:` is any module of Node.js. */
const MAY_IMPORT = readTable('part of `lib/`', 'may import beside itself')

/** What each folder may import too. */
const BASE = ['text.ts', 'pointers.ts', 'errors.ts', 'types/']

/** The one file that imports each package. */
const OWNERS = readTable('package', 'file')

/** What an app loads only where it uses it, each with the others that it needs. */
const LAYERS = readTable('layer of `lib/server/`', 'stands on')

/** The folder of `lib/`, or the file in it: `draw/`, `text.ts`; `node:` for a module of Node.js. */
function partOf (path: string): string {
  return path.replace(/^lib\//, '').replace(/^(node:|[^/]+\/).*/, '$1')
}

function packageOf (source: string): string {
  return source.replace(/^((?:@[^/]+\/)?[^/]+).*/, '$1')
}

/** `FILE: SOURCE` for each import of these files that is not allowed. */
function listImports (
  files: ReadonlyArray<Pick<SourceFile, 'path' | 'imports'>>,
  isForbidden: (source: string, path: string) => boolean
): string[] {
  const all = files.flatMap(({ path, imports }) => imports.map(({ source }) => ({ path, source })))
  return all.filter(({ path, source }) => isForbidden(source, path)).map(({ path, source }) => `${path}: ${source}`)
}

/** The files and packages that one reaches by imports, types too. */
function reach (path: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const { source } of SOURCES.find((file) => file.path === path)?.imports ?? []) {
    if (!seen.has(source)) reach(source, seen.add(source))
  }
  return seen
}

t.test('CONTRIBUTING names files that exist, and what each part of lib/ may import', async (t) => {
  const folders = ['', 'lib/', 'lib/server/', 'test/', 'test/server/']
  const isMissing = (file: string): boolean => !folders.some((folder) => existsSync(join(ROOT, folder, file)))
  const parts = LIB.map(({ path }) => partOf(path)).filter((part) => !part.endsWith('.browser.ts'))
  t.strictSame([
    ...CONTRIBUTING.text.split('\n').flatMap(codeOf).filter((code) => /^[\w-]+\/[\w./-]+\.ts$/.test(code) && isMissing(code)),
    ...Object.keys(LAYERS).filter((layer) => isMissing(`lib/server/${layer}`)),
    ...parts.filter((part) => !(part in MAY_IMPORT))
  ], [])
})

t.test('every file of lib/ begins with its caption', async (t) => {
  const caption = /^(?:#!.*\n)?\/\*\* [^\n]+ \*\/\n/
  t.strictSame(LIB.filter(({ text }) => !caption.test(text)).map(({ path }) => path), [])
})

t.test('no two files export one name, so that a search finds what one means', async (t) => {
  const owners = new Map<string, string[]>()
  for (const { path, exports } of ORIGINALS) {
    for (const name of new Set(exports)) owners.set(name, [...owners.get(name) ?? [], path])
  }
  t.strictSame([...owners].filter(([, paths]) => paths.length > 1), [])
})

t.test('another file imports what a file of lib/ exports', async (t) => {
  const taken = USERS.flatMap(({ imports }) => imports)
  const anywhere = new Set(taken.flatMap(({ names }) => names))
  const takenFrom = new Set(taken.flatMap(({ source, names }) => names.map((name) => `${source}: ${name}`)))
  const isEntry = (path: string): boolean => /^lib\/(?:client|index|testing|urls)\.ts$/.test(path)
  const inside = LIB.filter((file) => ORIGINALS.includes(file) && !isEntry(file.path))
  const idle = inside.flatMap(({ path, exports }) =>
    exports.filter((name) => !anywhere.has(name)).map((name) => `${path}: ${name}`)
  )
  // An index exports each name again, and so does tools.ts: somebody must take it from there.
  const again = inside.filter(({ path }) => /\/(?:index|tools)\.ts$/.test(path)).flatMap(({ path, imports }) =>
    imports.flatMap(({ names }) => names).map((name) => `${path}: ${name}`)
  )
  t.strictSame([...idle, ...again.filter((line) => !takenFrom.has(line))], [])
})

t.test('each part of lib/ imports only the parts that it may', async (t) => {
  t.strictSame(listImports(LIB, (source, path) => {
    const part = partOf(path.replace('.browser.ts', '.ts'))
    const places = [part, ...MAY_IMPORT[part] ?? [], ...part.endsWith('/') ? BASE : []]
    return !places.includes(partOf(source)) && OWNERS[packageOf(source)]?.[0] !== path
  }), [])
})

t.test('no room of the house has more lines than its limit', async (t) => {
  const limits = readColumn('part of `lib/`', 'may import beside itself', 'lines')
  const linesOf = (room: string): number => SOURCES
    .filter(({ path }) => partOf(path) === room)
    .reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  const rooms = [...new Set(SOURCES.map(({ path }) => partOf(path)))].filter((room) => room.endsWith('/'))
  t.strictSame(rooms.filter((room) => !(linesOf(room) <= Number(limits[room]?.replace(',', '')))), [])
})

t.test('one file imports each package', async (t) => {
  const taken = LIB.flatMap(({ path, imports }) =>
    [...new Set(imports.map(({ source }) => packageOf(source)))].map((name) => `${name}: ${path}`)
  )
  const owned = taken.filter((line) => Object.keys(OWNERS).some((name) => line.startsWith(`${name}: `)))
  t.strictSame(owned.sort(), Object.entries(OWNERS).map(([name, paths]) => `${name}: ${paths.join()}`).sort())
})

/** What the main entry has of a layer: small, and imports the layer when it is called. */
const FACES = ['lib/check/check-app.ts', 'lib/openapi/openapi-options.ts']

t.test('other folders import of a folder with an index.ts only that, which only exports', async (t) => {
  const indexes = LIB.filter(({ path }) => /\/index\.ts$/.test(path) && path !== 'lib/index.ts')
  const around = listImports(LIB, (source, path) => indexes.some((index) => {
    const folder = dirname(index.path)
    const isInside = dirname(source) === folder && dirname(path) !== folder
    return isInside && source !== index.path && !FACES.includes(source)
  }))
  const exported = /^\/\*\*[^\n]*\n|^export (?:type )?\{[^}]+\} from '\.\/[^']+'$/gm
  const doing = indexes.filter(({ text }) => text.replaceAll(exported, '').trim() !== '').map(({ path }) => path)
  t.strictSame([...around, ...doing], [])
})

t.test('the core knows no layer, and no layer another one', async (t) => {
  const layerOf = (path: string): string | undefined =>
    FACES.includes(path) ? undefined : Object.keys(LAYERS).find((folder) => path.startsWith(`lib/${folder}`))
  const outside = /^lib\/(?:testing|command)\/|^lib\/tools\.ts$/
  const files = LIB.filter(({ path }) => !outside.test(path))
  const atLoad = files.map((file) => ({ ...file, imports: file.imports.filter(({ isStatic }) => isStatic) }))
  t.strictSame(listImports(atLoad, (source, path) => {
    const layer = layerOf(path)
    return ![undefined, layer, ...LAYERS[layer ?? ''] ?? []].includes(layerOf(source))
  }), [])
})

t.test('the options of the plugin need neither what draws nor what helps', async (t) => {
  const { imports = [] } = LIB.find(({ path }) => path === 'lib/controllers/plugin-options.ts') ?? {}
  t.ok(imports.length > 0)
  t.strictSame(imports.filter(({ source }) => /^lib\/(?:draw|forms|urls)\//.test(source)), [])
})

t.test('no imports form a cycle', async (t) => {
  t.strictSame(SOURCES.map(({ path }) => path).filter((path) => reach(path).has(path)), [])
})

t.test('no other entry reaches what only tests need, and none of an app what only tools need', async (t) => {
  const reached = ['index', 'urls', 'client', 'cli'].flatMap((entry) =>
    [...reach(`lib/${entry}.ts`)].map((source) => `${entry}: ${source}`)
  )
  const outside = /^\w+: (?:lib\/testing|parse5$)|^(?!cli)\w+: lib\/tools\.ts$/
  t.strictSame(reached.filter((line) => outside.test(line)), [])
})

t.test('one file adds to the types of Fastify, so that one file changes with them', async (t) => {
  t.strictSame(
    SOURCES.filter(({ text }) => /declare module 'fastify'/.test(text)).map(({ path }) => path),
    ['types/fastify.ts']
  )
})

t.test('an install has at most 18 packages, so that a page may have the client', async (t) => {
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Record<string, { dependencies?: object }> }
  const found = new Set<string>(['fastify-resources'])
  const install = (needs: object, folder: string): void => {
    for (const name of Object.keys(needs)) {
      const place = [`${folder}/node_modules/${name}`, `node_modules/${name}`].find((key) => key in packages)
      if (place === undefined || found.has(place)) continue
      found.add(place)
      install(packages[place]?.dependencies ?? {}, place)
    }
  }
  install(packages['']?.dependencies ?? {}, '')
  t.ok(found.size > 5 && found.size <= 18, [...found].join(', '))
})

/** What a file of `lib/` loads, without what it loads by `import()`. */
async function closureOf (entry: string): Promise<{ lines: number, bytes: number }> {
  const { metafile: { outputs } } = await build({
    entryPoints: [join(ROOT, entry)],
    absWorkingDir: ROOT,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true
  })
  const reached = new Set(Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === entry))
  for (const name of reached) {
    const others = outputs[name]?.imports.filter(({ external, kind }) => !external && kind === 'import-statement')
    for (const { path } of others ?? []) reached.add(path)
  }
  const inputs = [...reached].flatMap((name) => Object.entries(outputs[name]?.inputs ?? {}))
  const count = (file: string): number => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1
  return {
    lines: inputs.reduce((sum, [file]) => sum + count(file), 0),
    bytes: inputs.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)
  }
}

t.test('what an app without records loads stays small', async (t) => {
  const { bytes } = await closureOf('lib/index.ts')
  const { lines } = await closureOf('lib/server/plugin.ts')
  t.ok(bytes <= 279_000 && lines <= 7_650, `the main entry: ${bytes} bytes, the plugin: ${lines} lines`)
})

t.test('the entry for browsers can be bundled, with a drawn tree', async (t) => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents:
        'import { createFormHelpers, createUrlFor, draw, formatRoutes } from "./lib/urls.ts"; const routes = draw((map) => map.resources("posts")); globalThis.result = createFormHelpers(createUrlFor(routes)).formFor("post", 1) + formatRoutes(routes, { grep: "edit_post" })',
      resolveDir: ROOT
    },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    write: false,
    metafile: true
  })
  const code = outputFiles[0]?.text ?? ''
  const needed = /^lib\/(?:errors|pointers|text|draw|forms|routes|urls)|^node_modules\/pluralize\/|^<stdin>$/
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
  t.strictSame(
    used.filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && !needed.test(file)).map(([file]) => file),
    []
  )
  t.equal(
    runInNewContext(`${code}; result`),
    '<form action="/posts/1" method="post"><input type="hidden" name="_method" value="put">edit_post GET /posts/:id/edit { controller: \'posts\', action: \'edit\' }'
  )
  t.comment(`${code.length} bytes, minified`)
})
