/** Records of zod, which zod judges: once, with all of their rules. */

import t from 'tap'
import multipartPlugin from '@fastify/multipart'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { z } from 'zod'
import resourcesPlugin, { draw, openapiOptions } from '../../lib/index.js'
import type { Routes } from '../../lib/index.js'
import { MULTIPART, URLENCODED, multipart } from '../support/forms.js'
import { sendValidatorText } from '../support/errors.js'
import { Kid, Node, at, schemas } from '../support/record-schemas.js'

type Anything = any

const CREATING = draw((map) => map.resources('posts', { only: 'create' }))
const BOTH = draw((map) => map.resources('posts', { only: ['create', 'update'] }))
const UPDATING = draw((map) => map.resources('posts', { only: 'update' }))

/** A file as its name and size. */
const see = async ({ body }: FastifyRequest): Promise<unknown> =>
  JSON.parse(JSON.stringify(body, (_name, value) =>
    value instanceof File ? `${value.name}, ${value.size} bytes` : value))
const seeing = { create: see, update: see }

interface Setting {
  readonly routes?: Routes
  readonly hasFiles?: boolean
}

async function appWith (
  posts: object, { routes = UPDATING, hasFiles = false }: Setting = {}
): Promise<FastifyInstance> {
  const app = Fastify().setErrorHandler(sendValidatorText)
  if (hasFiles) await app.register(multipartPlugin, { attachFieldsToBody: 'keyValues' })
  await app.register(resourcesPlugin, { routes, controllers: { posts: { ...seeing, ...posts } } })
  await app.ready()
  return app
}

/** What the action gets, or the status and the text of an error. */
async function send (app: FastifyInstance, line: string, payload: Anything): Promise<Anything> {
  const [method, url] = line.split(' ') as ['POST', string]
  const isForm = typeof payload === 'string'
  const headers = isForm && { 'content-type': payload.startsWith('--') ? MULTIPART : URLENCODED }
  const response = await app.inject({
    method, url, payload: isForm ? payload : { post: payload }, ...headers && { headers }
  })
  const answer = response.json()
  return response.statusCode < 300 ? answer.post : `${response.statusCode} ${answer.message as string}`
}

async function refusal (posts: object): Promise<string> {
  return await appWith(posts).then(() => 'accepted', (error: Error) => error.message)
}

const title = z.string().min(1)
const readOnly = { readOnly: true }

type Created = readonly [schema: z.ZodType, sent: object, expected: unknown]

/** A schema, what is sent of a new record, and what the action gets, or the error. */
const created: Readonly<Record<string, readonly Created[]>> = {
  'the id is left out, and rules see that it is': [
    [z.object({ id: z.int(), title }), { id: 7, title: 'a', more: 1 }, { title: 'a' }],
    [z.object({ id: z.int(), title }).refine(({ id }) => id === undefined), { title: 'a' }, { title: 'a' }],
    [z.object({ id: z.uuid().default(() => 'x'), title }), { title: 'a' }, { title: 'a' }],
    [z.object({ id: z.int().nullable().catch(1), title }), { title: 'a' }, { title: 'a' }],
    [z.object({ id: z.int().optional(), title }).readonly(), { title: 'a' }, { title: 'a' }]
  ],
  'the id stays where its schema says so': [
    [z.object({ id: z.int().meta({ readOnly: false }), title }), { id: 7, title: 'a' }, { id: 7, title: 'a' }],
    [z.object({ id: z.int().meta({ readOnly: false }), title }), { title: 'a' }, /^400 body\/post must have required property 'id'/]
  ],
  'each rule of zod runs': [
    [z.object({ title }).refine((post) => post.title !== 'bad', 'no'), { title: 'bad' }, '400 body/post no'],
    [z.object({ title: title.refine((text) => text !== 'bad', 'no') }), { title: 'bad' }, '400 body/post/title no'],
    [
      z.object({ title: title.refine(async (text) => await Promise.resolve(text !== 'bad'), 'no') }),
      { title: 'bad' }, '400 body/post/title no'
    ],
    [
      z.object({ id: z.int(), title }).superRefine((_post, { addIssue }) => {
        addIssue({ code: 'custom', path: ['title'], message: 'no' })
      }), { title: 'a' }, '400 body/post/title no'
    ],
    [z.strictObject({ id: z.int(), title }).refine(() => false, 'no'), { title: 'a' }, '400 body/post no'],
    [z.object({ token: z.jwt() }), { token: 'a' }, /^400 body\/post\/token /],
    [z.object({ name: z.string().regex(/^abc/i) }), { name: 'ABC' }, { name: 'ABC' }],
    [z.object({ title: z.string('Say it') }), { title: 1 }, '400 body/post/title Say it']
  ],
  'zod changes values': [
    [z.object({ title: z.string().trim().min(1) }), { title: ' a ' }, { title: 'a' }],
    [z.object({ title: z.string().trim().min(1) }), { title: '  ' }, /^400 body\/post\/title /],
    [z.object({ title: z.string().default('x'), n: z.int().default(() => 3) }), {}, { title: 'x', n: 3 }],
    [z.object({ n: z.coerce.number().min(1) }), { n: '3' }, { n: 3 }],
    [z.object({ n: z.preprocess(Number, z.int()) }), { n: '3' }, { n: 3 }],
    [z.object({ n: z.string().transform((text) => text.length).pipe(z.int()) }), { n: 'abc' }, { n: 3 }],
    [z.object({ at: z.coerce.date() }), { at: '2026-01-01' }, { at: '2026-01-01T00:00:00.000Z' }],
    [
      z.object({ at: z.codec(z.iso.date(), z.date(), { decode: (text) => new Date(text), encode: String }) }),
      { at: '2026-01-01' }, { at: '2026-01-01T00:00:00.000Z' }
    ]
  ],
  'names that are readOnly are optional at each place': [
    [Node, { title: 'a', kids: [{ id: 1, title: 'b', kids: [{ title: 'c' }] }] }, { title: 'a', kids: [{ title: 'b', kids: [{ title: 'c' }] }] }],
    [Node, { title: 'a', kids: [{ title: 'b', kids: [{ title: '' }] }] }, /^400 body\/post\/kids\/0\/kids\/0\/title /],
    [z.object({ one: z.lazy(() => z.object({ id: z.int().meta(readOnly), title })) }), { one: { title: 'a' } }, { one: { title: 'a' } }],
    [z.object({ all: z.record(z.string(), Kid) }), { all: { x: { title: 'a' } } }, { all: { x: { title: 'a' } } }],
    [z.object({ all: z.record(z.enum(['x']), Kid) }), { all: { x: { title: 'a' } } }, { all: { x: { title: 'a' } } }],
    [z.object({ title }).catchall(Kid), { title: 'a', x: { title: 'a' } }, { title: 'a', x: { title: 'a' } }],
    [z.object({ pair: z.tuple([Kid], Kid) }), { pair: [{ title: 'a' }, { title: 'b' }] }, { pair: [{ title: 'a' }, { title: 'b' }] }],
    [z.object({ made: z.date().meta(readOnly), title }), { title: 'a' }, { title: 'a' }],
    [z.object({ title, none: z.strictObject({}) }), { title: 'a', none: {} }, { title: 'a', none: {} }]
  ],
  'an id in each member of a choice or of an intersection': [
    [
      z.discriminatedUnion('kind', [
        z.object({ id: z.int(), kind: z.literal('a'), x: z.int() }), z.object({ id: z.int(), kind: z.literal('b') })
      ]), { kind: 'a', x: 1, id: 9 }, { kind: 'a', x: 1 }
    ],
    [
      z.union([z.object({ id: z.int(), x: z.int() }), z.object({ id: z.int(), y: z.int() })])
        .refine((post) => !('x' in post), 'no'), { x: 1 }, '400 body/post no'
    ],
    [z.object({ id: z.int() }).and(z.object({ id: z.int(), title })), { title: 'a' }, { title: 'a' }],
    [z.object({ id: z.int(), title }).pipe(z.object({ id: z.int(), title: title.min(2) })), { title: 'ab' }, { title: 'ab' }]
  ],
  'schemas with names': [
    [z.object({ id: z.int(), title }).meta({ id: 'ZodPost' }), { title: 'a' }, { title: 'a' }],
    [z.object({ id: z.int(), part: z.object({ id: z.int(), q: z.int() }).meta({ id: 'ZodPart' }) }), { part: { id: 1, q: 1 } }, { part: { id: 1, q: 1 } }],
    [z.object({ id: z.int(), any: z.json() }), { any: { x: [1, null] } }, { any: { x: [1, null] } }]
  ]
}

