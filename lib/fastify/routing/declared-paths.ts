/** Is this URL one of ours? Asked only where nothing matched and for forms, so it is made ready when first asked. */

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import findMyWay from 'find-my-way'
import { routerPaths } from '../../routes/requirement.js'
import { methodsOf } from '../../routes/table.js'
import { METHODS } from '../../routes/actions.js'
import type { Method, Route } from '../../../types/route.js'
import type { Trust } from '../options.js'
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

/** What is asked for: a request, raw or Fastify's. */
interface Asked {
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/**
 * What declares one of the methods for the URL and the host of a request, by the router's own rules; the first
 * that does. What a strategy of the app's own would say is not asked.
 */
export function findDeclared (fastify: FastifyInstance, { url = '', headers }: Asked, methods: readonly Method[] = METHODS): Declared | undefined {
  const declared = apps.get(fastify.initialConfig)
  if (declared === undefined) return undefined
  const router = declared.router ??= createRouter(declared.registrations, fastify)
  for (const method of methods) {
    const found = router.find(method, url, constraintsOf(headers))
    if (found !== null) return found.store as Declared
  }
  return undefined
}

/** What a request says of the constraints that Fastify has itself. */
export function constraintsOf (headers: IncomingHttpHeaders): Record<string, string> {
  return { host: headers.host ?? headers[':authority'], version: headers['accept-version'] } as Record<string, string>
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
          const { host, version } = route.conditions
          const constraints = { ...host !== undefined && { host }, ...version !== undefined && { version } } as Record<string, string>
          // The same path may stand there under another condition of the app's own.
          if (!router.hasRoute(method, path, constraints)) router.on(method, path, { constraints }, () => undefined, declared)
        }
      }
    }
  }
  return router
}
