/** Where the form of a record goes: which rows create and update what a name stands for. */

import { groupBy } from '../../routes/group-by.js'
import { helperNames } from '../../routes/names.js'
import type { Route } from '../../../types/route.js'

/** A path that a form is sent to. */
export interface Goal {
  /** `postCommentPath`. */
  readonly helper: string
  /** The variables of the record's parents. */
  readonly parents: readonly string[]
  /** Whether the record's own id is the last variable. */
  readonly takesId: boolean
  /** `put`, `patch`. */
  readonly methods: readonly string[]
}

export interface FormTarget {
  /** Several if the table does not tell which of them creates these records. */
  readonly creates: readonly Goal[]
  readonly update: Goal | undefined
}

// Kept with the table, since a family of form helpers may live no longer than a request.
const found = new WeakMap<readonly Route[], Map<string, FormTarget>>()

const UPDATES: readonly string[] = ['PUT', 'PATCH']

/** The target of a name of the table; of others, undefined. */
export function formTargetOf (table: readonly Route[], name: string): FormTarget | undefined {
  const targets = found.get(table) ?? new Map<string, FormTarget>()
  const target = targets.get(name) ?? findTarget(table, name)
  if (target !== undefined) found.set(table, targets.set(name, target))
  return target
}

/**
 * A name stands for its path, and `update` is that of this path. For a record's path (`/posts/:id`) `create`
 * stands at its collection's (`/posts`); where nothing does, the path may be shallow: then its collection is one
 * of the same name and controller that has no records below. Any other path is a singleton's, or that of a
 * collection without records: `create` stands there itself.
 */
function findTarget (table: readonly Route[], name: string): FormTarget | undefined {
  const named = name === '' ? undefined : table.find((route) => route.name === name)
  if (named === undefined) return undefined
  const { path } = named
  const updates = table.filter((route) => route.path === path && route.action === 'update' && UPDATES.includes(route.method))
  const { controller } = updates[0] ?? named
  const siblings = table.filter((route) => route.controller === controller)
  const paths = new Set(siblings.map((route) => route.path))
  const creates = siblings.filter(({ action, method }) => action === 'create' && method === 'POST')
  const childless = creates.filter((route) => !paths.has(`${route.path}/:id`))

  const isRecord = path.endsWith('/:id')
  const own = isRecord ? creates.filter((route) => `${route.path}/:id` === path) : childless.filter((route) => route.path === path)
  const shallow = isRecord && own.length === 0 && named.resource.place === 'member' ? childless.filter(({ resource }) => resource.plural === named.resource.plural) : []
  return {
    creates: [...groupBy([...own, ...shallow], (route) => route.path).values()].map((routes) => goalOf(table, routes, false)),
    update: updates.length === 0 ? undefined : goalOf(table, updates, isRecord)
  }
}

/** Of rows of one path. */
function goalOf (table: readonly Route[], routes: readonly Route[], takesId: boolean): Goal {
  const { path, params } = routes[0] as Route
  // Some row of each path shows its name.
  const { helper } = table.find((route) => route.path === path && route.helper !== null) as Route
  return {
    helper: helperNames(helper as string).path,
    parents: takesId ? params.slice(0, -1) : params,
    takesId,
    methods: routes.map(({ method }) => method.toLowerCase())
  }
}
