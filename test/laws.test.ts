/** Laws for all trees and all ids. */

import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { createUrlFor, draw, formatRoutes, parseQuery } from '../lib/index.js'
import type { Route } from '../lib/index.js'
import { addQuery } from '../lib/urls/query.js'
import { listLines, pathText } from '../lib/routes/listing.js'
import { camelize, namesOf } from '../lib/routes/route-names.js'
import { readRouterPaths } from '../lib/routes/router-paths.js'
import { rowsForPath } from '../lib/routes/rows-for-path.js'
import { paramsBy } from './support/params.js'
import { contendingRoutes, garbledCall, id, peacefulRoutes } from './support/arbitraries.js'
import type { GarbledCall } from './support/arbitraries.js'
import { echoApp } from './support/app.js'
import type { Echo } from './support/app.js'
import { runs } from './support/runs.js'

const RUNS = { numRuns: runs(1000) }

t.test('every row is registered; the router finds the same route, ids and format for each URL of a helper; helpers refuse all other ids, but not those for which another row answers', async (t) => {
  let built = 0
  let extended = 0
  let shortened = 0
  await fc.assert(
    fc.asyncProperty(
      contendingRoutes,
      fc.infiniteStream(id),
      fc.infiniteStream(fc.nat()),
      async (routes, ids, numbers) => {
        const app = await echoApp(routes)
        for (const route of routes.table) {
          for (const { url } of readRouterPaths(route)) {
            assert.ok(app.hasRoute({ method: route.method, url }), url)
          }
        }
        for (const route of firstOfEachAction(routes.table).slice(0, 12)) {
          const omitted =
            numbers.next().value % (route.params.filter(({ isOptional }) => isOptional).length + 1)
          const params = Object.fromEntries(
            route.params.slice(0, route.params.length - omitted).map(({ name }) => [name, ids.next().value])
          )
          const format = [undefined, ...route.formats][numbers.next().value % (route.formats.length + 1)]
          const path = buildOrNull(() =>
            app.urlFor({
              controller: route.controller,
              action: route.action,
              ...params,
              ...(format === undefined ? {} : { format })
            })
          )
          if (path === null) continue
          built++
          if (format !== undefined) extended++
          if (omitted > 0) shortened++
          const response = await app.inject({ method: route.method, url: path })
          const defaults = Object.entries(paramsBy(route, 'default')).filter(([name]) => !(name in params))
          const texts = Object.fromEntries([
            ...Object.entries(params).map(([name, value]) => [name, String(value)]),
            ...defaults
          ])
          const recognized = app.recognize(path, route.method)
          const ofMethod = routes.table.filter(({ method }) => method === route.method)
          const [first, ...others] = rowsForPath(ofMethod, path)
          assert.equal(first, recognized?.route)
          if (first?.action !== route.action || first.controller !== route.controller) {
            // A helper does not ask for other rows.
            assert.ok(others.some(({ controller, action }) =>
              controller === route.controller && action === route.action), path)
            continue
          }
          assert.deepEqual(
            [recognized?.route.controller, recognized?.route.action, recognized?.params, recognized?.format],
            [route.controller, route.action, texts, format ?? null]
          )
          assert.deepEqual(
            [path, response.json<Echo>()],
            [
              path,
              {
                controller: route.controller,
                action: route.action,
                params: texts,
                ...(format === undefined ? {} : { format })
              }
            ]
          )
        }
        await app.close()
      }
    ),
    RUNS
  )
  t.ok(
    built > RUNS.numRuns && extended > RUNS.numRuns && shortened > 0,
    `${built} paths were built, ${extended} of them with an extension, ${shortened} without a variable`
  )
})

t.test('an id of letters and digits is never refused, if no other route competes for it', async (t) => {
  await fc.assert(
    fc.property(peacefulRoutes, fc.stringMatching(/^[a-z0-9]{4,40}x$/), (routes, text) => {
      const urlFor = createUrlFor(routes)
      for (const { controller, action, params } of routes.table) {
        assert.equal(
          typeof urlFor({
            controller,
            action,
            ...Object.fromEntries(params.map(({ name }) => [name, text]))
          }),
          'string'
        )
      }
    }),
    RUNS
  )
  t.pass(`for ${RUNS.numRuns} trees`)
})

