/** A controller's `record`: one JSON Schema of an object, from which its actions' schemas are made. */

import { didYouMean, show } from '../errors.js'
import { isPlainObject } from '../routes/objects.js'
import type { Controller } from './controllers.js'
import { copySchema } from './copy-schema.js'
import { documentOf, findTarget } from './json-schema.js'
import type { FindSchema, Schema, Target } from './json-schema.js'
import type { Direction } from './left-out.js'
import type { Report } from './report.js'

export interface ControllerRecord {
  readonly properties: Schema
  /** Whether answers have schemas too. */
  readonly responses: boolean
  /** The record's schema for a direction, or one inside it. */
  readonly copy: (direction: Direction, schema?: Schema) => Schema
}

/** What a controller says of its record; undefined where it has none, or a wrong one, which is reported. */
export function readRecord (name: string, controller: Controller, find: FindSchema, report: Report): ControllerRecord | undefined {
  const { record, responses = false } = controller
  if (typeof responses !== 'boolean') report(`${name}.responses: expected true or false, got ${show(responses)}`)
  if (record === undefined) {
    if (responses === true) report(`${name}.responses: there is no record to answer with; add the record's JSON Schema as 'record'`)
    return undefined
  }
  const faults: string[] = []
  const found = readSchema(record, find, faults)
  for (const fault of faults) report(`${name}.record: ${fault}`)
  return found === undefined || faults.length > 0 ? undefined : { ...found, responses: responses === true }
}

function readSchema (record: unknown, find: FindSchema, faults: string[]): Pick<ControllerRecord, 'properties' | 'copy'> | undefined {
  if (!isPlainObject(record)) {
    faults.push(`expected a JSON Schema of an object with properties, got ${show(record)}`)
    return undefined
  }
  const target = findRecord(record, find, faults)
  if (target === undefined) return undefined
  const { type = 'object', properties, required } = target.schema
  if (type !== 'object') {
    faults.push(`expected a schema of type 'object', got ${show(type)}`)
    return undefined
  }
  if (!isPlainObject(properties) || Object.keys(properties).length === 0) {
    faults.push(`expected a schema with properties of its own, since all others are refused; got ${show(properties ?? target.schema)}`)
    return undefined
  }
  const report = (place: string, fault: string): void => { faults.push(`${place.slice(1)}: ${fault}`) }
  const copy = (direction: Direction, schema = target.schema): Schema => copySchema({ ...target, schema }, { direction, find, report })
  copy('check')
  // Patterns are read only where something is left out.
  if (faults.length === 0) copy('request')
  checkRequired(required, Object.keys(properties), faults)
  return { properties, copy }
}

/** Follows the record's own `$ref`. */
function findRecord (record: Schema, find: FindSchema, faults: string[]): Target | undefined {
  let target: Target = { schema: record, document: documentOf(record) }
  const seen = new Set<Schema>()
  while (typeof target.schema.$ref === 'string' && !seen.has(target.schema)) {
    seen.add(target.schema)
    const next = findTarget(target.schema.$ref, target.document, find)
    if (next === undefined) {
      faults.push(`there is no schema ${show(target.schema.$ref)}; add it with fastify.addSchema() before the controllers are registered`)
      return undefined
    }
    target = next
  }
  return target
}

function checkRequired (required: unknown, names: readonly string[], faults: string[]): void {
  if (required === undefined) return
  if (!Array.isArray(required)) {
    faults.push(`required: expected a list of properties, got ${show(required)}`)
    return
  }
  for (const name of required) {
    if (!names.includes(name as string)) faults.push(`required: there is no property ${show(name)}${didYouMean(name, names)}`)
  }
}
