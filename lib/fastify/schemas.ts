/** What each action needs of a record's schema: body, params and answers. */

import { isObject } from '../routes/objects.js'
import type { Schema } from './json-schema.js'
import type { ControllerRecord } from './record.js'

/**
 * A body with the record under its singular name: closed inside, open beside it, where a form has its
 * token and its button. An update requires nothing but the key, and sets nothing that was not sent.
 */
export function bodySchema (record: ControllerRecord, singular: string, isUpdate: boolean): Schema {
  const { default: _, required, properties, ...others } = record.copy('request')
  const inner = isUpdate
    ? { ...others, type: 'object', properties: Object.fromEntries(Object.entries(properties as Schema).map(([name, property]) => [name, withoutDefault(property)])) }
    : { ...others, type: 'object', properties, ...(required === undefined ? {} : { required }) }
  return { type: 'object', required: [singular], properties: Object.fromEntries([[singular, inner]]) }
}

/** The answer of an action as Fastify's `response`; undefined for actions that answer with something else. */
export function responseSchema (record: ControllerRecord, action: string): Schema | undefined {
  if (!record.responses) return undefined
  if (action === 'index') return { '2xx': { type: 'array', items: { type: 'object', ...record.copy('response') } } }
  return ['show', 'create', 'update'].includes(action) ? { '2xx': { type: 'object', ...record.copy('response') } } : undefined
}

/** What the record's `id` is as a part of a path; undefined where the record has none. */
export function idSchema ({ properties, copy }: ControllerRecord): Schema | undefined {
  if (!isObject(properties.id)) return undefined
  const { readOnly, default: _, ...schema } = copy('request', properties.id)
  return schema
}

function withoutDefault (property: unknown): unknown {
  if (!isObject(property)) return property
  const { default: _, ...others } = property
  return others
}
