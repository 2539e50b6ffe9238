/** Components of what clients send: without `readOnly` properties, and closed where names are refused. */

import { isObject, remember } from '../../routes/objects.js'
import { CHOICES, SAME_VALUE } from '../schemas/index.js'
import type { Schema } from '../schemas/index.js'
import { mapValues, nameIn, referenceOf, referencesIn, renameIn, schemasOf } from './references.js'
import type { ComponentNames, ReachedComponents, Schemas } from './references.js'

const OF_INPUT = /(?:Input|Patch)\d*$/

/** Whether a component is for what clients send, by its name. */
export function isInput (name: string): boolean {
  return OF_INPUT.test(name)
}

/** `bodies` are the operations, by id, whose body derives from a record. */
export function splitInputs (
  document: Schema, bodies: ReadonlySet<unknown>, reached: ReachedComponents
): Schema {
  const schemas = schemasOf(document)
  const names = inputNames([...reached.bodies].filter((name) => !isInput(name)), schemas)
  if (Object.keys(names).length === 0) return document
  const isOnlySent = (name: string): boolean =>
    reached.bodies.has(name) && !reached.answers.has(name) && !reached.others.has(name)
  const split = Object.entries(schemas).flatMap(([name, schema]): Array<[string, unknown]> => {
    const copy = names[name]
    if (copy !== undefined) return [[name, schema], [copy, renameIn(schema, names)]]
    return [[name, isOnlySent(name) ? renameIn(schema, names) : schema]]
  })
  const rename = (operation: unknown): unknown =>
    isObject(operation) && bodies.has(operation.operationId)
      ? { ...operation, requestBody: renameIn(operation.requestBody, names) }
      : operation
  return {
    ...document,
    paths: mapValues(document.paths as object, (path) => mapValues(path as object, rename)),
    components: { ...document.components as object, schemas: Object.fromEntries(split) }
  }
}

/** New names of the components that have `readOnly` properties, or refer to such. */
function inputNames (sent: readonly string[], schemas: Schemas): ComponentNames {
  const marked = namesThatReach(schemas, (schema) => JSON.stringify(schema).includes('"readOnly":true'))
  const taken = new Set(Object.keys(schemas))
  return Object.fromEntries(sent.filter((name) => marked.has(name)).map((name) => {
    const stem = name.replace(/\d+$/, '')
    let free = `${stem}Input${name.slice(stem.length)}`
    for (let next = 2; taken.has(free); next++) free = `${stem}Input${next}`
    taken.add(free)
    return [name, free]
  }))
}

/** The names of the components that are such, and of those that refer to them. */
function namesThatReach (schemas: Schemas, isSuch: (schema: unknown) => boolean): Set<string> {
  const referring = new Map<string, string[]>()
  for (const [name, schema] of Object.entries(schemas)) {
    for (const reference of referencesIn(schema)) remember(referring, nameIn(reference), () => []).push(name)
  }
  const found = new Set(Object.keys(schemas).filter((name) => isSuch(schemas[name])))
  for (const name of found) for (const other of referring.get(name) ?? []) found.add(other)
  return found
}

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
    const isOfChoice = CHOICES.includes(keyword) && (isPart || isObject(properties) || isOfSeveral(one))
    return close(one, keyword === 'allOf' || isOfChoice, parts)
  })
  const isOpen = isPart || OPEN.some((keyword) => keyword in value)
  return isObject(properties) && !isOpen ? { ...inner, additionalProperties: false } : inner
}

/** Whether an object may be of several members of a choice: then it may have the names of all. */
function isOfSeveral (members: unknown): boolean {
  const mayBeObject = (member: unknown): boolean =>
    isObject(member) &&
    !['enum', 'const'].some((keyword) => keyword in member) &&
    [member.type ?? 'object'].flat().includes('object')
  return Array.isArray(members) && members.filter(mayBeObject).length > 1
}
