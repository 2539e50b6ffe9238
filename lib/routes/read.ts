/** Tells drawn routes from their JSON and from all else, and gives the rows of both. */

import { createError } from '../errors.js'
import { show } from '../text.js'
import type { Route, RoutesJson } from '../../types/route.js'
import type { Routes } from '../../types/mapper.js'
import { readJson } from './routes-json.js'
import { isObject } from './objects.js'

// Shared by every copy of the package, since the command and an app may each load their own.
export const kRoutes = Symbol.for('fastify-resources.routes')

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
