/** `input`: a library's own validation of what clients send. */

import t from 'tap'
import multipartPlugin from '@fastify/multipart'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from '@fastify/type-provider-typebox'
import * as v from 'valibot'
import { z } from 'zod'
import resourcesPlugin, {
  draw,
  fieldError,
  formErrors,
  formValues,
  sendFieldErrors
} from '../../../lib/index.js'
import type { InvalidForm, Routes } from '../../../lib/index.js'
import { MULTIPART, URLENCODED, multipart } from '../../support/forms.js'
import { sendValidatorText } from '../../support/errors.js'

type Anything = any

const Post = z.object({
  id: z.int(),
  title: z.string(),
  starts: z.iso.date(),
  ends: z.iso.date(),
  note: z.string().optional()
})

const Input = Post.omit({ id: true })
  .extend({ tags: z.array(z.string()).default(['new']) })
  .refine(({ starts, ends }) => starts <= ends, { path: ['ends'], error: 'must not be before the start' })
  .refine(async ({ title }) => title !== 'taken', { path: ['title'], error: 'is taken' })

const saved = { id: 1, title: 'Old', starts: '2026-01-02', ends: '2026-01-05', note: null }

const routes = draw({ patch: true }, (map) =>
  map
    .resources('posts', { only: ['create', 'update', 'show', 'destroy'] }, (posts) =>
      posts.resources('replies', { controller: 'posts', only: ['create', 'update'], shallow: true })
    )
    .resource('account', { controller: 'posts', only: ['create', 'update'] })
    .namespace('admin', (admin) => admin.resources('posts', { only: ['create', 'update'] }))
    .route('publish', '/publish', { controller: 'posts', action: 'create', method: 'post' })
    .route('change', '/change/:id', { controller: 'posts', action: 'update', method: 'any' })
)

const see = async (request: FastifyRequest): Promise<object> => ({ body: request.body })
const seeing = { create: see, update: see, show: see, destroy: see }
const plain = draw({ patch: true }, (map) =>
  map.resources('posts', { only: ['create', 'update', 'show', 'destroy'] })
)
const keyless = draw({ wrap: false }, (map) => map.resources('posts', { only: ['create', 'update'] }))

interface Setting {
  readonly tree?: Routes
  readonly before?: (app: FastifyInstance) => unknown
  readonly options?: object
}

async function appWith (
  posts: object,
  { tree = plain as Anything, before = () => undefined, options = {} }: Setting = {}
): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(multipartPlugin, { attachFieldsToBody: 'keyValues' })
  await before(app)
  if (app.errorHandler.name === 'defaultErrorHandler') app.setErrorHandler(sendValidatorText)
  const all = { record: Post, input: Input, load: () => saved, ...seeing, ...posts }
  // A case leaves out a part by undefined.
  const controller = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  await app.register(resourcesPlugin, {
    routes: tree,
    controllers: { posts: controller, 'admin/posts': controller },
    ...options
  })
  await app.ready()
  return app
}

async function send (
  app: FastifyInstance,
  line: string,
  payload: Anything,
  headers: object = {}
): Promise<[status: number, answer: Anything]> {
  const [method, url] = line.split(' ') as ['POST', string]
  const form = typeof payload === 'string' ? { 'content-type': URLENCODED } : {}
  const response = await app.inject({ method, url, payload, headers: { ...form, ...headers } })
  return [response.statusCode, response.json()]
}

const valid = { title: 'Hi', starts: '2026-01-01', ends: '2026-01-02' }

for (const line of [
  'POST /posts',
  'POST /posts/1/replies',
  'POST /account',
  'POST /admin/posts',
  'POST /publish'
]) {
  t.test(`${line}: a create is judged by its input, as JSON and as a form`, async (t) => {
    const app = await appWith({}, { tree: routes })
    const names = { '/posts/1/replies': 'reply', '/account': 'account' } as Readonly<Record<string, string>>
    const name = names[line.slice(5)] ?? 'post'
    const form = (values: object): string =>
      new URLSearchParams(
        Object.entries(values).map(([key, value]) => [`${name}[${key}]`, value as string] as [string, string])
      ).toString()
    for (const as of [(values: object) => ({ [name]: values, _csrf: 'x' }), form]) {
      const [status, { body }] = await send(app, line, as(valid))
      t.strictSame([status, body[name]], [200, { ...valid, tags: ['new'] }])
      t.match(await send(app, line, as({ ...valid, ends: '2025-01-01', title: 'taken' })), [
        400,
        {
          code: 'FST_ERR_VALIDATION',
          message: `body/${name}/ends must not be before the start, body/${name}/title is taken`
        }
      ])
      t.match(await send(app, line, as({ ...valid, title: undefined as Anything, id: 7, other: 1 })), [
        as === form ? 200 : 400,
        {}
      ])
    }
    t.match(await send(app, line, {}), [400, { message: `body must have required property '${name}'` }])
  })
}

