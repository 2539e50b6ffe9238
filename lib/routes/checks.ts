/** Checks the value of each option: returns it in a normal form, or reports a fault and returns undefined. */

import { didYouMean, oneOf, show } from '../text.js'
import { ACTIONS, ALL_METHODS, REDIRECT_STATUSES } from './actions.js'
import type { Actions, Formats, Owner, Report } from './declaration.js'
import { isPlainObject } from './objects.js'
import { isName, nameFault, underscore } from './names.js'
import { joinPath, pathTextFault, pathVariables, variableFault } from './path.js'
import { readRequirement } from './requirement.js'
import type { MethodWord } from '../../types/options.js'
import type { RouteRedirect } from '../../types/route.js'

type Given = Readonly<Record<string, unknown>>

const METHOD_WORDS: readonly string[] = [...ALL_METHODS.map((method) => method.toLowerCase()), 'any']

/** A map of actions to methods; a list of actions maps each to `any`. */
export function checkActions (value: unknown, report: Report): Actions | undefined {
  return checkActionMap(value, report, METHOD_WORDS)
}

/** As in Rails, a record that is not stored yet has no OPTIONS. */
export function checkNewActions (value: unknown, report: Report): Actions | undefined {
  return checkActionMap(value, report, METHOD_WORDS.filter((word) => word !== 'options'))
}

function checkActionMap (value: unknown, report: Report, known: readonly string[]): Actions | undefined {
  if (!isPlainObject(value) && !Array.isArray(value)) {
    report(`expected a map of actions to methods, such as { publish: 'put' }, got ${show(value)}`)
    return undefined
  }
  const actions: Array<[string, readonly MethodWord[]]> = []
  const given: ReadonlyArray<readonly [unknown, unknown]> = Array.isArray(value) ? Array.from(value, (action) => [action, 'any']) : Object.entries(value)
  for (const [action, methods] of given) {
    if (!isName(action)) report(`${show(action)} cannot name an action: ${nameFault(action) as string}`)
    const words = checkWords(methods, (mistake) => { report(`${String(action)}: ${mistake}`) }, known)
    if (isName(action) && words !== undefined) actions.push([action, words])
  }
  return actions
}

/** One method or a list of them, as the words that action maps and `route` take. */
export function checkMethods (value: unknown, report: Report): readonly MethodWord[] | undefined {
  return checkWords(value, report, METHOD_WORDS)
}

function checkWords (value: unknown, report: Report, known: readonly string[]): readonly MethodWord[] | undefined {
  const words: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (words.length === 0) report(`expected ${oneOf(known)}, or a list of them, got an empty list`)
  const wrong = words.filter((word) => !known.includes(word as string))
  for (const word of wrong) {
    report(`unknown method ${show(word)}; expected ${oneOf(known)}` + (word === 'head'
      ? ' (HEAD comes with GET)'
      : didYouMean(word, known)))
  }
  return words.length === 0 || wrong.length > 0 ? undefined : words as readonly MethodWord[]
}

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
  if (typeof value === 'string' && value.replace(/\/$/, '').split('/').every(isName)) return value.replace(/\/?$/, '/')
  report(`expected the module of a controller, such as 'admin', got ${show(value)}`)
  return undefined
}

export function checkRequirements (value: unknown, report: Report, { kind }: Pick<Owner, 'kind'>): Record<string, string> | undefined {
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
    const requirement = pattern instanceof RegExp ? readRequirement(pattern) : { source: '', fault: `expected a regular expression, got ${show(pattern)}` }
    const fault = variableFault(variable) ?? requirement.fault
    if (fault !== undefined) report(`${variable}: ${fault}`)
    else requirements[variable] = requirement.source
  }
  return requirements
}

