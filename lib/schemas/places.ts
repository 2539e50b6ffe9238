/** What a walk over data knows of each place, from all schemas for it; read at first use. */

import { groupBy, remember } from '../routes/objects.js'
import { CHOICES, membersOf, propertiesOf, requiredOf, resolve, targetOf } from './documents.js'
import type { Node } from './documents.js'
import {
  ANY, bothOf, eitherOf, isOnly, kindsOf, mayBeFile, partsOf, propertiesIn, readPattern
} from './schema-facts.js'
import type { Kinds, Part } from './schema-facts.js'

export interface Place {
  readonly kinds: Kinds
  /** Whether a name that no schema knows is invalid, whichever members of choices apply. */
  readonly isClosed: boolean
  /** Whether no schema describes its contents. */
  readonly isFree: boolean
  readonly fields: ReadonlyMap<string, Member>
  /** The field of a name; undefined where no schema knows the name. */
  readonly fieldOf: (name: string) => Member | undefined
  /** Whether names that it does not list have schemas. */
  readonly hasOthers: boolean
  /** The names without which its object is invalid whatever else it has. */
  readonly requiredNames: () => ReadonlySet<string>
  /** Whether a validator compares its items with each other. */
  readonly isUnique: boolean
  /** How many items have schemas of their own. */
  readonly length: number
  readonly itemOf: (index: number) => Member
}

/** A property or an item. */
export interface Member {
  readonly place: Place
  readonly isRequired: boolean
  readonly isReadOnly: boolean
  readonly isWriteOnly: boolean
}

/** A class, so that the engine sees one kind of object, which makes walks over long lists twice as fast. */
class LazyMember implements Member {
  readonly #make: () => Place
  #place: Place | undefined

  constructor (
    make: () => Place, readonly isRequired: boolean,
    readonly isReadOnly: boolean, readonly isWriteOnly: boolean
  ) {
    this.#make = make
  }

  /** Made at first use, since a schema may contain itself. */
  get place (): Place {
    this.#place ??= this.#make()
    return this.#place
  }
}

export type PlaceOf = (node: Node) => Place

/** Gives the place of a schema; each place is made once. */
export function createPlaces (): PlaceOf {
  const known = new Map<string, Place>()
  const numbers = new Map<Node, number>()

  /** The place of several schemas together. */
  function placeOf (parts: readonly Part[]): Place {
    const targets = parts.map((part) => ({ ...part, node: targetOf(part.node) }))
    const key = targets
      .map(({ node, guards }) => `${remember(numbers, node, () => numbers.size)}${guards.length === 0 ? '' : '?'}`)
      .sort()
      .join()
    return remember(known, key, () => makePlace(targets))
  }

  function makePlace (targets: readonly Part[]): Place {
    const parts = partsOf(targets.map(({ node }) => node))
    const kinds = kindsOfAll(targets)
    const patterns = patternsOf(parts)
    const others = parts.flatMap(({ node, guards }) => openMembers(node).map((node) => ({ node, guards })))
    const required = parts.flatMap(({ node, guards }) => guards.length === 0 ? requiredOf(node) : [])
    const fields = new Map([...propertiesByName(parts)].map(([name, own]) => {
      const all = [...own, ...patterns.filter(({ pattern }) => pattern.test(name)).map(({ part }) => part)]
      return [name, fieldOf(all.length === 0 ? others : all, required.includes(name))]
    }))
    const isNaming = patterns.length > 0 || mayBeFile(kinds) ||
      parts.some(({ node }) => node.under.has('properties') || node.schema.additionalProperties === false)
    const rest = isNaming && others.length === 0 ? undefined : fieldOf(others)
    const items = itemsOf(parts).map((one) => fieldOf(one))
    // In a list that no schema allows, the items are what the schema describes.
    const isList = kinds.has('array') && !kinds.has('any')
    const last = items.at(-1) ?? (isList ? fieldOf([]) : new LazyMember(() => place, false, false, false))
    const matching = new Map<string, Member>()
    const place: Place = {
      kinds,
      isClosed: isClosed(targets),
      isFree: fields.size + items.length === 0 && !isNaming &&
        others.every(({ node }) => Object.keys(node.schema).length === 0),
      fields,
      fieldOf (name) {
        const field = fields.get(name)
        if (field !== undefined || patterns.length === 0) return field ?? rest
        const matched = patterns.filter(({ pattern }) => pattern.test(name))
        if (matched.length === 0) return rest
        const key = matched.map(({ pattern }) => pattern.source).join()
        return remember(matching, key, () => fieldOf(matched.map(({ part }) => part)))
      },
      hasOthers: patterns.length > 0 || others.some(({ node }) => Object.keys(node.schema).length > 0),
      requiredNames: () => requiredIn(targets),
      isUnique: parts.some(({ node }) => node.schema.uniqueItems === true),
      length: Math.max(items.length - 1, 0),
      itemOf: (index) => items[index] ?? last
    }
    return place
  }

  function fieldOf (parts: readonly Part[], isRequired = false): Member {
    const goes = (direction: string): boolean => parts.every(({ node }) => kindsOf(node).has(direction))
    return new LazyMember(() => placeOf(parts), isRequired, !goes('sent'), !goes('seen'))
  }

  return (node) => placeOf([{ node, guards: [] }])
}

