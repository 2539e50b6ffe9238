/** A row as findings of `check` and `diff` name it. */

import type { FoundRow } from '../../types/check.js'
import type { Route } from '../../types/route.js'
import { camelize, helperNames } from './names.js'
import { sourceOf } from './sources.js'

/** Its file and line are known only where `recordSources` ran before the row was drawn. */
export function foundRow (route: Route): FoundRow {
  const { method, path, controller, action, name } = route
  const [file = null, line = null] = sourceOf(route)?.split(/:(?=\d+$)/) ?? []
  return {
    method,
    path,
    controller,
    action,
    helper: name === '' ? null : helperNames(camelize(name)).path,
    file,
    line: line === null ? null : Number(line)
  }
}
