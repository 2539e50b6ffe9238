/** Files that browsers keep for a year: another content has another address. The log leaves them out. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fp from 'fastify-plugin'

export const ASSETS = fileURLToPath(new URL('../assets/', import.meta.url))

/** The path of a file in `assets/public`. */
export function asset (name: string): string {
  const hash = createHash('sha256').update(readFileSync(`${ASSETS}public/${name}`))
  return `/assets/${name}?v=${hash.digest('base64url').slice(0, 12)}`
}

/** One line for each request, when it is answered. */
export const requestLog = fp(async function requestLog (fastify) {
  fastify.addHook('onResponse', async function logRequest (request, reply) {
    const isQuiet = request.url.startsWith('/assets/') || request.url === '/health'
    if (!isQuiet) {
      request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
    }
  })
})
