/** The schemas that operations of a document share: Fastify's error, and records as clients send them. */

import type { FastifyInstance } from 'fastify'
import { modelName } from '../../routes/inflector.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import type { Schema } from '../schemas/index.js'

/** Adds a schema to the app under a name, once; returns a reference to it. */
export type Share = (name: string, schema: Schema) => Schema

export const ERROR: Schema = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: { statusCode: { type: 'integer' }, code: { type: 'string' }, error: { type: 'string' }, message: { type: 'string' } }
}

/** `taken` holds the schemas of one document by name. */
export function createShare (fastify: FastifyInstance, taken: Map<string, string>): Share {
  return function share (name, schema) {
    const text = JSON.stringify(schema)
    let free = name
    for (let number = 2; taken.has(free) ? taken.get(free) !== text : fastify.getSchema(free) !== undefined; number++) free = name + String(number)
    taken.set(free, text)
    if (fastify.getSchema(free) === undefined) fastify.addSchema({ ...schema, $id: free })
    return { $ref: `${free}#` }
  }
}

/** A reference to a record as clients send it; undefined where the action has its own body. */
export function sharedRecord ({ action, controller, resource: { singular } }: Route, body: unknown, record: unknown, share: Share): Schema | undefined {
  const given = isObject(body) && isObject(body.properties) ? body.properties[singular] : undefined
  if (!isPlainObject(given) || !isPlainObject(record)) return undefined
  if (typeof given.$ref === 'string') return given
  const id = record.$id ?? record.$ref
  return share((typeof id === 'string' ? id.replace(/#.*$/, '') : modelName(controller)) + (action === 'update' ? 'Patch' : 'Input'), given)
}
