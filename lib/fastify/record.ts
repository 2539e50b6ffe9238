/** A controller's `record`: one JSON Schema of an object, from which its actions' schemas are made. */

import { didYouMean, show } from '../errors.js'
import { isPlainObject } from '../routes/objects.js'
import type { Controller } from './controllers.js'
import { copySchema } from './copy-schema.js'
import { documentOf, findTarget } from './json-schema.js'
import type { FindSchema, Schema, Target } from './json-schema.js'
import type { Report } from './report.js'

export interface ControllerRecord {
  /** The schema as it was written, and what its references look into. */
  readonly target: Target
  readonly properties: Schema
  /** Whether answers have schemas too. */
  readonly responses: boolean
  readonly find: FindSchema
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
  const target = isPlainObject(record) ? findRecord(record, find, faults) : undefined
  if (!isPlainObject(record)) faults.push(`expected a JSON Schema of an object with properties, got ${show(record)}`)
  if (target !== undefined) checkRecord(target, find, faults)
  for (const fault of faults) report(`${name}.record: ${fault}`)
  return target === undefined || faults.length > 0
    ? undefined
    : { target, properties: target.schema.properties as Schema, responses: responses === true, find }
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

function checkRecord (target: Target, find: FindSchema, faults: string[]): void {
  const { type = 'object', properties, required } = target.schema
  if (type !== 'object') {
    faults.push(`expected a schema of type 'object', got ${show(type)}`)
  } else if (!isPlainObject(properties) || Object.keys(properties).length === 0) {
    faults.push(`expected a schema with properties of its own, since all others are refused; got ${show(properties ?? target.schema)}`)
  } else {
    const report = (place: string, fault: string): void => { faults.push(place === '' ? fault : `${place.slice(1)}: ${fault}`) }
    copySchema(target, { direction: 'request', find, report })
    checkRequired(required, Object.keys(properties), faults)
  }
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
