/** What a routing variable must match: from the declaration's RegExp to the router's pattern. */

/** Never an empty segment, `.`, `..` or a decoded slash. */
const ANY_SEGMENT = '((?!\\.{1,2}$)[^/]+)'

/** `(` or `(?<name>`, but neither `(?:` nor a look-around. */
const CAPTURING_GROUP = /\((?:\?<(?![=!])[^>]*>|(?!\?))/y

/** What the path itself is made of; the router and readers of its paths find a pattern's end by its parentheses. */
const ESCAPES: Readonly<Record<string, string>> = { '/': '\\x2f', '(': '\\x28', ')': '\\x29' }

/**
 * The router's pattern of a variable, one capturing group with the guard above, around the
 * requirement's source where there is one.
 */
export function guardedPattern (source: string | undefined): string {
  return source === undefined ? ANY_SEGMENT : `((?!\\.{1,2}$)(?=[^/]+$)(?:${source}))`
}

/** The same as a regular expression for a whole segment. */
export function requirementPattern (source: string | undefined): RegExp {
  return new RegExp(`^${guardedPattern(source)}$`)
}

/** A path as the router takes it: every variable with its pattern. */
export function routerPath (path: string, requirements: Readonly<Record<string, string>>): string {
  return path.replace(/:([^/]+)/g, (variable, name: string) => variable + guardedPattern(requirements[name]))
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
