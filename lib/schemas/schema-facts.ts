/** Facts about one value from all of its schemas: which types it may have, and in which direction it goes. */

import { remember } from '../routes/objects.js'
import { CHOICES, SAME_VALUE, TYPES, membersOf, propertiesOf, referencesOf, resolve } from './documents.js'
import type { Node, Schema } from './documents.js'
import { DIRECTIONS } from './purposes.js'
import type { Direction } from './purposes.js'

/**
 * The types that a value may have, an empty text (`blank`), the text of a day, a form's file and a `text`
 * that is no file; `any` where no schema restricts it, `untyped` where none says a type, and `nullable` where
 * a schema, and no choice, allows null beside another type. A property also has whether it is `sent` and
 * `seen`.
 */
export type Kinds = ReadonlySet<string>

export const ANY: Kinds = new Set([
  ...TYPES, 'blank', 'nullable', 'day', 'file', 'text', 'any', 'untyped', ...DIRECTIONS
])

const NULL: Kinds = new Set(['null'])

/** Formats that an empty text may have. */
const EMPTY_FORMATS = [
  'binary', 'byte', 'iri-reference', 'json-pointer', 'password', 'regex', 'uri-reference', 'uri-template'
]

/** A schema that applies to a value. */
export interface Part {
  readonly node: Node
  /** The members of choices that contain it: where one of them does not apply, neither does it. */
  readonly guards: readonly Node[]
}

/** All schemas that apply to the same value as the given ones: by reference and by in-place applicators. */
export function partsOf (nodes: readonly Node[], keywords: readonly string[] = SAME_VALUE): Part[] {
  const parts = new Map<Node, Part>()
  function add (referrer: Node, guards: readonly Node[]): void {
    for (const node of referencesOf(referrer)) {
      if (parts.has(node)) return
      parts.set(node, { node, guards })
      for (const keyword of keywords) {
        for (const member of membersOf(node, keyword)) {
          add(member, CHOICES.includes(keyword) ? [...guards, member] : guards)
        }
      }
    }
  }
  for (const node of nodes) add(node, [])
  return [...parts.values()]
}

/** The properties that any of these schemas names. */
export function propertiesIn (
  node: Node, keywords?: readonly string[]
): Array<[name: string, property: Node]> {
  return partsOf([node], keywords).flatMap((part) => propertiesOf(part.node))
}

const known = new WeakMap<Node, Kinds>()

export function kindsOf (node: Node): Kinds {
  const found = known.get(node)
  if (found !== undefined) return found
  // References in a circle say nothing.
  known.set(node, ANY)
  const target = resolve(node)
  const choices = CHOICES.map((keyword) => membersOf(node, keyword)).filter((members) => members.length > 0)
  const kinds = bothOf([
    ownKinds(node.schema),
    target === undefined ? ANY : kindsOf(target),
    ...membersOf(node, 'allOf').map(kindsOf),
    ...choices.map(choiceKinds)
  ])
  known.set(node, kinds)
  return kinds
}

/** Null says nothing about the direction of its alternatives. */
function choiceKinds (members: readonly Node[]): Kinds {
  const isAlone = members.every(isNull)
  return eitherOf(members.map((member) => isNull(member) && !isAlone ? NULL : kindsOf(member)))
}

function isNull ({ schema: { type } }: Node): boolean {
  return type === 'null'
}

function ownKinds (schema: Schema): Kinds {
  const { type, nullable, enum: values, const: value, format, pattern, minLength = 0 } = schema
  const types = [type ?? []].flat() as string[]
  const isFile = types.includes('string') && isBinary(schema)
  const single = value === undefined ? [] : [value]
  const fixed = Array.isArray(values) ? values as unknown[] : single
  const implied = [
    ...nullable === true ? ['null'] : [],
    ...nullable === true || (types.includes('null') && types.length > 1) ? ['nullable'] : [],
    ...types.includes('number') ? ['integer'] : [],
    ...types.includes('string') ? ['blank'] : [],
    ...format === 'date' ? ['day'] : [],
    ...isFile ? ['file'] : [],
    ...types.includes('string') && !isFile ? ['text'] : []
  ]
  const isEmptyInvalid = (typeof format === 'string' && !EMPTY_FORMATS.includes(format)) ||
    (typeof pattern === 'string' && !readPattern(pattern).test(''))
  const missing = [
    isEmptyInvalid || minLength as number > 0 ? 'blank' : '',
    // TypeBox has its own keyword for it, which types know.
    schema.readOnly === true || schema['~readonly'] === true ? 'sent' : '',
    schema.writeOnly === true ? 'seen' : ''
  ]
  return bothOf([
    new Set([...ANY].filter((kind) => !missing.includes(kind))),
    types.length === 0 ? ANY : new Set([...types, ...implied, ...DIRECTIONS]),
    fixed.length === 0 ? ANY : new Set([...fixed.flatMap(kindOf), 'untyped', ...DIRECTIONS])
  ])
}

