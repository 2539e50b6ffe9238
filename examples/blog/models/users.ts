/** Users in the database. */

import { isDuplicate, type Database } from '../database.js'
import { found, mistake } from '../errors.js'
import { hashPassword, isPassword, NOBODY } from '../passwords.js'
import type { UserRow } from '../records.js'
import { readList, type List, type Range } from './lists.js'

const COLUMNS = 'users.id, name, email, role'

export function listUsers (db: Database, range: Range): List<UserRow> {
  return readList(db, { columns: COLUMNS, from: 'users', where: 'true', values: [], id: 'users.id', size: 50 }, range)
}

export function findUser (db: Database, id: number): UserRow | undefined {
  return db.get(`SELECT ${COLUMNS} FROM users WHERE id = ?`, id)
}

/** Throws where another account has the address. */
export async function createUser (db: Database, { name, email, password }: { name: string, email: string, password: string }): Promise<UserRow> {
  const hash = await hashPassword(password)
  return unlessDuplicate(() => found(findUser(db, db.run('INSERT INTO users (name, email, password) VALUES (?, ?, ?)', name, email, hash).id)))
}

/** The user with that password. An unknown address takes the same time. */
export async function authenticate (db: Database, email: string, password: string): Promise<UserRow | undefined> {
  const user = db.get<{ id: number, password: string }>('SELECT id, password FROM users WHERE email = ?', email)
  const isRight = await isPassword(password, user?.password ?? NOBODY)
  return isRight && user !== undefined ? findUser(db, user.id) : undefined
}

/** Throws where another account has the address. */
export function updateUser (db: Database, user: UserRow, changes: Partial<UserRow>): UserRow {
  const { name, email, role } = { ...user, ...changes }
  return unlessDuplicate(() => {
    db.run('UPDATE users SET name = ?, email = ?, role = ? WHERE id = ?', name, email, role, user.id)
    return found(findUser(db, user.id))
  })
}

export async function updatePassword (db: Database, { id }: UserRow, password: string): Promise<void> {
  db.run('UPDATE users SET password = ? WHERE id = ?', await hashPassword(password), id)
}

/** Deletes a user with their posts, comments and sessions. */
export function deleteUser (db: Database, { id }: UserRow): void {
  db.run('DELETE FROM users WHERE id = ?', id)
}

function unlessDuplicate<T> (work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isDuplicate(error) ? mistake('account[email]', 'is already taken', 409) : error
  }
}
