/** The bare structure of what Valibot takes: types, names and items, but of no value that it converts. */

import { isObject } from '../routes/objects.js'
import { mapNode, propertiesOf, readAlone, requiredOf } from './documents.js'
import type { Node, Schema } from './documents.js'
import { kindsOf } from './schema-facts.js'
import type { StandardSchema } from './standard.js'

/** Keywords of structure. */
const STRUCTURE: readonly string[] = [
  'type', 'properties', 'items', 'additionalItems', 'additionalProperties', 'allOf', 'anyOf', '$ref',
  'definitions', '$defs'
]

/** The beginning of names of definitions that are anything. */
const ANYTHING = 'anything-'

/** A schema of Valibot, or a part of one. */
type ValibotPart = Readonly<Record<string, unknown>>

/** Its JSON Schema tells of no fallback, so each schema with one is a definition, and that is anything. */
function readLoose (schema: StandardSchema): Schema {
  const { jsonSchema } = schema['~standard'] as Required<StandardSchema['~standard']>
  const read = (options: object): Schema =>
    jsonSchema.input({ target: 'draft-07', libraryOptions: { errorMode: 'ignore', ...options } })
  const reached = new Set<ValibotPart>()
  const loose = new Set<ValibotPart>()
  read({
    overrideSchema ({ valibotSchema }: { readonly valibotSchema: ValibotPart }) { reached.add(valibotSchema) }
  })
  for (const part of reached) {
    const { kind, getter, ...others } = part
    if (kind === 'schema' && 'fallback' in part) loose.add(part)
    for (const inner of Object.values(others).flat()) if (isObject(inner)) reached.add(inner)
    if (typeof getter !== 'function') continue
    const inner = getter(undefined) as ValibotPart
    // It makes another one each time, whose parts would be unknown.
    if (inner === getter(undefined)) reached.add(inner)
    else loose.add(part)
  }
  const definitions = Object.fromEntries([...loose].map((part, index) => [`${ANYTHING}${index}`, part]))
  const { $defs = {}, ...whole } = read({ definitions })
  const entries = Object.entries($defs as Schema)
    .map(([name, definition]) => [name, name in definitions ? {} : definition])
  return { ...whole, $defs: Object.fromEntries(entries) }
}

export function structureOf (schema: StandardSchema): Schema {
  return bareOf(readAlone(readLoose(schema)))
}

function bareOf (node: Node): Schema {
  const { oneOf, ...copy } = mapNode(node, bareOf)
  // Members of one choice may differ in more than their structure.
  const kept = Object.entries({ ...copy, ...oneOf !== undefined && { anyOf: oneOf } })
    .filter(([keyword, value]) => STRUCTURE.includes(keyword) && typeof value !== 'boolean')
  const { type, ...bare } = Object.fromEntries(kept)
  const properties = new Map(propertiesOf(node))
  const required = requiredOf(node).filter((name) => {
    const property = properties.get(name)
    return property !== undefined && !kindsOf(property).has('any')
  })
  return {
    ...bare,
    // Its objects may be lists.
    ...type !== undefined && { type: type === 'object' ? ['object', 'array'] : type },
    ...required.length > 0 && { required }
  }
}
