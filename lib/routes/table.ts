/** The table: names rows, checks them for clashes, freezes them. */

import { isOfAny } from './actions.js'
import { reportConflicts, reportNarrowedAny } from './conflicts.js'
import type { Draft, Report, Row } from './declaration.js'
import { createJson } from './json.js'
import { camelize, capitalize } from './names.js'
import { copyWith } from './frozen.js'
import { joinPath } from './path.js'
import { kRoutes } from './read.js'
import type { Notes } from './read.js'
import { resolveRedirects } from './redirects.js'
import { remember } from './remember.js'
import { leaveOutRepeated } from './reopened.js'
import { targetKey } from './sites.js'
import { sourceOf, withSource } from './sources.js'
import type { Route } from '../../types/route.js'
import type { RoutesJson } from '../../types/json.js'
import type { Routes } from '../../types/mapper.js'

/** The result of `draw`: the frozen rows, in order. */
export function createRoutes (declared: readonly Row[], notes: Notes, report: Report): Routes {
  const rows = leaveOutRepeated(declared)
  reportNarrowedAny(rows, report)
  const kept = absorbNarrowerRows(rows)
  reportConflicts(kept, report)
  nameRows(kept, report)
  resolveRedirects(kept, report)
  const table = kept.map(({ route, source }) => withSource(Object.freeze(route), source))
  const routes = { table: Object.freeze(table) }
  Object.defineProperty(routes, kRoutes, { value: notes })
  Object.defineProperty(routes, 'toJSON', { value: toJSON })
  return Object.freeze(routes) as Routes
}

/** No closure, which would keep everything that the rows are made from. */
function toJSON (this: Routes): RoutesJson {
  return createJson(this.table)
}

/** An `any` row absorbs the narrower rows of its path and action, at the place of the first of them. */
function absorbNarrowerRows (rows: readonly Row[]): readonly Row[] {
  const key = ({ route, sites }: Row): string => `${sites[0] as string} ${route.path} ${targetKey(route)}`
  const absorbers = new Map(rows.filter(({ route }) => route.method === 'ANY').map((row) => [key(row), row]))
  if (absorbers.size === 0) return rows
  const placed = new Set<Row>()
  return rows.flatMap((row) => {
    const absorber = row.route.method === 'ANY' || isOfAny(row.route.method) ? absorbers.get(key(row)) : undefined
    if (absorber === undefined || (row.route.method === 'ANY' && row !== absorber)) return [row]
    if (placed.has(absorber)) return []
    placed.add(absorber)
    return [absorber]
  })
}

/** A name belongs to a path: the first row of the path shows it, later ones do not. */
function nameRows (rows: readonly Row[], report: Report): void {
  const owners = new Map<string, Row>()
  const helpers = new Map<string, string>()
  for (const row of rows) {
    const route: Draft = row.route
    if (route.name === '') continue
    const helper = remember(helpers, route.name, camelize)
    const owner = owners.get(helper)
    if (owner === undefined) {
      owners.set(helper, row)
      route.helper = helper
      continue
    }
    if (owner.route.path !== route.path) {
      report(owner.where === row.where
        ? `${row.where}: two of its paths would have these names`
        : `${row.where}: other paths have these names already, by ${owner.where}; give one of them a namePrefix`, route.name)
    }
    route.name = ''
    route.helper = null
  }
  // Hardly any tree has such a name.
  if (![...owners.keys()].some((helper) => helper.startsWith('hashFor'))) return
  for (const [helper, { where }] of owners) {
    const owner = owners.get(`hashFor${capitalize(helper)}`)
    if (owner !== undefined) report(`${owner.where}: its helpers would replace the hash helpers of ${where}; give it another name`, owner.route.name)
  }
}

/** The rows under a prefix. The root keeps the final slash of the prefix. */
export function prefixTable (table: readonly Route[], prefix: string): readonly Route[] {
  const root = joinPath(prefix) + (prefix.endsWith('/') ? '/' : '')
  if (root === '' || root === '/') return table
  const prefixed = (path: string): string => path === '/' ? root : joinPath(prefix, path)
  return table.map((route) => {
    const { path, redirect } = route
    return withSource(copyWith(route, { path: prefixed(path), redirect: redirect && copyWith(redirect, { path: prefixed(redirect.path) }) }), sourceOf(route))
  })
}
