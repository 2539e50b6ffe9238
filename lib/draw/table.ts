/** The table: names rows, checks them for clashes, freezes them. */

import type { RouteParam, RoutesJson } from '../../types/route.js'
import type { Routes } from '../../types/mapper.js'
import { createJson } from '../routes/routes-json.js'
import type { Mistakes } from '../routes/mistakes.js'
import { camelize, namesOf } from '../routes/route-names.js'
import { remember } from '../routes/objects.js'
import { kRoutes } from '../routes/read.js'
import { leaveOutRepeated, settleRows } from './row-conflicts.js'
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
  const table = kept.map(({ route }) => Object.freeze(route))
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
 * A name belongs to a path: the first row of the path shows it, or the one that takes what all of them take.
 * As in Rails, a plain route keeps its name from the rows of resources, in any order.
 */
function nameRows (rows: readonly DeclaredRoute[]): void {
  const helpers = new Map<string, string>()
  const helperOf = (name: string): string => remember(helpers, name, camelize)
  const plain = new Map<string, DeclaredRoute>()
  for (const row of rows) {
    for (const name of namesOf(row.route)) if (isOfPlainRoute(name, row)) plain.set(helperOf(name), row)
  }
  const owners = new Map<string, Owner>()
  for (const row of rows) {
    for (const name of namesOf(row.route)) takeHelper(name, helperOf(name), row, owners, plain)
  }
  for (const row of rows) {
    const route: MutableRoute = row.route
    const owns = (name: string): boolean => {
      const owner = owners.get(helperOf(name))
      return owner?.row === row && owner.name === name
    }
    if (route.name !== '' && !owns(route.name)) route.name = ''
    if (route.aliases.length > 0) route.aliases = Object.freeze(route.aliases.filter(owns))
  }
}

/** A row by the name that it has of its own. */
interface Owner {
  readonly name: string
  readonly row: DeclaredRoute
}

function takeHelper (
  name: string, helper: string, row: DeclaredRoute, owners: Map<string, Owner>,
  plain: ReadonlyMap<string, DeclaredRoute>
): void {
  if (/^hashFor\p{Lu}/u.test(helper)) {
    row.mistakes.add("'hash_for_' begins the names of hash helpers; give it another name", { row: name })
  }
  const isPlain = isOfPlainRoute(name, row)
  const owner = owners.get(helper)
  const rival = owner?.row ?? (isPlain ? undefined : plain.get(helper))
  const isRivalPlain = rival !== undefined && isOfPlainRoute(name, rival)
  if (rival !== undefined && rival.route.path !== row.route.path) {
    if (isPlain === isRivalPlain) reportNameTwice(name, row, rival)
  } else if (owner === undefined) {
    owners.set(helper, { name, row })
  } else if (isPlain === isRivalPlain) {
    if (takesAll(owner.row, row)) return
    if (takesAll(row, owner.row)) owners.set(helper, { name, row })
    else reportDifference(name, row, owner.row)
  } else if (isPlain && !takesAll(owner.row, row)) {
    // Types see the plain route alone.
    reportDifference(name, row, owner.row)
  }
}

/**
 * Whether a plain route gave a row its name: all rows of a resource, but for those that a plain route names
 * again.
 */
function isOfPlainRoute (name: string, { route }: DeclaredRoute): boolean {
  return route.resource.place === null || route.aliases.includes(name)
}

/** Whether the helper of the first row takes all calls that the helper of the second would. */
function takesAll ({ route: one }: DeclaredRoute, { route: other }: DeclaredRoute): boolean {
  return (
    (one.formats === other.formats || other.formats.every((format) => one.formats.includes(format))) &&
    (!one.needsFormat || other.needsFormat) &&
    (one.params === other.params || other.params.every(({ isOptional, property, slashes }, position) => {
      const param = one.params[position] as RouteParam
      return param.property === property && (param.isOptional || !isOptional) && (param.slashes || !slashes)
    }))
  )
}

function reportDifference (name: string, row: DeclaredRoute, { mistakes }: DeclaredRoute): void {
  row.mistakes.add(
    `${mistakes.where} has this path and name too, but its URLs take other ids or formats; ` +
      (isOfPlainRoute(name, row) ? 'give one of them another name, or none' : 'give both the same options'),
    { row: name }
  )
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
