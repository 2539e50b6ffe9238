/** Rows that contradict each other: declared twice, narrowed by a later row, or reached by no request. */

import { isOfAny, METHODS } from './actions.js'
import type { Report, Row } from './declaration.js'
import { groupBy } from './group-by.js'
import { isReopened } from './reopened.js'
import { createRivals } from './rivals.js'
import type { Rivals } from './rivals.js'
import { extendedSiteKey, methodsOf, siteKey } from './sites.js'
import type { Method, Route } from '../../types/route.js'
import { witnessesOf } from './witnesses.js'

/** Reports rows that are declared twice; where there are none, those that no request reaches. */
export function reportConflicts (rows: readonly Row[], given: Report): void {
  let hasTwins = false
  const report: Report = (mistake, row) => {
    hasTwins = true
    given(mistake, row)
  }
  for (const site of groupBy(rows, ({ route }) => siteKey(route)).values()) reportTwins(site, report)
  for (const [key, site] of groupBy(rows, ({ route }) => extendedSiteKey(route))) {
    if (key !== undefined) reportExtendedTwins(site, report)
  }
  if (!hasTwins) reportUnreachable(rows, given)
}

/**
 * Reports an `any` that would lose methods to a later row of another action: in Rails the row declared first answers,
 * here the one that names the method. `rows` are all that were declared.
 */
export function reportNarrowedAny (rows: readonly Row[], report: Report): void {
  if (!rows.some(({ route }) => route.method === 'ANY')) return
  for (const site of groupBy(rows, ({ route }) => siteKey(route)).values()) {
    const { route, where } = site.find((row) => row.route.method === 'ANY') ?? {}
    if (route === undefined) continue
    const others = site.filter((row) => isOfAny(row.route.method) && actionKey(row.route) !== actionKey(route))
    const index = site.findIndex((row) => row.route === route)
    const later = others.filter((row) => site.indexOf(row) > index)
    const left = METHODS.filter((method) => !others.some((row) => row.route.method === method))
    const [narrower] = later
    // Where nothing is left, that is the mistake to tell.
    if (narrower === undefined || left.length === 0) continue
    report(`${where}: its 'any' would not answer ${later.map((row) => row.route.method).join(', ')}, which ${narrower.where === where ? 'a later action' : narrower.where} declares; ` +
      `list the methods in place of 'any': [${left.map((method) => `'${method.toLowerCase()}'`).join(', ')}]`, route.path)
  }
}

/** Rows of one site with one method. */
function reportTwins (site: readonly Row[], report: Report): void {
  const firsts = new Map<string, Row>()
  for (const row of site) {
    const { route, where } = row
    const first = firsts.get(route.method)
    firsts.set(route.method, first ?? row)
    const other = first ?? site.find((other) => other.route.method === 'ANY' && sharesMethod(other.route, route) && !hasSameRequirements(other.route, route))
    if (other === undefined) continue
    const before = (other.where === where ? 'declared twice' : `declared already by ${other.where}`) + (isReopened(row, other) ? '; put this into the first' : '')
    const difference = hasSameRequirements(other.route, route) ? '' : ' with other requirements, but the router cannot tell apart paths of one shape'
    report(`${where}: ${before}${difference}`, `${route.method} ${route.path}`)
  }
  const any = firsts.get('ANY')
  if (any !== undefined && METHODS.every((method) => firsts.has(method))) {
    report(`${any.where}: other actions have all the methods that any would answer`, any.route.path)
  }
}

/** Rows whose plain paths the router tells apart by a requirement, but not those with an extension. */
function reportExtendedTwins (site: readonly Row[], report: Report): void {
  for (const [index, { route, where }] of site.entries()) {
    const first = site.slice(0, index).find((other) => siteKey(other.route) !== siteKey(route) && sharesMethod(other.route, route))
    if (first === undefined) continue
    report(`${where}: the router cannot tell its extension from that of ${first.where}, whatever their requirements; formats: [] leaves one out`, `${route.method} ${route.path}`)
  }
}

function sharesMethod (one: Route, other: Route): boolean {
  return one.method === other.method || (one.method === 'ANY' && isOfAny(other.method)) || (other.method === 'ANY' && isOfAny(one.method))
}

function hasSameRequirements (one: Route, other: Route): boolean {
  return one.params.every((variable, position) =>
    one.requirements[variable] === other.requirements[other.params[position] as string])
}

function actionKey ({ controller, action }: Route): string {
  return `${controller}#${action}`
}

/** A row of which every request, by any of its methods, reaches a more specific one. */
function reportUnreachable (rows: readonly Row[], report: Report): void {
  const table = rows.map(({ route }) => route)
  if (table.every(({ requirements }) => Object.keys(requirements).length === 0)) return
  const rivals = createRivals(table, (text) => text)
  const answered = methodsOf(table)
  const whereOf = new Map(rows.map(({ route, where }) => [route, where]))
  for (const { route, where } of rows) {
    const winners = winnersOver(route, rivals, answered(route))
    if (winners.size === 0) continue
    const named = [...winners].map((winner) => `${winner.path} of ${whereOf.get(winner) as string}`).join(', ')
    report(`${where}: no request reaches it, since ${named} comes before it; narrow the requirement of one of them`, `${route.method} ${route.path}`)
  }
}

/** The routes that take all requests of another; none where some request reaches it. */
function winnersOver (route: Route, rivals: Rivals, methods: readonly Method[]): ReadonlySet<Route> {
  const winners = new Set<Route>()
  for (const values of witnessesOf(route, rivals.contestsOf(route))) {
    for (const method of methods) {
      const winner = rivals.find(route, values, '', method)
      if (winner === undefined) return new Set()
      winners.add(winner)
    }
  }
  return winners
}
