/** Files that a walk sends, and bodies that hold some. */

import { isPlainObject, usualExtensionOf, usualTypesOf } from '../tools.js'

const TEXT = 'text/plain'

/** The usual one of types such as `image/*`. */
const GROUPS = new Map([
  ['image/*', 'image/png'], ['audio/*', 'audio/mpeg'], ['video/*', 'video/mp4'], ['text/*', TEXT]
])

/** What a schema says of a file. */
export interface FileSchema {
  readonly contentMediaType?: string
  readonly minLength?: number
  readonly maxLength?: number
}

/** Its name has an extension, `.png`; by default one of its media type, if there is a usual one. */
export function createFile (
  { contentMediaType: type = TEXT, minLength = 0, maxLength }: FileSchema, extension = extensionOf(type)
): File {
  const text = 'a file'.padEnd(minLength, '.').slice(0, maxLength)
  return new File([text], `file${extension}`, { type })
}

function extensionOf (type: string): string {
  const extension = usualExtensionOf(type)
  return extension === undefined ? '' : `.${extension}`
}

/** What a person chooses in a field: the file that the row takes, if the page accepts it, or one like it. */
export function chooseFile (accept = '', known?: unknown): File {
  const accepted = accept.toLowerCase().split(',').map((part) => part.trim())
  const file = known instanceof File ? known : createFile({})
  if (accepted.some((part) => isAccepted(file, part))) return file
  const size = { minLength: file.size, maxLength: file.size }
  const [first] = accepted as [string]
  if (!first.startsWith('.')) return createFile({ contentMediaType: GROUPS.get(first) ?? first, ...size })
  const [type = ''] = usualTypesOf(first.slice(1))
  return createFile({ contentMediaType: type, ...size }, first)
}

function isAccepted ({ name, type }: File, part: string): boolean {
  if (part === '') return true
  if (part.startsWith('.')) return name.toLowerCase().endsWith(part)
  return part.endsWith('/*') ? type.startsWith(part.slice(0, -1)) : type === part
}

/** The fields of a form for a body, by the names that the plugin nests: `post[tags][]`. */
export function formEntries (body: unknown, name = ''): Array<[name: string, value: string | File]> {
  if (body === undefined) return []
  if (body instanceof File) return [[name, body]]
  if (Array.isArray(body)) return body.flatMap((item) => formEntries(item, `${name}[]`))
  if (!isPlainObject(body)) return [[name, String(body ?? '')]]
  return Object.entries(body).flatMap(([key, value]) =>
    formEntries(value, name === '' ? key : `${name}[${key}]`)
  )
}

/** JSON, or a multipart form where the body has files. */
export function encodeBody (body: unknown): Response {
  const entries = formEntries(body)
  if (!entries.some(([, value]) => value instanceof File)) return Response.json(body)
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return new Response(form)
}

/** A copy in which `show` gives what stands for a file. */
export function replaceFiles (value: unknown, show: (file: File) => string): unknown {
  if (value instanceof File) return show(value)
  if (Array.isArray(value)) return value.map((item) => replaceFiles(item, show))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceFiles(item, show)]))
}
