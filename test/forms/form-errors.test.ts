/** Messages of a failed validation, by field. */

import t from 'tap'
import Fastify from 'fastify'
import resourcesPlugin, { draw, formErrors } from '../../lib/index.js'
import type { ValidationFault } from '../../lib/index.js'

const cases: ReadonlyArray<
  readonly [
    what: string,
    validation: ValidationFault[],
    expected: Array<[field: string, messages: string[]]> | Record<string, string[]>
  ]
> = [
  [
    'a field',
    [{ instancePath: '/post/title', message: 'must be string' }],
    { 'post[title]': ['must be string'] }
  ],
  [
    'several messages, none twice',
    ['a', 'b', 'a'].map((message) => ({ instancePath: '/post/title', message })),
    { 'post[title]': ['a', 'b'] }
  ],
  [
    'a missing field',
    [{ instancePath: '/post', message: 'must have', params: { missingProperty: 'title' } }],
    { 'post[title]': ['must have'] }
  ],
  [
    'a missing key',
    [{ instancePath: '', message: 'must have', params: { missingProperty: 'post' } }],
    { post: ['must have'] }
  ],
  [
    'a field too many',
    [{ instancePath: '/post', message: 'must NOT', params: { additionalProperty: 'admin' } }],
    { 'post[admin]': ['must NOT'] }
  ],
  [
    'a list',
    [{ instancePath: '/post/tags/0/name', message: 'm', params: { type: 'string' } }],
    { 'post[tags][0][name]': ['m'] }
  ],
  [
    'keys with a slash and a tilde',
    [{ instancePath: '/post/a~1b~01', message: 'm' }],
    { 'post[a/b~1]': ['m'] }
  ],
  ['the whole', [{ instancePath: '', message: 'must be object' }], { '': ['must be object'] }],
  ['no message', [{ instancePath: '/id' }], { id: ['is invalid'] }],
  [
    'keys that every object has',
    [
      { instancePath: '/constructor', message: 'm' },
      { instancePath: '/__proto__/x', message: 'm' }
    ],
    [
      ['constructor', ['m']],
      ['__proto__[x]', ['m']]
    ]
  ]
]

for (const [what, validation, expected] of cases) {
  t.test(what, async (t) => {
    t.strictSame(
      Object.entries(formErrors({ validation })),
      Array.isArray(expected) ? expected : Object.entries(expected)
    )
  })
}

t.test('without an error there are no messages', async (t) => {
  for (const error of [undefined, null, {}, { validation: undefined }]) {
    t.strictSame(Object.keys(formErrors(error)), [])
    t.equal(formErrors(error).constructor, undefined)
  }
})

t.test('with attachValidation a form is shown again with all messages', async (t) => {
  const app = Fastify({ ajv: { customOptions: { allErrors: true } } })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'create' })),
    controllers: {
      posts: {
        record: {
          required: ['title', 'text'],
          properties: {
            title: { type: 'string', minLength: 3, pattern: '^[A-Z]' },
            text: { type: 'string' },
            tags: { type: 'array', maxItems: 9, items: { enum: ['a', 'b'] } }
          }
        },
        create: { attachValidation: true, handler: async (request) => formErrors(request.validationError) }
      }
    }
  })
  const { body } = await app.inject({
    method: 'POST',
    url: '/posts',
    payload: { post: { title: 'x', tags: ['a', 'c'] } }
  })
  t.strictSame(JSON.parse(body), {
    'post[text]': ['must not be empty'],
    'post[title]': ['must have at least 3 characters'],
    'post[tags][1]': ['must be one of the choices']
  })
})

const schema = {
  properties: {
    title: { type: 'string', minLength: 1 },
    name: { type: 'string', minLength: 3, maxLength: 4 },
    code: { type: 'string', pattern: '^[A-Z]$' },
    count: { type: 'integer', minimum: 2, maximum: 3 },
    price: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 2 },
    flag: { type: 'boolean' },
    tags: { type: 'array', minItems: 1, maxItems: 2, uniqueItems: true },
    more: { type: 'array', minItems: 2 },
    mail: { type: 'string', format: 'email' },
    key: { type: 'string', format: 'uuid' },
    kind: { enum: ['a', 'b'] },
    sort: { const: 'a' },
    any: { anyOf: [{ const: 'a' }, { const: 'b' }] },
    one: { oneOf: [{ minLength: 2 }, { const: 'b' }] },
    map: { type: 'object', minProperties: 1 }
  },
  required: ['text']
}

