/** Files that browsers keep for a year: another content has another address. The log has only failures. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

export const ASSETS = fileURLToPath(new URL('../assets/', import.meta.url))

const addresses = new Set<string>()

/** The path of a file in `assets/public`, with a hash of what it has at start. */
export function asset (name: string): string {
  const hash = createHash('sha256').update(readFileSync(`${ASSETS}public/${name}`))
  const address = `/assets/${name}?v=${hash.digest('base64url').slice(0, 12)}`
  addresses.add(address)
  return address
}

/** An address with another hash is that of another version, which may be on another machine. */
export function cacheAsset (reply: FastifyReply): void {
  if (addresses.has(reply.request.url)) reply.header('cache-control', 'public, max-age=31536000, immutable')
}

const QUIET = /^\/(?:assets\/|docs\/static\/|health$)/

/** One line for each request, when it is answered. */
export const requestLog = fp(async function requestLog (fastify) {
  fastify.addHook('onResponse', async function logRequest (request, reply) {
    if (!QUIET.test(request.url) || reply.statusCode >= 400) {
      request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
    }
  })
})
