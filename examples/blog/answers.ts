/** The answers of actions: a page, JSON or XML. After a write: a redirect with a message, or the record. */

import type { FastifyReply } from 'fastify'
import type { List } from './models/lists.js'
import { rowOf, showPage } from './pages.js'
import { toXml } from './xml.js'

/** A browser gets the page of the action, with the record under its name and with `page`, or a redirect. */
export async function answer<R extends object> (reply: FastifyReply, record: R, page: object | string = {}) {
  const { action, resource: { singular } } = rowOf(reply.request)
  const html = () => typeof page === 'string' ? reply.redirect(page, 303) : showPage(reply, action, { [singular]: record, ...page })
  return await reply.respondTo({ html, json: () => record, xml: () => toXml(reply, record) })
}

/** The header Link names the next and the previous page; X-Total-Count is the number of all records. */
export async function answerList<T> (reply: FastifyReply, list: List<T>, more: { atom?: () => string } = {}) {
  const link = (rel: string, query?: object) => query === undefined ? [] : [`<?${new URLSearchParams(Object.entries(query)).toString()}>; rel="${rel}"`]
  const links = [...link('next', list.older), ...link('prev', list.newer)]
  if (links.length > 0) reply.header('link', links.join(', '))
  const items = () => {
    reply.header('x-total-count', list.count())
    return list.items
  }
  return await reply.respondTo({ html: () => showPage(reply, 'index', { list }), json: items, xml: () => toXml(reply, items()), ...more })
}

/** `path` shows the record: a path, or the helper that makes it from the record. */
export async function answerSaved<R extends object> (reply: FastifyReply, record: R, path: string | ((record: R) => string), message: string) {
  const place = typeof path === 'string' ? path : path(record)
  if (rowOf(reply.request).action === 'create') reply.code(201).header('location', place)
  return await reply.respondTo({ html: () => redirectWith(reply, place, message), json: () => record, xml: () => toXml(reply, record) })
}

export async function answerDeleted (reply: FastifyReply, path: string, message: string) {
  const nothing = () => reply.code(204).send()
  return await reply.respondTo({ html: () => redirectWith(reply, path, message), json: nothing, xml: nothing })
}

/** With 303 the browser sends a GET, whatever the method was. */
function redirectWith (reply: FastifyReply, path: string, message: string): FastifyReply {
  reply.flash(message)
  return reply.redirect(path, 303)
}
