/** The options of the listing. */

export interface ListingOptions {
  /**
   * `table`: a route a line, as `rake routes` prints; or `json`. Default: `table`.
   */
  readonly style?: 'table' | 'json' | undefined
  /**
   * Only routes with this text, in any letter case, in name, method, path, `controller#action` or the target
   * of a redirect.
   */
  readonly grep?: string | undefined
  /** Only routes of this controller: `posts` is `admin/posts` too, and `old/posts` is `admin/old/posts`. */
  readonly controller?: string | undefined
}
