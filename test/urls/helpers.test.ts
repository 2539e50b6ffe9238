/** URL helpers: their arguments, results and errors. */

import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import t from 'tap'
import fc from 'fast-check'
import { createUrlFor, draw } from '../../lib/index.js'
import { camelize } from '../../lib/routes/route-names.js'
import type { AnyUrlFor } from '../../lib/index.js'
import { runs } from '../support/runs.js'

type Anything = any

const routes = draw((map) =>
  map
    .root({ controller: 'posts', action: 'index' })
    .resources('posts', { member: { publish: 'put' } }, (posts) =>
      posts.resources('comments', (comments) =>
        comments.resources('votes', (votes) => votes.resources('flags'))
      )
    )
    .resources('tags', { requirements: { id: /[a-z]+/ } })
    .resources('caféBars', { as: 'my cafés/100%', only: 'show' })
    .resources('pages', { pathPrefix: ':locale', only: ['index', 'new', 'update'] })
    .resource('account')
)

// As JavaScript calls them: arguments that types refuse must fail at run time too.
const urlFor: AnyUrlFor = createUrlFor(routes) as object as AnyUrlFor

class Post {
  constructor (readonly slug: string) {}
  toParam (): string {
    return this.slug
  }
}

t.test('ids are given in path order, as strings, numbers, big integers or records', async (t) => {
  t.equal(urlFor.rootPath(), '/')
  t.equal(urlFor.postsPath(), '/posts')
  t.equal(urlFor.editPostPath(1), '/posts/1/edit')
  t.equal(urlFor.postCommentPath(1, 2), '/posts/1/comments/2')
  t.equal(urlFor.postCommentPath('a', 2n), '/posts/a/comments/2')
  t.equal(urlFor.postCommentVotePath(1, 2, 3), '/posts/1/comments/2/votes/3')
  t.equal(urlFor.postCommentVoteFlagPath(1, 2, 3, 4), '/posts/1/comments/2/votes/3/flags/4')
  t.equal(urlFor.postPath({ id: 7 }), '/posts/7')
  t.equal(urlFor.postPath(new Post('hello')), '/posts/hello')
  t.equal(urlFor.postCommentPath(new Post('hello'), { id: 'x' }), '/posts/hello/comments/x')
  t.equal(urlFor.postPath({ id: 7, toParam: () => 'seven' }), '/posts/seven')
})

t.test('ids and path words are encoded', async (t) => {
  t.equal(urlFor.postPath('a b?c#d%e&f=é"<:@'), '/posts/a%20b%3Fc%23d%25e%26f%3D%C3%A9%22%3C%3A%40')
  t.equal(urlFor.postPath('...'), '/posts/...')
  t.equal(urlFor.postPath('.a'), '/posts/.a')
  t.equal(urlFor.postPath(-1.5e-7), '/posts/-1.5e-7')
  t.equal(urlFor.caféBarPath(1), '/my%20caf%C3%A9s/100%25/1')
})

t.test('one object is read by name', async (t) => {
  t.equal(urlFor.postCommentPath({ post_id: 1, id: 2 }), '/posts/1/comments/2')
  t.equal(
    urlFor.postCommentPath({ id: 2, post_id: new Post('hello'), body: 'a row will do' }),
    '/posts/hello/comments/2'
  )
  t.equal(urlFor.postCommentPath({ post_id: 1, id: 2 }, { anchor: 'a' }), '/posts/1/comments/2#a')
  t.equal(
    urlFor.postCommentVotePath({ post_id: 1, comment_id: 2, id: 3 }, { anchor: 'a' }),
    '/posts/1/comments/2/votes/3#a'
  )
  t.equal(urlFor.postCommentsPath({ post_id: 1 }), '/posts/1/comments')
  t.equal(
    urlFor.postCommentsPath({ post_id: 1, id: 9 }),
    '/posts/9/comments',
    'for one id, an object with id is a record'
  )
})

