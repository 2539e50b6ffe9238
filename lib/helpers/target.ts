/** A route made ready for building, and the building of its paths and URLs. */

import { didYouMean, oneOf, show } from '../errors.js'
import { literalPieces } from '../routes/path.js'
import { requirementPattern } from '../routes/requirement.js'
import { createRivals } from '../routes/rivals.js'
import type { Rivals } from '../routes/rivals.js'
import { chooseOrigin } from './origin.js'
import type { Origin } from './origin.js'
import { buildQuery } from './query.js'
import { idFault, readId } from './url-arguments.js'
import type { Requirement } from './url-arguments.js'
import type { Route } from '../../types/route.js'

export interface Target {
  readonly route: Route
  /** The encoded text before, between and after the ids. */
  readonly pieces: readonly string[]
  /** By position, where the route has a requirement. */
  readonly requirements: ReadonlyArray<Requirement | undefined>
  readonly rivals: Rivals
  readonly maxParamLength: number
}

type Options = Readonly<Record<string, unknown>>

const PATH_OPTIONS = ['query', 'anchor', 'trailingSlash']
const URL_OPTIONS = [...PATH_OPTIONS, 'host', 'protocol', 'port']

export interface Site {
  /** The path of the `baseUrl`, as it stands in a URL. */
  readonly basePath: string
  /** How long the router lets an id be. */
  readonly maxParamLength: number
}

/** Makes the routes of a table ready, one by one as they are wanted. */
export function createTargets (table: readonly Route[], site: Site): (route: Route) => Target {
  const rivalsOf = createRivals(table)
  const targets = new Map<Route, Target>()
  return (route) => {
    const target = targets.get(route) ?? createTarget(route, rivalsOf(route), site)
    targets.set(route, target)
    return target
  }
}

function createTarget (route: Route, rivals: Rivals, { basePath, maxParamLength }: Site): Target {
  const [first = '', ...others] = literalPieces(route.path)
  return {
    route,
    // A base's own path takes the place of the slash that stands alone.
    pieces: [first === '/' && others.length === 0 && basePath !== '' ? basePath : basePath + first, ...others],
    requirements: route.params.map((variable) => {
      const source = route.requirements[variable]
      return source === undefined ? undefined : { source, pattern: requirementPattern(source) }
    }),
    rivals,
    maxParamLength
  }
}

/** The path of a route; what is wrong with the ids or the options is added to `faults`. */
export function buildPath (target: Target, ids: readonly unknown[], options: Options, faults: string[]): string {
  reportUnknown(options, PATH_OPTIONS, faults)
  return finishPath(joinIds(target, ids, faults), options, faults)
}

/** The same with protocol and host, the options' own or those known. */
export function buildUrl (target: Target, ids: readonly unknown[], options: Options, known: Origin | null, faults: string[]): string {
  reportUnknown(options, URL_OPTIONS, faults)
  const { protocol, host } = chooseOrigin(known, options, faults)
  return `${protocol}://${host}${finishPath(joinIds(target, ids, faults), options, faults)}`
}

function joinIds ({ route, pieces, requirements, rivals, maxParamLength }: Target, ids: readonly unknown[], faults: string[]): string {
  const before = faults.length
  const texts = route.params.map((variable, position) => {
    const id = readId(ids[position])
    const fault = id === undefined
      ? `expected an id (a string, a number, or a record with id or toParam()), got ${show(ids[position])}`
      : idFault(id, requirements[position], maxParamLength)
    if (fault !== undefined) faults.push(`${variable}: ${fault}`)
    return String(id)
  })
  if (faults.length > before) return ''
  const rival = texts.some((text, position) => rivals.words[position]?.has(text)) ? rivals.find(texts) : undefined
  if (rival !== undefined) faults.push(`${texts.map(show).join(', ')}: a request would reach ${rival.path} (${rival.controller}#${rival.action}) instead`)
  return texts.reduce((path, text, position) => path + encodeURIComponent(text) + (pieces[position + 1] as string), pieces[0] as string)
}

function reportUnknown (options: Options, known: readonly string[], faults: string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue
    faults.push(`unknown option '${name}'; expected ${oneOf(known)}` +
      (URL_OPTIONS.includes(name) ? ', since a path has no host' : didYouMean(name, known)))
  }
}

function finishPath (path: string, { query, anchor, trailingSlash }: Options, faults: string[]): string {
  const slash = trailingSlash === true && !path.endsWith('/') ? '/' : ''
  const pairs = query === undefined || query === null ? '' : buildQuery(query, faults)
  return path + slash + (pairs === '' ? '' : `?${pairs}`) + anchorText(anchor, faults)
}

function anchorText (anchor: unknown, faults: string[]): string {
  if (anchor === undefined || anchor === null) return ''
  if ((typeof anchor === 'string' && anchor.isWellFormed()) || typeof anchor === 'number') return `#${encodeURIComponent(anchor)}`
  faults.push(`anchor: expected a string or a number, got ${show(anchor)}`)
  return ''
}
