/** The `id` of a row's own record: the path has it, so clients do not send it, unless the schema says so. */

import { isDeepStrictEqual } from 'node:util'
import { CHOICES, leadTo, mapNode, propertiesIn, readAlone, resolve, targetOf } from '../../schemas/index.js'
import type { Node, Schema } from '../../schemas/index.js'

/** Keywords of schemas of the record itself. */
const OF_RECORD = ['allOf', ...CHOICES]

/** By record, since a document knows by the copy that two registrations have the same. */
const copies = new WeakMap<Schema, Schema>()

/**
 * What clients send of a record: its `id` is `readOnly`, unless the schema has that mark itself. Other
 * records may send the `id` of this one, so it is a copy. Its references lead where those of the record do.
 */
export function withReadOnlyId (record: Node, read: (copy: Schema) => Node): Node {
  const ids = propertiesIn(record, OF_RECORD)
    .filter(([property, { schema }]) => property === 'id' && schema.readOnly === undefined)
    .map(([, node]) => node)
  if (ids.length === 0) return record
  /** Where the references of the copy lead. */
  const targets = new Map<Schema, Node>()

  const hasId = (node: Node): boolean =>
    propertiesIn(node, OF_RECORD).some(([, property]) => ids.includes(property))

  /** A schema for the record itself: those that it refers to are in place if they have the `id`. */
  function copyOfRecord (node: Node, around: readonly Node[]): Schema {
    const target = resolve(node)
    const inner = [...around, node]
    const copy = copyWith(node, (one, keyword) =>
      OF_RECORD.includes(keyword) ? copyOfRecord(one, inner) : copyInside(one))
    if (target === undefined || inner.includes(target) || !hasId(target)) return leading(copy, target)
    const { $ref, allOf = [], ...others } = copy
    return { ...others, allOf: [...allOf as Schema[], copyOfRecord(target, inner)] }
  }

  function copyInside (node: Node): Schema {
    const copy = copyWith(node, copyInside)
    return leading(ids.includes(node) ? { ...copy, readOnly: true } : copy, resolve(node))
  }

  function leading (copy: Schema, target: Node | undefined): Schema {
    if (target !== undefined) targets.set(copy, target)
    return copy
  }

  const copy = copyOfRecord(targetOf(record), [])
  const known = copies.get(record.schema)
  const isKnown = known !== undefined && isDeepStrictEqual(known, copy)
  if (!isKnown) copies.set(record.schema, copy)
  const sent = read(isKnown ? known : copy)
  for (const { at, schema } of readAlone(copy).document.nodes.values()) {
    const target = targets.get(schema)
    if (target !== undefined) leadTo(sent.document.nodes.get(at) as Node, target)
  }
  return sent
}

function copyWith (node: Node, change: (inner: Node, keyword: string) => Schema): Schema {
  const { $id, $anchor, definitions, $defs, ...copy } = mapNode(node, change)
  return copy
}
