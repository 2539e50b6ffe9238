/** The values that are ids, and what a helper knows of its variables. */

import { show } from '../text.js'
import { idRules, plainIdFault } from '../routes/id-rules.js'
import type { IdRule } from '../routes/id-rules.js'
import { isObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { isVariable, pathVariables } from '../routes/path.js'
import type { Route, RouteParam } from '../../types/route.js'
import { isPlain } from './encode.js'
import { WORDS } from './url-words.js'

/** The checks of an id at its place in the path. */
export interface Check extends IdRule {
  /** The property of a record that holds the id. */
  readonly property: string
  /** Whether a call may leave it out. */
  readonly isOptional: boolean
  /** Whether it is all of its segment: a request may read `b~c` in `/:one~:two` in another way. */
  readonly isAlone: boolean
}

/** The checks of a route's variables, in path order. */
export function createChecks (route: Route, maxLength: number): Check[] {
  const areAlone = route.path.slice(1).split('/').flatMap((segment) =>
    pathVariables(segment).map(() => isVariable(segment)))
  return idRules(route, maxLength).map((rule, position) => {
    const { property, isOptional } = route.params[position] as RouteParam
    return { ...rule, property, isOptional, isAlone: areAlone[position] as boolean }
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

/** An id as its path has it; undefined where it must be encoded, or shares its segment. */
export function quickText (id: unknown, check: Check): string | undefined {
  // Every integer is plain.
  if (isSmallInteger(id)) return isQuick(`${id}`, check) ? `${id}` : undefined
  return typeof id === 'string' && isPlain(id) && isQuick(id, check) ? id : undefined
}

function isQuick (text: string, check: Check): boolean {
  return plainIdFault(text, check) === undefined && check.isAlone
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
