/** JSON Schemas as plain objects: where subschemas stand in them, and what a `$ref` leads to. */

import { isObject } from '../../routes/objects.js'

export type Schema = Readonly<Record<string, unknown>>

/** One of the app's, by what `fastify.addSchema` knows it by. */
export type FindSchema = (id: string) => unknown

/** What local references look into: a schema with an `$id`, or the outermost one. */
export interface SchemaDocument {
  readonly root: Schema
  /** Absolute where it is a URL; `''` where there is none. */
  readonly id: string
  /** The outermost schema around it. */
  readonly top: Schema
  readonly find: FindSchema
}

export interface Target {
  readonly schema: Schema
  readonly document: SchemaDocument
}

/** What `true` says; one object, by which it is known again. */
export const NOTHING: Schema = {}

/** Keywords whose subschemas have names. */
const MAPS: readonly string[] = ['properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas']

const SUBSCHEMAS: readonly string[] = [
  'additionalProperties', 'unevaluatedProperties', 'items', 'additionalItems', 'unevaluatedItems', 'prefixItems',
  'anyOf', 'oneOf', 'allOf', 'if', 'then', 'else', 'not', 'contains', 'propertyNames'
]

/** Choices: one of the schemas holds, or several do. */
export const CHOICES: readonly string[] = ['anyOf', 'oneOf']

/** Keywords whose schemas speak of the same value: always, under a condition, or as a choice. */
export const SAME_VALUE: readonly string[] = ['allOf', 'then', 'else', 'dependencies', 'dependentSchemas', ...CHOICES]

export function targetOf (root: Schema, find: FindSchema): Target {
  return enter({ schema: root, document: { root, id: '', top: root, find } })
}

/** A schema with an `$id` is a document of its own. */
export function enter ({ schema, document }: Target): Target {
  const { $id } = schema
  if (typeof $id !== 'string' || $id.startsWith('#') || (schema === document.root && document.id !== '')) return { schema, document }
  return { schema, document: { ...document, root: schema, id: absolute($id.replace(/#$/, ''), document.id) } }
}

/** A copy of a schema, with each subschema as `change` has it; `at` is a JSON pointer in the schema. */
export function mapSchemas (schema: Schema, change: (inner: unknown, keyword: string, at: string, name?: string) => unknown): Schema {
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => {
    const at = `/${keyword}`
    if (MAPS.includes(keyword)) return [keyword, isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, keyword, `${at}/${toToken(name)}`, name)])) : change(value, keyword, at)]
    if (!SUBSCHEMAS.includes(keyword)) return [keyword, value]
    return [keyword, Array.isArray(value) ? value.map((inner, index) => change(inner, keyword, `${at}/${index}`)) : change(value, keyword, at)]
  }))
}

/** One schema that says what several say. */
export function joinSchemas (schemas: readonly Schema[]): Schema {
  const [first = {}, ...others] = schemas
  return others.length === 0 ? first : { allOf: schemas }
}

/** The schemas under a keyword, one or several; true is one that says nothing. */
export function membersOf ({ schema, document }: Target, keyword: string): Target[] {
  const value = schema[keyword]
  if (value === undefined) return []
  const members = MAPS.includes(keyword) && isObject(value) ? Object.values(value) : [value].flat()
  return members.flatMap((member) => member === true ? { schema: NOTHING, document } : isObject(member) ? { schema: member, document } : [])
}

/** A schema and what its `$ref` leads to, step by step. */
export function referencesOf (target: Target): Target[] {
  const steps: Target[] = []
  let next: Target | undefined = target
  while (next !== undefined && !steps.some(({ schema }) => schema === next?.schema)) {
    const step: Target = enter(next)
    steps.push(step)
    next = typeof step.schema.$ref === 'string' ? findTarget(step.schema.$ref, step.document) : undefined
  }
  return steps
}

/** The reference of the last step, where nothing is. */
export function danglingReference (steps: readonly Target[]): string | undefined {
  const { schema: { $ref }, document } = steps.at(-1) as Target
  return typeof $ref === 'string' && findTarget($ref, document) === undefined ? $ref : undefined
}

/** What a `$ref` points to, with the document that its fragment is read in; undefined where nothing is there. */
export function findTarget (reference: string, document: SchemaDocument): Target | undefined {
  const [address, fragment = ''] = absolute(reference, document.id).split('#', 2) as [string, string?]
  const resource = address === '' || address === document.id ? document : findDocument(address, document)
  if (resource === undefined) return undefined
  const schema = fragment === '' || fragment.startsWith('/') ? valueAt(resource.root, fragment) : identified(resource).get(`${resource.id}#${fragment}`)?.root
  return isObject(schema) ? { schema, document: resource } : undefined
}

function findDocument (address: string, document: SchemaDocument): SchemaDocument | undefined {
  const inner = identified(document).get(address)
  if (inner !== undefined) return inner
  const other = document.find(address) ?? document.find(`${address}#`)
  return isObject(other) ? targetOf(other, document.find).document : undefined
}

const indexes = new WeakMap<Schema, Map<string, SchemaDocument>>()

/** The schemas inside the outermost one that have an `$id` or an `$anchor`. */
function identified ({ top, find }: SchemaDocument): Map<string, SchemaDocument> {
  const known = indexes.get(top)
  if (known !== undefined) return known
  const index = new Map<string, SchemaDocument>()
  indexes.set(top, index)
  const visit = (target: Target): void => {
    const { schema, document } = enter(target)
    if (document.root === schema) index.set(document.id, document)
    const { $id, $anchor } = schema
    for (const anchor of [$id, `#${String($anchor)}`]) {
      if (typeof anchor === 'string' && anchor.startsWith('#')) index.set(document.id + anchor, { ...document, root: schema })
    }
    mapSchemas(schema, (inner) => { if (isObject(inner)) visit({ schema: inner, document }) })
  }
  visit(targetOf(top, find))
  return index
}

/** The value that the fragment of a URI names as a JSON pointer. */
function valueAt (root: unknown, fragment: string): unknown {
  return fragment.split('/').slice(1).map(fromToken).reduce<unknown>((value, key) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Schema)[key] : undefined, root)
}

/** A key as a part of a JSON pointer. */
function toToken (key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function fromToken (token: string): string {
  return decode(token).replaceAll('~1', '/').replaceAll('~0', '~')
}

function decode (token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

function absolute (reference: string, base: string): string {
  return reference.startsWith('#') || !base.includes(':') || !URL.canParse(base) ? reference : new URL(reference, base).href
}
