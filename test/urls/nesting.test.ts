/** Nested names, read from query strings and fields. */

import assert from 'node:assert/strict'
import { parse } from 'node:querystring'
import t from 'tap'
import fc from 'fast-check'
import Fastify from 'fastify'
import qs from 'qs'
import { fieldNames, nestFields, parseQuery } from '../../lib/urls/nesting.js'
import { MAX_DEPTH, MAX_KEYS, addQuery } from '../../lib/urls/query.js'
import { hostileFields } from '../support/hostile.js'
import { runs } from '../support/runs.js'

/** As JSON, since parsed objects have no prototypes. */
const READINGS: ReadonlyArray<readonly [rule: string, query: string, nested: string]> = [
  ['names nest', 'a[b][c]=1&a[b][d]=2&a[e]=3', '{"a":{"b":{"c":"1","d":"2"},"e":"3"}}'],
  [
    'brackets may be encoded',
    'a%5Bb%5d=1&c%5B%5D=2&a%255Bb%255D=3',
    '{"a":{"b":"1"},"c":["2"],"a%5Bb%5D":"3"}'
  ],
  ['empty brackets add to a list', 'a[]=1&a[]=2&b[]=3', '{"a":["1","2"],"b":["3"]}'],
  ['a name with several values is a list', 'a=1&a=2&b[c]=3&b[c]=4', '{"a":["1","2"],"b":{"c":["3","4"]}}'],
  [
    'places make a list in their order, without gaps',
    'a[7]=x&a[2]=y&b[9]=u&b[10]=v',
    '{"a":["y","x"],"b":["u","v"]}'
  ],
  ['so do places however far', 'a[40]=x&a[123456789012]=z&a[2]=y&a[]=w', '{"a":["y","x","z","w"]}'],
  [
    'lists may be of any length',
    list(['a[]', 'b', 'c[$]', 'd[$][e]'], 120),
    JSON.stringify({ a: numbers(120), b: numbers(120), c: numbers(120), d: numbers(120).map((e) => ({ e })) })
  ],
  ['lists nest', 'a[0][]=1&a[0][]=2&a[1][]=3', '{"a":[["1","2"],["3"]]}'],
  ['lists of objects', 'a[0][b]=1&a[0][c]=2&a[1][b]=3', '{"a":[{"b":"1","c":"2"},{"b":"3"}]}'],
  [
    'places beside names are names',
    'a[0]=x&a[b]=y&c[1234]=x&c[b]=y',
    '{"a":{"0":"x","b":"y"},"c":{"1234":"x","b":"y"}}'
  ],
  ['places of the first level are names', '0=x&1[0]=y', '{"0":"x","1":["y"]}'],
  [
    'numbers that are no places are names',
    'a[-1]=x&b[1.5]=y&c[1e2]=z&d[007]=w',
    '{"a":{"-1":"x"},"b":{"1.5":"y"},"c":{"1e2":"z"},"d":{"007":"w"}}'
  ],
  [
    'a name with a value of its own and names below it has both',
    'a[b]=2&a=1&c=3&c[]=4',
    '{"a":["1",{"b":"2"}],"c":["3","4"]}'
  ],
  [
    'a name with other brackets is one key',
    'a[b=1&c]=2&d[[b]]=3&d[e[12]]=5&f[34=6&[12]=z&a[b]c=7&a]b[=8',
    '{"a[b":"1","c]":"2","d[[b]]":"3","d[e[12]]":"5","f[34":"6","[12]":"z","a[b]c":"7","a]b[":"8"}'
  ],
  [
    'empty brackets inside a name are one item',
    'a[][b]=1&a[][c]=2&a[1][b]=3',
    '{"a":[{"b":"3"},{"b":"1","c":"2"}]}'
  ],
  [
    'a key that the last item has already begins the next one',
    'order[lines][][sku]=a&order[lines][][qty]=1&order[lines][][sku]=b&order[lines][][qty]=2&x=1&x=2',
    '{"x":["1","2"],"order":{"lines":[{"sku":"a","qty":"1"},{"sku":"b","qty":"2"}]}}'
  ],
  ['one key of each item', 'a[][b]=1&a[][b]=2&a[][b]=3', '{"a":[{"b":"1"},{"b":"2"},{"b":"3"}]}'],
  ['a list of one item is no key of the next', 'a[][b]=1&a[][c][]=2&a[][c][]=3', '{"a":[{"b":"1","c":["2","3"]}]}'],
  ['an item may have a list of items', 'a[][b]=1&a[][c][][d]=2', '{"a":[{"b":"1","c":[{"d":"2"}]}]}'],
  [
    'items beside places and names',
    'a[][b]=1&a[][b]=2&a[3][b]=3&c[][d]=4&c[e]=5',
    '{"a":[{"b":"3"},{"b":"1"},{"b":"2"}],"c":[{"d":"4"},{"e":"5"}]}'
  ],
  [
    'items come after numbered ones',
    'a[]=4&a[1]=3&a[0]=2&a=1&b[][c]=new&b[10][c]=2&b[2][c]=1&d[0][e][]=2&d[0][e][0]=1',
    '{"a":["1","2","3","4"],"b":[{"c":"1"},{"c":"2"},{"c":"new"}],"d":[{"e":["1","2"]}]}'
  ],
  ['fields without a name are left out', '=1&&a=', '{"a":""}'],
  [
    'a name with the key __proto__ is left out, others are data',
    '__proto__[a]=1&b[__proto__][c]=2&constructor[prototype]=3&__proto__=4&a__proto__=5',
    '{"constructor":{"prototype":"3"},"a__proto__":"5"}'
  ]
]

