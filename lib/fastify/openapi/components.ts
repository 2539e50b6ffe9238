/** Shapes the components of a document: a record without properties of the other direction. */

import { unescape } from 'node:querystring'
import { isDeepStrictEqual } from 'node:util'
import { keysAt } from '../../pointers.js'
import { isObject } from '../../routes/objects.js'
import { isOfValidator } from '../schemas/index.js'
import type { Schema } from '../schemas/index.js'

/** The operations, by id, whose body or answers derive from a record. */
export interface Origins {
  readonly bodies: Set<unknown>
  readonly answers: Set<unknown>
}

type Schemas = Readonly<Record<string, Schema>>

/**
 * The names of components by the place of their references: derived bodies, derived answers, and all others.
 */
interface Reached {
  readonly bodies: ReadonlySet<string>
  readonly answers: ReadonlySet<string>
  readonly others: ReadonlySet<string>
}

/** New names by old ones. */
type Names = Readonly<Record<string, string>>

const PLACE = '#/components/schemas/'

/** A copy of the document, with its components shaped and renamed. */
export function shapeComponents (document: Schema, origins: Origins): Schema {
  const given = schemasOf(document)
  const reached = reachOf(document, given, origins)
  const pointers = new Set(
    referencesIn(document)
      .filter((reference) => reference.includes('/'))
      .map((reference) => reference.split('/', 1).join())
  )
  const shaped = Object.fromEntries(
    Object.entries(given).map(([name, schema]) => [
      name,
      shape(name, schema, reached, pointers.has(name))
    ])
  )
  const simple = mapObjects(
    { ...document, components: { ...(document.components as object), schemas: shaped } },
    (object) => withoutConditions(object, given)
  ) as Schema
  const named = renamed(simple, outputNames(schemasOf(simple), reached))
  return renamed(named, equalNames(schemasOf(named)))
}

/** A reference through conditions that are only for validators, which the components lose. */
function withoutConditions (object: Schema, schemas: Schemas): Schema {
  const { $ref } = object
  if (typeof $ref !== 'string' || !$ref.startsWith(PLACE)) return object
  let value: unknown = schemas
  const kept = $ref.slice(PLACE.length).split('/').filter((step) => {
    const around = value as Schema | undefined
    const [key = ''] = keysAt(`/${unescape(step)}`)
    value = around?.[key]
    return key !== 'else' || !isOfValidator(around?.if)
  })
  return { ...object, $ref: PLACE + kept.join('/') }
}

function schemasOf ({ components }: Schema): Schemas {
  return (components as { schemas: Schemas }).schemas
}

function reachOf (document: Schema, schemas: Schemas, { bodies, answers }: Origins): Reached {
  const operations = Object.values(document.paths as object).flatMap(
    (path) => Object.values(path as object) as Schema[]
  )
  const { schemas: _, ...components } = document.components as Schema
  return {
    bodies: closure(
      operations.filter(({ operationId }) => bodies.has(operationId)).map(({ requestBody }) => requestBody),
      schemas
    ),
    answers: closure(
      operations.filter(({ operationId }) => answers.has(operationId)).map(({ responses }) => responses),
      schemas
    ),
    others: closure(
      [
        components,
        document.webhooks,
        ...operations.map(({ requestBody, responses, ...operation }) => [
          operation,
          ...(bodies.has(operation.operationId) ? [] : [requestBody]),
          ...(answers.has(operation.operationId) ? [] : [responses])
        ])
      ],
      schemas
    )
  }
}

function closure (values: readonly unknown[], schemas: Schemas): Set<string> {
  const names = new Set(values.flatMap(referencesIn).map(nameIn))
  for (const name of names) for (const reference of referencesIn(schemas[name])) names.add(nameIn(reference))
  return names
}

/** All references to components, without their prefix. */
function referencesIn (value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { $ref } = value as Schema
  return [
    ...(typeof $ref === 'string' && $ref.startsWith(PLACE) ? [$ref.slice(PLACE.length)] : []),
    ...Object.values(value).flatMap(referencesIn)
  ]
}

function nameIn (reference: string): string {
  return reference.split('/', 1).join()
}

