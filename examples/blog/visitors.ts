/** Who asks: `request.user` by the session's cookie, and the hooks that let only some in. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { httpError } from './errors.js'
import { createSession, findSessionUser } from './models/sessions.js'
import type { CommentRow, PostRow, UserRow } from './records.js'

declare module 'fastify' {
  interface FastifyRequest { user: UserRow | null }
}

const COOKIE = 'session'

export const visitors = fp(async function visitors (fastify) {
  fastify.decorateRequest('user', null)
  fastify.addHook('onRequest', async function findVisitor (request) {
    const token = sessionToken(request)
    if (token !== '') request.user = findSessionUser(fastify.db, token) ?? null
  })
})

export function sessionToken (request: FastifyRequest): string {
  return request.cookies[COOKIE] ?? ''
}

export function openSession (request: FastifyRequest, reply: FastifyReply, user: UserRow): void {
  const { token, expires } = createSession(request.server.db, user, request.headers['user-agent'])
  reply.setCookie(COOKIE, token, { expires })
}

export function closeSession (reply: FastifyReply): void {
  reply.clearCookie(COOKIE)
}

/** The path that a form or a link names in `to`, to go on with after logging in; never another site's. */
export function returnPath ({ body, query, urlFor }: FastifyRequest): string {
  const { to } = { ...query as object, ...body as object } as { to?: unknown }
  return typeof to === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(to) ? to : urlFor.rootPath()
}

/** These hooks come after the body is read, so that who must log in first loses no text. */
async function requireUser (request: FastifyRequest): Promise<void> {
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

/** A preHandler hook, when the record is loaded. */
async function requireOwner ({ user, record }: FastifyRequest): Promise<void> {
  if (!mayChange(user, record)) throw httpError(403, 'This belongs to somebody else.')
}

/** Guards of actions. */
export const byUser = { preValidation: requireUser }
export const byWriter = { preValidation: requireWriter }
export const byOwner = { preValidation: requireWriter, preHandler: requireOwner }

export function isWriter (user: UserRow | null): boolean {
  return user?.role === 'author' || user?.role === 'admin'
}

/** Whether it is theirs to change: the author's, and any admin's. */
export function mayChange (user: UserRow | null, { userId }: PostRow | CommentRow): boolean {
  return user !== null && (user.role === 'admin' || user.id === userId)
}
