/** Fields of forms: what `at` gives for each schema, on each kind of row. */

import t, { type Test } from 'tap'
import multipartPlugin from '@fastify/multipart'
import Fastify from 'fastify'
import { z } from 'zod'
import resourcesPlugin, { createFormHelpers, createUrlFor, draw } from '../../../lib/index.js'
import type { FieldForm } from '../../../lib/index.js'

type Anything = any
type FormFor = (name: string, record: unknown, options?: object) => FieldForm

const posts = draw((map) => map.resources('posts', { only: ['create', 'update'] }))

interface Setup {
  readonly helpers?: object
  readonly readsFiles?: boolean
}

/** The forms of an app, whose controller `posts` has actions that do nothing. */
async function startForms (
  t: Test, controller: object,
  { helpers, readsFiles = false }: Setup = {}
): Promise<{ app: Anything, formFor: FormFor }> {
  const app = Fastify()
  t.teardown(async () => {
    await app.close()
  })
  if (readsFiles) await app.register(multipartPlugin, { attachFieldsToBody: 'keyValues' })
  const controllers: Anything = { posts: { create () {}, update () {}, load: () => ({}), ...controller } }
  await app.register(resourcesPlugin, { routes: posts, controllers })
  return { app, formFor: createFormHelpers(app.urlFor as Anything, helpers).formFor as Anything }
}

/** A record with these properties. */
function recordOf (properties: object, required: readonly string[] = [], others: object = {}): object {
  return { type: 'object', required, properties: { id: { type: 'integer' }, ...properties }, ...others }
}

const TEXT = { type: 'string' }
const LONG = { type: 'string', minLength: 2 }

/** A schema, the constraints of a new record's required field, and of an update where they differ. */
const SCHEMAS: ReadonlyArray<readonly [title: string, schema: object, required: object, update?: object]> = [
  ['a text', { type: 'string' }, { type: 'text' }],
  ['a text that may not be empty', { type: 'string', minLength: 1 }, { type: 'text', required: true }],
  ['a long text', { type: 'string', minLength: 3 }, { type: 'text', required: true, minlength: 3 }],
  ['a text of at most some characters, which HTML counts by UTF-16 units', { type: 'string', maxLength: 3 }, { type: 'text' }],
  ['a text of ASCII', { type: 'string', maxLength: 3, pattern: '^[a-z]+$' }, { type: 'text', required: true, maxlength: 3, pattern: '^[a-z]+$' }],
  ['a uuid', { type: 'string', maxLength: 36, format: 'uuid' }, { type: 'text', required: true, maxlength: 36 }],
  ['a pattern for a part, where HTML compares the whole text', { type: 'string', pattern: 'a|b' }, { type: 'text', required: true }],
  ['a pattern with an escaped end', { type: 'string', pattern: '^a\\$' }, { type: 'text', required: true }],
  ['a pattern that is a set in HTML', { type: 'string', pattern: '^[a&&b]*$' }, { type: 'text' }],
  ['a pattern that HTML refuses', { type: 'string', pattern: '^[(]*$' }, { type: 'text' }],
  ['a text that may be null', { type: ['string', 'null'], minLength: 2 }, { type: 'text', minlength: 2 }],
  ['an e-mail address', { type: 'string', format: 'email' }, { type: 'email', required: true }],
  ['a day', { type: 'string', format: 'date' }, { type: 'date', required: true }],
  ['a time with an offset', { type: 'string', format: 'date-time' }, { type: 'text', required: true }],
  ['an address, which HTML reads differently', { type: 'string', format: 'uri' }, { type: 'text', required: true }],
  ['anything', {}, { type: 'text' }],
  ['a text or a number', { type: ['string', 'number'], minimum: 3 }, { type: 'text' }],
  ['a number or a boolean', { type: ['boolean', 'number'], minimum: 3 }, { type: 'text' }],
  ['an integer', { type: 'integer' }, { type: 'number', required: true, step: 1 }],
  ['an integer that may be null', { type: ['integer', 'null'] }, { type: 'number', step: 1 }],
  ['an integer with limits', { type: 'integer', minimum: 0.5, maximum: 9.5 }, { type: 'number', required: true, step: 1, min: 1, max: 9 }],
  ['an integer with exclusive limits', { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 }, { type: 'number', required: true, step: 1, min: 1, max: 8 }],
  ['a number with limits', { type: 'number', minimum: 0, exclusiveMinimum: 0.5, exclusiveMaximum: 9.5, multipleOf: 0.1 }, { type: 'number', required: true, step: 'any', min: 0.5, max: 9.5 }],
  ['a number at most', { type: 'number', maximum: 2.5 }, { type: 'number', required: true, step: 'any', max: 2.5 }],
  ['a boolean', { type: 'boolean' }, { type: 'checkbox' }],
  ['a boolean that must be true', { type: 'boolean', const: true }, { type: 'checkbox', required: true }],
  ['a choice', { enum: ['a', 'b'] }, { type: 'text', required: true }],
  ['a list', { type: 'array', items: { type: 'string', minLength: 1 } }, { type: 'text' }],
  ['all of several schemas', { type: 'string', allOf: [{ minLength: 2 }, { minLength: 3 }] }, { type: 'text', required: true, minlength: 3 }],
  ['one of several schemas', { anyOf: [{ type: 'string', minLength: 2 }, { type: 'integer' }] }, { type: 'text', required: true }]
]

