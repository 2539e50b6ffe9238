/** The issues of libraries by the keywords of JSON Schema, so that one dictionary has words for both. */

import type { Schema } from '../schemas/index.js'

/** A keyword with its parameters as Ajv gives them; undefined for a rule that JSON Schema has not. */
type Rule = readonly [keyword: string, params: Schema] | undefined

/** Of zod, Valibot or ArkType, which have other properties for each rule. */
type LibraryIssue = any

/** How libraries name types and formats otherwise. */
const TYPES: Readonly<Record<string, string>> = {
  int: 'integer', Array: 'array', Object: 'object', Date: 'date'
}
const FORMATS: Readonly<Record<string, string>> = {
  url: 'uri', guid: 'uuid', datetime: 'date-time', date_time: 'date-time', timestamp: 'date-time'
}

/** What zod tells as a format, and its JSON Schema as a pattern. */
const PATTERNS = ['regex', 'starts_with', 'ends_with', 'includes', 'lowercase', 'uppercase']

function formatOf (format: string): Rule {
  const name = format.replace('iso_', '')
  return ['format', { format: FORMATS[name] ?? name }]
}

const typeOf = (type: string): Rule => ['type', { type: TYPES[type] ?? type }]
const patternOf = (pattern: string): Rule => ['pattern', { pattern }]
const divisorOf = (divisor: number): Rule =>
  divisor === 1 ? typeOf('integer') : ['multipleOf', { multipleOf: divisor }]
const valueOf = (values: readonly unknown[]): Rule =>
  values.length === 1 ? ['const', { allowedValue: values[0] }] : ['enum', { allowedValues: values }]

/** By the code of an issue: no two libraries have one code for different rules. */
const RULES: Readonly<Record<string, (issue: LibraryIssue) => Rule>> = {
  required: () => ['required', {}],
  invalid_type: ({ expected }) => typeOf(expected),
  domain: ({ domain }) => typeOf(domain),
  proto: ({ proto }) => typeOf(proto.name),
  integer: () => typeOf('integer'),
  invalid_value: ({ values = [] }) => valueOf(values),
  unit: ({ unit }) => valueOf([unit]),
  picklist: () => ['enum', {}],
  literal: () => ['const', {}],
  invalid_union: () => ['anyOf', {}],
  union: ({ errors = [{}] }) => unionOf(errors),
  invalid_format: ({ format, pattern = '' }) =>
    PATTERNS.includes(format) ? patternOf(pattern.slice(1, pattern.lastIndexOf('/'))) : formatOf(format),
  regex: ({ requirement }) => patternOf(requirement.source),
  // Of this format ArkType has only a description.
  pattern: ({ rule, meta: { description, format = description === 'an email address' ? 'email' : null } }) =>
    format === null ? patternOf(rule) : formatOf(format),
  url: () => formatOf('url'),
  not_multiple_of: ({ divisor }) => divisorOf(divisor),
  multiple_of: ({ requirement }) => divisorOf(requirement),
  divisor: ({ rule }) => divisorOf(rule)
}

/** ArkType has a choice of single values as a union. */
function unionOf (errors: readonly LibraryIssue[]): Rule {
  if (errors.some(({ code }) => code !== 'unit')) return ['anyOf', {}]
  const values = errors.map(({ unit }) => unit as unknown)
  return values.includes(true) ? typeOf('boolean') : valueOf(values)
}

/** The codes of limits. */
const LEAST = ['too_small', 'min', 'minLength', 'min_length', 'min_value', 'gt_value', 'non_empty']
const MOST = ['too_big', 'max', 'maxLength', 'max_length', 'max_value', 'lt_value']

/** The keywords of limits by the type of the value; `open` is a number without the limit itself. */
const KEYWORDS: Readonly<Record<string, readonly [least: string, most: string]>> = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  number: ['minimum', 'maximum'],
  open: ['exclusiveMinimum', 'exclusiveMaximum']
}

function limitOf (code: string, issue: LibraryIssue): Rule {
  const { inclusive, exclusive = inclusive === false, input, data = input } = issue
  const { minimum = 1, maximum = minimum, rule = maximum, requirement: limit = rule } = issue
  const isOpen = typeof data === 'number' && (exclusive === true || ['gt_value', 'lt_value'].includes(code))
  const type = Array.isArray(data) ? 'array' : typeof data
  const found = typeof limit === 'number' ? KEYWORDS[isOpen ? 'open' : type] : undefined
  return found && [found[LEAST.includes(code) ? 0 : 1], { limit }]
}

/** The codes that a missing value has: those of a rule of the app's own are others. */
const OF_MISSING = ['invalid_type', 'invalid_value', 'invalid_union', 'schema']

/** The keyword for the rule of an issue; undefined where JSON Schema has none. */
export function ruleOf (issue: LibraryIssue): Rule {
  const { kind, code = kind, type = code, expected, input, requirement } = issue
  if (input === undefined && 'input' in issue && OF_MISSING.includes(code)) return ['required', {}]
  if (LEAST.includes(type) || MOST.includes(type)) return limitOf(type, issue)
  if (RULES[type] !== undefined) return RULES[type](issue)
  if (kind === 'schema') return typeOf(expected)
  return requirement instanceof RegExp ? formatOf(type) : undefined
}
