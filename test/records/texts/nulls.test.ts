/** An answer by `responses` never tells what was not there: no null becomes an empty text, 0, false or {}. */

import t from 'tap'
import Fastify from 'fastify'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import resourcesPlugin, { draw } from '../../../lib/index.js'

type Anything = any

const text = { type: 'string' }
const number = { type: 'number' }
const author = { type: 'object', required: ['name'], properties: { name: text, age: { type: 'integer' } } }

/** Optional properties that may not be null, in every spelling of their types. */
const NOT_NULL: ReadonlyArray<readonly [name: string, schema: object]> = [
  ['a text', text],
  ['a text with a default', { type: 'string', default: 'draft' }],
  ['a date', { type: 'string', format: 'date' }],
  ['a time', { type: 'string', format: 'time' }],
  ['a date with its time', { type: 'string', format: 'date-time' }],
  ['one of several', { type: 'string', enum: ['a', 'b'] }],
  ['one of several without a type', { enum: ['a', 'b'] }],
  ['a constant', { const: 'a' }],
  ['a number', number],
  ['an integer', { type: 'integer' }],
  ['a boolean', { type: 'boolean' }],
  ['a number or a text', { type: ['number', 'string'] }],
  ['an object', author],
  ['an open object', { type: 'object', additionalProperties: true }],
  ['an object without a type', { properties: { name: text } }],
  ['a list', { type: 'array', items: text }],
  ['a reference', { $ref: '#/definitions/author' }],
  ['a reference to a text', { $ref: '#/definitions/text' }],
  ['all of several', { allOf: [author, { type: 'object', properties: { other: text } }] }],
  ['all of several texts', { allOf: [{ type: 'string', nullable: true }, text] }],
  ['any of several', { anyOf: [number, { type: 'boolean' }] }],
  ['any of several objects', { anyOf: [author, { type: 'object', required: ['title'], properties: { title: text } }] }]
]

/** The same where null is valid. */
const NULLABLE: ReadonlyArray<readonly [name: string, schema: object]> = [
  ['two types', { type: ['string', 'null'] }],
  ['nullable', { type: 'string', nullable: true }],
  ['any of two', { anyOf: [text, { type: 'null' }] }],
  ['one of two', { oneOf: [{ type: 'null' }, number] }],
  ['an enum', { type: ['string', 'null'], enum: ['a', null] }],
  ['an enum without a type', { enum: ['a', null] }],
  ['an integer', { type: ['integer', 'null'] }],
  ['a date', { type: ['string', 'null'], format: 'date' }],
  ['an object', { type: ['object', 'null'], properties: { name: text } }],
  ['a nullable object', { type: 'object', nullable: true, properties: { name: text } }],
  ['any of an object', { anyOf: [author, { type: 'null' }] }],
  ['a list', { type: ['array', 'null'], items: text }],
  ['null', { type: 'null' }],
  ['a reference', { anyOf: [{ $ref: '#/definitions/author' }, { type: 'null' }] }],
  ['any value', {}]
]

/** Where a property `x` of a schema is in a record, and the record that has it. */
type PlaceCase = readonly [
  name: string, wrap: (x: Anything) => object, wrapValue: (object: object) => object, at?: string
]

