/** Rows to native Fastify routes. */

import type { FastifyInstance } from 'fastify'
import { messageOf } from '../../text.js'
import { nestedRepetition } from '../../routes/requirement.js'
import type { Method, Route } from '../../../types/route.js'
import type { Report } from '../report.js'
import { routeOptions } from './route-options.js'
import type { MethodGroup, NativeRoute, Registration } from './route-options.js'

/** Registers a row. Reports what Fastify refuses. */
export function registerRow (registration: Registration, scope: FastifyInstance, report: Report): void {
  for (const native of nativeRoutes(registration)) {
    try {
      scope.route(routeOptions(registration, native))
    } catch (error) {
      report(refusalText(registration.route, error), error)
    }
  }
}

/**
 * One native route for each path of a row. GET has its own route next to other methods, since Fastify refuses a body
 * schema for it. Where a document describes the routes, each method has its own route.
 */
function nativeRoutes ({ ways, describe }: Registration): NativeRoute[] {
  const routes: NativeRoute[] = []
  for (const [index, { url, isExtended, methods }] of ways.entries()) {
    for (const group of groupMethods(methods, describe !== null)) routes.push({ url, methods: group, isExtended, isOther: index > 0 })
  }
  return routes
}

function groupMethods (methods: readonly Method[], isDescribed: boolean): readonly MethodGroup[] {
  const groups: ReadonlyArray<readonly Method[]> = isDescribed || methods.length === 1
    ? methods.map((method) => [method])
    : [methods.filter((method) => method === 'GET'), methods.filter((method) => method !== 'GET')]
  return groups.filter((group): group is MethodGroup => group.length > 0)
}

function refusalText (route: Route, error: unknown): string {
  const message = messageOf(error)
  const label = `${route.method} ${route.path}`
  if (!message.includes('is not safe')) return `${label}: ${message}`
  const requirements = Object.entries(route.requirements).map(([variable, source]) => ({ text: `${variable}: /${source}/`, part: nestedRepetition(source) }))
  const nested = requirements.filter(({ part }) => part !== undefined)
  const parts = nested.length === 0
    ? requirements.map(({ text }) => text)
    : nested.map(({ text, part }) => `${text} (its part ${part as string} repeats a repetition)`)
  return `${label}: Fastify's safety check refuses the requirement ${parts.join(', ')}: it allows no nested repetition, and at most 25 repetitions; ` +
    'rewrite it, for example [a-z-]+ for [a-z]+(-[a-z]+)*, or set Fastify\'s routerOptions.allowUnsafeRegex'
}
