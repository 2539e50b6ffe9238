/** Builds the paths and URLs of a prepared route. */

import type { Properties } from '../routes/objects.js'
import type { Route } from '../../types/route.js'
import type { RowForm } from '../../types/field-facts.js'
import type { Arguments } from './arguments.js'
import type { JoinSettings, Target } from './join.js'
import { chooseOrigin } from './origin.js'
import type { OriginSource } from './origin.js'
import { addQuery } from './query.js'
import { WORDS } from './url-words.js'

export interface UrlSettings extends JoinSettings {
  /** Whether forms may name another method for rows of `api` trees too. */
  readonly formsNameMethods: boolean
  /** What the app knows of the form of a row. */
  readonly formOf?: (row: Route) => RowForm | undefined
}

/**
 * The path of a route, or its URL where there is an origin; faults of the ids and the options are added to
 * `faults`.
 */
export function buildUrl (
  target: Target, args: Arguments, origin: OriginSource | null, faults: string[]
): string {
  const path = buildPath(target, args, faults)
  const url = origin === null ? path : chooseOrigin(origin(), args.options, faults) + path
  return args.options === undefined ? url : finishUrl(url, args.options, faults)
}

/** The path with its extension; of the options it reads `format` alone. */
export function buildPath ({ route, join }: Target, { ids, options }: Arguments, faults: string[]): string {
  const extension =
    options === undefined && !route.needsFormat ? '' : readExtension(route, options ?? {}, faults)
  return join(ids, extension, faults) + extension
}

/** `.json`, or `''`. */
function readExtension (
  { path, formats, needsFormat }: Route, { format = null }: Properties, faults: string[]
): string {
  if (format === null && !needsFormat) return ''
  if (formats.includes(format as string)) return `.${String(format)}`
  faults.push(formats.length === 0 ? WORDS.extension(path) : WORDS.format(format, formats))
  return ''
}

function finishUrl (url: string, { query, anchor, trailingSlash }: Properties, faults: string[]): string {
  const path = trailingSlash === undefined ? url : url + slashText(url, trailingSlash, faults)
  const withQuery = query === undefined || query === null ? path : addQuery(path, query, faults)
  return anchor === undefined || anchor === null ? withQuery : withQuery + anchorText(anchor, faults)
}

function slashText (url: string, trailingSlash: unknown, faults: string[]): string {
  if (typeof trailingSlash !== 'boolean') faults.push(WORDS.trailingSlash(trailingSlash))
  return trailingSlash === true && !url.endsWith('/') ? '/' : ''
}

function anchorText (anchor: unknown, faults: string[]): string {
  if ((typeof anchor === 'string' && anchor.isWellFormed()) || Number.isFinite(anchor)) {
    return `#${encodeURIComponent(anchor as string | number)}`
  }
  faults.push(WORDS.anchor(anchor))
  return ''
}
