/** Finds where the form of a record goes: the rows that create and update the record of a name. */

import { groupBy, remember } from '../routes/objects.js'
import { helperNames, namesOf, rowsByName } from '../routes/route-names.js'
import type { Route, RouteParam } from '../../types/route.js'

/** A path that a form is sent to. */
export interface FormAction {
  /** `postCommentPath`; null where plain routes have taken all of its names. */
  readonly helper: string | null
  readonly row: Route
  /** The variables of the record's parents. */
  readonly parents: readonly RouteParam[]
  /** The last variable, where that is the record's own. */
  readonly own: RouteParam | null
  /** `put`, `patch`. */
  readonly methods: readonly string[]
}

export interface FormTarget {
  /** Several if the table does not tell which of them creates these records. */
  readonly creates: readonly FormAction[]
  readonly update: FormAction | undefined
}

// Kept with the table, since a family of form helpers may live no longer than a request.
const targetsOfTables = new WeakMap<readonly Route[], Map<string, FormTarget>>()

/** The target of a name; undefined for an unknown name. */
export function formTargetOf (table: readonly Route[], name: string): FormTarget | undefined {
  const targets = remember(targetsOfTables, table, () => new Map<string, FormTarget>())
  const named = rowsByName(table).get(name)
  return named && remember(targets, name, () => findTarget(named, table))
}

/**
 * A name means its path, and `update` is at this path. For a record's path (`/posts/:id`), `create` is at the
 * path of its collection (`/posts`). If nothing is there, the path may be shallow: then its collection has
 * the same name and controller, and no records below. Any other path is that of a singleton or of a
 * collection without records, which has `create` itself.
 */
function findTarget (named: Route, table: readonly Route[]): FormTarget {
  const { path } = named
  const updates = table.filter((route) =>
    route.path === path && route.action === 'update' && ['PUT', 'PATCH'].includes(route.method)
  )
  const { controller } = updates[0] ?? named
  const siblings = table.filter((route) => route.controller === controller)
  const collections = new Set(siblings.filter((route) => ownParam(route) !== null).map(collectionPath))
  const creates = siblings.filter(({ action, method }) => action === 'create' && method === 'POST')
  const childless = creates.filter((route) => !collections.has(route.path))

  const isRecord = ownParam(named) !== null
  const own = isRecord
    ? creates.filter((route) => route.path === collectionPath(named))
    : childless.filter((route) => route.path === path)
  const isShallow = isRecord && own.length === 0 && named.resource.place === 'member'
  const shallow = isShallow ? childless.filter((route) => isAbove(route, named)) : []
  return {
    creates: [...groupBy([...own, ...shallow], (route) => route.path).values()]
      .map((routes) => actionOf(routes, null, table)),
    update: updates.length === 0 ? undefined : actionOf(updates, ownParam(named), table)
  }
}

/**
 * Whether a nested collection can be that of a shallow record, which keeps no variable but those of
 * namespaces.
 */
function isAbove (route: Route, record: Route): boolean {
  return route.resource.plural === record.resource.plural &&
    record.params.slice(0, -1).every(({ name }) => route.params.some((param) => param.name === name))
}

/** The variable of a record's path (`/posts/:id`) that is the record's own; null for other paths. */
function ownParam ({ path, params, controller }: Route): RouteParam | null {
  const last = params.at(-1)
  return last !== undefined && path.endsWith(`/:${last.name}`) && last.of === controller ? last : null
}

function collectionPath ({ path }: Route): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** The action of the rows of one path. */
function actionOf (
  routes: readonly Route[], own: RouteParam | null, table: readonly Route[]
): FormAction {
  const row = routes[0] as Route
  const { path, params } = row
  const [name] = table.filter((route) => route.path === path).flatMap(namesOf)
  return {
    helper: name === undefined ? null : helperNames(name).path,
    row,
    parents: own === null ? params : params.slice(0, -1),
    own,
    methods: routes.map(({ method }) => method.toLowerCase())
  }
}
