/** JSON Schemas of draft 2020-12 in the words of draft-07, which Fastify's own validator reads. */

import { createReader, mapNode } from './documents.js'
import type { Node, Schema } from './documents.js'

const LATER_DRAFT = /\/draft\/20(?:19-09|20-12)\/schema#?$/

/** Keywords that draft-07 cannot say. */
const LATER_KEYWORDS = [
  'unevaluatedProperties', 'unevaluatedItems', 'minContains', 'maxContains',
  '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor'
]

export function isLaterDraft ({ $schema }: Schema): boolean {
  return typeof $schema === 'string' && LATER_DRAFT.test($schema)
}

/** A copy in draft-07, and the faults of what has no counterpart there. */
export function toDraft07 (schema: Schema): { readonly schema: Schema, readonly faults: readonly string[] } {
  const root = createReader(() => undefined)(schema)
  const faults: string[] = []
  for (const { at, schema: inner } of root.document.nodes.values()) {
    const words = LATER_KEYWORDS.filter((keyword) => keyword in inner)
    // The place in a list of items has another name.
    if (String(inner.$ref).includes('/prefixItems/')) words.push('$ref')
    for (const word of words) {
      faults.push(`${at}/${word}: Fastify's validator reads draft-07, which cannot say this; ` +
        'write it in other words, or set a validatorCompiler that reads draft 2020-12')
    }
  }
  return { schema: rewrite(root), faults }
}

function rewrite (node: Node): Schema {
  const { $schema, prefixItems, dependentRequired, dependentSchemas, ...copy } = mapNode(node, rewrite)
  const { items, ...others } = copy
  const tuple =
    prefixItems === undefined
      ? copy
      : { ...others, items: prefixItems, ...(items !== undefined && { additionalItems: items }) }
  if (dependentRequired === undefined && dependentSchemas === undefined) return tuple
  return {
    ...tuple,
    dependencies: dependenciesOf((dependentRequired as Schema) ?? {}, (dependentSchemas as Schema) ?? {})
  }
}

/** One name may have both: draft-07 takes a list of names, or a schema. */
function dependenciesOf (required: Schema, schemas: Schema): Schema {
  const both = Object.entries(schemas).map(([name, schema]) =>
    [name, name in required ? { allOf: [{ required: required[name] }, schema] } : schema] as const)
  return { ...required, ...Object.fromEntries(both) }
}
