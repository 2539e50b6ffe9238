/** Adds to an operation what its route does not validate. */

import type { FastifyInstance, FastifySchemaCompiler, RouteOptions } from 'fastify'
import { isObject } from '../routes/objects.js'
import { factsOf } from '../controllers/layers/index.js'
import { createReader, expandLocal, mapContent } from '../schemas/index.js'
import type { ReadSchema, Schema } from '../schemas/index.js'
import { mapValues } from './references.js'
import { responsesOf } from './responses.js'
import type { Details } from './responses.js'

/** Marks the schema of an operation that the plugin describes. */
export const kDerived = Symbol('fastify-resources.derived')

/** Hides an operation with QUERY from a version without it: there it makes the whole document invalid. */
export const kUnlessKnown = Symbol('fastify-resources.unlessKnown')

const kDetails = Symbol('fastify-resources.details')

/** The schema of a route, with what `completeLater` needs. */
export function withDetails (schema: Schema, details: Details): Schema {
  return { ...schema, [kDetails]: details }
}

/**
 * Completes the schemas of rows after validators and serializers are compiled, for the document only. A
 * schema for errors would rewrite thrown errors, and the router checks requirements.
 */
export function completeLater (fastify: FastifyInstance): void {
  const described: Array<readonly [RouteOptions, FastifyInstance]> = []
  fastify.addHook('onRoute', function noteDescribed (options) {
    if (options.schema !== undefined && kDetails in options.schema) described.push([options, this])
  })
  fastify.addHook('onReady', async function completeSchemas () {
    for (const [options, scope] of described) {
      const schema = options.schema as DetailedSchema
      // A registration around this one has heard of the route too.
      if (!(kDetails in schema)) continue
      const isRead = readsJsonSchemas(options.validatorCompiler ?? scope.validatorCompiler)
      options.schema = isRead ? complete(schema, scope) : withOwnAnswers(schema)
    }
  })
}

const PROBE: Schema = { type: 'object', required: ['probe'] }

/** Without a validator, Fastify uses its own. */
function readsJsonSchemas (compiler: unknown): boolean {
  if (typeof compiler !== 'function') return true
  try {
    const compile = compiler as FastifySchemaCompiler<Schema>
    const result: unknown = compile({ schema: PROBE, method: 'POST', url: '/', httpPart: 'body' })({})
    return result === false || (isObject(result) && result.error !== undefined)
  } catch {
    return false
  }
}

interface DetailedSchema extends Schema {
  readonly [kDetails]: Details
}

/** A schema of another kind than JSON Schema stays as it is: the app's `transform` reads that kind alone. */
function withOwnAnswers ({ response, ...schema }: DetailedSchema): Schema {
  const { own } = schema[kDetails] as Details
  return own.response === undefined ? schema : { ...schema, response: own.response }
}

function complete (
  { [kDetails]: attached, ...compiled }: DetailedSchema, scope: FastifyInstance
): Schema {
  const read = createReader((id) => scope.getSchema(id))
  const { params, body, query } = factsOf(compiled)
  const described: Schema = {
    ...compiled,
    ...(params !== undefined && { params: params() }),
    ...(body !== undefined && { body: body() }),
    ...(query !== undefined && { querystring: query() })
  }
  const parts = PARTS.map((name) => [name, expandPart(described[name], read)])
  const schema: Schema = {
    ...compiled,
    ...Object.fromEntries(parts),
    ...(attached.answer !== undefined && {
      response: { ...compiled.response as Schema, '2xx': attached.answer }
    })
  }
  const own: Schema = {
    ...attached.own,
    ...(isObject(attached.own.response) && {
      response: mapValues(attached.own.response, (answer) => expandPart(answer, read))
    })
  }
  const details = { ...attached, own }
  const types = bodyTypesOf(details, scope)
  const forms = types.filter((type) => type !== JSON_TYPE)
  return {
    ...schema,
    ...paramsOf(details, schema.params),
    ...headersOf(details, schema.headers),
    ...(forms.length > 0 && schema.body !== undefined && { consumes: types }),
    ...(details.record !== undefined && { body: bodyOf(details, details.record) }),
    response: responsesOf(details, schema, forms.length > 0 && !details.route.api),
    ...(own.consumes !== undefined && { consumes: own.consumes }),
    [kDerived]: details
  }
}

