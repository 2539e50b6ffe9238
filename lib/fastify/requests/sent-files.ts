/** The parts of a multipart form: fields become texts, files bytes with a name and a media type. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { isObject, remember } from '../../routes/objects.js'
import { isMultipart } from '../methods/index.js'
import type { FormFile } from '../../../types/handlers.js'

/** A part as @fastify/multipart gives it. */
interface MultipartPart {
  readonly fieldname: string
  readonly type: 'field' | 'file'
  /** All parts by name. */
  readonly fields: unknown
  readonly value?: unknown
  readonly filename?: string
  readonly mimetype: string
  readonly toBuffer: () => Promise<Buffer>
}

type ReadParts = (...options: unknown[]) => AsyncIterable<MultipartPart>

/** The files of a form whose row takes files. */
const filesOf = new WeakMap<FastifyRequest, MultipartPart[]>()

type Refusal = 'FST_RESOURCES_MULTIPART' | 'FST_RESOURCES_MEDIA_TYPE'

/** The forms whose parts nothing has read yet. */
const unread = new WeakMap<FastifyRequest, Refusal>()

/**
 * A preParsing hook for rows whose schema has files. By `attachFieldsToBody: 'keyValues'` the body has only
 * their bytes, so it keeps the parts as they pass.
 */
export const noteFiles = createNote('FST_RESOURCES_MULTIPART', (request, part) => {
  if (part.type === 'file') remember(filesOf, request, () => []).push(part)
})

/** A preParsing hook for rows of a record without files. */
export const noteFields = createNote('FST_RESOURCES_MEDIA_TYPE', () => {})

/** The names of a form's parts, in their order. */
const namesOf = new WeakMap<FastifyRequest, string[]>()

/** A preParsing hook for all rows that may get a multipart form: a body does not tell that order. */
export const noteNames = createNote(undefined, (request, { fieldname }) => {
  remember(namesOf, request, () => []).push(fieldname)
})

type Note = (request: FastifyRequest, part: MultipartPart) => void

function createNote (refusal: Refusal | undefined, note: Note) {
  return function noteParts (
    request: FastifyRequest, _reply: FastifyReply, _payload: unknown, done: () => void
  ): void {
    const multipart: { parts?: ReadParts } = request as object
    const { parts } = multipart
    const { 'content-type': contentType } = request.headers
    if (parts !== undefined && contentType !== undefined && isMultipart(contentType)) {
      if (refusal !== undefined) unread.set(request, refusal)
      multipart.parts = async function * readAndNote (...options) {
        unread.delete(request)
        for await (const part of parts.apply(request, options)) {
          note(request, part)
          yield part
        }
      }
    }
    done()
  }
}

/**
 * Replaces the parts in a body by their values, and gives the names of those in their order. Files stay parts
 * where no schema has files.
 */
export async function readParts (request: FastifyRequest): Promise<readonly string[]> {
  const { body } = request
  if (!isObject(body)) {
    // A client may send a form without parts.
    const refusal = unread.get(request)
    if (refusal !== undefined) throw createError(refusal, [])
    return []
  }
  const files = new Map<unknown, FormFile | undefined>()
  for (const part of filesOf.get(request) ?? []) {
    const bytes = await part.toBuffer()
    const file = readFile(bytes, part)
    files.set(part, file).set(bytes, file)
  }
  const read = (value: unknown): unknown => {
    if (files.has(value)) return files.get(value)
    return isField(value, body) ? value.value : value
  }
  const values: Record<string, unknown> = Object.create(null)
  const all = new Map<string, unknown[]>()
  for (const [name, field] of Object.entries(body)) {
    const sent = [field].flat().map(read)
    const several = sent.filter((value) => value !== undefined)
    all.set(name, sent)
    if (Array.isArray(field) ? several.length > 0 : several.length === 1) {
      values[name] = Array.isArray(field) ? several : several[0]
    }
  }
  request.body = values
  return (namesOf.get(request) ?? []).filter((name) => all.get(name)?.shift() !== undefined)
}

/** Undefined where no file was chosen: a browser sends an empty one without a name. */
function readFile (bytes: Buffer, { filename = '', mimetype }: MultipartPart): FormFile | undefined {
  return filename === '' && bytes.length === 0 ? undefined : Object.assign(bytes, { filename, mimetype })
}

/** A client cannot send such an object as JSON, since it leads to the body. */
function isField (value: unknown, body: unknown): value is MultipartPart {
  return (
    typeof value === 'object' &&
    value !== null &&
    'fields' in value &&
    value.fields === body &&
    'value' in value
  )
}
