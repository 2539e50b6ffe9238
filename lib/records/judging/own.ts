/** The schema that an action has itself: a Standard Schema becomes JSON Schema, then validates itself. */

import type { FastifyInstance } from 'fastify'
import type { Mistakes } from '../../routes/mistakes.js'
import { isPlainObject } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import type { ActionRouteOptions } from '../../controllers/controller-actions.js'
import type { RowPart } from '../../controllers/layers/index.js'
import {
  contentOf, isLaterDraft, isSchema, isStandard, looseViewOf, mapContent, mapNode, readAlone, viewOf
} from '../../schemas/index.js'
import type { Direction, Node, Schema, StandardSchema } from '../../schemas/index.js'
import { partHook } from './hooks.js'
import { libraryOf } from './library.js'

/** In the order in which Fastify validates them; `query` is its other name for `querystring`. */
const PARTS = ['params', 'body', 'querystring', 'query', 'headers'] as const

interface OwnSchema {
  readonly schema: Schema
  /** Those of libraries: for ids and headers before guards, else after them, as rules may ask a database. */
  readonly hooks: Pick<RowPart, 'first' | 'last'>
  /** Whether a library judges the body, and the query, alone. */
  readonly judgesBody: boolean
  readonly judgesQuery: boolean
  /** Whether the app has a validator of its own for the row. */
  readonly hasValidator: boolean
}

/** What a validator of JSON Schemas does not judge before a library: it would refuse what that converts. */
const JUDGED_ALONE = ['body', 'querystring', 'query']

/**
 * Its parts as JSON Schemas, and the hooks of libraries. A part stays as it is where the app has a validator
 * or a serializer of its own.
 */
export function readOwnSchema (
  { controller, action, method }: Route, own: ActionRouteOptions, scope: FastifyInstance,
  mistakes: Mistakes
): OwnSchema {
  const hasValidator = (own.validatorCompiler ?? scope.validatorCompiler) !== undefined
  const given = isPlainObject(own.schema) ? own.schema : {}
  const schema = Object.fromEntries(Object.entries(given).filter(([, part]) => part !== undefined))
  const isWritten = (own.serializerCompiler ?? scope.serializerCompiler) === undefined
  const ofPart = (name: string): Mistakes => mistakes.at(`${controller}.${action}: schema.${name}`)
  const read = (name: string, value: unknown, direction: Direction): unknown => {
    if (!isSchema(value)) return value
    const isOfLibrary = direction === 'sent' && libraryOf(value) !== null
    const { schema, faults } =
      isOfLibrary && name === 'body' ? looseViewOf(value as StandardSchema) : viewOf(value, direction)
    for (const fault of faults) ofPart(name).add(fault)
    if (isOfLibrary && !JUDGED_ALONE.includes(name)) return withoutPatterns(readAlone(schema))
    if (!isLaterDraft(schema)) return schema
    // The app's validator reads draft-07.
    const { $schema, ...others } = schema
    return others
  }
  const found: Record<string, unknown> = {}
  const [first, last]: [unknown[], unknown[]] = [[], []]
  const judged = new Set<string>()
  // Fastify validates no body of a GET.
  const parts = PARTS.filter(
    (name) => !hasValidator && schema[name] !== undefined && (name !== 'body' || method !== 'GET')
  )
  for (const name of parts) {
    const value = schema[name]
    const place = contentOf(value).length === 0 ? name : `${name}.content`
    const json = mapContent(value, (one) => read(place, one, 'sent'))
    const library = libraryOf(value)
    const isMixed = contentOf(value).some(([, { schema }]) => isStandard(schema))
    if (isMixed) {
      ofPart(`${name}.content`).add(
        'expected JSON Schemas by media type, got a schema of a library; give it as the whole part'
      )
    }
    found[name] = json
    if (library === null) continue
    if (name === 'headers') for (const fault of headerFaults(json)) ofPart(name).add(fault)
    const hooks = JUDGED_ALONE.includes(name) ? last : first
    hooks.push(partHook(name === 'query' ? 'querystring' : name, library))
    judged.add(name)
  }
  if (isWritten && isPlainObject(schema.response)) {
    const answers = Object.entries(schema.response).map(([status, answer]) => {
      const name = `response.${status}${contentOf(answer).length === 0 ? '' : '.content'}`
      return [status, mapContent(answer, (one) => read(name, one, 'seen'))]
    })
    found.response = Object.fromEntries(answers)
  }
  const hooks = {
    ...first.length > 0 && { first: { preHandler: first } },
    ...last.length > 0 && { last: { preHandler: last } }
  }
  return {
    schema: { ...schema, ...found },
    hooks,
    judgesBody: judged.has('body'),
    judgesQuery: judged.has('querystring') || judged.has('query'),
    hasValidator
  }
}

/** Where a library writes a pattern and a format for one rule, the format has words, and it checks both. */
function withoutPatterns (node: Node): Schema {
  const { pattern, ...others } = mapNode(node, withoutPatterns)
  return pattern === undefined || others.format !== undefined ? others : { ...others, pattern }
}

/** Fastify itself lowers the names of a JSON Schema, and no library does. */
function headerFaults (json: unknown): string[] {
  const { properties = {} } = Object(json) as { readonly properties?: object }
  return Object.keys(properties)
    .filter((name) => name !== name.toLowerCase())
    .map((name) => `names arrive in lower case; write '${name.toLowerCase()}' for '${name}'`)
}
