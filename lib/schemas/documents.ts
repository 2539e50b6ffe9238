/** JSON Schemas as documents: each subschema is a node at a place, and a `$ref` leads to a node. */

import { unescape } from 'node:querystring'
import { didYouMean, oneOf, show } from '../text.js'
import { pointerTo } from '../pointers.js'
import { isObject, remember } from '../routes/objects.js'

export type Schema = Readonly<Record<string, unknown>>

export interface Node {
  readonly schema: Schema
  readonly document: Document
  /** A JSON pointer in the document. */
  readonly at: string
  /** The nearest `$id`, against which references resolve; absolute where it is a URL. */
  readonly base: string
  readonly parent?: Node
  /** Its keyword and key in its parent. */
  readonly keyword: string
  /** Subschemas by keyword, then by name, by index, or by `''`. */
  readonly under: ReadonlyMap<string, ReadonlyMap<string, Node>>
}

/** An outermost schema with all of its nodes. */
export interface Document {
  /** The name under which the app has it, or should have it. */
  name: string
  /** By pointer. */
  readonly nodes: Map<string, Node>
  /** By `$id` and by anchor. */
  readonly named: Map<string, Node>
  /** Values that should be a schema and are not. */
  readonly faults: string[]
  readonly find: (id: string) => Node | undefined
  /** Gives the root of a document that has this very schema. */
  readonly rootWith: (schema: Schema) => Node | undefined
}

/** Gives the root of a schema. Each schema is read once; `name` is for a schema without an `$id`. */
export type ReadSchema = (schema: Schema, name?: string) => Node

/** Keywords whose subschemas have names; `schemas` are those of an OpenAPI document. */
const MAPS: readonly string[] = [
  'properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas', 'schemas'
]

const SUBSCHEMAS: readonly string[] = [
  'additionalProperties', 'unevaluatedProperties', 'items', 'additionalItems', 'unevaluatedItems',
  'prefixItems', 'anyOf', 'oneOf', 'allOf', 'if', 'then', 'else', 'not', 'contains', 'propertyNames',
  'components'
]

/** Choices: one of the members applies, or several do. */
export const CHOICES: readonly string[] = ['anyOf', 'oneOf']

/** In-place applicators: they apply to the same value always, under a condition, or as a choice. */
export const SAME_VALUE: readonly string[] = [
  'allOf', 'then', 'else', 'dependencies', 'dependentSchemas', ...CHOICES
]

export const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']

/** `find` gives the app's schemas by their names in `fastify.addSchema`. */
export function createReader (find: (id: string) => unknown): ReadSchema {
  const known = new Map<Schema, Node>()
  return function read (schema, name = '') {
    const document: Document = {
      name: idOf(schema) ?? name,
      nodes: new Map(),
      named: new Map(),
      faults: [],
      find (id) {
        const other = find(id) ?? find(`${id}#`)
        return isObject(other) ? read(other, id) : undefined
      },
      rootWith: (schema) => known.get(schema)
    }
    return remember(known, schema, () => readNode(schema, { document, at: '', base: '', keyword: '' }))
  }
}

/** The root of a schema that refers to no other. */
export function readAlone (schema: Schema): Node {
  return createReader(() => undefined)(schema)
}

/** The outermost schema. */
export function rootOf ({ nodes }: Document): Node {
  return nodes.get('') as Node
}

