/** The file of the database: checked at start, saved to a backup, and restored from one. */

import {
  chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, openSync, readSync, realpathSync, renameSync,
  rmSync, writeFileSync
} from 'node:fs'
// It has the API of `node:sqlite` in Node.js 22. Its package contains its binaries.
import { DatabaseSync } from '@photostructure/sqlite'

export type Connection = InstanceType<typeof DatabaseSync>

interface SqliteError extends Error {
  readonly errcode?: number
}

/** SQLite's name for a database without a file. */
export const MEMORY = ':memory:'

const RESTORE = 'restore a backup: npm run blog:restore BACKUP'
const OTHER = 'Set DATABASE_FILE to another file'

// What all versions have in common. Other programs have tables of such names too.
const COLUMNS = [
  'users.id', 'users.name', 'users.email', 'users.password', 'users.role',
  'sessions.key', 'sessions.userId', 'sessions.expiresAt',
  'posts.id', 'posts.userId', 'posts.title', 'posts.text', 'posts.published', 'posts.createdAt',
  'comments.id', 'comments.postId', 'comments.userId', 'comments.text', 'comments.createdAt'
]
// The steps that have run: of this version, and of the first ones.
const STEPS = ['kysely_migration.name', 'migrations.number']

// A connection that only its statements refer to may be collected, and the next statement ends the process.
const connections = new Set<Connection>()

export function connect (file: string, options: { readOnly?: boolean, timeout?: number } = {}): Connection {
  const connection = new DatabaseSync(file, { timeout: 10_000, ...options })
  connections.add(connection)
  return connection
}

export function disconnect (connection: Connection): void {
  connection.close()
  connections.delete(connection)
}

// `user_version` of a backup. It is at byte 60 of the file.
const BACKUP = 1

/**
 * Throws if somebody has copied a backup here: the -wal file of another database may be beside it, and damage
 * it.
 */
export function refuseBackup (file: string): void {
  const descriptor = openSync(file, 'r')
  const bytes = Buffer.alloc(4)
  readSync(descriptor, bytes, 0, 4, 60)
  closeSync(descriptor)
  if (bytes.readUInt32BE() === BACKUP) {
    throw new Error('it is a copy of a backup. Delete it, and restore that one: npm run blog:restore BACKUP')
  }
}

/** Throws unless the file is empty or a database of the blog, and says what to do. Changes nothing. */
export function checkFile (file: string): void {
  const connection = connect(file, { readOnly: true })
  try {
    const [fault] = connection.prepare('PRAGMA quick_check(1)').all() as Array<{ quick_check: string }>
    if (fault?.quick_check !== 'ok') {
      throw new Error(`it is damaged (${String(fault?.quick_check)}). Stop the blog, and ${RESTORE}`)
    }
    const columns = readColumns(connection)
    // Another process may be making the tables, of which those of Kysely come first.
    if (columns.every((name) => name.startsWith('kysely_'))) return
    const isThere = (name: string) => columns.includes(name)
    if (!COLUMNS.every(isThere) || !STEPS.some(isThere)) {
      throw new Error(`it is the database of another program. ${OTHER}`)
    }
  } catch (error) {
    throw new Error(explain(error as SqliteError), { cause: error })
  } finally {
    disconnect(connection)
  }
}

/** The names of all columns of real tables, each after that of its table. */
function readColumns (connection: Connection): string[] {
  const rows = connection.prepare(`
    SELECT tables.name || '.' || columns.name AS name
    FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.rootpage > 0
  `).all() as Array<{ name: string }>
  return rows.map(({ name }) => name)
}

function explain ({ errcode = 0, message }: SqliteError): string {
  switch (errcode & 0xff) {
    case 11: return `it is damaged (${message}). Stop the blog, and ${RESTORE}`
    case 26: return `it is no SQLite database. ${OTHER}, or ${RESTORE}`
    default: return message
  }
}

/** Throws unless the database is there, and says what to do. */
export function requireFile (file: string): void {
  if (!existsSync(file)) {
    throw new Error(`There is no database ${file}. Set DATABASE_FILE to that of the blog`)
  }
}

/**
 * Writes all that is saved by now to a new file, while the blog may run. The secret, if it is in a file, goes
 * to the file beside it.
 */
export function backUp (file: string, backup: string): void {
  requireFile(file)
  if (existsSync(backup)) throw new Error(`${backup} is there already. Name a new file`)
  // Also where there is none to copy: a restore would take it for that of the backup.
  refuseExisting(`${backup}.secret`)
  copyDatabase(file, backup, BACKUP)
  copySecret(file, backup)
}

/**
 * Puts a backup in the place of the database, with its secret. Returns the files that have what was there
 * before.
 */
export function restore (file: string, backup: string): string[] {
  if (!existsSync(backup)) throw new Error(`There is no backup ${backup}`)
  if (existsSync(file) && realpathSync(file) === realpathSync(backup)) {
    throw new Error(`${backup} is the database itself. Name a backup`)
  }
  const copy = `${file}.restored`
  refuseExisting(copy)
  copyDatabase(backup, copy, 0)
  const old = `${file}.${new Date().toISOString().replaceAll(':', '')}`
  try {
    if (existsSync(file)) release(file)
  } catch (error) {
    rmSync(copy)
    throw error
  }
  // What SQLite has not moved into the old file yet would damage another, also where that file is gone.
  const moved = ['', '-wal', '-shm', '-journal'].filter((suffix) => existsSync(file + suffix))
  for (const suffix of moved) renameSync(file + suffix, old + suffix)
  renameSync(copy, file)
  copySecret(file, old)
  copySecret(backup, file)
  return [...moved, '.secret'].map((suffix) => old + suffix).filter(existsSync)
}

function refuseExisting (file: string): void {
  if (existsSync(file)) throw new Error(`${file} is there already. Delete it, or move it to another folder`)
}

/** Throws while another process has the database open. */
function release (file: string): void {
  const connection = connect(file, { timeout: 1000 })
  try {
    connection.exec('PRAGMA journal_mode = DELETE')
  } catch (error) {
    if ((error as SqliteError).errcode === 5) {
      throw new Error(`The blog has ${file} open. Stop it first`, { cause: error })
    }
  } finally {
    disconnect(connection)
  }
}

/** A copy that is whole, on the disk, and readable by nobody else. */
function copyDatabase (from: string, to: string, version: number): void {
  try {
    checkFile(from)
  } catch (error) {
    throw new Error(`Cannot copy ${from}: ${(error as Error).message}`, { cause: error })
  }
  const part = `${to}.part`
  refuseExisting(part)
  writeFileSync(part, '', { flag: 'wx', mode: 0o600 })
  try {
    fillCopy(from, part, version)
    renameSync(part, to)
  } catch (error) {
    rmSync(part)
    throw error
  }
}

function fillCopy (from: string, part: string, version: number): void {
  const connection = connect(from, { readOnly: true })
  try {
    connection.prepare('VACUUM INTO ?').run(part)
  } finally {
    disconnect(connection)
  }
  checkFile(part)
  const copy = connect(part)
  copy.exec(`PRAGMA user_version = ${version}`)
  disconnect(copy)
  const descriptor = openSync(part, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function copySecret (from: string, to: string): void {
  if (!existsSync(`${from}.secret`)) return
  copyFileSync(`${from}.secret`, `${to}.secret`)
  chmodSync(`${to}.secret`, 0o600)
}
