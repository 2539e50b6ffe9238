/** Of a body that is refused, nothing runs behind a limit that failed. */

import t from 'tap'
import { Ajv2019 } from 'ajv/dist/2019.js'
import fc from 'fast-check'
import Fastify from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { createCompiler } from '../../../lib/records/judging/index.js'
import { placeOf } from '../../../lib/forms/fault-words.js'
import { sendValidatorText } from '../../support/errors.js'
import { runs } from '../../support/runs.js'

type Anything = any

const routes = draw({ api: true }, (map) => map.resources('posts', { only: ['create', 'update'] }))

/** Counts how often the format `counted` and the keywords `counting` and `counting-text` judge a value. */
async function countingApp (properties: object, definitions: object): Promise<Anything> {
  let runs = 0
  const count = (): boolean => {
    runs++
    return true
  }
  const customOptions = {
    strict: false,
    formats: { counted: count },
    keywords: [
      { keyword: 'counting', validate: count },
      { keyword: 'countingText', type: 'string', validate: count },
      { keyword: 'countingMacro', type: 'string', macro: () => ({ format: 'counted' }) }
    ]
  }
  const record = { type: 'object', properties: { ...properties, age: { type: 'integer' } }, definitions }
  const app = Fastify().setErrorHandler(sendValidatorText)
  await app.register(resourcesPlugin, {
    routes,
    ajv: { customOptions },
    controllers: { posts: { record, create: async () => 'created', update: async () => 'updated' } }
  } as Anything)
  return {
    async send (payload: object, method = 'POST', url = '/posts') {
      runs = 0
      const response = await app.inject({ method, url, payload } as Anything)
      return [response.json().message, runs]
    }
  }
}

const tooLong = 'x'.repeat(30)
const counted = { format: 'counted' }
const short = { type: 'string', maxLength: 20 }
const few = { type: 'array', maxItems: 2 }
const list = ['a', 'b', 'c']

const TOO_LONG = 'must NOT have more than 20 characters'
const NO_CHOICE = 'must be equal to one of the allowed values'

