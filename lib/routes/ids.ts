/** The one rule of ids: which texts a variable can have. No request with another text reaches a row. */

import { oneOf, show } from '../text.js'
import { globOf } from './path.js'
import type { Route } from '../../types/route.js'

/** The rule of a variable of a row. */
export interface IdRule {
  readonly variable: string
  /** Whether it is the rest of a path: ids with slashes between them. */
  readonly isGlob: boolean
  /** A dot begins one of these extensions, as in Rails. */
  readonly formats: readonly string[]
  /** The source of the pattern. */
  readonly requirement: string | null
  /** What the whole text must match; undefined for any text. */
  readonly pattern: RegExp | undefined
  /** The router's maxParamLength, which does not hold for a glob. */
  readonly maxLength: number
}

export type IdFault = keyof typeof WORDS

/** As `..\b` too: where the system reads `\` as a slash, a file's path made of it would leave its folder. */
const DOT_SEGMENT = /(?:^|\\)\.\.?(?:\\|$)/

/** A slash that the router decodes in a glob, where it looks like those between the ids. */
const ENCODED_SLASH = /^[^?#]*%2f/i

const WORDS = {
  empty: (text, { isGlob }) => isGlob
    ? `expected a path without empty parts, got ${show(text)}`
    : 'expected an id, got an empty text',
  dots: (text) => text.includes('\\')
    ? `'${text}' has a dot segment where '\\' is read as a slash, and requests with one are refused`
    : `'${text}' is a dot segment, which clients remove from a URL`,
  slash: (_, { isGlob }) => isGlob
    ? 'expected the slashes of a path as they are, not encoded'
    : 'expected an id without a slash: even an encoded slash ends the segment',
  surrogate: () => 'a lone surrogate cannot be encoded',
  extension: (text, { formats }) => {
    const char = text.includes('.') ? '.' : '?'
    return `'${text}' holds a '${char}', which an id of a route with formats (${oneOf(formats)}) cannot hold`
  },
  length: (text, { maxLength }) =>
    `expected at most ${maxLength} characters (the router's maxParamLength), got ${text.length}`,
  pattern: (text, { requirement }) => `'${text}' does not match the requirement /${requirement as string}/`
} as const satisfies Record<string, (text: string, rule: IdRule) => string>

/** The rules of the variables of a row, in path order. */
export function idRules (
  { path, params, formats }: Pick<Route, 'path' | 'params' | 'formats'>, maxLength: number
): IdRule[] {
  const glob = globOf(path)
  return params.map(({ name, requirement }) => {
    const pattern = requirement === null ? undefined : new RegExp(`^(?:${requirement})$`)
    const isGlob = name === glob
    return {
      variable: name,
      isGlob,
      formats,
      requirement,
      pattern,
      maxLength: isGlob ? Infinity : maxLength
    }
  })
}

/**
 * Why no request can have a text as an id, or undefined. The router gives all other texts back unchanged.
 * `url` is that of the request from which the text was read.
 */
export function idFault (text: string, rule: IdRule, url?: string): IdFault | undefined {
  return (rule.isGlob ? globFault(text, url) : segmentFault(text, rule.formats)) ?? plainIdFault(text, rule)
}

/** The same for a text of letters, digits, `_`, `~` and `-`, which is faster. */
export function plainIdFault (text: string, { pattern, maxLength }: IdRule): IdFault | undefined {
  if (text.length > maxLength) return 'length'
  return pattern?.test(text) === false ? 'pattern' : undefined
}

/** The fault of an id, whatever its pattern and its length. */
export function segmentFault (text: string, formats: readonly string[]): IdFault | undefined {
  if (text === '') return 'empty'
  if (text.includes('/')) return 'slash'
  if (DOT_SEGMENT.test(text)) return 'dots'
  if (!text.isWellFormed()) return 'surrogate'
  return formats.length > 0 && /[.?]/.test(text) ? 'extension' : undefined
}

/** The same for ids with slashes between them. */
export function globFault (text: string, url = ''): IdFault | undefined {
  if (ENCODED_SLASH.test(url)) return 'slash'
  return text.split('/').map(partFault).find((fault) => fault !== undefined)
}

/** An id between two slashes of a glob, after which no extension follows. */
function partFault (text: string): IdFault | undefined {
  return segmentFault(text, [])
}

/** What is wrong with an id, in words. */
export function idFaultText (fault: IdFault, text: string, rule: IdRule): string {
  const isPart = rule.isGlob && fault !== 'empty'
  const wrong = isPart ? text.split('/').find((part) => partFault(part) === fault) ?? text : text
  return `${rule.variable}: ${WORDS[fault](wrong, rule)}`
}

/** An id as its path has it: a glob keeps its slashes, and no other id holds one. */
export function encodeId (text: string): string {
  return text.includes('/') ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)
}
