/** Parameters that the router does not give: constants, defaults, and a glob under its own name. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { globOf } from '../../routes/path.js'
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
export function createComplete ({
  path,
  params,
  defaults
}: Route): ((params: Record<string, unknown>) => void) | undefined {
  const glob = globOf(path)
  // No constant has the name of a variable.
  const optional = params.map((param) => [param.name, param.default] as const)
  const texts = [...Object.entries(defaults), ...optional].filter(([, text]) => text !== null)
  if (glob === undefined && texts.length === 0) return undefined
  return (params) => {
    if (glob !== undefined && '*' in params) {
      params[glob] = params['*']
      delete params['*']
    }
    for (const [name, text] of texts) params[name] ??= text
  }
}
