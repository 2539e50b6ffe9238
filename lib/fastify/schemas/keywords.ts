/** The values that keywords of draft-07 take. A validator tells of others without the name of the schema. */

import { show } from '../../text.js'
import { isObject } from '../../routes/objects.js'
import { createReader } from './documents.js'
import type { Schema } from './documents.js'
import { ANY_TEXT, readPattern } from './facts.js'

type Rule = readonly [expected: string, isValid: (value: unknown) => boolean]

const NUMBER: Rule = ['a number', (value) => typeof value === 'number' && Number.isFinite(value)]
const COUNT: Rule = ['an integer from 0', (value) => Number.isInteger(value) && (value as number) >= 0]
const FLAG: Rule = ['true or false', (value) => typeof value === 'boolean']

const RULES: Readonly<Record<string, Rule>> = {
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: NUMBER,
  exclusiveMaximum: NUMBER,
  multipleOf: ['a number above 0', (value) => typeof value === 'number' && value > 0],
  minLength: COUNT,
  maxLength: COUNT,
  minItems: COUNT,
  maxItems: COUNT,
  minProperties: COUNT,
  maxProperties: COUNT,
  uniqueItems: FLAG,
  readOnly: FLAG,
  writeOnly: FLAG,
  pattern: [
    'a regular expression as a text',
    (value) => typeof value === 'string' && readPattern(value) !== ANY_TEXT
  ],
  format: ['a text', (value) => typeof value === 'string'],
  enum: ['a list with a value', (value) => Array.isArray(value) && value.length > 0]
}

/** A validator tells of a misspelt keyword. Where only answers have a schema, nothing does. */
const MARKS = ['readOnly', 'writeOnly']

/** What no validator of draft-07 could read, each with its place. */
export function keywordFaults (schema: Schema): readonly string[] {
  const { nodes, faults } = createReader(() => undefined)(schema).document
  const found = [...nodes.values()].flatMap(({ at, schema: inner }) =>
    [...valueFaults(inner), ...markFaults(inner)].map((fault) => at === '' ? fault : `${at.slice(1)}: ${fault}`)
  )
  return [...faults, ...found]
}

function valueFaults (schema: Schema): string[] {
  return Object.entries(RULES)
    .filter(([keyword, [, isValid]]) => schema[keyword] !== undefined && !isValid(schema[keyword]))
    .filter(([keyword]) => !isReference(schema[keyword]))
    .map(([keyword, [expected]]) => `${keyword}: expected ${expected}, got ${show(schema[keyword])}`)
}

function markFaults (schema: Schema): string[] {
  return Object.keys(schema).flatMap((keyword) => {
    const mark = MARKS.find((mark) => mark.toLowerCase() === keyword.toLowerCase())
    if (mark === undefined || mark === keyword) return []
    return [`unknown keyword '${keyword}'; did you mean '${mark}'?`]
  })
}

/** Ajv may take a value out of the data: `{ $data: '1/from' }`. */
function isReference (value: unknown): boolean {
  return isObject(value) && '$data' in value
}
