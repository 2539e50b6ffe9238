/** What cleaning data needs to know of each place in a record, read from its schemas once. */

import { isObject } from '../../routes/objects.js'
import { bothOf, eitherOf, isMarked, markedNames, membersOf, NOTHING, partsOf, propertiesOf, takesEmptyText, typesOf } from '../schemas/index.js'
import type { Mark, Part, Schema, Target, Types } from '../schemas/index.js'

/** One place: what the schemas that have a say there tell of its value. */
export interface Shape {
  readonly types: Types
  /** Whether an empty text may be valid there. */
  readonly takesEmptyText: boolean
  /** Whether the file of a form may be there. */
  readonly takesFile: boolean
  readonly names: ReadonlyMap<string, Named>
  readonly patterns: ReadonlyArray<readonly [pattern: RegExp, said: Said]>
  /** What names besides have; undefined where they are unknown. */
  readonly rest: Named | undefined
  readonly isList: boolean
  /** The first places of a list. */
  readonly tuple: readonly Shape[]
  /** All behind them; of no list the object itself, since a validator may take the only item of a list for it. */
  readonly items: Shape
  /** Whether the object may be one of several. */
  readonly isChoice: boolean
  /** Whether nothing can be taken out here or below. */
  readonly isPlain: boolean
}

/** A property. */
export interface Named {
  readonly shape: Shape
  readonly isRequired: boolean
  /** Whether it does not go in this direction; where schemas of a choice differ, an object tells. */
  readonly isHidden: boolean | ((object: Schema, isPartial: boolean) => boolean)
}

/** A schema of a place, with the one that it stands in. */
interface Said extends Target {
  readonly by?: Part
}

export interface Shapes {
  shapeOf: (targets: readonly Said[]) => Shape
  /** Of a property that several patterns match. */
  matching: (said: readonly Said[]) => Named
}

type Draft = { -readonly [K in keyof Shape]: Shape[K] }

const ids = new WeakMap<Schema, number>()
let count = 0

/** Shapes for one direction, each made once. */
export function createShapes (mark: Mark): Shapes {
  const known = new Map<string, Draft>()
  const plain = draftOf([])
  plain.items = plain
  plain.rest = { shape: plain, isRequired: false, isHidden: false }
  plain.isPlain = true

  function shapeOf (said: readonly Said[]): Shape {
    if (said.length === 0) return plain
    const key = said.map((one) => `${idOf(one.schema)}${isCertain(one) ? '' : '?'}`).sort().join()
    const found = known.get(key)
    if (found !== undefined) return found
    const shape = draftOf(said, plain)
    known.set(key, shape)
    const parts = partsOf(said)
    shape.takesFile = parts.some(({ schema }) => schema.format === 'binary')
    shape.isChoice = parts.some((part) => part.guards.length > 0 && propertiesOf(part).length > 0)
    fillObject(shape, parts)
    fillList(shape, parts)
    shape.isPlain = (!shape.isList || [...shape.tuple, shape.items].every(({ isPlain }) => isPlain)) && shape.rest?.isHidden === false && shape.rest.shape.isPlain && shape.names.size + shape.patterns.length === 0
    return shape
  }

  function fillObject (shape: Draft, parts: readonly Part[]): void {
    const asked = parts.flatMap((part) => partsOf(membersOf(part, 'if')).flatMap((asks) => propertiesOf(asks).map(([name]) => name)))
    const required = parts.flatMap((part) => namesOf(part.schema.required).map((name) => ({ name, part })))
    shape.patterns = parts.flatMap((part) => Object.entries(isObject(part.schema.patternProperties) ? part.schema.patternProperties : {})
      .map(([pattern, schema]) => [new RegExp(pattern, 'u'), { ...inside(part, schema), by: part }] as const))
    const said = new Map<string, Said[]>([...asked, ...required.map(({ name }) => name)].map((name) => [name, []]))
    for (const by of parts) {
      for (const [name, property] of propertiesOf(by)) said.set(name, [...said.get(name) ?? [], { ...property, by }])
    }
    const isClosed = parts.some((part) => propertiesOf(part).length > 0) || shape.patterns.length > 0 || shape.takesFile || parts.some(({ schema }) => schema.additionalProperties === false)
    const open = parts.flatMap((by) => OPENING.map((keyword) => ({ by, value: by.schema[keyword] }))).filter(({ value }) => value !== undefined && value !== false)
    const others = open.map(({ by, value }) => ({ ...inside(by, value), by }))
    shape.names = new Map([...said].map(([name, own]) => {
      const matched = shape.patterns.filter(([pattern]) => pattern.test(name)).map(([, one]) => one)
      const elsewhere = others.filter(({ by }) => !propertiesOf(by).some(([other]) => other === name))
      return [name, named([...own, ...matched, ...own.length + matched.length > 0 ? [] : elsewhere], required.some((one) => one.name === name && isCertain({ by: one.part })))]
    }))
    if (!isClosed || open.length > 0) shape.rest = named(others, false)
  }

  function fillList (shape: Draft, parts: readonly Part[]): void {
    const lists = parts.filter(({ schema }) => schema.items !== undefined || schema.prefixItems !== undefined).map((part) => {
      const { prefixItems, items, additionalItems } = part.schema
      const tuple = [prefixItems, items].find((value) => Array.isArray(value)) as unknown[] | undefined
      return { tuple: (tuple ?? []).map((one) => inside(part, one)), rest: inside(part, Array.isArray(items) ? additionalItems : items) }
    })
    shape.isList = lists.length > 0
    shape.items = shape.isList ? shapeOf(lists.map(({ rest }) => rest)) : shape.names.size + shape.patterns.length > 0 ? shape : plain
    if (!shape.isList) return
    const length = Math.max(...lists.map(({ tuple }) => tuple.length))
    shape.tuple = Array.from({ length }, (_, index) => shapeOf(lists.map(({ tuple, rest }) => tuple[index] ?? rest)))
  }

  function named (said: readonly Said[], isRequired: boolean): Named {
    return { shape: shapeOf(said), isRequired, isHidden: hidingOf(said) }
  }

  /** One mark is enough, where its schema has its say for certain; of a choice, those of the objects that may be meant count. */
  function hidingOf (said: readonly Said[]): Named['isHidden'] {
    const marked = said.filter((one) => isMarked(one, mark))
    if (marked.length === said.length || marked.some(isCertain)) return marked.length > 0
    const known = said.filter((one) => !isCertain(one)).flatMap(({ by }) => (by as Part).guards).flatMap(fixedValues)
    const members = marked.map(({ by }) => (by as Part).guards.map((guard) => memberTest(guard, mark, known)))
    return marked.length === 0 ? false : (object, isPartial) => members.some((tests) => tests.every((mayBe) => mayBe(object, isPartial)))
  }

  return { shapeOf, matching: (said) => named(said, false) }
}