for (const line of [
  'PUT /posts/1',
  'PATCH /posts/1',
  'PUT /replies/1',
  'PATCH /account',
  'PUT /admin/posts/1',
  'PUT /change/1',
  'POST /change/1'
]) {
  t.test(`${line}: an update judges the loaded record with the sent values over it, and hands on the sent ones`, async (t) => {
    const app = await appWith({}, { tree: routes })
    const name = [['replies', 'reply'], ['account', 'account']].find(([word]) => line.includes(word as string))?.[1] ?? 'post'
    const change = async (values: object): Promise<unknown> => {
      const [, { body, message }] = await send(app, line, { [name]: values })
      return message ?? body[name]
    }
    t.strictSame(await change({ ends: '2026-01-09', id: 7, other: 1 }), { ends: '2026-01-09' })
    t.strictSame(await change({ ends: '2026-01-01' }), `body/${name}/ends must not be before the start`)
    t.strictSame(await change({ starts: '2026-01-09' }), `body/${name}/ends must not be before the start`)
    t.match(await change({ title: 5 }), /^body\/\w+\/title must be a text/)
    t.strictSame(await change({}), {})
    t.match((await send(app, line, {}))[1].message, `body must have required property '${name}'`)
  })
}

t.test('the output of a library reaches the action', async (t) => {
  const input = z
    .object({
      at: z.codec(z.iso.date(), z.date(), {
        decode: (text) => new Date(text),
        encode: (date) => date.toISOString().slice(0, 10)
      }),
      first: z.string().trim(),
      last: z.string()
    })
    .transform(({ first, last, at }) => ({ first, last, at, whole: `${first} ${last}` }))
  const bodies: Anything[] = []
  const keep = async ({ body }: FastifyRequest): Promise<object> => {
    bodies.push(body)
    return {}
  }
  const record = z.object({ id: z.int(), at: z.string() })
  const load = (): object => ({
    id: 1,
    at: new Date('2026-01-01'),
    first: 'Ada',
    last: 'L',
    big: 1n,
    odd: () => 1
  })
  // The loaded date is longer than what a client sends.
  const app = await appWith({
    record,
    input: input.in
      .extend({ at: z.string().transform((text) => new Date(text)) })
      .transform((values) => ({ ...values, whole: `${values.first} ${values.last}` })),
    load,
    create: keep,
    update: keep
  })
  await send(app, 'POST /posts', { post: { first: ' Ada ', last: 'L', at: '2026-01-01' }, token: 'x' })
  await send(app, 'PUT /posts/1', { post: { first: ' Bea ' } })
  t.strictSame(bodies, [
    { post: { first: 'Ada', last: 'L', at: new Date('2026-01-01'), whole: 'Ada L' }, token: 'x' },
    { post: { first: 'Bea', whole: 'Bea L' } }
  ])
  class Name {
    constructor (readonly name: string) {
      this.name = name
    }
  }
  const made = await appWith({
    record,
    input: z.object({ name: z.string() }).transform(({ name }) => new Name(name)),
    load: () => ({ name: 'Bea' }),
    create: keep,
    update: keep
  })
  await send(made, 'PUT /posts/1', { post: { name: 'Ada' } })
  t.ok(bodies.at(-1).post instanceof Name, 'an update hands on what is no plain object as it is')
})

