/** What each action needs of a record's schema: body, params and answers. */

import { copySchema } from './copy-schema.js'
import type { Direction } from './copy-schema.js'
import type { Schema } from './json-schema.js'
import type { ControllerRecord } from './record.js'

/**
 * A body with the record under its singular name: closed inside, open beside it, where a form has its
 * token and its button. An update requires nothing but the key, and sets nothing that was not sent.
 */
export function bodySchema (record: ControllerRecord, singular: string, isUpdate: boolean): Schema {
  const { default: _, required, properties, ...others } = copyRecord(record, 'request')
  const inner = isUpdate
    ? { ...others, type: 'object', properties: Object.fromEntries(Object.entries(properties as Schema).map(([name, property]) => [name, withoutDefault(property)])) }
    : { ...others, type: 'object', properties, ...(required === undefined ? {} : { required }) }
  return { type: 'object', required: [singular], properties: Object.fromEntries([[singular, inner]]) }
}

/** The answer of an action as Fastify's `response`; undefined for actions that answer with something else. */
export function responseSchema (record: ControllerRecord, action: string): Schema | undefined {
  if (!record.responses) return undefined
  if (action === 'index') return { '2xx': { type: 'array', items: { type: 'object', ...copyRecord(record, 'response') } } }
  return ['show', 'create', 'update'].includes(action) ? { '2xx': { type: 'object', ...copyRecord(record, 'response') } } : undefined
}

/** What the record's `id` is as a part of a path; undefined where the record has none. */
export function idSchema ({ target, properties, find }: ControllerRecord): Schema | undefined {
  if (!Object.hasOwn(properties, 'id') || typeof properties.id === 'boolean') return undefined
  const { readOnly, default: _, ...schema } = copySchema({ ...target, schema: properties.id as Schema }, { direction: 'request', find, report: ignore })
  return schema
}

function copyRecord ({ target, find }: ControllerRecord, direction: Direction): Schema {
  return copySchema(target, { direction, find, report: ignore })
}

function withoutDefault (property: unknown): unknown {
  if (typeof property === 'boolean') return property
  const { default: _, ...others } = property as Schema
  return others
}

// What is wrong has been reported when the record was read.
function ignore (): void {}