for (const [rule, cases] of Object.entries(created)) {
  t.test(`create: ${rule}`, async (t) => {
    for (const [record, sent, expected] of cases) {
      const app = await appWith({ record }, { routes: CREATING })
      const actual = await send(app, 'POST /posts', sent)
      if (expected instanceof RegExp) t.match(actual, expected)
      else t.strictSame(actual, expected, JSON.stringify(sent))
    }
  })
}

t.test('a body with many faults tells those of twenty fields', async (t) => {
  const names = Array.from({ length: 30 }, (_, index) => `n${index}`)
  const record = z.object(Object.fromEntries(names.map((name) => [name, z.int()])))
  const app = await appWith({ record }, { routes: CREATING })
  const sent = Object.fromEntries(names.map((name) => [name, 'x']))
  t.equal((await send(app, 'POST /posts', sent)).match(/body\/post\/n/g).length, 20)
})

t.test('values that JSON has not are an error at startup, where a client sends or sees them', async (t) => {
  const cases: ReadonlyArray<readonly [schema: z.ZodType, message: RegExp]> = [
    [z.object({ at: z.date() }), /posts\.record: at: JSON has no such value \(z\.date\)/],
    [z.object({ n: z.bigint() }), /posts\.record: n: JSON has no such value \(z\.bigint\)/],
    [z.object({ n: z.string().transform(Number) }), /posts\.record: n: JSON has no such value \(z\.transform\)/]
  ]
  for (const [record, message] of cases) t.match(await refusal({ record }), message)
})

const Stay = z.object({ id: z.int(), note: z.string().max(9).optional(), from: z.int(), to: z.int() })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'must be later' })
const stay = { id: 1, note: null, from: 1, to: 5 }
const later = z.object({ at, title }).refine((post) => post.at > new Date(0), { path: ['at'], error: 'is too early' })

/** A schema, the loaded record, what is sent, and what the action gets, or the error. */
const updated: Readonly<Record<string, ReadonlyArray<
  readonly [schema: z.ZodType, loaded: object | undefined, sent: object, expected: unknown]
