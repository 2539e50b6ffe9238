/** Shapes a document: components have the names of their records, queries and globs their style. */

import { isObject } from '../routes/objects.js'
import { globOf } from '../routes/path.js'
import { isForm } from '../requests/methods/index.js'
import { wordOf } from './openapi-options.js'
import type { DocumentedRoute, Shaper } from './openapi-options.js'
import type { Names, Schema } from '../schemas/index.js'
import { kDerived, kUnlessKnown } from './details.js'
import { mapValues, withNeeded } from './references.js'
import type { Details } from './responses.js'
import { inWordsOfVersion } from './versions.js'

export function createShaper (ids: ReadonlyMap<string, unknown>): Shaper {
  const rows = new Map<unknown, Details>()
  let ours: Names['ours'] = new Map()
  let servers: Details['servers'] = []
  return {
    noteRoute (route) {
      const { schema }: { schema?: Schema & { readonly [kDerived]?: Details } | undefined } = route
      const derived = schema?.[kDerived]
      if (derived !== undefined) {
        rows.set(schema?.operationId, derived)
        ours = derived.ours
        servers = derived.servers
      }
      const hasQuery = /^3\.(?![01]\.)/.test(String(route.openapiObject?.openapi))
      const isKnown = hasQuery && schema?.hide === kUnlessKnown
      return { url: nameGlob(route), schema: isKnown ? { ...schema, hide: false } : schema }
    },
    shape (document) {
      if (!('openapiObject' in document)) return document
      // @fastify/swagger moves the definitions of `Post` to `Post-Tag`.
      const owners = [...ids.keys()].toSorted((one, other) => other.length - one.length)
      const shaped = withNeeded(document.openapiObject, (component) => {
        const owner = owners.find((name) => component === name || component.startsWith(`${name}-`)) ?? ''
        const plainName = ours.get(ids.get(owner))?.plainName
        return plainName && wordOf(plainName) + component.slice(owner.length)
      })
      const named = { ...(servers.some(({ url }) => url !== '/') && { servers }), ...shaped }
      return { openapiObject: inWordsOfVersion(shapeOperations(named, rows)) }
    }
  }
}

/** The URL with a glob under the name of its parameter. */
function nameGlob ({ url, route: { config } }: DocumentedRoute): string {
  const glob = globOf(config?.resource?.path ?? '')
  return glob === undefined ? url : url.replace(/\*$/, `:${glob}`)
}

function shapeOperations (document: Schema, rows: ReadonlyMap<unknown, Details>): Schema {
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Schema>>>>
  const shape = (operation: Schema): Schema => {
    const details = rows.get(operation.operationId)
    return details === undefined ? operation : styleForms(styleQuery(operation), details)
  }
  return {
    ...document,
    paths: mapValues(paths, (path) => mapValues(path as object, (operation) => shape(operation as Schema)))
  }
}

/** Rows read nested names: `?filter[tag]=x`, where OpenAPI would have `?tag=x`. */
function styleQuery (operation: Schema): Schema {
  const { parameters } = operation
  const styled = (parameter: Schema): Schema => {
    const { in: location, schema } = parameter
    const isNested = location === 'query' && isObject(schema) && [schema.type].flat().includes('object')
    return isNested ? { ...parameter, style: 'deepObject', explode: true } : parameter
  }
  return Array.isArray(parameters) ? { ...operation, parameters: parameters.map(styled) } : operation
}

/** Fields have the key of the record: `post[title]`, where OpenAPI would have one text of JSON as `post`. */
function styleForms (operation: Schema, { record, isBare, route }: Details): Schema {
  const { requestBody } = operation
  if (record === undefined || isBare || !isObject(requestBody)) return operation
  const encoding = { [route.resource.singular]: { style: 'deepObject', explode: true } }
  const content = mapValues(requestBody.content as object, (media, type) =>
    isForm(type) ? { ...media as object, encoding } : media)
  return { ...operation, requestBody: { ...requestBody, content } }
}
