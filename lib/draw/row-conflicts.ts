/** Rows that meet: a second name, an `any` that gives way, a resource again, or two rows that contradict. */

import type { Route } from '../../types/route.js'
import { METHODS, isConventional } from '../routes/actions.js'
import { hasSameRequirements, isSameEndpoint } from '../routes/endpoints.js'
import type { Mistakes } from '../routes/mistakes.js'
import { groupBy, remember } from '../routes/objects.js'
import { optionalParams } from '../routes/params.js'
import type { MutableRoute, ResourceOrigin, DeclaredRoute } from './declaration.js'

/**
 * The rows that remain, once those that meet are settled. A second row of one endpoint gives the first its
 * name. A row of `any` gives way to an earlier row that names the method. All other rows that meet are
 * mistakes.
 */
export function settleRows (rows: readonly DeclaredRoute[]): readonly DeclaredRoute[] {
  const meetings = findMeetings(rows)
  if (meetings.length === 0) return rows
  const settlement: Settlement = { left: new Map(), renamed: [], narrowed: new Map() }
  for (const [first, ...others] of meetings) {
    for (const row of others) settlePair(first as DeclaredRoute, row, settlement)
  }
  for (const [mistakes, pairs] of settlement.narrowed) reportNarrowed(mistakes, pairs)
  const kept = rows.filter((row) => (settlement.left.get(row) ?? 0) < row.keys.length)
  const remaining = new Set(kept.map(({ any }) => any))
  for (const [row, other] of settlement.renamed) {
    if (other.any === undefined || !remaining.has(other.any)) nameAgain(row, other)
    remaining.add(other.any)
  }
  for (const { mistakes, route, any } of rows) {
    if (any === undefined || remaining.has(any)) continue
    mistakes.add("other actions answer all methods of 'any'; remove this one", { row: route.path })
  }
  return kept
}

interface Settlement {
  /** How many of its sites each row has left to another. */
  readonly left: Map<DeclaredRoute, number>
  /** Rows that remain, each with one of the same endpoint that does not. */
  readonly renamed: Array<readonly [row: DeclaredRoute, other: DeclaredRoute]>
  /** By declaration: rows of `any`, each with the row that names its method. */
  readonly narrowed: Map<Mistakes, Array<readonly [any: DeclaredRoute, narrower: DeclaredRoute]>>
}

/** The rows of one method at one site, in order, where there are several. */
function findMeetings (rows: readonly DeclaredRoute[]): Array<readonly DeclaredRoute[]> {
  const sites = new Map<string, DeclaredRoute[]>()
  for (const row of rows) {
    for (const site of row.keys) remember(sites, site, () => []).push(row)
  }
  const meetings: Array<readonly DeclaredRoute[]> = []
  for (const site of sites.values()) {
    if (site.length === 1) continue
    for (const rows of groupBy(site, ({ route }) => route.method).values()) {
      if (rows.length > 1) meetings.push(rows)
    }
  }
  return meetings
}

function settlePair (first: DeclaredRoute, row: DeclaredRoute, settlement: Settlement): void {
  const { left, renamed, narrowed } = settlement
  const leave = (row: DeclaredRoute): void => { left.set(row, (left.get(row) ?? 0) + 1) }
  const isAny = [first, row].map(({ route }) => route.isAny)
  if (isSameEndpoint(first.route, row.route) && (isAny[0] !== isAny[1] || isNewName(row, first))) {
    const isBetter = isAny[0] === isAny[1] ? isRicher(row, first) : isAny[0] === true
    const [kept, other] = isBetter ? [row, first] : [first, row]
    leave(other)
    renamed.push([kept, other])
  } else if (isAny[0] !== isAny[1] && hasSameRequirements(first.route, row.route)) {
    const [any, other] = isAny[0] === true ? [first, row] : [row, first]
    // An earlier row keeps its method, and its extensions, which are one to the router.
    if (any === row) leave(row)
    const isNarrowed = any === first || isOfOtherFormats(any, other)
    if (isNarrowed) remember(narrowed, any.mistakes, () => []).push([any, other])
  } else {
    reportTwin(row, first)
  }
}

function isOfOtherFormats ({ route }: DeclaredRoute, { route: { formats } }: DeclaredRoute): boolean {
  return formats.length > 0 && route.formats.some((format) => !formats.includes(format))
}

function isNewName ({ route: { name } }: DeclaredRoute, { route }: DeclaredRoute): boolean {
  return name !== '' && name !== route.name
}

/** The row of a resource knows more than that of a plain route. */
function isRicher ({ route }: DeclaredRoute, other: DeclaredRoute): boolean {
  return route.resource.place !== null && other.route.resource.place === null
}

function nameAgain ({ route }: DeclaredRoute, { route: { name } }: DeclaredRoute): void {
  const draft: MutableRoute = route
  if (name !== '' && name !== route.name) draft.aliases = Object.freeze([...route.aliases, name])
}

