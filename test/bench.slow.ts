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
  const { BENCHMARKS } = await load('run.mjs')
  const page = PAGES.find(({ file }) => file === 'docs/figures.md') as Page
  const tables = [...page.text.matchAll(/^\| (line of `npm run bench -- (.*)`) \|/gm)]
  t.strictSame(
    tables.flatMap(([, , names]) => (names as string).split(' ')),
    BENCHMARKS.filter((name: string) => tables.some(([, , names]) => names?.split(' ').includes(name)))
  )
  for (const [, heading, names] of tables) {
    const parts = await Promise.all((names as string).split(' ').map(async (name) => await load(`${name}.mjs`)))
    const rows = tableRows(page, heading as string)
    const lines = rows.map(([line]) => line)
    const printed = parts.flatMap(({ LINES }) =>
      LINES.map((line: string) => `\`${line.replace(/^request: |, CPU$/g, '')}\``))
    t.strictSame(lines, printed.filter((line) => lines.includes(line)))
    for (const [line, ratio] of rows) t.match(ratio, /^\d+\.\d\d?(?: to \d+\.\d\d?)?$/, String(line))
  }
})
