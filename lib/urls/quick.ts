/** The usual calls of a path helper: plain ids, or records that have them, and a flat query. */

import type { Properties } from '../routes/objects.js'
import type { Route } from '../../types/route.js'
import { isPlain } from './encode.js'
import { givenId, isSmallInteger, quickText } from './id-checks.js'
import type { Check } from './id-checks.js'
import { MAX_KEYS } from './query.js'

type PathHelper = (...args: readonly unknown[]) => string

/** The text around the ids of a path, and the checks of the ids. */
export interface QuickParts {
  readonly pieces: readonly string[]
  readonly checks: readonly Check[]
}

/**
 * The path helper of a row: the engine calls functions of fixed arguments fastest. It leaves to `slow` other
 * calls than those with up to two ids, each the `id` of a record.
 */
export function quicken ({ params, needsFormat }: Route, parts: QuickParts, slow: PathHelper): PathHelper {
  const haveIds = params.every(({ property }) => property === 'id')
  if (!haveIds || needsFormat) return slow
  switch (params.length) {
    case 0: return quickenNone(parts, slow)
    case 1: return quickenOne(parts, slow)
    case 2: return quickenTwo(parts, slow)
    default: return slow
  }
}

function quickenNone ({ pieces: [path = ''] }: QuickParts, slow: PathHelper): PathHelper {
  return function (options) {
    const url = arguments.length < 2 ? addOptions(path, options) : undefined
    return url ?? slow.apply(undefined, arguments as unknown as unknown[])
  }
}

// Variables of the closure are read faster than properties.
function quickenOne ({ pieces, checks }: QuickParts, slow: PathHelper): PathHelper {
  const [before, after] = pieces as [string, string]
  const [check] = checks as [Check]
  return function (idOrRecord, options) {
    const id = quickText(givenId(idOrRecord, 'id'), check)
    const isQuick = id !== undefined && arguments.length < 3
    const url = isQuick ? addOptions(before + id + after, options) : undefined
    return url ?? slow.apply(undefined, arguments as unknown as unknown[])
  }
}

function quickenTwo ({ pieces, checks }: QuickParts, slow: PathHelper): PathHelper {
  const [before, between, after] = pieces as [string, string, string]
  const [outerCheck, innerCheck] = checks as [Check, Check]
  return function (outer, inner, options) {
    const first = quickText(givenId(outer, 'id'), outerCheck)
    const second = quickText(givenId(inner, 'id'), innerCheck)
    const isQuick = first !== undefined && second !== undefined && arguments.length < 4
    const url = isQuick ? addOptions(before + first + between + second + after, options) : undefined
    return url ?? slow.apply(undefined, arguments as unknown as unknown[])
  }
}

/** Undefined for options other than a flat query. */
function addOptions (url: string, options: unknown): string | undefined {
  if (options === undefined) return url
  const query = (options as { readonly query?: Properties | null } | null)?.query
  if (query === undefined || query === null || query.constructor !== Object) return undefined
  for (const name in options as Properties) if (name !== 'query') return undefined
  return addPlainQuery(url, query)
}

const { hasOwnProperty } = Object.prototype

/** `addQuery` for a flat query of integers and plain texts; undefined for any other. */
function addPlainQuery (url: string, query: Properties): string | undefined {
  let keys = 0
  for (const key in query) {
    // Faster here than Object.hasOwn.
    if (!hasOwnProperty.call(query, key)) return undefined
    const value = query[key]
    if (value === undefined || value === null) continue
    const isPlainValue = isSmallInteger(value) || (typeof value === 'string' && isPlain(value))
    const start = isPlainValue ? startOf(key) : undefined
    if (start === undefined || ++keys > MAX_KEYS) return undefined
    url = url + (keys === 1 ? start.first : start.next) + value
  }
  return url
}

/** What comes before the value of a key, the first in a query or a further one. */
interface Start {
  readonly first: string
  readonly next: string
}

/** A page has many links and few keys. */
const starts = new Map<string, Start>()

/** Undefined for a key that is not plain. */
function startOf (key: string): Start | undefined {
  const known = starts.get(key)
  if (known !== undefined) return known
  if (!isPlain(key) || key === '__proto__') return undefined
  const start = { first: `?${key}=`, next: `&${key}=` }
  if (starts.size < 1000) starts.set(key, start)
  return start
}
