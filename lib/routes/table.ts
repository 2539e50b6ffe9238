/** The table: rows named, checked for clashes and frozen. */

import { createError } from '../errors.js'
import { show } from '../text.js'
import type { Report } from './declaration.js'
import { groupBy } from './group-by.js'
import { camelize, capitalize } from './names.js'
import { joinPath, pathShape } from './path.js'
import { METHODS } from './actions.js'
import type { Method, Route } from '../../types/route.js'
import type { Routes } from '../../types/mapper.js'

/** A route and the declaration that made it, for messages. */
export interface Row {
  readonly route: Route
  readonly where: string
}

// Shared by every copy of the package, since the command and an app may each load their own.
const kRoutes = Symbol.for('fastify-resources.routes')

/** What `draw` gives: the frozen rows, in order. */
export function createRoutes (rows: readonly Row[], report: Report): Routes {
  const kept = absorbNarrowerRows(rows)
  reportTwins(kept, report)
  const table = nameRows(kept, report).map(freezeRoute)
  const routes = { table: Object.freeze(table) }
  Object.defineProperty(routes, kRoutes, { value: true })
  return Object.freeze(routes) as Routes
}

export function isRoutes (value: unknown): value is Routes {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, kRoutes)
}

/** The value where it is what `draw` gave; throws FST_RESOURCES_OPTIONS where not. */
export function readRoutes<R> (value: R): R {
  if (!isRoutes(value)) throw createError('FST_RESOURCES_OPTIONS', [[`expected what draw() gave, got ${show(value)}`]])
  return value
}

/** What a row shares with those that the router could not tell from it, but for the method. */
function siteKey (route: Route): string {
  return `${pathShape(route.path)} ${conditionsKey(route)}`
}

/** Equal for equal conditions. */
function conditionsKey ({ conditions }: Route): string {
  return Object.keys(conditions).sort().map((name) => `${name}=${textOf(conditions[name])}`).join(' ')
}

/** Whether whatever fulfils the conditions of a route fulfils those of another. */
export function hasConditionsOf (route: Pick<Route, 'conditions'>, other: Pick<Route, 'conditions'>): boolean {
  return Object.keys(other.conditions).every((name) => textOf(route.conditions[name]) === textOf(other.conditions[name]))
}

function textOf (condition: unknown): string {
  return condition instanceof RegExp || typeof condition === 'bigint' ? String(condition) : JSON.stringify(condition)
}

/** An `any` row stands for the narrower rows of its path and action, at the place of the first of them. */
function absorbNarrowerRows (rows: readonly Row[]): readonly Row[] {
  const key = ({ route }: Row): string => `${siteKey(route)} ${route.path} ${route.controller}#${route.action}`
  const absorbers = new Map(rows.filter(({ route }) => route.method === 'ANY').map((row) => [key(row), row]))
  if (absorbers.size === 0) return rows
  const placed = new Set<Row>()
  return rows.flatMap((row) => {
    const absorber = absorbers.get(key(row))
    if (absorber === undefined || (row.route.method === 'ANY' && row !== absorber)) return [row]
    if (placed.has(absorber)) return []
    placed.add(absorber)
    return [absorber]
  })
}

function reportTwins (rows: readonly Row[], report: Report): void {
  for (const site of groupBy(rows, ({ route }) => siteKey(route)).values()) {
    const firsts = new Map<string, Row>()
    for (const row of site) {
      const { route, where } = row
      const first = firsts.get(route.method)
      firsts.set(route.method, first ?? row)
      const other = first ?? site.find((other) => other.route.method === 'ANY' && !sameRequirements(other.route, route))
      if (other === undefined) continue
      const before = other.where === where ? 'declared twice' : `declared already by ${other.where}`
      const difference = sameRequirements(other.route, route) ? '' : ' with other requirements, but the router cannot tell apart paths of one shape'
      report(`${where}: ${before}${difference}`, `${route.method} ${route.path}`)
    }
    const any = firsts.get('ANY')
    if (any !== undefined && METHODS.every((method) => firsts.has(method))) {
      report(`${any.where}: other actions have all the methods that any would answer`, any.route.path)
    }
  }
}

function sameRequirements (one: Route, other: Route): boolean {
  return one.params.every((variable, position) =>
    one.requirements[variable] === other.requirements[other.params[position] as string])
}

/** A name belongs to a path: its first row shows it, later rows of the path print none. */
function nameRows (rows: readonly Row[], report: Report): Route[] {
  const owners = new Map<string, Row>()
  const named = rows.map((row) => {
    const { route, where } = row
    const helper = route.name === '' ? null : camelize(route.name)
    const owner = helper === null ? undefined : owners.get(helper)
    if (helper !== null && owner === undefined) {
      owners.set(helper, row)
      return { ...route, helper }
    }
    if (owner !== undefined && owner.route.path !== route.path) {
      report(owner.where === where
        ? `${where}: two of its paths would have these names`
        : `${where}: other paths have these names already, by ${owner.where}; a namePrefix tells the two apart`, route.name)
    }
    return { ...route, name: '', helper: null }
  })
  for (const [helper, { where }] of owners) {
    const owner = owners.get(`hashFor${capitalize(helper)}`)
    if (owner !== undefined) report(`${owner.where}: its helpers would be those that ${where} has for hashes; it needs another name`, owner.route.name)
  }
  return named
}

function freezeRoute (route: Route): Route {
  Object.freeze(route.params)
  Object.freeze(route.requirements)
  Object.freeze(route.conditions)
  Object.freeze(route.formats)
  return Object.freeze(route)
}

/** The rows as they stand under a prefix; the root keeps the slash that the prefix ends with. */
export function prefixTable (table: readonly Route[], prefix: string): readonly Route[] {
  const root = joinPath(prefix) + (prefix.endsWith('/') ? '/' : '')
  if (root === '' || root === '/') return table
  return table.map((route) => Object.freeze({ ...route, path: route.path === '/' ? root : joinPath(prefix, route.path) }))
}

/** The methods that a row answers: for `ANY` all but those that another action has at its path. */
export function methodsOf (table: readonly Route[]): (route: Route) => readonly Method[] {
  const taken = new Map<string, Set<string>>()
  for (const route of table) {
    if (route.method === 'ANY') taken.set(siteKey(route), new Set())
  }
  for (const route of taken.size === 0 ? [] : table) taken.get(siteKey(route))?.add(route.method)
  return (route) => route.method === 'ANY'
    ? METHODS.filter((method) => taken.get(siteKey(route))?.has(method) !== true)
    : [route.method]
}
