/** Reads the arguments of a URL helper: ids by position or by name, some filled in, then the options. */

import { createError } from '../errors.js'
import { isObject, isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import type { RouteParam } from '../../types/route.js'
import { isRecord } from './id-checks.js'
import { reportMisspelt } from './join.js'
import { WORDS } from './url-words.js'

export const PATH_OPTIONS: readonly string[] = ['query', 'anchor', 'format', 'trailingSlash']
export const URL_OPTIONS: readonly string[] =
  /* @__PURE__ */ PATH_OPTIONS.concat('host', 'protocol', 'port')

export interface Arguments {
  /** By position. The arguments after them are not ids. */
  readonly ids: readonly unknown[]
  readonly options: Properties | undefined
}

/**
 * A single object is read by name, except that a helper of one id takes an object with `id` or
 * `toParam` for a record. `known` are the names of the options.
 */
function readArguments (
  params: readonly RouteParam[], args: readonly unknown[], known: readonly string[], faults: string[]
): Arguments {
  if (!isByName(params, args)) {
    return {
      ids: args,
      options:
        args.length > params.length ? readOptions(params, args, params.length, known, faults) : undefined
    }
  }
  const ids = args[0] as Properties
  reportOtherNames(ids, params, URL_OPTIONS, faults)
  return { ids: params.map(({ name }) => ids[name]), options: readOptions(params, args, 1, known, faults) }
}

function isByName (params: readonly RouteParam[], args: readonly unknown[]): boolean {
  const [first, second] = args
  const [param] = params
  if (!isObject(first) || param === undefined) return false
  // An object with the variable's own name is a record too.
  if (params.length === 1) return param.name !== param.property && !isRecord(first, param.property)
  const isOptions = second === undefined || (isObject(second) && !isRecord(second, params[1]?.property))
  return args.length === 1 || (args.length === 2 && isOptions)
}

/** The options after the ids; undefined if missing. */
export function readOptions (
  params: readonly RouteParam[], args: readonly unknown[], position: number, known: readonly string[],
  faults: string[]
): Properties | undefined {
  const options = args[position]
  if (args.length <= position + 1) {
    if (options === undefined) return undefined
    if (isPlainObject(options) && !isRecord(options)) {
      reportUnknownOptions(options, known, faults)
      return options
    }
  }
  faults.push(WORDS.arguments(params, args.slice(position)))
  return undefined
}

/** Among ids an option would be ignored. Other properties belong to a record. */
export function reportOtherNames (
  ids: Properties, params: readonly RouteParam[], options: readonly string[], faults: string[]
): void {
  const lost = options.filter(
    (name) => Object.hasOwn(ids, name) && params.every((param) => param.name !== name)
  )
  if (lost.length > 0) faults.push(WORDS.optionsAmongIds(lost, params))
  else reportMisspelt(ids, params, faults)
}

/** Throws FST_RESOURCES_OPTIONS for options of other names, and for a value that is no object. */
export function refuseUnknownOptions (options: unknown, known: readonly string[]): void {
  const mistakes: string[] = []
  if (isObject(options)) reportUnknownOptions(options, known, mistakes)
  else mistakes.push(WORDS.options(options))
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
}

export function reportUnknownOptions (options: object, known: readonly string[], faults: string[]): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) faults.push(WORDS.option(name, known))
  }
}

/** The variables that arguments must still fill. */
export function unfilled (params: readonly RouteParam[], variables: Properties): readonly RouteParam[] {
  return params.filter(({ name }) => !(name in variables))
}

/** Reads arguments; some ids may already be filled in. */
export function readUnfilled (
  params: readonly RouteParam[], variables: Properties | undefined, args: readonly unknown[],
  known: readonly string[], faults: string[]
): Arguments {
  if (variables === undefined) return readArguments(params, args, known, faults)
  const left = unfilled(params, variables)
  const { ids, options } = readArguments(left, args, known, faults)
  return {
    ids: params.map((param) =>
      param.name in variables ? variables[param.name] : ids[left.indexOf(param)]
    ),
    options
  }
}
