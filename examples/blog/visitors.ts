/** Who asks: `request.user` by the session's cookie, and the hooks that let only some in. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { findSessionUser } from './models/users.js'
import type { Session } from './models/users.js'
import type { CommentRow, PostRow, UserRow } from './records.js'

declare module 'fastify' {
  interface FastifyRequest { user: UserRow | null }
}

const COOKIE = 'session'

export const visitors = fp(async function visitors (fastify) {
  fastify.decorateRequest('user', null)
  fastify.addHook('onRequest', async function findVisitor (request) {
    const token = sessionToken(request)
    if (token !== '') request.user = await findSessionUser(fastify.db, token) ?? null
  })
})

export function sessionToken (request: FastifyRequest): string {
  return request.cookies[COOKIE] ?? ''
}

export function openSession (request: FastifyRequest, reply: FastifyReply, { token, expiresAt }: Session): void {
  reply.setCookie(COOKIE, token, { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https', expires: new Date(expiresAt * 1000) })
}

export function closeSession (reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { path: '/' })
}

/** An onRequest hook of what needs somebody who is logged in. */
export async function requireUser (request: FastifyRequest): Promise<void> {
  if (request.user === null) throw httpError(401, 'Log in first.')
}

export async function requireWriter (request: FastifyRequest): Promise<void> {
  await requireUser(request)
  if (!isWriter(request.user)) throw httpError(403, 'Only authors may do that.')
}

export async function requireAdmin (request: FastifyRequest): Promise<void> {
  await requireUser(request)
  if (request.user?.role !== 'admin') throw httpError(403, 'Only admins may do that.')
}

export function isWriter (user: UserRow | null): boolean {
  return user?.role === 'author' || user?.role === 'admin'
}

/** Whether it is theirs to change: the author's, and any admin's. */
export function mayChange (user: UserRow | null, { userId }: PostRow | CommentRow): boolean {
  return user !== null && (user.role === 'admin' || user.id === userId)
}

export function httpError (statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode })
}
