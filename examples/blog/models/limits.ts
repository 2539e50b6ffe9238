/** Counters of tries in the database, so that all processes count together. */

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.js'

export interface Tries {
  readonly current: number
  /** The milliseconds until the count begins anew. */
  readonly ttl: number
}

/** Counts one more, from the first one for that many milliseconds. */
export async function countTry (db: Database, name: string, milliseconds: number): Promise<Tries> {
  const key = keyOf(name)
  const expiresAt = Date.now() + milliseconds
  await db.deleteFrom('limits').where('expiresAt', '<=', Date.now()).execute()
  const row = await db
    .insertInto('limits')
    .values({ key, tries: 1, expiresAt })
    .onConflict((limit) => limit.column('key').doUpdateSet({ tries: sql`limits.tries + 1` }))
    .returning(['tries', 'expiresAt'])
    .executeTakeFirstOrThrow()
  return toTries(row)
}

export async function readTries (db: Database, name: string): Promise<Tries> {
  const row = await db
    .selectFrom('limits')
    .select(['tries', 'expiresAt'])
    .where('key', '=', keyOf(name))
    .where('expiresAt', '>', Date.now())
    .executeTakeFirst()
  return toTries(row)
}

function toTries ({ tries, expiresAt } = { tries: 0, expiresAt: 0 }): Tries {
  return { current: tries, ttl: Math.max(0, expiresAt - Date.now()) }
}

/** The database has no names of those who try. */
function keyOf (name: string): string {
  return createHash('sha256').update(name).digest('base64url')
}
