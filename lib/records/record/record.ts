/** What a controller says about its record: the schemas of the bodies, ids and answers of its actions. */

import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { messageOf } from '../../text.js'
import { modelName } from '../../routes/inflector.js'
import type { Mistakes } from '../../routes/mistakes.js'
import type { Controller } from '../../controllers/load-controllers.js'
import type { Registering } from '../../controllers/layers/index.js'
import { invalidOptions } from '../../controllers/option-checks.js'
import type { OptionCheck, OptionChecks } from '../../controllers/option-checks.js'
import {
  createNames, createPlaces, createReader, idOf, isSchema, isStandard, isZod, looseViewOf, lostRules,
  metaNameOf, resolveAll, viewOf, withSuffix
} from '../../schemas/index.js'
import type { Node, PlaceOf, ReadSchema, Schema, StandardSchema, ZodSchema } from '../../schemas/index.js'
import { createCompiler, createLibraryRecord, createZodRecord, libraryOf } from '../judging/index.js'
import type { CompileRecord, RecordJudge } from '../judging/index.js'
import { inputFaults, markFaults, recordFaults, versionFaults } from './faults.js'
import { withReadOnlyId } from './own-id.js'
import { RESPONSES, readAnswers } from './declared-answers.js'
import type { Answers } from './declared-answers.js'

/** What a controller declares about its record. */
export interface ControllerRecord {
  /** Whether it has a `record`, and not only an `input`. */
  readonly hasRecord: boolean
  readonly hasInput: boolean
  /** What clients send. */
  readonly sent: Node
  /** What clients see, and whose id is in paths. */
  readonly seen: Node
  /** The library that judges what clients send; null leaves it to the plugin's validator. */
  readonly judge: RecordJudge | null
  /** The schema of zod by which it judges. */
  readonly zod: ZodSchema | null
  readonly compile: CompileRecord
  readonly placeOf: PlaceOf
  /** Reads another schema that may refer to those of records. */
  readonly read: ReadSchema
  /** False where all answers stay as they are. */
  readonly answers: Answers | false
}

/** Records by controller. */
export type Records = Map<string, ControllerRecord>

const SCHEMA: OptionCheck = [
  'a JSON Schema of an object with properties, or a Standard Schema', isSchema, 'guard'
]

const CHECKS: OptionChecks = { record: SCHEMA, input: SCHEMA, responses: RESPONSES }

/** The options of a controller, and the two schemas of its record: one object where they are equal. */
interface Declared extends Pick<ControllerRecord, 'hasRecord' | 'hasInput' | 'answers'> {
  readonly library: ReturnType<typeof libraryOf>
  /** What the app gives for what clients send. */
  readonly sentBy: Schema | StandardSchema
  /** The names of both schemas where they have no `$id`. */
  readonly seenName: string
  readonly sentName: string
  readonly sentSchema: Schema
  readonly seenSchema: Schema
}

/** What an input alone has. */
const UNSEEN = { isWriteOnly: true } as const

