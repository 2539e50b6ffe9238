/** Values that a form sends as text. */

import t from 'tap'
import { walk } from '../../../lib/records/texts/index.js'
import { createPlaces, createReader } from '../../../lib/schemas/index.js'

function prepareFormValues (
  body: unknown,
  schema: object,
  find: (id: string) => unknown,
  isUpdate = false
): unknown {
  const node = createReader(find)(schema as Record<string, unknown>)
  const rules = { texts: 'form', isPartial: isUpdate, isOwn: false, keepsUnknown: true, findsTexts: false } as const
  return walk(body, createPlaces()(node), rules).value
}

const LEFT_OUT = Symbol('left out')

const LINE = {
  type: 'object',
  properties: {
    sku: { type: 'string' },
    amount: { type: 'integer' },
    done: { type: 'boolean' },
    of: { type: 'object', properties: { city: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } }
  }
}

/** A lamp is on or off, a scale has a name of its unit, and a sensor a list of numbers. */
const DEVICE = {
  oneOf: [
    {
      type: 'object',
      required: ['kind'],
      properties: {
        kind: { const: 'lamp' },
        unit: { type: 'boolean' },
        of: { type: 'object', properties: { size: { type: 'integer' } } }
      }
    },
    {
      type: 'object',
      required: ['kind'],
      properties: {
        kind: { const: 'scale' },
        unit: { type: 'string' },
        of: { type: 'object', properties: { size: { type: 'string' } } }
      }
    },
    {
      type: 'object',
      properties: { kind: { enum: [3, 'sensor'] }, unit: { type: 'array', items: { type: 'number' } } }
    }
  ]
}

/** As a form nests names. */
const NAMES = Object.assign(Object.create(null) as object, { a: 'lamp' })