t.test('options follow the ids', async (t) => {
  t.equal(urlFor.postsPath({ query: { page: 2 } }), '/posts?page=2')
  t.equal(
    urlFor.postPath(1, { query: { page: 2, tag: 'a b', no: null, none: undefined }, anchor: 'c 3' }),
    '/posts/1?page=2&tag=a%20b#c%203'
  )
  t.equal(
    urlFor.postPath(1, { query: { filter: { tag: 'x' }, ids: [1, 2] } }),
    '/posts/1?filter[tag]=x&ids[]=1&ids[]=2'
  )
  t.equal(urlFor.postPath(1, { query: {} }), '/posts/1')
  t.equal(urlFor.postPath(1, { query: undefined, anchor: undefined, trailingSlash: undefined }), '/posts/1')
  t.equal(urlFor.postPath(1, {}), '/posts/1')
  t.equal(urlFor.postPath(1, undefined), '/posts/1')
  t.equal(urlFor.postsPath(undefined), '/posts')
  t.equal(urlFor.postPath(1, { anchor: 3 }), '/posts/1#3')
  t.equal(urlFor.postPath(1, { trailingSlash: true, query: { a: 1 } }), '/posts/1/?a=1')
  t.equal(urlFor.rootPath({ trailingSlash: true }), '/')
  t.equal(urlFor.postCommentPath(1, 2, { query: { page: 3 } }), '/posts/1/comments/2?page=3')
  t.equal(urlFor.postCommentPath(1, 2, { anchor: 3 }), '/posts/1/comments/2#3')
  t.equal(urlFor.postPath(1, { query: { ä: 1 } }), '/posts/1?%C3%A4=1')
  t.equal(urlFor.postsPath({ query: { tag: 'a', 'b c': 'd' } }), '/posts?tag=a&b%20c=d')
  t.equal(urlFor.postCommentVotePath(1, 2, 3, { query: { page: 3 } }), '/posts/1/comments/2/votes/3?page=3')
  t.equal(
    urlFor.postPath(
      1,
      Object.assign(Object.create(null), { query: Object.assign(Object.create(null), { a: 1 }) })
    ),
    '/posts/1?a=1'
  )
})

