/** Sites: rows that the router can separate only by method, and the methods that each row answers there. */

import { METHODS } from './actions.js'
import { readRouterPaths } from './router-paths.js'
import type { Pathed, RouterPath } from './router-paths.js'
import type { Method, Route } from '../../types/route.js'

/** Equal for paths of one shape under equal conditions. */
function siteKey ({ shape }: Pick<RouterPath, 'shape'>, { conditions }: Pick<Route, 'conditions'>): string {
  return Object.keys(conditions).sort().reduce((key, name) => `${key} ${name}=${textOf(conditions[name])}`, shape)
}

/** The same for all paths of a row, the full path first. */
export function siteKeys (route: Pathed & Pick<Route, 'conditions'>): string[] {
  return readRouterPaths(route).map((path) => siteKey(path, route))
}

/** Equal for rows of one action with equal constant parameters. */
export function targetKey ({ controller, action, defaults }: Route): string {
  return `${controller}#${action} ${JSON.stringify(Object.entries(defaults).sort())}`
}

/** Whether every request that meets the conditions of a route meets those of another. */
export function hasConditionsOf (route: Pick<Route, 'conditions'>, other: Pick<Route, 'conditions'>): boolean {
  return Object.keys(other.conditions).every((name) => textOf(route.conditions[name]) === textOf(other.conditions[name]))
}

function textOf (condition: unknown): string {
  return condition instanceof RegExp || typeof condition === 'bigint' ? String(condition) : JSON.stringify(condition)
}

/** A path of a row with the methods that the row answers there. */
export interface Way extends RouterPath {
  readonly methods: readonly Method[]
}

/** The paths of a row. `ANY` is all methods except those of another row at its site. */
export function waysOf (table: readonly Route[]): (route: Route) => readonly Way[] {
  const isPlain = table.every(({ method }) => method !== 'ANY')
  const taken = new Map<string, Set<Route['method']>>()
  for (const route of isPlain ? [] : table) {
    for (const path of readRouterPaths(route)) {
      const key = siteKey(path, route)
      taken.set(key, (taken.get(key) ?? new Set()).add(route.method))
    }
  }
  return (route) => readRouterPaths(route).map((path) => {
    const { segments, url, shape, params, isExtended } = path
    const methods = route.method === 'ANY' ? METHODS.filter((method) => !(taken.get(siteKey(path, route)) as Set<string>).has(method)) : [route.method]
    // Without a spread, since the engine would keep what follows one apart from the object.
    return { segments, url, shape, params, isExtended, methods }
  })
}

/** The methods that a row answers at its path without an extension. */
export function methodsOf (table: readonly Route[]): (route: Route) => readonly Method[] {
  const ways = waysOf(table)
  return (route) => route.method === 'ANY' ? (ways(route)[0] as Way).methods : [route.method]
}
