/** Finds what runs before the handler of each row: hooks, from the output of `printRoutes`, and schemas. */

import type { FastifyInstance } from 'fastify'
import { groupBy, isPlainObject, jsonValue, remember } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { answeredPaths } from '../routes/endpoints.js'
import type { Method, Route } from '../../types/route.js'
import { routerOptionsOf } from '../requests/routing/index.js'
import { stateOf } from '../controllers/state.js'

/** By kind of hook: `{ onRequest: ['requireUser'] }`. */
export type Hooks = Readonly<Record<string, readonly string[]>>

/** What may refuse a request before the handler of its row runs. */
export interface Checks {
  readonly hooks: Hooks
  /** Those that a controller and an action have themselves, for all of their parts. */
  readonly schemas: readonly Properties[]
}

/** Its hooks are empty only where the app does not show them, since each row has its own hooks. */
export interface HookedRow extends Checks {
  readonly row: Route
}

/** A route in the output of `printRoutes`. */
interface PrintedRoute {
  /** `/posts/:id|:post_id/comments`, where two rows name one variable differently. */
  readonly path: string
  readonly conditions: string
  readonly hooks: Record<string, readonly string[]>
}

/** A route of the app that is no row. */
export interface OwnRoute {
  readonly method: Method
  readonly path: string
  readonly hooks: Hooks
}

/**
 * The rows of all trees in a ready app, of which one with formats appears twice, and the app's own routes of
 * these methods.
 */
export function readHooks (
  app: FastifyInstance, ownMethods: readonly Method[] = []
): { rows: readonly HookedRow[], own: readonly OwnRoute[] } {
  const { caseSensitive } = routerOptionsOf(app)
  const fold = caseSensitive ? (path: string): string => path : (path: string): string => path.toLowerCase()
  const keyOf = (path: string, conditions: string): string => `${segmentShape(fold(path))} ${conditions}`
  const groupRoutes = (method: Method): Map<string, PrintedRoute[]> =>
    groupBy(readPrinted(app, method), ({ path, conditions }) => keyOf(path, conditions))
  const printed = new Map<Method, Map<string, PrintedRoute[]>>()
  const ofRows = new Set<PrintedRoute>()
  const schemasOf = createSchemaFinder(app)
  const rows = stateOf(app).registrations.flatMap(({ table }) => {
    const pathsOf = answeredPaths(table)
    return table.flatMap((row) =>
      pathsOf(row).map(({ url: path }): HookedRow => {
        const routes = remember(printed, row.method, groupRoutes).get(keyOf(path, conditionText(row))) ?? []
        const found = routes.filter((route) => isSame(route.path, path))
        for (const route of found) ofRows.add(route)
        const hooks = Object.assign({}, ...found.map(({ hooks }) => hooks)) as Hooks
        return { row, hooks, schemas: schemasOf(row) }
      })
    )
  })
  const own = ownMethods.flatMap((method) =>
    [...remember(printed, method, groupRoutes).values()].flat()
      .filter((route) => !ofRows.has(route))
      .map(({ path, hooks }): OwnRoute => ({ method, path, hooks }))
  )
  return { rows, own }
}

function createSchemaFinder (app: FastifyInstance): (row: Route) => Properties[] {
  const controllersOf = new Map(stateOf(app).assignments.flatMap(
    ({ table, controllers }) => table.map((row) => [row, controllers] as const)
  ))
  return (row) => {
    const { routeOptions, [row.action]: action } = controllersOf.get(row)?.get(row.controller) ?? {}
    return [routeOptions, action]
      .map((options) => isPlainObject(options) ? options.schema : undefined)
      .filter(isPlainObject)
  }
}

/** `├── posts`, a node of the router's tree, with the text that it adds to the path. */
const NODE = /^([│ ]*)[├└]── (.*)$/

/** `posts (POST) {"host":"a.org"}`, a node that is a route, or after spaces a further route of the node. */
const ROUTE = /^(.*) \([A-Z]+\)(?: (\{.*\}))?$/

const HOOK = /^[│ ]*• \((\w+)\) (.*)$/

/** Reads the text of `printRoutes`: nothing else in Fastify tells the hooks of a scope. */
export function readPrinted (app: FastifyInstance, method: Method): readonly PrintedRoute[] {
  const routes: PrintedRoute[] = []
  const paths: string[] = []
  // Without common prefixes it prints all globs as one.
  for (const line of app.printRoutes({ includeHooks: true, method }).split('\n')) {
    const [, kind = '', names = ''] = HOOK.exec(line) ?? []
    if (kind !== '') {
      Object.assign(routes.at(-1)?.hooks as object, {
        [kind]: (JSON.parse(names) as string[]).map((name) => name.replaceAll(/^(?:bound )+|\(\)$/g, ''))
      })
      continue
    }
    const [, before = '', node] = NODE.exec(line) ?? []
    const [, label, conditions = ''] = ROUTE.exec(node ?? line) ?? []
    if (node !== undefined) {
      // Each level is four characters wide, and a path continues that of its parent.
      const depth = before.length / 4
      const text = (label ?? node).replace(/^\(empty root node\)$/, '')
      paths.splice(depth, Infinity, (paths[depth - 1] ?? '') + text)
    }
    if (label !== undefined) routes.push({ path: paths.at(-1) as string, conditions, hooks: {} })
  }
  return routes
}

/** A path, also of a document, with each variable as `:`. This works since requirements hold no slash. */
export function segmentShape (path: string): string {
  return path.split('/').map((segment) => /^(?::|\*\w|\{)/.test(segment) ? ':' : segment).join('/')
}

function isSame (printed: string, path: string): boolean {
  const segments = printed.split('/')
  return path
    .split('/')
    .every(
      (segment, place) =>
        !segment.startsWith(':') || `|${segments[place] as string}|`.includes(`|${segment}|`)
    )
}

/** The conditions as `printRoutes` writes them. */
function conditionText ({ conditions }: Route): string {
  return Object.keys(conditions).length === 0
    ? ''
    : JSON.stringify(conditions, jsonValue)
}
