/** Builds the entries from `lib/`: for Node.js few files, since it loads them faster; for browsers single ones. */

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'esbuild'

const require = createRequire(import.meta.url)
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

const shared = {
  format: 'esm',
  target: 'es2023',
  packages: 'external',
  sourcemap: true,
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

await build({
  ...shared,
  entryPoints: ['index', 'urls', 'client', 'testing', 'cli'].map((name) => `lib/${name}.ts`),
  outdir: 'dist/node',
  bundle: true,
  splitting: true,
  platform: 'node',
  plugins: [byRequire]
})

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
