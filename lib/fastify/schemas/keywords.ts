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
  pattern: [
    'a regular expression as a text',
    (value) => typeof value === 'string' && readPattern(value) !== ANY_TEXT
  ],
  format: ['a text', (value) => typeof value === 'string'],
  enum: ['a list with a value', (value) => Array.isArray(value) && value.length > 0]
}

/** What no validator of draft-07 could read, each with its place. */
export function keywordFaults (schema: Schema): readonly string[] {
  const { nodes, faults } = createReader(() => undefined)(schema).document
  const found = [...nodes.values()].flatMap(({ at, schema: inner }) =>
    Object.entries(RULES)
      .filter(([keyword, [, isValid]]) => inner[keyword] !== undefined && !isValid(inner[keyword]))
      .filter(([keyword]) => !isReference(inner[keyword]))
      .map(([keyword, [expected]]) => {
        const place = at === '' ? '' : `${at.slice(1)}: `
        return `${place}${keyword}: expected ${expected}, got ${show(inner[keyword])}`
      })
  )
  return [...faults, ...found]
}

/** Ajv may take a value out of the data: `{ $data: '1/from' }`. */
function isReference (value: unknown): boolean {
  return isObject(value) && '$data' in value
}