/** As Rails reads them. What parses a form may lose in which order its names came. */
const ORDERED: ReadonlyArray<readonly [rule: string, query: string, nested: string]> = [
  [
    'an item may lack a key',
    'a[][b]=1&a[][b]=2&a[][c]=3&a[][b]=4',
    '{"a":[{"b":"1"},{"b":"2","c":"3"},{"b":"4"}]}'
  ],
  [
    'whichever key comes first',
    'a[][b]=1&a[][c]=2&a[][c]=3&a[][b]=4',
    '{"a":[{"b":"1","c":"2"},{"c":"3","b":"4"}]}'
  ],
  [
    'columns are no rows',
    'a[][b]=1&a[][b]=2&a[][c]=3&a[][c]=4',
    '{"a":[{"b":"1"},{"b":"2","c":"3"},{"c":"4"}]}'
  ],
  [
    'each item has its own list',
    'a[][b]=1&a[][c][]=2&a[][b]=3&a[][c][]=4&a[][c][]=5',
    '{"a":[{"b":"1","c":["2"]},{"b":"3","c":["4","5"]}]}'
  ],
  [
    'each item has its own items',
    'a[][b]=1&a[][c][][d]=2&a[][c][][d]=3&a[][b]=4&a[][c][][d]=5',
    '{"a":[{"b":"1","c":[{"d":"2"},{"d":"3"}]},{"b":"4","c":[{"d":"5"}]}]}'
  ],
  [
    'keys may be deep',
    'a[][b][c]=1&a[][b][d]=2&a[][b][c]=3&e[0][f][][g]=4&e[0][f][][g]=5',
    '{"a":[{"b":{"c":"1","d":"2"}},{"b":{"c":"3"}}],"e":[{"f":[{"g":"4"},{"g":"5"}]}]}'
  ],
  [
    'a true directly behind a false of its key is the check box of that, as the last key',
    'a[][b]=1&a[][ok]=0&a[][ok]=1&a[][b]=2&a[][ok]=0&a[][b]=3&a[][ok]=0&a[][ok]=1',
    '{"a":[{"b":"1","ok":"1"},{"b":"2","ok":"0"},{"b":"3","ok":"1"}]}'
  ],
  [
    'as the first key',
    'a[][ok]=0&a[][ok]=1&a[][b]=1&a[][ok]=0&a[][b]=2',
    '{"a":[{"ok":"1","b":"1"},{"ok":"0","b":"2"}]}'
  ],
  [
    'as the only key: two falses or two trues are two items',
    'a[][ok]=0&a[][ok]=0&a[][ok]=1&a[][ok]=1',
    '{"a":[{"ok":"0"},{"ok":"1"},{"ok":"1"}]}'
  ],
  [
    'two check boxes',
    'a[][x]=0&a[][x]=1&a[][y]=0&a[][x]=0&a[][y]=0&a[][y]=1',
    '{"a":[{"x":"1","y":"0"},{"x":"0","y":"1"}]}'
  ],
  [
    'in items of items and in deep keys',
    'a[][b][][ok]=0&a[][b][][ok]=1&a[][b][][ok]=0&a[][c][ok]=0&a[][c][ok]=1&d[0][e][][ok]=0&d[0][e][][ok]=1',
    '{"a":[{"b":[{"ok":"1"},{"ok":"0"}],"c":{"ok":"1"}}],"d":[{"e":[{"ok":"1"}]}]}'
  ],
  [
    'whichever texts are false and true',
    'a[][b]=&a[][b]=on&c[][d]=false&c[][d]=true&e[][f]=&e[][f]=1',
    '{"a":[{"b":"on"}],"c":[{"d":"true"}],"e":[{"f":"1"}]}'
  ],
  [
    'other texts begin the next item, and so does a false behind a true',
    'a[][b]=no&a[][b]=yes&c[][d]=1&c[][d]=0&e[][f]=0&e[][f]=2',
    '{"a":[{"b":"no"},{"b":"yes"}],"c":[{"d":"1"},{"d":"0"}],"e":[{"f":"0"},{"f":"2"}]}'
  ],
  [
    'names may be encoded',
    'a%5B%5D[b]=1+%26&a[]%5Bb%5d=2&a[][c]=3',
    '{"a":[{"b":"1 &"},{"b":"2","c":"3"}]}'
  ]
]