>>> = {
  'the whole record is judged, and the sent values are handed on': [
    [Stay, stay, { to: 9, id: 3, more: 1 }, { to: 9 }],
    [Stay, stay, { to: 0 }, '400 body/post/to must be later'],
    [Stay, stay, { from: 7 }, '400 body/post/to must be later'],
    [Stay, stay, {}, {}],
    [z.object({ title: title.trim(), n: z.int().default(1) }), { title: 'a' }, { title: ' b ' }, { title: 'b' }],
    [z.object({ title: title.refine(async (text) => text !== 'bad', 'no'), n: z.int() }), { title: 'bad', n: 1 }, { n: 2 }, { n: 2 }]
  ],
  'a loaded value that is invalid by itself refuses nothing': [
    [Stay, { ...stay, note: 'far too long' }, { to: 9 }, { to: 9 }],
    [Stay, { ...stay, note: 'far too long' }, { to: 0 }, '400 body/post/to must be later'],
    [z.object({ title, n: z.int() }), { title: 5 }, { n: 2 }, { n: 2 }],
    [z.object({ title, n: z.int() }), { title: 5 }, { n: 'x' }, /^400 body\/post\/n /]
  ],
  'where it keeps rules of the object from running, the answer is a 500': [
    [Stay, { ...stay, from: 'x' }, { to: 9 }, /^500 the record that posts loads has no valid 'from'/],
    [Stay, { to: 5 }, { to: 9 }, /^500 the record that posts loads has no valid 'from'/]
  ],
  'dates and null have the form that a client sends, and codecs encode': [
    [later, { at: new Date(9), title: 'a' }, { title: 'b' }, { title: 'b' }],
    [later, { at: '1970-01-01T00:00:09Z', title: 'a' }, { title: 'b' }, { title: 'b' }],
    [later, { at: new Date(0), title: 'a' }, { title: 'b' }, '400 body/post/at is too early'],
    [later, { title: 'a' }, { title: 'b' }, /^500 .* no valid 'at'/],
    [later, undefined, { at: '2026-01-01T00:00:00Z', title: 'a' }, { at: '2026-01-01T00:00:00.000Z', title: 'a' }],
    [z.object({ at: z.coerce.date(), n: z.int() }), { at: new Date(0), n: 1 }, { n: 2 }, { n: 2 }],
    [z.object({ n: z.preprocess(Number, at.pipe(z.any())), title }), { n: 1, title: 'a' }, { title: 'b' }, { title: 'b' }]
  ],
  'a choice keeps its kind': [
    [
      z.discriminatedUnion('kind', [
        z.object({ id: z.int(), kind: z.literal('a'), x: z.int() }), z.object({ id: z.int(), kind: z.literal('b') })
      ]), { id: 1, kind: 'a', x: 1 }, { x: 2 }, { x: 2 }
    ]
  ],
  'a required name that clients alone send is optional': [
    [z.object({ title, secret: z.string().min(8).meta({ writeOnly: true }) }).refine(() => true), { title: 'a' }, { title: 'b' }, { title: 'b' }],
    [z.object({ title, secret: z.string().min(8).meta({ writeOnly: true }) }).refine(() => true), { title: 'a' }, { secret: 'x' }, /^400 body\/post\/secret /]
  ]
}

for (const [rule, cases] of Object.entries(updated)) {
  t.test(`update with load: ${rule}`, async (t) => {
    for (const [record, loaded, sent, expected] of cases) {
      const app = await appWith({ record, load: () => loaded ?? {} })
      const actual = await send(app, 'PUT /posts/1', sent)
      if (expected instanceof RegExp) t.match(actual, expected)
      else t.strictSame(actual, expected, JSON.stringify(sent))
    }
  })
}

t.test('update without load: each sent value is judged by its property, once', async (t) => {
  let calls = 0
  const record = z.object({
    id: z.int(),
    title: z.string().trim().min(1).default('none'),
    n: z.int().refine(() => ++calls > 0),
    at: z.coerce.date().optional()
  })
  const app = await appWith({ record })
  t.strictSame(await send(app, 'PUT /posts/1', { n: 1, id: 5 }), { n: 1 })
  t.equal(calls, 1)
  t.strictSame(await send(app, 'PUT /posts/1', { title: ' a ', at: '2026-01-01' }), { title: 'a', at: '2026-01-01T00:00:00.000Z' })
  t.match(await send(app, 'PUT /posts/1', { title: ' ' }), /^400 body\/post\/title /)
  t.strictSame(await send(app, 'PUT /posts/1', {}), {})
  const both = await appWith({ record: z.object({ title }).and(z.object({ title: title.max(2) })) })
  t.match(await send(both, 'PUT /posts/1', { title: 'abc' }), /^400 body\/post\/title /)
})

t.test('update without load: rules of the object, or a choice, are an error at startup', async (t) => {
  const message = /posts\.update: its 'record' judges the loaded record with .* nothing loads one for PUT \/posts\/:id; add load/
  const schemas = [
    Stay, z.object({ title }).and(Stay), z.union([z.object({ x: z.int() }), z.object({ y: z.int() })]),
    z.object({ title }).pipe(z.object({ title: z.string() }))
  ]
  for (const record of schemas) t.match(await refusal({ record }), message)
})

t.test('a transform that no one undoes is an error at startup where a loaded record would meet it again', async (t) => {
  const record = z.object({ n: z.string().transform((text) => text.length).pipe(z.int()) })
  t.match(
    await refusal({ record, load: () => ({ n: 1 }) }),
    /posts\.update: its 'record' judges .*, and 'n' would be transformed again; write it as z\.codec/
  )
  const app = await appWith({ record })
  t.strictSame(await send(app, 'PUT /posts/1', { n: 'abc' }), { n: 3 })
})

/** Each step more doubles the time: 40 letters take hours. */
const SLOW = /^(a+)+$/
const long = `${'a'.repeat(40)}!`

