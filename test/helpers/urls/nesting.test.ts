/** Nested names, read from query strings and fields. */

import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import Fastify from 'fastify'
import { parse } from 'fast-querystring'
import qs from 'qs'
import { nestFields, parseQuery } from '../../../lib/helpers/urls/nesting.js'
import { MAX_DEPTH, MAX_VALUES, addQuery } from '../../../lib/helpers/urls/query.js'
import { hostileFields, timeRatio } from '../../support/hostile.js'

/** Written as JSON, since what is read has no prototypes. */
const READINGS: ReadonlyArray<readonly [rule: string, query: string, nested: string]> = [
  ['names nest', 'a[b][c]=1&a[b][d]=2&a[e]=3', '{"a":{"b":{"c":"1","d":"2"},"e":"3"}}'],
  ['brackets may be encoded', 'a%5Bb%5d=1&c[%5D]=2&a%255Bb%255D=3', '{"a":{"b":"1"},"c[]]":"2","a%5Bb%5D":"3"}'],
  ['empty brackets add to a list', 'a[]=1&a[]=2&b[]=3', '{"a":["1","2"],"b":["3"]}'],
  ['a name with several values is a list', 'a=1&a=2&b[c]=3&b[c]=4', '{"a":["1","2"],"b":{"c":["3","4"]}}'],
  ['places make a list in their order, without gaps', 'a[7]=x&a[2]=y&a[999]=z', '{"a":["y","x","z"]}'],
  ['what has no place comes last', 'a[]=x&a[]=y&a[1]=z', '{"a":["z","x","y"]}'],
  ['lists nest', 'a[0][]=1&a[0][]=2&a[1][]=3&b[][]=4', '{"a":[["1","2"],["3"]],"b":[["4"]]}'],
  ['lists of objects', 'a[0][b]=1&a[0][c]=2&a[1][b]=3&d[][e]=4&d[][f]=5', '{"a":[{"b":"1","c":"2"},{"b":"3"}],"d":[{"e":"4","f":"5"}]}'],
  ['places beside names are names', 'a[0]=x&a[b]=y', '{"a":{"0":"x","b":"y"}}'],
  ['places of the first level are names', '0=x&1[0]=y', '{"0":"x","1":["y"]}'],
  ['numbers that are no places are names', 'a[-1]=x&b[1.5]=y&c[1e2]=z', '{"a":{"-1":"x"},"b":{"1.5":"y"},"c":{"1e2":"z"}}'],
  ['a name with a value of its own and names below it has both', 'a[b]=2&a=1&c=3&c[]=4', '{"a":["1",{"b":"2"}],"c":["3","4"]}'],
  ['more keys than a loop would search', Array.from({ length: 20 }, (_, index) => `a[k${index % 10}][${index}]=${index}`).join('&'),
    `{"a":{${Array.from({ length: 10 }, (_, index) => `"k${index}":["${index}","${index + 10}"]`).join(',')}}}`],
  ['names that are not written so stay as they are', 'a[b=1&a]=2&[]=3&[a]=4&a[b]c=5&a[[b]]=6&[=7', '{"a[b":"1","a]":"2","[]":"3","[a]":"4","a[b]c":"5","a[[b]]":"6","[":"7"}'],
  ['fields without a name are left out', '=1&&a=', '{"a":""}'],
  ['names of the prototype are data or nothing', '__proto__[a]=1&b[__proto__][c]=2&constructor[prototype]=3&__proto__=4', '{"b":{},"constructor":{"prototype":"3"}}'],
  ['invalid escapes stay as they are', '%zz=%&a%5Bb%5D=%ff', '{"%zz":"%","a":{"b":"%ff"}}']
]

for (const [rule, query, nested] of READINGS) {
  t.test(`${rule}, in queries and in forms`, async (t) => {
    const faults: string[] = []
    t.equal(JSON.stringify(parseQuery(query)), nested)
    t.equal(JSON.stringify(nestFields(parse(query), faults)), nested)
    t.strictSame(faults, [])
  })
}