/** Whether answers have a schema for all statuses of success. */
export function hasSuccess (response: unknown): boolean {
  return isObject(response) && response['2xx'] !== undefined
}

const PARTS = ['body', 'params', 'querystring', 'headers']

/** @fastify/swagger finds only references to the app's schemas, not those within a part. */
function expandPart (part: unknown, read: ReadSchema): unknown {
  return mapContent(part, (schema) => isObject(schema) ? expandLocal(read(schema)) : schema)
}

const JSON_TYPE = 'application/json'
const MULTIPART_TYPE = 'multipart/form-data'

/**
 * JSON, and the forms that the app parses; trees without pages have no forms. Only a multipart form has
 * files.
 */
function bodyTypesOf ({ route, method, takesFiles }: Details, scope: FastifyInstance): string[] {
  if (method === 'GET') return []
  const parsed = ['application/x-www-form-urlencoded', MULTIPART_TYPE].filter((type) =>
    scope.hasContentTypeParser(type)
  )
  if (takesFiles && parsed.includes(MULTIPART_TYPE)) return [MULTIPART_TYPE]
  return [JSON_TYPE, ...route.api ? [] : parsed]
}

/** A reference to the record, under its key or not. */
function bodyOf ({ route: { resource: { singular } }, isBare }: Details, record: Schema): Schema {
  return isBare ? record : { type: 'object', required: [singular], properties: { [singular]: record } }
}

/** Requirements as patterns, and a required extension. */
function paramsOf (
  { route: { params, needsFormat, formats } }: Details, schema: unknown
): { params?: Schema } {
  const properties = schema === undefined ? {} : (schema as Schema).properties
  const isFree = params.every(({ requirement }) => requirement === null) && !needsFormat
  if (isFree || !isObject(properties)) return {}
  const described = params.map(({ name, requirement }) => [
    name,
    withPattern((properties[name] as Schema | undefined) ?? { type: 'string' }, requirement)
  ])
  return {
    params: {
      ...(schema as Schema | undefined),
      type: 'object',
      properties: {
        ...Object.fromEntries(described),
        ...(needsFormat && { format: { type: 'string', enum: formats } })
      }
    }
  }
}

/**
 * The header that Fastify's router asks for the version of a row, and that of the version of a record, unless
 * the action describes them.
 */
function headersOf (
  { route: { conditions }, version }: Details, schema: unknown
): { headers?: unknown } {
  const { properties = {} } = Object(schema) as Schema
  const names = Object.keys(properties as object).map((name) => name.toLowerCase())
  const ofRow = typeof conditions.version === 'string' && {
    name: 'Accept-Version', isRequired: true, rules: { enum: [conditions.version] }
  }
  const ofRecord = typeof version?.header === 'string' && {
    name: version.header, isRequired: version.isRequired, rules: {}
  }
  const headers = [ofRow, ofRecord].filter((one) => one !== false)
    .filter(({ name }) => !names.includes(name.toLowerCase()))
  if (headers.length === 0) return {}
  const ofVersions = {
    type: 'object',
    required: headers.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    properties: Object.fromEntries(headers.map(({ name, rules }) => [name, { type: 'string', ...rules }]))
  }
  return { headers: schema === undefined ? ofVersions : { allOf: [ofVersions, schema] } }
}

function withPattern (schema: Schema, requirement: string | null): Schema {
  if (requirement === null || schema.type !== 'string') return schema
  const pattern = requirement.includes('|') ? `^(?:${requirement})$` : `^${requirement}$`
  return isPattern(pattern) ? { type: 'string', pattern, ...schema } : schema
}

/** The patterns of documents are Unicode patterns, which allow fewer escapes. */
function isPattern (source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== ''
  } catch {
    return false
  }
}
