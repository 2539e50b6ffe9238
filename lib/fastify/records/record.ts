/** A controller's `record`: one JSON Schema of an object, from which bodies, ids and answers of its actions follow. */

import type { FastifyInstance } from 'fastify'
import { didYouMean, messageOf, show } from '../../text.js'
import { singularizeName } from '../../routes/inflector.js'
import { camelize, capitalize, underscore } from '../../routes/names.js'
import { isPlainObject } from '../../routes/objects.js'
import type { Controller } from '../controllers/index.js'
import type { Report } from '../report.js'
import { createCopies, createReader, faultsOf, idOf, kindsOf, partsOf, propertiesOf, referencesOf } from '../schemas/index.js'
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
  readonly answers: Answers
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
  const given = new Map<string, Schema>()
  for (const [name, controller] of controllers) {
    try {
      const record = readOptions(name, controller, report)
      if (record !== undefined) given.set(name, record)
    } catch (error) {
      // A getter of the app may throw.
      report(`${name}: ${messageOf(error)}`, error)
    }
  }
  const named = new Map([...given.values()].map((record) => [idOf(record), record]))
  // Fastify stores copies, without properties that are not enumerable.
  const read = createReader((id) => named.get(id.replace(/#$/, '')) ?? scope.getSchema(id))
  const copies = createCopies(scope)
  for (const [name, record] of given) {
    const node = read(record, modelName(name))
    const faults = [...idFaults(record, [named.get(idOf(record)), scope.getSchema(`${idOf(record)}`), scope.getSchema(`${idOf(record)}#`)]), ...recordFaults(node)]
    for (const fault of new Set(faults)) report(`${name}.record: ${fault}`)
    if (faults.length > 0) continue
    copies.note(node)
    const { unknown: own = unknown, wrap, responses } = controllers.get(name) as Controller
    records.set(name, { node, copies, read, unknown: own as UnknownNames, isBare: wrap === false, answers: readAnswers(name, responses, controllers.get(name) as Controller, report) })
  }
}

/** The record of a controller, where it has one. */
function readOptions (name: string, controller: Controller, report: Report): Schema | undefined {
  for (const [option, [isRight, expected]] of Object.entries(CHECKS)) {
    const value = controller[option]
    if (value !== undefined && !isRight(value)) report(`${name}.${option}: expected ${expected}, got ${show(value)}`)
  }
  const { record, responses } = controller
  if (record === undefined && readAnswers(name, responses, controller, report) !== undefined) report(`${name}.responses: the record is missing; add its JSON Schema as 'record'`)
  return isPlainObject(record) ? record : undefined
}

function idFaults (record: Schema, others: readonly unknown[]): string[] {
  const isAnother = others.some((other) => other !== undefined && JSON.stringify(other) !== JSON.stringify(record))
  return idOf(record) !== undefined && isAnother ? [`its $id ${show(idOf(record))} belongs to another schema too; give each schema its own $id`] : []
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
  const required = parts.some(isOpen) ? [] : parts.flatMap((part) => Array.isArray(part.schema.required) ? part.schema.required as unknown[] : [])
  return [...faults, ...required.filter((name) => !properties.includes(name as string)).map((name) => `required: unknown property ${show(name)}${didYouMean(name, properties)}`)]
}

function isOpen ({ schema: { patternProperties, additionalProperties = false } }: Node): boolean {
  return patternProperties !== undefined || additionalProperties !== false
}

/** `admin/blogPosts` → `AdminBlogPost`. */
function modelName (controller: string): string {
  return singularizeName(controller).split('/').map((word) => capitalize(camelize(underscore(word)))).join('')
}
