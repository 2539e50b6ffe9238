/** Query strings, written. */

import t from 'tap'
import { addQuery } from '../../lib/urls/query.js'

function build (query: unknown): string {
  const faults: string[] = []
  const text = addQuery('', query, faults).slice(1)
  t.strictSame(faults, [])
  return text
}

function faultsOf (query: unknown): string[] {
  const faults: string[] = []
  addQuery('', query, faults)
  return faults
}

t.test('values are written by kind', async (t) => {
  t.equal(
    build({ a: 'b c', d: 1.5, e: true, f: 2n, g: new Date(0) }),
    'a=b%20c&d=1.5&e=true&f=2&g=1970-01-01T00%3A00%3A00.000Z'
  )
  t.equal(build({ a: null, b: undefined, c: [], d: {}, e: [null], f: '' }), 'f=')
  t.equal(build({ 'a b': { 'ü&': 1 } }), 'a%20b[%C3%BC%26]=1')
})

t.test('lists and objects nest', async (t) => {
  t.equal(
    build({ filter: { tag: 'x', by: { name: 'y' } }, ids: [1, 2] }),
    'filter[tag]=x&filter[by][name]=y&ids[]=1&ids[]=2'
  )
  t.equal(build({ rows: [{ a: 1, b: 2 }, { a: 3 }] }), 'rows[0][a]=1&rows[0][b]=2&rows[1][a]=3')
  t.equal(build({ rows: [[1, 2], [3]] }), 'rows[0][]=1&rows[0][]=2&rows[1][]=3')
  t.equal(build({ rows: [null, { a: 1 }, undefined, { a: 2 }] }), 'rows[0][a]=1&rows[1][a]=2')
})

t.test('refused: values that parseQuery could not read back', async (t) => {
  t.strictSame(
    faultsOf({
      'a[b]': 1,
      '': 1,
      a: { 1: 'x' },
      b: NaN,
      c: () => 1,
      d: Symbol('s'),
      e: new Map(),
      f: new Date(NaN),
      g: '\ud800',
      '\ud800': 1
    }),
    [
      "query: the key 'a[b]' holds a bracket, which is read as nesting",
      "query: the key '' is empty",
      "query: the key '1' is a number, which is read as an index of a list",
      'query: b: expected a well-formed string, a finite number, a boolean, a valid date, a list or an object, got NaN',
      'query: c: expected a well-formed string, a finite number, a boolean, a valid date, a list or an object, got the function c',
      'query: d: expected a well-formed string, a finite number, a boolean, a valid date, a list or an object, got Symbol(s)',
      'query: e: expected a well-formed string, a finite number, a boolean, a valid date, a list or an object, got an instance of Map',
      'query: f: expected a well-formed string, a finite number, a boolean, a valid date, a list or an object, got an instance of Date',
      "query: g: expected a well-formed string, a finite number, a boolean, a valid date, a list or an object, got '\ud800'",
      "query: the key '\ud800' holds a lone surrogate"
    ]
  )
  t.strictSame(faultsOf(JSON.parse('{"__proto__":{"a":1}}')), [
    "query: the key '__proto__' names the prototype"
  ])
  t.strictSame(faultsOf({ a: Array.from({ length: 1501 }, () => 1) }), [
    'query: expected at most 3000 keys, of all values together, got 3002'
  ])
  for (const query of [5, 'a', [], new URLSearchParams()]) {
    t.match(faultsOf(query)[0], /^query: expected an object/)
  }
})

t.test('refused: circular or too deeply nested values', async (t) => {
  const loop: Record<string, unknown> = {}
  loop.a = loop
  t.match(faultsOf(loop), [/^query: a(\[a\]){10} nests deeper than 10$/])
})
