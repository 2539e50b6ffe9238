/** What is wrong with a field, in words for who fills in the form. */

import { pointerTo } from '../pointers.js'
import type { ValidationFault } from '../../types/form-errors.js'

type Params = Readonly<Record<string, unknown>>

const EMPTY = 'must not be empty'
const chosen = (): string => 'must be one of the choices'
const unknownField = (): string => 'is not a known field'

const TYPES: Readonly<Record<string, string>> = {
  integer: 'must be a whole number',
  number: 'must be a number',
  string: 'must be a text',
  boolean: 'must be yes or no',
  array: 'must be a list',
  object: 'must be an object',
  date: 'must be a date',
  file: 'must be a file'
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  uri: 'must be an address',
  date: 'must be a date',
  time: 'must be a time',
  'date-time': 'must be a date with a time'
}

const WORDS: Readonly<Record<string, (params: Params) => string>> = {
  required: () => EMPTY,
  minLength: ({ limit }) => limit === 1 ? EMPTY : `must have at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  minimum: ({ limit }) => `must be ${String(limit)} or more`,
  maximum: ({ limit }) => `must be ${String(limit)} or less`,
  exclusiveMinimum: ({ limit }) => `must be more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  minItems: ({ limit }) => limit === 1 ? EMPTY : `must have at least ${String(limit)} entries`,
  maxItems: ({ limit }) => `must have at most ${String(limit)} entries`,
  uniqueItems: () => 'must have no entry twice',
  pattern: () => 'is invalid',
  format: ({ format }) => FORMATS[String(format)] ?? 'is invalid',
  type: ({ type }) => TYPES[String(type).replace(/,null$|^null,/, '')] ?? 'is invalid',
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  additionalProperties: unknownField,
  unevaluatedProperties: unknownField,
  enum: chosen,
  const: chosen,
  anyOf: chosen,
  oneOf: chosen
}

/** The JSON pointer of a fault: a missing name, and one that is not known, is a place of its own. */
export function placeOf ({ instancePath, params = {} }: ValidationFault): string {
  const name = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  return typeof name === 'string' ? pointerTo(name, instancePath) : instancePath
}

/** What Fastify says of the faults of a part: `body/post/title must NOT have fewer than 1 characters`. */
export function validatorText (part: string, faults: readonly ValidationFault[]): string {
  return faults.map(({ instancePath, message }) => `${part}${instancePath} ${String(message)}`).join(', ')
}

/** Whether a fault only says that a choice or a condition is not met, which other faults tell. */
export function followsFromOthers ({ keyword = '', params }: ValidationFault): boolean {
  return ['anyOf', 'oneOf', 'if'].includes(keyword) || (keyword === 'type' && params?.type === 'null')
}

/** The words of a fault; undefined for a keyword that has none, such as that of a library. */
export function wordsOf ({ keyword = '', params = {} }: ValidationFault): string | undefined {
  return Object.hasOwn(WORDS, keyword) ? WORDS[keyword]?.(params) : undefined
}
