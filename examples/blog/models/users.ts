/** Users in the database. */

import { fieldError } from 'fastify-resources'
import { now, transaction, type Database } from './database.js'
import { found, httpError, isDuplicate } from './errors.js'
import { choosePassword, hashPassword, isPassword, NOBODY } from './passwords.js'
import type { CommentRow, PostRow, UserRow } from './records.js'
import { readList, type List, type Range } from './lists.js'
import { createSession, deleteSessions, type NewSession } from './sessions.js'

/** Without their passwords. */
const users = (db: Database) => db.selectFrom('users').select(['id', 'name', 'email', 'role', 'joinedAt'])

export async function listUsers (db: Database, range: Range): Promise<List<UserRow>> {
  return await readList(users(db), { order: ['users', 'id'], size: 50 }, range)
}

export async function findUser (db: Database, id: number): Promise<UserRow | undefined> {
  return await users(db).where('id', '=', id).executeTakeFirst()
}

/** Throws where another account has the address. */
export async function createUser (
  db: Database, { name, email, password }: { name: string, email: string, password: string }
): Promise<UserRow> {
  const row = { name, email, password: await hashPassword(password), joinedAt: now() }
  return await unlessDuplicate(db
    .insertInto('users')
    .values(row)
    .returning(['id', 'name', 'email', 'role', 'joinedAt'])
    .executeTakeFirstOrThrow())
}

/** Throws unless it is the password of that user. */
export async function logIn (
  db: Database, { email, password }: { email: string, password: string }
): Promise<{ user: UserRow, session: NewSession }> {
  const wrong = fieldError('', 'E-mail or password is wrong.')
  const unlessChanged = await comparePassword(db, { email }, password, wrong)
  return await unlessChanged(async (db, user) => ({ user, session: await createSession(db, user) }))
}

/** Throws unless the current password is right. Ends all sessions of the user except that of the token. */
export async function changePassword (
  db: Database, user: UserRow, { current, password }: { current: string, password: string }, token: string
): Promise<void> {
  const wrong = fieldError('password[current]', 'is wrong')
  const unlessChanged = await comparePassword(db, { id: user.id }, current, wrong)
  const hash = await hashPassword(password)
  await unlessChanged(async (db) => { await saveHash(db, user, hash, token) })
}

export async function findUserByEmail (db: Database, email: string): Promise<UserRow | undefined> {
  return await users(db).where('email', '=', email).executeTakeFirst()
}

/** Gives the user a new password, and ends all of their sessions. */
export async function resetPassword (db: Database, user: UserRow): Promise<string> {
  const password = choosePassword()
  await saveHash(db, user, await hashPassword(password))
  return password
}

async function saveHash (db: Database, user: UserRow, hash: string, token?: string): Promise<void> {
  await transaction(db, async (db) => {
    await db.updateTable('users').set({ password: hash }).where('id', '=', user.id).execute()
    await deleteSessions(db, user, token)
  })
}

/** A new e-mail needs the password, since whoever has the e-mail has the account. */
export async function updateAccount (
  db: Database,
  user: UserRow,
  { current = '', email = user.email, ...changes }: Partial<UserRow> & { current?: string }
): Promise<UserRow> {
  if (email === user.email) return await updateUser(db, user, changes)
  const wrong = fieldError('account[current]', current ? 'is wrong' : 'must be there for another e-mail')
  const unlessChanged = await comparePassword(db, { id: user.id }, current, wrong)
  return await unlessChanged(async (db) => await updateUser(db, user, { ...changes, email }))
}

/**
 * Throws unless it is the password of that user. The function that it returns does some work, and throws if
 * the password is another one by then: to compare it takes a while. An unknown address takes the same time.
 */
async function comparePassword (
  db: Database, user: { email: string } | { id: number }, password: string, wrong: Error
) {
  const known = await db
    .selectFrom('users')
    .select(['id', 'password'])
    .where(({ and }) => and(user))
    .executeTakeFirst()
  const isRight = await isPassword(password, known?.password ?? NOBODY)
  if (known === undefined || !isRight) throw wrong
  return async function unlessChanged<T> (work: (db: Database, user: UserRow) => Promise<T>): Promise<T> {
    return await transaction(db, async (db) => {
      const same = await users(db).where(({ and }) => and(known)).executeTakeFirst()
      if (same === undefined) throw wrong
      return await work(db, same)
    })
  }
}

/**
 * Changes only what is given: others may have changed the rest. Throws where another account has the address,
 * and where no admin would be left.
 */
export async function updateUser (
  db: Database, { id }: UserRow, { name, email, role }: Partial<UserRow>
): Promise<UserRow> {
  return await unlessDuplicate(keepAdmin(db, async (db) => {
    await db
      .updateTable('users')
      .set(({ ref }) => ({
        name: name ?? ref('name'), email: email ?? ref('email'), role: role ?? ref('role')
      }))
      .where('id', '=', id)
      .execute()
    return found(await findUser(db, id))
  }))
}

/** Deletes a user with their posts, comments and sessions. Throws where no admin would be left. */
export async function deleteUser (db: Database, { id }: UserRow): Promise<void> {
  await keepAdmin(db, async (db) => { await db.deleteFrom('users').where('id', '=', id).execute() })
}

export async function hasAdmin (db: Database): Promise<boolean> {
  return await users(db).where('role', '=', 'admin').executeTakeFirst() !== undefined
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

async function keepAdmin<T> (db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  return await transaction(db, async (db) => {
    const result = await work(db)
    if (!await hasAdmin(db)) {
      throw httpError(409, 'This is the only admin. Make somebody else an admin first.')
    }
    return result
  })
}

async function unlessDuplicate<T> (work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isDuplicate(error) ? fieldError('account[email]', 'is already taken', { statusCode: 409 }) : error
  }
}
