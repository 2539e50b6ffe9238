/** A route made ready for building, and the building of its paths and URLs. */

import { didYouMean, oneOf, show } from '../../text.js'
import type { Properties } from '../../routes/objects.js'
import { literalPieces } from '../../routes/path.js'
import { createRivals } from '../../routes/rivals.js'
import type { Rivals } from '../../routes/rivals.js'
import type { Route } from '../../../types/route.js'
import type { Arguments } from './arguments.js'
import { isPlain } from './encode.js'
import { createChecks, givenId, idFault, idText, isContested, isSmallInteger, textFault } from './ids.js'
import type { Check } from './ids.js'
import { chooseOrigin } from './origin.js'
import type { OriginSource } from './origin.js'
import { addQuery } from './query.js'

export interface Target {
  readonly route: Route
  /** The encoded text before, between and after the ids. */
  readonly pieces: readonly string[]
  /** By position. */
  readonly checks: readonly Check[]
  readonly rivals: Rivals
}

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
export function createTargets (table: readonly Route[], { basePath, maxParamLength, caseSensitive }: Site): (route: Route) => Target {
  const fold = caseSensitive ? (text: string) => text : (text: string) => text.toLowerCase()
  // Made for the first helper that is called, which most tools and many tests never do.
  let rivals: Rivals | undefined
  const targets = new Map<Route, Target>()
  return (route) => {
    const known = targets.get(route)
    if (known !== undefined) return known
    rivals ??= createRivals(table, fold)
    const [first = '', ...others] = literalPieces(route.path)
    const target = {
      route,
      // A base's own path takes the place of the slash that stands alone.
      pieces: [first === '/' && others.length === 0 && basePath !== '' ? basePath : basePath + first, ...others],
      checks: createChecks(route, { rivals, fold, maxLength: maxParamLength }),
      rivals
    }
    targets.set(route, target)
    return target
  }
}

/** The path of a route, or its URL where there is an origin; what is wrong with the ids or the options is added to `faults`. */
export function buildUrl (target: Target, { ids, options }: Arguments, origin: OriginSource | null, faults: string[]): string {
  const start = origin === null ? '' : chooseOrigin(origin(), options ?? {}, faults)
  if (options === undefined) return start + joinIds(target, ids, '', faults)
  const { format } = options
  const extension = format === undefined || format === null ? '' : readExtension(target.route, format, faults)
  return finishUrl(start + joinIds(target, ids, extension, faults) + extension, options, faults)
}

/** `.json`. */
function readExtension ({ path, formats }: Route, format: unknown, faults: string[]): string {
  if (formats.includes(format as string)) return `.${String(format)}`
  faults.push(formats.length === 0
    ? `format: ${path} takes no extension; the option formats of its declaration would give it some`
    : `format: expected ${oneOf(formats)}, got ${show(format)}${didYouMean(format, formats)}`)
  return ''
}

function joinIds (target: Target, ids: readonly unknown[], extension: string, faults: string[]): string {
  const { pieces, checks } = target
  const state: State = { faults: [], contested: extension !== '' }
  let path = pieces[0] as string
  for (let i = 0; i < checks.length; i++) {
    const check = checks[i] as Check
    const id = givenId(ids[i])
    path += check.integersPass && isSmallInteger(id) ? `${id}` : encodeId(id, ids[i], check, state)
    path += pieces[i + 1] as string
  }
  if (state.faults.length > 0) faults.push(...state.faults)
  else if (state.contested) reportRequest(target, ids, extension, faults)
  return path
}

interface State {
  readonly faults: string[]
  contested: boolean
}

/** The id as it stands in a path; `given` is what it was read of. */
function encodeId (id: unknown, given: unknown, check: Check, state: State): string {
  const text = idText(id)
  const plain = text !== undefined && isPlain(text)
  const fault = text === undefined ? idFault(id, given) : textFault(text, plain, check)
  if (text === undefined || fault !== undefined) {
    state.faults.push(`${check.variable}: ${fault as string}`)
    return ''
  }
  state.contested ||= isContested(text, check)
  return plain ? text : encodeURIComponent(text)
}

// The router's own pattern before an extension takes none of these.
const LINE_BREAK = /[\n\r\u2028\u2029]/

/** Reports ids with which a request would reach another route, or none. */
function reportRequest ({ route, pieces, checks, rivals }: Target, ids: readonly unknown[], extension: string, faults: string[]): void {
  const texts = checks.map((_, position) => String(givenId(ids[position])))
  const last = texts.at(-1)
  if (extension !== '' && pieces.at(-1) === '' && LINE_BREAK.test(String(last))) faults.push(`${show(last)} holds a line break, which no id before an extension can`)
  const rival = rivals.find(route, texts, extension)
  if (rival === undefined) return
  const given = [...texts, ...extension === '' ? [] : [extension]].map(show).join(', ')
  faults.push(`${given}: a request would reach ${rival.path} (${rival.controller}#${rival.action}) instead`)
}

function finishUrl (url: string, { query, anchor, trailingSlash }: Properties, faults: string[]): string {
  const path = trailingSlash === undefined ? url : url + slashText(url, trailingSlash, faults)
  const withQuery = query === undefined || query === null ? path : addQuery(path, query, faults)
  return anchor === undefined || anchor === null ? withQuery : withQuery + anchorText(anchor, faults)
}

function slashText (url: string, trailingSlash: unknown, faults: string[]): string {
  if (typeof trailingSlash !== 'boolean') faults.push(`trailingSlash: expected true or false, got ${show(trailingSlash)}`)
  return trailingSlash === true && !url.endsWith('/') ? '/' : ''
}

function anchorText (anchor: unknown, faults: string[]): string {
  if ((typeof anchor === 'string' && anchor.isWellFormed()) || Number.isFinite(anchor)) return `#${encodeURIComponent(anchor as string | number)}`
  faults.push(`anchor: expected a string or a number, got ${show(anchor)}`)
  return ''
}
