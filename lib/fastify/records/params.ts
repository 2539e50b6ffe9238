/** The schema of a path's ids, as their records have them, and integers as numbers. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { isObject } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { joinSchemas, mapSchemas, partsOf, propertiesOf, referencesOf, typesOf } from '../schemas/index.js'
import type { Schema, Target } from '../schemas/index.js'
import type { ControllerRecord } from './record.js'

/** What a path says of its ids. */
export interface Params {
  readonly schema: Schema
  /** The variables that are integers. */
  readonly integers: readonly string[]
}

/** Gives undefined for paths without the id of a record; one schema for paths with the same ids. */
export function paramsFinder (records: ReadonlyMap<string, ControllerRecord>): (route: Route) => Params | undefined {
  const made = new Map<string, Params | undefined>()
  return function findParams ({ params, resource: { ids, properties } }) {
    const owners = params.map((variable) => [variable, ids[variable] ?? '', properties[variable] ?? 'id'] as const)
    const key = JSON.stringify(owners)
    if (!made.has(key)) made.set(key, paramsOf(owners.map(([variable, owner, property]) => [variable, propertyOf(records.get(owner), property)])))
    return made.get(key)
  }
}

function paramsOf (ids: ReadonlyArray<readonly [variable: string, id: Target | undefined]>): Params | undefined {
  if (ids.every(([, id]) => id === undefined)) return undefined
  return {
    schema: { type: 'object', properties: Object.fromEntries(ids.map(([variable, id]) => [variable, id === undefined ? { type: 'string' } : standalone(id, [])])) },
    integers: ids.flatMap(([variable, id]) => id !== undefined && isInteger(id) ? variable : [])
  }
}

function propertyOf (record: ControllerRecord | undefined, property: string): Target | undefined {
  return record === undefined ? undefined : partsOf([record.target], ['allOf']).flatMap(propertiesOf).find(([name, { schema }]) => name === property && Object.keys(schema).length > 0)?.[1]
}

function isInteger (id: Target): boolean {
  const types = typesOf(id)
  return types !== undefined && types.has('integer') && [...types].every((type) => type === 'integer' || type === 'null')
}

/** A schema with what it refers to in it, for wherever its document may be unknown. */
function standalone (target: Target, around: readonly Schema[]): Schema {
  const steps = referencesOf(target).filter(({ schema }) => !around.includes(schema)).map(({ schema, document }) => {
    const { $id, $ref, $defs, definitions, default: _, readOnly, writeOnly, ...said } = schema
    return mapSchemas(said, (inner) => isObject(inner) ? standalone({ schema: inner, document }, [...around, schema]) : inner)
  }).filter((said) => Object.keys(said).length > 0)
  return joinSchemas(steps)
}

/**
 * A preValidation hook that makes numbers of digits, up to 2^53 - 1. What else a validator would take for an integer
 * (`1e3`, `0x10`, `-1`) names no record.
 */
export function integerReader (variables: readonly string[]) {
  return function readIntegers ({ params }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
    const values = params as Record<string, unknown>
    const wrong: string[] = []
    for (const variable of variables) {
      const number = /^\d+$/.test(values[variable] as string) ? Number(values[variable]) : NaN
      if (Number.isSafeInteger(number)) values[variable] = number
      else wrong.push(variable)
    }
    done(wrong.length === 0 ? undefined : createError('FST_RESOURCES_ID', [wrong]))
  }
}