/**
 * A component for one direction loses properties of the other; the record's own component keeps those that
 * the server sets. So do components into which a reference leads.
 */
function shape (
  name: string, schema: Schema, { bodies, answers, others }: Reached, hasPointers: boolean
): Schema {
  const simple = bodies.has(name) ? mapObjects(schema, simplified) as Schema : schema
  if (hasPointers || others.has(name) || bodies.has(name) === answers.has(name)) return simple
  const mark = answers.has(name) ? 'writeOnly' : /(?:Input|Patch)\d*$/.test(name) ? 'readOnly' : undefined
  return mark === undefined
    ? simple
    : mapObjects(simple, (object) => withoutMarked(object, mark)) as Schema
}

function mapObjects (value: unknown, change: (object: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  return isObject(value)
    ? change(
      Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapObjects(inner, change)]))
    )
    : value
}

function withoutMarked (schema: Schema, mark: string): Schema {
  const { properties, required, ...rest } = schema
  if (!isObject(properties)) return schema
  const marked = Object.keys(properties).filter(
    (name) => isObject(properties[name]) && properties[name][mark] === true
  )
  if (marked.length === 0) return schema
  const isKept = (name: unknown): boolean => !marked.includes(name as string)
  const demanded = Array.isArray(required) ? required.filter(isKept) : []
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name)))
  return { ...rest, ...demanded.length > 0 && { required: demanded }, properties: kept }
}

/** Leaves out what only a validator needs. */
function simplified (schema: Schema): Schema {
  if (isDeepStrictEqual(schema.additionalProperties, { not: {} })) {
    return simplified({ ...schema, additionalProperties: false })
  }
  const { if: question, else: other, ...rest } = schema
  return isOfValidator(question) ? { ...rest, ...other as Schema } : schema
}

/** Renames `PostOutput` to `Post`; if clients send a `Post`, that becomes `PostInput`. */
function outputNames (schemas: Schemas, { bodies, answers, others }: Reached): Names {
  const names: Record<string, string> = {}
  for (const name of answers) {
    const [, stem, number] = /^(.+)Output(\d*)$/.exec(name) ?? []
    if (stem === undefined) continue
    const plain = `${stem}${number as string}`
    const input = `${stem}Input${number as string}`
    if (answers.has(plain) || others.has(plain) || (bodies.has(plain) && input in schemas)) continue
    names[name] = plain
    if (bodies.has(plain)) names[plain] = input
  }
  return names
}

/** `PostPatch` is `PostInput` where the two are equal, and `PostInput` is `Post`. */
function equalNames (schemas: Schemas): Names {
  const names: Record<string, string> = {}
  for (const name of Object.keys(schemas)) {
    const [, stem, suffix, number] = /^(.+)(Patch|Input)(\d*)$/.exec(name) ?? []
    const others = [
      `${stem as string}${number as string}`,
      ...(suffix === 'Patch' ? [`${stem as string}Input${number as string}`] : [])
    ]
    const isEqual = (other: string): boolean =>
      other in schemas && isDeepStrictEqual(renameIn(schemas[name], { [name]: other }), schemas[other])
    const equal = stem === undefined ? undefined : others.find(isEqual)
    if (equal !== undefined) names[name] = equal
  }
  return names
}

/** Of two components with one name, the renamed one stays. */
function renamed (document: Schema, names: Names): Schema {
  if (Object.keys(names).length === 0) return document
  const entries = Object.entries(schemasOf(document)).toSorted(
    ([one], [other]) => Number(one in names) - Number(other in names)
  )
  const schemas = Object.fromEntries(entries.map(([name, schema]) => [names[name] ?? name, schema]))
  return renameIn({ ...document, components: { ...document.components as object, schemas } }, names) as Schema
}

function renameIn (value: unknown, names: Names): unknown {
  return mapObjects(value, (object) => {
    const { $ref } = object
    const reference = typeof $ref === 'string' && $ref.startsWith(PLACE) ? $ref.slice(PLACE.length) : ''
    const name = names[nameIn(reference)]
    return name === undefined
      ? object
      : { ...object, $ref: PLACE + name + reference.slice(nameIn(reference).length) }
  })
}
