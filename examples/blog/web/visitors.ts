/** Visitors: `request.user` and `request.token`, by the cookie of the session. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { UserRow } from '../models/records.js'
import { deleteSession, findSessionUser, type NewSession } from '../models/sessions.js'

declare module 'fastify' {
  interface FastifyRequest { user: UserRow | null, token: string }
}

export const COOKIE = 'session'

export const visitors = fp(async function visitors (fastify) {
  fastify.decorateRequest('user', null)
  fastify.decorateRequest('token', '')
  fastify.addHook('onRequest', async function keepPrivate (request, reply) {
    // Assets, documents and `/health` are the same for all.
    if (request.routeOptions.config.resource === undefined && !request.is404) return
    findVisitor(request)
    // No cache keeps a private page. Browsers ask for all others again.
    reply.header('cache-control', request.user === null ? 'no-cache' : 'no-store').header('vary', 'cookie')
  })
})

export function findVisitor (request: FastifyRequest): void {
  request.token = request.cookies[COOKIE] ?? ''
  request.user = request.token === '' ? null : findSessionUser(request.server.db, request.token) ?? null
}

export function openSession (
  { server, token: old }: FastifyRequest, reply: FastifyReply, { token, expires }: NewSession
): void {
  // The browser forgets the one that it had.
  deleteSession(server.db, old)
  reply.setCookie(COOKIE, token, { expires })
}

export function closeSession ({ server, token }: FastifyRequest, reply: FastifyReply): void {
  deleteSession(server.db, token)
  reply.clearCookie(COOKIE)
}

/** The path in `to`, which a form or a link names for the page after log-in; never one of another site. */
export function returnPath ({ body, query, urlFor }: FastifyRequest): string {
  const { to } = { ...query as object, ...body as object } as { to?: unknown }
  return typeof to === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(to) ? to : urlFor.rootPath()
}

/** Whether it is a GET, or asks for the headers of one. */
export function isRead ({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}
