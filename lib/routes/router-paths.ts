/** The paths of a row as Fastify's router takes them. */

import type { Route } from '../../types/route.js'

const VARIABLE = /:([^/]+)/g

type Pathed = Pick<Route, 'path' | 'requirements' | 'formats'>

/**
 * The plain path and, where the row has formats, the one that ends in an extension, as the variable `format`. A
 * variable without a requirement has no pattern: `/posts/:id` is as readable in logs and metrics as one written by hand.
 */
export function routerPaths ({ path, requirements, formats }: Pathed): [plain: string, ...extended: string[]] {
  if (formats.length === 0) return [withPatterns(path, requirements)]
  return [
    // A requirement that allows dots must not take the extension for a part of the id.
    withPatterns(path, requirements, (source) => `(?=[^.]+$)(?:${source})`),
    `${withPatterns(path, requirements)}.:format(${formats.join('|')})`
  ]
}

function withPatterns (path: string, requirements: Route['requirements'], atEnd = (source: string): string => source): string {
  return path.replace(VARIABLE, (variable, name: string, place: number) => {
    const source = requirements[name]
    if (source === undefined) return variable
    const pattern = nativePattern(source)
    return `${variable}(${place + variable.length === path.length ? atEnd(pattern) : pattern})`
  })
}

/** `(?:x+)?` as `(?:x+|)`, which means the same; the router's safety check takes the former for a repetition of a repetition. */
function nativePattern (source: string): string {
  return source.replace(/(\\[^]|\[(?:\\[^]|[^\]\\])*\])|\)\?(?!\?)/g, (_, kept: string | undefined) => kept ?? '|)')
}

/** What two rows share that the router cannot tell apart: for it all variables with a pattern are alike, and all without. */
export function routerShape ({ path, requirements }: Omit<Pathed, 'formats'>): string {
  return path.replace(VARIABLE, (_, name: string) => requirements[name] === undefined ? ':' : ':()')
}

/** The same for the paths with an extension, where an id stands before it: for the router each of these has a pattern. */
export function extendedShape ({ path, requirements, formats }: Pathed): string | undefined {
  const last = path.slice(path.lastIndexOf('/') + 1)
  return formats.length === 0 || !last.startsWith(':') ? undefined : `${routerShape({ path: path.slice(0, -last.length), requirements })}:().()`
}

/** What must hold for a whole id; undefined where the row requires nothing. */
export function idPattern ({ requirements, formats }: Omit<Pathed, 'path'>, variable: string): RegExp | undefined {
  const source = requirements[variable]
  if (source === undefined && formats.length === 0) return undefined
  return new RegExp(`^${formats.length === 0 ? '' : '(?=[^.?]+$)'}(?:${source ?? '[^]+'})$`)
}