t.test('loaded values have the form of JSON at every depth, and their null counts as missing unless it is valid', async (t) => {
  class Stop {
    readonly #at = new Date('2026-01-02')
    readonly note = null
    get at (): Date { return this.#at }
  }
  const Place = z.object({
    at: z.iso.date(),
    note: z.string().optional(),
    link: z.url().nullable().default(null)
  })
  const input = z.object({
    title: z.string(),
    place: Place,
    days: z.array(z.iso.date()),
    stops: z.array(Place),
    extra: z.record(z.string(), z.iso.date()),
    free: z.any(),
    either: z.union([z.string(), Place]),
    seen: z.iso.datetime(),
    gone: z.string().optional(),
    odd: z.string().optional()
  }).catchall(z.string())
  const load = (): object => ({
    title: 'A',
    place: { at: new Date('2026-01-01'), note: null, link: null },
    days: [new Date('2026-01-01')],
    stops: [new Stop(), { toJSON: () => ({ at: new Date('2026-01-02') }) }],
    extra: { first: new Date('2026-01-01') },
    free: { at: new Date(0), count: 1n },
    either: { toJSON: () => 'text' },
    seen: { toJSON: () => '2026-01-01T00:00:00Z' },
    gone: undefined,
    odd: () => 1,
    more: 1
  })
  const judged: unknown[] = []
  const app = await appWith({ input: input.refine((values) => judged.push(values) > 0), load })
  const post = { title: 'B', more: 'b' }
  t.strictSame(await send(app, 'PUT /posts/1', { post }), [200, { body: { post } }])
  t.match(await send(app, 'PUT /posts/1', { post: { more: 1 } }), [400, { message: /^body\/post\/more / }])
  t.strictSame(judged, [{
    ...post,
    place: { at: '2026-01-01', link: null },
    days: ['2026-01-01'],
    stops: [{ at: '2026-01-02', link: null }, { at: '2026-01-02', link: null }],
    extra: { first: '2026-01-01' },
    free: { at: '1970-01-01T00:00:00.000Z', count: 1 },
    either: 'text',
    seen: '2026-01-01T00:00:00Z'
  }])
})

t.test("a loaded date is the day that the serializer writes, in the process' own zone", async (t) => {
  const { TZ } = process.env
  t.teardown(() => { process.env.TZ = TZ })
  for (const zone of ['Europe/Berlin', 'America/New_York', 'UTC']) {
    process.env.TZ = zone
    const saved = { id: 1, title: 'A', starts: new Date(2026, 4, 1), ends: new Date(2026, 4, 2) }
    const app = await appWith({ load: () => saved, responses: true, show: () => saved, update: () => saved })
    t.match(await send(app, 'GET /posts/1', undefined), [200, { starts: '2026-05-01', ends: '2026-05-02' }])
    t.match(await send(app, 'PUT /posts/1', { post: { ends: '2026-04-30' } }), [400, {}], zone)
    t.match(await send(app, 'PUT /posts/1', { post: { ends: '2026-05-01' } }), [200, {}], zone)
  }
})

t.test('a loaded date that is invalid counts as missing, and no rule of the object could run', async (t) => {
  const app = await appWith({ load: () => ({ ...saved, starts: new Date(NaN) }) })
  t.match(await send(app, 'PUT /posts/1', { post: { title: 'B' } }), [
    500, { code: 'FST_RESOURCES_LOADED', message: /the record that posts loads has no valid 'starts'/ }
  ])
})

t.test('a value that an open input computes reaches the action on updates too', async (t) => {
  const slugOf = ({ title }: { title: string }): string => title.toLowerCase()
  const input = z.looseObject({ title: z.string() }).transform((post) => ({ ...post, slug: slugOf(post) }))
  const app = await appWith({ input, load: () => ({ title: 'Old', slug: 'old' }) })
  for (const line of ['POST /posts', 'PUT /posts/1']) {
    t.strictSame(await send(app, line, { post: { title: 'New' } }), [200, { body: { post: { title: 'New', slug: 'new' } } }])
  }
})

t.test('the message of an issue of a library repeats no path, and no value, which may be a stored one', async (t) => {
  const bare = { title: 'string', 'secret?': 'string' } as const
  const twice = v.pipe(v.string(), v.regex(/x/))
  const isFine = ({ title }: Anything): boolean => title !== 'A'
  const cases: ReadonlyArray<readonly [input: Anything, message: string]> = [
    [type({ title: 'string >= 3' }), 'body/post/title must be at least length 3'],
    [type({ title: '/x/ & string >= 3' }), 'body/post/title must be...\n  ◦ matched by x\n  ◦ at least length 3'],
    [type(bare).narrow(isFine), 'body/post must be valid according to isFine'],
    [type(bare).narrow((_post, ctx) => ctx.reject({ message: 'no' })), 'body/post no'],
    [toStandardJsonSchema(v.object({ title: twice })), 'body/post/title Invalid format: Expected /x/'],
    [toStandardJsonSchema(v.pipe(v.object({ title: v.string() }), v.check(isFine))), 'body/post Invalid input'],
    [toStandardJsonSchema(v.pipe(v.object({ title: v.string() }), v.check(isFine, 'no'))), 'body/post no']
  ]
  for (const [input, message] of cases) {
    const app = await appWith({ input, load: () => ({ title: 'B', secret: 'hash' }) })
    for (const line of ['POST /posts', 'PUT /posts/1']) {
      const [status, answer] = await send(app, line, { post: { title: 'A' } })
      t.strictSame([status, answer.message], [400, message], line)
    }
  }
  const stored = type({ title: 'string', secret: type('string').narrow((text) => text !== 'hash') })
  const app = await appWith({ input: stored, load: () => ({ title: 'B', secret: 'hash' }) })
  const [, answer] = await send(app, 'PUT /posts/1', { post: { title: 'A' } })
  t.equal(answer.message, 'body/post/secret must be valid according to an anonymous predicate')
})

t.test('what the record has in another form than clients send is not judged, and must be optional', async (t) => {
  const record = z.object({ done: z.boolean(), photo: z.string(), size: z.number() })
  const input = z.object({ done: z.stringbool().optional(), photo: z.file().optional(), size: z.int() })
  const app = await appWith({ record, input, load: () => ({ done: true, photo: '/a.png', size: 1 }) })
  t.strictSame(await send(app, 'PUT /posts/1', { post: { size: 2 } }), [200, { body: { post: { size: 2 } } }])
  t.strictSame(await send(app, 'PUT /posts/1', { post: { done: 'no' } }), [
    200,
    { body: { post: { done: false } } }
  ])
  const message = (name: string): RegExp =>
    new RegExp(
      `posts\\.update: its 'input' judges .*, and '${name}' of a record has another type than a client sends`
    )
  await t.resolves(appWith({ record, input: input.required({ done: true }) }), 'a codec has a way back')
  await t.rejects(appWith({ record, input: input.required({ photo: true }) }), { message: message('photo') })
})

t.test('a record without a value that an update may leave out is judged by the sent values', async (t) => {
  const tree = draw((map) =>
    map.route('change', '/change/:id', {
      controller: 'posts',
      action: 'update',
      method: 'put',
      defaults: { id: null }
    })
  ) as Anything
  const app = await appWith({}, { tree })
  t.match(await send(app, 'PUT /change/1', { post: { title: 'A' } }), [200, {}])
  t.match(await send(app, 'PUT /change', { post: { title: 'A' } }), [500, { message: /no valid 'starts'/ }])
})

t.test('an update whose record nothing loads is an error at startup', async (t) => {
  const reason = "posts.update: its 'input' judges the loaded record with the sent values over it, and"
  const change = draw((map) =>
    map.route('change', '/change', { controller: 'posts', action: 'update', method: 'put' }))
  const updating = draw((map) => map.resources('posts', { only: 'update' }))
  const singleton = draw((map) => map.resource('post', { controller: 'posts', only: 'update' }))
  const refused: ReadonlyArray<readonly [posts: object, message: string, tree?: Anything]> = [
    [{ load: undefined }, 'PUT /posts/:id; add load: (id) => … to the controller'],
    [{ load: undefined }, 'PUT /post; add load: () => … to the controller', singleton],
    [{ update: { load: false, handler: see } }, 'PUT /posts/:id; remove load: false from the action'],
    [
      { load: undefined, update: { load: false, handler: see } },
      'PUT /posts/:id; add load: (id) => … to the controller and remove load: false from the action'
    ],
    [{}, "PUT /change; add ':id' to the path", change]
  ]
  for (const [posts, message, tree = updating] of refused) {
    await t.rejects(appWith(posts, { tree }), {
      message: `The controllers have a mistake: ${reason} nothing loads one for ${message}, or give the ` +
        'action a schema: { body } of its own'
    }, message)
  }
  const accepted: ReadonlyArray<readonly [posts: object, tree?: Anything]> = [
    [{ load: undefined, update: { schema: { body: { type: 'object' } }, handler: see } }],
    [
      { load: undefined, routeOptions: { schema: { body: { type: 'object' } } } },
      draw((map) => map.resources('posts', { only: ['create', 'update'] }))
    ],
    [{ load: undefined, input: Type.Object({ title: Type.String() }) }],
    [{}, draw((map) => map.route('change', '/change', { controller: 'posts', action: 'update' }))]
  ]
  for (const [posts, tree = plain] of accepted) await t.resolves(appWith(posts, { tree }))
})

t.test('a readOnly name that the input requires is optional for zod, and an error at startup for others', async (t) => {
  const input = z.object({ id: z.int().meta({ readOnly: true }), title: z.string() })
  const others = type({ id: type('number').configure({ readOnly: true } as Anything), title: 'string' })
  await t.rejects(appWith({ input: others }), {
    message: /posts\.input: 'id' is readOnly and required, so no client could send a valid one/
  })
  const app = await appWith({ input })
  t.strictSame(await send(app, 'POST /posts', { post: { id: 1, title: 'A' } }), [
    200,
    { body: { post: { title: 'A' } } }
  ])
})

t.test('an invalid input is an error at startup', async (t) => {
  await t.rejects(appWith({ input: 5 }), {
    message: /posts\.input: expected a JSON Schema of an object with properties, or a Standard Schema, got 5/
  })
  await t.rejects(appWith({ input: z.array(z.string()) }), {
    message: /posts\.input: expected a schema of type 'object', got 'array'/
  })
  await t.rejects(appWith({ record: z.object({ at: z.bigint() }) }), {
    message: /posts\.record: at: JSON has no such value/
  })
  await t.rejects(appWith({ record: undefined, responses: true }), {
    message: /posts\.responses: the record is missing/
  })
})

t.test('an input may have what JSON cannot say, since its library reads it', async (t) => {
  const day = '2026-01-02'
  const toDate = v.pipe(v.string(), v.transform((text) => new Date(text)))
  const inputs: Readonly<Record<string, object>> = {
    zod: z.object({ at: z.coerce.date() }),
    ArkType: type({ at: 'string.date.parse' }),
    Valibot: toStandardJsonSchema(v.object({ at: toDate }))
  }
  for (const [library, input] of Object.entries(inputs)) {
    const create = async ({ body }: FastifyRequest): Promise<object> =>
      ({ isDate: (body as Anything).post.at instanceof Date, ...(body as object) })
    const app = await appWith({ input, record: z.object({ id: z.int(), at: z.iso.datetime() }), create })
    const read = { isDate: true, post: { at: `${day}T00:00:00.000Z` } }
    t.strictSame(await send(app, 'POST /posts', { post: { at: day } }), [200, read], library)
    t.strictSame(await send(app, 'POST /posts', `post[at]=${day}`), [200, read], `a form, ${library}`)
  }
  t.match(await send(await appWith({ input: inputs.zod }), 'POST /posts', { post: { at: 'x' } }), [
    400, { fields: { at: ['must be a date'] } }
  ])
})

const optional = {
  zod: (it: Anything) => z.object({ it: it.optional() }),
  Valibot: (it: Anything) => toStandardJsonSchema(v.object({ it: v.optional(it) })),
  ArkType: (it: Anything) => type({ 'it?': it }),
  TypeBox: (it: Anything) => Type.Object({ it: Type.Optional(it) })
}

type BlankCase = readonly [library: keyof typeof optional, name: string, property: unknown]
const vText = v.string()

/** Rules that refuse an empty text; `input` alone may have the last ones. */
const refusing: readonly BlankCase[] = [
  ['zod', 'min(1)', z.string().min(1)],
  ['zod', 'email', z.email()],
  ['zod', 'date', z.iso.date()],
  ['zod', 'regex', z.string().regex(/^a/)],
  ['zod', 'enum', z.enum(['a', 'b'])],
  ['zod', 'cuid', z.cuid()],
  ['zod', 'number', z.number()],
  ['Valibot', 'nonEmpty', v.pipe(vText, v.nonEmpty())],
  ['Valibot', 'email', v.pipe(vText, v.email())],
  ['Valibot', 'isoDate', v.pipe(vText, v.isoDate())],
  ['Valibot', 'picklist', v.picklist(['a'])],
  ['ArkType', 'string > 0', 'string > 0'],
  ['ArkType', 'email', 'string.email'],
  ['ArkType', 'units', "'a' | 'b'"],
  ['TypeBox', 'minLength', Type.String({ minLength: 1 })],
  ['TypeBox', 'email', Type.String({ format: 'email' })],
  ['TypeBox', 'literals', Type.Union([Type.Literal('a'), Type.Literal('b')])]
]

const refusingInput: readonly BlankCase[] = [
  ['zod', 'coerce.date', z.coerce.date()],
  ['zod', 'refine', z.string().refine((text) => text !== '')],
  ['zod', 'pipe', z.string().pipe(z.email())],
  ['zod', 'transform', z.iso.date().transform((text) => new Date(text))],
  ['Valibot', 'check', v.pipe(vText, v.check((text) => text !== ''))],
  ['ArkType', 'date', 'string.date.parse']
]

const blankText: readonly BlankCase[] = [
  ['zod', 'string', z.string()],
  ['zod', 'a choice with a blank', z.union([z.email(), z.literal('')])],
  ['Valibot', 'string', vText],
  ['ArkType', 'string', 'string'],
  ['TypeBox', 'string', Type.String()]
]

const nullable: readonly BlankCase[] = [
  ['zod', 'email', z.email().nullable()],
  ['zod', 'string', z.string().nullable()],
  ['Valibot', 'email', v.nullable(v.pipe(vText, v.email()))],
  ['ArkType', 'email', 'string.email | null'],
  ['TypeBox', 'email', Type.Union([Type.String({ format: 'email' }), Type.Null()])]
]

type BlankAnswer = object | number

const blanks: ReadonlyArray<
  readonly [string, cases: readonly BlankCase[], options: readonly string[], BlankAnswer, BlankAnswer]
> = [
  ['that its rule refuses is left out, and is a 400 on update', refusing, ['record', 'input'], {}, 400],
  ['that the rule of a library refuses, too', refusingInput, ['input'], {}, 400],
  ['that its rule accepts stays', blankText, ['record', 'input'], { it: '' }, { it: '' }],
  ['that may be null is null', nullable, ['record', 'input'], { it: null }, { it: null }]
]

for (const [what, cases, options, created, updated] of blanks) {
  t.test(`a blank optional field of a form ${what}`, async (t) => {
    for (const [library, name, property] of cases) {
      const schema = optional[library](property)
      for (const option of options) {
        const app = await appWith({ record: undefined, input: undefined, load: () => ({}), [option]: schema })
        for (const [line, expected] of [['POST /posts', created], ['PUT /posts/1', updated]] as const) {
          const [status, { body }] = await send(app, line, 'post[it]=')
          t.strictSame(status === 200 ? body.post : status, expected, `${library} ${name}, ${option}: ${line}`)
        }
      }
    }
  })
}

t.test('of several faults only those of blank optional fields of a form go', async (t) => {
  const at = z.coerce.date()
  const line = z.object({ sku: z.string().min(2), at: at.optional() })
  const input = z.object({ title: z.string().min(2), at: at.optional(), end: at, lines: z.array(line) })
  const app = await appWith({ record: undefined, input, update: { schema: { body: {} }, handler: see } })
  const cases: ReadonlyArray<readonly [payload: Anything, message: RegExp]> = [
    ['post[title]=a&post[at]=&post[end]=&post[lines][0][sku]=a&post[lines][0][at]=',
      /^body\/post\/title [^/]+, body\/post must have required property 'end', body\/post\/lines\/0\/sku [^/]+$/],
    ['post[title]=ab&post[at]=x&post[end]=2026-01-01&post[lines][]=', /^body\/post\/at [^/]+$/],
    [{ post: { title: 'ab', at: '', end: '2026-01-01', lines: [] } }, /^body\/post\/at [^/]+$/]
  ]
  for (const [payload, message] of cases) t.match((await send(app, 'POST /posts', payload))[1].message, message)
  const valid = 'post[title]=ab&post[at]=&post[end]=2026-01-01&post[lines][0][sku]=ab&post[lines][0][at]='
  t.strictSame((await send(app, 'POST /posts', valid))[1].body.post, {
    title: 'ab', end: '2026-01-01T00:00:00.000Z', lines: [{ sku: 'ab' }]
  })
  const never = input.refine(() => false, 'is never right')
  const update = { schema: { body: {} }, handler: see }
  const other = await appWith({ record: undefined, input: never, update })
  const filled = valid.replaceAll('at]=', 'at]=2026-01-01')
  for (const payload of [valid, filled]) {
    t.match(await send(other, 'POST /posts', payload), [400, { message: 'body/post is never right' }])
  }
})

t.test('an input needs no record, and a record without it follows no other rule', async (t) => {
  const app = await appWith({ record: undefined, show: async () => ({ anything: 1 }) })
  t.match(await send(app, 'POST /posts', { post: { ...valid, title: 'taken' } }), [
    400,
    { message: 'body/post/title is taken' }
  ])
  t.strictSame((await app.inject('/posts/any')).json(), { anything: 1 })
})

t.test('a JSON Schema as input is judged as a record is', async (t) => {
  const app = await appWith({
    record: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    input: Type.Object({ title: Type.String({ minLength: 2 }) }),
    load: undefined
  })
  t.match(await send(app, 'POST /posts', { post: { title: 'A' } }), [
    400,
    { message: 'body/post/title must NOT have fewer than 2 characters' }
  ])
  t.strictSame(await send(app, 'POST /posts', { post: { id: 1, title: 'Abc' } }), [
    200,
    { body: { post: { title: 'Abc' } } }
  ])
  t.match(await send(app, 'PUT /posts/1', { post: {} }), [200, {}])
})

t.test('a Standard JSON Schema without a validation of its own is judged as a record is', async (t) => {
  const json = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }
  const input = {
    '~standard': { version: 1, vendor: 'own', jsonSchema: { input: () => json, output: () => json } }
  }
  const app = await appWith({ input, load: undefined })
  t.match(await send(app, 'POST /posts', { post: {} }), [
    400,
    { message: "body/post must have required property 'title'" }
  ])
})

