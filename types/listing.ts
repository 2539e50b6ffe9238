/** What the listing takes. */

export interface ListingOptions {
  /** `table`: a route a line, as `rake routes` prints; `expanded`: a field a line; `json`. Default: `table`. */
  readonly style?: 'table' | 'expanded' | 'json'
  /** Only routes with this text, in any letter case, in name, method, path or `controller#action`. */
  readonly grep?: string
  /** Only routes of this controller. */
  readonly controller?: string
}
