/** What bundlers make of an entry for a page, minified: each with no more than it needs to find packages. */

import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { build, transform } from 'esbuild'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { build as buildByVite } from 'vite'
import webpack from 'webpack'

/** The code for the entry in a file. */
type Bundle = (file: string) => Promise<string>

// Without the paths of tsconfig.json, which lead to the sources, here and for webpack.
const byEsbuild =
  (platform: 'browser' | 'neutral'): Bundle =>
    async (file) => {
      const { outputFiles: [output] } = await build({
        entryPoints: [file],
        bundle: true,
        minify: true,
        platform,
        mainFields: ['module', 'main'],
        format: 'iife',
        write: false,
        tsconfigRaw: {}
      })
      return (output as { text: string }).text
    }

async function byWebpack (file: string): Promise<string> {
  const output = { path: dirname(file), filename: `webpack-${basename(file)}` }
  await new Promise<void>((resolve, reject) => {
    webpack({ mode: 'production', entry: file, output, resolve: { tsconfig: false } }, (error, stats) => {
      if (error === null && stats?.hasErrors() === false) resolve()
      else reject(error ?? new Error(stats?.toString()))
    })
  })
  return readFileSync(join(output.path, output.filename), 'utf8')
}

// Its types are those of a CommonJS module, its code is that of an ES module.
const readCommonJs = commonjs as unknown as typeof commonjs.default

/** Rollup has no minifier of its own. */
async function byRollup (file: string): Promise<string> {
  const made = await rollup({ input: file, plugins: [nodeResolve(), readCommonJs()] })
  const { output: [{ code }] } = await made.generate({ format: 'es' })
  return (await transform(code, { minify: true, format: 'esm' })).code
}

async function byRolldown (file: string): Promise<string> {
  const made = await rolldown({ input: file })
  const { output: [{ code }] } = await made.generate({ format: 'iife', minify: true })
  return code
}

async function byVite (file: string): Promise<string> {
  const made = await buildByVite({
    configFile: false,
    logLevel: 'warn',
    root: dirname(file),
    build: { write: false, rolldownOptions: { input: file } }
  })
  const { output: [{ code }] } = made as Extract<typeof made, { output: unknown }>
  return code
}

export const BUNDLERS: Readonly<Record<string, Bundle>> = {
  esbuild: byEsbuild('browser'),
  'esbuild without a platform': byEsbuild('neutral'),
  webpack: byWebpack,
  rollup: byRollup,
  rolldown: byRolldown,
  vite: byVite
}
