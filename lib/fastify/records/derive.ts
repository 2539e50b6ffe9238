/** What a row takes over from records: parts of its schema, and what prepares requests for them. */

import { isPlainObject } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { mergeOptions } from '../controllers/index.js'
import type { ActionOptions } from '../controllers/index.js'
import type { Schema } from './json-schema.js'
import { paramsFinder } from './params.js'
import type { Tables } from './params.js'
import { integerReader, isInteger } from './path-ids.js'
import type { Report } from '../report.js'
import { bodySchema, responseSchema } from './schemas.js'

/** An action as its row has it. */
export interface Derived {
  readonly action: ActionOptions
  /** The schema of the body that forms are prepared for. */
  readonly formSchema: Schema | undefined
}

/** Gives an action what its row takes over; parts of `schema` that the action has itself stay its own. */
export type Derive = (route: Route, action: ActionOptions) => Derived

export function createDerive (tables: Tables, report: Report): Derive {
  const { records, patterns } = tables
  const findParams = paramsFinder(tables, report)
  const findParts = partsFinder(tables)
  return function derive (route, action) {
    if (records.size === 0 && !patterns) return { action, formSchema: undefined }
    const own = givenOf(action.schema)
    const schema: Schema = { ...givenOf({ ...findParts(route), params: findParams(route) }), ...own }
    const integers = own.params === undefined ? integersOf(schema.params) : []
    return {
      action: Object.keys(schema).length === 0
        ? action
        : mergeOptions(integers.length === 0 ? {} : { preValidation: integerReader(integers) }, { ...action, schema }),
      formSchema: records.has(route.controller) && isPlainObject(schema.body) ? schema.body : undefined
    }
  }
}

interface Parts {
  readonly body?: Schema | undefined
  readonly response?: Schema | undefined
}

/** Body and response of conventional actions; the same for all rows of one, since a validator compiles a schema that it knows but once. */
function partsFinder ({ records }: Tables): (route: Route) => Parts {
  const made = new Map<string, Parts>()
  return function findParts ({ controller, action, method, resource: { singular } }) {
    const record = records.get(controller)
    if (record === undefined) return {}
    const key = `${controller}#${action} ${singular}`
    const parts = made.get(key) ?? {
      body: action === 'create' || action === 'update' ? bodySchema(record, singular, action === 'update') : undefined,
      response: responseSchema(record, action)
    }
    made.set(key, parts)
    return method === 'GET' ? { response: parts.response } : parts
  }
}

/** What is undefined replaces nothing. */
function givenOf (parts: unknown): Schema {
  return isPlainObject(parts) ? Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) : {}
}

function integersOf (params: unknown): string[] {
  const { properties } = givenOf(params)
  return Object.entries(givenOf(properties)).filter(([, schema]) => isInteger(schema as Schema)).map(([variable]) => variable)
}
