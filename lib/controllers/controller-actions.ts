/** An action of a controller as Fastify's route options. */

import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { didYouMean, show } from '../text.js'
import { ACTIONS } from '../routes/actions.js'
import type { Mistakes } from '../routes/mistakes.js'
import { isPlainObject } from '../routes/objects.js'
import type { InvalidForm } from '../../types/form-errors.js'
import type { CrossSite } from '../../types/controllers.js'
import { CROSS_SITE, FLAG, invalidOptions } from './option-checks.js'
import type { OptionCheck, OptionChecks } from './option-checks.js'
import type { Controller } from './load-controllers.js'
import { OPTION_NAMES, misplacedOptions } from './option-names.js'
import { BEFORE_HANDLER, HOOKS, HOOK_CHECKS, invalidSchemas, misspeltRouteOptions } from './action-options.js'

type Options = Readonly<Record<string, unknown>>

export type ActionRouteOptions = Options & { readonly handler: RouteHandlerMethod }

/** An action of a controller. */
export interface ControllerAction {
  /** The route options of all its controller's actions. */
  readonly shared: Options
  readonly own: ActionRouteOptions
  /** Whether records are loaded before it. */
  readonly isLoading: boolean
  /** What becomes of requests of other sites; undefined leaves it to the plugin's options. */
  readonly crossSite: CrossSite | undefined
  /** Whether it says that itself, and not its controller. */
  readonly hasOwnCrossSite: boolean
  /** The formats that it answers; undefined for all of its rows. */
  readonly formats: unknown
  /** Answers its invalid forms. */
  readonly invalid: AnswerInvalid | undefined
  /** Whether that is its own, and not that of its controller. */
  readonly hasOwnInvalid: boolean
}

export type AnswerInvalid = (request: FastifyRequest, reply: FastifyReply, form: InvalidForm) => unknown

/** Route options that the declaration sets. */
const DECLARED = ['method', 'url', 'path', 'constraints']

const HANDLER_OR_OPTIONS = "a handler, or Fastify's route options with a handler"

const INVALID: OptionCheck = [
  'a function (request, reply, { values, errors }) that shows the form again',
  (value) => typeof value === 'function'
]

/** Options of a controller that an action may have of its own. */
const OWN_OPTIONS: OptionChecks = { load: FLAG, invalid: INVALID }

const MERGED = new Set(['config', 'schema'])

/** The names of the actions of a plain object or a module. An instance may have other methods too. */
export function actionNames (controller: Controller): string[] {
  if (!isPlainObject(controller)) return []
  return Object.entries(controller)
    .filter(
      ([name, value]) =>
        !OPTION_NAMES.includes(name) &&
        (typeof value === 'function' || (isPlainObject(value) && typeof value.handler === 'function'))
    )
    .map(([name]) => name)
}

/** The actions by name, without missing and invalid ones, which are mistakes. */
export function readActions (
  name: string, controller: Controller, actions: readonly string[], mistakes: Mistakes
): Map<string, ControllerAction> {
  const ofOptions = mistakes.at(`${name}.routeOptions`)
  const { crossSite, formats, ...shared } =
    readOptions(controller.routeOptions ?? {}, "Fastify's route options", {}, ofOptions) ?? {}
  const defaults: Options = { load: true, crossSite, formats, invalid: controller.invalid }
  for (const mistake of invalidOptions(controller, { invalid: INVALID })) mistakes.add(`${name}.${mistake}`)
  if (Object.hasOwn(shared, 'handler')) {
    ofOptions.add('it cannot have a handler; give the handler to an action')
  }
  const found = new Map<string, ControllerAction>()
  const missing: string[] = []
  for (const action of actions) {
    if (OPTION_NAMES.includes(action)) {
      mistakes.add(`${name}: an action cannot be named '${action}', since that name is reserved`)
      continue
    }
    const value = controller[action]
    const ofAction = mistakes.at(`${name}.${action}`)
    if (value === undefined) missing.push(action)
    const own: unknown = typeof value === 'function' ? { handler: value } : value
    const options = own === undefined ? own : readOptions(own, HANDLER_OR_OPTIONS, OWN_OPTIONS, ofAction)
    if (options === undefined) continue
    const { load, crossSite, formats, invalid, handler, ...others } = { ...defaults, ...options }
    if (options.load === true && controller.load === undefined) {
      ofAction.add('load: the controller has none; add load: (id) => … to it, or remove this')
    }
    if (typeof handler !== 'function') {
      ofAction.add(`expected ${HANDLER_OR_OPTIONS}, got ${show(value)}`)
      continue
    }
    found.set(action, {
      shared,
      own: { ...others, handler: bindHandler(handler as RouteHandlerMethod, controller) },
      isLoading: load !== false,
      crossSite: crossSite as CrossSite | undefined,
      hasOwnCrossSite: options.crossSite !== undefined,
      formats,
      hasOwnInvalid: options.invalid !== undefined,
      invalid: typeof invalid === 'function' ? (invalid as AnswerInvalid).bind(controller) : undefined
    })
  }
  if (missing.length > 0) mistakes.add(missingText(name, controller, missing))
  return found
}

