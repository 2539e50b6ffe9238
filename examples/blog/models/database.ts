/** The database: its tables, and what models need to work with them. */

import fp from 'fastify-plugin'
import { Migrator, sql, type Generated, type Kysely, type RawBuilder } from 'kysely'
import { gone } from './errors.js'
import { migrations } from './migrations.js'
import type { UserRow } from './records.js'
import { isOrphan, openFile } from './sqlite.js'

declare module 'fastify' {
  interface FastifyInstance { db: Database }
}

/** What each table has. Migrations make them. */
export interface Tables {
  users: {
    id: Generated<number>,
    name: string,
    email: string,
    password: string,
    role: Generated<UserRow['role']>,
    joinedAt: string
  }
  sessions: { key: string, userId: number, createdAt: string, expiresAt: number }
  posts: {
    id: Generated<number>,
    userId: number,
    title: string,
    text: string,
    /** 0 or 1. */
    published: Generated<number>,
    version: Generated<number>,
    position: number,
    createdAt: string,
    publishedAt: string | null,
    updatedAt: string
  }
  comments: { id: Generated<number>, postId: number, userId: number, text: string, createdAt: string }
}

/** All that runs queries: the database itself, or one of its transactions. */
export type Database = Kysely<Tables>

/** `fastify.db`, open and migrated; closed after the last answer. */
export const database = fp(async function database (fastify, { file }: { file: string }) {
  const db = await openDatabase(file)
  fastify.decorate('db', db)
  fastify.addHook('onClose', async () => { await db.destroy() })
})

/** Throws if the database cannot be opened, and says what to do. */
export async function openDatabase (file: string): Promise<Database> {
  return await openFile<Tables>(file, migrate)
}

/** Runs the migrations that have not run yet: all of them, or none. */
async function migrate (db: Kysely<Tables>): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } })
    .migrateToLatest()
  if (/previously executed migration/.test(String(error))) {
    throw new Error(
      'a newer version of the blog has changed it. Start that version, or restore a backup: ' +
        'npm run blog:restore BACKUP',
      { cause: error }
    )
  }
  if (error !== undefined) throw error
}

/** Does all of the work, or none of it. Within another transaction it is a part of that one. */
export async function transaction<T> (db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return await work(db)
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    throw isOrphan(error) ? gone() : error
  }
}

/** The time as a text. All have the same length, so they sort by time. */
export function now (seconds = 0): string {
  return new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/, '')
}

/**
 * The condition that a row is of the last minute. A record that is sent twice by then, by a second click or a
 * reload, is saved once. A row of the future is older: somebody has set the clock back.
 */
export function isRecent (): RawBuilder<boolean> {
  return sql`${sql.ref('createdAt')} BETWEEN ${now(-60)} AND ${now()}`
}
