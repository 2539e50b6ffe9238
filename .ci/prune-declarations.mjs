// Deletes the declaration files of dist/ that no entry of the package reaches: `npm pack` runs it after the build.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const reached = new Set(Object.values(exports).flatMap(({ types }) => types === undefined ? [] : [join(types)]))
for (const file of reached) {
  for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
    if (fileName.startsWith('.')) reached.add(join(dirname(file), fileName).replace(/\.js$/, '.d.ts'))
  }
}
for (const file of readdirSync('dist', { recursive: true }).map((path) => join('dist', path))) {
  if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file)
}
// The compiler writes a file again only where this does not say that it has.
rmSync('dist/.tsbuildinfo', { force: true })
