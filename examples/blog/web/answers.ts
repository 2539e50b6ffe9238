/** The answers of actions: a page or JSON. After a write: a redirect with a message, or the record. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { List, NewSession, UserRow } from '../models/index.js'
import { rowOf, showPage } from './pages.js'
import { openSession, returnPath } from './visitors.js'

const nothing = () => ({})

/**
 * A browser gets the page of the action, with the record under its name and with what `page` finds, or a
 * redirect.
 */
export async function answer<R extends object> (
  reply: FastifyReply, record: R, page: string | (() => object) = nothing
) {
  const { action, resource: { singular } } = rowOf(reply.request)
  const html = async () =>
    typeof page === 'string'
      ? reply.redirect(page, 303)
      : await showPage(reply, action, { [singular]: record, ...page() })
  return await reply.respondTo({ html, json: () => record })
}

/** The header Link names the next and the previous page; X-Total-Count is the number of all records. */
export async function answerList<T> (
  reply: FastifyReply, list: List<T>, toAtom?: (request: FastifyRequest, items: readonly T[]) => string
) {
  const link = (rel: string, query?: object) =>
    query === undefined ? [] : [`<?${new URLSearchParams(Object.entries(query)).toString()}>; rel="${rel}"`]
  const links = [...link('next', list.older), ...link('prev', list.newer)]
  if (links.length > 0) reply.header('link', links.join(', '))
  const items = () => {
    reply.header('x-total-count', list.count())
    return list.items
  }
  const atom = toAtom && { atom: () => toAtom(reply.request, list.items) }
  return await reply.respondTo({ html: () => showPage(reply, 'index', { list }), json: items, ...atom })
}

/** A browser goes to the page of the record, unless there is another path. */
export async function answerSaved<R extends { id: number }> (
  reply: FastifyReply, record: R, message: string, path?: string
) {
  const { action, controller } = rowOf(reply.request)
  const place =
    path ?? reply.request.urlFor({ controller: controller as 'posts', action: 'show', id: record.id })
  if (action === 'create') reply.code(201).header('location', place)
  return await reply.respondTo({ html: () => redirectWith(reply, message, place), json: () => record })
}

/** Gives the session to the browser, and leads to the page that the visitor came from. */
export async function answerLoggedIn (
  reply: FastifyReply, user: UserRow, session: NewSession, message: string
) {
  openSession(reply.request, reply, session)
  return await answerSaved(reply, user, message, returnPath(reply.request))
}

export async function answerDeleted (reply: FastifyReply, message: string, path: string) {
  const nothing = () => reply.code(204).send()
  return await reply.respondTo({ html: () => redirectWith(reply, message, path), json: nothing })
}

/** With 303 the browser sends a GET, whatever the method was. */
function redirectWith (reply: FastifyReply, message: string, path: string): FastifyReply {
  if (message !== '') reply.flash(message)
  return reply.redirect(path, 303)
}
