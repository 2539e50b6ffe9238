/** Checks the value of an option: returns it in a normal form, or adds a mistake and returns undefined. */

import { didYouMean, oneOf, show } from '../text.js'
import { ACTIONS, REDIRECT_STATUSES } from '../routes/actions.js'
import type { Mistakes } from '../routes/mistakes.js'
import { isName, nameFault, underscore } from '../routes/route-names.js'
import { isPlainObject, type Properties } from '../routes/objects.js'
import { isExtension, variableFault } from '../routes/path.js'
import { readRequirement } from '../routes/requirement.js'

/** The kinds of declarations with options. */
export type Kind = 'resources' | 'resource' | 'namespace' | 'group' | 'route' | 'redirect'

export type ValueCheck<T> = (value: unknown, mistakes: Mistakes, kind: Kind) => T | undefined

/** The check of a value that is right or wrong as a whole. `read` gives undefined for a wrong one. */
export function expecting<T> (expected: string, read: (value: unknown) => T | undefined) {
  return function check (value: unknown, mistakes: Mistakes): T | undefined {
    const checked = read(value)
    if (checked === undefined) mistakes.add(`expected ${expected}, got ${show(value)}`)
    return checked
  }
}

export function checkName (value: unknown, mistakes: Mistakes): string | undefined {
  if (isName(value)) return value
  mistakes.add(`${show(value)} cannot be a name: ${slashFault(value) ?? nameFault(value) as string}`)
  return undefined
}

/** The fault of a path in the place of a name; undefined without one. */
function slashFault (value: unknown): string | undefined {
  const path = typeof value === 'string' && value.includes('/') ? value : ''
  const [last, above] = path.split('/').filter(isName).reverse()
  if (last === undefined) return undefined
  return `a name holds no slash; ${above === undefined ? `write '${last}'` : `nest '${last}' in the block of '${above}'`}`
}

export const checkAction = expecting("the name of an action, such as 'index'", (value) =>
  isName(value) ? value : undefined
)

/** A controller's name, with its modules: `admin/posts`. */
export const checkController = expecting(
  "the name of a controller, such as 'posts' or 'admin/posts'",
  (value) => typeof value === 'string' && value.split('/').every(isName) ? value : undefined
)

export const checkModule = expecting("the module of a controller, such as 'admin'", (value) =>
  typeof value === 'string' && value.replace(/\/$/, '').split('/').every(isName)
    ? value.replace(/\/?$/, '/')
    : undefined
)

export function checkRequirements (
  value: unknown, mistakes: Mistakes, kind: Kind
): Record<string, string> | undefined {
  if (!isPlainObject(value)) {
    mistakes.add(`expected a map of variables to regular expressions, such as { id: /\\d+/ }, got ${show(value)}`)
    return undefined
  }
  const requirements: Record<string, string> = {}
  for (const [variable, pattern] of Object.entries(value)) {
    if (hasMethod(kind) && variable === 'method' && typeof pattern === 'string') {
      mistakes.add(`the method is a separate option; set method: ${show(pattern)}`)
      continue
    }
    const requirement =
      pattern instanceof RegExp
        ? readRequirement(pattern)
        : { source: '', fault: `expected a regular expression, got ${show(pattern)}` }
    const fault = variableFault(variable) ?? requirement.fault
    if (fault !== undefined) mistakes.add(`${variable}: ${fault}`)
    else requirements[variable] = requirement.source
  }
  return requirements
}

/** A browser sends a host in lower case, and the router compares whole texts. */
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d+)?$/

export function checkConditions (value: unknown, mistakes: Mistakes, kind: Kind): Properties | undefined {
  if (!isPlainObject(value)) {
    mistakes.add(`expected Fastify's route constraints, such as { host: 'example.org' }, got ${show(value)}`)
    return undefined
  }
  for (const [name, condition] of Object.entries(value)) {
    if (condition === undefined || condition === null) mistakes.add(`${name}: expected a value, got ${condition}`)
  }
  const { host } = value
  if (typeof host === 'string' && !HOST.test(host)) {
    mistakes.add(
      `host: expected a host in lower case, such as 'example.org', or a regular expression, got ${show(host)}`
    )
    return undefined
  }
  if (!Object.hasOwn(value, 'method')) return { ...value }
  if (hasMethod(kind)) mistakes.add(`the method is a separate option; set method: ${show(value.method)}`)
  else if (kind === 'redirect') mistakes.add('a redirect answers only GET and HEAD')
  else mistakes.add("the method of a row is its action's; give it in member, collection or new")
  return undefined
}

