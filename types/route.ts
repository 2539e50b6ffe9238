/** What one row of the table is: a frozen plain record. */

import type { ALL_METHODS, REDIRECT_STATUSES } from '../lib/routes/actions.js'

export type Method = (typeof ALL_METHODS)[number]

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
  /** `posts`, `admin/users`; of a redirect its namespace alone: `''`, `admin/`. */
  readonly controller: string
  /** `''` of a redirect. */
  readonly action: string
  /** Sources of regular expressions, by routing variable, without anchors and capturing groups. */
  readonly requirements: Readonly<Record<string, string>>
  /** Fastify's route constraints: `host`, `version`, the app's own strategies. */
  readonly conditions: Readonly<Record<string, unknown>>
  /** The extensions that its path may end in, as in `/posts/1.json`; empty where it takes none. */
  readonly formats: readonly string[]
  /** Constant parameters, by name. */
  readonly defaults: Readonly<Record<string, string>>
  /** Whether its tree was drawn with `api: true`: then no form names another method, unless the plugin says so. */
  readonly api: boolean
  /** Null where it is not deprecated. */
  readonly deprecated: RouteDeprecation | null
  /** Where it sends requests, in place of an action; null for all other rows. */
  readonly redirect: RouteRedirect | null
  readonly resource: RouteResource
}

/** Times as JSON has them; null where nothing is said. */
export interface RouteDeprecation {
  readonly since: string | null
  /** From when on it may be gone. */
  readonly sunset: string | null
  /** The page about it. */
  readonly link: string | null
}

/** A path of the same tree, with variables of the row's own. */
export interface RouteRedirect {
  readonly path: string
  readonly status: (typeof REDIRECT_STATUSES)[number]
}

/** The resource that a row belongs to; of a plain route, what its controller's name says. */
export interface RouteResource {
  /** `posts`; a singleton's one name. */
  readonly plural: string
  /** What one record is called: the key that its values travel under (`post`). */
  readonly singular: string
  /** Null for a plain route. */
  readonly place: 'collection' | 'new' | 'member' | null
  /** The controllers whose records' ids the variables are: `{ post_id: 'posts', id: 'comments' }`. */
  readonly ids: Readonly<Record<string, string>>
  /** The properties of these records that the variables are, where that is not `id`: `{ post_slug: 'slug' }`. */
  readonly properties: Readonly<Record<string, string>>
}
