/** Visitors: `request.user` and `request.token`, by the cookie of the session. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isUnavailable } from '../models/errors.js'
import type { UserRow } from '../models/records.js'
import { isRead } from './etags.js'
import { rememberBrowser } from './limits.js'
import { deleteSession, deleteSessions, findSessionUser, type NewSession } from '../models/sessions.js'

declare module 'fastify' {
  interface FastifyRequest { user: UserRow | null, token: string }
}

export const COOKIE = 'session'

export const visitors = fp(async function visitors (fastify) {
  fastify.decorateRequest('user', null)
  fastify.decorateRequest('token', '')
  fastify.addHook('onRequest', async function keepPrivate (request, reply) {
    if (request.server.isShared) return
    try {
      await findVisitor(request)
    } catch (error) {
      // The guards ask again when the body is there, so the page of the error has what was written.
      if (!isUnavailable(error) || isRead(request)) throw error
    }
    // No cache keeps a private page. Browsers ask for all others again, by ETag.
    reply.header('cache-control', request.user === null ? 'no-cache' : 'no-store').header('vary', 'cookie')
  })
})

export async function findVisitor (request: FastifyRequest): Promise<void> {
  request.token = request.cookies[COOKIE] ?? ''
  const { db } = request.server
  request.user = request.token === '' ? null : await findSessionUser(db, request.token) ?? null
}

export async function openSession (
  request: FastifyRequest, reply: FastifyReply, { email }: UserRow, { token, expires }: NewSession
): Promise<void> {
  // The browser forgets the one that it had.
  await deleteSession(request.server.db, request.token)
  reply.setCookie(COOKIE, token, { expires })
  rememberBrowser(request, reply, email)
}

/**
 * Ends the session of this browser, or all sessions of the user if the form says `everywhere`. Returns
 * whether it does.
 */
export async function closeSession (
  { body, server: { db }, token, user }: FastifyRequest, reply: FastifyReply
): Promise<boolean> {
  const isEverywhere = Object(body).everywhere !== undefined
  if (isEverywhere && user !== null) await deleteSessions(db, user)
  await deleteSession(db, token)
  reply.clearCookie(COOKIE)
  return isEverywhere
}

/** The path in `to`, which a form or a link names for the page after log-in; never one of another site. */
export function returnPath ({ body, query, urlFor }: FastifyRequest): string {
  const { to } = { ...query as object, ...body as object } as { to?: unknown }
  return typeof to === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(to) ? to : urlFor.rootPath()
}