/** Schemas of a value of which a limit fails, with the value and the fault that is told. */
const LIMITED: Readonly<Record<string, readonly [schema: object, value: unknown, fault: string]>> = {
  'a format': [{ ...short, ...counted }, tooLong, TOO_LONG],
  'a format before the limit': [{ ...counted, ...short }, tooLong, TOO_LONG],
  'a format of emojis': [{ maxLength: 3, ...counted }, '😀😀😀😀', 'must NOT have more than 3 characters'],
  'a keyword of the app': [{ counting: 1, ...short }, tooLong, TOO_LONG],
  'a keyword of the app for texts': [{ countingText: 1, ...short }, tooLong, TOO_LONG],
  'a macro': [{ countingMacro: 1, ...short }, tooLong, TOO_LONG],
  'a format of another type': [{ type: 'integer', ...counted }, 'x', 'must be integer'],
  'a format of a number': [{ type: 'number', ...counted }, 'x', 'must be number'],
  'a format of another type or null': [{ type: 'integer', nullable: true, ...counted }, 'x', 'must be integer'],
  'a format of no type that the value has': [
    { type: ['integer', 'boolean', 'null', 'array', 'object'], ...counted }, 'x',
    'must be integer,boolean,null,array,object'
  ],
  items: [{ ...few, items: counted }, list, 'must NOT have more than 2 items'],
  'a tuple': [{ ...few, items: [counted], additionalItems: counted }, list, 'must NOT have more than 2 items'],
  contains: [{ ...few, contains: counted }, list, 'must NOT have more than 2 items'],
  names: [
    { type: 'object', maxProperties: 1, propertyNames: counted }, { a: 1, b: 2 },
    'must NOT have more than 1 properties'
  ],
  allOf: [{ ...short, allOf: [counted] }, tooLong, TOO_LONG],
  anyOf: [{ ...short, anyOf: [counted, { minLength: 50 }] }, tooLong, TOO_LONG],
  oneOf: [{ ...short, oneOf: [counted, { minLength: 50 }] }, tooLong, TOO_LONG],
  not: [{ ...short, not: counted }, tooLong, TOO_LONG],
  if: [{ ...short, if: counted, then: { minLength: 1 } }, tooLong, TOO_LONG],
  'items of allOf': [{ ...few, allOf: [{ items: counted }] }, list, 'must NOT have more than 2 items'],
  'a reference': [
    { ...short, $ref: '#/definitions/counted' }, tooLong, TOO_LONG
  ],
  'items of a reference': [{ ...few, $ref: '#/definitions/list' }, list, 'must NOT have more than 2 items'],
  'a limit in allOf': [{ ...counted, allOf: [short] }, tooLong, TOO_LONG],
  'a limit in the second member': [{ allOf: [counted, short] }, tooLong, TOO_LONG],
  'a limit in a reference': [
    { ...counted, $ref: '#/definitions/short' }, tooLong, TOO_LONG
  ],
  'a limit in a reference of allOf': [
    { allOf: [{ $ref: '#/definitions/counted' }, { $ref: '#/definitions/short' }] }, tooLong,
    TOO_LONG
  ],
  'the least of limits': [
    { maxLength: 40, ...counted, allOf: [{ maxLength: 50 }, short] }, tooLong,
    TOO_LONG
  ],
  'a member of anyOf': [
    { anyOf: [{ ...short, ...counted }, { type: 'null' }] }, tooLong, TOO_LONG
  ],
  'a member of oneOf': [
    { oneOf: [{ ...counted, ...short }, { type: 'null' }] }, tooLong, TOO_LONG
  ],
  'allOf in a member of anyOf': [
    { anyOf: [{ type: 'null' }, { allOf: [counted, short] }] }, tooLong, TOO_LONG
  ],
  'another fault in a member of anyOf': [
    { anyOf: [{ type: 'string', minLength: 50 }, { ...short, ...counted }] }, tooLong,
    'must NOT have fewer than 50 characters'
  ],
  'another fault of a text': [{ minLength: 2, ...counted }, 'x', 'must NOT have fewer than 2 characters'],
  'a choice that the value is not': [{ enum: ['a'], ...counted }, 'x', NO_CHOICE],
  'another member': [{ allOf: [{ enum: ['a'] }, counted] }, 'x', NO_CHOICE],
  then: [{ if: { type: 'string' }, then: { allOf: [{ enum: ['a'] }, counted] } }, 'x', NO_CHOICE]
}

/** Where the value is. */
const PLACES: Readonly<Record<string, readonly [
  schema: (of: object) => object, value: (of: unknown) => unknown, at: string
]>> = {
  'a property': [(of) => of, (of) => of, ''],
  'an item': [(of) => ({ type: 'array', items: of }), (of) => [of], '/0'],
  'a property of a choice': [
    (of) => ({ anyOf: [{ type: 'object', properties: { inner: of } }, { type: 'null' }] }),
    (of) => ({ inner: of }), '/inner'
  ],
  'a property that a pattern matches': [
    (of) => ({ type: 'object', patternProperties: { '^i': of } }), (of) => ({ inner: of }), '/inner'
  ],
  'an item of a reference': [
    (of) => ({ allOf: [{ $ref: '#/definitions/values' }, { items: of }] }), (of) => [of], '/0'
  ]
}

const definitions = { counted, short, list: { items: counted }, values: { type: 'array' } }

