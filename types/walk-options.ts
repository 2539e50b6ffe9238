/** The options and results of `injectFetch` and `walkApp`. */

/** The `fetch` of an app. */
export type InjectFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export interface InjectFetchOptions {
  /** The address of the app without a path, from which relative URLs start: `https://example.org`. */
  readonly origin?: string | undefined
  /** Whether it keeps the cookies of the app and sends them. Default: false. */
  readonly cookies?: boolean | undefined
}

/** Someone who uses the app: a program with headers, or a browser that logs in by a form. */
export interface WalkVisitor {
  /** Sent with each request: `{ authorization: 'Bearer …' }`, `{ cookie: … }`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The path of the page with the form that logs in. */
  readonly page?: string
  /** What to write into that form, by the names of its fields. */
  readonly fields?: Readonly<Record<string, string>>
}

export interface WalkOptions {
  /** Who asks, besides a stranger, by name. Default: nobody. */
  readonly visitors?: Readonly<Record<string, WalkVisitor>>
  /**
   * Rows that write and that strangers may use: `['POST /session']`. A listed row that refuses them or is
   * gone is a finding.
   */
  readonly open?: readonly string[]
  /** Paths besides those of all GET rows: pages that no link leads to, and ids that no page shows. */
  readonly start?: readonly string[]
  /** Paths that nobody asks for. */
  readonly ignore?: RegExp
  /** How many milliseconds an answer may take, on the slowest machine that walks. Default: 3000. */
  readonly timeout?: number
}

export interface WalkFinding {
  /**
   * `link`: a link or a redirect is dead. `form`: a form is. `stranger`: a row that writes is open, or `open`
   * is outdated. `crash`: an answer is a 5xx, or none comes.
   */
  readonly law: 'link' | 'form' | 'stranger' | 'crash'
  /** `POST /posts`; for a request that reaches no row, its method and path. */
  readonly row: string
  /** The name of a visitor, or `stranger`. */
  readonly visitor: string
  readonly message: string
}

export interface WalkResult {
  readonly findings: readonly WalkFinding[]
  /**
   * Who gets past the guards of each row that writes: `{ 'POST /posts': ['admin'] }`, both in alphabetical
   * order.
   */
  readonly access: Readonly<Record<string, readonly string[]>>
  /** What the walk could not try, and why. */
  readonly unproved: readonly string[]
  /** The findings, then what is unproved: one a line. */
  readonly text: string
}
