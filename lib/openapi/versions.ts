/** Schemas in the words of a document's version: records have those of draft-07, which no version knows. */

import { isObject } from '../routes/objects.js'
import { createReader, mapNode } from '../schemas/index.js'
import type { Node, Schema } from '../schemas/index.js'
import { mapObjects, mapValues, schemasOf } from './references.js'

/** A copy of the document. Components are schemas, and what has the key `schema` elsewhere. */
export function inWordsOfVersion (document: Schema): Schema {
  const read = createReader(() => undefined)
  const rewrite = String(document.openapi).startsWith('3.0') ? rewriteEarly : rewriteLater
  const rewritten = (schema: unknown): Schema => rewrite(read(schema as Schema))
  const components = { ...document.components as object, schemas: mapValues(schemasOf(document), rewritten) }
  return mapObjects({ ...document, components }, (object) =>
    isObject(object.schema) ? { ...object, schema: rewritten(object.schema) } : object
  ) as Schema
}

/** OpenAPI 3.0 knows fewer keywords, no tuples, and the exclusive bounds of draft 04. Its `enum` has null. */
function rewriteEarly (node: Node): Schema {
  const { propertyNames, contentMediaType, ...copy } = mapNode(node, rewriteEarly)
  return {
    ...earlyTuple(copy),
    ...(copy.nullable === true && Array.isArray(copy.enum) && { enum: [...new Set([...copy.enum, null])] }),
    ...earlyBound(copy, 'minimum', 'exclusiveMinimum'),
    ...earlyBound(copy, 'maximum', 'exclusiveMaximum')
  }
}

function earlyTuple ({ additionalItems: rest, ...schema }: Schema): Schema {
  const { items } = schema
  if (!Array.isArray(items)) return schema
  if (rest === false) return { maxItems: items.length, ...schema, items: { anyOf: items } }
  return { ...schema, items: isObject(rest) ? { anyOf: [...items as unknown[], rest] } : {} }
}

function earlyBound (schema: Schema, word: 'minimum' | 'maximum', exclusiveWord: string): Schema {
  const { [word]: bound, [exclusiveWord]: exclusive } = schema
  if (typeof exclusive !== 'number') return {}
  const isTighter = typeof bound === 'number' && (word === 'minimum' ? bound > exclusive : bound < exclusive)
  return { [word]: isTighter ? bound : exclusive, [exclusiveWord]: !isTighter }
}

function rewriteLater (node: Node): Schema {
  const { additionalItems, ...schema } = mapNode(node, rewriteLater)
  const { items, ...others } = schema
  if (!Array.isArray(items)) return schema
  return { ...others, prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
}
