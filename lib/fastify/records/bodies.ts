/** The body of an action that writes a record: its schema, and the hook that cleans it before validation. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { pointerTo } from '../../pointers.js'
import { isObject, remember } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { clean } from '../cleaning/index.js'
import type { Shape, UnknownKeys } from '../cleaning/index.js'
import { isForm, isMultipart } from '../methods/index.js'
import { noteFields, noteFiles } from '../requests/index.js'
import { contentOf, isNoText, isOnly, kindsOf, mapContent, mayBeFile } from '../schemas/index.js'
import type { Kinds, Schema } from '../schemas/index.js'
import {
  additionalName, attachOrReturn, invalidByFaults, invalidPart, createJudge, addKey, createCoercion
} from '../validation/index.js'
import type { InvalidPart } from '../validation/index.js'
import type { ControllerRecord, DerivedPart } from './record.js'

/**
 * The record under its singular name. The body may have other keys, since a form has its token and its
 * button.
 */
export function deriveBody (
  { action, resource: { singular } }: Route, record: ControllerRecord, shape: Shape,
  { isForeign, readsMultipart }: { isForeign: boolean, readsMultipart: boolean }
): DerivedPart {
  if (action !== 'create' && action !== 'update') return {}
  const isPartial = action === 'update'
  const schema = bodySchema(record, singular, isPartial, isForeign)
  const at = pointerTo(singular, '')
  const takesFile = hasFiles(shape)
  const noteParts = takesFile ? noteFiles : noteFields
  const validated = record.judge === null
    ? schema
    : validatedPart(schema, {
      type: 'object',
      required: [singular],
      properties: { [singular]: { type: 'object' } }
    })
  return {
    schema: fileBody(validated, shape),
    hooks: {
      ...((takesFile || readsMultipart) && { preParsing: noteParts }),
      ...(record.judge !== null && !isPartial && { preHandler: createJudge(singular, record.judge) }),
      preValidation: function cleanBody (
        request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void
      ): void {
        const isOfForm = isForm(request.headers['content-type'])
        const { body: sent } = request
        const isBare = record.isBare && !isOfForm && isObject(sent) && !isWrapped(sent, singular, shape)
        if (isBare) addKey(request, singular)
        const body = request.body as Record<string, unknown>
        const unknown: 'remove' | UnknownKeys =
          record.unknown === 'refuse' ? { pointers: [], hasMore: false } : 'remove'
        if (isObject(body) && Object.hasOwn(body, singular)) {
          body[singular] = clean(
            body[singular],
            shape,
            { texts: isOfForm ? 'form' : null, partial: isPartial, unknown },
            isBare ? '' : at
          )
        }
        const place = takesFile && isObject(body)
          ? missingFile({ value: body[singular], shape, at: isBare ? '' : at })
          : undefined
        const isRefused = unknown !== 'remove' && unknown.pointers.length > 0
        if (place !== undefined) done(refuseText(request, place))
        else done(isRefused ? attachOrReturn(request, unknownNames(unknown)) : undefined)
      }
    }
  }
}

interface Place {
  readonly value: unknown
  readonly shape: Shape
  /** Its JSON pointer. */
  readonly at: string
}

/** The first place that has a text where only a file is valid. A validator takes any text for one. */
function missingFile (outermost: Place): string | undefined {
  const places = [outermost]
  // JSON may be nested too deep for a recursion.
  for (const { value, shape, at } of places) {
    const { kinds } = shape
    if (value === undefined || value instanceof Uint8Array || !hasFiles(shape)) continue
    if (isNoText(kinds) && isMadeText(value, kinds)) return at
    for (const inner of placesIn(value, shape, at)) places.push(inner)
  }
  return undefined
}

/** Whether it is a text, or a validator makes one of it: it takes a single value from a list too. */
function isMadeText (value: unknown, kinds: Kinds): boolean {
  const one: unknown = Array.isArray(value) && value.length === 1 && !kinds.has('array') ? value[0] : value
  return one === null ? !kinds.has('null') : typeof one !== 'object'
}

/** A validator makes a list of a single value. */
function placesIn (value: unknown, shape: Shape, at: string): Place[] {
  if (shape.kinds.has('array') && !isObject(value)) {
    return [value].flat().map((item, index) => (
      { value: item as unknown, shape: shape.itemOf(index).shape, at: `${at}/${index}` }
    ))
  }
  if (!isObject(value)) return []
  const { propertyOf } = shape.chosenBy(value, true)
  return Object.entries(value).flatMap(([name, inner]) => {
    const named = propertyOf(name)
    return named === undefined ? [] : { value: inner, shape: named.shape, at: pointerTo(name, at) }
  })
}

function refuseText (request: FastifyRequest, at: string): Error | undefined {
  const { 'content-type': contentType = '' } = request.headers
  if (!isMultipart(contentType)) return createError('FST_RESOURCES_MEDIA_TYPE', [at])
  const fault = {
    instancePath: at, schemaPath: '#', keyword: 'type', params: { type: 'file' }, message: 'must be a file'
  }
  return attachOrReturn(request, invalidByFaults('body', [fault]))
}

