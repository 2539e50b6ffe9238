/** Reads a call: which row it is for, its ids, its body and its options. */

import { isObject, isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { readOptions, reportOtherNames } from '../urls/arguments.js'
import { paramNames } from '../routes/params.js'
import { isRecord } from '../urls/id-checks.js'
import { WORDS } from '../urls/url-words.js'
import type { Route } from '../../types/route.js'

export interface ClientCall {
  readonly route: Route
  readonly ids: readonly unknown[]
  /** Undefined without a body. */
  readonly body: unknown
  /** The name of the record that the body is of; undefined for any other body. */
  readonly key: string | undefined
  /** Whether the body goes under it. */
  readonly wraps: boolean
  /** How to read an answer; undefined for the way of its type. */
  readonly as: unknown
  readonly options: Properties
}

/** How to read an answer. */
const READINGS: readonly string[] = ['json', 'text', 'blob', 'response']

/** Options of the client, which no record has beside its ids. */
const OWN_OPTIONS = ['query', 'format', 'as', 'headers']

/**
 * Beside those of the client, the options of `fetch`; `next` and `cf` are those of Next.js and of Cloudflare.
 */
const OPTIONS = [
  ...OWN_OPTIONS, 'signal', 'cache', 'credentials', 'integrity', 'keepalive', 'mode', 'priority', 'redirect',
  'referrer', 'referrerPolicy', 'dispatcher', 'next', 'cf'
]

/**
 * Reads a call of one action. Faults are added to `faults`; undefined where no row, or several, could answer.
 */
export function readCall (
  rows: readonly Route[], args: readonly unknown[], faults: string[]
): ClientCall | undefined {
  const action = rows[0]?.action
  const writes = action === 'create' || action === 'update'
  const named = rowsByName(rows, args, writes)
  const candidates = named ?? rowsWithoutNames(rows)
  if (candidates[0] === undefined) {
    faults.push(action === undefined ? WORDS.lacking() : WORDS.idsByName(rows))
    return undefined
  }

  const { params } = candidates[0]
  const position = (named === undefined ? params.length : 1) + Number(writes)
  if (named !== undefined) reportOtherNames(args[0] as Properties, params, ['wrap', ...OWN_OPTIONS], faults)
  const options = readOptions(params, args, position, [writes ? 'wrap' : 'body', ...OPTIONS], faults) ?? {}
  const as = options.as ?? (options.format === undefined ? undefined : 'response')
  if (as !== undefined && !READINGS.includes(as as string)) faults.push(WORDS.reading(READINGS, as))

  const body = writes ? args[position - 1] : options.body
  if (writes && body === undefined) faults.push(WORDS.values())
  const route = chooseRow(candidates, body !== undefined, options.format)
  if (route.method === 'GET' && body !== undefined) faults.push(WORDS.bodyOfGet())
  const ids =
    named === undefined
      ? args.slice(0, params.length)
      : route.params.map(({ name }) => (args[0] as Properties)[name])
  const key = writes ? route.resource.singular : undefined
  return { route, ids, body, key, wraps: options.wrap as boolean | undefined ?? route.wrap, as, options }
}

/** Whether all paths have the same variables. */
function isOfOnePath (rows: readonly Route[]): boolean {
  return new Set(rows.map((row) => paramNames(row).join())).size === 1
}

/** Those that ids by position, or none, can mean. */
function rowsWithoutNames (rows: readonly Route[]): readonly Route[] {
  return isOfOnePath(rows) ? rows : rows.filter(({ params }) => params.length === 0)
}

/**
 * The rows that the ids choose by name: of those that use all of them the ones that leave out the fewest.
 * Undefined where the ids are by position.
 */
function rowsByName (
  rows: readonly Route[], args: readonly unknown[], writes: boolean
): readonly Route[] | undefined {
  const [first] = args
  if (!isObject(first) || (writes && isRecordToCreate(rows, first, args.length))) return undefined
  const isOfOne = isOfOnePath(rows)
  const fitting = rows.filter((row) => isByName(row, first, args.slice(writes ? 2 : 1), isOfOne))
  if (fitting.length === 0) return undefined
  const named = fitting.flatMap(paramNames).filter((name) => first[name] != null)
  const exact = fitting.filter((row) => named.every((name) => paramNames(row).includes(name)))
  const fewest = Math.min(...exact.map(({ params }) => params.length))
  return exact.filter(({ params }) => params.length === fewest)
}

/** Whether the first argument is a record and not ids, for rows that need no id. */
function isRecordToCreate (rows: readonly Route[], first: Properties, count: number): boolean {
  const variables = rows.flatMap(paramNames)
  return rows.some(({ params }) => params.length === 0) &&
    (count === 1 || !Object.keys(first).every((name) => variables.includes(name)))
}

/**
 * One id in one path may be a record, unless it is missing. Otherwise all names must be there, and only
 * options may follow them.
 */
function isByName (
  { params }: Route, first: Properties, [options = {}, ...others]: readonly unknown[], isOfOne: boolean
): boolean {
  const [param] = params
  if (param === undefined) return false
  if (params.length === 1 && isOfOne) {
    const isMissing = param.isOptional && first[param.name] === null
    return (isMissing || !isRecord(first, param.property)) &&
      Object.keys(first).every((name) => name === param.name)
  }
  const hasIds = params.every(({ name, isOptional }) => isOptional || first[name] !== undefined)
  return hasIds && others.length === 0 && isPlainObject(options) && !isRecord(options)
}

/**
 * Prefers a row that takes the body, then one that takes the format, then a resource's own to a plain route,
 * such as the root.
 */
function chooseRow (rows: readonly Route[], hasBody: boolean, format: unknown): Route {
  const rankOf = ({ method, formats, needsFormat, resource: { place } }: Route): number =>
    Number(hasBody && method !== 'GET') * 4 +
    Number(format === undefined ? !needsFormat : formats.includes(format as string)) * 2 +
    Number(place !== null)
  return rows.reduce((best, row) => rankOf(row) > rankOf(best) ? row : best)
}
