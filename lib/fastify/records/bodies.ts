/** The body of an action that writes a record: read by its places, then checked after the action's hooks. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { pointerTo } from '../../pointers.js'
import { isObject, remember } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { OWN_RULES, walk } from '../cleaning/index.js'
import type { UnknownKeys } from '../cleaning/index.js'
import { isForm, isMultipart } from '../methods/index.js'
import { noteFields, noteFiles } from '../requests/index.js'
import { bundle, contentOf, isOnly, kindsOf, mayBeFile } from '../schemas/index.js'
import type { Bundle, Node, Place, Schema } from '../schemas/index.js'
import {
  additionalName, addKey, attachOrReturn, createJudge, invalidInput, invalidPart
} from '../validation/index.js'
import type { Fault, InvalidPart, RecordValidator } from '../validation/index.js'
import type { ControllerRecord, DerivedPart } from './record.js'

type Done = (error?: Error) => void

/** What a row takes. */
interface BodyRow {
  readonly readsMultipart: boolean
  /** Whether the action has a schema of its own for ids, whose faults come first. */
  readonly hasOwnParams: boolean
}

/**
 * The record under its singular name. The body may have other keys, since a form has its token and its
 * button. Throws what the validator says of an invalid schema.
 */
export function deriveBody (
  { action, resource: { singular } }: Route, record: ControllerRecord,
  { readsMultipart, hasOwnParams }: BodyRow
): DerivedPart {
  if (action !== 'create' && action !== 'update') return {}
  const isPartial = action === 'update'
  const place = record.placeOf(record.sent)
  const makeSchema = (copies: Bundle): Schema => sentSchema(record.sent, isPartial, copies)
  const validator = record.judge === null ? record.validators.compile(makeSchema) : null
  const takesFiles = hasFiles(place)
  const noteParts = takesFiles ? noteFiles : noteFields
  const under = pointerTo(singular, '')
  const { definitions, $schema, ...own } = bundle('sent', makeSchema)

  function readBody (request: FastifyRequest): InvalidPart | undefined {
    const isOfForm = isForm(request.headers['content-type'])
    const { body: given } = request
    const isBare = record.isBare && !isOfForm && isObject(given) && !isWrapped(given, singular, place)
    if (isBare) addKey(request, singular)
    const body = request.body as Record<string, unknown>
    if (missingKey(body, singular) !== undefined) return undefined
    const unknown: 'remove' | UnknownKeys =
      record.unknown === 'refuse' ? { pointers: [], hasMore: false } : 'remove'
    const at = isBare ? '' : under
    const texts = isOfForm ? 'form' as const : null
    const rules = { texts, isPartial, takesOut: true, unknown, isCoerced: false, findsTexts: takesFiles }
    const { value, textForFile } = walk(body[singular], place, rules, at)
    body[singular] = value
    if (textForFile !== undefined) return refuseText(request, textForFile)
    return unknown !== 'remove' && unknown.pointers.length > 0 ? unknownNames(unknown) : undefined
  }

  function checkBody ({ body }: FastifyRequest): InvalidPart | undefined {
    const keyFault = missingKey(body, singular)
    if (keyFault !== undefined) return invalidInput('body', [keyFault])
    const faults = faultsOf((body as Record<string, unknown>)[singular], validator)
    if (faults.length === 0) return undefined
    const sent = faults.map((fault) => ({ ...fault, instancePath: under + fault.instancePath }))
    return invalidInput('body', sent)
  }

  return {
    facts: {
      body: {
        type: 'object',
        required: [singular],
        properties: { [singular]: own },
        ...(definitions !== undefined && { definitions })
      },
      takesFiles,
      sent: { node: record.sent, isPartial, isClosed: record.unknown === 'refuse' }
    },
    hooks: {
      ...((takesFiles || readsMultipart) && { preParsing: noteParts }),
      ...(record.judge !== null && !isPartial && { preHandler: createJudge(singular, record.judge, place) }),
      preValidation: function readRecord (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
        const error = readBody(request)
        done(error === undefined ? undefined : attachOrReturn(request, error))
      }
    },
    lastHooks: {
      preValidation: function checkRecord (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
        const error = request.validationError === undefined ? checkBody(request) : undefined
        // Fastify itself tells of ids that the action's own schema refuses.
        const isTold = error !== undefined &&
          (!hasOwnParams || request.validateInput(request.params, 'params'))
        done(isTold ? attachOrReturn(request, error) : undefined)
      }
    }
  }
}