const refused: ReadonlyArray<readonly [string, (urlFor: Anything) => unknown, string]> = [
  [
    'no id',
    (u) => u.postPath(),
    'postPath: id: expected an id (a string, a number, or a record with id or toParam()), got undefined'
  ],
  [
    'null',
    (u) => u.postPath(null),
    'postPath: id: expected an id (a string, a number, or a record with id or toParam()), got null'
  ],
  [
    'a truth value',
    (u) => u.postPath(true),
    'postPath: id: expected an id (a string, a number, or a record with id or toParam()), got true'
  ],
  [
    'a list',
    (u) => u.postPath([1]),
    'postPath: id: expected an id (a string, a number, or a record with id or toParam()), got [1]'
  ],
  ['an empty text', (u) => u.postPath(''), 'postPath: id: expected an id, got an empty text'],
  [
    'a step in the path',
    (u) => u.postPath('..'),
    "postPath: id: '..' is a dot segment, which clients remove from a URL"
  ],
  [
    'the same, by a record',
    (u) => u.postPath({ id: '.' }),
    "postPath: id: '.' is a dot segment, which clients remove from a URL"
  ],
  [
    'a slash',
    (u) => u.postPath('a/b'),
    'postPath: id: expected an id without a slash; slashes: true in its declaration allows one'
  ],
  ['a number that is none', (u) => u.postPath(NaN), 'postPath: id: expected a finite number, got NaN'],
  [
    'an endless number',
    (u) => u.postPath(-Infinity),
    'postPath: id: expected a finite number, got -Infinity'
  ],
  ['a lone surrogate', (u) => u.postPath('\ud800'), 'postPath: id: a lone surrogate cannot be encoded'],
  [
    'a record without an id',
    (u) => u.postCommentPath({ title: 'x' }, { id: 1 }),
    'postCommentPath: post_id: expected an id (a string, a number, or a record with id or toParam()), got an object with title'
  ],
  [
    'a record whose id is none',
    (u) => u.postPath({ id: null }),
    'postPath: id: expected an id (a string, a number, or a record with id or toParam()), got an object with id'
  ],
  [
    'a record whose toParam gives none',
    (u) => u.postPath({ toParam: () => undefined }),
    'postPath: id: expected an id (a string, a number, or a record with id or toParam()), got an object with toParam'
  ],
  [
    'an id against its requirement',
    (u) => u.tagPath(1),
    "tagPath: id: '1' does not match the requirement /[a-z]+/"
  ],
  [
    'an option that there is not',
    (u) => u.postPath(1, { qeury: {} }),
    "postPath: unknown option 'qeury'; expected 'query', 'anchor', 'format' or 'trailingSlash'; did you mean 'query'?"
  ],
  [
    'a host for a path',
    (u) => u.postPath(1, { host: 'a.org' }),
    "postPath: unknown option 'host'; expected 'query', 'anchor', 'format' or 'trailingSlash', since a path has no host"
  ],
  [
    'a query with an empty key',
    (u) => u.postPath(1, { query: { '': 1 } }),
    "postPath: query: the key '' is empty"
  ],
  [
    'a long list and a function',
    (u) => u.postCommentPath([1, 2, 3, 4, 5, 6], () => 1),
    'postCommentPath: post_id: expected an id (a string, a number, or a record with id or toParam()), got a list of 6; id: expected an id (a string, a number, or a record with id or toParam()), got the function (anonymous)'
  ],
  [
    'a long text',
    (u) => u.postPath(1, 'x'.repeat(70)),
    `postPath: expected id (by position or in one object) and at most one options object, also got '${'x'.repeat(60)}…'`
  ],
  [
    'options among the ids',
    (u) => u.postCommentPath({ post_id: 1, id: 2, query: { page: 1 } }),
    'postCommentPath: query: expected options in a separate object after the ids'
  ],
  [
    'a switch that is none',
    (u) => u.postPath(1, { trailingSlash: 1 }),
    'postPath: trailingSlash: expected true or false, got 1'
  ],
  [
    'an anchor that is no number',
    (u) => u.postPath(1, { anchor: NaN }),
    'postPath: anchor: expected a string or a number, got NaN'
  ],
  [
    'a query that nothing would be read of',
    (u) => u.postPath(1, { query: new Map([['a', 1]]) }),
    'postPath: query: expected an object, got an instance of Map'
  ],
  [
    'more keys than are read',
    (u) =>
      u.postPath(1, {
        query: Object.fromEntries(Array.from({ length: 3001 }, (_, index) => [`k${index}`, 1]))
      }),
    'postPath: query: expected at most 3000 keys, of all values together, got 3001'
  ],
  [
    'a key that names the prototype',
    (u) => u.postPath(1, { query: JSON.parse('{"__proto__":"x"}') }),
    "postPath: query: the key '__proto__' names the prototype"
  ],
  [
    'options that are none',
    (u) => u.postPath(1, 'x'),
    "postPath: expected id (by position or in one object) and at most one options object, also got 'x'"
  ],
  [
    'an id too many',
    (u) => u.postPath(1, 2, {}),
    'postPath: expected id (by position or in one object) and at most one options object, also got 2, an object without properties'
  ],
  [
    'more than options where there is no id',
    (u) => u.postsPath({}, {}),
    'postsPath: expected no id and at most one options object, also got an object without properties, an object without properties'
  ],
  [
    'more than two ids and options',
    (u) => u.postCommentPath(1, 2, {}, 4),
    'postCommentPath: expected post_id, id (by position or in one object) and at most one options object, also got an object without properties, 4'
  ],
  [
    'a record too many, without fields of its own',
    (u) => u.postPath(1, new Post('x')),
    'postPath: expected id (by position or in one object) and at most one options object, also got an instance of Post'
  ],
  [
    'a list in a list',
    (u) => u.postPath([[1]]),
    'postPath: id: expected an id (a string, a number, or a record with id or toParam()), got […]'
  ],
  [
    'an id where there is none',
    (u) => u.postsPath(1),
    'postsPath: expected no id and at most one options object, also got 1'
  ],
  [
    'a big integer where there is none',
    (u) => u.postsPath(1n),
    'postsPath: expected no id and at most one options object, also got 1n'
  ],
  [
    'a record too many',
    (u) => u.postPath(1, { id: 2 }),
    'postPath: expected id (by position or in one object) and at most one options object, also got an object with id'
  ],
  [
    'an anchor that is none',
    (u) => u.postPath(1, { anchor: {} }),
    'postPath: anchor: expected a string or a number, got an object without properties'
  ],
  [
    'a query that is none',
    (u) => u.postPath(1, { query: 'a=1' }),
    "postPath: query: expected an object, got 'a=1'"
  ],
  [
    'by name, one missing',
    (u) => u.postCommentPath({ post_id: 1 }),
    'postCommentPath: id: expected an id (a string, a number, or a record with id or toParam()), got undefined'
  ],
  [
    'all faults at once',
    (u) => u.postCommentPath(null, 'x/y', { qeury: 1, anchor: [] }),
    "postCommentPath: unknown option 'qeury'; expected 'query', 'anchor', 'format' or 'trailingSlash'; did you mean 'query'?; post_id: expected an id (a string, a number, or a record with id or toParam()), got null; id: expected an id without a slash; slashes: true in its declaration allows one; anchor: expected a string or a number, got []"
  ]
]

