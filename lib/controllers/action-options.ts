/** Names of Fastify's route options: misspelt ones, and those beside the actions, have no effect. */

import { didYouMean } from '../text.js'
import { isObject, isPlainObject } from '../routes/objects.js'
import { invalidOptions } from './option-checks.js'
import type { OptionCheck, OptionChecks } from './option-checks.js'
import type { Controller } from './load-controllers.js'

/** The hooks that may refuse a request before its handler runs, in their order. */
export const BEFORE_HANDLER: readonly string[] = ['onRequest', 'preParsing', 'preValidation', 'preHandler']

/** All hooks of a route. */
export const HOOKS: readonly string[] = [
  ...BEFORE_HANDLER, 'preSerialization', 'onSend', 'onResponse', 'onTimeout', 'onError', 'onRequestAbort'
]

/** The parts of a schema that check requests and write answers. Plugins read others. */
const SCHEMA_PARTS = ['body', 'querystring', 'query', 'params', 'headers', 'response']

/** Other plugins have options and parts of their own, such as `wsHandler`: theirs are farther. */
const MOST_CHANGES = 2

const HOOK: OptionCheck = [
  'a function, or a list of functions', (value) => isHook(value) || isEmptyList(value), 'guard'
]

export const HOOK_CHECKS: OptionChecks = Object.fromEntries(HOOKS.map((name) => [name, HOOK]))

/** Options of the plugin that an action has, by the test of their values. */
const OWN_VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  crossSite: (value) => value === 'refuse' || value === 'allow',
  formats: Array.isArray,
  load: isOfType('boolean')
}

/**
 * A mistake for each misspelt hook, option of the plugin, or part of the schema: Fastify would leave out the
 * guard or the check.
 */
export function misspeltRouteOptions (options: object): string[] {
  const { schema } = options as { readonly schema?: unknown }
  const entries = Object.entries(options)
  const hooks = entries.filter(([, value]) => isHook(value) || isNothing(value))
  const parts = Object.entries(isPlainObject(schema) ? schema : {}).filter(([, value]) => isObject(value))
  const ofOwn = Object.entries(OWN_VALUES).flatMap(([name, isMeant]) => {
    const meant = entries.filter(([other, value]) => !Object.hasOwn(OWN_VALUES, other) && isMeant(value))
    return misspelt(meant, [name], 'unknown option')
  })
  return [
    ...misspelt(hooks, HOOKS, 'unknown option'),
    ...ofOwn,
    ...misspelt(parts, SCHEMA_PARTS, 'schema: unknown part')
  ]
}

const BY_PART: OptionCheck = ['an object of schemas by part, such as { body: … }', isPlainObject]
const BY_STATUS: OptionCheck = ['an object of schemas by status, such as { 200: … }', isObject]

/** A mistake for what Fastify would leave out, or fail at without a place. It tells itself of other parts. */
export function invalidSchemas (options: { readonly schema?: unknown }): string[] {
  const ofParts = invalidOptions(Object(options.schema) as object, { response: BY_STATUS })
  return [...invalidOptions(options, { schema: BY_PART }), ...ofParts.map((mistake) => `schema.${mistake}`)]
}

type Entries = ReadonlyArray<readonly [name: string, value: unknown]>

function misspelt (entries: Entries, known: readonly string[], what: string): string[] {
  return entries.flatMap(([name]) => {
    if (known.includes(name)) return []
    const hint = didYouMean(name, known, MOST_CHANGES)
    return hint === '' ? [] : `${what} '${name}'${hint}`
  })
}

function isOfType (type: string): (value: unknown) => boolean {
  return (value) => [typeof value as string].includes(type)
}

/** Options of a route that no controller has of its own, by the test of their values. */
const MISPLACED: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(HOOKS.map((name) => [name, isHook])),
  schema: (value) => isPlainObject(value) && SCHEMA_PARTS.some((part) => part in value),
  formats: Array.isArray,
  attachValidation: isOfType('boolean'),
  bodyLimit: isOfType('number'),
  crossSite: isOfType('string'),
  errorHandler: isOfType('function'),
  schemaErrorFormatter: isOfType('function'),
  serializerCompiler: isOfType('function'),
  validatorCompiler: isOfType('function')
}

/**
 * A mistake for each hook, schema or other option of a route that a controller has beside its actions, also
 * as a method of its class: no request meets it. So for a misspelt hook that would be a guard.
 */
export function misplacedRouteOptions (controller: Controller, actions: ReadonlySet<string>): string[] {
  const misplaced = Object.entries(MISPLACED)
    .filter(([name, isMeant]) => isMeant(controller[name]) || isEmptyHook(name, controller))
    .filter(([name]) => !actions.has(name))
    .map(([name]) =>
      `'${name}' beside the actions has no effect; write routeOptions: { ${name}: … } for all actions, or give ` +
      'it to one'
    )
  const others = Object.entries(controller)
    .filter(([, value]) => isHook(value) || isNothing(value))
    .filter(([name]) => !actions.has(name) && !HOOKS.includes(name))
  return [...misplaced, ...misspelt(others, BEFORE_HANDLER, 'unknown option')]
}

function isHook (value: unknown): boolean {
  const hooks: unknown[] = Array.isArray(value) ? value : [value]
  return hooks.length > 0 && hooks.every((hook) => typeof hook === 'function')
}

function isEmptyList (value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** What a misspelt import gives. */
function isNothing (value: unknown): boolean {
  return value === undefined || value === null
}

function isEmptyHook (name: string, controller: Controller): boolean {
  return HOOKS.includes(name) && name in controller && controller[name] === undefined
}
