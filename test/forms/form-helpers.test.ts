/** Form helpers: their HTML, their targets, their errors. */

import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import {
  buttonTo,
  createFormHelpers,
  createUrlFor,
  draw,
  fieldName,
  formTag,
  parseQuery
} from '../../lib/index.js'
import type { AnyUrlFor, Form, FormHelpers, Routes } from '../../lib/index.js'
import { formTargetOf } from '../../lib/forms/targets.js'
import { echoApp } from '../support/app.js'
import { peacefulRoutes } from '../support/arbitraries.js'
import { runs } from '../support/runs.js'

type Anything = any

/** As JavaScript calls them: arguments that types refuse must fail at run time too. */
const tag: (...args: Anything[]) => Form = formTag
const button: (...args: Anything[]) => Form = buttonTo
const field: (...args: Anything[]) => string = fieldName

function helpersOf (routes: Routes): FormHelpers {
  return createFormHelpers(createUrlFor(routes) as object as AnyUrlFor)
}

const routes = draw({ patch: true }, (map) =>
  map
    .resources('posts', (posts) =>
      posts.resources('comments', { only: ['index', 'create', 'destroy'] }).resource('author')
    )
    .resources('news', 'blogPosts')
    .resources('people', { as: 'my people', only: ['show', 'update'], controller: 'texts' })
    .resources('messages', { only: ['new', 'create'] })
    .resources('sheep', { only: 'create' })
    .resource('account')
    .resource('session', { only: ['create', 'destroy'] })
    .resource('profile', { only: ['show', 'update'] })
    .namespace('admin', (admin) => admin.resources('posts'))
    .resources('pages', { pathPrefix: ':locale', singular: 'leaf' })
    .resources('albums', { shallow: true }, (albums) =>
      albums.resources('photos', (photos) => photos.resources('comments'))
    )
    .route('sign', 'sign', { controller: 'sessions', action: 'new' })
)
const { formFor } = helpersOf(routes)

function partsOf ({ action, method, fields }: Form): unknown {
  return [action, method, ...fields.map(({ name, value }) => `${name}=${value}`)]
}

t.test('formTag opens a form; a method that a browser cannot send is a POST whose first field names it', async (t) => {
  t.equal(`${formTag('/posts')}`, '<form action="/posts" method="post">')
  t.equal(`${formTag('/posts', { method: 'get' })}`, '<form action="/posts" method="get">')
  for (const method of ['put', 'patch', 'delete'] as const) {
    t.equal(
      `${formTag('/posts/1', { method, fields: { _csrf: 'x' } })}`,
      `<form action="/posts/1" method="post"><input type="hidden" name="_method" value="${method}"><input type="hidden" name="_csrf" value="x">`
    )
  }
  t.equal(
    `${formTag('https://example.org/posts?a=1#b', {})}`,
    '<form action="https://example.org/posts?a=1#b" method="post">'
  )
})

t.test('attributes are texts, numbers or bare; fields are texts, numbers, booleans and dates; undefined ones are left out', async (t) => {
  t.equal(
    `${formTag('/', { attributes: { class: 'x', enctype: 'multipart/form-data', hidden: true, disabled: false, '@submit.prevent': 'go', 'data-n': 1, a: null, b: undefined, c: '' } })}`,
    '<form action="/" method="post" class="x" enctype="multipart/form-data" hidden @submit.prevent="go" data-n="1" c="">'
  )
  t.strictSame(
    partsOf(
      formTag('/', {
        fields: { a: 1, b: 2n, c: true, d: false, e: new Date(0), f: '', g: null, h: undefined }
      })
    ),
    ['/', 'post', 'a=1', 'b=2', 'c=true', 'd=false', 'e=1970-01-01T00:00:00.000Z', 'f=']
  )
  t.equal(
    `${formTag('/', { method: undefined, attributes: undefined, fields: undefined })}`,
    '<form action="/" method="post">'
  )
})

t.test('buttonTo is a whole form of one button', async (t) => {
  const deleting = buttonTo('Delete', '/posts/1', {
    method: 'delete',
    attributes: { class: 'red' },
    formAttributes: { class: 'inline' },
    fields: { _csrf: 'x' }
  })
  t.equal(
    `${deleting}`,
    '<form action="/posts/1" method="post" class="inline"><input type="hidden" name="_method" value="delete"><input type="hidden" name="_csrf" value="x"><button class="red">Delete</button></form>'
  )
  t.strictSame(partsOf(deleting), ['/posts/1', 'post', '_method=delete', '_csrf=x'])
  t.equal(`${buttonTo(7, '/posts')}`, '<form action="/posts" method="post"><button>7</button></form>')
})

