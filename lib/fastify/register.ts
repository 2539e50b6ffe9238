/** Routes to native Fastify routes. */

import type { FastifyInstance } from 'fastify'
import { messageOf } from '../errors.js'
import { joinPath } from '../routes/path.js'
import { routerPath } from '../routes/requirement.js'
import type { Method, Route } from '../../types/route.js'
import type { ActionOptions } from './actions.js'
import type { Report } from './report.js'

// Of these Fastify says that it has a strategy only once a route has used it.
const BUILT_IN_CONDITIONS = ['host', 'version']

/** Reports what Fastify would not notice by itself: a path that the app has, a condition without a strategy. */
export function checkRoutes (
  table: readonly Route[], methodsOf: (route: Route) => readonly Method[], fastify: FastifyInstance, report: Report
): void {
  const unknown = new Set<string>()
  for (const route of table) {
    for (const name of Object.keys(route.conditions)) {
      if (!BUILT_IN_CONDITIONS.includes(name) && !fastify.hasConstraintStrategy(name)) unknown.add(name)
    }
    for (const method of methodsOf(route)) {
      // The patterns of our variables hide from the router that both match the same.
      if (!fastify.hasRoute({ method, url: route.path, constraints: route.conditions })) continue
      report(`Method '${method}' already declared for route '${route.path}' by the app; leave one of the two out`)
    }
  }
  for (const name of unknown) {
    report(`there is no constraint strategy for the condition '${name}'; fastify.addConstraintStrategy() adds one, before this plugin`)
  }
}

/** Registers a row; GET by itself where there are others, since Fastify refuses a body schema for it. */
export function registerRoute (
  route: Route, methods: readonly Method[], action: ActionOptions, scope: FastifyInstance, report: Report
): void {
  const url = routerPath(route.path.slice(joinPath(scope.prefix).length) || '/', route.requirements)
  const others = methods.filter((method) => method !== 'GET')
  for (const group of [methods.includes('GET') ? ['GET' as const] : [], others]) {
    if (group.length === 0) continue
    const options = { ...action, method: group, url, config: { ...action.config as object, resource: route } }
    try {
      scope.route(Object.keys(route.conditions).length === 0 ? options : { ...options, constraints: route.conditions })
    } catch (error) {
      report(refusalText(route, error), error)
    }
  }
}

function refusalText (route: Route, error: unknown): string {
  const message = messageOf(error)
  const label = `${route.method} ${route.path}`
  if (!message.includes('is not safe')) return `${label}: ${message}`
  const requirements = Object.entries(route.requirements).map(([variable, source]) => `${variable}: /${source}/`).join(', ')
  return `${label}: the router refuses the requirement ${requirements} as unsafe (a repetition inside a repetition can take very long); ` +
    'write it without one, or set Fastify\'s routerOptions.allowUnsafeRegex'
}
