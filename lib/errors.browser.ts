/** What `errors.ts` is in bundles for browsers: the same codes, of what is said to them alone. */

export class ResourcesError extends Error {
  readonly statusCode = 500

  constructor (readonly code: string, message: string) {
    super(message)
    this.name = 'ResourcesError'
  }
}

/** None of the errors of helpers is a request's, so all have status 500. */
export function createError (code: string, details: readonly unknown[]): ResourcesError {
  return new ResourcesError(code, details.flat().join('; '))
}
