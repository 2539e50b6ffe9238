/** Ids into a path, each checked: a request must have the same id. Browsers have `join.browser.ts`. */

import { createError } from '../errors.js'
import { didYouMean, oneOf, show } from '../text.js'
import { encodeId, idFault, idFaultText } from '../routes/id-rules.js'
import { isObject, remember } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { paramNames } from '../routes/params.js'
import { basedPieces, joinPieces, pathPieces, pathsOf } from '../routes/path.js'
import { matchSegment, readRouterPaths } from '../routes/router-paths.js'
import type { RouterPath } from '../routes/router-paths.js'
import type { Route, RouteParam } from '../../types/route.js'
import { createChecks, givenId, idText, quickText, requiredCount, valueFault } from './id-checks.js'
import type { Check } from './id-checks.js'
import type { QuickParts } from './quick.js'

export { quicken } from './quick.js'

/** A row prepared for building. */
export interface Target extends QuickParts {
  readonly route: Route
  readonly join: Join
}

export type TargetOf = (route: Route) => Target

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
}

interface Parts extends QuickParts {
  readonly route: Route
  /** How many ids a call needs at least. */
  readonly required: number
  /** Read at the first use. */
  readonly routerPaths: () => readonly RouterPath[]
}

/** Prepares routes, each when it is first needed. */
export function createTargets ({ maxParamLength = Infinity, basePath }: JoinSettings): TargetOf {
  const targets = new Map<Route, Target>()
  return (route) => remember(targets, route, () => {
    const pieces = basedPieces(route.path, basePath)
    const checks = createChecks(route, maxParamLength)
    let paths: readonly RouterPath[] | undefined
    const routerPaths = (): readonly RouterPath[] => (paths ??= readRouterPaths(route))
    const parts = { route, pieces, checks, required: requiredCount(route.params), routerPaths }
    return { route, pieces, checks, join: (ids, extension, faults) => joinIds(parts, ids, extension, faults) }
  })
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
  // No path without its last variables may be the root, which has no word for an extension.
  let isRead = extension !== '' && count < checks.length
  let path = pieces[0] as string
  for (let i = 0; i < count; i++) {
    const check = checks[i] as Check
    const id = givenId(ids[i], check.property)
    const quick = quickText(id, check)
    if (quick === undefined) {
      const text = checkedText(id, ids[i], check, faults)
      path += encodeId(text, check)
      isRead ||= extension !== '' || !check.isAlone
    } else {
      path += quick
    }
    const piece = pieces[i + 1] as string
    if (piece !== '') path += piece
  }
  if (isWhole && isRead && faults.length === known) {
    reportOtherIds(parts, ids.slice(0, count), extension, faults)
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

/**
 * Reports ids that a request to the URL would not have: a line break before an extension, `b~c` in
 * `/:one~:two`.
 */
function reportOtherIds (
  { route, checks, routerPaths }: Parts, ids: readonly unknown[], extension: string, faults: string[]
): void {
  const texts = ids.map((id, position) => String(givenId(id, (checks[position] as Check).property)))
  const isExtended = extension !== ''
  const read = routerPaths().find((path) =>
    path.params.length === texts.length && path.isExtended === isExtended)
  const segments = segmentsOf(pathsOf(route)[checks.length - texts.length] as string, texts)
  const values = read?.segments.flatMap((segment, place) => {
    const isLast = place === segments.length - 1
    return matchSegment(segment, `${segments[place] as string}${isLast ? extension : ''}`) ?? []
  })
  const expected = isExtended ? [...texts, extension.slice(1)] : texts
  if (values?.join('\0') === expected.join('\0')) return
  const shown = [...texts, ...isExtended ? [extension] : []].map(show).join(', ')
  faults.push(`${shown}: a request to this URL would not have these ids`)
}

/** The decoded segments of a path. That of a glob holds slashes. */
function segmentsOf (path: string, texts: readonly string[]): string[] {
  let place = 0
  return path.slice(1).split('/').map((segment) => {
    const pieces = pathPieces(segment)
    const start = place
    place += pieces.length - 1
    return joinPieces(pieces, texts.slice(start, place))
  })
}
