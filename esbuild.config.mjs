/** Builds the entries from `lib/`: for Node.js few files, since it loads them faster; for browsers single ones. */

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const require = createRequire(import.meta.url)
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

const shared = {
  format: 'esm',
  target: 'es2023',
  packages: 'external',
  logLevel: 'warning'
}

/** The dependencies are CommonJS, which Node.js loads several times faster by `require` than as modules. */
const byRequire = {
  name: 'by-require',
  setup ({ onResolve, onLoad }) {
    onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
      kind === 'import-statement' && Object.hasOwn(dependencies, path) ? { path, namespace: 'by-require' } : {}
    )
    onLoad({ filter: /./, namespace: 'by-require' }, ({ path }) => {
      const names = Object.keys(require(path)).filter((name) => name !== 'default')
      return {
        contents: [
          "import { createRequire } from 'node:module'",
          `const required = createRequire(import.meta.url)('${path}')`,
          'export default required',
          `export const { ${names.join(', ')} } = required`
        ].join('\n')
      }
    })
  }
}

const root = fileURLToPath(new URL('.', import.meta.url))

/** The layers that the main entry imports for apps that use them. */
const layers = ['records/load', 'records/record', 'openapi', 'check'].map((folder) => `lib/${folder}/index.ts`)

const { metafile: { inputs } } = await build({
  ...shared,
  entryPoints: ['lib/index.ts', 'lib/client.ts'],
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  write: false,
  metafile: true
})

/** The modules that an entry loads, without those that it imports later. */
function modulesOf (entry) {
  const found = new Set([entry])
  for (const file of found) {
    for (const { path, kind } of inputs[file].imports) {
      if (kind === 'import-statement' && path.startsWith('lib/')) found.add(path)
    }
  }
  return found
}

/** What several entries load is in one of three files: Node.js loads few files faster than many. */
const [main, urls, client] = ['index', 'urls', 'client'].map((name) => modulesOf(`lib/${name}.ts`))
const modules = [...main].filter((file) => !['lib/index.ts', 'lib/urls.ts'].includes(file))
const groups = {
  base: modules.filter((file) => client.has(file)),
  paths: modules.filter((file) => urls.has(file) && !client.has(file)),
  core: modules.filter((file) => !urls.has(file) && !client.has(file))
}

/** Refers to the files of the other groups, and of what is imported later. */
const byGroup = (own) => ({
  name: 'by-group',
  setup ({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
      const file = relative(root, join(resolveDir, path)).replace(/\.js$/, '.ts')
      const [group] = Object.entries(groups).find(([, files]) => files.includes(file)) ?? []
      if (group !== undefined && group !== own) return { path: `./${group}.js`, external: true, sideEffects: false }
      const isLater = kind === 'dynamic-import' && ['lib/index.ts', ...layers].includes(file)
      return isLater ? { path: `./${nameOf(file)}.js`, external: true } : {}
    })
  }
})

const nameOf = (file) => layers.includes(file) ? basename(dirname(file)) : basename(file, '.ts')

const node = { ...shared, outdir: 'dist/node', bundle: true, platform: 'node' }

// No two files export one name.
for (const [group, files] of Object.entries(groups)) {
  const contents = files.map((file) => `export * from './${file}'`).join('\n')
  await build({
    ...node,
    stdin: { contents, resolveDir: root, sourcefile: `${group}.ts` },
    entryNames: group,
    plugins: [byGroup(group), byRequire]
  })
}

await build({
  ...node,
  entryPoints: [
    ...['index', 'urls', 'client', 'testing'].map((name) => ({ in: `lib/${name}.ts`, out: name })),
    ...layers.map((file) => ({ in: file, out: nameOf(file) }))
  ],
  splitting: true,
  plugins: [byGroup(null), byRequire]
})

// By itself: a file that it shares with `testing` would load what only that uses.
await build({ ...node, entryPoints: ['lib/cli.ts'], plugins: [byGroup(null), byRequire] })

// Bundlers leave out single files that a page does not use.
const { metafile } = await build({
  ...shared,
  entryPoints: ['lib/urls.ts', 'lib/client.ts'],
  outdir: 'dist/browser',
  bundle: true,
  write: false,
  metafile: true
})
const files = Object.keys(metafile.inputs).map((file) => {
  const twin = file.replace(/\.ts$/, '.browser.ts')
  return { in: existsSync(twin) ? twin : file, out: file.replace(/^lib\/|\.ts$/g, '') }
})
await build({ ...shared, entryPoints: files, outdir: 'dist/browser' })
