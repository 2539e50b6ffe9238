/** The short way of a helper: a few concatenations where nothing needs encoding or a second look. */

import { MAX_VALUES } from './query.js'
import { isContested } from './arguments.js'
import type { Check } from './arguments.js'
import type { Target } from './target.js'

export type BuildPath = (...args: readonly unknown[]) => string

/** Text that encodes to itself and is no step in a path. */
const PLAIN = /^[\w~-][\w.~-]*$/

/** The same for short words, where a loop is faster than the regular expression: 1 for `A-Za-z0-9_~-`. */
const PLAIN_CHARS = Uint8Array.from({ length: 128 }, (_, code) => /[\w~-]/.test(String.fromCharCode(code)) ? 1 : 0)

/**
 * Encoding is what a helper would spend its time on, so it is left out where it changes nothing: for
 * integers, uuids, slugs. All else is `otherwise`'s, with the checks of the long way.
 *
 * What is given is the helper itself, with fixed parameters, and `arguments` is only spread on the long
 * way: a list of arguments, handed on, would cost a third of the time.
 */
export function compilePlainPath ({ pieces, checks }: Target, otherwise: BuildPath): BuildPath {
  const [before = '', between = '', after = ''] = pieces
  const [first, second] = checks as readonly [Check, Check]
  switch (pieces.length) {
    case 1: return function plainPath (options) {
      const path = arguments.length > 1 ? '' : withOptions(before, options)
      return path === '' ? otherwise(...arguments) : path
    }
    case 2: return function plainPath (id, options) {
      const text = arguments.length > 2 ? '' : plainId(id, first)
      const path = text === '' ? '' : withOptions(before + text + between, options)
      return path === '' ? otherwise(...arguments) : path
    }
    case 3: return function plainPath (parentId, id, options) {
      const parent = arguments.length > 3 ? '' : plainId(parentId, first)
      const text = parent === '' ? '' : plainId(id, second)
      const path = text === '' ? '' : withOptions(before + parent + between + text + after, options)
      return path === '' ? otherwise(...arguments) : path
    }
    default: return otherwise
  }
}

function plainId (id: unknown, check: Check): string {
  if (isSmallInteger(id)) return check.integersPass ? `${id}` : passing(`${id}`, check)
  return typeof id === 'string' && id.length <= check.maxLength && PLAIN.test(id) ? passing(id, check) : ''
}

function passing (text: string, check: Check): string {
  const { pattern } = check
  return text.length <= check.maxLength && (pattern === undefined || pattern.test(text)) && !isContested(text, check) ? text : ''
}

/** The path with a query string, where the options hold nothing else, and in it only plain values; else `''`. */
function withOptions (path: string, options: unknown): string {
  if (options === undefined) return path
  if (!isObject(options)) return ''
  for (const name in options) {
    if (name !== 'query') return ''
  }
  const { query } = options
  if (!isObject(query) || Object.getPrototypeOf(query) !== Object.prototype) return ''
  let url = path
  let separator = '?'
  let count = 0
  for (const key in query) {
    const value = query[key]
    if (!isSmallInteger(value) && !(typeof value === 'string' && PLAIN.test(value))) return ''
    if (key !== lastKey && !rememberKey(key)) return ''
    if (++count > MAX_VALUES) return ''
    url = url + separator + lastKeyPart + (value as string)
    separator = '&'
  }
  return url
}

// A helper is mostly called with the same query keys again, so that the last one need not be checked anew.
let lastKey = ''
let lastKeyPart = ''

/** Whether a key is plain; then `lastKeyPart` is what stands before its value. */
function rememberKey (key: string): boolean {
  if (!isPlainWord(key)) return false
  lastKey = key
  lastKeyPart = `${key}=`
  return true
}

function isPlainWord (word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    if (PLAIN_CHARS[word.charCodeAt(i)] !== 1) return false
  }
  return word !== '' && word !== '__proto__'
}

function isSmallInteger (value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value
}

function isObject (value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
