/** What a routing variable must match: from the declaration's RegExp to the router's pattern. */

import type { Route } from '../../types/route.js'

/**
 * What may stand where a variable stands, and what lets a requirement match no more than that. A whole
 * segment is never empty, `.`, `..` or a decoded slash. Where an extension may follow, a dot begins it, as
 * in Rails; and a requirement that allows dots must not reach into the one that follows.
 */
const REACHES = {
  segment: { any: '(?!\\.{1,2}$)[^/]+', guard: '(?!\\.{1,2}$)(?=[^/]+$)' },
  stem: { any: '[^/.?]+', guard: '(?=[^/.?]+$)' },
  stemBeforeExtension: { any: '[^/.?]+', guard: '(?=[^/.?]+\\.[^/.?]+$)' }
}

type Reach = keyof typeof REACHES

/** `(` or `(?<name>`, but neither `(?:` nor a look-around. */
const CAPTURING_GROUP = /\((?:\?<(?![=!])[^>]*>|(?!\?))/y

/** What the path itself is made of; the router and readers of its paths find a pattern's end by its parentheses. */
const ESCAPES: Readonly<Record<string, string>> = { '/': '\\x2f', '(': '\\x28', ')': '\\x29' }

/** The router's pattern of a variable: one capturing group, around the requirement's source where there is one. */
function guardedPattern (source: string | undefined, reach: Reach): string {
  const { any, guard } = REACHES[reach]
  return source === undefined ? `(${any})` : `(${guard}(?:${source}))`
}

function reachOf ({ formats }: Pick<Route, 'formats'>): Reach {
  return formats.length === 0 ? 'segment' : 'stem'
}

/** The source of the regular expression that a whole segment must match for a variable of a route. */
export function segmentPattern (route: Pick<Route, 'requirements' | 'formats'>, variable: string): string {
  return `^${guardedPattern(route.requirements[variable], reachOf(route))}$`
}

/** The same for the last segment with an extension. */
export function extendedPattern ({ requirements, formats }: Pick<Route, 'requirements' | 'formats'>, variable: string): string {
  return `^${guardedPattern(requirements[variable], 'stemBeforeExtension')}\\.${formatPattern(formats)}$`
}

function formatPattern (formats: readonly string[]): string {
  return `(${formats.join('|')})`
}

/**
 * The paths of a route as the router takes them, every variable with its pattern: the plain one and,
 * where the route has formats, the one that ends in an extension, as the variable `format`.
 */
export function routerPaths (route: Pick<Route, 'path' | 'requirements' | 'formats'>): [plain: string, ...extended: string[]] {
  const { path, requirements, formats } = route
  const reach = reachOf(route)
  const variables = /:([^/]+)/g
  const plain = path.replace(variables, (variable, name: string) => variable + guardedPattern(requirements[name], reach))
  if (formats.length === 0) return [plain]
  const stem = path.replace(variables, (variable, name: string, place: number) =>
    variable + guardedPattern(requirements[name], place + variable.length === path.length ? 'stemBeforeExtension' : reach))
  return [plain, `${stem}.:format${formatPattern(formats)}`]
}

export interface Requirement {
  readonly source: string
  readonly fault?: string
}

/**
 * The source of a requirement as the router can take it: capturing groups made non-capturing (they
 * would shift the parameters), slashes and parentheses written so that they cannot be taken for the
 * path's own.
 */
export function readRequirement (pattern: RegExp): Requirement {
  const { source, flags } = pattern
  if (flags !== '') return { source, fault: `flags ('${flags}') are dropped by the router; leave them out, or write what they mean into the pattern ([Aa] for i)` }
  let result = ''
  let inClass = false
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i)
    if (char === '\\') {
      const next = source.charAt(++i)
      if (!inClass && /[AZz]/.test(next)) return { source, fault: anchorFault(`\\${next}`) }
      if (!inClass && /[1-9k]/.test(next)) return { source, fault: `a back-reference ('\\${next}') needs a capturing group, which a requirement cannot have` }
      result += ESCAPES[next] ?? `\\${next}`
    } else if (char === '/') {
      result += ESCAPES[char]
    } else if (inClass) {
      if (char === ']') inClass = false
      result += ESCAPES[char] ?? char
    } else if (char === '[') {
      inClass = true
      result += char
    } else if (char === '^' || char === '$') {
      return { source, fault: anchorFault(char) }
    } else if (char === '(') {
      CAPTURING_GROUP.lastIndex = i
      const group = CAPTURING_GROUP.exec(source)
      result += group === null ? char : '(?:'
      if (group !== null) i += group[0].length - 1
    } else {
      result += char
    }
  }
  return { source: result }
}

function anchorFault (anchor: string): string {
  return `an anchor ('${anchor}') has no place: a requirement always holds for the whole segment`
}