for (const [title, call, message] of refused) {
  t.test(`refused: ${title}`, async (t) => {
    t.throws(() => call(urlFor), { code: 'FST_RESOURCES_URL', statusCode: 500, message })
  })
}

t.test('a helper does not ask for other rows: a word, an extension or a pattern of one is an id too', async (t) => {
  t.equal(urlFor.postPath('new'), '/posts/new')
  t.equal(urlFor.editPostPath('new'), '/posts/new/edit')
  t.equal(urlFor({ controller: 'posts', action: 'update', id: 'new' }), '/posts/new')
  const others = createUrlFor(draw({ formats: ['json'] }, (map) => map
    .resources('tags', { only: 'index' })
    .route('member', ':number', 'pages#member', { formats: [], requirements: { number: /\d+/ } })
    .route('page', ':slug', 'pages#show', { formats: [] })))
  t.equal(others.pagePath('tags.json'), '/tags.json')
  t.equal(others.pagePath(7), '/7')
})

t.test('the long form by name takes the variables, then the options', async (t) => {
  t.equal(urlFor('posts'), '/posts')
  t.equal(urlFor('edit_post', { id: 1 }), '/posts/1/edit')
  t.equal(
    urlFor('post_comment', { post_id: new Post('x'), id: 2, body: 'a row will do' }, { query: { a: 1 } }),
    '/posts/x/comments/2?a=1'
  )
  t.throws(() => urlFor('edit_pots', { id: 1 }), {
    code: 'FST_RESOURCES_URL',
    message: "urlFor('edit_pots'): unknown route name; did you mean 'edit_post'?"
  })
  t.throws(() => urlFor('edit_post'), {
    message:
      "urlFor('edit_post'): id: expected an id (a string, a number, or a record with id or toParam()), got undefined"
  })
  t.throws(() => urlFor('edit_post', { id: 1 }, { qeury: 1 } as object), {
    message: /unknown option 'qeury'/
  })
  t.throws(() => urlFor('posts', { query: { page: 2 } }), {
    message: "urlFor('posts'): query: expected options in a separate object after the ids"
  })
  t.throws(() => urlFor('posts', {}, { onlyPath: 'no' }), {
    message: "urlFor('posts'): onlyPath: expected true or false, got 'no'"
  })
})

