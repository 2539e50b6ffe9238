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

/** A form whose parts are noted as they pass, since a body does not tell of them. */
interface NotedForm {
  /** What refuses it while nothing has read its parts. */
  refusal: 'FST_RESOURCES_MULTIPART' | 'FST_RESOURCES_MEDIA_TYPE' | undefined
  takesFiles: boolean
  /** Where it takes files: by `attachFieldsToBody: 'keyValues'` a body has only their bytes. */
  readonly files: MultipartPart[]
  /** Those of all parts, in their order. */
  readonly names: string[]
}

const forms = new WeakMap<FastifyRequest, NotedForm>()

/** A preParsing hook for rows whose schema has files. */
export const noteFiles = createNote({ refusal: 'FST_RESOURCES_MULTIPART', takesFiles: true })

/** The same for rows of a record without files. */
export const noteFields = createNote({ refusal: 'FST_RESOURCES_MEDIA_TYPE' })

/** The same for all rows that may get a multipart form. */
export const noteNames = createNote({})

function createNote (rules: Partial<NotedForm>) {
  return function noteParts (
    request: FastifyRequest, _reply: FastifyReply, _payload: unknown, done: () => void
  ): void {
    const { parts }: { parts?: ReadParts } = request as object
    const { 'content-type': contentType } = request.headers
    if (parts !== undefined && contentType !== undefined && isMultipart(contentType)) {
      Object.assign(remember(forms, request, () => notePassing(request, parts)), rules)
    }
    done()
  }
}

function notePassing (request: FastifyRequest, parts: ReadParts): NotedForm {
  const form: NotedForm = { refusal: undefined, takesFiles: false, files: [], names: [] }
  async function * readAndNote (...options: unknown[]): AsyncIterable<MultipartPart> {
    form.refusal = undefined
    for await (const part of parts.apply(request, options)) {
      form.names.push(part.fieldname)
      if (form.takesFiles && part.type === 'file') form.files.push(part)
      yield part
    }
  }
  Object.assign(request, { parts: readAndNote })
  return form
}

/**
 * Replaces the parts in a body by their values, and gives the names of those in their order. Files stay parts
 * where no schema has files.
 */
export async function readParts (request: FastifyRequest): Promise<readonly string[]> {
  const { body } = request
  const { refusal, files: parts = [], names = [] }: Partial<NotedForm> = forms.get(request) ?? {}
  if (!isObject(body)) {
    // A client may send a form without parts.
    if (refusal !== undefined) throw createError(refusal, [])
    return []
  }
  const files = new Map<unknown, FormFile | undefined>()
  for (const part of parts) {
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
  return names.filter((name) => all.get(name)?.shift() !== undefined)
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
