/** Posts as an Atom feed. */

import { XMLBuilder } from 'fast-xml-parser'
import type { FastifyRequest } from 'fastify'
import { renderMarkdown } from './markdown.js'
import type { PostRow } from '../models/records.js'

const builder = new XMLBuilder({ format: true, ignoreAttributes: false, attributeNamePrefix: '@' })

// Characters that are invalid in XML.
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export function toAtom (
  { server: { site }, urlFor, url }: FastifyRequest, posts: readonly PostRow[]
): string {
  const self = new URL(url, urlFor.rootUrl()).href
  const feed = builder.build({
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      title: site.name,
      id: urlFor.rootUrl(),
      link: [{ '@href': urlFor.rootUrl() }, { '@rel': 'self', '@href': self }],
      updated:
        posts
          .map(({ updatedAt }) => updatedAt)
          .sort()
          .at(-1) ?? new Date(0).toISOString(),
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
  return `<?xml version="1.0" encoding="UTF-8"?>\n${feed.replace(NO_XML, '\ufffd')}`
}
