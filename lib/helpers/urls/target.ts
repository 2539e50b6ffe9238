/** A route made ready for building, and the building of its paths and URLs. */

import { didYouMean, oneOf, show } from '../../text.js'
import { literalPieces } from '../../routes/path.js'
import { idPattern } from '../../routes/router-paths.js'
import { createRivals } from '../../routes/rivals.js'
import type { Rivals } from '../../routes/rivals.js'
import { chooseOrigin } from './origin.js'
import type { Origin } from './origin.js'
import { buildQuery } from './query.js'
import { PATH_OPTIONS, URL_OPTIONS, idFault, isContested, readId } from './arguments.js'
import type { Check } from './arguments.js'
import type { Route } from '../../../types/route.js'

export interface Target {
  readonly route: Route
  /** The encoded text before, between and after the ids. */
  readonly pieces: readonly string[]
  /** By position. */
  readonly checks: readonly Check[]
  readonly rivals: Rivals
}

/** `-2147483648`: what the short way takes for an integer is no longer. */
const LONGEST_INTEGER = 11

type Options = Readonly<Record<string, unknown>>

export interface Site {
  /** The path of the `baseUrl`, as it stands in a URL. */
  readonly basePath: string
  /** How long the router lets an id be. */
  readonly maxParamLength: number
  /** Whether letter case counts for the router. */
  readonly caseSensitive: boolean
  /** Whether forms may name another method for rows of `api` trees too. */
  readonly formsNameMethods: boolean
}

/** Makes the routes of a table ready, one by one as they are wanted. */
export function createTargets (table: readonly Route[], site: Site): (route: Route) => Target {
  const fold = site.caseSensitive ? (text: string) => text : (text: string) => text.toLowerCase()
  // Made for the first helper that is called, which most tools and many tests never do.
  let rivals: Rivals | undefined
  const targets = new Map<Route, Target>()
  return (route) => {
    rivals ??= createRivals(table, fold)
    const target = targets.get(route) ?? createTarget(route, rivals, fold, site)
    targets.set(route, target)
    return target
  }
}

function createTarget (route: Route, rivals: Rivals, fold: Check['fold'], { basePath, maxParamLength }: Site): Target {
  const [first = '', ...others] = literalPieces(route.path)
  const contests = rivals.contestsOf(route)
  const hasFormats = route.formats.length > 0
  return {
    route,
    // A base's own path takes the place of the slash that stands alone.
    pieces: [first === '/' && others.length === 0 && basePath !== '' ? basePath : basePath + first, ...others],
    checks: route.params.map((variable, position) => {
      const source = route.requirements[variable]
      const contest = contests[position]
      return {
        pattern: idPattern(route, variable),
        requirement: source,
        hasFormats,
        contest,
        fold,
        integersPass: source === undefined && contest?.hasInteger !== true && contest?.hasVariables !== true && maxParamLength >= LONGEST_INTEGER,
        maxLength: maxParamLength
      }
    }),
    rivals
  }
}

/** The path of a route; what is wrong with the ids or the options is added to `faults`. */
export function buildPath (target: Target, ids: readonly unknown[], options: Options, faults: string[]): string {
  reportUnknown(options, PATH_OPTIONS, faults)
  return buildTail(target, ids, options, faults)
}

/** The same with protocol and host, the options' own or those known. */
export function buildUrl (target: Target, ids: readonly unknown[], options: Options, known: Origin | null, faults: string[]): string {
  reportUnknown(options, URL_OPTIONS, faults)
  const { protocol, host } = chooseOrigin(known, options, faults)
  return `${protocol}://${host}${buildTail(target, ids, options, faults)}`
}

function buildTail (target: Target, ids: readonly unknown[], options: Options, faults: string[]): string {
  const extension = readExtension(target.route, options.format, faults)
  return finishPath(joinIds(target, ids, extension, faults) + extension, options, faults)
}

/** `.json`, or `''`. */
function readExtension ({ path, formats }: Route, format: unknown, faults: string[]): string {
  if (format === undefined || format === null) return ''
  if (formats.includes(format as string)) return `.${String(format)}`
  faults.push(formats.length === 0
    ? `format: ${path} takes no extension; the option formats of its declaration would give it some`
    : `format: expected ${oneOf(formats)}, got ${show(format)}${didYouMean(format, formats)}`)
  return ''
}

function joinIds ({ route, pieces, checks, rivals }: Target, ids: readonly unknown[], extension: string, faults: string[]): string {
  const before = faults.length
  const texts = route.params.map((variable, position) => {
    const id = readId(ids[position])
    const fault = id === undefined
      ? `expected an id (a string, a number, or a record with id or toParam()), got ${show(ids[position])}`
      : idFault(id, checks[position] as Check)
    if (fault !== undefined) faults.push(`${variable}: ${fault}`)
    return String(id)
  })
  // The router's own pattern before an extension takes no line break.
  if (extension !== '' && pieces.at(-1) === '' && /[\n\r\u2028\u2029]/.test(texts.at(-1) as string)) faults.push(`${show(texts.at(-1))} holds a line break, which no id before an extension can`)
  if (faults.length > before) return ''
  const contested = extension !== '' || texts.some((text, position) => isContested(text, checks[position] as Check))
  const rival = contested ? rivals.find(route, texts, extension) : undefined
  if (rival !== undefined) faults.push(`${[...texts, ...extension === '' ? [] : [extension]].map(show).join(', ')}: a request would reach ${rival.path} (${rival.controller}#${rival.action}) instead`)
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
  if (trailingSlash !== undefined && typeof trailingSlash !== 'boolean') faults.push(`trailingSlash: expected true or false, got ${show(trailingSlash)}`)
  const slash = trailingSlash === true && !path.endsWith('/') ? '/' : ''
  const pairs = query === undefined || query === null ? '' : buildQuery(query, faults)
  return path + slash + (pairs === '' ? '' : `?${pairs}`) + anchorText(anchor, faults)
}

function anchorText (anchor: unknown, faults: string[]): string {
  if (anchor === undefined || anchor === null) return ''
  if ((typeof anchor === 'string' && anchor.isWellFormed()) || Number.isFinite(anchor)) return `#${encodeURIComponent(anchor as string | number)}`
  faults.push(`anchor: expected a string or a number, got ${show(anchor)}`)
  return ''
}
