/** The database: libSQL in a file, or on a server where the URL names one. */

import { createClient } from '@libsql/client'
import type { Client, InArgs } from '@libsql/client'
import fp from 'fastify-plugin'
import { migrations } from './migrations.js'

declare module 'fastify' {
  interface FastifyInstance { db: Database }
}

export type Database = Client

/** Rows as plain objects. */
export async function query<T> (db: Database, sql: string, args: InArgs = []): Promise<T[]> {
  return (await db.execute({ sql, args })).rows.map((row) => ({ ...row }) as T)
}

/** A statement that writes; tells the id of a new row. */
export async function write (db: Database, sql: string, args: InArgs = []): Promise<number> {
  return Number((await db.execute({ sql, args })).lastInsertRowid)
}

const UNREACHABLE = /^(?:SQLITE_(?:BUSY|LOCKED|READONLY|CANTOPEN|FULL|IOERR)|HRANA|SERVER_ERROR)/

/** Whether the database is held by another, cannot be written or is away: not the fault of who asked. */
export function isUnreachable (error: Error & { code?: string }): boolean {
  return UNREACHABLE.test(error.code ?? '') || (error instanceof TypeError && error.message === 'fetch failed')
}

/** `fastify.db`, open and migrated; closed when all requests are answered. */
export const database = fp(async function database (fastify, { url }: { url: string }) {
  const db = await openDatabase(url)
  fastify.decorate('db', db)
  fastify.addHook('onClose', async () => { db.close() })
})

async function openDatabase (url: string): Promise<Database> {
  try {
    // Milliseconds that a statement waits where another process is writing.
    const db = createClient({ url, timeout: 250 })
    // Readers do not wait for writers then. A server decides this itself.
    if (url.startsWith('file:')) await db.execute('PRAGMA journal_mode = WAL')
    await migrate(db)
    return db
  } catch (error) {
    throw new Error(`Cannot open the database '${url}': ${(error as Error).message}; set DATABASE_URL to a file in a folder that can be written (file:blog.db), or to a libSQL server`, { cause: error })
  }
}

/** Runs what has not run yet, each with its number in one transaction; two processes may start at once. */
async function migrate (db: Database): Promise<void> {
  await db.execute('CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)')
  const [last] = await query<{ number: number | null }>(db, 'SELECT max(number) AS number FROM migrations')
  for (const [index, statements] of migrations.entries()) {
    if (index < (last?.number ?? 0)) continue
    await db.batch([{ sql: 'INSERT INTO migrations VALUES (?)', args: [index + 1] }, ...statements], 'write')
  }
}
