/** JSON Schemas as documents: each subschema is a node at a place, and a `$ref` leads to a node. */

import { unescape } from 'node:querystring'
import { didYouMean, oneOf, show } from '../../text.js'
import { keysAt, pointerTo } from '../../pointers.js'
import { isObject, remember } from '../../routes/objects.js'

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
  /**
   * Subschemas by keyword, then by name, by index, or by `''`. Those that only a `$ref` leads to, in a group
   * of the app's own, have their JSON pointer as the keyword.
   */
  readonly under: Map<string, ReadonlyMap<string, Node>>
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
}

/** Gives the root of a schema. Each schema is read once; `name` is for a schema without an `$id`. */
export type ReadSchema = (schema: Schema, name?: string) => Node

/** Keywords whose subschemas have names. */
const MAPS: readonly string[] = [
  'properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas'
]

const SUBSCHEMAS: readonly string[] = [
  'additionalProperties', 'unevaluatedProperties', 'items', 'additionalItems', 'unevaluatedItems',
  'prefixItems', 'anyOf', 'oneOf', 'allOf', 'if', 'then', 'else', 'not', 'contains', 'propertyNames'
]

/** Choices: one of the members applies, or several do. */
export const CHOICES: readonly string[] = ['anyOf', 'oneOf']

/** In-place applicators: they apply to the same value always, under a condition, or as a choice. */
export const SAME_VALUE: readonly string[] = [
  'allOf',
  'then',
  'else',
  'dependencies',
  'dependentSchemas',
  ...CHOICES
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
        return isObject(other) ? read(other) : undefined
      }
    }
    return remember(known, schema, () => readNode(schema, { document, at: '', base: '', keyword: '' }))
  }
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
  for (const word of [schema.type ?? []].flat()) {
    if (!TYPES.includes(word as string)) {
      tellFault(node, `unknown type ${show(word)}; expected ${oneOf(TYPES)}${didYouMean(word, TYPES)}`)
    }
  }
  if (schema.required !== undefined && !Array.isArray(schema.required)) {
    tellFault(node, `required: expected a list of properties, got ${show(schema.required)}`)
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (MAPS.includes(keyword) && !isObject(value)) {
      tellFault({ document, at: `${at}/${keyword}` }, `expected schemas by name, got ${show(value)}`)
    }
    // Dependencies may be lists of names.
    const inner = entriesOf(keyword, value).filter(([, one]) => !Array.isArray(one)).map(([key, one]) => {
      const inside = {
        document,
        at: one === value ? `${at}/${keyword}` : pointerTo(key, `${at}/${keyword}`)
      }
      if (!isObject(one) && typeof one !== 'boolean') tellFault(inside, `expected a schema, got ${show(one)}`)
      return [key, readNode(isObject(one) ? one : {}, { ...inside, base, parent: node, keyword })] as const
    })
    if (inner.length > 0) under.set(keyword, new Map(inner))
  }
  return node
}

/** The values under a keyword: by name, by index, or one by `''`. */
function entriesOf (keyword: string, value: unknown): Array<[key: string, value: unknown]> {
  if (MAPS.includes(keyword)) return isObject(value) ? Object.entries(value) : []
  if (!SUBSCHEMAS.includes(keyword)) return []
  return Array.isArray(value) ? Object.entries(value) : [['', value]]
}

function tellFault ({ document: { faults }, at }: Pick<Node, 'document' | 'at'>, fault: string): void {
  faults.push(at === '' ? fault : `${at.slice(1)}: ${fault}`)
}

/** Faults that a validator would report in its own words, or not at all. */
export function faultsOf ({ document }: Node): readonly string[] {
  for (const node of document.nodes.values()) {
    if (node.schema.$ref !== undefined && resolve(node) === undefined) {
      tellFault(
        node,
        `unknown $ref ${show(node.schema.$ref)}; expected a place in this schema (#/definitions/…), or a ` +
          'schema added before with fastify.addSchema()'
      )
    }
  }
  return document.faults
}

/** Follows all references, so that copies have each schema that is in a group. */
export function resolveAll (documents: Set<Document>): void {
  const count = (): number => [...documents].reduce((sum, { nodes }) => sum + nodes.size, 0)
  const before = count()
  for (const { nodes } of documents) {
    for (const node of nodes.values()) documents.add((resolve(node) ?? node).document)
  }
  if (count() > before) resolveAll(documents)
}

const targets = new WeakMap<Node, Node | undefined>()

/** The node that a `$ref` leads to; undefined where it is missing. */
export function resolve (node: Node): Node | undefined {
  return typeof node.schema.$ref === 'string' ? remember(targets, node, findTarget) : undefined
}

function findTarget ({ schema: { $ref }, base, document }: Node): Node | undefined {
  const [address = '', fragment = ''] = absolute($ref as string, base).split('#', 2)
  const key = address === '' ? base : address
  const resource = key === '' ? rootOf(document) : document.named.get(key) ?? document.find(key)
  if (resource === undefined || fragment === '') return resource
  return fragment.startsWith('/')
    ? nodeAt(resource, unescape(fragment))
    : resource.document.named.get(`${resource.base}#${fragment}`)
}

/** A node below, which may be under one of the app's own keywords. */
function nodeAt (resource: Node, pointer: string): Node | undefined {
  const { document, base } = resource
  const at = resource.at + pointer
  const value = keysAt(pointer).reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Schema)[key]
        : undefined,
    resource.schema
  )
  const known = document.nodes.get(at)
  if (known !== undefined || !isObject(value)) return known
  const parent = nearest(document, at)
  const keyword = at.slice(parent.at.length)
  const node = readNode(value, { document, at, base, parent, keyword })
  parent.under.set(keyword, new Map([['', node]]))
  return node
}

function nearest (document: Document, at: string): Node {
  const outer = at.slice(0, at.lastIndexOf('/'))
  return document.nodes.get(outer) ?? nearest(document, outer)
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
  // A group comes before what is inside it.
  for (const [keyword, members] of [...under].sort(([one], [other]) => one < other ? -1 : 1)) {
    const changed = (key: string, given: unknown): unknown => {
      const inner = members.get(key)
      return inner === undefined || typeof given === 'boolean' ? given : change(inner, keyword)
    }
    if (keyword.startsWith('/')) {
      put(copy, keysAt(keyword), changed('', null))
      continue
    }
    const value = schema[keyword] as Schema
    const copies = entriesOf(keyword, value).map(([key, given]) => [key, changed(key, given)] as const)
    const inner = copies.map(([, copied]) => copied)
    const others = Array.isArray(value) ? inner : inner[0]
    copy[keyword] = MAPS.includes(keyword) ? Object.fromEntries(copies) : others
  }
  return copy
}

/** Puts a value into an object, and copies what is on the way. */
function put (object: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    object[key] = value
    return
  }
  const inner = object[key]
  object[key] = Array.isArray(inner) ? [...inner] : { ...inner as object }
  put(object[key] as Record<string, unknown>, rest, value)
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
