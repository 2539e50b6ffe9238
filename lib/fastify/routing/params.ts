/** Parameters that the router does not give: constants, and a glob under its own name. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { isGlob, pathSegments } from '../../routes/path.js'
import type { Route } from '../../../types/route.js'

/** The hook of a row that completes `request.params`; undefined where the router gives all parameters. */
export function paramsHook (route: Route) {
  const complete = createComplete(route)
  if (complete === undefined) return undefined
  return function completeParams (request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
    complete(request.params as Record<string, unknown>)
    done()
  }
}

/** Completes the parameters of the router; undefined where nothing is missing. */
export function createComplete ({ path, defaults }: Route): ((params: Record<string, unknown>) => void) | undefined {
  const glob = pathSegments(path).find(isGlob)?.slice(1)
  if (glob === undefined && Object.keys(defaults).length === 0) return undefined
  return (params) => {
    if (glob !== undefined) {
      params[glob] = params['*']
      delete params['*']
    }
    Object.assign(params, defaults)
  }
}
