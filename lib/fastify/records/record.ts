/** What a controller says about its record: the schemas of the bodies, ids and answers of its actions. */

import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { messageOf } from '../../text.js'
import { modelName } from '../../routes/inflector.js'
import type { Mistakes } from '../../routes/mistakes.js'
import type { Controller } from '../controllers/index.js'
import { FLAG, UNKNOWN_NAMES, invalidOptions } from '../option-checks.js'
import type { OptionCheck, OptionChecks } from '../option-checks.js'
import {
  createNames, createPlaces, createReader, idOf, isSchema, looseViewOf, resolveAll, viewOf, withSuffix
} from '../schemas/index.js'
import type { Node, PlaceOf, ReadSchema, Schema, StandardSchema } from '../schemas/index.js'
import { createValidators, judgeOf } from '../validation/index.js'
import type { Judge, Validators } from '../validation/index.js'
import type { AjvSettings } from '../../../types/plugin.js'
import { conversionFaults, inputFaults, markFaults, recordFaults } from './faults.js'
import { withReadOnlyId } from './own-id.js'
import { readAnswers } from './responses.js'
import type { Answers } from './responses.js'

/** What a controller declares about its record. */
export interface ControllerRecord {
  /** What clients send. */
  readonly sent: Node
  /** What clients see, and whose id is in paths. */
  readonly seen: Node
  /** The library that checks what clients send; null leaves it to the plugin's validator. */
  readonly judge: Judge | null
  readonly validators: Validators
  readonly placeOf: PlaceOf
  /** Reads another schema that may refer to those of records. */
  readonly read: ReadSchema
  readonly unknown: UnknownNames
  /** Whether JSON may come without the record's key. */
  readonly isBare: boolean
  /** False where all answers stay as they are. */
  readonly answers: Answers | false
}

/** What happens to unknown properties. */
type UnknownNames = 'remove' | 'refuse'

/** Records by controller. */
export type Records = Map<string, ControllerRecord>

const SCHEMA: OptionCheck = ['a JSON Schema of an object with properties, or a Standard Schema', isSchema]

const CHECKS: OptionChecks = { record: SCHEMA, input: SCHEMA, unknown: UNKNOWN_NAMES, wrap: FLAG }

type Given = Schema | StandardSchema

/** The options of a controller, as far as they are valid. */
interface Declared extends Pick<ControllerRecord, 'unknown' | 'isBare' | 'answers'> {
  readonly record: Given | undefined
  readonly input: Given | undefined
}

/** The two schemas of a controller; one object where they are equal. */
interface Schemas {
  readonly sent: Schema
  readonly seen: Schema
}

/** Where controllers are, and where their mistakes go. */
interface Reading {
  readonly scope: FastifyInstance
  /** What the plugin's options say, for controllers that do not. */
  readonly unknown: UnknownNames
  readonly ajv: AjvSettings
  readonly mistakes: Mistakes
}

