/**
 * The comparison needs the registry and minutes, so no test runs it. Its parts load, and docs/figures.md has
 * its table.
 */

import t from 'tap'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PAGES, ROOT, tableRows } from './support/pages.js'
import type { Page } from './support/pages.js'

interface Contender {
  readonly name: string
  readonly title: string
  readonly packages: readonly string[]
  readonly generated?: string
  readonly generate?: readonly string[]
}

const load = async (file: string): Promise<any> =>
  await import(new URL(`bench/compare/${file}.mjs`, import.meta.url).href)

const { COLUMNS, CONTENDERS } = (await load('contenders')) as {
  COLUMNS: Record<string, RegExp>
  CONTENDERS: readonly Contender[]
}
const page = PAGES.find(({ file }) => file === 'docs/figures.md') as Page

t.test('each contender has its app: a server and a client of notes, and what it generates', async (t) => {
  const { countLines } = await load('folders')
  for (const contender of CONTENDERS) {
    const { name, packages, generated = 'notes.ts', generate } = contender
    for (const file of [
      'app.ts',
      'client.ts',
      'notes.ts',
      'use-notes.ts',
      generate === undefined ? generated : 'app.ts'
    ]) {
      t.ok(existsSync(join(ROOT, 'test/bench/compare/apps', name, file)), `${name}: ${file}`)
    }
    const { server, client, further } = countLines(contender)
    t.ok(packages.length > 0 && server > 10 && client > 5 && further < server + client, name)
  }
})

t.test('docs/figures.md has the table that the program prints, and a row for each contender', async (t) => {
  const { formatTable } = await load('run')
  const rows = tableRows(page, ...Object.keys(COLUMNS))
  t.strictSame(
    rows.map(([name = '']) => name.replace(/ [\d.]+$/, '')),
    CONTENDERS.map(({ title }) => title)
  )
  for (const row of rows) {
    for (const [index, shape] of Object.values(COLUMNS).entries()) t.match(row[index], shape, String(row[0]))
  }
  t.ok(page.text.includes(formatTable(rows)))
})

t.test('docs/figures.md says what each contender has, in the order of the table', async (t) => {
  const features = tableRows(page, 'what', ...CONTENDERS.map(({ title }) => title))
  t.ok(features.length >= 9)
  for (const row of features) t.equal(row.length, CONTENDERS.length + 1, String(row[0]))
})

t.test('an app of many resources repeats what names a note, and nothing else', async (t) => {
  const { copyApp } = await load('folders')
  const folder = t.testdir()
  copyApp({ name: 'adonisjs' }, folder, 3)
  t.strictSame(
    readdirSync(folder)
      .filter((file) => file.includes('note'))
      .sort(),
    ['note1s.ts', 'note2s.ts', 'notes.ts', 'use-note1s.ts', 'use-note2s.ts', 'use-notes.ts']
  )
  const routes = readFileSync(join(folder, 'routes.ts'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('const'))
  t.strictSame(
    routes,
    ['', '1', '2'].map(
      (index) => `const Note${index}sController = async () => await import('./note${index}s.ts')`
    )
  )
})
