/** The messages for invalid arguments. Bundles for browsers have `url-words.browser.ts` instead. */

import { didYouMean, oneOf, show } from '../text.js'
import { paramNames } from '../routes/params.js'
import type { Route, RouteParam } from '../../types/route.js'

export const WORDS = {
  origin: () => 'the host is unknown; expected the option host, a baseUrl, or a helper of the request',
  host: (value: unknown) =>
    `host: expected a host such as 'example.org' or 'example.org:8080', got ${show(value)}`,
  protocol: (value: unknown) => `protocol: expected 'https', 'http', 'wss' or 'ws', got ${show(value)}`,
  port: (value: unknown) => `port: expected a number from 1 to 65535, got ${show(value)}`,
  extension: (path: string) =>
    `format: ${path} takes no extension; to allow some, set formats in its declaration`,
  format: (value: unknown, formats: readonly string[]) =>
    `format: expected ${oneOf(formats)}, got ${show(value)}${didYouMean(value, formats)}`,
  trailingSlash: (value: unknown) => `trailingSlash: expected true or false, got ${show(value)}`,
  anchor: (value: unknown) => `anchor: expected a string or a number, got ${show(value)}`,
  routeName: (name: string, byName: ReadonlyMap<string, unknown>) =>
    `unknown route name${didYouMean(name, [...byName.keys()])}`,
  action: (action: string, byAction: ReadonlyMap<string, unknown>) =>
    `no route leads to ${action}${didYouMean(action, [...byAction.keys()])}`,
  choice: (routes: ReadonlyArray<Pick<Route, 'params' | 'defaults'>>, action: string) =>
    `expected ${routes.map(namesText).join(', or ')} for ${action}`,
  longForm: (args: readonly unknown[]) =>
    `expected a route's name, its variables and options, or one object, got ${args.map(show).join(', ')}`,
  onlyPath: (value: unknown) => `onlyPath: expected true or false, got ${show(value)}`,
  arguments: (params: readonly RouteParam[], others: readonly unknown[]) =>
    `expected ${params.length === 0 ? 'no id' : `${paramNames({ params }).join(', ')} (by position or in one object)`} and ` +
    `at most one options object, also got ${others.map(show).join(', ')}`,
  optionsAmongIds: (names: readonly string[], params: readonly RouteParam[]): string =>
    `${names.join(', ')}: expected options in a separate object after the ids` +
    (params.some(({ isOptional }) => isOptional) ? WORDS.leftOutId() : ''),
  leftOutId: () => '; write null for an id that you leave out, and the options after it',
  options: (value: unknown) => `expected an object, got ${show(value)}`,
  option: (name: string, known: readonly string[]) =>
    `unknown option '${name}'; expected ${oneOf(known)}` +
      (isOfHost(name, known) ? ', since a path has no host' : didYouMean(name, known)),
  lacking: () => 'the routes lack this action; if they are JSON, write it again: fastify-resources json',
  version: (value: unknown) => `version: expected a version, such as '2', got ${show(value)}`,
  lists: (value: unknown) => `lists: expected 'repeat' or 'comma', got ${show(value)}`,
  ifMatch: (value: unknown) =>
    `ifMatch: expected the name of a record's property, such as 'version', got ${show(value)}`,
  idleIfMatch: () => 'ifMatch: no row writes to one record by its id, so no call would send it; remove it',
  recordVersion: (property: string, record: object) =>
    `ifMatch: the record has no ${property} that is a text or a number` +
    `${didYouMean(property, Object.keys(record).filter((name) => name !== property))}; ` +
    'give its id alone to write without a version',
  values: () => 'values: expected the record or a form',
  bodyOfGet: () => 'body: a GET has none; give the values in query',
  reading: (readings: readonly string[], value: unknown) =>
    `as: expected ${oneOf(readings)}, got ${show(value)}${didYouMean(value, readings)}`,
  type: (type: string) => `expected JSON, got ${type}; set as: 'text' or 'response'`,
  body: (key: string) =>
    `body: ${key === '' ? 'it' : show(key)} has no form in JSON; expected JSON, a FormData for files, or a ` +
      'body that fetch sends as it is',
  bodyType: (type: string, value: unknown) =>
    `body: expected a text or bytes for the content type ${show(type)}, got ${show(value)}`,
  circularBody: (fault: string) => `body: ${fault}`,
  idsByName: (rows: ReadonlyArray<Pick<Route, 'params'>>) =>
    `expected ids by name: ${namesOfPaths(rows).join(', or ')}`,
  query: (value: unknown) => `query: expected an object, got ${show(value)}`,
  queryLength: (most: number, count: number) =>
    `query: expected at most ${most} keys, of all values together, got ${count}`,
  queryKey: (key: string) => `query: the key ${show(key)} ${keyFault(key)}`,
  keyFault,
  queryDepth: (name: string, most: number) => `query: ${name} nests deeper than ${most}`,
  queryValue: (name: string, value: unknown) =>
    `query: ${name}: expected a well-formed string, a finite number, a boolean, a valid date, a list or an ` +
      `object, got ${show(value)}`
}

function isOfHost (name: string, known: readonly string[]): boolean {
  return known.includes('anchor') && ['host', 'protocol', 'port'].includes(name)
}

/** Of each path that has variables. */
function namesOfPaths (rows: ReadonlyArray<Pick<Route, 'params'>>): string[] {
  return [...new Set(rows.map((row) => paramNames(row).join()))].filter((names) => names !== '')
}

/** Why `parseQuery` could not read a key back. */
function keyFault (key: string): string {
  if (key === '') return 'is empty'
  if (key === '__proto__') return 'names the prototype'
  if (/[[\]]/.test(key)) return 'holds a bracket, which is read as nesting'
  return key.isWellFormed() ? 'is a number, which is read as an index of a list' : 'holds a lone surrogate'
}

/** What a long form must name for a row: its variables, and its constant parameters with their values. */
function namesText ({ params, defaults }: Pick<Route, 'params' | 'defaults'>): string {
  const constants = Object.entries(defaults).map(([name, value]) => `${name}: ${show(value)}`)
  return [...params.map(({ name }) => name), ...constants].join(', ')
}
