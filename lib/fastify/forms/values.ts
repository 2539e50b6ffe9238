/** What a form can only say as text, as what the schema of the body means by it. */

import { isObject, isPlainObject } from '../../routes/objects.js'
import { documentOf, partsOf, referencesOf } from '../records/index.js'
import type { FindSchema, Schema, Target } from '../records/index.js'

const TRUE = ['on', '1', 'true']
const FALSE = ['0', 'false', '']

/**
 * Booleans of `on`, `1`, `true`, `0`, `false` and `''`; null of `''` where null is allowed, else nothing
 * where a number is expected; of several values for what is neither list nor object the last, as where a hidden
 * field stands before a check box. All that the schema does not know stays as it is. Changes what it is given.
 */
export function prepareFormValues (body: unknown, schema: Schema, find: FindSchema): unknown {
  return prepareValue(body, { schema, document: documentOf(schema) }, find)
}

/** Undefined stands for a value that is left out, and for a schema that says nothing. */
function prepareValue (value: unknown, target: Target | undefined, find: FindSchema): unknown {
  if (target === undefined) return value
  // Of a choice any may hold.
  const choices = partsOf(target, ['anyOf', 'oneOf', 'allOf'], find)
  if (typeof value === 'string') return prepareText(value, new Set(choices.flatMap(({ schema }) => typesOf(schema))))
  if (Array.isArray(value)) {
    if (value.length > 0 && isSingle(target, find)) return prepareValue(value.at(-1), target, find)
    const items = firstOf(choices, ({ items }) => items)
    return value.map((item) => prepareValue(item, items, find)).filter((item) => item !== undefined)
  }
  if (isPlainObject(value)) prepareProperties(value, choices, find)
  return value
}

function prepareProperties (object: Record<string, unknown>, choices: readonly Target[], find: FindSchema): void {
  for (const name of Object.keys(object)) {
    const prepared = prepareValue(object[name], firstOf(choices, (schema) => propertySchema(schema, name)), find)
    if (prepared === undefined) delete object[name]
    else object[name] = prepared
  }
}

/** What the first says that says something. */
function firstOf (choices: readonly Target[], read: (schema: Schema) => unknown): Target | undefined {
  for (const { schema, document } of choices) {
    const inner = read(schema)
    if (isObject(inner)) return { schema: inner, document }
  }
  return undefined
}

function propertySchema ({ properties, patternProperties, additionalProperties }: Schema, name: string): unknown {
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name]
  return patternProperties === undefined ? additionalProperties : undefined
}

function prepareText (text: string, types: ReadonlySet<unknown>): unknown {
  if (text === '' && types.has('null')) return null
  if (types.size === 0 || types.has('string')) return text
  const isNumber = types.has('number') || types.has('integer')
  if (types.has('boolean') && !(isNumber && text !== '')) return TRUE.includes(text) ? true : FALSE.includes(text) ? false : text
  return text === '' && isNumber ? undefined : text
}

/** Whether neither lists nor objects are let in. */
function isSingle (target: Target, find: FindSchema, known = new Map<Schema, boolean>()): boolean {
  const result = known.get(target.schema)
  if (result !== undefined) return result
  // Until it is known, so that references in a circle end.
  known.set(target.schema, false)
  const isKnown = referencesOf(target, find).some(({ schema, document }) => {
    const types = typesOf(schema)
    const isOne = (part: unknown): boolean => isObject(part) && isSingle({ schema: part, document }, find, known)
    return (types.length > 0 && !types.includes('array') && !types.includes('object')) ||
      [schema.allOf].flat().some(isOne) ||
      [schema.anyOf, schema.oneOf].some((choice) => Array.isArray(choice) && choice.every(isOne))
  })
  known.set(target.schema, isKnown)
  return isKnown
}

function typesOf ({ type, nullable, enum: values, const: value }: Schema): unknown[] {
  const types = type === undefined
    ? [...Array.isArray(values) ? values : [], ...value === undefined ? [] : [value]].map((one) => one === null ? 'null' : typeof one)
    : [type].flat()
  return nullable === true ? [...types, 'null'] : types
}
