/** What a response says: an answer, or an error. */

import { isObject } from '../routes/objects.js'
import type { FormErrors } from '../../types/form-errors.js'

/** An answer that is not 2xx. */
export class ResponseError extends Error {
  readonly status: number
  /** The server's own, as `FST_ERR_VALIDATION`. */
  readonly code: string | undefined
  /** Messages by field, where the server sends them; else no fields. */
  readonly fields: FormErrors
  /** Its body is not read yet. */
  readonly response: Response

  constructor (response: Response, body: unknown) {
    const { message, code, fields } = isObject(body) ? body : {}
    super(typeof message === 'string' ? message : `the server answered with ${`${response.status} ${response.statusText}`.trim()}`)
    this.name = 'ResponseError'
    this.status = response.status
    this.code = typeof code === 'string' ? code : undefined
    this.fields = isObject(fields) ? fields as FormErrors : {}
    this.response = response
  }
}

/** JSON as its value, other text as it is, nothing as undefined; throws a ResponseError for what is not 2xx. */
export async function readAnswer (response: Response, isWanted: boolean): Promise<unknown> {
  if (response.ok) return isWanted ? response : await readBody(response)
  const body = await readBody(response.clone()).catch((error: unknown) => {
    // The status says more than that its JSON is broken.
    if (!(error instanceof SyntaxError)) throw error
  })
  throw new ResponseError(response, body)
}

async function readBody (response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  return /[/+]json\b/i.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text
}
