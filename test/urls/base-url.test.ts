/** The origin and the base path of URLs. */

import t from 'tap'
import { createClient } from '../../lib/client.js'
import { injectFetch } from '../../lib/testing.js'
import { createUrlFor, draw } from '../../lib/index.js'

type Anything = any

const routes = draw((map) => map.root({ controller: 'posts', action: 'index' }).resources('posts'))

function helpers (baseUrl?: unknown): Anything {
  return createUrlFor(routes, baseUrl === undefined ? {} : ({ baseUrl } as Anything))
}

t.test('URLs begin with baseUrl, and paths with its path', async (t) => {
  t.equal(helpers('https://example.org').postUrl(1), 'https://example.org/posts/1')
  t.equal(helpers('https://example.org/').postPath(1), '/posts/1')
  t.equal(
    helpers('http://example.org:8080/my%20blog/').postUrl(1),
    'http://example.org:8080/my%20blog/posts/1'
  )
  t.equal(helpers('https://example.org/blog').postPath(1, { query: { a: 1 } }), '/blog/posts/1?a=1')
  t.equal(helpers('https://example.org/blog').rootPath(), '/blog')
  t.equal(helpers('https://example.org/blog').rootPath({ trailingSlash: true }), '/blog/')
  t.equal(helpers('https://example.org').rootUrl(), 'https://example.org/')
  t.equal(helpers('https://example.org:443').rootUrl(), 'https://example.org/')
  t.equal(
    helpers('https://example.org')('post', { id: 1 }, { onlyPath: false }),
    'https://example.org/posts/1'
  )
})

t.test('baseUrl may be a path alone; a URL then needs a host', async (t) => {
  t.equal(helpers('/v1').postPath(1), '/v1/posts/1')
  t.equal(helpers('/v1/').rootPath(), '/v1')
  t.equal(helpers('/').postPath(1), '/posts/1')
  t.equal(helpers('/my%20blog').postPath(1), '/my%20blog/posts/1')
  t.equal(helpers('/v1').postUrl(1, { host: 'example.org' }), 'http://example.org/v1/posts/1')
  t.throws(() => helpers('/v1').postUrl(1), {
    code: 'FST_RESOURCES_URL',
    message: /^postUrl: the host is unknown/
  })
  for (const path of ['//v1', '/v1//a', '/v1/..', '/v1?a', '/v 1', 'v1']) {
    t.throws(() => helpers(path), { code: 'FST_RESOURCES_BASE_URL', message: /^baseUrl: / }, path)
  }
})

t.test('host, protocol and port of a URL can be chosen', async (t) => {
  const urlFor = helpers('https://example.org:8443/blog')
  t.equal(urlFor.postUrl(1, { host: 'a.org' }), 'https://a.org/blog/posts/1')
  t.equal(urlFor.postUrl(1, { protocol: 'http' }), 'http://example.org:8443/blog/posts/1')
  t.equal(urlFor.postUrl(1, { protocol: 'http://', port: 80 }), 'http://example.org:80/blog/posts/1')
  t.equal(urlFor.postUrl(1, { protocol: 'WSS' }), 'wss://example.org:8443/blog/posts/1')
  t.equal(urlFor.postUrl(1, { protocol: 'ws:', port: '81' }), 'ws://example.org:81/blog/posts/1')
  t.equal(
    urlFor.postUrl(1, { host: '[::1]:1', port: 2, query: { a: 1 } }),
    'https://[::1]:2/blog/posts/1?a=1'
  )
  t.equal(helpers().postUrl(1, { host: 'a.org' }), 'http://a.org/posts/1')
  t.equal(helpers().postUrl(1, { host: 'a.org.' }), 'http://a.org./posts/1')
})

t.test('refused: a URL without a known host', async (t) => {
  t.throws(() => helpers().postUrl(1), {
    code: 'FST_RESOURCES_URL',
    message: 'postUrl: the host is unknown; expected the option host, a baseUrl, or a helper of the request'
  })
})

t.test('refused: more arguments than a URL has variables', async (t) => {
  t.throws(() => helpers('https://example.org').postUrl(1, 2, 3), {
    code: 'FST_RESOURCES_URL',
    message: /at most one options object, also got 2, 3/
  })
})

