/** The cookies of some hosts, as a browser keeps them. */

interface Cookie {
  /** `name=value`. */
  readonly pair: string
  readonly path: string
  /** That of the answer, or its domain, of which all hosts get it. */
  readonly host: string
  readonly isOfDomain: boolean
  readonly isSecure: boolean
  /** In milliseconds since 1970. */
  readonly expires: number
}

export type CookieJar = Map<string, Cookie>

/** Keeps the cookies of `Set-Cookie` lines; one that has expired removes its predecessor. */
export function keepCookies (jar: CookieJar, url: URL, lines: readonly string[]): void {
  for (const line of lines) {
    const cookie = readCookie(line, url)
    if (cookie === undefined) continue
    const key = `${cookie.pair.replace(/=.*/s, '')};${cookie.host};${cookie.path}`
    if (cookie.expires <= Date.now()) jar.delete(key)
    else jar.set(key, cookie)
  }
}

/** The `Cookie` header for a URL; `''` without cookies. A longer path comes first. */
export function cookieHeader (jar: CookieJar, url: URL): string {
  const sent = [...jar.values()].filter((cookie) =>
    cookie.expires > Date.now() && isBelow(url.pathname, cookie.path) &&
    (cookie.isOfDomain ? isOfHost(cookie.host, url) : cookie.host === url.hostname) &&
    (!cookie.isSecure || isSecure(url))
  )
  return sent.sort((one, other) => other.path.length - one.path.length).map(({ pair }) => pair).join('; ')
}

/** Undefined for a cookie of another host, and for a Secure one that comes by plain http. */
function readCookie (line: string, url: URL): Cookie | undefined {
  const [pair = '', ...parts] = line.split(';').map((part) => part.trim())
  const attributes = new Map(parts.map((part) => {
    const [name = '', value = ''] = part.split(/=(.*)/)
    return [name.toLowerCase(), value]
  }))
  const { pathname, hostname } = url
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase()
  const host = domain || hostname
  const isForSecure = attributes.has('secure')
  if (!isOfHost(host, url) || (isForSecure && !isSecure(url))) return undefined
  const path = attributes.get('path')
  return {
    pair,
    host,
    isOfDomain: domain !== '',
    isSecure: isForSecure,
    path: path?.startsWith('/') === true ? path : pathname.slice(0, pathname.lastIndexOf('/')) || '/',
    expires: expiryOf(attributes.get('max-age'), attributes.get('expires'))
  }
}

function isOfHost (domain: string, { hostname }: URL): boolean {
  return `.${hostname}`.endsWith(`.${domain}`)
}

/** Browsers take the own computer for secure. */
function isSecure ({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
}

/** A value that cannot be read counts as missing, as in browsers. */
function expiryOf (maxAge = '', expires = ''): number {
  if (/^-?\d+$/.test(maxAge)) return Date.now() + Number(maxAge) * 1000
  // `0` is a year to Date.parse, and no date to a browser.
  const time = /[a-z]/i.test(expires) ? Date.parse(expires) : NaN
  return Number.isNaN(time) ? Infinity : time
}

function isBelow (pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}