/** The `$id` of a schema, as references write it. */
export function idOf ({ $id }: Schema): string | undefined {
  return typeof $id === 'string' && !$id.startsWith('#') ? $id.replace(/#$/, '') : undefined
}

function readNode (schema: Schema, { base: outer, ...place }: Omit<Node, 'schema' | 'under'>): Node {
  const { document, at } = place
  const id = idOf(schema)
  const base = id === undefined ? outer : absolute(id, outer)
  const under = new Map<string, ReadonlyMap<string, Node>>()
  const node: Node = { ...place, schema, base, under }
  document.nodes.set(at, node)
  if (id !== undefined) document.named.set(base, node)
  for (const anchor of [schema.$id, `#${String(schema.$anchor)}`]) {
    if (typeof anchor === 'string' && anchor.startsWith('#')) document.named.set(base + anchor, node)
  }
  document.faults.push(...wordFaults(schema, at))
  for (const [keyword, value] of Object.entries(schema)) {
    // Dependencies may be lists of names.
    const inner = entriesOf(keyword, value).filter(([, one]) => !Array.isArray(one)).map(([key, one]) => {
      const inside = one === value ? `${at}/${keyword}` : pointerTo(key, `${at}/${keyword}`)
      if (!isObject(one) && typeof one !== 'boolean') {
        document.faults.push(placed(inside, `expected a schema, got ${show(one)}`))
      }
      const from = { document, at: inside, base, parent: node, keyword }
      return [key, readNode(isObject(one) ? one : {}, from)] as const
    })
    if (inner.length > 0) under.set(keyword, new Map(inner))
  }
  return node
}

/** What is wrong with the values of its keywords. */
function wordFaults (schema: Schema, at: string): string[] {
  const types = [schema.type ?? []].flat().filter((word) => !TYPES.includes(word as string))
  const maps = MAPS.filter((keyword) => schema[keyword] !== undefined && !isObject(schema[keyword]))
  const { required = [] } = schema
  const isList = Array.isArray(required)
  return [
    ...types.map((word) =>
      placed(at, `unknown type ${show(word)}; expected ${oneOf(TYPES)}${didYouMean(word, TYPES)}`)),
    ...isList ? [] : [placed(at, `required: expected a list of properties, got ${show(required)}`)],
    ...maps.map((keyword) =>
      placed(`${at}/${keyword}`, `expected schemas by name, got ${show(schema[keyword])}`))
  ]
}

/** The values under a keyword: by name, by index, or one by `''`. */
function entriesOf (keyword: string, value: unknown): Array<[key: string, value: unknown]> {
  if (MAPS.includes(keyword)) return isObject(value) ? Object.entries(value) : []
  if (!SUBSCHEMAS.includes(keyword)) return []
  return Array.isArray(value) ? Object.entries(value) : [['', value]]
}

function placed (at: string, fault: string): string {
  return at === '' ? fault : `${at.slice(1)}: ${fault}`
}

/** Faults that a validator would report in its own words, or not at all. */
export function faultsOf ({ document: { nodes, faults } }: Node): string[] {
  // The last step of a circle refers to another one.
  const lost = [...nodes.values()].filter((node) => referencesOf(node).at(-1)?.schema.$ref !== undefined)
  return [...faults, ...lost.map((node) => {
    const kind = resolve(node) === undefined ? 'unknown' : 'circular'
    const wayOut = 'expected a place in this schema (#/definitions/…), or a schema added before with ' +
      'fastify.addSchema()'
    return placed(node.at, `${kind} $ref ${show(node.schema.$ref)}; ${wayOut}`)
  })]
}

const linked = new WeakMap<Document, ReadonlySet<Document>>()

/** Adds the documents that references lead to. */
export function resolveAll (documents: Set<Document>): void {
  for (const document of documents) {
    for (const other of remember(linked, document, linkedTo)) documents.add(other)
  }
}

function linkedTo ({ nodes }: Document): Set<Document> {
  return new Set([...nodes.values()].flatMap((node) => resolve(node)?.document ?? []))
}

const targets = new WeakMap<Node, Node | undefined>()

/** The node that a `$ref` leads to; undefined where it is missing. */
export function resolve (node: Node): Node | undefined {
  return typeof node.schema.$ref === 'string' ? remember(targets, node, findTarget) : undefined
}

/** Says where the `$ref` of a copy leads. */
export function leadTo (node: Node, target: Node): void {
  targets.set(node, target)
}

function findTarget ({ schema: { $ref }, base, document }: Node): Node | undefined {
  const [address = '', fragment = ''] = absolute($ref as string, base).split('#', 2)
  const key = address === '' ? base : address
  const resource = key === '' ? rootOf(document) : document.named.get(key) ?? document.find(key)
  if (resource === undefined || fragment === '') return resource
  return fragment.startsWith('/')
    ? resource.document.nodes.get(resource.at + unescape(fragment))
    : resource.document.named.get(`${resource.base}#${fragment}`)
}

/** A schema and the nodes that its `$ref` leads to, step by step. */
export function referencesOf (node: Node): Node[] {
  const steps: Node[] = []
  for (let next: Node | undefined = node; next !== undefined && !steps.includes(next); next = resolve(next)) {
    steps.push(next)
  }
  return steps
}

/** A copy of a schema, with each subschema replaced by `change`. */
export function mapNode (
  { schema, under }: Node, change: (inner: Node, keyword: string) => unknown
): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...schema }
  for (const [keyword, members] of under) {
    const value = schema[keyword] as Schema
    const copies = entriesOf(keyword, value).map(([key, member]) => {
      const inner = typeof member === 'boolean' ? undefined : members.get(key)
      return [key, inner === undefined ? member : change(inner, keyword)] as const
    })
    const inner = copies.map(([, copied]) => copied)
    const others = Array.isArray(value) ? inner : inner[0]
    copy[keyword] = MAPS.includes(keyword) ? Object.fromEntries(copies) : others
  }
  return copy
}

/** The target of a schema that is only a reference, else the schema itself. */
export function targetOf (node: Node): Node {
  return Object.keys(node.schema).length === 1 ? resolve(node) ?? node : node
}

/** The schemas under a keyword, one or several. */
export function membersOf (node: Node, keyword: string): Node[] {
  return [...node.under.get(keyword)?.values() ?? []]
}

/** The properties that a schema itself names. */
export function propertiesOf (node: Node): Array<[name: string, property: Node]> {
  return [...node.under.get('properties') ?? []]
}

/** The names that a schema itself requires. */
export function requiredOf ({ schema: { required } }: Pick<Node, 'schema'>): string[] {
  return Array.isArray(required) ? required as string[] : []
}

function absolute (reference: string, base: string): string {
  return reference.startsWith('#') || !URL.canParse(base) ? reference : new URL(reference, base).href
}
