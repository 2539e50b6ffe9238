/** The entry: `node test/bench/run.mjs [NAME…]` runs all benchmarks, or those named. A missed target is no failure. */

import { formatTable } from './harness.mjs'

const BENCHMARKS = ['url-helper', 'boot', 'entities', 'draw', 'request']

const chosen = process.argv.length > 2 ? process.argv.slice(2) : BENCHMARKS
const unknown = chosen.filter((name) => !BENCHMARKS.includes(name))
if (unknown.length > 0) throw new Error(`there is no benchmark ${unknown.join(', ')}; expected ${BENCHMARKS.join(', ')}`)

const rows = []
for (const name of chosen) {
  const { compareSides } = await import(`./${name}.mjs`)
  process.stderr.write(`${name} …\n`)
  rows.push(...await compareSides())
}
console.log(formatTable(rows))