/** Adds the valid records of the controllers of one scope. */
export function readRecords (
  controllers: ReadonlyMap<string, Controller>, records: Records, reading: Reading
): void {
  const { scope, ajv, mistakes } = reading
  const declared = new Map<string, Declared & Schemas>()
  for (const [name, controller] of controllers) {
    try {
      const found = readDeclared(name, controller, reading)
      const schemas = found && readSchemas(name, found, reading)
      if (found !== undefined && schemas !== undefined) declared.set(name, { ...found, ...schemas })
    } catch (error) {
      // A getter of the app may throw.
      mistakes.at(name).add(messageOf(error), { cause: error })
    }
  }
  const named = new Map(
    [...declared.values()].flatMap(({ sent, seen }) => [sent, seen]).map((schema) => [idOf(schema), schema])
  )
  for (const [name, { seen }] of declared) {
    const model = modelName(name)
    if (!named.has(model) && scope.getSchema(model) === undefined) named.set(model, seen)
  }
  // Fastify stores copies, without properties that are not enumerable.
  const read = createReader((id) => named.get(id.replace(/#$/, '')) ?? scope.getSchema(id))
  const validators = createValidators(ajv)
  const placeOf = createPlaces()

  function faultsOfId (schema: Schema): string[] {
    const id = idOf(schema)
    const others = [named.get(id), scope.getSchema(`${id}`), scope.getSchema(`${id}#`)].filter(
      (other) => other !== undefined
    )
    const isShared =
      id !== undefined && others.some((other) => JSON.stringify(other) !== JSON.stringify(schema))
    return isShared ? [`its $id '${id}' belongs to another schema too; give each schema its own $id`] : []
  }

  for (const [name, { record, input, sent: sentSchema, seen: seenSchema, ...rest }] of declared) {
    const seen = read(seenSchema, modelName(name))
    const given = read(sentSchema, `${modelName(name)}Input`)
    const judge = input === undefined ? null : judgeOf(input)
    const faults = {
      record: record === undefined ? [] : [...recordFaults(seen), ...faultsOfId(seenSchema)],
      input: input === undefined ? [] : [...recordFaults(given), ...faultsOfId(sentSchema)]
    }
    if (record !== undefined && input === undefined) faults.record.push(...conversionFaults(given, seen))
    if (judge !== null) faults.input.push(...inputFaults(given))
    const texts = Object.entries(faults).flatMap(([option, found]) =>
      [...new Set(found)].map((fault) => `${name}.${option}: ${fault}`)
    )
    for (const text of texts) mistakes.add(text)
    if (texts.length > 0) continue
    const id = idOf(seenSchema)
    // It counts as ours, so a document that does not need it leaves it out.
    if (id !== undefined) createNames(scope).add(id, () => seenSchema)
    const ownName = `${id ?? modelName(name)}`
    const sent = input === undefined ? read(withReadOnlyId(given), withSuffix(ownName, 'Input')) : given
    records.set(name, { sent, seen, judge, validators, placeOf, read, ...rest })
  }
  if (scope.validatorCompiler !== undefined && declared.size > 0) {
    scope.log.info(
      "fastify-resources: the app's validatorCompiler does not check records; the plugin's own validator " +
        'does, with its option ajv'
    )
  }
  const found = [...declared.keys()].flatMap((name) => records.get(name) ?? [])
  const own = new Set(found.flatMap(({ sent, seen }) => [sent.document, seen.document]))
  const documents = new Set(own)
  resolveAll(documents)
  for (const document of documents) {
    if (own.has(document)) continue
    for (const fault of markFaults(document)) mistakes.add(`schema '${document.name}': ${fault}`)
  }
}

/** Undefined for a controller without a schema. */
function readDeclared (
  name: string, controller: Controller, { unknown, mistakes }: Reading
): Declared | undefined {
  for (const mistake of invalidOptions(controller, CHECKS)) mistakes.add(`${name}.${mistake}`)
  const { record, input, unknown: own = unknown, wrap } = controller
  const ofResponses = mistakes.at(`${name}.responses`)
  const answers = readAnswers(controller, ofResponses)
  const ofRecord = record === undefined && input === undefined
    ? ['unknown', 'wrap'].filter((option) => controller[option] !== undefined)
    : []
  const isShaping = record === undefined && answers !== null && answers !== false
  for (const option of [...ofRecord, ...isShaping ? ['responses'] : []]) {
    mistakes.add(`${name}.${option}: the record is missing; add its schema as 'record'`)
  }
  const declared = { unknown: own as UnknownNames, isBare: wrap === false, answers }
  if ((record !== undefined && !isSchema(record)) || (input !== undefined && !isSchema(input))) {
    return undefined
  }
  return record === undefined && input === undefined ? undefined : { ...declared, record, input }
}

/** Undefined if a schema has no JSON Schema. */
function readSchemas (
  name: string, { record, input }: Declared, { mistakes }: Reading
): Schemas | undefined {
  const isOfLibrary = input !== undefined && judgeOf(input) !== null
  const views = {
    record: viewOf(record ?? {}, 'seen'),
    input: isOfLibrary ? looseViewOf(input as StandardSchema) : viewOf((input ?? record) as Given, 'sent')
  }
  const faults = new Set(
    Object.entries(views).flatMap(([option, view]) =>
      view.faults.map((fault) => `${name}.${controllerOption(option, input)}: ${fault}`)
    )
  )
  for (const fault of faults) mistakes.add(fault)
  const [seen, sent] = [views.record.schema, views.input.schema]
  return faults.size === 0 ? { seen, sent: isDeepStrictEqual(seen, sent) ? seen : sent } : undefined
}

/** Without an `input`, both schemas are those of the record. */
function controllerOption (option: string, input: Given | undefined): string {
  return input === undefined ? 'record' : option
}