/** Texts by the names of parameters; null for a variable that may be missing. */
export function checkDefaults (
  value: unknown, mistakes: Mistakes
): Record<string, string | null> | undefined {
  if (!isPlainObject(value)) {
    mistakes.add(`expected a map of parameters to texts, such as { section: 'news' }, got ${show(value)}`)
    return undefined
  }
  const defaults: Record<string, string | null> = {}
  for (const [name, text] of Object.entries(value)) {
    const fault = name === 'format' ? formatFault(text) : variableFault(name) ?? textFault(text)
    if (fault === undefined) defaults[name] = text as string | null
    else mistakes.add(`${name}: ${fault}`)
  }
  return defaults
}

function formatFault (format: unknown): string | undefined {
  return format === null ? undefined : extensionFault(format)
}

function textFault (text: unknown): string | undefined {
  return typeof text === 'string' || text === null ? undefined : `expected a string, got ${show(text)}`
}

function extensionFault (format: unknown): string | undefined {
  return isExtension(format)
    ? undefined
    : `expected an extension of lower-case letters, digits and '_', such as 'json', got ${show(format)}`
}

function hasMethod (kind: Kind): boolean {
  return kind === 'route' || kind === 'group'
}

/** The extensions of paths. */
interface Extensions {
  readonly names: readonly string[]
  readonly isRequired: boolean
}

/** `['html', 'json']`, or `{ required: ['html', 'json'] }`. */
export function checkFormats (value: unknown, mistakes: Mistakes): Extensions | undefined {
  const isRequired = isPlainObject(value) && Object.keys(value).join() === 'required'
  const names = checkExtensions(isRequired ? value.required : value, mistakes)
  if (isRequired && names?.length === 0) {
    mistakes.add('required: expected at least one extension, got an empty list')
  }
  return names && { names, isRequired }
}

/** Whether each has a media type shows only at registration. */
export function checkExtensions (value: unknown, mistakes: Mistakes): readonly string[] | undefined {
  if (!Array.isArray(value)) {
    mistakes.add(`expected a list of extensions, such as ['html', 'json'], got ${show(value)}`)
    return undefined
  }
  const formats: readonly unknown[] = value
  for (const format of formats) {
    const fault = extensionFault(format)
    if (fault !== undefined) mistakes.add(fault)
  }
  for (const format of new Set(formats.filter((format, index) => formats.indexOf(format) !== index))) {
    mistakes.add(`${show(format)} is listed twice`)
  }
  return formats.filter((format): format is string => typeof format === 'string')
}

export const checkNamePrefix = expecting(
  "a prefix of names, such as 'admin_', or null for none",
  (value) => {
    if (value === null || value === '') return ''
    return typeof value === 'string' && isName(value.replace(/[_-]$/, '')) ? underscore(value) : undefined
  }
)

export function checkFilter (
  value: unknown, mistakes: Mistakes, kind: Kind
): readonly string[] | undefined {
  if (value === null) return undefined
  const actions = ACTIONS.map(({ action }) => action).filter(
    (action) => kind !== 'resource' || action !== 'index'
  )
  if (value === 'all') return actions
  if (value === 'none') return []
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  const known: readonly string[] = Array.isArray(value) ? actions : [...actions, 'all', 'none']
  for (const action of names) {
    if (!(actions as readonly unknown[]).includes(action)) {
      mistakes.add(`unknown action ${show(action)}; expected ${oneOf(known)}${didYouMean(action, known)}`)
    }
  }
  return names.filter((action): action is string => (actions as readonly unknown[]).includes(action))
}

export const checkStatus = expecting(REDIRECT_STATUSES.join(', '), (value) =>
  REDIRECT_STATUSES.find((status) => status === value)
)

export const checkBoolean = expecting('true or false', (value) =>
  typeof value === 'boolean' ? value : undefined
)
