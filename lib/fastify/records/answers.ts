/** What a controller's actions answer with: the record, a list of records, or what a schema of their own says. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { show } from '../../text.js'
import { isPlainObject } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import type { Report } from '../report.js'
import { cleanOutput } from './clean.js'
import type { Shape, Shapes } from './shapes.js'

/** By action; undefined where answers have no schema. */
export type Answers = Readonly<Record<string, unknown>> | undefined

const CONVENTIONS: Readonly<Record<string, unknown>> = { index: 'list', show: 'record', create: 'record', update: 'record', new: false, edit: false, destroy: false }

/** What `responses` says by action. */
export function readAnswers (name: string, responses: unknown = false, report: Report): Answers {
  const isMap = isPlainObject(responses)
  if (!isMap && typeof responses !== 'boolean') {
    report(`${name}.responses: expected true, false, or 'record', 'list', a JSON Schema or false by action, got ${show(responses)}`)
    return undefined
  }
  for (const [action, answer] of Object.entries(isMap ? responses : {})) {
    if (answer !== 'record' && answer !== 'list' && answer !== false && !isPlainObject(answer)) report(`${name}.responses: ${action}: expected 'record', 'list', a JSON Schema or false, got ${show(answer)}`)
  }
  return isMap ? { ...CONVENTIONS, ...responses } : responses ? CONVENTIONS : undefined
}

/** What a row answers with: those of a record that have no convention answer with it. */
export function answerOf (answers: Answers, { action, resource: { place } }: Route): unknown {
  return answers === undefined ? false : answers[action] ?? (place === 'member' ? 'record' : false)
}

/** Whether a serializer would write what it should not, or fail on what it should leave out. */
function needsCleaning (shape: Shape, seen = new Set<Shape>()): boolean {
  if (seen.has(shape)) return false
  seen.add(shape)
  const named = [...shape.names.values(), ...shape.rest === undefined ? [] : [shape.rest]]
  return shape.isChoice || shape.patterns.length > 0 || named.some(({ isHidden }) => isHidden !== false) ||
    [...named.map((one) => one.shape), ...shape.tuple, shape.items].some((inner) => needsCleaning(inner, seen))
}

/**
 * A preSerialization hook: a copy of the answer without what is `writeOnly` and, of a success, without what no schema
 * names. What the app's error handler sends is no answer of the action.
 */
export function answerCleaner (answer: unknown, shape: Shape, shapes: Shapes) {
  const isNeeded = needsCleaning(shape)
  return async function cleanAnswer (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (failed.has(request)) return payload
    const isSuccess = reply.statusCode >= 200 && reply.statusCode < 300
    if (isSuccess && typeof answer === 'string' && Array.isArray(payload) !== (answer === 'list')) {
      const { controller, action } = request.routeOptions.config.resource as Route
      throw createError('FST_RESOURCES_ANSWER', [controller, action, answer, show(payload)])
    }
    return isNeeded ? cleanOutput(payload, shape, isSuccess, shapes) : payload
  }
}

const failed = new WeakSet<FastifyRequest>()

/** An onError hook: what comes after it is told by a handler of errors. */
export async function noteFailure (request: FastifyRequest): Promise<void> {
  failed.add(request)
}
