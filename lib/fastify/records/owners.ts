/** Whose records a row is about: its own record and those above it. */

import { groupBy } from '../../routes/objects.js'
import { namesOf } from '../../routes/names.js'
import { paramNames } from '../../routes/params.js'
import type { Route } from '../../../types/route.js'

/** The variable of the row's own record; null without one. */
export function ownVariable (route: Route): string | null {
  const last = route.params.findLast(({ name, of, property }) => of === route.controller && property === name)
  return last?.name ?? null
}

/** Whether a row is about one record: by its id, or as a singleton. */
export function isOfRecord (route: Route): boolean {
  return ownVariable(route) !== null || route.resource.place === 'member'
}

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

/** A record above a row: by a variable of its path, or a singleton. */
interface Parent {
  readonly controller: string
  /** `post_id` and `post_slug` → `post`. */
  readonly name: string
  readonly variable: string | null
}

/** The records above a row, outermost first. */
export function parentsOf (route: Route): Parent[] {
  const own = ownVariable(route)
  const found: Array<Parent & { readonly order: number }> = []
  for (const [order, { name: variable, of, property }] of route.params.entries()) {
    if (variable === own || of === null) continue
    found.push({ controller: of, name: variable.slice(0, -`_${property}`.length), variable, order })
  }
  for (const { controller, name, variables } of route.singletons) {
    found.push({ controller, name, variable: null, order: variables - 0.5 })
  }
  return found.sort((one, other) => one.order - other.order)
}

/** The controllers that rows reach: those that answer them, and those of the records above them. */
export function reachedControllers (table: readonly Route[]): Set<string> {
  return new Set(table.flatMap((route) => [route, ...parentsOf(route)]).map(({ controller }) => controller))
}
