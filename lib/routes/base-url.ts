/** The address of an app, as the option `baseUrl` says it. */

import { createError } from '../errors.js'

export interface Origin {
  /** `https`, without the colon. */
  readonly protocol: string
  /** `example.org`, `example.org:8080`, `[::1]:3000`. */
  readonly host: string
}

/** An address may be missing or a path alone, and then has no origin. */
export interface Base {
  readonly origin: Origin | null
  readonly path: string
}

// Checked as written: the URL parser turns `\` into `/`, drops line breaks, and takes `http:///a.org` for
// `http://a.org`.
const BASE_URL = /^https?:\/\/[^\s/\\?#@]+(\/[^\s\\?#]*)?$/i

/** A path that cannot come before all others: a browser would take `//posts` for a host. */
const BROKEN_PATH = /\/\/|\/(\.|%2e){1,2}(\/|$)|%2f|%5c/i

/** The base of a `baseUrl` that may be missing or a path. */
export function readBase (baseUrl: unknown): Base {
  if (baseUrl === undefined) return { origin: null, path: '' }
  // The URL parser needs an address.
  return typeof baseUrl === 'string' && /^\/(?!\/)/.test(baseUrl)
    ? { origin: null, path: readBaseUrl(`http://localhost${baseUrl}`).path }
    : readBaseUrl(baseUrl)
}

/** The origin and the path of a `baseUrl`; throws FST_RESOURCES_BASE_URL where it is invalid. */
export function readBaseUrl (baseUrl: unknown): Base & { readonly origin: Origin } {
  const [text, path = ''] = (typeof baseUrl === 'string' && BASE_URL.exec(baseUrl)) || []
  const isAddress = text !== undefined && URL.canParse(text)
  if (!isAddress || BROKEN_PATH.test(path)) {
    throw createError('FST_RESOURCES_BASE_URL', isAddress ? [path, 'path'] : [baseUrl, 'whole'])
  }
  const { protocol, host, pathname } = new URL(text)
  return { origin: { protocol: protocol.slice(0, -1), host }, path: pathname.replace(/\/$/, '') }
}
