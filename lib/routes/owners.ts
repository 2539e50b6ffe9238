/** Whose records a row is about: its own record and those above it. */

import type { Route } from '../../types/route.js'

/** The variable of the row's own record; null without one. */
export function ownVariable (route: Route): string | null {
  const last = route.params.findLast(({ name, of, property }) => of === route.controller && property === name)
  return last?.name ?? null
}

/** Whether a row is about one record: by its id, or as a singleton. */
export function isOfRecord (route: Route): boolean {
  return ownVariable(route) !== null || route.resource.place === 'member'
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
  const idVariable = ownVariable(route)
  const found: Array<Parent & { readonly order: number }> = []
  for (const [order, { name: variable, of, property }] of route.params.entries()) {
    if (variable === idVariable || of === null) continue
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
