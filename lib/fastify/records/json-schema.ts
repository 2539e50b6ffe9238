/** JSON Schemas as plain objects: where subschemas stand in them, and what a `$ref` points to. */

import { isObject } from '../../routes/objects.js'

export type Schema = Readonly<Record<string, unknown>>

/** One of the app's, by what `fastify.addSchema` knows it by. */
export type FindSchema = (id: string) => unknown

/** What local references look into. */
export interface SchemaDocument {
  readonly root: Schema
  /** `''` where it has no `$id`. */
  readonly id: string
}

export interface Target {
  readonly schema: Schema
  readonly document: SchemaDocument
}

/** A schema as a document of its own. */
export function documentOf (root: Schema): SchemaDocument {
  return { root, id: typeof root.$id === 'string' ? root.$id.replace(/#$/, '') : '' }
}

/** What a `$ref` points to: in its own document by a JSON pointer, else in one of the app's; undefined where nothing is there. */
export function findTarget (reference: string, document: SchemaDocument, find: FindSchema): Target | undefined {
  const [address, fragment = ''] = absolute(reference, document.id).split('#', 2) as [string, string?]
  const other = address === '' || address === document.id ? document.root : find(address) ?? find(`${address}#`)
  if (!isObject(other)) return undefined
  const schema = valueAt(other, fragment)
  return isObject(schema) ? { schema, document: other === document.root ? document : documentOf(other) } : undefined
}

/** A schema and what its `$ref` leads to, step by step, each with the document that its own references look into. */
export function referencesOf (target: Target, find: FindSchema): Target[] {
  const steps: Target[] = []
  let next: Target | undefined = target
  while (next !== undefined && !steps.some(({ schema }) => schema === next?.schema)) {
    const { schema } = next as Target
    const document: SchemaDocument = typeof schema.$id === 'string' && !schema.$id.startsWith('#') ? documentOf(schema) : (next as Target).document
    steps.push({ schema, document })
    next = typeof schema.$ref === 'string' ? findTarget(schema.$ref, document, find) : undefined
  }
  return steps
}

/** The reference of the last step, where nothing is. */
export function danglingReference (steps: readonly Target[], find: FindSchema): string | undefined {
  const { schema: { $ref }, document } = steps.at(-1) as Target
  return typeof $ref === 'string' && findTarget($ref, document, find) === undefined ? $ref : undefined
}

/** The keywords that hold subschemas: for a value inside, for the same value, or as a question. */
export const KEYWORDS: Readonly<Record<string, 'inside' | 'same' | 'question'>> = {
  properties: 'inside',
  patternProperties: 'inside',
  additionalProperties: 'inside',
  unevaluatedProperties: 'inside',
  items: 'inside',
  additionalItems: 'inside',
  unevaluatedItems: 'inside',
  prefixItems: 'inside',
  anyOf: 'same',
  oneOf: 'same',
  allOf: 'same',
  then: 'same',
  else: 'same',
  dependencies: 'same',
  dependentSchemas: 'same',
  if: 'question',
  not: 'question',
  contains: 'question',
  propertyNames: 'question'
}

/** Those whose schemas hold for the same value, always or under a condition. */
export const SAME_VALUE = Object.keys(KEYWORDS).filter((keyword) => KEYWORDS[keyword] === 'same')

/** Keywords whose schemas hold for the same value by name. */
const MAPS = ['dependencies', 'dependentSchemas']

/** A schema and all that hold for the same value: by reference, and under the keywords. */
export function partsOf (target: Target, keywords: readonly string[], find: FindSchema): Target[] {
  const parts = new Map<Schema, SchemaDocument>()
  const add = (part: Target): void => {
    if (parts.has(part.schema)) return
    for (const { schema, document } of referencesOf(part, find)) {
      parts.set(schema, document)
      for (const keyword of keywords) {
        for (const member of membersOf(schema, keyword)) add({ schema: member, document })
      }
    }
  }
  add(target)
  return [...parts].map(([schema, document]) => ({ schema, document }))
}

/** Whether a schema speaks of what a list or an object holds. */
export function holdsValues (target: Target, find: FindSchema): boolean {
  return partsOf(target, SAME_VALUE, find).some(({ schema }) => Object.keys(schema).some((keyword) => KEYWORDS[keyword] === 'inside'))
}

/** The schemas under a keyword, one or several. */
export function membersOf (schema: Schema, keyword: string): Schema[] {
  const value = schema[keyword]
  return (MAPS.includes(keyword) && isObject(value) ? Object.values(value) : [value].flat()).filter(isObject)
}

/** The value that the fragment of a URI names as a JSON pointer. */
export function valueAt (root: unknown, fragment: string): unknown {
  if (fragment === '') return root
  if (!fragment.startsWith('/')) return undefined
  return fragment.slice(1).split('/').map(fromToken).reduce<unknown>((value, key) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Schema)[key] : undefined, root)
}

/** A key as a part of a JSON pointer. */
export function toToken (key: string): string {
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
  return reference.startsWith('#') || !URL.canParse(base) ? reference : new URL(reference, base).href
}
