/** Users in the database. */

import { fieldError } from 'fastify-resources'
import { get, now, run, transaction, type Database } from './database.js'
import { found, httpError, isDuplicate } from './errors.js'
import { choosePassword, hashPassword, isPassword, NOBODY } from './passwords.js'
import type { CommentRow, PostRow, UserRow } from './records.js'
import { readList, type List, type Range } from './lists.js'
import { createSession, deleteSessions, type NewSession } from './sessions.js'

/** Without their passwords. */
const COLUMNS = 'id, name, email, role, joinedAt'

export function listUsers (db: Database, range: Range): List<UserRow> {
  return readList<UserRow>(db, { columns: COLUMNS, from: 'users', order: 'users.id', size: 50 }, range)
}

export function findUser (db: Database, id: number): UserRow | undefined {
  return get<UserRow>(db, `SELECT ${COLUMNS} FROM users WHERE id = ?`, id)
}

/** Throws where another account has the address. */
export async function createUser (
  db: Database, { name, email, password }: { name: string, email: string, password: string }
): Promise<UserRow> {
  const sql = `INSERT INTO users (name, email, password, joinedAt) VALUES (?, ?, ?, ?) RETURNING ${COLUMNS}`
  const hash = await hashPassword(password)
  return unlessDuplicate(() => get<UserRow>(db, sql, name, email, hash, now())!)
}

/** Throws unless it is the password of that user. */
export async function logIn (
  db: Database, { email, password }: { email: string, password: string }
): Promise<{ user: UserRow, session: NewSession }> {
  const wrong = fieldError('', 'E-mail or password is wrong.')
  const user = await comparePassword(db, 'email', email, password, wrong)
  return { user, session: createSession(db, user) }
}

/** Throws unless the current password is right. Ends all sessions of the user except that of the token. */
export async function changePassword (
  db: Database, { id }: UserRow, { current, password }: { current: string, password: string }, token: string
): Promise<void> {
  const wrong = fieldError('password[current]', 'is wrong')
  const user = await comparePassword(db, 'id', id, current, wrong)
  saveHash(db, user, await hashPassword(password), token)
}

/** Gives the user a new password, and ends all of their sessions. */
export async function resetPassword (db: Database, user: UserRow): Promise<string> {
  const password = choosePassword()
  saveHash(db, user, await hashPassword(password))
  return password
}

function saveHash (db: Database, user: UserRow, hash: string, token?: string): void {
  transaction(db, () => {
    run(db, 'UPDATE users SET password = ? WHERE id = ?', hash, user.id)
    deleteSessions(db, user, token)
  })
}

/** An unknown address takes the same time. A password that somebody changes meanwhile is wrong. */
async function comparePassword (
  db: Database, column: 'email' | 'id', value: string | number, password: string, wrong: Error
): Promise<UserRow> {
  const sql = `SELECT id, password FROM users WHERE ${column} = ?`
  const find = () => get<{ id: number, password: string }>(db, sql, value)
  const known = find()
  const isRight = await isPassword(password, known?.password ?? NOBODY)
  const user = find()
  if (!isRight || user === undefined || user.password !== known?.password) throw wrong
  return findUser(db, user.id)!
}

/**
 * Changes only what is given: others may have changed the rest. Throws where another account has the address,
 * and where no admin would be left.
 */
export function updateUser (
  db: Database,
  { id }: UserRow,
  { name, email, role }: { [name in keyof UserRow]?: UserRow[name] | undefined }
): UserRow {
  const sql = `UPDATE users SET name = coalesce(?, name), email = coalesce(?, email), role = coalesce(?, role)
    WHERE id = ? RETURNING ${COLUMNS}`
  return unlessDuplicate(() => keepAdmin(db, () =>
    found(get<UserRow>(db, sql, name ?? null, email ?? null, role ?? null, id))))
}

/** Deletes a user with their posts, comments and sessions. Throws where no admin would be left. */
export function deleteUser (db: Database, { id }: UserRow): void {
  keepAdmin(db, () => run(db, 'DELETE FROM users WHERE id = ?', id))
}

export function hasAdmin (db: Database): boolean {
  return get(db, "SELECT 1 FROM users WHERE role = 'admin'") !== undefined
}

export function isWriter (user: UserRow | null): boolean {
  return user?.role === 'author' || user?.role === 'admin'
}

/** Whether the user may delete the comments of others: as long as they may change the post. */
export function mayHost (user: UserRow | null, post: PostRow): boolean {
  return isWriter(user) && mayChange(user, post)
}

/** Whether the user may change it: the author, and any admin. */
export function mayChange (user: UserRow | null, { userId }: PostRow | CommentRow): boolean {
  return user !== null && (user.role === 'admin' || user.id === userId)
}

function keepAdmin<T> (db: Database, work: () => T): T {
  return transaction(db, () => {
    const result = work()
    if (!hasAdmin(db)) throw httpError(409, 'This is the only admin. Make somebody else an admin first.')
    return result
  })
}

function unlessDuplicate<T> (work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isDuplicate(error) ? fieldError('account[email]', 'is already taken', { statusCode: 409 }) : error
  }
}