const libraries: Readonly<Record<string, object>> = {
  ArkType: type({ title: 'string', pages: 'number.integer', done: 'boolean = false' }).narrow(
    ({ title, pages }, context) =>
      pages > 1 || context.reject({ path: ['pages'], message: `are too few for ${title}` })
  ),
  Valibot: toStandardJsonSchema(
    v.pipe(
      v.object({
        title: v.string(),
        pages: v.pipe(v.number(), v.integer()),
        done: v.optional(v.boolean(), false)
      }),
      v.forward(
        v.check(({ pages }) => pages > 1, 'are too few for Hi'),
        ['pages']
      )
    )
  )
}

for (const [library, input] of Object.entries(libraries)) {
  t.test(`an input of ${library} is judged by ${library}`, async (t) => {
    const app = await appWith({ input, load: () => ({ title: 'Hi', pages: 5 }) })
    t.strictSame(await send(app, 'POST /posts', 'post[title]=Hi&post[pages]=2&post[done]=on'), [
      200,
      { body: { post: { title: 'Hi', pages: 2, done: true } } }
    ])
    t.match(await send(app, 'POST /posts', { post: { title: 'Hi', pages: 1 } }), [
      400,
      { message: 'body/post/pages are too few for Hi' }
    ])
    t.match(await send(app, 'PUT /posts/1', { post: { pages: 1 } }), [
      400,
      { message: 'body/post/pages are too few for Hi' }
    ])
    t.strictSame(await send(app, 'PUT /posts/1', { post: { pages: 3 } }), [
      200,
      { body: { post: { pages: 3 } } }
    ])
  })
}

