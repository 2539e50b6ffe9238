/** Reads a response: an answer, or an error. */

import { isObject } from '../routes/objects.js'
import type { FormErrors } from '../../types/form-errors.js'

/** An answer that is not 2xx. */
export class ResponseError extends Error {
  readonly status: number
  /** The server's own code, such as `FST_ERR_VALIDATION`. */
  readonly code: string | undefined
  /** Messages by field, where the server sends them; else empty. */
  readonly fields: FormErrors
  /** Its body is not read yet. */
  readonly response: Response

  constructor (response: Response, body: unknown) {
    const { message, code, fields } = isObject(body) ? body : {}
    super(typeof message === 'string' ? message : `the server answered ${response.status}`)
    this.name = 'ResponseError'
    this.status = response.status
    this.code = typeof code === 'string' ? code : undefined
    this.fields = isObject(fields) ? fields as FormErrors : {}
    this.response = response
  }
}

/** Gives JSON as its value, other text as it is, an empty body as undefined; throws a ResponseError unless it is 2xx. */
export async function readAnswer (response: Response, isWanted: boolean): Promise<unknown> {
  if (response.ok) return isWanted ? response : await readBody(response)
  const body = await readBody(response.clone()).catch((error: unknown) => {
    // The status says more than the broken JSON.
    if (!(error instanceof SyntaxError)) throw error
  })
  throw new ResponseError(response, body)
}

async function readBody (response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  return /[/+]json\b/i.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text
}
