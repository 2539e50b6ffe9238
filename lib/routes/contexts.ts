/** What a declaration inherits from the namespaces and groups that surround it. */

import type { Options } from './declaration.js'
import { mergeDefaults } from './defaults.js'
import { underscore } from './names.js'
import { joinPath } from './path.js'
import type { Context, Requirements } from './resource.js'

export const TOP: Context = {
  path: '',
  name: '',
  shallowPath: '',
  shallowName: '',
  module: '',
  shallow: false,
  origin: undefined,
  source: undefined,
  requirements: {},
  defaults: {},
  defaultRequirements: [],
  grouped: { defaults: {}, defaultRequirements: [] }
}

/**
 * In a resource's block a namespace sets only the controller's module. Inside a module it adds to
 * path and name, as at the top level.
 */
export function namespaceContext (declared: string, options: Options, context: Context): Context {
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
    path: path(context.path),
    name: name(context.name),
    shallowPath: path(context.shallowPath),
    shallowName: name(context.shallowName),
    module: `${module}${declared}/`,
    shallow: shallow ?? context.shallow,
    origin: context.origin,
    source: context.source,
    requirements: context.requirements,
    ...addDefaults(defaults, context),
    grouped: context.grouped
  }
}

/** A group adds to path and name, and its options are defaults as a namespace's are. */
export function groupContext ({ pathPrefix = '', namePrefix = '', ...defaults }: Options, context: Context): Context {
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

function addDefaults (options: Options, inherited: Context['grouped']): Context['grouped'] {
  return { defaults: mergeDefaults(inherited.defaults, options), defaultRequirements: requirementsInForce(options, inherited) }
}

/** The maps of requirements that hold for a resource, or would for those in a namespace; null inherits none. */
export function requirementsInForce ({ requirements }: Options, { defaultRequirements }: Context['grouped']): readonly Requirements[] {
  if (requirements === undefined) return defaultRequirements
  return requirements === null ? [] : [...defaultRequirements, requirements]
}