/** Whether it has a hook that may refuse a request. */
export function isGuarded ({ shared, own }: ControllerAction): boolean {
  return BEFORE_HANDLER.some((kind) => shared[kind] !== undefined || own[kind] !== undefined)
}

/** Whether it has a schema of its own for bodies. */
export function hasOwnBody ({ shared, own }: ControllerAction): boolean {
  return [own, shared].some(({ schema }) => isPlainObject(schema) && schema.body !== undefined)
}

function missingText (name: string, controller: Controller, missing: readonly string[]): string {
  const conventional = ACTIONS.filter(({ action }) => missing.includes(action))
  const wayOut = conventional.length === 0
    ? 'remove it from the declaration'
    : `leave it out of the declaration (except: [${conventional.map(({ action }) => `'${action}'`).join(', ')}])`
  const names = methodNames(controller).filter((other) => !missing.includes(other))
  const actions = missing.map((action) => action + didYouMean(action, names).replace(/^; (.*)/, ' ($1)'))
  return `${name}: no handler for ${actions.join(', ')}; add a method of that name, or ${wayOut}`
}

export function methodNames (controller: Controller): string[] {
  const names: string[] = []
  for (
    let object: object = controller;
    object !== null && object !== Object.prototype;
    object = Object.getPrototypeOf(object) as object
  ) {
    names.push(...Object.getOwnPropertyNames(object))
  }
  return names
}

/**
 * Its options. An undefined one counts as missing, so that it replaces nothing. `own` are those of a
 * controller that it may have.
 */
function readOptions (
  value: unknown, expected: string, own: OptionChecks, mistakes: Mistakes
): Options | undefined {
  if (!isPlainObject(value)) {
    mistakes.add(`expected ${expected}, got ${show(value)}`)
    return undefined
  }
  const declared = DECLARED.filter((name) => Object.hasOwn(value, name))
  const hasResource = isPlainObject(value.config) && Object.hasOwn(value.config, 'resource')
  const found = [
    ...declared.map((name) => `'${name}' is set by the declaration of the route; remove it here`),
    ...hasResource ? ["config.resource holds the route's row; use another name"] : [],
    ...invalidOptions(value, { crossSite: CROSS_SITE, ...own, ...HOOK_CHECKS }),
    ...invalidSchemas(value), ...misspeltRouteOptions(value), ...misplacedOptions(value, Object.keys(own))
  ]
  for (const mistake of found) mistakes.add(mistake)
  return Object.fromEntries(Object.entries(value).filter(([, option]) => option !== undefined))
}

/**
 * Route options of several sources: hooks of all, `config` and `schema` merged one level, else the last
 * value. Lists of hooks are copied, since other plugins push hooks for one route into them.
 */
export function mergeOptions (...sources: readonly Options[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {}
  for (const options of sources) {
    for (const name of Object.keys(options)) merged[name] = mergeOption(name, merged[name], options[name])
  }
  return merged
}

function mergeOption (name: string, before: unknown, value: unknown): unknown {
  if (HOOKS.includes(name)) return ([] as unknown[]).concat(before ?? [], value)
  return MERGED.has(name) && isPlainObject(before) && isPlainObject(value) ? { ...before, ...value } : value
}

/** For a GET next to other methods: Fastify refuses a body schema for GET. */
export function withoutBodySchema (action: ActionRouteOptions): ActionRouteOptions {
  if (!isPlainObject(action.schema)) return action
  const { body, ...schema } = action.schema
  return { ...action, schema }
}

// Fastify calls a handler with its instance as `this`, which is right for the functions of a plain object.
function bindHandler (handler: RouteHandlerMethod, controller: Controller): RouteHandlerMethod {
  const prototype: unknown = Object.getPrototypeOf(controller)
  return prototype === Object.prototype || prototype === null ? handler : handler.bind(controller as never)
}
