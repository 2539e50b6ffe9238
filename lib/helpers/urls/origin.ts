/** Where an app is reached: the part of a URL before its path. */

import { createError } from '../../errors.js'
import { show } from '../../text.js'

export interface Origin {
  /** `https`, without the colon. */
  readonly protocol: string
  /** `example.org`, `example.org:8080`, `[::1]:3000`. */
  readonly host: string
}

/** Gives the origin of a URL, or null where none is known. */
export type OriginSource = () => Origin | null

const HOST = /^(?:[a-z\d](?:[a-z\d._-]*[a-z\d])?\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const PROTOCOL = /^[a-z][a-z\d+.-]*$/i

/** Whether a text is a host name or an address, with or without a port. */
export function isHost (text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}`)
}

/** The origin and the path of a `baseUrl`; throws FST_RESOURCES_BASE_URL for what is none. */
export function readBaseUrl (baseUrl: unknown): { origin: Origin, path: string } {
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || /[?#]/.test(baseUrl as string)) {
    throw createError('FST_RESOURCES_BASE_URL', [
      `baseUrl: expected the address of the app, such as 'https://example.org' or 'https://example.org/blog', got ${show(baseUrl)}`
    ])
  }
  return { origin: { protocol: url.protocol.slice(0, -1), host: url.host }, path: url.pathname.replace(/\/+$/, '') }
}

/** The origin that the options `host`, `protocol` and `port` make of another one; null where no host is known. */
export function chooseOrigin (known: Origin | null, options: Readonly<Record<string, unknown>>, faults: string[]): Origin {
  const host = readHost(options.host, faults) ?? known?.host
  const protocol = readProtocol(options.protocol, faults) ?? known?.protocol ?? 'http'
  const port = readPort(options.port, faults)
  if (host === undefined) {
    if (options.host === undefined) faults.push('no host is known; expected the option host, or a baseUrl for the plugin or createUrlFor, or a helper of the request')
    return { protocol, host: '' }
  }
  return { protocol, host: port === undefined ? host : `${host.replace(/:\d+$/, '')}:${port}` }
}

function readHost (host: unknown, faults: string[]): string | undefined {
  if (host === undefined || (typeof host === 'string' && isHost(host))) return host
  faults.push(`host: expected a host such as 'example.org' or 'example.org:8080', got ${show(host)}`)
  return undefined
}

function readProtocol (protocol: unknown, faults: string[]): string | undefined {
  if (protocol === undefined) return undefined
  const name = typeof protocol === 'string' ? protocol.replace(/:(?:\/\/)?$/, '') : ''
  if (PROTOCOL.test(name)) return name
  faults.push(`protocol: expected a protocol such as 'https', got ${show(protocol)}`)
  return undefined
}

function readPort (port: unknown, faults: string[]): number | undefined {
  if (port === undefined) return undefined
  const number = typeof port === 'number' || (typeof port === 'string' && /^\d{1,5}$/.test(port)) ? Number(port) : NaN
  if (Number.isInteger(number) && number > 0 && number < 65536) return number
  faults.push(`port: expected a number from 1 to 65535, got ${show(port)}`)
  return undefined
}
