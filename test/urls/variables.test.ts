/** Helpers with variables filled in. */

import assert from 'node:assert/strict'
import t from 'tap'
import Fastify from 'fastify'
import fc from 'fast-check'
import resourcesPlugin, { createFormHelpers, createUrlFor, draw } from '../../lib/index.js'
import { camelize } from '../../lib/routes/route-names.js'
import type { AnyUrlFor, Routes } from '../../lib/index.js'
import { peacefulRoutes } from '../support/arbitraries.js'
import { runs } from '../support/runs.js'
import { echoApp } from '../support/app.js'

const routes = draw({ formats: ['json'] }, (map) =>
  map
    .resources(
      'posts',
      { pathPrefix: '/:locale', requirements: { locale: /[a-z]{2}/ }, param: 'slug' },
      (posts) => posts.resources('comments')
    )
    .resources('tags')
    .route('day', '/:locale/:year/:day', { controller: 'days', action: 'show' })
)
const urlFor: AnyUrlFor = createUrlFor(routes as Routes, { baseUrl: 'https://example.org' })
const german = urlFor.with({ locale: 'de' })
const post = { id: 1, slug: 'hallo', locale: 'en' }

const built: ReadonlyArray<readonly [title: string, url: () => unknown, expected: unknown]> = [
  ['a path without other ids', () => german.postsPath(), '/de/posts'],
  ['an id', () => german.postPath('hallo'), '/de/posts/hallo'],
  ['a record, whose own property does not count', () => german.postPath(post), '/de/posts/hallo'],
  [
    'ids by name',
    () => german.postCommentPath({ post_slug: post, id: 2, locale: 'en' }),
    '/de/posts/hallo/comments/2'
  ],
  [
    'ids by position, and options',
    () => german.postCommentPath(post, 2, { format: 'json', anchor: 'x' }),
    '/de/posts/hallo/comments/2.json#x'
  ],
  ['a URL', () => german.postUrl(post), 'https://example.org/de/posts/hallo'],
  ['a route without the variable', () => german.tagPath(1), '/tags/1'],
  ['a variable in the middle', () => german.with({ day: 3 }).dayPath(1999), '/de/1999/3'],
  ['a variable filled again', () => german.with({ locale: 'fr' }).postsPath(), '/fr/posts'],
  [
    'a record',
    () => urlFor.with({ post_slug: post, locale: 'de' }).postCommentsPath({ query: { a: 1 } }),
    '/de/posts/hallo/comments?a=1'
  ],
  ['the long form', () => german('post', { slug: post }), '/de/posts/hallo'],
  ['the long form of a record', () => german('post', post), '/de/posts/hallo'],
  [
    'controller and action',
    () => german({ controller: 'posts', action: 'index', anchor: 'x' }),
    '/de/posts#x'
  ],
  [
    'a hash',
    () => german.hashForPostPath(post),
    { useRoute: 'post', controller: 'posts', action: 'show', locale: 'de', slug: 'hallo', onlyPath: true }
  ],
  ['a hash of a URL', () => german(german.hashForPostUrl(post)), 'https://example.org/de/posts/hallo'],
  [
    'a hash made before, which keeps its own',
    () => german(urlFor.hashForPostPath('en', post)),
    '/en/posts/hallo'
  ],
  ['a form of a new record', () => createFormHelpers(german).formFor('post', {}).action, '/de/posts'],
  [
    'a form with a parent',
    () => createFormHelpers(german).formFor('post_comment', [post, { id: 2 }]).action,
    '/de/posts/hallo/comments/2'
  ],
  [
    'helpers taken out',
    () => {
      const { postPath, postUrl } = german
      return [postPath(post), postUrl(post)]
    },
    ['/de/posts/hallo', 'https://example.org/de/posts/hallo']
  ],
  ['nothing, without with()', () => urlFor.postsPath('en'), '/en/posts']
]

for (const [title, url, expected] of built) {
  t.test(`filled in: ${title}`, async (t) => {
    t.strictSame(url(), expected)
  })
}

const refused: ReadonlyArray<readonly [title: string, call: () => unknown, message: string]> = [
  [
    'a variable of no route',
    () => urlFor.with({ locle: 'de' }),
    "urlFor.with(): no route has :locle; did you mean 'locale'?"
  ],
  [
    'null',
    () => urlFor.with(null as never),
    "urlFor.with(): expected variables by name, as in { locale: 'de' }, got null"
  ],
  [
    'a value that its requirement refuses',
    () => urlFor.with({ locale: 'deutsch' }).postsPath(),
    "postsPath: locale: 'deutsch' does not match the requirement /[a-z]{2}/"
  ],
  [
    'no value',
    () => urlFor.with({ locale: undefined }).postsPath(),
    'postsPath: locale: expected an id (a string, a number, or a record with id or toParam()), got undefined'
  ],
  [
    'an id too many',
    () => german.postPath('de', 'hallo'),
    "postPath: expected slug (by position or in one object) and at most one options object, also got 'hallo'"
  ]
]

for (const [title, call, message] of refused) {
  t.test(`refused: ${title}`, async (t) => {
    t.throws(call, { code: 'FST_RESOURCES_URL', message })
  })
}

t.test("a request's helpers keep its host", async (t) => {
  const app = Fastify()
  const index = async (request: { urlFor: AnyUrlFor; params: object }): Promise<string> =>
    request.urlFor.with({ locale: (request.params as { locale: string }).locale }).postsUrl()
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'index', pathPrefix: ':locale' })),
    controllers: { posts: { index } }
  })
  t.equal((await app.inject({ url: '/fr/posts', headers: { host: 'a.org' } })).body, 'http://a.org/fr/posts')
})

t.test('the router finds the same ids in URLs of helpers with filled-in variables', async (t) => {
  const app = await echoApp(routes)
  const echoed = (
    await app.inject((app.urlFor as AnyUrlFor).with({ locale: 'de' }).postCommentPath(post, 7))
  ).json()
  t.strictSame(echoed.params, { locale: 'de', post_slug: 'hallo', id: '7' })
})

t.test('the URL is the same, whichever variables are filled in', async (t) => {
  let built = 0
  const numRuns = runs(200)
  fc.assert(
    fc.property(peacefulRoutes, fc.infiniteStream(fc.boolean()), (drawn, choices) => {
      const urlFor: AnyUrlFor = createUrlFor(drawn)
      for (const { name, params } of drawn.table) {
        if (name === '') continue
        const helper = camelize(name)
        const [ids, left]: [string[], string[]] = [params.map((_, place) => `i${place}x`), []]
        const filled: Record<string, string> = {}
        params.forEach(({ name: variable }, place) => {
          if (choices.next().value) filled[variable] = ids[place] as string
          else left.push(ids[place] as string)
        })
        built++
        assert.equal(urlFor.with(filled)[`${helper}Path`](...left), urlFor[`${helper}Path`](...ids))
      }
    }),
    { numRuns }
  )
  t.ok(built > numRuns, `${built} paths`)
})
