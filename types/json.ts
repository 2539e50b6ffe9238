/** Drawn routes as JSON. */

/** The parsed output of `JSON.stringify(routes)`. Its rows are for the package only and may change with the version. */
export interface RoutesJson {
  readonly version: number
  readonly table: readonly object[]
}
