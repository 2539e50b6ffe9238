/** Ids into a path, each checked: a request must have the same id. Browsers have `join.browser.ts`. */

import { createError } from '../../errors.js'
import { didYouMean, oneOf, show } from '../../text.js'
import { answerText } from '../../routes/answer.js'
import { encodeId, idFault, idFaultText } from '../../routes/id-rules.js'
import { hasConditionsOf, hasSameRequirements } from '../../routes/endpoints.js'
import { isObject, remember } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { paramNames } from '../../routes/params.js'
import { basedPieces, isGlob, joinPieces, pathPieces, pathsOf } from '../../routes/path.js'
import { createRouter } from '../../routes/router.js'
import type { Router } from '../../routes/router.js'
import type { Route, RouteParam } from '../../../types/route.js'
import { createChecks, givenId, idText, hasRival, quickText, requiredCount, valueFault } from './id-checks.js'
import type { Check } from './id-checks.js'
import type { QuickParts } from './quick.js'

export { quicken } from './quick.js'

/** A row prepared for building. */
export interface Target extends QuickParts {
  readonly route: Route
  readonly join: Join
}

/** A route by its name, or as the row that it is. */
export type TargetOf = (route: Route, isNamed?: boolean) => Target

/**
 * The path with these ids; the caller adds the extension (`.json`, or `''`). Faults are added to `faults`.
 */
type Join = (ids: readonly unknown[], extension: string, faults: string[]) => string

/** Where the paths are, and the options by which the router matches a request. */
export interface JoinSettings {
  /** The path of the `baseUrl`, encoded. */
  readonly basePath: string
  /** How long an id may be. */
  readonly maxParamLength?: number
  /** Whether letter case matters. */
  readonly caseSensitive?: boolean
}

interface Parts extends QuickParts {
  readonly route: Route
  /** The row that a request must reach. */
  readonly reached: Route
  /** How many ids a call needs at least. */
  readonly required: number
  readonly router: Router
}

/** Prepares the routes of a table, each when it is first needed. */
export function createTargets (
  table: readonly Route[], { maxParamLength = Infinity, caseSensitive = true, basePath }: JoinSettings
): TargetOf {
  const fold = caseSensitive ? (text: string) => text : (text: string) => text.toLowerCase()
  const router = createRouter(table, fold)
  const [own, named] = [new Map<Route, Target>(), new Map<Route, Target>()]
  return (route, isNamed = false) => remember(isNamed ? named : own, route, () => {
    const pieces = basedPieces(route.path, basePath)
    const reached = isNamed ? linkedRow(route, table) : route
    const checks = createChecks(route, reached, { router, fold, maxLength: maxParamLength })
    const parts = { route, reached, pieces, checks, required: requiredCount(route.params), router }
    return { route, pieces, checks, join: (ids, extension, faults) => joinIds(parts, ids, extension, faults) }
  })
}

/** Most URLs by name are links: where a row has the path for GET, a request is one for that row. */
function linkedRow (route: Route, table: readonly Route[]): Route {
  if (route.method === 'GET') return route
  const isOfPath = (other: Route): boolean =>
    other.method === 'GET' && other.path === route.path && takesSame(route, other) &&
    hasConditionsOf(route, other) && hasConditionsOf(other, route)
  return table.find(isOfPath) ?? route
}

/** Whether two rows of one path take the same ids and extensions. */
function takesSame (one: Route, other: Route): boolean {
  return one.needsFormat === other.needsFormat && one.formats.join() === other.formats.join() &&
    hasSameRequirements(one, other) && requiredCount(one.params) === requiredCount(other.params)
}

/** Throws FST_RESOURCES_URL for a variable that no route has. */
export function checkVariables (variables: unknown, table: readonly Route[]): void {
  if (!isObject(variables)) {
    throw createError('FST_RESOURCES_URL', [
      'urlFor.with()',
      [`expected variables by name, as in { locale: 'de' }, got ${show(variables)}`]
    ])
  }
  const known = table.flatMap(paramNames)
  const faults = Object.keys(variables)
    .filter((name) => !known.includes(name))
    .map((name) => `no route has :${name}${didYouMean(name, known)}`)
  if (faults.length > 0) throw createError('FST_RESOURCES_URL', ['urlFor.with()', faults])
}

