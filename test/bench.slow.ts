/**
 * The benchmarks are no part of the suite, but each must still load: they import from inside the package.
 * docs/figures.md has those of their lines that a run has measured.
 */

import { readdirSync } from 'node:fs'
import t from 'tap'
import { PAGES, tableRows } from './support/pages.js'
import type { Page } from './support/pages.js'

const OTHERS = ['compare', 'harness.mjs', 'run.mjs', 'resources.mjs', 'child.mjs']

const load = async (file: string): Promise<any> =>
  await import(new URL(`bench/${file}`, import.meta.url).href)

t.test('each benchmark loads, and npm run bench runs it', async (t) => {
  const { BENCHMARKS } = await load('run.mjs')
  const files = readdirSync(new URL('bench/', import.meta.url)).filter((file) => !OTHERS.includes(file))
  t.strictSame([...BENCHMARKS].map((name) => `${name as string}.mjs`).sort(), files)
  for (const file of files) t.type((await load(file)).compareSides, 'function', file)
})

t.test('docs/figures.md has lines that npm run bench prints, in their order', async (t) => {
  const { BENCHMARKS, benchmarksOn, nameOnPage } = await load('run.mjs')
  const page = PAGES.find(({ file }) => file === 'docs/figures.md') as Page
  const tables = [...page.text.matchAll(/^\| (line of `npm run bench -- (.*)`) \|/gm)]
  const all: string[] = benchmarksOn(page.text)
  t.strictSame(all, BENCHMARKS.filter((name: string) => all.includes(name)))
  for (const [, heading, names] of tables) {
    const parts = await Promise.all((names as string).split(' ').map(async (name) => await load(`${name}.mjs`)))
    const rows = tableRows(page, heading as string)
    const lines = rows.map(([line]) => line)
    const printed = parts.flatMap(({ LINES }) => LINES.map((line: string) => `\`${nameOnPage(line) as string}\``))
    t.strictSame(lines, printed.filter((line) => lines.includes(line)))
    for (const [line, ratio] of rows) {
      t.match(ratio, /^\d+\.\d\d?(?:,? (?:\d+\.\d\d? )?to \d+\.\d\d?)?$/, String(line))
    }
  }
})

t.test('npm run bench -- figures writes the ratios of its lines, their ranges and the day into the page', async (t) => {
  const { writeRatios } = await load('run.mjs')
  const page = '| line of `npm run bench -- request` | ratio | day |\n|---|---|---|\n| `GET /a` | 1.20 | 2 |\n| `GET /b` | 1.1 | 2 |\n'
  const rows = [
    { name: 'request: GET /a, CPU', ratio: '1.05', 'lowest to highest': '1.02 to 1.09' },
    { name: 'types: a', ratio: '1.15', 'lowest to highest': '1.15 to 1.15' }
  ]
  t.equal(writeRatios(page, rows, 28), page.replace('1.20 | 2', '1.05, 1.02 to 1.09 | 28'))
  t.equal(writeRatios('| `types: a` | 2.0 | 1 |', rows, 28), '| `types: a` | 1.15 | 28 |')
})