/** Takes any text. */
const ANY_TEXT = /(?:)/

/**
 * A pattern as validators read it: as a Unicode one, or by their option without that. Where neither can, it
 * takes any text, since the app's validator refuses the schema in its own words.
 */
export function readPattern (source: string): RegExp {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags)
    } catch {}
  }
  return ANY_TEXT
}

/** Whether its string is the bytes of a file, as OpenAPI 3.0 or JSON Schema 2020-12 say it. */
export function isBinary ({ format, contentEncoding }: Schema): boolean {
  return format === 'binary' || contentEncoding === 'binary'
}

function kindOf (value: unknown): string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (value === '') return ['string', 'text', 'blank']
  if (typeof value === 'string') return ['string', 'text']
  if (typeof value !== 'number') return [typeof value]
  return Number.isInteger(value) ? ['integer'] : ['number', 'integer']
}

export function bothOf (all: readonly Kinds[]): Kinds {
  const [first = ANY, ...others] = all.filter((kinds) => kinds !== ANY)
  return others.reduce((one, other) => new Set([...one].filter((kind) => other.has(kind))), first)
}

export function eitherOf (all: readonly Kinds[]): Kinds {
  return new Set(all.flatMap((kinds) => [...kinds]))
}

/** Whether it may be a form's file, as some schema says. */
export function mayBeFile (kinds: Kinds): boolean {
  return kinds.has('file') && !kinds.has('any')
}

/** Whether a text is a file that did not come, since no schema takes another one there. */
export function isNoText (kinds: Kinds): boolean {
  return mayBeFile(kinds) && !kinds.has('text')
}

/** Whether all possible types are among these. */
export function isOnly (kinds: Kinds, types: readonly string[]): boolean {
  return !['any', ...TYPES].some((type) => kinds.has(type) && !types.includes(type))
}

/** Names of properties at any depth: all of them, and those that a schema hides from answers. */
interface FactsInside {
  readonly all: ReadonlySet<string>
  readonly hidden: ReadonlySet<string>
  /** Whether anything is hidden, also what has no name: an item, or what a pattern matches. */
  readonly isHiding: boolean
  /** Whether any value may be a form's file. */
  readonly hasFiles: boolean
}

const anywhere = new WeakMap<Node, FactsInside>()

/** Each action of a record asks, and records that refer to each other reach all of them. */
export function factsInside (node: Node): FactsInside {
  return remember(anywhere, node, () => {
    const reached = new Set([node])
    for (const one of reached) for (const target of factsOfOwn(one).targets) reached.add(target)
    const found = [...reached].map(factsOfOwn)
    return {
      all: new Set(found.flatMap(({ all }) => [...all])),
      hidden: new Set(found.flatMap(({ hidden }) => [...hidden])),
      isHiding: found.some(({ isHiding }) => isHiding),
      hasFiles: found.some(({ hasFiles }) => hasFiles)
    }
  })
}

interface OwnFacts extends FactsInside {
  /** Schemas of other documents that it refers to. */
  readonly targets: ReadonlySet<Node>
}

const inside = new WeakMap<Node, OwnFacts>()

/** Those of its own document. */
function factsOfOwn (node: Node): OwnFacts {
  return remember(inside, node, () => {
    const nodes = new Set([node])
    const targets = new Set<Node>()
    for (const inner of nodes) {
      const target = resolve(inner)
      if (target !== undefined) (target.document === node.document ? nodes : targets).add(target)
      for (const members of inner.under.values()) for (const member of members.values()) nodes.add(member)
    }
    const isHidden = (inner: Node): boolean => !kindsOf(inner).has('seen')
    const properties = [...nodes].flatMap(propertiesOf)
    const hidden = properties.filter(([, property]) => isHidden(property))
    return {
      all: new Set(properties.map(([name]) => name)),
      hidden: new Set(hidden.map(([name]) => name)),
      isHiding: [...nodes].some(isHidden),
      hasFiles: [...nodes].some((inner) => mayBeFile(kindsOf(inner))),
      targets
    }
  })
}

/** The names of properties that any schema of the same value hides, also the schemas around this one. */
export function hiddenNames (node: Node, direction: Direction): string[] {
  return propertiesIn(outermost(node))
    .filter(([, property]) => !kindsOf(property).has(direction))
    .map(([name]) => name)
}

/** The schema around all others of its value in one document. */
function outermost (node: Node): Node {
  const { parent, keyword } = node
  return parent !== undefined && SAME_VALUE.includes(keyword) ? outermost(parent) : node
}