t.test('nothing runs behind a limit that failed, but for what changes a value before it', async (t) => {
  const many = Array(9).fill(long)
  const cases: ReadonlyArray<readonly [rule: z.ZodType, value: unknown, expected: unknown]> = [
    [z.string().regex(SLOW).max(9, 'too long'), long, '400 body/post/value too long'],
    [z.string().min(3).regex(SLOW).length(9, 'too long').refine(() => false), long, '400 body/post/value too long'],
    [z.email({ pattern: SLOW }).max(9, 'too long'), long, '400 body/post/value too long'],
    [z.array(z.string().regex(SLOW)).max(3, 'too many'), many, '400 body/post/value too many'],
    [z.string().trim().max(2, 'too long').regex(SLOW), ` ${long}`, '400 body/post/value too long'],
    [z.string().trim().max(2, 'too long').regex(SLOW, 'no').toUpperCase(), '   aa  ', 'AA'],
    [z.string().max(4, 'too long').trim().regex(/^b/, 'no'), '   aa  ', '400 body/post/value too long'],
    [z.string().max(9).trim().max(2, 'too long').regex(SLOW, 'no'), '   aaa', '400 body/post/value too long'],
    [z.string().max(9).regex(/^a/, 'no').trim().max(2, 'too long').optional(), 'a b', '400 body/post/value too long'],
    [z.email().max(9), 'a@b.org', 'a@b.org'],
    [z.email().max(9), 'a@b', /^400 body\/post\/value /],
    [z.array(z.int()).max(3).min(1), [1, 2], [1, 2]],
    [z.array(z.int()).max(3).min(1), ['a'], /^400 body\/post\/value\/0 /],
    [z.array(z.int()).max(3).refine((list) => list[0] === 1, 'no'), [2], '400 body/post/value no'],
    [z.string().min(1).max(3), 'abcd', /^400 body\/post\/value /],
    [z.string().catch('x').pipe(z.string().max(3).regex(SLOW)), 5, /^400/]
  ]
  for (const [value, sent, expected] of cases) {
    const app = await appWith({ record: z.object({ value }) }, { routes: CREATING })
    const actual = await send(app, 'POST /posts', { value: sent })
    if (expected instanceof RegExp) t.match(actual, expected)
    else t.strictSame(actual.value ?? actual, expected, String(sent))
  }
})

t.test('a text that is too long keeps no rule of the object from running', async (t) => {
  const record = z.object({ title: z.string().max(3).regex(/^[ab]+$/), from: z.int(), to: z.int() })
    .refine(({ from, to }) => from < to, { path: ['to'], error: 'must be later' })
  const app = await appWith({ record, load: () => ({ title: 'abababab', from: 1, to: 2 }) })
  t.strictSame(await send(app, 'PUT /posts/1', { to: 0 }), '400 body/post/to must be later')
  t.strictSame(await send(app, 'PUT /posts/1', { to: 3 }), { to: 3 })
})

t.test('a list that is too long keeps rules of the object from running, since nothing has read it', async (t) => {
  for (const tags of [z.array(z.string()).max(2), z.array(z.string()).length(2)]) {
    const record = z.object({ id: z.int(), tags, to: z.int() })
      .refine((one) => one.tags.every((tag) => tag.length < one.to))
    const load = (id: string): object => ({ id: Number(id), tags: ['a', 'b', 'c'].slice(Number(id)), to: 2 })
    const app = await appWith({ record, load }, { routes: BOTH })
    const most = '400 body/post/tags must have at most 2 entries'
    t.equal(await send(app, 'POST /posts', { tags: [null, null, null], to: 1 }), most)
    t.equal(await send(app, 'PUT /posts/1', { tags: [null, null, null] }), most)
    t.match(await send(app, 'PUT /posts/0', { to: 3 }), /^500 the record that posts loads has no valid 'tags'/)
    t.strictSame(await send(app, 'PUT /posts/1', { to: 3 }), { to: 3 })
  }
})

t.test('a stored file is a file to the rules of a record, whether as bytes or as one of the web', async (t) => {
  const picture = z.file().max(9)
  const plain = { id: z.int(), title }
  const rule = { error: 'is odd' }
  const one = z.object({ ...plain, picture }).refine(({ picture }) => picture.size !== 3, rule)
  const list = z.object({ ...plain, all: z.array(picture) }).refine(({ all }) => all[0]?.size !== 3, rule)
  const inside = z.object({ ...plain, at: z.object({ picture }) })
    .refine(({ at }) => at.picture.size !== 3, rule)
  for (const [bytes, answer] of [['xx', { title: 'b' }], ['xxx', '400 body/post is odd']] as const) {
    for (const picture of [new File([bytes], 'a.png'), Buffer.from(bytes)]) {
      const rows = [[one, { picture }], [list, { all: [picture] }], [inside, { at: { picture } }]] as const
      for (const [record, stored] of rows) {
        const app = await appWith({ record, load: () => ({ id: 1, title: 'a', ...stored }) }, { hasFiles: true })
        const what = `${picture.constructor.name} as ${Object.keys(stored).join()}`
        t.strictSame(await send(app, 'PUT /posts/1', { title: 'b' }), answer, what)
      }
    }
  }
})

