/** What types say of controllers, by three compilers, as an app sees the package: by what is built. */

import t from 'tap'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { controllersSource } from './types/budget-sources.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const GENERATED = `${ROOT}test/types/generated/`

const COMPILERS = {
  'TypeScript 5.9': ['node_modules/typescript5/bin/tsc'],
  'TypeScript 6.0': ['node_modules/typescript/bin/tsc'],
  // On several threads it counts what each of them does.
  'TypeScript 7.0': ['node_modules/typescript7/bin/tsc', '--singleThreaded']
}

type Compiler = keyof typeof COMPILERS

mkdirSync(GENERATED, { recursive: true })
writeFileSync(`${GENERATED}controllers.ts`, controllersSource(100))
const readme = readFileSync(`${ROOT}README.md`, 'utf8')
const [, example = ''] = /^### Typed controllers\n.*?^```ts\n(.*?)^```/ms.exec(readme) ?? []
writeFileSync(`${GENERATED}readme.ts`, example)

/** The diagnostics of files in one program, and how many types were instantiated. */
async function compile (compiler: Compiler, ...files: string[]): Promise<[errors: string, instantiations: number]> {
  const project = `${GENERATED}${files.join('-').replaceAll('/', '-')}.${compiler.slice(-3)}.json`
  writeFileSync(project, JSON.stringify({
    extends: '../../../tsconfig.json',
    compilerOptions: { allowJs: true, checkJs: true, noUnusedLocals: false, noUnusedParameters: false, paths: { 'fastify-resources': [`${ROOT}dist/lib/index.d.ts`] } },
    include: [],
    exclude: [],
    files: files.map((file) => `${ROOT}test/types/${file}`)
  }))
  const args = [...COMPILERS[compiler], '-p', project, '--pretty', 'false', '--extendedDiagnostics']
  const output = await new Promise<string>((resolve) => {
    // In an empty environment: tap's would load its loader into the compiler.
    execFile('env', ['-i', `PATH=${process.env.PATH ?? ''}`, process.execPath, ...args], { cwd: ROOT, maxBuffer: 1 << 28 }, (_error, stdout, stderr) => { resolve(stdout + stderr) })
  })
  const [, errors, instantiations] = /^(.*?)^Files:.*^Instantiations:\s+(\d+)/ms.exec(output) ?? []
  if (errors === undefined) throw new Error(`${compiler} has not compiled ${files.join(', ')}: ${output}`)
  return [errors.trim(), Number(instantiations)]
}

for (const compiler of Object.keys(COMPILERS) as Compiler[]) {
  t.test(`${compiler}: controllers know bodies, ids, queries, answers and what is loaded, from the routes given and their schemas`, async (t) => {
    const [errors] = await compile(compiler, 'controllers.ts', 'records.ts', 'registry/checked.js')
    t.equal(errors, '')
  })

  t.test(`${compiler}: and from what is registered`, async (t) => {
    const [errors] = await compile(compiler, 'registry/controllers.ts')
    t.equal(errors, '')
  })

  t.test(`${compiler}: the typed controllers of README compile as they are`, async (t) => {
    t.match(example, /controller\('posts'/)
    const [errors] = await compile(compiler, 'generated/readme.ts')
    t.equal(errors, '')
  })

  t.test(`${compiler}: 100 controllers cost at most 520,000 instantiations`, async (t) => {
    const [errors, instantiations] = await compile(compiler, 'generated/controllers.ts')
    t.equal(errors, '')
    t.ok(instantiations < 520_000, `${instantiations} instantiations`)
  })

  t.test(`${compiler}: mistakes in controllers have messages that name them first`, async (t) => {
    const [errors] = await compile(compiler, 'registry/messages.ts')
    const golden = new URL(`types/registry/messages.${compiler.slice(-3, -2)}.txt`, import.meta.url)
    if (process.env.UPDATE_MESSAGES === '1') writeFileSync(golden, `${errors}\n`)
    t.equal(errors, readFileSync(golden, 'utf8').trim())
  })
}