t.test('a field asks a browser for what its schema asks', async (t) => {
  for (const [title, schema, constraints] of SCHEMAS) {
    const { formFor } = await startForms(t, { record: recordOf({ x: schema }, ['x']) })
    t.strictSame(formFor('post', {}).at('x').constraints, constraints, title)
  }
})

t.test('a field is required only where the server refuses an empty text', async (t) => {
  const record = recordOf({
    kept: LONG,
    optional: LONG,
    empty: TEXT,
    count: { type: 'integer' },
    due: { type: 'string', format: 'date' },
    none: { type: ['string', 'null'], format: 'date' },
    author: { type: 'object', required: ['name'], properties: { name: LONG, note: LONG } },
    lines: { type: 'array', items: { type: 'object', required: ['sku'], properties: { sku: LONG } } },
    done: { type: 'boolean', const: true },
    photo: { type: 'string', format: 'binary' }
  }, ['kept', 'empty', 'done', 'photo'], {
    anyOf: [{ required: ['extra'], properties: { extra: LONG } }, { properties: { other: TEXT } }],
    if: { required: ['kept'] },
    then: { required: ['optional'], properties: { empty: LONG } }
  })
  const { formFor } = await startForms(t, { record })
  const paths = [
    'kept', 'optional', 'empty', 'count', 'due', 'none', 'author.name', 'author.note', 'lines[0].sku', 'done', 'photo', 'extra'
  ]
  const requiredIn = (form: FieldForm): string[] => paths.filter((path) => form.at(path).constraints.required)
  t.strictSame(requiredIn(formFor('post', {})), ['kept', 'author.name', 'done', 'photo'])
  t.strictSame(requiredIn(formFor('post', { id: 1 })), [
    'kept', 'optional', 'count', 'due', 'author.name', 'author.note', 'done'
  ], 'an update refuses each empty text that is invalid, and keeps the file')
})

t.test('attributes have the value and the state of a field, escaped', async (t) => {
  const record = recordOf({
    title: LONG,
    'a "b" c': TEXT,
    stars: { type: 'integer' },
    born: { type: 'string', format: 'date' },
    done: { type: 'boolean' },
    kind: { enum: ['a', 'b'] },
    tags: { type: 'array', items: TEXT }
  }, ['title'])
  const { formFor } = await startForms(t, { record })
  const title = 'name="post[title]" id="post-title"'
  const stars = 'name="post[stars]" id="post-stars"'
  const born = 'name="post[born]" id="post-born"'
  const twin = 'type="hidden" name="post[done]" value=""><input name="post[done]" id="post-done" type="checkbox" value="1"'
  for (const [path, value, attributes, own] of [
    ['title', '', `${title} type="text" required minlength="2"`],
    ['title', '<"&\'>', `${title} type="text" required minlength="2" value="&lt;&quot;&amp;&#39;&gt;"`],
    ['title', undefined, `${title} type="text" required minlength="2"`],
    ['title', null, `${title} type="text" required minlength="2"`],
    ['title', { toString: () => 'x' }, `${title} type="text" required minlength="2"`],
    ['title', ['a', 'b'], `${title} type="text" required minlength="2" value="b"`],
    ['title', 'x', `${title} type="search" required minlength="2" value="x" class="big"`, { type: 'search', class: 'big' }],
    ['title', 'x', `${title} required rows="8"`, { rows: 8 }],
    ['title', 'x', `${title} cols="8"`, { cols: 8, required: false }],
    ['title', 'x', 'name="post[title]" id="a&quot;b" type="text" required minlength="2" value="x"', { id: 'a"b' }],
    ['a "b" c', 'x', 'name="post[a &quot;b&quot; c]" id="post-a.20..22.b.22..20.c" type="text" value="x"'],
    ['stars', 5, `${stars} type="number" step="1" value="5"`],
    ['stars', 1.5, `${stars} type="number" step="any" value="1.5"`],
    ['stars', 'many', `${stars} type="text" value="many"`],
    ['born', '2026-05-01', `${born} type="date" value="2026-05-01"`],
    ['born', new Date(2026, 4, 1, 12), `${born} type="date" value="2026-05-01"`],
    ['born', new Date(NaN), `${born} type="date"`],
    ['born', 'May', `${born} type="text" value="May"`],
    ['done', false, twin],
    ['done', true, `${twin} checked`],
    ['done', ['', '1'], `${twin} checked`],
    ['done', true, 'name="post[done]" id="post-done" type="text" value="1" checked', { type: 'text' }],
    ['kind', 'a', 'name="post[kind]" id="post-kind"'],
    ['kind', 'a', 'name="post[kind]" id="post-kind" type="hidden" value="a"', { type: 'hidden' }],
    ['tags', ['a'], 'name="post[tags][]" id="post-tags" type="text"'],
    ['tags[0]', 'a', 'name="post[tags][0]" id="post-tags-0" type="text" value="a"']
  ] as Array<[string, unknown, string, object?]>) {
    const values = path === 'tags[0]' ? { tags: [value] } : { [path]: value }
    t.equal(formFor('post', values).at(path, own as Anything).attributes, attributes, `${path}: ${String(own && JSON.stringify(own))}`)
  }
  const errors = { 'post[title]': ['is <taken>', 'is dull'], 'post[tags][1]': ['is short'], 'post[titles]': ['no'] }
  const form = formFor('post', {}, { errors })
  t.strictSame(form.at('title').messages, ['is <taken>', 'is dull'])
  t.equal(form.at('title').errors,
    '<ul class="errors" id="post-title--errors"><li>is &lt;taken&gt;</li><li>is dull</li></ul>')
  t.match(form.at('title').attributes, / aria-invalid="true" aria-describedby="post-title--errors"$/)
  t.match(form.at('title', { 'aria-describedby': 'hint' }).attributes, 'aria-describedby="hint post-title--errors"')
  t.equal(form.at('title', { id: 'x' }).errors.slice(0, 37), '<ul class="errors" id="x--errors"><li')
  t.strictSame(form.at('tags').messages, ['is short'], 'a list has the messages of its items')
  t.strictSame([form.at('stars').errors, form.at('stars').messages], ['', []])
})

