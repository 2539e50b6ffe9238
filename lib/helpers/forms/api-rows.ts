/** Finds forms that the server would refuse: with `_method`, for a row drawn with `api: true`. */

import { remember } from '../../routes/objects.js'
import { escapePattern, isGlob, literalPieces, pathsOf } from '../../routes/path.js'
import type { Route } from '../../../types/route.js'
import type { Family } from '../urls/family.js'
import { FORM_WORDS } from './form-words.js'

/** Why a form may not be sent to an address with this `_method`; undefined if it may. */
export type FindMethodFault = (address: string, method: string) => string | undefined

// Kept with the family, since form helpers may live no longer than a request.
const found = new WeakMap<Family, FindMethodFault>()

export function methodFaultFinder (family: Family): FindMethodFault {
  return remember(found, family, createFinder)
}

function createFinder ({ table, options }: Family): FindMethodFault {
  const apiRows = table.filter(({ api }) => api)
  if (options.formsNameMethods || apiRows.length === 0) return () => undefined
  const patterns = new Map<Route, RegExp>()
  const takes = (route: Route, path: string, method: string): boolean =>
    route.method === method.toUpperCase() &&
    remember(patterns, route, () => pathPattern(route, options.basePath)).test(path)
  return (address, method) => {
    const path = address.replace(/^https?:\/\/[^/]*/i, '')
    const row = apiRows.find((route) => takes(route, path, method))
    // Where a row of another tree may answer, the form may be for that.
    if (row === undefined || table.some((route) => !route.api && takes(route, path, method))) return undefined
    return FORM_WORDS.methodOfApi(method, row.path)
  }
}

function pathPattern (route: Route, basePath: string): RegExp {
  const { formats } = route
  const sourceOf = (segment: string): string =>
    isGlob(segment) ? '[^?#]+' : literalPieces(segment).map(escapePattern).join('[^/?#]+')
  const sources = pathsOf(route).map((path) => path.split('/').map(sourceOf).join('/'))
  const source = `${escapePattern(basePath)}(?:${sources.join('|')})`
  const extension = formats.length === 0 ? '' : `(?:\\.(?:${formats.join('|')}))?`
  return new RegExp(`^${source}${extension}/?(?:[?#]|$)`)
}