const PLACES: readonly PlaceCase[] = [
  ['itself', (object) => ({ ...object }), (object) => object, 'x'],
  ['nested', (object) => ({ type: 'object', properties: { in: object } }), (object) => ({ in: object }), 'in.x'],
  ['in a list', (object) => ({ type: 'object', properties: { in: { type: 'array', items: object } } }),
    (object) => ({ in: [object, object] }), 'in.0.x'],
  ['in a tuple', (object) => ({ type: 'object', properties: { in: { type: 'array', items: [text, object] } } }),
    (object) => ({ in: ['a', object] }), 'in.1.x'],
  ['by a reference', (object) => ({
    type: 'object', properties: { in: { $ref: '#/definitions/in' } }, definitions: { in: object }
  }), (object) => ({ in: object }), 'in.x'],
  ['as a part', (object) => ({ allOf: [{ type: 'object', properties: { a: text } }, object] }), (object) => object, 'x'],
  ['of two parts', (object) => ({
    allOf: [{ type: 'object', properties: { in: object } }, { properties: { in: { type: 'object', properties: { a: text } } } }]
  }), (object) => ({ in: object }), 'in.x'],
  ['nullable', (object) => ({ type: 'object', properties: { in: { anyOf: [object, { type: 'null' }] } } }),
    (object) => ({ in: object }), 'in.x'],
  ['chosen', (object) => ({
    type: 'object',
    properties: {
      in: {
        anyOf: [
          { ...object, properties: { ...object.properties, kind: { const: 'a' } }, required: [...object.required ?? [], 'kind'] },
          { type: 'object', required: ['kind'], properties: { kind: { const: 'b' } } }
        ]
      }
    }
  }), (object) => ({ in: { kind: 'a', ...object } })],
  ['of any name', (object) => ({ type: 'object', properties: { a: text }, additionalProperties: object }),
    (object) => ({ other: object }), '*.x'],
  ['by a pattern', (object) => ({ type: 'object', properties: { a: text }, patternProperties: { '^o': object } }),
    (object) => ({ other: object }), '*.x']
]

const definitions = { author, text }

interface Case {
  readonly name: string
  readonly record: object
  readonly value: unknown
}

interface Answer {
  readonly status: number
  readonly body: Anything
}

/** What each `show` answers with the value, by a record with the schema. */
async function answersOf<C extends Case> (cases: readonly C[]): Promise<ReadonlyArray<C & Answer>> {
  const app = Fastify()
  const names = cases.map((_, index) => `posts${index}`)
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources(...names as [string], { only: 'show' })),
    controllers: Object.fromEntries(cases.map(({ record, value }, index) =>
      [names[index], { record, responses: true, show: async () => value }]))
  })
  const answers = []
  for (const [index, one] of cases.entries()) {
    const response = await app.inject(`/posts${index}/1`)
    answers.push({ ...one, status: response.statusCode, body: response.json() })
  }
  await app.close()
  return answers
}

function recordWith (wrap: (x: object) => object, x: object, required: readonly string[]): object {
  const object = { type: 'object', properties: { x, y: text }, ...(required.length > 0 && { required }) }
  const wrapped = wrap(object) as { definitions?: object }
  return { ...wrapped, definitions: { ...wrapped.definitions, ...definitions } }
}

/** Each spelling in the record itself, and some at each place. */
function casesOf (schemas: typeof NOT_NULL, required: readonly string[]) {
  const caseOf = ([name, schema]: typeof NOT_NULL[0], [place, wrap, wrapValue, at]: typeof PLACES[0]) => ({
    name: `${name} ${place}`,
    record: recordWith(wrap, schema, required),
    value: wrapValue({ x: null, y: 'b' }),
    without: wrapValue({ y: 'b' }),
    at
  })
  return schemas.flatMap((schema, index) =>
    PLACES.slice(0, index % 5 === 0 ? undefined : 1).map((place) => caseOf(schema, place)))
}

t.test('null is left out where a property may be missing, and not null', async (t) => {
  for (const { name, status, body, without } of await answersOf(casesOf(NOT_NULL, []))) {
    t.strictSame([status, body], [200, without], name)
  }
})

t.test('null stays where it is valid', async (t) => {
  for (const required of [[], ['x']]) {
    for (const { name, status, body, value } of await answersOf(casesOf(NULLABLE, required))) {
      t.strictSame([status, body], [200, value], name)
    }
  }
})

t.test('null of a required property is a 500 that names it', async (t) => {
  for (const { name, status, body, at } of await answersOf(casesOf(NOT_NULL, ['x']))) {
    // The serializer chooses among several objects, and none of them takes the value.
    const [code, message] = at === undefined
      ? [undefined, "The value of '#/properties/in' does not match schema definition."]
      : ['FST_RESOURCES_ANSWER_VALUE', ` answers with null as '${at}', where its schema requires `]
    t.match([status, body.code, body.message], [500, code, message], name)
  }
})

