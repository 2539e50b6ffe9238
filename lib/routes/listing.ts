/** The listing: chooses the rows, then writes them. */

import { createError } from '../errors.js'
import { didYouMean, oneOf, show, unknownOption } from '../text.js'
import { answerText, isRedirecting } from './answer.js'
import { rowsByDeclaration } from './endpoints.js'
import { isPlainObject, jsonValue } from './objects.js'
import { pathsOf } from './path.js'
import { readRoutes } from './read.js'
import type { ListingOptions } from '../../types/listing-options.js'
import type { Routes } from '../../types/mapper.js'
import type { Route, RouteParam } from '../../types/route.js'

export const STYLES = ['table', 'json']

const OPTIONS = ['style', 'grep', 'controller']

/**
 * The listing of drawn routes as a string.
 *
 * @example formatRoutes(routes, { grep: 'comment' })
 */
export function formatRoutes (routes: Routes, options?: ListingOptions): string {
  return formatTableRows(readRoutes(routes).table, options)
}

/**
 * The rows of a table as text, without a final line break; throws FST_RESOURCES_OPTIONS for an unknown
 * option. Without any rows `table` says so, and `json` gives `[]`.
 */
export function formatTableRows (table: readonly Route[], options: ListingOptions = {}): string {
  const { style = 'table', grep = '', controller } = checkListingOptions(options)
  const text = grep.toLowerCase()
  const isChosen = ({ route, name, method }: Line): boolean =>
    (controller === undefined || `/${route.controller}`.endsWith(`/${controller}`)) &&
    [name, method, pathText(route), answerText(route)].some((field) => field.toLowerCase().includes(text))
  const lines = listLines(table).filter(isChosen)
  if (style === 'json') {
    const rows = new Set(lines.flatMap(({ rows }) => rows))
    return JSON.stringify([...rows], jsonValue, 2)
  }
  return lines.length === 0 ? 'No routes.' : formatTable(lines)
}

function checkListingOptions (options: ListingOptions): ListingOptions {
  const mistakes: string[] = isPlainObject(options)
    ? []
    : [`expected the options as an object, got ${show(options)}`]
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
  for (const [name, value] of Object.entries(options)) {
    if (!OPTIONS.includes(name)) {
      mistakes.push(unknownOption(name, OPTIONS))
    } else if (value !== undefined && typeof value !== 'string') {
      mistakes.push(`${name}: expected a string, got ${show(value)}`)
    } else if (name === 'style' && value !== undefined && !STYLES.includes(value)) {
      mistakes.push(`style: expected ${oneOf(STYLES)}, got ${show(value)}${didYouMean(value, STYLES)}`)
    }
  }
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
  return options
}

/** A line of the listing: a row, all rows of one `any`, or a further name of a row. */
export interface Line {
  readonly route: Route
  readonly name: string
  readonly method: Route['method'] | 'ANY'
  /** The rows that it stands for. */
  readonly rows: readonly Route[]
}

export function listLines (table: readonly Route[]): Line[] {
  return rowsByDeclaration(table).flatMap((rows) => {
    const route = rows[0] as Route
    const method = route.isAny ? 'ANY' : route.method
    return [route.name, ...route.aliases].map((name) => ({ route, name, method, rows }))
  })
}

/** The columns of `rake routes`: name to the right, method and path to the left. */
function formatTable (lines: readonly Line[]): string {
  const nameWidth = widest(lines.map(({ name }) => name))
  const methodWidth = widest(lines.map(({ method }) => method))
  const pathWidth = widest(lines.map(({ route }) => pathText(route)))
  return lines
    .map(
      ({ route, name, method }) =>
        `${name.padStart(nameWidth)} ${method.padEnd(methodWidth)} ${pathText(route).padEnd(pathWidth)} ${targetText(route)}`
    )
    .join('\n')
}

function widest (texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0)
}

/** The path, with its optional parts in parentheses: `/bible(/:book(/:chapter))(.:format)`. */
export function pathText (route: Route): string {
  const [full, ...shorter] = pathsOf(route) as [string, ...string[]]
  const path = shorter.reduce(
    (path, short) => `${short === '/' ? '' : short}(${path.slice(short === '/' ? 0 : short.length)})`,
    full
  )
  if (route.formats.length === 0) return path
  return path + (route.needsFormat ? '.:format' : '(.:format)')
}

/** `{ controller: 'posts', action: 'show', id: /\d+/ }`, `{ redirect: '/posts/:id', status: 301 }`. */
function targetText (route: Route): string {
  const { controller, action, params, defaults, format, conditions } = route
  const fields = isRedirecting(route)
    ? [`redirect: '${route.redirect.path}'`, `status: ${route.redirect.status}`]
    : [`controller: '${controller}'`, `action: '${action}'`]
  const texts = { ...defaults, ...format !== null && { format } }
  for (const [name, value] of Object.entries(texts)) fields.push(`${name}: ${show(value)}`)
  fields.push(...params.flatMap(paramField))
  for (const [name, value] of Object.entries(conditions)) fields.push(`${name}: ${show(value)}`)
  return `{ ${fields.join(', ')} }`
}

/** `id: /\d+/`, `page: '1'`, `page: /\d+/ ?? '1'`; none for a variable that takes any text. */
function paramField ({ name, requirement, isOptional, default: text }: RouteParam): string[] {
  const pattern = requirement === null ? [] : [`/${requirement}/`]
  // The path shows that it is optional.
  const hasDefault = isOptional && (text !== null || requirement === null)
  const takes = hasDefault ? [...pattern, show(text)] : pattern
  return takes.length === 0 ? [] : [`${name}: ${takes.join(' ?? ')}`]
}
