/** Sessions in the database: one for each browser that somebody is logged in with. */

import { createHash, randomBytes } from 'node:crypto'
import { now, transaction, type Database } from './database.js'
import type { UserRow } from './records.js'

const DAYS = 14

export interface SessionRow {
  readonly createdAt: string
  /** Whether it is the session of the token. */
  readonly isThis: boolean
}

export interface NewSession {
  readonly token: string
  readonly expires: Date
}

/** The browser keeps the token. The database has only its hash, with which nobody can log in. */
export async function createSession (db: Database, { id: userId }: UserRow): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = seconds() + DAYS * 24 * 60 * 60
  const row = { key: keyOf(token), userId, expiresAt, createdAt: now() }
  await transaction(db, async (db) => {
    await db.deleteFrom('sessions').where('expiresAt', '<', seconds()).execute()
    await db.insertInto('sessions').values(row).execute()
  })
  return { token, expires: new Date(expiresAt * 1000) }
}

export async function findSessionUser (db: Database, token: string): Promise<UserRow | undefined> {
  return await openSessions(db)
    .innerJoin('users', 'users.id', 'userId')
    .select(['users.id', 'name', 'email', 'role', 'joinedAt'])
    .where('key', '=', keyOf(token))
    .executeTakeFirst()
}

export async function listSessions (db: Database, { id }: UserRow, token: string): Promise<SessionRow[]> {
  const sessions = await openSessions(db)
    .select(['key', 'createdAt'])
    .where('userId', '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('key')
    .execute()
  return sessions.map(({ key, createdAt }) => ({ createdAt, isThis: key === keyOf(token) }))
}

export async function deleteSession (db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('key', '=', keyOf(token)).execute()
}

/** Deletes all sessions of the user except that of the token. */
export async function deleteSessions (db: Database, { id }: Pick<UserRow, 'id'>, token = ''): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', id).where('key', '<>', keyOf(token)).execute()
}

const openSessions = (db: Database) => db.selectFrom('sessions').where('expiresAt', '>', seconds())

function seconds (): number {
  return Math.floor(Date.now() / 1000)
}

function keyOf (token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
