/** The origin of an app: the part of a URL before its path. */

import { createError } from '../../errors.js'
import type { Properties } from '../../routes/objects.js'
import { WORDS } from './words.js'

export interface Origin {
  /** `https`, without the colon. */
  readonly protocol: string
  /** `example.org`, `example.org:8080`, `[::1]:3000`. */
  readonly host: string
}

/** Gives the origin of a URL, or null where none is known. */
export type OriginSource = () => Origin | null

const HOST = /^(?:[a-z\d](?:[a-z\d._-]*[a-z\d])?\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const PROTOCOL = /^(https?|wss?)(?::(?:\/\/)?)?$/i

// Checked as written: the URL parser turns `\` into `/`, drops line breaks, and takes `http:///a.org` for
// `http://a.org`.
const BASE_URL = /^https?:\/\/[^\s/\\?#@]+(\/[^\s\\?#]*)?$/i

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
  const fault = basePathFault(path)
  if (fault !== undefined) throw createError('FST_RESOURCES_BASE_URL', [WORDS.basePath(path, fault)])
  const { protocol, host, pathname } = new URL(text)
  return { origin: { protocol: protocol.slice(0, -1), host }, path: pathname.replace(/\/$/, '') }
}

/** Why a path cannot come before all others, or undefined: a browser would take `//posts` for a host. */
function basePathFault (path: string): string | undefined {
  if (path.includes('//')) return WORDS.emptySegment()
  if (/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return WORDS.dotSegment()
  if (/%2f|%5c/i.test(path)) return WORDS.encodedSlash()
  return undefined
}

/**
 * `https://example.org`: the known origin, changed by the options `host`, `protocol` and `port`; a fault
 * where no host is known.
 */
export function chooseOrigin (known: Origin | null, options: Properties = {}, faults: string[]): string {
  const host = readOption(options.host, readHost, WORDS.host, faults) ?? known?.host
  const protocol =
    readOption(options.protocol, readProtocol, WORDS.protocol, faults) ?? known?.protocol ?? 'http'
  const port = readOption(options.port, readPort, WORDS.port, faults)
  if (host === undefined && options.host === undefined) faults.push(WORDS.origin())
  return `${protocol}://${port === undefined ? host : `${String(host).replace(/:\d+$/, '')}:${port}`}`
}

function readOption<T> (
  given: unknown, read: (given: unknown) => T | undefined, fault: (given: unknown) => string,
  faults: string[]
): T | undefined {
  if (given === undefined) return undefined
  const value = read(given)
  if (value === undefined) faults.push(fault(given))
  return value
}

function readHost (host: unknown): string | undefined {
  return typeof host === 'string' && isHost(host) ? host : undefined
}

function readProtocol (protocol: unknown): string | undefined {
  return typeof protocol === 'string' ? PROTOCOL.exec(protocol)?.[1]?.toLowerCase() : undefined
}

function readPort (port: unknown): number | undefined {
  const number =
    typeof port === 'number' || (typeof port === 'string' && /^\d{1,5}$/.test(port)) ? Number(port) : NaN
  return Number.isInteger(number) && number > 0 && number < 65536 ? number : undefined
}
