/** The rows of what `draw` gave, or of its JSON. */

import { createError } from '../errors.js'
import { show } from '../text.js'
import { isObject } from './objects.js'
import type { RoutesJson } from '../../types/json.js'
import type { Routes } from '../../types/mapper.js'
import type { Route } from '../../types/route.js'

// Shared by every copy of the package, since the command and an app may each load their own.
export const kRoutes = Symbol.for('fastify-resources.routes')

/** What changes when a reader of today's JSON could not read it. */
export const JSON_VERSION = 1

/** What drawn routes know beside their rows. */
export interface Notes {
  /** The declarations whose `except` leaves out nothing. */
  readonly idle: readonly string[]
}

export function notesOf (routes: Routes): Notes {
  return (routes as unknown as Record<symbol, Notes>)[kRoutes] as Notes
}

export function isRoutes (value: unknown): value is Routes {
  return isObject(value) && Object.hasOwn(value, kRoutes)
}

/** The value where it is what `draw` gave; throws FST_RESOURCES_OPTIONS where not. */
export function readRoutes<R> (value: R): R {
  if (!isRoutes(value)) throw createError('FST_RESOURCES_OPTIONS', [[`expected what draw() gave, got ${show(value)}`]])
  return value
}

/** Throws FST_RESOURCES_OPTIONS for what is neither, FST_RESOURCES_JSON_VERSION for JSON of another version. */
export function readTable (value: Routes | RoutesJson): readonly Route[] {
  if (isRoutes(value)) return value.table
  const { version, table } = Object(value) as Partial<RoutesJson>
  if (version === undefined || !Array.isArray(table)) throw createError('FST_RESOURCES_OPTIONS', [[`expected what draw() gave or its JSON, got ${show(value)}`]])
  if (version !== JSON_VERSION) throw createError('FST_RESOURCES_JSON_VERSION', [version, JSON_VERSION])
  return table as readonly Route[]
}