t.test('files of a form are instances of File, and their rules run', async (t) => {
  const bodies: Anything[] = []
  const record = z.object({
    id: z.int(), title, picture: z.file().mime('image/png').max(9, 'too large').optional()
  })
  const app = await appWith({
    record,
    load: () => ({ id: 1, title: 'a' }),
    create: async ({ body }: Anything) => { bodies.push(body.post) },
    update: async ({ body }: Anything) => { bodies.push(body.post) }
  }, { hasFiles: true, routes: draw((map) => map.resources('posts', { only: ['create', 'update'] })) })
  const ask = async (line: string, type: string, bytes: string): Promise<Anything> => {
    const [method, url] = line.split(' ') as ['POST', string]
    const payload = multipart([['post[title]', 'b'], ['post[picture]', ['p.png', bytes]]])
      .replace('application/octet-stream', type)
    const response = await app.inject({ method, url, payload, headers: { 'content-type': MULTIPART } })
    return response.statusCode === 200 ? bodies.at(-1) : response.json().message
  }
  for (const line of ['POST /posts', 'PUT /posts/1']) {
    const { picture, ...others } = await ask(line, 'image/png', 'bytes')
    t.strictSame(others, { title: 'b' })
    t.ok(picture instanceof File)
    t.strictSame([picture.name, picture.type, await picture.text()], ['p.png', 'image/png', 'bytes'])
    t.equal(await ask(line, 'text/html', 'bytes'), 'body/post/picture Invalid input: expected "image/png"')
    t.equal(await ask(line, 'image/png', 'far too many'), 'body/post/picture too large')
  }
  t.match(await refusal({ record }), /posts\.record: its schema has a file, .* register @fastify\/multipart/)
})

t.test('a rule runs once, also for a form with a blank field that it refuses', async (t) => {
  const calls: string[] = []
  const note = (name: string) => () => calls.push(name) > 0
  const Kid = z.object({ name: title, nick: z.string().refine((text) => text !== '', 'no').optional() })
  const record = z.object({
    id: z.int(),
    title: title.refine(note('title')),
    site: z.string().refine(async (text) => await Promise.resolve(text !== ''), 'no').optional(),
    mail: z.string().refine((text) => text !== '', 'no').nullish(),
    free: z.string().optional(),
    kids: z.array(Kid).optional()
  }).refine(note('object'))
  const app = await appWith({ record }, { routes: CREATING })
  const form = 'post[title]=a&post[site]=&post[mail]=&post[free]=&post[kids][0][name]=b&post[kids][0][nick]='
  t.strictSame(await send(app, 'POST /posts', form), { title: 'a', mail: null, free: '', kids: [{ name: 'b' }] })
  t.strictSame(calls, ['title', 'object'])
  t.strictSame(await send(app, 'POST /posts', { title: 'a', site: '' }), '400 body/post/site no')
})

t.test('a rule that rejects or throws is a 500, and ends nothing', async (t) => {
  const left: unknown[] = []
  const note = (reason: unknown): void => { left.push(reason) }
  process.on('unhandledRejection', note)
  t.teardown(() => process.off('unhandledRejection', note))
  const rules: ReadonlyArray<(text: string) => unknown> = [
    async () => await Promise.reject(new Error('no database')),
    () => { throw new Error('no database') }
  ]
  for (const rule of rules) {
    const ruled = title.refine(rule).refine(rule).superRefine(rule as Anything)
    const record = z.object({ id: z.int(), title: ruled })
    const app = await appWith({ record }, { routes: CREATING })
    t.equal(await send(app, 'POST /posts', { title: 'a' }), '500 no database')
    t.equal(await send(await appWith({ record }), 'PUT /posts/1', { title: 'a' }), '500 no database')
  }
  await new Promise((resolve) => setTimeout(resolve, 5))
  t.strictSame(left, [])
})

t.test('of a body with many faults zod judges no more than it tells', async (t) => {
  const tag = z.object({ id: z.int().meta(readOnly), text: z.string() })
  const record = z.object({ id: z.int(), title, tags: z.array(tag) })
  const app = await appWith({ record }, { routes: CREATING })
  const tags = Array.from({ length: 2000 }, () => ({ text: 'a' }))
  t.equal((await send(app, 'POST /posts', { title: 'a', tags })).tags.length, 2000)
  t.match(await send(app, 'POST /posts', { tags: tags.map(() => ({})) }), /^400 body\/post(?:[^,]*,){19}[^,]*$/)
  const updating = await appWith({ record: record.refine(() => true), load: () => ({ title: 'a', tags: [] }) })
  t.equal((await send(updating, 'PUT /posts/1', { tags })).tags.length, 2000)
  t.match(await send(updating, 'PUT /posts/1', { tags: tags.map(() => ({})) }), /^400 body\/post\/tags\/0(?:[^,]*,){19}[^,]*$/)
  const asking = z.object({ tags: z.array(z.string().refine(async () => await Promise.resolve(false), 'no')) })
  const asked = await appWith({ record: asking }, { routes: CREATING })
  t.match(await send(asked, 'POST /posts', { tags: Array(2000).fill('a') }), /^400 body\/post\/tags\/0 no(?:,[^,]*){19}$/)
  t.match(await send(await appWith({ record }), 'PUT /posts/1', { tags: tags.map(() => ({})) }), /^400 body\/post\/tags\/0(?:[^,]*,){19}[^,]*$/)
})

interface Cell {
  readonly loaded: object
  readonly json: readonly [sent: unknown, expected: unknown]
  readonly form: readonly [sent: string, expected: unknown]
  readonly blank: readonly [sent: string, expected: unknown]
  /** Of an update with load; null for an error at startup. */
  readonly put: readonly [sent: unknown, expected: unknown]
  /** Of an update without load; null for an error at startup. */
  readonly part: unknown
  /** What a rule refuses, on each row. */
  readonly refused?: readonly [sent: unknown, expected: unknown]
  readonly answer: object
  /** What a document has of what clients send and see. */
  readonly sent: unknown
  readonly seen: unknown
}

