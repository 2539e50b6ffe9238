/** The table as JSON: what helpers and the client need where nothing is drawn. */

import type { RoutesJson } from '../../types/json.js'
import type { Route } from '../../types/route.js'
import { groupBy } from './group-by.js'
import { isVariable, pathSegments } from './path.js'
import { JSON_VERSION } from './read.js'
import { hasConditionsOf, methodsOf } from './sites.js'

/** A row, and the paths beside its own with which a request would reach another, as one source of a regular expression. */
export interface JsonRoute extends Route {
  readonly rivals?: string
}

/** A row with its path taken apart. */
interface Way {
  readonly route: Route
  readonly segments: readonly string[]
  /** By segment, the source of what it takes. */
  readonly sources: readonly string[]
}

export function createJson (table: readonly Route[]): RoutesJson {
  const answered = methodsOf(table)
  const ways = new Map(table.map((route) => [route, readWay(route)]))
  // Only those of one length and method meet.
  const groups = groupBy(table.flatMap((route) => answered(route).map((method) => ({ way: ways.get(route) as Way, method }))), keyOf)
  const rivalsOf = (route: Route): string => {
    const way = ways.get(route) as Way
    const beside = groups.get(keyOf({ way, method: answered(route)[0] as string })) as ReadonlyArray<{ readonly way: Way }>
    return [...new Set(beside.filter((other) => isAhead(other.way, way)).map((other) => `/${other.way.sources.join('/')}`))].join('|')
  }
  return {
    version: JSON_VERSION,
    table: table.map((route): JsonRoute => {
      const rivals = route.params.length === 0 ? '' : rivalsOf(route)
      return { ...route, conditions: textsOf(route.conditions), ...rivals !== '' && { rivals } }
    })
  }
}

function keyOf ({ way, method }: { readonly way: Way, readonly method: string }): string {
  return `${method} ${way.segments.length}`
}

/** A regular expression has no JSON; as a text it is told apart from others just as well. */
function textsOf (conditions: Route['conditions']): Route['conditions'] {
  return Object.fromEntries(Object.entries(conditions).map(([name, value]) => [name, value instanceof RegExp || typeof value === 'bigint' ? String(value) : value]))
}

function readWay (route: Route): Way {
  const { path, requirements, formats } = route
  const segments = pathSegments(path)
  return {
    route,
    segments,
    sources: segments.map((segment, place) => {
      const source = isVariable(segment) ? requirements[segment.slice(1)] ?? '[^/]+' : escapeSource(segment)
      return `(?:${source})${place === segments.length - 1 && formats.length > 0 ? `(?:\\.(?:${formats.join('|')}))?` : ''}`
    })
  }
}

function escapeSource (text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/**
 * Whether some request for a row's path reaches another row: segment by segment, a word is before a variable, one with a
 * requirement before one without, and a whole word before one with an extension.
 */
function isAhead (other: Way, way: Way): boolean {
  const place = way.segments.findIndex((segment, place) => rankOf(other, place) !== rankOf(way, place) || (!isVariable(segment) && segment !== other.segments[place]))
  if (place === -1 || !hasConditionsOf(way.route, other.route) || !way.segments.every((_, place) => meets(way, other, place))) return false
  return rankOf(other, place) < rankOf(way, place) || takes(way, place, other.segments[place] as string)
}

function rankOf ({ route: { requirements }, segments }: Way, place: number): number {
  const segment = segments[place] as string
  return !isVariable(segment) ? 0 : requirements[segment.slice(1)] === undefined ? 2 : 1
}

/** Whether a text may be what both have at a place. */
function meets (way: Way, other: Way, place: number): boolean {
  const [segment, beside] = [way.segments[place] as string, other.segments[place] as string]
  return (isVariable(segment) && isVariable(beside)) || takes(way, place, beside) || takes(other, place, segment)
}

function takes ({ sources }: Way, place: number, word: string): boolean {
  return !isVariable(word) && new RegExp(`^${sources[place] as string}$`).test(word)
}
