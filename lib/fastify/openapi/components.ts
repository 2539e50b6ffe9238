/** Chooses and names the components of a document. */

import { isObject } from '../../routes/objects.js'
import type { Schema } from '../schemas/index.js'
import { closure, mapValues, renameIn, schemasOf } from './references.js'
import type { ComponentNames, Schemas } from './references.js'

/** The names that a component of the plugin should have, best first; undefined for one of the app. */
export type PreferredNames = (component: string) => readonly string[] | undefined

/** A copy of the document: components of ours get their names, and those that none needs go. */
export function shapeComponents (whole: Schema, preferredNamesOf: PreferredNames): Schema {
  const document = neededIn(whole, preferredNamesOf)
  const names = namesFor(Object.keys(schemasOf(document)), preferredNamesOf)
  const schemas = Object.fromEntries(
    Object.entries(schemasOf(document)).map(([name, schema]) => [names[name], schema])
  )
  return renameIn(
    { ...document, components: { ...document.components as object, schemas } }, names
  ) as Schema
}

/** Such as the record of an operation that is hidden. */
function neededIn (document: Schema, preferredNamesOf: PreferredNames): Schema {
  const { schemas, ...components } = document.components as { schemas: Schemas }
  const isOurs = (name: string): boolean => preferredNamesOf(name) !== undefined
  const own = Object.entries(schemas).filter(([name]) => !isOurs(name))
  const reached = closure([document.paths, document.webhooks, components, own], schemas)
  const needed = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => !isOurs(name) || reached.has(name))
  )
  return { ...document, components: { ...components, schemas: needed } }
}

/** Names that are right stay. A second component with a name gets a number. */
function namesFor (components: readonly string[], preferredNamesOf: PreferredNames): ComponentNames {
  const right = new Set(components.filter((name) => (preferredNamesOf(name)?.[0] ?? name) === name))
  const taken = new Set(right)
  return Object.fromEntries(components.map((component) => {
    const preferredNames = preferredNamesOf(component)
    if (preferredNames === undefined || right.has(component)) return [component, component]
    const preferred = preferredNames.find((name) => !right.has(name)) ?? preferredNames[0] as string
    let free = preferred
    for (let number = 2; taken.has(free); number++) free = preferred + String(number)
    taken.add(free)
    return [component, free]
  }))
}

/** Rows read nested names: `?filter[tag]=x`, where OpenAPI would have `?tag=x`. */
export function styleQueries (document: Schema, rows: ReadonlySet<unknown>): Schema {
  const styled = (parameter: Schema): Schema => {
    const { in: location, schema } = parameter
    const isNested = location === 'query' && isObject(schema) && [schema.type].flat().includes('object')
    return isNested ? { ...parameter, style: 'deepObject', explode: true } : parameter
  }
  const paths = mapValues(document.paths as Schema, (path) =>
    mapValues(path as Schema, (operation) => {
      const { operationId, parameters } = operation as Schema
      return rows.has(operationId) && Array.isArray(parameters)
        ? { ...operation as Schema, parameters: parameters.map(styled) }
        : operation
    }))
  return { ...document, paths }
}