/** FST_RESOURCES_UNKNOWN. */
function unknownNames ({ pointers, hasMore }: UnknownKeys): InvalidPart {
  const faults = pointers.map((pointer) => additionalName(pointer, '#/additionalProperties'))
  const names = pointers.map((pointer) => pointer.slice(1))
  return invalidPart(createError('FST_RESOURCES_UNKNOWN', [names, hasMore]), 'body', faults)
}

export const MULTIPART = 'multipart/form-data'

const documented = new WeakMap<Schema, Schema>()

/** The schema of a part for the app's validator, where documents have another one. */
function validatedPart (schema: Schema, validated: Schema): Schema {
  if (validated !== schema) documented.set(validated, schema)
  return validated
}

/** The schema that a document has for a part. */
export function documentedPart (part: Schema | undefined): Schema | undefined {
  return part === undefined ? undefined : documented.get(part) ?? part
}

const opened = new WeakMap<Schema, Schema>()

/** The body of an action's own that a library judges. */
export function openOwnBody (schema: Schema): Schema {
  return remember(opened, schema, () => validatedPart(schema, {}))
}

/** A part of an action's own, with the copies of its schemas that a validator reads. */
export function copyOwnPart (own: Schema, copy: (schema: Schema) => Schema): Schema {
  return validatedPart(own, mapContent(own, (schema) => isObject(schema) ? copy(schema) : schema) as Schema)
}

/** The schemas that an action's own body has for the two kinds of forms: the same, or by media type. */
export function formSchemas (own: Schema): [urlencoded: unknown, multipart: unknown] {
  const content = contentOf(own)
  if (content.length === 0) return [own, own]
  const byType = Object.fromEntries(content)
  return [byType['application/x-www-form-urlencoded']?.schema, byType[MULTIPART]?.schema]
}

/**
 * Where an action describes its own body, only the texts of forms are read. `isNullKept` tells that what
 * validates it converts no null. Takes the shapes of both kinds of forms.
 */
export function readOwnBody (
  schema: Schema, shapes: ReadonlyArray<Shape | undefined>, isNullKept: boolean
): DerivedPart {
  const isCoerced = createCoercion()
  const [urlencoded, multipart] = shapes
  return {
    schema: fileBody(schema, multipart),
    hooks: {
      ...(multipart !== undefined && hasFiles(multipart) && { preParsing: noteFiles }),
      preValidation: function readForm (
        request: FastifyRequest, _reply: FastifyReply, done: () => void
      ): void {
        const { 'content-type': contentType } = request.headers
        const shape = contentType !== undefined && isMultipart(contentType) ? multipart : urlencoded
        if (shape !== undefined && isForm(contentType)) {
          request.body = clean(request.body, shape, {
            texts: 'form', isCoerced: !isNullKept && isCoerced(request), partial: false, unknown: null
          })
        }
        done()
      }
    }
  }
}

const fileBodies = new WeakSet<Schema>()

/** The schema of a body, which `takesFiles` then knows. */
function fileBody (schema: Schema, shape: Shape | undefined): Schema {
  if (shape !== undefined && hasFiles(shape)) fileBodies.add(schema)
  return schema
}

/** Whether clients send files in a body, of a record or of an action's own. */
export function takesFiles (body: Schema | undefined): boolean {
  return body !== undefined && fileBodies.has(body)
}

const withFiles = new WeakMap<Shape, boolean>()

/** Whether any place may have a file. */
function hasFiles (shape: Shape): boolean {
  return remember(withFiles, shape, () => {
    const reached = new Set([shape])
    for (const one of reached) {
      const known = withFiles.get(one)
      if (known === true || mayBeFile(one.kinds)) return true
      if (known === undefined) for (const inner of shapesIn(one)) reached.add(inner)
    }
    // Records that refer to each other reach the same places.
    for (const one of reached) withFiles.set(one, false)
    return false
  })
}

function shapesIn ({ names, length, itemOf, propertyOf }: Shape): Shape[] {
  const items = Array.from({ length: length + 1 }, (_, index) => itemOf(index))
  return [...names.values(), ...items, propertyOf('') ?? []].flat().map(({ shape }) => shape)
}

/** The app's own validator may not know the app's schemas, so its copy contains no references. */
function bodySchema (
  { sent: node, copies }: ControllerRecord, singular: string, isPartial: boolean, isForeign: boolean
): Schema {
  const isInPlace = isForeign && !JSON.stringify(node.schema).includes('"$ref"')
  const whole = isInPlace ? copies.inline : copies.reference
  const schema = isPartial ? copies.partial(node) : whole(node, 'sent')
  const isObjectOnly = !isPartial && isOnly(kindsOf(node), ['object'])
  return {
    type: 'object',
    required: [singular],
    properties: { [singular]: isObjectOnly ? schema : { type: 'object', ...schema } }
  }
}

/**
 * A token or a button may come next to the record's key, but no other property of the record. The key may be
 * a property itself.
 */
function isWrapped (body: Schema, singular: string, { names }: Shape): boolean {
  const hasKey = Object.hasOwn(body, singular) && (isObject(body[singular]) || !names.has(singular))
  return hasKey && Object.keys(body).every((name) => name === singular || !names.has(name))
}