t.test('the names of issues are those of fields', async (t) => {
  const issues = [{ message: 'is odd', path: [{ key: 'a/b' }, 0, Symbol.for('c')] }, { message: 'is wrong' }]
  const input = {
    '~standard': {
      version: 1,
      vendor: 'own',
      validate: () => ({ issues }),
      jsonSchema: { input: () => ({ type: 'object', properties: { 'a/b': {} } }) }
    }
  }
  const app = await appWith({ input }, { before: (app) => app.setErrorHandler(sendFieldErrors) })
  t.match(await send(app, 'POST /posts', { post: {} }), [
    400,
    { fields: { 'a/b.0.Symbol(c)': ['is odd'], '': ['is wrong'] } }
  ])
})

t.test('JSON may come without its key with wrap: false', async (t) => {
  const app = await appWith({}, { tree: keyless })
  t.strictSame(await send(app, 'POST /posts', valid), [200, { body: { post: { ...valid, tags: ['new'] } } }])
  t.match(await send(app, 'POST /posts', { ...valid, title: 'taken' }), [
    400,
    { message: 'body/title is taken' }
  ])
  t.match(await send(app, 'PUT /posts/1', { ends: '2025-01-01' }), [
    400,
    { message: 'body/ends must not be before the start' }
  ])
})

