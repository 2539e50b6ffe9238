/** What a routing variable must match: from the declaration's RegExp to its source in a row. */

/** `(` or `(?<name>`, but neither `(?:` nor a look-around. */
const CAPTURING_GROUP = /\((?:\?<(?![=!])[^>]*>|(?!\?))/y

/** Characters of the path syntax; the router finds the end of a pattern by its parentheses. */
const ESCAPES: Readonly<Record<string, string>> = { '/': '\\x2f', '(': '\\x28', ')': '\\x29' }

interface Requirement {
  readonly source: string
  readonly fault?: string
}

/**
 * The source of a requirement in a form that the router takes. Capturing groups become non-capturing, since
 * they would shift the parameters. Slashes and parentheses are escaped, so that the router does not take them
 * for its own syntax.
 */
export function readRequirement (pattern: RegExp): Requirement {
  const { source, flags } = pattern
  if (flags !== '') {
    return {
      source,
      fault: `flags ('${flags}') have no effect in the router; leave them out, or write their meaning into ` +
        'the pattern ([Aa] for i)'
    }
  }
  let result = ''
  let inClass = false
  let isNegated = false
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i)
    if (char === '\\') {
      const next = source.charAt(++i)
      if (next === '/' && !isNegated) return { source, fault: SLASH_FAULT }
      if (!inClass && /[AZz]/.test(next)) return { source, fault: anchorFault(`\\${next}`) }
      if (!inClass && /[1-9k]/.test(next)) {
        return {
          source,
          fault: `a back-reference ('\\${next}') needs a capturing group, but a requirement cannot have one`
        }
      }
      result += ESCAPES[next] ?? `\\${next}`
    } else if (char === '/' && !isNegated) {
      return { source, fault: SLASH_FAULT }
    } else if (inClass) {
      if (char === ']') inClass = isNegated = false
      result += ESCAPES[char] ?? char
    } else if (char === '[') {
      inClass = true
      isNegated = source.charAt(i + 1) === '^'
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

/** In a negated class it is the text that an id may not hold. */
const SLASH_FAULT =
  "it cannot name a slash; for the rest of a path declare a glob without a requirement, such as '*path', " +
  'and for ids with %2F write slashes: true'

function anchorFault (anchor: string): string {
  return `an anchor ('${anchor}') is not allowed; leave it out, since a requirement always matches the ` +
    'whole segment'
}

/** A character, a class or a bracket of a source, one by one. */
const TOKEN = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/g

/** Whether a source names a character that begins an extension: `\.`, `[\w.]`, but neither `.` nor `[^.]`. */
export function namesExtension (source: string): boolean {
  return Array.from(source.matchAll(TOKEN), ([token]) => token)
    .some((token) => token.length > 1 && !token.startsWith('[^') && /[.?]/.test(token))
}
