/** The schema of a path's ids, from their records, and integer ids as numbers. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { pointerTo } from '../../pointers.js'
import type { Mistakes } from '../../routes/mistakes.js'
import { groupBy, isObject, isPlainObject } from '../../routes/objects.js'
import { paramNames } from '../../routes/params.js'
import { oneOf } from '../../text.js'
import type { Route } from '../../../types/route.js'
import { readText } from '../texts/index.js'
import type { ErrorHandler, RowPart } from '../../controllers/layers/index.js'
import { answersPage } from '../../requests/formats/index.js'
import { answerNotFound } from '../../requests/request/index.js'
import { CHOICES, bundle, isOnly, kindsOf, propertiesIn } from '../../schemas/index.js'
import type { Bundle, Kinds, Node, Schema } from '../../schemas/index.js'
import { invalidInput, invalidPart } from '../judging/index.js'
import type { ControllerRecord, Records } from './record.js'

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
    const variables = [...new Set(rows.flatMap((row) => [...paramNames(row), ...Object.keys(row.defaults)]))]
    const expected = variables.length === 0 ? 'its paths have none' : `expected ${oneOf(variables)}`
    return Object.keys(own.properties)
      .filter((name) => !variables.includes(name))
      .map((name) => `${where}: schema.params: no row has the variable '${name}'; ${expected}`)
  }
}

/** A mistake for each record whose ids are numbers, where the declaration lets them hold slashes. */
export function reportSlashesOfNumbers (
  { params, resource: { place } }: Route, records: Records, mistakes: Mistakes
): void {
  const slashed = params.filter(({ slashes }) => slashes)
  const ofNumbers = slashed.filter(({ of, property }) => {
    const record = records.get(of ?? '')
    const id = record && idOf(record, property)
    return id !== undefined && isOnly(kindsOf(id), ['integer', 'number', 'null'])
  })
  // Of a plain route, one declaration is for all variables.
  if (place === null && ofNumbers.length < slashed.length) return
  for (const { of, property } of ofNumbers) {
    mistakes.add(
      `${of as string}.record: its '${property}' is a number, which holds no slash; ` +
        'remove slashes from the declaration'
    )
  }
}

/** For paths that hold the id of a record. Throws what the validator says of an invalid schema. */
export function deriveParams (route: Route, records: Records): RowPart {
  const found = route.params.map(({ name, of, property }) => {
    const record = records.get(of ?? '')
    return { name, record, id: record === undefined ? undefined : idOf(record, property) }
  })
  const { compile } = found.find(({ id }) => id !== undefined)?.record ?? {}
  if (compile === undefined) return {}
  const idsSchema = ({ partial }: Bundle): Schema => ({
    type: 'object',
    properties: Object.fromEntries(
      found.map(({ name, id }) => [name, id === undefined ? { type: 'string' } : partial(id)])
    )
  })
  const ids = found.flatMap(({ name, id }): Id[] => id === undefined ? [] : [[name, kindsOf(id)]])
  const faultsOf = compile(idsSchema)

  /** After the hooks of the action, as Fastify's own validation. */
  function checkIds (
    { params }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void
  ): void {
    const faults = faultsOf(params)
    done(faults.length === 0 ? undefined : invalidInput('params', faults))
  }

  return {
    facts: { params: () => bundle('sent', idsSchema) },
    first: { preValidation: idReader(ids) },
    last: { preValidation: checkIds },
    wrapErrors: withMissingPages
  }
}

type Id = readonly [name: string, kinds: Kinds]

function idOf ({ seen }: ControllerRecord, property: string): Node | undefined {
  const ids = propertiesIn(seen, ['allOf', ...CHOICES])
    .filter(([name]) => name === property).map(([, node]) => node)
  return ids.find(({ schema }) => Object.keys(schema).length > 0)
}

/**
 * A preValidation hook that reads ids by their schemas. An integer is digits, up to 2^53 - 1: other texts
 * that are numbers (`1e3`, `-1`) are invalid ids.
 */
function idReader (ids: readonly Id[]) {
  const readers = ids.map(([name, kinds]) =>
    [name, kinds, kinds.has('integer') && isOnly(kinds, ['integer', 'null'])] as const)
  return function readIds (
    { params }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void
  ): void {
    const values = params as Record<string, unknown>
    const wrong: string[] = []
    for (const [name, kinds, isInteger] of readers) {
      const text = values[name] as string | undefined
      if (text === undefined) continue
      const number = isInteger && /^\d+$/.test(text) ? Number(text) : NaN
      if (!isInteger) values[name] = readText(text, kinds, { texts: 'query', isOwn: false })
      else if (Number.isSafeInteger(number)) values[name] = number
      else wrong.push(name)
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

/** An error handler for which an invalid id is an unknown address for a visitor, as a missing one is. */
export function withMissingPages (next: ErrorHandler): ErrorHandler {
  return (error, request, reply) => {
    const isOfId = isObject(error) && error.validationContext === 'params'
    return isOfId && answersPage(request, reply) ? answerNotFound(reply) : next(error, request, reply)
  }
}
