/** PostgreSQL, for Kysely. */

import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20

/** Ids and counts fit into numbers; the driver gives them as texts. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => id === INT8 ? Number : pg.types.getTypeParser(id, format)
}

interface Options<Tables> {
  readonly migrate: (db: Kysely<Tables>) => Promise<void>
  /** Gets the errors of connections that break while nobody uses them. */
  readonly warn: (error: Error) => void
}

/** Connects and migrates with the first query. While the server is away, each query tries again. */
export function openServer<Tables> (url: string, { migrate, warn }: Options<Tables>): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      async pool () {
        // A migration may take its time.
        const dialect = new PostgresDialect({ pool: createPool(url, warn) })
        const db = new Kysely<Tables>({ dialect })
        try {
          await migrate(db)
        } finally {
          await db.destroy()
        }
        return createPool(url, warn, { statement_timeout: 10_000, query_timeout: 12_000, Client })
      }
    })
  })
}

function createPool (url: string, warn: (error: Error) => void, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 3000, types, ...options })
  pool.on('error', warn)
  // Without a listener, a connection that breaks within a transaction would end the process.
  pool.on('connect', (client) => { client.on('error', () => {}) })
  return pool
}

/**
 * Ends its connection when no answer comes in time, as when a network swallows all. The next query would wait
 * behind the lost one.
 */
class Client extends pg.Client {
  override query (...args: any[]): any {
    const result: unknown = super.query(...args as Parameters<pg.Client['query']>)
    if (result instanceof Promise) {
      result.catch(async (error: Error) => { if (error.message === READ_TIMEOUT) await this.end() })
    }
    return result
  }
}

const READ_TIMEOUT = 'Query read timeout'

export function isPostgres (db: Kysely<any>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
