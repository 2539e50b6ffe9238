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
    if (cookie === undefined || hidesSecure(cookie, jar, url)) continue
    const key = `${nameOf(cookie)};${cookie.host};${cookie.path}`
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

/** Undefined for a cookie that a browser would not keep. */
function readCookie (line: string, url: URL): Cookie | undefined {
  const [pair = '', ...parts] = line.split(';').map((part) => part.trim())
  const attributes = new Map(parts.map((part) => {
    const [name = '', value = ''] = part.split(/=(.*)/)
    return [name.toLowerCase(), value]
  }))
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase()
  const isOfDomain = domain !== '' && !NO_SITE.test(domain)
  const isForSecure = attributes.has('secure')
  const { pathname, hostname } = url
  const isOwn = domain === '' || domain === hostname || (isOfDomain && isOfHost(domain, url))
  if (!isOwn || !hasPrefix(pair, attributes) || (isForSecure && !isSecure(url))) return undefined
  const path = attributes.get('path')
  return {
    pair,
    host: domain || hostname,
    isOfDomain,
    isSecure: isForSecure,
    path: path?.startsWith('/') === true ? path : pathname.slice(0, pathname.lastIndexOf('/')) || '/',
    expires: expiryOf(attributes.get('max-age'), attributes.get('expires'))
  }
}

/**
 * A domain whose cookies only the host of that very name may set, and only for itself: a single word, an IP
 * address or the end of one, and the common public suffixes, such as `co.uk`. The list of all of them has ten
 * thousand lines.
 */
const NO_SITE = /^(?:[^.]+|.*\.\d+|(?:ac|co|com|gov|net|org)\.[a-z]{2})$/

/** Whether a cookie keeps what `__Secure-` or `__Host-` in its name promises. A browser reads any case. */
function hasPrefix (pair: string, attributes: ReadonlyMap<string, string>): boolean {
  // A cookie without a name arrives as its value alone, which looks like a name.
  const prefix = /^=?\s*(__secure-|__host-)/i.exec(pair)?.[1]?.toLowerCase()
  if (prefix === undefined) return true
  const isOfHostAlone = attributes.get('path') === '/' && (attributes.get('domain') ?? '') === ''
  return attributes.has('secure') && (prefix === '__secure-' || isOfHostAlone)
}

/** Whether a cookie of plain http would reach the app in place of a Secure one. */
function hidesSecure (cookie: Cookie, jar: CookieJar, url: URL): boolean {
  return !isSecure(url) && [...jar.values()].some((kept) =>
    kept.isSecure && kept.expires > Date.now() && nameOf(kept) === nameOf(cookie) &&
    (isOfHost(kept.host, { hostname: cookie.host }) || isOfHost(cookie.host, { hostname: kept.host })) &&
    isBelow(cookie.path, kept.path)
  )
}

function nameOf ({ pair }: Cookie): string {
  return pair.split('=')[0] as string
}

function isOfHost (domain: string, { hostname }: Pick<URL, 'hostname'>): boolean {
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
