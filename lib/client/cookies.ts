/** The cookies of one origin, as a browser keeps them. */

interface Cookie {
  /** `name=value`. */
  readonly pair: string
  readonly path: string
  /** In milliseconds since 1970. */
  readonly expires: number
}

export type CookieJar = Map<string, Cookie>

/** Keeps the cookies of `Set-Cookie` lines; one that has expired removes its predecessor. */
export function keepCookies (jar: CookieJar, url: URL, lines: readonly string[]): void {
  for (const line of lines) {
    const cookie = readCookie(line, url)
    if (cookie === undefined) continue
    const [name] = cookie.pair.split('=')
    const key = `${name as string};${cookie.path}`
    if (cookie.expires <= Date.now()) jar.delete(key)
    else jar.set(key, cookie)
  }
}

/** The `Cookie` header for a URL; `''` without cookies. A longer path comes first. */
export function cookieHeader (jar: CookieJar, { pathname }: URL): string {
  const sent = [...jar.values()].filter(
    ({ path, expires }) => expires > Date.now() && isBelow(pathname, path)
  )
  return sent.sort((one, other) => other.path.length - one.path.length).map(({ pair }) => pair).join('; ')
}

/** Undefined for a cookie that a browser would not keep. */
function readCookie (line: string, url: URL): Cookie | undefined {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const given = new Map(attributes.map((attribute) => {
    const [name = '', value = ''] = attribute.split(/=(.*)/)
    return [name.toLowerCase(), value]
  }))
  if (!isOfHost(given.get('domain') ?? '', url) || (given.has('secure') && !isSecure(url))) return undefined
  const { pathname } = url
  const path = given.get('path')
  return {
    pair,
    path: path?.startsWith('/') === true ? path : pathname.slice(0, pathname.lastIndexOf('/')) || '/',
    expires: expiryOf(given.get('max-age'), given.get('expires'))
  }
}

/** A cookie without a domain is that of the host. */
function isOfHost (domain: string, { hostname }: URL): boolean {
  const name = domain.replace(/^\./, '').toLowerCase()
  return name === '' || `.${hostname}`.endsWith(`.${name}`)
}

/** Browsers take the own computer for secure. */
function isSecure ({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
}

/** A value that cannot be read counts as missing, as in browsers. */
function expiryOf (maxAge = '', expires = ''): number {
  if (/^-?\d+$/.test(maxAge)) return Date.now() + Number(maxAge) * 1000
  const time = Date.parse(expires)
  return Number.isNaN(time) ? Infinity : time
}

function isBelow (pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}
