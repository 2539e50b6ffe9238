/** Is this URL one of ours? Asked only where nothing matched, so it is made ready when first asked. */

import type { FastifyInstance } from 'fastify'
import findMyWay from 'find-my-way'
import { routerPath } from '../routes/requirement.js'
import { methodsOf } from '../routes/table.js'
import { METHODS } from '../routes/actions.js'
import type { Route } from '../../types/route.js'
import { routerOptionsOf } from './router-options.js'

type Router = findMyWay.Instance<findMyWay.HTTPVersion.V1>

interface DeclaredPaths {
  /** The rows of each registration, as they stand under its prefix. */
  readonly tables: Array<readonly Route[]>
  router: Router | null
}

// By the one object that an app shares with its children; a server may be shared by two apps.
const apps = new WeakMap<object, DeclaredPaths>()

/** Adds the paths of a registration to those of its app. */
export function declarePaths ({ initialConfig }: FastifyInstance, table: readonly Route[]): void {
  const declared = apps.get(initialConfig) ?? { tables: [], router: null }
  declared.tables.push(table)
  apps.set(initialConfig, declared)
}

/** Whether a declared path matches the URL, for whatever method and host; by the router's own rules. */
export function isDeclared (fastify: FastifyInstance, url: string): boolean {
  const declared = apps.get(fastify.initialConfig)
  if (declared === undefined) return false
  const router = declared.router ??= createRouter(declared.tables, fastify)
  return METHODS.some((method) => router.find(method, url) !== null)
}

function createRouter (tables: ReadonlyArray<readonly Route[]>, fastify: FastifyInstance): Router {
  // Fastify itself has refused what is unsafe.
  const router = findMyWay({ ...routerOptionsOf(fastify), allowUnsafeRegex: true })
  for (const table of tables) {
    const answered = methodsOf(table)
    for (const route of table) {
      const path = routerPath(route.path, route.requirements)
      for (const method of answered(route)) {
        // The same path may stand there for another host.
        if (!router.hasRoute(method, path)) router.on(method, path, () => undefined)
      }
    }
  }
  return router
}
