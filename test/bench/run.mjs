/**
 * The entry: `node test/bench/run.mjs [NAME…]` runs all benchmarks, or those named; `request:form,record`
 * only two of its lines. A missed target is no failure.
 */

import { formatTable } from './harness.mjs'

const BENCHMARKS = [
  'url-helper', 'parse-query', 'import', 'boot', 'first-use', 'entities', 'draw', 'request', 'client', 'front-page'
]

const chosen = (process.argv.length > 2 ? process.argv.slice(2) : BENCHMARKS).map((argument) =>
  argument.split(':')
)
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
