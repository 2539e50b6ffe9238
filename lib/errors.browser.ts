/** Replaces `errors.ts` in bundles for browsers: the same codes; a message is only the details. */

export class ResourcesError extends Error {
  readonly statusCode = 500

  constructor (readonly code: string, message: string) {
    super(message)
    this.name = 'ResourcesError'
  }
}

/** No error of the helpers belongs to a request, so all have status 500. */
export function createError (code: string, details: readonly unknown[]): ResourcesError {
  return new ResourcesError(code, details.flat().join('; '))
}
