/** The facts about each place in a record that cleaning needs, read from its schemas at first use. */

import { remember } from '../../routes/objects.js'
import {
  ANY, bothOf, eitherOf, kindsOf, mayBeFile, membersOf, partsOf, propertiesOf, readPattern, requiredOf,
  targetOf
} from '../schemas/index.js'
import type { Kinds, Node, Part, Schema, Direction } from '../schemas/index.js'
import { createChooser, defaultsOf, testsOf } from './members.js'
import type { Defaults, Test } from './members.js'

/** One place in the data that goes in one direction: the facts that all schemas for it have together. */
export interface Shape {
  /** Null hides nothing. */
  readonly direction: Direction | null
  /**
   * Whether it is only a guess what the data is: then names that no schema knows stay, and none need be
   * there.
   */
  readonly isGuess: boolean
  readonly kinds: Kinds
  /** Whether no schema describes its contents. */
  readonly isFree: boolean
  readonly names: NamedShapes
  /** Those that any schema hides. */
  readonly hidden: readonly string[]
  /** A property; undefined where no schema knows it. */
  readonly propertyOf: (name: string) => NamedShape | undefined
  /** Whether it is a list and not an object. */
  readonly isList: boolean
  /** Whether a validator compares its items with each other. */
  readonly isUnique: boolean
  /** How many items have schemas of their own. */
  readonly length: number
  /** For a value that is not a list, the object itself: a validator may wrap it in a list. */
  readonly itemOf: (index: number) => NamedShape
  /** The shape by the members of choices whose fixed values an object has. */
  readonly chosenBy: (object: Schema, isPartial: boolean) => Shape
}

/** Properties by name. */
export type NamedShapes = ReadonlyMap<string, NamedShape>

/** A property or an item. */
export interface NamedShape {
  readonly shape: Shape
  readonly isRequired: boolean
  /** For each schema that hides it: the tests whether that schema applies to an object. */
  readonly hiding: ReadonlyArray<readonly Test[]>
}

/** A class, so that the engine sees one kind of object, which makes walks over long lists twice as fast. */
class LazyShape implements NamedShape {
  readonly #make: () => Shape
  #shape: Shape | undefined

  constructor (make: () => Shape, readonly isRequired: boolean, readonly hiding: NamedShape['hiding']) {
    this.#make = make
  }

  /** Made at first use, since a schema may contain itself. */
  get shape (): Shape {
    this.#shape ??= this.#make()
    return this.#shape
  }
}

const NO_DEFAULTS: Defaults = new Map()

const OPENING = ['additionalProperties', 'unevaluatedProperties']

