/** The table as JSON, for helpers and clients that do not draw. */

import type { RoutesJson } from '../../types/json.js'
import type { Route } from '../../types/route.js'
import { JSON_VERSION } from './read.js'

export function createJson (table: readonly Route[]): RoutesJson {
  return { version: JSON_VERSION, table: table.map((route) => ({ ...route, conditions: textsOf(route.conditions) })) }
}

/** JSON has no regular expressions; their texts differ just as well. */
function textsOf (conditions: Route['conditions']): Route['conditions'] {
  const textOf = (value: unknown): unknown => value instanceof RegExp || typeof value === 'bigint' ? String(value) : value
  return Object.fromEntries(Object.entries(conditions).map(([name, value]) => [name, textOf(value)]))
}