t.test('parts are plain data', async (t) => {
  t.equal(
    JSON.stringify(buttonTo('x', '/posts/1', { method: 'put' })),
    '{"action":"/posts/1","method":"post","fields":[{"name":"_method","value":"put"}]}'
  )
})

t.test('an HTML parser finds any given text unchanged', async (t) => {
  const text = fc.string({ unit: 'binary' })
  const name = fc
    .string()
    .filter((name) => /^[^\s\p{Cc}"'<>/=]+$/u.test(name) && !/^(?:action|method)$/i.test(name))
  await fc.assert(
    fc.property(
      text,
      text,
      text,
      text,
      fc.dictionary(name, text),
      (label, path, fieldName, value, attributes) => {
        const action = `/${path}`
        const html = String(
          buttonTo(label, action, { fields: { [`x${fieldName}`]: value }, formAttributes: attributes })
        )
        assert.deepEqual(
          readHtml(html),
          [
            ['form', { action, method: 'post', ...attributes }],
            ['input', { type: 'hidden', name: `x${fieldName}`, value }],
            ['button', {}],
            label,
            ['/button', {}],
            ['/form', {}]
          ].filter((part) => part !== '')
        )
      }
    ),
    { numRuns: runs(2000) }
  )
  t.pass(`for ${runs(2000)} forms`)
})

/** Tags with their attributes, and the text between them. */
function readHtml (html: string): unknown[] {
  const parts = html.split(/(<[^<>]*>)/).filter((part) => part !== '')
  return parts.map((part) => {
    const tag = /^<([^\s<>]+)((?: [^\s"'<>=]+="[^"<>]*")*)>$/.exec(part)
    assert.ok(tag !== null || !/[<>"']/.test(part), part)
    if (tag === null) return decode(part)
    return [
      tag[1],
      Object.fromEntries(
        [...(tag[2] as string).matchAll(/ ([^=]+)="([^"]*)"/g)].map(([, name, value]) => [
          name,
          decode(value as string)
        ])
      )
    ]
  })
}

function decode (text: string): string {
  assert.ok(!/&(?!amp;|lt;|gt;|quot;|#39;)/.test(text), text)
  return text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] as string
  )
}

t.test('fieldName nests keys', async (t) => {
  t.equal(fieldName('title'), 'title')
  t.equal(fieldName('post', 'title'), 'post[title]')
  t.equal(fieldName('post', 'tags', ''), 'post[tags][]')
  t.equal(fieldName('post', 'lines', 0, 'name'), 'post[lines][0][name]')
})

t.test('parseQuery reads names of fieldName back under the same keys', async (t) => {
  const key = fc
    .oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a', 'toString', 'constructor', 'a.b', 'a b', '=', '&', '%5B', '+')
    )
    .filter((key) => key !== '' && key !== '__proto__' && !/[[\]]|^\d+$/.test(key) && key.isWellFormed())
  const place = fc.nat({ max: 999 })
  await fc.assert(
    fc.property(
      key,
      fc.array(fc.oneof(key, place), { maxLength: 9 }),
      fc.boolean(),
      fc.string(),
      (first, keys, adds, value) => {
        const all = adds ? [...keys, ''] : keys
        const read = parseQuery(new URLSearchParams([[fieldName(first, ...all), value]]).toString())
        // A list index gives a list without gaps.
        const found = [first, ...all].reduce<Anything>(
          (nested, key) => nested[typeof key === 'number' || key === '' ? 0 : key],
          read
        )
        assert.equal(found, value)
      }
    ),
    { numRuns: runs(2000) }
  )
  t.pass(`for ${runs(2000)} names`)
})

const forms: ReadonlyArray<readonly [name: string, record: unknown, ...parts: string[]]> = [
  ['post', {}, '/posts', 'post'],
  ['post', { title: 'x', id: null }, '/posts', 'post'],
  ['post', { id: 0 }, '/posts/0', 'post', '_method=put'],
  ['post', { id: 1, toParam: () => 'a b' }, '/posts/a%20b', 'post', '_method=put'],
  ['post', { id: 1, toParam: () => undefined }, '/posts', 'post'],
  ['post', [{ id: 1 }], '/posts/1', 'post', '_method=put'],
  ['post', 7n, '/posts/7', 'post', '_method=put'],
  ['post_comment', [{ id: 1 }, {}], '/posts/1/comments', 'post'],
  ['post_author', ['a', {}], '/posts/a/author', 'post'],
  ['post_author', ['a', { id: 2 }], '/posts/a/author', 'post', '_method=put'],
  ['news', {}, '/news', 'post'],
  ['news', { id: 1 }, '/news/1', 'post', '_method=put'],
  ['blog_post', { id: 1 }, '/blogPosts/1', 'post', '_method=put'],
  ['person', { id: 1 }, '/my%20people/1', 'post', '_method=put'],
  ['messages', {}, '/messages', 'post'],
  ['account', {}, '/account', 'post'],
  ['account', { id: 1 }, '/account', 'post', '_method=put'],
  ['session', {}, '/session', 'post'],
  ['profile', { id: 1 }, '/profile', 'post', '_method=put'],
  ['admin_post', {}, '/admin/posts', 'post'],
  ['admin_post', { id: 1 }, '/admin/posts/1', 'post', '_method=put'],
  ['leaf', ['de', {}], '/de/pages', 'post'],
  ['leaf', ['de', 'x'], '/de/pages/x', 'post', '_method=put'],
  ['album', {}, '/albums', 'post'],
  ['photo', [{ id: 1 }, {}], '/albums/1/photos', 'post'],
  ['photo', [{ id: 1 }, { id: 2 }], '/photos/2', 'post', '_method=put'],
  ['photo', [null, { id: 2 }], '/photos/2', 'post', '_method=put'],
  ['photo', { id: 2 }, '/photos/2', 'post', '_method=put'],
  ['comment', [{ id: 1 }, {}], '/photos/1/comments', 'post']
]
for (const [name, record, ...parts] of forms) {
  t.test(`formFor('${name}', …) goes to ${parts.join(' ')}`, async (t) => {
    t.strictSame(partsOf(formFor(name, record)), parts)
  })
}

t.test('isNew overrides the id, and method chooses between put and patch', async (t) => {
  t.strictSame(partsOf(formFor('post', { id: 1 }, { isNew: true })), ['/posts', 'post'])
  t.strictSame(partsOf(formFor('profile', { name: 'x' }, { isNew: false })), [
    '/profile',
    'post',
    '_method=put'
  ])
  t.strictSame(partsOf(formFor('post', { id: 1 }, { method: 'patch', fields: { a: 1 } })), [
    '/posts/1',
    'post',
    '_method=patch',
    'a=1'
  ])
  t.strictSame(partsOf(formFor('post', {}, { method: 'patch', isNew: undefined })), ['/posts', 'post'])
  t.equal(
    `${formFor('post', {}, { attributes: { class: 'x' } })}`,
    '<form action="/posts" method="post" class="x">'
  )
})

t.test('the path of a baseUrl and a prefix count', async (t) => {
  const urlFor = createUrlFor(
    draw((map) => map.resources('posts')),
    { baseUrl: 'https://example.org/blog' }
  )
  t.equal(createFormHelpers(urlFor).formFor('post', { id: 1 }).action, '/blog/posts/1')
  const app = await echoApp(routes, { prefix: '/v1' })
  t.teardown(async () => {
    await app.close()
  })
  t.equal(createFormHelpers(app.urlFor).formFor('post', { id: 1 }).action, '/v1/posts/1')
})

t.test("for all trees, formFor's forms reach create and update, with the given ids", async (t) => {
  let reached = 0
  const numRuns = runs(200)
  await fc.assert(
    fc.asyncProperty(peacefulRoutes, async (drawn) => {
      const app = await echoApp(drawn, { methodOverride: true })
      const { formFor } = createFormHelpers(app.urlFor as AnyUrlFor)
      for (const { name } of drawn.table) {
        const target = formTargetOf(drawn.table, name)
        for (const [method, action, id, goal] of [
          ['POST', 'create', undefined, target?.creates[0]],
          ['PUT', 'update', 'i0', target?.update]
        ] as const) {
          if (goal === undefined || target?.creates.length === 2) continue
          reached++
          const form = formFor(name, [...goal.parents.map((_, place) => `p${place}`), { id, slug: id }])
          assert.deepEqual(form.fields, method === 'PUT' ? [{ name: '_method', value: 'put' }] : [])
          const echo = (await app.inject({ method, url: form.action })).json()
          assert.deepEqual(
            [echo.action, Object.values(echo.params)],
            [action, [...goal.parents.map((_, place) => `p${place}`), ...(goal.own === null ? [] : ['i0'])]]
          )
        }
      }
      await app.close()
    }),
    { numRuns }
  )
  t.ok(reached > numRuns, `${reached} forms`)
})

const refused: ReadonlyArray<readonly [title: string, call: () => unknown, message: string]> = [
  [
    'a name instead of a path',
    () => tag('posts'),
    "formTag(): expected a path that begins with a slash, or an http(s) address, got 'posts'"
  ],
  [
    'a path that runs code',
    () => tag('javascript:alert(1)'),
    "formTag(): expected a path that begins with a slash, or an http(s) address, got 'javascript:alert(1)'"
  ],
  [
    'no path',
    () => tag(),
    'formTag(): expected a path that begins with a slash, or an http(s) address, got undefined'
  ],
  [
    'a method that is none',
    () => tag('/', { method: 'DELETE' }),
    "formTag(): method: expected 'get', 'post', 'put', 'patch' or 'delete', got 'DELETE'; did you mean 'delete'?"
  ],
  [
    'a query that would be lost',
    () => tag('/posts?page=2', { method: 'get' }),
    'formTag(): a browser replaces the query when it sends a form by get; give its values as fields'
  ],
  [
    'attributes that say what others decide',
    () => tag('/', { attributes: { Action: '/x', METHOD: 'get' } }),
    'formTag(): attributes: Action is set by the path; attributes: METHOD is set by the option method'
  ],
  [
    'names and values that cannot be attributes',
    () => tag('/', { attributes: { 'a b': 1, '': true, 'x"': false, style: {}, n: NaN } }),
    "formTag(): attributes: 'a b' is an invalid name for an attribute; attributes: '' is an invalid name for an attribute; attributes: 'x\"' is an invalid name for an attribute; attributes: style: expected a text, a number, true or false, got an object without properties; attributes: n: expected a text, a number, true or false, got NaN"
  ],
  [
    'fields that are none',
    () => tag('/', { fields: { a: [], _method: 'put' } }),
    'formTag(): fields: a: expected a text, a number, true, false or a date, got []; fields: _method is set by the option method'
  ],
  [
    'maps that are none',
    () => tag('/', { attributes: 'class="x"', fields: new Map() }),
    'formTag(): fields: expected an object, got an instance of Map; attributes: expected an object, got \'class="x"\''
  ],
  ['options that are none', () => tag('/', 'put'), "formTag(): expected options as an object, got 'put'"],
  [
    'an unknown option',
    () => tag('/', { metod: 'put' }),
    "formTag(): unknown option 'metod'; did you mean 'method'?"
  ],
  [
    'a label that is none',
    () => button({}, 'x', { formAttributes: { action: '/' } }),
    "buttonTo(): expected the label as a text, got an object without properties; expected a path that begins with a slash, or an http(s) address, got 'x'; formAttributes: action is set by the path"
  ],
  [
    'keys that could not be read back',
    () => field('a[b', '7', '', 'c', '__proto__'),
    "fieldName(): the key 'a[b' holds a bracket, which is read as nesting; the key '7' is a number, which is read as an index of a list; the key '' is empty; the key '__proto__' names the prototype"
  ],
  ['no first key', () => field(''), "fieldName(): the key '' is empty"],
  [
    'invalid keys',
    () => field(1, -1, 1.5, null),
    'fieldName(): the key 1 must be a string; the key -1 must be a list index, an integer from 0; the key 1.5 must be a list index, an integer from 0; the key null must be a string'
  ],
  [
    'keys too deep',
    () => field('a', ...Array<string>(11).fill('b')),
    'fieldName(): expected at most 10 keys behind the first, got 11'
  ],
  [
    'what is no urlFor',
    () => createFormHelpers(routes as Anything),
    'createFormHelpers(): expected the urlFor of an app or of a request, or the result of createUrlFor(), got an object with table'
  ],
  [
    'nothing instead of urlFor',
    () => createFormHelpers(undefined as Anything),
    'createFormHelpers(): expected the urlFor of an app or of a request, or the result of createUrlFor(), got undefined'
  ],
  [
    'no record',
    () => formFor('post', undefined),
    "formFor('post'): expected a record (one without an id is new), got undefined"
  ],
  [
    'a list without a record',
    () => formFor('post', []),
    "formFor('post'): expected a record (one without an id is new), got undefined"
  ],
  [
    'wrong options',
    () => formFor('post', {}, { isNew: 1, method: 'delete', fild: 1 } as Anything),
    "formFor('post'): unknown option 'fild'; did you mean 'fields'?; method: expected 'put' or 'patch', got 'delete'; isNew: expected true or false, got 1"
  ],
  [
    'a misspelt name',
    () => formFor('pots', {}),
    "formFor('pots'): no route of that name creates records, and this one is new (it has no id); did you mean 'post'?; override with isNew: false"
  ],
  [
    'a new shallow record under its parent\'s name',
    () => formFor('album_photo', [1, {}]),
    "formFor('album_photo'): no route of that name creates records, and this one is new (it has no id); did you mean 'photo'?; override with isNew: false"
  ],
  [
    'a collection of shallow records, misspelt',
    () => formFor('albums_photos', [1, {}]),
    "formFor('albums_photos'): no route of that name creates records, and this one is new (it has no id); did you mean 'album_photos'?; override with isNew: false"
  ],
  [
    'a collection without records whose singular is its plural',
    () => formFor('sheep', {}),
    "formFor('sheep'): no route of that name creates records, and this one is new (it has no id); did you mean 'sheep_index'?; override with isNew: false"
  ],
  [
    'an empty name',
    () => formFor('', { id: 1 }),
    "formFor(''): no route of that name updates records, and this one is not new; override with isNew: true"
  ],
  [
    'a name of Object',
    () => formFor('constructor', { id: 1 }),
    "formFor('constructor'): no route of that name updates records, and this one is not new; override with isNew: true"
  ],
  [
    'a collection instead of a record',
    () => formFor('posts', { id: 1 }),
    "formFor('posts'): no route of that name updates records, and this one is not new; did you mean 'post'?; override with isNew: true"
  ],
  [
    'a new record that nothing creates',
    () => formFor('person', {}),
    "formFor('person'): no route of that name creates records, and this one is new (it has no id); override with isNew: false"
  ],
  [
    'a plain route',
    () => formFor('sign', {}),
    "formFor('sign'): no route of that name creates records, and this one is new (it has no id); override with isNew: false"
  ],
  [
    'a parent too few',
    () => formFor('post_comment', {}),
    "formFor('post_comment'): expected a list of post_id and the record, got [an object without properties]"
  ],
  [
    'a parent too many, and an attribute that is none',
    () => formFor('post', [1, 2], { attributes: { '': 1 } }),
    "formFor('post'): expected one record, got [1, 2]; attributes: '' is an invalid name for an attribute"
  ],
  [
    'a shallow record with too many parents',
    () => formFor('photo', [1, 2, 3]),
    "formFor('photo'): expected one record or a list of album_id and the record, got [1, 2, 3]"
  ]
]
for (const [title, call, message] of refused) {
  t.test(`refused: ${title}`, async (t) => {
    t.throws(call, { code: 'FST_RESOURCES_FORM', statusCode: 500, message })
  })
}

t.test('a plain route may take the name of a collection: the form goes to its row all the same', async (t) => {
  const taken = draw((map) =>
    map.resources('posts', (posts) => posts.resources('comments'))
      .route('posts', '/archive', 'archive#index').route('post_comments', '/all', 'archive#comments')
  )
  const { formFor } = createFormHelpers(createUrlFor(taken))
  t.match(formFor('post', { id: 1 }), { action: '/posts/1' })
  t.match(formFor('post', {}), { action: '/posts', method: 'post' })
  t.match(formFor('post_comment', [7, {}]), { action: '/posts/7/comments' })
  t.match(formFor('post_comment', [7, { id: 2 }]), { action: '/posts/7/comments/2' })
  t.throws(() => formFor('post_comment', [{ id: null } as never, {}]), {
    code: 'FST_RESOURCES_URL', message: /^urlFor\(\{ controller: 'comments', action: 'create' \}\): .*post_id/
  })
})

t.test('a plain route may take the name of a form; then another name of the path serves', async (t) => {
  const named = draw((map) =>
    map.resources('posts').route('post', '/p/:id', 'pages#show').route('one', '/posts/:id', 'posts#show')
  )
  const renamed = createFormHelpers(createUrlFor(named as Routes))
  t.match(renamed.formFor('one', { id: 1 }), { action: '/posts/1' })
})

t.test('refused: a parent without an id', async (t) => {
  t.throws(() => formFor('post_comment', [{ title: 'x' }, {}]), {
    code: 'FST_RESOURCES_URL',
    message:
      'postCommentsPath: post_id: expected an id (a string, a number, or a record with id or toParam()), got undefined'
  })
  t.throws(() => formFor('post', {}, { isNew: false }), {
    code: 'FST_RESOURCES_URL',
    message: /^postPath: id: expected an id/
  })
})

t.test('refused: patch, if update does not answer it', async (t) => {
  const patched = helpersOf(draw({ patch: 'only' }, (map) => map.resources('posts')))
  t.equal(
    `${patched.formFor('post', 1)}`,
    '<form action="/posts/1" method="post"><input type="hidden" name="_method" value="patch">'
  )
  t.throws(() => patched.formFor('post', 1, { method: 'put' }), {
    message: "formFor('post'): method: update takes only 'patch' here, by the option patch of draw()"
  })
  t.throws(() => helpersOf(draw((map) => map.resources('posts'))).formFor('post', 1, { method: 'patch' }), {
    code: 'FST_RESOURCES_FORM',
    message: "formFor('post'): method: update takes only 'put' here, by the option patch of draw()"
  })
})

t.test('refused: a new record that several collections may create', async (t) => {
  const { formFor } = helpersOf(
    draw((map) =>
      map
        .resources('posts', (posts) => posts.resources('comments', { only: 'create' }))
        .resources('photos', (photos) => photos.resources('comments', { only: 'create' }))
        .resources('comments', { only: ['update'] })
        .route('photo_comments', '/album', 'albums#show')
    )
  )
  t.equal(formFor('comment', 1).action, '/comments/1')
  t.throws(() => formFor('comment', [1, {}]), {
    code: 'FST_RESOURCES_FORM',
    message:
      "formFor('comment'): several routes create such records; give one to formTag: 'postCommentsPath' or '/photos/:photo_id/comments'"
  })
})

t.test('a collection with its own records is not the collection of a shallow path', async (t) => {
  const { formFor } = helpersOf(
    draw((map) =>
      map
        .resources('posts', (posts) => posts.resources('comments'))
        .resources('photos', (photos) => photos.resources('comments', { shallow: true }))
    )
  )
  t.equal(formFor('comment', [1, {}]).action, '/photos/1/comments')
  t.equal(formFor('post_comment', [1, {}]).action, '/posts/1/comments')
  t.equal(formFor('post_comment', [1, 2]).action, '/posts/1/comments/2')
})

t.test('refused: a path that must end in a format; the message says what to write', async (t) => {
  const { formFor } = helpersOf(
    draw({ patch: 'only' }, (map) =>
      map
        .resources('posts', { formats: { required: ['json', 'csv'] } }, (posts) =>
          posts.resources('comments', { formats: { required: ['csv'] } })
        )
        .resource('account', { formats: { required: ['json'] } })
        .route('post_comments', '/all', 'archive#comments')
    )
  )
  for (const [name, record, call] of [
    ['post', { id: 1 }, "formTag(urlFor.postPath(id, { format: 'json' }), { method: 'patch' })"],
    ['post', {}, "formTag(urlFor.postsPath({ format: 'json' }), { method: 'post' })"],
    ['account', {}, "formTag(urlFor.accountPath({ format: 'json' }), { method: 'post' })"],
    [
      'post_comment', [1, { id: 2 }],
      "formTag(urlFor.postCommentPath(post_id, id, { format: 'csv' }), { method: 'patch' })"
    ],
    ['post_comment', [1, {}], "formTag('/posts/:post_id/comments.csv', { method: 'post' })"]
  ] as const) {
    t.throws(() => formFor(name, record), {
      code: 'FST_RESOURCES_FORM',
      message: `formFor('${name}'): the path must end in a format, which formFor does not know; write ${call}`
    })
  }
})

t.test('refused: the update of a record that was drawn for an API, unless methodOverride: true allows it', async (t) => {
  const api = draw({ api: true, patch: true }, (map) => map.resources('posts').resource('account'))
  const both = draw((map) => map.resources('tags').include(api))
  for (const [name, method, path] of [
    ['post', undefined, '/posts/:id'], ['post', 'patch', '/posts/:id'], ['account', undefined, '/account']
  ] as const) {
    for (const { formFor } of [helpersOf(api), helpersOf(both)]) {
      t.throws(() => formFor(name, { id: 1 }, { method }), {
        code: 'FST_RESOURCES_FORM',
        message: `formFor('${name}'): method: no form can name the method ${method ?? 'put'} for ${path}, ` +
          'which was drawn with api: true; to allow it, set the plugin\'s methodOverride: true'
      })
    }
  }
  t.strictSame(partsOf(helpersOf(api).formFor('post', {})), ['/posts', 'post'])
  t.strictSame(partsOf(helpersOf(both).formFor('tag', { id: 1 })), ['/tags/1', 'post', '_method=put'])

  for (const [options, refused] of [
    [{}, true],
    [{ methodOverride: true }, false],
    [{ methodOverride: { timeout: 5000 } }, true],
    [{ methodOverride: false }, true]
  ] as const) {
    const { urlFor } = await echoApp(api, options)
    const { formFor } = createFormHelpers(urlFor)
    if (refused) t.throws(() => formFor('post', { id: 1 }), { code: 'FST_RESOURCES_FORM' })
    else t.strictSame(partsOf(formFor('post', { id: 1 })), ['/posts/1', 'post', '_method=put'])
  }
})

t.test('createFormHelpers gives each form but those by get the same hidden fields, which a form may replace', async (t) => {
  const tree = draw((map) => map.resources('posts'))
  const { formTag, buttonTo, formFor } = createFormHelpers(createUrlFor(tree), {
    fields: { locale: 'de', none: null }
  })
  const field = '<input type="hidden" name="locale" value="de">'
  t.equal(`${formTag('/posts')}`, `<form action="/posts" method="post">${field}`)
  t.equal(
    `${formTag('/posts', { fields: { locale: 'en', a: 1 } })}`,
    '<form action="/posts" method="post"><input type="hidden" name="locale" value="en"><input type="hidden" name="a" value="1">'
  )
  t.equal(
    `${formTag('https://b.org/', { fields: { locale: null } })}`,
    '<form action="https://b.org/" method="post">'
  )
  for (const fields of [undefined, { locale: 'en' }]) {
    const own = fields === undefined ? '' : '<input type="hidden" name="locale" value="en">'
    t.equal(
      `${formTag('/posts', { method: 'get', fields })}`,
      `<form action="/posts" method="get">${own}`,
      'a form by get shows its fields in its address'
    )
    t.equal(
      `${buttonTo('Go', '/posts', { method: 'get', fields })}`,
      `<form action="/posts" method="get">${own}<button>Go</button></form>`
    )
  }
  t.equal(
    `${formFor('post', { id: 1 })}`,
    `<form action="/posts/1" method="post"><input type="hidden" name="_method" value="put">${field}`
  )
  t.equal(
    `${buttonTo('Go', '/posts', { fields: undefined })}`,
    `<form action="/posts" method="post">${field}<button>Go</button></form>`
  )
  t.throws(() => formTag('/posts', { fields: 'a' } as never), {
    message: "formTag(): fields: expected an object, got 'a'"
  })
  for (const [options, message] of [
    [{ fields: { a: {} } }, /createFormHelpers\(\): fields: a: expected a text/],
    [{ field: {} }, /createFormHelpers\(\): unknown option 'field'; did you mean 'fields'\?/],
    [{ fields: 'x' }, /fields: expected an object, got 'x'/]
  ] as const) {
    t.throws(() => createFormHelpers(createUrlFor(tree), options as never), {
      code: 'FST_RESOURCES_FORM',
      message
    })
  }
  t.throws(() => createFormHelpers({}, { fields: 'x' } as never), {
    message: /expected the urlFor of an app.*; fields: expected an object/
  })
})
