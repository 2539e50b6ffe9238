/** What a declaration inherits from the namespaces and groups that surround it. */

import { underscore } from '../routes/route-names.js'
import { joinPath } from '../routes/path.js'
import type { Actions } from './check-methods.js'
import type { Options } from './draw-options.js'
import type { InheritedOptions, Inherited, Requirements } from './resource.js'

export const TOP: Inherited = {
  path: '',
  name: '',
  shallowPath: '',
  shallowName: '',
  module: '',
  shallow: false,
  origin: undefined,
  singletons: [],
  requirements: {},
  defaults: {},
  defaultRequirements: [],
  grouped: { defaults: {}, defaultRequirements: [] }
}

/**
 * In a resource's block a namespace sets only the controller's module. Inside a module it adds to
 * path and name, as at the top level.
 */
export function namespaceContext (declared: string, options: Options, context: Inherited): Inherited {
  const { pathPrefix, namePrefix, namespace, shallow, ...defaults } = options
  const module = namespace ?? context.module
  const appends = module !== ''
  const addsNothing = !appends && context.origin !== undefined
  const path = (inherited: string): string => appends
    ? joinPath(pathPrefix ?? inherited, declared)
    : pathPrefix ?? (addsNothing ? inherited : joinPath(inherited, declared))
  const word = `${underscore(declared)}_`
  const name = (inherited: string): string =>
    appends ? (namePrefix ?? inherited) + word : namePrefix ?? (addsNothing ? inherited : inherited + word)
  return {
    ...context,
    path: path(context.path),
    name: name(context.name),
    shallowPath: path(context.shallowPath),
    shallowName: name(context.shallowName),
    module: `${module}${declared}/`,
    shallow: shallow ?? context.shallow,
    ...addDefaults(defaults, context),
    grouped: addDefaults(pickOptions(defaults, OF_PLAIN_ROUTES), context.grouped)
  }
}

/** A group adds to path and name, and its options are defaults as a namespace's are. */
export function groupContext (
  { pathPrefix = '', namePrefix = '', ...defaults }: Options, context: Inherited
): Inherited {
  return {
    ...context,
    path: joinPath(context.path, pathPrefix),
    name: context.name + namePrefix,
    shallowPath: joinPath(context.shallowPath, pathPrefix),
    shallowName: context.shallowName + namePrefix,
    ...addDefaults(defaults, context),
    grouped: addDefaults(defaults, context.grouped)
  }
}

/** The options of a namespace or a group that hold for every row in its block, however deep. */
const DEEP = ['conditions', 'defaults', 'formats'] as const

/** Those of a namespace that hold for its plain routes. */
export const OF_PLAIN_ROUTES = [...DEEP, 'requirements'] as const

function pickOptions (options: Options, names: typeof OF_PLAIN_ROUTES | typeof DEEP): Options {
  return Object.fromEntries(names.flatMap((name) => name in options ? [[name, options[name]]] : []))
}

/** What the block of a resource inherits. Requirements come with those of the resource. */
export function defaultsInResource (
  { grouped }: Inherited
): InheritedOptions & Pick<Inherited, 'grouped'> {
  const { defaultRequirements } = grouped
  const inherited = { defaults: pickOptions(grouped.defaults, DEEP), defaultRequirements }
  return { ...inherited, grouped: inherited }
}

function addDefaults (options: Options, inherited: InheritedOptions): InheritedOptions {
  return {
    defaults: mergeDefaults(inherited.defaults, options),
    defaultRequirements: requirementsInForce(options, inherited)
  }
}

/**
 * The maps of requirements that hold for a resource, or would for those in a namespace; null inherits none.
 */
export function requirementsInForce (
  { requirements }: Options, { defaultRequirements }: InheritedOptions
): readonly Requirements[] {
  if (requirements === undefined) return defaultRequirements
  return requirements === null ? [] : [...defaultRequirements, requirements]
}

const ACTION_MAPS = ['member', 'collection', 'new'] as const
const MAPS = ['requirements', 'conditions', 'defaults', 'pathNames'] as const

/**
 * Maps merge one level deep; null inherits nothing. An own `only` or `except` replaces both inherited ones.
 * Else the own option wins.
 */
export function mergeDefaults (defaults: Options, own: Options): Options {
  const merged: { -readonly [K in keyof Options]: Options[K] } = { ...defaults, ...own }
  if (own.only !== undefined) delete merged.except
  if (own.except !== undefined) delete merged.only
  for (const name of ACTION_MAPS) {
    if (defaults[name] && own[name]) merged[name] = mergeActions(defaults[name], own[name])
  }
  for (const name of MAPS) {
    if (defaults[name] && own[name]) {
      merged[name] = { ...defaults[name], ...own[name] } as Record<string, string>
    }
  }
  return merged
}

/** In the order of their first appearance, as the entries of a merged object. */
function mergeActions (defaults: Actions, own: Actions): Actions {
  return [...new Map([...defaults, ...own])]
}
