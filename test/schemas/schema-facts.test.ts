/** What schemas say of a value: its types, its direction, and the place of each part of it. */

import t from 'tap'
import { createPlaces, createReader, factsInside, isEndless, kindsOf } from '../../lib/schemas/index.js'
import { readPattern } from '../../lib/schemas/schema-facts.js'
import type { Member, Node, Place } from '../../lib/schemas/index.js'

const read = (schema: object, shared: Readonly<Record<string, object>> = {}): Node =>
  createReader((id) => shared[id.replace('#', '')])(schema as Record<string, unknown>)

/** Facts beside types; all but these are types. */
const FACTS = ['sent', 'seen', 'untyped', 'blank', 'text']

/** `any`, or the types; then what differs from a value that goes both ways. */
function describe (schema: object): string {
  const definitions = { text: { type: 'string' }, self: { $ref: '#/definitions/self' } }
  const kinds = kindsOf(read({ definitions, ...schema }))
  const types = kinds.has('any') ? ['any'] : [...kinds].filter((kind) => !FACTS.includes(kind)).sort()
  const directions = ['sent', 'seen'].filter((fact) => !kinds.has(fact)).map((fact) => `not ${fact}`)
  return [...types, ...kinds.has('blank') && !kinds.has('any') ? ['blank'] : [], ...directions].join(' ')
}

