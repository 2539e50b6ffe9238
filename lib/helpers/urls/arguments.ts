/** Reads the arguments of a URL helper: ids by position or by name, then one options object. */

import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { isRecord } from './ids.js'
import { WORDS } from './words.js'

export const PATH_OPTIONS: ReadonlySet<string> = new Set(['query', 'anchor', 'format', 'trailingSlash'])
export const URL_OPTIONS: ReadonlySet<string> = new Set([...PATH_OPTIONS, 'host', 'protocol', 'port'])

export interface Arguments {
  /** By position. The arguments after them are not ids. */
  readonly ids: readonly unknown[]
  readonly options: Properties | undefined
}

/**
 * A single object is read by name, except that a helper of one id takes an object with `id` or
 * `toParam` for a record. `known` are the names of the options.
 */
export function readArguments (params: readonly string[], args: readonly unknown[], known: ReadonlySet<string>, faults: string[]): Arguments {
  const first = args[0]
  if (isObject(first) && isByName(params, first, args)) {
    reportOptionsAmongIds(first, params, faults)
    return { ids: params.map((variable) => first[variable]), options: readOptions(params, args, 1, known, faults) }
  }
  const options = args[params.length]
  return options === undefined && args.length <= params.length + 1
    ? { ids: args, options }
    : { ids: args, options: readOptions(params, args, params.length, known, faults) }
}

function isByName (params: readonly string[], first: Properties, { length, 1: second }: readonly unknown[]): boolean {
  if (params.length < 2) return params.length === 1 && !isRecord(first)
  return length === 1 || (length === 2 && (second === undefined || (isObject(second) && !isRecord(second))))
}

/** The options after the ids; undefined if missing. */
function readOptions (params: readonly string[], args: readonly unknown[], position: number, known: ReadonlySet<string>, faults: string[]): Properties | undefined {
  const options = args[position]
  if (args.length === position + 1 && isPlainObject(options)) {
    if (hasOnly(options, known)) return options
    if (!isRecord(options)) {
      reportUnknownOptions(options, known, faults)
      return options
    }
  }
  if (args.length <= position + 1 && options === undefined) return undefined
  faults.push(WORDS.arguments(params, args.slice(position)))
  return undefined
}

/** Whether an object has at least one of the names, and no other. */
function hasOnly (object: Properties, names: ReadonlySet<string>): boolean {
  let has = false
  for (const name in object) {
    if (!names.has(name)) return false
    has = true
  }
  return has
}

/** Among ids an option would be ignored. Other properties belong to a record. */
export function reportOptionsAmongIds (ids: Properties, params: readonly string[], faults: string[]): void {
  const lost = [...URL_OPTIONS].filter((name) => Object.hasOwn(ids, name) && !params.includes(name))
  if (lost.length > 0) faults.push(WORDS.optionsAmongIds(lost))
}

export function reportUnknownOptions (options: Properties, known: ReadonlySet<string>, faults: string[]): void {
  for (const name of Object.keys(options).filter((name) => !known.has(name))) {
    faults.push(WORDS.option(name, [...known], URL_OPTIONS.has(name)))
  }
}