const plain = {
  loaded: { id: 1, title: 'Old', secret: 'x' },
  json: [{ title: 'a', id: 3 }, { title: 'a' }],
  form: ['post[title]=a&post[id]=3', { title: 'a' }],
  blank: ['post[title]=', /^400 /],
  put: [{ title: 'b' }, { title: 'b' }],
  part: { title: 'b' },
  answer: { id: 1, title: 'Old' },
  sent: { title: 'string' },
  seen: { id: 'integer', title: 'string' }
} as const
const ruled = { ...plain, refused: [{ title: 'bad' }, '400 body/post/title no'] } as const
/** With rules of the object. */
const whole = { ...plain, part: null, refused: [{ title: 'bad' }, '400 body/post no'] } as const
const partial = {
  ...plain,
  loaded: { id: 1, title: 'Old', part: { q: 2, more: 1 } },
  json: [{ title: 'a', part: { q: 3, more: 1 } }, { title: 'a', part: { q: 3 } }],
  form: ['post[title]=a&post[part][q]=3', { title: 'a', part: { q: 3 } }],
  refused: [{ title: 'a', part: {} }, /^400 body\/post\/part must have required property 'q'/],
  answer: { id: 1, title: 'Old', part: { q: 2 } },
  sent: { title: 'string', part: { q: 'integer' } },
  seen: { id: 'integer', title: 'string', part: { q: 'integer' } }
} as const
const JSON_VALUE = ['string', 'number', 'boolean', 'null', ['…'], 'object']
const marked = {
  ...plain,
  loaded: { id: 1, title: 'Old', rank: 2, secret: 'x' },
  // The answer of the action hides the secret.
  json: [{ title: 'a', id: 3, rank: 9, secret: 'long enough' }, { title: 'a' }],
  form: ['post[title]=a&post[rank]=9&post[secret]=short', /^400 body\/post\/secret /],
  blank: ['post[title]=a&post[secret]=', { title: 'a' }],
  answer: { id: 1, title: 'Old', rank: 2 },
  sent: { title: 'string', secret: 'string' },
  seen: { id: 'integer', title: 'string', rank: 'integer' }
} as const

/** A form with a picture of so many bytes, or without a chosen one. */
const withPicture = (size: number): string =>
  multipart([['post[title]', 'b'], ['post[picture]', size === 0 ? ['', ''] : ['p.png', 'x'.repeat(size)]]])
const filed = {
  ...plain,
  loaded: { id: 1, title: 'Old', picture: '/p.png' },
  json: [{ title: 'a' }, { title: 'a' }],
  form: [withPicture(5), { title: 'b', picture: 'p.png, 5 bytes' }],
  blank: [withPicture(0), { title: 'b' }],
  put: [withPicture(3), { title: 'b', picture: 'p.png, 3 bytes' }],
  part: { title: 'b', picture: 'p.png, 3 bytes' },
  refused: [withPicture(10), '400 body/post/picture too large'],
  answer: { id: 1, title: 'Old', picture: '/p.png' },
  sent: { title: 'string', picture: 'binary' },
  seen: { id: 'integer', title: 'string', picture: 'binary' }
} as const

