/** README: what it shows is so. The whole examples are run by the test of the package. */

import t from 'tap'
import { transform } from 'esbuild'
import Fastify from 'fastify'
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import resourcesPlugin, { createFormHelpers, createUrlFor, draw, formatRoutes } from '../lib/index.js'
import { echoControllers } from './support/app.js'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const ERRORS = readFileSync(new URL('../lib/errors.ts', import.meta.url), 'utf8')

/** The cells of the table under a heading of its columns. */
function table (heading: string): string[][] {
  const lines = README.slice(README.indexOf(heading)).split('\n')
  return lines.slice(2, lines.findIndex((line) => !line.startsWith('|'))).map((line) => line.slice(2, -2).split(' | '))
}

function blocks (language: string): string[] {
  return [...README.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 'gs'))].map(([, code]) => code as string)
}

const example = draw((map) => map
  .resources('posts', { only: ['index', 'show', 'update'] }, (posts) => posts
    .resources('comments', { only: 'create' })))

/** Evaluates an expression of README with what it speaks of. */
function evaluate (expression: string, names: object): unknown {
  return (runInThisContext(`(${Object.keys(names).join()}) => (${expression})`) as (...values: unknown[]) => unknown)(...Object.values(names))
}

t.test('every line of code with its result behind it gives that result', async (t) => {
  const routes = draw({ formats: ['html', 'json'] }, (map) => map.resources('posts', (posts) => posts.resources('comments')))
  const urlFor = createUrlFor(routes, { baseUrl: 'https://example.org' })
  const names = { urlFor, request: { urlFor }, app: { urlFor }, post: { id: 1 }, comment: { id: 2 }, ...createFormHelpers(urlFor) }
  const lines = blocks('js').join('\n').split('\n').flatMap((line) => {
    const [, expression, result] = /^(\S.*?) +\/\/ ('[^']*')/.exec(line) ?? []
    return expression === undefined || result === undefined || /^(?:import|const) /.test(expression) ? [] : [[expression, result] as const]
  })
  t.equal(lines.length, 8)
  for (const [expression, result] of lines) t.equal(decodeURI(evaluate(expression, names) as string), evaluate(result, {}), expression)
})

t.test('every block of code can be read by a compiler', async (t) => {
  for (const code of [...blocks('js'), ...blocks('ts')]) {
    // Some show a part of an object.
    const read = await transform(code, { loader: 'ts' }).catch(async () => await transform(`({${code}})`, { loader: 'ts' }))
    t.ok(read.code, code.slice(0, code.indexOf('\n')))
  }
})

t.test('the example and the command print what it says', async (t) => {
  t.strictSame(blocks('text'), [formatRoutes(example), formatRoutes(example, { grep: 'comment', style: 'expanded' })])
})

t.test('every option of a declaration has an example that can be drawn', async (t) => {
  const rows = table('| option | example | meaning |\n|---|---|---|\n| `only`')
  t.equal(rows.length, 18)
  for (const [names = '', code = ''] of rows) {
    const example = code.slice(1, -1)
    const source = example.startsWith('{') ? `{ ${(/`(\w+)`/.exec(names) as RegExpExecArray)[1] as string}: ${example} }` : `{ ${example} }`
    const options = evaluate(source, {}) as never
    t.ok(draw((map) => map.resources('geese', options)).table.length > 0, source)
  }
})

t.test('every option of the plugin has an example that can be registered', async (t) => {
  const rows = table('| option | example | meaning |\n|---|---|---|\n| `routes`')
  const routes = draw((map) => map.resources('posts').namespace('admin', (admin) => admin.resources('users')))
  const controllers = echoControllers(routes)
  for (const [name = '', code = ''] of rows) {
    const app = Fastify()
    const given = evaluate(`{ ${code.slice(1, -1)} }`, { draw, posts: controllers.posts }) as object
    const tree = 'controllers' in given ? draw((map) => map.resources('posts')) : routes
    await app.register(resourcesPlugin, { routes: tree, controllers, ...given })
    t.ok(app.hasDecorator('urlFor'), name)
  }
  const options = await Fastify().register(resourcesPlugin, { nothing: 1 } as object).then(() => '', (error: Error) => error.message)
  t.strictSame(rows.map(([name]) => (name as string).slice(1, -1)).sort(), [...(/expected (.*?)(?:;|$|, got)/m.exec(options) as RegExpExecArray)[1]?.matchAll(/'(\w+)'/g) ?? []].map(([, name]) => name as string).sort())
})

t.test('every error has a row', async (t) => {
  t.strictSame(table('| code | status |').map(([code, status]) => [(code as string).slice(1, -1), Number(status)]).sort(),
    [...ERRORS.matchAll(/^ {2}(FST_\w+): \[(\d+)/gm)].map(([, code, status]) => [code as string, Number(status)]).sort())
})