/** In Rails the row declared first answers, here the one that names the method. */
function reportNarrowed (
  mistakes: Mistakes, pairs: ReadonlyArray<readonly [any: DeclaredRoute, narrower: DeclaredRoute]>
): void {
  for (const [path, found] of groupBy(pairs, ([{ route }]) => route.path)) {
    const narrower = found.map(([, row]) => row)
    const lost = new Set(narrower.map(({ route }) => route.method))
    const left = METHODS.filter((method) => !lost.has(method)).map((method) => `'${method.toLowerCase()}'`)
    const other = narrower.map((row) => row.mistakes.where).find((where) => where !== mistakes.where)
    const advice = left.length === 0 ? "remove 'any'" : `list the methods in place of 'any': [${left.join(', ')}]`
    const text = `its 'any' would not answer ${[...lost].join(', ')}, which ${other ?? 'a later action'} declares`
    mistakes.add(`${text}; ${advice}`, { row: path })
  }
}

/** Two rows of one site and method, of which none gives way. */
function reportTwin (row: DeclaredRoute, first: DeclaredRoute): void {
  const text = row.keys[0] === first.keys[0] ? twinText(row, first) : shorterText(row, first)
  row.mistakes.add(text, { row: rowText(row.route) })
}

function twinText (row: DeclaredRoute, first: DeclaredRoute): string {
  const { where } = first.mistakes
  const isOfOne = where === row.mistakes.where
  const before = isOfOne ? 'declared twice' : `declared already by ${where}`
  const actions = [first, row].map(({ route }) => route.action)
  if (isOfOne && actions.includes('new') && actions[0] !== actions[1] && actions.every(isConventional)) {
    return `${actions.join(' and ')} have one path; leave one out, or change pathNames`
  }
  const advice = isReopened(row, first) ? '; put this into the first' : leaveOutText(row, first)
  const isSame = hasSameRequirements(first.route, row.route)
  const difference = isSame
    ? ''
    : ' with other requirements, but the router cannot tell apart paths of one shape'
  return before + advice + difference
}

/** Two resources with the same rows: a shallow one, and one at the top level. */
function leaveOutText (row: DeclaredRoute, first: DeclaredRoute): string {
  const areResources = row.origin !== undefined && first.origin !== undefined && row.origin !== first.origin
  return areResources && isSameEndpoint(row.route, first.route)
    ? '; leave these actions out of one of the two, by only or except'
    : ''
}

/** One of the paths that meet is not the full one: it ends in an extension, or lacks optional variables. */
function shorterText (row: DeclaredRoute, first: DeclaredRoute): string {
  const optional = [row, first].find(({ route }) => optionalParams(route).length > 0)
  if (optional === undefined) {
    return `the router cannot tell its extension from that of ${first.mistakes.where}, whatever their requirements; ` +
      'set formats: [] for one of them'
  }
  const variables = optionalParams(optional.route).map(({ name }) => `:${name}`).join(', ')
  return `declared already by ${first.mistakes.where}; remove the defaults for ${variables} from ` +
    optional.mistakes.where
}

function rowText ({ method, path, isAny }: Route): string {
  return `${isAny ? 'ANY' : method} ${path}`
}

/**
 * Leaves out rows that an earlier declaration of the same resource with the same options made. The later one
 * must add at least one row. A declaration that adds nothing keeps its rows, and they are reported as
 * declared twice.
 */
export function leaveOutRepeated (rows: readonly DeclaredRoute[]): readonly DeclaredRoute[] {
  const origins = [...new Set(rows.map(({ origin }) => origin))].filter((origin) => origin !== undefined)
  if (new Set(origins.map(({ place }) => place)).size === origins.length) return rows
  const texts = new Map(origins.map((origin) => [origin, origin.optionsText()]))
  const firsts = new Map<string, ResourceOrigin>()
  const adding = new Set<ResourceOrigin | undefined>()
  const repeated = new Set<DeclaredRoute>()
  for (const row of rows) {
    if (row.origin === undefined) continue
    const key = `${texts.get(row.origin) as string} ${rowKey(row)}`
    const first = firsts.get(key) ?? row.origin
    firsts.set(key, first)
    if (first !== row.origin) {
      repeated.add(row)
    } else {
      let origin: ResourceOrigin | undefined = row.origin
      while (origin !== undefined) {
        adding.add(origin)
        origin = origin.parent
      }
    }
  }
  return rows.filter((row) => !repeated.has(row) || !adding.has(row.origin))
}

/** Whether two declarations agree, so that the second reopens the first. */
function isReopened ({ origin }: DeclaredRoute, other: DeclaredRoute): boolean {
  return origin !== undefined && origin !== other.origin && origin.place === other.origin?.place
}

function rowKey ({ route, keys: sites }: DeclaredRoute): string {
  return `${sites[0] as string} ${JSON.stringify({ ...route, conditions: null })}`
}
