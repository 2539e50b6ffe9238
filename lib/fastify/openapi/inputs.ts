/** Gives a component that clients send without `readOnly` properties a copy for them: `PostInput`. */

import { isObject } from '../../routes/objects.js'
import type { Schema } from '../schemas/index.js'
import { PLACE, closure, mapValues, renameIn, schemasOf } from './references.js'
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
  const isMarked = (name: string): boolean => JSON.stringify(schemas[name]).includes('"readOnly":true')
  const names: Record<string, string> = {}
  for (const name of sent) {
    if (![...closure([{ $ref: PLACE + name }], schemas)].some(isMarked)) continue
    const [, stem, number] = /^(.*?)(\d*)$/.exec(name) as unknown as [string, string, string]
    let free = `${stem}Input${number}`
    for (let next = 2; free in schemas || Object.values(names).includes(free); next++) {
      free = `${stem}Input${next}`
    }
    names[name] = free
  }
  return names
}
