/** The options and results of `checkApp`. */

import type { Method } from './route.js'

export interface CheckOptions {
  /** Names of hooks: one of them must run for each row that writes. Default: no check for guards. */
  readonly guard?: string | readonly string[]
  /**
   * Rows that are right as they are: `['POST /session', 'GET /logout']`. One without a row is a finding, and
   * with `guard` also one without a finding.
   */
  readonly accepted?: readonly string[]
}

export interface Finding {
  /**
   * `unguarded`: a row that writes without its guard. `unknown`: the same, but a hook without a name runs.
   * `late`: its guard runs after a schema has checked the request or its records are loaded. `unsafe`: a GET
   * that reaches `update` or `destroy`. `outdated`: a row in `accepted` that is gone or needs nothing.
   * `unreached`: a controller or an action that no row reaches. `undocumented`: its guard runs, but its
   * operation of an OpenAPI document has no `security`.
   */
  readonly kind: 'unguarded' | 'unknown' | 'late' | 'undocumented' | 'unsafe' | 'outdated' | 'unreached'
  readonly message: string
  /** The row that it is about; null for `outdated` and `unreached`. */
  readonly row: FoundRow | null
}

/** A row of a tree; a route outside all trees has no more than a method and a path. */
export interface FoundRow {
  readonly method: Method
  readonly path: string
  readonly controller: string | null
  readonly action: string | null
  /** `postPath`; null for a path without a name. */
  readonly helper: string | null
}
