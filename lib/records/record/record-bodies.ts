/** The body of an action that writes a record: read by its places, then checked after the action's hooks. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { pointerTo } from '../../pointers.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { OWN_RULES, takesBoolean, walk } from '../texts/index.js'
import { addKey, sentPointer } from '../../requests/errors/index.js'
import type { RowPart } from '../../controllers/layers/index.js'
import { isForm, isMultipart } from '../../requests/methods/index.js'
import { noteFields, noteFiles } from '../../requests/request/index.js'
import { bundle, contentOf, factsInside, isOnly, kindsOf, mapContent } from '../../schemas/index.js'
import type { Bundle, Node, Place, PlaceOf, ReadSchema, Schema } from '../../schemas/index.js'
import { attachOrReturn, invalidInput, newRecordHook, sentFaults } from '../judging/index.js'
import type { Fault, InvalidPart } from '../judging/index.js'
import type { FormFields } from '../../../types/field-facts.js'
import { propertyNodes, createFields } from './record-fields.js'
import type { ControllerRecord } from './record.js'

type Done = (error?: Error) => void

/** What the form of a row may send. */
interface Sending {
  readonly readsMultipart: boolean
  /** Whether no page may show the value of a name. */
  readonly isHidden: (name: string) => boolean
}

interface BodyRow extends Sending {
  /** Whether the action has a schema of its own for ids, whose faults come first. */
  readonly hasOwnParams: boolean
}

/**
 * The record under its singular name. The body may have other keys, since a form has its token and its
 * button. Throws what the validator says of an invalid schema.
 */
export function deriveBody (
  { action, wrap, resource: { singular } }: Route, record: ControllerRecord,
  { readsMultipart, hasOwnParams, isHidden }: BodyRow
): RowPart {
  if (action !== 'create' && action !== 'update') return {}
  const isPartial = action === 'update'
  const isBare = !wrap
  const place = record.placeOf(record.sent)
  const makeSchema = (copies: Bundle): Schema => sentSchema(record.sent, isPartial, copies)
  // A library checks all but that there is an object.
  const { judge, zod } = record
  const faultsOf = record.compile(judge === null ? makeSchema : () => ({ type: 'object' }))
  const takesFiles = factsInside(record.sent).hasFiles
  if (zod !== null && takesFiles && !readsMultipart) throw new Error(NO_MULTIPART)
  const noteParts = takesFiles ? noteFiles : noteFields
  const under = pointerTo(singular, '')
  const ofForm = {
    texts: 'form', isPartial, isOwn: false, keepsUnknown: false, findsTexts: takesFiles
  } as const
  const ofJson = { ...ofForm, texts: null }

  function documentedBody (): Schema {
    const sent = bundle('sent', makeSchema)
    if (isBare) return sent
    const { definitions, $schema, ...own } = sent
    return {
      type: 'object',
      required: [singular],
      properties: { [singular]: own },
      ...(definitions !== undefined && { definitions })
    }
  }

  function readBody (request: FastifyRequest): InvalidPart | undefined {
    const { body: sent } = request
    if (isBare && isObject(sent) && !isWrapped(sent, singular, place)) addKey(request, singular)
    const body = request.body as Record<string, unknown>
    if (keyFault(body, singular) !== undefined) return undefined
    const rules = isForm(request.headers['content-type']) ? ofForm : ofJson
    const { value, textForFile } = walk(body[singular], place, rules, sentPointer(request, under))
    body[singular] = value
    return textForFile === undefined ? undefined : refuseText(request, textForFile)
  }

  function checkBody (request: FastifyRequest): InvalidPart | undefined {
    const fault = keyFault(request.body, singular)
    if (fault !== undefined) return invalidInput('body', [fault])
    const faults = faultsOf((request.body as Schema)[singular])
    return faults.length === 0 ? undefined : invalidInput('body', sentFaults(request, singular, faults))
  }

  function readRecord (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
    const error = readBody(request)
    done(error === undefined ? undefined : attachOrReturn(request, error))
  }

  function checkRecord (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
    const error = request.validationError === undefined ? checkBody(request) : undefined
    // Fastify itself tells of ids that the action's own schema refuses.
    const isTold = error !== undefined && (!hasOwnParams || request.validateInput(request.params, 'params'))
    done(isTold ? attachOrReturn(request, error) : undefined)
  }

  /** A name is of the record's key or, in a bare row, of the record itself. */
  function takesBooleanAt (keys: readonly string[]): boolean {
    const isBooleanUnderKey = keys[0] !== singular || takesBoolean(place, keys.slice(1))
    return isBooleanUnderKey && (!isBare || takesBoolean(place, keys))
  }

  const fields = createFields({
    place,
    nodes: [record.sent],
    isPartial,
    isExact: judge === null || !record.hasInput,
    takesReadOnly: false,
    takesFiles: takesFiles && readsMultipart,
    isHidden
  })

  return {
    form: { fields, takesBoolean: takesBooleanAt },
    facts: {
      body: documentedBody,
      takesFiles,
      sent: { node: record.sent, isPartial },
      isBare
    },
    first: {
      ...((takesFiles || readsMultipart) && { preParsing: noteParts }),
      preValidation: readRecord
    },
    last: {
      preValidation: checkRecord,
      // After all guards, since a rule may ask a database.
      ...(judge !== null && !isPartial && { preHandler: newRecordHook(singular, judge) })
    }
  }
}

