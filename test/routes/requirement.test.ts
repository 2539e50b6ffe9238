/** A requirement's source, and its nested repetitions. */

import t from 'tap'
import { readRequirement } from '../../lib/routes/requirement.js'

/** A pattern that a literal may not hold. */
const fromSource = (source: string): RegExp => new RegExp(source)

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
    [/[^/]+[^a/]/, '[^\\x2f]+[^a\\x2f]'],
    [fromSource('[\\A\\d]'), '[\\A\\d]']
  ]
  for (const [pattern, source] of sources) t.strictSame(readRequirement(pattern), { source }, String(pattern))
})

t.test('anchors, flags and back-references are faults', async (t) => {
  for (const pattern of [
    /^a/,
    /a$/,
    ...['\\Aa', 'a\\Z', 'a\\z'].map(fromSource),
    /a/g,
    /a/iu,
    /(a)\1/,
    /(?<n>a)\k<n>/
  ]) { t.ok(readRequirement(pattern).fault, String(pattern)) }
})

t.test('a slash that an id would have to hold is a fault', async (t) => {
  for (const pattern of [/a\/b/, /[a-z/]+/, /[a/]/, /[^/]+\/[^/]+/, /(?:x|y\/z)/]) {
    t.match(
      readRequirement(pattern).fault,
      /it cannot name a slash; for the rest of a path declare a glob/,
      String(pattern)
    )
  }
})