/** A strict object of each library, and what it says of an unknown name. */
const STRICT: ReadonlyArray<readonly [input: object, words: RegExp]> = [
  [z.strictObject({ title: z.string() }), /must NOT have additional properties/],
  [toStandardJsonSchema(v.strictObject({ title: v.string() })), /Invalid key/],
  [type({ title: 'string', '+': 'reject' }), /body\/post\/other must be removed/]
]

t.test('a strict object of a library refuses unknown names itself, but for the id', async (t) => {
  for (const [input, words] of STRICT) {
    const app = await appWith({ input, load: () => ({ ...saved, other: 1 }) })
    for (const line of ['POST /posts', 'PUT /posts/1']) {
      t.match(await send(app, line, { post: { title: 'Hi', other: 1, more: 1 } }), [400, { message: words }])
      t.match(await send(app, line, { post: { title: 'Hi', id: 1 } }), [200, { body: { post: { title: 'Hi', id: undefined } } }])
    }
  }
})

t.test('a blank optional field of a form that Valibot refuses is left out', async (t) => {
  const filled = v.optional(v.pipe(v.string(), v.check((text) => text !== '', 'no')))
  const Kid = v.object({ name: v.string(), nick: filled })
  const input = v.pipe(v.object({ title: filled, kids: v.array(Kid) }), v.check(({ kids }) => kids.length < 2, 'too many'))
  const app = await appWith({ input: toStandardJsonSchema(input) })
  const row = (index: number): string => `post[kids][${index}][name]=a&post[kids][${index}][nick]=`
  const [status, { body }] = await send(app, 'POST /posts', `post[title]=&${row(0)}`)
  t.strictSame([status, body], [200, { post: { kids: [{ name: 'a' }] } }])
  t.match(await send(app, 'POST /posts', `${row(0)}&${row(1)}`), [400, { message: 'body/post too many' }])
})

