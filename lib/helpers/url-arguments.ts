/** Reads what a URL helper is called with: ids by position or by name, then one options object. */

import { show } from '../errors.js'
import { isRecord } from '../routes/is-record.js'
import type { Route } from '../../types/route.js'
import type { Id } from '../../types/urls.js'

type Given = Readonly<Record<string, unknown>>

/** A requirement made ready: the pattern is the router's, with its guard. */
export interface Requirement {
  readonly source: string
  readonly pattern: RegExp
}

export interface ReadIds {
  readonly ids: readonly unknown[]
  /** What came behind the ids. */
  readonly rest: readonly unknown[]
}

/**
 * A single object is read by name, except that a helper of one id takes an object with `id` or
 * `toParam` for a record.
 */
export function readIds ({ params }: Route, args: readonly unknown[]): ReadIds {
  const [first, second] = args
  const byName = params.length > 0 && isRecord(first) && (params.length === 1
    ? !hasId(first)
    : args.length === 1 || (args.length === 2 && isRecord(second) && !hasId(second)))
  return byName
    ? { ids: params.map((variable) => first[variable]), rest: args.slice(1) }
    : { ids: params.map((_, position) => args[position]), rest: args.slice(params.length) }
}

/** The options behind the ids; what is not one object is a fault. */
export function readOptions ({ params }: Route, rest: readonly unknown[], faults: string[]): Given {
  const [options = {}] = rest
  if (rest.length > 1 || !isRecord(options) || hasId(options)) {
    const ids = params.length === 0 ? 'no id' : params.join(', ')
    faults.push(`expected ${ids}${params.length === 0 ? '' : ' (by position or in one object)'} and at most one options object, got ${rest.map(show).join(', ')} besides`)
    return {}
  }
  return options
}

/** The id that a value stands for: its own, its `toParam()`, or its `id`; undefined where it stands for none. */
export function readId (value: unknown): Id | undefined {
  if (isId(value)) return value
  if (!isRecord(value)) return undefined
  const id = typeof value.toParam === 'function' ? (value as { toParam: () => unknown }).toParam() : value.id
  return isId(id) ? id : undefined
}

/** What keeps an id from making the round trip through the router, or undefined. */
export function idFault (id: Id, requirement: Requirement | undefined, maxParamLength: number): string | undefined {
  if (typeof id === 'number' && !Number.isFinite(id)) return 'expected a finite number'
  const text = String(id)
  if (text === '') return 'expected an id, which cannot be empty'
  if (text === '.' || text === '..') return `'${text}' is a step in the path, and never reaches the server`
  if (text.includes('/')) return 'a slash ends the segment, also where it is encoded'
  if (!text.isWellFormed()) return 'a lone surrogate cannot be encoded'
  if (text.length > maxParamLength) return `expected at most ${maxParamLength} characters (the router's maxParamLength), got ${text.length}`
  if (requirement !== undefined && !requirement.pattern.test(text)) return `'${text}' does not match the requirement /${requirement.source}/`
  return undefined
}

function isId (value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

function hasId (value: Given): boolean {
  return 'id' in value || 'toParam' in value
}
