/** What cleaning data needs to know of each place in a record, read from its schemas when it is first met. */

import { ANY, bothOf, eitherOf, hiddenNames, kindsOf, membersOf, partsOf, propertiesOf, targetOf } from '../schemas/index.js'
import type { Kinds, Node, Part, Schema, Way } from '../schemas/index.js'

/** One place: what the schemas that have a say there tell of its value. */
export interface Shape {
  readonly kinds: Kinds
  /** Whether nothing is said of what is in it. */
  readonly isFree: boolean
  readonly names: ReadonlyMap<string, Named>
  /** A property; undefined where no schema knows it. */
  readonly propertyOf: (name: string) => Named | undefined
  /** Whether it is a list and no object. */
  readonly isList: boolean
  /** How many items have schemas of their own. */
  readonly length: number
  /** Of what is no list the object itself, since a validator may take the only item of a list for it. */
  readonly itemOf: (index: number) => Named
  /** Properties and items. */
  readonly inner: readonly Named[]
  /** Whether a serializer would write what it should not, or fail on what it should leave out. */
  readonly isLoose: boolean
}

/** A property or an item. */
export interface Named {
  readonly shape: Shape
  readonly isRequired: boolean
  /** Whether it does not go that way; of part of a record no name is a must. */
  readonly isHidden: (way: Way, object: Schema, isPartial: boolean) => boolean
  /** Whether there is a way that it does not go. */
  readonly isMarked: boolean
}

/** A schema of a place, with the one that it stands in. */
interface Said {
  readonly node: Node
  readonly by?: Part | undefined
}

/** Whether an object may be what the member of a choice describes. */
type Test = (object: Schema, isPartial: boolean) => boolean

/** Gives the shape that schemas have together; each is made once. */
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

/** What all that are certain let in, and one of a choice. */
function kindsOfAll (said: readonly Said[]): Kinds {
  const certain = said.filter(({ by }) => isCertain(by))
  const chosen = said.filter(({ by }) => !isCertain(by))
  return bothOf([...certain.map(({ node }) => kindsOf(node)), chosen.length === 0 ? ANY : eitherOf(chosen.map(({ node }) => kindsOf(node)))])
}

/** By name, also those that are only asked for or required. */
function propertiesSaid (parts: readonly Part[]): Map<string, Said[]> {
  const asked = parts.flatMap(({ node }) => partsOf(membersOf(node, 'if')).flatMap((part) => propertiesOf(part.node).map(([name]) => name)))
  const said = new Map<string, Said[]>([...asked, ...parts.flatMap(({ node }) => requiredOf(node))].map((name) => [name, []]))
  for (const by of parts) {
    for (const [name, node] of propertiesOf(by.node)) said.set(name, [...said.get(name) ?? [], { node, by }])
  }
  return said
}

/** Of a list its first items, then all behind them. */
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

/** Whether a schema has its say in any case. */
function isCertain (by: Part | undefined): boolean {
  return guardsOf(by).length === 0
}

function guardsOf (by: Part | undefined): readonly Node[] {
  return by === undefined ? [] : by.guards
}

/** For each schema by which a property does not go that way: what tells of an object that it has its say. */
function testsOf (said: readonly Said[], way: Way): Test[][] {
  const marked = said.filter(({ node }) => !kindsOf(node).has(way))
  if (marked.length === 0) return []
  if (marked.length === said.length) return [[]]
  const known = said.flatMap(({ by }) => guardsOf(by)).flatMap(fixedValues)
  return marked.map(({ by }) => guardsOf(by).map((guard) => memberTest(guard, way, known)))
}

/** Texts of the values that a property may have. */
type Fixed = readonly [name: string, values: readonly string[]]

function fixedValues (member: Node): Fixed[] {
  return partsOf([member], ['allOf']).flatMap(({ node }) => propertiesOf(node)).flatMap(([name, { schema: { enum: values, const: value } }]) =>
    Array.isArray(values) || value !== undefined ? [[name, (Array.isArray(values) ? values as unknown[] : [value]).map(String)] as const] : [])
}

/**
 * By the names that an object must have and by fixed values. A value that is fixed for no member (`known`) rules none out,
 * since a validator may make it one that is.
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
