/** What a form can only say as text, as what the schema of the body means by it. */

import { isObject, isPlainObject } from '../routes/objects.js'
import { valueAt } from './json-schema.js'
import type { Schema } from './json-schema.js'

const TRUE = ['on', '1', 'true']
const FALSE = ['0', 'false', '']

/**
 * Booleans of `on`, `1`, `true`, `0`, `false` and `''`; null of `''` where null is allowed, else nothing
 * where a number is expected; of several values for what is neither list nor object the last, as where a hidden
 * field stands before a check box. All that the schema does not know stays as it is. Changes what it is given.
 */
export function prepareFormValues (body: unknown, schema: Schema): unknown {
  return prepareValue(body, schema, [schema])
}

/** Undefined stands for a value that is left out; `around` begins with the schema of the whole body. */
function prepareValue (value: unknown, schema: unknown, around: readonly Schema[]): unknown {
  const choices = choicesOf(schema, around)
  if (typeof value === 'string') return prepareText(value, new Set(choices.flatMap(typesOf)))
  const inside = [...around, ...choices]
  if (Array.isArray(value)) {
    if (value.length > 0 && isSingle(schema, around)) return prepareValue(value.at(-1), schema, around)
    const { items } = choices.find((choice) => isObject(choice.items)) ?? {}
    return value.map((item) => prepareValue(item, items, inside)).filter((item) => item !== undefined)
  }
  if (isPlainObject(value)) prepareProperties(value, choices, inside)
  return value
}

function prepareProperties (object: Record<string, unknown>, choices: readonly Schema[], inside: readonly Schema[]): void {
  for (const name of Object.keys(object)) {
    const schema = choices.map((choice) => propertySchema(choice, name)).find(isObject)
    if (schema === undefined) continue
    const prepared = prepareValue(object[name], schema, inside)
    if (prepared === undefined) delete object[name]
    else object[name] = prepared
  }
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
function isSingle (schema: unknown, around: readonly Schema[], known = new Map<Schema, boolean>()): boolean {
  if (!isObject(schema)) return false
  const result = known.get(schema)
  if (result !== undefined) return result
  // Until it is known, so that references in a circle end.
  known.set(schema, false)
  const types = typesOf(schema)
  const isOne = (part: unknown): boolean => isSingle(part, around, known)
  const isKnown = (types.length > 0 && !types.includes('array') && !types.includes('object')) ||
    [referredTo(schema.$ref, around), schema.allOf].flat().some(isOne) ||
    [schema.anyOf, schema.oneOf].some((choice) => Array.isArray(choice) && choice.every(isOne))
  known.set(schema, isKnown)
  return isKnown
}

/** The schemas that may hold for a value: those of a choice instead of the schema that holds them. */
function choicesOf (schema: unknown, around: readonly Schema[], seen: readonly Schema[] = []): Schema[] {
  if (!isObject(schema) || seen.includes(schema)) return []
  const parts = [schema.anyOf, schema.oneOf, schema.allOf, referredTo(schema.$ref, around)].flat()
  return [schema, ...parts.flatMap((part) => choicesOf(part, around, [...seen, schema]))]
}

/** A place in the whole, or what a record's copy calls a schema around. */
function referredTo (reference: unknown, around: readonly Schema[]): unknown {
  if (typeof reference !== 'string') return undefined
  return reference.startsWith('#') ? valueAt(around[0], reference.slice(1)) : around.find(({ $id }) => $id === reference.slice(0, -1))
}

function typesOf ({ type, nullable, enum: values, const: value }: Schema): unknown[] {
  const types = type === undefined
    ? [...Array.isArray(values) ? values : [], ...value === undefined ? [] : [value]].map((one) => one === null ? 'null' : typeof one)
    : [type].flat()
  return nullable === true ? [...types, 'null'] : types
}
