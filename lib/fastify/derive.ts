/** What a row takes over from records: parts of its schema, and hooks that prepare requests for them. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPlainObject } from '../routes/objects.js'
import type { Route } from '../../types/route.js'
import { mergeOptions } from './actions.js'
import type { ActionOptions } from './actions.js'
import { prepareFormValues } from './form-values.js'
import type { Schema } from './json-schema.js'
import { isForm } from './override-field.js'
import { idFault, integerReader, isInteger, ownerFinder } from './path-ids.js'
import type { FindOwner } from './path-ids.js'
import type { ControllerRecord } from './record.js'
import type { Report } from './report.js'
import { bodySchema, idSchema, responseSchema } from './schemas.js'

/** Records by controller, of those that have been loaded so far. */
export type Records = Map<string, ControllerRecord>

/** An action's options with what its row takes over; parts of `schema` that the action has itself stay its own. */
export type Derive = (route: Route, action: ActionOptions) => ActionOptions

export interface Deriving {
  readonly table: readonly Route[]
  readonly records: Records
  /** Whether requirements of path variables stand in the schema too, for those who read it: the router checks them. */
  readonly patterns: boolean
}

export function createDerive ({ table, records, patterns }: Deriving, report: Report): Derive {
  let findOwner: FindOwner | undefined
  // A validator compiles a schema that it knows but once.
  const made = new Map<string, Schema | undefined>()
  function once (key: string, make: () => Schema | undefined): Schema | undefined {
    if (!made.has(key)) made.set(key, make())
    return made.get(key)
  }

  function paramsOf (route: Route): Schema | undefined {
    findOwner ??= ownerFinder(table)
    const ids = route.params.map((variable) => ({ variable, owner: findOwner?.(route, variable) ?? '', requirement: route.requirements[variable] }))
    return once(JSON.stringify(ids.map((id) => ({ ...id, known: records.has(id.owner) }))), () => {
      const properties = ids.map(({ variable, owner, requirement }) => [variable, withPattern(idOf(owner, requirement), requirement)] as const)
      if (properties.every(([, schema]) => schema === undefined)) return undefined
      return { type: 'object', properties: Object.fromEntries(properties.map(([variable, schema]) => [variable, schema ?? { type: 'string' }])) }
    })
  }

  function withPattern (schema: Schema | undefined, requirement: string | undefined): Schema | undefined {
    if (!patterns || requirement === undefined || (schema !== undefined && schema.type !== 'string')) return schema
    const pattern = requirement.includes('|') ? `^(?:${requirement})$` : `^${requirement}$`
    return isPattern(pattern) ? { type: 'string', pattern, ...schema } : schema
  }

  function idOf (owner: string, requirement = ''): Schema | undefined {
    const record = records.get(owner)
    const schema = record === undefined ? undefined : idSchema(record)
    const fault = schema === undefined || requirement === '' ? undefined : idFault(schema, requirement)
    if (fault !== undefined) report(`${owner}.record: its id ${fault}`)
    return schema
  }

  function bodyOf ({ controller, action, method, singular }: Route): Schema | undefined {
    const record = records.get(controller)
    if (record === undefined || !['create', 'update'].includes(action) || method === 'GET') return undefined
    return once(`${controller}#${action} ${singular}`, () => bodySchema(record, singular, action === 'update'))
  }

  function responseOf ({ controller, action }: Route): Schema | undefined {
    const record = records.get(controller)
    return record === undefined ? undefined : once(`${controller}#${action}`, () => responseSchema(record, action))
  }

  return function derive (route, action) {
    if (records.size === 0 && !patterns) return action
    const own = givenOf(action.schema)
    const derived = givenOf({ body: bodyOf(route), response: responseOf(route), params: paramsOf(route) })
    const schema: Schema = { ...derived, ...own }
    const hooks = [...formReaders(records.has(route.controller) ? schema.body : undefined), ...integerReaders(own.params === undefined ? schema.params : undefined)]
    if (hooks.length === 0 && Object.keys(derived).length === 0) return action
    return mergeOptions({ preValidation: hooks }, { ...action, schema })
  }
}

/** Validators read patterns as Unicode, where less may be written. */
function isPattern (source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== ''
  } catch {
    return false
  }
}

/** What is undefined replaces nothing. */
function givenOf (parts: unknown): Schema {
  return isPlainObject(parts) ? Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) : {}
}

function formReaders (body: unknown) {
  return isPlainObject(body)
    ? [function prepareForm (request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
        if (isForm(request.headers['content-type'])) request.body = prepareFormValues(request.body, body)
        done()
      }]
    : []
}

function integerReaders (params: unknown) {
  const properties = isPlainObject(params) && isPlainObject(params.properties) ? Object.entries(params.properties) : []
  const integers = properties.filter(([, schema]) => isInteger(schema as Schema)).map(([variable]) => variable)
  return integers.length === 0 ? [] : [integerReader(integers)]
}
