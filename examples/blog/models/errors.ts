/** Errors that models throw, each with the status of its answer. */

export function httpError (statusCode: number, message: string): Error & { statusCode: number } {
  return Object.assign(new Error(message), { statusCode })
}

/** For a record that somebody else has deleted since. */
export function gone (): Error {
  return httpError(404, 'Somebody has deleted this in the meantime.')
}

export function found<T> (row: T | undefined): T {
  if (row === undefined) throw gone()
  return row
}
