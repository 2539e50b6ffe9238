/** The rows of a registration, placed in the app: with all prefixes, and in the scopes of namespaces. */

import type { FastifyInstance } from 'fastify'
import { answeredPaths } from '../routes/endpoints.js'
import { copyWith } from '../routes/objects.js'
import { joinPath } from '../routes/path.js'
import type { RouterPath } from '../routes/router-paths.js'
import type { Route } from '../../types/route.js'
import type { Settings } from './plugin-options.js'
import { placeInScopes } from './scopes.js'
import type { TreeScope } from './scopes.js'

export interface Tree {
  /** In the order of declaration. */
  readonly table: readonly Route[]
  readonly scope: TreeScope
  /** The paths of a row within the scope that the plugin is registered in. */
  readonly pathsOf: (route: Route) => readonly RouterPath[]
}

/** Throws FST_RESOURCES_OPTIONS for a scope of an unknown namespace. */
export function placeTree (
  rows: readonly Route[], { prefix, scopes }: Settings, fastify: FastifyInstance
): Tree {
  const local = prefixTable(rows, prefix)
  const table = prefixTable(local, fastify.prefix)
  const localRows =
    table === local ? null : new Map(table.map((route, index) => [route, local[index] as Route]))
  const localPaths = answeredPaths(local)
  return {
    table,
    scope: placeInScopes(table, scopes),
    pathsOf: (route) => localPaths(localRows?.get(route) ?? route)
  }
}

/** The rows under a prefix. The root keeps the final slash of the prefix. */
function prefixTable (table: readonly Route[], prefix: string): readonly Route[] {
  const root = joinPath(prefix) + (prefix.endsWith('/') ? '/' : '')
  if (root === '' || root === '/') return table
  const prefixed = (path: string): string => path === '/' ? root : joinPath(prefix, path)
  return table.map((route) => {
    const { path, redirect } = route
    return copyWith(route, {
      path: prefixed(path),
      redirect: redirect && copyWith(redirect, { path: prefixed(redirect.path) })
    })
  })
}
