/** Variables that helpers have filled in: `urlFor.with({ locale: 'de' })`. */

import type { Properties } from '../../routes/objects.js'
import { readArguments } from './arguments.js'
import type { Arguments } from './arguments.js'

/** The variables that arguments must still fill. */
export function unfilled (params: readonly string[], variables: Properties): readonly string[] {
  return params.filter((variable) => !(variable in variables))
}

/** Reads arguments where some ids are already filled in. */
export function readUnfilled (params: readonly string[], variables: Properties, args: readonly unknown[], known: ReadonlySet<string>, faults: string[]): Arguments {
  const left = unfilled(params, variables)
  const { ids, options } = readArguments(left, args, known, faults)
  return { ids: params.map((variable) => variable in variables ? variables[variable] : ids[left.indexOf(variable)]), options }
}
