/** Answers as XML, and posts as an Atom feed. */

import { XMLBuilder } from 'fast-xml-parser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { renderMarkdown } from './markdown.js'
import type { PostRow } from '../models/records.js'

const builder = new XMLBuilder({ format: true, ignoreAttributes: false, attributeNamePrefix: '@' })

// Characters that are invalid in XML.
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function build (value: object): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(value).replace(NO_XML, '\ufffd')}`
}

/** The properties of the record's schema, as in JSON: `<post>`, or `<posts>` with several. */
export function toXml (reply: FastifyReply, value: object): string {
  const { plural, singular } = reply.request.routeOptions.config.resource?.resource ?? { plural: 'list', singular: 'item' }
  const payload: unknown = JSON.parse(String(reply.serialize(value)))
  return build(Array.isArray(payload) ? { [plural]: { [singular]: payload } } : { [reply.statusCode < 400 ? singular : 'error']: payload })
}

export function toAtom ({ server: { site }, urlFor, url }: FastifyRequest, posts: readonly PostRow[]): string {
  const self = new URL(url, urlFor.rootUrl()).href
  return build({
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      '@xml:lang': site.language,
      title: site.name,
      ...site.description !== '' && { subtitle: site.description },
      id: urlFor.rootUrl(),
      link: [{ '@href': urlFor.rootUrl() }, { '@rel': 'self', '@href': self }],
      updated: posts.map(({ updatedAt }) => updatedAt).sort().at(-1) ?? new Date(0).toISOString(),
      entry: posts.map((post) => ({
        title: post.title,
        id: urlFor.postUrl(post),
        link: { '@href': urlFor.postUrl(post) },
        published: post.publishedAt ?? post.createdAt,
        updated: post.updatedAt,
        author: { name: post.author },
        content: { '@type': 'html', '#text': renderMarkdown(post.text) }
      }))
    }
  })
}
