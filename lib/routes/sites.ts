/** Sites: what the router cannot tell apart but for the method, and which methods a row answers at its own. */

import { METHODS } from './actions.js'
import { extendedShape, routerShape } from './router-paths.js'
import type { Method, Route } from '../../types/route.js'

/** Equal for rows of one shape and equal conditions. */
export function siteKey (route: Route): string {
  return `${routerShape(route)} ${conditionsKey(route)}`
}

/** Equal for rows whose paths with an extension are so; undefined for rows that have none, or a word before it. */
export function extendedSiteKey (route: Route): string | undefined {
  const shape = extendedShape(route)
  return shape === undefined ? undefined : `${shape} ${conditionsKey(route)}`
}

function conditionsKey ({ conditions }: Route): string {
  return Object.keys(conditions).sort().map((name) => `${name}=${textOf(conditions[name])}`).join(' ')
}

/** Whether whatever fulfils the conditions of a route fulfils those of another. */
export function hasConditionsOf (route: Pick<Route, 'conditions'>, other: Pick<Route, 'conditions'>): boolean {
  return Object.keys(other.conditions).every((name) => textOf(route.conditions[name]) === textOf(other.conditions[name]))
}

function textOf (condition: unknown): string {
  return condition instanceof RegExp || typeof condition === 'bigint' ? String(condition) : JSON.stringify(condition)
}

/** The methods that a row answers: for `ANY` all but those that another action has at its site. */
export function methodsOf (table: readonly Route[]): (route: Route) => readonly Method[] {
  const taken = new Map<string, Set<string>>()
  for (const route of table) {
    if (route.method === 'ANY') taken.set(siteKey(route), new Set())
  }
  for (const route of taken.size === 0 ? [] : table) taken.get(siteKey(route))?.add(route.method)
  return (route) => route.method === 'ANY'
    ? METHODS.filter((method) => taken.get(siteKey(route))?.has(method) !== true)
    : [route.method]
}
