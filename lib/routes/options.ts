/** The options of a declaration: which there are, and which a node has. */

import { didYouMean, oneOf, show, unknownOption, unknownOptions } from '../text.js'
import { ACTIONS } from './actions.js'
import { checkHasMany, checkHasOne } from './associations.js'
import { checkActions, checkMethods, checkNewActions } from './check-methods.js'
import { checkPathNames, checkPathPrefix, checkPathWord, checkVariable } from './check-paths.js'
import {
  checkAction, checkBoolean, checkConditions, checkController, checkDefaults, checkExtensions, checkFilter,
  checkFormats, checkModule, checkName, checkNamePrefix, checkRequirements, checkStatus
} from './checks.js'
import type { Options, OptionOwner, Report } from './declaration.js'
import { checkDeprecated } from './deprecation.js'
import { isPlainObject } from './objects.js'
import type { DrawOptions } from '../../types/options.js'

type Check<T> = (value: unknown, report: Report, owner: OptionOwner) => T | undefined

const CHECKS: { readonly [K in keyof Options]-?: Check<Options[K]> } = {
  member: orNull(checkActions),
  collection: orNull(checkActions),
  new: orNull(checkNewActions),
  controller: checkController,
  action: checkAction,
  method: checkMethods,
  status: checkStatus,
  singular: checkName,
  param: checkVariable,
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

function orNull<T> (check: Check<T>): Check<T | null> {
  return (value, report, owner) => value === null ? null : check(value, report, owner)
}

const ROUTE_OPTIONS = [
  'controller', 'action', 'method', 'requirements', 'conditions', 'defaults', 'formats', 'deprecated'
]
const GROUP_OPTIONS = ['pathPrefix', 'namePrefix', ...ROUTE_OPTIONS.filter((name) => name !== 'action')]
const RESOURCES_OPTIONS = Object.keys(CHECKS).filter((name) => !['action', 'method', 'status'].includes(name))
const OTHER_OPTIONS = RESOURCES_OPTIONS.filter((name) => name !== 'singular' && name !== 'param')

const METHODS_BY_ACTION =
  '; did you mean member: { … } or collection: { … }, which map actions to methods?'

/** The three meanings of `:format` in Rails. */
const FORMAT_HINT =
  "unknown option 'format'; write formats: ['json'] for extensions, formats: { required: ['json'] } if " +
    "they are required, or defaults: { format: 'json' } for one format without an extension"

const OPTIONS_OF: Readonly<Record<OptionOwner['kind'], readonly string[]>> = {
  resources: RESOURCES_OPTIONS,
  resource: OTHER_OPTIONS,
  namespace: OTHER_OPTIONS,
  group: GROUP_OPTIONS,
  route: ROUTE_OPTIONS,
  redirect: ['status', 'requirements', 'conditions', 'deprecated']
}

/** The valid options of a node; reports the others. */
export function checkOptions (
  given: Readonly<Record<string, unknown>>, owner: OptionOwner, report: Report
): Options {
  const known = OPTIONS_OF[owner.kind]
  const options: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) {
      report(
        name === 'format'
          ? FORMAT_HINT
          : unknownOption(name, known) + (name === 'method' ? METHODS_BY_ACTION : '')
      )
    } else if (value !== undefined) {
      const checked = CHECKS[name as keyof Options](
        value,
        (mistake) => {
          report(`${name}: ${mistake}`)
        },
        owner
      )
      if (checked !== undefined) options[name] = checked
    }
  }
  if (options.only !== undefined && options.except !== undefined) {
    report('only and except contradict each other; keep one')
    delete options.except
  }
  reportForeignPathNames(options, owner, report)
  return options
}

// A namespace's words may be meant for any of its children, a resource's only for its own actions.
function reportForeignPathNames (options: Options, owner: OptionOwner, report: Report): void {
  if (owner.kind === 'namespace') return
  const own = [options.collection, options.member, options.new].flatMap((map) =>
    (map ?? []).map(([action]) => action)
  )
  const known = [...ACTIONS.map(({ action }) => action), ...own]
  for (const action of Object.keys(options.pathNames ?? {})) {
    if (!known.includes(action)) {
      report(`pathNames: unknown action '${action}' here; expected ${oneOf(known)}${didYouMean(action, known)}`)
    }
  }
}

function checkPatch (given: unknown, report: (mistake: string) => void): boolean {
  if (typeof given !== 'boolean') report(`expected true, false or 'only', got ${show(given)}`)
  return given === true
}

const DRAW_OPTIONS = ['pathNames', 'patch', 'api', 'formats']

export function checkDrawOptions (given: unknown, report: Report): DrawOptions {
  const at = (name: string) => (mistake: string): void => { report(`draw(): ${name}: ${mistake}`) }
  if (!isPlainObject(given)) {
    report(`draw(): expected the options as an object, got ${show(given)}`)
    return {}
  }
  for (const mistake of unknownOptions(given, DRAW_OPTIONS)) report(`draw(): ${mistake}`)
  return {
    pathNames: checkPathNames(given.pathNames ?? {}, at('pathNames')) ?? {},
    patch: given.patch === 'only' ? 'only' : checkPatch(given.patch ?? false, at('patch')),
    api: checkBoolean(given.api ?? false, at('api')) ?? false,
    formats: checkExtensions(given.formats ?? [], at('formats')) ?? []
  }
}
