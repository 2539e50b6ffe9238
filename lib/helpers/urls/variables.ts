/** Variables that helpers have filled in: `urlFor.with({ locale: 'de' })`. */

import type { Properties } from '../../routes/objects.js'
import { readArguments } from './arguments.js'
import type { Arguments } from './arguments.js'
import type { RouteParam } from '../../../types/route.js'

/** The variables that arguments must still fill. */
export function unfilled (params: readonly RouteParam[], variables: Properties): readonly RouteParam[] {
  return params.filter(({ name }) => !(name in variables))
}

/** Reads arguments; some ids may already be filled in. */
export function readUnfilled (
  params: readonly RouteParam[], variables: Properties | undefined, args: readonly unknown[], known: ReadonlySet<string>, faults: string[]
): Arguments {
  if (variables === undefined) return readArguments(params, args, known, faults)
  const left = unfilled(params, variables)
  const { ids, options } = readArguments(left, args, known, faults)
  return { ids: params.map((param) => param.name in variables ? variables[param.name] : ids[left.indexOf(param)]), options }
}
