/** References to the components of a document. */

import { isObject } from '../routes/objects.js'
import type { Schema } from '../schemas/index.js'

type Schemas = Readonly<Record<string, Schema>>

const PLACE = '#/components/schemas/'

export function schemasOf ({ components }: Schema): Schemas {
  return (components as { schemas: Schemas }).schemas
}

/**
 * A copy of the document without components of ours that nothing needs, such as the record of a hidden
 * operation. `plainNameOf` gives the name that one of ours should have, unless another one has it.
 */
export function withNeeded (document: Schema, plainNameOf: (name: string) => string | undefined): Schema {
  const { schemas, ...components } = document.components as { schemas: Schemas }
  const isOurs = (name: string): boolean => plainNameOf(name) !== undefined
  const own = Object.entries(schemas).filter(([name]) => !isOurs(name))
  const reached = closure([document.paths, document.webhooks, components, own], schemas)
  const needed = Object.keys(schemas).filter((name) => !isOurs(name) || reached.has(name))
  const nameOf = (name: string): string => {
    const plain = plainNameOf(name) ?? name
    return needed.includes(plain) ? name : plain
  }
  const named = Object.fromEntries(needed.map((name) => [nameOf(name), schemas[name]]))
  return mapObjects({ ...document, components: { ...components, schemas: named } }, (object) => {
    const reference = referenceOf(object)
    const name = nameIn(reference ?? '')
    const $ref = PLACE + nameOf(name) + String(reference).slice(name.length)
    return reference === undefined ? object : { ...object, $ref }
  }) as Schema
}

/** The names of all components that values reach. */
function closure (values: readonly unknown[], schemas: Schemas): Set<string> {
  const names = new Set(values.flatMap(referencesIn).map(nameIn))
  for (const name of names) for (const reference of referencesIn(schemas[name])) names.add(nameIn(reference))
  return names
}

/** The reference of an object to a component, without its prefix; undefined for none. */
function referenceOf ({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(PLACE) ? $ref.slice(PLACE.length) : undefined
}

/** All such references in a value. */
function referencesIn (value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return [referenceOf(value as Schema) ?? [], Object.values(value).flatMap(referencesIn)].flat()
}

/** The component that a reference leads to, or into. */
function nameIn (reference: string): string {
  return reference.split('/', 1).join()
}

/** A copy of a value, with each object in it replaced by `change`. */
export function mapObjects (value: unknown, change: (object: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  return isObject(value) ? change(mapValues(value, (inner) => mapObjects(inner, change))) : value
}

/** A copy of an object, with each value replaced by `change`. */
export function mapValues (object: object, change: (value: unknown, key: string) => unknown): Schema {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}