t.test('every row is listed and named once; the listing as JSON parses back to the table; include adds the rows as they are', async (t) => {
  await fc.assert(
    fc.property(contendingRoutes, (routes) => {
      const helpers = routes.table.flatMap(namesOf).map(camelize)
      assert.equal(new Set(helpers).size, helpers.length)
      const lines = formatRoutes(routes).split('\n')
      const listed = listLines(routes.table)
      assert.equal(lines.length, Math.max(1, listed.length))
      listed.forEach(({ route, name, method }, index) => {
        const { controller, action } = route
        assert.ok((lines[index] as string).trimStart().startsWith(name === '' ? method : `${name} ${method}`))
        assert.ok((lines[index] as string).includes(` ${pathText(route)} `))
        assert.ok((lines[index] as string).includes(`{ controller: '${controller}', action: '${action}'`))
      })
      const json = formatRoutes(routes, { style: 'json' })
      assert.deepEqual(JSON.parse(json), routes.table)
      assert.equal(formatRoutes(draw((map) => map.include(routes)), { style: 'json' }), json)
    }),
    RUNS
  )
  t.pass(`for ${RUNS.numRuns} trees`)
})

t.test('what is no declaration is refused with its own error, whatever it is', async (t) => {
  let refused = 0
  fc.assert(
    fc.property(fc.array(garbledCall, { minLength: 1, maxLength: 3 }), (calls) => {
      try {
        draw((map: any): any => { declareAll(map, calls) })
      } catch (error) {
        assert.equal((error as { code: string }).code, 'FST_RESOURCES_DECLARATION', (error as Error).stack)
        refused++
      }
    }),
    { numRuns: runs(10_000) }
  )
  t.ok(refused > 0)
})

t.test('parseQuery reads what the query builder wrote, all values as strings', async (t) => {
  const key = fc
    .oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a', 'b', 'toString', 'constructor', 'a.b', 'a b', 'é', '=', '&', '+', '%')
    )
    .filter((text) => !/^\d*$|[[\]]/.test(text) && text !== '__proto__')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 14 }),
      fc.dictionary(key, tie('value'))
    )
  }))
  let read = 0
  const numRuns = runs(2000)
  fc.assert(
    fc.property(fc.dictionary(key, value), (query) => {
      const faults: string[] = []
      const text = addQuery('', query, faults).slice(1)
      if (faults.length > 0) return
      read++
      assert.deepEqual(plain(parseQuery(text)), asStrings(query) ?? {})
    }),
    { numRuns }
  )
  t.ok(read > numRuns / 5, `${read} queries were read back`)
})

function firstOfEachAction (table: readonly Route[]): Route[] {
  const actions = table.map(({ controller, action }) => `${controller}#${action}`)
  return table.filter((_, index) => actions.indexOf(actions[index] as string) === index)
}

function declareAll (map: any, calls: readonly GarbledCall[]): void {
  for (const { method, given, children } of calls) {
    const block = children.length === 0 ? [] : [(inner: unknown) => { declareAll(inner, children) }]
    map[method](...given, ...block)
  }
}

/** The result of the call; null if it refuses its arguments. */
function buildOrNull (build: () => string): string | null {
  try {
    return build()
  } catch (error) {
    assert.equal((error as { code: string }).code, 'FST_RESOURCES_URL')
    return null
  }
}

/** The same with prototypes, for comparing. */
function plain (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
    : value
}

/** A query with all values as strings, without those that a query string leaves out. */
function asStrings (value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value === null ? undefined : String(value)
  const entries = Object.entries(value)
    .map(([key, item]) => [key, asStrings(item)])
    .filter(([, item]) => item !== undefined)
  if (entries.length === 0) return undefined
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}
