/** The file of the database: checked at start, and saved to a backup. */

import { existsSync, writeFileSync } from 'node:fs'
// It has the API of `node:sqlite` in Node.js 22. Its package contains its binaries.
import { DatabaseSync } from '@photostructure/sqlite'

export type Connection = InstanceType<typeof DatabaseSync>

/** SQLite's name for a database without a file. */
export const MEMORY = ':memory:'

// What all versions have. Other programs have tables of such names too.
const COLUMNS = [
  'kysely_migration.name', 'users.email', 'sessions.userId', 'posts.published', 'comments.postId'
]

// A connection that only its statements refer to may be collected, and the next statement ends the process.
const connections = new Set<Connection>()

export function connect (file: string, options: { readOnly?: boolean } = {}): Connection {
  const connection = new DatabaseSync(file, { timeout: 10_000, ...options })
  connections.add(connection)
  return connection
}

export function disconnect (connection: Connection): void {
  connection.close()
  connections.delete(connection)
}

/** Throws unless the file is empty or a database of the blog, and says what to do. Changes nothing. */
export function checkFile (file: string): void {
  const connection = connect(file, { readOnly: true })
  try {
    const [fault] = connection.prepare('PRAGMA quick_check(1)').all() as Array<{ quick_check: string }>
    if (fault?.quick_check !== 'ok') throw new Error(`it is damaged (${String(fault?.quick_check)})`)
    const columns = readColumns(connection)
    // Another process may be making the tables, of which those of Kysely come first.
    if (columns.every((name) => name.startsWith('kysely_'))) return
    if (!COLUMNS.every((name) => columns.includes(name))) {
      throw new Error('it is the database of another program')
    }
  } catch (error) {
    const advice = 'Set DATABASE_FILE to another file, or restore a backup'
    throw new Error(`${(error as Error).message}. ${advice}`, { cause: error })
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

/** Throws unless the database is there, and says what to do. */
export function requireFile (file: string): void {
  if (!existsSync(file)) {
    throw new Error(`There is no database ${file}. Set DATABASE_FILE to that of the blog`)
  }
}

/** Writes all that is saved by now to a new file, while the blog may run. */
export function backUp (file: string, backup: string): void {
  requireFile(file)
  // SQLite fills it, and nobody else can read it.
  writeFileSync(backup, '', { flag: 'wx', mode: 0o600 })
  const connection = connect(file, { readOnly: true })
  try {
    connection.prepare('VACUUM INTO ?').run(backup)
  } finally {
    disconnect(connection)
  }
}
