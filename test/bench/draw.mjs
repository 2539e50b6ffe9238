/** Drawing grows with the number of routes only: one tree of 10,000 resources against ten trees of 1,000. */

import assert from 'node:assert/strict'
import { expand } from '../../dist/lib/draw/expand.js'
import { TreeMapper } from '../../dist/lib/draw/tree-mapper.js'
import { Mistakes } from '../../dist/lib/routes/mistakes.js'
import { alternate, compare, cpuTime, measureInChild } from './harness.mjs'
import { drawResources, resourceNames } from './resources.mjs'

const SMALL = 1000
const LARGE = 10_000
const ROUTES = LARGE * 7

const SUBJECTS = {
  draw: { prepare: (names) => names, run: (names) => drawResources(names).table },
  expand: {
    prepare: (names) =>
      TreeMapper.record((map) => {
        for (const name of names) map.resources(name)
      }, new Mistakes()),
    run: (nodes) => expand(nodes, {})
  }
}

/** Microseconds of CPU a route; both sizes make the same number of routes, after the same warm-up. */
export function measure (subject, size) {
  const { prepare, run } = SUBJECTS[subject]
  const names = resourceNames(LARGE)
  const trees = []
  for (let start = 0; start < LARGE; start += Number(size)) {
    trees.push(prepare(names.slice(start, start + Number(size))))
  }
  for (let i = 0; i < 5; i++) run(prepare(names.slice(0, SMALL)))
  globalThis.gc()
  const start = cpuTime()
  const tables = trees.map((tree) => run(tree))
  const time = ((cpuTime() - start) * 1000) / ROUTES
  assert.equal(tables.flat().length, ROUTES)
  return time
}

const lineOf = (subject) => `${subject}: 10,000 resources by 1,000, a route`

export const LINES = Object.keys(SUBJECTS).map(lineOf)

export async function compareSides () {
  const rows = []
  for (const subject of Object.keys(SUBJECTS)) {
    const run = (size) => () => measureInChild('draw', subject, String(size))
    rows.push(
      compare(lineOf(subject), await alternate(9, run(LARGE), run(SMALL)), {
        unit: 'µs',
        atMost: 1.3
      })
    )
  }
  return rows
}
