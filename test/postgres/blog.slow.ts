/** What the blog does on SQLite, it does on PostgreSQL. */

import t from 'tap'
import { useDatabases } from '../support/blog.js'
import { startPostgres } from '../support/postgres.js'

const { createDatabase } = await startPostgres(t)
useDatabases(createDatabase)
await import('../blog.test.js')
