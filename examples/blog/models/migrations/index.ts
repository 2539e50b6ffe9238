/** Runs the steps of `sqlite.ts` or `postgres.ts` that have not run yet. */

import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import { isPostgres } from '../postgres.js'
import { POSTGRES } from './postgres.js'
import { SQLITE } from './sqlite.js'

/** Never change a step that has run somewhere: add another. They run by their names: 001, 002. */
function named (steps: ReadonlyArray<readonly string[]>): Record<string, Migration> {
  return Object.fromEntries(steps.map((statements, index) => [String(index + 1).padStart(3, '0'), {
    async up (db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    }
  }]))
}

/** All of them, or none. Of several processes that start at once, one does it, and the others wait. */
export async function migrate (db: Kysely<any>): Promise<void> {
  const steps = named(isPostgres(db) ? POSTGRES : SQLITE)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } })
  const { error } = await migrator.migrateToLatest()
  if (/previously executed migration/.test(String(error))) {
    throw new Error('a newer version of the blog has changed it. Start that version, or restore a backup', {
      cause: error
    })
  }
  if (error !== undefined) throw error
}
