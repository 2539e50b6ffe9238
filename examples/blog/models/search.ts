/** The full-text search. */

import { sql, type RawBuilder } from 'kysely'

// Each word takes time, and all other requests wait.
const MOST_WORDS = 8

/** The condition that a post has all words of a text, or words that begin so. */
export function hasWords (text: string): RawBuilder<boolean> {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu))].slice(0, MOST_WORDS)
  const query = words.map((word) => `"${word}"*`).join(' ') || '""'
  return sql`posts.id IN (SELECT rowid FROM words WHERE words MATCH ${query})`
}
