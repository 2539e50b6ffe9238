/** Issues of zod as faults of a validator, so that one fault reads alike, by zod or by Ajv. */

import { placeOf, wordsOf } from '../../forms/fault-words.js'
import { pointerTo } from '../../pointers.js'
import { remember } from '../../routes/objects.js'
import { anythingOf } from '../../schemas/index.js'
import type { Issue, ParseContext, Schema, ZodSchema } from '../../schemas/index.js'
import { additionalName, missingName } from './part-errors.js'
import type { Fault } from './part-errors.js'
import { hasRoom } from './validators.js'

/** A keyword with its parameters as Ajv gives them; undefined for a rule that JSON Schema has not. */
type Rule = readonly [keyword: string, params: Schema] | undefined

/** It has other properties for each code. */
type ZodIssue = any

/** In place of the message of an issue, until it is a fault. zod tells of a whole number as of any other. */
const WORDLESS = 'fastify-resources: words of a keyword'
const WORDLESS_INTEGER = 'fastify-resources: words of a whole number'

/** What zod says of a rule that has no words, unless the app sets a locale or words of its own. */
const WITHOUT_LOCALE = 'Invalid input'

/** How zod names formats otherwise. */
const FORMATS: Readonly<Record<string, string>> = { url: 'uri', guid: 'uuid', datetime: 'date-time' }

/** What zod tells as a format, and its JSON Schema as a pattern. */
const PATTERNS = ['regex', 'starts_with', 'ends_with', 'includes', 'lowercase', 'uppercase']

/** How zod names types otherwise. */
const TYPES: Readonly<Record<string, string>> = { int: 'integer', record: 'object' }

const RULES: Readonly<Record<string, (issue: ZodIssue) => Rule>> = {
  invalid_type: ({ expected }) =>
    expected === 'file' ? undefined : ['type', { type: TYPES[expected] ?? expected }],
  invalid_value: ({ values }) =>
    values.length === 1 ? ['const', { allowedValue: values[0] }] : ['enum', { allowedValues: values }],
  invalid_union: () => ['anyOf', {}],
  invalid_format: ({ format, pattern = '' }) => PATTERNS.includes(format)
    ? ['pattern', { pattern: pattern.slice(1, pattern.lastIndexOf('/')) }]
    : ['format', { format: FORMATS[format] ?? format }],
  not_multiple_of: ({ divisor }) => ['multipleOf', { multipleOf: divisor }],
  too_small: (issue) => limitOf(issue, issue.minimum, 0),
  too_big: (issue) => limitOf(issue, issue.maximum, 1),
  unrecognized_keys: () => ['additionalProperties', {}]
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

/** The keyword for the rule of an issue; undefined where JSON Schema has none, and for a file. */
function ruleOf (issue: ZodIssue): Rule {
  const { code, input, discriminator, inst } = issue
  const value = discriminator === undefined ? input : Object(input)[discriminator]
  if (value === undefined && OF_MISSING.includes(code)) return ['required', {}]
  // An issue of a file's type has that type as its input.
  const isOfFile = input instanceof File || inst?._zod.def.check === 'mime_type'
  return isOfFile ? undefined : RULES[code]?.(issue)
}

/**
 * Gives what a schema takes for one call, under which the plugin has the words for zod's own rules: zod asks
 * `error` where the schema itself gives no message. Where the app has set a locale of zod, these have words
 * already.
 */
export function createZodContext (schema: ZodSchema, isAsync: boolean): () => ParseContext {
  // A rule without a message has the words of the locale.
  const probe = anythingOf(schema).refine(() => false)
  return () => {
    let hasLocale: boolean | undefined
    return {
      async: isAsync,
      reportInput: true,
      found: 0,
      error (issue) {
        const { expected, inst } = issue
        if (ruleOf(issue) === undefined) return undefined
        hasLocale ??= probe.safeParse(null).error?.issues[0]?.message !== WITHOUT_LOCALE
        if (hasLocale) return undefined
        const isInteger = expected === 'number' && String(inst?.format).includes('int')
        return isInteger ? WORDLESS_INTEGER : WORDLESS
      }
    }
  }
}

/**
 * The faults that an issue tells; several for unknown names. A message that the schema itself gives stays,
 * and has the keyword `zod`, so that a dictionary by keywords does not replace it.
 */
export function zodFaults (issue: ZodIssue, outer: readonly string[] = []): Fault[] {
  const keys = [...outer, ...keysOf(issue)]
  const instancePath = pointerOf(keys)
  const rule = wordlessRule(issue)
  if (rule === undefined) return [libraryFault('zod', issue.message, instancePath)]
  const [keyword, params] = rule
  if (keyword === 'additionalProperties') {
    return issue.keys.map((name: string) => additionalName(pointerTo(name, instancePath), '#'))
  }
  if (keyword === 'anyOf') {
    const inner = nearestMember(issue.errors)
    if (inner !== undefined) return inner.flatMap((one) => zodFaults(one, keys))
  }
  if (keyword === 'required' && keys.length > 0) return [missingName(instancePath)]
  const fault = { instancePath, schemaPath: '#', keyword, params }
  return [{ ...fault, message: wordsOf(fault) as string }]
}

function wordlessRule (issue: ZodIssue): Rule {
  if (issue.message === WORDLESS_INTEGER) return ruleOf({ ...issue, expected: 'int' })
  return issue.message === WORDLESS ? ruleOf(issue) : undefined
}

/** Of a choice of objects or lists, the issues of the member that has fewest of them inside. */
function nearestMember (members: ReadonlyArray<readonly ZodIssue[]>): readonly ZodIssue[] | undefined {
  return members
    .filter((issues) => issues.some(({ path }) => path.length > 0))
    .toSorted((one, other) => one.length - other.length)[0]
}

/** A fault in the words of a library, or of its schema. */
export function libraryFault (library: string, message: string, instancePath: string): Fault {
  return { instancePath, schemaPath: '#', keyword: library, params: {}, message, library }
}

/** A path of ArkType is a list of its own class, whose `map` adds a step to none. */
export function keysOf ({ path = [] }: Issue): string[] {
  return Array.from(path, (step) => String(typeof step === 'object' ? step.key : step))
}

export function pointerOf (keys: readonly string[]): string {
  return keys.reduce((outer, key) => pointerTo(key, outer), '')
}

/** The first fault of each place, of as many as a form can show. */
export function firstFaults (issues: Iterable<Issue>, faultsOf: (issue: Issue) => readonly Fault[]): Fault[] {
  const found = new Map<string, Fault>()
  for (const issue of issues) {
    for (const fault of faultsOf(issue)) {
      if (!hasRoom(found)) return [...found.values()]
      remember(found, placeOf(fault), () => fault)
    }
  }
  return [...found.values()]
}
