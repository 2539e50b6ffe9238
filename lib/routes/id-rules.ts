/** The one rule of ids: which texts a variable can have. No request with another text reaches a row. */

import { oneOf, show } from '../text.js'
import { globOf, pathVariables } from './path.js'
import type { Route } from '../../types/route.js'

/** The rule of a variable of a row. */
export interface IdRule {
  readonly variable: string
  /** Whether it is the rest of a path: ids with slashes between them. */
  readonly isGlob: boolean
  /** Whether it may hold slashes, which its path has encoded. */
  readonly slashes: boolean
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

const WORDS = {
  empty: (text, { isGlob }) => isGlob || text !== ''
    ? `expected ${isGlob ? 'a path' : 'an id'} without empty parts, got ${show(text)}`
    : 'expected an id, got an empty text',
  dots: (text) => text.includes('\\')
    ? `'${text}' has a dot segment where '\\' is read as a slash, and requests with one are refused`
    : `'${text}' is a dot segment, which clients remove from a URL`,
  slash: (_, { isGlob }) => isGlob
    ? 'expected the slashes of a path as they are, not encoded'
    : 'expected an id without a slash; slashes: true in its declaration allows one',
  backslash: (text) => `'${text}' holds a '\\', which an id with slashes cannot hold`,
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
  return params.map(({ name, requirement, slashes }) => {
    const pattern = requirement === null ? undefined : new RegExp(`^(?:${requirement})$`)
    const isGlob = name === glob
    return {
      variable: name,
      isGlob,
      slashes,
      formats,
      requirement,
      pattern,
      maxLength: isGlob ? Infinity : maxLength
    }
  })
}

/**
 * Why no request can have a text as an id, or undefined. The router gives all other texts back unchanged.
 * `url` has the text of a glob as the request had it.
 */
export function idFault (text: string, rule: IdRule, url?: string): IdFault | undefined {
  return partsFault(text, rule, url) ?? plainIdFault(text, rule)
}

function partsFault (text: string, { isGlob, slashes, formats }: IdRule, url = ''): IdFault | undefined {
  if (isGlob) return globFault(text, encodedSlashes(url))
  return slashes ? slashedFault(text, formats) : segmentFault(text, formats)
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

/** The same for an id that may hold slashes. */
export function slashedFault (text: string, formats: readonly string[]): IdFault | undefined {
  if (text.includes('\\')) return 'backslash'
  return text.split('/').map((part) => segmentFault(part, formats)).find((fault) => fault !== undefined)
}

/**
 * The same for ids with slashes between them, after which no extension follows. The router decodes an encoded
 * slash, which then looks like those.
 */
export function globFault (text: string, encoded: number): IdFault | undefined {
  if (encoded > 0) return 'slash'
  return text.split('/').map((part) => segmentFault(part, [])).find((fault) => fault !== undefined)
}

/** How many slashes of the path of a URL are encoded. */
export function encodedSlashes (url: string): number {
  const [path = ''] = url.split(/[?#]/, 1)
  return path.match(/%2f/gi)?.length ?? 0
}

/** What is wrong with an id, in words. */
export function idFaultText (fault: IdFault, text: string, rule: IdRule): string {
  const isPart = (rule.isGlob || rule.slashes) && fault !== 'empty'
  const isWrong = (part: string): boolean => segmentFault(part, rule.formats) === fault
  const wrong = isPart ? text.split('/').find(isWrong) ?? text : text
  return `${rule.variable}: ${WORDS[fault](wrong, rule)}`
}

/** An id as its path has it: only a glob keeps its slashes. */
export function encodeId (text: string, { isGlob }: Pick<IdRule, 'isGlob'>): string {
  return isGlob ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)
}

/** The same for the variables of a path, in its order. */
export function encodeIds (path: string, texts: readonly string[]): string[] {
  const variables = pathVariables(path)
  return texts.map((text, place) => encodeId(text, { isGlob: variables[place] === globOf(path) }))
}