export function checkConditions (value: unknown, report: Report, { kind }: Pick<Owner, 'kind'>): Given | undefined {
  if (!isPlainObject(value)) {
    report(`expected Fastify's route constraints, such as { host: 'example.org' }, got ${show(value)}`)
    return undefined
  }
  if (!Object.hasOwn(value, 'method')) return { ...value }
  report(hasMethod(kind)
    ? `the method is a separate option; set method: ${show(value.method)}`
    : kind === 'redirect'
      ? 'a redirect answers only GET and HEAD'
      : 'the method of a row is its action\'s; give it in member, collection or new')
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
    const fault = name === 'format' ? formatFault(text) : variableFault(name) ?? (typeof text === 'string' || text === null ? undefined : `expected a string, got ${show(text)}`)
    if (fault === undefined) defaults[name] = text as string | null
    else report(`${name}: ${fault}`)
  }
  return defaults
}

function formatFault (format: unknown): string | undefined {
  return format === null || (typeof format === 'string' && EXTENSION.test(format)) ? undefined : `expected an extension of lower-case letters and digits, such as 'json', got ${show(format)}`
}

function hasMethod (kind: Owner['kind']): boolean {
  return kind === 'route' || kind === 'group'
}

const EXTENSION = /^[a-z\d]+$/

/** `['html', 'json']`, or `{ required: ['html', 'json'] }`. */
export function checkFormats (value: unknown, report: Report): Formats | undefined {
  const isRequired = isPlainObject(value) && Object.keys(value).join() === 'required'
  const names = checkExtensions(isRequired ? value.required : value, report)
  if (isRequired && names?.length === 0) report('required: expected at least one extension, got an empty list')
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
    if (typeof format !== 'string' || !EXTENSION.test(format)) report(`expected an extension of lower-case letters and digits, such as 'json', got ${show(format)}`)
  }
  for (const format of new Set(formats.filter((format, index) => formats.indexOf(format) !== index))) report(`${show(format)} is listed twice`)
  return formats.filter((format): format is string => typeof format === 'string')
}

export function checkPathWord (value: unknown, report: Report): string | undefined {
  const path = checkPath(value, report)
  if (path === '') report('expected a path word, got an empty one')
  return path === '' ? undefined : path
}

export function checkPathPrefix (value: unknown, report: Report): string | undefined {
  return value === null ? '' : checkPath(value, report)
}

/** The name of a routing variable. */
export function checkVariable (value: unknown, report: Report): string | undefined {
  const fault = typeof value === 'string' ? variableFault(value) : `expected the name of a property, such as 'slug', got ${show(value)}`
  if (fault === undefined) return value as string
  report(fault)
  return undefined
}

/** Path text with its slashes normalized; `''` for a path without segments. */
export function checkPath (value: unknown, report: Report, takes = { takesGlob: false }): string | undefined {
  if (typeof value !== 'string') {
    report(`expected a path as a string, got ${show(value)}`)
    return undefined
  }
  const fault = pathTextFault(value, takes)
  if (fault !== undefined) report(`${show(value)} cannot be part of a path: ${fault}`)
  return fault === undefined ? joinPath(value) : undefined
}

/** Path words of actions, by action. */
export function checkPathNames (value: unknown, report: Report): Record<string, string> | undefined {
  if (!isPlainObject(value)) {
    report(`expected a map of actions to path words, such as { new: 'nuevo' }, got ${show(value)}`)
    return undefined
  }
  const words: Record<string, string> = {}
  for (const [action, word] of Object.entries(value)) {
    if (!isName(action)) report(`${show(action)} cannot name an action: ${nameFault(action) as string}`)
    const path = checkPathWord(word, (mistake) => { report(`${action}: ${mistake}`) })
    if (path !== undefined && pathVariables(path).length > 0) report(`${action}: a path name cannot hold a variable; put the variable into as or pathPrefix`)
    else if (isName(action) && path !== undefined) words[action] = path
  }
  return words
}

export function checkNamePrefix (value: unknown, report: Report): string | undefined {
  if (value === null || value === '') return ''
  if (typeof value === 'string' && isName(value.replace(/[_-]$/, ''))) return underscore(value)
  report(`expected a prefix of names, such as 'admin_', or null for none, got ${show(value)}`)
  return undefined
}

export function checkFilter (value: unknown, report: Report, owner: Owner): readonly string[] | undefined {
  if (value === null) return undefined
  const actions = ACTIONS.map(({ action }) => action).filter((action) => owner.kind !== 'resource' || action !== 'index')
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
