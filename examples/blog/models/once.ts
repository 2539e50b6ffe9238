/** A record that is sent twice, by a second click or a reload, is saved once. */

import type { Database } from './database.js'

/** The id of a new row, or of an equal row of the last minute. */
export function insertOnce (db: Database, table: 'posts' | 'comments', row: Readonly<Record<string, string | number>>): number {
  const names = Object.keys(row)
  const values = Object.values(row)
  return db.transaction(() => {
    const twin = db.get<{ id: number }>(`SELECT id FROM ${table} WHERE ${names.map((name) => `${name} = ?`).join(' AND ')} AND createdAt > strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-1 minute')`, ...values)
    return twin?.id ?? db.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...values).id
  })
}
