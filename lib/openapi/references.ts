/** References to the components of a document. */

import { isObject } from '../routes/objects.js'
import type { Schema } from '../schemas/index.js'

export type Schemas = Readonly<Record<string, Schema>>

/** New names by old ones. */
export type ComponentNames = Readonly<Record<string, string>>

const PLACE = '#/components/schemas/'

export function schemasOf ({ components }: Schema): Schemas {
  return (components as { schemas: Schemas }).schemas
}

/** The names of all components that values reach. */
export function closure (values: readonly unknown[], schemas: Schemas): Set<string> {
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

export function renameIn (value: unknown, names: ComponentNames): unknown {
  return mapObjects(value, (object) => {
    const reference = referenceOf(object) ?? ''
    const name = names[nameIn(reference)]
    return name === undefined
      ? object
      : { ...object, $ref: PLACE + name + reference.slice(nameIn(reference).length) }
  })
}

/** A copy of an object, with each value replaced by `change`. */
export function mapValues (object: object, change: (value: unknown, key: string) => unknown): Schema {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}
