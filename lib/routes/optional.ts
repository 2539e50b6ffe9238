/** The option `defaults` of a row: constant parameters, the last variables of its path, and the format. */

import type { Report } from './declaration.js'
import { NOTHING, freezeEntries } from './frozen.js'
import { isVariable, pathVariables } from './path.js'
import type { Route } from '../../types/route.js'

type Defaults = Readonly<Record<string, string | null>>

const NONE = { defaults: NOTHING, optional: NOTHING, format: null }

/** A request may leave out the last variables, if each of them has a default; null stands for nothing. */
export function readDefaults (given: Defaults, path: string, report: Report): Pick<Route, 'defaults' | 'optional' | 'format'> {
  if (Object.keys(given).length === 0) return NONE
  const { format = null, ...others } = given
  const names = Object.keys(others)
  const segments = path.slice(1).split('/')
  const required = segments.findLastIndex((segment) => !isVariable(segment) || !names.includes(segment.slice(1)))
  const last = segments.slice(required + 1).map((segment) => segment.slice(1))
  const variables = pathVariables(path)
  for (const name of names) {
    if (variables.includes(name) && !last.includes(name)) report(`:${name} is not at the end of the path; only the last variables may have defaults`)
    if (given[name] === null && !variables.includes(name)) report(`${name}: null is for a variable at the end of the path; expected a string, got null`)
  }
  const constants = names.filter((name) => !variables.includes(name))
  return { defaults: pick(given, constants) as Route['defaults'], optional: pick(given, last), format }
}

function pick (defaults: Defaults, names: readonly string[]): Defaults {
  return freezeEntries(names.map((name) => [name, defaults[name] as string | null]))
}
