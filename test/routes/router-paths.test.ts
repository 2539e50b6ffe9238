/** The paths for the router, and the rule of ids. */

import t from 'tap'
import { idFault, idFaultText, idRules } from '../../lib/routes/id-rules.js'
import type { IdFault, IdRule } from '../../lib/routes/id-rules.js'
import { pathVariables } from '../../lib/routes/path.js'
import { readRouterPaths } from '../../lib/routes/router-paths.js'
import type { Pathed } from '../../lib/routes/router-paths.js'
import { param } from '../support/params.js'

interface Given extends Partial<Omit<Pathed, 'path' | 'params'>> {
  /** Of the variable `d`. */
  readonly requirement?: string
  /** How many of the last variables a request may leave out. */
  readonly optional?: number
}

/** A row of a path, whose variable `d` has a requirement. */
function row (path: string, { requirement = '\\d+', optional = 0, ...rest }: Given = {}): Pathed {
  const params = pathVariables(path).map((name, index, { length }) =>
    param(name, { requirement: name === 'd' ? requirement : null, isOptional: index >= length - optional })
  )
  return { path, params, formats: [], needsFormat: false, ...rest }
}

const urlsOf = (route: Pathed): string[] => readRouterPaths(route).map(({ url }) => url)

t.test('a variable without a requirement is registered plain, a requirement as it is', async (t) => {
  t.strictSame(urlsOf(row('/a/:b/c/:d')), ['/a/:b/c/:d(\\d+)'])
})

t.test('with formats there is one more path, which ends in an extension that no requirement matches', async (t) => {
  t.strictSame(urlsOf(row('/a/:b/c', { formats: ['html'] })), ['/a/:b/c', '/a/:b/c.:format(html)'])
  t.strictSame(urlsOf(row('/a/:d/c/:d', { formats: ['html', 'json'] })), [
    '/a/:d(\\d+)/c/:d((?=[^.]+$)(?:\\d+))',
    '/a/:d(\\d+)/c/:d(\\d+).:format(html|json)'
  ])
})

t.test('optional variables at the end make shorter paths, and an extension needs a word', async (t) => {
  t.strictSame(urlsOf(row('/a/:c/:d', { optional: 2 })), ['/a/:c/:d(\\d+)', '/a/:c', '/a'])
  t.strictSame(urlsOf(row('/:c', { formats: ['json'], optional: 1 })), ['/:c', '/:c.:format(json)', '/'])
  t.strictSame(
    readRouterPaths(row('/a/:c/:d', { optional: 2 })).map(({ params }) => params),
    [['c', 'd'], ['c'], []]
  )
})

t.test("an optional group becomes an alternative with an empty text, which the router's safety check accepts", async (t) => {
  const sources: ReadonlyArray<readonly [source: string, native: string]> = [
    ['[a-z0-9_]+(?:\\.[a-z0-9_]+)?', '[a-z0-9_]+(?:\\.[a-z0-9_]+|)'],
    ['(?:a+)??', '(?:a+)??'],
    ['\\x29?[)?]\\)?', '\\x29?[)?]\\)?']
  ]
  for (const [source, native] of sources) {
    t.strictSame(urlsOf(row('/:d', { requirement: source })), [`/:d(${native})`])
  }
})

t.test('the router tells apart variables with a pattern and those without, but not two patterns', async (t) => {
  t.equal(readRouterPaths(row('/a/:b/c/:d'))[0]?.shape, '/a/:/c/:()')
})

const LONG = 'x'.repeat(101)

t.test('one rule says why a text is no id', async (t) => {
  const rowOf = (path: string, rest: Given = {}) => idRules(row(path, rest), 100).at(-1) as IdRule
  const [bare, extended, glob] = [rowOf('/a/:b'), rowOf('/a/:b', { formats: ['json'] }), rowOf('/a/*b')]
  const [list, any] = [
    rowOf('/:d', { requirement: 'de|en' }),
    rowOf('/:d', { requirement: '.*', formats: ['json'] })
  ]
  const table: ReadonlyArray<
    readonly [rule: IdRule, passing: readonly string[], failing: Readonly<Record<string, string>>]
  > = [
    [
      bare,
      ['1', 'é', ' ', '\n', 'a.b', '...', 'a\\b', 'x'.repeat(100)],
      { '': 'empty', 'a/b': 'slash', '.': 'dots', '..\\b': 'dots', '\ud800': 'surrogate', [LONG]: 'length' }
    ],
    [extended, ['1', ' ', '\n'], { 'a.b': 'extension', 'a?b': 'extension', '.': 'dots' }],
    [
      glob,
      ['a', 'a/b.json', LONG],
      { '': 'empty', 'a//b': 'empty', 'a/': 'empty', 'a/../b': 'dots', 'a/\udfff': 'surrogate' }
    ],
    [list, ['de', 'en'], { deen: 'pattern', xde: 'pattern' }],
    [any, ['1', 'é'], { '1.json': 'extension', 'a\nb': 'pattern' }]
  ]
  for (const [rule, passing, failing] of table) {
    for (const text of passing) t.equal(idFault(text, rule), undefined, text)
    for (const [text, fault] of Object.entries(failing)) t.equal(idFault(text, rule), fault, text)
  }
  t.equal(idFault('a/b', glob, '/a/a%2Fb'), 'slash')
  t.equal(idFault('a/b', glob, '/a/a/b?c=%2F'), undefined)
})

t.test('the fault of a glob names the part that has it', async (t) => {
  const [rule] = idRules(row('/*path'), 100) as [IdRule]
  for (const [text, url, message] of [
    ['a/../b', undefined, "path: '..' is a dot segment, which clients remove from a URL"],
    ['a/\ud800', undefined, 'path: a lone surrogate cannot be encoded'],
    ['a//b', undefined, "path: expected a path without empty parts, got 'a//b'"],
    ['a/b', '/a%2fb', 'path: expected the slashes of a path as they are, not encoded']
  ] as const) { t.equal(idFaultText(idFault(text, rule, url) as IdFault, text, rule), message) }
})
