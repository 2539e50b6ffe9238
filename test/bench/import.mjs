/** Importing the package after Fastify, or Fastify alone: CPU time of a new process. */

import { alternate, compare, cpuTime, measureInChild } from './harness.mjs'

const SIDES = { ours: ['fastify', '../../dist/node/index.js'], byHand: ['fastify'] }

/** Milliseconds of CPU until all modules are there. */
export async function measure (side) {
  const start = cpuTime()
  for (const module of SIDES[side]) await import(module)
  return cpuTime() - start
}

export const LINES = ['import: after Fastify, or Fastify alone, CPU']

/** 25 ms beyond Fastify are 1.25 times where Fastify alone takes 100. */
export async function compareSides () {
  const pairs = await alternate(
    21,
    () => measureInChild('import', 'ours'),
    () => measureInChild('import', 'byHand')
  )
  return [compare(LINES[0], pairs, { unit: 'ms', atMost: 1.25 })]
}