/** The kinds of schemas by the rows of a controller: each cell is a request, or a start. */
const table: Readonly<Record<keyof typeof schemas, Cell>> = {
  object: plain,
  strictObject: { ...plain, refused: [{ title: 'a', more: 1 }, '400 body/post must NOT have additional properties'] },
  'refine on the object': whole,
  'refine on a property': ruled,
  'asynchronous rule': ruled,
  superRefine: { ...whole, refused: ruled.refused },
  trim: {
    ...plain,
    form: ['post[title]=+a+', { title: 'a' }],
    blank: ['post[title]=++', /^400 /],
    put: [{ title: ' b ' }, { title: 'b' }]
  },
  default: {
    ...plain,
    json: [{}, { title: 'x' }],
    blank: ['post[title]=', { title: 'x' }],
    refused: [{ title: '' }, /^400 body\/post\/title /]
  },
  'default by a function': {
    ...plain,
    loaded: { id: 1, title: 'Old', n: 5 },
    json: [{ title: 'a' }, { title: 'a', n: 3 }],
    form: ['post[title]=a&post[n]=4', { title: 'a', n: 4 }],
    blank: ['post[title]=a&post[n]=', { title: 'a', n: 3 }],
    answer: { id: 1, title: 'Old', n: 5 },
    sent: { title: 'string', n: 'integer' },
    seen: { id: 'integer', title: 'string', n: 'integer' }
  },
  'transform with pipe': {
    ...plain,
    loaded: { id: 1, title: 'Old', n: 5 },
    json: [{ title: 'a', n: 'abc' }, { title: 'a', n: 3 }],
    form: ['post[title]=a&post[n]=12345', { title: 'a', n: 5 }],
    blank: ['post[title]=a&post[n]=', { title: 'a', n: 0 }],
    put: [{ n: 'abcd' }, null],
    part: { n: 4 },
    refused: [{ title: 'a', n: 3 }, '400 body/post/n must be a text'],
    answer: { id: 1, title: 'Old', n: 5 },
    sent: { title: 'string', n: 'string' },
    seen: { id: 'integer', title: 'string', n: 'integer' }
  },
  'transform with pipe at other places': {
    ...plain,
    loaded: { id: 1, all: [3], kid: { n: null } },
    json: [{ n: 'a', all: ['ab'], kid: { n: null } }, { n: 1, all: [2], kid: { n: null } }],
    form: ['post[all][]=ab&post[kid][n]=abc', { all: [2], kid: { n: 3 } }],
    blank: ['post[all][]=&post[kid][n]=', { all: [], kid: { n: null } }],
    put: [{ kid: { n: 'abcd' } }, null],
    part: { kid: { n: 4 } },
    refused: [{ all: [3], kid: { n: 'a' } }, '400 body/post/all/0 must be a text'],
    answer: { id: 1, all: [3], kid: { n: null } },
    sent: { n: 'string', all: ['string'], kid: { n: ['string', 'null'] } },
    seen: { id: 'integer', n: 'integer', all: ['integer'], kid: { n: ['integer', 'null'] } }
  },
  'transform with pipe in an input': {
    ...plain,
    loaded: { id: 1, n: 5 },
    json: [{ n: 'abc' }, { n: 3 }],
    form: ['post[n]=12345', { n: 5 }],
    blank: ['post[n]=', { n: 0 }],
    put: [{ n: 'ab' }, { n: 2 }],
    part: { n: 2 },
    answer: { id: 1, n: 5 },
    sent: { n: 'string' },
    seen: { id: 'integer', n: 'integer' }
  },
  coerce: {
    ...plain,
    loaded: { id: 1, n: 2, at: new Date(0) },
    json: [{ n: '3' }, { n: 3 }],
    form: ['post[n]=3&post[at]=1970-01-01', { n: 3, at: '1970-01-01T00:00:00.000Z' }],
    blank: ['post[n]=3&post[at]=', { n: 3 }],
    put: [{ n: 4 }, { n: 4 }],
    part: { n: 4 },
    refused: [{ n: 0 }, /^400 body\/post\/n /],
    answer: { id: 1, n: 2, at: '1970-01-01T00:00:00.000Z' },
    sent: { n: 'number', at: 'string' },
    seen: { id: 'integer', n: 'number', at: 'string' }
  },
  codec: {
    ...plain,
    loaded: { id: 1, title: 'Old', at: new Date(0) },
    json: [{ title: 'a', at: '1970-01-01T00:00:00Z' }, { title: 'a', at: '1970-01-01T00:00:00.000Z' }],
    form: ['post[title]=a&post[at]=1970-01-01T00:00:00Z', { title: 'a', at: '1970-01-01T00:00:00.000Z' }],
    blank: ['post[title]=a&post[at]=', /^400 body\/post\/at |^400 body\/post /],
    part: null,
    refused: [{ title: 'a', at: 'today' }, /^400 body\/post\/at /],
    answer: { id: 1, title: 'Old', at: '1970-01-01T00:00:00.000Z' },
    sent: { title: 'string', at: 'string' },
    seen: { id: 'integer', title: 'string', at: 'string' }
  },
  file: filed,
  'required file': { ...filed, json: [{ title: 'a' }, /^4/], blank: [withPicture(0), /^400 body\/post must have required property 'picture'/] },
  discriminatedUnion: {
    ...plain,
    loaded: { id: 1, kind: 'a', n: 1 },
    json: [{ kind: 'a', n: 2, id: 3 }, { kind: 'a', n: 2 }],
    form: ['post[kind]=a&post[n]=2', { kind: 'a', n: 2 }],
    blank: ['post[kind]=a&post[n]=', /^400 /],
    put: [{ n: 2 }, { n: 2 }],
    part: null,
    refused: [{ kind: 'a', n: 'x' }, /^400 body\/post\/n /],
    answer: { id: 1, kind: 'a', n: 1 },
    sent: [{ kind: 'string', n: 'integer' }, { kind: 'string', title: 'string' }],
    seen: [{ id: 'integer', kind: 'string', n: 'integer' }, { id: 'integer', kind: 'string', title: 'string' }]
  },
  'recursive getter': {
    ...plain,
    loaded: { id: 1, title: 'Old', rank: 2, kids: [{ id: 2, title: 'b' }] },
    json: [{ title: 'a', kids: [{ id: 2, title: 'b' }] }, { title: 'a', kids: [{ title: 'b' }] }],
    form: ['post[title]=a&post[kids][0][title]=b', { title: 'a', kids: [{ title: 'b' }] }],
    refused: [{ title: 'a', kids: [{ title: '' }] }, /^400 body\/post\/kids\/0\/title /],
    answer: { id: 1, title: 'Old', rank: 2, kids: [{ id: 2, title: 'b' }] },
    sent: { title: 'string', kids: [{ title: 'string', kids: ['…'] }] },
    seen: { id: 'integer', title: 'string', rank: 'integer', kids: [{ id: 'integer', title: 'string', kids: ['…'] }] }
  },
  lazy: partial,
  json: {
    ...plain,
    loaded: { id: 1, title: 'Old', any: { x: [1, null] } },
    json: [{ title: 'a', any: [{ x: null }] }, { title: 'a', any: [{ x: null }] }],
    form: ['post[title]=a&post[any][x]=1', { title: 'a', any: { x: '1' } }],
    answer: { id: 1, title: 'Old', any: { x: [1, null] } },
    sent: { title: 'string', any: JSON_VALUE },
    seen: { id: 'integer', title: 'string', any: JSON_VALUE }
  },
  'meta({ id }) inside': partial,
  'meta({ id }) at the root': plain,
  'zod with marks': marked,
  'JSON Schema with marks': marked,
  TypeBox: plain,
  'TypeBox: Cyclic': {
    ...plain,
    loaded: { id: 1, title: 'Old', kids: [{ id: 2, title: 'b' }] },
    json: [{ title: 'a', id: 3, kids: [{ id: 2, title: 'b', more: 1 }] }, { title: 'a', kids: [{ id: 2, title: 'b' }] }],
    form: ['post[title]=a&post[kids][0][id]=2&post[kids][0][title]=b', { title: 'a', kids: [{ id: 2, title: 'b' }] }],
    refused: [{ title: 'a', kids: [{ id: 2, title: '' }] }, /^400 body\/post\/kids\/0\/title /],
    answer: { id: 1, title: 'Old', kids: [{ id: 2, title: 'b' }] },
    sent: { title: 'string', kids: [{ id: 'integer', title: 'string', kids: ['…'] }] },
    seen: { id: 'integer', title: 'string', kids: ['…'] }
  },
  'Valibot without rules that JSON Schema lacks': plain,
  'ArkType without rules that JSON Schema lacks': plain,
  'an input of Valibot with rules': { ...whole, put: [{ title: ' b ' }, { title: 'b' }] },
  'an input of ArkType with a rule': {
    ...whole, json: [{ title: 'a' }, { title: 'a' }], refused: [{ title: 'bad' }, '400 body/post must be valid according to isFine']
  },
  'an input of zod with a rule': whole
}

