/** Links of a document: from a record that is created or shown to its other operations and its children. */

import { isObject } from '../../routes/objects.js'
import { isOfRecord, ownVariable, parentsOf } from '../../routes/owners.js'
import type { Route } from '../../../types/route.js'
import { wordOf } from '../openapi-options.js'
import type { Schema } from '../schemas/index.js'
import { mapValues, referenceOf, schemasOf } from './references.js'
import type { Details } from './responses.js'

/** By the ids of their operations. */
export type Rows = ReadonlyMap<unknown, Details>

/** A copy of an operation. `rows` are those in the document. */
export function linkOperation (
  operation: Schema, { source, rows, document }: { source: Details, rows: Rows, document: Schema }
): Schema {
  if (!['create', 'show'].includes(source.route.action)) return operation
  const responses = mapValues(operation.responses as Schema, (response, status) => {
    if (!isObject(response) || !status.startsWith('2')) return response
    const properties = propertiesOf(response, document)
    const links = [...rows].flatMap(([operationId, target]) => {
      const parameters = target === source ? undefined : parametersOf(source, target, properties)
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

/** Where a link finds the variables of its target; undefined where one is unknown, or nothing links them. */
function parametersOf (source: Details, target: Details, properties: object): Schema | undefined {
  const [from, to] = [source.route, target.route]
  const isNear = source.tree === target.tree &&
    JSON.stringify(from.conditions) === JSON.stringify(to.conditions)
  const subject = isNear ? variableOfRecord(to, from.controller) : undefined
  if (subject === undefined) return undefined
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

/**
 * The variable of a record of this controller in a row of that record, or of its children. Null for a
 * singleton, which has none; undefined for any other row.
 */
function variableOfRecord (route: Route, controller: string): string | null | undefined {
  const own = ownVariable(route)
  if (isOfRecord(route) && route.controller === controller) return own
  const parent = parentsOf(route).at(-1)
  return own === null && parent?.controller === controller ? parent.variable : undefined
}
