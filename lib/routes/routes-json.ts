/** The JSON of routes, written and read. Resources that differ in their words alone share its rows. */

import { createError } from '../errors.js'
import { noRoutes } from '../text.js'
import { jsonValue } from './objects.js'
import type { Route, RouteParam, RoutesJson } from '../../types/route.js'

/** Changes when older code could not read new JSON. */
const VERSION = 2

/** What most rows and their variables have, and the JSON leaves out. */
const ROW = {
  name: '',
  aliases: [],
  singletons: [],
  method: 'GET',
  isAny: false,
  params: [],
  conditions: {},
  formats: [],
  needsFormat: false,
  defaults: {},
  format: null,
  api: false,
  redirect: null
} as const satisfies Partial<Route>
const PARAM = {
  property: 'id',
  requirement: null,
  isOptional: false,
  slashes: false,
  default: null
} as const satisfies Partial<RouteParam>

/** `$0` to `$9` stand for words. */
const MOST_WORDS = 10

export function createJson (table: readonly Route[]): RoutesJson {
  const shapes = new Map<string, number>()
  const entries = resourcesOf(table).map((rows) => {
    const short = rows.map(shorten)
    const text = JSON.stringify(short, jsonValue)
    const words = text.includes('$') ? [] : wordsOf(rows)
    const shape = words.length === 0 ? text : JSON.stringify(short, numbered(words))
    if (!shapes.has(shape)) shapes.set(shape, shapes.size)
    return [shapes.get(shape) as number, ...words]
  })
  return {
    version: VERSION,
    shapes: [...shapes.keys()].map((shape) => JSON.parse(shape) as object[]),
    table: entries
  }
}

/** Rows of one resource that follow each other. */
function resourcesOf (table: readonly Route[]): Route[][] {
  const found: Route[][] = []
  for (const row of table) {
    const rows = found.at(-1)
    const last = rows?.at(-1)
    const isSame = last?.controller === row.controller && last.resource.plural === row.resource.plural
    if (isSame) rows?.push(row)
    else found.push([row])
  }
  return found
}

/** What most rows of a resource share comes first, since it compresses best side by side. */
function shorten ({ controller, resource, params, path, action, ...own }: Route): object {
  const short = params.map((param) => without(param, PARAM))
  return without({ controller, resource, params: short, path, action, ...own }, { ...ROW, wrap: !own.api })
}

/** A copy without the properties that are as usual. */
function without (object: object, usual: Readonly<Record<string, unknown>>): object {
  const isUnusual = (name: string, value: unknown): boolean =>
    JSON.stringify(value, jsonValue) !== JSON.stringify(usual[name])
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => isUnusual(name, value)))
}

/** The names of a resource and of its parents. */
function wordsOf (rows: readonly Route[]): string[] {
  const words = rows.flatMap(({ controller, resource: { plural, singular }, params }) => [
    plural, singular, controller, ...params.flatMap(parentWords)
  ])
  return [...new Set(words)].filter((word) => /^[\w/-]+$/.test(word)).slice(0, MOST_WORDS)
}

/** `posts` and `post` of the variable `post_id`. */
function parentWords ({ name, of, property }: RouteParam): string[] {
  return of === null ? [] : [of, name.slice(0, -`_${property}`.length)]
}

/** Texts that are the same in the rows of `members` and of `posts`. */
const FIXED = ['place', 'action']

/** A replacer for JSON that numbers words in texts: the longest first, since `posts` contains `post`. */
function numbered (words: readonly string[]): (name: string, value: unknown) => unknown {
  const longestFirst = new RegExp(
    words.toSorted((one, other) => other.length - one.length).join('|'),
    'g'
  )
  return (name, value) => {
    const json = jsonValue(name, value)
    return typeof json === 'string' && !FIXED.includes(name)
      ? json.replaceAll(longestFirst, (word) => `$${words.indexOf(word)}`)
      : json
  }
}

/**
 * Throws FST_RESOURCES_OPTIONS for any other value, FST_RESOURCES_JSON_VERSION for JSON of another version.
 */
export function readJson (value: RoutesJson): readonly Route[] {
  const { version, shapes, table } = Object(value) as Partial<RoutesJson>
  const isJson = version !== undefined && Array.isArray(table)
  if (isJson && version !== VERSION) throw createError('FST_RESOURCES_JSON_VERSION', [version, VERSION])
  if (!isJson || !Array.isArray(shapes)) {
    throw createError('FST_RESOURCES_OPTIONS', [[noRoutes(value)]])
  }
  return (table as RoutesJson['table']).flatMap(([shape, ...words]) => {
    const text = JSON.stringify(shapes[shape as number])
    const filled = text.replace(/\$(\d)/g, (sign, place: number) => (words[place] ?? sign) as string)
    return (JSON.parse(filled) as Array<Partial<Route> & Pick<Route, Essential>>).map((row) => {
      const full = { ...ROW, wrap: row.api !== true, ...row }
      return { ...full, params: full.params.map((param) => ({ ...PARAM, ...param })) }
    })
  })
}

type Essential = Exclude<keyof Route, keyof typeof ROW | 'wrap'>