const KINDS: ReadonlyArray<readonly [schema: object, expected: string]> = [
  [{}, 'any'],
  [{ title: 'A' }, 'any'],
  [{ readOnly: true }, 'any not sent'],
  [{ '~readonly': true }, 'any not sent'],
  [{ writeOnly: true }, 'any not seen'],
  [{ type: 'string' }, 'string blank'],
  [{ type: 'string', minLength: 1 }, 'string'],
  [{ type: 'string', minLength: 0 }, 'string blank'],
  [{ type: 'string', pattern: '^a' }, 'string'],
  [{ type: 'string', pattern: 'a*' }, 'string blank'],
  [{ type: 'string', format: 'email' }, 'string'],
  [{ type: 'string', format: 'date' }, 'day string'],
  [{ type: 'string', format: 'password' }, 'string blank'],
  [{ type: 'string', format: 'binary' }, 'file string blank'],
  [{ type: 'string', contentEncoding: 'binary' }, 'file string blank'],
  [{ type: 'number' }, 'integer number'],
  [{ type: 'integer' }, 'integer'],
  [{ type: 'null' }, 'null'],
  [{ type: ['integer', 'null'] }, 'integer null nullable'],
  [{ type: 'integer', nullable: true }, 'integer null nullable'],
  [{ enum: ['a', 1, null] }, 'integer null string'],
  [{ enum: ['', 'a'] }, 'string blank'],
  [{ const: 1.5 }, 'integer number'],
  [{ const: [] }, 'array'],
  [{ type: 'string', enum: [1] }, ''],
  [{ $ref: '#/definitions/text' }, 'string blank'],
  [{ $ref: '#/definitions/text', minLength: 1 }, 'string'],
  [{ $ref: '#/definitions/self' }, 'any'],
  [{ allOf: [{ type: ['string', 'integer'] }, { type: ['integer', 'boolean'] }] }, 'integer'],
  [{ allOf: [{ readOnly: true }, { writeOnly: true }] }, 'any not sent not seen'],
  [{ anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'boolean integer'],
  [{ oneOf: [{ type: 'integer', readOnly: true }, { type: 'null' }] }, 'integer null not sent'],
  [{ anyOf: [{ type: 'integer', readOnly: true }, { type: 'boolean' }] }, 'boolean integer'],
  [{ type: 'integer', anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'integer']
]

t.test('which types a value may have, and in which direction it goes', async (t) => {
  for (const [schema, expected] of KINDS) t.equal(describe(schema), expected, JSON.stringify(schema))
})

t.test('a pattern is read as Unicode, then without, and takes all texts where neither can', async (t) => {
  for (const [source, text, isMatched] of [
    ['^\\p{L}$', 'ä', true], ['^\\-$', '-', true], ['^(', 'a', true], ['^a$', 'b', false]
  ] as const) t.equal(readPattern(source).test(text), isMatched, source)
})

const text = { type: 'string' }
const secret = { type: 'string', writeOnly: true }

const PLACES: ReadonlyArray<readonly [schema: object, path: string, expected: string | undefined]> = [
  [{ properties: { a: text } }, 'a', 'string'],
  [{ properties: { a: text } }, 'b', undefined],
  [{ required: ['a'] }, 'a', 'any, required'],
  [{ properties: { a: text }, required: ['a'] }, 'a', 'string, required'],
  [{ properties: { a: { ...text, readOnly: true } } }, 'a', 'string, readOnly'],
  [{ properties: { a: secret } }, 'a', 'string, writeOnly'],
  [{ additionalProperties: text }, 'a', 'string'],
  [{ additionalProperties: false }, 'a', undefined],
  [{ properties: { a: text }, additionalProperties: { type: 'integer' } }, 'b', 'integer'],
  [{ patternProperties: { '^n': { type: 'integer' } } }, 'name', 'integer'],
  [{ patternProperties: { '^n': { type: 'integer' } } }, 'title', undefined],
  [{ allOf: [{ properties: { a: text } }, { properties: { a: secret } }] }, 'a', 'string, writeOnly'],
  [{ anyOf: [{ properties: { a: text } }, { properties: { b: text } }] }, 'b', 'string'],
  [{ anyOf: [{ required: ['a'], properties: { a: text } }, {}] }, 'a', 'string'],
  [{ properties: { a: { properties: { b: text } } } }, 'a.b', 'string'],
  [{ type: 'array', items: text }, '0', 'string'],
  [{ type: 'array', items: [text, { type: 'integer' }] }, '1', 'integer'],
  [{ type: 'array', prefixItems: [text], items: { type: 'integer' } }, '5', 'integer'],
  [{ type: 'array', items: { properties: { a: text } } }, '3.a', 'string'],
  [{ $ref: 'post#' }, 'title', 'string'],
  [{ $ref: 'post#' }, 'parent.parent.title', 'string']
]

/** The type of a property or an item, and its marks; undefined for one that no schema knows. */
function describeMember (root: Place, path: string): string | undefined {
  let member: Member | undefined
  let place: Place | undefined = root
  for (const name of path.split('.')) {
    member = /^\d+$/.test(name) ? place?.itemOf(Number(name)) : place?.fieldOf(name)
    place = member?.place
  }
  if (member === undefined) return undefined
  const { place: { kinds }, isRequired, isReadOnly, isWriteOnly } = member
  const type = ['any', 'string', 'integer'].find((kind) => kinds.has(kind)) as string
  const marks = Object.entries({ required: isRequired, readOnly: isReadOnly, writeOnly: isWriteOnly })
  return [type, ...marks.filter(([, isMarked]) => isMarked).map(([mark]) => mark)].join(', ')
}

t.test('what is known of a place in data, from all schemas for it', async (t) => {
  const post = { $id: 'post', properties: { title: text, parent: { $ref: 'post#' } } }
  for (const [schema, path, expected] of PLACES) {
    const place = createPlaces()(read(schema, { post }))
    t.equal(describeMember(place, path), expected, `${path} of ${JSON.stringify(schema)}`)
  }
})

t.test('the names of properties at any depth, and those that go into no answer', async (t) => {
  const user = { $id: 'user', properties: { password: secret, name: text } }
  for (const [schema, all, hidden, isHiding] of [
    [{ properties: { a: text } }, ['a'], [], false],
    [{ properties: { a: { items: { properties: { b: secret } } } } }, ['a', 'b'], ['b'], true],
    [{ properties: { author: { $ref: 'user#' } } }, ['author', 'name', 'password'], ['password'], true],
    [{ type: 'array', items: secret }, [], [], true]
  ] as const) {
    const names = factsInside(read(schema, { user }))
    const found = [[...names.all].sort(), [...names.hidden], names.isHiding]
    t.strictSame(found, [all, hidden, isHiding], JSON.stringify(schema))
  }
})

/** So many schemas, each of which refers to all. */
function mesh (count: number): object {
  const names = Array.from({ length: count }, (_, index) => `s${index}`)
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }]))
  return { properties, definitions: Object.fromEntries(names.map((name) => [name, { properties }])) }
}

t.test('schemas that refer to each other have too many paths to follow soon', async (t) => {
  for (const [count, expected] of [[1, false], [4, false], [8, true], [50, true]] as const) {
    t.equal(isEndless(read(mesh(count))), expected, `${count} schemas`)
  }
})
