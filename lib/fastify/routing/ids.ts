/** Checks ids that the router matched: it also takes an empty text, a dot segment and an encoded slash. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { globFault, segmentFault } from '../../routes/ids.js'
import type { Route } from '../../../types/route.js'

type Params = Readonly<Record<string, string | undefined>>

/** Whether a row can have the parameters of a URL. The router has compared lengths and patterns. */
export function areIds (params: Params, url: string, formats: Route['formats']): boolean {
  for (const variable in params) {
    const text = params[variable] as string
    const fault = variable === '*' ? globFault(text, url) : segmentFault(text, formats)
    if (fault !== undefined) return false
  }
  return true
}

type CheckIds = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

/** Most rows share it. */
const checkWithoutFormats = createCheck([])

/** The first hook of a row with variables: answers invalid ids as an unknown path. */
export function idCheck ({ formats }: Route): CheckIds {
  return formats.length === 0 ? checkWithoutFormats : createCheck(formats)
}

function createCheck (formats: Route['formats']): CheckIds {
  // The not-found handler takes over, so done is not called. The reply is a thenable, so it is not returned.
  return function checkIds (request, reply, done) {
    if (areIds(request.params as Params, request.url, formats)) done()
    else reply.callNotFound()
  }
}
