/** What each action needs of a record's schema: body and answers. */

import { isObject } from '../../routes/objects.js'
import type { Schema } from './json-schema.js'
import type { ControllerRecord } from './record.js'

/**
 * A body with the record under its singular name: closed inside, open beside it, where a form has its
 * token and its button. An update requires nothing but the key, and sets nothing that was not sent.
 */
export function bodySchema ({ request }: ControllerRecord, singular: string, isUpdate: boolean): Schema {
  const { default: _, required, properties, ...others } = request
  const inner = isUpdate
    ? { ...others, type: 'object', properties: Object.fromEntries(Object.entries(properties as Schema).map(([name, property]) => [name, withoutDefault(property)])) }
    : { ...others, type: 'object', properties, ...(required === undefined ? {} : { required }) }
  return { type: 'object', required: [singular], properties: Object.fromEntries([[singular, inner]]) }
}

/** The answer of an action as Fastify's `response`; undefined for actions that answer with something else. */
export function responseSchema ({ response }: ControllerRecord, action: string): Schema | undefined {
  if (response === undefined) return undefined
  const answer = { type: 'object', ...response }
  if (action === 'index') return { '2xx': { type: 'array', items: answer } }
  return ['show', 'create', 'update'].includes(action) ? { '2xx': answer } : undefined
}

function withoutDefault (property: unknown): unknown {
  if (!isObject(property)) return property
  const { default: _, ...others } = property
  return others
}
