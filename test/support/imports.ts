/** What source files import and export, read from their text. */

import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './pages.js'

export interface Import {
  /** `lib/draw/draw.ts`, or what names a package: `ajv/dist/2019.js`. */
  readonly source: string
  readonly names: readonly string[]
  /** When the file loads: neither `import type`, nor `import()`. */
  readonly isStatic: boolean
}

export interface SourceFile {
  /** From the root of the repository: `lib/draw/draw.ts`. */
  readonly path: string
  readonly text: string
  readonly imports: readonly Import[]
  readonly exports: readonly string[]
}

const STATEMENT =
  /^(?:import|export) (type )?(?:(?:\w+(?:, )?)?(?:\{([^}]*)\}|\*(?: as \w+)?)? from )?'([^']+)'/gm
const CALL = /(?:\{([^{}]*)\} = )?(?:await )?\bimport\('([^']+)'\)/g
const DECLARED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm

function readNames (list = ''): string[] {
  const names = list.split(',').map((name) => name.trim().replace(/^type /, '').replace(/ as .*/, ''))
  return names.filter((name) => name !== '')
}

function readImports (path: string, text: string): Import[] {
  const sourceOf = (source = ''): string =>
    source.startsWith('.') ? join(dirname(path), source).replace(/\.js$/, '.ts') : source
  const statements = [...text.matchAll(STATEMENT)].map(([, type, names, source]) => (
    { source: sourceOf(source), names: readNames(names), isStatic: type === undefined }
  ))
  const calls = [...text.matchAll(CALL)].map(([, names, source]) => (
    { source: sourceOf(source), names: readNames(names), isStatic: false }
  ))
  return [...statements, ...calls]
}

export function readFolder (folder: string): SourceFile[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.ts') && !file.includes('node_modules')).map((file) => {
    const path = join(folder, file)
    const text = readFileSync(join(ROOT, path), 'utf8')
    const exports = [...text.matchAll(DECLARED)].map(([, name = '']) => name)
    return { path, text, imports: readImports(path, text), exports }
  })
}
