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
import type { Kind, ValueCheck } from './checks.js'

/** The options of a namespace are defaults of the resources in it. */
const RESOURCES = ['resources', 'resource', 'namespace'] as const
const GROUPS = [...RESOURCES, 'group'] as const
const ROWS = [...GROUPS, 'route'] as const
const ALL = [...ROWS, 'redirect'] as const

/**
 * Every option: the kinds of declarations that take it, and its check, which returns its normal form.
 * `types/options.ts` has the types of what an app writes, and `contexts.ts` what inner declarations inherit.
 */
export const OPTIONS = {
  member: [RESOURCES, orNull(checkActions)],
  collection: [RESOURCES, orNull(checkActions)],
  new: [RESOURCES, orNull(checkNewActions)],
  controller: [ROWS, checkController],
  action: [['route'], checkAction],
  method: [['group', 'route'], checkMethods],
  status: [['redirect'], checkStatus],
  singular: [['resources'], checkName],
  param: [['resources'], checkVariable],
  slashes: [['resources', 'route', 'redirect'], checkBoolean],
  requirements: [ALL, orNull(checkRequirements)],
  conditions: [ALL, orNull(checkConditions)],
  defaults: [ROWS, orNull(checkDefaults)],
  formats: [ROWS, checkFormats],
  as: [['resources', 'resource'], checkPathWord],
  hasOne: [RESOURCES, checkHasOne],
  hasMany: [RESOURCES, checkHasMany],
  pathNames: [RESOURCES, orNull(checkPathNames)],
  pathPrefix: [GROUPS, checkPathPrefix],
  namePrefix: [GROUPS, checkNamePrefix],
  only: [RESOURCES, checkFilter],
  except: [RESOURCES, checkFilter],
  shallow: [RESOURCES, checkBoolean],
  namespace: [RESOURCES, checkModule]
} as const satisfies Readonly<Record<string, readonly [on: readonly Kind[], check: ValueCheck<unknown>]>>

/** Checked options, absent where not set. A map may be null, which inherits nothing. */
export type Options = {
  readonly [N in keyof typeof OPTIONS]?: Exclude<ReturnType<(typeof OPTIONS)[N][1]>, undefined>
}

function orNull<T> (check: ValueCheck<T>): ValueCheck<T | null> {
  return (value, mistakes, kind) => value === null ? null : check(value, mistakes, kind)
}

const METHODS_BY_ACTION =
  '; did you mean member: { … } or collection: { … }, which map actions to methods?'

/** The three meanings of `:format` in Rails. */
const FORMAT_HINT =
  "unknown option 'format'; write formats: ['json'] for extensions, formats: { required: ['json'] } if " +
    "they are required, or defaults: { format: 'json' } for one format without an extension"

/** The mistake of an option that a node does not take. */
function unknownOptionOf (
  kind: Kind, [name, value]: readonly [string, unknown], known: readonly string[]
): string {
  if (name === 'format') return FORMAT_HINT
  if (name === 'as' && kind === 'namespace') {
    return "unknown option 'as', which is the path word of a resource; for the path of a namespace write " +
      `pathPrefix: ${show(value)}`
  }
  return unknownOption(name, known) + (name === 'method' ? METHODS_BY_ACTION : '')
}

/** The declaration that an option belongs to. */
interface OptionOwner {
  readonly kind: Kind
  readonly mistakes: Mistakes
}

/** Whether a declaration of a kind takes an option. */
function isOptionOf (kind: Kind, name: string): name is keyof Options {
  if (!Object.hasOwn(OPTIONS, name)) return false
  const [kinds]: readonly [readonly Kind[], unknown] = OPTIONS[name as keyof Options]
  return kinds.includes(kind)
}

/** An undefined one of these, such as a misspelt import, would open more rows than its author meant. */
const GUARDS: readonly string[] = ['requirements', 'conditions']

/** The valid options of a declaration; the others are mistakes. */
export function checkOptions (declared: Properties, { kind, mistakes }: OptionOwner): Options {
  const options: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(declared)) {
    if (!isOptionOf(kind, name)) {
      const known = Object.keys(OPTIONS).filter((one) => isOptionOf(kind, one))
      mistakes.add(unknownOptionOf(kind, [name, value], known))
    } else if (value !== undefined || GUARDS.includes(name)) {
      const [, check] = OPTIONS[name]
      const checked = check(value, mistakes.at(name), kind)
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

const DRAW_OPTIONS = ['pathNames', 'patch', 'api', 'wrap', 'formats']

export function checkDrawOptions (options: unknown, mistakes: Mistakes): DrawOptions {
  if (!isPlainObject(options)) {
    mistakes.add(`expected the options as an object, got ${show(options)}`)
    return {}
  }
  for (const mistake of unknownOptions(options, DRAW_OPTIONS)) mistakes.add(mistake)
  return {
    pathNames: checkPathNames(options.pathNames ?? {}, mistakes.at('pathNames')) ?? {},
    patch: checkPatch(options.patch ?? false, mistakes.at('patch')) ?? false,
    api: checkBoolean(options.api ?? false, mistakes.at('api')) ?? false,
    wrap: checkBoolean(options.wrap ?? options.api !== true, mistakes.at('wrap')) ?? true,
    formats: checkExtensions(options.formats ?? [], mistakes.at('formats')) ?? []
  }
}

function checkHasOne (value: unknown, mistakes: Mistakes): readonly AssociationNode[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  return names.flatMap((name) => associationNode('resource', name, [], mistakes))
}

/**
 * `'comments'`, `['comments', 'tags']`, `{ comments: 'votes' }` and mixtures: a map nests, a list makes
 * siblings.
 */
function checkHasMany (value: unknown, mistakes: Mistakes): readonly AssociationNode[] {
  if (Array.isArray(value)) return value.flatMap((item) => checkHasMany(item, mistakes))
  if (!isPlainObject(value)) return associationNode('resources', value, [], mistakes)
  return Object.entries(value).flatMap(([name, nested]) =>
    associationNode('resources', name, checkHasMany(nested, mistakes), mistakes))
}

/** The node that a block would make. */
interface AssociationNode {
  readonly kind: 'resources' | 'resource'
  readonly mistakes: Mistakes
  readonly names: readonly string[]
  readonly options: {}
  readonly children: readonly AssociationNode[]
}

function associationNode (
  kind: AssociationNode['kind'], name: unknown, children: readonly AssociationNode[], mistakes: Mistakes
): AssociationNode[] {
  const checked = checkName(name, mistakes)
  if (checked === undefined) return []
  const place = mistakes.inside(`${kind}('${checked}')`)
  return [{ kind, mistakes: place, names: [checked], options: {}, children }]
}
