/** What actions answer with: pages, JSON or XML; after a write a redirect with a message, or the record. */

import type { FastifyReply } from 'fastify'
import type { List } from './models/lists.js'
import { toXml } from './xml.js'

type Page = () => Promise<string> | FastifyReply

export async function answer<R extends object> (reply: FastifyReply, record: R, page: Page) {
  return await reply.respondTo({ html: page, json: () => record, xml: () => toXml(reply, record) })
}

/** The header Link names the pages beside it, X-Total-Count says how many there are in all. */
export async function answerList<T> (reply: FastifyReply, list: List<T>, page: Page, more: { atom?: () => string } = {}) {
  const { query } = reply.request
  const links = ([['next', list.older], ['prev', list.newer]] as const).flatMap(([rel, range]) => range === undefined
    ? []
    : [`<?${new URLSearchParams({ ...'q' in (query as object) && { q: String((query as { q: unknown }).q) }, ...Object.fromEntries(Object.entries(range).map(([name, id]) => [name, String(id)])) }).toString()}>; rel="${rel}"`])
  if (links.length > 0) reply.header('link', links.join(', '))
  const items = () => {
    reply.header('x-total-count', list.count())
    return list.items
  }
  return await reply.respondTo({ html: page, json: items, xml: () => toXml(reply, items()), ...more })
}

/** `path` is where the record is shown. */
export async function answerSaved<R extends object> (reply: FastifyReply, record: R, path: string, message: string) {
  if (reply.request.routeOptions.config.resource?.action === 'create') reply.code(201).header('location', path)
  return await answer(reply, record, () => redirectWith(reply, path, message))
}

export async function answerDeleted (reply: FastifyReply, path: string, message: string) {
  const nothing = () => reply.code(204).send()
  return await reply.respondTo({ html: () => redirectWith(reply, path, message), json: nothing, xml: nothing })
}

/** 303: the browser gets the next page, whatever the method was. */
function redirectWith (reply: FastifyReply, path: string, message: string): FastifyReply {
  reply.flash(message)
  return reply.redirect(path, 303)
}
