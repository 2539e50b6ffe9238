/**
 * The entry: `node test/bench/run.mjs [NAME…]` runs all benchmarks, or those named; `request:form,record`
 * only two of its lines. A missed target is no failure.
 */

import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { formatTable } from './harness.mjs'

/** In the order of docs/figures.md. */
export const BENCHMARKS = [
  'request', 'front-page', 'import', 'boot', 'first-use', 'entities', 'draw', 'url-helper', 'parse-query', 'form', 'client'
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
}

if (argv[1] === fileURLToPath(import.meta.url)) await runAll(argv.length > 2 ? argv.slice(2) : BENCHMARKS)
