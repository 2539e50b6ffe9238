/** Copies of schemas for one direction, where a validator or a serializer would get the schema itself wrong. */

import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../routes/objects.js'
import { isMarked, markedNames, partsOf, propertiesOf, typesOf } from './facts.js'
import { CHOICES, enter, findTarget, joinSchemas, mapSchemas, membersOf, referencesOf, SAME_VALUE, targetOf } from './json-schema.js'
import type { FindSchema, Schema, SchemaDocument, Target } from './json-schema.js'
import type { Names } from './names.js'
import type { Reach } from './reach.js'

export interface Copies {
  /** Refers to the copy of a schema, or to the schema itself where nothing differs. */
  reference: (target: Target) => Schema
  /** A copy in place of a schema that has no name. */
  inline: (target: Target) => Schema
  /** The record's own level without what must be there, and without defaults. */
  partial: (target: Target) => Schema
}

/** Keywords whose schemas have their say whatever a choice chooses. */
const CERTAIN = SAME_VALUE.filter((keyword) => !CHOICES.includes(keyword))

/** What a part of a schema is without, outside of its document. */
const OUTER = ['$id', '$schema', '$anchor', '$ref', '$defs', 'definitions']

/** What says that something must be there, or puts it there. */
const DEMANDS = ['required', 'minProperties', 'dependentRequired', 'default']

/** Types that a validator makes of null, which then never comes to be null. */
const MADE_OF_NULL = ['string', 'number', 'integer', 'boolean', 'array']

const SUFFIXES = { readOnly: 'Input', writeOnly: 'Output' } as const

/** A schema that only asks is about what the client sent, so it stays as it is. */
const QUESTIONS = ['if', 'not', 'contains', 'propertyNames']

type Rename = (reference: string, document: SchemaDocument, isAsked: boolean) => string

