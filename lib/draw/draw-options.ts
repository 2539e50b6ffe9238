/** The options of a declaration: which there are, and which a node has. */

import { show, unknownOption, unknownOptions } from '../text.js'
import type { DrawOptions } from '../../types/options.js'
import type { Mistakes } from '../routes/mistakes.js'
import { isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { checkActions, checkMethods, checkNewActions } from './check-methods.js'
import { checkPathNames, checkPathPrefix, checkPathWord, checkVariable } from './check-paths.js'
import {
  checkAction, checkBoolean, checkConditions, checkController, checkDefaults, checkExtensions, checkFilter,
  checkFormats, checkModule, checkName, checkNamePrefix, checkRequirements, checkStatus, expecting
} from './checks.js'
import type { ValueCheck } from './checks.js'
import type { Options, OptionOwner, ResourceNode } from './declaration.js'
import { checkDeprecated } from './deprecation.js'

const CHECKS: { readonly [K in keyof Options]-?: ValueCheck<Options[K]> } = {
  member: orNull(checkActions),
  collection: orNull(checkActions),
  new: orNull(checkNewActions),
  controller: checkController,
  action: checkAction,
  method: checkMethods,
  status: checkStatus,
  singular: checkName,
  param: checkVariable,
  slashes: checkBoolean,
  requirements: orNull(checkRequirements),
  conditions: orNull(checkConditions),
  defaults: orNull(checkDefaults),
  formats: checkFormats,
  deprecated: checkDeprecated,
  as: checkPathWord,
  hasOne: checkHasOne,
  hasMany: checkHasMany,
  pathNames: orNull(checkPathNames),
  pathPrefix: checkPathPrefix,
  namePrefix: checkNamePrefix,
  only: checkFilter,
  except: checkFilter,
  shallow: checkBoolean,
  namespace: checkModule
}

function orNull<T> (check: ValueCheck<T>): ValueCheck<T | null> {
  return (value, mistakes, kind) => value === null ? null : check(value, mistakes, kind)
}

const ROUTE_OPTIONS = [
  'controller', 'action', 'method', 'slashes', 'requirements', 'conditions', 'defaults', 'formats',
  'deprecated'
]
const GROUP_OPTIONS: readonly string[] =
  ['pathPrefix', 'namePrefix', ...ROUTE_OPTIONS.filter((name) => name !== 'action' && name !== 'slashes')]
const RESOURCES_OPTIONS = Object.keys(CHECKS).filter((name) => !['action', 'method', 'status'].includes(name))
/** Of a resource without ids. */
const OTHER_OPTIONS = RESOURCES_OPTIONS.filter((name) => !['singular', 'param', 'slashes'].includes(name))

const METHODS_BY_ACTION =
  '; did you mean member: { … } or collection: { … }, which map actions to methods?'

/** The three meanings of `:format` in Rails. */
const FORMAT_HINT =
  "unknown option 'format'; write formats: ['json'] for extensions, formats: { required: ['json'] } if " +
    "they are required, or defaults: { format: 'json' } for one format without an extension"

const OPTIONS_OF: Readonly<Record<OptionOwner['kind'], readonly string[]>> = {
  resources: RESOURCES_OPTIONS,
  resource: OTHER_OPTIONS,
  namespace: OTHER_OPTIONS.filter((name) => name !== 'as'),
  group: GROUP_OPTIONS,
  route: ROUTE_OPTIONS,
  redirect: ['status', 'slashes', 'requirements', 'conditions', 'deprecated']
}

/** The mistake of an option that a node does not take. */
function unknownOptionOf (
  kind: OptionOwner['kind'], [name, value]: readonly [string, unknown], known: readonly string[]
): string {
  if (name === 'format') return FORMAT_HINT
  if (name === 'as' && kind === 'namespace') {
    return "unknown option 'as', which is the path word of a resource; for the path of a namespace write " +
      `pathPrefix: ${show(value)}`
  }
  return unknownOption(name, known) + (name === 'method' ? METHODS_BY_ACTION : '')
}

/** The valid options of a node; the others are mistakes. */
export function checkOptions (given: Properties, { kind, mistakes }: OptionOwner): Options {
  const known = OPTIONS_OF[kind]
  const options: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) {
      mistakes.add(unknownOptionOf(kind, [name, value], known))
    } else if (value !== undefined) {
      const checked = CHECKS[name as keyof Options](value, mistakes.at(name), kind)
      if (checked !== undefined) options[name] = checked
    }
  }
  if (options.only !== undefined && options.except !== undefined) {
    mistakes.add('only and except contradict each other; keep one')
    delete options.except
  }
  return options
}

const checkPatch = expecting("true, false or 'only'", (value) =>
  typeof value === 'boolean' || value === 'only' ? value : undefined
)

const DRAW_OPTIONS = ['pathNames', 'patch', 'api', 'formats']

export function checkDrawOptions (given: unknown, mistakes: Mistakes): DrawOptions {
  if (!isPlainObject(given)) {
    mistakes.add(`expected the options as an object, got ${show(given)}`)
    return {}
  }
  for (const mistake of unknownOptions(given, DRAW_OPTIONS)) mistakes.add(mistake)
  return {
    pathNames: checkPathNames(given.pathNames ?? {}, mistakes.at('pathNames')) ?? {},
    patch: checkPatch(given.patch ?? false, mistakes.at('patch')) ?? false,
    api: checkBoolean(given.api ?? false, mistakes.at('api')) ?? false,
    formats: checkExtensions(given.formats ?? [], mistakes.at('formats')) ?? []
  }
}

function checkHasOne (value: unknown, mistakes: Mistakes): readonly ResourceNode[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  return names.flatMap((name) => associationNode('resource', name, [], mistakes))
}

/**
 * `'comments'`, `['comments', 'tags']`, `{ comments: 'votes' }` and mixtures: a map nests, a list makes
 * siblings.
 */
function checkHasMany (value: unknown, mistakes: Mistakes): readonly ResourceNode[] {
  if (Array.isArray(value)) return value.flatMap((item) => checkHasMany(item, mistakes))
  if (!isPlainObject(value)) return associationNode('resources', value, [], mistakes)
  return Object.entries(value).flatMap(([name, nested]) =>
    associationNode('resources', name, checkHasMany(nested, mistakes), mistakes))
}

/** The node that a block would make. */
function associationNode (
  kind: 'resources' | 'resource', name: unknown, children: readonly ResourceNode[], mistakes: Mistakes
): ResourceNode[] {
  const checked = checkName(name, mistakes)
  if (checked === undefined) return []
  const place = mistakes.inside(`${kind}('${checked}')`)
  return [{ kind, mistakes: place, names: [checked], options: {}, children }]
}
