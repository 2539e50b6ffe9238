/** The schemas that operations of a document share: Fastify's error, and records as clients send them. */

import { modelName } from '../../routes/inflector.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import type { ControllerRecord } from '../records/index.js'
import type { Names, Schema } from '../schemas/index.js'

/** Adds a schema to the app under a name, once; returns a reference to it. */
export type Share = (name: string, schema: Schema) => Schema

export const ERROR: Schema = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string' },
    error: { type: 'string' },
    message: { type: 'string' },
    fields: {
      type: 'object',
      description: 'Messages by field',
      additionalProperties: { type: 'array', items: { type: 'string' } }
    }
  }
}

export function createShare ({ claim, add }: Names): Share {
  return function share (wish, schema) {
    const name = claim(wish, JSON.stringify(schema))
    add(name, () => schema)
    return { $ref: `${name}#` }
  }
}

/** A reference to a record as clients send it; undefined where the action has its own body. */
export function sharedRecord (
  { action, controller, resource: { singular } }: Route, body: unknown, record: ControllerRecord | undefined,
  share: Share
): Schema | undefined {
  const given = isObject(body) && isObject(body.properties) ? body.properties[singular] : undefined
  if (!isPlainObject(given) || record === undefined) return undefined
  if (typeof given.$ref === 'string') return given
  const { $id, $ref = '#' } = record.sent.schema
  const [id = ''] = String($id ?? $ref).split('#', 1)
  return share((id === '' ? modelName(controller) : id) + (action === 'update' ? 'Patch' : 'Input'), given)
}
