/** The row that shows what a `create` makes: `Location` names it. */

import { namesOf } from '../../routes/route-names.js'
import { groupBy } from '../../routes/objects.js'
import { ownVariable } from '../../routes/owners.js'
import { paramNames } from '../../routes/params.js'
import type { Route } from '../../../types/route.js'

/**
 * Finds the row that shows what a `create` makes, or one of the same path with a name: its ids are those of
 * the `create` row and of the record. Of several, its path has the longest beginning in common with that of
 * the `create` row. A path without a name must be the only one of its action: else
 * `urlFor` could mean another.
 */
export function createShowing (table: readonly Route[]): (route: Route) => Route | undefined {
  const keyOf = ({ controller, resource: { singular } }: Route): string => `${controller} ${singular}`
  const shows = groupBy(table.filter(({ action }) => action === 'show'), keyOf)
  const named = new Map(table.filter((row) => namesOf(row).length > 0).map((row) => [row.path, row]))
  const isOnly = ({ controller, action, path }: Route): boolean =>
    table.every((row) => row.controller !== controller || row.action !== action || row.path === path)
  return (route) => {
    if (route.action !== 'create') return undefined
    const variables = paramNames(route)
    const isReachable = (row: Route): boolean =>
      row.params.every(({ name }) => name === ownVariable(row) || variables.includes(name))
    const [show] = (shows.get(keyOf(route)) ?? []).filter(isReachable)
      .sort((one, other) => commonSegments(other, route) - commonSegments(one, route))
    return show && (named.get(show.path) ?? (isOnly(show) ? show : undefined))
  }
}

/** How many segments two paths share before they differ, or one of them ends. */
function commonSegments ({ path }: Route, other: Route): number {
  const others = other.path.split('/')
  return [...path.split('/'), null].findIndex((segment, index) => segment !== others[index])
}
