/** One row of the table, a frozen plain record; the JSON of rows; and the row that answers a URL. */

import type { ALL_METHODS, REDIRECT_STATUSES } from '../lib/routes/actions.js'

export type Method = (typeof ALL_METHODS)[number]

export interface Route {
  /** Snake case (`edit_post_comment`); `''` if an earlier row of the same path shows it. */
  readonly name: string
  /** Further names of the same path, method and action. */
  readonly aliases: readonly string[]
  readonly method: Method
  /** Whether `any` made it. It answers where no other row names the method. */
  readonly isAny: boolean
  /** Plain and unencoded: `/posts/:post_id/comments/:id`. */
  readonly path: string
  /** The variables of its path, in path order. */
  readonly params: readonly RouteParam[]
  /** `posts`, `admin/users`; of a redirect its namespace alone: `''`, `admin/`. */
  readonly controller: string
  /** `''` of a redirect. */
  readonly action: string
  /** Fastify's route constraints: `host`, `version`, the app's own strategies. */
  readonly conditions: Readonly<Record<string, unknown>>
  /** The extensions that its path may end in, as in `/posts/1.json`; empty if it takes none. */
  readonly formats: readonly string[]
  /** Whether its path must end in one of them. */
  readonly needsFormat: boolean
  /** The format of a request without an extension; null leaves it to `Accept`. */
  readonly format: string | null
  /** Constant parameters, by name. */
  readonly defaults: Readonly<Record<string, string>>
  /**
   * Whether its tree was drawn with `api: true`: then no form names another method, unless the plugin allows
   * it.
   */
  readonly api: boolean
  /** Whether clients send bodies under the name of its record. */
  readonly wrap: boolean
  /** Where it sends requests, in place of an action; null for all other rows. */
  readonly redirect: RouteRedirect | null
  readonly resource: RouteResource
  /** The singletons whose blocks it is in, outermost first; none for a plain route. */
  readonly singletons: readonly RouteSingleton[]
}

/** A record without an id above a row: the account of `/account/keys`. */
export interface RouteSingleton {
  readonly controller: string
  readonly name: string
  /** How many variables of the path come before it. */
  readonly variables: number
}

/** A variable of a path. */
export interface RouteParam {
  /** `id`, `post_id`. */
  readonly name: string
  /** The controller of the record that it identifies; null for none. */
  readonly of: string | null
  /** The property of that record that it holds: `id`, unless the option `param` names another. */
  readonly property: string
  /** The source of a regular expression, without anchors and capturing groups; null takes any text. */
  readonly requirement: string | null
  /** Whether an id may hold slashes, which URLs have as `%2F`. */
  readonly slashes: boolean
  /** Whether a request may leave it out; only the last ones of a path. */
  readonly isOptional: boolean
  /** The text in its place where it is left out; null for none. */
  readonly default: string | null
}

/** A path of the same tree, with variables of the row's own. */
export interface RouteRedirect {
  readonly path: string
  readonly status: (typeof REDIRECT_STATUSES)[number]
}

/** The resource of a row; for a plain route, derived from its controller's name. */
export interface RouteResource {
  /** `posts`; for a singleton, its only name. */
  readonly plural: string
  /** The name of one record, which is the key of its values (`post`). */
  readonly singular: string
  /** Null for a plain route. */
  readonly place: 'collection' | 'new' | 'member' | null
}

/**
 * The parsed output of `JSON.stringify(routes)`. All but its version is for the package only, and may change
 * with it.
 */
export interface RoutesJson {
  readonly version: number
  /** The rows of a resource, with `$0`, `$1`, … in place of its words. */
  readonly shapes: ReadonlyArray<readonly object[]>
  /** By resource the index of its shape, then its words. */
  readonly table: ReadonlyArray<ReadonlyArray<number | string>>
}

/** As `request.headers` has them, or as a client writes them. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export interface Recognized {
  readonly route: Route
  /** The variables of its path, decoded, as texts, and its constant parameters. */
  readonly params: Readonly<Record<string, string>>
  /** The extension at the end of the path, else null. */
  readonly format: string | null
}