/** The names of a schema with their types, to `…` where it is inside itself. */
function outline (schema: Anything, all: Anything, outer: readonly string[] = []): unknown {
  const { $ref, properties, items, type, format, anyOf, oneOf, allOf } = schema
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)
    return outer.includes(name) ? '…' : outline(all[name], all, [...outer, name])
  }
  const inner = (one: Anything): unknown => outline(one, all, outer)
  const members = anyOf ?? oneOf ?? allOf
  if (members !== undefined) return members.length === 1 ? inner(members[0]) : members.map(inner)
  if (items !== undefined) return [inner(items)]
  if (properties === undefined) return format === 'binary' ? format : type
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)]))
}

for (const [kind, cell] of Object.entries(table)) {
  const { loaded, json, form, blank, put, part, refused, answer, sent, seen } = cell
  const given = schemas[kind as keyof typeof schemas]
  const load = (): object => loaded
  const hasFiles = kind.includes('file')
  t.test(`${kind}: JSON, forms, updates, answers and the document`, async (t) => {
    type Asked = readonly [sent: unknown, expected: unknown] | undefined
    const ask = async (app: FastifyInstance, line: string, ...cases: readonly Asked[]): Promise<void> => {
      for (const [payload, expected] of cases.filter((one) => one !== undefined)) {
        const actual = await send(app, line, payload)
        const name = `${line} ${JSON.stringify(payload)}`
        if (expected instanceof RegExp) t.match(actual, expected, name)
        else t.strictSame(actual, expected, name)
      }
    }
    await ask(await appWith(given, { routes: CREATING, hasFiles }), 'POST /posts', json, form, blank, refused)
    if (part === null) t.match(await refusal(given), /add load/)
    else await ask(await appWith(given, { hasFiles }), 'PUT /posts/1', [put[0], part], form, refused)
    if (put[1] === null) t.match(await refusal({ ...given, load }), /would be transformed again/)
    else await ask(await appWith({ ...given, load }, { hasFiles }), 'PUT /posts/1', put, form, refused)
    const app = Fastify()
    if (hasFiles) await app.register(multipartPlugin, { attachFieldsToBody: true })
    await app.register(swagger, openapiOptions({ openapi: { openapi: '3.1.0', info: { title: 'A', version: '1' } } }))
    const routes = draw((map) => map.resources('posts', { only: ['show', 'create'] }))
    const posts = { ...given, responses: true, show: load, create: see }
    await app.register(resourcesPlugin, { routes, controllers: { posts } })
    await app.ready()
    t.strictSame((await app.inject('/posts/1')).json(), answer)
    const { paths, components } = app.swagger() as Anything
    const { [hasFiles ? 'multipart/form-data' : 'application/json']: body } = paths['/posts'].post.requestBody.content
    const { schema } = paths['/posts/{id}'].get.responses[200].content['application/json']
    const described = [body.schema.properties.post, schema].map((one) => outline(one, components.schemas))
    t.strictSame(described, [sent, seen], 'the document')
  })
}

t.test('a library judges bodies and queries after all guards, since its rules may ask a database', async (t) => {
  let runs = 0
  const taken = z.object({ title: z.string().refine(async () => ++runs > 0 && false, 'is taken') })
  const preHandler = async (_request: Anything, reply: Anything): Promise<void> => reply.code(401).send({ message: 'who?' })
  const record = taken.extend({ id: z.int() })
  const load = (): object => ({ id: 1, title: 'a' })
  const seen = { type: 'object', properties: { title: { type: 'string' } } }
  for (const [what, posts] of Object.entries<Anything>({
    'a record': { record, load },
    'an input': { record: seen, input: taken, load },
    'an input of Valibot': { record: seen, input: toStandardJsonSchema(v.pipe(v.object({ title: v.string() }), v.check(() => ++runs < 0))), load },
    'the body of an action': { own: { schema: { body: z.object({ post: taken }) } } },
    'the query of an action': { own: { schema: { querystring: taken } } },
    'the query of an action by its other name': { own: { schema: { query: taken } } }
  })) {
    const { own = {}, ...options } = posts
    const action = { ...own, handler: see }
    const guarded = { ...action, preHandler }
    for (const [place, controller] of Object.entries<Anything>({
      controller: { routeOptions: { preHandler }, create: action, update: action },
      action: { create: guarded, update: guarded }
    })) {
      const app = await appWith({ ...options, ...controller }, { routes: BOTH })
      for (const line of ['POST /posts?title=a', 'PUT /posts/1?title=a']) {
        t.equal(await send(app, line, { title: 'a' }), '401 who?', `${what}, a guard of the ${place}: ${line}`)
        t.equal(await send(app, line, 'post[title]=a'), '401 who?', `${what}, a guard of the ${place}: ${line}, a form`)
      }
    }
  }
  t.equal(runs, 0)
})
