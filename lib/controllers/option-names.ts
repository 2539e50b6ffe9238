/** The options of a controller: what it says of itself, beside its actions. */

import { didYouMean } from '../text.js'
import { isObject, isPlainObject } from '../routes/objects.js'
import type { Controller } from './load-controllers.js'

/** A part of a controller that is neither an option nor an action. */
interface Part {
  readonly name: string
  readonly value: unknown
  readonly actions: ReadonlySet<string>
}

/** Whether a part may be meant as an option, by the option: it has such a value. */
const MEANT: Readonly<Record<string, (part: Part) => boolean>> = {
  routeOptions: ({ value }) => isPlainObject(value),
  record: isSchemaLike,
  input: isSchemaLike,
  responses: ({ value, actions }) =>
    typeof value === 'boolean' ||
    (isPlainObject(value) && Object.keys(value).some((name) => actions.has(name))),
  // Functions may be the app's own, so their names must be nearer.
  load: ({ name, value }) => typeof value === 'function' && /^[load]+s?$/i.test(name),
  invalid: ({ name, value }) => typeof value === 'function' && /^inv/i.test(name),
  version: ({ name, value }) => typeof value === 'string' && /^v/i.test(name),
  requireVersion: isFlag,
  etag: (part) => isFlag(part) && /^e/i.test(part.name)
}

/** No action can have such a name. */
export const OPTION_NAMES: readonly string[] = Object.keys(MEANT)

/** What says it instead, by a name that is no option of a controller. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  wrap: 'write draw({ wrap: … }, …), since it is an option of the tree',
  unknown: "the schema says it: close it, by additionalProperties: false or your library's strict object"
}

/** Keywords of which a schema has one, but a store of the app's own hardly. */
const SCHEMA_KEYWORDS = ['type', 'properties', '$ref', 'allOf', 'anyOf', 'oneOf', '~standard']

/**
 * A mistake for each option with a misspelt name, which nothing would read: without its `record`, a
 * controller validates nothing. A part of the app's own has another kind of value, or a name that is not
 * similar.
 */
export function misspeltOptions (controller: Controller, actions: ReadonlySet<string>): string[] {
  return Object.entries(controller).flatMap(([name, value]) => {
    if (OPTION_NAMES.includes(name) || actions.has(name)) return []
    if (Object.hasOwn(ELSEWHERE, name)) return saidElsewhere(name, value)
    const hint = didYouMean(name, OPTION_NAMES.filter((option) => MEANT[option]?.({ name, value, actions })))
    return hint === '' ? [] : `unknown option '${name}'${hint}`
  })
}

/** A mistake for each option of a controller among those of a route, but for those that a route may have. */
export function misplacedOptions (options: object, allowed: readonly string[]): string[] {
  const misplaced = OPTION_NAMES.filter((name) => Object.hasOwn(options, name) && !allowed.includes(name))
    .map((name) => `'${name}' is an option of the controller; write it beside the actions`)
  return [...misplaced, ...Object.entries(options).flatMap(([name, value]) => saidElsewhere(name, value))]
}

/** A function may be the app's own. */
function saidElsewhere (name: string, value: unknown): string[] {
  const isMeant = Object.hasOwn(ELSEWHERE, name) && value !== undefined && typeof value !== 'function'
  return isMeant ? [`unknown option '${name}'; ${String(ELSEWHERE[name])}`] : []
}

function isFlag ({ value }: Part): boolean {
  return typeof value === 'boolean'
}

/** A schema of ArkType is a function. */
function isSchemaLike ({ value }: Part): boolean {
  return (isObject(value) || typeof value === 'function') && SCHEMA_KEYWORDS.some((word) => word in value)
}
