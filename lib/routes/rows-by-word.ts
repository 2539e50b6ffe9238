/** Rows by the word with which their paths begin: to ask for one path reads few of thousands. */

import type { Route } from '../../types/route.js'
import { groupBy } from './objects.js'

type Add = (rows: readonly Route[]) => void

/**
 * Calls `add` with the rows that may answer at a path with this first segment, decoded, and with some more.
 * Each row comes once. Rows come together, in order, if the router tries the one that was declared first.
 */
export function addWhenAsked (table: readonly Route[], add: Add): (segment: string) => void {
  let waiting: Map<string, Route[]> | undefined
  return (segment) => {
    waiting ??= groupBy(table, ({ path }) => wordOf(path))
    for (const word of [ANY, lettersOf(segment)]) {
      const rows = waiting.get(word)
      if (waiting.delete(word)) add(rows as readonly Route[])
    }
  }
}

/** Of paths that may begin with any word. */
const ANY = ''

/** What begins each text of the first segment of a declared path. */
function wordOf (path: string): string {
  const [segment = ''] = path.slice(1).split('/', 1)
  const [text = ''] = segment.split(/[:*]/, 1)
  const letters = lettersOf(text)
  return text !== segment && letters === text.toLowerCase() ? ANY : letters
}

/** The letters with which a segment begins. An extension or a variable may follow. */
function lettersOf (text: string): string {
  return text.toLowerCase().replace(/[^\w-].*/s, '')
}
