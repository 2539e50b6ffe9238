/**
 * The entry: `node test/bench/run.mjs [NAME…]` runs all benchmarks, or those named; `request:form,record`
 * only two of its lines. `figures` runs those of docs/figures.md, and writes what they give into the page. A
 * missed target is no failure.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { formatTable } from './harness.mjs'

/** In the order of docs/figures.md. */
export const BENCHMARKS = [
  'request', 'front-page', 'import', 'boot', 'first-use', 'entities', 'draw', 'url-helper', 'parse-query',
  'form', 'client', 'types'
]

async function runAll (names) {
  const chosen = names.map((argument) => argument.split(':'))
  const unknown = chosen.map(([name]) => name).filter((name) => !BENCHMARKS.includes(name))
  if (unknown.length > 0) {
    throw new Error(`there is no benchmark ${unknown.join(', ')}; expected ${BENCHMARKS.join(', ')}`)
  }
  const rows = []
  for (const [name, lines] of chosen) {
    const { compareSides } = await import(`./${name}.mjs`)
    process.stderr.write(`${name} …\n`)
    rows.push(...(await compareSides(lines?.split(','))))
  }
  console.log(formatTable(rows))
  return rows
}

const PAGE = new URL('../../docs/figures.md', import.meta.url)

/** The names of benchmarks in the headings of its tables. */
export function benchmarksOn (page) {
  return [...page.matchAll(/^\| line of `npm run bench -- (.*?)` \|/gm)].flatMap(([, names]) => names.split(' '))
}

/** What the page calls a line. */
export function nameOnPage (line) {
  return line.replace(/^request: |, CPU$/g, '')
}

/** The page with the ratios of rows, their ranges, and the day of the month. */
export function writeRatios (page, rows, day) {
  const cells = new Map(rows.map(({ name, ratio, 'lowest to highest': range }) =>
    [nameOnPage(name), range === `${ratio} to ${ratio}` ? ratio : `${ratio}, ${range}`]))
  return page.replace(/^\| `(.*)` \| .* \| \d+ \|$/gm, (line, name) =>
    cells.has(name) ? `| \`${name}\` | ${cells.get(name)} | ${day} |` : line)
}

async function writeFigures () {
  const page = readFileSync(PAGE, 'utf8')
  const rows = await runAll(benchmarksOn(page))
  writeFileSync(PAGE, writeRatios(page, rows, new Date().getUTCDate()))
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  if (argv[2] === 'figures') await writeFigures()
  else await runAll(argv.length > 2 ? argv.slice(2) : BENCHMARKS)
}
