/** Path strings: their segments, joining, checking, and the pieces that a URL is built from. */

const ROUTER_SYNTAX = /[*?#()]|::/
const CONTROL_OR_LONE_SURROGATE = /\p{Cc}|\p{Cs}/u
const VARIABLE = /^\p{L}[\p{L}\p{M}\p{N}_]*$/u

/** Words that stand beside routing variables in `urlFor({ … })`, so that no variable may have them. */
const RESERVED = ['controller', 'action', 'useRoute', 'onlyPath', 'query', 'anchor', 'format', 'host', 'protocol', 'port', 'trailingSlash']

/** Normalises slashes: `joinPath('/posts/', ':id')` → `/posts/:id`; nothing gives `''`. */
export function joinPath (...parts: readonly string[]): string {
  let path = ''
  for (const part of parts) {
    for (const segment of part.split('/')) {
      if (segment !== '') path += `/${segment}`
    }
  }
  return path
}

/** The segments of a path: `/posts/:id` → `['posts', ':id']`. */
export function pathSegments (path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

export function isVariable (segment: string): boolean {
  return segment.startsWith(':')
}

/** The routing variables in path order: `/posts/:post_id/comments/:id` → `['post_id', 'id']`. */
export function pathVariables (path: string): string[] {
  return pathSegments(path).filter(isVariable).map((segment) => segment.slice(1))
}

/** A path without the names of its variables: two paths of one shape match the same URLs. */
export function pathShape (path: string): string {
  return path.replace(/:[^/]+/g, ':')
}

/** What is wrong with the text of a path word, or undefined. */
export function pathTextFault (text: string): string | undefined {
  const syntax = ROUTER_SYNTAX.exec(text)
  if (syntax !== null) return `'${syntax[0]}' is router syntax`
  if (CONTROL_OR_LONE_SURROGATE.test(text)) return 'it holds a control character or a lone surrogate'
  for (const segment of pathSegments(text)) {
    if (segment === '.' || segment === '..') return `a segment '${segment}' never reaches the server`
    if (segment.indexOf(':', 1) !== -1) return `a variable takes a whole segment, '${segment}' is not one`
    const fault = isVariable(segment) ? variableFault(segment.slice(1)) : undefined
    if (fault !== undefined) return fault
  }
  return undefined
}

/** What is wrong with the name of a routing variable, or undefined. */
export function variableFault (name: string): string | undefined {
  if (!VARIABLE.test(name)) return `a variable's name is a letter, then letters, digits and '_', not '${name}'`
  if (RESERVED.includes(name)) return `a variable cannot be named '${name}', which urlFor({ … }) takes for itself`
  if (name in Object.prototype) return `a variable cannot be named '${name}', a property of every object`
  return undefined
}

/**
 * The encoded text before, between and after the variables of a path:
 * `/my posts/:id/edit` → `['/my%20posts/', '/edit']`.
 */
export function literalPieces (path: string): string[] {
  return pathPieces(path).map(encodeURI)
}

/** The same, not encoded. */
export function pathPieces (path: string): string[] {
  return path.split(/:[^/]+/)
}
