/** Prints the nanoseconds that the nested URL of the contender in the working directory costs. */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { median } from '../harness.mjs'

const SIZE = 1024
const CALLS = 100_000
const WARM_UP = 3
const ROUNDS = 9

const { buildPath } = await import(pathToFileURL(join(process.cwd(), 'url.mjs')).href)
assert.equal(buildPath(12, 7), '/posts/12/comments/7')

const ids = Array.from({ length: SIZE }, () => Math.floor(Math.random() * 1_000_000))
// Keeps the results, so that the engine cannot skip the work.
const results = new Array(SIZE).fill('')
const costs = []
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  const start = process.cpuUsage()
  for (let call = 0; call < CALLS; call++) {
    results[call % SIZE] = buildPath(ids[call % SIZE], ids[(call + 1) % SIZE])
  }
  const { user, system } = process.cpuUsage(start)
  costs.push(((user + system) * 1000) / CALLS)
}
console.log(median(costs.slice(WARM_UP)))
