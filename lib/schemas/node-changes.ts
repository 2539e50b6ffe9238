/** What a copy of a schema says otherwise, by its purpose. */

import { isObject } from '../routes/objects.js'
import { TYPES, propertiesOf, requiredOf } from './documents.js'
import type { Node, Schema } from './documents.js'
import { hiddenNames, isBinary, kindsOf, partsOf } from './schema-facts.js'
import { directionOf } from './purposes.js'
import type { Direction, Purpose } from './purposes.js'

/** Keywords that only test the data: they are about what the client sent, so they stay as they are. */
const TESTS = ['if', 'not', 'contains', 'propertyNames']

/** The bytes of a file have a method, which is of no type, and which no client can send. */
const METHOD: Schema = { not: { anyOf: TYPES.map((type) => ({ type })) } }
const FILE: Schema = { type: 'object', required: ['subarray'], properties: { subarray: METHOD } }

type Change = (node: Node, copy: Schema, direction: Direction) => Schema

/** In their order. */
const CHANGES: Readonly<Record<Purpose, readonly Change[]>> = {
  whole: [],
  sent: [requireOthers, dropDefault, takeFiles],
  own: [takeFiles],
  seen: [requireOthers, leaveOut, withoutDefault, open],
  input: [requireOthers, leaveOut],
  output: [requireOthers, leaveOut]
}

/** What a reader needs otherwise, but for references. */
export function change (node: Node, copy: Schema, purpose: Purpose): Schema {
  if (isAsked(node)) return copy
  return CHANGES[purpose].reduce((changed, step) => step(node, changed, directionOf(purpose)), copy)
}

/** Whether a schema only tests the data. */
export function isAsked ({ parent, keyword }: Node): boolean {
  return TESTS.includes(keyword) || (parent !== undefined && isAsked(parent))
}

function isHidden (node: Node, direction: Direction): boolean {
  return node.keyword === 'properties' && !kindsOf(node).has(direction) && !isAsked(node)
}

/** Whether a copy leaves out a schema, or one around it. */
export function isLeftOut (node: Node, purpose: Purpose): boolean {
  if (!CHANGES[purpose].includes(leaveOut)) return false
  const { parent } = node
  return isHidden(node, directionOf(purpose)) || (parent !== undefined && isLeftOut(parent, purpose))
}

/** Hidden names are not required. */
function requireOthers (node: Node, copy: Schema, direction: Direction): Schema {
  const { required, dependencies } = node.schema
  if (required === undefined && dependencies === undefined) return copy
  const hidden = hiddenNames(node, direction)
  return hidden.length === 0 ? copy : requireSome(copy, (name) => !hidden.includes(name))
}

/** A copy that requires only some names. */
export function requireSome (schema: Schema, isKept: (name: string) => boolean): Schema {
  const { required, dependencies, ...copy } = schema
  const names = requiredOf({ schema }).filter(isKept)
  const kept = (one: unknown): unknown => Array.isArray(one) ? one.filter(isKept) : one
  return {
    ...copy,
    ...(names.length > 0 && { required: names }),
    ...(isObject(dependencies) && {
      dependencies: Object.fromEntries(Object.entries(dependencies).map(([name, one]) => [name, kept(one)]))
    })
  }
}

function leaveOut (node: Node, copy: Schema, direction: Direction): Schema {
  const hidden = propertiesOf(node).filter(([, property]) => isHidden(property, direction))
  if (hidden.length === 0) return copy
  const properties = without(copy.properties as Schema, hidden.map(([name]) => name))
  // What clients send is counted after its hidden properties are gone.
  return { ...without(copy, direction === 'seen' ? ['minProperties'] : []), properties }
}

/** A default would bring back a property that was removed. */
function dropDefault (node: Node, copy: Schema, direction: Direction): Schema {
  return isHidden(node, direction) ? without(copy, ['default']) : copy
}

/** An answer tells no value of a record that has none. */
function withoutDefault (_node: Node, copy: Schema): Schema {
  return 'default' in copy ? without(copy, ['default']) : copy
}

/** A file passes, and all else by the schema. */
function takeFiles (node: Node, copy: Schema): Schema {
  return isFileText(node) ? { if: FILE, else: copy } : copy
}

function isFileText ({ schema }: Node): boolean {
  return isBinary(schema) && [schema.type].flat().includes('string')
}

/** Whether a copy may have it at another place. */
export function isInFile ({ parent }: Node): boolean {
  return parent !== undefined && (isFileText(parent) || isInFile(parent))
}

/**
 * A serializer leaves out unknown names itself, and would find no member of a choice for them. It would write
 * an object that no schema describes without its properties.
 */
function open (node: Node, copy: Schema): Schema {
  const { additionalProperties, ...others } = copy
  if (isFreeForm(node)) return { ...copy, additionalProperties: true }
  return additionalProperties === false ? others : copy
}

function isFreeForm (node: Node): boolean {
  return node.schema.type === 'object' &&
    partsOf([node]).every(({ node: { schema } }) =>
      ['properties', 'patternProperties', 'additionalProperties'].every((keyword) => !(keyword in schema)))
}

export function without (schema: Schema, keywords: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}