export function createCopies (mark: 'readOnly' | 'writeOnly', names: Names, { of: reachOf, joint }: Reach): Copies {
  const suffix = SUFFIXES[mark]
  const copied = new Map<Schema, string>()
  const different = new Map<Schema, boolean>()

  /** Whether a document itself needs a copy. */
  function differs (top: Schema, find: FindSchema): boolean {
    const known = different.get(top) ?? !isDeepStrictEqual(copySchema(targetOf(top, find), [], (reference) => reference), top)
    different.set(top, known)
    return known
  }

  /** The name of the copy of a document; of the document itself where nothing in its reach differs. */
  function nameOf ({ top, find }: SchemaDocument): string {
    const known = copied.get(top)
    if (known !== undefined) return known
    const { name, isNew } = reachOf(top).some((one) => differs(one, find)) ? names.claim(top, suffix) : { name: names.nameOf(top), isNew: false }
    copied.set(top, name)
    if (isNew) names.add({ ...copySchema(targetOf(top, find), [], renameOthers, suffix), $id: name })
    return name
  }

  /** A reference to the copy of what it leads to, from anywhere. */
  function rename (reference: string, from: SchemaDocument, isAsked: boolean): string {
    const document = findTarget(reference, from)?.document
    if (document === undefined) return reference
    const name = isAsked ? names.nameOf(document.top) : nameOf(document)
    const [, fragment = ''] = reference.split('#', 2)
    if (document.root === document.top) return `${name}#${fragment}`
    return `${document.id}${name === names.nameOf(document.top) ? '' : suffix}#${fragment}`
  }

  function renameOthers (reference: string, from: SchemaDocument, isAsked: boolean): string {
    return reference.startsWith('#') && !isAsked ? reference : rename(reference, from, isAsked)
  }

  function copyAsked (given: Target, rename: Rename): Schema {
    const { schema, document } = enter(given)
    const copy = mapSchemas(schema, (inner) => isObject(inner) ? copyAsked({ schema: inner, document }, rename) : inner)
    return typeof schema.$ref === 'string' ? { ...copy, $ref: rename(schema.$ref, document, true) } : copy
  }

  function copySchema (given: Target, outer: readonly string[], rename: Rename, idSuffix = ''): Schema {
    const target = enter(given)
    const { schema, document } = target
    let all: readonly string[] | undefined
    let certain: readonly string[] | undefined
    const hidden = (): readonly string[] => { all ??= [...outer, ...markedNames(target, mark)]; return all }
    const passedOn = (): readonly string[] => { certain ??= [...outer, ...markedNames(target, mark, CERTAIN)]; return certain }
    const copy: Record<string, unknown> = mapSchemas(schema, (inner, keyword) => {
      if (Array.isArray(inner)) return inner.filter((name) => !hidden().includes(name as string))
      if (QUESTIONS.includes(keyword) && isObject(inner)) return copyAsked({ schema: inner, document }, rename)
      return isObject(inner) ? copySchema({ schema: inner, document }, SAME_VALUE.includes(keyword) ? passedOn() : [], rename, idSuffix) : inner
    })
    if (typeof schema.$id === 'string' && !schema.$id.startsWith('#')) copy.$id = schema.$id + idSuffix
    if (typeof schema.$ref === 'string') copy.$ref = rename(schema.$ref, document, false)
    if (Array.isArray(schema.required)) copy.required = schema.required.filter((name) => !hidden().includes(name as string))
    dropDefaults(copy, target)
    return mark === 'readOnly' ? forRequests(copy, target) : forAnswers(copy, target)
  }

  /** A default would bring back what has been taken out. */
  function dropDefaults (copy: Record<string, unknown>, target: Target): void {
    for (const [name, property] of propertiesOf(target)) {
      if (property.schema.default !== undefined && isMarked(property, mark)) {
        const properties = copy.properties as Record<string, Schema>
        properties[name] = without(properties[name] as Schema, ['default'])
      }
    }
  }

  function forRequests (copy: Record<string, unknown>, target: Target): Schema {
    const { schema } = target
    // Where a name is closed out in one of several schemas, a validator that removes takes away what another one names.
    if (schema.additionalProperties === false && joint.has(schema)) copy.additionalProperties = { not: {} }
    if (schema.format === 'binary' && [schema.type].flat().includes('string')) return { anyOf: [copy, { type: 'object', required: ['byteLength'] }] }
    const choices = CHOICES.filter((keyword) => Array.isArray(schema[keyword]))
    return choices.length === 1 ? withNull(copy, target, choices[0] as string) : copy
  }

  /** An object of which nothing is said is written as it is. */
  function forAnswers (copy: Record<string, unknown>, { schema, document }: Target): Schema {
    const isFree = schema.type === 'object' && !joint.has(schema) && partsOf([{ schema, document }]).every((part) =>
      ['properties', 'patternProperties', 'additionalProperties'].every((keyword) => part.schema[keyword] === undefined))
    return isFree ? { ...copy, additionalProperties: true } : copy
  }

  function copyPartial (given: Target, around: readonly Schema[]): Schema {
    const steps = referencesOf(given).filter(({ schema }) => !around.includes(schema)).map((step) => {
      const { schema, document } = step
      const inside = [...around, schema]
      const copy: Record<string, unknown> = without(mapSchemas(without(schema, [...OUTER, ...DEMANDS]), (inner, keyword) => {
        if (Array.isArray(inner) || !isObject(inner)) return Array.isArray(inner) ? [] : inner
        if (SAME_VALUE.includes(keyword)) return copyPartial({ schema: inner, document }, inside)
        const copied = QUESTIONS.includes(keyword) ? copyAsked({ schema: inner, document }, rename) : copySchema({ schema: inner, document }, [], rename)
        return keyword === 'properties' ? without(copied, ['default']) : copied
      }), [])
      if (schema.additionalProperties === false && joint.has(schema)) copy.additionalProperties = { not: {} }
      // What differed in nothing but what must be there would be both.
      const { oneOf, ...others } = copy
      return { ...others, ...Array.isArray(oneOf) ? copy.anyOf === undefined ? { anyOf: oneOf } : { allOf: [...others.allOf as unknown[] ?? [], { anyOf: oneOf }] } : {} }
    }).filter((copy) => Object.keys(copy).length > 0)
    return joinSchemas(steps)
  }

  return {
    reference (target) {
      const { $ref } = target.schema
      return { $ref: typeof $ref === 'string' && Object.keys(target.schema).length === 1 ? rename($ref, target.document, false) : `${nameOf(target.document)}#` }
    },
    inline: (target) => copySchema(target, [], renameOthers),
    partial: (target) => copyPartial(target, [])
  }
}

/** Null first, as itself: a validator that makes values fit would make the first of the choices of it. */
function withNull (copy: Record<string, unknown>, target: Target, keyword: string): Schema {
  const types = membersOf(target, keyword).map((member) => typesOf(member))
  const isChanged = types.some((one) => one?.has('null')) && types.some((one) => one === undefined || MADE_OF_NULL.some((type) => one.has(type)))
  const members = copy[keyword] as unknown[]
  if (!isChanged || types.length < members.length) return copy
  const isNull = (_: unknown, index: number): boolean => types[index]?.size === 1 && (types[index] as ReadonlySet<string>).has('null')
  const others = members.filter((member, index) => !isNull(member, index))
  const { [keyword]: _, ...rest } = copy
  return { ...rest, anyOf: [{ enum: [null] }, ...keyword === 'oneOf' && others.length > 1 ? [{ oneOf: others }] : others, ...members.filter(isNull)] }
}

function without (schema: Schema, keywords: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}
