/** Visitors: `request.user` by the cookie of the session, and the guards of actions. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { httpError } from './errors.js'
import { createSession, deleteSession, deleteSessions, findSessionUser } from './models/sessions.js'
import type { CommentRow, PostRow, UserRow } from './records.js'

declare module 'fastify' {
  interface FastifyRequest { user: UserRow | null }
}

const COOKIE = 'session'

export const visitors = fp(async function visitors (fastify) {
  fastify.decorateRequest('user', null)
  fastify.addHook('onRequest', findVisitor)
})

async function findVisitor (request: FastifyRequest): Promise<void> {
  const token = sessionToken(request)
  request.user = token === '' ? null : findSessionUser(request.server.db, token) ?? null
}

export function sessionToken (request: FastifyRequest): string {
  return request.cookies[COOKIE] ?? ''
}

export function openSession (request: FastifyRequest, reply: FastifyReply, user: UserRow): void {
  const { token, expires } = createSession(request.server.db, user, request.headers['user-agent'])
  reply.setCookie(COOKIE, token, { expires })
}

/** Ends the session of this browser, or all sessions of the user. */
export function closeSession (request: FastifyRequest, reply: FastifyReply, isEverywhere: boolean): void {
  if (isEverywhere && request.user !== null) deleteSessions(request.server.db, request.user)
  deleteSession(request.server.db, sessionToken(request))
  reply.clearCookie(COOKIE)
}

/** The path in `to`, which a form or a link names for the page after log-in; never one of another site. */
export function returnPath ({ body, query, urlFor }: FastifyRequest): string {
  const { to } = { ...query as object, ...body as object } as { to?: unknown }
  return typeof to === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(to) ? to : urlFor.rootPath()
}

/** These hooks run after the body is read, so nobody loses text by logging in first. The session may have ended by then. */
async function requireUser (request: FastifyRequest): Promise<void> {
  await findVisitor(request)
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
  if (!mayChange(user, record) && !mayChange(user, parents.post)) throw httpError(403, 'This comment is another reader\'s.')
}

async function requirePublished ({ parents }: FastifyRequest): Promise<void> {
  if (parents.post.published !== true) throw httpError(409, 'A draft takes no comments.')
}

/** Keeps at least one admin. */
export async function requireAnother ({ user, record }: FastifyRequest): Promise<void> {
  if (record.id === user?.id) throw httpError(409, 'This is your own account: another admin may change its role or delete it.')
}

async function leadToAccount ({ user, urlFor }: FastifyRequest, reply: FastifyReply) {
  if (user !== null) return reply.redirect(urlFor.accountPath(), 303)
}

/** Guards of actions. */
export const byStranger = { preHandler: leadToAccount }
export const byUser = { preValidation: requireUser }
export const byWriter = { preValidation: requireWriter }
export const byOwner = { preValidation: requireWriter, preHandler: requireOwner }
export const byCommenter = { preValidation: requireUser, preHandler: requirePublished }
export const byModerator = { preValidation: requireUser, preHandler: requireModerator }
export const byAnother = { preHandler: requireAnother }

export function isWriter (user: UserRow | null): boolean {
  return user?.role === 'author' || user?.role === 'admin'
}

/** Whether the user may change it: the author, and any admin. */
export function mayChange (user: UserRow | null, { userId }: PostRow | CommentRow): boolean {
  return user !== null && (user.role === 'admin' || user.id === userId)
}
