/** The values that are ids, and what a helper knows of its variables. */

import { show } from '../../text.js'
import { idRules, plainIdFault } from '../../routes/id-rules.js'
import type { IdRule } from '../../routes/id-rules.js'
import { isObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { isGlob, isVariable, pathVariables } from '../../routes/path.js'
import type { Rivals, Router } from '../../routes/router.js'
import type { Route, RouteParam } from '../../../types/route.js'
import { isPlain } from './encode.js'
import { WORDS } from './url-words.js'

/** The checks of an id at its place in the path. */
export interface Check extends IdRule {
  /** The property of a record that holds the id. */
  readonly property: string
  /** Whether a call may leave it out. */
  readonly isOptional: boolean
  /**
   * What the router tries first; null if each id needs the whole router, since other routes share the
   * segment.
   */
  readonly rivals: Rivals | null
  /** A longer text is no word of the rivals. */
  readonly longestWord: number
  /** How the router reads words. */
  readonly fold: (text: string) => string
}

interface CheckOptions {
  readonly router: Router
  readonly maxLength: number
  readonly fold: Check['fold']
}

/** The checks of a route's variables, in path order. A request must reach a row of the same path. */
export function createChecks (
  route: Route, reached: Route, { router, maxLength, fold }: CheckOptions
): Check[] {
  const rivalsBySegment = rivalsByVariable(reached, router)
  return idRules(route, maxLength).map((rule, position) => {
    const rivals = rivalsBySegment[position] as Rivals | null
    const longestWord = Math.max(0, ...[...rivals?.words.keys() ?? []].map(({ length }) => length))
    const { property, isOptional } = route.params[position] as RouteParam
    return { ...rule, property, isOptional, rivals, longestWord, fold }
  })
}

function rivalsByVariable (route: Route, router: Router): Array<Rivals | null> {
  const rivalsBySegment = router.rivalsOf(route)
  return route.path.slice(1).split('/').flatMap((segment, index) => {
    const rivals = isVariable(segment) && !isGlob(segment) ? rivalsBySegment[index] as Rivals : null
    return pathVariables(segment).map(() => rivals)
  })
}

/** How many ids a call needs at least. */
export function requiredCount (params: readonly RouteParam[]): number {
  return params.filter(({ isOptional }) => !isOptional).length
}

/** Whether an object is a record, which may be given as an id. */
export function isRecord (value: Properties, property = 'id'): boolean {
  return 'id' in value || 'toParam' in value || property in value
}

/** The value itself, or the id of a record: its `toParam()`, else the property. */
export function givenId (value: unknown, property: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  const record = value as Properties
  const { toParam } = record
  if (typeof toParam === 'function') return (record as { toParam: () => unknown }).toParam()
  // A property that the code names is read in half the time.
  return property === 'id' ? record.id : record[property]
}

export function isSmallInteger (value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value
}

/** The text of an id, or undefined for a value that is not an id. */
export function idText (id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'bigint' || Number.isFinite(id)
    ? String(id)
    : undefined
}

/** An id as its path has it; undefined where it must be encoded or needs more than its own checks. */
export function quickText (id: unknown, check: Check): string | undefined {
  // Every integer is plain.
  if (isSmallInteger(id)) return isQuick(`${id}`, check) ? `${id}` : undefined
  return typeof id === 'string' && isPlain(id) && isQuick(id, check) ? id : undefined
}

function isQuick (text: string, check: Check): boolean {
  return plainIdFault(text, check) === undefined && !hasRival(text, check)
}

/** The fault of a value that is not an id; `argument` is the one that it was read from. */
export function valueFault (
  id: unknown, argument: unknown, { variable, property, isOptional }: Check
): string {
  return (
    `${variable}: ` +
    (typeof id === 'number'
      ? `expected a finite number, got ${id}`
      : `expected an id (a string, a number, or a record with ${property} or toParam()), got ${show(argument)}`) +
    (isOptional && isObject(argument) ? WORDS.leftOutId() : '')
  )
}

/** Whether another route may answer for this text. */
export function hasRival (text: string, { rivals, longestWord, fold }: Check): boolean {
  if (rivals === null || (text.length <= longestWord && rivals.words.has(fold(text)))) return true
  // A closure for each id would take longer.
  for (const { match } of rivals.branches) if (match(text) !== null) return true
  return false
}
