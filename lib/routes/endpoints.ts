/** Endpoints: which rows the router can separate only by method, and which of them are the same. */

import { jsonValue } from './objects.js'
import { readRouterPaths } from './router-paths.js'
import type { Pathed, RouterPath } from './router-paths.js'
import type { Route } from '../../types/route.js'

/** Equal for paths of one shape under equal conditions. */
function siteKey ({ shape }: Pick<RouterPath, 'shape'>, { conditions }: Pick<Route, 'conditions'>): string {
  return Object.keys(conditions)
    .sort()
    .reduce((key, name) => `${key} ${name}=${textOf(conditions[name])}`, shape)
}

/** The same for all paths of a row, the full path first. */
export function conflictKeys (route: Pathed & Pick<Route, 'conditions'>): string[] {
  return readRouterPaths(route).map((path) => siteKey(path, route))
}

/**
 * Whether two rows of one site and method differ in nothing that a request or a reader of the answer could
 * tell.
 */
export function isSameEndpoint (one: Route, other: Route): boolean {
  return endpointText(one) === endpointText(other) && isOfSameRecord(one, other)
}

/** A plain route answers for any record of its controller. */
function isOfSameRecord ({ resource: one }: Route, { resource: other }: Route): boolean {
  return (
    one.place === null ||
    other.place === null ||
    (one.plural === other.plural && one.singular === other.singular)
  )
}

/** All that tells it from other rows, but for its method and its site, which the two share. */
function endpointText (route: Route): string {
  const { name, aliases, method, isAny, conditions, resource, singletons, ...rest } = route
  const { params, defaults, ...others } = rest
  const texts = params.map(({ requirement, slashes, isOptional, default: text }) =>
    [requirement, slashes, isOptional, text])
  return JSON.stringify([others, texts, Object.entries(defaults).sort()])
}

/** The rows of a table one by one, but all those of one `any` together. */
export function rowsByDeclaration (table: readonly Route[]): Route[][] {
  const found: Route[][] = []
  for (const route of table) {
    const rows = found.at(-1)
    if (rows !== undefined && isOfOneAny(rows[0] as Route, route)) rows.push(route)
    else found.push([route])
  }
  return found
}

function isOfOneAny (one: Route, other: Route): boolean {
  return (
    one.isAny &&
    other.isAny &&
    one.path === other.path &&
    hasConditionsOf(one, other) &&
    hasConditionsOf(other, one) &&
    isSameEndpoint(one, other)
  )
}

export function hasSameRequirements (one: Route, other: Route): boolean {
  return one.params.every(({ requirement }, position) => requirement === other.params[position]?.requirement)
}

/** Whether every request that meets the conditions of a route meets those of another. */
export function hasConditionsOf (
  route: Pick<Route, 'conditions'>, other: Pick<Route, 'conditions'>
): boolean {
  return Object.keys(other.conditions).every(
    (name) => textOf(route.conditions[name]) === textOf(other.conditions[name])
  )
}

function textOf (condition: unknown): string {
  return JSON.stringify(condition, jsonValue)
}

/** The paths at which a row answers. Those of `any` lack the paths where an earlier row names the method. */
export function answeredPaths (table: readonly Route[]): (route: Route) => readonly RouterPath[] {
  if (!table.some(({ isAny }) => isAny)) return readRouterPaths
  const owners = new Map<string, Route>()
  const keyOf = (path: RouterPath, route: Route): string => `${route.method} ${siteKey(path, route)}`
  for (const route of table) {
    for (const path of readRouterPaths(route)) {
      const key = keyOf(path, route)
      if (!owners.has(key)) owners.set(key, route)
    }
  }
  return (route) => readRouterPaths(route).filter((path) => owners.get(keyOf(path, route)) === route)
}
