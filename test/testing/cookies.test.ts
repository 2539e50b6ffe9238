/** Cookies as a browser keeps and sends them. */

import t from 'tap'
import { cookieHeader, keepCookies } from '../../lib/testing/cookies.js'
import type { CookieJar } from '../../lib/testing/cookies.js'

const CASES: ReadonlyArray<readonly [from: string, lines: readonly string[], to: string, header: string]> = [
  // Paths.
  ['http://a.org/', ['x=1'], 'http://a.org/posts', 'x=1'],
  ['http://a.org/posts/1', ['x=1'], 'http://a.org/posts/2', 'x=1'],
  ['http://a.org/posts/1', ['x=1'], 'http://a.org/postscript', ''],
  ['http://a.org/posts/1', ['x=1'], 'http://a.org/', ''],
  ['http://a.org/posts/1', ['x=1; Path=/'], 'http://a.org/', 'x=1'],
  ['http://a.org/posts/1', ['x=1; Path=posts'], 'http://a.org/posts/2', 'x=1'],
  ['http://a.org/', ['x=1', 'y=2; path=/posts'], 'http://a.org/posts', 'y=2; x=1'],
  // One name, path and host are one cookie.
  ['http://a.org/', ['x=1', 'x=2'], 'http://a.org/', 'x=2'],
  ['http://a.org/', ['x=a=b;c'], 'http://a.org/', 'x=a=b'],
  // Hosts.
  ['http://a.org/', ['x=1'], 'http://b.a.org/', ''],
  ['http://a.org/', ['x=1; Domain=a.org'], 'http://b.a.org/', 'x=1'],
  ['http://b.a.org/', ['x=1; Domain=.A.org'], 'http://c.a.org/', 'x=1'],
  ['http://a.org/', ['x=1; Domain=b.org'], 'http://b.org/', ''],
  ['http://a.org/', ['x=1; Domain=b.a.org'], 'http://b.a.org/', ''],
  ['http://ba.org/', ['x=1; Domain=a.org'], 'http://a.org/', ''],
  ['http://a.org/', ['x=1; Domain=org'], 'http://b.org/', ''],
  ['http://a.co.uk/', ['x=1; Domain=co.uk'], 'http://b.co.uk/', ''],
  ['http://localhost/', ['x=1; Domain=localhost'], 'http://localhost/', 'x=1'],
  ['http://1.2.3.4/', ['x=1; Domain=3.4'], 'http://5.6.3.4/', ''],
  // Times: Max-Age before Expires, and what cannot be read counts as missing.
  ['http://a.org/', ['x=1', 'x=; Max-Age=0'], 'http://a.org/', ''],
  ['http://a.org/', ['x=1; Max-Age=-1'], 'http://a.org/', ''],
  ['http://a.org/', ['x=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], 'http://a.org/', 'x=1'],
  ['http://a.org/', ['x=1', 'x=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], 'http://a.org/', ''],
  ['http://a.org/', ['x=1; Expires=0'], 'http://a.org/', 'x=1'],
  ['http://a.org/', ['x=1; Expires=soon'], 'http://a.org/', 'x=1'],
  ['http://a.org/', ['x=1; Max-Age=soon'], 'http://a.org/', 'x=1'],
  // Secure.
  ['https://a.org/', ['x=1; Secure'], 'https://a.org/', 'x=1'],
  ['https://a.org/', ['x=1; Secure'], 'http://a.org/', ''],
  ['http://a.org/', ['x=1; Secure'], 'https://a.org/', ''],
  ['http://localhost/', ['x=1; Secure'], 'http://localhost/', 'x=1'],
  ['http://a.localhost/', ['x=1; Secure'], 'http://a.localhost/', 'x=1'],
  ['http://notlocalhost/', ['x=1; Secure'], 'https://notlocalhost/', ''],
  // Prefixes, in any case, of a cookie without a name too.
  ['https://a.org/', ['__Secure-x=1'], 'https://a.org/', ''],
  ['https://a.org/', ['__secure-x=1; Secure'], 'https://a.org/', '__secure-x=1'],
  ['https://a.org/', ['__Host-x=1; Secure; Path=/'], 'https://a.org/', '__Host-x=1'],
  ['https://a.org/', ['__Host-x=1; Secure'], 'https://a.org/', ''],
  ['https://a.org/', ['__Host-x=1; Secure; Path=/; Domain=a.org'], 'https://a.org/', ''],
  ['https://a.org/', ['=__Host-x=1; Secure'], 'https://a.org/', '']
]

for (const [from, lines, to, header] of CASES) {
  t.test(`${from} sets ${lines.join(' and ')}: ${to} gets ${header || 'nothing'}`, async (t) => {
    const jar: CookieJar = new Map()
    keepCookies(jar, new URL(from), lines)
    t.equal(cookieHeader(jar, new URL(to)), header)
  })
}

t.test('a cookie of http replaces no Secure one of its name', async (t) => {
  for (const [line, header] of [
    ['x=2', 'x=1'], ['x=2; Domain=a.org', 'x=1'], ['x=2; Path=/posts', 'x=1'], ['y=2', 'x=1; y=2']
  ] as const) {
    const jar: CookieJar = new Map()
    keepCookies(jar, new URL('https://a.org/'), ['x=1; Secure'])
    keepCookies(jar, new URL('http://a.org/'), [line])
    t.equal(cookieHeader(jar, new URL('https://a.org/posts')), header, line)
  }
})
