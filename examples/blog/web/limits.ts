/** Limits for what strangers may guess, write and search. The database counts for all processes. */

import { randomBytes } from 'node:crypto'
import rateLimit, {
  normalizeIP, type FastifyRateLimitStore, type FastifyRateLimitStoreCtor
} from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { httpError } from '../models/errors.js'
import type { Database } from '../models/database.js'
import { countTry, forgetTries } from '../models/limits.js'
import { isWriter } from '../models/users.js'
import { readSigned, setSigned, YEAR } from './cookies.js'

type Limiter =
  | 'signUps'
  | 'searches'
  | 'comments'
  | 'commentsOfAddress'
  | 'failures'
  | 'failuresOfAddress'
  | 'failuresOfAccount'

declare module 'fastify' {
  interface FastifyInstance { limiters: Record<Limiter, ReturnType<FastifyInstance['createRateLimit']>> }
}

const MINUTE = 60_000

interface LimiterOptions {
  readonly keyOf?: (request: FastifyRequest) => string
  /** In milliseconds. Default: a minute. */
  readonly timeWindow?: number
  readonly skipOnError?: boolean
}

export const limits = fp(async function limits (fastify) {
  await fastify.register(rateLimit, { global: false, timeWindow: MINUTE, store: storeIn(fastify.db) })
  const limiter = (name: Limiter, max: number, { keyOf = addressOf, ...options }: LimiterOptions = {}) =>
    fastify.createRateLimit({ ...options, max, keyGenerator: (request) => `${name} ${keyOf(request)}` })
  fastify.decorate('limiters', {
    signUps: limiter('signUps', 20),
    // What only reads needs no write: nobody counts while the database takes none.
    searches: limiter('searches', 60, { skipOnError: true }),
    comments: limiter('comments', 10, { keyOf: ({ user }) => String(user?.id) }),
    commentsOfAddress: limiter('commentsOfAddress', 20),
    failures: limiter('failures', 10, { keyOf: guesserOf, timeWindow: 15 * MINUTE }),
    failuresOfAddress: limiter('failuresOfAddress', 20),
    failuresOfAccount: limiter('failuresOfAccount', 50, { keyOf: accountOf, timeWindow: 15 * MINUTE })
  })
})

function storeIn (db: Database): FastifyRateLimitStoreCtor {
  return class Store {
    incr (key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], timeWindow: number): void {
      countTry(db, key, timeWindow).then((tries) => { done(null, tries) }, done)
    }

    /** The keys have the names of the limiters. */
    child (): Store {
      return this
    }
  }
}

/** All addresses of an IPv6 network are one: a home has as many as it likes. */
function addressOf ({ ip }: FastifyRequest): string {
  return normalizeIP(ip)
}

/** Throws a 429 after too many requests. */
async function count (request: FastifyRequest, reply: FastifyReply, name: Limiter): Promise<void> {
  refuseExceeded(reply, await request.server.limiters[name](request))
}

type Count = Awaited<ReturnType<FastifyInstance['limiters'][Limiter]>>

function refuseExceeded (reply: FastifyReply, result: Count): void {
  if (result.isAllowed || !result.isExceeded) return
  reply.header('retry-after', result.ttlInSeconds)
  const wait = result.ttlInSeconds > 60 ? `${Math.ceil(result.ttlInSeconds / 60)} minutes` : 'a minute'
  throw httpError(429, `Too many tries. Wait ${wait}, and try again.`)
}

export async function limitSignUps (request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await count(request, reply, 'signUps')
}

export async function limitSearches (request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await count(request, reply, 'searches')
}

/** Authors may write as much as they like. */
export async function limitComments (request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (isWriter(request.user)) return
  await count(request, reply, 'comments')
  await count(request, reply, 'commentsOfAddress')
}

/**
 * Throws a 429 after too many wrong passwords; right ones count only while they are compared. Where the
 * account has logged in before, a browser has a count of its own, so strangers cannot lock its owner out.
 */
export async function limitFailures<T> (
  request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>
): Promise<T> {
  const isKnown = !isLogIn(request) || knownBrowser(request) !== undefined
  const limiters: Limiter[] = isKnown
    ? ['failures']
    : ['failures', 'failuresOfAddress', 'failuresOfAccount']
  const keys: string[] = []
  let isWrong = false
  try {
    // Before the password is compared, since that takes its time, and others come meanwhile.
    for (const name of limiters) {
      const result = await request.server.limiters[name](request)
      keys.push(result.key)
      refuseExceeded(reply, result)
    }
    return await work()
  } catch (error) {
    isWrong = (error as { statusCode?: number }).statusCode === 422
    throw error
  } finally {
    if (!isWrong && keys.length > 0) {
      await forgetTries(request.server.db, keys).catch((error) => { request.log.warn(error) })
    }
  }
}

/** The user who is logged in, or a known browser, or an account and an address. */
function guesserOf (request: FastifyRequest): string {
  const account = accountOf(request)
  return isLogIn(request) ? knownBrowser(request) ?? `${account} ${addressOf(request)}` : account
}

function isLogIn ({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.resource?.controller === 'sessions'
}

/** The e-mail that somebody logs in with, or that of the user who is logged in. */
function accountOf (request: FastifyRequest): string {
  const email: unknown = isLogIn(request) ? Object(request.body).session?.email : request.user?.email
  return String(email).toLowerCase()
}

const KNOWN = 'known'
// As many as a household has. A cookie has 4 kB.
const MOST_ACCOUNTS = 5

/** Lets the browser be known for the account of the user, beside those that have logged in before. */
export function rememberBrowser (request: FastifyRequest, reply: FastifyReply, email: string): void {
  const [id = randomBytes(9).toString('base64url'), ...emails] = readKnown(request)
  const accounts = [...new Set([email.toLowerCase(), ...emails])].slice(0, MOST_ACCOUNTS)
  setSigned(reply, KNOWN, [id, ...accounts].join(' '), { maxAge: YEAR })
}

/** A text that only this browser has, if somebody has logged in to the account with it. */
function knownBrowser (request: FastifyRequest): string | undefined {
  const [id, ...emails] = readKnown(request)
  const account = accountOf(request)
  return emails.includes(account) ? `${id} ${account}` : undefined
}

/** An id, and the e-mails of the accounts. */
function readKnown (request: FastifyRequest): string[] {
  return readSigned(request, KNOWN)?.split(' ') ?? []
}
