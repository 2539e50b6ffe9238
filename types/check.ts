/** The options and results of `checkApp`. */

export interface CheckOptions {
  /** Names of hooks: one of them must run for each row that writes. Default: no check for guards. */
  readonly guard?: string | readonly string[]
  /** Rows that may be unguarded: `['POST /session']`. A listed row that is guarded or gone is a finding. */
  readonly accepted?: readonly string[]
}

export interface Finding {
  /**
   * `unguarded`: a row that writes without its guard. `unknown`: the same, but a hook without a name runs. `outdated`: a row
   * in `accepted` that is guarded or gone. `unreached`: a controller or an action that no row reaches.
   */
  readonly kind: 'unguarded' | 'unknown' | 'outdated' | 'unreached'
  readonly message: string
}
