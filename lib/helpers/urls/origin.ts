/** The origin of an app: the part of a URL before its path. */

import { createError } from '../../errors.js'
import type { Properties } from '../../routes/objects.js'
import { WORDS } from './url-words.js'

export interface Origin {
  /** `https`, without the colon. */
  readonly protocol: string
  /** `example.org`, `example.org:8080`, `[::1]:3000`. */
  readonly host: string
}

/** Gives the origin of a URL, or null where none is known. */
export type OriginSource = () => Origin | null

const HOST = /^([a-z\d]([a-z\d._-]*[a-z\d])?\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i
const PROTOCOL = /^(https?|wss?)(:(\/\/)?)?$/i

// Checked as written: the URL parser turns `\` into `/`, drops line breaks, and takes `http:///a.org` for
// `http://a.org`.
const BASE_URL = /^https?:\/\/[^\s/\\?#@]+(\/[^\s\\?#]*)?$/i

/** A path that cannot come before all others: a browser would take `//posts` for a host. */
const BROKEN_PATH = /\/\/|\/(\.|%2e){1,2}(\/|$)|%2f|%5c/i

/** Whether a text is a host name or an address, with or without a port. */
export function isHost (text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}`)
}

/** The same for a `baseUrl` that may be missing or a path alone, and then has no origin. */
export function readBase (baseUrl: unknown): { origin: Origin | null, path: string } {
  if (baseUrl === undefined) return { origin: null, path: '' }
  // The URL parser needs an address.
  return typeof baseUrl === 'string' && /^\/(?!\/)/.test(baseUrl)
    ? { origin: null, path: readBaseUrl(`http://localhost${baseUrl}`).path }
    : readBaseUrl(baseUrl)
}

/** The origin and the path of a `baseUrl`; throws FST_RESOURCES_BASE_URL where it is invalid. */
export function readBaseUrl (baseUrl: unknown): { origin: Origin, path: string } {
  const [text, path = ''] = (typeof baseUrl === 'string' && BASE_URL.exec(baseUrl)) || []
  if (text === undefined || !URL.canParse(text)) {
    throw createError('FST_RESOURCES_BASE_URL', [WORDS.baseUrl(baseUrl)])
  }
  if (BROKEN_PATH.test(path)) throw createError('FST_RESOURCES_BASE_URL', [WORDS.basePath(path)])
  const { protocol, host, pathname } = new URL(text)
  return { origin: { protocol: protocol.slice(0, -1), host }, path: pathname.replace(/\/$/, '') }
}

/**
 * `https://example.org`: the known origin, changed by the options `host`, `protocol` and `port`; a fault
 * where no host is known.
 */
export function chooseOrigin (known: Origin | null, options: Properties = {}, faults: string[]): string {
  const { host = known?.host, protocol = known?.protocol ?? 'http', port } = options
  if (host === undefined) faults.push(WORDS.origin())
  // The known one has been checked.
  else if (host !== known?.host && !(typeof host === 'string' && isHost(host))) faults.push(WORDS.host(host))
  const scheme = PROTOCOL.exec(String(protocol))?.[1]?.toLowerCase()
  if (scheme === undefined) faults.push(WORDS.protocol(protocol))
  if (port === undefined) return `${scheme}://${String(host)}`
  if (!isPort(String(port))) faults.push(WORDS.port(port))
  return `${scheme}://${String(host).replace(/:\d+$/, '')}:${Number(port)}`
}

function isPort (port: string): boolean {
  return /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65536
}
