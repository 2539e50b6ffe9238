/** Reads a call: which row it is for, its ids, its body and its options. */

import { isObject, isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { readOptions } from '../helpers/urls/arguments.js'
import { isRecord } from '../helpers/urls/ids.js'
import { WORDS } from '../helpers/urls/words.js'
import type { Route } from '../../types/route.js'

export interface Call {
  readonly route: Route
  readonly ids: readonly unknown[]
  /** Undefined without a body. */
  readonly body: unknown
  readonly options: Properties
}

const OPTIONS: ReadonlySet<string> = new Set(['query', 'format', 'headers', 'signal'])
const BODY_OPTIONS: ReadonlySet<string> = new Set([...OPTIONS, 'body'])
const WRITE_OPTIONS: ReadonlySet<string> = new Set([...OPTIONS, 'wrap'])

/** Reads a call of one action. Faults are added to `faults`; undefined where the arguments leave the row open. */
export function readCall (rows: readonly Route[], args: readonly unknown[], faults: string[]): Call | undefined {
  const { action } = rows[0] as Route
  const writes = action === 'create' || action === 'update'
  const [first] = args
  const paths = new Set(rows.map(({ params }) => params.join()))
  const named = isObject(first) ? rows.filter((row) => isByName(row, first, args.slice(writes ? 2 : 1), paths.size)) : []
  const isNamed = named.length > 0
  // The ids choose among several rows; the longest path wins.
  const candidates = isNamed ? longest(named) : paths.size === 1 ? rows : rows.filter(({ params }) => params.length === 0)
  if (candidates.length === 0) {
    faults.push(WORDS.idsByName([...paths]))
    return undefined
  }
  const { params } = candidates[0] as Route
  const ids = isNamed ? params.map((variable) => (first as Properties)[variable]) : args.slice(0, params.length)
  const position = isNamed ? 1 : params.length
  const options = readOptions(params, args, position + (writes ? 1 : 0), writes ? WRITE_OPTIONS : BODY_OPTIONS, faults) ?? {}
  const body = writes ? args[position] : options.body
  const route = chooseRow(candidates, body !== undefined)
  return { route, ids, body: writes && options.wrap !== false && !isRaw(body) ? { [route.resource.singular]: body } : body, options }
}

/** The bodies that `fetch` sends as they are. */
export function isRaw (body: unknown): boolean {
  return [FormData, URLSearchParams, Blob].some((type) => body instanceof type)
}

/** One id in one path may be a record. Otherwise all names must be there, and only options may follow them. */
function isByName ({ params, optional }: Route, first: Properties, rest: readonly unknown[], paths: number): boolean {
  if (params.length === 1 && paths === 1) return !isRecord(first)
  const [options = {}, ...others] = rest
  const hasIds = params.length > 0 && params.every((variable) => variable in optional || first[variable] !== undefined)
  return hasIds && others.length === 0 && isPlainObject(options) && !isRecord(options)
}

function longest (rows: readonly Route[]): Route[] {
  const length = Math.max(...rows.map(({ params }) => params.length))
  return rows.filter(({ params }) => params.length === length)
}

/** Prefers a resource's own row to a plain route to it, such as the root; with a body, a row that takes one. */
function chooseRow (rows: readonly Route[], hasBody: boolean): Route {
  const own = rows.filter(({ resource }) => resource.place !== null)
  const all = own.length > 0 ? own : rows
  return (hasBody ? all.find(({ method }) => method !== 'GET') : undefined) ?? all[0] as Route
}
