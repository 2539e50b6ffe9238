/** Records as XML: what their schemas have, as in JSON answers. */

import { XMLBuilder } from 'fast-xml-parser'
import type { TObject } from '@fastify/type-provider-typebox'

const builder = new XMLBuilder({ format: true })

export function toXml (name: string, record: object, schema: TObject): string {
  return build({ [name]: shown(record, schema) })
}

/** `listToXml({ posts: 'post' }, posts, Post)` is a `<posts>` of `<post>`s. */
export function listToXml (names: Readonly<Record<string, string>>, records: readonly object[], schema: TObject): string {
  return build(Object.fromEntries(Object.entries(names).map(([plural, singular]) => [plural, { [singular]: records.map((record) => shown(record, schema)) }])))
}

function build (value: object): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${String(builder.build(value))}`
}

function shown (record: object, { properties }: TObject): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => properties[name] !== undefined && !('writeOnly' in properties[name])))
}