t.test('reading makes objects without a prototype, and takes no prototype from a client', async (t) => {
  const query = parseQuery('__proto__[a]=1&a[__proto__][b]=1&constructor[prototype][c]=1&toString=x')
  t.equal(Object.getPrototypeOf(query), null)
  t.equal(Object.getPrototypeOf(query.a), null)
  t.equal(query.toString, 'x')
  t.equal(({} as Record<string, unknown>).a ?? ({} as Record<string, unknown>).b ?? ({} as Record<string, unknown>).c, undefined)
})

t.test('in any order, with any missing and any twice, a query is read as qs reads it', async (t) => {
  const key = fc.constantFrom('a', 'b', 'toString', 'a b', 'é', '007x')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.string({ unit: 'binary' }), fc.array(tie('value'), { maxLength: 12 }), fc.dictionary(key, tie('value')))
  }))
  const options = { depth: MAX_DEPTH, arrayLimit: MAX_VALUES, plainObjects: true }
  let read = 0
  fc.assert(fc.property(fc.dictionary(key, value), fc.infiniteStream(fc.nat()), (query, numbers) => {
    const faults: string[] = []
    const pairs = addQuery('', query, faults).slice(1).split('&')
    if (faults.length > 0) return
    const text = pairs.map(() => pairs[numbers.next().value % pairs.length]).join('&')
    read += pairs.length > 1 ? 1 : 0
    assert.deepEqual(parseQuery(text), qs.parse(text, options))
  }), { numRuns: 500 })
  t.ok(read > 100, `${read} queries of several values were read`)
})

t.test('values stay what they are', async (t) => {
  const file = Buffer.from('x')
  const read = (fields: Record<string, unknown>): unknown => JSON.parse(JSON.stringify(nestFields(fields, [])))
  t.equal((nestFields({ 'a[b]': file }, []).a as { b: unknown }).b, file)
  t.strictSame(read({ a: { 'b[c]': 1 }, b: ['x'], 'c[]': ['x'], 'd[]': [], 'e[f]': null }), { a: { 'b[c]': 1 }, b: ['x'], c: ['x'], d: [], e: { f: null } })
})

t.test('beyond the bounds a query is read as it is written, or left out', async (t) => {
  const deep = 'a' + '[b]'.repeat(11)
  t.same(parseQuery(`${deep}=1&a[1000]=2&a[0001]=3&a[999]=4`), { [deep]: '1', 'a[1000]': '2', 'a[0001]': '3', a: ['4'] })
  t.equal((parseQuery('a=1&'.repeat(5000)).a as unknown[]).length, 1000)
  t.equal(Object.keys(parseQuery(Array.from({ length: 1001 }, (_, index) => `a${index}`).join('&'))).length, 1000)
})

t.test('refused: fields beyond the bounds, with what came', async (t) => {
  for (const [fields, excess] of [
    [Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`a${index}`, ''])), '1001 values or more'],
    [{ a: Array.from({ length: 2000 }, () => '') }, '2000 values or more'],
    [{ 'a[1000]': '' }, "the name 'a[1000]'"],
    [{ a: '', [`b${'[c]'.repeat(11)}`]: '', 'd[1000]': '' }, "the name 'b[c][c][c][c][c][c][c][c][c][c][c]'"]
  ] as const) {
    const faults: string[] = []
    t.same(nestFields(fields, faults), {})
    t.strictSame(faults, [`expected at most 1000 values, in lists of as many, and names that nest at most 10 deep; got ${excess}`])
  }
})

t.test('reading never throws and costs a few times what Fastify\'s own parser costs, whatever comes', async (t) => {
  for (const [name, query] of hostileFields(15_000)) {
    t.doesNotThrow(() => parseQuery(query), name)
    const ratio = await timeRatio(15, () => parseQuery(query), () => parse(query))
    t.ok(ratio < 12, `${name}: ${ratio.toFixed(1)} times`)
  }
})

t.test('it serves as Fastify\'s querystringParser', async (t) => {
  const app = Fastify({ routerOptions: { querystringParser: parseQuery } })
  app.get('/', async (request) => request.query)
  t.strictSame((await app.inject('/?filter[tag]=x&ids[]=1&ids[]=2&a=b+c&post%5Btitle%5D=Hi')).json(), { filter: { tag: 'x' }, ids: ['1', '2'], a: 'b c', post: { title: 'Hi' } })
  await app.close()
})
