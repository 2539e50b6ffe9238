/** What the blog does on SQLite, it does on PostgreSQL. */

import t from 'tap'
import { useDatabases } from '../support/blog.js'
import { startPostgres, withoutPostgres } from '../support/postgres.js'

if (withoutPostgres !== false) t.plan(0, withoutPostgres)
else {
  const { createDatabase } = await startPostgres(t)
  useDatabases(createDatabase)
  await import('../blog.test.js')
}
