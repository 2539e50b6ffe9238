/** The parameters of a request: the check of ids, and what the router does not give. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodedSlashes, globFault, segmentFault, slashedFault } from '../../routes/id-rules.js'
import { defaultTexts } from '../../routes/params.js'
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
export function createComplete (
  route: Route
): ((params: Record<string, unknown>) => void) | undefined {
  const glob = globOf(route.path)
  const texts = defaultTexts(route)
  if (glob === undefined && texts.length === 0) return undefined
  return (params) => {
    if (glob !== undefined && '*' in params) {
      params[glob] = params['*']
      delete params['*']
    }
    for (const [name, text] of texts) params[name] ??= text
  }
}

type Params = Readonly<Record<string, string | undefined>>

/** What a row says of its ids. */
interface IdRules {
  readonly formats: Route['formats']
  /** The variables that may hold slashes. */
  readonly slashed: readonly string[]
}

export function readIdRules ({ formats, params }: Pick<Route, 'formats' | 'params'>): IdRules {
  return { formats, slashed: params.filter(({ slashes }) => slashes).map(({ name }) => name) }
}

/** Whether a row can have the parameters of a URL. The router has compared lengths and patterns. */
export function areIds (params: Params, url: string, { formats, slashed }: IdRules): boolean {
  for (const variable in params) {
    const text = params[variable] as string
    let fault
    if (variable === '*') fault = globFault(text, encodedSlashes(url) - slashesOf(params, slashed))
    else fault = slashed.includes(variable) ? slashedFault(text, formats) : segmentFault(text, formats)
    if (fault !== undefined) return false
  }
  return true
}

/** How many slashes of a path are those of ids. */
function slashesOf (params: Params, slashed: readonly string[]): number {
  const texts = slashed.map((variable) => params[variable] as string)
  return texts.reduce((count, text) => count + text.split('/').length - 1, 0)
}

type CheckIds = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

/** Most rows share it. */
const checkPlainIds = createCheck({ formats: [], slashed: [] })

/** The first hook of a row with variables: answers invalid ids as an unknown path. */
export function idCheck (route: Route): CheckIds {
  const rules = readIdRules(route)
  return rules.formats.length + rules.slashed.length === 0 ? checkPlainIds : createCheck(rules)
}

function createCheck (rules: IdRules): CheckIds {
  // The not-found handler takes over, so done is not called. The reply is a thenable, so it is not returned.
  return function checkIds (request, reply, done) {
    if (areIds(request.params as Params, request.url, rules)) done()
    else reply.callNotFound()
  }
}
