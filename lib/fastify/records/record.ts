/** A controller's `record`: one JSON Schema of an object, from which follows what its actions take and give. */

import type { FastifyInstance } from 'fastify'
import { didYouMean, messageOf, show } from '../../text.js'
import { isPlainObject } from '../../routes/objects.js'
import type { Controller } from '../controllers/index.js'
import type { Report } from '../report.js'
import { readAnswers } from './answers.js'
import type { Answers } from './answers.js'
import { checkSchema, createCopies, createNames, createReach, danglingReference, idOf, partsOf, propertiesOf, referencesOf, targetOf, typesOf } from '../schemas/index.js'
import type { Copies, FindSchema, Reach, Schema, Target } from '../schemas/index.js'

/** What a controller says of its record. */
export interface ControllerRecord {
  readonly target: Target
  /** Of all schemas that records of the scope reach. */
  readonly copies: { readonly input: Copies, readonly output: Copies, readonly note: Reach['note'] }
  readonly unknown: UnknownNames
  /** Whether JSON may come without the record's key. */
  readonly isBare: boolean
  readonly answers: Answers
}

/** What comes of names that no schema knows. */
export type UnknownNames = 'remove' | 'refuse'

/** Records by controller. */
export type Records = Map<string, ControllerRecord>

const CHECKS: Readonly<Record<string, readonly [isRight: (value: unknown) => boolean, expected: string]>> = {
  unknown: [(value) => value === 'remove' || value === 'refuse', '\'remove\' or \'refuse\''],
  wrap: [(value) => typeof value === 'boolean', 'true or false']
}

/** Adds the records of the controllers of one scope; wrong ones are reported. */
export function readRecords (controllers: ReadonlyMap<string, Controller>, scope: FastifyInstance, unknown: UnknownNames, records: Records, report: Report): void {
  const given = new Map<string, Schema>()
  for (const [name, controller] of controllers) {
    try {
      const record = readOptions(name, controller, report)
      if (record !== undefined) given.set(name, record)
    } catch (error) {
      // A getter of the app's may throw.
      report(`${name}: ${messageOf(error)}`, error)
    }
  }
  const named = new Map([...given.values()].map((record) => [idOf(record), record]))
  const names = createNames(scope, given)
  const reach = createReach()
  const copies = { input: createCopies('readOnly', names, reach), output: createCopies('writeOnly', names, reach), note: reach.note }
  // What the app keeps are copies, without what does not enumerate.
  const find: FindSchema = (id) => named.get(id.replace(/#$/, '')) ?? scope.getSchema(id)
  for (const [name, record] of given) {
    const target = targetOf(record, find)
    const faults: string[] = []
    const id = idOf(record)
    if (id !== undefined && [named.get(id), scope.getSchema(id), scope.getSchema(`${id}#`)].some((other) => other !== undefined && JSON.stringify(other) !== JSON.stringify(record))) {
      faults.push(`its $id ${show(id)} is that of another schema; give each an $id of its own`)
    }
    checkRecord(target, (fault) => { faults.push(fault) })
    for (const fault of new Set(faults)) report(`${name}.record: ${fault}`)
    if (faults.length > 0) continue
    reach.note(target)
    const { unknown: own = unknown, wrap, responses } = controllers.get(name) as Controller
    records.set(name, { target, copies, unknown: own as UnknownNames, isBare: wrap === false, answers: readAnswers(name, responses, report) })
  }
}

/** The record of a controller, where it has one. */
function readOptions (name: string, controller: Controller, report: Report): Schema | undefined {
  for (const [option, [isRight, expected]] of Object.entries(CHECKS)) {
    const value = controller[option]
    if (value !== undefined && !isRight(value)) report(`${name}.${option}: expected ${expected}, got ${show(value)}`)
  }
  const { record, responses } = controller
  if (record === undefined) {
    if (readAnswers(name, responses, report) !== undefined) report(`${name}.responses: there is no record to answer with; add the record's JSON Schema as 'record'`)
  } else if (isPlainObject(record)) {
    return record
  } else {
    report(`${name}.record: expected a JSON Schema of an object with properties, got ${show(record)}`)
  }
  return undefined
}

/** The schema must be that of an object with properties. */
function checkRecord (target: Target, report: (fault: string) => void): void {
  const steps = referencesOf(target)
  const { schema } = steps.at(-1) as Target
  const reference = danglingReference(steps)
  if (reference !== undefined) {
    report(`there is no schema ${show(reference)}; add it with fastify.addSchema() before the controllers are registered`)
    return
  }
  for (const step of steps) checkSchema(step, '', report)
  if (typesOf(target)?.has('object') === false) {
    report(`expected a schema of type 'object', got ${show(schema.type)}`)
    return
  }
  const parts = partsOf([target])
  const properties = parts.flatMap((part) => propertiesOf(part).map(([name]) => name))
  if (properties.length === 0) report(`expected a schema with properties, since all others are unknown; got ${show(schema.properties ?? schema)}`)
  else if (parts.every((part) => !isOpen(part))) {
    for (const name of parts.flatMap(({ schema: { required } }) => Array.isArray(required) ? required as unknown[] : [])) {
      if (!properties.includes(name as string)) report(`required: there is no property ${show(name)}${didYouMean(name, properties)}`)
    }
  }
}

function isOpen ({ schema: { patternProperties, additionalProperties = false } }: Target): boolean {
  return patternProperties !== undefined || additionalProperties !== false
}