function patternsOf (parts: readonly Part[]): Array<{ readonly pattern: RegExp, readonly part: Part }> {
  return parts.flatMap(({ node: { under }, guards }) =>
    Array.from(under.get('patternProperties') ?? [], ([source, node]) => ({
      pattern: readPattern(source), part: { node, guards }
    }))
  )
}

const OPENING = ['additionalProperties', 'unevaluatedProperties']

/** The schemas of properties without a name. */
function openMembers (node: Node): Node[] {
  return OPENING.filter((keyword) => node.schema[keyword] !== false)
    .flatMap((keyword) => membersOf(node, keyword))
}

/** A property that a member of a choice names may have any value where another member applies. */
function isClosed (targets: readonly Part[]): boolean {
  const isAlwaysRead = ({ guards }: Part): boolean =>
    guards.every(({ parent, keyword }) => membersOf(parent as Node, keyword).every(closes))
  return targets.some(({ node, guards }) => guards.length === 0 && closes(node)) ||
    targets.every((part) => closes(part.node) && isAlwaysRead(part))
}

const closing = new WeakMap<Node, boolean>()

/** Whether a schema takes no object with a name that it does not know. */
function closes (node: Node): boolean {
  const found = closing.get(node)
  if (found !== undefined) return found
  // References in a circle close nothing.
  closing.set(node, false)
  const target = resolve(node)
  const isClosing = !kindsOf(node).has('object') ||
    OPENING.some((keyword) => node.schema[keyword] === false) ||
    (target !== undefined && closes(target)) ||
    membersOf(node, 'allOf').some(closes) ||
    CHOICES.some((keyword) => node.under.has(keyword) && membersOf(node, keyword).every(closes))
  closing.set(node, isClosing)
  return isClosing
}

/** The intersection of all certain schemas, and the union of a choice. */
function kindsOfAll (parts: readonly Part[]): Kinds {
  const kinds = (isCertain: boolean): Kinds[] =>
    parts.filter(({ guards }) => (guards.length === 0) === isCertain).map(({ node }) => kindsOf(node))
  const chosen = kinds(false)
  return bothOf([...kinds(true), chosen.length === 0 ? ANY : eitherOf(chosen)])
}

/** By name, also those that are only required or part of a condition. */
function propertiesByName (parts: readonly Part[]): Map<string, Part[]> {
  const asked = parts.flatMap(({ node }) =>
    membersOf(node, 'if').flatMap((asked) => propertiesIn(asked)).map(([name]) => name)
  )
  const found = new Map<string, Part[]>(
    [...asked, ...parts.flatMap(({ node }) => requiredOf(node))].map((name) => [name, []])
  )
  for (const { node, guards } of parts) {
    for (const [name, property] of propertiesOf(node)) {
      remember(found, name, () => []).push({ node: property, guards })
    }
  }
  return found
}

/** For a list, its first items, then one for all others. */
function itemsOf (parts: readonly Part[]): Part[][] {
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

/** Without conditions, and in choices without an alternative. */
function requiredIn (targets: readonly Part[]): Set<string> {
  const certain = targets.filter(({ guards }) => targets.length === 1 || guards.length === 0)
  const isAlone = (guard: Node): boolean => membersOf(guard.parent as Node, guard.keyword)
    .every((member) => member === guard || isOnly(kindsOf(member), ['null']))
  const parts = partsOf(certain.map(({ node }) => node), ['allOf', ...CHOICES])
  return new Set(parts.flatMap(({ node, guards }) => guards.every(isAlone) ? requiredOf(node) : []))
}

/** The paths of marks that members of one choice disagree about: no walk could tell which of them apply. */
export function markConflicts (node: Node): string[] {
  return CHOICES.flatMap((keyword) => {
    const members = membersOf(node, keyword).map((member) => marksIn([member], new Set()))
    const paths = new Set(members.flatMap((marks) => [...marks.keys()]))
    return [...paths].filter((path) => new Set(members.flatMap((marks) => marks.get(path) ?? [])).size > 1)
  })
}

/** Whether clients send and see each property, by its path: `size.x`, `parts[].x`. */
function marksIn (nodes: readonly Node[], visited: Set<Node>, outer = ''): Map<string, string> {
  const marks = new Map<string, string>()
  const parts = partsOf(nodes).map(({ node }) => node).filter((node) => !visited.has(node))
  for (const part of parts) visited.add(part)
  const enter = (inner: readonly Node[], path: string): void => {
    for (const [place, mark] of marksIn(inner, visited, path)) marks.set(place, mark)
  }
  for (const [name, named] of groupBy(parts.flatMap(propertiesOf), ([name]) => name)) {
    const properties = named.map(([, property]) => property)
    const kinds = bothOf(properties.map(kindsOf))
    const path = outer === '' ? name : `${outer}.${name}`
    marks.set(path, `${kinds.has('sent')} ${kinds.has('seen')}`)
    enter(properties, path)
  }
  const items = parts.flatMap((part) => INSIDE.flatMap((keyword) => membersOf(part, keyword)))
  if (items.length > 0) enter(items, `${outer}[]`)
  return marks
}

/** The values of a list, and those under further names. */
const INSIDE = ['items', 'prefixItems', 'additionalItems', 'additionalProperties', 'patternProperties']
