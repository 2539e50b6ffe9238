/** Path strings: their segments, joining, checking, and the pieces that a URL is built from. */

import type { Route } from '../../types/route.js'

const ROUTER_SYNTAX = /[?#()]|::|(?<!^|\/)\*/

const CONTROL_OR_LONE_SURROGATE = /\p{Cc}|\p{Cs}/u
const NAME = /^\p{L}[\p{L}\p{M}\p{N}_]*/u

/** `:id` takes a segment or a part of one, `*path` the rest of a path. */
const VARIABLE = /[:*]\p{L}[\p{L}\p{M}\p{N}_]*/gu
const ONE_VARIABLE = /^[:*]\p{L}[\p{L}\p{M}\p{N}_]*$/u

/** Names of arguments of `urlFor({ … })`, which variables cannot have. */
const RESERVED = [
  'controller', 'action', 'useRoute', 'onlyPath', 'query', 'anchor', 'format', 'host', 'protocol', 'port',
  'trailingSlash'
]

/** Normalizes slashes: `joinPath('/posts/', ':id')` → `/posts/:id`; nothing gives `''`. */
export function joinPath (...parts: readonly string[]): string {
  return `/${parts.join('/')}`.replace(/\/{2,}/g, '/').replace(/\/$/, '')
}

/** The segments of a path: `/posts/:id` → `['posts', ':id']`. */
export function pathSegments (path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

/** Whether a segment is exactly one variable; a glob is one too. */
export function isVariable (segment: string): boolean {
  return ONE_VARIABLE.test(segment)
}

export function isGlob (segment: string): boolean {
  return segment.startsWith('*')
}

/** The variable of a glob at the end of a path; undefined without one. */
export function globOf (path: string): string | undefined {
  const index = path.lastIndexOf('/*')
  return index === -1 ? undefined : path.slice(index + 2)
}

/** Whether a path is a glob with nothing but variables before it: it would declare all paths. */
export function isWordless (path: string): boolean {
  return globOf(path) !== undefined && pathSegments(path).every((segment) => isVariable(segment))
}

/** A path, then the same without its last variables, which a request may leave out. */
export function pathsOf ({ path, params }: Pick<Route, 'path' | 'params'>): string[] {
  if (params.at(-1)?.isOptional !== true) return [path]
  const segments = path.split('/')
  const optional = params.filter(({ isOptional }) => isOptional)
  return [path, ...optional.map((_, omitted) => segments.slice(0, -1 - omitted).join('/') || '/')]
}

/** The routing variables in path order: `/posts/:post_id/comments/:id` → `['post_id', 'id']`. */
export function pathVariables (path: string): string[] {
  return (path.match(VARIABLE) ?? []).map((variable) => variable.slice(1))
}

/** A path without the names of its variables: two paths of one shape match the same URLs. */
export function pathShape (path: string): string {
  return path.replace(VARIABLE, (variable) => variable.charAt(0))
}

/**
 * The text of a segment or path, then each variable with the text after it: `2020-:month.html` →
 * `['2020-', 'month', '.html']`.
 */
export function splitVariables (path: string): string[] {
  return path.split(/[:*](\p{L}[\p{L}\p{M}\p{N}_]*)/u)
}

/** The fault of the text of a path word, or undefined. Only the path of a route may end in a glob. */
export function pathTextFault (
  text: string, { takesGlob }: { readonly takesGlob: boolean } = { takesGlob: false }
): string | undefined {
  const syntax = ROUTER_SYNTAX.exec(text)
  if (syntax !== null) return `'${syntax[0]}' is router syntax${wayOut(syntax[0])}`
  if (CONTROL_OR_LONE_SURROGATE.test(text)) return 'it holds a control character or a lone surrogate'
  const segments = pathSegments(text)
  for (const [index, segment] of segments.entries()) {
    if (segment === '.' || segment === '..') return `a segment '${segment}' never reaches the server`
    const fault =
      isGlob(segment) && !(takesGlob && index === segments.length - 1)
        ? `a glob ('${segment}') must be the last segment of a route's path`
        : segmentFault(segment, index === segments.length - 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** How to say here what other routers say in a path. */
function wayOut (syntax: string): string {
  const optional = 'defaults: { id: null } makes a variable at the end of a route optional'
  if (syntax === '?') return `; ${optional}`
  return syntax === '(' ? `; requirements: { id: /\\d+/ } says what a variable matches, and ${optional}` : ''
}

function segmentFault (segment: string, isLast: boolean): string | undefined {
  const [before, ...variables] = segment.split(isGlob(segment) ? '*' : ':') as [string, ...string[]]
  for (const [index, text] of variables.entries()) {
    const name = NAME.exec(text)?.[0] ?? text
    const after = text.slice(name.length)
    if (name === 'format' && (variables[index - 1] ?? before).endsWith('.')) return extensionFault(isLast)
    if (isGlob(segment) && text === '') return "a glob needs a name, such as '*path'"
    const fault = variableFault(name)
    if (fault !== undefined) return fault
    if (isGlob(segment) && after !== '') {
      return `a glob takes a whole segment, got '${segment}'; write '*${name}', and check the end in the action`
    }
    if (after === '' && index < variables.length - 1) {
      return `two variables of '${segment}' have no text between them, so the router cannot separate them`
    }
    if (after.includes('%')) return `'${after}' holds a '%', which the router does not find after a variable`
  }
  return undefined
}

function extensionFault (isLast: boolean): string {
  return isLast
    ? "an extension cannot be a variable; leave it out, and write formats: { required: ['json'] } with " +
      'all of them'
    : "an extension ends a path; rename the variable, such as ':kind', and read it in the action"
}

/** The fault of the name of a routing variable, or undefined. */
export function variableFault (name: string): string | undefined {
  if (NAME.exec(name)?.[0] !== name) {
    return `expected a variable's name as a letter, then letters, digits and '_', got '${name}'`
  }
  if (RESERVED.includes(name)) {
    return `a variable cannot be named '${name}', which is an argument of urlFor({ … }); rename it, ` +
      `such as '${name}_name'`
  }
  if (name in Object.prototype) {
    return `a variable cannot be named '${name}', which is a property of every object`
  }
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
  return path.split(VARIABLE)
}

/** The encoded pieces of a path, with the path of the `baseUrl` in front. */
export function basedPieces (path: string, basePath: string): readonly string[] {
  const [first = '', ...others] = literalPieces(path)
  // The path of a base replaces the slash of the root.
  return [first === '/' && others.length === 0 && basePath !== '' ? basePath : basePath + first, ...others]
}

/** Pieces of a path, with a text between each two. */
export function joinPieces ([start = '', ...others]: readonly string[], texts: readonly string[]): string {
  return others.reduce((path, piece, place) => path + (texts[place] as string) + piece, start)
}

/** The source of a pattern that matches a text. */
export function escapePattern (text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

const EXTENSION = /^[a-z\d]+(?:_[a-z\d]+)*$/

/** Whether a format may be an extension of a path. */
export function isExtension (value: unknown): value is string {
  return typeof value === 'string' && EXTENSION.test(value)
}
