/** Which properties do not go in a direction, wherever the schemas of one object say so. */

import { isObject } from '../../routes/objects.js'
import { membersOf, partsOf, SAME_VALUE } from './json-schema.js'
import type { FindSchema, Schema, SchemaDocument, Target } from './json-schema.js'

/** What a client may send, what it may see, or all of it, to find what is wrong. */
export type Direction = 'request' | 'response' | 'check'

/** How objects are copied: `asked` leaves them as they are, for a schema that is no more than a question. */
export type Objects = 'closed' | 'open' | 'asked'

export interface Keyword {
  readonly value: unknown
  readonly document: SchemaDocument
}

/** What a schema says, each part with the document that its references look into. */
export type Keywords = ReadonlyMap<string, Keyword>

export interface Surroundings {
  readonly objects: Objects
  /** What other schemas of the same object leave out. */
  readonly leftOut: readonly string[]
}

export interface Looking {
  readonly direction: Direction
  readonly find: FindSchema
}

/** The mark of properties that do not go in a direction; a check leaves none out. */
const MARKS = { request: 'readOnly', response: 'writeOnly', check: '' } as const

const NOTHING = { not: {} }

export const CHOICES: readonly string[] = ['anyOf', 'oneOf']

/** Takes the properties out that do not go in a direction, and closes the object; where it is open, they are refused. */
export function leaveOut (said: Keywords, target: Target, { objects, leftOut }: Surroundings, { direction, find }: Looking): { keywords: Keywords, names: readonly string[] } {
  if (direction === 'check' || objects === 'asked') return { keywords: said, names: [] }
  const refused = new Set([...leftOut, ...markedNames(target, ['allOf'], MARKS[direction], find)])
  const names = [...new Set([...refused, ...markedNames(target, SAME_VALUE, MARKS[direction], find)])]
  const schema = Object.fromEntries([...said].map(([keyword, { value }]) => [keyword, value]))
  const { required } = schema
  const changed = {
    ...(direction === 'request' && objects === 'open' ? refuse(schema, refused) : takeOut(schema, refused, names, direction)),
    ...(Array.isArray(required) ? { required: required.filter((name) => !names.includes(name as string)) } : {})
  }
  const keywords = new Map(said)
  for (const [keyword, value] of Object.entries(changed)) {
    if (value === undefined) keywords.delete(keyword)
    else keywords.set(keyword, { value, document: said.get(keyword)?.document ?? target.document })
  }
  return { keywords, names }
}

/** Surroundings without what makes no difference to the copy of a schema. */
export function surroundingsOf (target: Target, { objects, leftOut }: Surroundings, { direction, find }: Looking): Surroundings {
  if (direction === 'check') return { objects: 'closed', leftOut: [] }
  if (objects === 'asked') return { objects, leftOut: [] }
  const own = markedNames(target, ['allOf'], MARKS[direction], find)
  return { objects: direction === 'response' ? 'closed' : objects, leftOut: leftOut.filter((name) => !own.includes(name)).toSorted() }
}

function refuse ({ type, properties }: Schema, refused: ReadonlySet<string>): Schema {
  if (refused.size === 0 || (type !== undefined && !isObject(properties) && ![type].flat().includes('object'))) return {}
  return { properties: Object.fromEntries([...entriesOf(properties), ...[...refused].map((name) => [name, NOTHING])]) }
}

function takeOut ({ properties, patternProperties, additionalProperties }: Schema, refused: ReadonlySet<string>, names: readonly string[], direction: Direction): Schema {
  const kept = entriesOf(properties).filter(([name]) => !refused.has(name))
  // Of an answer only what is named is written; closed, a choice would refuse the row that has more.
  const closed = kept.length < entriesOf(properties).length ? false : additionalProperties ?? false
  return {
    ...(isObject(properties) ? { properties: Object.fromEntries(kept) } : {}),
    ...(isObject(patternProperties) ? { patternProperties: withoutMatching(patternProperties, names) } : {}),
    ...(direction === 'response' ? names.length > 0 ? { additionalProperties: undefined } : {} : isObject(properties) ? { additionalProperties: closed } : {})
  }
}

/** A pattern would let in again what has been left out. */
function withoutMatching (patterns: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(patterns).filter(([pattern]) => !names.some((name) => new RegExp(pattern, 'u').test(name))))
}

/** The properties that a schema lets in itself. */
export function namesLetIn (target: Target, { direction, find }: Looking): string[] {
  return propertiesOf(target, ['allOf'], find).filter(([, property]) => !isMarked(property, MARKS[direction], find)).map(([name]) => name)
}

function markedNames (target: Target, keywords: readonly string[], mark: string, find: FindSchema): string[] {
  return propertiesOf(target, keywords, find).filter(([, property]) => isMarked(property, mark, find)).map(([name]) => name)
}

/** Whether a schema has the mark: itself, in a part that holds too, or in each that a choice has beside null. */
function isMarked (target: Target, mark: string, find: FindSchema): boolean {
  const parts = partsOf(target, ['allOf'], find)
  const choices = parts.flatMap(({ schema, document }) => CHOICES.map((keyword) => membersOf(schema, keyword)
    .filter(({ type }) => type !== 'null').map((member) => partsOf({ schema: member, document }, ['allOf'], find))))
  const hasMark = (some: readonly Target[]): boolean => some.some(({ schema }) => schema[mark] === true)
  return hasMark(parts) || choices.some((members) => members.length > 0 && members.every(hasMark))
}

/** Whether an object may be what a schema takes. */
export function takesObject (target: Target, find: FindSchema): boolean {
  return partsOf(target, ['allOf'], find).every(({ schema: { type, enum: values, const: value } }) => values === undefined && value === undefined
    ? type === undefined || [type].flat().includes('object')
    : [values, value].flat().some(isObject))
}

function propertiesOf (target: Target, keywords: readonly string[], find: FindSchema): Array<readonly [name: string, property: Target]> {
  return partsOf(target, keywords, find).flatMap(({ schema: { properties }, document }) =>
    entriesOf(properties).map(([name, schema]) => [name, { schema: isObject(schema) ? schema : {}, document }] as const))
}

function entriesOf (properties: unknown): Array<[name: string, schema: unknown]> {
  return isObject(properties) ? Object.entries(properties) : []
}
