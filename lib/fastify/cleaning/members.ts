/** Tells which members of a choice an object may be, by required names and by fixed values. */

import { groupBy, remember } from '../../routes/objects.js'
import { hiddenNames, kindsOf, partsOf, propertiesIn, propertiesOf, requiredOf } from '../schemas/index.js'
import type { Node, Part, Schema, Direction } from '../schemas/index.js'

/**
 * Whether an object may be the one that the member of a choice describes. In a partial record no name is
 * required.
 */
export type Test = (object: Schema, isPartial: boolean) => boolean

/** For each schema that hides a property: the tests whether that schema applies to an object. */
export function testsOf (said: readonly Part[], direction: Direction, defaults: Defaults): Test[][] {
  const marked = said.filter(({ node }) => !kindsOf(node).has(direction))
  if (marked.length === 0) return []
  if (marked.length === said.length) return [[]]
  const known = fixedTexts(said.flatMap(({ guards }) => guards).flatMap(fixedValues))
  return marked.map(({ guards }) => guards.map((guard) => memberTest(guard, direction, known, defaults)))
}

/** The values that a validator fills in for missing names. */
export type Defaults = ReadonlyMap<string, readonly unknown[]>

export function defaultsOf (parts: readonly Part[]): Defaults {
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

function fixedValues (member: Node): Fixed[] {
  return propertiesIn(member, ['allOf']).flatMap(([name, { schema }]): Fixed[] => {
    const { enum: values, const: value } = schema
    if (Array.isArray(values)) return [[name, values.map(String)]]
    return value === undefined ? [] : [[name, [String(value)]]]
  })
}

/** All texts that any member fixes, by property. */
type FixedTexts = ReadonlyMap<string, ReadonlySet<string>>

function fixedTexts (fixed: readonly Fixed[]): FixedTexts {
  const texts = new Map<string, Set<string>>()
  for (const [name, values] of fixed) {
    for (const value of values) remember(texts, name, () => new Set<string>()).add(value)
  }
  return texts
}

/** Decides by required names and by fixed values. */
function memberTest (member: Node, direction: Direction, known: FixedTexts, defaults: Defaults): Test {
  const hidden = hiddenNames(member, direction, ['allOf'])
  const own = partsOf([member], ['allOf']).flatMap(({ node }) => requiredOf(node))
  const required = own.filter((name) => !hidden.includes(name))
  const tests = fixedValues(member).map((fixed) => fixedTest(fixed, known, defaults))
  return (object, isPartial) =>
    (isPartial || required.every((name) => object[name] !== undefined || defaults.has(name))) &&
    tests.every((mayHave) => mayHave(object, isPartial))
}

/** The texts of what a validator may convert to null. */
const MADE_NULL = ['', '0', 'false']

/**
 * Decides by one property. A missing one has the values that a validator may fill in. A value that no member
 * fixes (`known`) excludes none, since a validator may convert it to one that is fixed.
 */
function fixedTest ([name, texts]: Fixed, known: FixedTexts, defaults: Defaults): Test {
  const mayBe = (text: string | undefined): boolean =>
    text === undefined || texts.includes(text) || known.get(name)?.has(text) !== true ||
    (MADE_NULL.includes(text) && texts.includes('null'))
  return (object, isPartial) => {
    const values = object[name] === undefined && !isPartial ? defaults.get(name) ?? [] : [object[name]]
    return values.length === 0 || values.some((value) => mayBe(textOf(value)))
  }
}

/** Gives the shape without the members that an object has not chosen; undefined if it may be of any. */
export function createChooser<S> (
  parts: readonly Part[], defaults: Defaults, makeWithout: (excluded: readonly Node[]) => S
): (object: Schema, isPartial: boolean) => S | undefined {
  const members = [...new Set(parts.flatMap(({ guards }) => guards))]
  const known = new Map<string, S>()
  let tests: ReadonlyArray<readonly [Node, Test]> | undefined
  return function choose (object, isPartial) {
    tests ??= discriminatorTests(members, defaults)
    if (tests.length === 0) return undefined
    const excluded = tests.filter(([, mayBe]) => !mayBe(object, isPartial)).map(([member]) => member)
    if (excluded.length === 0) return undefined
    const key = excluded.map((member) => members.indexOf(member)).join()
    return remember(known, key, () => makeWithout(excluded))
  }
}

/** A property of a member of a choice, with the values that it may have. */
type FixedBy = readonly [member: Node, fixed: Fixed]

/**
 * The members of each choice, with a test by the property that tells most of them apart. By one property
 * alone, since each combination of members has a shape of its own.
 */
function discriminatorTests (members: readonly Node[], defaults: Defaults): Array<[Node, Test]> {
  return [...groupBy(members, ({ parent }) => parent).values()].flatMap((choice) => {
    const fixed = choice.flatMap((member) => fixedValues(member).map((one): FixedBy => [member, one]))
    const weighed = [...groupBy(fixed, ([, [name]]) => name).values()]
      .map((one) => ({ one, weight: weightOf(one, defaults) }))
    const [best = []] = weighed.sort((a, b) => b.weight - a.weight).map(({ one }) => one)
    const known = fixedTexts(best.map(([, one]) => one))
    return best.map(([member, one]): [Node, Test] => [member, fixedTest(one, known, defaults)])
  })
}

/** How well a property tells members apart: best by values of their own, where each object has one. */
function weightOf (fixed: readonly FixedBy[], defaults: Defaults): number {
  const weights = fixed.map(([member, [name, texts]]) => {
    const isShared = fixed.some(
      ([other, [, others]]) => other !== member && others.some((text) => texts.includes(text))
    )
    if (isShared) return 1
    const around = partsOf([member, member.parent as Node], ['allOf'])
    const isThere = defaults.has(name) || around.some(({ node }) => requiredOf(node).includes(name))
    return isThere ? 4 : 2
  })
  return weights.reduce((sum, weight) => sum + weight, 0)
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
