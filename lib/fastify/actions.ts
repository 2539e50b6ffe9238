/** An action of a controller as Fastify's route options. */

import type { RouteHandlerMethod } from 'fastify'
import { didYouMean, show } from '../errors.js'
import { ACTIONS } from '../routes/actions.js'
import { isRecord } from '../routes/is-record.js'
import type { Controller } from './controllers.js'

type Options = Readonly<Record<string, unknown>>

export type ActionOptions = Options & { readonly handler: RouteHandlerMethod }

/** What a controller has for itself, so that no action can have the name. */
const OWN_NAMES = ['routeOptions', 'record', 'responses']

/** What the declaration decides. */
const DECLARED = ['method', 'url', 'path', 'constraints']

const HOOKS = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onResponse', 'onTimeout', 'onError', 'onRequestAbort']
const MERGED = ['config', 'schema']

/** The route options of each action; what is missing or wrong is reported and left out. */
export function readActions (
  name: string, controller: Controller, actions: readonly string[], report: (mistake: string) => void
): Map<string, ActionOptions> {
  const shared = readOptions(controller.routeOptions ?? {}, `${name}.routeOptions`, report)
  if (Object.hasOwn(shared, 'handler')) report(`${name}.routeOptions: a handler belongs to an action`)
  const found = new Map<string, ActionOptions>()
  const missing: string[] = []
  for (const action of actions) {
    if (OWN_NAMES.includes(action)) {
      report(`${name}: an action cannot be named '${action}', which a controller has for itself`)
      continue
    }
    const value = controller[action]
    if (value === undefined) {
      missing.push(action)
      continue
    }
    const own = typeof value === 'function' ? { handler: value } : readOptions(value, `${name}.${action}`, report)
    if (typeof own.handler !== 'function') {
      report(`${name}.${action}: expected a handler, or Fastify's route options with a handler, got ${show(value)}`)
    } else {
      found.set(action, { ...mergeOptions(shared, own), handler: bindHandler(own.handler as RouteHandlerMethod, controller) })
    }
  }
  if (missing.length > 0) report(missingText(name, controller, missing))
  return found
}

function missingText (name: string, controller: Controller, missing: readonly string[]): string {
  const conventional = ACTIONS.map(({ action }) => action as string).filter((action) => missing.includes(action))
  const wayOut = conventional.length === 0
    ? 'take it out of the declaration'
    : `leave it out of the declaration (except: [${conventional.map((action) => `'${action}'`).join(', ')}])`
  const names = methodNames(controller)
  return `${name}: no handler for ${missing.map((action) => action + didYouMean(action, names)).join(', ')}; add a method of that name, or ${wayOut}`
}

function methodNames (controller: Controller): string[] {
  const names: string[] = []
  for (let object: object = controller; object !== null && object !== Object.prototype; object = Object.getPrototypeOf(object) as object) {
    names.push(...Object.getOwnPropertyNames(object))
  }
  return names
}

function readOptions (value: unknown, where: string, report: (mistake: string) => void): Options {
  if (!isRecord(value)) {
    report(`${where}: expected Fastify's route options, got ${show(value)}`)
    return {}
  }
  for (const name of DECLARED) {
    if (Object.hasOwn(value, name)) report(`${where}: '${name}' is decided by the declaration of the route`)
  }
  if (isRecord(value.config) && Object.hasOwn(value.config, 'resource')) report(`${where}: config.resource is where the route's record stands`)
  return value
}

/** Hooks of both, `config` and `schema` merged one level, else the action's own value. */
function mergeOptions (shared: Options, own: Options): Options {
  const merged: Record<string, unknown> = { ...shared, ...own }
  for (const hook of HOOKS) {
    if (shared[hook] !== undefined && own[hook] !== undefined) merged[hook] = [shared[hook], own[hook]].flat()
  }
  for (const name of MERGED) {
    if (isRecord(shared[name]) && isRecord(own[name])) merged[name] = { ...shared[name], ...own[name] }
  }
  return merged
}

// Fastify calls a handler with its instance as `this`, which is right for the functions of a plain object.
function bindHandler (handler: RouteHandlerMethod, controller: Controller): RouteHandlerMethod {
  const prototype: unknown = Object.getPrototypeOf(controller)
  return prototype === Object.prototype || prototype === null ? handler : handler.bind(controller as never)
}
