/** The variables of a row's path: whose records they identify, which texts they take, which are optional. */

import { NONE, NOTHING, freezeEntries } from './objects.js'
import {
  escapePattern, globOf, isVariable, pathSegments, pathShape, pathVariables, splitVariables
} from './path.js'
import type { Route, RouteParam } from '../../types/route.js'

/** The controller of the record that a variable identifies. */
interface Owner {
  readonly controller: string
  /** The property of the controller's records. */
  readonly param: string
  /** Whether their ids may hold slashes. */
  readonly slashes: boolean
}

/** By the paths of their records, as children have them: `/posts/:post_id`. */
export type Owners = Map<string, Owner>

/** What a declaration says of the variables of its paths. */
interface Declared {
  /** The owner of the row's own variable. */
  readonly own: Owner
  readonly owners: Owners
  readonly requirements: Readonly<Record<string, string>>
  readonly defaults: Readonly<Record<string, string | null>> | null | undefined
  /** Whether all variables of its paths may hold slashes. */
  readonly slashes: boolean
}

export function paramNames ({ params }: Pick<Route, 'params'>): string[] {
  return params.map(({ name }) => name)
}

/** The requirement of a variable; null for none. */
export function requirementOf (params: readonly RouteParam[], name: string): string | null {
  return params.find((param) => param.name === name)?.requirement ?? null
}

/** The variables that a request may leave out: the last ones. */
export function optionalParams ({ params }: Pick<Route, 'params'>): RouteParam[] {
  return params.filter(({ isOptional }) => isOptional)
}

/** What a request gets beside the texts of its URL: constants, and defaults of variables that are missing. */
export function defaultTexts ({ params, defaults }: Route): Array<[name: string, text: string]> {
  // No constant has the name of a variable.
  const optional = params.flatMap(({ name, default: text }): Array<[string, string]> =>
    text === null ? [] : [[name, text]])
  return [...Object.entries(defaults), ...optional]
}

/** If two resources have the same path, the first owns it. */
export function addOwner (owners: Owners, recordPath: string, owner: Owner): void {
  const key = ownerKey(pathSegments(recordPath))
  if (!owners.has(key)) owners.set(key, owner)
}

/** What a path and its declaration say of parameters. */
interface ReadParams extends Pick<Route, 'params' | 'defaults' | 'format'> {
  readonly faults: readonly string[]
}

/** The variables of a path, the constant parameters and the format. `defaults` may say any of these. */
export function readParams (path: string, declared: Declared): ReadParams {
  const { format = null, ...texts } = declared.defaults ?? NOTHING
  const names = pathVariables(path)
  const optional = optionalNames(path, texts)
  const params = createParams(path, names, declared, optional)
  const constants = Object.entries(texts).filter(([name]) => !names.includes(name)) as Array<
    [string, string]
  >
  return {
    params,
    defaults: freezeEntries(constants),
    format,
    faults: [...defaultFaults(texts, names, optional), ...requirementFaults(path, params)]
  }
}

function createParams (
  path: string, names: readonly string[], { own, owners, requirements, defaults, slashes }: Declared,
  optional: readonly string[]
): readonly RouteParam[] {
  if (names.length === 0) return NONE
  const segments = pathSegments(path)
  const glob = globOf(path)
  return Object.freeze(names.map((name): RouteParam => {
    const owner = ownerOf(name, segments, own, owners)
    const isOptional = optional.includes(name)
    return Object.freeze({
      name,
      of: owner?.controller ?? null,
      property: owner?.param ?? 'id',
      requirement: requirements[name] ?? null,
      slashes: name !== glob && (slashes || owner?.slashes === true),
      isOptional,
      default: isOptional ? (defaults?.[name] ?? null) : null
    })
  }))
}

/**
 * The row's own variable, `:id`, belongs to its controller, wherever it is in the path; a prefix's `:locale`
 * to none.
 */
