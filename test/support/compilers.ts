/** The compilers, run on sources of the tests. */

import { execFile } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GENERATED = fileURLToPath(new URL('../types/generated/', import.meta.url))

const COMPILERS = {
  'TypeScript 5': ['test/full/node_modules/typescript/bin/tsc'],
  'TypeScript 6': ['node_modules/typescript/bin/tsc'],
  // On several threads it counts its types for each of them.
  'TypeScript 7': ['node_modules/typescript7/bin/tsc', '--singleThreaded']
}

export type Compiler = keyof typeof COMPILERS

/** The project's own: one builds, the other checks. */
export const compilers = ['TypeScript 6', 'TypeScript 7'] as const

export interface Compilation {
  /** The diagnostics as printed. */
  readonly errors: string
  readonly errorsOf: (file: string) => string
  readonly errorsBeside: (...files: string[]) => string
  readonly types: number
  readonly instantiations: number
  readonly seconds: number
}

/** Writes a source and gives its path. */
export function writeSource (name: string, text: string): string {
  mkdirSync(GENERATED, { recursive: true })
  const path = `${GENERATED}${name}.ts`
  // At once, since the compilers of other test files may read it.
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
  return `test/types/generated/${name}.ts`
}

/** Compiles files as one program, called `name`. */
export async function compile (
  compiler: Compiler,
  name: string,
  files: readonly string[],
  options: object = {}
): Promise<Compilation> {
  mkdirSync(GENERATED, { recursive: true })
  const project = `${GENERATED}${name}.${compiler.slice(-1)}.json`
  writeFileSync(
    project,
    JSON.stringify({
      extends: '../../../tsconfig.json',
      compilerOptions: {
        allowJs: true,
        checkJs: true,
        noUnusedLocals: false,
        noUnusedParameters: false,
        // As an app sees the package: by what is built.
        paths: {
          'fastify-resources': [`${ROOT}dist/lib/index.d.ts`],
          'fastify-resources/*': [`${ROOT}dist/lib/*.d.ts`]
        },
        ...options
      },
      include: [],
      exclude: [],
      files: files.map((file) => `${ROOT}${file}`)
    })
  )
  const args = [...COMPILERS[compiler], '-p', project, '--pretty', 'false', '--extendedDiagnostics']
  const output = await new Promise<string>((resolve) => {
    // In an empty environment: tap's would load its loader into the compiler.
    execFile(
      'env',
      ['-i', `PATH=${process.env.PATH ?? ''}`, process.execPath, ...args],
      { cwd: ROOT, maxBuffer: 1 << 28 },
      (_error, stdout, stderr) => {
        resolve(stdout + stderr)
      }
    )
  })
  const end = output.search(/^Files:/m)
  if (end === -1) throw new Error(`${compiler} has not compiled ${files.join(', ')}: ${output}`)
  const figure = (name: string): number => Number(new RegExp(`${name}:\\s+([\\d.]+)`).exec(output)?.[1])
  const errors = output.slice(0, end).trim()
  // What belongs to a diagnostic is indented.
  const errorsWhere = (wanted: (file: string) => boolean): string =>
    errors
      .split(/\n(?!\s)/)
      .filter((error) => wanted(error.split('(', 1).join()))
      .join('\n')
  return {
    errors,
    errorsOf: (file) => errorsWhere((one) => one === file),
    errorsBeside: (...files) => errorsWhere((one) => !files.includes(one)),
    types: figure('Types'),
    instantiations: figure('Instantiations'),
    seconds: figure('Total time')
  }
}

/** Messages without their long types: TypeScript 7 orders the members of unions otherwise from run to run. */
export function shortened (errors: string): string {
  return errors.replaceAll(/'[^'\n]{80,}'/g, "'…'")
}
