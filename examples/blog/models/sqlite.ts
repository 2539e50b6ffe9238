/** SQLite in one file, for Kysely. */

import { chmodSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Kysely, SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { checkFile, connect, disconnect, MEMORY, type Connection } from './files.js'

/** Throws if the file cannot be opened or migrated, and says what to do. */
export async function openFile<Tables> (
  file: string, migrate: (db: Kysely<Tables>) => Promise<void>
): Promise<Kysely<Tables>> {
  try {
    if (file !== MEMORY) prepareFile(file)
    const connection = connect(file)
    const db = new Kysely<Tables>({ dialect: new FileDialect({ database: adapt(connection) }) })
    await migrate(db)
    await switchToWal(connection)
    // The milliseconds that a write waits for another process. All other requests wait too.
    connection.exec('PRAGMA busy_timeout = 250')
    return db
  } catch (error) {
    const { message } = error as Error
    throw new Error(`Cannot open the database ${file}: ${message}${adviceFor(error)}`, { cause: error })
  }
}

function prepareFile (file: string): void {
  // SQLite's other files get the mode of this one.
  writeFileSync(file, '', { flag: 'a', mode: 0o600 })
  checkFile(file)
  chmodSync(file, 0o600)
}

/** Then readers do not wait for a writer, in any process. Tries for ten seconds. */
async function switchToWal (connection: Connection): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      connection.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      // For this change, SQLite does not wait for another process that writes.
      if (!isLocked(error) || tries === 500) throw error
      await setTimeout(20)
    }
  }
}

/** Errors of files and of SQLite have codes, ours have their advice. */
function adviceFor (error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (isLocked(error)) return '. Another process is writing to it: end that one'
  return code === undefined ? '' : '. Set DATABASE_FILE to a file in a folder that can be written'
}

function isLocked (error: unknown): boolean {
  return /is locked/.test((error as Error).message)
}

/** All migrations run in one transaction, which Kysely does not expect of SQLite. */
class FileDialect extends SqliteDialect {
  override createAdapter (): SqliteAdapter {
    return new class extends SqliteAdapter {
      override get supportsTransactionalDdl (): boolean { return true }
    }()
  }
}

/** The driver as Kysely expects it: that of better-sqlite3. */
function adapt (connection: Connection): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  function prepare (sql: string): SqliteStatement {
    const statement = connection.prepare(sql)
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...values as []),
      run: (values) => statement.run(...values as []),
      iterate: (values) => statement.iterate(...values as [])
    }
  }
  return {
    prepare (sql) {
      // SQLite ends a transaction by itself if the disk is full.
      if (sql === 'rollback' && !connection.isTransaction) return prepare('SELECT 1')
      // A transaction that reads first could not write if another process has written since.
      const statement = statements.get(sql) ?? prepare(sql === 'begin' ? 'begin immediate' : sql)
      statements.set(sql, statement)
      return statement
    },
    close: () => {
      gather(connection)
      disconnect(connection)
    }
  }
}

/** Moves all data into the one file, unless another process has it open: the last one to end does it. */
function gather (connection: Connection): void {
  try {
    connection.exec('PRAGMA journal_mode = DELETE')
  } catch (error) {
    if ((error as { errcode?: number }).errcode === undefined) throw error
  }
}