t.test('a field is the same however often it is asked for, after a thousand others too', async (t) => {
  const { formFor } = await startForms(t, { record: recordOf({ x: { type: 'array', items: LONG } }) })
  const form = formFor('post', {})
  const [first] = Array.from({ length: 1100 }, (_, index) => form.at(`x[${index}]`))
  t.match(first, { constraints: { type: 'text', minlength: 2 } })
  for (const index of [0, 1099, 1099]) t.strictSame(form.at(`x[${index}]`).constraints, first?.constraints)
})

t.test('a required field shows a text that its type cannot, as a text', async (t) => {
  for (const [required, constraints] of [
    [['x'], { type: 'text', required: true }], [[], { type: 'text' }]
  ] as Array<[string[], object]>) {
    const { formFor } = await startForms(t, { record: recordOf({ x: { type: 'integer' } }, required) })
    const errors = { 'post[x]': undefined } as object
    const { attributes, messages } = formFor('post', {}, { values: { x: 'many' }, errors }).at('x')
    t.match(attributes, 'type="text"')
    t.equal(attributes.includes('required'), 'required' in constraints)
    t.strictSame(messages, [], 'an entry without messages is none')
  }
})

t.test('a field of a choice has its options, with the chosen one', async (t) => {
  const blank = '<option value="" label=" "></option>'
  const a = '<option value="a">A</option>'
  const both = `${a}<option value="big_b">Big b</option>`
  const texts = (...values: unknown[]): object => ({ anyOf: values.map((value) => ({ const: value })) })
  const chosen = '<option value="a" selected>A</option>'
  const bool = (mark: string): string =>
    `${blank}<option value="true">Yes</option><option value="false"${mark}>No</option>`
  for (const [title, schema, value, options] of [
    ['an enum', { enum: ['a', 'big_b'] }, undefined, blank + both],
    ['a chosen one, which may not be empty', { enum: ['a'] }, 'a', chosen],
    ['one that may be null', { enum: ['a', null] }, 'a', blank + chosen],
    ['constants', texts('a', 'big_b'), 'other', blank + both],
    ['numbers', texts(1, 2), 2, '<option value="1">1</option><option value="2" selected>2</option>'],
    ['titles', { oneOf: [{ const: 'a', title: '<First>' }] }, '', `${blank}<option value="a">&lt;First&gt;</option>`],
    ['a reference', { $ref: '#/definitions/kind' }, '', blank + a],
    ['one value twice', { anyOf: [{ const: 'a' }, { enum: ['a'] }] }, '', blank + a],
    ['all of several', { allOf: [TEXT, { enum: ['a'] }] }, '', blank + a],
    ['a choice or null', { anyOf: [{ enum: ['a'] }, { type: 'null' }] }, 'a', blank + chosen],
    ['a choice with another text', { anyOf: [{ const: 'a' }, TEXT] }, 'a', ''],
    ['a text', TEXT, 'a', ''],
    ['a boolean that may be null', { type: ['boolean', 'null'] }, false, bool(' selected')],
    ['a boolean', { type: 'boolean' }, false, ''],
    ['a list', { type: 'array', items: { enum: ['a', 'big_b'] } }, ['a'], `${chosen}<option value="big_b">Big b</option>`],
    ['objects are no choice', { enum: [{}, 'a'] }, {}, blank + a]
  ] as Array<[string, object, unknown, string]>) {
    const record = recordOf({ x: schema }, ['x'], { definitions: { kind: { enum: ['a'] } } })
    const { formFor } = await startForms(t, { record })
    t.equal(formFor('post', { x: value }).at('x').options, options, title)
  }
  const lamp = { properties: { kind: { const: 'lamp' }, watt: { type: 'integer' } } }
  const chair = { properties: { kind: { const: 'chair' }, legs: { type: 'integer', minimum: 3 }, watt: TEXT } }
  const { formFor } = await startForms(t, { record: recordOf({ tags: { type: 'array', items: { enum: ['a'] } } }, [], { oneOf: [lamp, chair] }) }, {
    helpers: { words: ({ instancePath, keyword, params }: Anything) => params.value === 'lamp' ? `${instancePath} ${keyword}` : undefined }
  })
  const form = formFor('post', { kind: 'lamp' })
  t.equal(form.at('kind').options,
    `${blank}<option value="lamp" selected>/post/kind option</option><option value="chair">Chair</option>`,
    'of all members of a choice, by the words of the helpers')
  t.strictSame(form.at('legs').constraints, { type: 'number', step: 1 }, 'a number that one of them knows')
  t.strictSame(form.at('watt').constraints, { type: 'text' })
  t.equal(form.at('tags').attributes, 'name="post[tags][]" id="post-tags" multiple')
})

