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
  ['http://a.org/', ['x=1; Path=/posts/'], 'http://a.org/posts/1', 'x=1'],
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
  ['http://localhost/', ['x=1; Domain=localhost'], 'http://localhost/', 'x=1'],
  // Times: Max-Age before Expires, and what cannot be read counts as missing.
  ['http://a.org/', ['x=1', 'x=; Max-Age=0'], 'http://a.org/', ''],
  ['http://a.org/', ['x=1; Max-Age=-1'], 'http://a.org/', ''],
  ['http://a.org/', ['x=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], 'http://a.org/', 'x=1'],
  ['http://a.org/', ['x=1', 'x=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], 'http://a.org/', ''],
  ['http://a.org/', ['x=1; Expires=Wed, 01 Jan 2200 00:00:00 GMT'], 'http://a.org/', 'x=1'],
  ['http://a.org/', ['x=1; Expires=0'], 'http://a.org/', 'x=1'],
  ['http://a.org/', ['x=1; Expires=soon'], 'http://a.org/', 'x=1'],
  ['http://a.org/', ['x=1; Max-Age=soon'], 'http://a.org/', 'x=1'],
  // Secure.
  ['https://a.org/', ['x=1; Secure'], 'https://a.org/', 'x=1'],
  ['https://a.org/', ['x=1; Secure'], 'http://a.org/', ''],
  ['http://a.org/', ['x=1; Secure'], 'https://a.org/', ''],
  ['http://localhost/', ['x=1; Secure'], 'http://localhost/', 'x=1'],
  ['http://127.0.0.1/', ['x=1; Secure'], 'http://127.0.0.1/', 'x=1'],
  ['http://[::1]/', ['x=1; Secure'], 'http://[::1]/', 'x=1'],
  ['http://a.localhost/', ['x=1; Secure'], 'http://a.localhost/', 'x=1'],
  ['http://notlocalhost/', ['x=1; Secure'], 'https://notlocalhost/', '']
]

for (const [from, lines, to, header] of CASES) {
  t.test(`${from} sets ${lines.join(' and ')}: ${to} gets ${header || 'nothing'}`, async (t) => {
    const jar: CookieJar = new Map()
    keepCookies(jar, new URL(from), lines)
    t.equal(cookieHeader(jar, new URL(to)), header)
  })
}
