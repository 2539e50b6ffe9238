/** The rule of ids: which texts a variable can have, and what is wrong with others. */

import t from 'tap'
import { draw } from '../../lib/index.js'
import { encodeIds, idFault, idFaultText, idRules } from '../../lib/routes/id-rules.js'
import type { IdRule } from '../../lib/routes/id-rules.js'

/** The rule of the last variable of a path. */
function ruleOf (path: string, options: object = {}): IdRule {
  const { table } = draw((map: any) => map.route(path, { controller: 'posts', action: 'show', ...options }))
  return idRules(table[0] as never, 10).at(-1) as IdRule
}

const RULES = {
  plain: ruleOf('/posts/:id'),
  digits: ruleOf('/posts/:id', { requirements: { id: /\d+/ } }),
  formats: ruleOf('/posts/:id', { formats: ['json'] }),
  glob: ruleOf('/files/*path'),
  slashes: { ...ruleOf('/files/:id'), slashes: true }
}

const FAULTS: ReadonlyArray<readonly [rule: keyof typeof RULES, text: string, fault: string | undefined]> = [
  ['plain', 'a', undefined],
  ['plain', 'ä b?#%', undefined],
  ['plain', 'a.json', undefined],
  ['plain', 'a\\b', undefined],
  ['plain', '...', undefined],
  ['plain', 'a..', undefined],
  ['plain', '', 'empty'],
  ['plain', '.', 'dots'],
  ['plain', '..', 'dots'],
  ['plain', '..\\b', 'dots'],
  ['plain', 'a\\..', 'dots'],
  ['plain', 'a/b', 'slash'],
  ['plain', '\ud800', 'surrogate'],
  ['plain', '\ud83d\ude00', undefined],
  ['plain', '1234567890', undefined],
  ['plain', '12345678901', 'length'],
  ['digits', '7', undefined],
  ['digits', '7a', 'pattern'],
  ['digits', '', 'empty'],
  ['digits', '12345678901', 'length'],
  ['formats', 'a', undefined],
  ['formats', 'a.b', 'extension'],
  ['formats', 'a?b', 'extension'],
  ['glob', 'a', undefined],
  ['glob', 'a/b.c', undefined],
  ['glob', '12345678901', undefined],
  ['glob', '', 'empty'],
  ['glob', 'a//b', 'empty'],
  ['glob', 'a/', 'empty'],
  ['glob', 'a/../b', 'dots'],
  ['slashes', 'a/b', undefined],
  ['slashes', 'a//b', 'empty'],
  ['slashes', 'a/..', 'dots'],
  ['slashes', 'a\\b', 'backslash']
]

t.test('what is wrong with an id', async (t) => {
  for (const [rule, text, fault] of FAULTS) {
    t.equal(idFault(text, RULES[rule]), fault, `${rule} ${JSON.stringify(text)}`)
  }
})

t.test('the slashes of a glob are those of its URL, not encoded ones', async (t) => {
  for (const [url, fault] of [
    ['/files/a/b', undefined], ['/files/a%2Fb', 'slash'], ['/files/a%2fb', 'slash'], ['/files/a/b?c=%2F', undefined]
  ] as const) t.equal(idFault('a/b', RULES.glob, url), fault, url)
})

t.test('the words name the part that is wrong', async (t) => {
  for (const [rule, text, words] of [
    ['plain', '', 'id: expected an id, got an empty text'],
    ['plain', '..', "id: '..' is a dot segment, which clients remove from a URL"],
    ['digits', 'x', "id: 'x' does not match the requirement /\\d+/"],
    ['glob', 'a/../b', "path: '..' is a dot segment, which clients remove from a URL"],
    ['glob', 'a//b', "path: expected a path without empty parts, got 'a//b'"]
  ] as const) {
    const fault = idFault(text, RULES[rule])
    t.equal(fault && idFaultText(fault, text, RULES[rule]), words)
  }
})

t.test('ids in a path are encoded, and a glob keeps its slashes', async (t) => {
  for (const [path, ids, encoded] of [
    ['/posts/:id', ['a b'], ['a%20b']],
    ['/posts/:id', ['a/b'], ['a%2Fb']],
    ['/files/*path', ['a b/c'], ['a%20b/c']],
    ['/:lang/files/*path', ['d/e', 'a/b'], ['d%2Fe', 'a/b']]
  ] as const) t.strictSame(encodeIds(path, ids), encoded, path)
})