function numbers (length: number): string[] {
  return Array.from({ length }, (_, index) => String(index))
}

function list (names: readonly string[], length: number): string {
  return names
    .flatMap((name) => numbers(length).map((number) => `${name.replace('$', number)}=${number}`))
    .join('&')
}

for (const [rule, query, nested] of READINGS) {
  t.test(`${rule}, in queries and in forms`, async (t) => {
    const faults: string[] = []
    t.equal(JSON.stringify(parseQuery(query)), nested)
    t.equal(JSON.stringify(nestFields(parse(query), faults)), nested)
    t.strictSame(faults, [])
  })
}

for (const [rule, query, nested] of ORDERED) {
  t.test(`${rule}, in the order of the names`, async (t) => {
    const faults: string[] = []
    t.equal(JSON.stringify(parseQuery(query)), nested)
    t.equal(JSON.stringify(nestFields(parse(query), faults, () => fieldNames(query))), nested)
    t.strictSame(faults, [])
  })
}

t.test('a true behind a false begins the next item where the schema takes no boolean', async (t) => {
  const query = 'a[][b]=0&a[][b]=1&a[][c]=0&a[][c]=1'
  const asked: unknown[] = []
  const nested = nestFields(parse(query), [], () => fieldNames(query), (keys) => {
    asked.push(keys)
    return keys.at(-1) === 'c'
  })
  t.equal(JSON.stringify(nested), '{"a":[{"b":"0"},{"b":"1","c":"1"}]}')
  t.strictSame(asked, [['a', '', 'b'], ['a', '', 'c']])
})

t.test('refused: items that lack a key, where the order of the names is lost', async (t) => {
  const others = () => ['a[][b]', 'x']
  for (const [query, order] of [
    [ORDERED[0]?.[1]],
    [ORDERED[3]?.[1]],
    [ORDERED[4]?.[1]],
    ['a[][b]=1&a[][b]=2&a[][c][]=3&a[][c][]=4'],
    ['a[][b]=1&a[][b]=2&a[][c]=3', others],
    ['a[][b]=1&a[][b]=2&a[][c]=3', () => undefined]
  ] as Array<[string, (() => string[] | undefined)?]>) {
    const faults: string[] = []
    nestFields(parse(query), faults, order)
    t.strictSame(faults, [
      'expected each row of a list to have all of its fields, since the order of the fields is lost; ' +
        'number the rows, as in lines[0][sku]'
    ], query)
  }
  const faults: string[] = []
  const fields = { 'a[][b]': ['1', '2'], 'a[][c]': ['3', '4'] }
  t.equal(
    JSON.stringify(nestFields(fields, faults, others)),
    '{"a":[{"b":"1","c":"3"},{"b":"2","c":"4"}]}',
    'an order of other fields counts as none'
  )
  t.strictSame(faults, [])
})

t.test('parseQuery returns objects without a prototype, and accepts none from a client', async (t) => {
  const query = parseQuery('__proto__[a]=1&a[__proto__][b]=1&a[c]=1&constructor[prototype][c]=1&toString=x')
  t.equal(Object.getPrototypeOf(query), null)
  t.equal(Object.getPrototypeOf(query.a), null)
  t.equal(query.toString, 'x')
  t.equal(
    ({} as Record<string, unknown>).a ??
      ({} as Record<string, unknown>).b ??
      ({} as Record<string, unknown>).c,
    undefined
  )
})

