/** Rate limits for passwords and addresses. A path and its extensions share one limit. */

import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { httpError } from './errors.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws a 429 after too many attempts from one address, or for one account from any address. */
    limitTries: (request: FastifyRequest, reply: FastifyReply, account?: string) => Promise<void>
  }
}

export const limits = fp(async function limits (fastify) {
  const accounts = new WeakMap<FastifyRequest, string>()
  await fastify.register(rateLimit, { global: false })
  const byAddress = fastify.createRateLimit({ max: 20, timeWindow: '1 minute' })
  const byAccount = fastify.createRateLimit({ max: 10, timeWindow: '15 minutes', keyGenerator: (request) => accounts.get(request) as string })

  fastify.decorate('limitTries', async function limitTries (request, reply, account) {
    if (account !== undefined) accounts.set(request, account.toLowerCase())
    for (const check of account === undefined ? [byAddress] : [byAddress, byAccount]) {
      const result = await check(request)
      if (result.isAllowed || !result.isExceeded) continue
      reply.header('retry-after', result.ttlInSeconds)
      throw httpError(429, `Too many tries. Wait ${result.ttlInSeconds > 60 ? `${Math.ceil(result.ttlInSeconds / 60)} minutes` : 'a minute'}, and try again.`)
    }
  })
})