t.test('the long form by controller and action takes the first route whose variables are all given', async (t) => {
  t.equal(urlFor({ controller: 'posts', action: 'edit', id: 1 }), '/posts/1/edit')
  t.equal(urlFor({ controller: 'posts', action: 'destroy', id: 1, anchor: 'x' }), '/posts/1#x')
  t.equal(urlFor({ controller: 'pages', action: 'update', locale: 'de', id: 1 }), '/de/pages/1')
  const both: Anything = createUrlFor(
    draw((map) =>
      map
        .resources('users', { only: [] }, (users: Anything) => users.resources('tags', { only: 'index' }))
        .resources('tags', { only: 'index' })
    )
  )
  t.equal(both({ controller: 'tags', action: 'index' }), '/tags')
  t.equal(both({ controller: 'tags', action: 'index', user_id: 1 }), '/users/1/tags')
  t.throws(() => urlFor({ controller: 'posts', action: 'edit' }), {
    message: "urlFor({ controller: 'posts', action: 'edit' }): expected id for posts#edit"
  })
  t.throws(() => urlFor({ controller: 'posts', action: 'edti', id: 1 }), {
    message:
      "urlFor({ controller: 'posts', action: 'edti' }): no route leads to posts#edti; did you mean 'posts#edit'?"
  })
  t.throws(() => urlFor({ controller: 'posts', action: 'index', page: 2 }), {
    message: /unknown option 'page'/
  })
  const moved: Anything = createUrlFor(draw((map) => map.redirect('/old', '/new')))
  t.throws(() => moved({ controller: '', action: '' }), { message: /no route leads to #$/ }, 'nor a redirect')
})

t.test('the long forms refuse all other arguments', async (t) => {
  for (const args of [
    [],
    [5],
    ['posts', 5],
    ['posts', {}, 5],
    ['posts', {}, {}, {}],
    [{ useRoute: 'posts' }, {}],
    [[]]
  ]) {
    t.throws(() => (urlFor as Anything)(...args), { code: 'FST_RESOURCES_URL' }, JSON.stringify(args))
  }
  t.throws(() => (urlFor as Anything)(5), {
    message: "urlFor(): expected a route's name, its variables and options, or one object, got 5"
  })
})

t.test('of several rows of an action, urlFor chooses the one that takes most of what is given', async (t) => {
  const posts = (map: Anything): Anything => map.resources('posts', (one: Anything) => one.resources('comments'))
  const both = [
    (map: Anything) => posts(map.resources('comments')), (map: Anything) => posts(map).resources('comments')
  ]
  for (const tree of both) {
    const urlFor = createUrlFor(draw(tree)) as Anything
    const comments = { controller: 'comments', action: 'index' }
    t.equal(urlFor(comments), '/comments')
    t.equal(urlFor({ ...comments, post_id: 1, query: { page: 2 } }), '/posts/1/comments?page=2')
    t.equal(urlFor({ controller: 'comments', action: 'show', id: 2 }), '/comments/2')
    t.equal(urlFor({ controller: 'comments', action: 'show', post_id: 1, id: 2 }), '/posts/1/comments/2')
  }
  const pages = createUrlFor(draw((map) =>
    map.route('all', '/x', 'p#q').route('page', '/x/:page', 'p#q').route('last', '/y/:page', 'p#q', { defaults: { page: '9' } })
  )) as Anything
  t.equal(pages({ controller: 'p', action: 'q', page: 2 }), '/x/2')
  t.equal(pages({ controller: 'p', action: 'q' }), '/x')
})

t.test('urlFor builds from a hash what the helper would build', async (t) => {
  const withBase: Anything = createUrlFor(routes, { baseUrl: 'https://example.org' })
  t.strictSame(urlFor.hashForPostPath(1), {
    useRoute: 'post',
    controller: 'posts',
    action: 'show',
    id: 1,
    onlyPath: true
  })
  t.strictSame(urlFor.hashForPostCommentUrl(new Post('x'), 2n, { query: { a: 1 } }), {
    useRoute: 'post_comment',
    controller: 'comments',
    action: 'show',
    post_id: 'x',
    id: 2n,
    query: { a: 1 },
    onlyPath: false
  })
  for (const [helper, args] of [
    ['rootPath', []],
    ['postPath', [1]],
    ['postCommentPath', ['ä', 2, { anchor: 'x', query: { a: [1] } }]],
    ['postUrl', [1, { host: 'a.org', port: 8080 }]]
  ] as const) {
    t.equal(
      withBase(withBase[`hashFor${helper[0]?.toUpperCase()}${helper.slice(1)}`](...args)),
      withBase[helper](...args),
      helper
    )
  }
  t.throws(() => urlFor.hashForPostPath('..'), {
    code: 'FST_RESOURCES_URL',
    message: /^hashForPostPath: id:/
  })
})

const formatted = draw((map) =>
  map
    .resources('posts', { formats: ['html', 'json'], requirements: { id: /[^!]+/ } }, (posts) =>
      posts.resources('comments', { formats: ['xml'], only: 'show' })
    )
    .resources('tags')
)

t.test('a format ends the path in an extension', async (t) => {
  const u: Anything = createUrlFor(formatted, { baseUrl: 'https://example.org' })
  t.equal(u.postPath(1, { format: 'json' }), '/posts/1.json')
  t.equal(u.postsPath({ format: 'html' }), '/posts.html')
  t.equal(
    u.editPostPath({ id: 1 }, { format: 'html', query: { a: 1 }, anchor: 'b', trailingSlash: true }),
    '/posts/1/edit.html/?a=1#b'
  )
  t.equal(u.postCommentUrl('a b', 2, { format: 'xml' }), 'https://example.org/posts/a%20b/comments/2.xml')
  t.equal(u.postCommentPath({ post_id: 1, id: 2 }, { format: 'xml' }), '/posts/1/comments/2.xml')
  t.strictSame(
    [u.postPath(1, { format: undefined }), u.postPath(1, { format: null })],
    ['/posts/1', '/posts/1']
  )
  t.equal(u('post', { id: 1 }, { format: 'json' }), '/posts/1.json')
  t.equal(u({ controller: 'posts', action: 'update', id: 1, format: 'json' }), '/posts/1.json')
  t.equal(u(u.hashForPostUrl(1, { format: 'json' })), 'https://example.org/posts/1.json')
})

t.test('options are a plain object or undefined, also after ids by name', async (t) => {
  const u: Anything = createUrlFor(formatted)
  t.equal(u.postCommentPath({ post_id: 5, id: 1 }, undefined), '/posts/5/comments/1')
  t.equal(u.postPath(1, undefined), '/posts/1')
  for (const options of [new Date(), new Map(), Object('a')]) {
    t.throws(() => u.postPath(1, options), {
      message: /postPath: expected id .* and at most one options object, also got/
    })
  }
})

const refusedFormats: ReadonlyArray<readonly [string, (urlFor: Anything) => unknown, string]> = [
  [
    'another format',
    (u) => u.postPath(1, { format: 'xml' }),
    "postPath: format: expected 'html' or 'json', got 'xml'"
  ],
  [
    'a misspelt one',
    (u) => u.postUrl(1, { format: 'jsno', host: 'a.org' }),
    "postUrl: format: expected 'html' or 'json', got 'jsno'; did you mean 'json'?"
  ],
  [
    'what must be a string',
    (u) => u.postPath(1, { format: ['json'] }),
    "postPath: format: expected 'html' or 'json', got ['json']"
  ],
  [
    'a line break before an extension',
    (u) => u.postCommentPath(1, 'a\nb', { format: 'xml' }),
    "postCommentPath: '1', 'a\nb', '.xml': a request to this URL would not have these ids"
  ],
  [
    'a format where there are none',
    (u) => u.tagPath(1, { format: 'json' }),
    'tagPath: format: /tags/:id takes no extension; to allow some, set formats in its declaration'
  ],
  [
    'a dot in an id, whatever the requirement says',
    (u) => u.postPath('1.json'),
    "postPath: id: '1.json' holds a '.', which an id of a route with formats ('html' or 'json') cannot hold"
  ],
  [
    'the same, in the number of a parent',
    (u) => u.postCommentPath(1.5, 'a?b'),
    "postCommentPath: post_id: '1.5' holds a '.', which an id of a route with formats ('xml') cannot hold; id: 'a?b' holds a '?', which an id of a route with formats ('xml') cannot hold"
  ],
  [
    'a format among the ids',
    (u) => u.postCommentPath({ post_id: 1, id: 2, format: 'xml' }),
    'postCommentPath: format: expected options in a separate object after the ids'
  ]
]

for (const [title, call, message] of refusedFormats) {
  t.test(`refused: ${title}`, async (t) => {
    t.throws(() => call(createUrlFor(formatted)), { code: 'FST_RESOURCES_URL', message })
  })
}

t.test('a link by name has the ids of the row of that name, whatever row answers it', async (t) => {
  const tree = draw((map) => map
    .resources('posts', { param: 'slug', only: ['update'] })
    .route('q', '/posts/:slug', 'pages#q')
    .route('a', '/x/:b', 'pages#a', { method: 'post', defaults: { k: '1' } })
    .route('n', '/x/:b', 'pages#n')
    .route('m', '/y/:b', 'pages#m', { method: 'post', defaults: { b: null } })
    .route('o', '/y/:b', 'pages#o'))
  const urlFor = createUrlFor(tree)
  const post = { id: 9, slug: 'abc' }
  t.equal(urlFor.postPath(post), '/posts/abc')
  t.equal(urlFor('post', { slug: post }), '/posts/abc')
  t.equal(urlFor(urlFor.hashForAPath('1')), '/x/1')
  t.equal(urlFor.mPath(), '/y')
})

t.test('helpers and hashes can be destructured', async (t) => {
  const { postPath, postUrl, hashForPostPath } = createUrlFor(routes, {
    baseUrl: 'https://example.org'
  }) as Anything
  t.strictSame(
    [postPath(1), postUrl(1), hashForPostPath(1).id],
    ['/posts/1', 'https://example.org/posts/1', 1]
  )
})

t.test('every named row has its four helpers, and nothing else does', async (t) => {
  const names = routes.table
    .filter(({ name }) => name !== '')
    .flatMap(({ name }) => {
      const stem = camelize(name)
      const capital = stem[0]?.toUpperCase() + stem.slice(1)
      return [`${stem}Path`, `${stem}Url`, `hashFor${capital}Path`, `hashFor${capital}Url`]
    })
  for (const name of names) {
    t.ok(name in urlFor, name)
    t.type((urlFor as Anything)[name], 'function', name)
  }
  for (const name of ['post', 'posts', 'PostPath', 'hashForPost', 'hashForpostPath', 'paths', 'then', Symbol('post')]) {
    t.notOk(name in urlFor, String(name))
    t.equal((urlFor as Anything)[name], undefined, String(name))
  }
})

t.test('each helper is made once, at its first use, and no list of names has it', async (t) => {
  const u = createUrlFor(routes) as Anything
  t.equal(u.postPath, u.postPath)
  t.strictSame(Object.keys({ ...u }), [])
  t.throws(() => { u.postPath = () => '/' }, TypeError)
  t.ok(u instanceof Function)
  t.match(inspect(u), 'Function')
  const german = u.with({ locale: 'de' })
  t.equal(german.pagesPath, german.pagesPath)
  t.equal(german.pagesPath(), '/de/pages')
  t.equal(u.pagesPath('fr'), '/fr/pages')
})

const usualId = fc.oneof(
  fc.integer(),
  fc.constantFrom(0, -0, 1.5, NaN, 2 ** 31, 5n, null, undefined, true, ''),
  fc.uuid(),
  fc.constantFrom('new', 'search', 'a b', 'a/b', '..', '1.json', 'ä', '007', 'x'.repeat(101))
)
const usualRecord = fc.oneof(
  fc.record({ id: usualId }),
  fc.record({ title: fc.string(), id: usualId }),
  usualId.map((id) => ({ id, toParam: () => id }))
)
const usualOptions = fc.oneof(
  fc.constantFrom(undefined, {}, { anchor: 'x' }, { format: 'json' }, { query: null }),
  fc.record({
    query: fc.dictionary(
      fc.constantFrom('page', 'a b', '__proto__', 'constructor', '', 'x[y]'),
      fc.oneof(usualId, fc.constant([1, 2]), fc.constant({ a: 1 })),
      { noNullPrototype: true }
    )
  })
)

t.test('a usual call gives what the long form gives', async () => {
  const many = createUrlFor(
    draw({ formats: ['json'] }, (map) =>
      map
        .resources('posts', { collection: { search: 'get' }, requirements: { id: /\d+/ } }, (posts) =>
          posts.resources('comments')
        )
        .resources('tags', (tags) =>
          tags.resources('votes', (votes) => votes.resources('flags', { formats: [] }))
        )
        .route('page', '/pages/:section/:id', 'pages#show', { defaults: { id: null } })
        .route('blob', '/blobs/*path', 'blobs#show')
        .route('dated', '/dated/:year-:month', 'pages#dated', { requirements: { year: /\d+/ } })
    )
  ) as Anything
  const outcomeOf = (call: () => string): string => {
    try {
      return call()
    } catch (error) {
      return (error as Error).message.replace(/^[^:]+: /, '')
    }
  }
  const rows = [
    ['posts', []],
    ['post', ['id']],
    ['edit_post', ['id']],
    ['post_comment', ['post_id', 'id']],
    ['tag', ['id']],
    ['tag_vote', ['tag_id', 'id']],
    ['tag_vote_flag', ['tag_id', 'vote_id', 'id']],
    ['page', ['section', 'id']],
    ['blob', ['path']],
    ['dated', ['year', 'month']]
  ] as const
  const ids = fc.array(fc.oneof(usualId, usualRecord), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(fc.constantFrom(...rows), ids, usualOptions, ([name, params], given, options) => {
      const helper = `${name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())}Path`
      const byName = Object.fromEntries(params.map((variable, position) => [variable, given[position]]))
      const expected = outcomeOf(() => many(name, byName, options))
      assert.equal(
        outcomeOf(() => many[helper](...given.slice(0, params.length), options)),
        expected
      )
    }),
    { numRuns: runs(3000) }
  )
})

t.test('a query takes its own properties alone, and at most as many as a server reads', async (t) => {
  t.equal(urlFor.postsPath({ query: Object.create({ inherited: 1 }) }), '/posts')
  t.equal(urlFor.postsPath({ query: { none: null, missing: undefined, page: 2 } }), '/posts?page=2')
  const large = Object.fromEntries(Array.from({ length: 3001 }, (_, index) => [`k${index}`, index]))
  t.throws(() => urlFor.postsPath({ query: large }), {
    message: 'postsPath: query: expected at most 3000 keys, of all values together, got 3001'
  })
  t.throws(() => urlFor.postsPath({}, {}), { message: /at most one options object/ })
  t.throws(() => urlFor.postsPath(null), { message: /at most one options object/ })
})
