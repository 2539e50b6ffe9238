/** The benchmarks are no part of the suite, but each must still load: they import from inside the package. */

import { readdirSync } from 'node:fs'
import t from 'tap'

const files = readdirSync(new URL('bench/', import.meta.url)).filter(
  (file) => !['compare', 'harness.mjs', 'run.mjs', 'resources.mjs', 'child.mjs', 'scaling.ts'].includes(file)
)

t.test('each benchmark loads', async (t) => {
  for (const file of files) {
    const { compareSides } = (await import(new URL(`bench/${file}`, import.meta.url).href)) as {
      compareSides: unknown
    }
    t.type(compareSides, 'function', file)
  }
})
