/** Rows to native Fastify routes. */

import type { FastifyInstance } from 'fastify'
import { messageOf } from '../../text.js'
import type { Mistakes } from '../../routes/mistakes.js'
import { nestedRepetition } from '../../routes/requirement.js'
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
  const params = route.params.filter(({ requirement }) => requirement !== null)
  const requirements = params.map(({ name, requirement }) => ({
    text: `${name}: /${requirement as string}/`,
    part: nestedRepetition(requirement as string)
  }))
  const nested = requirements.filter(({ part }) => part !== undefined)
    .map(({ text, part }) => `${text} (its part ${part as string} repeats a repetition)`)
  const parts = nested.length === 0 ? requirements.map(({ text }) => text) : nested
  return (
    `${label}: Fastify's safety check refuses the requirement ${parts.join(', ')}: it allows no nested ` +
    'repetition, and at most 25 repetitions; ' +
    "rewrite it, for example [a-z-]+ for [a-z]+(-[a-z]+)*, or set Fastify's routerOptions.allowUnsafeRegex"
  )
}
