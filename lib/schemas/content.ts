/** Fastify takes one schema for a part, or one by media type: `{ content: { 'text/csv': { schema } } }`. */

import { isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'

/** The schemas of a part by media type; none where it is one schema. */
export function contentOf (part: unknown): Array<[type: string, entry: Properties]> {
  const { content } = isPlainObject(part) ? part : {}
  return isPlainObject(content)
    ? Object.entries(content).filter((one): one is [string, Properties] => isPlainObject(one[1]))
    : []
}

/** A part with its schema changed, or that of each media type. */
export function mapContent (part: unknown, change: (schema: unknown) => unknown): unknown {
  const content = contentOf(part)
  if (content.length === 0) return change(part)
  const changed = content.map(([type, entry]) => [type, { ...entry, schema: change(entry.schema) }])
  return { ...part as object, content: Object.fromEntries(changed) }
}
