/** Errors that models throw, each with the status of its answer, and those of the databases. */

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

// SQLite's driver gives no codes to the errors of queries that return rows. PostgreSQL's driver gives none to
// those of connections. The codes are those of PostgreSQL and of sockets.
const FAULTS = {
  unavailable: {
    messages: /database (?:\w+ )?is locked|readonly database|disk I\/O error|disk is full|unable to open database|^Connection terminated|^timeout exceeded when|^Query read timeout|not queryable/,
    codes: /^(?:08|40|53|57|58)\w{3}$|^25006$|^55P03$|^E(?:CONN|PIPE|TIMEDOUT|HOST|NET|AI_)|^ENOTFOUND$/
  },
  duplicate: { messages: /^UNIQUE/, codes: /^23505$/ },
  orphan: { messages: /^FOREIGN KEY/, codes: /^23503$/ }
}

function isFault (error: unknown, { messages, codes }: { messages: RegExp, codes: RegExp }): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return messages.test(error.message) || codes.test(String(code))
}

/** Whether the database is away, locked, full or read-only, which is not the fault of the request. */
export function isUnavailable (error: unknown): boolean {
  return isFault(error, FAULTS.unavailable)
}

/** Whether there is such a row already. */
export function isDuplicate (error: unknown): boolean {
  return isFault(error, FAULTS.duplicate)
}

/** Whether a new row refers to one that somebody has deleted. */
export function isOrphan (error: unknown): boolean {
  return isFault(error, FAULTS.orphan)
}
