/** The facts about each place in a record that cleaning needs, read from its schemas at first use. */

import { ANY, bothOf, eitherOf, hiddenNames, kindsOf, membersOf, partsOf, propertiesOf, targetOf } from '../schemas/index.js'
import type { Kinds, Node, Part, Schema, Way } from '../schemas/index.js'

/** One place in the data: the facts that all schemas for it have together. */
export interface Shape {
  readonly kinds: Kinds
  /** Whether no schema describes its contents. */
  readonly isFree: boolean
  readonly names: ReadonlyMap<string, Named>
  /** A property; undefined where no schema knows it. */
  readonly propertyOf: (name: string) => Named | undefined
  /** Whether it is a list and not an object. */
  readonly isList: boolean
  /** How many items have schemas of their own. */
  readonly length: number
  /** For a value that is not a list, the object itself: a validator may wrap it in a list. */
  readonly itemOf: (index: number) => Named
  /** Properties and items. */
  readonly inner: readonly Named[]
  /** Whether a serializer would write properties that it should not, or fail on those that it should leave out. */
  readonly isLoose: boolean
}

/** A property or an item. */
export interface Named {
  readonly shape: Shape
  readonly isRequired: boolean
  /** Whether it must not go in this direction. In a partial record no name is required. */
  readonly isHidden: (way: Way, object: Schema, isPartial: boolean) => boolean
  /** Whether it must not go in one of the directions. */
  readonly isMarked: boolean
}

/** A schema of a place, with the schema that contains it. */
interface Said {
  readonly node: Node
  readonly by?: Part | undefined
}

/** Whether an object may be the one that the member of a choice describes. */
type Test = (object: Schema, isPartial: boolean) => boolean

/** Gives the shape of several schemas together; each shape is made once. */
export type ShapeOf = (said: readonly Said[]) => Shape

const OPENING = ['additionalProperties', 'unevaluatedProperties']

export function createShapes (): ShapeOf {
  const known = new Map<string, Shape>()
  const numbers = new Map<Node, number>()

  function shapeOf (given: readonly Said[]): Shape {
    const said = given.map(({ node, by }) => ({ node: targetOf(node), by }))
    const key = said.map(({ node, by }) => `${numberOf(node)}${isCertain(by) ? '' : '?'}`).sort().join()
    const shape = known.get(key) ?? makeShape(said)
    known.set(key, shape)
    return shape
  }

  function numberOf (node: Node): number {
    const number = numbers.get(node) ?? numbers.size
    numbers.set(node, number)
    return number
  }

  function makeShape (said: readonly Said[]): Shape {
    const parts = partsOf(said.map(({ node }) => node))
    const kinds = kindsOfAll(said)
    const patterns = parts.flatMap((by) => [...by.node.under.get('patternProperties') ?? []].map(([source, node]) => ({ pattern: new RegExp(source, 'u'), node, by })))
    const others = parts.flatMap((by) => OPENING.filter((keyword) => by.node.schema[keyword] !== false).flatMap((keyword) => membersOf(by.node, keyword).map((node) => ({ node, by }))))
    const names = new Map([...propertiesSaid(parts)].map(([name, own]) => {
      const all = [...own, ...patterns.filter(({ pattern }) => pattern.test(name))]
      return [name, named(all.length === 0 ? others : all, parts.some((part) => isCertain(part) && requiredOf(part.node).includes(name)))]
    }))
    const isClosed = parts.some(({ node }) => node.under.has('properties') || node.schema.additionalProperties === false) || patterns.length > 0 || (kinds.has('file') && !kinds.has('any'))
    const rest = isClosed && others.length === 0 ? undefined : named(others, false)
    const matching = new Map<string, Named>()
    const items = itemsSaid(parts)
    const inner = [...names.values(), ...rest === undefined ? [] : [rest], ...items.map((one) => named(one, false))]
    const ends = inner.slice(-items.length)
    const shape: Shape = {
      kinds,
      isFree: names.size + items.length === 0 && !isClosed && others.every(({ node }) => Object.keys(node.schema).length === 0),
      names,
      propertyOf (name) {
        const one = names.get(name)
        if (one !== undefined || patterns.length === 0) return one ?? rest
        const matched = patterns.filter(({ pattern }) => pattern.test(name))
        const key = matched.map(({ pattern }) => pattern.source).join()
        const property = matched.length === 0 ? rest : matching.get(key) ?? named(matched, false)
        if (property !== undefined) matching.set(key, property)
        return property
      },
      isList: items.length > 0 && names.size === 0,
      length: Math.max(items.length - 1, 0),
      itemOf: items.length === 0 ? () => self : (index) => ends[Math.min(index, ends.length - 1)] as Named,
      inner,
      isLoose: patterns.length > 0 || inner.some(({ isMarked }) => isMarked) || parts.some(({ node, guards }) => guards.length > 0 && node.under.has('properties'))
    }
    const self = names.size + patterns.length === 0 ? named([], false) : { ...named([], false), shape }
    return shape
  }

  function named (said: readonly Said[], isRequired: boolean): Named {
    const hiding = { sent: testsOf(said, 'sent'), seen: testsOf(said, 'seen') }
    let shape: Shape | undefined
    return {
      get shape () {
        shape ??= shapeOf(said)
        return shape
      },
      isRequired,
      isHidden: (way, object, isPartial) => hiding[way].some((tests) => tests.every((mayBe) => mayBe(object, isPartial))),
      isMarked: hiding.sent.length + hiding.seen.length > 0
    }
  }

  return shapeOf
}

