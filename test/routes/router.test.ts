/** The model of the router: which row answers a path, and with which values. */

import t from 'tap'
import { draw } from '../../lib/index.js'
import { chooseEnds } from '../../lib/routes/hosts.js'
import { createRouter } from '../../lib/routes/router.js'
import type { Method, Route } from '../../types/route.js'

type Options = Readonly<Record<string, unknown>>

/** A path, or one with its options. */
type Path = string | readonly [path: string, options: Options]

/** Rows of plain routes. */
function drawPaths (paths: readonly Path[]): readonly Route[] {
  return draw((map: any) => paths.reduce((map: any, given) => {
    const [path, options] = typeof given === 'string' ? [given, {}] : given
    return map.route(path, { controller: 'pages', action: 'show', ...options })
  }, map)).table
}

const DIGITS = { requirements: { id: /\d+/ } }
const WORD = { requirements: { name: /\w+/ } }

const ANSWERS: ReadonlyArray<readonly [
  paths: readonly Path[], request: string, expected: string | undefined, values?: readonly string[]
]> = [
  // A word, a variable with a requirement, a variable, a glob.
  [['/posts/:id', '/posts/new'], '/posts/new', '/posts/new', []],
  [['/posts/:id', '/posts/new'], '/posts/news', '/posts/:id', ['news']],
  [['/posts/:name', ['/posts/:id', DIGITS]], '/posts/7', '/posts/:id', ['7']],
  [['/posts/:name', ['/posts/:id', DIGITS]], '/posts/a7', '/posts/:name', ['a7']],
  [['/files/*path', '/files/:id'], '/files/a', '/files/:id', ['a']],
  [['/files/*path', '/files/:id'], '/files/a/b', '/files/*path', ['a/b']],
  [['/files/*path'], '/files', undefined],
  // It goes back where a path leads nowhere.
  [['/posts/:id/edit', '/:any/7/show'], '/posts/7/show', '/:any/7/show', ['posts']],
  [[['/posts/:id/edit', DIGITS], ['/posts/:name/show', WORD]], '/posts/7/show', '/posts/:name/show', ['7']],
  [['/posts/new/edit', '/posts/:id'], '/posts/new', '/posts/:id', ['new']],
  [['/a/*rest', '/a/b/c'], '/a/b/d', '/a/*rest', ['b/d']],
  // What no row has.
  [['/posts'], '/post', undefined],
  [['/posts'], '/posts/7', undefined],
  [[['/posts/:id', DIGITS]], '/posts/x', undefined],
  [['/posts/:id'], '/posts/', '/posts/:id', ['']],
  [['/'], '/', '/', []],
  // Extensions and optional variables are paths of their own.
  [[['/posts', { formats: ['json'] }]], '/posts.json', '/posts', ['json']],
  [[['/posts/:id', { formats: ['json'] }]], '/posts/7.json', '/posts/:id', ['7', 'json']],
  [[['/posts/:id', { formats: ['json'] }]], '/posts/7', '/posts/:id', ['7']],
  [[['/:year/:month', { defaults: { month: null } }]], '/2026', '/:year/:month', ['2026']],
  [[['/:year/:month', { defaults: { month: null } }]], '/2026/5', '/:year/:month', ['2026', '5']]
]

for (const [paths, request, expected, values] of ANSWERS) {
  const shown = paths.map((given) => typeof given === 'string' ? given : given[0]).join(', ')
  t.test(`${request} among ${shown}`, async (t) => {
    const reached = createRouter(drawPaths(paths)).recognize('GET', request.slice(1).split('/'), ([end]) => end)
    t.strictSame([reached?.route.path, reached?.values], [expected, values])
  })
}

t.test('words are compared as the router folds them, and values stay as they are', async (t) => {
  const table = drawPaths(['/Posts/:id'])
  for (const [fold, expected] of [[undefined, undefined], [(text: string) => text.toLowerCase(), 'Ab']] as const) {
    const reached = createRouter(table, fold).recognize('GET', ['pOSTS', 'Ab'], ([end]) => end)
    t.equal(reached?.values[0], expected)
  }
})

t.test('each method has its own paths', async (t) => {
  const router = createRouter(draw((map) => map.resources('posts')).table)
  const actions = (['GET', 'PUT', 'POST', 'QUERY'] as Method[]).map((method) =>
    router.recognize(method, ['posts', '7'], ([end]) => end)?.route.action
  )
  t.strictSame(actions, ['show', 'update', undefined, undefined])
})

const HOSTS: ReadonlyArray<readonly [
  conditions: readonly Options[],
  host: string | undefined,
  certain: number | undefined,
  possible: readonly number[]
]> = [
  [[{}], 'a.example', 0, [0]],
  [[{ host: 'a.example' }], 'b.example', undefined, []],
  [[{}, { host: 'a.example' }], 'a.example', 1, [1]],
  [[{}, { host: 'a.example' }], 'b.example', 0, [0]],
  [[{ host: /^a/ }, { host: 'a.example' }], 'a.example', 1, [1]],
  [[{ host: /^a/ }, { host: /example$/ }], 'a.example', 0, [0]],
  [[{ host: /^a/g }], 'a.example', 0, [0]],
  // What is unknown may choose another row.
  [[{}, { host: 'a.example' }], undefined, 0, [0, 1]],
  [[{}, { version: '1.0.0' }], 'a.example', 0, [0, 1]],
  [[{ version: '1.0.0' }], 'a.example', undefined, [0]]
]

for (const [conditions, host, certain, possible] of HOSTS) {
  t.test(`${String(host)} among ${conditions.map((one) => Object.entries(one).join() || 'any').join(' and ')}`, async (t) => {
    const ends = conditions.map((one) => ({ route: { conditions: one } as Route, params: [] }))
    const choice = chooseEnds(ends, host)
    t.strictSame(
      [choice.certain && ends.indexOf(choice.certain), choice.possible.map((end) => ends.indexOf(end))],
      [certain, possible]
    )
  })
}
