/** One thing that changed between two tables. */

export interface Change {
  /** `links` are those of pages and clients, `code` calls helpers and actions; `new` breaks nothing. */
  readonly kind: 'links' | 'code' | 'new'
  readonly message: string
}