/** Keywords that speak of objects, beside those that name properties. */
const ABOUT_OBJECTS = [...OPENING, 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties']

/** Whether a property of this object must not go in the direction of its shape. */
export function isHidden ({ hiding }: NamedShape, object: object, isPartial: boolean): boolean {
  return (
    hiding.length > 0 && hiding.some((tests) => tests.every((mayBe) => mayBe(object as Schema, isPartial)))
  )
}

/** The schemas of properties without a name. */
function openMembers (node: Node): Node[] {
  return OPENING.filter((keyword) => node.schema[keyword] !== false).flatMap((keyword) =>
    membersOf(node, keyword)
  )
}

/** Gives the shape of a schema; each shape is made once. */
export function createShapes (direction: Direction | null, isGuess = false): (node: Node) => Shape {
  const known = new Map<string, Shape>()
  const numbers = new Map<unknown, number>()

  /** The shape of several schemas together. */
  function shapeOf (given: readonly Part[]): Shape {
    const said = given.map(({ node, guards }) => ({ node: targetOf(node), guards }))
    const key = said
      .map(
        ({ node, guards }) =>
          `${remember(numbers, node, () => numbers.size)}${guards.length === 0 ? '' : '?'}`
      )
      .sort()
      .join()
    return remember(known, key, () => makeShape(said))
  }

  function makeShape (said: readonly Part[], excluded: readonly Node[] = []): Shape {
    const parts = partsOf(said.map(({ node }) => node))
      .filter(({ guards }) => !guards.some((guard) => excluded.includes(guard)))
    const kinds = kindsOfAll(said)
    const patterns = parts.flatMap(({ node: { under }, guards }) =>
      Array.from(under.get('patternProperties') ?? [], ([source, node]) => ({
        pattern: readPattern(source),
        node,
        guards
      }))
    )
    const others = parts.flatMap(({ node, guards }) => openMembers(node).map((node) => ({ node, guards })))
    const defaults = defaultsOf(parts)
    const required = parts.flatMap(({ node, guards }) => guards.length === 0 ? requiredOf(node) : [])
    const names = new Map([...propertiesSaid(parts)].map(([name, own]) => {
      const all = [...own, ...patterns.filter(({ pattern }) => pattern.test(name))]
      return [name, named(all.length === 0 ? others : all, required.includes(name), defaults)]
    }))
    const isClosed = patterns.length > 0 || mayBeFile(kinds) ||
      parts.some(({ node }) => node.under.has('properties') || node.schema.additionalProperties === false)
    const rest = isClosed && others.length === 0 ? undefined : named(others, false, defaults)
    const items = itemsSaid(parts).map((one) => named(one))
    const matching = new Map<string, NamedShape>()
    const otherItems = items.at(-1) ?? new LazyShape(() => shape, false, [])
    const choose = createChooser(parts, defaults, (others) => makeShape(said, others))
    const shape: Shape = {
      direction,
      isGuess,
      kinds,
      isFree:
        names.size + items.length === 0 &&
        !isClosed &&
        others.every(({ node }) => Object.keys(node.schema).length === 0),
      names,
      hidden: [...names].filter(([, { hiding }]) => hiding.length > 0).map(([name]) => name),
      propertyOf (name) {
        const one = names.get(name)
        if (one !== undefined || patterns.length === 0) return one ?? rest
        const matched = patterns.filter(({ pattern }) => pattern.test(name))
        return matched.length === 0
          ? rest
          : remember(matching, matched.map(({ pattern }) => pattern.source).join(), () =>
            named(matched, false, defaults)
          )
      },
      isList: items.length > 0 && names.size === 0 && !parts.some(saysObject),
      isUnique: parts.some(({ node }) => node.schema.uniqueItems === true),
      length: Math.max(items.length - 1, 0),
      itemOf: (index) => (index < items.length ? (items[index] as NamedShape) : otherItems),
      chosenBy: (object, isPartial) => choose(object, isPartial) ?? shape
    }
    return shape
  }

  function named (said: readonly Part[], isRequired = false, defaults: Defaults = NO_DEFAULTS): NamedShape {
    const tests = direction === null ? [] : testsOf(said, direction, defaults)
    return new LazyShape(() => shapeOf(said), isRequired, tests)
  }

  return (node) => shapeOf([{ node, guards: [] }])
}

/** Whether a schema says in so many words that there may be an object. */
function saysObject ({ node: { schema } }: Part): boolean {
  return [schema.type].flat().includes('object') || ABOUT_OBJECTS.some((keyword) => keyword in schema)
}

/** The intersection of all certain schemas, and the union of a choice. */
function kindsOfAll (said: readonly Part[]): Kinds {
  const kinds = (isCertain: boolean): Kinds[] =>
    said.filter(({ guards }) => (guards.length === 0) === isCertain).map(({ node }) => kindsOf(node))
  const chosen = kinds(false)
  return bothOf([...kinds(true), chosen.length === 0 ? ANY : eitherOf(chosen)])
}

/** By name, also those that are only required or part of a condition. */
function propertiesSaid (parts: readonly Part[]): Map<string, Part[]> {
  const asked = parts.flatMap(({ node }) =>
    partsOf(membersOf(node, 'if')).flatMap((part) => propertiesOf(part.node).map(([name]) => name))
  )
  const said = new Map<string, Part[]>(
    [...asked, ...parts.flatMap(({ node }) => requiredOf(node))].map((name) => [name, []])
  )
  for (const { node, guards } of parts) {
    for (const [name, property] of propertiesOf(node)) {
      remember(said, name, () => []).push({ node: property, guards })
    }
  }
  return said
}

/** For a list, its first items, then one for all others. */
function itemsSaid (parts: readonly Part[]): Part[][] {
  const lists = parts
    .filter(({ node: { under } }) => under.has('items') || under.has('prefixItems'))
    .map(({ node, guards }) => {
      const [first, rest] = Array.isArray(node.schema.items)
        ? (['items', 'additionalItems'] as const)
        : (['prefixItems', 'items'] as const)
      return { guards, tuple: membersOf(node, first), rest: membersOf(node, rest)[0] }
    })
  const length = Math.max(-1, ...lists.map(({ tuple }) => tuple.length)) + 1
  return Array.from({ length }, (_, index) => lists.flatMap(({ guards, tuple, rest }) => {
    const node = tuple[index] ?? rest
    return node === undefined ? [] : { node, guards }
  }))
}
