/** What a controller says about its record: the schemas of the bodies, ids and answers of its actions. */

import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { messageOf } from '../../text.js'
import { modelName } from '../../routes/inflector.js'
import type { Mistakes } from '../../routes/mistakes.js'
import { createShapes } from '../cleaning/index.js'
import type { Shape } from '../cleaning/index.js'
import type { Controller } from '../controllers/index.js'
import { FLAG, UNKNOWN_NAMES, invalidOptions } from '../option-checks.js'
import type { OptionCheck, OptionChecks } from '../option-checks.js'
import {
  createCopies, createNames, createReader, idOf, isSchema, isStandard, resolveAll, untoldDefaults, viewOf
} from '../schemas/index.js'
import type { Copies, Direction, Node, ReadSchema, Schema, StandardSchema, View } from '../schemas/index.js'
import { judgeOf } from '../validation/index.js'
import type { Judge } from '../validation/index.js'
import { conversionFaults, inputFaults, markFaults, recordFaults } from './faults.js'
import { readAnswers } from './responses.js'
import type { Answers } from './responses.js'

/** What a controller declares about its record. */
export interface ControllerRecord {
  /** What clients send. */
  readonly sent: Node
  /** What clients see, and whose id is in paths. */
  readonly seen: Node
  /** The library that judges what clients send, in place of the app's validator; null leaves it to that. */
  readonly judge: Judge | null
  /** The shapes of all schemas that records of the scope reach. */
  readonly shapeOf: Readonly<Record<Direction, (node: Node) => Shape>>
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
export interface DerivedPart {
  readonly schema?: Schema
  readonly hooks?: Readonly<Record<string, unknown>>
  /** Options for an action, unless the action or the app has its own. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Whether the answer has a promised status, unless the action sets one. */
  readonly hasPromise?: boolean
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
  readonly mistakes: Mistakes
}

/** Adds the valid records of the controllers of one scope. */
export function readRecords (
  controllers: ReadonlyMap<string, Controller>, records: Records, reading: Reading
): void {
  const { scope, mistakes } = reading
  const declared = new Map<string, Declared & Schemas>()
  for (const [name, controller] of controllers) {
    try {
      const found = readDeclared(name, controller, reading)
      const schemas = found && readSchemas(name, found, reading)
      if (found !== undefined && ['create', 'update'].some((action) => controller[action] !== undefined)) {
        warnOfUnchecked(name, found, scope)
      }
      if (found !== undefined && schemas !== undefined) declared.set(name, { ...found, ...schemas })
    } catch (error) {
      // A getter of the app may throw.
      mistakes.at(name).add(messageOf(error), { cause: error })
    }
  }
  const named = new Map(
    [...declared.values()].flatMap(({ sent, seen }) => [sent, seen]).map((schema) => [idOf(schema), schema])
  )
  // Fastify stores copies, without properties that are not enumerable.
  const read = createReader((id) => named.get(id.replace(/#$/, '')) ?? scope.getSchema(id))
  const copies = createCopies(createNames(scope))
  const shapeOf = { sent: createShapes('sent'), seen: createShapes('seen') }

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
    const sent = read(sentSchema, `${modelName(name)}Input`)
    const judge = input === undefined ? null : judgeOf(input)
    const faults = {
      record:
        record === undefined
          ? []
          : [
              ...recordFaults(seen),
              ...faultsOfId(seenSchema),
              ...(input === undefined ? conversionFaults(sent, seen) : [])
            ],
      input:
        input === undefined
          ? []
          : [...recordFaults(sent), ...faultsOfId(sentSchema), ...(judge === null ? [] : inputFaults(sent))]
    }
    const texts = Object.entries(faults).flatMap(([option, found]) =>
      [...new Set(found)].map((fault) => `${name}.${option}: ${fault}`)
    )
    for (const text of texts) mistakes.add(text)
    if (texts.length === 0) records.set(name, { sent, seen, judge, shapeOf, copies, read, ...rest })
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
  name: string, controller: Controller, { scope, unknown, mistakes }: Reading
): Declared | undefined {
  for (const mistake of invalidOptions(controller, CHECKS)) mistakes.add(`${name}.${mistake}`)
  const { record, input, unknown: own = unknown, wrap } = controller
  const ofResponses = mistakes.at(`${name}.responses`)
  const answers = readAnswers(controller, scope.serializerCompiler !== undefined, ofResponses)
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
  name: string, { record, input }: Declared, { scope, mistakes }: Reading
): Schemas | undefined {
  const isForeign = scope.validatorCompiler !== undefined
  const views = {
    record: viewOf(record ?? {}, 'seen', isForeign),
    input: viewOf((input ?? record) as Given, 'sent', isForeign)
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

/** Without an `input`, the app's validator judges bodies, and it knows no rules of a library. */
function warnOfUnchecked (
  name: string, { record, input }: Declared, { log, validatorCompiler }: FastifyInstance
): void {
  if (input !== undefined || !isStandard(record)) return
  const [sent, seen] = (['sent', 'seen'] as const).map((direction) =>
    viewOf(record, direction, validatorCompiler !== undefined)
  ) as [View, View]
  const properties = new Set([...sent.unchecked, ...untoldDefaults(sent.schema, seen.schema)])
  const places = Array.from(properties, (property) =>
    property === '' ? 'of the whole record' : `of '${property}'`
  )
  if (places.length === 0) return
  log.warn(
    `fastify-resources: ${name}.record: no validator of JSON Schemas applies ` +
    `the rules ${places.join(', ')} (a refine, a trim, a default); ` +
      "give the schema of what clients send as 'input', whose library applies them"
  )
}
