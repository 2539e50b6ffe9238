/** From a requirement to the router's pattern. */

import t from 'tap'
import { guardedPattern, readRequirement, requirementPattern, routerPath } from '../../lib/routes/requirement.js'

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

t.test('a path for the router has the pattern of each variable', async (t) => {
  t.equal(routerPath('/a/:b/c/:d', { d: '\\d+' }), `/a/:b${guardedPattern(undefined)}/c/:d${guardedPattern('\\d+')}`)
})
