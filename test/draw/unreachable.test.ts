/** Two requirements at one place, of which Fastify accepts both and never asks one. */

import t from 'tap'
import Fastify from 'fastify'
import { draw } from '../../lib/index.js'
import { readRouterPaths } from '../../lib/routes/router-paths.js'
import type { Route } from '../../types/route.js'

type Options = Readonly<Record<string, unknown>>
type Path = readonly [path: string, requirements?: Readonly<Record<string, RegExp>>, options?: Options]

/** Rows of plain routes. */
function drawPaths (...paths: readonly Path[]): readonly Route[] {
  return draw((map: any) => paths.reduce((map: any, [path, requirements = {}, options = {}], index) =>
    map.route(path, { controller: 'pages', action: `show${index}`, requirements, ...options }), map)).table
}

const HOST = { conditions: { host: 'a.org' } }

/** Two rows, a request for the second, and whether the first answers all that the second could. */
const CASES: ReadonlyArray<readonly [first: Path, second: Path, url: string, isHidden: boolean]> = [
  [['/p/:page', { page: /.+/ }], ['/p/:slug'], '/p/x', true],
  [['/p/:page', { page: /[^/]+/ }], ['/p/:slug'], '/p/x', true],
  [['/p/:page', { page: /\w+/ }], ['/p/:slug'], '/p/a b', false],
  [['/:a/x/:b', { a: /.*/ }], ['/:c/x/:d'], '/1/x/2', true],
  [['/:a/:b', { a: /.*/ }], ['/:a/:b', { b: /\d+/ }], '/x/2', true],
  [['/:a/:b', { a: /.*/, b: /\d+/ }], ['/:a/:b'], '/x/y', false],
  [['/:a/:b', { b: /.*/ }], ['/:a/:b', { a: /\d+/ }], '/1/2', false],
  [['/p/:page', { page: /.+/ }], ['/p/*rest'], '/p/x/y', false],
  [['/p/:page', { page: /.+/ }, HOST], ['/p/:slug'], '/p/x', false],
  [['/p/:page', { page: /.+/ }], ['/p/:slug', {}, HOST], '/p/x', true],
  [['/p/:page', { page: /.+/ }], ['/p/:slug', {}, { defaults: { slug: null } }], '/p', false]
]

for (const [first, second, url, isHidden] of CASES) {
  t.test(`${JSON.stringify(second)} beside ${JSON.stringify(first)} ${isHidden ? 'is refused' : 'answers'}`, async (t) => {
    const app = Fastify()
    for (const [path, name] of [[second, 'second'], [first, 'first']] as const) {
      for (const route of drawPaths(path)) {
        const { conditions: constraints } = route as { conditions: Record<string, string> }
        for (const { url } of readRouterPaths(route)) app.get(url, { constraints }, async () => name)
      }
    }
    const headers = { host: second[2] === HOST ? 'a.org' : 'b.org' }
    t.equal((await app.inject({ url, headers })).body, isHidden ? 'first' : 'second', 'by Fastify')
    const both = (): unknown => drawPaths(second, first)
    if (isHidden) t.throws(both, { message: /: no request reaches it, since .* of route\(.*\) answers first; narrow one/ })
    else t.doesNotThrow(both)
  })
}

t.test("an 'any' is refused only where no method of it is asked", async (t) => {
  const wide = (method: string | readonly string[]): Path => ['/p/:page', { page: /.+/ }, { method }]
  const any: Path = ['/p/:slug', {}, { method: 'any' }]
  t.doesNotThrow(() => drawPaths(any, wide('get')))
  t.throws(() => drawPaths(any, wide(['get', 'post', 'put', 'patch', 'delete', 'query'])), { message: /no request reaches it/ })
})

t.test('a variable with text after it is a requirement for the router', async (t) => {
  t.doesNotThrow(() => drawPaths(['/:a.txt/:b', { b: /\d+/ }], ['/:c.txt/:d', { c: /.+/ }]))
})
