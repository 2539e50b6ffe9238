/** Importing the package after Fastify, or Fastify alone: time of a new process. */

import { alternate, compare, measureInChild } from './harness.mjs'

const SIDES = { ours: ['fastify', '../../dist/node/index.js'], byHand: ['fastify'] }

/** Milliseconds until all modules are there. */
export async function measure (side) {
  const start = performance.now()
  for (const module of SIDES[side]) await import(module)
  return performance.now() - start
}

export const LINES = ['import: after Fastify, or Fastify alone']

/** 40 ms beyond Fastify are 1.6 times where Fastify alone takes 65. */
export async function compareSides () {
  const pairs = await alternate(
    21,
    () => measureInChild('import', 'ours'),
    () => measureInChild('import', 'byHand')
  )
  return [compare(LINES[0], pairs, { unit: 'ms', atMost: 1.6 })]
}
