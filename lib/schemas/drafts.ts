/** JSON Schemas of later drafts: their tuples in the words of draft-07, which serializers read. */

import { mapNode, readAlone } from './documents.js'
import type { Node, Schema } from './documents.js'

const LATER_DRAFT = /\/draft\/20(?:19-09|20-12)\/schema#?$/

export function isLaterDraft ({ $schema }: Schema): boolean {
  return typeof $schema === 'string' && LATER_DRAFT.test($schema)
}

/** A copy whose tuples are `items` and `additionalItems`. It keeps `$schema`, which selects the validator. */
export function rewriteTuples (schema: Schema): Schema {
  return rewrite(readAlone(schema))
}

function rewrite (node: Node): Schema {
  const { prefixItems, items, ...copy } = mapNode(node, rewrite)
  if (typeof copy.$ref === 'string') copy.$ref = copy.$ref.replaceAll('/prefixItems/', '/items/')
  if (prefixItems === undefined) return items === undefined ? copy : { ...copy, items }
  return { ...copy, items: prefixItems, ...(items !== undefined && { additionalItems: items }) }
}
