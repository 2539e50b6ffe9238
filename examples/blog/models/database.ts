/** The database: SQLite in one file. */

import { chmodSync, writeFileSync } from 'node:fs'
import type { StatementSyncInstance } from '@photostructure/sqlite'
import fp from 'fastify-plugin'
import { checkFile, connect, disconnect, refuseBackup } from './files.js'
import { migrations } from './migrations.js'

declare module 'fastify' {
  interface FastifyInstance { db: Database }
}

/** The time in SQL, as texts of equal length, which sort by time. */
export const NOW = "strftime('%Y-%m-%dT%H:%M:%SZ')"

type Value = string | number | null

export interface Database {
  readonly all: <T>(sql: string, ...values: Value[]) => T[]
  readonly get: <T>(sql: string, ...values: Value[]) => T | undefined
  /** Returns the number of changed rows, and the id of a new row. */
  readonly run: (sql: string, ...values: Value[]) => { changes: number, id: number }
  /** Does all of the work, or none of it. Within another it is a part of that one. */
  readonly transaction: <T>(work: () => T) => T
  readonly close: () => void
}

// BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN: the lowest byte of an extended code.
const UNAVAILABLE = new Set([5, 6, 8, 10, 13, 14])

/** Whether the database is locked, unreadable or read-only, which is not the fault of the request. */
export function isUnavailable (error: Error & { errcode?: number }): boolean {
  return UNAVAILABLE.has((error.errcode ?? 0) & 0xff)
}

export function isDuplicate (error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('UNIQUE')
}

/** `fastify.db`, open and migrated; closed after the last answer. */
export const database = fp(async function database (fastify, { file }: { file: string }) {
  const db = openDatabase(file)
  fastify.decorate('db', db)
  fastify.addHook('onClose', async () => { db.close() })
})

/** Throws if the database cannot be opened, and says what to do. */
export function openDatabase (file: string): Database {
  try {
    // SQLite's other files get the mode of this one.
    writeFileSync(file, '', { flag: 'a', mode: 0o600 })
    refuseBackup(file)
    checkFile(file)
    chmodSync(file, 0o600)
    const connection = connect(file)
    const db = wrap(connection)
    db.transaction(() => { migrate(db) })
    // Then readers do not wait for a writer, in any process.
    connection.exec('PRAGMA journal_mode = WAL')
    // The milliseconds that a write waits for another process. All other requests wait too.
    connection.exec('PRAGMA busy_timeout = 250')
    return db
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    // Errors of files and of SQLite have codes, ours have their advice.
    const advice = code === undefined ? '' : '. Set DATABASE_FILE to a file in a folder that can be written'
    throw new Error(`Cannot open the database ${file}: ${message}${advice}`, { cause: error })
  }
}

function wrap (connection: ReturnType<typeof connect>): Database {
  const statements = new Map<string, StatementSyncInstance>()
  function prepare (sql: string): StatementSyncInstance {
    const statement = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    all: <T>(sql: string, ...values: Value[]) => prepare(sql).all(...values) as T[],
    get: <T>(sql: string, ...values: Value[]) => prepare(sql).get(...values) as T | undefined,
    run (sql, ...values) {
      const { changes, lastInsertRowid } = prepare(sql).run(...values)
      return { changes: Number(changes), id: Number(lastInsertRowid) }
    },
    transaction (work) {
      if (connection.isTransaction) return work()
      connection.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        connection.exec('COMMIT')
        return result
      } finally {
        if (connection.isTransaction) connection.exec('ROLLBACK')
      }
    },
    close: () => { disconnect(connection) }
  }
}

/** Runs the steps that have not run yet. */
function migrate (db: Database): void {
  db.run('CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)')
  const done = db.get<{ number: number | null }>('SELECT max(number) AS number FROM migrations')?.number ?? 0
  for (const [index, statements] of migrations.entries()) {
    if (index < done) continue
    for (const sql of statements) db.run(sql)
    db.run('INSERT INTO migrations VALUES (?)', index + 1)
  }
}