t.test('options of the app make a field a select, of one or of several, with the chosen ones', async (t) => {
  const record = recordOf({
    member_id: { type: 'integer' },
    note: TEXT,
    done: { type: 'boolean' },
    born: { type: 'string', format: 'date' },
    password: LONG,
    kind: { enum: ['a'] },
    tags: { type: 'array', items: { type: 'integer' } }
  }, ['member_id'])
  const { formFor } = await startForms(t, { record })
  const blank = '<option value="" label=" "></option>'
  const members = [[1, 'Ada & <b>'], [2n, 'Grace']]
  const ada = (mark = ''): string => `<option value="1"${mark}>Ada &amp; &lt;b&gt;</option>`
  const grace = (mark = ''): string => `<option value="2"${mark}>Grace</option>`
  const chosen = ' selected'
  for (const [title, path, value, options, attributes, html] of [
    ['a number, of which none is chosen', 'member_id', undefined, members, ' required', blank + ada() + grace()],
    ['the chosen one, which may not be empty', 'member_id', 2, members, ' required', ada() + grace(chosen)],
    ['a text that came back', 'member_id', '1', members, ' required', ada(chosen) + grace()],
    ['one that is not there', 'member_id', 3, members, ' required', blank + ada() + grace()],
    ['one that may be empty', 'note', '1', members, '', blank + ada(chosen) + grace()],
    ['an empty one of the app', 'note', null, [[1, 'One'], ['', 'Nobody']], '', '<option value="1">One</option><option value="" selected>Nobody</option>'],
    ['a check box', 'done', true, [[true, 'Yes'], [false, 'No']], '', `${blank}<option value="true" selected>Yes</option><option value="false">No</option>`],
    ['a day', 'born', '2026-05-01', [['2026-05-01', 'May']], '', `${blank}<option value="2026-05-01" selected>May</option>`],
    ['a password, which no page shows', 'password', '1', members, '', blank + ada() + grace()],
    ['in place of those of the schema', 'kind', 'b', [['b', 3]], '', `${blank}<option value="b" selected>3</option>`],
    ['none', 'member_id', 1, [], ' required', blank],
    ['several', 'tags', [2, 1], members, ' multiple', ada(chosen) + grace(chosen)],
    ['several, of which none is chosen', 'tags', undefined, members, ' multiple', ada() + grace()],
    ['groups, and one in none', 'member_id', 2, [['"Staff"', members], ['Others', []], [7, 'Linus']], ' required',
      `<optgroup label="&quot;Staff&quot;">${ada()}${grace(chosen)}</optgroup><option value="7">Linus</option>`],
    ['groups one after the other', 'note', '', [['A', [[1, 'x']]], ['B', [[2, 'y']]]], '',
      `${blank}<optgroup label="A"><option value="1">x</option></optgroup><optgroup label="B"><option value="2">y</option></optgroup>`]
  ] as Array<[string, string, unknown, unknown, string, string]>) {
    const field = formFor('post', { [path]: value }).at(path, { options } as Anything)
    const brackets = path === 'tags' ? '[]' : ''
    t.equal(field.options, html, title)
    t.equal(field.attributes, `name="post[${path}]${brackets}" id="post-${path}"${attributes}`, title)
  }
  const withoutSchema = createFormHelpers(createUrlFor(posts)).formFor as Anything as FormFor
  const field = withoutSchema('post', { x: 1 }).at('x', { options: [[1, 'One']], class: 'wide' })
  t.strictSame([field.attributes, field.options, field.constraints], [
    'name="post[x]" id="post-x" class="wide"', `${blank}<option value="1" selected>One</option>`, {}
  ])
  const at = (options: unknown): unknown => formFor('post', {}).at('note', { options } as Anything)
  for (const options of [
    null, 'a', {}, [1], ['ab'], [[]], [[null, 'x']], [[1]], [[1, null]], [[1, {}]], [[1, 'x'], [{}, 'y']],
    [['A', [['B', [[1, 'x']]]]]], [['A', [1]]], [[['A'], 'x']]
  ]) {
    t.throws(() => at(options), { code: 'FST_RESOURCES_FORM', message: /options: expected a list such as \[\[1, 'Ada'\]/ }, JSON.stringify(options))
  }
  t.equal((at(undefined) as Anything).options, '')
  const empty = await startForms(t, { record: recordOf({ x: { enum: ['', 'a'] } }, ['x']) })
  t.equal(empty.formFor('post', {}).at('x').options, `${blank}<option value="a">A</option>`, 'one empty choice')
})

t.test('a form has the messages of the whole form', async (t) => {
  const { formFor } = await startForms(t, { record: recordOf({ x: LONG }) })
  const errorsOf = (errors: object | null): string => (formFor('post', {}, { errors }) as Anything).errors
  t.equal(errorsOf(null), '')
  t.equal(errorsOf({ 'post[x]': ['is short'], 'post[y]': ['is unknown'] }), '')
  t.equal(errorsOf({ '': ['is <old>'], post: ['has two ends'], 'post[x]': ['is short'] }),
    '<ul class="errors" id="post--errors"><li>is &lt;old&gt;</li><li>has two ends</li></ul>')
  t.throws(() => formFor('post', {}).at(''), { message: /got ''; print the messages of the whole form by form.errors/ })

  const input = z.object({ from: z.int(), to: z.int() }).refine(({ from, to }) => from <= to, 'ends before it begins')
  const invalid = async (request: Anything, _reply: unknown, { values, errors }: Anything): Promise<string> =>
    (createFormHelpers(request.urlFor).formFor as Anything)('post', values, { errors }).errors
  const { app } = await startForms(t, { input, invalid })
  const answer = await app.inject({ method: 'POST', url: '/posts', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'post[from]=2&post[to]=1' })
  t.match(answer.body, '<li>ends before it begins</li>', 'a rule of the object')
})

t.test('a list tells the messages of the items that no field has told', async (t) => {
  const { formFor } = await startForms(t, { record: recordOf({ tags: { type: 'array', items: LONG } }) })
  const errors = { 'post[tags]': ['has one twice'], 'post[tags][0]': ['is short'], 'post[tags][1]': ['is dull'] }
  const form = formFor('post', {}, { errors })
  t.strictSame(form.at('tags').messages, ['has one twice', 'is short', 'is dull'])
  t.strictSame(form.at('tags[1]').messages, ['is dull'])
  t.strictSame(form.at('tags').messages, ['has one twice', 'is short'])
  t.strictSame(form.at('tags[0]').messages, ['is short'])
  t.strictSame(form.at('tags[0]').messages, ['is short'], 'an item always tells its own')
  t.strictSame(form.at('tags').messages, ['has one twice'])
  t.strictSame(formFor('post', {}, { errors }).at('tags').messages.length, 3, 'of another form')
})

t.test('no field has the value of a password, a hidden name or a file', async (t) => {
  const file = { type: 'string', format: 'binary' }
  const record = recordOf({
    newPassword: TEXT,
    password_confirmation: TEXT,
    passwordHint: TEXT,
    pin: { type: 'string', writeOnly: true },
    code: { type: 'string', format: 'password' },
    day: { type: 'string', format: 'date', writeOnly: true },
    keys: { type: 'object', writeOnly: true, properties: { one: TEXT } },
    secrets: { type: 'array', items: TEXT, writeOnly: true },
    photo: { ...file, contentMediaType: 'image/png' },
    photos: { type: 'array', items: file }
  })
  const { formFor } = await startForms(t, { record })
  const values = {
    newPassword: 'x-1',
    password_confirmation: 'x-1',
    passwordHint: 'dog',
    pin: 'x-1',
    code: 'x-1',
    day: '2026-01-01',
    keys: { one: 'x-1' },
    secrets: ['x-1'],
    photo: 'x-1',
    photos: ['x-1']
  }
  const form = formFor('post', values)
  for (const path of ['newPassword', 'password_confirmation', 'pin', 'code', 'keys.one']) {
    t.match(form.at(path), { value: '', constraints: { type: 'password', autocomplete: 'off' } }, path)
    t.notMatch(form.at(path).attributes, 'x-1', path)
  }
  t.equal(form.at('passwordHint').value, 'dog')
  t.match(form.at('day'), { value: '', constraints: { type: 'date' } })
  t.equal(form.at('photo').attributes, 'name="post[photo]" id="post-photo" type="file" accept="image/png"')
  t.equal(form.at('photos').attributes, 'name="post[photos][]" id="post-photos" type="file" multiple')
  t.notMatch(JSON.stringify([form.at('secrets'), form.at('secrets[0]'), form.at('photos[0]')]), 'x-1')

  const Account = z.object({ id: z.int(), name: z.string(), code: z.string().meta({ writeOnly: true }) })
  const input = z.object({ name: z.string(), code: z.string() })
  const ofLibrary = await startForms(t, { record: Account, input })
  t.equal(ofLibrary.formFor('post', { code: 'x-1' }).at('code').value, '', 'which only the record marks')
})

t.test('a record with a file makes the form multipart, where the app reads such forms', async (t) => {
  const record = recordOf({ photo: { type: 'string', format: 'binary' } })
  const files = await startForms(t, { record }, { readsFiles: true })
  const open = '<form action="/posts" method="post" enctype="multipart/form-data">'
  t.strictSame([files.formFor('post', {}).open, String(files.formFor('post', {}))], [open, open])
  const attributes = { enctype: 'text/plain', class: 'x' }
  t.match(files.formFor('post', {}, { attributes }).open, 'enctype="text/plain" class="x">')
  t.throws(() => files.formFor('post', {}, { attributes: 1 }), { code: 'FST_RESOURCES_FORM' })
  const none = await startForms(t, { record })
  t.equal(none.formFor('post', {}).open, '<form action="/posts" method="post">')
  const texts = await startForms(t, { record: recordOf({}) }, { readsFiles: true })
  t.equal(texts.formFor('post', {}).open, '<form action="/posts" method="post">')
})

t.test('a path that no client sends is an error that names the nearest', async (t) => {
  const record = recordOf({
    title: TEXT,
    author: { type: 'object', properties: { name: TEXT } },
    madeAt: { type: 'string', readOnly: true },
    free: { type: 'object' },
    pair: { type: 'array', items: [{ type: 'integer' }, TEXT] },
    prices: { type: 'object', additionalProperties: { type: 'number' } }
  })
  const { formFor } = await startForms(t, { record })
  const form = formFor('post', {}) as Anything
  for (const [path, message] of [
    ['titel', "the schema has no 'titel'; did you mean 'title'?"],
    ['author.nmae', "the schema has no 'nmae'; did you mean 'name'?"],
    ['madAt', "the schema has no 'madAt'"],
    ['madeAt', "'madeAt' is readOnly: no client sends it"],
    ['id', "'id' is readOnly: no client sends it"],
    ['constructor', "the schema has no 'constructor'"],
    ['__proto__', '__proto__'],
    ['author.__proto__', '__proto__'],
    ['author.7', "the key '7'"],
    ['', "expected the path of a field, such as 'title', 'author.name' or 'lines[0].sku', got ''"],
    ['lines[]', "got 'lines[]'"],
    ['a..b', "got 'a..b'"],
    ['a]', "got 'a]'"],
    [1, 'got 1'],
    [undefined, 'got undefined']
  ] as Array<[unknown, string]>) {
    t.throws(() => form.at(path), { code: 'FST_RESOURCES_FORM', message }, String(path))
  }
  t.equal(formFor('post', { free: { any: { thing: 'x' } } }).at('free.any.thing').value, 'x')
  t.strictSame(form.at('prices.de').constraints, { type: 'text' }, 'of a name that no schema has')
  t.strictSame(form.at('pair[1]').constraints, { type: 'text' })
  t.equal(formFor('post', Object.create({ title: 'x' })).at('title').value, 'x', 'a getter of a class')
  t.throws(() => form.at('title', { 'a b': 1 }), { code: 'FST_RESOURCES_FORM', message: "at('title')" })
  t.throws(() => formFor('post', {}, { values: 1, errors: 'x' }), { message: /values: expected an object.*\n?.*errors: expected/s })
})

t.test('a path that takes no text is an error that names one inside it', async (t) => {
  const author = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, name: TEXT } }
  const list = (items: object): object => ({ type: 'array', items })
  const orNull = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] })
  const noField = (key: string): string => `the schema has no '${key}'`
  const object = (key: string, path: string): string => `'${key}' is an object: write the path of a field in it, such as '${path}'`
  const listOf = (key: string, path: string): string => `'${key}' is a list: write the path of a field in it, such as '${path}'`
  for (const [schema, wrong, right] of [
    [TEXT, { 'x.length': noField('length'), 'x[0]': noField('0') }, ['x']],
    [{ type: 'integer' }, { 'x.y': noField('y') }, ['x']],
    [{ type: 'boolean' }, { 'x.y': noField('y'), 'x[0]': noField('0') }, ['x']],
    [orNull(TEXT), { 'x.y': noField('y') }, ['x']],
    [{ type: 'string', format: 'binary' }, { 'x.y': noField('y') }, ['x']],
    [list(TEXT), { 'x.y': noField('y'), 'x[0].y': noField('y') }, ['x', 'x[0]']],
    [list(list(TEXT)), { x: listOf('x', 'x[0]') }, ['x[0]', 'x[0][0]']],
    [list(author), { x: listOf('x', 'x[0].name'), 'x.name': noField('name'), 'x[0]': object('0', 'x[0].name') }, ['x[0].name']],
    [author, { x: object('x', 'x.name'), 'x[0]': noField('0'), 'x.name.first': noField('first') }, ['x.name']],
    [orNull(author), { x: object('x', 'x.name'), 'x.id': 'readOnly' }, ['x.name']],
    [{ type: 'object' }, { x: object('x', 'x.name') }, ['x.any', 'x.any[0].thing']],
    [{ type: 'object', additionalProperties: TEXT }, { x: object('x', 'x.name'), 'x.y.z': noField('z') }, ['x.y', 'x[0]']],
    [{ type: 'object', properties: { a: author } }, { x: object('x', 'x.a'), 'x.a': object('a', 'x.a.name') }, ['x.a.name']],
    [{ type: ['object', 'string'] }, {}, ['x', 'x.y']],
    [{}, {}, ['x', 'x.y', 'x[0]']]
  ] as Array<[object, Record<string, string>, string[]]>) {
    const { formFor } = await startForms(t, { record: recordOf({ x: schema }) })
    const form = formFor('post', {}) as Anything
    for (const path of right) t.type(form.at(path).name, 'string', `${JSON.stringify(schema)}: ${path}`)
    for (const [path, message] of Object.entries(wrong)) {
      t.throws(() => form.at(path), { code: 'FST_RESOURCES_FORM', message }, `${JSON.stringify(schema)}: ${path}`)
    }
  }
})