/** Only a multipart form has files, and its visitor can correct it. */
function refuseText (request: FastifyRequest, at: string): InvalidPart {
  const { 'content-type': contentType = '' } = request.headers
  if (!isMultipart(contentType)) throw createError('FST_RESOURCES_MEDIA_TYPE', [at])
  const message = 'must be a file'
  return invalidInput('body', [
    { instancePath: at, schemaPath: '#', keyword: 'type', params: { type: 'file' }, message }
  ])
}

function sentSchema (sent: Node, isPartial: boolean, { whole, partial }: Bundle): Schema {
  const isObjectOnly = !isPartial && isOnly(kindsOf(sent), ['object'])
  const { $schema } = sent.schema
  return {
    ...(isObjectOnly ? {} : { type: 'object' }),
    ...(isPartial ? partial(sent) : whole(sent)),
    ...($schema !== undefined && { $schema })
  }
}

/** A library checks all but that there is an object. */
function faultsOf (value: unknown, validator: RecordValidator | null): readonly Fault[] {
  if (validator !== null) return validator(value)
  return isObject(value) ? [] : [typeFault('')]
}

function missingKey (body: unknown, singular: string): Fault | undefined {
  if (!isObject(body)) return typeFault('')
  if (Object.hasOwn(body, singular)) return undefined
  return {
    instancePath: '',
    schemaPath: '#/required',
    keyword: 'required',
    params: { missingProperty: singular },
    message: `must have required property '${singular}'`
  }
}

function typeFault (instancePath: string): Fault {
  const params = { type: 'object' }
  return { instancePath, schemaPath: '#/type', keyword: 'type', params, message: 'must be object' }
}

/** FST_RESOURCES_UNKNOWN. */
function unknownNames ({ pointers, hasMore }: UnknownKeys): InvalidPart {
  const faults = pointers.map((pointer) => additionalName(pointer, '#/additionalProperties'))
  const names = pointers.map((pointer) => pointer.slice(1))
  return invalidPart(createError('FST_RESOURCES_UNKNOWN', [names, hasMore]), 'body', faults)
}

export const MULTIPART = 'multipart/form-data'

/** The schemas that an action's own body has for the two kinds of forms: the same, or by media type. */
export function formSchemas (own: Schema): [urlencoded: unknown, multipart: unknown] {
  const content = contentOf(own)
  if (content.length === 0) return [own, own]
  const byType = Object.fromEntries(content)
  return [byType['application/x-www-form-urlencoded']?.schema, byType[MULTIPART]?.schema]
}

/**
 * Where an action describes its own body, only the texts of forms are read. Takes the places of both kinds of
 * forms. `validated` is for the app's validator; undefined where a library checks the body.
 */
export function readOwnBody (
  { action }: Route, own: Schema, places: ReadonlyArray<Place | undefined>, validated: Schema | undefined
): DerivedPart {
  const rules = { ...OWN_RULES, texts: 'form', isPartial: action === 'update' } as const
  const [urlencoded, multipart] = places
  const takesFiles = multipart !== undefined && hasFiles(multipart)
  return {
    facts: { body: own, takesFiles },
    ...(validated !== undefined && { schema: validated }),
    hooks: {
      ...(takesFiles && { preParsing: noteFiles }),
      preValidation: function readForm (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
        const { 'content-type': contentType } = request.headers
        const place = contentType !== undefined && isMultipart(contentType) ? multipart : urlencoded
        const isRead = place !== undefined && isForm(contentType)
        if (isRead) request.body = walk(request.body, place, rules).value
        done()
      }
    }
  }
}

const withFiles = new WeakMap<Place, boolean>()

/** Whether any place may have a file. */
export function hasFiles (place: Place): boolean {
  return remember(withFiles, place, () => {
    const reached = new Set([place])
    for (const one of reached) {
      const known = withFiles.get(one)
      if (known === true || mayBeFile(one.kinds)) return true
      if (known === undefined) for (const inner of placesIn(one)) reached.add(inner)
    }
    // Records that refer to each other reach the same places.
    for (const one of reached) withFiles.set(one, false)
    return false
  })
}

function placesIn ({ fields, length, itemOf, fieldOf }: Place): Place[] {
  const items = Array.from({ length: length + 1 }, (_, index) => itemOf(index))
  return [...fields.values(), ...items, fieldOf('') ?? []].flat().map(({ place }) => place)
}

/**
 * A token or a button may come next to the record's key, but no other property of the record. The key may be
 * a property itself.
 */
function isWrapped (body: Schema, singular: string, { fields }: Place): boolean {
  const hasKey = Object.hasOwn(body, singular) && (isObject(body[singular]) || !fields.has(singular))
  return hasKey && Object.keys(body).every((name) => name === singular || !fields.has(name))
}
