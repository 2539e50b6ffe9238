/** Drawn routes as JSON. */

/** What `JSON.stringify(routes)` writes, parsed. Its rows are for the package only: they may change with the version. */
export interface RoutesJson {
  readonly version: number
  readonly table: readonly object[]
}
