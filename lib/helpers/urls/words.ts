/** What is wrong with options and long forms, in words. `words.browser.ts` stands for this in bundles. */

import { didYouMean, oneOf, show } from '../../text.js'

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
  longForm: (given: readonly unknown[]) => `expected a route's name, its variables and options, or one object, got ${given.map(show).join(', ')}`
}
