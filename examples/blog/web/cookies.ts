/** Cookies that only the blog can have made. The signature holds for the name too. */

import type { FastifyReply, FastifyRequest } from 'fastify'

interface CookieOptions {
  /** In seconds. Default: until the browser ends. */
  readonly maxAge?: number
}

export const YEAR = 365 * 24 * 60 * 60

export function setSigned (
  reply: FastifyReply, name: string, value: string, options: CookieOptions = {}
): void {
  reply.setCookie(name, `${name} ${value}`, { signed: true, ...options })
}

/** Undefined if there is no such cookie, or if its value is that of another one. */
export function readSigned ({ cookies, unsignCookie }: FastifyRequest, name: string): string | undefined {
  const { value } = unsignCookie(cookies[name] ?? '')
  return value?.startsWith(`${name} `) === true ? value.slice(name.length + 1) : undefined
}