class Decimal {
  constructor (readonly digits: string) {}

  toString (): string { return this.digits }

  toJSON (): string { return this.digits }
}

class Json {
  constructor (readonly json: unknown) {}

  toJSON (): unknown { return this.json }
}

class Author {
  readonly #name = 'Ann'

  get name (): string { return this.#name }

  get age (): null { return null }
}

const nullable = (type: string): object => ({ type: [type, 'null'] })
const choice = (type: string): object => ({ anyOf: [{ type }, { type: 'null' }] })

/** What is sent of a value. */
const KEPT: ReadonlyArray<readonly [schema: object, value: unknown, sent: unknown]> = [
  ...[number, nullable('number'), choice('number')].flatMap((schema) => [
    [schema, 7.5, 7.5], [schema, '7.5', 7.5], [schema, '-1e2', -100], [schema, new Decimal('7.5'), 7.5], [schema, 0, 0]
  ] as const),
  [number, 7n, 7],
  [number, new Date(5), 5],
  [{ type: 'integer' }, '7', 7],
  [{ type: ['number', 'string'] }, '7.5', '7.5'],
  ...[{ type: 'boolean' }, nullable('boolean'), choice('boolean')].flatMap((schema) => [
    [schema, true, true], [schema, false, false], [schema, 1, true], [schema, 0, false], [schema, 0n, false]
  ] as const),
  [text, '', ''],
  [text, 7, '7'],
  [text, false, 'false'],
  [text, new Decimal('7'), '7'],
  [text, new Json('seven'), 'seven'],
  [text, ['a', 'b'], 'a,b'],
  [text, new Date(0), '1970-01-01T00:00:00.000Z'],
  [text, () => 'secret', undefined],
  [text, Symbol('s'), undefined],
  [author, new Author(), { name: 'Ann' }],
  [author, new Json({ name: 'Ann', age: null }), { name: 'Ann' }],
  [author, Object.assign(Object.create(null), { name: 'Ann', age: null }), { name: 'Ann' }],
  [author, new Json(null), undefined],
  [{ type: 'object', required: ['name'], properties: { name: text }, additionalProperties: true },
    JSON.parse('{"name":"Ann","__proto__":null,"more":null}'), JSON.parse('{"name":"Ann","__proto__":null,"more":null}')],
  [{ type: 'array', items: nullable('string') }, ['a', null], ['a', null]],
  [{ type: 'array', items: number }, ['1', 2], [1, 2]],
  [{ type: 'array', items: text }, new Json(['a']), ['a']],
  [{ type: 'array', items: author }, [{ name: 'Ann', age: null }, { name: 'Bob', age: 3 }], [{ name: 'Ann' }, { name: 'Bob', age: 3 }]],
  [{}, { any: null, list: [null, ''] }, { any: null, list: [null, ''] }],
  [{ type: 'object', additionalProperties: nullable('integer') }, { a: null, b: '3', c: 4 }, { a: null, b: 3, c: 4 }],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, { a: null, b: 3 }, { b: 3 }]
]

t.test('a value of a database stays what it is', async (t) => {
  const cases = KEPT.map(([schema, value, sent]) => ({
    name: `${JSON.stringify(schema)} ${String(JSON.stringify(sent))}`,
    record: { type: 'object', properties: { x: schema, y: text } },
    value: { x: value, y: 'b' },
    expected: sent === undefined ? { y: 'b' } : { x: sent, y: 'b' }
  }))
  for (const { name, status, body, expected } of await answersOf(cases)) {
    t.strictSame([status, body], [200, expected], name)
  }
})

