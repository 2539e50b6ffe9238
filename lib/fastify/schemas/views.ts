/** What documents tell of schemas: the properties that go in a direction, and whether there are others. */

import { isObject } from '../../routes/objects.js'
import { CHOICES, SAME_VALUE, mapNode, membersOf, propertiesOf, requiredOf, resolve } from './documents.js'
import type { Node, Schema } from './documents.js'
import { isEndless } from './endless.js'
import { kindsOf } from './facts.js'
import { PURPOSES } from './purposes.js'
import type { Direction, Purpose } from './purposes.js'

/** An object that one of these describes may have further properties. */
const OPEN = ['$ref', 'additionalProperties', 'patternProperties', 'unevaluatedProperties', ...SAME_VALUE]

/** In-place applicators that apply under a condition. */
const CONDITIONAL = SAME_VALUE.filter((keyword) => keyword !== 'allOf' && !CHOICES.includes(keyword))

/** Keywords that only test the data: they are about what the client sent, so they stay as they are. */
const TESTS = ['if', 'not', 'contains', 'propertyNames']

/** Whether a schema only tests the data. */
export function isAsked ({ parent, keyword }: Node): boolean {
  return TESTS.includes(keyword) || (parent !== undefined && isAsked(parent))
}

/** What a document tells of a schema. */
export function told (node: Node, copy: Schema, purpose: Purpose): Schema {
  const { direction } = PURPOSES[purpose]
  const hidden = propertiesOf(node).filter(([, property]) => isHidden(property, direction))
  const isThinned = requiredOf(node).length > 0 && requiredOf({ schema: copy }).length === 0
  // What clients send is counted after its hidden properties are gone.
  const isShorter = direction === 'seen' && hidden.length > 0
  return {
    ...without(copy, [...isThinned ? ['required'] : [], ...isShorter ? ['minProperties'] : []]),
    ...(hidden.length > 0 && {
      properties: without(copy.properties as Schema, hidden.map(([name]) => name))
    }),
    ...(purpose === 'closed' && isClosable(node) && { additionalProperties: false })
  }
}

function isHidden (node: Node, direction: Direction): boolean {
  return node.keyword === 'properties' && !kindsOf(node).has(direction) && !isAsked(node)
}

/** Whether a copy leaves out a schema, or one around it. A validator reads what a client has not sent too. */
export function isLeftOut (node: Node, purpose: Purpose): boolean {
  const { direction } = PURPOSES[purpose]
  if (purpose === 'sent' || purpose === 'own') return false
  const { parent } = node
  return isHidden(node, direction) || (parent !== undefined && isLeftOut(parent, purpose))
}

/** A reference to a part of an object leads to an open schema. */
export function purposeOfTarget<P extends Purpose> (node: Node, purpose: P): P | 'input' {
  const isOpen = purpose === 'closed' && (isPart(node) || isObject(node.schema.properties))
  return isOpen ? 'input' : purpose
}

function isClosable (node: Node): boolean {
  const { schema } = node
  return isObject(schema.properties) && !OPEN.some((keyword) => keyword in schema) && !isPart(node)
}

/** Whether several schemas describe an object: then none of them names all of its properties. */
function isPart (node: Node): boolean {
  const { parent, keyword } = node
  if (parent === undefined) return false
  if (!CHOICES.includes(keyword)) return keyword === 'allOf' || isConditional(node)
  const objects = membersOf(parent, keyword).filter((member) => kindsOf(member).has('object'))
  return isPart(parent) || isObject(parent.schema.properties) || objects.length > 1
}

/** Whether a condition refines what other schemas describe. */
function isConditional ({ parent, keyword }: Node): boolean {
  return CONDITIONAL.includes(keyword) || (parent !== undefined && isConditional(parent))
}

/**
 * A copy with the targets of its local references in their places, and `{}` where one contains itself.
 * Without such references, or with too many, the schema itself.
 */
export function expandLocal (node: Node): Schema {
  const expand = (inner: Node, around: readonly Node[]): Schema => {
    const target = resolve(inner)
    if (target?.document === node.document) {
      return around.includes(target) ? {} : expand(target, [...around, target])
    }
    const { $id, definitions, $defs, ...copy } = mapNode(inner, (member) => expand(member, around))
    return copy
  }
  const isLocal = [...node.document.nodes.values()].some(
    (inner) => resolve(inner)?.document === node.document
  )
  return isLocal && !isEndless(node) ? expand(node, [node]) : node.schema
}

export function without (schema: Schema, keywords: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}
