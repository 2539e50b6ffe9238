/** Takes `_method` out of the head of a form's body. Linear in its length. */

/** The value of the last `_method`, and the head without any. */
interface OverrideField {
  readonly value: string
  readonly rest: string
}

/** Takes the head of a body, in latin1, and whether that is the whole body. */
export type Find = (head: string, whole: boolean) => OverrideField | undefined

const NAME = '_method'
const LINE = '\r\n'
const HEADERS_END = '\r\n\r\n'

/** What each delimiter line begins with. */
const DASHES = '\r\n--'

// The spelling of browsers and HTTP libraries. Other spellings are found after the form was parsed.
const DISPOSITION = /^content-disposition: ?form-data; ?name="?([^";]*)"?$/i

// Runs several times for a request with a body, so it is one linear pattern, and JSON does without it.
const FORM = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/** The reader for bodies of a media type; undefined if it is not a form's. */
export function overrideFinder (contentType: string | undefined): Find | undefined {
  if (!isForm(contentType)) return undefined
  return isMultipart(contentType) ? multipartFinder(contentType) : findUrlencoded
}

/** Whether it is the media type of a form. */
export function isForm (contentType: string | undefined): contentType is string {
  return contentType !== undefined && contentType !== 'application/json' && FORM.test(contentType)
}

/** Which of the two media types of forms it is. */
export function isMultipart (contentType: string): boolean {
  return /^\s*m/i.test(contentType)
}

function findUrlencoded (head: string, whole: boolean): OverrideField | undefined {
  if (!head.includes(NAME)) return undefined
  const fields = head.split('&')
  // Of a longer body, the last field may be incomplete.
  const cut = whole ? [] : fields.splice(-1)
  const named = fields.findLast(isOverrideField)
  if (named === undefined) return undefined
  const others = fields.filter((field) => !isOverrideField(field))
  return { value: named.slice(NAME.length + 1), rest: [...others, ...cut].join('&') }
}

function isOverrideField (field: string): boolean {
  return field === NAME || field.startsWith(`${NAME}=`)
}

function multipartFinder (contentType: string): Find | undefined {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s";]+))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2]
  return boundary === undefined ? undefined : (head) => findMultipart(head, `--${boundary}`)
}

function findMultipart (head: string, delimiter: string): OverrideField | undefined {
  let value: string | undefined
  let rest = ''
  let restStart = 0
  let start = isDelimiter(head, 0, delimiter) ? 0 : nextDelimiter(head, 0, delimiter)
  while (start !== -1 && !isLast(head, start, delimiter)) {
    const headersStart = start + delimiter.length + LINE.length
    // A part without headers begins with an empty line.
    const headersEnd = head.indexOf(HEADERS_END, headersStart - LINE.length)
    const end = headersEnd === -1 ? -1 : nextDelimiter(head, headersEnd + LINE.length, delimiter)
    if (end !== -1 && isOverridePart(head.slice(headersStart, headersEnd))) {
      value = head.slice(headersEnd + HEADERS_END.length, end - LINE.length)
      rest += head.slice(restStart, start)
      restStart = end
    }
    start = end
  }
  return value === undefined ? undefined : { value, rest: rest + head.slice(restStart) }
}

function isOverridePart (headers: string): boolean {
  return headers.split(LINE).some((header) => DISPOSITION.exec(header)?.[1] === NAME)
}

/**
 * Where the next delimiter line begins; other lines may start with the same text. A search for the whole line
 * would cost the product of both lengths.
 */
function nextDelimiter (head: string, from: number, delimiter: string): number {
  let found = head.indexOf(DASHES, from)
  while (found !== -1 && !isDelimiter(head, found + LINE.length, delimiter)) {
    found = head.indexOf(DASHES, found + LINE.length)
  }
  return found === -1 ? -1 : found + LINE.length
}

function isDelimiter (head: string, start: number, delimiter: string): boolean {
  const end = start + delimiter.length
  return head.startsWith(delimiter, start) && (head.startsWith(LINE, end) || head.startsWith('--', end))
}

function isLast (head: string, start: number, delimiter: string): boolean {
  return head[start + delimiter.length] === '-'
}