/** What the schemas say by themselves: all that are certain, and one of a choice. */
function draftOf (said: readonly Said[], plain?: Shape): Draft {
  const certain = said.filter(isCertain)
  const chosen = said.filter((one) => !isCertain(one))
  const choice = eitherOf(chosen.map((one) => typesOf(one)).filter((types) => types !== undefined))
  return {
    types: [...certain.map((one) => typesOf(one)), chosen.length === 0 ? undefined : choice].reduce(bothOf, undefined),
    takesEmptyText: certain.every((one) => takesEmptyText(one)) && (chosen.length === 0 || chosen.some((one) => takesEmptyText(one))),
    takesFile: false,
    names: new Map(),
    patterns: [],
    rest: undefined,
    isList: false,
    tuple: [],
    items: plain as Shape,
    isChoice: false,
    isPlain: false
  }
}

/** Whether a schema has its say in any case. */
function isCertain ({ by }: Pick<Said, 'by'>): boolean {
  return by === undefined || by.guards.length === 0
}

const OPENING = ['additionalProperties', 'unevaluatedProperties']

/** Texts of the values that a property may have. */
type Fixed = readonly [name: string, values: readonly string[]]

function fixedValues (member: Target): Fixed[] {
  return partsOf([member], ['allOf']).flatMap(propertiesOf).flatMap(([name, { schema: { enum: values, const: value } }]) =>
    Array.isArray(values) || value !== undefined ? [[name, (Array.isArray(values) ? values as unknown[] : [value]).map(String)] as const] : [])
}

/**
 * Whether an object may be what the member of a choice describes, by the names that it must have and by fixed values. Of
 * part of a record no name is a must. A value that is fixed for no member (`known`) rules none out, since a validator may
 * make it one that is.
 */
function memberTest (member: Target, mark: Mark, known: readonly Fixed[]): (object: Schema, isPartial: boolean) => boolean {
  const hidden = markedNames(member, mark, ['allOf'])
  const required = partsOf([member], ['allOf']).flatMap(({ schema }) => namesOf(schema.required)).filter((name) => !hidden.includes(name))
  const fixed = fixedValues(member)
  const isKnown = (name: string, value: string): boolean => known.some(([other, values]) => other === name && values.includes(value))
  return (object, isPartial) => (isPartial || required.every((name) => object[name] !== undefined)) &&
    fixed.every(([name, values]) => object[name] === undefined || values.includes(String(object[name])) || !isKnown(name, String(object[name])))
}

function inside ({ document }: Target, schema: unknown): Target {
  return { schema: isObject(schema) ? schema : NOTHING, document }
}

function namesOf (required: unknown): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

function idOf (schema: Schema): number {
  const id = ids.get(schema) ?? ++count
  ids.set(schema, id)
  return id
}
