/** Checks the ids that the router matched: it also matches an empty text, a dot segment and an encoded slash. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { DOT_SEGMENT } from '../../routes/path.js'
import type { Route } from '../../../types/route.js'

type Params = Readonly<Record<string, string | undefined>>

/** An encoded slash in a path. */
const SLASH = /^[^?#]*%2f/i

/**
 * An id is not empty, is no dot segment and holds no slash. Where an extension may follow, it holds no dot either, as in
 * Rails. A glob (`*`) is such ids, separated by slashes.
 */
export function areIds (params: Params, { url, hasFormats }: { readonly url: string, readonly hasFormats: boolean }): boolean {
  for (const variable in params) {
    const text = params[variable] as string
    if (variable === '*' ? !isGlobbed(text, url) : !isId(text) || (hasFormats && /[.?]/.test(text))) return false
  }
  return true
}

function isId (text: string): boolean {
  return text !== '' && !text.includes('/') && !DOT_SEGMENT.test(text)
}

function isGlobbed (text: string, url: string): boolean {
  return text.split('/').every(isId) && !SLASH.test(url)
}

/** The first hook of a row with variables: answers invalid ids as an unknown path. */
export function idCheck ({ formats }: Route): typeof checkIds {
  return formats.length === 0 ? checkIds : checkIdsWithoutDots
}

// The not-found handler takes over, so done is not called. The reply is a thenable, so it is not returned.
function checkIds (request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (areIds(request.params as Params, { url: request.url, hasFormats: false })) done()
  else reply.callNotFound()
}

function checkIdsWithoutDots (request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (areIds(request.params as Params, { url: request.url, hasFormats: true })) done()
  else reply.callNotFound()
}
