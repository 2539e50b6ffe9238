/** The table as JSON, for helpers and clients that do not draw. */

import type { RoutesJson } from '../../types/json.js'
import type { Method, Route } from '../../types/route.js'
import { globOf, pathSegments, isVariable, pathVariables } from './path.js'
import { JSON_VERSION } from './read.js'
import { createRouter } from './router.js'
import { GLOB, PATTERN, WORD, escapeText, readRouterPaths } from './router-paths.js'
import type { RouterSegment } from './router-paths.js'
import { hasConditionsOf, waysOf } from './sites.js'
import type { Way } from './sites.js'

/** A row, with facts that helpers need from the other rows. */
export interface JsonRoute extends Route {
  /** The paths that reach another row, as one source of a regular expression. */
  readonly rivals?: string
  /** The same for paths with an extension. */
  readonly extendedRivals?: string
  /** Patterns of segments that several variables share: the place, how many variables come before, the source. */
  readonly shared?: ReadonlyArray<readonly [place: number, variable: number, source: string]>
}

/** A path of a row where the router tries it. */
interface Stand {
  readonly route: Route
  readonly way: Way
  readonly ranks: readonly number[]
}

/** A node in the tree of the paths of one method: by word, `:` for other segments, `*` for a glob. */
interface Crossing {
  readonly stands: Stand[]
  readonly next: Map<string, Crossing>
}

export function createJson (table: readonly Route[]): RoutesJson {
  const router = createRouter(table, (text) => text)
  const ways = waysOf(table)
  const standOf = (route: Route, way: Way, method: Method): Stand => ({ route, way, ranks: router.ranksOf(way, route, method) })
  const roots = new Map<Method, Crossing>()
  for (const route of table) {
    for (const way of ways(route)) {
      for (const method of way.methods) {
        const root = roots.get(method) ?? createCrossing()
        roots.set(method, root)
        way.segments.reduce(nextCrossing, root).stands.push(standOf(route, way, method))
      }
    }
  }
  const rivalsOf = (route: Route, isExtended: boolean): string => {
    const method = (ways(route)[0] as Way).methods[0] as Method
    const found = ways(route).filter((way) => way.isExtended === isExtended).flatMap((way) => {
      const stand = standOf(route, way, method)
      return standsBeside(roots.get(method) as Crossing, way.segments).filter((other) => isAhead(other, stand))
        .map((other) => (lengthOf(stand) === '*' ? countOf(other) : '') + `/${other.way.segments.map(sourceOf).join('/')}`)
    })
    return [...new Set(found)].join('|')
  }
  return {
    version: JSON_VERSION,
    table: table.map((route): JsonRoute => {
      const rivals = route.params.length === 0 ? '' : rivalsOf(route, false)
      const extendedRivals = route.formats.length === 0 ? '' : rivalsOf(route, true)
      const shared = sharedSegments(route)
      return { ...route, conditions: textsOf(route.conditions), ...rivals !== '' && { rivals }, ...extendedRivals !== '' && { extendedRivals }, ...shared.length > 0 && { shared } }
    })
  }
}

function createCrossing (): Crossing {
  return { stands: [], next: new Map() }
}

/** The node after a segment; made if it is missing. */
function nextCrossing ({ next }: Crossing, { kind, text }: RouterSegment): Crossing {
  const key = kind === WORD ? text : kind === GLOB ? '*' : ':'
  const crossing = next.get(key) ?? createCrossing()
  next.set(key, crossing)
  return crossing
}

/** The paths that may match a path of these segments: a word meets the same word, a variable anything. */
function standsBeside ({ stands, next }: Crossing, [segment, ...others]: readonly RouterSegment[]): readonly Stand[] {
  if (segment === undefined) return stands
  if (segment.kind === GLOB) return [...next.values()].flatMap(allStands)
  const places = segment.kind === WORD ? [next.get(segment.text), next.get(':')] : [...next.values()]
  return [...places.flatMap((place) => place === undefined ? [] : standsBeside(place, others)), ...next.get('*')?.stands ?? []]
}

function allStands ({ stands, next }: Crossing): readonly Stand[] {
  return [...stands, ...[...next.values()].flatMap(allStands)]
}

/** With a glob, paths of any length compete, and a pattern such as `.*` must not take more than its segment. */
function countOf (stand: Stand): string {
  const length = lengthOf(stand)
  return length === '*' ? '' : `(?=(?:/[^/]*){${length}}$)`
}

function lengthOf ({ route: { path }, way: { segments } }: Stand): number | '*' {
  return globOf(path) === undefined ? segments.length : '*'
}

/** JSON has no regular expressions; their texts differ just as well. */
function textsOf (conditions: Route['conditions']): Route['conditions'] {
  const textOf = (value: unknown): unknown => value instanceof RegExp || typeof value === 'bigint' ? String(value) : value
  return Object.fromEntries(Object.entries(conditions).map(([name, value]) => [name, textOf(value)]))
}

/** Whether a request for a row's path would reach another row, if both match it. */
function isAhead (other: Stand, own: Stand): boolean {
  const place = own.ranks.findIndex((rank, place) => rank !== other.ranks[place])
  const isFirst = place !== -1 && (other.ranks[place] as number) < (own.ranks[place] as number)
  return isFirst && other.route !== own.route && hasConditionsOf(own.route, other.route) &&
    own.way.segments.every((segment, place) => meets(segment, other.way.segments[place]))
}

/** Whether some text at a place matches both. */
function meets (one: RouterSegment, other: RouterSegment | undefined): boolean {
  if (other === undefined) return true
  const [word, taker] = one.kind === WORD ? [one, other] : [other, one]
  return word.kind !== WORD || new RegExp(`^${sourceOf(taker)}$`).test(word.text)
}

function sourceOf ({ text, source }: RouterSegment): string {
  return escapeText(text) + source
}

function sharedSegments (route: Route): Array<readonly [number, number, string]> {
  const segments = pathSegments(route.path)
  const [plain] = readRouterPaths({ ...route, needsFormat: false })
  return segments.flatMap((segment, place) => {
    const read = plain?.segments[place] as RouterSegment
    if (isVariable(segment) || read.kind !== PATTERN) return []
    return [[place, pathVariables(segments.slice(0, place).join('/')).length, sourceOf(read)] as const]
  })
}
