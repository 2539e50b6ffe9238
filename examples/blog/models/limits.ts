/** Counters of tries in the database, so that all processes count together. */

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.js'

export interface Tries {
  readonly current: number
  /** The milliseconds until the count begins anew. */
  readonly ttl: number
}

// In milliseconds. Queries end sooner.
const LONGEST_WAIT = 60_000

/** Counts one more, from the first one for that many milliseconds. */
export async function countTry (db: Database, name: string, milliseconds: number): Promise<Tries> {
  const key = keyOf(name)
  const expiresAt = Date.now() + milliseconds
  // A count that ends much later than one of now is of the future: somebody has set the clock back. One that
  // ends a little later began while this one waited for the database.
  await db
    .deleteFrom('limits')
    .where(({ and, eb, or }) => or([
      eb('expiresAt', '<=', Date.now()),
      and([eb('key', '=', key), eb('expiresAt', '>', expiresAt + LONGEST_WAIT)])
    ]))
    .execute()
  const row = await db
    .insertInto('limits')
    .values({ key, tries: 1, expiresAt })
    .onConflict((limit) => limit.column('key').doUpdateSet({ tries: sql`limits.tries + 1` }))
    .returning(['tries', 'expiresAt'])
    .executeTakeFirstOrThrow()
  return { current: row.tries, ttl: Math.max(0, row.expiresAt - Date.now()) }
}

/** Takes back one of each that did not count after all. */
export async function forgetTries (db: Database, names: readonly string[]): Promise<void> {
  await db
    .updateTable('limits')
    .set({ tries: sql`tries - 1` })
    .where('key', 'in', names.map(keyOf))
    .where('tries', '>', 0)
    .execute()
}

/** The database has no names of those who try. */
function keyOf (name: string): string {
  return createHash('sha256').update(name).digest('base64url')
}
