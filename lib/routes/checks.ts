/** Checks the value of an option: returns it in a normal form, or reports a fault and returns undefined. */

import { didYouMean, oneOf, show } from '../text.js'
import { ACTIONS, REDIRECT_STATUSES } from './actions.js'
import type { Extensions, OptionOwner, Report } from './declaration.js'
import { isPlainObject } from './objects.js'
import { isName, nameFault, underscore } from './names.js'
import { variableFault } from './path.js'
import { readRequirement } from './requirement.js'
import type { RouteRedirect } from '../../types/route.js'

type Given = Readonly<Record<string, unknown>>

export function checkName (value: unknown, report: Report): string | undefined {
  if (isName(value)) return value
  report(`${show(value)} cannot be a name: ${nameFault(value) as string}`)
  return undefined
}

export function checkAction (value: unknown, report: Report): string | undefined {
  if (isName(value)) return value
  report(`expected the name of an action, such as 'index', got ${show(value)}`)
  return undefined
}

/** A controller's name, with its modules: `admin/posts`. */
export function checkController (value: unknown, report: Report): string | undefined {
  if (typeof value === 'string' && value.split('/').every(isName)) return value
  report(`expected the name of a controller, such as 'posts' or 'admin/posts', got ${show(value)}`)
  return undefined
}

export function checkModule (value: unknown, report: Report): string | undefined {
  if (typeof value === 'string' && value.replace(/\/$/, '').split('/').every(isName)) {
    return value.replace(/\/?$/, '/')
  }
  report(`expected the module of a controller, such as 'admin', got ${show(value)}`)
  return undefined
}

export function checkRequirements (
  value: unknown, report: Report, { kind }: Pick<OptionOwner, 'kind'>
): Record<string, string> | undefined {
  if (!isPlainObject(value)) {
    report(`expected a map of variables to regular expressions, such as { id: /\\d+/ }, got ${show(value)}`)
    return undefined
  }
  const requirements: Record<string, string> = {}
  for (const [variable, pattern] of Object.entries(value)) {
    if (hasMethod(kind) && variable === 'method' && typeof pattern === 'string') {
      report(`the method is a separate option; set method: ${show(pattern)}`)
      continue
    }
    const requirement =
      pattern instanceof RegExp
        ? readRequirement(pattern)
        : { source: '', fault: `expected a regular expression, got ${show(pattern)}` }
    const fault = variableFault(variable) ?? requirement.fault
    if (fault !== undefined) report(`${variable}: ${fault}`)
    else requirements[variable] = requirement.source
  }
  return requirements
}

export function checkConditions (
  value: unknown, report: Report, { kind }: Pick<OptionOwner, 'kind'>
): Given | undefined {
  if (!isPlainObject(value)) {
    report(`expected Fastify's route constraints, such as { host: 'example.org' }, got ${show(value)}`)
    return undefined
  }
  if (!Object.hasOwn(value, 'method')) return { ...value }
  report(
    hasMethod(kind)
      ? `the method is a separate option; set method: ${show(value.method)}`
      : kind === 'redirect'
        ? 'a redirect answers only GET and HEAD'
        : "the method of a row is its action's; give it in member, collection or new"
  )
  return undefined
}

/** Texts by the names of parameters; null for a variable that may be missing. */
export function checkDefaults (value: unknown, report: Report): Record<string, string | null> | undefined {
  if (!isPlainObject(value)) {
    report(`expected a map of parameters to texts, such as { section: 'news' }, got ${show(value)}`)
    return undefined
  }
  const defaults: Record<string, string | null> = {}
  for (const [name, text] of Object.entries(value)) {
    const fault =
      name !== 'format'
        ? variableFault(name) ??
          (typeof text === 'string' || text === null ? undefined : `expected a string, got ${show(text)}`)
        : text === null ? undefined : extensionFault(text)
    if (fault === undefined) defaults[name] = text as string | null
    else report(`${name}: ${fault}`)
  }
  return defaults
}

function extensionFault (format: unknown): string | undefined {
  return isExtension(format)
    ? undefined
    : `expected an extension of lower-case letters, digits and '_', such as 'json', got ${show(format)}`
}

function hasMethod (kind: OptionOwner['kind']): boolean {
  return kind === 'route' || kind === 'group'
}

const EXTENSION = /^[a-z\d]+(?:_[a-z\d]+)*$/

export function isExtension (value: unknown): value is string {
  return typeof value === 'string' && EXTENSION.test(value)
}

/** `['html', 'json']`, or `{ required: ['html', 'json'] }`. */
export function checkFormats (value: unknown, report: Report): Extensions | undefined {
  const isRequired = isPlainObject(value) && Object.keys(value).join() === 'required'
  const names = checkExtensions(isRequired ? value.required : value, report)
  if (isRequired && names?.length === 0) {
    report('required: expected at least one extension, got an empty list')
  }
  return names && { names, isRequired }
}

/** Whether each has a media type shows only at registration. */
export function checkExtensions (value: unknown, report: Report): readonly string[] | undefined {
  if (!Array.isArray(value)) {
    report(`expected a list of extensions, such as ['html', 'json'], got ${show(value)}`)
    return undefined
  }
  const formats: readonly unknown[] = value
  for (const format of formats) {
    const fault = extensionFault(format)
    if (fault !== undefined) report(fault)
  }
  for (const format of new Set(formats.filter((format, index) => formats.indexOf(format) !== index))) {
    report(`${show(format)} is listed twice`)
  }
  return formats.filter((format): format is string => typeof format === 'string')
}

export function checkNamePrefix (value: unknown, report: Report): string | undefined {
  if (value === null || value === '') return ''
  if (typeof value === 'string' && isName(value.replace(/[_-]$/, ''))) return underscore(value)
  report(`expected a prefix of names, such as 'admin_', or null for none, got ${show(value)}`)
  return undefined
}

export function checkFilter (
  value: unknown, report: Report, owner: OptionOwner
): readonly string[] | undefined {
  if (value === null) return undefined
  const actions = ACTIONS.map(({ action }) => action).filter(
    (action) => owner.kind !== 'resource' || action !== 'index'
  )
  if (value === 'all') return actions
  if (value === 'none') return []
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  const known: readonly string[] = Array.isArray(value) ? actions : [...actions, 'all', 'none']
  for (const action of given) {
    if (!(actions as readonly unknown[]).includes(action)) {
      report(`unknown action ${show(action)}; expected ${oneOf(known)}${didYouMean(action, known)}`)
    }
  }
  return given.filter((action): action is string => (actions as readonly unknown[]).includes(action))
}

export function checkStatus (value: unknown, report: Report): RouteRedirect['status'] | undefined {
  const status = REDIRECT_STATUSES.find((status) => status === value)
  if (status === undefined) report(`expected ${REDIRECT_STATUSES.join(', ')}, got ${show(value)}`)
  return status
}

export function checkBoolean (value: unknown, report: Report): boolean | undefined {
  if (typeof value === 'boolean') return value
  report(`expected true or false, got ${show(value)}`)
  return undefined
}
