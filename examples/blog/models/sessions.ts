/** Sessions in the database: one for each browser that somebody is logged in with. */

import { createHash, randomBytes } from 'node:crypto'
import { NOW, type Database } from './database.js'
import type { UserRow } from './records.js'

const SECONDS = 14 * 24 * 60 * 60

export interface SessionRow {
  readonly createdAt: string
  /** Whether it is the session of the token; 0 or 1. */
  readonly isThis: number
}

/** The browser keeps the token. The database has only its hash, with which nobody can log in. */
export function createSession (db: Database, { id }: UserRow): { token: string, expires: Date } {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(Date.now() + SECONDS * 1000)
  db.transaction(() => {
    db.run('DELETE FROM sessions WHERE expiresAt < unixepoch()')
    db.run(
      `INSERT INTO sessions (key, userId, expiresAt, createdAt) VALUES (?, ?, ?, ${NOW})`,
      keyOf(token),
      id,
      Math.floor(expires.getTime() / 1000)
    )
  })
  return { token, expires }
}

export function findSessionUser (db: Database, token: string): UserRow | undefined {
  return db.get(
    'SELECT users.id, name, email, role, users.joinedAt FROM sessions JOIN users ON users.id = userId ' +
      'WHERE key = ? AND expiresAt > unixepoch()',
    keyOf(token)
  )
}

export function listSessions (db: Database, { id }: UserRow, token: string): SessionRow[] {
  return db.all(
    'SELECT createdAt, key = ? AS isThis FROM sessions WHERE userId = ? AND expiresAt > unixepoch() ORDER ' +
      'BY createdAt DESC, key',
    keyOf(token),
    id
  )
}

export function deleteSession (db: Database, token: string): void {
  db.run('DELETE FROM sessions WHERE key = ?', keyOf(token))
}

/** Deletes all sessions of the user except that of the token. */
export function deleteSessions (db: Database, { id }: UserRow, token = ''): void {
  db.run('DELETE FROM sessions WHERE userId = ? AND key <> ?', id, keyOf(token))
}

function keyOf (token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
