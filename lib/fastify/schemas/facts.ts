/** What schemas say of one value together: its types, its marks, whether an empty text may be it. */

import { isObject } from '../../routes/objects.js'
import { CHOICES, membersOf, NOTHING, referencesOf, SAME_VALUE } from './json-schema.js'
import type { Schema, Target } from './json-schema.js'

/** The mark of properties that do not go in a direction; `''` where all go. */
export type Mark = 'readOnly' | 'writeOnly' | ''

/** Undefined stands for any type. */
export type Types = ReadonlySet<string> | undefined

/** A schema that has its say on a value. */
export interface Part extends Target {
  /** The members of choices that it belongs to: where one of them does not hold, it has no say. */
  readonly guards: readonly Target[]
}

/** Formats that an empty text may have. */
const EMPTY_FORMATS = ['binary', 'byte', 'iri-reference', 'json-pointer', 'password', 'regex', 'uri-reference', 'uri-template']

/** All schemas that have a say on what some take together: by reference, and under the keywords. */
export function partsOf (targets: readonly Target[], keywords: readonly string[] = SAME_VALUE): Part[] {
  const parts = new Map<Schema, Part>()
  function add (target: Target, guards: readonly Target[]): void {
    if (parts.has(target.schema)) return
    for (const step of referencesOf(target)) {
      if (parts.has(step.schema)) continue
      parts.set(step.schema, { ...step, guards })
      for (const keyword of keywords) {
        if (step.schema[keyword] === undefined) continue
        for (const member of membersOf(step, keyword)) add(member, CHOICES.includes(keyword) ? [...guards, member] : guards)
      }
    }
  }
  for (const target of targets) add(target, [])
  return [...parts.values()]
}

/** The types that all of what a schema says lets in. */
export function typesOf (target: Target, around: readonly Schema[] = []): Types {
  return stepsOf(target, around).flatMap((step) => {
    const inside = (member: Target): Types => typesOf(member, [...around, step.schema])
    const choices = CHOICES.filter((keyword) => Array.isArray(step.schema[keyword])).map((keyword) => eitherOf(membersOf(step, keyword).map(inside)))
    return [namedTypes(step.schema), valueTypes(step.schema), ...membersOf(step, 'allOf').map(inside), ...choices]
  }).reduce(bothOf, undefined)
}

/** What a schema refers to, without what is on its way already: references in a circle say nothing. */
function stepsOf (target: Target, around: readonly Schema[]): Target[] {
  return referencesOf(target).filter(({ schema }) => !around.includes(schema))
}

function namedTypes ({ type, nullable }: Schema): Types {
  if (type === undefined) return undefined
  const types = [type].flat() as string[]
  return new Set([...types, ...types.includes('number') ? ['integer'] : [], ...nullable === true ? ['null'] : []])
}

function valueTypes ({ enum: values, const: value }: Schema): Types {
  if (!Array.isArray(values) && value === undefined) return undefined
  return new Set((Array.isArray(values) ? values as unknown[] : [value]).flatMap((one) =>
    one === null ? 'null' : Array.isArray(one) ? 'array' : typeof one === 'number' ? ['number', 'integer'] : typeof one))
}

export function bothOf (one: Types, other: Types): Types {
  return one === undefined ? other : other === undefined ? one : new Set([...one].filter((type) => other.has(type)))
}

export function eitherOf (all: readonly Types[]): Types {
  return all.includes(undefined) ? undefined : new Set(all.flatMap((types) => [...types as ReadonlySet<string>]))
}

/** Whether a schema has the mark: itself, in a part that holds too, or in each that a choice has beside null. */
export function isMarked (target: Target, mark: Mark, around: readonly Schema[] = []): boolean {
  if (around.includes(target.schema)) return false
  if (hasMark(target.schema, mark)) return true
  const parts = partsOf([target], ['allOf'])
  return parts.some(({ schema }) => hasMark(schema, mark)) || parts.some((part) => CHOICES.some((keyword) => {
    const members = membersOf(part, keyword).filter(({ schema }) => schema.type !== 'null')
    return members.length > 0 && members.every((member) => isMarked(member, mark, [...around, target.schema]))
  }))
}

/** TypeBox keeps its own word for it, which types know. */
function hasMark (schema: Schema, mark: Mark): boolean {
  return schema[mark] === true || (mark === 'readOnly' && schema['~readonly'] === true)
}

/** The names of an object's properties that have the mark, in any of its schemas under the keywords. */
export function markedNames (target: Target, mark: Mark, keywords?: readonly string[]): string[] {
  return partsOf([target], keywords).flatMap((part) => propertiesOf(part).filter(([, property]) => isMarked(property, mark)).map(([name]) => name))
}

/** The properties that a schema names itself. */
export function propertiesOf ({ schema: { properties }, document }: Target): Array<readonly [name: string, property: Target]> {
  return isObject(properties) ? Object.entries(properties).map(([name, schema]) => [name, { schema: isObject(schema) ? schema : NOTHING, document }]) : []
}

/** Whether an empty text may be valid, as far as format, pattern and values tell. */
export function takesEmptyText (target: Target, around: readonly Schema[] = []): boolean {
  return stepsOf(target, around).every((step) => {
    const { format, pattern, enum: values, const: value } = step.schema
    const inside = (member: Target): boolean => takesEmptyText(member, [...around, step.schema])
    return (typeof format !== 'string' || EMPTY_FORMATS.includes(format)) &&
      (typeof pattern !== 'string' || new RegExp(pattern, 'u').test('')) &&
      (!Array.isArray(values) || values.includes('')) && (value === undefined || value === '') &&
      (typesOf(step)?.has('string') ?? true) &&
      membersOf(step, 'allOf').every(inside) &&
      CHOICES.every((keyword) => !Array.isArray(step.schema[keyword]) || membersOf(step, keyword).some(inside))
  })
}
