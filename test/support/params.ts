/** The variables of a row by name, as tests name them. */

import type { Route, RouteParam } from '../../lib/index.js'

/** What a row says of one property of its variables, where it says something: `{ id: '\\d+' }`. */
export function paramsBy<K extends keyof RouteParam> (
  { params }: Pick<Route, 'params'>,
  key: K
): Readonly<Record<string, RouteParam[K]>> {
  const said = params.filter((param) => param[key] !== null)
  return Object.fromEntries(said.map((param) => [param.name, param[key]]))
}

/** A variable without an owner and a requirement. */
export function param (name: string, rest: Partial<RouteParam> = {}): RouteParam {
  return { name, of: null, property: 'id', requirement: null, slashes: false, isOptional: false, default: null, ...rest }
}
