/** What a nested URL costs by the helpers of those who have some: processes take turns. */

import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './folders.mjs'

const TIME = fileURLToPath(new URL('time-url.mjs', import.meta.url))
const ROUNDS = 9

const sourceOf = ({ name }) => fileURLToPath(new URL(`urls/${name}.mjs`, import.meta.url))

/** The nanoseconds of each contender, a list for each round; none for those without URL helpers. */
export async function measureUrls (contenders, apps, node) {
  const measured = contenders.filter((contender) => existsSync(sourceOf(contender)))
  const costs = Object.fromEntries(measured.map(({ name }) => [name, []]))
  for (const contender of measured) copyFileSync(sourceOf(contender), join(apps[contender.name], 'url.mjs'))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name } of measured) costs[name].push(Number(await run(apps[name], node, TIME)))
  }
  return costs
}
