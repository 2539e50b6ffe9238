/**
 * The benchmarks are no part of the suite, but each must still load: they import from inside the package.
 * docs/speed.md has all of their lines.
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

t.test('docs/speed.md has the lines that npm run bench prints, in their order', async (t) => {
  const { BENCHMARKS } = await load('run.mjs')
  const page = PAGES.find(({ file }) => file === 'docs/speed.md') as Page
  const tables = [...page.text.matchAll(/^\| (line of `npm run bench -- (.*)`) \|/gm)]
  t.strictSame(tables.flatMap(([, , names]) => (names as string).split(' ')), BENCHMARKS)
  for (const [, heading, names] of tables) {
    const parts = await Promise.all((names as string).split(' ').map(async (name) => await load(`${name}.mjs`)))
    const rows = tableRows(page, heading as string)
    t.strictSame(
      rows.map(([line]) => line),
      parts.flatMap(({ LINES }) => LINES.map((line: string) => `\`${line.replace(/^request: |, CPU$/g, '')}\``))
    )
    const shape = /^(?:\d+\.\d\d?(?: to \d+\.\d\d?)?|not measured)$/
    for (const [line, ratio] of rows) t.match(ratio, shape, String(line))
  }
})
