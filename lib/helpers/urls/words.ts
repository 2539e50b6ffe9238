/** What is wrong with arguments, in words. `words.browser.ts` stands for this in bundles. */

import { didYouMean, oneOf, show } from '../../text.js'
import type { Route } from '../../../types/route.js'

export const WORDS = {
  baseUrl: (given: unknown) => `baseUrl: expected the address of the app, such as 'https://example.org' or 'https://example.org/blog', got ${show(given)}`,
  origin: () => 'no host is known; expected the option host, a baseUrl, or a helper of the request',
  host: (given: unknown) => `host: expected a host such as 'example.org' or 'example.org:8080', got ${show(given)}`,
  protocol: (given: unknown) => `protocol: expected 'https', 'http', 'wss' or 'ws', got ${show(given)}`,
  port: (given: unknown) => `port: expected a number from 1 to 65535, got ${show(given)}`,
  extension: (path: string) => `format: ${path} takes no extension; the option formats of its declaration would give it some`,
  format: (given: unknown, formats: readonly string[]) => `format: expected ${oneOf(formats)}, got ${show(given)}${didYouMean(given, formats)}`,
  trailingSlash: (given: unknown) => `trailingSlash: expected true or false, got ${show(given)}`,
  anchor: (given: unknown) => `anchor: expected a string or a number, got ${show(given)}`,
  routeName: (name: string, names: readonly string[]) => `there is no route of that name${didYouMean(name, names)}`,
  action: (action: string, actions: readonly string[]) => `there is no route to ${action}${didYouMean(action, actions)}`,
  choice: (routes: ReadonlyArray<Pick<Route, 'params' | 'defaults'>>, action: string) =>
    `expected ${routes.map(({ params, defaults }) => [...params, ...Object.entries(defaults).map(([name, value]) => `${name}: ${show(value)}`)].join(', ')).join(', or ')} for ${action}`,
  longForm: (given: readonly unknown[]) => `expected a route's name, its variables and options, or one object, got ${given.map(show).join(', ')}`,
  onlyPath: (given: unknown) => `onlyPath: expected true or false, got ${show(given)}`,
  basePath: (path: string, fault: string) => `baseUrl: its path ${show(path)} ${fault}`,
  emptySegment: () => 'has an empty segment',
  dotSegment: () => 'has a dot segment, which never reaches the server',
  encodedSlash: () => 'has an encoded slash',
  besides: (params: readonly string[], given: readonly unknown[]) =>
    `expected ${params.length === 0 ? 'no id' : `${params.join(', ')} (by position or in one object)`} and at most one options object, got ${given.map(show).join(', ')} besides`,
  optionsAmongIds: (names: readonly string[]) => `${names.join(', ')}: options stand in an object of their own, behind the ids`,
  option: (name: string, known: readonly string[], isOfUrls: boolean) => `unknown option '${name}'; expected ${oneOf(known)}${isOfUrls ? ', since a path has no host' : didYouMean(name, known)}`,
  idsByName: (paths: readonly string[]) => `expected ids by name: ${paths.join(', or ')}`,
  options: (given: readonly unknown[]) => `expected at most one options object, got ${given.map(show).join(', ')} besides`,
  query: (given: unknown) => `query: expected an object, got ${show(given)}`,
  queryLength: (most: number, count: number) => `query: expected at most ${most} values, got ${count}`,
  queryKey: (key: string, fault: string) => `query: the key ${show(key)} ${fault}`,
  queryDepth: (name: string, most: number) => `query: ${name} nests deeper than ${most}`,
  queryValue: (name: string, value: unknown) => `query: ${name} cannot be ${show(value)}`,
  emptyKey: () => 'is empty',
  prototypeKey: () => 'names the prototype',
  bracketKey: () => 'holds a bracket, which would be read as nesting',
  surrogateKey: () => 'holds a lone surrogate',
  placeKey: () => 'would be read as a place in a list'
}
