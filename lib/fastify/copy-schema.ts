/** Copies a record's schema for one direction: what a client may send, or what it may see. */

import { didYouMean, oneOf, show } from '../errors.js'
import { isObject } from '../routes/objects.js'
import { documentOf, findTarget, toToken } from './json-schema.js'
import type { FindSchema, Schema, SchemaDocument, Target } from './json-schema.js'

export type Direction = 'request' | 'response'

/** The mark of properties that do not go in a direction. */
const LEFT_OUT = { request: 'readOnly', response: 'writeOnly' } as const

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']

/**
 * The keywords that hold subschemas, each with whether objects in them are closed: not where several
 * schemas have a say in one object's properties.
 */
const KEYWORDS: Readonly<Record<string, boolean>> = {
  properties: true,
  patternProperties: true,
  additionalProperties: true,
  items: true,
  additionalItems: true,
  prefixItems: true,
  anyOf: false,
  oneOf: false,
  allOf: false,
  not: false,
  if: false,
  then: false,
  else: false,
  contains: false,
  propertyNames: false,
  dependencies: false,
  dependentSchemas: false,
  unevaluatedItems: false,
  unevaluatedProperties: false
}

const MAPS = ['properties', 'patternProperties', 'dependencies', 'dependentSchemas']
const LISTS = ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf']
const CHOICES = ['anyOf', 'oneOf']

/** What a copy is without: references are followed, so that no name of a schema comes twice. */
const DROPPED = ['$id', '$schema', '$ref', '$defs', 'definitions']

export interface Copying {
  readonly direction: Direction
  readonly find: FindSchema
  readonly report: (place: string, fault: string) => void
}

/** The name of a copy, once a schema inside it refers to it. */
interface Naming {
  id: string | null
}

/** A subschema on its way. */
interface Place {
  /** In the record, as a JSON pointer. */
  readonly at: string
  readonly document: SchemaDocument
  readonly around: ReadonlyMap<Schema, Naming>
  /** Where the copy of a reference takes the place of this one. */
  readonly naming: Naming | null
  readonly closes: boolean
}

// A validator that serves several registrations must not know one name for two copies.
let names = 0

/**
 * A copy that stands by itself: references are replaced by what they point to, but for those to a schema
 * around them, whose copy gets a name.
 */
export function copySchema ({ schema, document }: Target, copying: Copying): Schema {
  return copyObject(schema, { at: '', document, around: new Map(), naming: null, closes: true }, copying)
}

function copyAny (value: unknown, place: Place, copying: Copying): unknown {
  if (isObject(value)) return copyObject(value, place, copying)
  if (typeof value !== 'boolean') copying.report(place.at, `expected a schema, got ${show(value)}`)
  return value
}

function copyObject (schema: Schema, place: Place, copying: Copying): Schema {
  const document = typeof schema.$id === 'string' && !schema.$id.startsWith('#') ? documentOf(schema) : place.document
  const naming = place.naming ?? { id: null }
  // The outermost stays nameless, since readers look for names inside.
  const around = place.at === '' ? place.around : new Map(place.around).set(schema, naming)
  const inside = { ...place, document, around, naming: null }
  const copied = { ...copyReference(schema, { ...inside, naming }, copying), ...copyKeywords(schema, inside, copying) }
  return naming.id === null ? copied : { ...copied, $id: naming.id }
}

/** What a `$ref` brings in. */
function copyReference ({ $ref }: Schema, place: Place, copying: Copying): Schema {
  if (typeof $ref !== 'string') return {}
  const target = findTarget($ref, place.document, copying.find)
  if (target === undefined) {
    copying.report(place.at, `nothing is at the $ref ${show($ref)}; expected a place in this schema (#/definitions/…), or a schema that fastify.addSchema() has been given before`)
    return {}
  }
  const known = place.around.get(target.schema)
  if (known === undefined) return copyObject(target.schema, { ...place, document: target.document }, copying)
  known.id ??= `fastify-resources-${++names}`
  return { $ref: `${known.id}#` }
}

function copyKeywords (schema: Schema, place: Place, copying: Copying): Schema {
  checkType(schema.type, place.at, copying)
  const copied = Object.fromEntries(Object.entries(schema)
    .filter(([keyword]) => !DROPPED.includes(keyword))
    .map(([keyword, value]) => [keyword, Object.hasOwn(KEYWORDS, keyword) ? copyKeyword(keyword, value, place, copying) : value]))
  return isObject(schema.properties) ? leaveOut(copied, place, copying) : copied
}

function copyKeyword (keyword: string, value: unknown, place: Place, copying: Copying): unknown {
  const at = `${place.at}/${keyword}`
  // An object or null is no choice between objects.
  const closes = place.closes && (KEYWORDS[keyword] === true || (CHOICES.includes(keyword) && hasOneObject(value, place, copying)))
  const inside = { ...place, closes }
  if (MAPS.includes(keyword)) {
    if (!isObject(value)) {
      copying.report(at, `expected schemas by name, got ${show(value)}`)
      return value
    }
    // What depends on a property may be a list of names.
    return Object.fromEntries(Object.entries(value).map(([name, item]) =>
      [name, Array.isArray(item) ? item : copyAny(item, { ...inside, at: `${at}/${toToken(name)}` }, copying)]))
  }
  if (Array.isArray(value) && LISTS.includes(keyword)) return value.map((item, index) => copyAny(item, { ...inside, at: `${at}/${index}` }, copying))
  return copyAny(value, { ...inside, at }, copying)
}

function hasOneObject (members: unknown, { document }: Place, { find }: Copying): boolean {
  return Array.isArray(members) && members.filter((member) => {
    const target = isObject(member) && typeof member.$ref === 'string' ? findTarget(member.$ref, document, find)?.schema : member
    return isObject(target) && [target.type].flat().includes('object')
  }).length === 1
}

/** Takes the properties out that do not go in this direction, and closes the object. */
function leaveOut (copied: Schema, { closes }: Place, { direction }: Copying): Schema {
  const { required, patternProperties, additionalProperties, ...others } = copied
  if (direction === 'request' && !closes) return copied
  const all = Object.entries(copied.properties as Schema)
  const kept = all.filter(([, property]) => !(isObject(property) && property[LEFT_OUT[direction]] === true))
  const without = all.filter((entry) => !kept.includes(entry)).map(([name]) => name)
  // Of an answer only what is named is written; closed, a choice would refuse the row that has more.
  const otherwise = direction === 'request' ? false : undefined
  const closed = without.length > 0 ? otherwise : additionalProperties ?? otherwise
  return {
    ...others,
    properties: Object.fromEntries(kept),
    ...(Array.isArray(required) ? { required: required.filter((name) => !without.includes(name as string)) } : {}),
    ...(isObject(patternProperties) ? { patternProperties: withoutMatching(patternProperties, without) } : {}),
    ...(closed === undefined ? {} : { additionalProperties: closed })
  }
}

/** A pattern would let in again what has been left out. */
function withoutMatching (patterns: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(patterns).filter(([pattern]) => !names.some((name) => new RegExp(pattern, 'u').test(name))))
}

function checkType (type: unknown, at: string, { report }: Copying): void {
  if (type === undefined) return
  for (const word of [type].flat()) {
    if (!TYPES.includes(word as string)) report(at, `unknown type ${show(word)}; expected ${oneOf(TYPES)}${didYouMean(word, TYPES)}`)
  }
}
