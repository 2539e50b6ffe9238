/** What URL helpers take and give. */

/** What stands for an id in a path. */
export type Id = string | number | bigint

/** A record: its `toParam()` where it has one, else its `id`, or the property that its path has. */
export type Identified<K extends PropertyKey = 'id'> = { readonly [_ in K]: Id } | { toParam: () => Id }

export interface PathOptions {
  /** The query string; may nest: `{ filter: { tag: 'x' }, ids: [1, 2] }`. Null and undefined are left out. */
  readonly query?: Readonly<Record<string, unknown>>
  /** What follows the `#`. */
  readonly anchor?: string | number
  /** Ends the path with a slash. Default: false. */
  readonly trailingSlash?: boolean
}

/** What routes with formats take besides. */
export interface FormatOption<F extends string = string> {
  /** Ends the path with an extension: `json` with `.json`. */
  readonly format?: F
}

export interface UrlOptions extends PathOptions {
  /** `example.org`, `example.org:8080`. Default: the host of `baseUrl` or of the request. */
  readonly host?: string
  /** `https`, `http`, `wss` or `ws`. Default: the protocol of `baseUrl` or of the request, else `http`. */
  readonly protocol?: string
  readonly port?: number | string
}

export interface CreateUrlForOptions {
  /** Where the app is reached: `https://example.org/blog`, or a path alone: `/blog`. The path stands before all paths. */
  readonly baseUrl?: string
}

/** What `hashForPostPath(1)` gives and `urlFor(hash)` takes: a route, its variables and the options. */
export interface UrlHash {
  /** The name of the route, else `controller` and `action` choose it. */
  readonly useRoute?: string
  readonly controller?: string
  readonly action?: string
  /** A path, or a whole URL. Default: true. */
  readonly onlyPath?: boolean
  readonly [key: string]: unknown
}
