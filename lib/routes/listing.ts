/** The listing: chooses the rows, then writes them. */

import { createError } from '../errors.js'
import { didYouMean, oneOf, show, unknownOption } from '../text.js'
import { answerText, isRedirecting } from './answer.js'
import { deprecationFields } from './deprecation.js'
import { isPlainObject } from './objects.js'
import { pathsOf } from './path.js'
import { readRoutes } from './read.js'
import { sourceOf } from './sources.js'
import type { ListingOptions } from '../../types/listing.js'
import type { Routes } from '../../types/mapper.js'
import type { Route } from '../../types/route.js'

const FORMATTERS = { table: formatTable, expanded: formatExpanded, json: formatJson }

export const STYLES = Object.keys(FORMATTERS)

const OPTIONS = ['style', 'grep', 'controller']

const NO_ROUTES = 'No routes.'

/**
 * The listing of drawn routes as a string.
 *
 * @example formatRoutes(routes, { grep: 'comment' })
 */
export function formatRoutes (routes: Routes, options?: ListingOptions): string {
  return formatTableRows(readRoutes(routes).table, options)
}

/**
 * The rows of a table as text, without a final line break; throws FST_RESOURCES_OPTIONS for an unknown option.
 * Without any rows the text styles say so, and `json` gives `[]`. The expanded style has `hooks`, a text for each row.
 */
export function formatTableRows (table: readonly Route[], options: ListingOptions = {}, hooks?: ReadonlyMap<Route, string>): string {
  const { style = 'table', grep = '', controller } = checkListingOptions(options)
  const text = grep.toLowerCase()
  const rows = table.filter((route) =>
    (controller === undefined || route.controller === controller) &&
    [route.name, route.method, pathText(route), answerText(route)].some((field) => field.toLowerCase().includes(text)))
  return FORMATTERS[style](rows, hooks)
}

function checkListingOptions (options: ListingOptions): ListingOptions {
  const mistakes: string[] = isPlainObject(options) ? [] : [`expected the options as an object, got ${show(options)}`]
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
  for (const [name, value] of Object.entries(options)) {
    if (!OPTIONS.includes(name)) mistakes.push(unknownOption(name, OPTIONS))
    else if (value !== undefined && typeof value !== 'string') mistakes.push(`${name}: expected a string, got ${show(value)}`)
    else if (name === 'style' && value !== undefined && !STYLES.includes(value)) mistakes.push(`style: expected ${oneOf(STYLES)}, got ${show(value)}${didYouMean(value, STYLES)}`)
  }
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
  return options
}

/** The columns of `rake routes`: name to the right, method and path to the left. */
function formatTable (rows: readonly Route[]): string {
  if (rows.length === 0) return NO_ROUTES
  const nameWidth = widest(rows.map(({ name }) => name))
  const methodWidth = widest(rows.map(({ method }) => method))
  const pathWidth = widest(rows.map(pathText))
  return rows.map((route) =>
    `${route.name.padStart(nameWidth)} ${route.method.padEnd(methodWidth)} ${pathText(route).padEnd(pathWidth)} ${targetText(route)}`
  ).join('\n')
}

function widest (texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0)
}

/** The path, with its optional parts in parentheses: `/bible(/:book(/:chapter))(.:format)`. */
export function pathText (route: Route): string {
  const [full, ...shorter] = pathsOf(route) as [string, ...string[]]
  const path = shorter.reduce((path, short) => `${short === '/' ? '' : short}(${path.slice(short === '/' ? 0 : short.length)})`, full)
  return path + (route.needsFormat ? '.:format' : route.formats.length === 0 ? '' : '(.:format)')
}

/** `{ controller: 'posts', action: 'show', id: /\d+/ }`, `{ redirect: '/posts/:id', status: 301 }`. */
function targetText (route: Route): string {
  const { controller, action, defaults, optional, format, requirements, conditions, deprecated } = route
  const fields = isRedirecting(route)
    ? [`redirect: '${route.redirect.path}'`, `status: ${route.redirect.status}`]
    : [`controller: '${controller}'`, `action: '${action}'`]
  for (const [name, value] of Object.entries({ ...defaults, ...optional, ...format !== null && { format } })) fields.push(`${name}: ${show(value)}`)
  for (const [variable, source] of Object.entries(requirements)) fields.push(`${variable}: /${source}/`)
  for (const [name, value] of Object.entries(conditions)) fields.push(`${name}: ${show(value)}`)
  if (deprecated !== null) fields.push(...deprecationFields(deprecated))
  return `{ ${fields.join(', ')} }`
}

function formatExpanded (rows: readonly Route[], hooks?: ReadonlyMap<Route, string>): string {
  if (rows.length === 0) return NO_ROUTES
  return rows.map((route, index) => [
    `--[ Route ${index + 1} ]`.padEnd(60, '-'),
    ...Object.entries({
      name: route.name,
      method: route.method,
      path: pathText(route),
      target: targetText(route),
      hooks: hooks?.get(route),
      source: sourceOf(route)
    }).filter(([, text]) => text !== undefined).map(([name, text]) => `${name.padEnd(10)} | ${text as string}`.trimEnd())
  ].join('\n')).join('\n')
}

/** The rows as plain data; a condition that is a regular expression becomes text. */
function formatJson (rows: readonly Route[]): string {
  return JSON.stringify(rows, (_, value: unknown) => value instanceof RegExp || typeof value === 'bigint' ? String(value) : value, 2)
}
