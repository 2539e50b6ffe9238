/** Rows to native Fastify routes. */

import type { FastifyInstance } from 'fastify'
import { messageOf } from '../../text.js'
import type { Mistakes } from '../../routes/mistakes.js'
import type { Route } from '../../../types/route.js'
import { routeOptions } from './route-options.js'
import type { RowRegistration } from './route-options.js'

/** Registers a row. What Fastify refuses is a mistake. */
export function registerRow (
  registration: RowRegistration, scope: FastifyInstance, mistakes: Mistakes
): void {
  for (const [index, { url, isExtended }] of registration.paths.entries()) {
    try {
      scope.route(routeOptions(registration, { url, isExtended, isFurther: index > 0 }))
    } catch (error) {
      mistakes.add(refusalText(registration.route, error), { cause: error })
    }
  }
}

function refusalText (route: Route, error: unknown): string {
  const message = messageOf(error)
  const label = `${route.method} ${route.path}`
  if (!message.includes('is not safe')) return `${label}: ${message}`
  const requirements = route.params.filter(({ requirement }) => requirement !== null)
    .map(({ name, requirement }) => `${name}: /${requirement as string}/`)
  return (
    `${label}: Fastify's safety check refuses the requirement ${requirements.join(', ')}: it allows no nested ` +
    'repetition, and at most 25 repetitions; ' +
    "rewrite it, for example [a-z-]+ for [a-z]+(-[a-z]+)*, or set Fastify's routerOptions.allowUnsafeRegex"
  )
}