/** As qs reads within the limits. */
const QS = { depth: MAX_DEPTH, arrayLimit: MAX_KEYS, parameterLimit: MAX_KEYS, plainObjects: true } as const

t.test('a query of the URL helpers is read as qs reads it, whatever the order of its names, also with missing or repeated ones', async (t) => {
  const key = fc.constantFrom('a', 'b', 'toString', 'a b', 'é', '007x')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'binary' }),
      fc.array(tie('value'), { maxLength: 12 }),
      fc.dictionary(key, tie('value'))
    )
  }))
  const numRuns = runs(500)
  let read = 0
  fc.assert(
    fc.property(fc.dictionary(key, value), fc.infiniteStream(fc.nat()), (query, numbers) => {
      const faults: string[] = []
      const pairs = addQuery('', query, faults).slice(1).split('&')
      if (faults.length > 0) return
      const text = pairs.map(() => pairs[numbers.next().value % pairs.length]).join('&')
      read += pairs.length > 1 ? 1 : 0
      assert.deepEqual(parseQuery(text), qs.parse(text, QS))
    }),
    { numRuns }
  )
  t.ok(read > numRuns / 20, `${read} queries of several values were read`)
})

/** Where we read otherwise than qs: whether it holds for a query, what we do, and an example. */
const DEVIATIONS: ReadonlyArray<
  readonly [
    rule: string,
    holds: (names: readonly string[]) => boolean,
    example: string,
    ours: string,
    theirs: string
  ]
> = [
  [
    'a name with brackets in brackets, open or alone is one key',
    (names) => names.some((name) => /[[\]]/.test(name) && !/^[^[\]]+(?:\[[^[\]]*\])+$/.test(name)),
    'a[b]c=1',
    '{"a[b]c":"1"}',
    '{"a":{"b":"1"}}'
  ],
  [
    'a name with the key __proto__ is left out, also what is around it',
    (names) => names.some((name) => name.includes('__proto__')),
    'a[__proto__]=1',
    '{}',
    '{"a":{}}'
  ],
  [
    'where one name says several things, values come first, then items, then what is below',
    saysSeveral,
    'a[b]=1&a[]=2',
    '{"a":["2",{"b":"1"}]}',
    '{"a":{"0":"2","b":"1"}}'
  ],
  [
    'a list in empty brackets is one item',
    (names) => names.some((name) => /\[\]\[\d*\]/.test(name)),
    'a[][1]=1',
    '{"a":[["1"]]}',
    '{"a":["1"]}'
  ],
  [
    'a key that the last item has already begins the next one',
    (names) => names.some((name, index) =>
      /\[\]\[[^\]]/.test(name) && names.slice(0, index).some((one) => one === name || one.startsWith(`${name}[`))),
    'a[][b]=1&a[][b]=2',
    '{"a":[{"b":"1"},{"b":"2"}]}',
    '{"a":[{"b":["1","2"]}]}'
  ],
  [
    'places make a list however far',
    (names) => names.some((name) => /\[\d{4,}\]/.test(name)),
    'a[3001]=1',
    '{"a":["1"]}',
    '{"a":{"3001":"1"}}'
  ]
]

/**
 * Whether a name has a value of its own, places, empty brackets and keys below it, more than one of these.
 */
function saysSeveral (names: readonly string[]): boolean {
  const said = new Map<string, Set<string>>()
  const say = (prefix: string, what: string): void => {
    said.set(prefix, (said.get(prefix) ?? new Set()).add(what))
  }
  for (const name of names) {
    for (const { index, 1: key = '' } of name.matchAll(/\[([^[\]]*)\]/g)) {
      const kind = /^(?:0|[1-9]\d*)$/.test(key) ? 'place' : 'key'
      say(name.slice(0, index), key === '' ? 'empty' : kind)
    }
    say(name, 'value')
  }
  return [...said.values()].some(({ size }) => size > 1)
}

