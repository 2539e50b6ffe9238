/** What types say of declarations, compared with the run time by two compilers. */

import t from 'tap'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chainSource, controllersSource, includeSource } from './types/budget-sources.js'
import { declarationSource } from './types/declaration-source.js'
import { inflectionSource } from './types/inflection-source.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const GENERATED = fileURLToPath(new URL('types/generated/', import.meta.url))

const COMPILERS = {
  'TypeScript 6': ['node_modules/typescript/bin/tsc'],
  // On several threads it counts its types for each of them.
  'TypeScript 7': ['node_modules/typescript7/bin/tsc', '--singleThreaded']
}

type Compiler = keyof typeof COMPILERS

interface Compilation {
  /** The diagnostics as printed, without what follows them. */
  readonly errors: string
  readonly types: number
  readonly seconds: number
}

mkdirSync(GENERATED, { recursive: true })

async function compile (compiler: Compiler, file: string): Promise<Compilation> {
  const project = `${GENERATED}${file.replaceAll('/', '-')}.${compiler.slice(-1)}.json`
  writeFileSync(project, JSON.stringify({
    extends: '../../../tsconfig.json',
    compilerOptions: {
      noUnusedLocals: false,
      noUnusedParameters: false,
      // As an app sees the package: by what is built.
      paths: { 'fastify-resources': [`${ROOT}dist/lib/index.d.ts`] }
    },
    include: [],
    exclude: [],
    files: [`${ROOT}${file}`]
  }))
  const args = [...COMPILERS[compiler], '-p', project, '--pretty', 'false', '--extendedDiagnostics']
  const output = await new Promise<string>((resolve) => {
    // In an empty environment: tap's would load its loader into the compiler.
    execFile('env', ['-i', `PATH=${process.env.PATH ?? ''}`, process.execPath, ...args], { cwd: ROOT, maxBuffer: 1 << 28 }, (_error, stdout, stderr) => { resolve(stdout + stderr) })
  })
  const diagnostics = output.search(/^Files:/m)
  if (diagnostics === -1) throw new Error(`${compiler} has not compiled ${file}: ${output}`)
  const figure = (name: string): number => Number(new RegExp(`${name}:\\s+([\\d.]+)`).exec(output)?.[1])
  return { errors: output.slice(0, diagnostics).trim(), types: figure('Types'), seconds: figure('Total time') }
}

async function compileText (compiler: Compiler, name: string, text: string): Promise<Compilation> {
  writeFileSync(`${GENERATED}${name}.ts`, text)
  return await compile(compiler, `test/types/generated/${name}.ts`)
}

for (const compiler of Object.keys(COMPILERS) as Compiler[]) {
  t.test(`${compiler}: with nothing registered any helper is allowed, with routes registered only theirs`, async (t) => {
    t.equal((await compile(compiler, 'test/types/registry/none.ts')).errors, '')
    t.equal((await compile(compiler, 'test/types/registry/some.ts')).errors, '')
    t.equal((await compile(compiler, 'test/types/registry/scopes.ts')).errors, '')
  })

  t.test(`${compiler}: helpers, ids, controllers and actions of declarations are those of the run time and of Rails`, async (t) => {
    const { text, declarations, names } = declarationSource({ oneWrong: false })
    const { errors, seconds } = await compileText(compiler, 'declarations', text)
    t.equal(errors, '', `${declarations} declarations with ${names} names, in ${seconds} s`)
    t.ok(declarations > 450)
  })

  t.test(`${compiler}: one wrong name is found`, async (t) => {
    const { errors } = await compileText(compiler, 'declarations-one-wrong', declarationSource({ oneWrong: true }).text)
    t.equal(errors.match(/error TS/g)?.length, 1)
  })

  t.test(`${compiler}: singular and plural in types are those of the run time`, async (t) => {
    const { text, words, compounds } = inflectionSource({ oneWrong: false })
    const { errors, seconds } = await compileText(compiler, 'inflection', text)
    t.equal(errors, '', `${words} words and ${compounds} compounds, in ${seconds} s`)
    t.ok(words > 3000 && compounds === 1000 && seconds < 60)
  })

  t.test(`${compiler}: one wrong word is found`, async (t) => {
    const { errors } = await compileText(compiler, 'inflection-one-wrong', inflectionSource({ oneWrong: true }).text)
    t.ok((errors.match(/error TS/g) ?? []).length > 0)
  })

  const budgets: ReadonlyArray<readonly [title: string, source: string, most: number]> = [
    ['300 resources in one chain', chainSource(300), 60_000],
    ['500 resources in one chain', chainSource(500), Infinity],
    ['1,000 resources through include', includeSource(1000), Infinity],
    ['100 controllers', controllersSource(100), 20_000]
  ]
  for (const [title, source, most] of budgets) {
    t.test(`${compiler}: ${title} cost at most ${most} types`, async (t) => {
      const { errors, types, seconds } = await compileText(compiler, title.replaceAll(/\W+/g, '-'), source)
      t.equal(errors, '')
      t.ok(types <= most, `${types} types, ${seconds} s`)
    })
  }

  t.test(`${compiler}: mistakes have messages that a person can read`, async (t) => {
    const { errors } = await compile(compiler, 'test/types/messages.ts')
    const golden = new URL(`types/messages.${compiler.slice(-1)}.txt`, import.meta.url)
    if (process.env.UPDATE_MESSAGES === '1') writeFileSync(golden, `${errors}\n`)
    t.equal(errors, readFileSync(golden, 'utf8').trim())
  })
}