for (const [place, [schemaOf, valueOf, at]] of Object.entries(PLACES)) {
  t.test(`of ${place} nothing runs behind a fault, and other fields tell theirs`, async (t) => {
    const names = Object.keys(LIMITED) as Anything[]
    const schemas = Object.values(LIMITED).map(([schema], index) => [`v${index}`, schemaOf(schema)])
    const app = await countingApp(Object.fromEntries(schemas), definitions)
    for (const [index, [, value, fault]] of Object.values(LIMITED).entries()) {
      const sent = { [`v${index}`]: valueOf(value), age: 'old' }
      const told = `body/v${index}${at} ${fault}, body/age must be integer`
      t.strictSame(await app.send(sent), [told, 0], names[index])
      t.strictSame(await app.send(sent, 'PUT', '/posts/1'), [told, 0], `${names[index]}, update`)
    }
  })
}

t.test('limits beside a reference that Ajv ignores are no limits', async (t) => {
  const compile = createCompiler({ customOptions: { ignoreKeywordsWithRef: true, logger: false } })
  const text = { type: 'string', maxLength: 9 }
  const schema = { allOf: [{ $ref: '#/definitions/text', maxLength: 1 }], definitions: { text } }
  const faultsOf = compile(() => schema)
  t.strictSame(faultsOf('long'), [])
  t.match(faultsOf('much too long'), [{ keyword: 'maxLength', params: { limit: 9 } }])
})

t.test('a pattern that takes forever does not run behind a limit', { timeout: 20_000 }, async (t) => {
  const pattern = '^(\\w+\\s?)*$'
  const schemas = [
    { type: 'string', maxLength: 20, pattern },
    { type: 'string', maxLength: 20, allOf: [{ pattern }] },
    { anyOf: [{ type: 'string', pattern, maxLength: 20 }, { type: 'null' }] },
    { type: 'string', maxLength: 20, $ref: '#/definitions/evil' }
  ]
  const properties = Object.fromEntries(schemas.map((schema, index) => [`v${index}`, schema]))
  const app = await countingApp(properties, { evil: { pattern } })
  const evil = `${'x'.repeat(60)}!`
  const [told] = await app.send(Object.fromEntries(Object.keys(properties).map((name) => [name, evil])))
  const faults = Object.keys(properties).map((name) => `body/${name} must NOT have more than 20 characters`)
  t.equal(told, faults.join(', '))
})

/** Schemas with limits before, beside and behind all that applies to the same value. */
const { schema: anySchema } = fc.letrec<{ schema: object, leaf: object }>((tie) => ({
  leaf: fc.constantFrom<object>(
    {}, { maxLength: 2 }, { minLength: 2 }, { pattern: 'b' }, { format: 'email' }, { type: 'string' }, { type: 'integer' },
    { type: ['string', 'null'] }, { type: 'string', nullable: true }, { type: 'array' }, { type: 'object' }, { maxItems: 1 }, { maxProperties: 1 },
    { enum: ['a', 1, null] }, { uniqueItems: true }, { required: ['a'] }, { $ref: '#/definitions/one' },
    { $ref: '#/definitions/two/items' }, { const: 'abc' }, { contains: { type: 'string' } }
  ),
  schema: fc.array(fc.oneof(
    { maxDepth: 3 },
    { arbitrary: tie('leaf'), weight: 4 },
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
    fc.record({ not: tie('leaf') }),
    fc.record({ items: tie('schema') }),
    fc.record({ items: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), additionalItems: tie('schema') }),
    fc.record({ properties: fc.record({ a: tie('schema'), b: tie('schema') }) }),
    fc.record({ patternProperties: fc.record({ a: tie('schema') }) }),
    fc.constantFrom({ unevaluatedProperties: false }, { unevaluatedItems: false }),
    fc.record({ additionalProperties: tie('schema') })
  ), { maxLength: 3 }).map((parts): object => Object.assign({}, ...parts))
}))

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: fc.constantFrom('', 'ab', 'abc', 'a@b.org', 1, 1.5, null, true), weight: 4 },
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 })
  )
}))

const LATER = 'https://json-schema.org/draft/2019-09/schema'

