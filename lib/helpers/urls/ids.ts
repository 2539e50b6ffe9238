/** The values that are valid ids, and the checks that a request would have the same id. */

import { show } from '../../text.js'
import type { Properties } from '../../routes/objects.js'
import { DOT_SEGMENT, isGlob, isVariable, pathVariables } from '../../routes/path.js'
import type { Contest, Router } from '../../routes/router.js'
import { idPattern } from '../../routes/router-paths.js'
import type { Route } from '../../../types/route.js'

/** The checks of an id at its place in the path. */
export interface Check {
  readonly variable: string
  /** The property of a record that holds the id. */
  readonly property: string
  /** Whether every 32-bit integer passes. */
  readonly integersPass: boolean
  /** Undefined where every text that passes the other checks matches. */
  readonly pattern: RegExp | undefined
  readonly requirement: string | undefined
  /** Whether a dot begins an extension. */
  readonly hasFormats: boolean
  readonly maxLength: number
  /** What the router tries first; null if each id needs the whole router, since other routes share the segment. */
  readonly contest: Contest | null
  readonly isGlob: boolean
  /** How the router reads words. */
  readonly fold: (text: string) => string
}

interface CheckOptions extends Pick<Check, 'maxLength' | 'fold'> {
  readonly router: Router
}

/** `-2147483648`. */
const LONGEST_INTEGER = 11

/** The checks of a route's variables, in path order. */
export function createChecks (route: Route, { router, maxLength, fold }: CheckOptions): Check[] {
  const contests = router.contestsOf(route)
  return route.path.slice(1).split('/').flatMap((segment, index) => pathVariables(segment).map((variable) => {
    const requirement = route.requirements[variable]
    const contest = isVariable(segment) && !isGlob(segment) ? contests[index] as Contest : null
    return {
      variable,
      property: propertyOf(route, variable),
      integersPass: requirement === undefined && contest !== null && maxLength >= LONGEST_INTEGER && !mayTakeInteger(contest),
      pattern: requirement === undefined ? undefined : idPattern(route, variable),
      requirement,
      hasFormats: route.formats.length > 0,
      maxLength: isGlob(segment) ? Infinity : maxLength,
      contest,
      isGlob: isGlob(segment),
      fold
    }
  }))
}

/** Whether what the router tries first may match an integer; not if it contains other text than digits. */
function mayTakeInteger ({ words, branches }: Contest): boolean {
  return branches.some(({ segment: { shape } }) => !/[^-\d:()*]/.test(shape)) || [...words.keys()].some((word) => /^-?\d+$/.test(word))
}

/** Whether an object is a record, which may be given as an id. */
export function isRecord (value: Properties): boolean {
  return 'id' in value || 'toParam' in value
}

/** The property of a record that fills a variable of a route's path. */
export function propertyOf ({ resource }: Route, variable: string): string {
  return resource.properties[variable] ?? 'id'
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
  return typeof id === 'string' || typeof id === 'bigint' || (typeof id === 'number' && Number.isFinite(id)) ? String(id) : undefined
}

/** The fault of a value that is not an id; `given` is the argument that it was read from. */
export function idFault (id: unknown, given: unknown, { property }: Check): string {
  return typeof id === 'number'
    ? `expected a finite number, got ${id}`
    : `expected an id (a string, a number, or a record with ${property} or toParam()), got ${show(given)}`
}

/** Why no request can have a text as an id, or undefined. */
export function textFault (text: string, plain: boolean, { isGlob, hasFormats, maxLength, pattern, requirement }: Check): string | undefined {
  const fault = plain ? undefined : isGlob ? globFault(text) : specialFault(text, hasFormats)
  if (fault !== undefined) return fault
  if (text.length > maxLength) return `expected at most ${maxLength} characters (the router's maxParamLength), got ${text.length}`
  if (pattern?.test(text) === false) return `'${text}' does not match the requirement /${requirement as string}/`
  return undefined
}

/** Whether another route may answer for this text. */
export function isContested (text: string, { contest, fold }: Check): boolean {
  return contest === null || contest.words.has(fold(text)) || contest.branches.some(({ match }) => match(text) !== null)
}

/** An id that is not plain, as its path has it. */
export function encodeId (text: string, { isGlob }: Check): string {
  return isGlob ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)
}

function globFault (text: string): string | undefined {
  const part = text.split('/').find((part) => specialFault(part, false) !== undefined)
  if (part === '') return `expected a path without empty parts, got ${show(text)}`
  return part === undefined ? undefined : specialFault(part, false)
}

function specialFault (text: string, hasFormats: boolean): string | undefined {
  if (text === '') return 'expected an id, got an empty text'
  if (text === '.' || text === '..') return `'${text}' is a dot segment, which never reaches the server`
  if (DOT_SEGMENT.test(text)) return `'${text}' has a dot segment where '\\' is read as a slash, and requests with one are refused`
  if (text.includes('/')) return 'expected an id without a slash: even an encoded slash ends the segment'
  if (!text.isWellFormed()) return 'a lone surrogate cannot be encoded'
  if (hasFormats && /[.?]/.test(text)) return `'${text}' holds a '${text.includes('.') ? '.' : '?'}', which an id of a route with formats cannot hold`
  return undefined
}