t.test('an update hands on what Valibot makes that is no plain object', async (t) => {
  class Name {
    constructor (readonly name: string) {
      this.name = name
    }
  }
  const piped = v.pipe(v.object({ name: v.string() }), v.transform(({ name }) => new Name(name)))
  const input = toStandardJsonSchema(piped)
  const app = await appWith({ input, load: () => ({ name: 'Bea' }) })
  t.strictSame(await send(app, 'PUT /posts/1', { post: { name: 'Ada' } }), [200, { body: { post: { name: 'Ada' } } }])
})

t.test('a file of a form is one of the web', async (t) => {
  const files: File[] = []
  const input = z.object({ title: z.string(), photo: z.file().max(10), more: z.array(z.file()).default([]) })
  const keep = async ({ body }: FastifyRequest): Promise<object> => {
    const { photo, more } = (body as Anything).post
    files.push(photo, ...(more ?? []))
    return {}
  }
  const own = {
    schema: { body: z.object({ photo: z.file() }) },
    handler: async ({ body }: FastifyRequest) => ({ name: (body as Anything).photo.name })
  }
  const load = (): object => ({ title: 'Old', photo: Buffer.from('old') })
  const app = await appWith({ input, load, create: keep, update: keep, destroy: own })
  const form = async (line: string, fields: Parameters<typeof multipart>[0]): Promise<[number, Anything]> =>
    await send(app, line, multipart(fields), { 'content-type': MULTIPART })
  await form('POST /posts', [
    ['post[title]', 'A'],
    ['post[photo]', ['a.txt', 'content']],
    ['post[more][]', ['b.txt', 'b']]
  ])
  t.strictSame(await Promise.all(files.map(async (file) => [file.name, file.type, await file.text()])), [
    ['a.txt', 'application/octet-stream', 'content'],
    ['b.txt', 'application/octet-stream', 'b']
  ])
  t.match(
    await form('POST /posts', [
      ['post[title]', 'A'],
      ['post[photo]', ['a.txt', 'too long for it']]
    ]),
    [400, { message: /^body\/post\/photo Too big/ }]
  )
  t.match(await form('POST /posts', [['post[title]', 'A']]), [400, { fields: { 'post[photo]': ['must not be empty'] } }])
  t.strictSame(
    await form('POST /posts/1', [
      ['_method', 'put'],
      ['post[title]', 'B']
    ]),
    [200, {}],
    'a loaded file is a file'
  )
  t.strictSame(
    await form('POST /posts/1', [
      ['_method', 'delete'],
      ['photo', ['c.txt', 'c']]
    ]),
    [200, { name: 'c.txt' }]
  )
})

