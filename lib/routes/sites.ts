/** Sites: what the router cannot tell apart but for the method, and which methods a row answers at its own. */

import { METHODS } from './actions.js'
import { readRouterPaths } from './router-paths.js'
import type { RouterPath } from './router-paths.js'
import type { Method, Route } from '../../types/route.js'

/** Equal for paths of one shape under equal conditions. */
export function siteKey ({ shape }: Pick<RouterPath, 'shape'>, { conditions }: Pick<Route, 'conditions'>): string {
  return `${shape} ${Object.keys(conditions).sort().map((name) => `${name}=${textOf(conditions[name])}`).join(' ')}`
}

/** The same for rows: by their path in full. */
export function rowKey (route: Route): string {
  return siteKey(readRouterPaths(route)[0] as RouterPath, route)
}

/** Equal for rows of one action with equal constant parameters. */
export function targetKey ({ controller, action, defaults }: Route): string {
  return `${controller}#${action} ${JSON.stringify(Object.entries(defaults).sort())}`
}

/** Whether whatever fulfils the conditions of a route fulfils those of another. */
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

/**
 * The paths of a row. `ANY` stands for all methods but those that another row has at its site; a path without its
 * last variables is left to rows that have it in full, and among others to the first.
 */
export function waysOf (table: readonly Route[]): (route: Route) => readonly Way[] {
  const isPlain = table.every(({ method, defaults }) => method !== 'ANY' && Object.keys(defaults).length === 0)
  const taken = new Map<string, Map<string, Route>>()
  for (const isShort of isPlain ? [] : [false, true]) {
    for (const route of table) {
      for (const path of readRouterPaths(route)) {
        if (path.isShort !== isShort) continue
        const key = siteKey(path, route)
        const owners = taken.get(key) ?? new Map<string, Route>()
        taken.set(key, owners)
        if (isShort && owners.has('ANY')) continue
        for (const method of isShort && route.method === 'ANY' ? METHODS : [route.method]) owners.set(method, owners.get(method) ?? route)
      }
    }
  }
  return (route) => readRouterPaths(route).map((path) => {
    const methods = route.method === 'ANY' ? METHODS : [route.method]
    const owners = isPlain ? undefined : taken.get(siteKey(path, route))
    return { ...path, methods: owners === undefined ? methods : methods.filter((method) => owners.get(method) === route || (!path.isShort && !owners.has(method))) }
  })
}

/** The methods that a row answers at its path in full. */
export function methodsOf (table: readonly Route[]): (route: Route) => readonly Method[] {
  const ways = waysOf(table)
  return (route) => (ways(route)[0] as Way).methods
}