function ownerOf (
  name: string, segments: readonly string[], own: Owner, owners: Owners
): Owner | undefined {
  if (name === own.param) return own
  const index = segments.findIndex((segment) => isVariable(segment) && segment.slice(1) === name)
  return index === -1 ? undefined : owners.get(ownerKey(segments.slice(0, index + 1)))
}

/** The variables before the last may have any names. */
function ownerKey (segments: readonly string[]): string {
  return `${pathShape(`/${segments.slice(0, -1).join('/')}`)} ${segments.at(-1)}`
}

/** A request may leave out the last variables, if each of them has a default; null stands for nothing. */
function optionalNames (path: string, defaults: Readonly<Record<string, string | null>>): readonly string[] {
  if (Object.keys(defaults).length === 0) return NONE
  const segments = path.slice(1).split('/')
  const required = segments.findLastIndex(
    (segment) => !isVariable(segment) || !Object.hasOwn(defaults, segment.slice(1))
  )
  return segments.slice(required + 1).map((segment) => segment.slice(1))
}

function defaultFaults (
  defaults: Readonly<Record<string, string | null>>, variables: readonly string[],
  optional: readonly string[]
): string[] {
  const faults: string[] = []
  for (const [name, text] of Object.entries(defaults)) {
    const isOfPath = variables.includes(name)
    if (isOfPath && !optional.includes(name)) {
      faults.push(`defaults: :${name} is not at the end of the path; only the last variables may have defaults`)
    }
    if (text === null && !isOfPath) {
      faults.push(
        `defaults: ${name}: null is for a variable at the end of the path; expected a string, got null`
      )
    }
  }
  return faults
}

function requirementFaults (path: string, params: readonly RouteParam[]): readonly string[] {
  if (params.length === 0) return NONE
  const faults: string[] = []
  const glob = params.find(({ name }) => name === globOf(path))
  if (typeof glob?.requirement === 'string') {
    faults.push(
      `requirements: ${glob.name}: a glob cannot have a requirement, since the router does not support it`
    )
  }
  if (params.length === 1) return faults
  const twice = paramNames({ params }).find((name, place, names) => names.indexOf(name) !== place)
  if (twice !== undefined) {
    faults.push(
      `its path has the variable ':${twice}' twice; rename one, by singular or param of a resource or in a ` +
        'pathPrefix'
    )
  }
  for (const segment of pathSegments(path)) {
    const followed = followedVariables(segment)
    for (const { name } of followed) {
      if (requirementOf(params, name) !== null) continue
      faults.push(
        `':${name}' shares its segment with the next variable, so it needs a requirement that tells where it ` +
          `ends, such as { ${name}: /\\d+/ }`
      )
    }
    const open = followed.filter(({ name, after }) => mayHold(requirementOf(params, name), after))
    const [first, second] = open
    // One of them takes at most the square of the length.
    if (first !== undefined && second !== undefined) {
      faults.push(
        `requirements: ${open.map(({ name }) => name).join(', ')}: each of these may hold the text after it in ` +
          'its segment, so a long segment takes very long; leave that text out, ' +
          `such as { ${first.name}: /[^${escapePattern(first.after.charAt(0))}]+/ }`
      )
    }
  }
  return faults
}

/** The variables of a segment before its last, each with the text up to the next one. */
function followedVariables (segment: string): Array<{ readonly name: string, readonly after: string }> {
  const [, ...parts] = splitVariables(segment)
  return pathVariables(segment).slice(0, -1)
    .map((name, place) => ({ name, after: parts[2 * place + 1] as string }))
}

/** Whether a requirement matches a text any number of times, alone or after a letter or a digit. */
function mayHold (requirement: string | null, text: string): boolean {
  if (requirement === null) return false
  const pattern = new RegExp(`^(?:${requirement})$`)
  return ['', 'a', 'A', '1'].some((id) => pattern.test(`${id}${text}`.repeat(12) + id))
}
