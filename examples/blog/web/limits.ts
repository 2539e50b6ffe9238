/** Rate limits for passwords and addresses. A path and its extensions share one limit. */

import rateLimit from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { httpError } from '../models/errors.js'

declare module 'fastify' {
  interface FastifyInstance { rateLimits: Record<'byAddress' | 'byAccount', ReturnType<FastifyInstance['createRateLimit']>> }
}

export const limits = fp(async function limits (fastify) {
  await fastify.register(rateLimit, { global: false })
  fastify.decorate('rateLimits', {
    byAddress: fastify.createRateLimit({ max: 20, timeWindow: '1 minute' }),
    byAccount: fastify.createRateLimit({ max: 10, timeWindow: '15 minutes', keyGenerator: (request) => accountOf(request) ?? '' })
  })
})

/** Throws a 429 after too many attempts from one address, or for one account from any address. */
export async function limitTries (request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { byAddress, byAccount } = request.server.rateLimits
  for (const check of accountOf(request) === undefined ? [byAddress] : [byAddress, byAccount]) {
    const result = await check(request)
    if (result.isAllowed || !result.isExceeded) continue
    reply.header('retry-after', result.ttlInSeconds)
    throw httpError(429, `Too many tries. Wait ${result.ttlInSeconds > 60 ? `${Math.ceil(result.ttlInSeconds / 60)} minutes` : 'a minute'}, and try again.`)
  }
}

/** The e-mail that somebody logs in with, or that of the user who changes the password. */
function accountOf ({ body, routeOptions, user }: FastifyRequest): string | undefined {
  const email: unknown = routeOptions.config.resource?.controller === 'sessions' ? Object(body).session?.email : user?.email
  return typeof email === 'string' ? email.toLowerCase() : undefined
}
