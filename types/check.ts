/** What `checkApp` takes and gives. */

export interface CheckOptions {
  /** The names of hooks of which one must run for each row that writes. Default: rows are not checked for guards. */
  readonly guard?: string | readonly string[]
  /** Rows that may be without: `['POST /session']`. One that is guarded or gone is a finding. */
  readonly accepted?: readonly string[]
}

export interface Finding {
  /**
   * `unguarded`: a row that writes, without its guard; `unknown`: such a row where a hook without a name runs;
   * `outdated`: a row that is accepted for nothing; `unreached`: a controller or an action that no row reaches; `idle`:
   * an `except` that excludes nothing.
   */
  readonly kind: 'unguarded' | 'unknown' | 'outdated' | 'unreached' | 'idle'
  readonly message: string
}
