/** Users in the database. */

import { fieldError } from 'fastify-resources'
import { isDuplicate, NOW, type Database } from './database.js'
import { found, httpError } from './errors.js'
import { choosePassword, hashPassword, isPassword, NOBODY } from './passwords.js'
import type { CommentRow, PostRow, UserRow } from './records.js'
import { readList, type List, type Range } from './lists.js'
import { deleteSessions } from './sessions.js'

const COLUMNS = 'users.id, name, email, role, joinedAt'

export function listUsers (db: Database, range: Range): List<UserRow> {
  return readList(
    db,
    { columns: COLUMNS, from: 'users', where: 'true', values: [], order: 'users.id', key: 'id', size: 50 },
    range
  )
}

export function findUser (db: Database, id: number): UserRow | undefined {
  return db.get(`SELECT ${COLUMNS} FROM users WHERE id = ?`, id)
}

/** Throws where another account has the address. */
export async function createUser (
  db: Database, { name, email, password }: { name: string, email: string, password: string }
): Promise<UserRow> {
  const hash = await hashPassword(password)
  return unlessDuplicate(() =>
    found(
      findUser(
        db,
        db.run(
          `INSERT INTO users (name, email, password, joinedAt) VALUES (?, ?, ?, ${NOW})`,
          name,
          email,
          hash
        ).id
      )
    )
  )
}

/** Throws unless it is the password of that user. */
export async function authenticate (
  db: Database, { email, password }: { email: string, password: string }
): Promise<UserRow> {
  const user = await findByPassword(db, email, password)
  if (user === undefined) throw fieldError('', 'E-mail or password is wrong.')
  return user
}

/** Throws unless the current password is right. Ends all sessions of the user except that of the token. */
export async function changePassword (
  db: Database, user: UserRow, { current, password }: { current: string, password: string }, token: string
): Promise<void> {
  if ((await findByPassword(db, user.email, current)) === undefined) {
    throw fieldError('password[current]', 'is wrong')
  }
  db.run('UPDATE users SET password = ? WHERE id = ?', await hashPassword(password), user.id)
  deleteSessions(db, user, token)
}

export function findUserByEmail (db: Database, email: string): UserRow | undefined {
  return db.get(`SELECT ${COLUMNS} FROM users WHERE email = ?`, email)
}

/** Gives the user a new password, and ends all of their sessions. */
export async function resetPassword (db: Database, user: UserRow): Promise<string> {
  const password = choosePassword()
  const hash = await hashPassword(password)
  db.transaction(() => {
    db.run('UPDATE users SET password = ? WHERE id = ?', hash, user.id)
    deleteSessions(db, user)
  })
  return password
}

/** A new e-mail needs the password, since whoever has the e-mail has the account. */
export async function updateAccount (
  db: Database, user: UserRow, { current, ...changes }: Partial<UserRow> & { current?: string }
): Promise<UserRow> {
  const isOther = changes.email !== undefined && changes.email !== user.email
  if (isOther && (await findByPassword(db, user.email, current ?? '')) === undefined) {
    throw fieldError('account[current]', current ? 'is wrong' : 'must be there for another e-mail')
  }
  return updateUser(db, user, changes)
}

/** An unknown address takes the same time. */
async function findByPassword (db: Database, email: string, password: string): Promise<UserRow | undefined> {
  const user = db.get<{ id: number, password: string }>(
    'SELECT id, password FROM users WHERE email = ?',
    email
  )
  const isRight = await isPassword(password, user?.password ?? NOBODY)
  return isRight && user !== undefined ? findUser(db, user.id) : undefined
}

/** Throws where another account has the address, and where no admin would be left. */
export function updateUser (db: Database, user: UserRow, changes: Partial<UserRow>): UserRow {
  const { name, email, role } = { ...user, ...changes }
  return unlessDuplicate(() => keepAdmin(db, () => {
    db.run('UPDATE users SET name = ?, email = ?, role = ? WHERE id = ?', name, email, role, user.id)
    return found(findUser(db, user.id))
  }))
}

/** Deletes a user with their posts, comments and sessions. Throws where no admin would be left. */
export function deleteUser (db: Database, { id }: UserRow): void {
  keepAdmin(db, () => { db.run('DELETE FROM users WHERE id = ?', id) })
}

export function isWriter (user: UserRow | null): boolean {
  return user?.role === 'author' || user?.role === 'admin'
}

/** Whether the user may change it: the author, and any admin. */
export function mayChange (user: UserRow | null, { userId }: PostRow | CommentRow): boolean {
  return user !== null && (user.role === 'admin' || user.id === userId)
}

function keepAdmin<T> (db: Database, work: () => T): T {
  return db.transaction(() => {
    const result = work()
    if (db.get("SELECT 1 FROM users WHERE role = 'admin'") === undefined) {
      throw httpError(409, 'This is the only admin. Make somebody else an admin first.')
    }
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
