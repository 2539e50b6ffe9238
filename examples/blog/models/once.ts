/** A record that is sent twice, by a second click or a reload, is saved once. */

import { NOW, type Database } from './database.js'

const MINUTE_AGO = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-1 minute')"

/** The id of a new row, or of an equal row of the last minute. `computed` has more columns, in SQL. */
export function insertOnce (
  db: Database, table: 'posts' | 'comments', row: Readonly<Record<string, string | number>>,
  computed: Readonly<Record<string, string>> = {}
): number {
  const values = Object.values(row)
  const isEqual = Object.keys(row).map((name) => `${name} = ?`).join(' AND ')
  const columns = [...Object.keys(row), ...Object.keys(computed)].join(', ')
  const inserted = [...values.map(() => '?'), ...Object.values(computed)].join(', ')
  return db.transaction(() => {
    // A row of the future is older: the clock has been set back since.
    const twin = db.get<{ id: number }>(
      `SELECT id FROM ${table} WHERE ${isEqual} AND createdAt BETWEEN ${MINUTE_AGO} AND ${NOW}`,
      ...values
    )
    return twin?.id ?? db.run(`INSERT INTO ${table} (${columns}) VALUES (${inserted})`, ...values).id
  })
}