/**
 * If only optional variables are missing, any other name may be a misspelt one. Else it may belong to a
 * record.
 */
export function reportMisspelt (ids: Properties, params: readonly RouteParam[], faults: string[]): void {
  const missing = params.filter(({ name }) => !(name in ids))
  if (missing.length === 0 || missing.some(({ isOptional }) => !isOptional)) return
  const names = params.map(({ name }) => name)
  for (const name of Object.keys(ids).filter((name) => !names.includes(name))) {
    faults.push(`unknown variable '${name}'; expected ${oneOf(names)}${didYouMean(name, names)}`)
  }
}

function joinIds (parts: Parts, ids: readonly unknown[], extension: string, faults: string[]): string {
  const { route, pieces, checks, required } = parts
  // No request has the path without its extension, of which a fault tells.
  const isWhole = extension !== '' || !route.needsFormat
  const known = faults.length
  // Null and undefined leave out the last ids, where these are optional.
  let count = checks.length
  while (count > required && (ids[count - 1] ?? null) === null) count--
  let isContested = extension !== '' || count < checks.length
  let path = pieces[0] as string
  for (let i = 0; i < count; i++) {
    const check = checks[i] as Check
    const id = givenId(ids[i], check.property)
    const quick = quickText(id, check)
    if (quick === undefined) {
      const text = checkedText(id, ids[i], check, faults)
      path += encodeId(text, check)
      isContested ||= hasRival(text, check)
    } else {
      path += quick
    }
    const piece = pieces[i + 1] as string
    if (piece !== '') path += piece
  }
  if (isWhole && isContested && faults.length === known) {
    reportRequest(parts, ids.slice(0, count), extension, faults)
  }
  // Without the slash before the next variable; the root keeps it.
  return count < checks.length ? path.slice(0, -1) || '/' : path
}

/** The text of an id; empty after a fault. */
function checkedText (id: unknown, argument: unknown, check: Check, faults: string[]): string {
  const text = idText(id)
  const fault = text === undefined ? undefined : idFault(text, check)
  if (text === undefined) faults.push(valueFault(id, argument, check))
  else if (fault !== undefined) faults.push(idFaultText(fault, text, check))
  else return text
  return ''
}

/** The decoded segments of a request. A glob has several; an id with a slash is in one. */
function segmentsOf (path: string, texts: readonly string[], extension: string): string[] {
  let place = 0
  const segments = path.slice(1).split('/').flatMap((segment) => {
    const pieces = pathPieces(segment)
    const text = joinPieces(pieces, texts.slice(place, place += pieces.length - 1))
    return isGlob(segment) ? text.split('/') : text
  })
  return [...segments.slice(0, -1), segments.at(-1) + extension]
}

/** Reports ids with which a request would reach another route, or have other ids. */
function reportRequest (
  { reached: route, checks, router }: Parts, ids: readonly unknown[], extension: string, faults: string[]
): void {
  const texts = ids.map((id, position) => String(givenId(id, (checks[position] as Check).property)))
  const path = pathsOf(route)[checks.length - texts.length] as string
  const reached = router.find(segmentsOf(path, texts, extension), route)
  if (
    reached?.route === route &&
    reached.values.join('\0') === [...texts, ...(extension === '' ? [] : [extension.slice(1)])].join('\0')
  ) {
    return
  }
  const shown = [...texts, ...(extension === '' ? [] : [extension])].map(show).join(', ')
  faults.push(
    reached === undefined || reached.route === route
      ? `${shown}: a request to this URL would not have these ids`
      : `${shown}: a request would reach ${reached.route.path} (${answerText(reached.route)}) instead`
  )
}
