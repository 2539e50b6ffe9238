/** A row as the findings of `checkApp` name it. */

import type { FoundRow } from '../../types/findings.js'
import type { Route } from '../../types/route.js'
import { pathHelper } from './route-names.js'

export function foundRow (route: Route, table: readonly Route[]): FoundRow {
  const { method, path, controller, action } = route
  return { method, path, controller, action, helper: pathHelper(route, table) }
}
