/** Which test files share a process, and which of them did not report. */

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const NO_TESTS = /(?:^|\/)(?:node_modules|fixtures|generated|dist)(?:\/|$)/

/** A file that sets flags, or the environment, or that measures its process, says so in such a line. */
const OWN_PROCESS = /^\/\/ A process of its own: /m

/** The test files of folders, and files as they are. */
export function listTests (paths: readonly string[], { slow = false } = {}): string[] {
  const isTest = (path: string): boolean => (slow ? /\.(?:test|slow)\.ts$/ : /\.test\.ts$/).test(path)
  return [...new Set(paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => isTest(file) && !NO_TESTS.test(file))
      .map((file) => join(path, file))
  }))].sort()
}

/** Fewer files are not worth a process, which takes three seconds to start; many keep one core busy. */
const FEW = 4
const MANY = 16

type Groups = ReadonlyMap<string, readonly string[]>

/** Adds the files of each folder with few of them to those of the folder above. */
function joinSmall (folders: Groups): Groups {
  const byDepth = [...folders.keys()].sort((one, other) => other.split('/').length - one.split('/').length)
  const joined = new Map(folders)
  for (const folder of byDepth) {
    const files = joined.get(folder) ?? []
    let above = dirname(folder)
    while (!joined.has(above) && above !== '.') above = dirname(above)
    if (files.length >= FEW || above === '.') continue
    joined.set(above, [...joined.get(above) ?? [], ...files])
    joined.delete(folder)
  }
  return joined
}

/** The files of each process by its name: those of a folder, and by itself a file that needs that. */
export function groupTests (files: readonly string[]): Groups {
  const alone = files.filter((file) => OWN_PROCESS.test(readFileSync(file, 'utf8')))
  const folders = new Map<string, string[]>()
  for (const file of files.filter((file) => !alone.includes(file))) {
    folders.set(dirname(file), [...folders.get(dirname(file)) ?? [], file])
  }
  const groups = [...joinSmall(folders)].flatMap(([folder, group]) => {
    const parts = Math.ceil(group.length / MANY)
    const size = Math.ceil(group.length / parts)
    return Array.from({ length: parts }, (_, part) =>
      [`${folder}/${part + 1}`, group.slice(part * size, (part + 1) * size)] as const)
  })
  return new Map<string, readonly string[]>([...groups, ...alone.map((file) => [file, [file]] as const)])
}

/** The files of a process without a result in what it wrote; a file without any assertion has none. */
export function missingTests (files: readonly string[], output: string): readonly string[] {
  if (files.length === 1) return /^(?:not )?ok /m.test(output) ? [] : files
  const named = (pattern: RegExp): Array<string | undefined> =>
    [...output.matchAll(pattern)].map(([, file]) => file)
  const reported = new Set(named(/^(?:not )?ok \d+ - (\S+)/gm))
  const empty = new Set(named(/^ *1\.\.0.*\nok \d+ - (\S+)/gm))
  return files.filter((file) => !reported.has(file) || empty.has(file))
}