/** What a serializer would make up a value for. */
const REFUSED: ReadonlyArray<readonly [schema: object, value: unknown, found: string, at?: string]> = [
  ...[number, { type: 'integer' }, nullable('number'), choice('integer')].flatMap((schema) => [
    [schema, '', 'an empty text'], [schema, ' ', 'a string'], [schema, 'seven', 'a string'], [schema, true, 'a boolean'],
    [schema, [], 'an empty list'], [schema, [5], 'a list with a number'], [schema, Infinity, 'a number'],
    [schema, NaN, 'a number'], [schema, new Json('many'), 'a string']
  ] as const),
  ...[{ type: 'boolean' }, nullable('boolean')].flatMap((schema) => [
    [schema, '', 'an empty text'], [schema, 'false', 'a string'], [schema, 2, 'a number'], [schema, [], 'an empty list']
  ] as const),
  ...[text, number, { type: 'boolean' }, nullable('string')].flatMap((schema) => [
    [schema, {}, 'an object'], [schema, Object.create(null), 'an object'], [schema, new Map(), 'an instance of Map'],
    [schema, new File([], 'a.png'), 'an instance of File'], [schema, new Json({ a: 1 }), 'an instance of Json']
  ] as const),
  [{ type: 'boolean' }, new Decimal('x'), 'a string'],
  [text, { valueOf: () => 5 }, 'an object'],
  [{ type: 'array', items: text }, [{}], 'an object', 'x.0'],
  [author, '', 'an empty text'],
  [author, 0, 'a number'],
  [author, false, 'a boolean'],
  [author, [], 'an empty list'],
  [author, new Date(0), 'an instance of Date'],
  [author, new Map(), 'an instance of Map'],
  [author, new Json('Ann'), 'a string'],
  [author, new Json(['Ann']), 'a list with a string'],
  [author, { name: '', age: '' }, 'an empty text', 'x.age'],
  [{ type: 'array', items: text }, '', 'an empty text'],
  [{ type: 'array', items: text }, {}, 'an object'],
  [{ type: 'array', items: text }, ['a', null], 'null', 'x.1'],
  [{ type: 'array', items: text }, ['a', undefined], 'undefined', 'x.1'],
  [{ type: 'array', items: author }, [{ name: 'a' }, { name: null }], 'null', 'x.1.name'],
  [{ type: 'object', additionalProperties: number }, { secret: '' }, 'an empty text', 'x.*'],
  [{ enum: [1, 2] }, '', 'an empty text']
]

t.test('what a serializer would make up is a 500 that names the property, and no value', async (t) => {
  const cases = REFUSED.map(([schema, value, found, at = 'x']) => ({
    name: `${JSON.stringify(schema)} ${found}`,
    record: { type: 'object', properties: { x: schema, y: text } },
    value: { x: value, y: 'b' },
    message: ` answers with ${found} as '${at}', where its schema requires `
  }))
  for (const { name, status, body, message } of await answersOf(cases)) {
    t.match([status, body.message], [500, message], name)
  }
  const record = { type: 'object', properties: { n: { type: ['number', 'null'] } } }
  const [answer] = await answersOf([{ name: 'n', record, value: { n: '' } }])
  t.equal(answer?.body.message, "posts0#show answers with an empty text as 'n', where its schema requires number or " +
    'null; change the answer, or let the schema allow it')
})

const Note = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string().optional(),
  likes: z.number().nullish(),
  password: z.string().optional().meta({ writeOnly: true })
})

const row = (): object => ({ id: 1, title: 'a', text: null, likes: null, password: 'p', column: null })
const sent = { id: 1, title: 'a', likes: null }

