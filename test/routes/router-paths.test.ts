/** The paths for the router, the patterns of ids, and the rivals of a row. */

import t from 'tap'
import { draw } from '../../lib/index.js'
import type { Route } from '../../lib/index.js'
import { pathVariables } from '../../lib/routes/path.js'
import { createRouter } from '../../lib/routes/router.js'
import { idPattern, readRouterPaths, routerPaths } from '../../lib/routes/router-paths.js'
import type { Pathed } from '../../lib/routes/router-paths.js'

const requirements = { d: '\\d+' }

/** A row of a path; the rest as given. */
function row (path: string, rest: Partial<Pathed> = {}): Pathed {
  return { path, params: pathVariables(path), requirements, formats: [], needsFormat: false, optional: {}, ...rest }
}

t.test('a variable without a requirement is registered plain, a requirement as it is', async (t) => {
  t.strictSame(routerPaths(row('/a/:b/c/:d')), ['/a/:b/c/:d(\\d+)'])
})

t.test('with formats there is one more path, which ends in an extension that no requirement matches', async (t) => {
  t.strictSame(routerPaths(row('/a/:b/c', { formats: ['html'] })), ['/a/:b/c', '/a/:b/c.:format(html)'])
  t.strictSame(routerPaths(row('/a/:d/c/:d', { formats: ['html', 'json'] })), [
    '/a/:d(\\d+)/c/:d((?=[^.]+$)(?:\\d+))',
    '/a/:d(\\d+)/c/:d(\\d+).:format(html|json)'
  ])
})

t.test('optional variables at the end make shorter paths, and an extension needs a word', async (t) => {
  t.strictSame(routerPaths(row('/a/:c/:d', { optional: { c: null, d: '1' } })), ['/a/:c/:d(\\d+)', '/a/:c', '/a'])
  t.strictSame(routerPaths(row('/:c', { formats: ['json'], optional: { c: null } })), ['/:c', '/:c.:format(json)', '/'])
  t.strictSame(readRouterPaths(row('/a/:c/:d', { optional: { c: null, d: '1' } })).map(({ params }) => params), [['c', 'd'], ['c'], []])
})

t.test('an optional group becomes an alternative with an empty text, which the router\'s safety check accepts', async (t) => {
  const sources: ReadonlyArray<readonly [source: string, native: string]> = [
    ['[a-z0-9_]+(?:\\.[a-z0-9_]+)?', '[a-z0-9_]+(?:\\.[a-z0-9_]+|)'],
    ['(?:a+)??', '(?:a+)??'],
    ['\\x29?[)?]\\)?', '\\x29?[)?]\\)?']
  ]
  for (const [source, native] of sources) t.strictSame(routerPaths(row('/:d', { requirements: { d: source } })), [`/:d(${native})`])
})

t.test('the router tells apart variables with a pattern and those without, but not two patterns', async (t) => {
  t.equal(readRouterPaths(row('/a/:b/c/:d'))[0]?.shape, '/a/:/c/:()')
})

t.test('an id must match its requirement whole, and holds no dot where an extension may follow', async (t) => {
  const table: ReadonlyArray<readonly [source: string | undefined, formats: string[], passing: string[], failing: string[]]> = [
    ['de|en', [], ['de', 'en'], ['deen', 'xde']],
    ['.*', ['json'], ['1', 'é'], ['a.b', '1.json', 'a?b']],
    [undefined, ['json'], ['1', ' ', '\n'], ['a.b', '.']]
  ]
  for (const [source, formats, passing, failing] of table) {
    const pattern = idPattern({ requirements: source === undefined ? {} : { id: source }, formats }, 'id') as RegExp
    for (const text of passing) t.ok(pattern.test(text), text)
    for (const text of failing) t.notOk(pattern.test(text), text)
  }
  t.equal(idPattern({ requirements: {}, formats: [] }, 'id'), undefined)
})

t.test('a rival of a segment is only a branch from which some path can end where that of the row does', async (t) => {
  const { table } = draw({ formats: ['json'] }, (map) => map
    .resources('posts', { requirements: { id: /\d+/ } }, (posts) => posts.resources('tags', { only: 'show' }))
    .route('files', 'posts/:slug/*path', 'files#show'))
  const router = createRouter(table, (text) => text)
  for (const [action, path, rivals] of [
    ['posts#show', '/posts/:id', [[], ['new.:format(json)']]],
    ['posts#edit', '/posts/:id/edit', [[], [], []]],
    ['tags#show', '/posts/:post_id/tags/:id', [[], [], [], [':id.:format(json)']]],
    ['files#show', '/posts/:slug/*path', [[], [':id(\\d+)'], []]]
  ] as const) {
    const route = table.find((row) => row.path === path && `${row.controller}#${row.action}` === action) as Route
    t.strictSame(router.contestsOf(route).map(({ branches }) => branches.map(({ segment }) => segment.url)), rivals, path)
  }
})
