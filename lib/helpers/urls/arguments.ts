/** Reads what a URL helper is called with: ids by position or by name, then one options object. */

import { show } from '../../text.js'
import { isObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import type { Contest } from '../../routes/rivals.js'
import type { Route } from '../../../types/route.js'
import type { Id } from '../../../types/urls.js'

/** What an id must pass. */
export interface Check {
  /** The router's own; undefined where whatever passes the other checks fulfils it. */
  readonly pattern: RegExp | undefined
  readonly requirement: string | undefined
  /** Whether a dot begins an extension. */
  readonly hasFormats: boolean
  readonly contest: Contest | undefined
  /** How the router reads words. */
  readonly fold: (text: string) => string
  /** Whether every integer passes. */
  readonly integersPass: boolean
  readonly maxLength: number
}

export const PATH_OPTIONS: readonly string[] = ['query', 'anchor', 'format', 'trailingSlash']
export const URL_OPTIONS: readonly string[] = [...PATH_OPTIONS, 'host', 'protocol', 'port']

export interface ReadIds {
  readonly ids: readonly unknown[]
  /** What came behind the ids. */
  readonly rest: readonly unknown[]
}

/**
 * A single object is read by name, except that a helper of one id takes an object with `id` or
 * `toParam` for a record.
 */
export function readIds ({ params }: Route, args: readonly unknown[], faults: string[]): ReadIds {
  const [first, second] = args
  const byName = params.length > 0 && isObject(first) && (params.length === 1
    ? !hasId(first)
    : args.length === 1 || (args.length === 2 && isObject(second) && !hasId(second)))
  if (byName) reportOptionsAmongIds(first, params, faults)
  return byName
    ? { ids: params.map((variable) => first[variable]), rest: args.slice(1) }
    : { ids: params.map((_, position) => args[position]), rest: args.slice(params.length) }
}

/** In an object of ids the names of options would be lost, other properties are a record's own. */
export function reportOptionsAmongIds (ids: Properties, params: readonly string[], faults: string[]): void {
  const lost = URL_OPTIONS.filter((name) => Object.hasOwn(ids, name) && !params.includes(name))
  if (lost.length > 0) faults.push(`${lost.join(', ')}: options stand in an object of their own, behind the ids`)
}

/** The options behind the ids; what is not one object is a fault. */
export function readOptions ({ params }: Route, rest: readonly unknown[], faults: string[]): Properties {
  const [options = {}] = rest
  if (rest.length > 1 || !isObject(options) || hasId(options)) {
    const ids = params.length === 0 ? 'no id' : params.join(', ')
    faults.push(`expected ${ids}${params.length === 0 ? '' : ' (by position or in one object)'} and at most one options object, got ${rest.map(show).join(', ')} besides`)
    return {}
  }
  return options
}

/** The id that a value stands for; undefined where it stands for none. */
export function readId (value: unknown): Id | undefined {
  const id = givenId(value)
  return isId(id) ? id : undefined
}

/** The value itself, or what a record has for an id: its `toParam()`, else its `id`. */
export function givenId (value: unknown): unknown {
  if (!isObject(value)) return value
  return typeof value.toParam === 'function' ? (value as { toParam: () => unknown }).toParam() : value.id
}

/** What keeps an id from making the round trip through the router, or undefined. */
export function idFault (id: Id, { pattern, requirement, hasFormats, maxLength }: Check): string | undefined {
  if (typeof id === 'number' && !Number.isFinite(id)) return 'expected a finite number'
  const text = String(id)
  if (text === '') return 'expected an id, which cannot be empty'
  if (text === '.' || text === '..') return `'${text}' is a step in the path, and never reaches the server`
  if (text.includes('/')) return 'a slash ends the segment, also where it is encoded'
  if (!text.isWellFormed()) return 'a lone surrogate cannot be encoded'
  if (text.length > maxLength) return `expected at most ${maxLength} characters (the router's maxParamLength), got ${text.length}`
  if (hasFormats && /[.?]/.test(text)) return `'${text}' holds a '${text.includes('.') ? '.' : '?'}', which no id of a route with formats can`
  if (pattern?.test(text) === false) return `'${text}' does not match the requirement /${requirement as string}/`
  return undefined
}

/** Whether another route may answer for this text. */
export function isContested (text: string, { contest, fold }: Check): boolean {
  return contest !== undefined &&
    (contest.hasVariables || contest.words.has(fold(text)) || (contest.hasExtensions && text.includes('.')))
}

function isId (value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

function hasId (value: Properties): boolean {
  return 'id' in value || 'toParam' in value
}