const shown = (_request: FastifyRequest, _reply: unknown, form: InvalidForm): object => ({ ...form })

t.test('an invalid form comes back with what was sent, after the guards and hooks of the action', async (t) => {
  const order: string[] = []
  const note = (name: string) => async (): Promise<void> => {
    order.push(name)
  }
  const guarded = { preHandler: note('action'), handler: see }
  const app = await appWith({
    invalid: shown,
    routeOptions: { preHandler: note('guard') },
    create: guarded,
    update: guarded,
    load: () => {
      order.push('load')
      return saved
    }
  })
  t.match(
    await send(
      app,
      'POST /posts',
      'post[title]=taken&post[starts]=2026-01-02&post[ends]=2026-01-01&post[id]=5'
    ),
    [
      422,
      {
        values: { title: 'taken', starts: '2026-01-02', ends: '2026-01-01' },
        errors: { 'post[title]': ['is taken'], 'post[ends]': ['must not be before the start'] }
      }
    ]
  )
  t.strictSame(order.splice(0), ['guard', 'action'])
  t.match(await send(app, 'PUT /posts/1', 'post[title]=taken'), [
    422,
    { values: { title: 'taken', starts: '2026-01-02' }, errors: { 'post[title]': ['is taken'] } }
  ])
  t.strictSame(order.splice(0), ['guard', 'load', 'action'])
  t.match(await send(app, 'POST /posts', { post: {} }), [
    400,
    { fields: { title: ['must not be empty'] } }
  ])
  t.strictSame(order.splice(0), ['guard', 'action'], 'a library judges JSON after all guards too')
  t.match(await send(app, 'PUT /posts/1', { post: { title: 'taken' } }), [
    400,
    { fields: { title: ['is taken'] } }
  ])
  t.strictSame(order.splice(0), ['guard', 'load', 'action'], 'that of an update after them')
})

t.test('a form that the action refuses shows what was sent, and not the output', async (t) => {
  const refuse = async ({ body }: FastifyRequest): Promise<never> => {
    throw fieldError('post[at]', `is ${typeof (body as Anything).post.at}`)
  }
  const input = z.object({ at: z.string().transform(Number) })
  const app = await appWith({
    input,
    invalid: shown,
    load: () => ({ at: '3' }),
    create: refuse,
    update: refuse,
    destroy: { schema: { body: z.object({ post: input }) }, invalid: shown, handler: refuse }
  })
  for (const line of ['POST /posts', 'PUT /posts/1', 'DELETE /posts/1']) {
    t.match(
      await send(app, line, 'post[at]=12'),
      [422, { values: { at: '12' }, errors: { 'post[at]': ['is number'] } }],
      line
    )
  }
})

t.test('attachValidation hands the faults to the action', async (t) => {
  const handler = async (request: FastifyRequest): Promise<object> => ({
    errors: formErrors(request.validationError),
    values: formValues(request),
    context: request.validationError?.validationContext
  })
  const attached = { attachValidation: true, handler }
  const app = await appWith({
    create: attached,
    update: attached,
    destroy: {
      ...attached,
      schema: {
        querystring: z.object({ why: z.string() }).refine(() => false, { error: 'never' }),
        body: z.object({})
      }
    }
  })
  t.match(await send(app, 'POST /posts', { post: { ...valid, title: 'taken' } }), [
    200,
    { errors: { 'post[title]': ['is taken'] }, values: { title: 'taken' }, context: 'body' }
  ])
  t.match(await send(app, 'PUT /posts/1', { post: { title: 'taken' } }), [
    200,
    { errors: { 'post[title]': ['is taken'] }, context: 'body' }
  ])
  t.match(await send(app, 'POST /posts', {}), [200, { errors: { post: ['must not be empty'] } }])
  t.match(await send(app, 'PUT /posts/1', {}), [200, { errors: { post: ['must not be empty'] } }])
  t.match(await send(app, 'DELETE /posts/1?why=x', {}), [
    200,
    { errors: { '': ['never'] }, context: 'querystring' }
  ])
  t.match(await send(app, 'DELETE /posts/1', {}), [200, { context: 'querystring' }])
})

t.test('JSON in a field of a multipart form may be nested very deep', async (t) => {
  const input = z.object({ title: z.string(), data: z.any() })
  const app = await appWith({ input, create: async () => ({}) })
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const payload = [
    '--b', 'content-disposition: form-data; name="post[title]"', '', 'A',
    '--b', 'content-disposition: form-data; name="post[data]"', 'content-type: application/json', '', deep,
    '--b--', ''
  ].join('\r\n')
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  t.strictSame(await send(app, 'POST /posts', payload, headers), [200, {}])
})

t.test("an error that a library throws is none of the client's", async (t) => {
  const app = await appWith({
    input: z.object({
      title: z.string().refine(() => {
        throw new Error('no database')
      })
    })
  })
  t.match(await send(app, 'POST /posts', { post: { title: 'A' } }), [500, { message: 'no database' }])
})
