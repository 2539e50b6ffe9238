/** Passwords as scrypt hashes. Each has its salt and costs, so the costs may rise later. */

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

// 32 MB and about a tenth of a second, as OWASP's password storage cheat sheet recommends.
export const COSTS = { N: 2 ** 15, r: 8, p: 3 }

export async function hashPassword (password: string): Promise<string> {
  const salt = randomBytes(16)
  return format(salt, await hash(password, salt, COSTS))
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
  const [, N, r, p, salt = '', right = ''] = stored.split('$')
  const costs = { N: Number(N), r: Number(r), p: Number(p) }
  const found = await hash(password, Buffer.from(salt, 'base64'), costs)
  return timingSafeEqual(found, Buffer.from(right, 'base64'))
}

async function hash (password: string, salt: Buffer, costs: typeof COSTS): Promise<Buffer> {
  return await derive(password.normalize(), salt, 32, { ...costs, maxmem: 256 * costs.N * costs.r })
}