t.test('any query within the limits is read as qs reads it, but for these deviations', async (t) => {
  for (const [rule, holds, example, ours, theirs] of DEVIATIONS) {
    t.ok(holds(example.split('&').map((pair) => pair.slice(0, -2))), rule)
    t.equal(JSON.stringify(parseQuery(example)), ours, rule)
    t.equal(JSON.stringify(qs.parse(example, QS)), theirs, rule)
  }
  const first = fc.constantFrom('a', 'b', 'c', 'é', 'toString', 'length', '0', '.')
  const key = fc.constantFrom(
    '[a]',
    '[b]',
    '[]',
    '[0]',
    '[1]',
    '[12]',
    '[007]',
    '[3001]',
    '[ ]',
    '[constructor]'
  )
  const nested = fc
    .tuple(first, fc.array(key, { maxLength: 4 }))
    .map(([first, keys]) => first + keys.join(''))
  const wild = fc
    .array(fc.constantFrom('a', '[', ']', '[a]', '[__proto__]', ''), { maxLength: 6 })
    .map((parts) => parts.join(''))
  const name = fc.oneof({ weight: 30, arbitrary: nested }, { weight: 1, arbitrary: wild })
  const numRuns = runs(2000)
  let read = 0
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string()), { maxLength: 6 }), (pairs) => {
      if (DEVIATIONS.some(([, holds]) => holds(pairs.map(([name]) => name)))) return
      read += pairs.length > 1 ? 1 : 0
      const text = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
      assert.deepEqual(parseQuery(text), qs.parse(text, QS), text)
    }),
    { numRuns }
  )
  t.ok(read > numRuns / 50, `${read} queries of several values were read`)
})

t.test('invalid escapes stay as they are', async (t) => {
  t.strictSame({ ...parseQuery('%zz=%zz&a=%ff+') }, { '%zz': '%zz', a: '%ff ' })
})

t.test('values stay as they are', async (t) => {
  const file = Buffer.from('x')
  const read = (fields: Record<string, unknown>): unknown =>
    JSON.parse(JSON.stringify(nestFields(fields, [])))
  t.equal((nestFields({ 'a[b]': file }, []).a as { b: unknown }).b, file)
  t.strictSame(
    read({ a: { 'b[c]': 1 }, b: ['x'], 'c[]': ['x'], 'd[]': [], 'e[f]': null, '\ud800[12]': [[1]] }),
    { a: { 'b[c]': 1 }, b: ['x'], c: ['x'], d: [], e: { f: null }, '\ud800': [[[1]]] }
  )
})

const BEYOND: ReadonlyArray<readonly [title: string, query: string, fault: string]> = [
  ['many keys', list(['a$'], 3001), 'expected at most 3000 keys, of all values together, got more'],
  [
    'many values of one name',
    list(['a[]'], 1501),
    'expected at most 3000 keys, of all values together, got more'
  ],
  [
    'many keys in brackets',
    list(['a[$][b][c]'], 751),
    'expected at most 3000 keys, of all values together, got more'
  ],
  [
    'a deep name',
    `a=&b${'[c]'.repeat(11)}=1`,
    'expected names that nest at most 10 deep, got one that nests 11 deep'
  ]
]

t.test("a query beyond the limits stays flat, as Fastify's own parser reads it", async (t) => {
  for (const [title, query] of BEYOND) {
    t.same(parseQuery(`${query}&__proto__=1&__proto__=2`), parse(query, '&', '=', { maxKeys: 0 }), title)
  }
})

t.test('refused: forms beyond the limits', async (t) => {
  for (const [title, query, fault] of BEYOND) {
    const faults: string[] = []
    t.same(nestFields(parse(query, '&', '=', { maxKeys: 0 }), faults), {}, title)
    t.strictSame(faults, [fault], title)
  }
})

t.test('forms at the limits are read', async (t) => {
  const faults: string[] = []
  nestFields(parse(list(['a[]'], 1500), '&', '=', { maxKeys: 0 }), faults)
  nestFields(parse(list(['a[$][b]'], 1000)), faults)
  nestFields({ [`b${'[c]'.repeat(10)}`]: numbers(272) }, faults)
  t.strictSame(faults, [])
})

t.test('for any input, parseQuery never throws', async (t) => {
  for (const [name, query] of hostileFields(15_000)) t.doesNotThrow(() => parseQuery(query), name)
})

t.test("parseQuery works as Fastify's querystringParser", async (t) => {
  const app = Fastify({ routerOptions: { querystringParser: parseQuery } })
  app.get('/', async (request) => request.query)
  t.strictSame((await app.inject('/?filter[tag]=x&ids[]=1&ids[]=2&a=b+c&post%5Btitle%5D=Hi')).json(), {
    filter: { tag: 'x' },
    ids: ['1', '2'],
    a: 'b c',
    post: { title: 'Hi' }
  })
  await app.close()
})
