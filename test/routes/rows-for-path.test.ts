/** Which rows take a path, and in which order; `laws.test.ts` compares the first with the app's router. */

import t from 'tap'
import { draw } from '../../lib/index.js'
import { rowsForPath } from '../../lib/routes/rows-for-path.js'
import type { Route } from '../../types/route.js'

/** A path, or one with its options. */
type Path = string | readonly [path: string, options: Readonly<Record<string, unknown>>]

/** Rows of plain routes. */
function drawPaths (paths: readonly Path[]): readonly Route[] {
  return draw((map: any) => paths.reduce((map: any, declared) => {
    const [path, options] = typeof declared === 'string' ? [declared, {}] : declared
    return map.route(path, { controller: 'pages', action: 'show', ...options })
  }, map)).table
}

const DIGITS = { requirements: { id: /\d+/ } }
const WORD = { requirements: { name: /\w+/ } }

const ANSWERS: ReadonlyArray<readonly [
  paths: readonly Path[], url: string, expected: readonly string[]
]> = [
  // A word, a variable with a requirement, a variable, a glob.
  [['/posts/:id', '/posts/new'], '/posts/new', ['/posts/new', '/posts/:id']],
  [['/posts/:id', '/posts/new'], '/posts/news', ['/posts/:id']],
  [['/posts/:name', ['/posts/:id', DIGITS]], '/posts/7', ['/posts/:id', '/posts/:name']],
  [['/posts/:name', ['/posts/:id', DIGITS]], '/posts/a7', ['/posts/:name']],
  [['/files/*path', '/files/:id'], '/files/a', ['/files/:id', '/files/*path']],
  [['/files/*path', '/files/:id'], '/files/a/b', ['/files/*path']],
  [['/:any/b', '/a/:any', '/a/b', '/*all'], '/a/b', ['/a/b', '/a/:any', '/:any/b', '/*all']],
  [['/:name', '/v:name', '/v1:name'], '/v12', ['/v1:name', '/v:name', '/:name']],
  // One that begins like an earlier one comes with it.
  [
    [['/:name/:a', WORD], ['/:id/:b/c', DIGITS], ['/:name/b/c', WORD], ['/:id/*d', DIGITS]], '/7/b/c',
    ['/:name/b/c', '/:id/:b/c', '/:id/*d']
  ],
  [[['/posts/:id/edit', DIGITS], ['/posts/:name/show', WORD]], '/posts/7/show', ['/posts/:name/show']],
  // What no row has, and what is no id.
  [['/v:name'], '/w1', []],
  [['/a/:b', '/a'], '/a', ['/a']],
  [['/posts'], '/post', []],
  [['/posts'], '/posts/7', []],
  [['/files/*path'], '/files', []],
  [[['/posts/:id', DIGITS]], '/posts/x', []],
  [['/posts/:id'], '/posts/', []],
  [['/posts/:id'], '/posts/%2e%2e', []],
  [['/posts/:id'], '/posts/a%2fb', []],
  [['/'], '/', ['/']],
  [['/'], 'http://localhost', ['/']],
  [['/a'], 'HTTPS://example.org:8080/a?b#c', ['/a']],
  // Extensions and optional variables are paths of their own, of one row.
  [[['/posts', { formats: ['json'] }]], '/posts.json', ['/posts']],
  [[['/posts/:id', { formats: ['json'] }]], '/posts/7.json', ['/posts/:id']],
  [[['/posts/:id', { formats: ['json'] }]], '/posts/7.xml', []],
  [[['/:year/:month', { defaults: { month: null } }]], '/2026', ['/:year/:month']]
]

for (const [paths, url, expected] of ANSWERS) {
  const shown = paths.map((path) => typeof path === 'string' ? path : path[0]).join(', ')
  t.test(`${url} among ${shown}`, async (t) => {
    t.strictSame(rowsForPath(drawPaths(paths), url).map(({ path }) => path), expected)
  })
}

t.test('a path that cannot be decoded is an error', async (t) => {
  t.throws(() => rowsForPath([], '/%'), URIError)
})