/** By the schema of a value: the text of the form, and the value for the validator. */
const cases: ReadonlyArray<readonly [schema: object | boolean, sent: unknown, expected: unknown]> = [
  ...['on', '1', 'true'].map((text) => [{ type: 'boolean' }, text, true] as const),
  ...['0', 'false', ''].map((text) => [{ type: 'boolean' }, text, false] as const),
  ...['off', 'yes', 'TRUE', ' '].map((text) => [{ type: 'boolean' }, text, text] as const),
  [{ type: ['boolean', 'null'] }, '', null],
  [{ type: 'boolean', nullable: true }, 'on', true],
  [{ enum: [true, false] }, 'on', true],
  [{ const: true }, 'on', true],
  [{ type: ['boolean', 'string'] }, 'on', 'on'],
  [{ type: ['boolean', 'integer'] }, '1', 1],
  [{ type: ['boolean', 'integer'] }, 'on', true],
  [{ type: ['boolean', 'integer'] }, '', false],
  [{ type: 'integer' }, '', LEFT_OUT],
  [{ type: 'number' }, '', LEFT_OUT],
  [{ type: 'integer' }, '12', 12],
  [{ type: 'integer' }, '-1.5', -1.5],
  [{ type: 'number' }, '.5e1', 5],
  [{ type: 'number' }, '0x10', '0x10'],
  [{ type: ['number', 'string'] }, '12', '12'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '12', 12],
  [{ type: 'string', format: 'email' }, '', LEFT_OUT],
  [{ type: 'string', format: 'password' }, '', ''],
  [{ type: 'string', pattern: '^x' }, '', LEFT_OUT],
  [{ type: 'string', pattern: '^x?$' }, '', ''],
  [{ const: 'x' }, '', LEFT_OUT],
  [{ anyOf: [{ type: 'string', format: 'email' }, { const: '' }] }, '', ''],
  [{ allOf: [{ type: 'string' }, { format: 'date' }] }, '', LEFT_OUT],
  [{ type: 'integer' }, 'x', 'x'],
  [{ type: ['integer', 'null'] }, '', null],
  [{ type: 'number', nullable: true }, '', null],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '', null],
  [{ oneOf: [{ type: 'null' }, { type: 'string' }] }, '', null],
  [{ enum: [1, 2] }, '', LEFT_OUT],
  [{ enum: [1.5, 2] }, '1.5', 1.5],
  [{ enum: ['a', null] }, '', null],
  [{ enum: ['a', 'b'] }, '', LEFT_OUT],
  [{ enum: ['a', ''] }, '', ''],
  [{ allOf: [{ type: 'integer' }, { minimum: 1 }] }, '', LEFT_OUT],
  [{ type: 'string' }, '', ''],
  [{ type: ['string', 'null'] }, '', null],
  [{ type: ['string', 'null'] }, 'x', 'x'],
  [{ type: 'object', nullable: true, properties: {} }, '', null],
  [{}, '', ''],
  [true, 'on', 'on'],
  [{ $ref: '#/definitions/flag' }, 'on', true],
  [{ $ref: '#/components/schemas/flag' }, 'on', true],
  [{ $ref: 'elsewhere#' }, 'on', 'on'],
  [{ $ref: '#/nowhere' }, 'on', 'on'],
  [{ $ref: '#/definitions/round' }, 'on', 'on'],
  [{ type: 'array', items: { type: 'integer' } }, ['', '1', ''], [1]],
  [{ type: 'array', items: { type: 'boolean' } }, ['on', '0'], [true, false]],
  [{ type: 'array', items: { type: ['integer', 'null'] } }, [''], [null]],
  [
    { type: 'array', items: { type: 'object', properties: { done: { type: 'boolean' } } } },
    [{ done: 'on', other: 'on' }],
    [{ done: true, other: 'on' }]
  ],
  [{ type: 'array', items: [{ type: 'boolean' }] }, ['on'], [true]],
  [
    { type: 'array', items: [{ type: 'integer' }], additionalItems: { type: 'boolean' } },
    ['', 'on', '0'],
    ['', true, false]
  ],
  [
    { type: 'array', prefixItems: [{ type: 'boolean' }], items: { type: 'integer' } },
    ['on', '', '2'],
    [true, 2]
  ],
  [
    { type: 'array', allOf: [{ items: [{}, {}] }, { items: { type: 'boolean' } }] },
    ['on', '0'],
    [true, false]
  ],
  [{ type: 'array', items: { type: 'string' } }, [''], []],
  [{ type: 'array', items: { type: 'string' } }, '', []],
  [{ type: 'array', items: { type: 'string' } }, ['', 'a', '', 'b', ' '], ['a', 'b', ' ']],
  [{ type: 'array', items: { type: 'string', minLength: 1 } }, ['', 'a'], ['a']],
  [{ type: 'array', items: { enum: ['', 'a'] } }, ['', 'a'], ['a']],
  [{ type: 'array', items: { type: 'boolean' } }, ['', 'on'], [true]],
  [{ type: 'array', items: { type: ['string', 'null'] } }, ['', 'a', ''], [null, 'a', null]],
  [
    { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'string' } },
    ['', '', 'a'],
    ['', 'a']
  ],
  [{ type: 'array', items: {} }, ['', {}], ['', {}]],
  [{ type: 'array', items: LINE }, [{ sku: '', amount: '' }], []],
  [
    { type: 'array', items: LINE },
    [
      { sku: 'a', amount: '2' },
      { sku: '', amount: '', done: '' },
      { sku: 'b', amount: '' }
    ],
    [{ sku: 'a', amount: 2 }, { sku: 'b' }]
  ],
  [
    { type: 'array', items: LINE },
    [
      { sku: '', done: '0' },
      { id: '7', sku: '' }
    ],
    [
      { sku: '', done: false },
      { id: '7', sku: '' }
    ]
  ],
  [
    { type: 'array', items: LINE },
    [{ sku: '', of: { city: '' }, tags: ['', ''] }, { of: { city: 'Ulm' } }, { tags: ['', 'a'] }],
    [{ of: { city: 'Ulm' } }, { tags: ['a'] }]
  ],
  [
    { type: 'array', items: LINE },
    [{ sku: [[[[[[[[['']]]]]]]]] }, { sku: [[[[[[[[[['']]]]]]]]]] }],
    [{ sku: '' }]
  ],
  [{ type: 'array', items: { ...LINE, type: ['object', 'null'] } }, [{ sku: '' }], [{ sku: '' }]],
  [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, [[''], ['a', '']], [['a']]],
  [
    {
      type: 'object',
      properties: {
        lines: {
          type: 'array',
          items: { type: 'object', properties: { parts: { type: 'array', items: LINE } } }
        }
      }
    },
    { lines: [{ parts: [{ sku: '' }] }, { parts: [{ sku: '' }, { sku: 'a' }] }] },
    { lines: [{ parts: [{ sku: 'a' }] }] }
  ],
  [{ type: 'array', items: LINE }, [Buffer.from('')], [[]]],
  [{ type: 'array', items: { type: 'boolean' } }, 'on', [true]],
  [{ type: 'array', items: { type: 'integer' } }, '', []],
  [{ type: ['array', 'null'], items: { type: 'integer' } }, '', null],
  [{ type: ['array', 'string'] }, 'a', 'a'],
  [{ $ref: '#/definitions/lists' }, 'a', 'a'],
  [{ $ref: '#/definitions/lists' }, { a: 'a' }, { a: 'a' }],
  [
    {
      type: 'array',
      items: { type: 'array', items: { type: 'object', properties: { done: { type: 'boolean' } } } }
    },
    { done: 'on' },
    { done: 'on' }
  ],
  [
    { type: 'object', patternProperties: { '^.*$': { type: 'integer' }, '^is': { type: 'boolean' } } },
    { a: '1', b: '' },
    { a: 1 }
  ],
  [{ type: 'array' }, ['', 'on'], ['', 'on']],
  [
    { type: 'object', properties: { rank: { type: 'integer' }, done: { type: 'boolean' } } },
    { rank: '', done: 'on' },
    { done: true }
  ],
  [
    { anyOf: [{ type: 'object', properties: { done: { type: 'boolean' } } }, { type: 'null' }] },
    { done: 'on' },
    { done: true }
  ],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, { any: 'on' }, { any: true }],
  [
    { type: 'object', properties: { rank: { type: 'string' } }, additionalProperties: { type: 'boolean' } },
    { rank: 'on', any: 'on' },
    { rank: 'on', any: true }
  ],
  [
    {
      type: 'object',
      patternProperties: { '^is': { type: 'string' } },
      additionalProperties: { type: 'boolean' }
    },
    { isNew: 'on' },
    { isNew: 'on' }
  ],
  [
    { $ref: 'task#' },
    { done: 'on', child: { done: 'on', child: { done: '0' } } },
    { done: true, child: { done: true, child: { done: false } } }
  ],
  [{ $ref: 'tree' }, { children: ['', { done: 'on' }] }, { children: [null, { done: true }] }],
  [{ type: 'object' }, { constructor: 'on', hasOwnProperty: '' }, { constructor: 'on', hasOwnProperty: '' }],
  [
    { type: 'object', properties: { constructor: { type: 'boolean' } } },
    { constructor: 'on' },
    { constructor: true }
  ],
  [{ type: 'boolean' }, Buffer.from('on'), Buffer.from('on')],
  [{ type: 'boolean' }, undefined, undefined],
  [{ type: 'boolean' }, ['0', '1'], true],
  [{ type: 'boolean' }, ['1', '0'], false],
  [{ type: 'integer' }, ['1', '2'], 2],
  [{ type: 'integer' }, ['1', ''], LEFT_OUT],
  [{ type: 'number' }, ['1', { a: '2' }], { a: '2' }],
  [{ type: 'string' }, ['a', 'b', 'c'], 'c'],
  [{ type: 'string' }, 'a\r\nb', 'a\r\nb'],
  [{ type: 'string' }, [['a', 'b']], 'b'],
  [{ type: 'string' }, [], []],
  [{ type: ['string', 'null'] }, ['a', ''], null],
  [{ anyOf: [{ type: 'boolean' }, { type: 'null' }] }, ['0', 'on'], true],
  [{ enum: ['a', 'b'] }, ['a', 'b'], 'b'],
  [{ $ref: '#/definitions/flag' }, ['0', '1'], true],
  [
    { type: 'array', items: { type: 'object', properties: { done: { type: 'boolean' } } } },
    [{ done: ['0', '1'] }],
    [{ done: true }]
  ],
  [{ type: ['array', 'string'] }, ['a', 'b'], ['a', 'b']],
  [{ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'boolean' } }] }, ['0', '1'], [false, true]],
  [{ anyOf: [{ type: 'string' }, {}] }, ['a', 'b'], ['a', 'b']],
  [{ allOf: [{ minLength: 1 }, { type: 'string' }] }, ['a', 'b'], 'b'],
  [{ oneOf: [{ $ref: '#/definitions/round' }, { type: 'string' }] }, ['a', 'b'], ['a', 'b']],
  [{ $ref: '#/definitions/loop' }, ['a', 'b'], ['a', 'b']],
  [{ type: ['object', 'null'] }, ['a', 'b'], ['a', 'b']],
  [{ enum: [['a'], 'b'] }, ['a', 'b'], ['a', 'b']],
  [{}, ['0', '1'], ['0', '1']],
  [true, ['0', '1'], ['0', '1']],
  // The member of a choice whose fixed values an object has reads its texts.
  // The types of all members read a text, whatever the constant.
  [DEVICE, { kind: 'lamp', unit: 'on', of: { size: '3' } }, { kind: 'lamp', unit: 'on', of: { size: '3' } }],
  [
    DEVICE,
    { kind: 'scale', unit: 'on', of: { size: '3' } },
    { kind: 'scale', unit: 'on', of: { size: '3' } }
  ],
  [DEVICE, { kind: 'sensor', unit: '1.5' }, { kind: 'sensor', unit: '1.5' }],
  [DEVICE, { kind: '3', unit: ['1', '2'] }, { kind: '3', unit: [1, 2] }],
  [DEVICE, { kind: 'scale', unit: '' }, { kind: 'scale', unit: '' }],
  [DEVICE, { kind: 'sensor', of: { size: '3' } }, { kind: 'sensor', of: { size: '3' } }],
  [DEVICE, { kind: 'other', unit: 'on' }, { kind: 'other', unit: 'on' }],
  [DEVICE, { kind: NAMES, unit: 'on' }, { kind: NAMES, unit: 'on' }],
  [DEVICE, { unit: 'on' }, { unit: 'on' }]
]