t.test('what may be null has the field of the other schema, and may be empty', async (t) => {
  for (const [title, schema, constraints] of SCHEMAS) {
    const { required, ...optional } = constraints as Anything
    const isSwitch = optional.type === 'checkbox'
    for (const nullable of [{ anyOf: [schema, { type: 'null' }] }, { oneOf: [{ const: null }, { allOf: [schema] }] }]) {
      const { formFor } = await startForms(t, { record: recordOf({ x: nullable }, ['x']) })
      const field = formFor('post', {}).at('x')
      if (isSwitch) t.match(field.options, 'Yes', title)
      else t.strictSame(field.constraints, optional, title)
    }
  }
  const record = z.object({
    id: z.int(),
    day: z.iso.date().nullable(),
    email: z.email().nullish(),
    stars: z.int().min(1).max(5).nullable(),
    price: z.number().min(0).nullish(),
    kinds: z.array(z.enum(['a'])).nullable(),
    author: z.object({ name: z.string().min(2).nullable() }).nullable()
  })
  const { formFor } = await startForms(t, { record })
  for (const data of [{}, { id: 1 }]) {
    const form = formFor('post', data)
    t.strictSame(['day', 'email', 'stars', 'price', 'kinds', 'author.name'].map((path) => form.at(path).constraints), [
      { type: 'date' },
      { type: 'email' },
      { type: 'number', step: 1, min: 1, max: 5 },
      { type: 'number', step: 'any', min: 0 },
      { type: 'text', multiple: true },
      { type: 'text', minlength: 2 }
    ])
  }
  const circle = recordOf({ x: { $ref: '#/definitions/x' } }, [], {
    definitions: { x: { anyOf: [{ $ref: '#/definitions/y' }, { type: 'null' }] }, y: { allOf: [LONG, { anyOf: [TEXT] }] } }
  })
  t.strictSame((await startForms(t, { record: circle })).formFor('post', {}).at('x').constraints, { type: 'text', minlength: 2 })
})

