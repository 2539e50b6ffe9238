/** From a requirement to the router's pattern. */

import t from 'tap'
import { extendedPattern, readRequirement, routerPaths, segmentPattern } from '../../lib/routes/requirement.js'

/** What a segment must match for the variable `id`. */
const requirementPattern = (source: string | undefined, formats: string[] = []): RegExp => new RegExp(segmentPattern(routeWith(source, formats), 'id'))

function routeWith (source: string | undefined, formats: string[]): { requirements: Record<string, string>, formats: string[] } {
  return { requirements: source === undefined ? {} : { id: source }, formats }
}

/** A pattern that a literal may not hold. */
const fromSource = (source: string): RegExp => new RegExp(source)

t.test('without a requirement a variable takes any text that reaches the server as one segment', async (t) => {
  const pattern = requirementPattern(undefined)
  for (const text of ['1', 'a.b', '...', '.a', 'a..', ' ', 'é', '%2e', 'x'.repeat(100)]) t.ok(pattern.test(text), text)
  for (const text of ['', '.', '..', 'a/b', '/']) t.notOk(pattern.test(text), text)
})

t.test('a requirement stands inside the same guard', async (t) => {
  const pattern = requirementPattern('.*')
  for (const text of ['1', 'a.b', '...']) t.ok(pattern.test(text), text)
  for (const text of ['', '.', '..', 'a/b']) t.notOk(pattern.test(text), text)
})

t.test('alternatives hold for the whole segment', async (t) => {
  const pattern = requirementPattern('de|en')
  t.strictSame(['de', 'en', 'deen', 'den', 'xde'].filter((text) => pattern.test(text)), ['de', 'en'])
})

t.test('capturing groups become non-capturing, and nothing else changes', async (t) => {
  const sources: ReadonlyArray<readonly [RegExp, string]> = [
    [/\d+/, '\\d+'],
    [/(a|b)(c)/, '(?:a|b)(?:c)'],
    [/(?<year>\d{4})/, '(?:\\d{4})'],
    [/(?:a)(?=b)(?!c)(?<=d)(?<!e)/, '(?:a)(?=b)(?!c)(?<=d)(?<!e)'],
    [/\(a\)/, '\\x28a\\x29'],
    [/[()a]/, '[\\x28\\x29a]'],
    [/[\]()]/, '[\\]\\x28\\x29]'],
    [/[^$]\^\$/, '[^$]\\^\\$'],
    [/a\/b[/]/, 'a\\x2fb[\\x2f]'],
    [fromSource('[\\A\\d]'), '[\\A\\d]']
  ]
  for (const [pattern, source] of sources) t.strictSame(readRequirement(pattern), { source }, String(pattern))
})

t.test('anchors, flags and back-references are faults', async (t) => {
  for (const pattern of [/^a/, /a$/, ...['\\Aa', 'a\\Z', 'a\\z'].map(fromSource), /a/g, /a/iu, /(a)\1/, /(?<n>a)\k<n>/]) t.ok(readRequirement(pattern).fault, String(pattern))
})

t.test('where a route has formats, a variable holds no dot, whatever its requirement says', async (t) => {
  for (const pattern of [requirementPattern(undefined, ['json']), requirementPattern('.*', ['json'])]) {
    for (const text of ['1', ' ', 'é', '%2e', 'json']) t.ok(pattern.test(text), text)
    for (const text of ['', '.', '..', 'a.b', '1.json', 'a/b', 'a?b']) t.notOk(pattern.test(text), text)
  }
  for (const source of [undefined, '.*', '[\\w.]+']) {
    const pattern = new RegExp(extendedPattern(routeWith(source, ['json', 'xml']), 'id'))
    t.strictSame([...pattern.exec('1.xml') ?? []], ['1.xml', '1', 'xml'])
    for (const text of ['1', '1.pdf', '1.jsonx', '1.2.json', '.json', '..json', '1.JSON']) t.notOk(pattern.test(text), text)
  }
})

t.test('a path for the router has the pattern of each variable', async (t) => {
  const requirements = { d: '\\d+' }
  t.strictSame(routerPaths({ path: '/a/:b/c/:d', requirements, formats: [] }), ['/a/:b((?!\\.{1,2}$)[^/]+)/c/:d((?!\\.{1,2}$)(?=[^/]+$)(?:\\d+))'])
})

t.test('with formats there is one more, which ends in an extension', async (t) => {
  const requirements = { d: '\\d+' }
  t.strictSame(routerPaths({ path: '/a/:b/c', requirements, formats: ['html'] }), ['/a/:b([^/.?]+)/c', '/a/:b([^/.?]+)/c.:format(html)'])
  t.strictSame(routerPaths({ path: '/a/:b/c/:d', requirements, formats: ['html', 'json'] }), [
    '/a/:b([^/.?]+)/c/:d((?=[^/.?]+$)(?:\\d+))',
    '/a/:b([^/.?]+)/c/:d((?=[^/.?]+\\.[^/.?]+$)(?:\\d+)).:format(html|json)'
  ])
})
