/** Conflicts that Fastify itself does not notice when rows are registered. */

import type { FastifyInstance } from 'fastify'
import { createError } from '../../errors.js'
import { Mistakes } from '../../routes/mistakes.js'
import { pathsOf } from '../../routes/path.js'
import { hasConditionsOf } from '../../routes/endpoints.js'
import type { Route } from '../../../types/route.js'
import { routerOptionsOf } from '../../requests/routing/index.js'
import type { Tree } from '../../controllers/tree.js'

// Fastify reports these built-in strategies only after a route has used them.
const BUILT_IN_CONDITIONS = ['host', 'version']

/**
 * Throws FST_RESOURCES_ROUTE for conditions without a strategy, for paths that the router would cut at a
 * semicolon, and for extensions that the app's routes hide. Routes that the app adds later are checked too.
 */
export function checkRoutes (tree: Tree, fastify: FastifyInstance): void {
  findConflicts(tree, fastify).throwIfAny('FST_RESOURCES_ROUTE')
  refuseHidden(tree, fastify)
}

function findConflicts ({ table }: Tree, fastify: FastifyInstance): Mistakes {
  const mistakes = new Mistakes()
  const { useSemicolonDelimiter } = routerOptionsOf(fastify)
  const unknown = new Set<string>()
  for (const route of table) {
    for (const name of Object.keys(route.conditions)) {
      if (!BUILT_IN_CONDITIONS.includes(name) && !fastify.hasConstraintStrategy(name)) unknown.add(name)
    }
    if (useSemicolonDelimiter && route.path.includes(';')) {
      mistakes.add(`${route.path}: with useSemicolonDelimiter no path may hold a ';'`)
    }
    for (const url of extendedPaths(route)) {
      if (fastify.hasRoute({ method: route.method, url, constraints: route.conditions })) {
        mistakes.add(hiddenText(route.method, url, route))
      }
    }
  }
  for (const name of unknown) {
    mistakes.add(
      `there is no constraint strategy for the condition '${name}'; add one with ` +
        'fastify.addConstraintStrategy() before you register this plugin'
    )
  }
  return mistakes
}

/**
 * Refuses routes that the app adds later and that would hide the extension of a row: for the router they are
 * different paths.
 */
function refuseHidden ({ table }: Tree, fastify: FastifyInstance): void {
  const rows = new Map<string, Route>()
  for (const route of table) {
    for (const url of extendedPaths(route)) rows.set(`${route.method} ${shapeOf(url)}`, route)
  }
  if (rows.size === 0) return
  fastify.addHook('onRoute', function refuseHiding ({ method, url, config, constraints = {} }) {
    if (config?.resource !== undefined) return
    for (const one of [method].flat()) {
      const row = rows.get(`${one} ${shapeOf(url)}`)
      if (row !== undefined && hasConditionsOf({ conditions: constraints }, row)) {
        throw createError('FST_RESOURCES_ROUTE', [[hiddenText(one, url, row)]])
      }
    }
  })
}

function extendedPaths (route: Route): string[] {
  if (route.formats.length === 0) return []
  return pathsOf(route)
    .filter((path) => path !== '/')
    .flatMap((path) => route.formats.map((format) => `${path}.${format}`))
}

/** Equal for paths that differ in the names of variables alone. */
function shapeOf (url: string): string {
  return url.replace(/:[\p{L}\p{M}\p{N}_]+/gu, ':')
}

function hiddenText (method: string, url: string, { path, formats }: Route): string {
  return `Method '${method}' already declared for route '${url}': the resources ` +
    `answer '${path}' with the formats ${formats.join(', ')}; remove one of the two`
}
