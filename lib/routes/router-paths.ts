/** The paths of a row as Fastify's router takes them. */

import type { Route, RouteParam } from '../../types/route.js'
import { paramNames, requirementOf } from './params.js'
import { escapePattern, isGlob, isVariable, pathsOf, splitVariables } from './path.js'

export type Pathed = Pick<Route, 'path' | 'params' | 'formats' | 'needsFormat'>

/** What the router does with a segment, the kinds in the order in which it tries them. */
const WORD = 0
const PATTERN = 1
const ANYTHING = 2
export const GLOB = 3

export interface RouterSegment {
  readonly kind: typeof WORD | typeof PATTERN | typeof ANYTHING | typeof GLOB
  readonly url: string
  /**
   * Equal for paths that the router cannot tell apart: it treats all variables with a pattern alike, and all
   * without.
   */
  readonly shape: string
  /** The text before its variables; for a word, all of it. */
  readonly text: string
  /** The text after its last variable. */
  readonly ending: string
  /** The source that matches the rest, with a group for each variable. */
  readonly source: string
}

/**
 * The order in which the router tries segments: the longer text first; of patterns that end in text, the
 * longer text first; equal ones in order of declaration.
 */
export function compareSegments (one?: RouterSegment, other?: RouterSegment): number {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined)
  return (
    other.text.length - one.text.length || one.kind - other.kind || other.ending.length - one.ending.length
  )
}

/** The values of the variables of a segment in a decoded text, or null. */
export function matchSegment (
  { kind, text, source }: RouterSegment, decoded: string
): readonly string[] | null {
  if (kind === WORD) return decoded === text ? [] : null
  if (!decoded.startsWith(text)) return null
  const rest = decoded.slice(text.length)
  return kind === PATTERN ? new RegExp(`^${source}$`).exec(rest)?.slice(1) ?? null : [rest]
}

/** One of the paths of a row. */
export interface RouterPath {
  readonly segments: readonly RouterSegment[]
  readonly url: string
  readonly shape: string
  /** Its variables, without the extension. */
  readonly params: readonly string[]
  /** Whether it ends in an extension, as the variable `format`. */
  readonly isExtended: boolean
}

/**
 * The path of a row, unless it needs an extension, and, where the row has formats, the one that ends in an
 * extension; then the same without the last variables, where they are optional. A variable without a
 * requirement has no pattern: `/posts/:id` is as readable in logs and metrics as one written by hand.
 */
export function readRouterPaths (route: Pathed): RouterPath[] {
  const { params: all, formats, needsFormat } = route
  const found: RouterPath[] = []
  for (const [omitted, path] of pathsOf(route).entries()) {
    const params = omitted === 0 ? all : all.slice(0, -omitted)
    if (!needsFormat) found.push(joinSegments({ path, params }, { endsPlain: formats.length > 0 }))
    // An extension needs a word before it.
    if (formats.length > 0 && path !== '/') {
      found.push(joinSegments({ path, params }, { extension: formats.join('|') }))
    }
  }
  return found
}

interface Ending {
  /**
   * Whether the same path may end in an extension too, which a requirement must not match as part of the id.
   */
  readonly endsPlain?: boolean
  readonly extension?: string
}

const NO_ENDING: Ending = {}

function joinSegments ({ path, params }: Pick<Route, 'path' | 'params'>, ending: Ending): RouterPath {
  const texts = path.slice(1).split('/')
  const segments = texts.map((text, index) =>
    readSegment(text, params, index === texts.length - 1 ? ending : NO_ENDING)
  )
  let url = ''
  let shape = ''
  for (const segment of segments) {
    url += `/${segment.url}`
    shape += `/${segment.shape}`
  }
  return { segments, url, shape, params: paramNames({ params }), isExtended: ending.extension !== undefined }
}

function readSegment (
  segment: string, params: readonly RouteParam[], { endsPlain = false, extension }: Ending
): RouterSegment {
  if (isGlob(segment)) return { kind: GLOB, url: '*', shape: '*', text: '', ending: '', source: '(.+)' }
  if (extension === undefined && !segment.includes(':')) {
    return { kind: WORD, url: segment, shape: segment, text: segment, ending: '', source: '' }
  }
  // As below, but faster: most variables are such.
  if (
    extension === undefined &&
    !endsPlain &&
    isVariable(segment) &&
    requirementOf(params, segment.slice(1)) === null
  ) {
    return anything(segment, '')
  }
  const [text = '', ...variables] = splitVariables(segment)
  const parts: Part[] = []
  for (let i = 0; i < variables.length; i += 2) {
    const [name = '', after = ''] = variables.slice(i, i + 2)
    const pattern = patternOf(requirementOf(params, name), {
      after,
      isLast: endsPlain && i + 2 === variables.length,
      isAlone: variables.length === 2
    })
    parts.push({ name, pattern, after })
  }
  if (extension !== undefined) {
    const last = parts.pop()
    if (last !== undefined) parts.push({ ...last, after: `${last.after}.` })
    parts.push({ name: 'format', pattern: extension, after: '' })
  }
  return segmentOf(extension !== undefined && variables.length === 0 ? `${text}.` : text, parts)
}

interface Part {
  readonly name: string
  readonly pattern: string | undefined
  readonly after: string
}

function segmentOf (text: string, parts: readonly Part[]): RouterSegment {
  const url =
    text +
    parts
      .map(({ name, pattern, after }) => `:${name}${pattern === undefined ? '' : `(${pattern})`}${after}`)
      .join('')
  const [first] = parts
  if (parts.length === 1 && first?.pattern === undefined && first?.after === '') return anything(url, text)
  return {
    kind: PATTERN,
    url,
    shape: `${text}:${parts.map(({ after }) => `()${after}`).join('')}`,
    text,
    ending: (parts.at(-1) as Part).after,
    source: parts.map(({ pattern, after }) => `(${pattern ?? '.*?'})${escapePattern(after)}`).join('')
  }
}

function anything (url: string, text: string): RouterSegment {
  return { kind: ANYTHING, url, shape: `${text}:`, text, ending: '', source: '([^/]*)' }
}

interface Position {
  readonly after: string
  /** Whether the path may end in an extension too. */
  readonly isLast: boolean
  /**
   * Whether its segment has no other variable: without a pattern it comes after the path with the extension.
   */
  readonly isAlone: boolean
}

/** Undefined where the router needs none: it reads a name up to a `-` or a `.`. */
function patternOf (source: string | null, { after, isLast, isAlone }: Position): string | undefined {
  if (source !== null) {
    return isLast ? `(?=[^.]+${escapePattern(after)}$)(?:${nativePattern(source)})` : nativePattern(source)
  }
  if (isLast && !(isAlone && after === '')) return '[^.]*'
  return /^(?![-.])./u.test(after) ? '.*?' : undefined
}

/**
 * `(?:x+)?` as `(?:x+|)`, which means the same; the router's safety check takes the former for a repetition
 * of a repetition.
 */
function nativePattern (source: string): string {
  return source.replace(
    /(\\[^]|\[(?:\\[^]|[^\]\\])*\])|\)\?(?!\?)/g,
    (_, kept: string | undefined) => kept ?? '|)'
  )
}
