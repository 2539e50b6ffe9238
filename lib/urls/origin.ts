/** The origin of an app: the part of a URL before its path. */

import type { Origin } from '../routes/base-url.js'
import type { Properties } from '../routes/objects.js'
import { WORDS } from './url-words.js'

/** Gives the origin of a URL, or null where none is known. */
export type OriginSource = () => Origin | null

const HOST = /^([a-z\d]([a-z\d._-]*[a-z\d])?\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i
const PROTOCOL = /^(https?|wss?)(:(\/\/)?)?$/i

/** Whether a text is a host name or an address, with or without a port. */
export function isHost (text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}`)
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
