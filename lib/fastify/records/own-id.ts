/** The `id` of a row's own record: the path has it, so clients do not send it, unless the schema says so. */

import { isDeepStrictEqual } from 'node:util'
import { mapNode, propertiesIn, resolve, targetOf } from '../schemas/index.js'
import type { Node, Schema } from '../schemas/index.js'

/** By record, since a document knows by the copy that two registrations have the same. */
const copies = new WeakMap<Schema, Schema>()

/**
 * What clients send of a record: its `id` is `readOnly`, unless the schema has that mark itself. Other
 * records may send the `id` of this one, so it is a copy, which refers to the schemas around it by name.
 */
export function withReadOnlyId (record: Node): Schema {
  const ids = propertiesIn(record, ['allOf'])
    .filter(([property, { schema }]) => property === 'id' && schema.readOnly === undefined)
    .map(([, node]) => node)
  if (ids.length === 0) return record.schema

  const hasId = (node: Node): boolean =>
    propertiesIn(node, ['allOf']).some(([, property]) => ids.includes(property))

  /** A schema for the record itself: those that it refers to are in place if they have the `id`. */
  function copyOfRecord (node: Node, around: readonly Node[]): Schema {
    const target = resolve(node)
    const inner = [...around, node]
    const copy = copyWith(node, (one, keyword) =>
      keyword === 'allOf' ? copyOfRecord(one, inner) : copyInside(one))
    if (target === undefined || inner.includes(target) || !hasId(target)) return copy
    const { $ref, allOf = [], ...others } = copy
    return { ...others, allOf: [...allOf as Schema[], copyOfRecord(target, inner)] }
  }

  function copyInside (node: Node): Schema {
    const copy = copyWith(node, copyInside)
    return ids.includes(node) ? { ...copy, readOnly: true } : copy
  }

  const copy = copyOfRecord(targetOf(record), [])
  const known = copies.get(record.schema)
  if (known !== undefined && isDeepStrictEqual(known, copy)) return known
  copies.set(record.schema, copy)
  return copy
}

/** Its references are absolute. */
function copyWith (node: Node, change: (inner: Node, keyword: string) => Schema): Schema {
  const { $id, definitions, $defs, ...copy } = mapNode(node, change)
  const { $ref } = copy
  const isLocal = typeof $ref === 'string' && $ref.startsWith('#')
  return isLocal ? { ...copy, $ref: node.document.name + $ref } : copy
}
