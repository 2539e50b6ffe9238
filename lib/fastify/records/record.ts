/** A controller's `record`: one JSON Schema of an object, from which its actions' schemas are made. */

import { didYouMean, show } from '../../text.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Controller } from '../controllers/index.js'
import { copySchema } from './copy-schema.js'
import type { Shared } from './copy-schema.js'
import { danglingReference, documentOf, referencesOf } from './json-schema.js'
import type { FindSchema, Schema, Target } from './json-schema.js'
import type { Direction } from './left-out.js'
import type { Report } from '../report.js'

/** Copies of a record's schema. */
export interface ControllerRecord {
  /** What a client may send. */
  readonly request: Schema
  /** What it may see; undefined where answers have no schema. */
  readonly response: Schema | undefined
  /** What the record's `id` is as a part of a path; undefined where the record has none. */
  readonly id: Schema | undefined
  /** What the copies refer to, each with its `$id`. */
  readonly shared: readonly Schema[]
}

/** What the app knows of schemas. */
export interface Schemas {
  readonly find: FindSchema
  /** A name that no schema of the app has, near to the one wished for. */
  readonly nameOf: (wish: string) => string
}

/** What a controller says of its record; undefined where it has none, or a wrong one, which is reported. */
export function readRecord (name: string, controller: Controller, schemas: Schemas, report: Report): ControllerRecord | undefined {
  const { record, responses = false } = controller
  if (typeof responses !== 'boolean') report(`${name}.responses: expected true or false, got ${show(responses)}`)
  if (record === undefined) {
    if (responses === true) report(`${name}.responses: there is no record to answer with; add the record's JSON Schema as 'record'`)
    return undefined
  }
  const faults: string[] = []
  const target = readTarget(record, schemas.find, faults)
  const copies = target === undefined ? undefined : copyRecord(name, target, responses === true, schemas, faults)
  for (const fault of faults) report(`${name}.record: ${fault}`)
  return faults.length > 0 ? undefined : copies
}

/** The schema of the record itself, which must be that of an object. */
function readTarget (record: unknown, find: FindSchema, faults: string[]): Target | undefined {
  if (!isPlainObject(record)) {
    faults.push(`expected a JSON Schema of an object with properties, got ${show(record)}`)
    return undefined
  }
  const steps = referencesOf({ schema: record, document: documentOf(record) }, find)
  const reference = danglingReference(steps, find)
  if (reference !== undefined) {
    faults.push(`there is no schema ${show(reference)}; add it with fastify.addSchema() before the controllers are registered`)
    return undefined
  }
  const target = steps.at(-1) as Target
  const { type = 'object', properties, required } = target.schema
  if (type !== 'object') {
    faults.push(`expected a schema of type 'object', got ${show(type)}`)
    return undefined
  }
  if (!isPlainObject(properties) || Object.keys(properties).length === 0) {
    faults.push(`expected a schema with properties of its own, since all others are refused; got ${show(properties ?? target.schema)}`)
    return undefined
  }
  checkRequired(required, Object.keys(properties), faults)
  return target
}

function copyRecord (name: string, target: Target, responses: boolean, { find, nameOf }: Schemas, faults: string[]): ControllerRecord | undefined {
  const shared: Shared[] = []
  function copy (direction: Direction, schema: Schema, into = shared): Schema {
    return copySchema({ ...target, schema }, {
      direction,
      find,
      report: (place, fault) => { faults.push(`${place.slice(1)}: ${fault}`) },
      nameOf: (word) => nameOf([name, direction, word].map((part) => part.replace(/[^\w-]+/g, '.')).join('.')),
      shared: into
    })
  }
  copy('check', target.schema, [])
  if (faults.length > 0) return undefined
  const { id } = target.schema.properties as Schema
  const copies = {
    request: copy('request', target.schema),
    response: responses ? copy('response', target.schema) : undefined,
    id: isObject(id) ? idOf(copy('request', id)) : undefined
  }
  return { ...copies, shared: shared.map(({ name, copy }) => ({ $id: name, ...copy })) }
}

function idOf ({ readOnly, default: _, ...schema }: Schema): Schema {
  return schema
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
