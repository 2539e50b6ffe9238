/** Reads a call: which row it is for, its ids, its body and its options. */

import { isObject, isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { readOptions } from '../helpers/urls/arguments.js'
import { paramNames } from '../routes/params.js'
import { isRecord } from '../helpers/urls/ids.js'
import { WORDS } from '../helpers/urls/words.js'
import type { Route } from '../../types/route.js'

export interface ClientCall {
  readonly route: Route
  readonly ids: readonly unknown[]
  /** Undefined without a body. */
  readonly body: unknown
  /** How to read an answer; undefined for the way of its type. */
  readonly as: unknown
  readonly options: Properties
}

/** How to read an answer. */
const READINGS: readonly string[] = ['json', 'text', 'blob', 'response']

/**
 * Beside those of the client, the options of `fetch`; `next` and `cf` are those of Next.js and of Cloudflare.
 */
const OPTIONS = [
  'query', 'format', 'as', 'headers', 'signal', 'cache', 'credentials', 'integrity', 'keepalive', 'mode',
  'priority', 'redirect', 'referrer', 'referrerPolicy', 'dispatcher', 'next', 'cf'
]
const BODY_OPTIONS: ReadonlySet<string> = new Set(['body', ...OPTIONS])
const WRITE_OPTIONS: ReadonlySet<string> = new Set(['wrap', ...OPTIONS])

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
  const paths = new Set(rows.map((row) => paramNames(row).join()))
  const named = rowsByName(rows, args, { writes, paths: paths.size })
  const candidates = named ?? (paths.size === 1 ? rows : rows.filter(({ params }) => params.length === 0))
  if (candidates.length === 0) {
    faults.push(WORDS.idsByName([...paths].filter((names) => names !== '')))
    return undefined
  }

  const { params } = candidates[0] as Route
  const position = named === undefined ? params.length : 1
  const ids =
    named === undefined ? args.slice(0, position) : params.map(({ name }) => (args[0] as Properties)[name])
  const last = writes ? position + 1 : position
  const known = writes ? WRITE_OPTIONS : BODY_OPTIONS
  const options = readOptions(params, args, last, known, faults) ?? {}
  const as = options.as ?? (options.format === undefined ? undefined : 'response')
  if (as !== undefined && !READINGS.includes(as as string)) faults.push(WORDS.reading(READINGS, as))

  const values = writes ? args[position] : options.body
  if (writes && values === undefined) faults.push(WORDS.values())
  const route = chooseRow(candidates, values !== undefined)
  const isWrapped = writes && options.wrap !== false && !isRaw(values)
  return { route, ids, body: isWrapped ? { [route.resource.singular]: values } : values, as, options }
}

/** The bodies that `fetch` sends as they are. */
export function isRaw (body: unknown): boolean {
  return ArrayBuffer.isView(body) ||
    [FormData, URLSearchParams, Blob, ArrayBuffer, ReadableStream].some((type) => body instanceof type)
}

interface Reading {
  readonly writes: boolean
  /** How many paths the rows have. */
  readonly paths: number
}

/**
 * The rows that the ids choose by name: those with the most variables. Undefined where the ids are by
 * position.
 */
function rowsByName (
  rows: readonly Route[], args: readonly unknown[], reading: Reading
): readonly Route[] | undefined {
  const [first] = args
  if (!isObject(first) || (reading.writes && isRecordToCreate(rows, args))) return undefined
  const fitting = rows.filter((row) =>
    isByName(row, first, args.slice(reading.writes ? 2 : 1), reading.paths)
  )
  const most = Math.max(...fitting.map(({ params }) => params.length))
  const longest = fitting.filter(({ params }) => params.length === most)
  if (longest.length === 0) return undefined
  // No path of the others may have a variable that these lack.
  const names = paramNames(longest[0] as Route)
  return fitting.every((row) => row.params.every(({ name }) => names.includes(name))) ? longest : []
}

/** Whether the first argument is a record and not ids, for rows that need no id. */
function isRecordToCreate (rows: readonly Route[], args: readonly unknown[]): boolean {
  const variables = rows.flatMap(paramNames)
  return rows.some(({ params }) => params.length === 0) &&
    (args.length === 1 || !Object.keys(args[0] as Properties).every((name) => variables.includes(name)))
}

/**
 * One id in one path may be a record. Otherwise all names must be there, and only options may follow them.
 */
function isByName ({ params }: Route, first: Properties, rest: readonly unknown[], paths: number): boolean {
  const [param] = params
  if (param !== undefined && params.length === 1 && paths === 1) {
    return !isRecord(first, param.property) && Object.keys(first).every((name) => name === param.name)
  }
  const [options = {}, ...others] = rest
  const hasIds =
    params.length > 0 && params.every(({ name, isOptional }) => isOptional || first[name] !== undefined)
  return hasIds && others.length === 0 && isPlainObject(options) && !isRecord(options)
}

/**
 * Prefers a resource's own row to a plain route to it, such as the root; with a body, a row that takes one.
 */
function chooseRow (rows: readonly Route[], hasBody: boolean): Route {
  const own = rows.filter(({ resource }) => resource.place !== null)
  const all = own.length > 0 ? own : rows
  return (hasBody ? all.find(({ method }) => method !== 'GET') : undefined) ?? all[0] as Route
}
