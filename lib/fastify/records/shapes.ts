/** The facts about each place in a record that cleaning needs, read from its schemas at first use. */

import { remember } from '../../routes/objects.js'
import {
  ANY, bothOf, eitherOf, hiddenNames, kindsOf, membersOf, partsOf, propertiesOf, requiredOf, targetOf
} from '../schemas/index.js'
import type { Kinds, Node, Part, Schema, Way } from '../schemas/index.js'

/** One place in the data that goes in one direction: the facts that all schemas for it have together. */
export interface Shape {
  /** Null hides nothing. */
  readonly way: Way | null
  /**
   * Whether it is only a guess what the data is: then names that no schema knows stay, and none need be
   * there.
   */
  readonly isGuess: boolean
  readonly kinds: Kinds
  /** Whether no schema describes its contents. */
  readonly isFree: boolean
  readonly names: ReadonlyMap<string, NamedShape>
  /** Those that any schema hides. */
  readonly hidden: readonly string[]
  /** A property; undefined where no schema knows it. */
  readonly propertyOf: (name: string) => NamedShape | undefined
  /** Whether it is a list and not an object. */
  readonly isList: boolean
  /** How many items have schemas of their own. */
  readonly length: number
  /** For a value that is not a list, the object itself: a validator may wrap it in a list. */
  readonly itemOf: (index: number) => NamedShape
  /** The shape by the members of choices whose fixed values an object has. */
  readonly chosenBy: (object: Schema) => Shape
}

/** A property or an item. */
export interface NamedShape {
  readonly shape: Shape
  readonly isRequired: boolean
  /** For each schema that hides it: the tests whether that schema applies to an object. */
  readonly hiding: ReadonlyArray<readonly Test[]>
}

/** A class, so that the engine sees one kind of object, which makes walks over long lists twice as fast. */
class Place implements NamedShape {
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

/**
 * Whether an object may be the one that the member of a choice describes. In a partial record no name is
 * required.
 */
type Test = (object: Schema, isPartial: boolean) => boolean

/** Gives the shape of several schemas together; each shape is made once. */
export type ShapeOf = (said: readonly Part[]) => Shape

const NO_DEFAULTS: Defaults = new Map()

const OPENING = ['additionalProperties', 'unevaluatedProperties']

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

export function createShapes (way: Way | null, isGuess = false): ShapeOf {
  const known = new Map<string, Shape>()
  const numbers = new Map<unknown, number>()

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
        pattern: new RegExp(source, 'u'),
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
    const isClosed = patterns.length > 0 || (kinds.has('file') && !kinds.has('any')) ||
      parts.some(({ node }) => node.under.has('properties') || node.schema.additionalProperties === false)
    const rest = isClosed && others.length === 0 ? undefined : named(others, false, defaults)
    const items = itemsSaid(parts).map((one) => named(one))
    const matching = new Map<string, NamedShape>()
    const otherItems = items.at(-1) ?? new Place(() => shape, false, [])
    const members = [...new Set(parts.flatMap(({ guards }) => guards))]
    const fixed = members.flatMap(fixedValues)
    const tests = fixed.length === 0 || excluded.length > 0
      ? []
      : members.map((member) => [member, fixedTest(member, fixed, defaults)] as const)
    const chosen = new Map<string, Shape>()
    const shape: Shape = {
      way,
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
      isList: items.length > 0 && names.size === 0,
      length: Math.max(items.length - 1, 0),
      itemOf: (index) => (index < items.length ? (items[index] as NamedShape) : otherItems),
      chosenBy (object) {
        const others = tests.filter(([, mayBe]) => !mayBe(object, false)).map(([member]) => member)
        if (others.length === 0) return shape
        const key = others.map((member) => members.indexOf(member)).join()
        return remember(chosen, key, () => makeShape(said, others))
      }
    }
    return shape
  }

  function named (said: readonly Part[], isRequired = false, defaults: Defaults = NO_DEFAULTS): NamedShape {
    return new Place(() => shapeOf(said), isRequired, way === null ? [] : testsOf(said, way, defaults))
  }

  return shapeOf
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

function testsOf (said: readonly Part[], way: Way, defaults: Defaults): Test[][] {
  const marked = said.filter(({ node }) => !kindsOf(node).has(way))
  if (marked.length === 0) return []
  if (marked.length === said.length) return [[]]
  const known = said.flatMap(({ guards }) => guards).flatMap(fixedValues)
  return marked.map(({ guards }) => guards.map((guard) => memberTest(guard, way, known, defaults)))
}

/** The values that a validator fills in for missing names. */
type Defaults = ReadonlyMap<string, readonly unknown[]>

function defaultsOf (parts: readonly Part[]): Defaults {
  const defaults = new Map<string, unknown[]>()
  for (const [name, property] of parts.flatMap(({ node }) => propertiesOf(node))) {
    const values = partsOf([property])
      .map(({ node }) => node.schema.default)
      .filter((value) => value !== undefined)
    if (values.length > 0) remember(defaults, name, () => []).push(...values)
  }
  return defaults
}

/** The values that a property may have, as texts. */
type Fixed = readonly [name: string, values: readonly string[]]

function fixedValues (member: Part['node']): Fixed[] {
  return partsOf([member], ['allOf'])
    .flatMap(({ node }) => propertiesOf(node))
    .flatMap(
      ([
        name,
        {
          schema: { enum: values, const: value }
        }
      ]) =>
        Array.isArray(values) || value !== undefined
          ? [[name, (Array.isArray(values) ? (values as unknown[]) : [value]).map(String)] as const]
          : []
    )
}

/** Decides by required names and by fixed values. */
function memberTest (member: Part['node'], way: Way, known: readonly Fixed[], defaults: Defaults): Test {
  const hidden = hiddenNames(member, way, ['allOf'])
  const own = partsOf([member], ['allOf']).flatMap(({ node }) => requiredOf(node))
  const required = own.filter((name) => !hidden.includes(name))
  const hasFixed = fixedTest(member, known, defaults)
  return (object, isPartial) =>
    (isPartial || required.every((name) => object[name] !== undefined || defaults.has(name))) &&
    hasFixed(object, isPartial)
}

/**
 * Decides by fixed values. A missing name has the values that a validator may fill in. A value that no member
 * fixes (`known`) excludes none, since a validator may convert it to one that is fixed.
 */
function fixedTest (member: Part['node'], known: readonly Fixed[], defaults: Defaults): Test {
  const isKnown = (name: string, text: string): boolean =>
    known.some(([other, texts]) => other === name && texts.includes(text))
  const fixed = fixedValues(member)
  return (object, isPartial) => {
    const mayHave = ([name, texts]: Fixed): boolean => {
      const values = object[name] === undefined && !isPartial ? defaults.get(name) ?? [] : [object[name]]
      const mayBe = (text: string | undefined): boolean =>
        text === undefined || texts.includes(text) || !isKnown(name, text)
      return values.length === 0 || values.some((value) => mayBe(textOf(value)))
    }
    return fixed.every(mayHave)
  }
}

/**
 * The text of a single value, also in a list, from which a validator may take it; undefined of a missing
 * value or an object.
 */
function textOf (value: unknown): string | undefined {
  let inner = value
  while (Array.isArray(inner) && inner.length === 1) inner = inner[0]
  return inner === undefined || (typeof inner === 'object' && inner !== null) ? undefined : String(inner)
}
