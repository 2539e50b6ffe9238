/**
 * What TypeScript 7 makes of 100 controllers, against twice what it makes of 50: 1.00 is linear. The counts
 * of one version are the same on each machine.
 */

import { compare } from './harness.mjs'

const WAYS = ['controller.for', 'registration']
const OPTIONS = ['no option', 'api: true', 'except']

const KINDS = WAYS.flatMap((by) => OPTIONS.map((options) => ({ by, options })))

/** Thousands of instantiations, and the diagnostics. */
async function countInstantiations (count, kind) {
  // Its sources are in TypeScript.
  await import('../support/loader.mjs')
  const { compile, writeSource } = await import('../support/compilers.ts')
  const { handlersSource } = await import('../types/budget-sources.ts')
  const name = `bench-${count}-${kind.by}-${kind.options}`.replaceAll(/[^\w-]/g, '')
  const { errors, instantiations } = await compile(
    'TypeScript 7', name, [writeSource(name, handlersSource(count, kind))]
  )
  if (errors !== '') throw new Error(errors)
  return instantiations / 1000
}

const lineOf = ({ by, options }) => `types: 100 controllers by ${by}, ${options}, or twice those of 50`

export const LINES = KINDS.map(lineOf)

export async function compareSides () {
  const rows = []
  for (const kind of KINDS) {
    const [half, all] = [await countInstantiations(50, kind), await countInstantiations(100, kind)]
    rows.push(compare(lineOf(kind), [{ ours: all, byHand: 2 * half }], { unit: 'thousand', atMost: 1.2 }))
  }
  return rows
}
