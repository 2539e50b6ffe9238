/** Finds rows that contradict each other: declared twice, narrowed by a later row, or reached by no request. */

import { isOfAny, METHODS } from './actions.js'
import type { Report, Row } from './declaration.js'
import { remember } from './remember.js'
import { isReopened } from './reopened.js'
import { targetKey } from './sites.js'
import { reportUnreachable } from './unreachable.js'
import type { Route } from '../../types/route.js'

/** Reports rows that are declared twice; without any, reports rows that no request reaches. */
export function reportConflicts (rows: readonly Row[], given: Report): void {
  let hasTwins = false
  const report: Report = (mistake, row) => {
    hasTwins = true
    given(mistake, row)
  }
  for (const site of sharedSites(rows)) reportTwins(site, report)
  if (!hasTwins) reportUnreachable(rows, given)
}

/** The sites of several rows. */
function sharedSites (rows: readonly Row[]): ReadonlyArray<readonly Row[]> {
  const sites = new Map<string, Row[]>()
  for (const row of rows) {
    for (const site of row.sites) remember(sites, site, () => []).push(row)
  }
  return [...sites.values()].filter((site) => site.length > 1)
}

/**
 * Reports an `any` that would lose methods to a later row of another action. In Rails the row declared first answers,
 * here the one that names the method. `rows` are all that were declared.
 */
export function reportNarrowedAny (rows: readonly Row[], report: Report): void {
  if (!rows.some(({ route }) => route.method === 'ANY')) return
  for (const site of sharedSites(rows)) {
    const { route, where } = site.find((row) => row.route.method === 'ANY') ?? {}
    if (route === undefined) continue
    const others = site.filter((row) => isOfAny(row.route.method) && targetKey(row.route) !== targetKey(route))
    const index = site.findIndex((row) => row.route === route)
    const later = others.filter((row) => site.indexOf(row) > index)
    const left = METHODS.filter((method) => !others.some((row) => row.route.method === method))
    const [narrower] = later
    // Without any method left, reportTwins reports the row.
    if (narrower === undefined || left.length === 0) continue
    report(`${where}: its 'any' would not answer ${later.map((row) => row.route.method).join(', ')}, which ${narrower.where === where ? 'a later action' : narrower.where} declares; ` +
      `list the methods in place of 'any': [${left.map((method) => `'${method.toLowerCase()}'`).join(', ')}]`, route.path)
  }
}

/** Rows of one site with one method. */
function reportTwins (site: readonly Row[], report: Report): void {
  const firsts = new Map<string, Row>()
  for (const row of site) {
    const { route } = row
    const first = firsts.get(route.method)
    firsts.set(route.method, first ?? row)
    const other = first ?? site.find((other) => other.route.method === 'ANY' && isOfAny(route.method) && !hasSameRequirements(other.route, route))
    if (other !== undefined) reportTwin(row, other, site, report)
  }
  const any = firsts.get('ANY')
  if (any !== undefined && METHODS.every((method) => firsts.has(method))) {
    report(`${any.where}: other actions answer all methods of 'any'; remove this one`, any.route.path)
  }
}

function reportTwin (row: Row, other: Row, site: readonly Row[], report: Report): void {
  // Else one of the paths is not the full one.
  if (row.sites[0] !== other.sites[0]) {
    const [first, second] = site.indexOf(row) < site.indexOf(other) ? [row, other] : [other, row]
    const optional = [second, first].find(({ route }) => Object.keys(route.optional).length > 0)
    report(optional === undefined
      ? `${second.where}: the router cannot tell its extension from that of ${first.where}, whatever their requirements; set formats: [] for one of them`
      : `${second.where}: declared already by ${first.where}; remove the defaults for ${Object.keys(optional.route.optional).map((variable) => `:${variable}`).join(', ')} from ${optional.where}`, rowText(second))
    return
  }
  const before = (other.where === row.where ? 'declared twice' : `declared already by ${other.where}`) + (isReopened(row, other) ? '; put this into the first' : '')
  const difference = hasSameRequirements(other.route, row.route) ? '' : ' with other requirements, but the router cannot tell apart paths of one shape'
  report(`${row.where}: ${before}${difference}`, rowText(row))
}

function rowText ({ route: { method, path } }: Row): string {
  return `${method} ${path}`
}

function hasSameRequirements (one: Route, other: Route): boolean {
  return one.params.every((variable, position) =>
    one.requirements[variable] === other.requirements[other.params[position] as string])
}