const NO_MULTIPART =
  'its schema has a file, which comes in a multipart form alone; register @fastify/multipart with ' +
    'attachFieldsToBody: true before the plugin, or leave the file out'

/** Only a multipart form has files, and its visitor can correct it. */
function refuseText (request: FastifyRequest, at: string): InvalidPart {
  const { 'content-type': contentType = '' } = request.headers
  if (!isMultipart(contentType)) throw createError('FST_RESOURCES_MEDIA_TYPE', [at])
  const params = { type: 'file' }
  return invalidInput('body', [
    { instancePath: at, schemaPath: '#', keyword: 'type', params, message: 'must be file' }
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

/** Undefined for an object with the key. */
function keyFault (body: unknown, key: string): Fault | undefined {
  if (!isObject(body)) return bodyFault('type', { type: 'object' }, 'must be object')
  return Object.hasOwn(body, key)
    ? undefined
    : bodyFault('required', { missingProperty: key }, `must have required property '${key}'`)
}

function bodyFault (keyword: string, params: Schema, message: string): Fault {
  return { instancePath: '', schemaPath: `#/${keyword}`, keyword, params, message }
}

export const MULTIPART = 'multipart/form-data'
const URLENCODED = 'application/x-www-form-urlencoded'

interface OwnBody {
  readonly read: ReadSchema
  readonly placeOf: PlaceOf
  /** Whether a library checks it, and not the app's validator. */
  readonly isJudged: boolean
}

/** Where an action describes its own body, which may be by media type, only the texts of forms are read. */
export function readOwnBody ({ action }: Route, own: Schema, { read, placeOf, isJudged }: OwnBody): RowPart {
  const rules = { ...OWN_RULES, texts: 'form', isPartial: action === 'update' } as const
  const multipart = bodyNode(own, [MULTIPART], read)
  const places = [bodyNode(own, [URLENCODED], read), multipart].map((node) => node && placeOf(node))
  const [ofUrlencoded, ofMultipart] = places
  const known = places.filter((place) => place !== undefined)
  const takesFiles = multipart !== undefined && factsInside(multipart).hasFiles
  const withFiles = (schema: unknown): unknown => {
    const node = isPlainObject(schema) ? read(schema) : undefined
    return node && factsInside(node).hasFiles ? bundle('own', ({ whole }) => whole(node)) : schema
  }

  function readForm (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
    const { 'content-type': contentType } = request.headers
    const place = contentType !== undefined && isMultipart(contentType) ? ofMultipart : ofUrlencoded
    if (place !== undefined && isForm(contentType)) request.body = walk(request.body, place, rules).value
    done()
  }

  return {
    facts: { body: () => own, takesFiles },
    form: { takesBoolean: (keys) => known.every((place) => takesBoolean(place, keys)) },
    schema: { body: isJudged ? undefined : mapContent(own, withFiles) },
    first: { ...(takesFiles && { preParsing: noteFiles }), preValidation: readForm }
  }
}

/** The schema of a body: the one for all media types, or that of the first of these which it names. */
function bodyNode (own: Schema, types: readonly string[], read: ReadSchema): Node | undefined {
  const content = contentOf(own)
  const byType: Readonly<Record<string, Properties>> = Object.fromEntries(content)
  const type = types.find((type) => byType[type] !== undefined) ?? ''
  const schema = content.length === 0 ? own : byType[type]?.schema
  return isPlainObject(schema) ? read(schema) : undefined
}

interface OwnForm extends Omit<OwnBody, 'isJudged'>, Sending {
  readonly isExact: boolean
}

/** The fields of a form whose action describes its own body; undefined where that has no record's key. */
export function ownFields (
  { action, resource: { singular } }: Route, own: Schema,
  { read, placeOf, readsMultipart, ...rules }: OwnForm
): FormFields | undefined {
  const node = bodyNode(own, [URLENCODED, MULTIPART], read)
  const place = node && placeOf(node).fieldOf(singular)?.place
  return place && createFields({
    ...rules,
    place,
    nodes: propertyNodes({ nodes: [node], others: [] }, singular).nodes,
    isPartial: action === 'update',
    takesReadOnly: true,
    takesFiles: factsInside(node).hasFiles && readsMultipart
  })
}

/**
 * Next to the record's key may come a token or a button, and what no client sends, but no other property of
 * the record. Where the key is a property itself, all properties next to it tell that it is one, and a file.
 */
function isWrapped (body: Schema, singular: string, { fields }: Place): boolean {
  if (!Object.hasOwn(body, singular)) return false
  const others = Object.keys(body).filter((name) => name !== singular && fields.has(name))
  if (fields.has(singular)) return isPlainObject(body[singular]) && others.length === 0
  return others.every((name) => name === 'id' || fields.get(name)?.isReadOnly === true)
}
