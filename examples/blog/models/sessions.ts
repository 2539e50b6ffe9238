/** Sessions in the database: one for each browser that somebody is logged in with. */

import { createHash, randomBytes } from 'node:crypto'
import { get, run, type Database } from './database.js'
import type { UserRow } from './records.js'

const DAY = 24 * 60 * 60 * 1000

export interface NewSession {
  readonly token: string
  readonly expires: Date
}

/** The browser keeps the token. The database has only its hash, with which nobody can log in. */
export function createSession (db: Database, { id: userId }: UserRow): NewSession {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(Date.now() + 14 * DAY)
  run(db, 'DELETE FROM sessions WHERE expiresAt < ?', Date.now())
  run(db, 'INSERT INTO sessions VALUES (?, ?, ?)', keyOf(token), userId, expires.getTime())
  return { token, expires }
}

export function findSessionUser (db: Database, token: string): UserRow | undefined {
  return get<UserRow>(
    db,
    `SELECT users.id, name, email, role, joinedAt FROM sessions JOIN users ON users.id = userId
     WHERE key = ? AND expiresAt > ?`,
    keyOf(token), Date.now()
  )
}

export function deleteSession (db: Database, token: string): void {
  run(db, 'DELETE FROM sessions WHERE key = ?', keyOf(token))
}

/** Deletes all sessions of the user except that of the token. */
export function deleteSessions (db: Database, { id }: Pick<UserRow, 'id'>, token = ''): void {
  run(db, 'DELETE FROM sessions WHERE userId = ? AND key <> ?', id, keyOf(token))
}

function keyOf (token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