/** Adds the valid records of the controllers of one scope. */
export function readRecords (
  scope: FastifyInstance, controllers: ReadonlyMap<string, Controller>, records: Records,
  { settings, mistakes }: Registering
): void {
  const declared = new Map<string, Declared>()
  for (const [name, controller] of controllers) {
    try {
      const found = readDeclared(name, controller, mistakes)
      if (found !== undefined) declared.set(name, found)
    } catch (error) {
      // A getter of the app may throw.
      mistakes.at(name).add(messageOf(error), { cause: error })
    }
  }
  const schemas = [...declared.values()].flatMap(({ sentSchema, seenSchema }) => [sentSchema, seenSchema])
  const named = new Map(schemas.map((schema) => [idOf(schema), schema]))
  for (const { seenName, seenSchema } of declared.values()) {
    if (!named.has(seenName) && scope.getSchema(seenName) === undefined) named.set(seenName, seenSchema)
  }
  // Fastify stores copies, without properties that are not enumerable.
  const read = createReader((id) => named.get(id.replace(/#$/, '')) ?? scope.getSchema(id))
  const compile = createCompiler(settings.ajv)
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

  for (const [name, { sentBy, sentSchema, seenSchema, seenName, sentName, library, ...rest }] of declared) {
    const { hasRecord, hasInput } = rest
    const seen = read(seenSchema, seenName)
    const input = read(sentSchema, `${sentName}Input`)
    const ofRecord = hasRecord ? [...recordFaults(seen), ...faultsOfId(seenSchema)] : []
    const ofInput = hasInput ? [...recordFaults(input), ...faultsOfId(sentSchema)] : []
    const zod = isZod(sentBy) ? sentBy : null
    if (library !== null) ofInput.push(...inputFaults(input))
    for (const fault of ofRecord) mistakes.add(`${name}.record: ${fault}`)
    for (const fault of ofInput) mistakes.add(`${name}.input: ${fault}`)
    if (ofRecord.length + ofInput.length > 0) continue
    const id = idOf(seenSchema)
    // It counts as ours, so a document that does not need it leaves it out.
    if (id !== undefined) createNames(scope).add(id, seenSchema)
    const readSent = (copy: Schema): Node => read(copy, withSuffix(seen.document.name, 'Input'))
    const sent = hasInput ? input : withReadOnlyId(input, readSent)
    // What a library tells of bodies has the `id`, which a record sends inside of another one, or of itself.
    const isOther = ![sent.document, seen.document].includes(input.document)
    if (isOther) input.document.name = withSuffix(seen.document.name, 'Nested')
    const [place, { fields: shown }] = [placeOf(sent), placeOf(seen)]
    // A password, of which a record has a hash.
    const others = shown.size > 0 ? UNSEEN : undefined
    const isOptional = (one: string): boolean =>
      [place.fields.get(one), shown.get(one) ?? others].some((field) => field?.isWriteOnly)
    const ofLibrary = library && createLibraryRecord(library, place)
    const judge = zod === null ? ofLibrary : createZodRecord(zod, { controller: name, place, isOptional })
    records.set(name, { sent, seen, judge, zod, compile, placeOf, read, ...rest })
    const { version } = controllers.get(name) as Controller
    const ofVersion = hasRecord ? versionFaults(version, seen, placeOf(sent)) : []
    for (const fault of ofVersion) mistakes.add(`${name}.version: ${fault}`)
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

/** Undefined for a controller without a schema, or with one that has no JSON Schema. */
function readDeclared (
  name: string, controller: Controller, mistakes: Mistakes
): Declared | undefined {
  for (const mistake of invalidOptions(controller, CHECKS)) mistakes.add(`${name}.${mistake}`)
  const { record, input } = controller
  const answers = readAnswers(controller, mistakes.at(`${name}.responses`))
  const [hasRecord, hasInput] = [record !== undefined, input !== undefined]
  if (!hasRecord && answers !== null && answers !== false) {
    mistakes.add(`${name}.responses: the record is missing; add its schema as 'record'`)
  }
  const [seenBy = {}, sentBy = record] = [record, input]
  if (!isSchema(seenBy) || !isSchema(sentBy)) return undefined
  const isOfZod = isZod(sentBy)
  const library = hasInput && !isOfZod ? libraryOf(sentBy) : null
  const seen = viewOf(seenBy, 'seen')
  const isLoose = hasInput && (isOfZod || library !== null)
  const sent = isLoose ? looseViewOf(sentBy as StandardSchema) : viewOf(sentBy, 'sent')
  for (const fault of seen.faults) mistakes.add(`${name}.record: ${fault}`)
  for (const fault of sent.faults) mistakes.add(`${name}.${hasInput ? 'input' : 'record'}: ${fault}`)
  if (seen.faults.length + sent.faults.length > 0) return undefined
  const lost = hasInput || !isStandard(sentBy) ? [] : lostRules(sentBy)
  for (const rule of lost) mistakes.add(`${name}.record: ${rule}`)
  if (lost.length > 0) return undefined
  const seenSchema = seen.schema
  const sentSchema = isDeepStrictEqual(seenSchema, sent.schema) ? seenSchema : sent.schema
  const seenName = metaNameOf(record) ?? modelName(name)
  const sentName = metaNameOf(sentBy) ?? seenName
  return { hasRecord, hasInput, library, sentBy, seenName, sentName, seenSchema, sentSchema, answers }
}
