/** Links of a document: from a record that is created or shown to its other operations and its children. */

import { isObject, remember } from '../../routes/objects.js'
import { isOfRecord, ownVariable, parentsOf } from '../../routes/owners.js'
import type { Route } from '../../../types/route.js'
import { wordOf } from '../openapi-options.js'
import type { Schema } from '../schemas/index.js'
import { mapValues, referenceOf, schemasOf } from './references.js'
import type { Details } from './responses.js'

/** By the ids of their operations. */
export type Rows = ReadonlyMap<unknown, Details>

/** An operation on a record or its children. */
interface Target extends Details {
  readonly operationId: unknown
  /** The variable of that record; null for a singleton. */
  readonly subject: string | null
}

/** By the controller of the record. */
type Targets = ReadonlyMap<string, readonly Target[]>

/** `rows` are those in the document. */
export function collectTargets (rows: Rows): Targets {
  const targets = new Map<string, Target[]>()
  for (const [operationId, details] of rows) {
    for (const [controller, subject] of subjectsOf(details.route)) {
      remember(targets, controller, () => []).push({ ...details, operationId, subject })
    }
  }
  return targets
}

/** The record that a row is about, and the parent of a row without one. */
function subjectsOf (route: Route): Map<string, string | null> {
  const own = ownVariable(route)
  const parent = own === null ? parentsOf(route).at(-1) : undefined
  return new Map([
    ...(parent === undefined ? [] : [[parent.controller, parent.variable] as const]),
    ...(isOfRecord(route) ? [[route.controller, own] as const] : [])
  ])
}

/** A copy of an operation. */
export function linkOperation (
  operation: Schema, { source, targets, document }: { source: Details, targets: Targets, document: Schema }
): Schema {
  const { action, controller } = source.route
  if (!['create', 'show'].includes(action)) return operation
  const responses = mapValues(operation.responses as Schema, (response, status) => {
    if (!isObject(response) || !status.startsWith('2')) return response
    const properties = propertiesOf(response, document)
    const links = (targets.get(controller) ?? []).flatMap((target) => {
      const { operationId } = target
      const isItself = operationId === operation.operationId
      const parameters = isItself ? undefined : parametersOf(source, target, properties)
      return parameters === undefined ? [] : [[wordOf(String(operationId)), { operationId, parameters }]]
    })
    // A route of the app may have links of its own.
    return links.length === 0
      ? response
      : { ...response, links: { ...Object.fromEntries(links) as Schema, ...response.links as Schema } }
  })
  return { ...operation, responses }
}

/** Those of the JSON that a response has. */
function propertiesOf ({ content }: Schema, document: Schema): object {
  const { schema } = Object(Object(content)['application/json']) as { schema?: Schema }
  const name = schema === undefined ? undefined : referenceOf(schema)
  return Object((name === undefined ? schema : schemasOf(document)[name])?.properties) as object
}

/** Where a link finds the variables of its target; undefined where one is unknown, or another tree has it. */
function parametersOf (source: Details, target: Target, properties: object): Schema | undefined {
  const [from, to, { subject }] = [source.route, target.route, target]
  const isNear = source.tree === target.tree &&
    JSON.stringify(from.conditions) === JSON.stringify(to.conditions)
  if (!isNear) return undefined
  const own = ownVariable(from)
  const values = to.params.map(({ name, of, property }) => {
    const known = from.params.find((one) =>
      one.of === of && one.property === property && one.name === (name === subject ? own : name))
    if (known !== undefined) return [name, `$request.path.${known.name}`]
    return name === subject && property in properties ? [name, `$response.body#/${property}`] : []
  })
  if (values.some(({ length }) => length === 0)) return undefined
  const hasTag = from.action === 'show' && from.controller === to.controller
  return {
    ...Object.fromEntries(values) as Schema,
    ...(to.needsFormat && { format: to.formats[0] }),
    ...(typeof to.conditions.version === 'string' && { 'Accept-Version': '$request.header.Accept-Version' }),
    ...(hasTag && target.version?.header === 'If-Match' && { 'If-Match': '$response.header.ETag' })
  }
}
