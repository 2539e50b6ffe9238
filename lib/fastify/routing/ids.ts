/** Whether what the router has matched are ids: it also takes nothing, a dot segment and an encoded slash for one. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../types/route.js'

type Params = Readonly<Record<string, string | undefined>>

/** An encoded slash in a path. */
const SLASH = /^[^?#]*%2f/i

/**
 * None is empty, a dot segment, or holds a slash; where an extension may follow, a dot begins it, as in Rails. A glob
 * (`*`) is slashes and such ids.
 */
export function areIds (params: Params, { url, hasFormats }: { readonly url: string, readonly hasFormats: boolean }): boolean {
  for (const variable in params) {
    const text = params[variable] as string
    if (variable === '*' ? !isGlobbed(text, url) : !isId(text) || (hasFormats && /[.?]/.test(text))) return false
  }
  return true
}

function isId (text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !text.includes('/')
}

function isGlobbed (text: string, url: string): boolean {
  return text.split('/').every(isId) && !SLASH.test(url)
}

/** The first hook of a row with variables: what is no id is a path that nobody declared. */
export function idCheck ({ params, formats }: Route): typeof checkIds | undefined {
  if (params.length === 0) return undefined
  return formats.length === 0 ? checkIds : checkIdsWithoutDots
}

// The request goes on as one that nothing matched, so done is not called; the reply is a thenable, so it is not returned.
function checkIds (request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (areIds(request.params as Params, { url: request.url, hasFormats: false })) done()
  else reply.callNotFound()
}

function checkIdsWithoutDots (request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (areIds(request.params as Params, { url: request.url, hasFormats: true })) done()
  else reply.callNotFound()
}