t.test('refused: an invalid host, protocol or port', async (t) => {
  const urlFor = helpers('https://example.org')
  for (const host of [
    '',
    'a b',
    'a/b',
    'a@b',
    'a.org:x',
    'a.org:123456',
    'a.org:99999',
    '256.256.256.256',
    '[:::]',
    '-a',
    'a\nb',
    5,
    null
  ]) {
    t.throws(
      () => urlFor.postUrl(1, { host }),
      { code: 'FST_RESOURCES_URL', message: /host: expected a host/ },
      String(host)
    )
  }
  t.throws(() => helpers().postUrl(1, { host: 'a/b' }), {
    message: "postUrl: host: expected a host such as 'example.org' or 'example.org:8080', got 'a/b'"
  })
  for (const protocol of [
    '',
    'javascript',
    'javascript:',
    'data:',
    'file',
    'ftp',
    'vbscript',
    'httpss',
    'xhttp',
    'https:/',
    'https\n',
    'http://a.org/',
    5,
    null
  ]) {
    t.throws(
      () => urlFor.postUrl(1, { protocol }),
      {
        code: 'FST_RESOURCES_URL',
        message: /^postUrl: protocol: expected 'https', 'http', 'wss' or 'ws', got /
      },
      String(protocol)
    )
  }
  for (const port of [0, 65536, 1.5, '8o', '', {}]) {
    t.throws(() => urlFor.postUrl(1, { port }), { message: /port: expected a number/ }, String(port))
  }
})

t.test('refused: unknown options, and routes that draw did not return', async (t) => {
  t.throws(() => createUrlFor(routes, { baseurl: 'x' } as Anything), {
    code: 'FST_RESOURCES_OPTIONS',
    message: /unknown option 'baseurl'; expected 'baseUrl'; did you mean 'baseUrl'\?/
  })
  t.throws(() => (createUrlFor as Anything)(), { code: 'FST_RESOURCES_OPTIONS' })
})

t.test('refused: options that are no object, by all who take some', async (t) => {
  const takers: readonly Anything[] = [createUrlFor, createClient, injectFetch]
  for (const take of takers) {
    for (const [options, text] of [[null, 'null'], ['text', "'text'"], [5, '5'], [[], '[]']] as const) {
      t.throws(() => take(routes, options), {
        code: 'FST_RESOURCES_OPTIONS',
        message: `The options have a mistake: expected an object, got ${text}`
      })
    }
  }
})

t.test('refused: an invalid baseUrl', async (t) => {
  for (const baseUrl of [
    'example.org',
    '//example.org',
    'ftp://example.org',
    'https://u:p@example.org',
    'https://example.org?a',
    'https://example.org/#a',
    '',
    5,
    null,
    'http:example.org',
    'http:///example.org',
    'http://',
    'http://a b',
    'http://[::',
    ' http://example.org',
    'http://example.org\\evil',
    'http://example.org/a\n/b',
    'javascript://example.org',
    'http://@example.org',
    'wss://example.org'
  ]) {
    t.throws(
      () => helpers(baseUrl),
      { code: 'FST_RESOURCES_BASE_URL', message: /^baseUrl: expected the address of the app/ },
      String(baseUrl)
    )
  }
})

const basePaths: ReadonlyArray<readonly [string, string]> = [
  ['//x', 'an empty segment'],
  ['//evil.org/', 'an empty segment'],
  ['/x//', 'an empty segment'],
  ['/x//y', 'an empty segment'],
  ['//', 'an empty segment'],
  ['/.', 'a dot segment'],
  ['/..', 'a dot segment'],
  ['/x/../y', 'a dot segment'],
  ['/.//evil.org', 'an empty segment'],
  ['/%2e%2E/y', 'a dot segment'],
  ['/x/.%2e', 'a dot segment'],
  ['/%2f', 'an encoded slash'],
  ['/x%2Fevil.org', 'an encoded slash'],
  ['/%5cevil.org', 'an encoded slash']
]

for (const [path, fault] of basePaths) {
  t.test(`refused: a baseUrl with the path ${path}`, async (t) => {
    t.throws(() => helpers(`http://h${path}`), {
      code: 'FST_RESOURCES_BASE_URL',
      message: new RegExp(`^baseUrl: its path '${path.replaceAll('.', '\\.')}' has ${fault}`)
    })
  })
}

t.test('a path with dots and encoded characters in its segments stays as it is', async (t) => {
  t.equal(helpers('https://example.org/v1.2/...').postPath(1), '/v1.2/.../posts/1')
  t.equal(helpers('https://example.org/caf%C3%A9@/é').postPath(1), '/caf%C3%A9@/%C3%A9/posts/1')
})