t.test('this holds on every row, for pages of lists, for answers of hooks, and for what a serializer of the row writes', async (t) => {
  const note = async (): Promise<object> => row()
  const list = async (): Promise<object[]> => [row(), row()]
  const xml = async (_: unknown, reply: FastifyReply): Promise<unknown> =>
    reply.type('text/xml').serializer((found: unknown) => JSON.stringify(found)).send(row())
  const controller = {
    record: Note,
    responses: {
      page: { type: 'object', properties: { items: { type: 'array', items: { $ref: 'Note#' } }, next: { type: 'string' } } },
      none: { type: 'object', properties: { title: text } },
      destroy: 'record',
      all: 'list'
    },
    index: list,
    all: list,
    page: async () => ({ items: [row()], next: null }),
    none: async () => 5,
    show: note,
    create: note,
    update: note,
    destroy: note,
    publish: note,
    early: { preHandler: async (_: unknown, reply: FastifyReply) => reply.send(row()), handler: note },
    sent: async (_: unknown, reply: FastifyReply) => reply.send(row()),
    xml,
    plain: note
  }
  const app = Fastify()
  app.addSchema({ ...z.toJSONSchema(Note, { target: 'draft-7' }), $id: 'Note' })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map
      .resources('notes', {
        formats: ['json'],
        except: ['new', 'edit'],
        collection: { page: 'get', all: 'get', none: 'get' },
        member: { publish: 'any', early: 'get', sent: 'get', xml: 'get' }
      }, (notes) => notes.resources('notes', { as: 'inner', only: ['index', 'show'] } as Anything))
      .resource('memo', { controller: 'notes', only: ['show', 'update'] } as Anything)
      .route('plain', '/plain/:id', { controller: 'notes', action: 'plain' })),
    controllers: { notes: controller }
  })
  const payload = { note: { title: 'a' }, memo: { title: 'a' } }
  const ROWS: ReadonlyArray<readonly [line: string, body: unknown]> = [
    ['GET /notes', [sent, sent]], ['GET /notes.json', [sent, sent]], ['GET /notes/all', [sent, sent]],
    ['GET /notes/page', { items: [sent] }], ['GET /notes/1', sent], ['POST /notes', sent], ['PUT /notes/1', sent],
    ['DELETE /notes/1', sent], ['PUT /notes/1/publish', sent], ['GET /notes/1/publish', sent], ['GET /notes/1/early', sent],
    ['GET /notes/1/sent', sent], ['GET /memo', sent], ['PUT /memo', sent], ['GET /plain/1', sent],
    ['GET /notes/none', {
      statusCode: 500,
      code: 'FST_RESOURCES_ANSWER',
      error: 'Internal Server Error',
      message: "notes#none answers with a number, where 'responses' expects a value; change the action, or declare its " +
        "answer: responses: { none: … } takes 'record', 'list', a JSON Schema and false"
    }],
    ['GET /notes/1/inner', [sent, sent]], ['GET /notes/1/inner/1', sent]
  ]
  for (const [line, body] of ROWS) {
    const [method, url] = line.split(' ') as ['PUT', string]
    const response = await app.inject({ method, url, ...(['PUT', 'POST'].includes(method) && { payload }) })
    t.strictSame(response.json(), body, line)
  }
  t.strictSame((await app.inject('/notes/1/xml')).json(), { id: 1, title: 'a', likes: null, column: null })
})

t.test('without responses, by responses: false and by a schema of the action, an answer stays as it is', async (t) => {
  const response = { 200: { type: 'object', properties: { title: text } } }
  for (const [responses, schema, body] of [
    [{}, undefined, { title: null }], [{ responses: false }, undefined, { title: null }],
    [{ responses: { show: false } }, undefined, { title: null }], [{ responses: true }, { response }, { title: '' }]
  ] as const) {
    const app = Fastify()
    const show = { handler: async () => ({ title: null }), ...(schema !== undefined && { schema }) }
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { only: 'show' })),
      controllers: { posts: { record: { type: 'object', properties: { title: text } }, ...responses, show } }
    })
    t.strictSame((await app.inject('/posts/1')).json(), body)
  }
})

t.test('update takes what show gave', async (t) => {
  const stored: Anything = { id: 1, title: 'a', text: null, done: null, tags: null }
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: ['show', 'update'] })),
    controllers: {
      posts: {
        record: z.object({
          id: z.int(),
          title: z.string(),
          text: z.string().optional(),
          done: z.boolean().optional(),
          tags: z.array(z.string()).optional()
        }),
        responses: true,
        show: async () => stored,
        update: async ({ body }: Anything) => Object.assign(stored, body.post)
      }
    }
  })
  const shown = (await app.inject('/posts/1')).json()
  t.equal((await app.inject({ method: 'PUT', url: '/posts/1', payload: { post: shown } })).statusCode, 200)
  t.strictSame(stored, { id: 1, title: 'a', text: null, done: null, tags: null })
})