t.test('the values are those of the record, or others; a new record has the defaults of its schema', async (t) => {
  const record = recordOf({ title: { type: 'string', default: 'New' }, open: { type: 'boolean', default: true } })
  const { formFor } = await startForms(t, { record })
  const valueOf = (form: FieldForm): string => form.at('title').value
  t.equal(valueOf(formFor('post', {})), 'New')
  t.match(formFor('post', {}).at('open').attributes, / checked$/)
  t.equal(valueOf(formFor('post', { title: '' })), '')
  t.equal(valueOf(formFor('post', { id: 1 })), '', 'an update has none')
  t.equal(valueOf(formFor('post', { id: 1, title: 'a' }, { values: { title: 'b' } })), 'b')
  t.equal(valueOf(formFor('post', { id: 1, title: 'a' }, { values: undefined, errors: null })), 'a')
  t.equal(valueOf(formFor('post', 1)), '', 'an id alone has no values')
})

t.test('fields work on each kind of row', async (t) => {
  const record = recordOf({ title: LONG }, ['title'])
  const nothing = { create () {}, update () {}, load: () => ({}), record }
  const tree = draw((map) => map
    .resources('posts', (posts) => posts.resources('comments', { only: ['create', 'update'] }))
    .resources('albums', { shallow: true, only: 'none' }, (albums) =>
      albums.resources('photos', { only: ['create', 'update'] }))
    .resources('blogPosts', { only: ['create', 'update'], pathPrefix: 'old' })
    .resource('account', { only: ['create', 'update'] })
    .namespace('admin', (admin) => admin.resources('users', { only: ['create', 'update'] })))
  const all = ['index', 'new', 'show', 'edit', 'destroy']
  const controllers = {
    posts: { ...nothing, ...Object.fromEntries(all.map((name) => [name, () => {}])) },
    comments: nothing,
    photos: nothing,
    blogPosts: nothing,
    accounts: nothing,
    'admin/users': nothing,
    albums: { load: () => ({}) }
  }
  for (const options of [{}, { prefix: '/v1' }]) {
    const app = Fastify()
    await app.register(async (scope) => {
      await scope.register(resourcesPlugin, { routes: tree, controllers, ...options })
      const formFor: FormFor = createFormHelpers(scope.urlFor as Anything).formFor as Anything
      for (const [name, value, field] of [
        ['post', {}, 'post[title]'],
        ['post', { id: 1 }, 'post[title]'],
        ['post_comment', [1, {}], 'comment[title]'],
        ['post_comment', [1, { id: 2 }], 'comment[title]'],
        ['photo', [1, {}], 'photo[title]'],
        ['photo', { id: 2 }, 'photo[title]'],
        ['blog_post', {}, 'blog_post[title]'],
        ['account', {}, 'account[title]'],
        ['account', { id: 1 }, 'account[title]'],
        ['admin_user', { id: 1 }, 'user[title]']
      ] as const) {
        const title = formFor(name, value).at('title')
        t.strictSame([title.name, title.constraints.minlength], [field, 2], `${name} ${JSON.stringify(value)}`)
      }
    })
    await app.close()
  }
})

