/** Bodies that came without the key of its record: errors tell of what the client sent. */

import type { FastifyRequest } from 'fastify'

const keyless = new WeakSet<FastifyRequest>()

/** Puts a body under the key that its client left out. */
export function addKey (request: FastifyRequest, key: string): void {
  request.body = { [key]: request.body }
  keyless.add(request)
}

export function isKeyless (request: FastifyRequest): boolean {
  return keyless.has(request)
}

/** The JSON pointer of the record in what the client sent; `at` is that in the body. */
export function sentPointer (request: FastifyRequest, at: string): string {
  return isKeyless(request) ? '' : at
}
