/** The issues of zod by the keywords of JSON Schema, so that one dictionary has words for both. */

import type { Schema } from '../../schemas/index.js'

/** A keyword with its parameters as Ajv gives them; undefined for a rule that JSON Schema has not. */
type Rule = readonly [keyword: string, params: Schema] | undefined

/** It has other properties for each code. */
type ZodIssue = any

/** How zod names formats otherwise. */
const FORMATS: Readonly<Record<string, string>> = { url: 'uri', guid: 'uuid', datetime: 'date-time' }

/** What zod tells as a format, and its JSON Schema as a pattern. */
const PATTERNS = ['regex', 'starts_with', 'ends_with', 'includes', 'lowercase', 'uppercase']

const RULES: Readonly<Record<string, (issue: ZodIssue) => Rule>> = {
  invalid_type: ({ expected }) => ['type', { type: expected === 'int' ? 'integer' : expected }],
  invalid_value: ({ values }) =>
    values.length === 1 ? ['const', { allowedValue: values[0] }] : ['enum', { allowedValues: values }],
  invalid_union: () => ['anyOf', {}],
  invalid_format: ({ format, pattern = '' }) => PATTERNS.includes(format)
    ? ['pattern', { pattern: pattern.slice(1, pattern.lastIndexOf('/')) }]
    : ['format', { format: FORMATS[format] ?? format }],
  not_multiple_of: ({ divisor }) => ['multipleOf', { multipleOf: divisor }],
  too_small: (issue) => limitOf(issue, issue.minimum, 0),
  too_big: (issue) => limitOf(issue, issue.maximum, 1)
}

/** The keywords of limits by the type of the value; `open` is a number without the limit itself. */
const KEYWORDS: Readonly<Record<string, readonly [least: string, most: string]>> = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  number: ['minimum', 'maximum'],
  open: ['exclusiveMinimum', 'exclusiveMaximum']
}

function limitOf ({ inclusive, input }: ZodIssue, limit: unknown, side: 0 | 1): Rule {
  const type = Array.isArray(input) ? 'array' : typeof input
  const isOpen = type === 'number' && inclusive === false
  const found = KEYWORDS[isOpen ? 'open' : type]
  return found && [found[side], { limit }]
}

/** The codes that a missing value has: those of a rule of the app's own are others. */
const OF_MISSING = ['invalid_type', 'invalid_value', 'invalid_union']

/** The keyword for the rule of an issue; undefined where JSON Schema has none. */
export function ruleOf (issue: ZodIssue): Rule {
  const { code, input } = issue
  const isMissing = input === undefined && 'input' in issue && OF_MISSING.includes(code)
  return isMissing ? ['required', {}] : RULES[code]?.(issue)
}