/** Schemas of the app. */
const SHARED: Readonly<Record<string, object>> = {
  task: {
    $id: 'task',
    type: 'object',
    properties: { done: { $ref: '#/definitions/flag' }, child: { $ref: 'task#' } },
    definitions: { flag: { type: 'boolean' } }
  },
  'tree#': {
    $id: 'tree#',
    type: 'object',
    properties: {
      done: { type: 'boolean' },
      children: { type: 'array', items: { anyOf: [{ type: 'null' }, { $ref: '#' }] } }
    }
  }
}

function find (id: string): unknown {
  return SHARED[id]
}

for (const [schema, sent, expected] of cases) {
  t.test(`${JSON.stringify(schema)}: ${JSON.stringify(sent)}`, async (t) => {
    const body = {
      type: 'object',
      properties: { post: schema },
      components: { schemas: { flag: { type: 'boolean' } } },
      definitions: {
        flag: { type: 'boolean' },
        round: { $ref: '#/definitions/round' },
        loop: { anyOf: [{ $ref: '#/definitions/loop' }] },
        lists: { type: 'array', items: { $ref: '#/definitions/lists' } }
      }
    }
    t.strictSame(
      prepareFormValues({ post: sent }, body, find),
      expected === LEFT_OUT ? {} : { post: expected }
    )
  })
}

