/** Shapes the components of a document: a record without properties of the other direction. */

import { unescape } from 'node:querystring'
import { isDeepStrictEqual } from 'node:util'
import { keysAt } from '../../pointers.js'
import { isObject } from '../../routes/objects.js'
import { isOfValidator } from '../schemas/index.js'
import type { Schema } from '../schemas/index.js'
import { closeComponents, isInput, splitInputs } from './inputs.js'
import {
  PLACE, closure, mapObjects, mapValues, nameIn, referenceOf, referencesIn, renameIn, schemasOf
} from './references.js'
import type { ComponentNames, ReachedComponents, Schemas } from './references.js'

/** The operations, by id, whose body or answers derive from a record. */
export interface Origins {
  readonly bodies: Set<unknown>
  readonly answers: Set<unknown>
  /** Those of `bodies` that refuse unknown properties. */
  readonly refusing: Set<unknown>
}

/** A copy of the document: components are shaped and renamed, and those of ours that none needs go. */
export function shapeComponents (
  whole: Schema, origins: Origins, isOurs: (name: string) => boolean
): Schema {
  const document = neededIn(splitInputs(whole, origins.bodies, reachOf(whole, origins)), isOurs)
  const given = schemasOf(document)
  const reached = reachOf(document, origins)
  const pointers = new Set(
    referencesIn(document)
      .filter((reference) => reference.includes('/'))
      .map(nameIn)
  )
  const shaped = mapValues(given, (schema, name) =>
    shape(name, schema as Schema, reached, pointers.has(name))
  )
  const schemas = closeComponents(refusedNames(document, origins, reached), shaped as Schemas)
  const simple = mapObjects(
    { ...document, components: { ...(document.components as object), schemas } },
    (object) => withoutConditions(object, given)
  ) as Schema
  const named = renamed(simple, outputNames(schemasOf(simple), reached))
  return renamed(named, equalNames(schemasOf(named)))
}

/** Such as the record of an operation that is hidden. */
function neededIn (document: Schema, isOurs: (name: string) => boolean): Schema {
  const { schemas: given, ...components } = document.components as { schemas: Schemas }
  const own = Object.entries(given).filter(([name]) => !isOurs(name))
  const needed = closure([document.paths, document.webhooks, components, own], given)
  const schemas = Object.fromEntries(
    Object.entries(given).filter(([name]) => !isOurs(name) || needed.has(name))
  )
  return { ...document, components: { ...components, schemas } }
}

/** A reference through conditions that are only for validators, which the components lose. */
function withoutConditions (object: Schema, schemas: Schemas): Schema {
  const reference = referenceOf(object)
  if (reference === undefined) return object
  let value: unknown = schemas
  const kept = reference.split('/').filter((step) => {
    const around = value as Schema | undefined
    const [key = ''] = keysAt(`/${unescape(step)}`)
    value = around?.[key]
    return key !== 'else' || !isOfValidator(around?.if)
  })
  return { ...object, $ref: PLACE + kept.join('/') }
}

/** Rows read nested names: `?filter[tag]=x`, where OpenAPI would have `?tag=x`. */
export function styleQueries (document: Schema, rows: ReadonlySet<unknown>): Schema {
  const styled = (parameter: Schema): Schema => {
    const { in: part, schema } = parameter
    const isNested = part === 'query' && isObject(schema) && [schema.type].flat().includes('object')
    return isNested ? { ...parameter, style: 'deepObject', explode: true } : parameter
  }
  const paths = mapValues(document.paths as Schema, (path) =>
    mapValues(path as Schema, (operation) => {
      const { operationId, parameters } = operation as Schema
      return rows.has(operationId) && Array.isArray(parameters)
        ? { ...operation as Schema, parameters: parameters.map(styled) }
        : operation
    }))
  return { ...document, paths }
}

function operationsOf ({ paths }: Schema): Schema[] {
  return Object.values(paths as object).flatMap((path) => Object.values(path as object) as Schema[])
}

/** The components that only bodies reach whose unknown properties are refused. */
function refusedNames (
  document: Schema, { bodies, refusing }: Origins, { answers, others }: ReachedComponents
): Set<string> {
  const reachedBy = (isRefusing: boolean): Set<string> => {
    const operations = operationsOf(document).filter(
      ({ operationId }) => bodies.has(operationId) && refusing.has(operationId) === isRefusing
    )
    return closure(operations.map(({ requestBody }) => requestBody), schemasOf(document))
  }
  const open = [reachedBy(false), answers, others]
  return new Set([...reachedBy(true)].filter((name) => !open.some((names) => names.has(name))))
}

function reachOf (document: Schema, { bodies, answers }: Origins): ReachedComponents {
  const schemas = schemasOf(document)
  const operations = operationsOf(document)
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

/**
 * A component for one direction loses properties of the other; the record's own component keeps those that
 * the server sets. So do components into which a reference leads.
 */
function shape (
  name: string, schema: Schema, { bodies, answers, others }: ReachedComponents, hasPointers: boolean
): Schema {
  const simple = bodies.has(name) ? mapObjects(schema, simplified) as Schema : schema
  if (hasPointers || others.has(name) || bodies.has(name) === answers.has(name)) return simple
  if (bodies.has(name) && !isInput(name)) return simple
  const mark = answers.has(name) ? 'writeOnly' : 'readOnly'
  return mapObjects(simple, (object) => withoutMarked(object, mark)) as Schema
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
function outputNames (schemas: Schemas, { bodies, answers, others }: ReachedComponents): ComponentNames {
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
function equalNames (schemas: Schemas): ComponentNames {
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
function renamed (document: Schema, names: ComponentNames): Schema {
  if (Object.keys(names).length === 0) return document
  const entries = Object.entries(schemasOf(document)).toSorted(
    ([one], [other]) => Number(one in names) - Number(other in names)
  )
  const schemas = Object.fromEntries(entries.map(([name, schema]) => [names[name] ?? name, schema]))
  return renameIn({ ...document, components: { ...document.components as object, schemas } }, names) as Schema
}
