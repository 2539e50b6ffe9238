/** Reads a call: which row it is for, its ids, its body and its options. */

import { isObject, isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { readOptions, reportOtherNames } from '../helpers/urls/arguments.js'
import { paramNames } from '../routes/params.js'
import { isRecord } from '../helpers/urls/ids.js'
import { WORDS } from '../helpers/urls/words.js'
import type { Route } from '../../types/route.js'

export interface ClientCall {
  readonly route: Route
  readonly ids: readonly unknown[]
  /** Undefined without a body. */
  readonly body: unknown
  /** The name that the body goes under; undefined for a body without one. */
  readonly key: string | undefined
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
  if (rows[0] === undefined) {
    faults.push(WORDS.lacking())
    return undefined
  }
  const { action } = rows[0]
  const writes = action === 'create' || action === 'update'
  const named = rowsByName(rows, args, writes)
  const candidates = named ?? rowsWithoutNames(rows)
  if (candidates[0] === undefined) {
    faults.push(WORDS.idsByName(rows))
    return undefined
  }

  const { params } = candidates[0]
  const ids =
    named === undefined
      ? args.slice(0, params.length)
      : params.map(({ name }) => (args[0] as Properties)[name])
  const position = (named === undefined ? params.length : 1) + Number(writes)
  if (named !== undefined) reportOtherNames(args[0] as Properties, params, ['wrap', ...OWN_OPTIONS], faults)
  const options = readOptions(params, args, position, [writes ? 'wrap' : 'body', ...OPTIONS], faults) ?? {}
  const as = options.as ?? (options.format === undefined ? undefined : 'response')
  if (as !== undefined && !READINGS.includes(as as string)) faults.push(WORDS.reading(READINGS, as))

  const body = writes ? args[position - 1] : options.body
  if (writes && body === undefined) faults.push(WORDS.values())
  const route = chooseRow(candidates, body !== undefined)
  if (route.method === 'GET' && body !== undefined) faults.push(WORDS.bodyOfGet())
  const key = writes && options.wrap !== false ? route.resource.singular : undefined
  return { route, ids, body, key, as, options }
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
 * The rows that the ids choose by name: those with the most variables. Undefined where the ids are by
 * position; empty where a row with other variables fits too.
 */
function rowsByName (
  rows: readonly Route[], args: readonly unknown[], writes: boolean
): readonly Route[] | undefined {
  const [first] = args
  if (!isObject(first) || (writes && isRecordToCreate(rows, first, args.length))) return undefined
  const isOfOne = isOfOnePath(rows)
  const fitting = rows
    .filter((row) => isByName(row, first, args.slice(writes ? 2 : 1), isOfOne))
    .sort((one, other) => other.params.length - one.params.length)
  if (fitting[0] === undefined) return undefined
  const names = paramNames(fitting[0])
  return fitting.every((row) => row.params.every(({ name }) => names.includes(name)))
    ? fitting.filter(({ params }) => params.length === names.length)
    : []
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
 * Prefers a resource's own row to a plain route to it, such as the root; with a body, a row that takes one.
 */
function chooseRow (rows: readonly Route[], hasBody: boolean): Route {
  const own = rows.filter(({ resource }) => resource.place !== null)
  const all = own.length > 0 ? own : rows
  return all.find(({ method }) => hasBody && method !== 'GET') ?? all[0] as Route
}
