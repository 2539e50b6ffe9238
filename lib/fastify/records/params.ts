/** The schema of a path's ids, from their records, and integer ids as numbers. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { pointerTo } from '../../pointers.js'
import { groupBy, isPlainObject } from '../../routes/objects.js'
import { oneOf } from '../../text.js'
import type { Route } from '../../../types/route.js'
import { isOnly, kindsOf, propertiesIn } from '../schemas/index.js'
import type { Schema } from '../schemas/index.js'
import { invalidPart } from '../validation/index.js'
import type { ControllerRecord, DerivedPart, Records } from './record.js'

/**
 * Finds what an action's own schema says of variables that no row of its controller has, since the action
 * would never get them. `routeOptions` say it for all rows of a controller.
 */
export function paramsChecker (table: readonly Route[]) {
  const byController = groupBy(table, ({ controller }) => controller)
  const checked = new Set<string>()
  return function checkParams ({ controller, action }: Route, own: unknown): string[] {
    const where = `${controller}.${action}`
    if (checked.has(where) || !isPlainObject(own) || !isPlainObject(own.properties)) return []
    checked.add(where)
    const rows = byController.get(controller) as Route[]
    const names = rows.flatMap(({ params, defaults }) => [
      ...params.map(({ name }) => name), ...Object.keys(defaults)
    ])
    const variables = [...new Set(names)]
    const expected = variables.length === 0 ? 'its paths have none' : `expected ${oneOf(variables)}`
    return Object.keys(own.properties)
      .filter((name) => !variables.includes(name))
      .map((name) => `${where}: schema.params: no row has the variable '${name}'; ${expected}`)
  }
}

/** For paths that hold the id of a record. */
export function deriveParams (route: Route, records: Records): DerivedPart {
  const found = route.params.map(
    ({ name, of, property }) => [name, idOf(records.get(of ?? ''), property)] as const
  )
  if (found.every(([, id]) => id === undefined)) return {}
  const integers = found.filter(([, id]) => id?.isInteger).map(([variable]) => variable)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        found.map(([variable, id]) => [variable, id?.schema ?? { type: 'string' }])
      )
    },
    ...(integers.length > 0 && { hooks: { preValidation: integerReader(integers) } })
  }
}

/** References are resolved in place, since another scope may not know their schemas. */
function idOf (
  record: ControllerRecord | undefined, property: string
): { schema: Schema, isInteger: boolean } | undefined {
  if (record === undefined) return undefined
  const [, id] = propertiesIn(record.seen, ['allOf'])
    .find(([name, { schema }]) => name === property && Object.keys(schema).length > 0) ?? []
  if (id === undefined) return undefined
  const kinds = kindsOf(id)
  return {
    schema: record.copies.partial(id),
    isInteger: kinds.has('integer') && isOnly(kinds, ['integer', 'null'])
  }
}

/**
 * A preValidation hook that converts digits to numbers, up to 2^53 - 1. Other texts that a validator takes
 * for an integer (`1e3`, `0x10`, `-1`) are invalid ids.
 */
function integerReader (variables: readonly string[]) {
  return function readIntegers (
    { params }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void
  ): void {
    const values = params as Record<string, unknown>
    const wrong: string[] = []
    for (const variable of variables) {
      if (values[variable] === undefined) continue
      const number = /^\d+$/.test(values[variable] as string) ? Number(values[variable]) : NaN
      if (Number.isSafeInteger(number)) values[variable] = number
      else wrong.push(variable)
    }
    done(wrong.length === 0 ? undefined : invalidIds(wrong))
  }
}

function invalidIds (variables: readonly string[]): Error {
  const faults = variables.map((variable) => ({
    instancePath: pointerTo(variable, ''),
    schemaPath: `#/properties/${variable}/type`,
    keyword: 'type',
    params: { type: 'integer' },
    message: 'must be integer'
  }))
  return invalidPart(createError('FST_RESOURCES_ID', [variables]), 'params', faults)
}

/** A preHandler hook: invalid ids are a 400 with `attachValidation` too, which is for forms. */
export function refuseInvalidIds (
  { validationError }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void
): void {
  done(validationError?.validationContext === 'params' ? validationError : undefined)
}