t.test('the schema is that of what is sent: of a library, of an action, or none', async (t) => {
  const input = z.object({
    title: z.string().trim().min(2).max(5),
    stars: z.int().min(1),
    part: z.number().max(1),
    terms: z.literal(true)
  })
  const Post = z.object({ id: z.int(), title: z.string() })
  const library = await startForms(t, { record: Post, input })
  const form = library.formFor('post', {})
  t.strictSame(form.at('title').constraints, { type: 'text', required: true }, 'it may convert before it checks')
  t.strictSame(form.at('stars').constraints, { type: 'number', required: true, step: 1 })
  t.strictSame(form.at('part').constraints, { type: 'number', required: true, step: 'any' })
  t.strictSame(form.at('terms').constraints, { type: 'checkbox', required: true })

  const body = { type: 'object', properties: { post: recordOf({ title: LONG, seen: { type: 'string', readOnly: true } }, ['title']) } }
  const exact = { type: 'text', required: true, minlength: 2 }
  const content = (type: string) => ({ content: { [type]: { schema: body } } })
  for (const [title, schema, constraints, others] of [
    ['an action', { body }, exact],
    ['an action, for forms', { body: content('application/x-www-form-urlencoded') }, exact],
    ['an action, for forms with files', { body: content('multipart/form-data') }, exact],
    ['an action, for JSON', { body: content('application/json') }, { type: 'text' }],
    ['an action without the record\'s key', { body: { type: 'object', properties: {} } }, { type: 'text' }],
    ['a library of an action', { body: z.object({ post: z.object({ title: z.string().min(2) }) }) }, { type: 'text', required: true }],
    ['a compiler of the action', { body }, { type: 'text', required: true }, { validatorCompiler: () => () => true }]
  ] as Array<[string, object, object, object?]>) {
    for (const controller of [{}, { record: recordOf({ title: TEXT }) }]) {
      const create = { schema, handler () {}, ...others }
      const { formFor } = await startForms(t, { ...controller, create })
      t.strictSame(formFor('post', {}).at('title').constraints, constraints, title)
    }
  }
  const own = await startForms(t, { create: { schema: { body }, handler () {} } })
  t.equal(own.formFor('post', {}).at('seen').name, 'post[seen]', 'what an action says itself may be readOnly')
  t.throws(() => own.formFor('post', {}).at('other'), { message: "the schema has no 'other'" })

  const none = await startForms(t, {})
  const withoutApp = createFormHelpers(createUrlFor(posts)).formFor as Anything as FormFor
  for (const formFor of [none.formFor, withoutApp]) {
    const form = formFor('post', { title: 'x', password: 'y', lines: [{ sku: 1n }] }, { errors: { 'post[title]': ['is dull'] } })
    t.strictSame(JSON.parse(JSON.stringify(form.at('title'))), {
      name: 'post[title]',
      value: 'x',
      id: 'post-title',
      attributes: 'name="post[title]" id="post-title" type="text" value="x" aria-invalid="true" aria-describedby="post-title--errors"',
      messages: ['is dull'],
      constraints: { type: 'text' },
      errors: '<ul class="errors" id="post-title--errors"><li>is dull</li></ul>',
      options: ''
    })
    t.equal(form.at('password').value, '')
    t.equal(form.at('lines[0].sku').value, '1')
    t.equal(form.at('lines[0].toString').value, '')
    t.equal(form.open, '<form action="/posts" method="post">')
  }
})

