/** What a row takes over from records: parts of its schema, and the hooks that clean what it takes and gives. */

import type { FastifyInstance } from 'fastify'
import { isPlainObject } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { mergeOptions } from '../controllers/index.js'
import type { ActionOptions } from '../controllers/index.js'
import { answerCleaner, answerOf, noteFailure } from './answers.js'
import { createBodies } from './bodies.js'
import type { Part } from './bodies.js'
import { targetOf } from '../schemas/index.js'
import type { Schema } from '../schemas/index.js'
import { integerReader, paramsFinder } from './params.js'
import type { Loads } from './load.js'
import type { Report } from '../report.js'
import type { ControllerRecord, Records } from './record.js'
import { createShapes } from './shapes.js'
import { validatorChecker } from './validators.js'

/** Gives an action what its row takes over; parts of `schema` that the action has itself stay its own. */
export type Derive = (route: Route, action: ActionOptions, scope: FastifyInstance) => ActionOptions

const NOTHING: Part = { hooks: {} }

export function createDerive (records: Records, loads: Loads, report: Report): Derive {
  const checkValidator = validatorChecker(report)
  const findParams = paramsFinder(records)
  const bodies = createBodies()
  const findAnswer = answerFinder()
  return function derive (route, { preHandler, ...options }, scope) {
    const given = [preHandler ?? []].flat()
    const hooks = given.includes(loads.hook) && loads.isNeeded(route, report) ? given : given.filter((hook) => hook !== loads.hook)
    const action = { ...options, ...hooks.length > 0 && { preHandler: hooks } } as ActionOptions
    const said = givenOf(action.schema)
    const record = records.get(route.controller)
    const params = said.params === undefined ? findParams(route) : undefined
    const body = record === undefined || route.method === 'GET' ? NOTHING : said.body === undefined ? bodies.derived(route, record, (action.validatorCompiler ?? scope.validatorCompiler) !== undefined) : bodies.own(said.body, record)
    const response = record === undefined || said.response !== undefined ? NOTHING : findAnswer(route, record)
    const schema = { ...givenOf({ params: params?.schema, body: body.schema, response: response.schema }), ...said }
    checkValidator(`${route.controller}.${route.action}`, [params?.schema, body.schema].filter((part) => part !== undefined), scope, action.validatorCompiler)
    const reading = params === undefined || params.integers.length === 0 ? {} : { preValidation: integerReader(params.integers) }
    const own = Object.keys(schema).length === 0 ? action : { ...action, schema }
    return mergeOptions(mergeOptions(mergeOptions(reading, body.hooks), own), response.hooks) as ActionOptions
  }
}

/** The same for all rows of an action, since a serializer is made for each schema that it does not know. */
function answerFinder (): (route: Route, record: ControllerRecord) => Part {
  const shapes = createShapes('writeOnly')
  const made = new Map<string, Part>()
  return function findAnswer (route, { target, copies: { output, note }, answers }) {
    const answer = answerOf(answers, route)
    if (answer === false) return NOTHING
    const key = `${route.controller}#${route.action}`
    const known = made.get(key)
    if (known !== undefined) return known
    const of = isPlainObject(answer) ? targetOf(answer, target.document.find) : target
    if (of !== target) note(of)
    const schema = of === target ? output.reference(of) : output.inline(of)
    const part = {
      schema: { '2xx': answer === 'list' ? { type: 'array', items: schema } : schema },
      hooks: { preSerialization: answerCleaner(answer, shapes.shapeOf([of]), shapes), onError: noteFailure }
    }
    made.set(key, part)
    return part
  }
}

/** What is undefined replaces nothing. */
function givenOf (parts: unknown): Schema {
  return isPlainObject(parts) ? Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) : {}
}