/** The intersection of all certain schemas, and the union of a choice. */
function kindsOfAll (said: readonly Said[]): Kinds {
  const certain = said.filter(({ by }) => isCertain(by))
  const chosen = said.filter(({ by }) => !isCertain(by))
  return bothOf([...certain.map(({ node }) => kindsOf(node)), chosen.length === 0 ? ANY : eitherOf(chosen.map(({ node }) => kindsOf(node)))])
}

/** By name, also those that are only required or part of a condition. */
function propertiesSaid (parts: readonly Part[]): Map<string, Said[]> {
  const asked = parts.flatMap(({ node }) => partsOf(membersOf(node, 'if')).flatMap((part) => propertiesOf(part.node).map(([name]) => name)))
  const said = new Map<string, Said[]>([...asked, ...parts.flatMap(({ node }) => requiredOf(node))].map((name) => [name, []]))
  for (const by of parts) {
    for (const [name, node] of propertiesOf(by.node)) said.set(name, [...said.get(name) ?? [], { node, by }])
  }
  return said
}

/** For a list, its first items, then one for all others. */
function itemsSaid (parts: readonly Part[]): Said[][] {
  const lists = parts.filter(({ node: { under } }) => under.has('items') || under.has('prefixItems')).map((by) => {
    const { under, schema } = by.node
    const [first, rest] = Array.isArray(schema.items) ? ['items', 'additionalItems'] : ['prefixItems', 'items']
    return { by, tuple: [...under.get(first as string)?.values() ?? []], rest: under.get(rest as string)?.get('') }
  })
  const length = Math.max(-1, ...lists.map(({ tuple }) => tuple.length)) + 1
  return Array.from({ length }, (_, index) => lists.flatMap(({ by, tuple, rest }) => {
    const node = tuple[index] ?? rest
    return node === undefined ? [] : { node, by }
  }))
}

/** Whether a schema applies in any case. */
function isCertain (by: Part | undefined): boolean {
  return guardsOf(by).length === 0
}

function guardsOf (by: Part | undefined): readonly Node[] {
  return by === undefined ? [] : by.guards
}

/** For each schema that hides a property: the tests whether the schema applies to an object. */
function testsOf (said: readonly Said[], way: Way): Test[][] {
  const marked = said.filter(({ node }) => !kindsOf(node).has(way))
  if (marked.length === 0) return []
  if (marked.length === said.length) return [[]]
  const known = said.flatMap(({ by }) => guardsOf(by)).flatMap(fixedValues)
  return marked.map(({ by }) => guardsOf(by).map((guard) => memberTest(guard, way, known)))
}

/** The values that a property may have, as texts. */
type Fixed = readonly [name: string, values: readonly string[]]

function fixedValues (member: Node): Fixed[] {
  return partsOf([member], ['allOf']).flatMap(({ node }) => propertiesOf(node)).flatMap(([name, { schema: { enum: values, const: value } }]) =>
    Array.isArray(values) || value !== undefined ? [[name, (Array.isArray(values) ? values as unknown[] : [value]).map(String)] as const] : [])
}

/**
 * Decides by required names and by fixed values. A value that no member fixes (`known`) excludes none, since a validator
 * may convert it to one that is fixed.
 */
function memberTest (member: Node, way: Way, known: readonly Fixed[]): Test {
  const hidden = hiddenNames(member, way, ['allOf'])
  const required = partsOf([member], ['allOf']).flatMap(({ node }) => requiredOf(node)).filter((name) => !hidden.includes(name))
  const fixed = fixedValues(member)
  const isKnown = (name: string, value: string): boolean => known.some(([other, values]) => other === name && values.includes(value))
  return (object, isPartial) => (isPartial || required.every((name) => object[name] !== undefined)) &&
    fixed.every(([name, values]) => object[name] === undefined || values.includes(String(object[name])) || !isKnown(name, String(object[name])))
}

function requiredOf ({ schema: { required } }: Node): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}
