/** The arguments and results of URL helpers. */

/** A value that may be an id in a path. */
export type Id = string | number | bigint

/** A record: its `toParam()` if it has one, else its `id`, or the property in its path. */
export type Identified<K extends PropertyKey = 'id'> = { readonly [_ in K]: Id } | { toParam: () => Id }

export interface PathOptions {
  /** The query string; may nest: `{ filter: { tag: 'x' }, ids: [1, 2] }`. Null and undefined are left out. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** The fragment after the `#`. */
  readonly anchor?: string | number | undefined
  /** Ends the path with a slash. Default: false. */
  readonly trailingSlash?: boolean | undefined
}

/** Further options for routes with formats. */
export interface FormatOption<F extends string = string> {
  /** Ends the path with an extension: `json` with `.json`. */
  readonly format?: F | undefined
}

export interface UrlOptions extends PathOptions {
  /** `example.org`, `example.org:8080`. Default: the host of `baseUrl` or of the request. */
  readonly host?: string | undefined
  /** `https`, `http`, `wss` or `ws`. Default: the protocol of `baseUrl` or of the request, else `http`. */
  readonly protocol?: string | undefined
  readonly port?: number | string | undefined
}

export interface CreateUrlForOptions {
  /**
   * The address of the app: `https://example.org/blog`, or a path alone: `/blog`. All paths begin with its
   * path.
   */
  readonly baseUrl?: string | undefined
}

/**
 * The result of `hashForPostPath(1)` and argument of `urlFor(hash)`: a route, its variables and the options.
 */
export interface UrlHash {
  /** The name of the route; without it, `controller` and `action` choose the route. */
  readonly useRoute?: string | undefined
  readonly controller?: string | undefined
  readonly action?: string | undefined
  /** A path, or a whole URL. Default: true. */
  readonly onlyPath?: boolean | undefined
  readonly [key: string]: unknown
}
