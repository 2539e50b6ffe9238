/** Passwords as scrypt hashes. Each has its salt and costs, so the costs may rise later. */

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { httpError } from './errors.js'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

// 32 MB and about a tenth of a second, as OWASP's password storage cheat sheet recommends.
const COSTS = { N: 2 ** 15, r: 8, p: 3 }

// One core stays free for other requests. If the queue is too long, the answer is a 503.
const limit = pLimit(Math.max(1, availableParallelism() - 1))
const MAX_WAITING = 20

export async function hashPassword (password: string): Promise<string> {
  const salt = randomBytes(16)
  return format(salt, await run(password, salt, COSTS))
}

function format (salt: Buffer, hash: Buffer): string {
  return ['scrypt', COSTS.N, COSTS.r, COSTS.p, salt.toString('base64'), hash.toString('base64')].join('$')
}

/** For a user who has forgotten theirs. */
export function choosePassword (): string {
  return randomBytes(9).toString('base64url')
}

/** A hash that no password matches. */
export const NOBODY = format(randomBytes(16), randomBytes(32))

export async function isPassword (password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = stored.split('$')
  return timingSafeEqual(
    await run(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) }),
    Buffer.from(hash, 'base64')
  )
}

async function run (
  password: string, salt: Buffer, costs: { N: number, r: number, p: number }
): Promise<Buffer> {
  if (limit.pendingCount >= MAX_WAITING) {
    throw httpError(503, 'Too many people are logging in right now. Try again in a moment.')
  }
  return await limit(() =>
    derive(password.normalize(), salt, 32, { ...costs, maxmem: 256 * costs.N * costs.r })
  )
}
