/** Paths with another property of a record than its id. */

import t from 'tap'
import Fastify from 'fastify'
import resourcesPlugin, { createFormHelpers, createUrlFor, draw, formatRoutes } from '../lib/index.js'
import type { AnyUrlFor, Routes } from '../lib/index.js'
import { echoApp } from './support/app.js'

type Anything = any

const routes = draw((map) =>
  map
    .resources(
      'posts',
      { param: 'slug', requirements: { slug: /[a-z-]+/ }, member: { publish: 'put' } },
      (posts) =>
        posts
          .resources('comments', { only: ['index', 'create', 'update', 'show'], shallow: false })
          .resource('author', { only: 'show' })
    )
    .resources('tags', { param: 'tagName', only: ['show', 'create'] })
)
const urlFor: AnyUrlFor = createUrlFor(routes as Routes)
const post = { id: 1, slug: 'hello' }

t.test('the variable has the name of the property, with the singular as prefix for children; a requirement uses the same name', (t) => {
  t.equal(
    formatRoutes(routes),
    `
        posts GET    /posts                         { controller: 'posts', action: 'index' }
              POST   /posts                         { controller: 'posts', action: 'create' }
     new_post GET    /posts/new                     { controller: 'posts', action: 'new' }
 publish_post PUT    /posts/:slug/publish           { controller: 'posts', action: 'publish', slug: /[a-z-]+/ }
    edit_post GET    /posts/:slug/edit              { controller: 'posts', action: 'edit', slug: /[a-z-]+/ }
         post GET    /posts/:slug                   { controller: 'posts', action: 'show', slug: /[a-z-]+/ }
              PUT    /posts/:slug                   { controller: 'posts', action: 'update', slug: /[a-z-]+/ }
              DELETE /posts/:slug                   { controller: 'posts', action: 'destroy', slug: /[a-z-]+/ }
post_comments GET    /posts/:post_slug/comments     { controller: 'comments', action: 'index', post_slug: /[a-z-]+/ }
              POST   /posts/:post_slug/comments     { controller: 'comments', action: 'create', post_slug: /[a-z-]+/ }
 post_comment GET    /posts/:post_slug/comments/:id { controller: 'comments', action: 'show', post_slug: /[a-z-]+/ }
              PUT    /posts/:post_slug/comments/:id { controller: 'comments', action: 'update', post_slug: /[a-z-]+/ }
  post_author GET    /posts/:post_slug/author       { controller: 'authors', action: 'show', post_slug: /[a-z-]+/ }
         tags POST   /tags                          { controller: 'tags', action: 'create' }
          tag GET    /tags/:tagName                 { controller: 'tags', action: 'show' }`.slice(1)
  )
  t.end()
})

t.test('a row knows the records and properties that its variables identify', (t) => {
  const variables = (wanted: string) =>
    routes.table
      .find(({ name }) => name === wanted)!
      .params.map(({ name, of, property }) => [name, of, property])
  t.strictSame(variables('post_comment'), [
    ['post_slug', 'posts', 'slug'],
    ['id', 'comments', 'id']
  ])
  t.strictSame(variables('edit_post'), [['slug', 'posts', 'slug']])
  t.strictSame(draw((map) => map.include(routes)).table, routes.table)
  t.end()
})

const built: ReadonlyArray<readonly [title: string, path: () => string, expected: string]> = [
  ['a text', () => urlFor.postPath('hello'), '/posts/hello'],
  ['a record with an id', () => urlFor.postPath(post), '/posts/hello'],
  ['a record without one', () => urlFor.postPath({ slug: 'hello' }), '/posts/hello'],
  [
    'toParam() before the property',
    () => urlFor.postPath({ ...post, toParam: () => 'other' }),
    '/posts/other'
  ],
  ['a parent without an id', () => urlFor.postCommentsPath({ slug: 'hello' }), '/posts/hello/comments'],
  [
    'the variable by name, beside a property',
    () => urlFor.postCommentsPath({ post_slug: { slug: 'hello' } }),
    '/posts/hello/comments'
  ],
  [
    'a parent, and a record by its id',
    () => urlFor.postCommentPath(post, { id: 7, slug: 'no' }),
    '/posts/hello/comments/7'
  ],
  ['by name', () => urlFor.postCommentPath({ post_slug: post, id: 7 }), '/posts/hello/comments/7'],
  ['the long form', () => urlFor('post', { slug: post }), '/posts/hello'],
  [
    'controller and action',
    () => urlFor({ controller: 'comments', action: 'show', post_slug: post, id: 7 }),
    '/posts/hello/comments/7'
  ],
  ['a hash', () => urlFor(urlFor.hashForPostCommentPath(post, 7)), '/posts/hello/comments/7'],
  ['a property in camelCase', () => urlFor.tagPath({ id: 1, tagName: 'a b' }), '/tags/a%20b']
]

