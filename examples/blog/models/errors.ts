/** Errors that models throw, each with the status of its answer, and those of the database. */

export function httpError (statusCode: number, message: string): Error & { statusCode: number } {
  return Object.assign(new Error(message), { statusCode })
}

/** Throws where somebody else has deleted the record since. */
export function found<T> (row: T | undefined): T {
  if (row === undefined) throw httpError(404, 'Somebody has deleted this in the meantime.')
  return row
}

/** Whether the database is locked, full or read-only, which is not the fault of the request. */
export function isUnavailable (error: unknown): boolean {
  return /database (?:\w+ )?is locked|readonly database|disk I\/O error|disk is full/.test(String(error))
}

/** Whether there is such a row already. */
export function isDuplicate (error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('UNIQUE')
}
