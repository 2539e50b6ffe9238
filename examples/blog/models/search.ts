/** The full-text search, in each database's own way. */

import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.js'
import { isPostgres } from './postgres.js'

// Each word takes time, and all other requests wait.
const MOST_WORDS = 8

/** The condition that a post has all words of a text, or words that begin so. Marks do not count: é is e. */
export function hasWords (db: Database, text: string): RawBuilder<boolean> {
  const plain = text.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  const words = [...new Set(plain.match(/[\p{L}\p{N}\p{M}]+/gu))].slice(0, MOST_WORDS)
  if (words.length === 0) return sql`1 = 0`
  return isPostgres(db)
    ? sql`posts.words @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`
    : sql`posts.id IN (
        SELECT rowid FROM words WHERE words MATCH ${words.map((word) => `"${word}"*`).join(' ')}
      )`
}
