/** Users and their sessions in the database. */

import { createHash, randomBytes } from 'node:crypto'
import { LibsqlError } from '@libsql/client'
import type { Database } from '../database.js'
import { query, write } from '../database.js'
import { hashPassword, isPassword } from '../passwords.js'
import type { UserRow } from '../records.js'

const SESSION_SECONDS = 14 * 24 * 60 * 60

const COLUMNS = 'users.id, name, email, role'

interface NewUser {
  readonly name: string
  readonly email: string
  readonly password: string
}

export async function listUsers (db: Database): Promise<UserRow[]> {
  return await query(db, `SELECT ${COLUMNS} FROM users ORDER BY name`)
}

export async function findUser (db: Database, id: number): Promise<UserRow | undefined> {
  return (await query<UserRow>(db, `SELECT ${COLUMNS} FROM users WHERE id = ?`, [id]))[0]
}

/** The new user with a session, in one transaction; undefined where the address is taken. */
export async function signUp (db: Database, { name, email, password }: NewUser): Promise<Session | undefined> {
  const session = newSession()
  try {
    await db.batch([
      { sql: 'INSERT INTO users (name, email, password) VALUES (?, ?, ?)', args: [name, email, await hashPassword(password)] },
      { sql: 'INSERT INTO sessions (key, userId, expiresAt) VALUES (?, last_insert_rowid(), ?)', args: [session.key, session.expiresAt] }
    ], 'write')
    return session
  } catch (error) {
    if (isTaken(error)) return undefined
    throw error
  }
}

/** A session for who has the password; undefined for all others, after the same time. */
export async function logIn (db: Database, email: string, password: string): Promise<Session | undefined> {
  const [user] = await query<{ id: number, password: string }>(db, 'SELECT id, password FROM users WHERE email = ?', [email])
  const stored = user?.password ?? await (nobody ??= hashPassword(randomBytes(16).toString('hex')))
  if (!await isPassword(password, stored) || user === undefined) return undefined
  const session = newSession()
  await db.batch([
    { sql: 'DELETE FROM sessions WHERE expiresAt < ?', args: [seconds()] },
    { sql: 'INSERT INTO sessions (key, userId, expiresAt) VALUES (?, ?, ?)', args: [session.key, user.id, session.expiresAt] }
  ], 'write')
  return session
}

let nobody: Promise<string> | undefined

export async function findSessionUser (db: Database, token: string): Promise<UserRow | undefined> {
  return (await query<UserRow>(db, `SELECT ${COLUMNS} FROM sessions JOIN users ON users.id = userId WHERE key = ? AND expiresAt > ?`, [keyOf(token), seconds()]))[0]
}

export async function logOut (db: Database, token: string): Promise<void> {
  await write(db, 'DELETE FROM sessions WHERE key = ?', [keyOf(token)])
}

/** False where the address is another's. A new password ends the user's other sessions. */
export async function updateAccount (db: Database, id: number, token: string, { name, email, password }: Partial<NewUser>): Promise<boolean> {
  const hash = password === undefined ? null : await hashPassword(password)
  try {
    await db.batch([
      { sql: 'UPDATE users SET name = coalesce(?, name), email = coalesce(?, email), password = coalesce(?, password) WHERE id = ?', args: [name ?? null, email ?? null, hash, id] },
      { sql: 'DELETE FROM sessions WHERE userId = ? AND key <> ? AND ?', args: [id, keyOf(token), hash !== null] }
    ], 'write')
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

export async function updateUser (db: Database, id: number, { name, role }: Partial<UserRow>): Promise<void> {
  await write(db, 'UPDATE users SET name = coalesce(?, name), role = coalesce(?, role) WHERE id = ?', [name ?? null, role ?? null, id])
}

/** With all that is theirs. */
export async function deleteUser (db: Database, id: number): Promise<void> {
  await write(db, 'DELETE FROM users WHERE id = ?', [id])
}

/** What the browser keeps is the token; the database has only its hash, which opens nothing. */
export interface Session {
  readonly token: string
  readonly key: string
  readonly expiresAt: number
}

function newSession (): Session {
  const token = randomBytes(32).toString('base64url')
  return { token, key: keyOf(token), expiresAt: seconds() + SESSION_SECONDS }
}

function keyOf (token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function seconds (): number {
  return Math.floor(Date.now() / 1000)
}

function isTaken (error: unknown): boolean {
  return error instanceof LibsqlError && error.message.includes('UNIQUE')
}
