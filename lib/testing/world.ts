/** A fresh app with its visitors, and the ids that they know. */

import type { WatchedApp } from './app.js'
import { createIds } from './ids.js'
import type { WalkRow } from './rows.js'
import { createVisitor } from './visitor.js'
import type { Walk } from './walk.js'

export type World = ReturnType<typeof createWorld>

export function createWorld (walk: Walk, watched: WatchedApp) {
  const ids = createIds(walk)
  const visitors = new Map(walk.names.map((name) => [name, createVisitor(walk, watched, ids, name)]))
  const filled = new Set<WalkRow>()

  /**
   * Lets each visitor add a record to each list, once in an app, since the lists of programs may be empty.
   * What ends an account is no longer a list.
   */
  async function fill (lists: readonly WalkRow[]): Promise<void> {
    for (const row of lists) {
      if (filled.has(row)) continue
      filled.add(row)
      for (const visitor of visitors.values()) {
        const [url] = ids.urlsOf(row)
        if (url === undefined || !await visitor.canSignIn()) continue
        await visitor.ask({ kind: 'write', method: row.method, url, row, body: walk.sample(row) })
        if (!await visitor.canSignIn()) walk.lists.delete(row)
      }
    }
  }

  // A row that writes may be the only one of its path.
  for (const method of new Set(walk.rows.map((row) => row.method))) {
    for (const url of walk.start) ids.learn(method, url)
  }

  return {
    walk,
    /** All by name, the stranger too. */
    visitors,
    ...ids,
    fill,
    filled
  }
}