t.test('a key such as __proto__ is a key like others', async (t) => {
  const body = JSON.parse('{ "__proto__": { "done": "on" }, "done": "on" }') as object
  const prepared = prepareFormValues(body, { properties: { done: { type: 'boolean' } } }, find) as Record<
    string,
    unknown
  >
  t.strictSame(JSON.stringify(prepared), '{"__proto__":{"done":"on"},"done":true}')
  t.equal(Object.getPrototypeOf(prepared), Object.prototype)
})

t.test('on an update an invalid empty text stays, since otherwise the old value would stay', async (t) => {
  const post = {
    type: 'object',
    properties: {
      size: { type: 'integer' },
      email: { type: 'string', format: 'email' },
      rank: { type: ['integer', 'null'] },
      sizes: { type: 'array', items: { type: 'integer' } }
    }
  }
  const sent = { size: '', email: '', rank: '', sizes: ['', '1'] }
  t.strictSame(prepareFormValues({ ...sent }, post, find, true), {
    size: '',
    email: '',
    rank: null,
    sizes: [1]
  })
  t.strictSame(
    prepareFormValues({ ...sent }, { ...post, required: ['size'] }, find),
    { size: '', rank: null, sizes: [1] },
    'and where it must be there'
  )
})

t.test('a file is never an object, and only format: binary allows one', async (t) => {
  const file = Buffer.from('x')
  const cases: ReadonlyArray<readonly [schema: object, expected: unknown]> = [
    [{ type: 'string', format: 'binary' }, file],
    [{ type: 'object' }, []],
    [{ type: ['object', 'null'], properties: { a: {} } }, []],
    [{ type: 'array', items: { type: 'string', format: 'binary' } }, [file]],
    [{ type: 'array', items: { type: 'array', items: { type: 'string', format: 'binary' } } }, file],
    [{ type: 'array', items: { type: 'object' } }, [[]]],
    [{ type: 'string' }, file],
    [{}, file]
  ]
  for (const [schema, expected] of cases) {
    t.strictSame(
      prepareFormValues({ post: file }, { properties: { post: schema } }, find),
      { post: expected },
      JSON.stringify(schema)
    )
  }
})

t.test('a body that is not an object stays as it is', async (t) => {
  for (const body of ['', 'text', null, undefined, 5]) {
    t.equal(prepareFormValues(body, { type: 'object', properties: {} }, find), body)
  }
})
