/** Chooses and names the components of a document. */

import type { Schema } from '../schemas/index.js'
import { closure, renameIn, schemasOf } from './references.js'
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