for (const [title, path, expected] of built) {
  t.test(`helpers take ${title}`, async (t) => {
    t.equal(path(), expected)
  })
}

const refused: ReadonlyArray<readonly [title: string, call: () => unknown, message: string]> = [
  [
    'a record without the property',
    () => urlFor.postPath({ id: 1 }),
    'postPath: slug: expected an id (a string, a number, or a record with slug or toParam()), got an object with id'
  ],
  [
    'such a parent',
    () => urlFor.postCommentPath({ id: 1 }, 2),
    'postCommentPath: post_slug: expected an id (a string, a number, or a record with slug or toParam()), got an object with id'
  ],
  [
    'such a record in a form',
    () => createFormHelpers(urlFor).formFor('post', { id: 1 }),
    'postPath: slug: expected an id (a string, a number, or a record with slug or toParam()), got undefined'
  ]
]

for (const [title, call, message] of refused) {
  t.test(`${title} is refused: its id would link to a 404`, async (t) => {
    t.throws(call, { code: 'FST_RESOURCES_URL', message })
  })
}

t.test('the id, else the property, decides whether a form is new', (t) => {
  const { formFor } = createFormHelpers(urlFor)
  const update = '<form action="/posts/hello" method="post"><input type="hidden" name="_method" value="put">'
  t.equal(`${formFor('post', { slug: 'hello' })}`, update, 'a record without an id is known by its property')
  t.equal(
    `${formFor('post', { id: null, slug: 'hello' })}`,
    '<form action="/posts" method="post">',
    'an id decides first'
  )
  t.equal(`${formFor('post', { title: 'Hello' })}`, '<form action="/posts" method="post">')
  t.equal(`${formFor('post', post)}`, update)
  t.equal(formFor('post', { slug: 'hello' }, { isNew: false }).action, '/posts/hello')
  t.equal(formFor('post_comment', [post, {}]).action, '/posts/hello/comments')
  t.equal(formFor('post_comment', [post, { id: 7 }]).action, '/posts/hello/comments/7')
  t.equal(formFor('tag', {}).action, '/tags')
  t.end()
})

t.test('what a helper builds is recognized with the same variables', async (t) => {
  const app = await echoApp(routes)
  t.strictSame((await app.inject(urlFor.postCommentPath(post, 7))).json(), {
    controller: 'comments',
    action: 'show',
    params: { post_slug: 'hello', id: '7' }
  })
  t.strictSame((await app.inject(urlFor.postPath(post))).json(), {
    controller: 'posts',
    action: 'show',
    params: { slug: 'hello' }
  })
  t.equal((await app.inject('/posts/1')).statusCode, 404)
})

t.test('ids may be given by the name of the property, and load gets them', async (t) => {
  const drawn = draw((map) =>
    map.resources('editions', { param: 'year', only: 'show' }, (editions) =>
      editions.resources('pages', { only: 'show', param: 'number' })
    )
  )
  const app = Fastify()
  const record = (name: string): object => ({
    type: 'object',
    properties: { id: { type: 'string' }, [name]: { type: 'integer' } }
  })
  const show = async ({ params, record, parents }: Anything): Promise<object> => ({ params, record, parents })
  await app.register(resourcesPlugin, {
    routes: drawn,
    controllers: {
      editions: { record: record('year'), load: (year: number) => ({ next: year + 1 }), show },
      pages: {
        record: record('number'),
        load: (number: number, parents: Anything) => ({ number, of: parents.edition.next }),
        show
      }
    }
  })
  t.strictSame((await app.inject('/editions/1999/pages/3')).json(), {
    params: { edition_year: 1999, number: 3 },
    record: { number: 3, of: 2000 },
    parents: { edition: { next: 2000 } }
  })
  t.strictSame((await app.inject('/editions/1999')).json(), {
    params: { year: 1999 },
    record: { next: 2000 },
    parents: {}
  })
  t.equal((await app.inject('/editions/new')).json().code, 'FST_RESOURCES_ID')
})

const mistakes: ReadonlyArray<readonly [options: object, message: string]> = [
  [{ param: 1 }, "param: expected the name of a property, such as 'slug', got 1"],
  [
    { param: 'a-b' },
    "param: expected a variable's name as a letter, then letters, digits and '_', got 'a-b'"
  ],
  [
    { param: 'action' },
    "param: a variable cannot be named 'action', which is an argument of urlFor({ … }); rename it, such as 'action_name'"
  ],
  [
    { param: 'slug', requirements: { id: /\d/ } },
    "requirements: no path here has a variable ':id'; expected 'slug'"
  ]
]

for (const [options, message] of mistakes) {
  t.test(`${JSON.stringify(options)} is a mistake`, async (t) => {
    t.throws(() => draw((map: Anything) => map.resources('posts', options)), {
      message: `The routes have a mistake: resources('posts'): ${message}`
    })
  })
}
