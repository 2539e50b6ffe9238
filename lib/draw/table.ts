/** The table: names rows, checks them for clashes, freezes them. */

import type { RoutesJson } from '../../types/route.js'
import type { Routes } from '../../types/mapper.js'
import { createJson } from '../routes/json.js'
import type { Mistakes } from '../routes/mistakes.js'
import { camelize, capitalize, namesOf } from '../routes/names.js'
import { remember } from '../routes/objects.js'
import { kRoutes } from '../routes/read.js'
import { withSource } from '../routes/sources.js'
import { leaveOutRepeated, settleRows } from './conflicts.js'
import type { MutableRoute, DeclaredRoute } from './declaration.js'
import { resolveRedirects } from './redirects.js'
import { reportUnreachable } from './unreachable.js'

/** The result of `draw`: the frozen rows, in order. */
export function createRoutes (declared: readonly DeclaredRoute[], mistakes: Mistakes): Routes {
  const { count } = mistakes
  const kept = settleRows(leaveOutRepeated(declared))
  if (mistakes.count === count) reportUnreachable(kept)
  nameRows(kept)
  resolveRedirects(kept)
  const table = kept.map(({ route, source }) => withSource(Object.freeze(route), source))
  const routes = { table: Object.freeze(table) }
  Object.defineProperty(routes, kRoutes, { value: true })
  Object.defineProperty(routes, 'toJSON', { value: toJSON })
  return Object.freeze(routes) as Routes
}

/** No closure, which would keep everything that the rows are made from. */
function toJSON (this: Routes): RoutesJson {
  return createJson(this.table)
}

/**
 * A name belongs to a path: the first row of the path shows it, later ones do not. As in Rails, a plain route
 * keeps its name from the rows of resources, in any order.
 */
function nameRows (rows: readonly DeclaredRoute[]): void {
  const helpers = new Map<string, string>()
  const helperOf = (name: string): string => remember(helpers, name, camelize)
  const plain = new Map<string, DeclaredRoute>()
  for (const row of rows) {
    for (const name of namesOf(row.route)) if (isOfPlainRoute(name, row)) plain.set(helperOf(name), row)
  }
  const owners = new Map<string, DeclaredRoute>()
  const owns = (name: string, row: DeclaredRoute): boolean => {
    const helper = helperOf(name)
    const isPlain = isOfPlainRoute(name, row)
    const rival = owners.get(helper) ?? (isPlain ? undefined : plain.get(helper))
    const isContested = rival !== undefined && rival.route.path !== row.route.path
    if (isContested && isPlain === isOfPlainRoute(name, rival)) reportNameTwice(name, row, rival)
    if (isContested || owners.has(helper)) return false
    owners.set(helper, row)
    return true
  }
  for (const row of rows) {
    const route: MutableRoute = row.route
    if (route.name !== '' && !owns(route.name, row)) route.name = ''
    if (route.aliases.length > 0) {
      route.aliases = Object.freeze(route.aliases.filter((name) => owns(name, row)))
    }
  }
  reportHiddenHashes(owners)
}

/**
 * Whether a plain route gave a row its name: all rows of a resource, but for those that a plain route names
 * again.
 */
function isOfPlainRoute (name: string, { route }: DeclaredRoute): boolean {
  return route.resource.place === null || route.aliases.includes(name)
}

function reportNameTwice (name: string, row: DeclaredRoute, { mistakes }: DeclaredRoute): void {
  const advice = isOfPlainRoute(name, row) ? 'another name, or none' : 'a namePrefix'
  row.mistakes.add(
    mistakes === row.mistakes
      ? 'two of its paths would have these names'
      : `other paths have these names already, by ${mistakes.where}; give one of them ${advice}`,
    { row: name }
  )
}

function reportHiddenHashes (owners: ReadonlyMap<string, DeclaredRoute>): void {
  // Hardly any tree has such a name.
  if (![...owners.keys()].some((helper) => helper.startsWith('hashFor'))) return
  for (const [helper, { mistakes: { where } }] of owners) {
    const owner = owners.get(`hashFor${capitalize(helper)}`)
    owner?.mistakes.add(`its helpers would replace the hash helpers of ${where}; give it another name`, {
      row: owner.route.name
    })
  }
}
