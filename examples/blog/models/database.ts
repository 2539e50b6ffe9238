/** The database: one file of SQLite, its tables, and what models need to work with it. */

import { chmodSync, writeFileSync } from 'node:fs'
// It has the API of `node:sqlite` in Node.js 22. Its package contains its binaries.
import { DatabaseSync } from '@photostructure/sqlite'
import fp from 'fastify-plugin'
import { isUnavailable } from './errors.js'
import { STEPS } from './migrations.js'

declare module 'fastify' {
  interface FastifyInstance { db: Database }
}

export type Database = InstanceType<typeof DatabaseSync>

type Value = string | number | null

/** `fastify.db`, open and migrated; closed after the last answer. */
export const database = fp(async function database (fastify, { file }: { file: string }) {
  const db = openDatabase(file)
  fastify.decorate('db', db)
  fastify.addHook('onClose', async () => {
    gather(db)
    db.close()
  })
})

/** Moves all data into the one file, unless another process has it open: the last one to end does it. */
function gather (db: Database): void {
  try {
    db.exec('PRAGMA journal_mode = DELETE')
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}

/** Throws if the file cannot be opened or migrated, and says what to do. */
export function openDatabase (file: string): Database {
  try {
    // SQLite's other files get the mode of this one.
    if (file !== ':memory:') writeFileSync(file, '', { flag: 'a', mode: 0o600 })
    const db = new DatabaseSync(file, { timeout: 10_000 })
    migrate(db)
    if (file !== ':memory:') chmodSync(file, 0o600)
    useLog(db)
    // The milliseconds that a write waits for another process. All other requests wait too.
    db.exec('PRAGMA busy_timeout = 250')
    return db
  } catch (error) {
    const advice = 'Set DATABASE_FILE to a file of the blog, or to a new one'
    throw new Error(`Cannot open the database ${file}: ${(error as Error).message}. ${advice}`, { cause: error })
  }
}

// Says whose file it is: the letters `blog`.
const APPLICATION = 0x62_6c_6f_67

/** Runs the steps that have not run yet, all or none. Of several processes one does it, the others wait. */
function migrate (db: Database): void {
  transaction(db, () => {
    const read = (sql: string): number => get<{ found: number }>(db, sql)!.found
    const hasTables = read('SELECT count(*) AS found FROM sqlite_master') > 0
    const application = read('SELECT application_id AS found FROM pragma_application_id')
    if (hasTables && application !== APPLICATION) throw new Error('it is the database of another program')
    const version = read('SELECT user_version AS found FROM pragma_user_version')
    if (version > STEPS.length) throw new Error('a newer version of the blog has changed it')
    for (const step of STEPS.slice(version)) db.exec(step)
    db.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${STEPS.length}`)
  })
}

/** Then readers do not wait for a writer, in any process. For this change SQLite does not wait itself. */
function useLog (db: Database): void {
  for (let tries = 1; ; tries++) {
    try {
      db.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isUnavailable(error) || tries === 500) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

export function all<R> (db: Database, sql: string, ...values: Value[]): R[] {
  return db.prepare(sql).all(...values) as R[]
}

export function get<R> (db: Database, sql: string, ...values: Value[]): R | undefined {
  return db.prepare(sql).get(...values) as R | undefined
}

/** Returns how many rows it changed. */
export function run (db: Database, sql: string, ...values: Value[]): number {
  return Number(db.prepare(sql).run(...values).changes)
}

/** Does all of the work, or none of it. Within another transaction it is a part of that one. */
export function transaction<T> (db: Database, work: () => T): T {
  if (db.isTransaction) return work()
  // One that reads first could not write if another process has written since.
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } finally {
    // SQLite ends a transaction by itself if the disk is full.
    if (db.isTransaction) db.exec('ROLLBACK')
  }
}

/** Signs cookies, so that they outlive a restart. */
export function readSecret (db: Database): string {
  return get<{ secret: string }>(db, 'SELECT secret FROM secrets')!.secret
}

/** The time as a text. All have the same length, so they sort by time. */
export function now (): string {
  return new Date().toISOString().replace(/\.\d+/, '')
}
