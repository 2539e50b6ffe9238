/** Closes the components of records that refuse unknown properties: `additionalProperties: false`. */

import { isObject } from '../../routes/objects.js'
import { CHOICES, SAME_VALUE } from '../schemas/index.js'
import { mapValues, nameIn, referenceOf, referencesIn } from './references.js'
import type { Schemas } from './references.js'

/** Keywords whose values are data and not schemas. */
const DATA = ['default', 'const', 'enum', 'example', 'examples', 'required']

/** Schemas that ask about the same value, or apply only to some. */
const CONDITIONS = [
  'if', 'then', 'else', 'not', 'contains', 'propertyNames', 'dependencies', 'dependentSchemas'
]

/** An object that one of these describes may have further properties. */
const OPEN = ['additionalProperties', 'patternProperties', 'unevaluatedProperties', ...SAME_VALUE]

/** The components of these names, closed but for those that are a part of an object. */
export function closeComponents (names: ReadonlySet<string>, schemas: Schemas): Schemas {
  const parts = new Set<string>()
  const closed = mapValues(schemas, (schema, name) => names.has(name) ? close(schema, false, parts) : schema)
  return mapValues(closed, (schema, name) => parts.has(name) ? schemas[name] : schema) as Schemas
}

/** Where several schemas describe one object, none of them names all of its properties. */
function close (value: unknown, isPart: boolean, parts: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => close(item, isPart, parts))
  if (!isObject(value)) return value
  const { properties } = value
  const reference = referenceOf(value)
  if (isPart && reference !== undefined) parts.add(nameIn(reference))
  const inner = mapValues(value, (one, keyword) => {
    if (DATA.includes(keyword)) return one
    if (keyword === 'properties') return mapValues(one as object, (property) => close(property, false, parts))
    if (CONDITIONS.includes(keyword)) {
      for (const reference of referencesIn(one)) parts.add(nameIn(reference))
      return one
    }
    const isOfChoice = CHOICES.includes(keyword) && (isPart || isObject(properties))
    return close(one, keyword === 'allOf' || isOfChoice, parts)
  })
  const isOpen = isPart || OPEN.some((keyword) => keyword in value)
  return isObject(properties) && !isOpen ? { ...inner, additionalProperties: false } : inner
}
