/** A controller's `record`: one JSON Schema of an object, from which bodies, ids and answers of its actions follow. */

import type { FastifyInstance } from 'fastify'
import { didYouMean, messageOf, show } from '../../text.js'
import { modelName } from '../../routes/inflector.js'
import { isPlainObject } from '../../routes/objects.js'
import type { Controller } from '../controllers/index.js'
import type { Report } from '../report.js'
import { createCopies, createReader, faultsOf, idOf, kindsOf, partsOf, propertiesOf, referencesOf, requiredOf } from '../schemas/index.js'
import type { Copies, Node, ReadSchema, Schema } from '../schemas/index.js'
import { readAnswers } from './responses.js'
import type { Answers } from './responses.js'

/** What a controller declares about its record. */
export interface ControllerRecord {
  readonly node: Node
  /** Copies of all schemas that records of the scope reach. */
  readonly copies: Copies
  /** Reads another schema that may refer to those schemas. */
  readonly read: ReadSchema
  readonly unknown: UnknownNames
  /** Whether JSON may come without the record's key. */
  readonly isBare: boolean
  /** False where all answers stay as they are. */
  readonly answers: Answers | false
}

/** A part of an action's schema, and the options that go with it. */
export interface Part {
  readonly schema?: Schema
  readonly hooks?: Readonly<Record<string, unknown>>
  /** Options for an action, unless the action or the app has its own. */
  readonly defaults?: Readonly<Record<string, unknown>>
}

/** What happens to unknown properties. */
export type UnknownNames = 'remove' | 'refuse'

/** Records by controller. */
export type Records = Map<string, ControllerRecord>

const CHECKS: Readonly<Record<string, readonly [isRight: (value: unknown) => boolean, expected: string]>> = {
  record: [isPlainObject, 'a JSON Schema of an object with properties'],
  unknown: [(value) => value === 'remove' || value === 'refuse', '\'remove\' or \'refuse\''],
  wrap: [(value) => typeof value === 'boolean', 'true or false']
}

/** Adds the records of the controllers of one scope; reports invalid ones. */
export function readRecords (controllers: ReadonlyMap<string, Controller>, scope: FastifyInstance, unknown: UnknownNames, records: Records, report: Report): void {
  const given = new Map<string, Omit<ControllerRecord, 'node' | 'copies' | 'read'> & { readonly record: Schema }>()
  for (const [name, controller] of controllers) {
    try {
      for (const [option, [isRight, expected]] of Object.entries(CHECKS)) {
        if (controller[option] !== undefined && !isRight(controller[option])) report(`${name}.${option}: expected ${expected}, got ${show(controller[option])}`)
      }
      const { record, unknown: own = unknown, wrap } = controller
      const answers = readAnswers(name, controller, report)
      if (record === undefined && answers !== null && answers !== false) report(`${name}.responses: the record is missing; add its JSON Schema as 'record'`)
      if (isPlainObject(record)) given.set(name, { record, unknown: own as UnknownNames, isBare: wrap === false, answers })
    } catch (error) {
      // A getter of the app may throw.
      report(`${name}: ${messageOf(error)}`, error)
    }
  }
  const named = new Map([...given.values()].map(({ record }) => [idOf(record), record]))
  // Fastify stores copies, without properties that are not enumerable.
  const read = createReader((id) => named.get(id.replace(/#$/, '')) ?? scope.getSchema(id))
  const copies = createCopies(scope)
  for (const [name, { record, ...rest }] of given) {
    const node = read(record, modelName(name))
    const id = idOf(record)
    const others = [named.get(id), scope.getSchema(`${id}`), scope.getSchema(`${id}#`)].filter((other) => other !== undefined)
    const isShared = id !== undefined && others.some((other) => JSON.stringify(other) !== JSON.stringify(record))
    const faults = new Set(recordFaults(node))
    if (isShared) faults.add(`its $id '${id}' belongs to another schema too; give each schema its own $id`)
    for (const fault of faults) report(`${name}.record: ${fault}`)
    if (faults.size === 0) records.set(name, { node, copies, read, ...rest })
  }
}

/** The schema must be that of an object with properties. */
function recordFaults (node: Node): readonly string[] {
  const { schema } = referencesOf(node).at(-1) as Node
  const faults = faultsOf(node)
  if (faults.length > 0 && schema.$ref !== undefined) return [`unknown schema ${show(schema.$ref)}; add it with fastify.addSchema() before the controllers are registered`]
  if (!kindsOf(node).has('object')) return [...faults, `expected a schema of type 'object', got ${show(schema.type)}`]
  const parts = partsOf([node]).map((part) => part.node)
  const properties = parts.flatMap((part) => propertiesOf(part).map(([name]) => name))
  if (properties.length === 0) return [...faults, `expected a schema with properties, since all others would be unknown; got ${show(schema.properties ?? schema)}`]
  const isOpen = parts.some(({ schema: { patternProperties, additionalProperties = false } }) =>
    patternProperties !== undefined || additionalProperties !== false)
  const unknown = isOpen ? [] : parts.flatMap(requiredOf).filter((name) => !properties.includes(name))
  return [...faults, ...unknown.map((name) => `required: unknown property ${show(name)}${didYouMean(name, properties)}`)]
}
