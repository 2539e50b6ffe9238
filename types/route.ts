/** What one row of the table is: a frozen plain record. */

import type { METHODS } from '../lib/routes/actions.js'

export type Method = (typeof METHODS)[number]

export interface Route {
  /** Snake case (`edit_post_comment`); `''` where an earlier row of the same path shows it. */
  readonly name: string
  /** The stem of the helpers (`editPostComment`); null where the row shows no name. */
  readonly helper: string | null
  readonly method: Method | 'ANY'
  /** Plain and unencoded: `/posts/:post_id/comments/:id`. */
  readonly path: string
  /** The routing variables in path order. */
  readonly params: readonly string[]
  /** `posts`, `admin/users`. */
  readonly controller: string
  readonly action: string
  /** What one record is called: the key that its values travel under (`post`). */
  readonly singular: string
  /** Sources of regular expressions, by routing variable, without anchors and capturing groups. */
  readonly requirements: Readonly<Record<string, string>>
  /** Fastify's route constraints: `host`, `version`, the app's own strategies. */
  readonly conditions: Readonly<Record<string, unknown>>
  /** The extensions that its path may end in, as in `/posts/1.json`; empty where it takes none. */
  readonly formats: readonly string[]
}
