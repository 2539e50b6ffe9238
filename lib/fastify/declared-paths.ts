/** Is this URL one of ours? Asked only where nothing matched and for forms, so it is made ready when first asked. */

import type { FastifyInstance } from 'fastify'
import findMyWay from 'find-my-way'
import { routerPaths } from '../routes/requirement.js'
import { methodsOf } from '../routes/table.js'
import { METHODS } from '../routes/actions.js'
import type { Route } from '../../types/route.js'
import type { Trust } from './cross-site.js'
import { routerOptionsOf } from './router-options.js'

type Router = findMyWay.Instance<findMyWay.HTTPVersion.V1>

/** What a registration says of its paths. */
export interface Declared {
  /** Whose forms may name another method; null for nobody's. */
  readonly trust: Trust | null
}

interface Registration extends Declared {
  /** The rows as they stand under the prefix. */
  readonly table: readonly Route[]
}

interface DeclaredPaths {
  readonly registrations: Registration[]
  router: Router | null
}

// By the one object that an app shares with its children; a server may be shared by two apps.
const apps = new WeakMap<object, DeclaredPaths>()

/** Adds the paths of a registration to those of its app. */
export function declarePaths ({ initialConfig }: FastifyInstance, registration: Registration): void {
  const declared = apps.get(initialConfig) ?? { registrations: [], router: null }
  declared.registrations.push(registration)
  apps.set(initialConfig, declared)
}

/** The declaration of a path that matches the URL, for whatever method and host; by the router's own rules. */
export function findDeclared (fastify: FastifyInstance, url: string): Declared | undefined {
  const declared = apps.get(fastify.initialConfig)
  if (declared === undefined) return undefined
  const router = declared.router ??= createRouter(declared.registrations, fastify)
  for (const method of METHODS) {
    const found = router.find(method, url)
    if (found !== null) return found.store as Declared
  }
  return undefined
}

function createRouter (registrations: readonly Registration[], fastify: FastifyInstance): Router {
  // Fastify itself has refused what is unsafe.
  const router = findMyWay({ ...routerOptionsOf(fastify), allowUnsafeRegex: true })
  for (const { table, trust } of registrations) {
    const answered = methodsOf(table)
    const declared: Declared = { trust }
    for (const route of table) {
      for (const path of routerPaths(route)) {
        for (const method of answered(route)) {
          // The same path may stand there for another host.
          if (!router.hasRoute(method, path)) router.on(method, path, () => undefined, declared)
        }
      }
    }
  }
  return router
}