t.test('where a limit fails, no keyword needs the properties that others have evaluated', async (t) => {
  const patternProperties = { a: {} }
  const v = { oneOf: [{ patternProperties, allOf: [{ type: 'string' }, { patternProperties }] }, { type: 'null' }] }
  const schema = { $schema: LATER, properties: { v }, unevaluatedProperties: false }
  const faultsOf = createCompiler({})(() => schema)
  t.match(faultsOf({ v: { a: '' } }), [{ instancePath: '/v', keyword: 'type', params: { type: 'string' } }])
})

function isValidFor (validate: (value: unknown) => unknown, value: unknown): boolean | undefined {
  try {
    return validate(value) === true
  } catch {
    return undefined
  }
}

t.test('properties beside a condition that does not apply are judged', async (t) => {
  const inside = { if: {}, else: { type: ['string', 'null'], uniqueItems: true }, patternProperties: { a: {} } }
  const compile = createCompiler({ customOptions: { strict: false } })
  for (const schema of [inside, { anyOf: [inside] }, { allOf: [inside], unevaluatedProperties: false }]) {
    const faultsOf = compile(() => ({ $schema: LATER, ...schema, properties: { w: { type: 'integer' } } }))
    t.strictSame(faultsOf({ a: 1 }), [])
    t.match(faultsOf({ a: 1, w: 'x' }), [{ instancePath: '/w' }])
  }
})

t.test('a fault that Ajv finds only where one is enough is told', async (t) => {
  const schema = { oneOf: [{}, { patternProperties: { a: {} }, required: ['b'] }], unevaluatedProperties: false }
  const compile = createCompiler({ customOptions: { strict: false } })
  const faults = compile(() => ({ $schema: LATER, ...schema }))({ a: 1 })
  t.match(faults, [{ keyword: 'unevaluatedProperties', params: { unevaluatedProperty: 'a' } }])
})

t.test('a validator refuses what Ajv refuses, and tells of places that Ajv tells of', { timeout: 600_000 }, async () => {
  const one = fc.record({ allOf: fc.array(anySchema, { minLength: 1, maxLength: 2 }) })
  const someValues = fc.array(anyValue, { minLength: 5, maxLength: 9 })
  fc.assert(fc.property(anySchema, one, anySchema, someValues, (schema, one, items, values) => {
    // Schemas in a circle would never end.
    fc.pre(!JSON.stringify([one, items]).includes('$ref'))
    const whole = {
      properties: { v: schema, w: { type: 'integer' } },
      definitions: { one, two: { items } }
    }
    const ajv = new Ajv2019({ strict: false, allErrors: true, formats: { email: /@/ } })
    const plain = ajv.compile(whole)
    const first = new Ajv2019({ strict: false, formats: { email: /@/ } }).compile(whole)
    const compile = createCompiler({ customOptions: { strict: false, formats: { email: /@/ } } })
    const faultsOf = compile(() => ({ $schema: LATER, ...whole }))
    const hasChoice = /"(?:if|anyOf|oneOf)":/.test(JSON.stringify(whole))
    for (const v of values) {
      const isValid = isValidFor(plain, { v })
      // For some unevaluated properties Ajv fails, or finds a fault only where one is enough.
      if (isValid === undefined || isValid !== isValidFor(first, { v })) continue
      const expected = new Set(plain.errors?.map((error) => placeOf(error as Anything)))
      const faults = faultsOf({ v })
      // Ajv takes for evaluated what a part names that does not apply.
      if (hasChoice && faults.some(({ keyword }) => keyword.startsWith('unevaluated'))) continue
      const places = faults.map(placeOf)
      if (isValid !== (places.length === 0)) throw new Error(`${JSON.stringify(v)} is ${isValid ? '' : 'not '}valid`)
      for (const place of places) if (!expected.has(place)) throw new Error(`${place}: not a fault of Ajv`)
      if (!faultsOf({ v, w: 'x' }).some((fault) => placeOf(fault) === '/w')) throw new Error('no fault of another field')
    }
  }), { numRuns: runs(300) })
})