const words: ReadonlyArray<readonly [field: string, value: unknown, message: string]> = [
  ['title', '', 'must not be empty'],
  ['name', 'ab', 'must have at least 3 characters'],
  ['name', 'abcde', 'must have at most 4 characters'],
  ['name', [], 'must be a text'],
  ['code', 'a', 'is invalid'],
  ['count', 1, 'must be 2 or more'],
  ['count', 4, 'must be 3 or less'],
  ['count', 'x', 'must be a whole number'],
  ['price', 0, 'must be more than 0'],
  ['price', 10, 'must be less than 9'],
  ['price', 'x', 'must be a number'],
  ['price', 3, 'must be a multiple of 2'],
  ['flag', 'x', 'must be yes or no'],
  ['tags', [], 'must not be empty'],
  ['tags', [1, 2, 3], 'must have at most 2 entries'],
  ['tags', [1, 1], 'must have no entry twice'],
  ['tags', {}, 'must be a list'],
  ['more', [1], 'must have at least 2 entries'],
  ['mail', 'x', 'must be an e-mail address'],
  ['key', 'x', 'is invalid'],
  ['kind', 'c', 'must be one of the choices'],
  ['sort', 'c', 'must be one of the choices'],
  ['any', 'c', 'must be one of the choices'],
  ['one', 'c', 'must be one of the choices'],
  ['map', 'c', 'must be an object'],
  ['text', undefined, 'must not be empty']
]

t.test('a choice has the messages of its members, and its own words only without them', async (t) => {
  const app = Fastify({ ajv: { customOptions: { allErrors: true } } })
  const nullable = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] })
  const properties = {
    note: nullable({ type: 'string', minLength: 3 }),
    size: nullable({ type: 'integer', maximum: 3 }),
    kind: nullable({ enum: ['a', 'b'] }),
    asked: { if: { enum: [null] }, else: { type: 'string', maxLength: 2 } },
    tags: nullable({ type: 'array', items: { type: 'string', minLength: 3 } }),
    place: nullable(nullable({ type: 'object', properties: { zip: { type: 'integer' } } }))
  }
  app.post(
    '/',
    { schema: { body: { type: 'object', properties } }, attachValidation: true },
    async ({ validationError }) => formErrors(validationError)
  )
  const cases = [
    ['note', 'ab', ['must have at least 3 characters']],
    ['size', 4, ['must be 3 or less']],
    ['kind', 'c', ['must be one of the choices']],
    ['asked', 'abc', ['must have at most 2 characters']],
    ['tags', ['ab'], ['must have at least 3 characters'], 'tags[0]'],
    ['place', { zip: 'x' }, ['must be a whole number'], 'place[zip]']
  ] as const
  for (const [name, value, messages, field = name] of cases) {
    t.strictSame(
      (await app.inject({ method: 'POST', url: '/', payload: { [name]: value } })).json(),
      { [field]: messages },
      field
    )
  }
})

t.test('faults have human words by default, which a function may replace', async (t) => {
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false } } })
  app.post('/', { schema: { body: schema }, attachValidation: true }, async ({ validationError }) => [
    formErrors(validationError),
    formErrors(validationError, ({ keyword }) => (keyword === 'minLength' ? 'kurz' : undefined))
  ])
  for (const [field, value, message] of words) {
    const [errors, translated] = (
      await app.inject({
        method: 'POST',
        url: '/',
        payload: { ...(field === 'text' ? {} : { text: '' }), [field]: value }
      })
    ).json<[Record<string, string[]>, Record<string, string[]>]>()
    t.equal(errors[field]?.at(-1), message, `${field} ${JSON.stringify(value)}`)
    if (field === 'title') t.strictSame(translated[field], ['kurz'])
    else t.equal(translated[field]?.at(-1)?.replace('kurz', 'must have at least 3 characters'), message)
  }
  t.equal(formErrors({ validation: [{ instancePath: '/a', keyword: 'toString', message: 'm' }] }).a?.[0], 'm')
})
