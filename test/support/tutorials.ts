/** The apps that a page makes step by step: the line above a block names its file. */

import { transform } from 'esbuild'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './pages.js'

/** Blocks with the file that the line before them names. */
const BLOCK = /`(?<file>[\w/.-]+)`[^\n]*:\n\n```(?<language>\w+)\n(?<code>.*?)\n```/gs

/** A file after the lines of a diff: an added line without a removed one comes first. */
function applyDiff (text: string, diff: string): string {
  return diff.split(/\n(?=-)/).reduce((changed, part) => {
    const lines = part.split('\n')
    const removed = lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1)).join('\n')
    const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1)).join('\n')
    if (removed === '') return `${added}\n${changed}`
    if (!changed.includes(removed)) throw new Error(`nothing to replace: ${removed}`)
    return changed.replace(removed, () => added)
  }, text)
}

/** The files of the app after these sections of its page. */
export function filesOf (sections: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const { groups } of sections.flatMap((section) => [...section.matchAll(BLOCK)])) {
    const { file = '', language, code = '' } = groups ?? {}
    files.set(file, language === 'diff' ? applyDiff(files.get(file) as string, code) : code)
  }
  return files
}

export interface WrittenApp {
  readonly folder: string
  /** Its files of TypeScript. */
  readonly sources: readonly string[]
}

/** Writes an app into a folder of the repository, in TypeScript and as it runs. */
export async function writeApp (folder: string, files: ReadonlyMap<string, string>): Promise<WrittenApp> {
  rmSync(join(ROOT, folder), { recursive: true, force: true })
  for (const [file, code] of files) {
    const path = join(ROOT, folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
    if (!file.endsWith('.ts')) continue
    const { code: compiled } = await transform(code, { loader: 'ts', format: 'esm' })
    writeFileSync(path.replace(/ts$/, 'js'), compiled)
  }
  return { folder, sources: [...files.keys()].filter((file) => file.endsWith('.ts')) }
}

/** What a module of a written app exports. */
export async function importFile<T> ({ folder }: WrittenApp, file: string): Promise<T> {
  return await import(join(ROOT, folder, file)) as T
}
