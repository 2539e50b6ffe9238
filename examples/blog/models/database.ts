/** The database: its tables, and what models need to work with them. */

import fp from 'fastify-plugin'
import { sql, type Generated, type Kysely, type RawBuilder } from 'kysely'
import { gone, isOrphan, isUnavailable } from './errors.js'
import { migrate } from './migrations/index.js'
import { isPostgres, openServer } from './postgres.js'
import type { UserRow } from './records.js'
import { openFile } from './sqlite.js'

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
  limits: { key: string, tries: number, expiresAt: number }
  /** Only in SQLite. */
  secrets: { secret: string }
}

// Any number that nothing else locks. SQLite has one writer at a time anyway.
const LOCK = 1

/** All that runs queries: the database itself, or one of its transactions. */
export type Database = Kysely<Tables>

interface Place {
  /** The file of SQLite. */
  readonly file: string
  /** The address of PostgreSQL, in place of a file. */
  readonly url?: string | undefined
}

/** `fastify.db`, open and migrated; closed after the last answer. */
export const database = fp(async function database (fastify, place: Place) {
  const db = await openDatabase(place, (error) => { fastify.log.warn(error) })
  fastify.decorate('db', db)
  fastify.addHook('onClose', async () => { await db.destroy() })
})

/** Throws if the file cannot be opened, and says what to do. Queries fail while a server is away. */
export async function openDatabase (
  { file, url }: Place, warn: (error: Error) => void = () => {}
): Promise<Database> {
  return url === undefined
    ? await openFile<Tables>(file, migrate)
    : openServer<Tables>(url, { migrate, warn })
}

/** Whether the database answers. SQLite would answer a query without a table by itself. */
export async function isAvailable (db: Database): Promise<boolean> {
  try {
    await db.selectFrom('users').select('id').limit(1).execute()
    return true
  } catch (error) {
    if (isUnavailable(error)) return false
    throw error
  }
}

/**
 * Does all of the work, or none of it. Within another transaction it is a part of that one. They run one
 * after the other, in whatever process: so none decides by what another is about to change.
 */
export async function transaction<T> (db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return await work(db)
  try {
    return await db.transaction().execute(async (db) => {
      if (isPostgres(db)) await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(db)
      return await work(db)
    })
  } catch (error) {
    throw isOrphan(error) ? gone() : error
  }
}

/** What signs the cookies of a database that has one. */
export async function readSecret (db: Database): Promise<string> {
  return (await db.selectFrom('secrets').select('secret').executeTakeFirstOrThrow()).secret
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