t.test('an unchecked box is false, and leaves a blank row blank', async (t) => {
  const line = { type: 'object', required: ['sku'], properties: { sku: LONG, sold: { type: 'boolean' } } }
  const record = recordOf({ open: { type: 'boolean', default: true }, lines: { type: 'array', items: line } })
  const { app, formFor } = await startForms(t, { record, create: async ({ body }: Anything) => body })
  const form = formFor('post', {})
  /** What a browser sends of an input with a hidden one before it. */
  const sent = (path: string, isChecked: boolean): string[] => {
    const pairs = [...form.at(path).attributes.matchAll(/name="([^"]*)"[^>]*?value="([^"]*)"/g)]
    return pairs.slice(0, isChecked ? 2 : 1).map(([, name, value]) => `${name as string}=${value as string}`)
  }
  const send = async (...pairs: string[]): Promise<unknown> => (await app.inject({
    method: 'POST',
    url: '/posts',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: pairs.join('&')
  })).json()
  t.strictSame(await send(...sent('open', false)), { post: { open: false } })
  t.strictSame(await send(...sent('open', true)), { post: { open: true } })
  t.strictSame(
    await send('post[lines][0][sku]=ab', ...sent('lines[0].sold', true), 'post[lines][1][sku]=', ...sent('lines[1].sold', false)),
    { post: { open: true, lines: [{ sku: 'ab', sold: true }] } }
  )
})
