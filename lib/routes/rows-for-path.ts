/** The rows whose paths take a URL, in the order in which Fastify's router tries them. */

import type { Route } from '../../types/route.js'
import { answeredPaths } from './endpoints.js'
import { idFault, idRules } from './id-rules.js'
import { groupBy } from './objects.js'
import { GLOB, compareSegments, matchSegment } from './router-paths.js'
import type { RouterPath, RouterSegment } from './router-paths.js'

type RowPath = RouterPath & { readonly route: Route }

/** `url` is a path or an http(s) address. Throws a URIError for one that cannot be decoded. */
export function rowsForPath (table: readonly Route[], url: string): readonly Route[] {
  const path = url.replace(/^https?:\/\/[^/?#]*|[?#].*/gis, '')
  const texts = path.slice(1).split('/').map(decodeURIComponent)
  const pathsOf = answeredPaths(table)
  const paths = inOrder(table.flatMap((route) => pathsOf(route).map((path) => ({ ...path, route }))))
  return [...new Set(paths.filter((path) => takes(path, texts)).map(({ route }) => route))]
}

/** Paths that begin alike stand together, as in the router's tree. */
function inOrder (paths: readonly RowPath[], place = 0): readonly RowPath[] {
  const segmentOf = ({ segments }: RowPath): RouterSegment | undefined => segments[place]
  const branches = groupBy(paths, (path) => JSON.stringify({ ...segmentOf(path), url: '' }))
  return [...branches.values()]
    .sort(([one], [other]) => compareSegments(segmentOf(one as RowPath), segmentOf(other as RowPath)))
    .flatMap((branch) => segmentOf(branch[0] as RowPath) === undefined ? branch : inOrder(branch, place + 1))
}

function takes ({ route, segments, params }: RowPath, texts: readonly string[]): boolean {
  const last = segments.length - 1
  const isGlob = segments[last]?.kind === GLOB
  const parts = isGlob ? [...texts.slice(0, last), texts.slice(last).join('/')] : texts
  const values = segments.map((segment, place) => matchSegment(segment, parts[place] ?? '/'))
  if (parts.length !== segments.length || values.includes(null)) return false
  const ids = values.flat() as readonly string[]
  return idRules(route, Infinity).slice(0, params.length)
    .every((rule, place) => idFault(ids[place] as string, rule) === undefined)
}
