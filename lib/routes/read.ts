/** Drawn routes and their JSON, read and written. */

import { createError } from '../errors.js'
import { show } from '../text.js'
import type { Route, RoutesJson } from '../../types/route.js'
import type { Routes } from '../../types/mapper.js'
import { isObject } from './objects.js'

// Shared by every copy of the package, since the command and an app may each load their own.
export const kRoutes = Symbol.for('fastify-resources.routes')

/** Changes when older code could not read new JSON. */
export const JSON_VERSION = 2

export function isRoutes (value: unknown): value is Routes {
  return isObject(value) && Object.hasOwn(value, kRoutes)
}

/** The value, if `draw` returned it; else throws FST_RESOURCES_OPTIONS. */
export function readRoutes<R> (value: R): R {
  if (!isRoutes(value)) {
    throw createError('FST_RESOURCES_OPTIONS', [[`expected the result of draw(), got ${show(value)}`]])
  }
  return value
}

/** The rows of drawn routes or of their JSON; throws as `readJson` does for any other value. */
export function readTable (value: Routes | RoutesJson): readonly Route[] {
  return isRoutes(value) ? value.table : readJson(value)
}

/**
 * Throws FST_RESOURCES_OPTIONS for any other value, FST_RESOURCES_JSON_VERSION for JSON of another version.
 */
export function readJson (value: RoutesJson): readonly Route[] {
  const { version, table } = Object(value) as Partial<RoutesJson>
  if (version === undefined || !Array.isArray(table)) {
    throw createError('FST_RESOURCES_OPTIONS', [
      [`expected the result of draw() or its JSON, got ${show(value)}`]
    ])
  }
  if (version !== JSON_VERSION) throw createError('FST_RESOURCES_JSON_VERSION', [version, JSON_VERSION])
  return table as readonly Route[]
}

export function createJson (table: readonly Route[]): RoutesJson {
  return {
    version: JSON_VERSION,
    table: table.map((route) => ({ ...route, conditions: textsOf(route.conditions) }))
  }
}

/** JSON has no regular expressions; their texts differ just as well. */
function textsOf (conditions: Route['conditions']): Route['conditions'] {
  const textOf = (value: unknown): unknown =>
    value instanceof RegExp || typeof value === 'bigint' ? String(value) : value
  return Object.fromEntries(Object.entries(conditions).map(([name, value]) => [name, textOf(value)]))
}
