/** The architecture of lib/, read from its imports. */

import t from 'tap'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The files of a folder, each with what it imports, types too: `lib/draw/draw.ts` or the name of a package.
 */
function importsIn (folder: string): Map<string, string[]> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return new Map(files.filter((file) => file.endsWith('.ts')).map((file) => {
    const path = join(root, folder, file)
    const text = readFileSync(path, 'utf8')
    const sources = [
      ...text.matchAll(/^(?:import|export|\}) (?:[^'\n]*\bfrom )?'([^']+)'|\bimport\('([^']+)'\)/gm)
    ].map((match) => (match[1] ?? match[2]) as string)
    const resolved = sources.map((source) =>
      source.startsWith('.')
        ? relative(root, join(dirname(path), source)).replace(/\.js$/, '.ts')
        : source
    )
    return [join(folder, file), resolved]
  }))
}

const imports = importsIn('lib')

/**
 * The part of `lib/` that a file belongs to: `lib/fastify/methods/field.ts` → `lib/fastify`; a file in `lib/`
 * itself is its own part.
 */
function partOf (file: string): string {
  return file.split('/').length > 2 ? file.split('/').slice(0, 2).join('/') : file
}

/** The folder of a file. */
function folderOf (file: string): string {
  return dirname(file)
}

t.test('every file of lib/ begins with its caption', async (t) => {
  for (const file of imports.keys()) {
    t.match(readFileSync(join(root, file), 'utf8'), /^(?:#!.*\n)?\/\*\* [^\n]+ \*\/\n/, file)
  }
})

/** The names that a file of `lib/` or `types/` exports. */
function exportsOf (file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const declared =
    /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm
  return [...text.matchAll(declared)].map(([, name = '']) => name)
}

t.test('no two files export one name, so that a search finds what one means', async (t) => {
  const types = readdirSync(join(root, 'types'), { encoding: 'utf8' }).map((file) => join('types', file))
  // A twin for browsers replaces a file, and what that exports of others.
  const files = [...imports.keys(), ...types].filter((file) => !file.endsWith('.browser.ts'))
  const owners = new Map<string, string>()
  for (const file of files) {
    for (const name of new Set(exportsOf(file))) {
      t.equal(owners.get(name), undefined, `${name} of ${file}`)
      owners.set(name, file)
    }
  }
})

const ENTRIES = ['client', 'index', 'testing', 'urls'].map((name) => `lib/${name}.ts`)

t.test('another file imports what a file of lib/ exports', async (t) => {
  const users = [...imports.keys(), ...['types', 'test', 'examples'].flatMap((one) => [...importsIn(one).keys()])]
  // An index exports each name again, and so does tools.ts: somebody must take it from there.
  const taken = users.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const statements = /^(?:import|export) [^{'\n]*\{([^}]*)\}\s+from '([^']+)'/gm
    const calls = /const \{([^}]*)\} = await import\('([^']+)'\)/g
    return [statements, calls].flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(
      ([, names = '', source = '']) =>
        names.split(',').map((name) => ({
          name: name.trim().replace(/^type /, '').replace(/ as .*/, ''),
          door: /\/(?:index|tools)\.js$/.exec(source)?.[0]
        }))
    )
  })
  const anywhere = new Set(taken.map(({ name }) => name))
  const takenFrom = (file: string): Set<string> =>
    new Set(taken.filter(({ door }) => door !== undefined && file.endsWith(door.replace('.js', '.ts')))
      .map(({ name }) => name))
  for (const file of imports.keys()) {
    if (ENTRIES.includes(file) || file.endsWith('.browser.ts')) continue
    t.strictSame(exportsOf(file).filter((name) => !anywhere.has(name)), [], file)
    if (!/\/(?:index|tools)\.ts$/.test(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    const given = [...text.matchAll(/\{([^}]+)\}/g)].flatMap(([, names = '']) => names.split(','))
    t.strictSame(given.map((name) => name.trim()).filter((name) => !takenFrom(file).has(name)), [], file)
  }
})

const BASE = ['lib/errors.ts', 'lib/pointers.ts', 'lib/text.ts', 'types']

/** What the tools outside may import. */
const OUTSIDE = ['lib/index.ts', 'lib/urls.ts', 'lib/client.ts', 'lib/tools.ts']

t.test('each part of lib/ imports only the parts that it may', async (t) => {
  const allowed: Record<string, string[]> = {
    'lib/text.ts': [],
    'lib/errors.ts': ['lib/text.ts'],
    'lib/pointers.ts': [],
    'lib/text.browser.ts': [],
    'lib/errors.browser.ts': [],
    'lib/routes': ['lib/routes', ...BASE, 'pluralize'],
    'lib/draw': ['lib/draw', 'lib/routes', ...BASE],
    'lib/helpers': ['lib/helpers', 'lib/routes', ...BASE, 'fast-querystring'],
    'lib/fastify': [
      'lib/fastify',
      'lib/draw',
      'lib/helpers',
      'lib/routes',
      ...BASE,
      'fastify',
      '@fastify/formbody',
      'ajv',
      'ajv/dist/2019.js',
      'ajv-formats',
      'fastify-plugin',
      'find-my-way',
      'negotiator',
      'node:async_hooks',
      'node:diagnostics_channel',
      'node:fs',
      'node:http',
      'node:http2',
      'node:module',
      'node:path',
      'node:querystring',
      'node:stream',
      'node:url',
      'node:util'
    ],
    'lib/index.ts': ['lib/fastify', 'lib/helpers', 'lib/urls.ts', 'types'],
    'lib/client': ['lib/client', 'lib/helpers', 'lib/routes', ...BASE],
    'lib/client.ts': ['lib/client', 'types'],
    'lib/urls.ts': ['lib/draw', 'lib/helpers', 'lib/routes', 'types'],
    'lib/tools.ts': ['lib/fastify', 'lib/helpers', 'lib/routes'],
    // Each of the two could be a package of its own.
    'lib/testing': [
      'lib/testing',
      ...OUTSIDE,
      ...BASE,
      'fastify',
      'node:diagnostics_channel',
      'node:stream/consumers',
      'parse5'
    ],
    'lib/testing.ts': ['lib/testing', 'types'],
    'lib/command': [
      'lib/command',
      ...OUTSIDE,
      'fastify',
      ...BASE,
      'node:fs',
      'node:path',
      'node:stream',
      'node:url',
      'node:util'
    ],
    'lib/cli.ts': ['lib/command']
  }
  for (const [file, sources] of imports) {
    const beyond = sources.filter(
      (source) =>
        !(allowed[partOf(file)] ?? []).some(
          (place) => place === source || partOf(source) === place || dirname(source) === place
        )
    )
    t.strictSame(beyond, [], file)
  }
})

t.test('other folders import from a folder of lib/fastify only its index.ts, which only exports', async (t) => {
  const folders = readdirSync(join(root, 'lib/fastify'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `lib/fastify/${name}`)
  for (const [file, sources] of imports) {
    const around = sources.filter(
      (source) =>
        folders.includes(folderOf(source)) &&
        folderOf(source) !== folderOf(file) &&
        !source.endsWith('/index.ts')
    )
    t.strictSame(around, [], file)
  }
  for (const name of folders) {
    const [caption, ...lines] = readFileSync(join(root, name, 'index.ts'), 'utf8').split('\n')
    t.match(caption, /^\/\*\*/, name)
    t.equal(
      lines
        .join('\n')
        .replaceAll(/^export (?:type )?\{[^}]+\} from '\.\/[^']+'$/gm, '')
        .trim(),
      '',
      name
    )
  }
})

/** Each is loaded by `import()` where an app uses it; `records` stands on the three folders below it. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  load: [],
  records: ['schemas', 'cleaning', 'validation'],
  openapi: ['schemas'],
  check: []
}

t.test('the core knows no layer, and no layer another one', async (t) => {
  const folders = [...new Set([...Object.keys(LAYERS), ...Object.values(LAYERS).flat()])]
  const layerOf = (file: string): string =>
    folders.find((name) => file.startsWith(`lib/fastify/${name}/`)) ?? 'core'
  for (const file of imports.keys()) {
    if (!file.startsWith('lib/fastify/') && file !== 'lib/index.ts') continue
    const text = readFileSync(join(root, file), 'utf8')
    const statements = /^(?:import|export) (?!type )(?:[^'\n]*|\{[^}]*\} )from '(\.[^']+)'/gm
    const loaded = [...text.matchAll(statements)].map(([, source = '']) => join(dirname(file), source))
    const layer = layerOf(file)
    const others = [...new Set(loaded.map(layerOf))].filter((other) => other !== 'core' && other !== layer)
    const isBelow = ['schemas', 'cleaning', 'validation'].includes(layer)
    const allowed = isBelow ? LAYERS.records : LAYERS[layer] ?? []
    t.strictSame(others.filter((other) => !allowed?.includes(other)), [], file)
  }
})

/** What a file of `lib/` loads, without what it loads by `import()`. */
async function closureOf (entry: string): Promise<{ lines: number, bytes: number }> {
  const { metafile: { outputs } } = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
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
  const count = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1
  return {
    lines: inputs.reduce((sum, [file]) => sum + count(file), 0),
    bytes: inputs.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)
  }
}

t.test('what an app without records loads stays small', async (t) => {
  const entry = await closureOf('lib/index.ts')
  t.ok(entry.bytes <= 267_000, `the main entry: ${entry.bytes} bytes`)
  const plugin = await closureOf('lib/fastify/plugin.ts')
  t.ok(plugin.lines <= 7_530, `the plugin: ${plugin.lines} lines`)
})

t.test('only one file imports each package', async (t) => {
  for (const [name, owner] of Object.entries({
    pluralize: 'lib/routes/inflector.ts',
    'fast-querystring': 'lib/helpers/urls/nesting.ts',
    'fastify-plugin': 'lib/fastify/plugin.ts',
    'find-my-way': 'lib/fastify/routing/declared-paths.ts',
    '@fastify/formbody': 'lib/fastify/forms/bodies.ts',
    negotiator: 'lib/fastify/requests/formats.ts',
    ajv: 'lib/fastify/validation/validators.ts',
    'ajv/dist/2019.js': 'lib/fastify/validation/validators.ts',
    'ajv-formats': 'lib/fastify/validation/validators.ts',
    parse5: 'lib/testing/page.ts'
  })) {
    t.strictSame(
      [...imports].filter(([, sources]) => sources.includes(name)).map(([file]) => file),
      [owner]
    )
  }
})

t.test('an install has at most 18 packages, so that a page may have the client', async (t) => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
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

t.test('no other entry reaches what only tests need, and none of an app what only tools need', async (t) => {
  const reach = (file: string, seen = new Set<string>()): Set<string> => {
    for (const source of imports.get(file) ?? []) if (!seen.has(source)) reach(source, seen.add(source))
    return seen
  }
  for (const entry of ['lib/index.ts', 'lib/urls.ts', 'lib/client.ts', 'lib/cli.ts']) {
    const outside = ['parse5', ...entry === 'lib/cli.ts' ? [] : ['lib/tools.ts']]
    t.strictSame(
      [...reach(entry)].filter((file) => file.startsWith('lib/testing') || outside.includes(file)),
      [],
      entry
    )
  }
})

t.test('one file adds to the types of Fastify, so that one file changes with them', async (t) => {
  const files = ['lib', 'types'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file))
  )
  t.strictSame(
    files.filter((file) => /declare module 'fastify'/.test(readFileSync(join(root, file), 'utf8'))),
    ['types/fastify.ts']
  )
})

t.test('no imports form a cycle', async (t) => {
  const all = new Map([...imports, ...importsIn('types')])
  const reached = (file: string, seen: Set<string>): Set<string> => {
    for (const source of all.get(file) ?? []) {
      if (!seen.has(source)) reached(source, seen.add(source))
    }
    return seen
  }
  for (const file of all.keys()) t.notOk(reached(file, new Set()).has(file), file)
})

t.test('the entry for browsers can be bundled, with a drawn tree', async (t) => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents:
        'import { createFormHelpers, createUrlFor, draw, formatRoutes } from "./lib/urls.ts"; const routes = draw((map) => map.resources("posts")); globalThis.result = createFormHelpers(createUrlFor(routes)).formFor("post", 1) + formatRoutes(routes, { grep: "edit_post" })',
      resolveDir: root
    },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    write: false,
    metafile: true
  })
  const code = outputFiles[0]?.text ?? ''
  const used = Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  t.strictSame(
    used
      .map(([file]) => file)
      .filter(
        (file) =>
          !/^lib\/(?:errors|text|draw|routes|helpers|urls)|^node_modules\/(?:pluralize|fastest-levenshtein)\/|^<stdin>$/.test(
            file
          )
      ),
    []
  )
  t.equal(
    runInNewContext(`${code}; result`),
    '<form action="/posts/1" method="post"><input type="hidden" name="_method" value="put">edit_post GET /posts/:id/edit { controller: \'posts\', action: \'edit\' }'
  )
  t.comment(`${code.length} bytes, minified`)
})
