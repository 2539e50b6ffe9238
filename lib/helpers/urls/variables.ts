/** Variables that helpers have filled in: `urlFor.with({ locale: 'de' })`. */

import type { Properties } from '../../routes/objects.js'
import { readArguments } from './arguments.js'
import type { Arguments } from './arguments.js'
import type { Ids } from './join.js'

/** The variables that arguments must still fill. */
export function unfilled (params: readonly string[], variables: Properties): readonly string[] {
  return params.filter((variable) => !(variable in variables))
}

/** Reads arguments; some ids may already be filled in. */
export function readUnfilled (all: Ids, variables: Properties | undefined, args: readonly unknown[], known: ReadonlySet<string>, faults: string[]): Arguments {
  if (variables === undefined) return readArguments(all, args, known, faults)
  const { params, optional } = all
  const left = unfilled(params, variables)
  const { ids, options } = readArguments({ params: left, optional }, args, known, faults)
  return { ids: params.map((variable) => variable in variables ? variables[variable] : ids[left.indexOf(variable)]), options }
}
