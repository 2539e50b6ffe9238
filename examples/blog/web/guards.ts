/** Guards of actions: who may do what. */

import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { httpError } from '../models/errors.js'
import { isWriter, mayChange, mayHost } from '../models/users.js'
import { findVisitor } from './visitors.js'

/**
 * These hooks run after the body is read, so nobody loses text by logging in first. The session may have
 * ended by then.
 */
async function requireUser (request: FastifyRequest): Promise<void> {
  findVisitor(request)
  if (request.user === null) throw httpError(401, 'You must be logged in for this.')
}

async function requireWriter (request: FastifyRequest): Promise<void> {
  await requireUser(request)
  if (!isWriter(request.user)) throw httpError(403, 'Only authors may do that.')
}

export async function requireAdmin (request: FastifyRequest): Promise<void> {
  await requireUser(request)
  if (request.user?.role !== 'admin') throw httpError(403, 'Only admins may do that.')
}

/** These hooks run after the record is loaded. */
async function requireOwner ({ user, record }: FastifyRequest): Promise<void> {
  if (!mayChange(user, record)) throw httpError(403, 'This belongs to somebody else.')
}

async function requireModerator ({ user, record, parents }: FastifyRequest): Promise<void> {
  if (!mayChange(user, record) && !mayHost(user, parents.post)) {
    throw httpError(403, 'This comment is another reader\'s.')
  }
}

async function requireHost ({ user, parents }: FastifyRequest): Promise<void> {
  if (!mayHost(user, parents.post)) throw httpError(403, 'This post belongs to somebody else.')
}

async function requirePublished ({ parents }: FastifyRequest): Promise<void> {
  if (parents.post.published !== true) throw httpError(409, 'A draft takes no comments.')
}

async function requireSignUps ({ server: { site } }: FastifyRequest): Promise<void> {
  if (!site.signUps) throw httpError(403, 'Nobody can sign up at the moment.')
}

async function leadToAccount ({ user, urlFor }: FastifyRequest, reply: FastifyReply) {
  if (user !== null) return reply.redirect(urlFor.accountPath(), 303)
}

export const byStranger = { preHandler: leadToAccount }
export const byUser = { preValidation: requireUser }
export const byWriter = { preValidation: requireWriter }
export const byOwner = { preValidation: requireWriter, preHandler: requireOwner }
export const byCommenter = { preValidation: requireUser, preHandler: requirePublished }
export const byModerator = { preValidation: requireUser, preHandler: requireModerator }
export const byHost = { preValidation: requireUser, preHandler: requireHost }
export const byNewcomer = { preValidation: requireSignUps, preHandler: leadToAccount }
export const bySignUp = { preValidation: requireSignUps }

/** For rows that compare a password: @fastify/rate-limit counts for each account and address. */
export const guessed = {
  config: {
    rateLimit: {
      max: 10,
      timeWindow: '5 minutes',
      // The body is there by then.
      hook: 'preHandler',
      keyGenerator: ({ body, ip, user }: FastifyRequest) =>
        `${normalizeIP(ip)} ${String(user?.email ?? Object(body).session?.email).toLowerCase()}`
    }
  }
} as const

/** For sign-ups, each of which hashes a password. */
export const limited = {
  config: {
    rateLimit: { max: 20, timeWindow: '5 minutes', keyGenerator: ({ ip }: FastifyRequest) => normalizeIP(ip) }
  }
} as const

/** For texts of 100,000 characters: as emoji in a form they have 1.2 MB. */
export const long = { bodyLimit: 1_250_000 }
